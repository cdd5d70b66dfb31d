"""14: what the form asks about attrition, where it matters and nowhere else."""

import pytest

from tests.rules.aworldatwar.attrition_boards import board, foe, mine

SWAMP = {"terrain": "swamp"}
PLACES = "special_places"
RUSSIAN, GERMAN = {"nation": "Russian"}, {"nation": "German"}
MINE, FOE = mine("a", "0,0"), foe("d", "1,0")

ASKED = [
    # (key, the board on which it is asked, one on which it is not)
    ("winter_designations", board(mine("a", "0,0", **RUSSIAN), mine("b", "0,1", **RUSSIAN), foe("d", "1,0", **GERMAN)),
     board(mine("a", "0,0", **GERMAN), foe("d", "1,0", **RUSSIAN))),
    ("winter_designations", board(mine("a", "0,0", **RUSSIAN), foe("d", "1,0", **GERMAN)),
     board(mine("a", "0,0", **RUSSIAN), foe("d", "1,0", nation="Japanese"))),
    ("winter_designations", board(mine("a", "0,0", **RUSSIAN), foe("d", "1,0", nation="Finnish")),
     board(mine("a", "0,0", nation="British"), mine("b", "1,0", **GERMAN), foe("d", "1,0", **RUSSIAN))),
    ("winter_designations", board(MINE, FOE, winter_designations=2), board(MINE, FOE, edition="old")),
    ("frozen_swamps", board(MINE, FOE, hexes={"1,0": SWAMP}), board(MINE, FOE, hexes={"5,0": SWAMP})),
    ("frozen_swamps", board(MINE, FOE, hexes={"0,1": SWAMP}), board(MINE, FOE, hexes={"0,0": SWAMP, "2,0": SWAMP})),
    ("frozen_swamps", board(MINE, FOE, hexes={"0,1": SWAMP}), board(MINE, FOE, hexes={"0,1": {"terrain": "forest"}})),
    ("minors_alone", board(MINE, FOE, foe("e", "0,1", nation="Turkish")), board(MINE, FOE)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "where", "elsewhere"), ASKED)
def test_a_condition_is_asked_where_it_matters(key, where, elsewhere):
    assert key in where.relevant()["conditions"]
    assert key not in elsewhere.relevant()["conditions"]


def test_what_always_matters_and_what_never_does():
    assert board(MINE, FOE).relevant()["conditions"][0] == "theatre"
    assert "winter_level" in board(MINE, FOE).relevant()["conditions"]
    assert board(MINE, FOE, edition="old").relevant()["conditions"] == []


@pytest.mark.parametrize("side", [mine, foe])
@pytest.mark.parametrize(("count", "edition", "asked"), [(3, "new", []), (4, "new", [PLACES]), (4, "old", [])])
def test_12_12_what_specialised_units_beyond_three_may_do_is_asked_where_a_side_has_more(side, count, edition, asked):
    """14.64, 14.73A: they occupy a hex, or retreat into one."""
    game = board(MINE, FOE, side("m", "0,0" if side is mine else "1,0", 1, "marine", count=count), edition=edition)
    assert game.relevant()["readings"] == asked


def test_counters_are_asked_for_what_attrition_looks_at():
    units = board(MINE, FOE, mine("f", "0,0", type="air")).relevant()["units"]
    assert {"factors", "supply", "ctl", "fought", "attacks"} <= set(units["a"])
    assert "losses_from" in units["d"] and "losses_from" not in units["a"]
    assert not {"fought", "attacks"} & set(units["d"])
    assert units["f"] == [], "aircraft have no part in attrition"
    assert "winter_preparation" not in units["a"]
    for cold in ({"winter_level": 3}, {"winter_designations": 1}):
        units = board(MINE, FOE, **cold).relevant()["units"]
        assert all("winter_preparation" in units[id] for id in "ad"), cold


TANK = {"type": "armor", "movement": 5}


@pytest.mark.parametrize(
    ("key", "rule", "of", "not_of"),
    [
        ("exploited", "16.61", mine("x", "0,0", **TANK, supply="partial"), mine("x", "0,0", **TANK)),
        ("exploited", "16.61", mine("x", "0,0", **TANK, oil_short=True), mine("x", "0,0", oil_short=True)),
        ("exploited", "16.61", foe("x", "1,0", **TANK, supply="none"), foe("x", "1,0", supply="none")),
        ("overran", "13.55C", mine("x", "0,0", **TANK, fought=True), mine("x", "0,0", **TANK)),
        ("overran", "13.55C", mine("x", "0,0", **TANK, fought=True), foe("x", "1,0", **TANK, fought=True)),
        ("mech", "10.34", mine("x", "0,0", **TANK), foe("x", "1,0", **TANK)),
        ("supply", "14.61", mine("x", "0,0"), mine("x", "0,0", type="partisan")),
    ],
)
def test_a_counter_is_asked_what_its_part_in_the_attrition_hangs_on(key, rule, of, not_of):
    for counter, wanted in ((of, True), (not_of, False)):
        assert (key in board(MINE, FOE, counter).relevant()["units"]["x"]) == wanted, rule


def test_14_521a_a_hex_is_asked_whether_it_is_outside_the_russian_winter_zone_where_hexes_may_be_designated():
    units = mine("a", "0,0", **RUSSIAN), foe("d", "1,0", **GERMAN)
    for allowed in (0, 1):
        hexes = board(*units, winter_designations=allowed, hexes={"5,0": {}}).relevant()["hexes"]
        assert all(("outside_winter" in hexes[at]) == bool(allowed) for at in ("1,0", "5,0"))


def test_hexes_are_asked_for_what_attrition_looks_at():
    hexes = board(MINE, FOE, hexes={"5,0": {"features": ["bridgehead"]}}).relevant()["hexes"]
    assert {"control", "attrition_zone"} <= set(hexes["0,0"])
    assert "attrition_order" in hexes["1,0"] and "attrition_order" not in hexes["0,0"]
    assert "bridgehead_by" in hexes["5,0"] and "bridgehead_by" not in hexes["1,0"]
