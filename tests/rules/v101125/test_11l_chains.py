"""11.L.1.d, 11.L.1.f: what the fights of a longer chain owe to those that led to them."""

from __future__ import annotations

import pytest

from tests.rules.v101125.playing import CALM, after, begin, spared, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry
from tests.rules.v101125.test_11l_turns_and_deadlocks import on, rolled, turn
from tests.rules.v101125.test_11l_turns_and_deadlocks import unit as counter

ON = {"forced_fights": "here"}
CA = ("!result=CA", *CALM)
WOODS = {place: {"terrain": "woods"} for place in (EAST, SOUTHEAST, WEST)}
THREE = [infantry(10), infantry(9, at=SOUTHEAST), infantry(7, at=WEST, attacks=False)]


def head(battle):
    """The odds as they are shown."""
    return battle.assessment.headline


@pytest.mark.parametrize(("place", "clear"), [(SOUTHEAST, True), (EAST, True), (WEST, False)])
def test_11_l_1_d_v_who_took_part_in_the_original_attack_is_struck_as_in_the_clear_by_a_later_counterattack(
    place, clear
):
    """11.L.1.d.v: after two of others, in which it had no part; who stood by has his woods all the while."""
    battle = after(document(THREE, [infantry(12)], hexes=WOODS, **ON), "CA", f"strike:{EAST}", *CA, *CA)
    assert battle.play(f"strike:{place}").state.bout.clear is clear


@pytest.mark.parametrize(("retreated", "clear"), [("no", False), ("exploitation", False), ("initial", True)])
def test_11_l_1_d_v_who_cannot_defend_the_hex_makes_no_terrain_of_it(retreated, clear):
    """11.L.1.d.v, 11.Q.2.f: he stood by beside one who attacked; of who retreated in this phase nothing defends."""
    guest = infantry(5, at=EAST, attacks=False, retreated=retreated)
    setup = document([infantry(10), infantry(9, at=SOUTHEAST), guest], [infantry(12)], hexes=WOODS, **ON)
    assert after(setup, "CA", f"strike:{EAST}").state.bout.clear is clear


def test_11_l_1_d_v_who_was_struck_in_the_chain_has_fought_in_it():
    """11.L.1.d.iv: who stood by is struck over his woods, counterattacks, and is struck as in the clear then."""
    battle = spared(after(document(THREE, [infantry(12)], hexes=WOODS, **ON), "CA", f"strike:{WEST}"))
    assert not battle.state.bout.clear
    battle = spared(spared(battle.play_all(CA)).play_all(CA))
    assert battle.play(f"strike:{WEST}").state.bout.clear


@pytest.mark.parametrize(("place", "clear"), [("0,1", True), ("-1,0", False)])
def test_11_l_1_d_v_in_a_turn_it_is_known_in_the_exploitation_phase_who_took_part(place, clear):
    """11.L.1.f.i: d attacks a again, and after two counterattacks b, who attacked with a, or c, who stood by."""
    units = [counter("a", EAST, 10), counter("b", "0,1", 9), counter("c", "-1,0", 7, attacks=False)]
    line = *rolled("CA"), f"strike:{EAST}", *rolled("DL"), "attack:1", *rolled("CA"), *rolled("CA")
    battle = turn({HERE: ["a", "b"]}, [*units, counter("d", HERE, 12)], "attack:1", "now", *line)
    assert on(battle, f"strike:{place}").state.inner.bout.clear is clear


STATED = {"other_dm": 2, "chit": True, "supplied": False}


def test_11_l_1_d_iv_what_is_stated_of_the_attack_counts_in_no_counterattack_that_is_fought_again():
    """11.L.1.f.i, T6.a7, 11.B.4: of two counterattacks the attacker's, deadlocked: it has no chit, and costs ½ SP."""
    setup = document([infantry(10)], [infantry(9)], **STATED, **ON)
    battle = after(setup, "CA").play_all([*CA, "!result=DL", *CALM])
    figures = battle.game.flow.engagement(battle.state).figures
    assert (battle.state.bout.stage, battle.state.bout.side) == ("exploitation", "attacker")
    assert (figures.fight.chit, figures.cost.value * 2) == (False, 1)  # half, as d has a marker
    assert "main dice +1" not in head(battle)  # nothing but -1 for the marker of its die
    first = after(setup, "DL")
    assert first.game.flow.engagement(first.state).figures.fight.chit
    assert "main dice +1" in head(first)


def test_11_q_2_i_what_is_stated_of_the_attack_counts_in_none_out_of_a_retreat_of_the_attackers():
    """11.L.1.d, 11.Q.2.i: driven off by a counterattack they attack another stack: no chit, no other modifiers."""
    setup = document([infantry(10)], [infantry(9), infantry(2, at=SOUTHEAST)], **STATED, **ON)
    battle = after(setup, "CA").play_all(["!result=DR", *CALM, "retreat", f"into:{SOUTHEAST}"])
    fight = battle.game.flow.engagement(battle.state).fight
    assert (fight.side, fight.kind, fight.chit) == ("attacker", "hasty", False)
    assert "main dice -1" in head(battle)  # nothing but -1 for the marker of its die


def test_11_l_1_f_ii_what_is_stated_of_the_attack_counts_in_none_on_those_who_entered_the_attackers_hex():
    """11.L.1.f.ii: d counterattacks a in the exploitation phase and enters his hex: a's attack is another one."""
    setup = document([infantry(10)], [infantry(9)], phase="exploitation", **STATED, **ON)
    battle = after(setup, "CA").play_all(["!result=DL", *CALM, "go:d1:0"])
    battle = battle.play("alone") if topic(battle) == "reinforce" else battle
    fight = battle.game.flow.engagement(battle.state).fight
    assert (fight.side, battle.state.bout.stage, fight.chit) == ("attacker", "enemy_initial", False)


def test_11_l_1_f_the_attack_itself_keeps_what_is_stated_of_it_in_both_phases():
    """11.L.1.f.i: it is conducted again."""
    battle = begin(document([infantry(10)], [infantry(9)], **STATED, **ON), "!result=DL", *CALM)
    assert battle.game.flow.engagement(battle.state).fight.chit
