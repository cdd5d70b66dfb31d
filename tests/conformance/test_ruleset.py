"""What a ruleset says of itself: words, rules, chart, examples, policies, objectives."""

from __future__ import annotations

import json

import pytest
from hexumpire import api
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.model.rule_index import RuleIndex
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.vocabulary import Field

from tests.conformance.checks import (
    Citations,
    check_assessment,
    check_relevant,
    check_scenario,
)


def test_it_has_every_part(ruleset: Ruleset) -> None:
    assert ruleset.key.isidentifier() and ruleset.title and ruleset.note
    assert isinstance(ruleset.index, RuleIndex) and len(ruleset.index)
    procedures = tuple((one.key, one.title) for one in ruleset.procedures)
    for pairs in (ruleset.editions, procedures, ruleset.measures, ruleset.results, ruleset.vocabulary.sides):
        assert pairs and all(key and title for key, title in pairs)
        assert len(dict(pairs)) == len(pairs)
    assert len({objective.key for objective in ruleset.objectives}) == len(ruleset.objectives) > 0
    for objective in ruleset.objectives:
        assert {key for key, _ in objective.weights} <= set(dict(ruleset.measures)), objective
    named = [(policy.key, side) for policy in ruleset.policies for side in policy.sides]
    assert len(set(named)) == len(named), "two policies of one side have the same key"
    assert {side for _, side in named} == {"attacker", "defender"}, "a side without a policy"


def test_editions_of_the_index_exist(ruleset: Ruleset) -> None:
    keys = {key for key, _ in ruleset.editions}
    for section, rule in ruleset.index.items():
        assert rule.editions and set(rule.editions) <= keys | {"both"}, section
        assert rule.title and rule.section == section


def fields(ruleset: Ruleset) -> list[Field]:
    words = ruleset.vocabulary
    return [*words.unit_fields, *words.hex_fields, *words.conditions, *words.readings]


def test_words_are_sound(ruleset: Ruleset) -> None:
    words, editions = ruleset.vocabulary, {key for key, _ in ruleset.editions}
    rows = (words.types, words.nations, words.terrains, words.features, words.side_features, words.unit_fields,
            words.hex_fields, words.conditions, words.readings)  # fmt: skip
    for row in rows:
        keys = [entry.key for entry in row]
        assert len(set(keys)) == len(keys), keys
        assert all(entry.title for entry in row)
    letters = [nation.letter for nation in words.nations]
    assert len(set(letters)) == len(letters), "two nations share a letter"
    for field in fields(ruleset):
        assert not field.complaint(field.default), (field.key, field.default)
        assert set(field.editions) <= editions, field.key
        assert field.kind in ("int", "flag", "choice", "text"), field.key
    for reading in words.readings:
        assert reading.kind == "choice", reading.key
    for kind in words.types:
        assert set(kind.defaults) <= set(kind.fields) <= set(words.field_of), kind.key
        assert set(kind.sides) <= set(dict(words.sides)), kind.key
        for key, value in kind.defaults.items():
            assert not words.field_of[key].complaint(value), (kind.key, key)
    for marks in (words.features, words.side_features):
        for mark in marks:
            assert set(mark.excludes) <= {other.key for other in marks} - {mark.key}, mark.key


def test_rules_of_words_stand_in_the_index(ruleset: Ruleset) -> None:
    words, index = ruleset.vocabulary, ruleset.index
    rows = [*words.types, *words.features, *words.side_features, *fields(ruleset)]
    unknown = {(entry.key, entry.rule) for entry in rows if entry.rule and entry.rule not in index}
    assert not unknown
    silent = {reading.key for reading in words.readings if not reading.rule}
    silent |= {condition.key for condition in words.conditions if not condition.rule}
    assert not silent, "a condition or reading without a rule that makes it matter"


def test_fields_of_words_fit_the_editions_of_their_rules(ruleset: Ruleset) -> None:
    cite = Citations(ruleset)
    for field in fields(ruleset):
        for edition in field.editions if field.rule else ():
            assert not cite.wrong(field.rule, edition), field.key


def test_palette_can_be_put_on_the_map(ruleset: Ruleset) -> None:
    words = ruleset.vocabulary
    titles = [row["title"] for row in words.palette]
    assert len(set(titles)) == len(titles)
    for row in words.palette:
        kind = words.type_of[row["unit"]["type"]]
        for side in kind.sides:
            unit = {"side": side, "at": "0,0", **row["unit"]}
            scenario = codec.read_scenario({"ruleset": ruleset.key, "targets": ["0,0"], "units": [unit]})
            assert scenario.units[0].type == kind.key


def test_chart_is_a_grid(ruleset: Ruleset) -> None:
    for edition, _ in ruleset.editions:
        chart = ruleset.chart(edition)
        assert set(chart) == {"title", "rule", "columns", "rows", "cells", "legend"}
        assert chart["rule"] in ruleset.index
        assert len(chart["cells"]) == len(chart["rows"])
        assert all(len(row) == len(chart["columns"]) for row in chart["cells"])
        assert {cell for row in chart["cells"] for cell in row} <= set(chart["legend"])


def test_tables_to_look_up_are_grids(ruleset: Ruleset) -> None:
    cite = Citations(ruleset)
    for edition, _ in ruleset.editions:
        tables = ruleset.lookups(edition)
        assert len({table.title for table in tables}) == len(tables)
        for table in tables:
            cite.check((table.rule,), edition, table.title)
            assert table.head and len(table.cells) == len(table.rows) > 0
            assert all(len(row) == len(table.columns) for row in table.cells)


def test_charts_of_procedures_are_grids(ruleset: Ruleset) -> None:
    for procedure in ruleset.procedures:
        for edition, _ in ruleset.editions if procedure.chart else ():
            assert procedure.chart is not None
            chart = procedure.chart(edition)
            assert set(chart) == set(ruleset.chart(edition))
            assert chart["rule"] in ruleset.index and chart != ruleset.chart(edition)
            assert all(key != text for key, text in chart["legend"].items()), "it explains nothing"
            assert len(chart["cells"]) == len(chart["rows"])
            assert all(len(row) == len(chart["columns"]) for row in chart["cells"])


def test_examples_may_be_fought(ruleset: Ruleset) -> None:
    examples = ruleset.examples()
    cite = Citations(ruleset)
    assert examples
    assert len({example["key"] for example in examples}) == len(examples)
    for example in examples:
        assert example["title"]
        scenario = codec.read_scenario(example["scenario"])
        check_scenario(scenario)
        cite.check((example["rule"],), scenario.edition, example["key"])
        game = ruleset.game(scenario)
        assert not game.problems, (example["key"], list(map(str, game.problems)))
        check_relevant(game, ruleset)
        check_assessment(game, game.start(), cite, Battle.start(game).node)


def test_examples_have_every_edition(ruleset: Ruleset) -> None:
    if len(ruleset.examples()) < len(ruleset.editions):
        pytest.skip("too few examples")
    found = {codec.read_scenario(example["scenario"]).edition for example in ruleset.examples()}
    assert found == {key for key, _ in ruleset.editions}


def test_the_bridge_speaks_of_it(ruleset: Ruleset) -> None:
    def ask(**request: object) -> dict[str, object]:
        answer = json.loads(api.handle(json.dumps(request)))
        assert answer["ok"], answer
        return answer["result"]

    schema = ask(op="schema", ruleset=ruleset.key)
    assert set(schema["charts"]) == {key for key, _ in ruleset.editions}
    rules = ask(op="rules", ruleset=ruleset.key)
    assert len(rules["rules"]) == len(ruleset.index)
    assert sum(rules["counts"].values()) == len(ruleset.index)
