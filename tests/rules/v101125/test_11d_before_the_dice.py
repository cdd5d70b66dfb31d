"""11.D, 11.J.6, T2: what is decided and rolled before the dice, played."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import UMPIRE, Battle, moves
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import bouts
from hexumpire.rulesets.v101125.rules.figures import Figures

from tests.rules.v101125.playing import CALM, spared
from tests.rules.v101125.setting import HERE, WEST, document, infantry, unit


def battle(attack, defend, **more):
    return Battle.start(RULESET.game(read_scenario(document(attack, defend, **more))))


def options(found):
    return [option.id for option in found.node.options]


STRONG = [infantry(20)]
TWO = [infantry(5, cadre_attack=1), infantry(4, movement=8)]


def test_11_b_11_nobody_is_asked_unless_the_players_say_so():
    """11.B.11."""
    assert battle(STRONG, TWO).state.phase == "declare"
    assert battle(STRONG, TWO, retreat_before=True).state.phase == "leave"


def test_11_c_5_units_may_leave_before_a_hasty_attack():
    """11.C.5."""
    assert battle(STRONG, TWO, retreat_before=True, kind="hasty").state.phase == "leave"


def test_11_d_2_each_unit_may_try_once_and_names_its_hex():
    """11.D.2, 11.D.3, 11.D.4, T1.F."""
    found = battle(STRONG, TWO, retreat_before=True)
    assert options(found) == ["stay", "try:1", "try:2"]
    assert moves(found.node) == ["stay"]  # the odds look at nobody who tries
    found = found.play("try:2")
    assert f"to:{WEST}" in options(found)
    assert all(refusal.reason for refusal in found.game.refusals(found.state))
    found = found.play(f"to:{WEST}")
    assert found.node.side == UMPIRE
    assert "+1" in found.node.prompt  # 2 MP faster than the attacker
    found = found.play("F")
    assert options(found) == ["stay", "try:1"]
    assert found.play("stay").state.phase == "declare"


@pytest.mark.parametrize(
    ("result", "left", "defence"),
    [("D", "00x", 5), ("FF", "000", 5 + 2), ("F", "000", 9), ("S", "000", 5), ("SS", "000", 5)],
)
def test_t1_what_the_success_table_does(result, left, defence):
    """T1.D, T1.FF, T1.F, T1.S, T1.SS, 11.D.5."""
    found = battle(STRONG, TWO, retreat_before=True).play_all(["try:2", f"to:{WEST}", result, "stay"])
    assert found.state.left == left
    assert found.assessment.defense == defence
    gone = result in ("S", "SS")
    assert (found.state.at[2] == WEST) is gone
    assert found.state.marks[2] == (1 if result == "S" else 0)
    said = result.replace("FF", "F*").replace("SS", "S*")
    assert any(f"says {said}:" in line.text for _, line in found.log)


def test_t1_ss_great_success_helps_the_next():
    found = battle(STRONG, TWO, retreat_before=True).play_all(["try:2", f"to:{WEST}", "SS", "try:1", f"to:{WEST}"])
    assert "+0" in found.node.prompt  # as fast as the attacker -1, and +1


def test_11_d_7_when_all_have_gone_nothing_is_fought_and_attackers_may_advance():
    """11.D.6, 11.D.7."""
    found = battle(STRONG, TWO[:1], retreat_before=True).play_all(["try:1", f"to:{WEST}", "S"])
    assert found.state.phase == "advance"
    assert "stay" in options(found)


def test_11_d_5_zones_of_control_cost_as_in_any_retreat():
    """11.D.5: 9 points at half a level less against 5 x 1 and then 1 x 1."""
    attack = [infantry(20), infantry(9, at="-1,1")]
    runner = [infantry(5, cadre_attack=1), infantry(9)]
    found = battle(attack, runner, retreat_before=True).play_all(["try:2", f"to:{WEST}", "S", "stop", "stay"])
    assert found.state.left[2] == "1"  # its cadre is left
    stay_clear = battle(attack, runner, retreat_before=True).play_all(["try:2", "to:0,-1", "S", "stay"])
    assert stay_clear.state.left[2] == "0"


NORTHEAST, BEYOND = "1,-1", "2,-2"
"""A hex in the zone of those who attack out of the east, and one clear of it."""


def away(*actions, strong=6):
    """An 8-6 gets away before combat from an attacker with zones of control, beside a 9-6 that stays."""
    runner = infantry(8, cadre_attack=3)
    found = battle([infantry(strong)], [runner, infantry(9)], retreat_before=True, hexes={BEYOND: {"entry": 2}})
    return found.play_all(["try:1", f"to:{NORTHEAST}", "S", *actions])


def test_11_q_2_c_in_a_zone_of_control_it_may_go_on_or_stop():
    """11.D.5, 11.Q.2.c: not back, and no further once it is clear of zones."""
    found = away()
    assert found.state.phase == "further"
    assert found.node.side == "defender"
    assert {f"to:{BEYOND}", "stop"} <= set(options(found))
    assert "to:0,0" not in options(found)
    assert found.assessment.defense == 9  # it has no part in the fight
    assert found.game.overlay(found.state)["moved"] == {"d1": {NORTHEAST: 1}}
    stopped, gone = found.play("stop"), found.play(f"to:{BEYOND}")
    assert (stopped.state.at[1], stopped.state.marks[1], stopped.state.phase) == (NORTHEAST, 1, "leave")
    assert (gone.state.at[1], gone.state.marks[1], gone.state.phase) == (BEYOND, 3, "leave")
    assert any("goes on to" in line.text for _, line in gone.log)
    assert gone.play_all(["stay", "now"]).state.phase == "first"


@pytest.mark.parametrize("shut", ["9,9", NORTHEAST, "2,-1"])
def test_11_q_2_c_in_a_zone_without_a_hex_to_go_on_to_it_stays_where_it_is(shut):
    """11.D.5, 11.Q.2.c: it is asked only where there is one, in the first hex or in another."""
    setup = document([infantry(6)], [infantry(8, cadre_attack=3), infantry(9)], retreat_before=True)
    hex, came_from = hexgrid.parse(shut), hexgrid.parse(NORTHEAST if shut == "2,-1" else HERE)
    sides = (hexgrid.hexside_between(hex, place) for place in hexgrid.neighbours(hex) if place != came_from)
    setup["map"]["sides"] = {side: ["prohibited"] for side in sides}
    found = Battle.start(RULESET.game(read_scenario(setup))).play_all(["try:1", f"to:{NORTHEAST}", "S"])
    assert found.state.phase == ("leave" if shut == NORTHEAST else "further")
    if shut != NORTHEAST:
        assert found.play("to:2,-1").state.phase == ("leave" if shut == "2,-1" else "further")


def test_11_q_2_h_who_carries_supplies_is_marked_for_them_once_on_his_way():
    """11.Q.2.h, 11.D.5: 3 REs are a point; then a hex of 1 MP, and one of 2."""
    runner = infantry(8, cadre_attack=3, carries=3)
    found = battle([infantry(6)], [runner, infantry(9)], retreat_before=True, hexes={BEYOND: {"entry": 2}})
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S"])
    assert found.state.marks[1] == 1 + 1
    assert found.play(f"to:{BEYOND}").state.marks[1] == 1 + 1 + 2


def test_11_q_2_c_what_it_has_paid_too_much_counts_in_the_next_hex():
    """11.Q.2.c, 11.Q.2.d: 3 points in each hex, of which the eight of the first one pay both; else its cadre goes."""
    found = away("to:2,-1")
    assert found.state.left[1] == "1"
    booked = found.play("stop").state.memo.books[1]
    assert booked.casualties == 4 * 5  # in quarters: of 3 and 3 points all that lies between an 8-6 and its cadre
    assert away("stop").state.memo.books[1].casualties == 4 * 3
    harder = away("to:2,-1", strong=12)
    assert harder.state.left[1] == "x"  # 6 and 6: the cadre pays the rest
    assert harder.state.phase == "leave"


def test_11_q_2_d_what_it_has_paid_too_much_is_weighed_by_the_speed_it_had():
    """11.Q.2.d, 11.Q.2.c, 11.M.7: 3 and 3 points are 1½ and 1½ of an 8-8, whose cadre is slow."""
    runner = infantry(8, movement=8, cadre_attack=2, cadre_movement=4)
    found = battle([infantry(6)], [runner, infantry(9)], retreat_before=True)
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S", "to:2,-1", "stop"])
    assert found.state.left[1] == "1"
    assert found.state.memo.books[1].casualties == 4 * 3  # in quarters


def test_11_q_2_c_it_goes_on_from_the_hex_that_it_has_come_to():
    """11.A.2, 11.Q.2.c: not from the first one, to which nothing leads back; over no prohibited hexside."""
    setup = document([infantry(6)], [infantry(12, cadre_attack=9), infantry(9)], retreat_before=True)
    setup["map"]["sides"] = {"2,-1:NW": ["prohibited"], "2,-1:SW": ["prohibited"]}
    found = Battle.start(RULESET.game(read_scenario(setup)))
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S", "to:2,-1"])
    assert found.state.phase == "further"
    assert {one for one in found.legal_actions if one.startswith("to:")} == {"to:3,-1", "to:3,-2", "to:2,0"}


@pytest.mark.parametrize(("friends", "onto"), [("2,-1", True), (NORTHEAST, False)])
def test_11_l_1_g_whether_it_comes_onto_friends_is_asked_where_it_stops(friends, onto):
    """11.L.1.g, 11.Q.2.c: it counts with friends in no fight of the phase where its way ends, not where it has been."""
    units = [infantry(12, cadre_attack=9), infantry(9), infantry(5, at=friends)]
    found = battle([infantry(6)], units, retreat_before=True)
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S", "to:2,-1", "stop"])
    assert found.state.at[1] == "2,-1"
    assert bouts.counted(found.state.fled[1], "initial") != onto


@pytest.mark.parametrize(("strength", "left"), [(9, "1"), (8, "x")])
def test_11_q_2_c_each_hex_is_paid_by_what_the_earlier_ones_have_left(strength, left):
    """11.Q.2.c, 11.N.3: three hexes of 3 points each cost a 9-6 all it has, and an 8-6 its cadre, too."""
    found = battle([infantry(6)], [infantry(strength, cadre_attack=3), infantry(9)], retreat_before=True)
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S", "to:2,-1", "to:2,0"])
    assert found.state.left[1] == left


def test_11_q_2_c_who_has_paid_just_enough_has_nothing_left_for_the_next_hex():
    """11.Q.2.c: a 2-6 pays 2 points, and its cadre of a point the one of the next hex, where zones are weaker."""
    hexes = {"2,-1": {"zoc_levels": -1}}
    runner = infantry(2, cadre_attack=1)
    found = battle([infantry(4)], [runner, infantry(9)], retreat_before=True, hexes=hexes)
    found = found.play_all(["try:1", f"to:{NORTHEAST}", "S"])
    assert found.state.left[1] == "1"
    assert found.play("to:2,-1").state.left[1] == "x"


def test_11_q_2_c_out_of_zones_it_stays():
    found = battle(STRONG, TWO, retreat_before=True).play_all(["try:2", f"to:{WEST}", "S"])
    assert found.state.phase == "leave"


ARMOUR = [unit("armour", 12), infantry(8)]


def test_11_j_6_attacker_and_then_defender_leave_out_what_they_like():
    """11.J.6."""
    guns = [unit("antitank", 3), infantry(5)]
    found = battle(ARMOUR, guns, waiving=True)
    assert (found.node.side, options(found)) == ("attacker", ["use", "waive:0"])
    before = found.game.flow.engagement(found.state).figures.armour.ratio.name
    found = found.play("waive:0")  # he has nothing else
    assert found.node.side == "defender"
    after = found.game.flow.engagement(found.state).figures.armour.ratio.name
    assert (before, after) == ("2:1", "none")
    assert options(found) == ["use", "waive:2"]
    assert found.play("use").state.phase == "declare"


def test_11_j_6_is_asked_only_where_somebody_has_anything():
    assert battle(STRONG, TWO, waiving=True).state.phase == "declare"


USED = {"special_counts": "yes"}
SPECIAL = [unit("mountain", 9, cadre_attack=3, **USED), unit("mountain", 6, size="1", **USED)]
LESS = [unit("mountain", 5, **USED)]


def test_t2_merely_more_special_res_are_rolled_for():
    found = battle(SPECIAL, LESS)
    assert (found.state.phase, found.node.side) == ("special", UMPIRE)
    dm = {key: after.game.flow.engagement(after.state).figures.dm() for key, after in
          ((key, found.play(key)) for key in ("S", "F"))}  # fmt: skip
    assert dm == {"S": 1, "F": 0}
    assert found.play("S").state.phase == "declare"


def test_t2_n2_a_lost_point_makes_the_odds_new():
    """T2.n2: 15 against 5 are 3:1; the cadre leaves 9 against 5."""
    found = battle(SPECIAL, LESS).play("FF")
    assert options(found) == ["lose:0", "lose:1"]
    assert found.game.assess(found.state).attack == 15
    found = found.play("lose:0")
    assert found.state.phase == "declare"
    assert (found.state.left, found.assessment.attack) == ("100", 9)


def price(found):
    """Supply points of the fight at hand, without and with a planned step."""
    figures = found.game.flow.engagement(found.state).figures
    stepped = Figures(figures.setting, replace(figures.fight, steps=1))
    assert figures.cost.mismatches() == []
    return figures.cost.value, stepped.cost.value


def test_11_b_4_supply_points_are_spent_before_anybody_leaves():
    """11.B.4, 11.B.11, 11.K.2: by the zone of who got away; half a zone is left, and nobody pays less for it."""
    pair = [infantry(5), infantry(4, zoc="partial")]
    found = battle([*STRONG, infantry(9, at="0,1")], pair, retreat_before=True)
    assert price(found) == (2, 3)
    gone = found.play_all(["try:2", f"to:{WEST}", "S", "stay"])
    assert price(gone) == (2, 3)
    held = gone.play("delay").play("stay")
    assert price(held) == (0, 1)  # it is paid for, and a step costs half of that price still (11.B.12)
    trace = gone.game.flow.engagement(gone.state).figures.cost
    assert any(line.label == "as it was when the supply points were spent" for _, line in trace.lines())
    assert price(battle([*STRONG, infantry(9, at="0,1")], pair[1:])) == (1, Fraction(3, 2))


def test_11_b_4_nor_does_a_stack_that_a_success_roll_costs_make_the_attack_cheaper():
    """11.B.4, T2, 11.L.1.f.i: 3 REs of mountain troops in a hex of their own, lost by it; a deadlock is paid anew."""
    used = {"special_counts": "yes"}
    attack = [*STRONG, unit("mountain", 6, at="0,1", **used)]
    found = battle(attack, [unit("mountain", 9, size="2", **used)], forced_fights="here").play_all(["FF", "now"])
    assert (found.state.left[1], price(found)) == ("x", (2, 3))
    again = spared(found, "!result=DL", *CALM)
    assert price(again) == (1, Fraction(3, 2))
