"""16.47A in the Pacific: who has gone a hex beyond the unit before it may advance sideways next to that unit."""

from __future__ import annotations

import pytest
from hexumpire.kit.places import mention
from hexumpire.rulesets.aworldatwar.rules.chain import Link, cut_off, may_advance

from tests.rules.aworldatwar.exploiting import enemy, exploit, tanks
from tests.rules.aworldatwar.phases import options

HOME = "0,0"
FIRST, SECOND = ("1,0",), ("1,0", "2,-1")


def stood(route, at):
    """A unit that nobody has eliminated."""
    return Link(route, at, lost=False)


@pytest.mark.parametrize(
    ("theatre", "stands", "rules"),
    [("pacific", "1,-1", ()), ("pacific", "1,0", ("16.47A",)), ("europe", "1,-1", ())],
)
def test_16_47_a_sideways_is_next_to_the_unit_before_where_it_stands_now(theatre, stands, rules):
    """16.47A: ``2,-2`` lies beside ``1,-1``, where the first unit has advanced, and not beside ``1,0``."""
    links = [stood(FIRST, stands), stood(SECOND, "2,-1")]
    assert may_advance(HOME, links, 1, "2,-2", theatre)[1] == rules


def test_16_47_a_of_several_units_before_it_any_will_do():
    links = [stood(FIRST, "1,0"), stood(FIRST, "1,-1"), stood(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,-2", "pacific")[1] == ()


def test_16_47_a_the_hex_that_the_unit_before_has_left_does_not_do():
    """``2,0`` lies beside ``1,0``, which it has left; another unit would hold the chain there."""
    other = stood(("0,1",), "1,0")
    links = [stood(FIRST, "1,-1"), other, stood(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,0", "pacific")[1] == ("16.47A",)


def test_16_47_who_has_gone_where_another_went_is_beyond_nobody():
    """16.47: both have gone one hex, so neither went beyond the other; it may advance over the hex before."""
    assert may_advance(HOME, [stood(FIRST, "1,0"), stood(FIRST, "1,0")], 1, "2,0", "pacific")[1] == ()
    assert may_advance(HOME, [stood(FIRST, "1,0")], 0, "2,0", "pacific")[1] == ("16.47A",)


@pytest.mark.parametrize(
    ("theatre", "stands", "linked"),
    [
        ("pacific", "1,0", True),
        ("pacific", "2,0", False),
        ("europe", "2,0", True),
        ("europe", "2,-1", True),
        ("europe", "1,-2", False),
        ("europe", "3,0", False),
    ],
)
def test_16_47_b_what_holds_a_chain_together(theatre, stands, linked):
    """16.47B: places next to each other; in Europe with one hex between them, too, which armor passed through."""
    assert cut_off(HOME, [stood(FIRST, stands)], theatre) == ([] if linked else [0])


def test_16_47_the_breakthrough_hex_is_the_first_unit_of_the_chain():
    links = [stood(FIRST, "1,0")]
    assert may_advance(HOME, links, 0, "1,-1", "pacific")[1] == ()
    assert may_advance(HOME, links, 0, "2,0", "pacific")[1] == ("16.47A",)


@pytest.mark.parametrize(
    ("theatre", "ours", "to", "before", "told"),
    [
        ("pacific", SECOND, "3,-1", "1,0", "{} is not next to the unit before it in {}"),
        ("europe", (*FIRST, "2,0", "3,-1"), "4,-2", "2,0", "{} is not next to {}, the hex before"),
    ],
)
def test_16_47_a_says_whom_or_which_hex_it_would_have_to_be_next_to(theatre, ours, to, before, told):
    """16.47A: in the Pacific it is a hex beyond the unit before it, in Europe two hexes beyond it."""
    found = may_advance(HOME, [stood(FIRST, "1,0"), stood(ours, ours[-1])], 1, to, theatre)
    text = f"it has gone as far as it may, and {told.format(mention(to), mention(before))}"
    assert found == (text, ("16.47A",))


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
