"""Movement, zones of control and stacking at its end, each predicted from the text (chapters 10, 12, 13)."""

from __future__ import annotations

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.allowance import trace
from hexumpire.rulesets.aworldatwar.rules.marching import March
from hexumpire.rulesets.aworldatwar.rules.movement import Front, Land, reach

from tests.rules.aworldatwar.attrition_boards import around
from tests.rules.aworldatwar.marches import (
    LINE,
    begin,
    far,
    foot,
    go,
    phase,
    refused,
    some,
    take,
    tank,
    told,
    ways,
    where,
)

PACIFIC = {"theatre": "pacific", "nations": ("US", "Japanese")}
ZONE = "2,-1"
"""A hex from which a zone of control covers 1,0 and 2,0, and no other hex of the line."""
LEAVING = {"0,0": 3, "2,0": 3}
"""What infantry in 1,0 reaches on the line when it stands in a zone in Europe."""


def factor(unit, **more):
    """The movement factor that the trace shows, and the sections behind it."""
    game = phase([unit], **more)
    found = trace(game.scenario.by_id["a1"], game.scenario)
    return found.value, set(found.rules)


def in_zone(foe=None, **more):
    """What infantry in 1,0 reaches with somebody hostile in ZONE."""
    return ways(phase([foot("1,0")], [foe or tank(ZONE)], **more))


# --- movement factors -----------------------------------------------------------------------------------------


def test_10_11_infantry_moves_three_hexes_in_europe_and_two_in_the_pacific_short_of_oil_or_not():
    assert far(phase([foot()])) == 3
    assert far(phase([foot(oil_short=True, supply="partial")])) == 3
    assert far(phase([foot()], **PACIFIC)) == 2
    assert factor(foot(movement=4))[0] == 3, "whatever the counter says"


def test_10_12_mechanized_infantry_moves_four_hexes_in_europe_with_its_machines():
    assert far(phase([some("mechanized", movement=4)])) == 4
    assert far(phase([some("mechanized", movement=4, supply="partial")])) == 3
    assert far(phase([some("mechanized", movement=4, oil_short=True)])) == 3
    assert far(phase([some("mechanized", movement=4)], **PACIFIC)) == 2


def test_10_22_10_92_replacements_and_flak_move_one_hex():
    assert far(phase([some("replacement")])) == far(phase([some("flak")])) == 1
    assert factor(some("replacement"))[1] == {"10.22"}
    assert factor(some("flak"))[1] == {"10.92"}


def test_10_31_13_41f_armor_moves_as_printed_and_as_infantry_without_its_machines():
    assert far(phase([tank()])) == 5
    for lack in ({"mech": "off"}, {"supply": "partial"}, {"oil_short": True}):
        assert far(phase([tank(**lack)])) == 3
        assert far(phase([tank(**lack)], **PACIFIC)) == 2
    assert factor(tank(supply="partial"))[1] == {"13.41F", "10.32"}


def test_10_33_armor_that_exploited_last_turn_is_supplied_and_has_oil():
    assert far(phase([tank(exploited=True, oil_short=True, supply="none")])) == 5
    assert far(phase([tank(oil_short=True)])) == 3
    assert refused(begin([tank(supply="none")]), "a1") == {"13.41A"}


def test_10_33_the_example_of_pacific_armor_in_mountains():
    mountain = {"1,0": {"terrain": "mountain"}}
    game = phase([tank(movement=3)], hexes=mountain, **PACIFIC)
    assert ways(game) == {"1,0": 2}, "in the mountain it has used two and has two"
    battle = take(Battle.start(game), "a1")
    assert refused(battle, "a1", "2,0") == {"10.33", "10.32"}
    assert refused(battle, "a1", "3,0") == {"13.41", "13.41C"}
    out = {"0,0": {"terrain": "mountain"}, "2,0": {"terrain": "mountain"}}
    assert ways(phase([tank(movement=3)], hexes=out, **PACIFIC)) == {"1,0": 1, "2,0": 3}, "its full factor is back"


@pytest.mark.parametrize(
    ("area", "loss", "rules"),
    [((), 0, {"10.33", "10.32"}), ((), 1, {"10.33", "10.32"}), (("1,0", "2,0"), 0, {"10.33", "10.32"}),
     (("8,0",), 1, {"10.33", "10.32"}), (("2,0",), 1, {"10.33", "10.32"}), (("0,0",), 1, {"10.33", "10.32"}),
     (("1,0", "2,0"), 1, {"10.33", "10.32", "13.47"}), (("2,0",), 3, {"10.33", "10.32", "13.47"})],
)  # fmt: skip
def test_10_33_13_47_what_holds_armor_in_the_mountains_is_told(area, loss, rules):
    # It has used two of three in the mountain, where it has two. Weather is named where it would hold it as well.
    hexes = {place: {"weather": "area"} for place in area}
    hexes["1,0"] = {"terrain": "mountain", **hexes.get("1,0", {})}
    battle = take(begin([tank(movement=3)], hexes=hexes, weather_loss=loss, **PACIFIC), "a1")
    assert refused(battle, "a1", "2,0") == rules


def test_10_33_13_47_weather_counts_inside_its_area_only():
    area = {f"{q},0": {"terrain": "clear", "weather": "area"} for q in range(3, 9)}
    assert far(phase([tank()], hexes=area, weather_loss=4)) == 3, "two hexes outside, then one inside"
    assert far(phase([tank()], hexes=area, weather_loss=0)) == 5
    island = {"1,0": {"terrain": "clear", "weather": "area"}}
    assert far(phase([tank()], hexes=island, weather_loss=3)) == 5, "it leaves the area with what it had"
    stuck = {f"{q},0": {"terrain": "clear", "weather": "area"} for q in (1, 2)}
    battle = take(begin([tank()], hexes=stuck, weather_loss=4), "a1")
    assert "go:2,0" not in battle.legal_actions and "13.47" in refused(battle, "a1", "2,0")


@pytest.mark.parametrize(
    ("unit", "theatre"),
    [
        (tank(), "europe"),
        (tank(mech="off", movement=3), "europe"),
        (foot(), "europe"),
        (foot(), "pacific"),
        (tank(mech="off"), "pacific"),
        (some("commando", movement=2), "pacific"),
    ],
)
def test_13_47_weather_on_the_way_holds_whoever_has_no_machines_to_lose(unit, theatre):
    """13.47, 10.32: hexes behind the area are out of reach by the weather, as rough terrain negates no machines."""
    area = {"1,0": {"weather": "area"}}
    loss = far(phase([unit], theatre=theatre)) - 1
    battle = take(begin([unit], hexes=area, weather_loss=loss, theatre=theatre), "a1")
    assert "go:1,0" in battle.legal_actions
    assert refused(battle, "a1", "2,0") == {"13.47", "10.33"}


# --- what steps cost and what forbids them -----------------------------------------------------------------------


def test_13_41d_what_zones_take_is_told_and_why_others_take_nothing():
    def leaving(*foes, **more):
        trace = phase([foot("1,0")], foes, **more).assess(March("pick")).trace
        assert trace.mismatches() == []
        return trace.children[-1]

    beside, above = tank("2,0"), tank("2,-1", factors=4)
    both = leaving(beside, above)
    assert (both.value, [line.value for line in both.children]) == (-2, [-2, -2]), "overlapping zones count once"
    one = leaving(beside, above, sides={"1,0:NE": ["water", "arrow"]})
    assert (one.value, [line.rules for line in one.children if line.skipped]) == (-2, [("10.341B",)])
    none = leaving(beside, hexes={"1,0": {"control": "neutral"}})
    assert (none.value, none.children[0].rules) == (0, ("10.341A",))
    assert len(phase([foot("1,0")], [tank("3,0")]).assess(March("pick")).trace.children) == 1


def test_13_41b_13_41c_rough_terrain_takes_one_more():
    for terrain in ("forest", "mountain", "swamp", "jungle", "jungle_mountain"):
        assert ways(phase([foot()], hexes={"1,0": {"terrain": terrain}})) == {"1,0": 2, "2,0": 3}
    assert ways(phase([foot()], hexes={"1,0": {"terrain": "desert"}})) == {"1,0": 1, "2,0": 2, "3,0": 3}


def test_10_63_13_41c_jungle_is_clear_to_japanese_and_chindits_but_not_jungle_mountain():
    jungle = {"1,0": {"terrain": "jungle"}, "2,0": {"terrain": "jungle_mountain"}}
    japan = {"theatre": "pacific", "nations": ("Japanese", "US")}
    assert ways(phase([foot()], hexes={**jungle, "2,0": {"terrain": "jungle"}}, **japan)) == {"1,0": 1, "2,0": 2}
    assert ways(phase([foot()], hexes=jungle, **japan)) == {"1,0": 1}
    britain = {"theatre": "pacific", "nations": ("British", "Japanese")}
    chindit = some("chindit", movement=2)
    assert ways(phase([chindit], hexes={**jungle, "2,0": {"terrain": "jungle"}}, **britain)) == {"1,0": 1, "2,0": 2}
    assert ways(phase([chindit], hexes=jungle, **britain)) == {"1,0": 1}
    assert ways(phase([foot()], hexes=jungle, **britain)) == {"1,0": 2}


def test_13_41a_the_unsupplied_stay_put_but_not_those_who_always_have_supply():
    assert refused(begin([foot(supply="none")]), "a1") == {"13.41A"}
    assert "take:a1" in begin([some("partisan", movement=5)]).legal_actions


def test_13_411_a_supplied_unit_always_moves_one_hex_and_then_no_further():
    forest = {"2,0": {"terrain": "forest"}, "0,0": {"terrain": "forest"}}
    assert ways(phase([foot("1,0")], [tank(ZONE)], hexes=forest)) == {"0,0": 4, "2,0": 4}
    battle = go(begin([some("replacement")], hexes={"1,0": {"terrain": "forest"}}), "a1", "1,0")
    assert told(battle) == {"13.411"}
    assert refused(battle, "a1") == {"13.411"}


def test_13_42_what_has_moved_stays_and_factors_are_not_saved():
    assert refused(begin([foot(moved=True)]), "a1") == {"13.42"}
    battle = go(begin([foot()]), "a1", "3,0")
    assert refused(battle, "a1") == {"13.41"}


def test_13_43_closed_hexsides():
    assert far(phase([foot()], sides={"0,0:E": ["water"]})) == 0
    assert far(phase([foot()], sides={"0,0:E": ["water", "arrow"]})) == 3
    assert far(phase([foot()], sides={"0,0:E": ["river"]})) == 3
    battle = take(begin([foot("1,0")], sides={"0,0:E": ["impassable"]}), "a1")
    assert refused(battle, "a1", "0,0") == {"13.43B", "13.43C", "13.43D"}
    assert refused(take(begin([foot("1,0")], sides={"0,0:E": ["water"]}), "a1"), "a1", "0,0") == {"13.43A"}
    assert refused(take(begin([foot()], hexes={"1,0": {"terrain": "sea"}, "0,1": {}}), "a1"), "a1", "1,0") == {"13.43A"}


def test_13_43_a_closed_hexside_is_the_reason_where_it_can_be_come_to():
    water = {"2,0:E": ["water"]}
    assert refused(take(begin([foot()], sides=water), "a1"), "a1", "3,0") == {"13.43A"}
    held = begin([foot()], [some("infantry", "1,0")], sides=water, line=(*LINE, "-1,1"))
    assert refused(take(held, "a1"), "a1", "3,0") == {"13.46", "13.43A"}, "hostile units bar the way to it"


@pytest.mark.parametrize(
    ("a", "b", "theatre", "section"),
    [("MM26", "NN26", "europe", "13.43B"), ("NN25", "NN26", "europe", "13.43B"), ("R15", "R16", "pacific", "13.43C")],
)
def test_13_43b_13_43c_named_hexsides_are_closed_on_their_map(a, b, theatre, section):
    here, there = RULESET.find_place(a), RULESET.find_place(b)
    other = "pacific" if theatre == "europe" else "europe"
    open_game = phase([foot(here)], hexes={there: {}}, theatre=other, line=())
    assert there in ways(open_game)
    shut = phase([foot(here)], hexes={there: {}}, theatre=theatre, line=())
    assert ways(shut) == {}
    board = shut.board
    assert board.reach(shut.start(), board.standing(shut.start())[0]).refusal(there)[1] == (section,)


def test_13_46_hostile_ground_units_bar_their_hex_but_flak_and_air_do_not():
    for type in ("infantry", "replacement", "partisan"):
        assert far(phase([foot()], [some(type, "2,0")])) == 1
    assert "13.46" in refused(take(begin([foot()], [some("infantry", "2,0")]), "a1"), "a1", "2,0")
    assert far(phase([foot()], [some("flak", "2,0")])) == far(phase([foot()], [some("air", "2,0")])) == 3


def test_10_94_flak_is_lost_when_its_hex_is_entered_even_in_passing():
    battle = go(begin([foot()], [some("flak", "1,0"), some("flak", "3,0")]), "a1", "2,0")
    assert battle.game.overlay(battle.state)["lost"] == {"d1": 1}
    assert "10.94" in told(battle)
    assert battle.game.remains(battle.state)["d1"] == []


def test_11_42_partisans_keep_to_their_country_with_three_exceptions():
    def goes(nation, here, there):
        hexes = {"0,0": {"country": here}, "1,0": {"country": there}}
        return "1,0" in ways(phase([some("partisan", movement=5)], hexes=hexes, nations=(nation, "German")))

    assert goes("French", "France", "France")
    assert not goes("French", "France", "Belgium")
    assert goes("Irish", "Ireland", "Ulster")
    assert not goes("Irish", "Ireland", "Britain")
    assert not goes("British", "Britain", "Ireland")
    assert goes("Russian", "Russia", "Eastern Poland")
    assert not goes("Polish", "Poland", "Russia")
    assert goes("Iraqi", "Iraq", "Kuwait")
    assert not goes("Iraqi", "Iraq", "Persia")


def test_11_42_each_of_several_partisans_keeps_to_its_own_country():
    """Both are British; and an Axis one in the second country, where Ulster is part of Ireland, goes on from there."""
    lands = ["France", "France", "Yugoslavia", "Yugoslavia", "Ireland", "Ulster"]
    hexes = {f"{q},0": {"country": land} for q, land in enumerate(lands)}
    bands = [some("partisan", at, movement=9, nation="British") for at in ("0,0", "2,0")]
    bands += [some("partisan", "4,0", movement=9, nation="British", builder=who) for who in ("wa", "axis")]
    game = phase(bands, hexes=hexes, line=list(hexes))
    ends = [set(ways(game, f"a{number}")) for number in (1, 2, 3, 4)]
    assert ends == [{"1,0"}, {"3,0"}, set(), {"5,0"}]


def test_11_43_partisans_never_come_by_sea():
    unit = {"side": "attacker", "type": "partisan", "nation": "French", "at": "1,0", "via": "sea"}
    with pytest.raises(InputError, match="via"):
        read_scenario({"ruleset": "aworldatwar", "targets": ["0,0"], "units": [unit]})


def test_neutral_land_is_closed():
    battle = take(begin([foot("1,0")], hexes={"2,0": {"control": "neutral"}}), "a1")
    assert refused(battle, "a1", "2,0") == {"13.411"}


# --- zones of control --------------------------------------------------------------------------------------------


def test_10_34_13_41d_leaving_a_zone_costs_two_more_in_europe_and_one_in_the_pacific():
    assert in_zone() == LEAVING
    assert in_zone(some("infantry", ZONE)) == {"0,0": 1, "2,0": 1, "3,0": 2, "4,0": 3}
    assert in_zone(tank(ZONE, mech="off")) == in_zone(some("infantry", ZONE))
    assert in_zone(**PACIFIC) == {"0,0": 2, "2,0": 2}
    twice = phase([foot("1,0")], [tank(ZONE), tank("1,-1")])
    assert ways(twice) == LEAVING, "zones that overlap count once"
    assert ways(phase([tank("1,0")], [tank(ZONE)])) == {"0,0": 3, "2,0": 3}, "from one hex of a zone to another"


def test_entering_a_zone_costs_nothing_more():
    assert ways(phase([foot("4,0")], [tank(ZONE)]))["2,0"] == 2


def test_10_341a_no_zone_into_neutral_land():
    assert in_zone(hexes={"1,0": {"control": "neutral"}})["0,0"] == 1


def test_10_341b_no_zone_over_water_or_impassable_hexsides():
    for marks in (["water"], ["water", "arrow"], ["impassable"]):
        assert in_zone(sides={"1,0:NE": marks})["0,0"] == 1


def test_10_341c_10_342_a_fort_line_stops_a_zone_unless_it_is_the_owners():
    line = {"sides": {"1,0:NE": ["fort"]}}
    assert in_zone(hexes={"1,0": {"features": ["west_wall"]}}, **line)["0,0"] == 1
    assert in_zone(hexes={ZONE: {"features": ["maginot"]}}, **line)["0,0"] == 3
    kept = {"1,0": {"features": ["west_wall"], "control": "defender"}}
    assert in_zone(hexes=kept, **line)["0,0"] == 3, "the fort is that of the armor's side"


@pytest.mark.parametrize(("ours", "theirs"), [("maginot", "west_wall"), ("west_wall", "maginot")])
def test_10_341c_where_two_walls_face_each_other_the_zone_stops_at_the_enemys(ours, theirs):
    """The hexside is fortified by both: an attack over it meets the wall (15.32E, 15.32F), and a zone does as well."""
    walls = {"1,0": {"features": [ours]}, ZONE: {"features": [theirs]}}
    line = {"sides": {"1,0:NE": ["fort"]}}
    assert in_zone(hexes=walls, **line)["0,0"] == 1
    walls["1,0"]["control"] = "defender"
    assert in_zone(hexes=walls, **line)["0,0"] == 3, "both walls are those of the armor's side"


@pytest.mark.parametrize(
    ("a", "b", "theatre"), [("MM26", "NN26", "europe"), ("NN26", "NN25", "europe"), ("R15", "R16", "pacific")]
)
def test_10_341b_13_43b_13_43c_no_zone_over_hexsides_that_the_text_closes_by_their_numbers(a, b, theatre):
    """On their own map only: on the other one armor beyond such a hexside costs who leaves what zones there cost."""
    here, beyond = RULESET.find_place(a), RULESET.find_place(b)
    on = next(place for place in around(here) if place not in around(beyond) and place != beyond)
    found = {}
    for map in ("europe", "pacific"):
        found[map] = ways(phase([foot(here)], [tank(beyond)], hexes={on: {}}, theatre=map, line=()))[on]
    assert found == {"europe": 3, "pacific": 2, theatre: 1}


@pytest.mark.parametrize(
    ("fort", "cost"),
    [("fortress", 1), ("fortification", 1), ("maginot", 3), ("west_wall", 3), ("singapore", 3), ("beach", 3)],
)
def test_10_341c_15_32e_15_32f_forts_that_face_no_one_way_are_fortified_all_around(fort, cost):
    """No zone reaches into them, be it that of armor in a fort of its own; it reaches into its own fort and out of it.

    Those that face one way have open hexsides, and Singapore no other by land.
    """
    here = {"1,0": {"features": [fort]}}
    assert in_zone(hexes=here)["0,0"] == cost
    assert in_zone(hexes={**here, ZONE: {"features": ["fortress"]}})["0,0"] == cost
    assert in_zone(hexes={"1,0": {"features": [fort], "control": "defender"}})["0,0"] == 3
    assert in_zone(hexes={ZONE: {"features": [fort]}})["0,0"] == 3


def test_10_341d_10_342_rivers_and_rough_terrain_stop_zones_in_the_pacific_only():
    river, forest = {"sides": {"1,0:NE": ["river"]}}, {"hexes": {"1,0": {"terrain": "forest"}}}
    for place in (river, forest):
        assert in_zone(**place)["0,0"] == 3
        assert in_zone(**place, **PACIFIC)["0,0"] == 1
    jungle = {"hexes": {"1,0": {"terrain": "jungle"}}, "theatre": "pacific", "nations": ("US", "Japanese")}
    assert in_zone(**jungle)["0,0"] == 1, "that of Japanese armor too"


def test_10_342_zones_extend_into_bad_weather():
    assert in_zone(hexes={"1,0": {"weather": "area"}})["0,0"] == 3


def test_10_343_zones_hinder_movement_and_the_refusal_counts_them():
    battle = take(begin([foot("1,0")], [tank(ZONE)]), "a1")
    text = next(one.reason for one in battle.game.refusals(battle.state) if one.hex == "3,0")
    assert "6 MF in all, 3 more" in text


def test_10_344_surprised_russian_armor_has_a_weak_zone_or_none():
    russia = {"nations": ("German", "Russian"), "russian_surprise": True}
    ours = {"1,0": {"control": "defender"}}
    assert in_zone(**russia)["0,0"] == 1, "it stands next to a hex that the Axis holds"
    assert in_zone(hexes=ours, **russia)["0,0"] == 2
    assert in_zone(hexes=ours, nations=("German", "Russian"))["0,0"] == 3
    assert in_zone(hexes=ours, nations=("British", "Russian"), russian_surprise=True)["0,0"] == 3
    assert in_zone(tank(ZONE, nation="Rumanian"), **russia)["0,0"] == 3


def test_10_344_14_32_units_of_a_minor_country_beside_the_axis_are_axis_units():
    known = {"nations": ("Turkish", "Russian"), "hexes": {"1,0": {"control": "defender"}}, "russian_surprise": True}

    def cost(*others, **more):
        game = phase([tank("1,0"), *others], [tank(ZONE)], **known, **more)
        land, unit, foes = Land(game.scenario), game.scenario.by_id["a1"], [game.scenario.by_id["d1"]]
        return reach(land, Front(land, unit, foes), unit).ways["0,0"].spent.all

    german = foot("-3,0", nation="German")
    assert cost(german) == 2
    assert cost() == cost(foot("-3,0", nation="British")) == 3
    assert cost(german, minors_alone=True) == 3


def test_10_344_in_exploitation_the_zones_are_whole():
    game = phase([tank("1,0")], [tank(ZONE)], nations=("German", "Russian"), russian_surprise=True)
    land, unit, foes = Land(game.scenario), game.scenario.by_id["a1"], [game.scenario.by_id["d1"]]
    costs = [
        reach(land, Front(land, unit, foes, exploiting=exploiting), unit).ways["0,0"].spent.all
        for exploiting in (False, True)
    ]
    assert costs == [1, 3]


# --- the phase ----------------------------------------------------------------------------------------------------


def test_13_11_ground_units_of_the_side_that_moves_and_nobody_else():
    battle = begin([foot(), some("air")], [some("infantry", "5,0")])
    assert refused(battle, "a2") == refused(battle, "d1") == {"13.11"}


def test_13_45_units_move_together_and_wait_for_others():
    battle = go(begin([foot(count=3), foot("1,0")]), "a1", "1,0", many=2)
    assert sorted(where(battle)["a1"]) == ["0,0", "1,0", "1,0"]
    battle = take(go(battle, "a2", "2,0"), "a1", "1,0").play("go:3,0")
    assert sorted(where(battle)["a1"]) == ["0,0", "1,0", "3,0"]
    assert battle.play("done").outcome.measure("moved") == 3


def test_13_21_13_22_own_units_may_be_given_up_before_movement_but_no_ships():
    battle = begin([foot(count=2), some("fleet")])
    assert refused(battle.play("scrap"), "a2") == {"13.22C"}
    after = battle.play("scrap").play("scrap:a1").play("enough")
    assert where(after) == {"a1": ["0,0"]}
    assert after.game.remains(after.state)["a1"][0].many == 1
    assert "scrap" not in go(battle, "a1", "1,0").legal_actions


def test_12_22_limits_hold_where_movement_ends_and_not_on_the_way():
    battle = go(begin([foot(), foot("1,0", count=2)]), "a1", "2,0")
    assert where(battle)["a1"] == ["2,0"], "through the full hex"
    crowd = go(begin([foot(), foot("1,0", count=2)]), "a1", "1,0")
    assert "done" not in crowd.legal_actions
    assert refused(crowd, place="1,0") >= {"12.11A", "12.22"}
    assert "done" in go(crowd, "a2", "2,0").legal_actions


def test_12_21_12_22_specialised_units_flak_and_bridgeheads_as_in_a_fight():
    light = [foot("1,0", count=2), some("marine", "1,0", count=3), some("flak", "1,0", factors=3)]
    assert "done" in begin(light).legal_actions
    light[1]["count"] = 4
    assert refused(begin(light), place="1,0") >= {"12.12"}
    assert "done" in begin([foot("1,0", count=5)], hexes={"1,0": {"features": ["bridgehead"]}}).legal_actions
    assert refused(begin([foot("1,0", count=2)], hexes={"1,0": {"features": ["island"]}}, **PACIFIC), place="1,0") >= {
        "12.11B"
    }


def test_12_16_shock_armies_end_their_movement_over_the_limit_next_to_an_enemy():
    shock = [foot("1,0", count=2), foot("1,0", shock_army=True)]
    known = {"nations": ("Russian", "German")}
    assert "done" in begin(shock, [some("infantry", "2,0")], **known).legal_actions
    assert "done" not in begin(shock, [some("infantry", "3,0")], **known).legal_actions


def test_13_42_of_two_like_counters_in_one_hex_each_has_what_it_has_not_spent():
    """One went out and came back for two of five movement factors, the other has not moved."""
    battle = go(begin([tank(count=2)]), "a1", "1,0")
    battle = take(battle, "a1", "1,0").play("go:0,0")
    fresh, back = sorted((one for one in battle.legal_actions if one.startswith("take:a1")), key=len)
    for name, most in ((back, 3), (fresh, 5), (back, 3)):
        moving = battle.play(name)
        assert f"go:{most},0" in moving.legal_actions and f"go:{most + 1},0" not in moving.legal_actions


@pytest.mark.parametrize(
    ("unit", "foe", "idle"),
    [
        (tank(), "", True),
        (tank(), "6,0", False),
        (foot(movement=5), "", True),
        (some("commando", movement=3), "4,0", True),
        (tank(mech="off"), "4,0", True),
    ],
)
def test_13_41_who_has_spent_all_is_taken_in_hand_only_where_it_may_ask_for_an_overrun(unit, foe, idle):
    """13.41, 13.52: armor with its machines next to an enemy is told there what an overrun would take."""
    battle = begin([unit], [some("infantry", foe)] if foe else [])
    last = max(place for place in ways(battle.game) if place in LINE)
    battle = go(battle, "a1", last)
    assert any(one.startswith("take:") for one in battle.legal_actions) == (not idle)
    assert refused(battle, "a1", last) == ({"13.41"} if idle else set())


def test_13_41_what_each_leg_of_a_way_costs_is_told():
    """13.41, 13.55A: after one hex the next two cost two movement factors, whatever was spent before."""
    first = go(begin([tank()]), "a1", "1,0")
    asked = take(first, "a1", "1,0")
    assert "To \x023;0\x03: 2 MF" in {option.label for option in asked.node.options}
    assert asked.play("go:3,0").log[-1][1].text.endswith(", 2 MF.")
    assert "" not in asked.legal_actions and "more" not in asked.legal_actions, (
        "neither where it stands nor with another"
    )


def test_13_21_counters_are_given_up_until_none_is_left_and_flak_has_no_factors_to_lose():
    """13.21, 10.93: what was lost is counted in combat factors."""
    battle = begin([foot(count=2), some("flak", factors=2)], [some("flak", "1,0", factors=2)]).play("scrap")
    battle = battle.play_all(["scrap:a1", "scrap:a2"])
    assert "scrap:a1" in battle.legal_actions and "scrap:a2" not in battle.legal_actions
    done = go(battle.play("enough"), "a1", "1,0").play("done")
    assert done.game.overlay(done.state)["lost"] == {"a1": 1, "a2": 1, "d1": 1}
    assert (done.outcome.measure("attacker_lost"), done.outcome.measure("defender_lost")) == (3, 0)


def test_12_17_what_is_too_many_after_a_retreat_moves_on_or_goes():
    battle = begin([foot("1,0", count=3)])
    assert "done" not in battle.legal_actions
    assert not [one for one in battle.legal_actions if one.startswith("remove")], "they can still move away"
    stuck = begin([foot("1,0", count=3, supply="none")])
    assert [one.id for one in stuck.node.options] == ["remove:a1", "scrap"]
    after = stuck.play("remove:a1")
    assert "12.17" in told(after) and where(after) == {"a1": ["1,0", "1,0"]}
    assert "done" in after.legal_actions


def test_12_22_in_a_crowd_those_who_can_leave_it_are_named_first():
    """The tank is fit to overrun the enemy next to it, but has used up its MF."""
    own = [tank(movement=3), foot("2,0"), foot("3,0", supply="none", count=2)]
    battle = begin(own, [some("infantry", "4,0")])
    for unit in ("a1", "a2"):
        battle = go(battle, unit, "3,0")
    taken = [one for one in battle.legal_actions if one.startswith("take")]
    assert taken == ["take:a2@3,0+1.0", "take:a1@3,0+3.0"]


def test_the_older_edition_has_no_movement():
    problems = phase([foot()], edition="old").problems
    assert [(one.path, one.rule) for one in problems] == [("$.edition", "13.41")]


def test_13_46_nobody_begins_among_hostile_units():
    assert [one.rule for one in phase([foot()], [some("infantry")]).problems] == ["13.46"]


def test_what_is_left_is_the_board_of_what_follows():
    battle = go(begin([foot(count=2), foot("5,0")]), "a1", "2,0").play("done")
    (stays, went) = sorted(battle.game.remains(battle.state)["a1"], key=lambda part: part.at)
    assert (stays.at, stays.many, stays.values) == ("0,0", 1, ())
    assert (went.at, went.many, went.values) == ("2,0", 1, (("moved", True),))
    assert "a2" not in battle.game.remains(battle.state)
    assert battle.game.ground(battle.state) == {}


def test_13_47_the_example_of_exploitation_into_the_winter_of_another_front():
    def goes_on(*path):
        hexes = {f"{number},0": place for number, place in enumerate(path, 1)}
        scenario = phase([tank(movement=6)], hexes=hexes, weather_mountains=True).scenario
        land, unit = Land(scenario), scenario.by_id["a1"]
        return f"{len(path) + 1},0" in reach(land, Front(land, unit, []), unit, exploiting=True).ways

    east, south = {"weather": "area"}, {"terrain": "mountain"}
    assert not goes_on({**east, **south})
    assert goes_on(east, south)
    scenario = phase([tank(movement=6)], hexes={"1,0": {**east, **south}}, weather_mountains=True).scenario
    land, unit = Land(scenario), scenario.by_id["a1"]
    why = "the weather bars exploitation out of mountains", ("13.47",)
    assert reach(land, Front(land, unit, []), unit, exploiting=True).refusal("2,0") == why
    game = phase([tank(movement=6)], hexes={"1,0": {**east, **south}}, weather_mountains=True)
    assert "2,0" in ways(game), "in the movement phase mountains hold nobody"


def test_the_form_asks_what_matters_here():
    plain = phase([foot()]).relevant()
    assert plain["conditions"] == ["theatre"] and plain["readings"] == []
    assert plain["units"]["a1"] == ["supply", "moved"]
    assert set(plain["hexes"]["3,0"]) == {"control", "weather"}
    area = phase([tank()], hexes={"1,0": {"weather": "area"}}).relevant()
    assert {"weather_loss", "weather_overruns"} <= set(area["conditions"])
    russia = phase([foot()], [tank(ZONE)], nations=("German", "Russian")).relevant()
    assert "russian_surprise" in russia["conditions"]
    assert set(russia["units"]["d1"]) == {"supply", "oil_short", "mech"}
    abroad = phase([some("partisan", movement=5)], nations=("French", "German")).relevant()
    assert "country" in abroad["hexes"]["3,0"]
    charge = phase([tank()], [some("infantry", "1,0")]).relevant()
    assert {"factors", "ctl"} <= set(charge["units"]["d1"])
    mountains = phase([tank()], hexes={"1,0": {"terrain": "mountain"}}, **PACIFIC).relevant()
    assert "overrun_rough" in mountains["readings"]
