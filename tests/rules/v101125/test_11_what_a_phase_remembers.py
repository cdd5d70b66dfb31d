"""What an earlier fight of a phase, or of a turn, means for a later one: who failed to leave, who fought, who moved."""

from __future__ import annotations

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.playing import CALM, begin, log, options, topic
from tests.rules.v101125.setting import HERE, SOUTHEAST, WEST, document, infantry
from tests.rules.v101125.setting import unit as counter
from tests.rules.v101125.test_turn import unit

ON = {"forced_fights": "here", "retreat_before": True}


def rolled(result):
    """That result, with dice of disruption that cost nobody anything."""
    return f"!result={result}", *CALM


def quiet(battle, *actions):
    """The battle after some actions; nobody pays, tries to leave or advances where that is asked."""
    for action in (*actions, ""):
        while topic(battle) in ("pay", "leave", "advance", "force") and action not in options(battle):
            battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
        battle = battle.play(action) if action else battle
    return battle


def of_turn(attacks, units, *actions):
    """The turn of some attacks, in which retreats before combat are asked for, after some actions."""
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units, "conditions": ON}
    return quiet(Battle.start(RULESET.game(codec.read_scenario(given))), *actions)


def strength(battle):
    """What defends in the fight at hand."""
    return battle.assessment.defense


# --- who failed altogether to leave (T1.FF) -----------------------------------------------------------------


FOUR = [
    unit("a", "attacker", "1,0", 20, cadre_attack=18),
    unit("b", "attacker", "0,-1", 9),
    unit("d", "defender", "0,0", 8, cadre_attack=6),
    unit("e", "defender", "-1,0", 5),
]
EACH = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-1,0"], "units": ["b"]}]
BACK = ("attack:2", "now", *rolled("CA"), *rolled("CA"), "strike:0,0")
"""The second attack is counterattacked, and those who were struck strike the hex of the first one."""


@pytest.mark.parametrize(("result", "defends"), [("FF", 3), ("F", 6)])
def test_t1_ff_who_failed_to_leave_defends_at_half_in_the_chain_of_another_attack(result, defends):
    """T1.FF, 11.L.1.d: a cadre of 6, halved for the phase and not for one attack."""
    tried = ("attack:1", "try:2", "to:-1,1", result, "now", *rolled("ME"))
    assert strength(of_turn(EACH, FOUR, *tried, *BACK)) == defends


def test_t1_ff_who_failed_to_leave_is_at_full_strength_in_the_next_phase():
    """T1.FF: the first attack is held, so that the hex is attacked in the exploitation phase at its full 8."""
    tried = ("attack:1", "try:2", "to:-1,1", "FF", "delay", "attack:2", "now", *rolled("ME"))
    battle = of_turn(EACH, FOUR, *tried)
    assert strength(battle.play("attack:1")) == 8
    assert all(
        "failed" not in dict(one.values) for parts in battle.game.remains(battle.state).values() for one in parts
    )


def test_t1_ff_what_was_failed_in_an_attack_out_of_a_retreat_counts_in_the_attack_after_it():
    """T1.FF, 11.D.5, 11.L.1.d: those behind fail to leave, and are counterattacked later in the phase."""
    back = infantry(8, at=WEST, attacks=False, cadre_attack=6)
    setup = document([infantry(20, cadre_attack=18), back], [infantry(8, cadre_attack=6), infantry(9)], **ON)
    battle = quiet(begin(setup), "try:2", f"into:{WEST}", "S", "stay", "try:1", "to:-2,0", "FF", *rolled("ME"), "now")
    battle = quiet(battle, *rolled("CA"), f"strike:{WEST}")
    assert battle.state.bout.defenders == (1,)
    assert strength(battle) == 3


# --- who has fought (11.Q.2.a) ------------------------------------------------------------------------------


def costs(battle, place):
    """What a hex costs those who retreat now, by its label."""
    return next(str(one.label) for one in battle.node.options if one.id == f"to:{place}")


def test_11_q_2_a_who_was_attacked_out_of_a_retreat_has_its_zone_a_level_lower_afterwards():
    """11.Q.2.a, 11.Q.2.i, 11.Q.1b: the cadre of 7 behind the hex counts half beside it, as it was attacked."""
    back = infantry(8, at=WEST, attacks=False, cadre_attack=7)
    setup = document([infantry(20), back], [infantry(8, cadre_attack=7), infantry(9, cadre_attack=8)], **ON)
    fought = quiet(begin(setup), "try:2", f"into:{WEST}", "S", "stay", *rolled("ME"), "now", *rolled("DR"), "retreat")
    assert "3½ points" in costs(fought, "0,-1")
    idle = quiet(begin(setup), "stay", "now", *rolled("DR"), "retreat")
    assert "8 points" in costs(idle, "0,-1")


def test_11_q_2_a_in_a_turn_its_zone_is_a_level_lower_in_the_next_attack_too():
    """The same in two attacks: 7 at half for its marker, and a level less, as those of the first fled into its hex."""
    units = [
        unit("a", "attacker", "1,0", 20, cadre_attack=19),
        unit("b", "attacker", "-1,0", 8, cadre_attack=7),
        unit("c", "attacker", "-2,2", 20),
        unit("d", "defender", "0,0", 8, cadre_attack=7),
        unit("f", "defender", "0,0", 9, cadre_attack=8),
        unit("e", "defender", "-2,1", 5),
    ]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-2,1"], "units": ["c"]}]
    last = ("attack:2", "stay", "now", *rolled("DR"))
    fled = ("attack:1", "try:3", "into:-1,0", "S", "stay", *rolled("ME"), "now", *rolled("ME"))
    assert "1½ points" in costs(of_turn(attacks, units, *fled, *last), "-2,0")
    assert "8 points" in costs(of_turn(attacks, units, "attack:1", "now", *rolled("ME"), *last), "-2,0")


@pytest.mark.parametrize(("answer", "points"), [(("wait",), "18 points"), (("join:2", *rolled("ME")), "7 points")])
def test_11_q_2_a_a_bystander_struck_by_the_answer_to_a_held_attack_has_its_zone_a_level_lower(answer, points):
    """11.Q.2.a, 11.B.12: beside the way stand the 20 that attacks, at half, and the 8 that was only struck.

    The answer costs both of them casualties, and so a marker that takes another level (11.B.4).
    """
    ours = [infantry(20, cadre_attack=18), infantry(8, attacks=False)]
    battle = quiet(begin(document(ours, [infantry(20, cadre_attack=18)]), "delay"), *answer, *rolled("DR"))
    assert points in costs(battle.play("retreat"), "1,-1")


AGAINST = [infantry(8, cadre_attack=7), infantry(9, at="2,0", cadre_attack=8)]


@pytest.mark.parametrize("engaged", [False, True])
def test_11_q_2_a_in_the_next_turn_zones_of_those_who_fought_elsewhere_are_whole_again(engaged):
    """11.Q.2.a: in the enemy's turn his 9 beside the way counts in full, whoever it attacked before, and his 8 half."""
    against = [AGAINST[0], {**AGAINST[1], "engaged": engaged}]
    battle = begin(document([infantry(20, cadre_attack=18)], against, phase="exploitation", forced_fights="here"))
    battle = battle.play_all([*rolled("DL"), "go:a1:0", *rolled("DR"), "retreat"])
    assert battle.state.bout.stage == "enemy_initial"
    assert "13 points" in costs(battle, "1,0")


def entered(*more):
    """Two hexes entered by deadlocks in a turn; the second owner in its turn makes those in the first one retreat."""
    units = [
        unit("a", "attacker", "1,0", 20, cadre_attack=18),
        unit("b", "attacker", "3,0", 20, cadre_attack=18),
        unit("d", "defender", "0,0", 8, cadre_attack=7),
        unit("e", "defender", "3,-1", 9, cadre_attack=8),
    ]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["3,-1"], "units": ["b"]}]
    first = ("attack:1", *rolled("DL"), "go:a:0", "attack:2", *rolled("DL"), "go:b:0")
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    given["conditions"] = {"forced_fights": "here", "phase": "exploitation"}
    return quiet(Battle.start(RULESET.game(codec.read_scenario(given))), *first, *more)


def test_11_q_2_a_who_fought_in_the_same_later_turn_has_its_zone_a_level_lower_there():
    """11.Q.2.a: the 9 has a quarter of its zone where others retreat past it: it attacked, and got a marker by that."""
    last = ("attack:1", *rolled("DR"), "retreat", "to:1,-1")
    idle, fought = entered(*last), entered("attack:2", *rolled("ME"), *last)
    assert "9 points" in costs(idle, "2,-1")
    assert "2 points" in costs(fought, "2,-1"), "2¼, and 4½ for its marker alone"


def test_11_b_4_a_marker_of_the_initial_phase_weakens_the_zone_when_the_attack_is_fought_again():
    """11.B.4, 11.L.1.f.i, 11.Q.2.d: the 20 fights, at half, and got a marker by the first dice, at a quarter."""
    setup = document([infantry(20)], [infantry(8, cadre_attack=7)], forced_fights="here")
    again = begin(setup, *rolled("DL"), *rolled("DR"), "retreat")
    assert again.state.bout.stage == "exploitation"
    assert "5 points" in costs(again, "1,-1")
    assert "10 points" in costs(begin(setup, *rolled("DR"), "retreat"), "1,-1")


def test_11_a_13_a_reserve_has_its_whole_zone_until_it_joins():
    """11.Q.2.a, 11.A.13: it stands beside the way in the initial phase, and is named with the attack of a turn."""
    units = [unit("a", "attacker", "1,0", 20), {**unit("r", "attacker", "1,0", 6), "reserve": True}]
    units.append(unit("d", "defender", "0,0", 20, cadre_attack=18))
    battle = of_turn([{"targets": ["0,0"], "units": ["a", "r"]}], units, "attack:1", "stay", "now", *rolled("DR"))
    assert "16 points" in costs(battle.play("retreat"), "1,-1")


# --- who has moved (11.K.1) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moved", ["no", "exploitation"])
def test_11_k_1_what_moved_in_this_turn_does_not_count_in_the_next_one(moved):
    """11.K.1: deadlocks go through the enemy's turn to our next exploitation phase, in which nobody is said to move."""
    setup = document(
        [infantry(20, moved=moved)], [infantry(8)], phase="exploitation", artillery_steps=1, forced_fights="here"
    )
    battle = begin(setup)
    assert (topic(battle) == "plan") == (moved == "no")
    battle = battle.play_all(["steps=0"] if moved == "no" else [])
    battle = battle.play_all([*rolled("DL"), "go:a1:0", *rolled("DL"), *rolled("DL")])
    assert (topic(battle), battle.state.bout.stage) == ("plan", "enemy_initial")
    battle = battle.play_all(["steps=0", *rolled("DL")])
    assert (topic(battle), battle.state.bout.stage) == ("plan", "exploitation")


# --- who was dropped (11.F.3) -------------------------------------------------------------------------------


def dropped(features, *actions, **more):
    """An attack with paratroops on a hex of those features, after some actions."""
    attack = [infantry(20, cadre_attack=19), counter("parachute", 1, size="1", via="airdrop", at=HERE)]
    return begin(document(attack, [infantry(8, cadre_attack=7)], features=features, **ON, **more), "stay", *actions)


@pytest.mark.parametrize(("features", "asked"), [(["fort"], False), (["full_city", "major_city"], True)])
def test_11_f_3_a_drop_into_a_fort_bars_the_me_be_it_that_the_paratroops_are_gone(features, asked):
    """11.F.3: half of a disruption takes them; the attack is conducted again on the hex that they were dropped into."""
    battle = dropped(features, "now", "!result=DL", "d6=3", "d6=1")
    battle = battle.play_all(["stands"] if topic(battle) == "convert" else [])
    battle = battle.play_all(["away:a2:0", "halve"])
    while battle.state.bout.stage == "initial":
        battle = battle.play("stands")
    battle = quiet(battle)
    assert (battle.state.left[1], battle.state.bout.kind) == ("d", "forced")
    assert (topic(battle.play_all(rolled("DL"))) == "convert") == asked


# --- the REs of a hex (T6.r1) -------------------------------------------------------------------------------


def test_t6_r1_the_limit_goes_by_the_res_that_were_in_the_hex_at_first():
    """T6.r1: 9 REs were in it, of which 6 got away; -4 adds three to the 3 that are left, and not one."""
    attack = [infantry(36), infantry(1, at=SOUTHEAST)]
    setup = document(attack, [infantry(5), infantry(5), infantry(5)], terrain="forest", **ON)
    away = ("try:2", f"to:{WEST}", "S", "try:3", f"to:{WEST}", "S")
    for actions, total in ((away, 3 + 3), ((), 9 + 3)):
        battle = quiet(begin(setup), *actions, "now")
        assert battle.game.flow.engagement(battle.state).total(-4).children[0].value == total


def turn_of_a_drop(fallen, **how):
    """Of those who attack a fort, paratroops among them, one falls; then a chain elsewhere comes to strike the fort."""
    units = [
        unit("a", "attacker", "1,0", 20),
        {**unit("p", "attacker", "0,0", 3), "type": "parachute", "size": "1", "via": "airdrop", **how},
        unit("d", "defender", "0,0", 8, cadre_attack=7),
        unit("b", "attacker", "1,-1", 9, cadre_attack=8),
        unit("e", "defender", "2,-2", 5, cadre_attack=4),
    ]
    attacks = [{"targets": ["0,0"], "units": ["a", "p"]}, {"targets": ["2,-2"], "units": ["b"]}]
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units, "conditions": ON}
    given["map"] = {"hexes": {"0,0": {"features": ["fort"]}}}
    battle = Battle.start(RULESET.game(codec.read_scenario(given)))
    battle = battle.play_all(["attack:1", "stay", "now", "!result=1:", "d6=1", "d6=2", fallen])
    return quiet(battle, "attack:2", "now", *rolled("CA"), *rolled("CA"), "strike:0,0", *rolled("CA"))


BESIDE = {"via": "land", "at": "0,1"}


@pytest.mark.parametrize(
    ("fallen", "how", "asked"),
    [("lose:p:0", {}, False), ("lose:a:0", {}, False), ("lose:p:0", BESIDE, True), ("lose:a:0", BESIDE, True)],
)
def test_11_f_3_a_drop_into_a_fort_bars_the_me_in_the_chain_of_another_attack_too(fallen, how, asked):
    """11.F.3: the drop was made into the hex, whichever attack strikes it, be the paratroops alive or gone."""
    battle = turn_of_a_drop(fallen, **how)
    assert (topic(battle) == "convert") == asked


# --- who was there before the reaction move (T6.r1, T6.r2, T6.a2) -------------------------------------------


REACTED = [infantry(5), infantry(5, reacted=True)]


def test_t6_r1_the_limit_leaves_out_who_moved_in_during_the_reaction_move():
    """T6.r1: 3 of the 6 REs were in the hex initially, so that -4 adds one and not two; T6.r2: the others at half."""
    battle = quiet(begin(document([infantry(36)], REACTED, terrain="forest", **ON)), "stay", "now")
    total = battle.game.flow.engagement(battle.state).total(-4)
    assert total.children[0].value == 6 + 1
    assert "Moved in reaction" in [line.label for line in total.children]


def test_t6_r2_who_moved_in_the_reaction_phase_counts_in_full_in_a_later_turn():
    """T6.r2, 11.L.1.f.ii: both were there all along when the first attackers attack in their next turn."""
    setup = document([infantry(36)], REACTED, terrain="forest", phase="exploitation", forced_fights="here")
    battle = begin(setup).play_all([*rolled("DL"), "go:a1:0", *rolled("DL"), *rolled("DL")])
    assert battle.state.bout.defenders == (1, 2)
    total = battle.game.flow.engagement(battle.state).total(-4)
    assert total.children[0].value == 6 + 2
    assert "Moved in reaction" not in [line.label for line in total.children]


@pytest.mark.parametrize(("came", "read"), [(False, 4), (True, 3)])
def test_t6_a2_a_hex_was_occupied_before_the_reaction_move_be_it_that_they_got_away(came, read):
    """T6.a2: +1 for the landing, unless all who defended at first came in the reaction move."""
    guard = [infantry(5, reacted=came), infantry(5, reacted=True)]
    battle = begin(document([infantry(36, at=HERE, via="sea")], guard, **ON))
    battle = quiet(battle, "try:1", f"to:{WEST}", "S", "stay", "now", "!result=ME", "d6=5", "d6=1")
    assert f"The attacker's disruption die is 5, read as {read}" in log(battle)
