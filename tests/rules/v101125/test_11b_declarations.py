"""11.B.1, 11.B.2, 11.C.0: who may declare which attack after a movement phase."""

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, document, infantry, problems

FAR, BESIDE_FAR = "4,0", "5,0"


def asked(attack, defend, hexes=None, **more):
    data = document(attack, defend, hexes=hexes, **more)
    return RULESET.game(read_scenario(data | {"procedure": "declarations", "targets": []}))


def declared(game):
    """(hex, attacked hex, kind, rule that forbids it)."""
    return [(one.stack.place, one.target, one.kind, one.rules[0] if one.reason else "") for one in game.found
            if one.target in {unit.at for unit in game.scenario.units}]  # fmt: skip


def test_11_b_1_movers_declare_first_and_the_others_may_answer_by_a_hasty_attack():
    """11.B.1, 11.C.0: P moved next to E and declares nothing on it, so E may attack P."""
    game = asked([infantry(6, moved="initial")], [infantry(5)])
    assert declared(game) == [(EAST, HERE, "regular", ""), (HERE, EAST, "hasty", "")]


def test_11_c_0_who_is_attacked_does_not_attack_unless_that_is_delayed():
    """11.C.0."""
    for state, rule in (("declared", "11.C.0"), ("delayed", "")):
        game = asked([infantry(6)], [infantry(5)], hexes={HERE: {"terrain": "clear", "declared": state}})
        assert (HERE, EAST, "hasty", rule) in declared(game)


def test_11_b_2_after_a_reaction_only_those_who_reacted_attack_and_are_attacked():
    """11.B.2."""
    attack = [infantry(6), infantry(6, at=FAR)]
    defend = [infantry(5, reacted=True), infantry(5, at=BESIDE_FAR)]
    assert declared(asked(attack, defend, movement="reaction")) == [
        (HERE, EAST, "hasty", ""), (BESIDE_FAR, FAR, "hasty", "11.B.2"), (EAST, HERE, "hasty", ""),
        (FAR, BESIDE_FAR, "hasty", "11.B.2"),
    ]  # fmt: skip


def test_11_c_0_who_reacted_into_a_hex_that_is_attacked_declares_no_hasty_attack_unless_that_is_delayed():
    """11.B.1, 11.B.2, 11.C.0: the attack on the hex was declared before the reaction; a regular one is not barred."""
    for state, rule in (("no", ""), ("declared", "11.C.0"), ("delayed", "")):
        here = {HERE: {"terrain": "clear", "declared": state}}
        found = declared(asked([infantry(6)], [infantry(5, reacted=True)], hexes=here, movement="reaction"))
        assert found == [(HERE, EAST, "hasty", rule), (EAST, HERE, "hasty", "")]
    there = {EAST: {"terrain": "clear", "declared": "declared"}}
    assert declared(asked([infantry(6)], [infantry(5)], hexes=there))[0] == (EAST, HERE, "regular", "")


def test_11_a_2_nobody_attacks_over_a_prohibited_hexside():
    """11.A.2."""
    game = asked([infantry(6)], [infantry(5)], sides={EAST: ["prohibited"]})
    assert {rule for _, _, _, rule in declared(game)} == {"11.A.2"}


@pytest.mark.parametrize(
    ("weak", "rule"),
    [({"face": "remnant"}, "11.A.7"), ({"attack": 0, "defence": 2}, "11.H.1"), ({}, "")],
)
def test_11_c_0_remnants_and_units_without_strength_declare_nothing_by_themselves(weak, rule):
    """11.A.7, 11.C.0, 11.C.N, 11.H.1: neither on enemies, nor on an empty hex by which they would move."""
    weak = {"attack": 2, **weak}
    alone = infantry(**weak, zoc="none")
    empty = {"-1,0": {"terrain": "clear"}, "-1,1": {"terrain": "sea"}}
    game = asked([infantry(6, zoc="none")], [alone], hexes=empty)
    assert declared(game) == [(EAST, HERE, "regular", ""), (HERE, EAST, "hasty", rule)]
    assert [(one.target, bool(one.reason)) for one in game.found[2:]] == [("-1,0", bool(rule))]
    assert declared(asked([infantry(6)], [infantry(**weak), infantry(5)]))[1] == (HERE, EAST, "hasty", "")


def test_11_h_1_units_without_strength_declare_an_attack_that_others_make_with_them():
    """11.H.1, 11.H.3: of those beside the hex; or on such as have none, where the players chose so."""
    staff = infantry(0, at=HERE)
    both = declared(asked([infantry(6)], [staff, infantry(4, at=SOUTHEAST)]))
    assert [rule for _, _, kind, rule in both if kind == "hasty"] == ["", ""]
    pair = [infantry(0)], [staff]
    assert {rule for *_, rule in declared(asked(*pair))} == {"11.H.1"}
    assert {rule for *_, rule in declared(asked(*pair, zero_option=True))} == {""}
    strong = [infantry(0), infantry(5, at=FAR)], [staff]  # who stands elsewhere is not struck
    assert (HERE, EAST, "hasty", "") in declared(asked(*strong, zero_option=True))
    held = [infantry(0, defence=2), infantry(0, at=FAR)], [staff]
    assert (HERE, EAST, "hasty", "11.H.1") in declared(asked(*held, zero_option=True))


def test_11_c_n_an_empty_hex_outside_enemy_zones_may_be_attacked_hastily():
    """11.C.N."""
    hexes = {"-1,0": {"terrain": "clear"}, "0,1": {"terrain": "clear"}}
    found = asked([infantry(6)], [infantry(5)], hexes=hexes).found
    empty = [(one.stack.place, one.target, bool(one.reason)) for one in found if one.rules == ("11.C.N",)]
    assert empty == [(HERE, "-1,0", False), (HERE, "0,1", True)]  # 0,1 lies in the zone of the unit in 1,0
    weak = asked([infantry(6, zoc="none")], [infantry(5)], hexes=hexes).found
    assert {one.target for one in weak if one.rules == ("11.C.N",) and not one.reason} == {"-1,0", "0,1"}


def test_11_c_7_the_answer_says_who_orders_hasty_attacks():
    """11.C.7."""
    game = asked([infantry(6)], [infantry(5)])
    trace = game.assess(game.start()).trace
    assert trace.mismatches() == []
    assert "opponent" in trace.children[-1].label
    other = asked([infantry(6)], [infantry(5)], readings={"order": "phasing"})
    assert "phasing" in other.assess(other.start()).trace.children[-1].label


def test_11_a_14_at_the_end_of_the_exploitation_phase_only_reserves_declare():
    """11.A.14, 11.C.0: the others of their stack do not; who is not attacked may answer them."""
    game = asked([infantry(6, reserve=True), infantry(7)], [infantry(5)], movement="reserves")
    assert declared(game) == [(EAST, HERE, "regular", ""), (EAST, HERE, "regular", "11.A.14"),
                              (HERE, EAST, "hasty", ""), (HERE, EAST, "hasty", "")]  # fmt: skip
    assert [piece.counter.unit.id for piece in game.found[0].stack.pieces] == ["a1"]
    assert declared(asked([infantry(6), infantry(7)], [infantry(5)]))[0] == (EAST, HERE, "regular", "")


@pytest.mark.parametrize(
    ("watcher", "hexes", "watched"),
    [
        ({"zoc": "partial", "supply": "U4"}, {}, True),
        ({"zoc": "partial", "supply": "U4", "marker": 1}, {}, False),
        ({"zoc": "partial", "supply": "U4"}, {"terrain": "forest"}, False),
        ({"zoc": "partial", "marker": 1}, {"zoc_levels": 1}, True),
        ({"zoc": "none"}, {"zoc_levels": 2}, False),
    ],
)
def test_11_0a_supply_markers_and_terrain_may_leave_no_zone_of_control_in_a_hex(watcher, hexes, watched):
    """11.0a, 11.C.N, 11.B.4: half a zone is a quarter a level lower, and none two levels lower."""
    empty = {"terrain": "clear", **hexes}
    game = asked([infantry(6, **watcher)], [infantry(5)], hexes={SOUTHEAST: empty})
    assert [bool(one.reason) for one in game.found if one.rules == ("11.C.N",)] == [watched]
    found = problems([infantry(5, at=SOUTHEAST)], [infantry(6, at="-1,0", **watcher)], here=empty)
    assert found == (["11.0a"] if watched else [])


def test_11_0a_what_lowers_a_zone_of_control_is_asked_of_each_unit():
    """11.0a, 11.B.4: supply and markers, as they may leave none of it."""
    units = asked([infantry(6)], [infantry(5)]).relevant()["units"]
    assert all({"zoc", "supply", "marker"} <= set(keys) for keys in units.values())
