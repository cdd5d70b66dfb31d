"""T10.def: the log tells each marker that is placed, those for casualties that come after the dice among them."""

from __future__ import annotations

import re

import pytest
from hexumpire.rulesets.v101125.rules import bouts
from hexumpire.rulesets.v101125.rules.sides import OTHER

from tests.rules.v101125.playing import CALM, after, begin, log, topic
from tests.rules.v101125.setting import EAST, document, infantry

ON = {"forced_fights": "here"}
HURT = "d6=1", "d6=6"
"""Dice of disruption that cost a defender half a RED, with the marker of the higher die."""
RING = [
    infantry(20, at=EAST, cadre_attack=9),
    *(infantry(8, at=at, attacks=False) for at in ("1,-1", "0,-1", "-1,0", "-1,1", "0,1")),
]


@pytest.fixture
def placed(monkeypatch):
    """MP placed by the rolls of a battle, by side."""
    found = {"attacker": 0, "defender": 0}
    marked = bouts.marked

    def noted(setting, state, marks):
        found[state.bout.side] += marks[0]
        found[OTHER[state.bout.side]] += marks[1]
        return marked(setting, state, marks)

    monkeypatch.setattr(bouts, "marked", noted)
    return found


def told(battle):
    """MP that the log tells of rolls, by side."""
    found = {"attacker": 0, "defender": 0}
    for more, side in re.findall(r"^\+(\d+) MP for the (attacker|defender)'s units\.$", log(battle), re.MULTILINE):
        found[side] += int(more)
    return found


def paid(battle):
    """The battle once whatever is due has been paid by who is named first, and nobody goes anywhere."""
    while topic(battle) in ("pay", "advance", "force", "retreat"):
        here = topic(battle)
        battle = battle.play("stay" if here in ("advance", "force") else next(iter(battle.legal_actions)))
    return battle


def test_11_m_2_b_disruption_taken_as_casualties(placed):
    """T10.def, 11.M.2b: half of 1½ points counts as casualties, with a marker of its own beside that of the die."""
    battle = paid(begin(document([infantry(9)], [infantry(5)]), "!result=½X", *HURT, "halve"))
    assert told(battle) == placed == {"attacker": 1, "defender": 2}


def test_11_l_1_g_an_exchange_in_place_of_a_retreat(placed):
    """T10.def, 11.L.1.g."""
    battle = paid(after(document([infantry(9)], [infantry(5)]), "DR", "stand"))
    assert told(battle) == placed == {"attacker": 1, "defender": 1}


@pytest.mark.parametrize(("reading", "more"), [("losses", 0), ("minimal", 1)])
def test_11_f_3_a_minimal_effect_in_place_of_a_counterattack(placed, reading, more):
    """T10.def, 11.F.3, 11.L.1.d.iii: casualties of both, and no marker of the CA, which is told as well."""
    setup = document([infantry(20)], [infantry(9)], features=["fort"], readings={"equal_results": reading}, **ON)
    battle = paid(after(setup, "CA", "minimal"))
    assert told(battle) == placed == {"attacker": 2 + more, "defender": 1 + more}
    assert "The +1 MP that waited for it falls away." in log(battle)
    assert "The fighting is done" not in log(battle)


@pytest.mark.parametrize(("dropped", "text"), [(True, "is left to those who were dropped into the hex"), (False, "")])
def test_11_f_3_paratroops_keep_the_marker_of_the_result(dropped, text):
    """11.F.3, 11.L.1.d.iii: in a major city they stay liable to the CA."""
    more = [infantry(3, via="airdrop")] if dropped else []
    setup = document([infantry(20), *more], [infantry(9)], features=["major_city"], **ON)
    battle = after(setup, "CA", "minimal")
    assert f"The +1 MP that waited for it {text or 'falls away'}." in log(battle)


@pytest.mark.parametrize("reading", ["plain", "minimal"])
def test_11_l_1_j_what_is_owed_by_the_dice_of_a_minimal_effect_is_told_anew(reading):
    """11.L.1.j: 6 and 2 less are ½ RED in place of 1, of 3 REs: 1½ points in place of 3."""
    setup = document([infantry(20)], [infantry(9)], features=["fort"], readings={"red_converted": reading}, **ON)
    battle = begin(setup, "!result=CA", "d6=5", "d6=2", "minimal")
    assert "The attacker owes 3 points of disruption." in log(battle)
    assert ("The attacker owes 1½ points of disruption." in log(battle)) == (reading == "minimal")
    assert ("The dice of disruption are read at -2 now" in log(battle)) == (reading == "minimal")


def test_11_m_2_d_disruption_of_those_without_a_way_out(placed):
    """11.M.2d, T10.def: all six hexes around are held, so that ½ RED of 3 REs is casualties, which is told."""
    battle = paid(begin(document(RING, [infantry(5)], **ON), "!result=1:", *HURT))
    assert "Without a way out the defender takes 1½ points of disruption as casualties, at half rate." in log(battle)
    assert told(battle) == placed == {"attacker": 1, "defender": 2}


def test_t10_n3_an_overrun_of_a_hex_that_is_not_vacated(placed):
    """T10.n3, T10.def: the exchange is casualties of the attacker."""
    setup = {**document([infantry(25), infantry(5)], [infantry(5)], overrun_mp=3), "procedure": "overrun"}
    battle = paid(begin(setup, "!result=½D", *CALM))
    assert told(battle) == placed == {"attacker": 2, "defender": 0}


def test_11_q_1_b_2_that_the_fighting_is_done_is_told_once():
    """11.L.1.d.iii: whoever forces a way in afterwards pays for it, and has had the marker that waited before."""
    setup = document([infantry(9), infantry(8), infantry(7)], [infantry(8), infantry(7)], **ON)
    battle = after(setup, "DL").play_all(["!result=1:", "d6=1", "d6=2", "lose:a3:0", "force:a1:0", "force:a2:0"])
    assert topic(battle) == "pay"
    assert log(paid(battle)).count("The fighting is done") == 1


@pytest.mark.parametrize(("attack", "tells"), [([infantry(9)], False), ([infantry(9), infantry(8)], True)])
def test_t6_s2_a_star_keeps_nobody_from_advancing_who_is_gone(attack, tells):
    """T6.s2: of two who attacked one is left, who stays; where nobody is left, nothing is told of it."""
    battle = paid(begin(document(attack, [infantry(4, size="1")], other_dm=-2), "!result=1E", "d6=6", "d6=1"))
    assert ("keeps the attacker from advancing" in log(battle)) == tells


# --- what ways cost ---------------------------------------------------------------------------------------------------

WEST, SOUTHEAST = "-1,0", "0,1"


def test_11_q_2_i_what_a_retreat_into_enemies_costs():
    """11.Q.2.e, 11.Q.2.h, 11.Q.2.i: interdiction of the hex that is left, and a marker that comes after the fight."""
    idle = infantry(4, at=SOUTHEAST, attacks=False, zoc="none")
    more = {"hexes": {SOUTHEAST: {"entry": 2}}, "here": {"interdiction": 1}}
    setup = document([infantry(30), idle], [infantry(8, cadre_attack=5, carries=3)], **more, **ON)
    battle = after(setup, "DR", f"into:{SOUTHEAST}")
    assert "The hex left is under interdiction 1." in log(battle)
    assert "+3 MP for the Soviet 8-6 infantry once that fight is over" in log(battle)


def test_11_d_5_what_a_retreat_before_combat_costs():
    """11.D.5, 11.Q.2.d, T1.SS: a 20 at half its zone beside the way costs 10 points, and a point of 3 MP is saved."""
    setup = document([infantry(20)], [infantry(8)], hexes={SOUTHEAST: {"entry": 3}}, retreat_before=True, **ON)
    battle = begin(setup, "try:1", f"to:{SOUTHEAST}", "SS")
    assert "Zones of control there cost 10 points." in log(battle)
    assert "+2 MP for the Soviet 8-6 infantry, without" in log(battle)
    safe = begin(setup, "try:1", f"to:{WEST}", "SS")
    assert "Zones of control" not in log(safe)
    assert "+0 MP" not in log(safe)


def test_11_d_5_that_who_retreats_before_combat_attacks_enemies_there():
    """11.D.5, 11.Q.2.i: its marker is placed once that fight is over, and zones of control cost nothing."""
    idle = infantry(4, at=SOUTHEAST, attacks=False)
    setup = document([infantry(20), idle], [infantry(8), infantry(7)], retreat_before=True, **ON)
    battle = begin(setup, "try:2", f"into:{SOUTHEAST}", "S")
    assert "+1 MP for the Soviet 8-6 infantry once that fight is over" in log(battle)
    assert "Zones of control there" not in log(battle)
    assert "once that fight is over" not in log(begin(setup, "try:2", f"into:{SOUTHEAST}", "SS"))  # a point is saved


def test_11_q_1_b_2_what_it_costs_to_force_a_way_in():
    """11.Q.1.b.2, 11.Q.2.a: a 5 at its full zone, a level up in its own hex and one down as it was attacked."""
    battle = after(document([infantry(9), infantry(8)], [infantry(5)], **ON), "½D", "away:a2:0", "force:a1:0")
    assert "Zones of control there cost 5 points." in log(battle)


# --- the end of a chain -----------------------------------------------------------------------------------------------

DONE = "The fighting is done: +1 MP for all units that fought."


def lines(battle):
    """The log, line by line."""
    return log(battle).splitlines()


@pytest.mark.parametrize(("advances", "tells"), [("stay", True), ("all", False)])
def test_11_l_1_f_ii_a_deadlock_that_nobody_follows_up_is_done(advances, tells):
    """11.L.1.f.ii, 11.L.1.f.iii: of the exploitation phase it goes on with those who advance into the hex alone."""
    setup = document([infantry(9)], [infantry(8)], phase="exploitation", **ON)
    battle = after(setup, "DL")
    assert topic(battle) == "advance"
    battle = battle.play(advances if advances in battle.legal_actions else "go:a1:0")
    assert (DONE in lines(battle)) == tells


@pytest.mark.parametrize(("attack", "goes_on"), [([infantry(2)], False), ([infantry(2), infantry(9)], True)])
def test_11_l_1_f_a_deadlock_does_not_go_on_without_attackers(attack, goes_on):
    """11.L.1.f: there is no attack where one side is gone; whoever is left has the marker that waited."""
    setup = document(attack, [infantry(1, size="1")], phase="exploitation", other_dm=-1, **ON)
    battle = paid(begin(setup, "!result=DL", "d6=3", "d6=1", "away:a1:0"))
    assert any(line.startswith("The deadlock goes on") for line in lines(battle)) == goes_on
    assert DONE in lines(battle)


@pytest.mark.parametrize(("result", "defence", "die"), [("CA", 0, 2), ("DL", 3, 4)])
def test_11_b_12_the_marker_of_an_answer_to_a_held_attack_is_told_when_it_is_over_at_once(result, defence, die):
    """11.B.12, 11.L.1.d.iii: the CA on who answered needs no dice (11.H.2); the DL is not fought again without him."""
    ours = [infantry(9, defence=2), infantry(8, defence=1)]
    battle = begin(document(ours, [infantry(7, defence=defence)], **ON), "delay", "join:2")
    battle = battle.play_all([f"!result={result}", f"d6={die}", "d6=1"])
    while topic(battle) in ("pay", "advance", "force"):
        away = [one for one in battle.legal_actions if one.startswith("away")]
        battle = battle.play(away[0] if away else "stay")
    assert len([line for line in lines(battle) if line.startswith("The fighting is done")]) == 1


def test_11_q_2_i_the_marker_of_an_attack_out_of_a_retreat_is_told_when_that_is_over():
    """11.Q.2.i, 11.L.1.f.iii: its deadlock is not fought again in this turn, and the first attackers may advance."""
    idle = infantry(8, at=SOUTHEAST, attacks=False)
    setup = document([infantry(30), idle], [infantry(9)], phase="exploitation", **ON)
    battle = after(setup, "DR", f"into:{SOUTHEAST}").play_all(["!result=DL", "d6=1", "d6=2"])
    while battle.outcome is None and "stay" in battle.legal_actions:
        battle = battle.play("stay")
    assert len([line for line in lines(battle) if line.startswith("The fighting is done")]) == 1
