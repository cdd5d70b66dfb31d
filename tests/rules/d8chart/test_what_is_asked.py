"""What the form asks: each condition and reading where it can change the answer of the rule named, and only there."""

import pytest

from tests.rules.d8chart.setting import EAST, NORTHEAST, NORTHWEST, game, infantry, lines, unit

GERMAN, RUMANIAN = infantry(2, "German"), infantry(1, "Rumanian")
SS = unit("armor", 5, "German", ss=True)
FRENCH = [infantry()]
MARKED = {EAST: {"features": ["retreat"]}}
TWICE = {**MARKED, NORTHEAST: {"features": ["retreat"]}}
PERMANENT = {"features": ["permanent_fort"]}
LATE = {"retreat_zoc": "closed", "river_zoc": True, "hexes": MARKED}

ASKED = [
    # (key, rule, the battle in which it is asked, one in which it is not)
    ("fort_sides", "STR.perm.double", (FRENCH, FRENCH, PERMANENT), (FRENCH, FRENCH, {"features": ["fort_chit"]})),
    ("fort_present", "RES.B1-fort", (FRENCH, FRENCH, {"features": ["coastal_fort"]}), (FRENCH, FRENCH, {})),
    ("lone_fort", "STR.fort.alone", (FRENCH, [], PERMANENT), (FRENCH, FRENCH, PERMANENT)),
    (
        "fort_doubles", "STR.perm.double",
        ([infantry(), infantry(at=NORTHWEST)], FRENCH,
         {**PERMANENT, "sides": {"W": ["fort"]}, "readings": {"fort_sides": "ask"}}),
        (FRENCH, FRENCH, {**PERMANENT, "sides": {"W": ["fort"]}, "readings": {"fort_sides": "ask"}}),
    ),
    ("ss_bonus", "MOD.ss", ([SS, infantry(4, "German")], FRENCH, {}), ([infantry(4, "German")], FRENCH, {})),
    ("ss_bonus", "MOD.ss", (FRENCH, [SS], {}), (FRENCH, [GERMAN], {})),
    (
        "mixed_supply", "MOD.oos",
        ([infantry(out_of_supply=True), infantry()], FRENCH, {}), ([infantry(), infantry()], FRENCH, {}),
    ),
    ("para_success", "MOD.para", ([unit("para", via="air"), infantry()], FRENCH, {}), ([unit("para")], FRENCH, {})),
    (
        "concentric", "MOD.concentric",
        ([infantry(), infantry(at=NORTHWEST)], FRENCH, {}), ([infantry(), infantry()], FRENCH, {}),
    ),
    ("finnish", "MOD.finn", ([infantry(4, "Finnish")], FRENCH, {}), ([infantry(4, "Finnish")], [], {})),
    ("year", "MOD.armor44", ([unit("armor", 5, "Soviet"), infantry()], FRENCH, {}), ([unit("armor", 5)], FRENCH, {})),
    ("armor44", "MOD.armor44", ([unit("armor", 5, "German")], FRENCH, {"year": 1944}),
     ([unit("armor", 5, "German")], FRENCH, {"year": 1943})),
    ("year", "RES.vol-german", (FRENCH, [GERMAN, RUMANIAN], {}), ([GERMAN], FRENCH, {})),
    (
        "frozen_strait", "TER.river.frozen",
        ([infantry(), infantry(at=NORTHWEST)], FRENCH, {"sides": {"W": ["strait", "frozen"]}}),
        (FRENCH, FRENCH, {"sides": {"W": ["river", "frozen"]}}),
    ),
    ("mountain_unit", "MOD.note2", (FRENCH, FRENCH, {"terrain": "mountain"}), (FRENCH, FRENCH, {"terrain": "forest"})),
    ("cities", "RES.B1-sovcity", (FRENCH, FRENCH, {"features": ["home_city"]}), (FRENCH, FRENCH, {})),
    ("generals", "STR.gen", ([infantry(), unit("general", 2)], [infantry(), unit("general", 1)], {}),
     ([infantry(), unit("general", 2)], FRENCH, {})),
    ("several_factors", "STR.order", ([infantry(supply_factor="1/2"), infantry()], FRENCH, {}), (FRENCH, FRENCH, {})),
    ("several_factors", "STR.order", (FRENCH, [RUMANIAN, GERMAN], {}), (FRENCH, [GERMAN], {})),
    ("several_factors", "STR.order", (FRENCH, FRENCH, PERMANENT), (FRENCH, FRENCH, {"features": ["soviet_city"]})),
    ("several_factors", "STR.order", (FRENCH, FRENCH, {"sides": {"W": ["river"]}}),
     (FRENCH, FRENCH, {"sides": {"W": ["river", "frozen"]}})),
    ("river_halves", "TER.river.halve",
     ([infantry(), infantry(at=NORTHWEST)], FRENCH, {"sides": {"W": ["strait"], "NW": ["river", "frozen"]}}),
     (FRENCH, FRENCH, {"sides": {"E": ["strait"]}})),
    ("blitz_germans", "RES.star-blitz", ([GERMAN, RUMANIAN], FRENCH, {"blitz": "first"}),
     ([GERMAN, GERMAN], FRENCH, {"blitz": "first"})),
    ("blitz_germans", "RES.star-blitz", ([GERMAN, RUMANIAN], FRENCH, {"blitz": "first"}),
     ([RUMANIAN, RUMANIAN], FRENCH, {"blitz": "first"})),
    ("blitz_germans", "RES.star-blitz", ([GERMAN, RUMANIAN], FRENCH, {"blitz": "first"}),
     ([GERMAN, RUMANIAN], FRENCH, {"blitz": "second"})),
    ("air_weather", "WX.mud.air", ([infantry(), unit("bomber", 4)], FRENCH, {"weather": "mud"}),
     ([infantry(), unit("bomber", 4)], FRENCH, {})),
    ("air_weather", "MOD.air-sup", (FRENCH, FRENCH, {"weather": "mud", "air_superiority": "attacker"}),
     (FRENCH, FRENCH, {"weather": "mud"})),
    ("grounded", "MOD.air-sup",
     (FRENCH, FRENCH, {"weather": "mud", "air_weather": "none", "air_superiority": "defender"}),
     (FRENCH, FRENCH, {"weather": "mud", "air_weather": "none"})),
    ("retreat_zoc", "EXT.11.8", ([infantry(9)], FRENCH, {"hexes": MARKED}), ([infantry(9)], FRENCH, {})),
    ("retreat_as", "EXT.11.8", ([infantry(9)], [infantry(), infantry()], {"hexes": TWICE}),
     ([infantry(9)], [infantry(), infantry()], {"hexes": MARKED})),
    ("retreat_as", "EXT.11.8", ([infantry(9)], [infantry(), infantry()], {"hexes": TWICE}),
     ([infantry(9)], FRENCH, {"hexes": TWICE})),
    ("german_ban", "RES.vol-german", ([infantry(9)], [GERMAN, RUMANIAN], {}), ([infantry(9)], [GERMAN, GERMAN], {})),
    ("half_of", "CRT.retreat-gate", ([infantry(9)], [infantry(4, steps=2), infantry(4, steps=3)], {}),
     ([infantry(9)], [infantry(4, steps=2), infantry(4, steps=2)], {})),
    ("river_zoc", "EXT.11.15",
     ([infantry(9)], FRENCH, {"retreat_zoc": "closed", "hexes": MARKED, "sides": {"E": ["river"], "W": ["fort"]}}),
     ([infantry(9)], FRENCH, {"hexes": MARKED, "sides": {"E": ["river"]}})),
    ("zoc_ice", "TER.river.zoc", ([infantry(9)], FRENCH, {**LATE, "sides": {"E": ["river", "frozen"], "W": ["fort"]}}),
     ([infantry(9)], FRENCH, {**LATE, "sides": {"E": ["river"], "W": ["fort"]}})),
    ("zoc_ice", "WX.winter.freeze", ([infantry(9)], FRENCH, {**LATE, "weather": "winter", "sides": {"E": ["river"]}}),
     ([infantry(9)], FRENCH, {**LATE, "weather": "winter", "sides": {"E": ["strait"]}})),
    ("zoc_ice", "WX.winter.freeze",
     ([infantry(9)], FRENCH, {**LATE, "hexes": {EAST: {**MARKED[EAST], "zone": "winter"}}, "sides": {"E": ["river"]}}),
     ([infantry(9)], FRENCH, {**LATE, "hexes": {EAST: {**MARKED[EAST], "zone": "mud"}}, "sides": {"E": ["river"]}})),
    ("zoc_ice", "TER.river.zoc", ([infantry(9)], FRENCH, {**LATE, "sides": {"E": ["river", "frozen"]}}),
     ([infantry(9)], FRENCH, {**LATE, "river_zoc": False, "sides": {"E": ["river", "frozen"]}})),
    ("ice", "WX.winter.freeze",
     ([infantry(), infantry(at=NORTHWEST)], FRENCH, {"weather": "winter", "sides": {"W": ["river"]}}),
     (FRENCH, FRENCH, {"weather": "winter", "sides": {"E": ["river"]}})),
    ("ice", "WX.winter.freeze", (FRENCH, FRENCH, {"weather": "winter", "sides": {"W": ["river"]}}),
     ([infantry(nation="US", via="sea")], FRENCH, {"weather": "winter", "sides": {"W": ["river"]}})),
    ("port_ice", "WX.winter.freeze",
     ([infantry(nation="US", via="sea")], FRENCH, {"weather": "winter", "terrain": "mountain", "features": ["port"]}),
     ([infantry(nation="US", via="sea")], FRENCH, {"weather": "mud", "terrain": "mountain", "features": ["port"]})),
    ("port_ice", "WX.winter.freeze",
     ([infantry(nation="US", via="sea")], FRENCH, {"weather": "winter", "terrain": "mountain", "features": ["port"]}),
     (FRENCH, FRENCH, {"weather": "winter", "terrain": "mountain", "features": ["port"]})),
    ("worse_odds", "CRT.odds-min", ([infantry(1)], [infantry(4)], {}), ([infantry(4)], [infantry(4)], {})),
]  # fmt: skip
"""``year`` is asked of Germans in the defence and of great armor, ``zoc_ice`` where a zone may stop at ice."""


def asked(battle):
    attack, defend, setup = battle
    keys = game(attack, defend, **setup).relevant()
    return {*keys["conditions"], *keys["readings"]}


@pytest.mark.parametrize(("key", "rule", "where", "elsewhere"), ASKED)
def test_it_is_asked_where_it_matters_and_nowhere_else(key, rule, where, elsewhere):
    assert key in asked(where), rule
    assert key not in asked(elsewhere), rule


@pytest.mark.parametrize(
    ("procedure", "attacker", "defender"),
    [
        ("attack", {"factors", "steps", "via", "out_of_supply", "supply_factor"},
         {"factors", "steps", "out_of_supply", "supply_factor", "abroad"}),
        ("landing", {"movement", "via"}, {"movement"}),
        ("move", {"movement"}, {"movement"}),
    ],
)  # fmt: skip
def test_fields_of_counters_are_asked_where_they_count(procedure, attacker, defender):
    # STR.minor.half: abroad is a matter of minor partners in the defence; MOD.ss: of Germans only
    found = game([infantry(4, "Rumanian")], [infantry(4, "Rumanian")], procedure=procedure).relevant()["units"]
    assert (set(found["a1"]), set(found["d1"])) == (attacker, defender)


def test_abroad_and_ss_are_asked_of_those_they_concern():
    found = game([infantry(4, "German")], [infantry(4, "British"), unit("general", 2, "Rumanian")]).relevant()["units"]
    assert "ss" in found["a1"] and "ss" not in found["d1"]
    assert "abroad" not in found["d1"] and "abroad" not in found["d2"]


def test_STR_order_keeps_the_strongest_factor_and_cites_what_it_leaves_out():
    once = {"readings": {"several_factors": "once"}, "sides": {"W": ["river"]}}
    third = game([infantry(6, supply_factor="1/3")], FRENCH, **once)
    assert third.figures.attack.total == 2, "a third is the stronger of the two"
    (left_out,) = (line for line in lines(third.figures.attack.trace) if line.note.startswith("by the reading"))
    assert (left_out.label, left_out.rules) == ("across a river", ("TER.river.halve",))
    most = game([infantry(6, supply_factor="2/3")], FRENCH, **once)
    assert most.figures.attack.total == 3, "a half is stronger than two thirds"
    (left_out,) = (line for line in lines(most.figures.attack.trace) if line.note.startswith("by the reading"))
    assert left_out.rules == ("STR.supply",)
