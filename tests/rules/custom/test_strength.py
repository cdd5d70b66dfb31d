"""Strengths: which numbers fight, what lost steps leave of them, how fractions are rounded."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hexumpire.api import handle
from hexumpire.files.codec import read_scenario, write_scenario

from tests.rules.custom.setting import attacker, battle, defender, game, rolled, strengths

HALF = {"half": {"title": "Half", "when": {"attacker": ["foot", "horse"], "who": "each"}, "attack": "x1/2"}}


def test_attackers_attack_and_defenders_defend() -> None:
    assert strengths(battle(game(), attacker(), attacker("horse"), defender("guns"))) == (7, 1)


def test_numbers_may_differ_from_those_printed_and_counters_count() -> None:
    assert strengths(battle(game(), attacker(attack=9, count=3), defender(defense=7))) == (27, 7)


def test_a_type_with_an_attack_alone_defends_with_it() -> None:
    document = game(types={"foot": {"title": "Foot", "attack": 3}})
    assert strengths(battle(document)) == (3, 3)


@pytest.mark.parametrize("said", [{"attack": 2}, {"attack": 2, "defense": 2}])
def test_a_counter_without_a_defence_of_its_own_defends_with_its_attack(said: dict[str, int]) -> None:
    """One number is printed on it, and that is another one than on others of its type."""
    document = game(types={"foot": {"title": "Foot", "attack": 3}})
    assert strengths(battle(document, attacker(), defender(**said))) == (3, 2)
    assert strengths(battle(document, attacker(), defender(attack=2, defense=5))) == (3, 5)
    told = battle(document, attacker(), defender(**said)).game.scenario
    assert write_scenario(told)["units"][1]["attack"] == 2
    assert "defense" not in write_scenario(told)["units"][1]
    assert read_scenario(write_scenario(told)) == told


def test_a_counter_with_one_number_defends_with_that_of_its_back_too() -> None:
    foot = {"title": "Foot", "attack": 4, "steps": 2, "back_attack": 1}
    document = game(["defender loses 1 step", "another round"], types={"foot": foot}, strength={"steps": "back"})
    assert strengths(rolled(battle(document))) == (4, 1)
    document["types"]["foot"]["back_defense"] = 3
    assert strengths(rolled(battle(document))) == (4, 3)
    document["types"]["foot"] = {"title": "Foot", "attack": 4, "defense": 4, "steps": 2, "back_attack": 1}
    assert strengths(rolled(battle(document))) == (4, 4)  # no defence is printed on its back


def test_the_form_says_which_number_another_one_follows() -> None:
    kinds = game(types={"foot": {"title": "Foot", "attack": 3}, "guns": {"title": "Guns", "attack": 3, "defense": 1}})
    asked = {"op": "schema", "ruleset": "custom", "game": kinds}
    foot, guns = json.loads(handle(json.dumps(asked)))["result"]["types"]
    assert foot["follows"] == {"defense": "attack"} and "follows" not in guns


@pytest.mark.parametrize(
    ("round", "each", "found"),
    [("none", False, Fraction(5, 2)), ("down", False, 2), ("up", False, 3), ("nearest", False, 3), ("nearest", True, 3),
     ("down", True, 2), ("up", True, 3)],
)  # fmt: skip
def test_fractions_are_rounded_for_the_total_or_for_each(round: str, each: bool, found: object) -> None:
    document = game(modifiers=HALF, strength={"round": round, "each": each})
    units = attacker("horse"), attacker(attack=2), defender()  # 1½ and 1
    assert strengths(battle(document, *units))[0] == found


def again(way: str, **printed: int) -> Any:
    """A second round, in which the attacker has lost a step in the first."""
    document = game(["attacker loses 1 step", "another round"], strength={"steps": way})
    document["types"]["foot"] |= printed
    document["types"]["guns"] |= {"back_attack": 2}  # a game without any backs is told of it
    return strengths(rolled(battle(document)))[0]


def test_steps_that_are_lost_change_nothing_or_a_share_or_turn_the_counter() -> None:
    assert again("full") == 4
    assert again("share") == 2
    assert again("share", steps=3) == Fraction(8, 3)  # two thirds of 4
    assert again("back", back_attack=1) == 1
    assert again("back") == 4  # nothing is printed on its back


def test_a_strength_is_never_below_nought() -> None:
    minus = {"minus": {"title": "Minus", "attack": "-9"}}
    assert strengths(battle(game(modifiers=minus)))[0] == 0


def test_who_stands_by_or_elsewhere_adds_nothing() -> None:
    units = attacker(), attacker(stands_by=True), defender(), defender(at="1,0")
    assert strengths(battle(game(), *units)) == (4, 4)


def test_every_line_of_the_reasons_adds_up() -> None:
    found = battle(game(modifiers=HALF, strength={"round": "up"}), attacker("horse", count=3), defender()).assessment
    assert found is not None
    assert found.attack == 5
    assert found.trace.mismatches() == []
    assert [line.label for _, line in found.trace.lines()].count("Half: ×1/2") == 3
