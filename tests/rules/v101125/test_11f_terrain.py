"""11.F, 11.H: terrain, and units without strength."""

from fractions import Fraction

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125.rules import planned, special, terrain, zero
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.relevance import relevant
from hexumpire.rulesets.v101125.setting import Setting

from tests.rules.v101125.playing import begin
from tests.rules.v101125.setting import (
    EAST,
    HERE,
    SOUTHEAST,
    changed,
    document,
    figures,
    infantry,
    problems,
    skipped,
    support,
    unit,
)

GUARD = [infantry(5)]
RIVER = {EAST: ["minor_river"]}


def test_11_f_2_a_4_10_mechanized_brigade_in_mountains():
    """11.F.2: The example of the rule: worth 1 attacking and 2 defending."""
    brigade = unit("mechanized", 4, size="1")
    assert figures([brigade], [infantry(1)], terrain="mountain").attack == 1
    assert figures([infantry(9)], [brigade], terrain="mountain").defence == 2


def test_11_f_1b_two_panzer_divisions_in_a_forest_across_a_minor_river():
    """11.F.1b: The example of the rule: 6 REs are worth 1 1/2."""
    panzers = [unit("armour", 9), unit("armour", 9)]
    found = figures(panzers, GUARD, terrain="forest", sides=RIVER)
    assert found.armour.trace.children[0].value == Fraction(3, 2)
    assert found.attack == Fraction(9, 2)


def test_11_f_1b_a_river_cuts_only_those_who_cross_it():
    """11.F.1b."""
    panzers = [unit("armour", 9), unit("armour", 9, at=SOUTHEAST)]
    found = figures(panzers, GUARD, sides=RIVER)
    assert found.armour.trace.children[0].value == 3 + Fraction(3, 2)
    assert found.attack == 9 + Fraction(9, 2)


def test_11_f_0_artillery_infantry_and_motorized_units_are_cut_by_their_own():
    """11.F.0."""
    units = [infantry(8), unit("motorized", 8), unit("artillery", 8), unit("artillery", 8, cm=True)]
    found = figures(units, GUARD, terrain="forest")
    assert found.attack == 8 + 4 + 4 + 4
    assert figures(units, GUARD, sides=RIVER).attack == 4 + 4 + 8 + 8


def test_11_f_1c_motorized_infantry_on_foot_is_not_cut_and_not_converted():
    """11.F.1c."""
    group = [unit("armour", 9, size="1"), unit("motorized", 8, size="1")]
    walking = [group[0], {**group[1], "on_foot": True}]
    rows = [figures(units, GUARD, terrain="forest") for units in (group, walking)]
    assert [found.attack for found in rows] == [Fraction(17, 2), Fraction(25, 2)]
    assert [found.armour.trace.children[0].value for found in rows] == [1, Fraction(1, 2)]
    assert figures(walking, GUARD).armour.trace.children[0].value == 2  # in clear terrain it is neutral as ever


def test_11_f_1a_terrain_never_takes_the_armour_modifier_past_nothing():
    """11.F.1a: The example of the rule: 3 REs against 3 in woods give -2 in all."""
    corps = unit("antitank", 5, size="3")
    found = figures([unit("armour", 9)], [corps], terrain="woods")
    assert (found.armour.ratio.name, found.armour.modifier, found.dm()) == ("1:1", 0, -2)


def test_11_f_0_what_players_state_goes_before_the_chart():
    """11.F.0."""
    attack = [infantry(8)]
    assert figures(attack, GUARD, terrain="swamp").attack == 8
    assert figures(attack, GUARD, terrain="swamp", here={"infantry_left": "half", "dm": -1}).attack == 4
    assert figures(attack, GUARD, terrain="swamp", here={"dm": -1}).dm() == -1
    tables = {"terrain_strength": {"swamp": {"infantry": "quarter"}}, "terrain_numbers": {"swamp": {"dm": -3}}}
    found = figures(attack, GUARD, terrain="swamp", pack={"title": "Ours", "tables": tables})
    assert (found.attack, found.dm()) == (2, -3)


def test_11_f_0_what_nobody_tells_is_said_and_asked():
    """11.F.0."""
    found = figures([infantry(8)], GUARD, terrain="swamp", features=["fort"])
    assert skipped(found.modifiers) == {"Swamp": terrain.UNTOLD, "Fort": terrain.UNTOLD}
    assert "Swamp" in skipped(found.attack_trace)
    asked = relevant(found.setting)["hexes"]["0,0"]
    assert {"infantry_left", "dm", "sp_more", "aec_lost"} <= set(asked)
    assert "motorized_left" not in asked


def test_11_f_0_clear_terrain_asks_nothing_and_changes_nothing():
    """11.F.0: not even of aircraft, which have a column of their own on the players' chart."""
    assert relevant(figures([infantry(8), support(6)], [infantry(5), support(4)]).setting)["hexes"]["0,0"] == []
    found = figures([infantry(8)], GUARD)
    assert relevant(found.setting)["hexes"]["0,0"] == []
    assert skipped(found.attack_trace) == {}
    assert found.dm() == 0


@pytest.mark.parametrize("place", ["woods", "mountain"])
def test_11_l_1_d_iv_a_counterattack_is_fought_as_in_the_clear(place):
    """11.L.1.d.iv."""
    found = figures([infantry(8)], GUARD, terrain=place, sides=RIVER)
    clear = changed(found, kind="counterattack", clear=True)
    assert (clear.attack, clear.dm()) == (8, 0)
    assert skipped(clear.modifiers) == {"terrain": "a counterattack is fought as in clear terrain"}


def test_t6_r3_what_terrain_leaves_of_plain_infantry():
    """T6.r3."""
    found = figures([unit("mountain", 6)], GUARD, terrain="mountain")
    assert terrain.left_of_infantry(found.setting, found.fight) == Fraction(1, 2)
    assert terrain.left(found.setting, found.fight, found.fight.attackers[0]) == 1
    river = figures([infantry(6), infantry(6, at=SOUTHEAST)], GUARD, sides=RIVER)
    assert terrain.left_of_infantry(river.setting, river.fight) == 1  # not all of them cross it


def test_11_f_0_air_is_cut_by_terrain_of_its_own():
    """11.F.0."""
    found = figures([infantry(8), support(6)], [infantry(5), support(4)], terrain="forest", here={"air_left": "half"})
    assert (found.attack, found.defence) == (8 + 3, 5 + 1)
    told = figures([infantry(8), support(6)], GUARD, terrain="forest")
    assert told.attack == 14
    assert "air_left" in relevant(told.setting)["hexes"]["0,0"]


def test_11_b_5_weather_cuts_attackers_as_stated():
    """11.B.5."""
    found = figures([infantry(8), support(6)], GUARD, weather_left="half")
    assert (found.attack, found.defence) == (4 + 6, 5)


# --- units without strength -------------------------------------------------------------------------------------------


def test_11_h_2_nobody_with_strength_is_eliminated_without_dice():
    """11.H.2."""
    assert figures([infantry(8)], [infantry(0)]).undefended
    assert figures([infantry(8)], []).undefended
    assert not figures([infantry(8)], [infantry(0), infantry(1)]).undefended
    assert figures([infantry(8)], [infantry(0), support(9)]).undefended  # air does not hold a hex
    assert figures([infantry(8)], [infantry(0)]).odds is None
    assert figures([infantry(8)], [infantry(0), support(9)]).odds is None


def test_11_h_2_no_dice_fall_either_where_supply_leaves_the_defenders_no_strength():
    """11.B.7, 11.H.2: odds against nothing are none; half of 6 is left of one whose supply is half."""
    for cut, odds in (("none", None), ("half", "3.0:1")):
        found = figures([infantry(9)], [infantry(6, supply_cut=cut)])
        assert (found.odds and found.odds.name) == odds


def test_11_h_2_who_is_held_out_does_not_hold_it_either():
    """11.H.2."""
    assert figures([infantry(8)], [infantry(0), infantry(5, held_out=True)]).undefended


def test_11_h_3_by_the_option_res_fight_as_strength():
    """11.H.3."""
    staff = unit("headquarters", 0, size="3")
    other = unit("headquarters", 0, size="1", no_printed=True)
    found = figures([staff], [other], zero_option=True)
    assert (found.attack, found.defence, found.odds.name) == (3, Fraction(1, 2), "6.0:1")
    assert zero.optional(found.setting, found.fight)
    plain = figures([staff], [other])
    assert plain.attack == 0
    assert not zero.optional(plain.setting, plain.fight)


@pytest.mark.parametrize(
    ("features", "here", "more"),
    [
        (["small_city"], {}, Fraction(1, 8)),
        (["dot_city"], {}, Fraction(1, 4)),
        (["partial_city"], {"airfields": 2}, Fraction(1, 2)),
        (["full_city", "fort"], {}, Fraction(1, 2) + Fraction(1, 8)),
        (["fortress"], {"airfields": 7}, 1 + 2 * Fraction(1, 8)),
    ],
)
def test_11_h_3_sites_of_the_hex_count_with_the_defence(features, here, more):
    """11.H.3."""
    staff = unit("headquarters", 0, size="3")
    found = figures([staff], [staff], features=features, here=here, zero_option=True)
    assert found.defence == 3 + more


def test_11_h_3_a_small_city_has_no_other_effect():
    """11.H.3, 11.F.0: neither chart nor dice know one that is no dot city."""
    plain, town = (figures([unit("armour", 12)], [infantry(5)], features=found) for found in ([], ["small_city"]))
    assert (town.attack, town.defence, town.dm(), town.cost.value) == (plain.attack, plain.defence, plain.dm(), 1)
    assert skipped(town.attack_trace) == skipped(plain.attack_trace)


def test_11_h_3_does_not_touch_units_with_strength():
    """11.H.3."""
    assert figures([infantry(8)], [unit("headquarters", 0)], zero_option=True).undefended


def test_11_f_0_what_nobody_tells_of_mountains_is_what_they_leave_of_aircraft():
    """11.F.0: their other numbers are told; it is said only where aircraft fly, on either side."""

    def told(*attack, defend=()):
        found = figures([infantry(9), *attack], [*GUARD, *defend], terrain="mountain")
        return skipped(found.attack_trace)

    assert told() == {}
    assert told(support(3, "naval")) == {}
    assert told(support(3)) == {"Mountain": terrain.UNTOLD}
    assert told(defend=[support(3)]) == {"Mountain": terrain.UNTOLD}


# --- hexsides that are rated as terrain -------------------------------------------------------------------------------

AEC = {"terrain_numbers": {"mountain_side": {"aec": 2}, "minor_river": {"aec": 1}}}
"""A chart of which hexsides cost armour."""


def chart(tables):
    """A chart pack of those tables."""
    return {"title": "Ours", "tables": tables}


@pytest.mark.parametrize(
    ("way", "places", "modifier"),
    [
        (["mountain_side"], (EAST, EAST), 2),
        (["minor_river"], (EAST, EAST), 1),
        (["mountain_side", "minor_river"], (EAST, EAST), 3),
        (["mountain_side"], (EAST, SOUTHEAST), 0),
    ],
)
def test_11_f_1_a_hexside_takes_its_part_of_the_armour_modifier_where_all_armour_crosses_it(way, places, modifier):
    """11.F.0, 11.F.1, 11.F.1b: terrain is rated by its effect on units attacking across the hexside, too."""
    panzers = [unit("armour", 9, at=place) for place in places]
    foot = infantry(4, at=SOUTHEAST)
    guard = [infantry(30, intrinsic="none"), unit("antitank", 1, size="1/2")]
    found, plain = (
        figures([*panzers, foot], guard, sides={EAST: way}, pack=chart(tables)).armour for tables in (AEC, {})
    )
    assert found.modifier == max(0, plain.modifier - modifier)
    assert plain.modifier > 0


def test_11_f_1_a_hexside_takes_its_part_of_the_defenders_armour_where_all_attackers_cross_it():
    """11.F.1a, 11.J.4: -3.7 at 1:4 becomes -1.7, and stays so where some do not come across."""
    tank = [unit("armour", 9, size="2")]
    for places, modifier in (((EAST, EAST), Fraction(-17, 10)), ((EAST, SOUTHEAST), Fraction(-37, 10))):
        attack = [infantry(30, at=place) for place in places]
        found = figures(attack, tank, sides={EAST: ["mountain_side"]}, pack=chart(AEC))
        assert found.armour.modifier == modifier


@pytest.mark.parametrize(
    ("own", "strength", "dm"), [({}, 2, -3), ({"mountain_side": {"infantry": "half", "dm": -1}}, 4, -1)]
)
def test_11_f_1d_a_mountain_hexside_of_which_nothing_is_told_is_as_a_mountain_hex(own, strength, dm):
    """11.F.1d: the penalties of an attack on similar terrain, as the players' chart has them."""
    rows = {"mountain": {"infantry": "quarter", "dm": -3}, **own}
    tables = {
        "terrain_strength": {row: {"infantry": cells["infantry"]} for row, cells in rows.items()},
        "terrain_numbers": {row: {"dm": cells["dm"]} for row, cells in rows.items()},
    }
    found = figures([infantry(8)], GUARD, sides={EAST: ["mountain_side"]}, pack=chart(tables))
    assert (found.attack, found.dm()) == (strength, dm)


def test_11_f_2_armour_in_the_shared_hex_is_behind_no_mountain_hexside_of_the_hex_that_is_attacked_with_it():
    """11.F.2, 11.R.3.d.2: two hexes defend as one, with the terrain of either; a defender attacks over no hexside."""
    guard = [infantry(5), unit("armour", 8, at=EAST)]
    setup = document([infantry(60)], guard, sides={EAST: ["mountain_side"]}) | {"targets": [HERE, EAST]}
    found = Setting(read_scenario(setup))
    figures_of_both = [Figures(found, found.opening)]
    for ground in ("on:1", "on:2"):
        battle = begin(setup, ground)
        figures_of_both.append(battle.game.flow.engagement(battle.state).figures)
    assert [one.defence for one in figures_of_both] == [13, 13, 13]


def test_11_e_0_mountain_troops_in_the_shared_hex_are_behind_no_mountain_hexside_either():
    """11.E.0, 11.R.3.d.2: nothing lends them their ability where both hexes are clear."""
    guard = [infantry(5), unit("mountain", 8, at=EAST)]
    setup = document([infantry(60)], guard, sides={EAST: ["mountain_side"]}) | {"targets": [HERE, EAST]}
    found = Setting(read_scenario(setup))
    assert list(special.found(found, found.opening)) == []


@pytest.mark.parametrize(("at", "kept"), [(EAST, ()), (HERE, ("11.R.3.b",))])
def test_11_r_3_b_is_cited_where_works_serve_their_owner_in_a_shared_hex_and_for_no_terrain(at, kept):
    numbers = chart({"terrain_numbers": {"fort": {"dm": -1}, "woods": {"dm": -2}}})
    found = figures([infantry(8, at=at)], GUARD, terrain="woods", features=["fort"], pack=numbers)
    cited = {line.label: line.rules for line in found.modifiers.children if line.value}
    assert cited == {"Woods": ("11.F.0",), "Fort": ("11.F.0", *kept)}


@pytest.mark.parametrize(("marks", "defence"), [(["river"], 3), (["river", "bridge"], Fraction(25, 8))])
def test_11_h_3_each_bridge_of_the_hex_counts_with_the_defence(marks, defence):
    """11.H.3: bridges are on hexsides, each worth an eighth."""
    staff = unit("headquarters", 0, size="3")
    assert figures([staff], [staff], sides={EAST: marks}, zero_option=True).defence == defence
    both = figures([staff], [staff], sides={EAST: marks, SOUTHEAST: marks}, zero_option=True).defence
    assert both == defence + (defence - 3)


@pytest.mark.parametrize(("via", "strength", "rules"), [("land", 2, ["11.A.2"]), ("airdrop", 4, [])])
def test_11_r_0_who_is_dropped_into_the_hex_crosses_no_hexside_of_it(via, strength, rules):
    """11.R.0, 11.F.0, 11.A.2: be it that the counter is shown beside the hex; those by land are halved or barred."""
    troops = [unit("parachute", 4, via=via)]
    assert figures(troops, GUARD, sides=RIVER).attack == strength
    assert problems(troops, GUARD, sides={EAST: ["prohibited"]}) == rules
    battle = begin(document(troops, [infantry(0)], sides={EAST: [] if rules else ["prohibited"]}))
    assert "go:a1:0" in battle.legal_actions


@pytest.mark.parametrize(("via", "price", "rules"), [("land", 1, ["11.A.9"]), ("airdrop", 2, [])])
def test_11_r_0_who_is_dropped_into_the_hex_is_a_stack_of_its_own(via, price, rules):
    """11.R.0, 11.B.4, 11.A.9, 11.K.1: no part of those beside the hex with whom the counter is shown."""
    force = [infantry(9), unit("parachute", 4, via=via, moved="initial"), infantry(1, size="1/2", moved="initial")]
    assert figures(force, GUARD).cost.value == price
    assert problems(force, GUARD, stacking=2) == rules
    assert bool(planned.forbidden(figures(force, GUARD).fight)[0]) is (via == "land")
