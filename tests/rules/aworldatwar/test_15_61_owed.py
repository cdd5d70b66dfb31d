"""15.551, 15.61, 15.62: the log says what a result makes a side lose, and how that comes about."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.model.battle import Battle, Line

from tests.rules.aworldatwar.setting import EAST, WEST, armor, fight, infantry, roll, unit


def owed(battle: Battle[Any]) -> list[Line]:
    """What the log says that a side has to lose."""
    return [line for _, line in battle.log if "has to lose" in line.text]


def reckoned(line: Line) -> list[tuple[int, str, Any]]:
    """A reckoning line by line, with its depth."""
    assert line.trace is not None
    return [(depth, part.label, part.value) for depth, part in line.trace.lines()]


def of(result: str, attack: list[Any], defend: list[Any], **more: Any) -> list[tuple[str, list[Any]]]:
    """The same after a result whose die is looked up in the first round, answered so that it stays."""
    battle = fight(attack, defend, **more)
    faces = dict(battle.assessment.results)
    battle = battle.play(next(face for face, found in faces.items() if found == result))
    while getattr(battle.node, "topic", "") in ("choose", "convert"):
        battle = battle.play("keep")
    return [(line.text, reckoned(line)) for line in owed(battle)]


WEAK = [infantry(2, count=2), unit("air", 3)]


def test_all_of_the_defence_and_half_of_it_rounded_up() -> None:
    """15.61, 15.62: two counters of 2 at a multiplier of 2, and 3 of air, are 11; half of that is 6."""
    whole = [
        (0, "Defence", 11),
        (1, "2 × British 2-3 infantry", 8),
        (2, "printed factors", 4),
        (2, "multiplier", 2),
        (1, "defensive air support", 3),
    ]
    attack = [infantry(5, count=2), unit("air", 2)]
    assert of("A", attack, WEAK) == [("Attacker has to lose 11.", whole)]
    assert of("Ex", attack, WEAK) == [("Attacker has to lose 11.", whole)], "the larger side pays"
    ((text, lines),) = of("a", attack, WEAK)
    assert (text, lines[:2]) == ("Attacker has to lose 6.", [(0, "Half of it, rounded up", 6), (1, "Defence", 11)])


@pytest.mark.parametrize(("result", "less", "each", "need"), [("Ex-1", 1, 4, 7), ("Ex-2", 2, 0, 3)])
def test_exchanges_at_some_levels_less(result: str, less: int, each: int, need: int) -> None:
    """15.61: each multiplier is lower by the levels of the result; air is untouched."""
    ((text, lines),) = of(result, [infantry(5, count=2), unit("air", 2)], WEAK)
    assert text == f"Attacker has to lose {need}."
    assert lines[1:4] == [
        (1, "2 × British 2-3 infantry", each),
        (2, "printed factors", 4),
        (2, "lowered multiplier", 2 - less),
    ]


@pytest.mark.parametrize(
    ("result", "reading", "op"),
    [
        ("Ex-1", "unit", "sum"),
        ("Ex-2", "unit", "sum"),
        ("Ex-2", "total", "sum"),
        ("Ex-3", "unit", "sum"),
        ("Ex-3", "total", "fact"),
    ],
)
def test_the_defence_is_the_sum_of_its_parts_but_where_it_would_be_less_than_nothing(
    result: str, reading: str, op: str
) -> None:
    """15.61: at a multiplier of 2, units count for nothing by Ex-2, and by one reading for less than that by Ex-3."""
    battle = fight([infantry(5, count=2), unit("air", 2)], WEAK, readings={"ex_levels": reading})
    (line,) = owed(battle.play(f"!result={result}"))
    assert line.trace is not None
    assert (line.trace.op, line.trace.mismatches()) == (op, [])


def test_the_defender_loses_half_of_what_is_printed_or_what_the_attack_had() -> None:
    """15.61: of 4 and 3 of air a d takes 4; an Ex that the attack of 8 does not survive takes 8 of a defence of 15."""
    attack = [infantry(3, count=2), unit("air", 2)]
    ((text, lines),) = of("d", [infantry(5, count=2), unit("air", 2)], WEAK)
    assert text == "Defender has to lose 4."
    assert lines == [
        (0, "Half of it, rounded up", 4),
        (1, "Printed factors", 7),
        (2, "2 × British 2-3 infantry", 4),
        (3, "counters", 2),
        (3, "factors each", 2),
        (2, "British air factors", 3),
    ]
    assert of("Ex", attack, [infantry(4), *WEAK[1:], infantry(2)]) == [
        ("Defender has to lose 8.", [(0, "Combat factors of the attack", 8)]),
    ]


def test_who_is_gone_as_a_whole_owes_nothing() -> None:
    """15.61: D, and an Ex between equals."""
    assert of("D", [infantry(5, count=2), unit("air", 9)], [infantry(2)]) == []
    assert of("Ex", [infantry(3, count=2)], [infantry(3)]) == []


def test_each_training_level_finds_its_own_losses() -> None:
    """15.551: at Suez Italians of CTL 1 find Ex-1 and lose 12, Germans of CTL 2 find Ex-2 and lose 6."""
    attack = [infantry(2, "Italian", ctl=1, at=EAST, count=2), infantry(4, at=WEST, count=2), unit("air", 12)]
    battle = fight(attack, [infantry(3, count=2)], features=["fortification"], front="mediterranean")
    found = owed(roll(battle, 6, "keep", "convert"))
    assert [line.text for line in found] == [
        "Attacker has to lose 12 while CTL 1 units survive.",
        "Attacker has to lose 6 while CTL 2 units survive.",
    ]
    assert [reckoned(line)[3] for line in found] == [(2, "lowered multiplier", 2), (2, "lowered multiplier", 1)]
    assert all("15.551" in line.rules for line in found)


def test_a_result_that_is_agreed_on_is_reckoned_too() -> None:
    battle = fight([infantry(5, count=2), unit("air", 2)], WEAK).play("!result=Ex-2")
    assert [line.text for line in owed(battle)] == ["Attacker has to lose 3."]


def test_15_54_15_551_only_an_ex_is_read_as_ex_1_by_each_ctl_in_an_early_german_attack():
    """Out of an Ex-2 against a fort, CTL 1 loses an Ex-1; at one level less than two, CTL 3 nothing."""
    units = [armor(8, ctl=3), armor(8, at=WEST, ctl=1)]
    early = {"edition": "new", "phase": "exploitation", "early_german": True, "features": ["fortification"]}
    battle = roll(fight(units, [infantry(3, count=2)], **early), 5)
    lines = [line.text for _, line in battle.log if "15.551" in line.rules]
    assert lines == [
        "Attacker has to lose 6 while CTL 1 units survive.",
        "Attacker has to lose 0 while CTL 3 units survive.",
    ]
