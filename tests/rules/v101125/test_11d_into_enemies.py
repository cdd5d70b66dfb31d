"""11.D.5 with 11.Q.2.i: who retreats before combat into a hex of enemies may attack these, before any other combat."""

from __future__ import annotations

import pytest
from hexumpire.files import codec
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.playing import begin, log, options, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHWEST, WEST, document, infantry, support
from tests.rules.v101125.test_11_forced_fights_that_meet import rolled, step
from tests.rules.v101125.test_turn import unit

ON = {"forced_fights": "here", "retreat_before": True}
PAIR = [infantry(8), infantry(8)]


def behind(strength=4, at=WEST, **more):
    """Germans behind the attacked hex, who have no part in the attack."""
    return infantry(strength, at=at, attacks=False, **more)


def gone(attack, defend, *actions, **more):
    """The battle in which defenders retreat into the west and attack there, each by name; nobody else tries."""
    setup = document(attack, defend, **{**ON, **more})
    return begin(setup, *actions)


def into(i, place=WEST, result="S"):
    """That a unit tries, and goes into a hex of enemies to attack them."""
    return f"try:{i}", f"into:{place}", result


def fought(battle):
    """Kind, attackers and defenders of the fight at hand."""
    bout = battle.state.bout
    return bout.kind, bout.attackers, bout.defenders


def quiet(battle):
    """The battle once nobody else tries to leave, or owes or advances."""
    while topic(battle) in ("leave", "pay", "advance", "force"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
    return battle


@pytest.mark.parametrize(("strength", "open_now"), [(16, True), (17, False)])
def test_11_q_2_i_who_gets_away_may_attack_enemies_and_nobody_below_a_sure_1_to_4(strength, open_now):
    """11.D.5, 11.Q.2.i, 11.C.1, 11.A.11: half of 8 on 16, and not on 17; an empty hex is no question."""
    battle = gone([infantry(30), behind(strength)], [infantry(8)], "try:2")
    assert (f"into:{WEST}" in options(battle)) == open_now
    assert f"to:{WEST}" in options(battle)
    assert f"into:{SOUTHWEST}" not in options(battle)


def test_11_q_2_i_they_attack_before_the_dice_in_place_of_what_zones_of_control_cost():
    """11.C.1, 11.Q.2.a: half of 8 on 4; 4 points of zones are not paid, and the hex's MP come after that fight."""
    battle = gone([infantry(10), behind()], PAIR, *into(2), "stay")
    assert fought(battle) == ("hasty", (2,), (1,))
    found = battle.game.flow.engagement(battle.state).figures
    assert (found.attack, found.defence) == (4, 4)
    assert (battle.state.left, battle.state.marks) == ("0000", (0, 0, 0, 0))
    assert "those who got away attack" in log(battle)
    battle = quiet(step(quiet(battle), *rolled("CA")))
    after = quiet(step(battle, *rolled("ME")))
    assert "The attack that they got away from goes on." in log(after)
    assert (topic(after), fought(after)) == ("declare", ("regular", (0,), (3,)))
    assert after.state.bout.stage == "initial"
    assert after.state.marks[0] == after.state.marks[3] == 0
    assert after.state.late == after.state.memo.waits == ()


def test_11_q_2_a_markers_of_the_way_and_of_the_dice_count_after_that_fight():
    """11.Q.2.i, T6.n1, T1.SS: 1 MP for the hex and 1 for the higher die; by great success the hex costs none."""
    for result, marker in (("S", 2), ("SS", 1)):
        battle = gone([infantry(10), behind()], PAIR, *into(2, result=result), "stay")
        after = quiet(step(quiet(battle), *rolled("D½")))
        assert after.state.marks[2] == marker


def test_11_q_2_i_all_who_retreat_attack_together():
    """11.Q.2.i: half of 16 on 4; the other may go to another hex, but attacks in none but that one."""
    battle = gone([infantry(10), behind()], PAIR, *into(2), "try:3")
    assert [one for one in options(battle) if one.startswith("into:")] == [f"into:{WEST}"]
    battle = battle.play_all([f"into:{WEST}", "S"])
    found = battle.game.flow.engagement(battle.state).figures
    assert (fought(battle), found.attack, found.defence) == (("hasty", (2, 3), (1,)), 8, 4)


def test_11_d_7_where_all_got_away_the_attackers_may_advance_after_that_fight():
    """11.D.7, 11.Q.2.i: before any other combat, and before they enter the hex."""
    battle = step(quiet(gone([infantry(10), behind()], [infantry(8)], *into(2))))
    after = battle.play_all(rolled("½:"))
    while topic(after) == "pay":
        after = after.play("!spare")
    assert topic(after) == "advance"
    assert (after.state.bout.attackers, after.state.bout.hexes) == ((0,), (HERE,))


def test_11_l_1_d_vii_attackers_who_are_struck_and_counterattack_make_the_attack_no_more():
    """11.Q.2.i, 11.L.1.d.vii: d1 attacks a1, who counterattacks him; a2 is left for the attack on d2."""
    attack = [infantry(10, cadre_attack=4), infantry(9, at="0,1")]
    for forces, left in ((attack, (1,)), (attack[:1], None)):
        n = len(forces)
        battle = quiet(gone(forces, PAIR, *into(n, EAST), "stay"))
        battle = quiet(step(battle, *rolled("CA")))
        assert battle.state.bout.kind == "counterattack"
        battle = quiet(step(battle, *rolled("½:")))
        assert battle.state.left[0] != "x"
        if left:
            assert fought(battle) == ("regular", left, (n + 1,))
        else:
            assert battle.state.phase == "over"
            assert "is made no more" in log(battle)


@pytest.mark.parametrize(
    ("strength", "more", "result", "goes_on"),
    [
        (8, [], "E1", True),
        (0, [support(9)], "E1", False),
        (1, [], "E1", False),
        (1, [], "CA", True),
        (0, [], "CA", False),
    ],
)
def test_11_h_1_units_without_strength_that_are_left_do_not_make_the_attack(strength, more, result, goes_on):
    """11.A.11, 11.H.1, 11.L.1.d.vii: nor with aircraft; who is left by a counterattack makes it at any odds but 0."""
    attack = [infantry(10), infantry(strength, defence=2, at="0,1"), *more]
    battle = step(quiet(gone(attack, PAIR, *into(2, EAST), "stay")), *rolled(result))
    if result == "CA":
        battle = step(quiet(battle), *rolled("½:"))
    battle = quiet(battle)
    assert (topic(battle) == "declare") == goes_on
    assert (battle.state.phase == "over") != goes_on
    assert battle.state.left[1:] == "000"


@pytest.mark.parametrize(("others", "asked"), [([infantry(0, defence=2, at="0,1")], "advance"), ([], "")])
def test_11_d_7_units_without_strength_that_are_left_may_enter_a_hex_that_all_got_away_from(others, asked):
    """11.D.7, 11.H.1: no attack is made on nobody; it needs somebody who is left."""
    battle = quiet(gone([infantry(10), *others], PAIR[:1], *into(1 + len(others), EAST))).play_all(rolled("E1"))
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert topic(battle) == asked
    assert battle.state.left[0] == "x"


def test_11_l_1_f_i_a_deadlock_of_that_fight_waits_for_the_attack_itself():
    """11.L.1.f.i: the attack is of the initial phase; the deadlock is fought again in the exploitation phase."""
    battle = quiet(step(quiet(gone([infantry(10), behind()], PAIR, *into(2), "stay")), *rolled("DL")))
    assert "The fighting is done" not in log(battle)
    assert (topic(battle), fought(battle)) == ("declare", ("regular", (0,), (3,)))
    battle = quiet(step(battle.play("now"), *rolled("½:")))
    assert (fought(battle), battle.state.bout.stage) == (("forced", (2,), (1,)), "exploitation")
    assert "The fighting is done" in log(quiet(step(battle, *rolled("½:"))))


def test_11_l_1_f_i_out_of_the_retreat_from_an_overrun_it_is_fought_in_the_combat_phase_after_the_movement():
    """11.D.8, 11.L.1.f: after the overrun, in the same initial phase."""
    setup = {**document([infantry(60), behind()], PAIR, overrun_mp=3, **ON), "procedure": "overrun"}
    battle = quiet(step(quiet(begin(setup, *into(2), "stay")), *rolled("DL")))
    assert fought(battle) == ("overrun", (0,), (3,))
    battle = quiet(step(battle, *rolled("E1")))
    assert (fought(battle), battle.state.bout.stage) == (("forced", (2,), (1,)), "initial")


def test_11_q_2_f_who_is_driven_back_onto_his_friends_adds_nothing_to_their_defence():
    """11.Q.2.f, 11.L.1.g: the 10 counterattacks d1, who goes back to d2 and is struck there with him: 10 on 8."""
    forces = [infantry(10, zoc="none"), behind(10, zoc="none")], PAIR
    battle = quiet(step(quiet(gone(*forces, *into(2), "stay")), *rolled("CA"))).play_all(rolled("DR"))
    battle = battle.play("retreat") if "retreat" in options(battle) else battle
    battle = quiet(battle.play(f"to:{HERE}"))
    assert (topic(battle), fought(battle)) == ("declare", ("regular", (0,), (2, 3)))
    found = battle.game.flow.engagement(battle.state).figures
    assert (found.attack, found.defence) == (10, 8)


def test_11_l_1_f_i_in_a_turn_that_deadlock_comes_after_all_attacks_of_the_initial_phase():
    """11.A.8, 11.L.1.f.i: d gets away into c's hex and is deadlocked there; a's attack on e and b's are made first."""
    units = [
        unit("a", "attacker", "1,0", 10),
        unit("b", "attacker", "3,0", 10),
        unit("c", "attacker", "-1,0", 4),
        unit("d", "defender", "0,0", 8),
        unit("e", "defender", "0,0", 8),
        unit("f", "defender", "2,0", 8),
    ]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["b"]}]
    setup = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units, "conditions": ON}
    battle = Battle.start(RULESET.game(codec.read_scenario(setup)))
    battle = settled(battle.play_all(["attack:1", "try:3", "into:-1,0", "S", "stay"]))
    assert stands(battle) == ("hasty", "initial", "defender")
    battle = settled(battle.play_all(rolled("DL")))
    assert stands(battle) == ("regular", "initial", "attacker")
    battle = settled(battle.play_all(rolled("½:")))
    assert options(battle) == ["attack:2"]
    battle = settled(settled(battle.play("attack:2")).play_all(rolled("½:")))
    battle = settled(battle.play("attack:1"))
    assert stands(battle) == ("forced", "exploitation", "defender")


def settled(battle):
    """The turn once nobody tries to leave, owes or advances; attacks are made at once."""
    answers = {"pay": "!spare", "declare": "now"}
    while topic(battle) in ("leave", "pay", "declare", "advance", "force"):
        battle = battle.play(answers.get(topic(battle), "stay"))
    return battle


def stands(battle):
    """Kind, phase and side of the fight at hand."""
    bout = battle.state.inner.bout
    return bout.kind, bout.stage, bout.side


def test_11_a_6_who_is_to_make_the_attack_makes_no_other_out_of_a_retreat_before_that():
    """11.A.6, 11.D.6: struck by d1 before the dice, a1 may get away onto e's hex, and does not attack e."""
    battle = gone([infantry(10)], [*PAIR, infantry(2, at="2,0")], *into(1, EAST), "stay", "try:0")
    assert "to:2,0" in options(battle)
    assert "into:2,0" not in options(battle)


def test_t10_n6_markers_of_an_attack_out_of_a_retreat_in_that_fight_count_in_the_attack_itself():
    """11.Q.2.i, T6.n1, T10.n6: driven off by d1, the 8 goes into 0,0 and attacks d2, whose higher die marks it."""
    battle = quiet(gone([infantry(10), behind(8)], PAIR, *into(2), "stay"))
    battle = battle.play_all(rolled("DR"))
    battle = quiet(battle.play_all(["retreat", f"into:{HERE}"]))
    assert fought(battle) == ("hasty", (1,), (3,))
    battle = quiet(battle.play_all(["!result=½D", "d6=1", "d6=2"]))
    assert (topic(battle), fought(battle)) == ("declare", ("regular", (0,), (3,)))
    assert battle.state.marks[3] == 1


def test_11_q_2_c_who_is_in_a_zone_before_combat_may_go_on_into_enemies_and_attacks_them():
    """11.D.5, 11.Q.2.c, 11.Q.2.i: what the way costs is marked after that fight, and is told to be so."""
    units = [infantry(6), infantry(2, at="2,-1", attacks=False)], [infantry(8, cadre_attack=3), infantry(9)]
    setup = document(*units, **ON)
    away = begin(setup, "try:2", "to:1,-1", "S")
    battle = away.play("into:2,-1")
    assert battle.state.at[2] == "2,-1"
    assert log(battle).removeprefix(log(away)).strip().splitlines() == [
        f"The Soviet 3-6 infantry cadre goes on to {mention('2,-1')}.",
        "+1 MP for the Soviet 3-6 infantry cadre once that fight is over, without the price of zones of control.",
    ]
    battle = battle.play("stay")
    assert (battle.state.bout.hexes, battle.state.bout.attackers) == (("2,-1",), (2,))


def test_11_q_2_i_what_the_way_into_enemies_has_cost_is_marked_after_that_fight_alone():
    """11.D.5, 11.Q.2.a, 11.Q.2.i: a hex of 1 MP in a zone, then one of enemies; what each had before it keeps."""
    units = (
        [infantry(6), infantry(2, at="2,-1", attacks=False, marker=3)],
        [infantry(8, cadre_attack=3, marker=1), infantry(9, marker=2)],
    )
    away = begin(document(*units, **ON), "try:2", "to:1,-1", "S")
    assert away.state.marks == (0, 3, 1 + 1, 2)
    battle = away.play("into:2,-1")
    assert battle.state.marks == (0, 3, 1, 2)
    after = quiet(step(quiet(battle), *rolled("D½")))
    assert after.state.marks[2] == 1 + 2 + 1  # two hexes, and the higher die
