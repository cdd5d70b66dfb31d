"""A document with thirty faults tells all thirty, each with its place, what was found, and the way out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hexumpire import api

from tests.rules.custom.setting import faults

GAME: dict[str, Any] = {
    "format": 1,
    "title": 7,
    "nots": "a word too many",
    "types": {
        "foot": {"title": "Foot", "attack": 400},
        "guns": {"title": "Guns", "attack": 2, "range": 2},
        "horse": {"title": "Horse", "symbol": "cavalery", "attack": 3, "size": "big"},
    },
    "terrains": {"clear": {"title": "Clear"}, "wood": {"title": "Wood", "pattern": "trees"}},
    "side_features": {"river": {"title": "River", "line": "riverr"}},
    "conditions": {"rain": {"title": "Rain"}, "air": {"title": "Air", "range": [0, 500]}},
    "chart": {
        "kind": "ods",
        "columns": ["1:1", "2:2", "three"],
        "below": "ZZ",
        "dice": "d1",
        "rows": {"1-2": ["AE", "DR", "Bang"], "4": ["AE", "DR"], "5-6": ["AE", "DE", "DE"]},
    },
    "results": {
        "AE": {"does": "attacker is elimnated", "rules": "7.1"},
        "DR": ["defender retreats 0"],
        "DE": [{"choose": "defender", "of": [["no effect"]]}],
    },
    "modifiers": {
        "wood": {"when": {"terrain": "woods"}, "shift": -1},
        "river": {"when": {"crossed": "river", "sides": "each"}, "shift": -1},
        "rain": {"when": {"condition": "snow"}, "roll": 1},
        "air": {"times": "air", "attack": "twice", "not_with": ["aire"]},
    },
    "caps": {"shift": [3, -3]},
    "strength": {"steps": "half"},
    "zones": {"types": ["foot", "tank"]},
    "stacking": {"limit": 3},
    "retreats": {"no_way": "surrender"},
    "advances": {"may": "sometimes"},
    "rounds": {"most": 2.0},
}
THIRTY = [
    ("$.nots", "unknown section 'nots'", "did you mean 'note'?"),
    ("$.title", "the title must be text, found 7", 'write it in quotes: "7"'),
    ("$.types.foot.attack", "attack must be a whole number from 0 to 99, found 400", ""),
    ("$.types.horse.size", "size must be a whole number from 0 to 9, found 'big'", ""),
    ("$.types.horse.symbol", "unknown symbol 'cavalery'", "did you mean 'cavalry'?"),
    ("$.side_features.river.line", "unknown line 'riverr'", "did you mean 'river'?"),
    ("$.chart.dice", "'d1' are no dice", 'write "d6", "2d6", "d10", "d66" or "d100"'),
    ("$.chart.kind", "unknown kind 'ods'", "did you mean 'odds'?"),
    ("$.chart.columns[1]", "'2:2' does not stand right of a lower ratio", "worst for the attacker first"),
    ("$.chart.columns[2]", "'three' is not a ratio", 'write it as "3:1" or "1:2"'),
    ("$.chart.below", "unknown below 'ZZ'", "allowed: first, forbidden, AE, DR, DE, Bang"),
    ('$.chart.rows["4"]', "the row '4' does not follow on the row before it", "begin with 3"),
    ('$.chart.rows["4"]', "the row has 2 cells, not 3", "give each column a cell"),
    ("$.results.AE.rules", "unknown key of a result 'rules'", "did you mean 'rule'?"),
    ("$.results.AE.does[0]", "'attacker is elimnated' is no effect", "did you mean 'attacker is eliminated'?"),
    ("$.results.DR.does[0]", "'defender retreats 0' is nothing that can be lost", "write a number such as 1, or 1/2"),
    ("$.results.DE.does[0].of", "a choice has at least two ways", "add the other way"),
    ('$.chart.rows["1-2"][2]', "what 'Bang' means is not said", 'add to [results]: Bang = ["defender retreats 1"]'),
    ("$.modifiers.wood.when.terrain", "unknown terrain 'woods'", "did you mean 'wood'?"),
    ("$.modifiers.river", "what is asked of each unit changes strengths only", "use attack or defense"),
    ("$.modifiers.rain.when.condition", "unknown condition 'snow'", "allowed: rain, air"),
    ("$.modifiers.air.attack", "'twice' is no change of a strength", 'write "x2", "x1/2", "+3" or "x2 +1"'),
    ("$.modifiers.air.times", "a modifier counts at most 20 times, not 500", "give the condition the range [0, 20]"),
    ("$.modifiers.air.not_with[0]", "unknown modifier 'aire'", "allowed: wood, river, rain"),
    ("$.strength.steps", "unknown steps 'half'", "allowed: full, share, back"),
    ("$.zones.types[1]", "unknown type 'tank'", "allowed: foot, guns, horse"),
    ("$.retreats.no_way", "unknown no_way 'surrender'", "allowed: eliminated, step, stay"),
    ("$.rounds.most", "most must be a whole number from 1 to 9, found 2.0", "write 2 without a decimal point"),
    ("$.advances.may", "unknown may 'sometimes'", "allowed: always, result, never"),
    ("$.caps.shift", "no number is from 3 to -3", "write [-3, 3]"),
]


def test_thirty_faults_are_thirty_problems() -> None:
    assert len(THIRTY) == 30
    assert faults(GAME) == THIRTY


def test_each_says_what_was_found_and_the_way_out() -> None:
    for path, message, fix in THIRTY:
        assert path.startswith("$."), path
        assert fix or " must be " in message, message  # what it must be is the way out


def test_the_operation_tells_them_too() -> None:
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "game": GAME})))
    assert answer["ok"]
    assert [one["path"] for one in answer["result"]["problems"]] == [path for path, _, _ in THIRTY]


@pytest.mark.parametrize("document", [None, 7, "text", [], [[]], True])
def test_what_is_no_document_is_one_problem(document: Any) -> None:
    assert len(faults(document)) == 1


def test_a_newer_format_says_so() -> None:
    ((path, message, fix),) = faults({"format": 2, "title": "Later"})
    assert path == "$.format" and "newer Hex Umpire" in message and fix == "update Hex Umpire"


def test_more_faults_than_can_be_told_are_cut_off() -> None:
    many = faults({**GAME, **{f"section{i}": 1 for i in range(60)}})
    assert many[-1] == ("$", "there are more problems than these", "mend these first")


def test_an_empty_document_says_what_a_game_needs() -> None:
    told = [path for path, _, _ in faults({})]
    assert "$.title" in told and "$.chart.columns" in told and "$.chart.rows" in told


def test_a_title_of_blanks_is_none() -> None:
    assert faults({**GAME, "title": " "})[1] == ("$.title", "the game has no title", 'add title = "..."')


@pytest.mark.parametrize("value", ["1944-06-06", "1944-06-06T04:15:00Z", "04:15:00", "inf", "-inf", "nan", "1e999"])
def test_what_no_json_can_hold_is_told_where_it_stands(value: str) -> None:
    """A date without quotes is a usual slip of TOML; the answer has it as a text."""
    text = f"title = {value}\nnote = 7\n[types]\nfoot = {{ title = 'Foot', attack = {value} }}\n"
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
    assert answer["ok"], answer
    told = {one["path"]: one for one in answer["result"]["problems"]}
    said = answer["result"]["game"]["title"]
    assert {"$.title", "$.note", "$.types.foot.attack"} < told.keys(), "and everything else that is wrong"
    assert told["$.title"]["message"].startswith("the title must be text, found ")
    assert told["$.title"]["fix"] == f'write it in quotes: "{said}"'
    assert said in answer["result"]["toml"] and said in answer["result"]["text"]


def test_a_number_without_end_in_json_is_told_where_it_stands() -> None:
    text = '{"title": "T", "types": {"foot": {"attack": 1e999}}}'
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
    assert "attack must be a whole number from 0 to 99, found infinity" in answer["result"]["problems"][0]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "a." * 50_000 + "a = 1",
        "[" + "a . " * 5000 + "a]",
        'x = { "b".' + "'b'." * 300 + "b = 1 }",
        "a." * 99 + "a = 1",
        "x = '''\"\"\"'''\n" + "a." * 50_000 + "a = 1",
        'x = """\\"\'\'\'"""\n' + "a." * 50_000 + "a = 1",
        "a." * 20 + "a = 1",
        '{"a":' * 20 + "1" + "}" * 20,
    ],
    ids=range(8),
)
def test_a_document_that_dots_nest_too_deep_is_one_line_at_once(text: str) -> None:
    """Python's reader takes minutes for the first of them."""
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
    (found,) = answer["problems"]
    assert "nested too deep" in found["message"]


def test_so_many_dots_may_be_in_a_key() -> None:
    """Beyond that the text is not read at all; up to there the document says by itself how deep it is."""
    told = []
    for dots in (10, 11, 100, 101):
        text = "a." * dots + "a = 1"
        answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
        told.append([one["message"] for one in answer.get("problems", [])])
    deep = "the document is nested too deep: more than 12 levels"
    assert told == [[], [deep], [deep], ["the text is nested too deep"]]


@pytest.mark.parametrize("start", ['"\\', '"', "'", "#", "a "])
def test_a_text_that_is_no_toml_is_told_at_once(start: str) -> None:
    """Quotes that are never closed cost no more time than others: a minute were they tried from each anew."""
    text = start * (250_000 // len(start))
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
    assert answer["ok"] or "not valid TOML" in answer["problems"][0]["message"]


def test_dots_in_texts_and_remarks_nest_nothing() -> None:
    text = f"title = 'T' # {'.' * 300}\nnote = \"{'a.' * 100}\"\n"
    answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", "text": text})))
    assert answer["result"]["game"]["note"] == "a." * 100


def test_one_mistake_is_told_once() -> None:
    """Of the rule of the chart, which its dice have too, and of caps that are no list of two."""
    rules = faults({**GAME, "chart": {**GAME["chart"], "rule": 6.3}})
    assert [fix for path, _, fix in rules if path == "$.chart.rule"] == ['write it in quotes: "6.3"']
    for caps in (2, "-2, 2", [1], [1, 2, 3], {}):
        told = [fix for path, _, fix in faults({**GAME, "caps": {"shift": caps}}) if path.startswith("$.caps")]
        assert told == ["write shift = [-3, 3]"]
