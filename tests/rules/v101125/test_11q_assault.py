"""11.Q.2.i: who retreats to enemies attacks them, and the first attackers may enter the hex that was left."""

from __future__ import annotations

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.playing import CALM, begin, log, options, refused, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, document, infantry

STRONG = [infantry(15), infantry(15, at=SOUTHEAST)]
QUIET = ("d6=1", "d6=2")


def assault(*actions, attack=STRONG, defend=None, dice=CALM, **more):
    """The attack of a 16-6 that retreats into the hex of the first attacker, and what follows."""
    battle = begin(document(attack, defend or [infantry(16, cadre_attack=8)], **more), "!result=DR", *dice)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    for action in (f"into:{EAST}", *actions):
        battle = battle.play(action)
        while battle.outcome is None and topic(battle) == "pay":
            battle = battle.play("!spare")
    return battle


@pytest.mark.parametrize(("marker", "dm"), [(0, 0), (1, -1), (2, -1), (3, -2)])
def test_11_q_2_i_a_marker_that_they_bring_along_counts(marker, dm):
    """11.Q.2.i, T10.n7: only that of the retreat itself is placed after the fight."""
    battle = assault(defend=[infantry(16, cadre_attack=8, marker=marker)])
    assert battle.state.bout.kind == "hasty"
    assert battle.game.flow.engagement(battle.state).figures.dm() == dm


def test_11_q_2_i_a_marker_of_those_whom_they_attack_counts():
    """11.Q.2.i, T10.n6, T6.n1: 1 on the set-up and another of the higher die make an even one."""
    assert assault(attack=[infantry(15, marker=1), STRONG[1]]).state.marks[:2] == (2, 1)
    found = assault(attack=[infantry(15, marker=1), STRONG[1]])
    assert found.game.flow.engagement(found.state).figures.dm() == 1
    plain = assault()
    assert plain.game.flow.engagement(plain.state).figures.dm() == 0


def test_11_q_1a_the_first_attackers_may_enter_the_hex_that_was_left():
    """11.Q.1a, 11.Q.2.i: once that attack is over."""
    battle = assault("!result=1E", *QUIET)
    assert (topic(battle), battle.node.side) == ("advance", "attacker")
    assert set(options(battle)) == {"all", "go:a1:0", "go:a2:0", "stay"}
    done = battle.play("go:a2:0").play("stay")
    assert done.outcome.result == "taken"
    assert done.game.overlay(done.state)["moved"]["a2"] == {HERE: 1}


def test_11_q_1a_who_was_driven_off_does_not_enter_it():
    battle = assault("!result=DR", *QUIET, "retreat", "to:2,-1", defend=[infantry(16, zoc="none")])
    assert topic(battle) == "advance"
    assert options(battle) == ["go:a2:0", "stay"]
    assert refused(battle, "a1") == ["it is not beside the hex"]


def test_11_l_1_d_an_attack_out_of_a_retreat_may_lead_to_a_chain_of_fights():
    """11.L.1.d, 11.Q.1a: the advance waits for the end of it."""
    battle = assault("!result=CA", *QUIET, forced_fights="here")
    assert (battle.state.bout.kind, battle.state.bout.side) == ("counterattack", "attacker")
    battle = battle.play_all(["!result=1:1", *CALM])
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert (topic(battle), battle.node.side) == ("advance", "attacker")
    assert log(battle).count(" counterattacks ") == 1


def test_t6_s2_a_star_of_the_first_fight_still_keeps_them():
    battle = assault("!result=1E", *QUIET, dice=("d6=6", "d6=1"), features=["full_city"])
    assert battle.outcome.result == "cleared"
    assert "A starred disruption keeps the attacker from advancing." in log(battle)


def test_11_q_2_i_a_retreat_out_of_that_fight_into_enemies_is_another_one():
    """11.Q.2.i, 11.Q.1a: first the last ones may enter the hex that was left to them, then those before them."""
    near = infantry(9, at="2,0")
    battle = assault("!result=DR", *QUIET, "retreat", "into:2,0", "!result=1E", *QUIET,
                     defend=[infantry(16, cadre_attack=8), near])  # fmt: skip
    assert battle.state.behind is None
    assert (topic(battle), battle.node.side) == ("advance", "attacker")
    assert options(battle) == ["go:a2:0", "stay"]


def test_11_l_1_d_iii_markers_that_wait_for_a_chain_are_those_of_its_units():
    """11.L.1.d.iii, 11.Q.2.i: of who fought in it and of nobody else, as the next attacks of a turn have them."""
    foot = {"type": "infantry", "nation": "German", "side": "attacker", "attack": 15, "cadre_attack": 7}
    enemy = {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": HERE, "attack": 16}
    units = [{"id": "a", "at": EAST, **foot}, {"id": "b", "at": SOUTHEAST, **foot}, enemy]
    found = {"ruleset": "v101125", "procedure": "turn", "units": units,
             "attacks": [{"targets": [HERE], "units": ["a", "b"]}]}  # fmt: skip
    battle = Battle.start(RULESET.game(codec.read_scenario(found))).play_all(["attack:1", "now", "!result=DR", *CALM])
    for action in ("retreat", f"into:{EAST}", "!result=CA", *QUIET, "!result=ME", *CALM, "stay"):
        battle = battle.play(action)
        while battle.state.inner is not None and battle.state.inner.phase == "pay":
            battle = battle.play("!spare")
    marks = {one.unit: dict(one.values).get("marker", 0) for one in battle.state.board.units}
    assert marks["b"] == 1  # of the first roll alone
    assert marks["a"] == 1 + 1 + 1 + 1 + 1  # of three rolls, one of them with casualties, and of the CA
    assert "The fighting is done: +1 MP for all units that fought." in log(battle)


def test_11_q_2_i_the_marker_of_the_way_is_on_them_when_they_are_attacked_there_in_the_next_turn():
    """11.Q.2.i, 11.L.1.f.ii: one MP of the first dice, one of the deadlock, and one of the way into the hex."""
    ours, theirs = [infantry(20, cadre_attack=18)], [infantry(20, cadre_attack=18)]
    battle = begin(document(ours, theirs, phase="exploitation", forced_fights="here"), "!result=DR", "d6=1", "d6=1")
    battle = battle.play_all(["retreat", f"into:{EAST}", "!result=DL", *QUIET])
    assert battle.state.marks[1] == 1 + 1 + 1
