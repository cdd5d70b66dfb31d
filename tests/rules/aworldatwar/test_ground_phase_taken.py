"""How many hexes a ground phase took: those too that one part of it emptied and another one entered (11.61, 16.42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.aworldatwar.phases import attack, features, foe, mine, options, paid, phase

E, SE, NE = "1,0", "0,1", "1,-1"


def ended(battle: Any) -> Any:
    """The battle at the end of the phase."""
    while "done" in battle.legal_actions:
        battle = battle.play("done")
    return battle.play("end") if "end" in battle.legal_actions else battle


def taken(battle: Any) -> int:
    """The hexes that the phase took."""
    return int(ended(battle).outcome.measure("hexes"))


@pytest.mark.parametrize(("drops", "hexes"), [(True, 1), (False, 0)])
def test_16_42_a_hex_that_was_cleared_and_dropped_into_in_exploitation_is_taken(drops: bool, hexes: int) -> None:
    """16.42, 11.61: the infantry stays where it is, and the airborne unit occupies the hex that it has cleared."""
    units = mine("gr", "0,0", "infantry", 20), mine("air", "-1,0", "airborne", 1), foe("d", E), foe("x", "4,0")
    won = attack(phase(*units), E, "gr").play("stay")
    battle = won.play("begin:exploitation").play(f"drop:air@{E}" if drops else "done")
    assert taken(battle) == hexes


def through(*actions: str) -> Any:
    """A breakthrough into E, an attack on NE after which nobody advances, and then an exploitation."""
    units = (
        mine("gr", "0,0", "infantry", 20), mine("pz", "0,0"), mine("res", "-1,0", factors=4),
        mine("two", "0,-1", "infantry", 20), foe("d", E), foe("e", NE), foe("x", "4,0"),
    )  # fmt: skip
    battle = phase(*units).play_all(["begin:turn", f"at:{E}", "with:gr", "with:pz", "declare"])
    battle = battle.play_all([f"at:{NE}", "with:two", "declare", "fight", "attack:1", "d6=6"])
    battle = paid(battle).play("advance:gr")
    battle = battle.play("stay") if "stay" in options(battle) else battle
    battle = paid(battle.play_all(["attack:2", "d6=6"])).play("stay")
    return battle.play_all(["begin:exploitation", "place:res@1", *actions])


@pytest.mark.parametrize(("way", "hexes"), [((f"go:0@{NE}",), 2), ((), 1)])
def test_11_61_a_hex_that_was_cleared_and_exploiting_armor_entered_is_taken(way: tuple[str, ...], hexes: int) -> None:
    """11.61, 16.3: the hex of the breakthrough, and the one that another attack cleared and nobody advanced into."""
    battle = through(*way)
    assert taken(battle) == hexes


def test_11_61_a_hex_that_armor_went_through_stays_taken() -> None:
    """It counts once, be it that the armor has gone on."""
    battle = through(f"go:0@{NE}", "go:0@2,-1")
    assert "taken" in features(battle.play("done"), NE)
    assert taken(battle) == 2


@pytest.mark.parametrize(("drops", "hexes"), [(True, 1), (False, 0)])
def test_15_46_a_hex_that_one_faction_cleared_and_a_drop_of_another_one_holds_is_taken(drops: bool, hexes: int) -> None:
    """15.46, 16.42: Russians clear the hex and stay out of it; Americans drop into it in exploitation."""
    units = (
        mine("r", "0,0", "infantry", 20, nation="Russian"),
        mine("air", "-1,0", "airborne", 1, nation="US"),
        foe("d", E, nation="German"),
        foe("x", "4,0", nation="German"),
    )
    battle = attack(phase(*units), E, "r").play("stay").play("begin:exploitation")
    battle = battle.play(f"drop:air@{E}" if drops else "done")
    assert taken(battle) == hexes
