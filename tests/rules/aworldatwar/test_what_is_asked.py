"""What the form asks of an attack: each condition and reading where its rule can hang on it, and not elsewhere."""

import pytest
from hexumpire.rulesets.aworldatwar.numbering import find_place

from tests.rules.aworldatwar.marches import foot, phase, some, tank
from tests.rules.aworldatwar.setting import EAST, WEST, armor, game, infantry, unit

WEAK = [infantry(1)]
AIR = unit("air", 9)
DROP = unit("airborne", count=9, at="0,0", via="airdrop")
BEACH = [infantry(12, via="sea")]
RAIDER = unit("commando", nation="British", count=9, via="sea", port_raid_range=6)
OLD = {"edition": "old"}
FORT = {"features": ["fortification"]}
LEDO, OVER = find_place("R15"), find_place("R16")
"""Two hexes of the Pacific map between which the mountains are closed."""

BOTH = {"targets": ("0,0", "0,1")}
ASKED = [
    # (key, rule, the attack in which it is asked, one in which it is not)
    ("allies_disagree", "15.93", ([infantry(6), infantry(6, "Italian")], WEAK, {}),
     ([infantry(6), unit("air", 9, "Italian")], WEAK, {})),
    ("fort_bar", "15.52", ([infantry(12)], WEAK, {**FORT, **BOTH, "fort_unsupplied": 2}),
     ([infantry(12)], WEAK, {**FORT, **BOTH})),
    ("air_dies", "15.632", ([infantry(6)], [infantry(1), AIR], {}), ([infantry(6)], WEAK, {})),
    ("das_losses", "15.61", (BEACH, [*WEAK, AIR], {}), ([infantry(12)], [*WEAK, AIR], {})),
    ("das_losses", "15.61", (BEACH, [*WEAK, AIR], OLD), ([*BEACH, AIR], WEAK, {})),
    ("theatre", "10.32", ([infantry(6), DROP], WEAK, {}), ([infantry(6)], WEAK, {})),
    ("theatre", "10.32", ([infantry(6), RAIDER], WEAK, {}),
     ([infantry(6), {**RAIDER, "port_raid_range": 0}], WEAK, {})),
    ("theatre", "10.32", ([infantry(6)], [armor(3), infantry(1)], {"terrain": "forest"}),
     ([armor(6)], WEAK, {"terrain": "forest"})),
    ("theatre", "10.32", (BEACH, WEAK, {"features": ["island"]}), (BEACH, WEAK, {"features": ["capital"]})),
    ("theatre", "10.32", ([infantry(6)], [infantry(1, "Rumanian"), infantry(1)], {}), ([infantry(6)], WEAK, {})),
    ("theatre", "10.32", ([infantry(6, "Japanese"), infantry(6)], WEAK, {}), ([infantry(6)], [infantry(1, "US")], {})),
    ("atomic", "15.55", ([infantry(12)], WEAK, {"features": ["beach"]}), ([infantry(12)], WEAK, {})),
    ("atomic", "15.55", ([infantry(12), *BEACH], WEAK, {}), ([infantry(12), DROP], WEAK, {})),
    ("japanese_surprise", "15.33E", (BEACH, WEAK, {"nations": ("Japanese", "US")}), (BEACH, WEAK, {})),
    ("japanese_surprise", "15.33E", ([infantry(6)], WEAK, {"nations": ("Japanese", "US"), "theatre": "pacific"}),
     ([infantry(6)], WEAK, {"nations": ("Japanese", "US")})),
    ("early_german", "15.54", ([armor(6)], WEAK, {"phase": "exploitation"}),
     ([armor(6, "British")], [infantry(1, "German")], {"phase": "exploitation"})),
    ("early_german", "15.54", ([armor(6)], WEAK, {"phase": "exploitation"}), ([armor(6)], WEAK, {})),
    ("invasion_scope", "15.55", (BEACH, WEAK, {}), (BEACH, WEAK, OLD)),
    ("invasion_scope", "15.55", (BEACH, WEAK, {}), ([infantry(12)], WEAK, {})),
    ("conversion_order", "15.55", (BEACH, WEAK, {}), (BEACH, WEAK, OLD)),
    ("conversion_order", "15.55", ([infantry(12)], WEAK, {**OLD, **FORT}), ([infantry(12)], WEAK, {})),
    ("lowest_ctl", "15.551", ([infantry(12), AIR], WEAK, FORT), ([infantry(12)], WEAK, FORT)),
    ("lowest_ctl", "15.551", ([*BEACH, AIR], WEAK, {}), ([infantry(12), AIR], WEAK, {})),
    ("fort_bar", "15.52", ([infantry(12)], WEAK, {"features": ["maginot"]}), ([infantry(12)], WEAK, FORT)),
    ("fort_bar", "15.52", ([infantry(12)], WEAK, {**FORT, "fort_unsupplied": 2}),
     ([infantry(12)], WEAK, {"fort_unsupplied": 2})),
    ("singapore_drop", "15.32E", ([DROP], WEAK, {"features": ["singapore"]}), ([DROP], WEAK, FORT)),
    ("singapore_drop", "15.32E", ([DROP], WEAK, {"features": ["singapore"]}),
     ([infantry(12)], WEAK, {"features": ["singapore"]})),
    ("ex_levels", "15.61", ([infantry(6)], [infantry(1), infantry(2)], {}), ([infantry(6)], [infantry(1), AIR], {})),
    ("phase", "15.14", ([armor(6), infantry(6)], WEAK, {}), ([infantry(6)], [armor(1)], {})),
    ("phase", "15.14", ([DROP], WEAK, {}), ([infantry(6)], WEAK, {})),
    ("phase", "15.14", ([infantry(6)], WEAK, {"phase": "exploitation"}), ([infantry(6)], WEAK, {})),
    ("front", "15.33B", ([infantry(6)], [infantry(1, "Italian"), infantry(1)], {}),
     ([infantry(6, "Italian")], WEAK, {})),
    ("rome_allied", "15.33B", ([infantry(6)], [infantry(1, "Italian")], {}), ([infantry(6)], WEAK, {})),
    ("italian_both", "15.33B", ([infantry(6)], [infantry(1, "Italian"), infantry(1)], {"rome_allied": True}),
     ([infantry(6)], [infantry(1, "Italian")], {})),
    ("italian_both", "15.33B", ([infantry(6)], [infantry(1, "Italian")], {"axis_in_africa": False}),
     ([infantry(6)], [infantry(1, "Italian")], {"axis_in_africa": False, "front": "mediterranean"})),
    ("italian_both", "15.33B", ([infantry(6)], [infantry(1, "Italian")], {"rome_allied": True}),
     ([infantry(6)], [infantry(1), unit("air", 3, "Italian")], {"rome_allied": True})),
    ("volunteers", "15.33B", ([infantry(6)], [infantry(1, "Spanish"), infantry(1)], {"front": "eastern"}),
     ([infantry(6)], [infantry(1, "Spanish")], {"front": "western"})),
    ("front", "15.33B", ([infantry(6)], [infantry(1, "Vichy French"), infantry(1)], {}), ([infantry(6)], WEAK, {})),
    ("china_resistance", "15.33F", ([infantry(6)], [infantry(1, "Nationalist Chinese")], {}),
     ([infantry(6)], [infantry(1, "Communist Chinese")], {})),
    ("russia_first_turn", "15.33G", ([armor(6), infantry(6)], [infantry(1, "Russian")], {}),
     ([infantry(6)], [infantry(1, "Russian")], {})),
    ("russia_first_turn", "15.33G", ([armor(6)], [infantry(1, "Russian")], {}), ([armor(6)], WEAK, {})),
    ("russia_first_turn", "15.33G", ([armor(6)], [infantry(1, "Russian")], {}),
     ([armor(6)], [infantry(1, "Russian")], OLD)),
    ("bombardment_ratio", "15.641D", ([*BEACH, unit("fleet", 9)], WEAK, {}), ([*BEACH, unit("fleet", 9)], WEAK, OLD)),
    ("bombardment_ratio", "15.641D", ([*BEACH, unit("fleet", 9)], WEAK, {}),
     ([*BEACH, unit("destroyer", 4)], WEAK, {})),
    ("destroyer_share", "15.642", ([*BEACH, unit("destroyer", 4)], WEAK, {}), (BEACH, WEAK, {})),
    ("destroyer_share", "15.642", ([*BEACH, unit("destroyer", 4)], WEAK, {}),
     ([infantry(12), unit("destroyer", 4)], WEAK, {})),
    ("destroyer_share", "15.642", ([*BEACH, unit("destroyer", 4)], WEAK, {}),
     ([*BEACH, unit("destroyer", 4)], WEAK, OLD)),
    ("chinese_bar", "15.74", ([infantry(6, "Nationalist Chinese"), infantry(6)], WEAK, {}), ([infantry(6)], WEAK, {})),
    ("drop_exemption", "15.74", ([DROP], WEAK, FORT), ([DROP], WEAK, {})),
    ("drop_exemption", "15.74", ([DROP, *BEACH], WEAK, {}), (BEACH, WEAK, FORT)),
    ("drop_exemption", "15.74", ([DROP, infantry(6, "French")], WEAK, {}), ([infantry(6, "French")], WEAK, {})),
    ("drop_exemption", "15.74", ([DROP, infantry(6, "Nationalist Chinese")], WEAK, OLD), ([DROP], WEAK, OLD)),
    ("low_dm", "15.61", ([*BEACH, infantry(6)], [infantry(1, ctl=0, isolated_turns=1)], OLD),
     ([infantry(6)], [infantry(1, ctl=0)], OLD)),
    ("low_dm", "15.61", ([*BEACH, unit("marine", via="sea")], [infantry(1, ctl=0, isolated_turns=1)], OLD),
     (BEACH, [infantry(1, ctl=0, isolated_turns=1)], OLD)),
    ("low_dm", "15.61", ([unit("chindit", nation="British")], [unit("partisan", 1)], OLD),
     ([unit("chindit", nation="British", attacks=False), infantry(6)], [unit("partisan", 1)], OLD)),
    ("minors_alone", "15.33G", ([armor(6), armor(2, "Turkish")], [infantry(1, "Russian")], {"russia_first_turn": True}),
     ([armor(6), armor(2, "Turkish")], [infantry(1, "Russian")], {})),
    ("minors_alone", "15.321", ([infantry(6)], [*WEAK, infantry(1, "Spanish")], {"features": ["west_wall"]}),
     ([infantry(6)], [*WEAK, infantry(1, "Spanish")], {"features": ["maginot"]})),
    ("minors_alone", "15.33I", ([unit("chindit", nation="British"), infantry(1, "Thai")], WEAK, {}),
     ([infantry(1, "British"), infantry(1, "Thai")], WEAK, {})),
    ("minors_alone", "15.33E", ([infantry(6)], [infantry(1, "US"), infantry(1, "Thai")],
                                {"nations": ("Japanese", "US"), "theatre": "pacific", "japanese_surprise": True}),
     ([infantry(6)], [infantry(1, "US"), infantry(1, "Thai")], {"nations": ("Japanese", "US"), "theatre": "pacific"})),
    ("theatre", "13.43C", ([infantry(6, at=LEDO)], WEAK, {"targets": (OVER,)}), ([infantry(6)], WEAK, {})),
    ("theatre", "12.11B", (BEACH, WEAK, {"features": ["fortified_island"]}), (BEACH, WEAK, {"features": ["beach"]})),
    ("support_bar", "15.52", ([infantry(6), unit("air", 9, "French"), AIR], WEAK, {}),
     ([infantry(6, "French"), AIR], WEAK, {})),
    ("pearl_picker", "15.41", ([infantry(6)], WEAK, {"features": ["pearl_harbor"]}),
     ([infantry(6)], WEAK, {"features": ["capital"]})),
    ("landing_river", "15.32C", ([*BEACH, infantry(6)], WEAK, {"sides": {"E": ["river"]}}),
     ([infantry(6)], WEAK, {"sides": {"E": ["river"]}})),
    ("landing_river", "15.32C", ([*BEACH, infantry(6)], WEAK, {"sides": {"E": ["river"], "W": ["water"]}}),
     ([*BEACH, infantry(6)], WEAK, {"sides": {"E": ["water"]}})),
    ("special_places", "12.12", ([unit("airborne", count=4)], WEAK, {}), ([unit("airborne", count=3)], WEAK, {})),
    ("special_places", "12.12", ([infantry(6)], [unit("airborne", count=4)], {}),
     ([unit("airborne", count=2), infantry(1, count=2)], [unit("airborne", count=2)], {})),
    ("monsoon", "15.21", ([infantry(6)], WEAK, {"hexes": {EAST: {"terrain": "swamp"}}}),
     ([infantry(6)], WEAK, {"hexes": {WEST: {"terrain": "swamp"}}})),
    ("winter_effect", "15.33H", ([infantry(6)], [infantry(1), armor(1)], {}), ([infantry(6)], [armor(1)], {})),
    ("winter_effect", "15.33H", ([infantry(6)], WEAK, {}), ([infantry(6)], WEAK, OLD)),
    ("winter_effect", "15.33H", ([infantry(6)], [infantry(1, "Russian")], {"theatre": "pacific"}),
     ([infantry(6)], WEAK, {"theatre": "pacific"})),
    ("winter_effect", "15.33H", ([DROP], WEAK, OLD), ([infantry(6)], WEAK, OLD)),
    ("winter_needs", "15.322", ([infantry(6)], WEAK, {"winter_effect": 3}), ([infantry(6)], WEAK, {})),
    ("restrictive_weather", "10.53E", ([DROP, infantry(6)], WEAK, {}), (BEACH, WEAK, {})),
]  # fmt: skip


def asked(attack):
    first, second, setup = attack
    keys = game(first, second, **setup).relevant()
    return {*keys["conditions"], *keys["readings"]}


@pytest.mark.parametrize(("key", "rule", "where", "elsewhere"), ASKED)
def test_it_is_asked_where_it_matters_and_nowhere_else(key, rule, where, elsewhere):
    assert key in asked(where), rule
    assert key not in asked(elsewhere), rule


OF_COUNTERS = [
    # (key, rule, side, a counter of which it is asked, one of which it is not, the rest of the attack)
    ("drop_range", "10.53A", "attacker", DROP, unit("airborne"), {}),
    ("port_raid_range", "10.81", "attacker", RAIDER, unit("commando", nation="British"), {}),
    ("port_raid_range", "10.81", "attacker", RAIDER, infantry(3, via="sea"), {}),
    ("bombardment", "15.641B", "attacker", unit("fleet", 9), unit("destroyer", 4), {}),
    ("shock_army", "12.16", "attacker", infantry(3, "Russian"), infantry(3), {}),
    ("shock_army", "12.16", "defender", None, infantry(3, "Russian"), {}),
    ("via", "15.32B", "attacker", infantry(3), None, {}),
    ("via", "15.32B", "defender", None, infantry(3), {}),
    ("home", "15.33C", "defender", infantry(3, "Rumanian"), infantry(3, "German"), {}),
    ("home", "15.33C", "defender", infantry(3, ctl=1), infantry(3, ctl=2), {}),
    ("home", "15.33C", "defender", infantry(3, "Nationalist Chinese"), infantry(3, "Communist Chinese"), {}),
    ("home", "15.33C", "attacker", None, infantry(3, "Rumanian"), {}),
    ("isolated_turns", "15.33D", "defender", infantry(3), unit("partisan", 1), {}),
    ("isolated_turns", "15.33D", "attacker", None, infantry(3), {}),
    ("arrived", "15.33D", "defender", infantry(3, isolated_turns=1), infantry(3), {}),
    ("mech", "10.32", "defender", armor(3), infantry(3), {}),
    ("exploited", "16.61", "defender", armor(3, oil_short=True), armor(3), {}),
    ("exploited", "16.61", "attacker", armor(3, supply="none"), armor(3), {}),
    ("factors", "15.31", "attacker", infantry(3), unit("airborne"), {}),
    ("factors", "15.31", "defender", infantry(3), unit("replacement"), {}),
    ("ctl", "15.81", "defender", armor(3), unit("flak", 1), {}),
    ("oil_short", "15.81", "defender", unit("replacement"), unit("airborne"), {}),
    ("carried", "15.82B", "attacker", infantry(3, via="sea", ctl=2), infantry(3, via="sea", ctl=1), {}),
    ("carried", "15.82B", "attacker", infantry(3, via="sea", ctl=3), infantry(3, ctl=3), {}),
    ("carried", "15.91", "attacker", infantry(3, via="sea", ctl=1), infantry(3, ctl=1), OLD),
    ("winter_preparation", "15.322", "attacker", infantry(3), None, {"winter_effect": 3}),
    ("winter_preparation", "15.322", "attacker", infantry(3), None, {"winter_needs": 3}),
    ("winter_preparation", "15.322", "attacker", None, infantry(3), {}),
    ("winter_preparation", "15.322", "defender", None, infantry(3), {"winter_effect": 3}),
    ("off_beach", "16.15", "attacker", armor(3), None, {"phase": "exploitation"}),
    ("off_beach", "16.15", "attacker", None, armor(3), {}),
]


@pytest.mark.parametrize(("key", "rule", "side", "of", "not_of", "more"), OF_COUNTERS)
def test_fields_of_counters_are_asked_where_they_matter(key, rule, side, of, not_of, more):
    for counter, wanted in ((of, True), (not_of, False)):
        if counter is not None:
            stacks = ([counter, infantry(6)], WEAK) if side == "attacker" else ([infantry(6)], [counter, *WEAK])
            found = game(*stacks, **more).relevant()["units"]["a1" if side == "attacker" else "d1"]
            assert (key in found) == wanted, rule


def test_the_hex_is_asked_for_its_country_and_how_long_its_fort_lacks_supply():
    def found(*defenders, **more):
        return game([infantry(6)], defenders, **more).relevant()["hexes"]["0,0"]

    assert found(infantry(3), infantry(1, "Russian")) == ["country"], "15.33G: Russians on their frontier"
    assert found(infantry(3), infantry(1, "Rumanian")) == ["country"], "15.33B: minors abroad"
    assert found(infantry(3), **FORT) == ["fort_unsupplied"]
    assert found(infantry(3), features=["beach"]) == []


MOVING = [
    # (key, rule, the movement phase in which it is asked, one in which it is not)
    ("ukraine_closed", "11.33C",
     phase([some("partisan", movement=5)], hexes={"1,0": {"country": "Ukraine"}, "2,0": {"country": "Russia"}},
           nations=("Russian", "German")),
     phase([some("partisan", movement=5)], hexes={"2,0": {"country": "Russia"}}, nations=("Russian", "German"))),
    ("ukraine_closed", "11.33C",
     phase([some("partisan", movement=5), tank()], hexes={"1,0": {"country": "Ukraine"}}),
     phase([tank()], [some("partisan", "4,0", movement=5)], hexes={"1,0": {"country": "Ukraine"}})),
    ("russian_surprise", "10.344",
     phase([tank(), tank(nation="Finnish")], [tank("5,0"), some("infantry", "4,0")], nations=("German", "Russian")),
     phase([tank()], [tank("5,0")], nations=("British", "Russian"))),
    ("russian_surprise", "10.344", phase([tank()], [tank("5,0")], nations=("German", "Russian")),
     phase([tank()], [some("infantry", "5,0")], nations=("German", "Russian"))),
    ("russian_surprise", "10.344", phase([tank()], [tank("5,0")], nations=("German", "Russian")),
     phase([tank()], [tank("5,0")], nations=("German", "British"))),
    ("russian_surprise", "10.344",
     phase([tank(), foot(nation="Spanish")], [tank("5,0")], nations=("German", "Russian")),
     phase([tank(), foot(nation="Spanish")], [tank("5,0")], nations=("British", "Russian"))),
    ("minors_alone", "10.344",
     phase([tank(), foot(nation="Spanish")], [tank("5,0")], nations=("German", "Russian"), russian_surprise=True),
     phase([tank(), foot(nation="Spanish")], [tank("5,0")], nations=("German", "Russian"))),
    ("front", "15.33B", phase([tank()], [some("infantry", "3,0", nation="Italian"), some("infantry", "3,0")]),
     phase([tank(nation="Italian")], [some("infantry", "3,0")])),
    ("front", "15.33B", phase([tank(), foot()], [some("infantry", "3,0", nation="Italian"), some("infantry", "3,0")]),
     phase([foot()], [some("infantry", "3,0", nation="Italian"), some("infantry", "3,0")])),
    ("special_places", "12.12", phase([tank(), some("marine", count=4)]), phase([tank(), some("marine", count=3)])),
    ("special_places", "12.12", phase([tank()], [some("marine", "4,0", count=4)]),
     phase([some("marine", count=2), foot()], [some("marine", "4,0", count=2)])),
    ("overrun_rough", "10.32", phase([tank()], hexes={"1,0": {"terrain": "mountain"}}, theatre="pacific"),
     phase([tank()], hexes={"1,0": {"terrain": "mountain"}})),
    ("overrun_rough", "10.32",
     phase([tank(), some("infantry")], hexes={"1,0": {"terrain": "forest"}}, theatre="pacific"),
     phase([some("infantry")], hexes={"1,0": {"terrain": "forest"}}, theatre="pacific")),
    ("overrun_rough", "10.32", phase([tank()], hexes={"1,0": {"terrain": "forest"}}, theatre="pacific"),
     phase([tank()], theatre="pacific")),
    ("overrun_rough", "10.32", phase([tank()], hexes={"1,0": {"terrain": "forest"}}, theatre="pacific"),
     phase([foot()], [tank("5,0")], hexes={"1,0": {"terrain": "forest"}}, theatre="pacific")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "rule", "where", "elsewhere"), MOVING)
def test_a_movement_phase_asks_what_matters_there(key, rule, where, elsewhere):
    found, other = where.relevant(), elsewhere.relevant()
    assert key in {*found["conditions"], *found["readings"]}, rule
    assert key not in {*other["conditions"], *other["readings"]}, rule


def test_a_movement_phase_asks_of_hexes_their_country_where_partisans_move_and_of_a_fort_what_an_overrun_meets():
    fort = {"1,0": {"features": ["fortification"]}, "2,0": {"features": ["fortification"]}}
    found = phase([tank()], [some("infantry", "1,0"), some("infantry", "3,0")], hexes=fort).relevant()["hexes"]
    assert {*found["1,0"]} == {"control", "weather", "fort_unsupplied"}
    assert {*found["2,0"]} == {*found["3,0"]} == {"control", "weather"}
    band = some("partisan", movement=5)
    assert "country" in phase([tank(), band]).relevant()["hexes"]["3,0"]
    assert "country" not in phase([tank()], [{**band, "at": "4,0"}]).relevant()["hexes"]["3,0"]


def test_a_movement_phase_asks_of_counters_what_their_movement_hangs_on():
    found = phase([some("partisan", movement=5, nation="Russian"), tank(oil_short=True), tank(supply="none"), tank()],
                  [tank("5,0", nation="German"), some("mechanized", "6,0", nation="German")],
                  nations=("Russian", "German")).relevant()["units"]  # fmt: skip
    assert {"builder", "movement"} <= set(found["a1"])
    assert "builder" not in found["a2"]
    assert ["exploited" in found[id] for id in ("a2", "a3", "a4")] == [True, True, False]
    assert "moved" in found["a4"] and "moved" not in found["d1"]
    alone = phase([tank(oil_short=True), tank(supply="partial"), tank(), foot()]).relevant()["units"]
    assert ["exploited" in alone[id] for id in ("a1", "a2", "a3", "a4")] == [True, True, False, False], "10.33, 16.61"
    plain = phase([some("infantry")], [tank("5,0"), some("mechanized", "6,0")]).relevant()["units"]
    assert "oil_short" in plain["d1"] and "oil_short" not in plain["d2"], "armor alone has a zone of control to lose"
