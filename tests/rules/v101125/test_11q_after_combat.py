"""11.Q: retreats, what they cost, and advances."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.rulesets.v101125.rules import advance, losses, markers, retreat, routes

from tests.rules.v101125.playing import after, begin, log, measures, options, refused, spared, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, SOUTHWEST, WEST, document, infantry
from tests.rules.v101125.test_11l_turns_and_deadlocks import FAR, rolled, turn
from tests.rules.v101125.test_11l_turns_and_deadlocks import unit as counter

STRONG = [infantry(15), infantry(15, at=SOUTHEAST)]


def test_the_defender_chooses_a_hex_and_the_attacker_advances():
    """11.B.17, 11.B.19, 11.Q.1a, 11.Q.2.0, 11.Q.0: a retreat, then an advance."""
    battle = after(document(STRONG, [infantry(5)]), "DR")
    assert topic(battle) == "retreat"
    battle = battle.play("to:-1,0")
    assert topic(battle) == "advance"
    assert {"all", "go:a1:0", "go:a2:0", "stay"} == set(options(battle))
    battle = battle.play("all")
    assert battle.outcome.result == "taken"
    assert measures(battle)["hex"] == 1
    assert battle.game.overlay(battle.state)["moved"] == {"d1": {WEST: 1}, "a1": {HERE: 1}, "a2": {HERE: 1}}


def test_an_emptied_hex_may_be_left_alone():
    """11.Q.1a: an advance is a choice."""
    battle = after(document(STRONG, [infantry(5)]), "DR", "to:-1,0", "stay")
    assert battle.outcome.result == "cleared"
    assert measures(battle)["hex"] == 0


def test_closed_hexes_say_why():
    """11.Q.2.0, 11.A.2, 11.Q.2.j: prohibited hexsides, the sea, hexes far away; those of enemies are open."""
    hexes = {SOUTHWEST: {"terrain": "sea"}, "5,5": {"terrain": "clear"}}
    battle = after(document(STRONG, [infantry(5)], sides={WEST: ["prohibited"]}, hexes=hexes), "DR")
    assert "to:1,0" in options(battle)
    assert all(one.aside for one in battle.node.options if one.hex == EAST)
    assert refused(battle, WEST) == ["the hexside is prohibited"]
    assert "only from the port" in refused(battle, SOUTHWEST)[0]
    assert "not next to" in refused(battle, "5,5")[0]
    assert not refused(battle, "0,-1")


def test_zones_of_control_cost_losses_on_the_way():
    """11.Q.2.d, 11.Q.2.a: zones of those who attacked count a level lower."""
    battle = after(document([infantry(10)], [infantry(5, cadre_attack=1)], readings={}), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    assert "1,-1" in {option.hex for option in battle.node.options}
    label = next(option.label for option in battle.node.options if option.hex == "1,-1")
    assert "5 points" in label  # 10 at half
    battle = battle.play("to:1,-1")  # a Soviet with 6 MP: factor 1
    assert battle.state.left == "01"
    assert "costs 5 points" not in log(battle) and "cost 5 points" in log(battle)


def test_friends_who_do_not_fight_weigh_against_them():
    """11.Q.2.d: their defence times their zone is taken off."""
    friends = [infantry(5), infantry(6, at="1,-1")]
    battle = after(document([infantry(10)], friends), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    label = next(option.label for option in battle.node.options if option.hex == "1,-1")
    assert "point" not in label


def test_a_retreat_may_go_on_until_clear_of_zones():
    """11.Q.2.c: in a zone they may stop or go on; clear of it they stay."""
    battle = after(document([infantry(10)], [infantry(20, cadre_attack=8)]), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    battle = battle.play("to:1,-1")
    battle = battle.play(options(battle)[0]) if topic(battle) == "pay" else battle
    assert topic(battle) == "retreat"
    assert "stop" in options(battle)
    assert refused(battle, HERE) == ["they have left it"]
    further = battle.play("to:1,-2")
    assert topic(further) == "advance"
    assert battle.play("stop").game.overlay(battle.play("stop").state)["moved"]["d1"] == {"1,-1": 1}


def test_without_a_way_they_stay_at_double_losses():
    """11.Q.2.b."""
    sides = {way: ["prohibited"] for way in (WEST, SOUTHEAST, SOUTHWEST, "0,-1", "1,-1")}
    battle = after(document([infantry(3)], [infantry(9, cadre_attack=3)], sides=sides), "DR")
    battle = battle if topic(battle) != "stand" else battle.play("retreat")
    battle = battle.play("stuck")
    assert topic(battle) == "force"
    battle = battle.play("stay")
    assert battle.outcome.result == "held"
    assert "at twice the losses" in log(battle)
    assert measures(battle)["defender_lost"] == 6
    assert battle.state.memo.books[1].casualties == 4 * 3  # in quarters: twice half of the attacker's 3 points


def test_11_q_2_e_what_a_way_out_costs_is_asked_as_the_price_of_the_retreat():
    """11.Q.2.d, 11.Q.2.e: interdiction as well as zones of control; other losses are those of the roll."""
    stack = [infantry(5, cadre_attack=1), infantry(4, cadre_attack=1)]
    watched = {WEST: {"terrain": "clear"}}
    near = [*STRONG, infantry(4, at="-2,0", attacks=False)]
    plain, zones = (
        after(document(attack, stack, here={"interdiction": level}, hexes=watched), "DR", "to:-1,0")
        for attack, level in ((STRONG, 1), (near, 0))
    )
    for battle in (plain, zones):
        assert topic(battle) == "pay"
        assert str(battle.node.prompt).startswith("The retreat costs the defender ")
    lost = after(document(STRONG, stack), "1:1")
    assert str(lost.node.prompt).startswith("The attacker loses ")


def test_interdiction_costs_those_who_leave():
    """11.Q.2.e."""
    battle = after(document(STRONG, [infantry(5, cadre_attack=1)], here={"interdiction": 1}), "DR", "to:-1,0")
    assert "interdiction 1" in log(battle)
    assert measures(battle.play("all"))["defender_lost"] == 4


def test_11_q_2_e_interdiction_of_the_hex_fought_over_is_paid_once_however_far_they_retreat():
    """11.Q.2.c, 11.Q.2.e: no hex on the way costs it again; a zone of control in the first lets them go on."""
    attack = [infantry(40), infantry(4, at="-2,1", attacks=False)]
    stack = [infantry(6, cadre_attack=1), infantry(6, cadre_attack=1)]
    battle = after(document(attack, stack, here={"interdiction": 1}, hexes={WEST: {"interdiction": 2}}), "DR")
    battle = battle.play(f"to:{WEST}")
    interdiction, zones = (debt.bill.owed for debt in battle.state.due.debts)
    assert interdiction == losses.parts(2) and zones > 0
    battle = battle.play_all(["lose:d1:0", "to:-2,0"])
    assert (battle.state.path, battle.state.due.debts) == ((WEST, "-2,0"), ())
    assert battle.game.overlay(battle.state)["moved"] == {"d1": {"-2,0": 1}, "d2": {"-2,0": 1}}


def test_11_o_2_the_first_point_at_home_is_owed_once_by_interdiction_and_zones_of_control():
    """11.O.2, 11.Q.2.d, 11.Q.2.e: interdiction costs more than that point, so that the zones ask for none of it."""
    near = [*STRONG, infantry(4, at="-2,0", attacks=False)]
    stack = [infantry(5, cadre_attack=1, home=True), infantry(4, cadre_attack=1)]
    battle = after(document(near, stack, here={"interdiction": 1}, hexes={WEST: {"terrain": "clear"}}), "DR")
    every = ((1, 1),) * len(stack)
    owed = list(routes.debts(battle.game.setting, battle.state, WEST, (every, every), every, False, losses.parts(1)))
    assert [debt.bill.home for debt in owed] == [losses.parts(1), 0]


@pytest.mark.parametrize(("level", "left"), [(0, "001"), (1, "001"), (2, "00x")])
def test_11_n_3_interdiction_costs_the_cadre_of_a_unit_that_the_roll_has_cost(level, left):
    """11.N.3, 11.Q.2.e: by a retreat alone it is lost in the same fight; the 2½ points paid too much go first."""
    battle = after(document(STRONG, [infantry(5, cadre_attack=1)], here={"interdiction": level}), "E½")
    assert battle.state.left == "001"
    assert battle.play("to:-1,0").state.left == left


@pytest.mark.parametrize(
    ("allowance", "factor"), [(10, 4), (12, 4), (9, 3), (8, 3), (7, 2), (5, 2), (4, 1), (3, 1), (2, Fraction(1, 2))]
)
def test_movement_factors(allowance, factor):
    """11.Q.2.d: the faster, the less it loses."""
    assert retreat.factor(allowance, "", False) == factor


def test_movement_factors_of_nations():
    """11.Q.2.d: German c/m units are faster; Soviets, French, Poles a step slower, Italians and minors two."""
    assert retreat.factor(10, "german", True) == 5
    assert retreat.factor(10, "german", False) == 4
    assert [retreat.factor(10, nation, True) for nation in ("soviet", "french", "polish", "italian", "minor")] == [
        3,
        3,
        3,
        2,
        2,
    ]
    assert retreat.factor(4, "italian", False) == Fraction(1, 2)


def test_supply_points_carried():
    """11.Q.2.h: a point for each 3 REs, rounded up."""
    assert [retreat.carrying(Fraction(n)) for n in (0, 1, 3, 4, 6)] == [0, 1, 1, 2, 2]


def test_entering_has_its_price_in_movement_points():
    """11.Q.1b, 11.Q.1: the terrain of the hex and a minor river."""
    document_ = document([infantry(30, movement=10), infantry(30)], [infantry(5)], sides={EAST: ["minor_river"]})
    battle = after(document_, "E1", "all")
    assert "+3 MP for the German 30-6 infantry" in log(battle)
    assert "+5 MP for the German 30-10 infantry" in log(battle)
    assert advance.removable(True) and not advance.removable(False)


def test_a_star_keeps_the_attacker_where_it_is():
    """T6.s2, T6.s3: a 1½ RED of the attacker bars the advance."""
    game = document(STRONG, [infantry(5)], features=["full_city"])
    battle = begin(game, "!result=DR", "d6=6", "d6=1")
    while topic(battle) in ("retreat", "pay"):
        battle = battle.play(options(battle)[0] if topic(battle) == "pay" else "to:-1,0")
    assert battle.outcome.result == "cleared"
    assert "keeps the attacker from advancing" in log(battle)


def test_below_3_to_1_a_retreat_may_be_bought_off():
    """11.L.1.g: half an exchange by REs of the defender."""
    battle = after(document([infantry(10)], [infantry(5, cadre_attack=1)]), "DR")
    assert topic(battle) == "stand"
    assert "Stay, and lose 1½ points" in [option.label for option in battle.node.options]
    assert battle.play("stand").play("stay").outcome.result == "held"


def test_markers_of_dice_losses_and_equal_results():
    """T6.n1, T6.n2, T10.def, T6.a9, T10.n6, T10.n7."""
    assert markers.of_dice(5, 3) == (1, 0)
    assert markers.of_dice(3, 3) == (1, 1)
    assert markers.of_roll("1:1", (2, 5), (True, True), False) == (2, 3, 0)
    assert markers.of_roll("ME", (5, 2), (False, False), True) == (2, 1, 0)
    # no equal result, unless a reading says so
    assert markers.of_roll("ME", (5, 2), (False, False), False) == (1, 0, 0)
    assert markers.of_roll("DL", (5, 2), (False, False), False) == (1, 0, 1)
    assert markers.modifier(2, 5, "thresholds") == 1
    assert markers.modifier(2, 5, "parity") == 0
    assert [markers.kept(n, "parity") for n in range(6)] == [0, 1, 2, 1, 2, 1]


def test_a_retreat_into_enemies_costs_their_zone_inside_the_hex():
    """11.Q.2.0, 11.Q.2.d, 11.R.0: it ends there, in dual ownership."""
    battle = after(document(STRONG, [infantry(30, cadre_attack=20)]), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    battle = battle.play("to:1,0")
    assert "cost 22½ points" in log(battle)
    assert battle.state.at[2] == EAST


def test_a_hasty_attack_in_place_of_losses():
    """11.Q.2.i: all together, at half strength, after disruption."""
    battle = after(document(STRONG, [infantry(16, cadre_attack=8)]), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    battle = battle.play("into:1,0")
    assert battle.state.bout.kind == "hasty"
    assert battle.assessment.headline.startswith("8 : 15")


def test_an_attacker_forces_his_way_in():
    """11.B.20, 11.Q.1.b, 11.Q.1.b.2, 11.R.0: it costs as a retreat does."""
    battle = after(document([infantry(10, cadre_attack=4)], [infantry(5, cadre_attack=1)]), "1D")
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert topic(battle) == "force"
    assert next(one.aside for one in battle.node.options if one.id.startswith("force"))
    went = battle.play(options(battle)[1])
    assert went.outcome.result == "dual"
    assert "forces" not in log(went) and "advances into" in log(went)


@pytest.mark.parametrize(("levels", "price"), [(-1, "7½ points"), (0, "15 points"), (1, "30 points")])
def test_levels_of_zones_that_are_stated_of_a_hex_count_on_a_retreat_into_it(levels, price):
    """11.Q.2.d: half a zone, a level lower as its owner attacked, a whole one as usual, or a double one."""
    setup = document([infantry(15, zoc="double")], [infantry(5)], hexes={"1,-1": {"zoc_levels": levels}})
    battle = after(setup, "DR")
    labels = {one.hex: one.label for one in battle.node.options if one.id.startswith("to:")}
    assert labels["1,-1"].endswith(f"which costs {price}")
    assert labels["0,1"].endswith("which costs 15 points")


@pytest.mark.parametrize(
    ("more", "price"),
    [
        ({}, 5),
        ({"supply": "U3"}, 5),
        ({"supply": "U4"}, Fraction(5, 2)),
        ({"marker": 2}, Fraction(5, 2)),
        ({"supply": "U4", "marker": 1}, 0),
        ({"supply": "U4", "zoc": "double"}, 5),
    ],
)
def test_11_q_2_d_zones_of_units_at_u4_or_with_a_marker_cost_less_on_a_retreat(more, price):
    """11.B.4, 11.L.1.Ex, 11.Q.2.d: their ZOC class is a level lower, and that of attackers another one (11.Q.2.a)."""
    battle = after(document([infantry(10, **more)], [infantry(5)]), "DR")
    while topic(battle) in ("pay", "stand"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "retreat")
    assert routes.points(battle.game.setting, battle.state, SOUTHEAST) == price


@pytest.mark.parametrize(("more", "price"), [({}, 10), ({"supply": "U4"}, 5), ({"marker": 1}, 5)])
def test_11_q_1_b_2_so_do_those_past_whom_an_attacker_forces_his_way_in(more, price):
    """11.Q.1.b.2: as in a retreat."""
    battle = after(document([infantry(30, cadre_attack=9)], [infantry(10, size="9", **more)]), "1:")
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    assert routes.entering(battle.game.setting, battle.state, 0) == price


def test_11_q_2_d_friends_at_u4_weigh_less_on_a_retreat_to_them():
    """11.B.4, 11.Q.2.d: 10 at half less 4 at double, or at their plain zone."""
    for more, price in (({}, 0), ({"supply": "U4"}, 1)):
        battle = after(document([infantry(10)], [infantry(5), infantry(4, at=SOUTHEAST, **more)]), "DR", "retreat")
        assert routes.points(battle.game.setting, battle.state, SOUTHEAST) == price


def test_11_r_3_b_who_has_landed_exerts_his_zone_out_of_the_hex_that_he_fights_in():
    """11.R.0, 11.Q.2.d: west of it half of 10, and not of those who attack from the hex beside it in the east."""
    for way, price in (({"via": "sea"}, 5), ({}, 0)):
        setup = document([infantry(10, **way)], [infantry(5)], hexes={EAST: {"terrain": "sea"}})
        battle = after(setup, "DR", "retreat")
        assert routes.points(battle.game.setting, battle.state, WEST) == price


# --- what zones of control cost where they are worth little, and enemies on the way (11.D.5, 11.M.0c, 11.Q.2) --------


@pytest.mark.parametrize(("strength", "left"), [(1, "0"), (2, "1")])
def test_11_m_0c_a_quarter_of_a_point_costs_nobody_anything_who_retreats_before_combat(strength, left):
    """11.M.0c, 11.Q.2.d, 11.D.5: a partial zone of an attacker counts a quarter; of 1-6 nothing is left of it."""
    attack = [infantry(30, zoc="none"), infantry(strength, zoc="partial")]
    setup = document(attack, [infantry(5, cadre_attack=1)], retreat_before=True)
    battle = begin(setup, "try:2", "to:1,-1", "S")
    assert battle.state.left[-1] == left


@pytest.mark.parametrize(("strength", "left"), [(16, "1"), (20, "2"), (40, "2")])
def test_11_n_2_the_remnant_of_a_cadre_is_left_of_who_retreats_before_combat_as_after_it(strength, left):
    """11.N.2, 11.N.3, 11.D.5: half of 40 is more than the 8 of a division and the 3 of its cadre."""
    runner = infantry(8, cadre_attack=3, remnant=True)
    battle = begin(document([infantry(strength)], [runner], retreat_before=True), "try:1", "to:1,-1", "S")
    assert battle.state.left[-1] == left


def test_11_m_2_d_a_way_that_costs_a_quarter_of_a_point_is_safe():
    """11.M.0c, 11.M.2d, 11.Q.2.d: nothing is lost on it, so that disruption comes before the retreat."""
    attack = [infantry(30, zoc="none"), infantry(1, zoc="partial")]
    walls = {way: ["prohibited"] for way in (WEST, SOUTHWEST, "0,-1")}
    battle = after(document(attack, [infantry(9, cadre_attack=4)], sides=walls), "D½")
    assert topic(battle) == "pay"


def test_11_d_5_who_retreats_before_combat_may_go_on_into_enemies_as_in_any_retreat():
    """11.D.5, 11.Q.2.0, 11.Q.2.c: in a zone of control, on to any hex."""
    attack = [infantry(10), infantry(4, at="-2,0", attacks=False)]
    setup = document(attack, [infantry(30, cadre_attack=20)], retreat_before=True)
    battle = begin(setup, f"try:{len(attack)}", f"to:{WEST}", "S")
    assert "to:-2,0" in options(battle)
    ended = battle.play("to:-2,0")
    assert ended.state.at[-1] == "-2,0"
    assert topic(ended) != "further"


@pytest.mark.parametrize("via", ["sea", "airdrop", "land"])
def test_11_r_0_who_has_landed_fought_in_the_hex_and_enters_it_for_nothing(via):
    """11.R.0, 11.Q.1b: of a hex of 3 MP behind a river others have a marker; a star does not keep him out of it."""
    hexes = {EAST: {"terrain": "sea" if via == "sea" else "clear"}}
    comers, sides = [infantry(40, cadre_attack=30, via=via)], {EAST: ["minor_river"]}
    battle = after(document(comers, [infantry(5)], here={"entry": 3}, sides=sides, hexes=hexes), "E1")
    battle = spared(battle)
    went = battle.play("go:a1:0")
    assert went.outcome.result == "taken"
    assert ("+5 MP for the German 40-6 infantry" in log(went)) is (via == "land")
    (rules,) = (line.rules for _, line in went.log if "advances" in line.text)
    assert ("11.R.0" in rules) is (via != "land")
    starred = battle.state._replace(due=battle.state.due._replace(stays=True))
    assert bool(routes.advancing(battle.game.setting, starred)) is (via != "land")


@pytest.mark.parametrize(("via", "marker"), [("sea", 1), ("airdrop", 1), ("land", 6)])
def test_11_r_0_who_has_landed_enters_the_hex_in_a_turn_without_its_price(via, marker):
    """11.R.0, 11.Q.1b: later attacks of the turn know the marker of the dice, and by land 5 for hex and river."""
    attacker = counter("a", EAST, 40, cadre_attack=30, via=via)
    hexes = {EAST: {"terrain": "sea" if via == "sea" else "clear"}, HERE: {"entry": 3}}
    attacks = {HERE: ["a"], "6,0": ["c"]}
    units, sides = [attacker, counter("d", HERE, 5), *FAR], {f"{HERE}:E": ["minor_river"]}
    battle = turn(attacks, units, "attack:1", "now", *rolled("E1"), "go:a:0", hexes=hexes, sides=sides)
    (found,) = (dict(one.values) for one in battle.state.board.units if one.id == "a")
    assert found["marker"] == marker


@pytest.mark.parametrize(("via", "owed"), [("sea", 0), ("airdrop", 0), ("land", 5)])
def test_11_r_0_who_has_landed_shares_the_hex_with_those_who_are_left_and_forces_no_way(via, owed):
    """11.R.0, 11.Q.1.b.2: nobody who comes by land and pays for it goes in with him."""
    comers = [infantry(10, cadre_attack=4, via=via), infantry(9, cadre_attack=4)]
    battle = spared(after(document(comers, [infantry(5, size="9")]), "1:"))
    setting = battle.game.setting
    assert [routes.entering(setting, battle.state, i) for i in (0, 1)] == [owed, 5]
    assert routes.forcing(setting, battle.state, (0,)) == ((1,) if owed else ())
