"""11.B.12: the hasty attack with which the defender may answer an attack that is held."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hexumpire.analysis.outcomes import report
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle, Decision, moves
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import routes

from tests.rules.v101125.playing import CALM, begin, log, options, refused, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry, support, unit

QUIET = ("d6=1", "d6=2")
"""Dice of disruption that cost nobody anything in a hasty attack: a marker for those who are struck."""
SPREAD = [infantry(6, cadre_attack=2), infantry(7, at=SOUTHEAST)]


ON = {"pay": "!spare", "stand": "stand", "retreat": "stop", "advance": "stay", "force": "stay"}


def on(battle):
    """The battle once nobody owes, retreats or advances any more."""
    while topic(battle) in ON:
        battle = battle.play(ON[topic(battle)])
    return battle


def test_11_b_12_the_defender_is_asked_when_the_attack_is_held():
    battle = begin(document([infantry(10)], [infantry(8), infantry(6)]), "delay")
    assert topic(battle) == "riposte"
    assert battle.node.side == "defender"
    assert options(battle) == ["wait", "all", "join:1", "join:2"]
    assert [one.id for one in battle.node.options if not one.aside] == ["wait"]
    waiting = battle.play("wait")
    assert (waiting.state.bout.stage, waiting.state.bout.kind) == ("exploitation", "regular")
    assert "Nobody answers the held attack." in log(waiting)


def test_11_b_12_chances_are_those_of_the_answer_once_its_units_are_named():
    """Of an 8 and a 1 the 1 cannot attack 10 alone, which leaves that nobody answers; the 8 can."""
    battle = begin(document([infantry(10)], [infantry(8), infantry(1), infantry(1)]), "delay")
    assert moves(battle.node) == ["wait"]
    assert moves(battle.play("join:1").node) == ["attack"]
    weak = battle.play("join:2")
    assert moves(weak.node) == ["wait"]
    assert options(weak) == ["wait", "join:1", "join:3"]


@pytest.mark.parametrize(
    ("reading", "weak", "asked"), [("hex", 6, True), ("hex", 60, False), ("force", 6, False), ("force", 60, False)]
)
def test_11_b_12_nobody_is_asked_for_an_answer_that_is_too_weak_for_each_hex_it_may_strike(reading, weak, asked):
    """11.A.11: 5 points against 6 may answer there alone, be it that they could not against 60 elsewhere."""
    attackers = [infantry(weak), infantry(60, at=SOUTHEAST)]
    battle = begin(document(attackers, [infantry(10)], readings={"riposte": reading}), "delay")
    assert (topic(battle) == "riposte") is asked


def test_11_b_12_an_attack_that_is_resolved_at_once_is_not_answered():
    assert topic(begin(document([infantry(10)], [infantry(8)]))) == ""


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (1, "The held attack lapses: the odds are below a sure 1:4."),
        (2, "The held attack goes on in the exploitation phase with the German 2-6 infantry."),
    ],
)
def test_11_a_11_a_held_attack_that_the_answer_leaves_too_weak_lapses(left, told):
    """Of 10 and 1 or 2 the 10 is lost, and of 8 and 7 the 7 remains: 1 against 7 is below 1:4, 2 against 7 is not."""
    setup = document([infantry(10), infantry(left)], [infantry(8), infantry(7)])
    battle = begin(setup, "delay", "all", "!result=1:1", *QUIET, "lose:d1:0", "stay")
    assert told in log(battle)


def test_11_c_1_and_11_c_6_the_answer_is_halved_and_costs_supply():
    battle = begin(document([infantry(10)], [infantry(8), infantry(7)]), "delay", "all")
    assert battle.state.bout.kind == "hasty"
    assert battle.assessment.headline.startswith("7½ : 10 →")
    assert battle.assessment.headline.endswith("1 SP")


def test_11_c_4_the_answer_has_a_worse_die_of_disruption():
    battle = begin(document([infantry(10)], [infantry(8), infantry(7)]), "delay", "all", "!result=ME", "d6=2", "d6=1")
    assert "disruption die is 2, read as 1" in log(battle)  # +1 as hasty, -2 by ME
    plain = begin(document([infantry(10)], [infantry(8), infantry(7)]), "!result=ME", "d6=2", "d6=1")
    assert "The attacker's disruption die is 2, read as 1" in log(plain)


def test_11_c_2_support_of_the_held_attack_stays_with_it():
    """11.C.2, 11.A.13: of the answer only that counts which is flown for it, at half."""
    setup = document(
        [infantry(10, cadre_attack=4), support(8)], [infantry(8), infantry(7), {**support(6), "serves": "hasty"}]
    )
    battle = begin(setup, "delay", "all")
    assert battle.assessment.headline.startswith("10½ : 10")  # 15 / 2 + 6 / 2
    assert on(battle.play_all(["!result=ME", *QUIET])).assessment.attack == 12


def test_11_q_2_a_who_stays_out_of_the_answer_is_attacked_all_the_same_and_has_the_lower_zone():
    """11.Q.2.a, 11.B.12: the held attack is on both, of whom one answers."""
    battle = begin(document([infantry(10)], [infantry(8), infantry(6)]), "delay", "join:1", "attack")
    setting, state = battle.game.setting, battle.state
    assert (state.bout.attackers, state.bout.defenders) == ((1,), (0,))
    zones = [[routes.zone(setting, state, i, EAST, normal) for i in (1, 2)] for normal in (True, False)]
    assert zones == [[1, 1], [Fraction(1, 2), Fraction(1, 2)]]


def test_11_0b_units_answer_one_by_one_as_they_wish():
    """11.B.12, 11.A.5: attacking is a choice of each unit."""
    battle = begin(document([infantry(10)], [infantry(8), infantry(6)]), "delay", "join:2")
    assert options(battle) == ["wait", "attack", "join:1"]
    assert battle.play("attack").state.bout.attackers == (2,)
    weak = begin(document([infantry(10)], [infantry(8), infantry(4)]), "delay", "join:2")
    assert options(weak) == ["wait", "join:1"]
    assert refused(weak, EAST) == ["the odds are below a sure 1:4"]
    assert weak.play("join:1").state.bout.attackers == (1, 2)


def test_11_a_11_nobody_answers_below_a_sure_one_to_four():
    """11.A.11: the answer is of free will, so the question does not come up."""
    assert begin(document([infantry(40)], [infantry(5)]), "delay").state.bout.stage == "exploitation"


def test_11_a_7_and_11_h_1_who_cannot_attack_does_not_answer():
    battle = begin(document([infantry(4)], [infantry(8), infantry(3, face="remnant")]), "delay")
    assert refused(battle, "d2") == ["a remnant does not attack of its own will"]
    harmless = document([infantry(4)], [infantry(0, defence=5)])
    assert begin(harmless, "delay").state.bout.stage == "exploitation"


def test_11_c_0_stacks_beside_the_attacked_hex_have_spoken_already():
    setup = document([infantry(6)], [infantry(8), infantry(9, at="1,-1")])
    battle = begin(setup, "delay")
    assert "all" not in options(battle)
    assert refused(battle, "d2") == ["only those whom the held attack is declared on answer it"]


def test_11_a_3_everybody_in_the_hex_of_the_attackers_is_struck():
    setup = document([infantry(6), infantry(9, attacks=False)], [infantry(20)])
    assert begin(setup, "delay", "join:2").assessment.headline.startswith("10 : 15")


def test_11_b_12_several_stacks_are_struck_at_once_over_the_ground_they_choose():
    """11.B.12, 11.R.3.d.2."""
    setup = document(SPREAD, [infantry(20)], hexes={SOUTHEAST: {"terrain": "mountain"}})
    battle = begin(setup, "delay", "join:2")
    assert (topic(battle), battle.node.side) == ("ground", "attacker")
    labels = {option.hex: option.label for option in battle.node.options}
    assert "10 : 13" in labels[EAST]
    assert "5 : 13" in labels[SOUTHEAST]
    assert battle.play("on:1").state.bout.hexes == (SOUTHEAST, EAST)


@pytest.mark.parametrize("reading", ["force", "hex"])
@pytest.mark.parametrize(("force", "asked"), [(SPREAD[:1], False), (SPREAD, True)])
def test_11_b_12_the_hex_that_is_struck_is_asked_only_where_several_are_attacked_from(reading, force, asked):
    """11.B.12, 11.A.4: by the reading in which the answer strikes one hex; else it strikes all of them at once."""
    setup = document(force, [infantry(20)], readings={"riposte": reading})
    battle = begin(setup, "delay", f"join:{len(force)}")
    assert battle.state.phase == ("whom" if asked and reading == "hex" else "first")


def test_11_b_12_ground_that_makes_no_difference_is_not_asked():
    """11.B.12, 11.R.3.d.2: hexes that are alike; a river before one of them makes a difference."""
    assert begin(document(SPREAD, [infantry(20)]), "delay", "join:2").state.bout.hexes == (EAST, SOUTHEAST)
    river = document(SPREAD, [infantry(20)], sides={EAST: ["minor_river"]})
    assert topic(begin(river, "delay", "join:2")) == "ground"


def test_11_a_4_by_the_other_reading_one_hex_is_struck():
    setup = document(SPREAD, [infantry(20)], readings={"riposte": "hex"})
    battle = begin(setup, "delay", "join:2")
    assert (topic(battle), battle.node.side) == ("whom", "defender")
    battle = battle.play("on:2")
    assert battle.state.bout.hexes == (SOUTHEAST,)
    assert battle.assessment.headline.startswith("10 : 7")


def test_11_q_2_0_each_stack_retreats_from_its_own_hex():
    """11.Q.2.0, 11.R.3.d.2: results apply to both hexes; then the answer may enter either, and the attack lapses."""
    setup = document(SPREAD, [infantry(20, cadre_attack=3), infantry(19)])
    battle = begin(setup, "delay", "all", "!result=DR", *QUIET, "retreat", "to:2,0")
    assert topic(battle) == "retreat"
    assert refused(battle, SOUTHEAST) == ["they have left it"]
    battle = battle.play("to:1,1")
    while topic(battle) == "retreat":
        battle = battle.play("stop")
    assert battle.state.at[:2] == ("2,0", "1,1")
    assert (topic(battle), battle.node.prompt) == ("advance", f"Who advances into {mention(EAST)}?")
    battle = battle.play_all(["go:d1:0", "stay"])
    assert battle.node.prompt == f"Who advances into {mention(SOUTHEAST)}?"
    assert refused(battle, "d1") == ["it has advanced already"]
    done = battle.play("stay")
    assert done.outcome.result == "held"
    assert "The held attack lapses: nobody is left who could make it." in log(done)


def test_11_b_12_the_held_attack_goes_on_with_who_is_left():
    """11.A.13: reserves join it."""
    setup = document([infantry(8, cadre_attack=3), infantry(4, at=SOUTHEAST, reserve=True)], [infantry(8), infantry(7)])
    battle = begin(setup, "delay", "all", "!result=E1", *QUIET)
    while topic(battle) in ("pay", "retreat", "stand"):
        battle = battle.play("lose:a1:0" if topic(battle) == "pay" else "stand")
    while topic(battle) in ("advance", "force"):
        battle = battle.play("stay")
    bout = battle.state.bout
    assert (bout.kind, bout.stage, bout.target, bout.attackers) == ("regular", "exploitation", HERE, (0, 1))
    assert battle.assessment.attack == 3 + 4
    assert "goes on in the exploitation phase with the German 3-6 infantry cadre and the German 4-6 infantry" in log(
        battle
    )


def test_11_q_1_a_who_goes_out_leaves_the_entrenchment():
    """11.Q.1.a, 11.B.12: without a division in it, it protects nobody when the attack goes on."""
    rest = infantry(3, size="1")
    setup = document([infantry(8), infantry(9, at=SOUTHEAST)], [infantry(30), rest], features=["entrenchment"],
                     readings={"riposte": "hex"})  # fmt: skip
    battle = begin(setup, "delay", "all", "on:1", "!result=E1", *QUIET)
    while topic(battle) == "pay":
        battle = battle.play("lose:a1:0")
    told = "No division is left to maintain the entrenchment: it is removed."
    alone = battle.play("go:d2:0").play("stay")
    assert alone.state.bout.works == ("entrenchment",)
    assert told not in log(alone)
    out = battle.play("go:d1:0").play("stay")
    assert out.state.bout.works == ()
    assert told in log(out)
    assert out.assessment.headline.startswith("9 : 3")


def test_11_l_1_d_vii_who_fights_in_a_counterattack_does_not_make_the_held_attack():
    setup = document([infantry(8), infantry(9, at=SOUTHEAST)], [infantry(30), infantry(3, size="1")],
                     readings={"riposte": "hex"})  # fmt: skip
    battle = begin(setup, "delay", "all", "on:1", "!result=CA", *QUIET)
    assert (battle.state.bout.kind, battle.state.bout.attackers) == ("counterattack", (0,))
    assert on(battle.play_all(["!result=ME", *QUIET])).state.bout.attackers == (1,)
    alone = document([infantry(8, cadre_attack=3)], [infantry(30, cadre_attack=9)])
    battle = on(begin(alone, "delay", "join:1", "!result=CA", *QUIET, "!result=ME", *QUIET))
    assert battle.outcome.result == "held"
    assert "lapses: those who were to make it have fought in a counterattack" in log(battle)


def reckoned(setup, *actions):
    """The battle in which a forced fight is not fought on, after some actions."""
    return Battle.start(begin(setup).game.reckoned()).play_all(actions)


def test_11_l_1_d_chances_that_stop_at_a_counterattack_stop_there():
    setup = document([infantry(8)], [infantry(9)])
    battle = reckoned(setup, "delay", "join:1", "!result=CA", *QUIET)
    assert battle.outcome.result == "counterattack"
    assert "the held one goes on without, or lapses" in log(battle)


def test_11_c_8_a_deadlock_of_the_answer_is_no_hasty_attack_any_more():
    """11.C.8, 11.L.1.f.i."""
    setup = [infantry(8)], [infantry(9)]
    here = begin(document(*setup), "delay", "join:1", "!result=DL", *QUIET)
    assert (here.state.bout.kind, here.state.bout.side, here.state.bout.stage) == ("forced", "defender", "exploitation")
    apart = on(reckoned(document(*setup), "delay", "join:1", "!result=DL", *QUIET))
    assert apart.outcome.result == "deadlock"
    assert apart.outcome.open


def test_t10_n7_and_t10_n9_markers_of_the_answer_count_in_the_held_attack():
    """T10.n7, T10.n9: who retreated has the price of the hex on its marker."""
    setup = document([infantry(8, cadre_attack=3), infantry(8, at=SOUTHEAST)], [infantry(8)],
                     readings={"riposte": "hex"})  # fmt: skip
    battle = on(begin(setup, "delay", "join:2", "on:1", "!result=DR", *QUIET, "retreat", "to:1,-1"))
    assert battle.state.bout.stage == "exploitation"
    assert battle.state.marks == (2, 0, 0)  # of the die, and of the hex
    assert "main dice -1" in battle.assessment.headline
    assert "+1 MP for the German 8-6 infantry" in log(battle)


@pytest.mark.parametrize(("way", "marker"), [(["to:1,-1", "stop"], 1 + 1 + 2), (["to:1,-1", "to:2,-1"], 1 + 2 + 2)])
def test_11_q_2_h_supply_that_is_carried_on_a_retreat_weighs_once(way, marker):
    """11.Q.2.h, 11.Q.2.a, T6.n1: 4 REs weigh two points however far they go, besides the die and each hex."""
    setup = document([infantry(8, cadre_attack=3, carries=4), infantry(8, at=SOUTHEAST)], [infantry(8)],
                     readings={"riposte": "hex"})  # fmt: skip
    battle = on(begin(setup, "delay", "join:2", "on:1", "!result=DR", *QUIET, "retreat", *way))
    assert battle.state.marks == (marker, 0, 0)


def test_11_b_12_players_may_agree_to_end_it():
    battle = begin(document([infantry(8)], [infantry(9)]), "delay", "join:1", "!end")
    assert battle.outcome.result == "held"
    assert "lapses" not in log(battle)


@pytest.mark.parametrize(("via", "headline"), [("land", "10 : 6"), ("sea", "10 : 6")])
def test_11_r_0_who_lands_is_struck_in_the_hex_itself(via, headline):
    """11.R.0, 11.R.3.c: over its terrain, without its forts."""
    setup = document([unit("infantry", 6, via=via)], [infantry(20)], features=["fort"])
    battle = begin(setup, "delay", "join:1")
    assert battle.assessment.headline.startswith(headline)
    assert battle.state.bout.dual == (via == "sea")
    assert battle.state.bout.works == ()


def test_11_r_0_who_lands_beside_a_stack_on_land_retreats_from_the_hex_itself():
    """11.R.0, 11.Q.2.0: both are struck at once over the ground of those on land, and each goes from where it is."""
    landing = [infantry(6), infantry(5, at=SOUTHEAST, via="sea")]
    setup = document(landing, [infantry(30)], here={"terrain": "woods"}, hexes={SOUTHEAST: {"terrain": "sea"}})
    battle = begin(setup, "delay", "join:2")
    ground = next(option.id for option in battle.node.options if option.hex == EAST)
    battle = battle.play_all([ground, "!result=DR", *QUIET, "retreat"])
    assert battle.node.prompt == f"To which hex do the attackers of {mention(EAST)} retreat?"
    battle = battle.play("to:2,0")
    assert battle.node.prompt == f"To which hex do the attackers of {mention(HERE)} retreat?"


def test_11_c_5_who_is_struck_may_retreat_before_combat_each_from_its_own_hex():
    """11.C.5, 11.D.3: if all get away, nothing is fought, and the held attack is made by those still in reach."""
    setup = document(SPREAD, [infantry(20)], retreat_before=True)
    battle = begin(setup, "stay", "delay", "join:2")
    assert (topic(battle), battle.node.side) == ("leave", "attacker")
    one = battle.play("try:0")
    assert "to:2,0" in options(one)
    battle = battle.play("try:1")
    assert "to:1,1" in options(battle)
    assert "to:2,0" not in options(battle)
    battle = battle.play_all(["to:1,1", "S", "stay"])
    assert battle.assessment.headline.startswith("10 : 6")


# --- a deadlock of the answer, and what is said anew ------------------------------------------------------------------

STAY = [infantry(20, cadre_attack=9), infantry(5, cadre_attack=2)]


def deadlocked(*actions, **more):
    """An answer that ends in two deadlocks, so that a 20-6 of those who made it enters the hex of the attackers."""
    setup = document([infantry(10, cadre_attack=4), infantry(9, at=SOUTHEAST)], STAY,
                     readings={"riposte": "hex"}, **more)  # fmt: skip
    battle = begin(setup, "delay", "all", "on:1")
    for _ in range(2):
        battle = battle.play_all(["!result=DL", *QUIET])
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    return battle.play_all(["go:d1:0", *actions])


def test_11_l_1_f_ii_who_was_entered_by_a_deadlock_attacks_after_the_held_attack():
    """11.L.1.f.ii, 11.B.12: in the next combat phase of those in the hex, whichever side that is."""
    battle = deadlocked("stay")
    assert (battle.state.bout.kind, battle.state.bout.stage, battle.state.held) == ("regular", "exploitation", None)
    battle = on(battle.play_all(["!result=ME", "d6=2", "d6=1"]))
    assert topic(battle) == "reinforce"
    assert battle.node.side == "attacker"
    alone = battle.play("alone")
    bout = alone.state.bout
    assert (bout.side, bout.target, bout.attackers, bout.defenders, bout.dual) == ("attacker", EAST, (0,), (2,), True)
    assert battle.play("all").state.bout.attackers == (0, 1)
    assert "In its next combat phase the attacker attacks with the German 10-6 infantry." in log(alone)
    assert on(alone.play_all(["!result=ME", *QUIET])).outcome is not None


def test_11_l_1_f_iii_markers_of_deadlocks_are_placed_when_the_answer_is_over():
    """11.L.1.f.iii, 11.L.1.d.iii, T6.n1: a point for each of two, besides one for each higher die of those struck."""
    struck, beside, _, stayed = deadlocked("stay").state.marks
    assert (struck, beside, stayed) == (2 + 2, 0, 2)


def test_11_l_1_f_ii_nobody_attacks_who_is_not_there_any_more():
    """11.L.1.f.ii: once those who entered are gone, or those whose hex it is, the battle is over."""
    battle = deadlocked("stay")
    state = battle.state
    for left in ("00x0", "x000"):
        gone = state._replace(left=left)
        assert battle.game.flow.redeem(gone).phase == "over"


def test_11_d_what_is_tried_before_the_dice_is_tried_anew_in_the_exploitation_phase():
    """11.B.11, 11.B.12, 11.D.7: a held attack is resolved then; with the odds of reserves (11.B.14)."""
    setup = document([infantry(30)], [infantry(3)], retreat_before=True)
    tried = begin(setup, "try:1", "to:-1,0", "F")
    assert topic(tried) == "declare"
    held = tried.play("delay")
    assert topic(held) == "leave"
    assert options(held) == ["stay", "try:1"]
    assert topic(held.play_all(["try:1", "to:-1,0", "S"])) == "advance"
    assert held.play("stay").state.phase == "first"


def test_t2_reserves_that_join_change_who_rolls_for_success():
    """T2, 11.B.10, 11.A.13: merely more special REs with them, none more without."""
    known = {"special_counts": "yes"}
    attack = [unit("mountain", 10, **known), unit("mountain", 9, reserve=True, size="1", **known)]
    setup = document(attack, [unit("mountain", 3, **known)])
    assert begin(setup).state.phase == "first"
    assert begin(setup, "delay").state.phase == "special"


# --- what is said of the chances --------------------------------------------------------------------------------------


def test_what_the_odds_do_not_look_at_is_said_of_every_such_option():
    """11.B.12, 11.D, 11.J.6, 11.Q.1.b, 11.Q.2.i: in its label, and of no other option."""
    rng, seen = random.Random(5), set()
    friends = [infantry(6, cadre_attack=2), infantry(7, at=SOUTHEAST, aec="full")]
    setup = document(friends, STAY, retreat_before=True, waiving=True, forced_fights="here")
    for _ in range(60):
        battle = Battle.start(begin(setup).game)
        while battle.outcome is None:
            if isinstance(battle.node, Decision):
                for option in battle.node.options:
                    assert option.aside == option.label.endswith("(not looked at by the odds)"), option
                    seen |= {option.id.partition(":")[0]} if option.aside else set()
            battle = battle.play(rng.choice(list(battle.legal_actions)))
    assert {"try", "waive", "into", "join", "all", "force", "to"} <= seen


def test_chances_of_an_answer_leave_out_the_fights_that_follow_and_say_so():
    """11.B.12, 11.L.1.d, 11.L.1.f: a deadlock of the answer as well as a counterattack on it."""
    battle = begin(document([infantry(8)], [infantry(9)]), "delay", "join:1")
    found = report(battle.game, battle.state, RULESET, {})
    told = {row["key"]: row["percent"] for row in found["summary"]}
    assert {"counterattack", "deadlock"} <= told.keys()
    assert all(told[key].startswith("≥") for key in told.keys() - {"counterattack", "deadlock"})
    assert "further fights" in found["note"]


def test_t1_ff_who_failed_to_leave_defends_at_half_against_a_counterattack_on_its_answer():
    """T1.F*, 11.B.12, 11.L.1.d: half of 16 for the combat phase, whichever attack of the phase it has to defend in."""
    defend = [infantry(16, cadre_attack=3)]
    setup = document([infantry(20)], defend, retreat_before=True, forced_fights="here")
    battle = begin(setup, "try:1", "to:-1,0", "FF", "delay", "join:1", "stay")
    assert (battle.assessment.attack, battle.assessment.defense) == (8, 20)  # an attack is halved as hasty alone
    struck = battle.play_all(["!result=CA", *CALM])
    while topic(struck) in ("pay", "leave"):
        struck = struck.play("!spare" if topic(struck) == "pay" else "stay")
    assert (struck.state.bout.kind, struck.assessment.attack, struck.assessment.defense) == ("counterattack", 20, 8)


@pytest.mark.parametrize(
    ("east", "hexes", "joining"), [("away", {WEST}, (2, 3, 4, 5)), ("stays", {EAST, WEST}, (2, 4))]
)
def test_11_l_1_f_i_reserves_join_what_is_left_of_an_answer_on_several_hexes(east, hexes, joining):
    """11.A.13, 11.L.1.f.i: those beside the one hex that somebody still defends, as beside any hex that is attacked.

    While both are defended, only those who stand with the attackers do.
    """
    attack = [infantry(10, size="1"), infantry(10, at=WEST, cadre_attack=4)]
    more = [infantry(6, at=place, reserve=True) for place in ("-2,0", HERE, "-1,1")]
    setup = document(attack, [infantry(30), *more], forced_fights="here")
    battle = begin(setup, "delay", "join:2", "attack", "!result=DL", "d6=1", "d6=6")
    battle = battle.play("away:a1:0" if east == "away" else "!spare")
    bout = battle.state.bout
    assert (bout.kind, bout.stage, bout.side) == ("forced", "exploitation", "defender")
    assert (set(bout.hexes), bout.attackers) == (hexes, joining)
