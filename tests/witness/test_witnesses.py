"""Every rule that the engine works out, enforces or asks about has a battle whose answer changes without it."""

from __future__ import annotations

import json

import pytest
from hexumpire.model.battle import Chance, Decision
from hexumpire.model.trace import Ledger, Trace

from tests.witness import FORMS, answer, by_status, game_of
from tests.witness.files import bound, keys, load, path_of, scenario_of
from tests.witness.off import exceptions_without, sums_without

pytestmark = pytest.mark.host
KEYS = keys()
FEW = 30
"""Fewer battles of witnesses than this are looked at in every form."""


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_that_binds_has_a_witness(key: str) -> None:
    found = load(key)
    assert [rule for rule in bound(key) if rule not in found] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in KEYS if path_of(key).exists()])
def test_the_answer_of_each_witness_changes_when_its_rule_is_switched_off(key: str) -> None:
    same = []
    for rule, one in load(key).items():
        assert rule in bound(key), f"{rule} needs no witness"
        assert one.form in by_status(key, rule)
        like = scenario_of(one.like) if one.like else None
        on = answer(one.scenario, one.actions, "", one.form)
        assert "stopped before" not in on, f"the line of the witness of {rule} cannot be played"
        if answer(one.scenario, one.actions, rule, one.form, like) == on:
            same.append(rule)
    assert same == []


@pytest.mark.parametrize("key", [key for key in KEYS if path_of(key).exists()])
def test_a_fight_that_the_rules_forbid_shows_only_what_forbids_it(key: str) -> None:
    forbidden = [rule for rule, one in load(key).items() if game_of(one.scenario).problems and one.form != "problem"]
    assert forbidden == []


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in KEYS if path_of(key).exists()])
def test_witnesses_do_not_hang_on_rules_that_they_are_not_about(key: str) -> None:
    """Another rule that is cited nowhere in a battle changes nothing there: the harness touches the rule alone.

    Each battle is looked at in every third form, of games with few battles in all of them.
    """
    battles = {(one.link, one.actions): one for one in load(key).values()}.values()
    for number, one in enumerate(battles):
        plain = answer(one.scenario, one.actions, "", FORMS[0])
        for form in FORMS if len(battles) < FEW else FORMS[number % 3 :: 3]:
            more = form == "refusal"  # asks for more, with no rule switched off too
            expected = answer(one.scenario, one.actions, "", form) if more else plain
            assert answer(one.scenario, one.actions, "no rule", form) == expected, form


@pytest.mark.parametrize("key", [key for key in KEYS if path_of(key).exists()])
def test_each_battle_of_the_file_is_named_by_a_rule(key: str) -> None:
    document = json.loads(path_of(key).read_text(encoding="utf-8"))
    named = {number for row in document["rules"].values() for number in (row[0], *row[3:])}
    assert named == set(range(len(document["battles"])))


# --- the harness itself --------------------------------------------------------------------------------------


def tree() -> Trace:
    ledger = Ledger(True)
    ledger.add(4, "infantry", "1.1")
    ledger.add(2, "the height", "1.2", "1.3")
    ledger.skip("mud", "the weather is another", "1.4")
    return Trace("twice", 12, ("2.1",), "product", (ledger.close("sum", "1.5"), Trace("factor", 2, ("2.2",))))


@pytest.mark.parametrize(
    ("rule", "value"), [("9.9", 12), ("1.1", 4), ("1.2", 8), ("1.3", 8), ("1.4", 12), ("2.2", 6), ("1.5", 2)]
)
def test_a_line_that_cites_the_rule_does_not_count(rule: str, value: int) -> None:
    with sums_without(rule):
        assert tree().value == value
    assert tree().value == 12


def test_a_line_that_the_rule_leaves_out_counts_as_elsewhere() -> None:
    with exceptions_without("1.4", {"mud": -1}):
        assert tree().value == 10
    with exceptions_without("1.2", {"mud": -1}):
        assert tree().value == 12


def test_sums_are_right_again_after_a_battle_without_a_rule() -> None:
    key, one = next((key, found) for key in KEYS for found in load(key).values() if found.form == "sum")
    before = answer(one.scenario, one.actions)
    for rule in bound(key):
        answer(one.scenario, one.actions, rule)
    assert answer(one.scenario, one.actions) == before


@pytest.mark.slow
def test_a_step_that_the_rule_makes_is_not_made() -> None:
    for key in KEYS:
        for rule, one in load(key).items():
            if one.form in ("roll", "question", "log"):
                node = game_of(one.scenario)
                assert "not made" in answer(one.scenario, one.actions, rule, one.form)
                assert node.problems == ()
                assert isinstance(node.node(node.start()), Chance | Decision)
