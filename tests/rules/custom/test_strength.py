"""Strengths: which numbers fight, what lost steps leave of them, how fractions are rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.custom.setting import attacker, battle, defender, game, rolled, strengths

HALF = {"half": {"title": "Half", "when": {"attacker": ["foot", "horse"], "who": "each"}, "attack": "x1/2"}}


def test_attackers_attack_and_defenders_defend() -> None:
    assert strengths(battle(game(), attacker(), attacker("horse"), defender("guns"))) == (7, 1)


def test_numbers_may_differ_from_those_printed_and_counters_count() -> None:
    assert strengths(battle(game(), attacker(attack=9, count=3), defender(defense=7))) == (27, 7)


def test_a_type_with_an_attack_alone_defends_with_it() -> None:
    document = game(types={"foot": {"title": "Foot", "attack": 3}})
    assert strengths(battle(document)) == (3, 3)


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
