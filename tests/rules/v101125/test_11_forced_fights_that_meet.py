"""Chapter 11: what leads to a fight or follows from one, and rules of other sections that meet it."""

from __future__ import annotations

import pytest
from hexumpire.kit.places import mention
from hexumpire.model.battle import moves
from hexumpire.rulesets.v101125.rules import routes
from hexumpire.rulesets.v101125.rules.before import modifier

from tests.rules.v101125.playing import CALM, after, begin, log, options, spared, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry

ON = {"forced_fights": "here"}


def calm(battle):
    """The battle once nobody owes, advances or forces his way in any more."""
    while topic(battle) in ("pay", "advance", "force"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
    return battle


def step(battle, *actions):
    """The same after more actions."""
    for action in actions:
        battle = calm(battle).play(action)
    return calm(battle)


def rolled(result):
    """That result, and dice of disruption that cost nobody anything."""
    return (f"!result={result}", *CALM)


# --- zones of control of those who have fought (11.Q.2.a) -------------------------------------------------------------


@pytest.mark.parametrize(("fought", "zone"), [(False, 1), (True, 0.5)])
def test_11_q_2_a_who_fought_earlier_in_a_chain_of_counterattacks_has_its_zone_a_level_lower(fought, zone):
    """11.L.1.d, 11.Q.2.a: d strikes b, who stood by, b strikes e, e strikes a, and a d: b attacked in this chain."""
    units = [infantry(8), infantry(9, at="1,1")]
    battle = begin(document([infantry(10), infantry(9, at=SOUTHEAST, attacks=False)], units, **ON))
    if fought:
        battle = step(battle, *rolled("CA"), f"strike:{SOUTHEAST}", *rolled("CA"), "strike:1,1", *rolled("CA"))
        battle = step(battle, f"strike:{EAST}", *rolled("CA"), "strike:0,0")
    assert battle.state.bout.attackers == (0,)
    assert routes.zone(battle.game.setting, battle.state, 1, "-1,1") == zone


@pytest.mark.parametrize(("spent", "points"), [(False, "9 points"), (True, "4½ points")])
def test_11_q_2_a_so_has_who_fought_in_a_counterattack_of_another_attack(spent, points):
    """11.L.1.d.vii, 11.Q.2.a, 11.Q.2.d: a 9 that is idle now, beside the hex that is retreated to."""
    idle = infantry(9, at="-1,1", attacks=False, spent=spent)
    battle = after(document([infantry(30), idle], [infantry(8)]), "DR")
    labels = {one.id: str(one.label) for one in battle.node.options}
    assert labels[f"to:{WEST}"].endswith(points)


# --- what an overrun leads to (11.L.1.f) ------------------------------------------------------------------------------


def overrun(attack, defend, **more):
    """The document of an overrun."""
    return {**document(attack, defend, overrun_mp=3, **more, **ON), "procedure": "overrun"}


@pytest.mark.parametrize("phase", ["initial", "exploitation"])
def test_11_l_1_f_the_deadlock_of_a_counterattack_on_an_overrun_is_fought_in_the_combat_phase_after_the_movement(phase):
    """11.L.1.d, 11.L.1.f: both were fought in the movement phase; in its combat phase a deadlock goes on as ever."""
    attack = [infantry(20, cadre_attack=9)]
    battle = step(begin(overrun(attack, [infantry(5, cadre_attack=2)], phase=phase)), *rolled("CA"))
    assert battle.state.bout.kind == "counterattack"
    battle = step(battle, *rolled("DL"))
    assert (battle.state.bout.kind, battle.state.bout.side) == ("forced", "defender")
    assert (battle.state.bout.stage, topic(battle)) == (phase, "")
    assert "fought again in the combat phase that follows" in log(battle)
    again = step(battle, "!result=DL").play(CALM[0]).play(CALM[1])
    assert (again.state.bout.stage, topic(again)) == ("exploitation", "" if phase == "initial" else "advance")


def test_11_q_2_i_so_is_that_of_an_attack_out_of_the_retreat_from_an_overrun():
    """11.Q.2.i, 11.L.1.f: in the initial combat phase after the movement, and not in the exploitation phase."""
    idle = infantry(4, at=WEST, attacks=False)
    battle = step(begin(overrun([infantry(30), idle], [infantry(8)])), *rolled("DR"), f"into:{WEST}", *rolled("DL"))
    assert (battle.state.bout.kind, battle.state.bout.stage) == ("forced", "initial")


# --- retreat before a counterattack (11.D) ----------------------------------------------------------------------------


def before_the_counterattack(**more):
    """What counts for the attackers in the east who try to leave it, when those they attacked counterattack."""
    battle = begin(document([infantry(10)], [infantry(8)], retreat_before=True, **more, **ON), "stay", "now")
    battle = step(battle, *rolled("CA"))
    assert topic(battle) == "leave"
    found = modifier(battle.game.setting, battle.state, 0, "2,0")
    return {line.rules[0]: line.value for line in found.children} | {"T1.m2": 0, "T1.m4": 0}


def test_t1_m5_a_fort_holds_back_those_whom_a_counterattack_takes_as_in_the_clear():
    """T1.m5, 11.L.1.d.iv: the unit is in a fort all the same; as in the clear are odds and modifiers of the attack."""
    assert before_the_counterattack(hexes={EAST: {"features": ["fort"]}}).get("T1.m5") == -1
    assert before_the_counterattack().get("T1.m5") is None


def test_t1_m3_m6_what_is_said_of_the_attack_is_said_of_its_hex_and_of_those_who_were_surprised():
    """T1.m3, T1.m6: neither does the enemy of the attackers invade, nor was it their hex that could be examined."""
    assert not {"T1.m3", "T1.m6"} & set(before_the_counterattack(examined=True, surprise=True))
    battle = begin(document([infantry(10)], [infantry(8)], retreat_before=True, examined=True, surprise=True))
    found = {line.rules[0] for line in modifier(battle.game.setting, battle.state, 1, WEST).children}
    assert {"T1.m3", "T1.m6"} <= found


# --- attacks of free will (11.A.7, 11.A.11) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "open_now"), [(16, True), (17, False)])
def test_11_a_11_nobody_attacks_out_of_a_retreat_below_a_sure_1_to_4(strength, open_now):
    """11.Q.2.i, 11.C.1: they may attack; half of 8 on 16 is 1:4, on 17 it is less."""
    battle = after(document([infantry(30), infantry(strength, at=WEST, attacks=False)], [infantry(8)]), "DR")
    assert (f"into:{WEST}" in options(battle)) == open_now
    assert f"to:{WEST}" in options(battle)


@pytest.mark.parametrize("others", [False, True])
def test_11_a_7_a_remnant_by_itself_does_not_attack_out_of_a_retreat(others):
    """11.A.7, 11.Q.2.i: it would do so of its own will; with others all attack together."""
    units = [infantry(4, face="remnant"), *[infantry(8)] * others]
    battle = after(document([infantry(60), infantry(4, at=WEST, attacks=False)], units), "DR")
    assert (f"into:{WEST}" in options(battle)) == others
    assert f"to:{WEST}" in options(battle)


@pytest.mark.parametrize("face", ["full", "remnant"])
def test_11_a_7_a_remnant_beside_the_hex_reinforces_no_attack_on_those_who_entered_it(face):
    """11.L.1.f.ii, 11.A.7: those in the hex must attack; who reinforces them does so of his own will."""
    units = [infantry(8), infantry(3, face=face, at=WEST)]
    battle = after(document([infantry(20)], units, phase="exploitation"), "DL").play("go:a1:0")
    assert (topic(battle) == "reinforce") == (face == "full")
    assert battle.state.bout.attackers == ((0,) if face == "full" else (1,))


def entered(attack, defend, **more):
    """The attack that a deadlock forces on a1, who has gone into the hex of the defenders, just before who joins it."""
    return after(document(attack, defend, phase="exploitation", **more), "DL").play("go:a1:0")


def labels(battle):
    """What the answers say."""
    return [str(one.label) for one in battle.node.options]


def refused(battle):
    """The reasons and rules of units that do not join, by their ids."""
    return {one.unit: (str(one.reason), one.rules[0]) for one in battle.game.refusals(battle.state) if one.unit}


@pytest.mark.parametrize(
    ("enemy", "stays", "joins"),
    [
        ((), (), {2}),
        ((8,), (), set()),
        ((8,), (7,), {4}),
        ((17,), (7,), set()),
        ((8,), (8,), {3}),
        ((0,), (), {3}),
        ((8,), (3, 5), {3}),
    ],
)
def test_11_r_3_d_4_nobody_joins_out_of_another_hex_that_enemies_share_unpinned(enemy, stays, joins):
    """11.L.1.f.ii, 11.R.3.d.4: others stay behind who pin those 8; nobody has to pin a 0."""
    shared = [infantry(9, at=WEST), *(infantry(one, at=WEST) for one in stays)]
    attack = [infantry(20), *(infantry(one, at=WEST, attacks=False) for one in enemy)]
    battle = entered(attack, [infantry(8), *shared])
    assert (topic(battle) == "reinforce") == bool(joins)
    if joins:
        battle = battle.play("all")
    assert {*battle.state.bout.attackers} == {1 + len(enemy)} | joins


def test_11_r_3_d_4_whoever_of_a_shared_hex_joins_the_other_one_pins():
    """11.L.1.f.ii, 11.R.3.d.4: of an 8 and a 9 either may join and leaves the other one with those 8."""
    attack = [infantry(20), infantry(8, at=WEST, attacks=False)]
    battle = entered(attack, [infantry(8), infantry(9, at=WEST), infantry(8, at=WEST)])
    assert options(battle) == ["all", "alone", "join:4"]
    assert battle.play("all").state.bout.attackers == (2, 3)
    assert battle.play("join:4").state.bout.attackers == (2, 4)


def test_11_l_1_f_ii_any_units_join_one_after_another():
    """11.L.1.f.ii: he names whom he wishes; the attack begins once he says so, or nobody else may join."""
    battle = entered(
        [infantry(20)], [infantry(8), infantry(7, at=WEST), infantry(6, at=WEST), infantry(5, at=SOUTHEAST)]
    )
    assert options(battle) == ["all", "alone", "join:2", "join:3", "join:4"]
    assert battle.play("all").state.bout.attackers == (1, 2, 3, 4)
    assert battle.play("alone").state.bout.attackers == (1,)
    some = battle.play("join:3")
    assert options(some) == ["attack", "join:2", "join:4"]
    assert "Nobody joins but the Soviet 6-6 infantry" in labels(some)
    assert some.play("attack").state.bout.attackers == (1, 3)
    assert some.play_all(["join:2", "join:4"]).state.bout.attackers == (1, 2, 3, 4)
    assert some.play("attack").state.dice == some.play_all(["join:2", "join:4"]).state.dice == ()


def test_11_l_1_f_ii_the_chances_of_who_was_named_are_those_of_his_attack():
    """11.L.1.f.ii: once a 30 is named, no chance is left of an attack without it."""
    battle = entered([infantry(4)], [infantry(1), infantry(30, at=WEST), infantry(2, at=WEST)])
    named = battle.play("join:2")
    assert moves(named.node) == ["attack"]
    assert moves(battle.node) == ["all", "alone"]


def test_11_l_1_f_ii_why_others_do_not_join():
    """11.A.2, 11.A.7, 11.A.1, 11.L.1.f.ii: each by its own rule."""
    far, remnant = infantry(9, at="3,3"), infantry(3, face="remnant", at=WEST)
    battle = entered([infantry(20)], [infantry(8), far, remnant, infantry(5, at=WEST)])
    assert refused(battle) == {
        "d2": ("it cannot attack the hex from where it is", "11.A.2"),
        "d3": ("a remnant does not attack of its own will", "11.A.7"),
    }
    assert labels(battle)[0] == f"The Soviet 5-6 infantry in {mention(WEST)} joins"


def test_11_a_9_no_more_of_a_hex_join_than_may_attack_from_there():
    """11.A.9, 11.L.1.f.ii: two of three, the strongest or any others."""
    around = [infantry(5, at=WEST), infantry(6, at=WEST), infantry(7, at=WEST)]
    battle = entered([infantry(20)], [infantry(8), *around], stacking=2)
    assert battle.play("all").state.bout.attackers == (1, 3, 4)
    assert battle.play_all(["join:2", "join:3"]).state.bout.attackers == (1, 2, 3)
    named = battle.play("join:2")
    assert refused(named) == {}
    assert options(named) == ["attack", "join:3", "join:4"]


def test_11_h_1_those_without_attack_strength_are_joined_by_somebody_who_has_some():
    """11.H.1: an 0-4 in the hex attacks with others only, of whom one that has strength is named first."""
    units = [infantry(0, defence=4), infantry(0, defence=3, at=WEST), infantry(7, at=WEST), infantry(6, at=WEST)]
    battle = entered([infantry(9)], units)
    assert options(battle) == ["all", "join:3", "join:4"]
    assert refused(battle)["d2"][1] == "11.H.1"
    assert options(battle.play("join:3")) == ["attack", "join:2", "join:4"]


def test_11_h_1_whoever_alone_makes_their_attack_joins_it():
    """11.H.1, 11.L.1.f.ii: nothing is asked where only one other unit makes the attack that they must make."""
    battle = entered([infantry(9)], [infantry(0, defence=4), infantry(7, at=WEST)])
    assert battle.state.bout.attackers == (1, 2)


def test_11_a_7_a_remnant_in_the_hex_attacks_those_who_entered_it():
    """11.L.1.f.ii, 11.A.7: it must, as those who are left in the hex have to attack."""
    battle = after(document([infantry(20)], [infantry(3, face="remnant")], phase="exploitation"), "DL")
    assert battle.play("go:a1:0").state.bout.attackers == (1,)


# --- two attacks that are owed (11.L.1.f.ii) --------------------------------------------------------------------------


def test_t10_n7_markers_count_in_the_second_of_two_attacks_that_are_owed():
    """T10.n7, 11.L.1.f.ii: in a2's attack on d1 he has what the dice of four fights have left on him.

    The answer to a held attack is deadlocked twice, and d1 goes in; so is the attack, and a1 goes in. Nobody pins a2 in
    the hex that d1 shares with him, so that he does not join the attack of d2 (11.R.3.d.4).
    """
    setup = document([infantry(10), infantry(10)], [infantry(8), infantry(8)], **ON)
    battle = begin(setup, "delay", "all")
    for actions in (rolled("DL"), rolled("DL"), ("go:d1:0", "stay"), rolled("DL"), ("go:a1:0", "stay")):
        battle = spared(battle.play_all(actions))
    marks = battle.state.marks
    assert battle.state.bout.attackers == (3,)
    battle = step(battle, *rolled("ME"))
    assert (battle.state.bout.attackers, battle.state.bout.defenders) == ((1,), (2,))
    assert battle.state.marks[1:3] == marks[1:3]
    assert marks[1]


@pytest.mark.parametrize("phase", ["initial", "exploitation"])
def test_11_l_1_f_ii_those_in_a_shared_hex_attack_enemies_who_were_in_it_when_they_were_deadlocked(phase):
    """11.L.1.f.ii, 11.R.3.d.1: a1 need not advance, as he is in the hex; d1 must attack him in its next phase."""
    battle = after(document([infantry(10, at=HERE)], [infantry(8)], phase=phase, **ON), "DL")
    if phase == "initial":
        battle = spared(battle.play_all(rolled("DL")))
    bout = battle.state.bout
    assert (bout.side, bout.attackers, bout.hexes, bout.stage) == ("defender", (1,), (HERE,), "enemy_initial")
    assert "In its next combat phase the defender attacks" in log(battle)


def test_11_l_1_f_ii_so_do_those_who_were_attacked_out_of_a_retreat_into_their_hex():
    """11.Q.2.i, 11.L.1.f.ii: d1 is in the hex of the 8 that it attacked, which attacks it in its own next phase."""
    idle = infantry(8, at=WEST, attacks=False)
    battle = after(document([infantry(30), idle], [infantry(8)], phase="exploitation", **ON), "DR", f"into:{WEST}")
    battle = step(spared(battle), *rolled("DL"))
    bout = battle.state.bout
    assert (bout.side, bout.attackers, bout.hexes, bout.stage) == ("attacker", (1,), (WEST,), "enemy_initial")


def test_11_l_1_f_ii_who_has_to_attack_enemies_in_its_own_hex_joins_no_other_attack():
    """11.R.3.d.2, 11.A.1: d2 has a2 in its hex; d3, beside both, may join d1."""
    units = [infantry(6), infantry(5, at=EAST), infantry(4, at=SOUTHEAST)]
    setup = document([infantry(12), infantry(4)], units, phase="exploitation", **ON)
    battle = spared(after(setup | {"targets": [HERE, EAST]}, "DL")).play_all(["go:a1:0", "stay"])
    assert refused(battle) == {"d2": ("it has to attack the enemies in its own hex", "11.L.1.f.ii")}
    assert options(battle) == ["all", "alone"]


def test_11_l_1_f_ii_in_each_of_two_shared_hexes_those_who_were_deadlocked_attack_the_enemies_in_theirs():
    """11.R.3.d.2, 11.L.1.f.ii: a1 goes on into 0,0 and a2 stays in the east: d1 attacks the one, d2 the other."""
    setup = document([infantry(12), infantry(4)], [infantry(6), infantry(5, at=EAST)], phase="exploitation", **ON)
    battle = spared(after(setup | {"targets": [HERE, EAST]}, "DL")).play_all(["go:a1:0", "stay"])
    met = []
    for answer in (["alone"], ["alone"]):
        battle = battle.play_all(answer) if topic(battle) == "reinforce" else battle
        met.append((battle.state.bout.attackers, battle.state.bout.hexes))
        battle = step(battle, *rolled("ME"))
    assert met == [((2,), (HERE,)), ((3,), (EAST,))]


# --- reserves (11.A.13) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("result", "joins"), [("CA", False), ("DR", True)])
def test_11_l_1_d_vii_a_reserve_that_was_struck_and_counterattacks_joins_no_held_attack(result, joins):
    """11.A.13, 11.L.1.d.vii: the answer strikes a1 and the reserve in the east; a3 makes the held attack."""
    attack = [infantry(10), infantry(5, reserve=True), infantry(9, at=SOUTHEAST)]
    setup = document(attack, [infantry(12)], readings={"riposte": "hex"}, **ON)
    battle = begin(setup, "delay", "join:3", "on:1", *rolled(result))
    battle = spared(battle)
    if joins:
        battle = battle.play_all(["retreat"] if topic(battle) == "stand" and "retreat" in options(battle) else [])
        battle = calm(spared(battle.play("to:1,-1")))
        while topic(battle) == "retreat":
            battle = calm(spared(battle.play("stop")))
    else:
        battle = step(battle, *rolled("ME"))
    assert battle.state.bout.kind == "regular"
    assert (1 in battle.state.bout.attackers) == joins
    assert 2 in battle.state.bout.attackers


@pytest.mark.parametrize(("goes", "asked"), [(HERE, "force"), ("0,2", "advance")])
def test_11_q_1_b_2_nobody_advances_for_nothing_into_a_hex_that_other_enemies_have_retreated_to(goes, asked):
    """11.Q.1.b.2, 11.Q.2.i: d1 attacks those beside it in its retreat, and d2, struck with it, goes where d1 was."""
    attack = [infantry(40, zoc="none"), infantry(6, at=SOUTHEAST, attacks=False, zoc="none")]
    battle = after(document(attack, [infantry(8), infantry(6, at=SOUTHEAST)], **ON), "DR", f"into:{SOUTHEAST}")
    battle = battle.play_all([*rolled("CA"), *rolled("DR"), "retreat", "apart:d2:0", "to:-1,1", f"to:{goes}"])
    assert battle.state.at == (EAST, SOUTHEAST, "-1,1", goes)
    assert battle.state.bout.hexes == (HERE,)
    assert topic(battle) == asked


# --- the combat phase after a movement phase (11.L.1.f, 11.M.8a, 11.B.4) ----------------------------------------------


def test_11_m_8_a_who_has_paid_at_once_in_an_overrun_may_do_so_again_in_the_combat_phase():
    """11.M.8a, 11.L.1.f: once in each combat phase; by a tie a1 pays 1½ in the movement phase, before a deadlock."""
    attack = [infantry(30, cadre_attack=9), infantry(30, cadre_attack=9)]
    setup = document(attack, [infantry(6, size="9", cadre_attack=3)], rp_attacker=9, **ON) | {"procedure": "overrun"}
    battle = begin(setup, "!result=DL", "d6=1", "d6=1", "rp:a1")
    battle = battle.play("!spare") if topic(battle) == "pay" else battle
    assert (battle.state.bout.kind, battle.state.bout.phase) == ("forced", "initial")
    assert "rp:a1" in options(battle.play_all(["!result=½:", "d6=1", "d6=2"]))


@pytest.mark.parametrize(("dice", "zone"), [(("d6=2", "d6=1"), 0.25), (("d6=1", "d6=2"), 0.5)])
def test_11_b_4_a_marker_of_an_overrun_lowers_the_zone_in_the_combat_phase_after_it(dice, zone):
    """11.B.4, 11.L.1.Ex, 11.Q.2.a: the higher die has marked a unit before that phase; who attacks is a level lower."""
    setup = document([infantry(30)], [infantry(6)], readings={"failed_overrun": "red"}, **ON)
    battle = spared(begin(setup | {"procedure": "overrun"}, "!result=DL", *dice))
    assert battle.state.bout.phase == "initial"
    assert routes.zone(battle.game.setting, battle.state, 0, HERE) == zone


@pytest.mark.parametrize(
    ("line", "kind"),
    [((*rolled("CA"),), "counterattack"), ((*rolled("DR"), "retreat", f"into:{WEST}"), "hasty")],
)
def test_t6_r2_what_follows_from_an_attack_of_the_next_turn_is_fought_in_that_turn_too(line, kind):
    """T6.r2, 11.L.1.d, 11.L.1.f.ii, 11.Q.2.i: reaction moves of the turn before halve no REs: twice 3."""
    defend = [infantry(8, reacted=True), infantry(4, reacted=True, at=WEST)]
    battle = begin(document([infantry(10)], defend, phase="exploitation", **ON), *rolled("DL"), "go:a1:0", "alone")
    battle = battle.play_all(line)
    assert (battle.state.bout.kind, battle.state.bout.side) == (kind, "attacker")
    assert battle.game.flow.engagement(battle.state).total(0).value == 6


def test_11_q_2_i_a_counterattack_is_told_once_though_the_retreat_out_of_it_leads_to_a_fight():
    """11.L.1.d, 11.Q.2.i: the 20 counterattacks; who retreats attacks the 8, and then the counterattack goes on."""
    battle = begin(document([infantry(10)], [infantry(20), infantry(8, at="2,0")], **ON))
    battle = step(battle, *rolled("CA"))
    battle = step(battle, *rolled("DR"), "retreat", "into:2,0")
    assert battle.state.behind is not None
    battle = step(battle, *rolled("ME"))
    assert [line.text for _, line in battle.log if "counterattacks" in line.text] == [
        "The defender counterattacks \x021;0\x03 with the Soviet 20-6 infantry, as in clear terrain."
    ]
