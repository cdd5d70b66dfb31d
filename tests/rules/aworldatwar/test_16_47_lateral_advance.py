"""16.47A in the Pacific: who has gone a hex beyond the unit before it may advance sideways next to that unit."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.aworldatwar.rules.chain import Link, may_advance

from tests.rules.aworldatwar.exploiting import enemy, exploit, tanks
from tests.rules.aworldatwar.phases import options

HOME = "0,0"
FIRST, SECOND = ("1,0",), ("1,0", "2,-1")


@pytest.mark.parametrize(
    ("theatre", "stands", "rules"),
    [("pacific", "1,-1", ()), ("pacific", "1,0", ("16.47A",)), ("europe", "1,-1", ())],
)
def test_16_47_a_sideways_is_next_to_the_unit_before_where_it_stands_now(theatre, stands, rules):
    """16.47A: ``2,-2`` lies beside ``1,-1``, where the first unit has advanced, and not beside ``1,0``."""
    links = [Link(FIRST, stands), Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 1, "2,-2", theatre)[1] == rules


def test_16_47_a_of_several_units_before_it_any_will_do():
    links = [Link(FIRST, "1,0"), Link(FIRST, "1,-1"), Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,-2", "pacific")[1] == ()


def test_16_47_a_the_hex_that_the_unit_before_has_left_does_not_do():
    """``2,0`` lies beside ``1,0``, which it has left; another unit would hold the chain there."""
    other = Link(("0,1",), "1,0")
    links = [Link(FIRST, "1,-1"), other, Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,0", "pacific")[1] == ("16.47A",)


def test_16_47_the_breakthrough_hex_is_the_first_unit_of_the_chain():
    links = [Link(FIRST, "1,0")]
    assert may_advance(HOME, links, 0, "1,-1", "pacific")[1] == ()
    assert may_advance(HOME, links, 0, "2,0", "pacific")[1] == ("16.47A",)


@pytest.mark.parametrize(
    ("theatre", "does", "may"),
    [("pacific", "advance", True), ("pacific", "stay", False), ("europe", "advance", True), ("europe", "stay", True)],
)
def test_16_47_a_in_a_battle_the_second_unit_advances_sideways_next_to_where_the_first_one_has_advanced(
    theatre, does, may
):
    """16.47A: the first goes to ``1,0`` and on into ``1,-1``, or stays; the second, at ``2,-1``, clears ``2,-2``."""
    came = {"type": "infantry", "nation": "US", "at": HOME, "fought": True}
    places = {place: {} for place in ("1,-1", "2,-1", "2,-2", "1,-2", "3,-2")}
    held = [enemy(nation="Japanese", at="1,-1"), enemy(nation="Japanese", at="2,-2")]
    ours = [tanks("US", count=2, factors=9)]
    battle = exploit(ours, others=[came], came=False, hexes=places, defenders=held, theatre=theatre)
    battle = battle.play_all(["go:0@1,0", "go:1@2,-1", "done"])
    while "attack:1,-1" not in options(battle):
        battle = battle.play("done")
    battle = battle.play_all(["attack:1,-1", "send:0", "fight", "!result=D"])
    battle = battle.play(next(one for one in options(battle) if one.startswith(does)))
    battle = battle.play_all(["attack:2,-2", "send:1", "fight", "!result=D"])
    assert any(one.startswith("advance") for one in options(battle)) == may
