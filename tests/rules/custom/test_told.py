"""The log says why a result is not carried out in full: no way for a retreat, no further round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.custom.setting import EAST, attacker, battle, defender, game, places, rolled, steps

RING = ("-1,0", "0,-1", "-1,1", "1,-1", "0,1", EAST)


def told(found: Any) -> list[str]:
    """The log after the line of the result."""
    return [line.text for _, line in found.log][2:]


@pytest.mark.parametrize(
    ("no_way", "follows"),
    [("eliminated", ["Blue Foot 4-4 is eliminated."]), ("step", ["Blue Foot 4-4 loses 1 step."]), ("stay", [])],
)
def test_who_finds_no_way_to_retreat(no_way: str, follows: list[str]) -> None:
    """Attackers stand all around: it is eliminated, loses a step, or stays, of which the board alone would not tell."""
    rules = game("defender retreats 1", retreats={"no_way": no_way, "rule": "8.3"})
    found = rolled(battle(rules, *(attacker("horse", at=at) for at in RING), defender()))
    assert told(found) == ["Blue Foot 4-4 finds no way to retreat.", *follows]
    assert [line.rules for _, line in found.log][2] == ("8.3",)


@pytest.mark.parametrize(("far", "text"), [(2, "1 hex, not 2"), (3, "1 hex, not 3")])
def test_who_finds_a_part_of_its_way(far: int, text: str) -> None:
    """Only the hex in the east is open, and all hexes behind it are held."""
    behind = ("2,-1", "2,0", "1,1")
    units = (
        *(attacker("horse", at=at) for at in RING[:-1]),
        *(attacker("horse", at=at, stands_by=True) for at in behind),
    )
    found = rolled(battle(game(f"defender retreats {far}", retreats={"no_way": "stay"}), *units, defender()))
    assert told(found) == [f"Blue Foot 4-4 finds a way of {text}."]
    assert places(found.play(f"to:{EAST}"))[-1] == EAST


def test_those_who_find_their_way_are_told_nothing() -> None:
    found = rolled(battle(game("defender retreats 1")))
    assert told(found) == []


@pytest.mark.parametrize(
    ("does", "most", "why"),
    [
        (["another round"], 2, "this was the last of 2"),
        (["another round"], 1, "there is one in a fight"),
        (["the attacker may fight another round"], 1, "there is one in a fight"),
        (["attacker is disrupted", "another round"], 3, "nobody attacks any more"),
        (["attacker retreats 1", "another round"], 3, "nobody attacks any more"),
    ],
)
def test_a_further_round_that_is_not_fought(does: list[str], most: int, why: str) -> None:
    """It was the last one, or the attackers are disrupted or have left: the defenders are still there."""
    found = rolled(battle(game(does, rounds={"most": most, "rule": "8.6"})))
    while found.outcome is None:
        found = found.play(next(iter(found.legal_actions)))
    assert [line.rules for _, line in found.log if line.text == f"No further round: {why}."] == [("8.6",)]


@pytest.mark.parametrize("does", [["defender is eliminated", "another round"], ["attacker is eliminated"], []])
def test_no_round_is_missed_where_a_side_is_gone_or_none_was_given(does: list[str]) -> None:
    found = rolled(battle(game(does, rounds={"most": 1})))
    assert not [text for text in told(found) if "round" in text]
    assert steps(found) == ({"u1": 2} if does[:1] == ["defender is eliminated"] else {"u0": 2} if does else {})
