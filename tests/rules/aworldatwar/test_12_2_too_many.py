"""Who goes when too many are in a hex at the end of movement (12.11, 12.12, 12.15, 12.17, 12.21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.aworldatwar.marches import begin, charge, foot, go, some, tank, where

FAR = foot("0,8")
US = ("US", "German")
DAS = {"type": "air", "factors": 12, "at": "0,8"}


def removable(battle: Any) -> set[str]:
    """The counters that may be eliminated as too many, by unit."""
    found = (one.partition(":") for one in battle.legal_actions)
    return {name.partition("@")[0] for verb, _, name in found if verb == "remove"}


def without(battle: Any, unit: str) -> Any:
    """The battle after a counter was eliminated as too many."""
    return battle.play(next(one for one in battle.legal_actions if one.startswith(f"remove:{unit}")))


def crowd(*others: Any, at: str = "0,0", **more: Any) -> Any:
    """Three infantry without movement in a hex, and others there."""
    stuck = [foot(at, supply="none") for _ in range(3)]
    return begin([*stuck, *others], [FAR], nations=US, **more)


@pytest.mark.parametrize("type", ["marine", "airborne", "flak"])
def test_12_12_who_has_a_place_of_its_own_does_not_go_for_ordinary_units(type: str) -> None:
    """12.11: limits refer to units that are not specialised, so that those are in excess and no others (12.17)."""
    battle = crowd(some(type))
    assert removable(battle) == {"a1", "a2", "a3"}
    assert "done" in without(battle, "a2").legal_actions


def test_12_12_that_a_marine_could_move_on_saves_no_ordinary_unit() -> None:
    """12.17: they go as they cannot remedy it; that somebody else in the hex can move remedies nothing."""
    battle = crowd(some("marine"))
    assert "take:a4" in battle.legal_actions
    assert removable(go(battle, "a4", "2,0")) == removable(battle)


def test_12_12_of_four_specialised_units_one_goes_and_nobody_else() -> None:
    marines = [some("marine", supply="none") for _ in range(4)]
    battle = begin([*marines, foot(supply="none"), foot(supply="none")], [FAR], nations=US)
    assert removable(battle) == {"a1", "a2", "a3", "a4"}


def test_12_12_by_the_other_reading_an_ordinary_unit_may_go_for_the_fourth() -> None:
    marines = [some("marine", supply="none") for _ in range(4)]
    ordinary = [foot(supply="none"), foot(supply="none")]
    battle = begin([*marines, *ordinary], [FAR], nations=US, readings={"special_places": "ordinary"})
    assert removable(battle) == {"a1", "a2", "a3", "a4", "a5", "a6"}
    assert "done" in without(battle, "a5").legal_actions


def test_10_96_12_11_each_kind_goes_for_itself() -> None:
    """Three infantry and four factors of flak, none of which can move: of each kind one is too many."""
    flak = [some("flak", "0,0", factors=3, moved=True), some("flak", "-1,0")]
    battle = go(crowd(*flak), "a5", "0,0")
    assert removable(battle) == {"a1", "a2", "a3", "a4", "a5"}
    assert removable(without(battle, "a5")) == {"a1", "a2", "a3"}
    assert removable(without(battle, "a1")) == {"a4", "a5"}


def test_10_96_that_infantry_could_move_on_saves_no_flak() -> None:
    flak = [some("flak", "0,0", factors=3, moved=True), some("flak", "-1,0")]
    battle = go(begin([*flak, foot()], [FAR], nations=US), "a2", "0,0")
    assert removable(battle) == {"a1", "a2"}
    assert "take:a3" in battle.legal_actions


def failed(*others: Any) -> Any:
    """Four armor of one hex, two of which failed to overrun one neighbour and two another."""
    units = [tank("0,0") for _ in range(4)]
    foes = [foot("1,0", factors=1), foot("1,-1", factors=1), DAS]
    battle = begin([*units, *others], foes, nations=US)
    battle = charge(battle, "a1", "1,0", "with:a2", "das:1")
    return charge(battle, "a3", "1,-1", "with:a4", "das:1")


def test_12_15_those_who_failed_to_overrun_crowd_out_no_specialised_unit() -> None:
    """12.15, 12.12: four that failed may stay overstacked, and a marine has a place of its own beside them."""
    assert "done" in failed().legal_actions
    assert removable(failed(some("marine", supply="none"))) == set()
    assert "done" in failed(some("marine", supply="none")).legal_actions


def test_12_15_an_ordinary_unit_beside_them_goes_and_the_marine_stays() -> None:
    battle = failed(some("marine", supply="none"), foot(supply="none"))
    assert removable(battle) == {"a6"}
    after = without(battle, "a6")
    assert "done" in after.legal_actions
    assert where(after)["a5"] == ["0,0"]
