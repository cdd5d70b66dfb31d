"""14: what the form asks about attrition, where it matters and nowhere else."""

import pytest

from tests.rules.aworldatwar.attrition_boards import board, foe, mine

SWAMP = {"terrain": "swamp"}
RUSSIAN, GERMAN = {"nation": "Russian"}, {"nation": "German"}
MINE, FOE = mine("a", "0,0"), foe("d", "1,0")

ASKED = [
    # (key, the board on which it is asked, one on which it is not)
    ("winter_designations", board(mine("a", "0,0", **RUSSIAN), mine("b", "0,1", **RUSSIAN), foe("d", "1,0", **GERMAN)),
     board(mine("a", "0,0", **GERMAN), foe("d", "1,0", **RUSSIAN))),
    ("winter_designations", board(mine("a", "0,0", **RUSSIAN), foe("d", "1,0", **GERMAN)),
     board(mine("a", "0,0", **RUSSIAN), foe("d", "1,0", nation="Japanese"))),
    ("frozen_swamps", board(MINE, FOE, hexes={"1,0": SWAMP}), board(MINE, FOE, hexes={"5,0": SWAMP})),
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


def test_counters_are_asked_for_what_attrition_looks_at():
    units = board(MINE, FOE, mine("f", "0,0", type="air")).relevant()["units"]
    assert {"factors", "supply", "ctl", "fought", "attacks"} <= set(units["a"])
    assert "losses_from" in units["d"] and "losses_from" not in units["a"]
    assert not {"fought", "attacks"} & set(units["d"])
    assert units["f"] == [], "aircraft have no part in attrition"
    cold = board(MINE, FOE, winter_level=3).relevant()["units"]
    assert "winter_preparation" in cold["a"]


def test_hexes_are_asked_for_what_attrition_looks_at():
    hexes = board(MINE, FOE, hexes={"5,0": {"features": ["bridgehead"]}}).relevant()["hexes"]
    assert {"control", "attrition_zone"} <= set(hexes["0,0"])
    assert "attrition_order" in hexes["1,0"] and "attrition_order" not in hexes["0,0"]
    assert "bridgehead_by" in hexes["5,0"] and "bridgehead_by" not in hexes["1,0"]
