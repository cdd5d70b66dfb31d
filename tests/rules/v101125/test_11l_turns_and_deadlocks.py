"""Attacks of a turn that go on in a later phase: held ones, deadlocks, and what an earlier attack has used up.

11.B.12, 11.L.1.d.vii, 11.L.1.f, 11.M.8a.
"""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import later
from hexumpire.rulesets.v101125.rules.guests import counted

from tests.rules.v101125.playing import CALM, begin, log, options, topic, weighed
from tests.rules.v101125.setting import document, infantry

ON = {"forced_fights": "here"}
INITIAL, EXPLOITATION = "it waits: the exploitation combat phase", "it waits: the enemy's initial combat phase"


def unit(name: str, at: str, attack: int, **more: Any) -> dict[str, Any]:
    """A counter of the side that its name begins with: ``a`` to ``c`` and ``r`` attack, ``d`` and ``e`` defend."""
    side = "defender" if name[0] in "de" else "attacker"
    nation = "German" if side == "attacker" else "Soviet"
    return {"id": name, "side": side, "type": "infantry", "nation": nation, "at": at, "attack": attack, **more}


def turn(
    attacks: dict[str, list[str]],
    units: list[dict[str, Any]],
    *actions: str,
    sides=None,
    hexes=None,
    readings=None,
    **known: Any,
) -> Any:
    """The turn of attacks on hexes by units, after some actions; nobody pays anything."""
    found = {
        "ruleset": "v101125", "procedure": "turn", "units": units, "map": {"hexes": hexes or {}, "sides": sides or {}},
        "attacks": [{"targets": [at], "units": names} for at, names in attacks.items()], "conditions": known,
        "readings": readings or {},
    }  # fmt: skip
    return on(Battle.start(RULESET.game(codec.read_scenario(found))), *actions)


def on(battle: Any, *actions: str) -> Any:
    """The turn after more actions; nobody pays anything."""
    for action in actions:
        battle = battle.play(action)
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    return battle


def to_order(battle: Any) -> Any:
    """The turn once the attack at hand is over; nobody advances, retreats further or forces his way in."""
    while topic(battle) != "next attack":
        battle = on(battle, "stop" if "stop" in options(battle) else "stay")
    return battle


def rolled(result: str) -> tuple[str, ...]:
    """That result, and dice of disruption that cost nobody anything."""
    return (f"!result={result}", *CALM)


def notes(battle: Any) -> list[str]:
    return [row.note for row in battle.game.rows(battle.state)]


def strengths(battle: Any) -> tuple[Any, Any]:
    return battle.assessment.attack, battle.assessment.defense


def fight(battle: Any) -> tuple[str, tuple[str, ...], str]:
    """Who attacks which hexes in the fight at hand, and in which phase."""
    bout = battle.state.inner.bout
    return bout.side, bout.hexes, bout.stage


A, D = unit("a", "1,0", 10), unit("d", "0,0", 8)
FAR = [unit("c", "5,0", 10), unit("e", "6,0", 8)]
ALONE, BOTH = {"0,0": ["a"]}, {"0,0": ["a"], "6,0": ["c"]}
OFFSHORE = {"1,0": {"terrain": "sea"}}

# --- those who still can make it, do (11.B.12, 11.A.13, 11.L.1.f) ---------------------------------------------------


def test_11_a_13_a_reserve_that_cannot_reach_the_hex_does_not_keep_others_from_the_deadlock():
    """11.L.1.f, 11.A.13: reserves may join; one behind a prohibited hexside does not, and 10 attack 8 again."""
    units = [A, unit("r", "0,1", 7, reserve=True), D]
    sides = {"0,0:SE": ["prohibited"]}
    battle = turn({"0,0": ["a", "r"]}, units, "attack:1", "now", *rolled("DL"), sides=sides)
    assert options(battle) == ["attack:1"]
    assert strengths(battle.play("attack:1")) == (10, 8)


@pytest.mark.parametrize("put_off", [("delay", "wait"), ("now", *rolled("DL"))])
def test_11_a_7_a_remnant_in_reserve_does_not_keep_others_from_a_held_or_deadlocked_attack(put_off):
    """11.A.7, 11.A.13: no result forces it to join; 10 attack 8."""
    units = [A, unit("r", "0,1", 7, reserve=True, face="remnant"), D]
    battle = turn({"0,0": ["a", "r"]}, units, "attack:1", *put_off)
    assert strengths(on(battle, "attack:1")) == (10, 8)


def test_11_b_12_a_held_attack_goes_on_without_those_whom_the_answer_has_driven_off():
    """11.B.12: one of two stacks is out of reach after the answer; the other, 10 against 12, attacks."""
    units = [A, unit("b", "0,1", 10), unit("d", "0,0", 12, zoc="none")]
    answer = ("attack:1", "delay", "join:2", *rolled("DR"), "retreat", "to:2,0", "to:-1,1")
    battle = turn({"0,0": ["a", "b"]}, units, *answer)
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert options(battle) == ["attack:1"]
    assert strengths(battle.play("attack:1")) == (10, 12)


def test_11_b_12_a_held_attack_goes_on_where_the_answer_has_made_a_remnant_of_an_attacker():
    """11.B.12, 11.A.7: all declared attacks must be resolved, so that a remnant does not attack of its own will."""
    units = [unit("a", "1,0", 8, remnant=True), unit("b", "1,0", 10), unit("d", "0,0", 12)]
    battle = turn({"0,0": ["a", "b"]}, units, "attack:1", "delay", "join:2")
    battle = battle.play_all(["!result=½:1", *CALM])
    while topic(battle) == "pay":
        picks = [one.id for one in battle.node.options if one.unit == "a"]
        battle = battle.play(picks[0] if picks else "!spare")
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    faces = {one.unit: dict(one.values).get("face") for one in battle.state.board.units}
    assert faces["a"] == "remnant"
    assert strengths(battle.play("attack:1"))[0] > 10


def test_11_l_1_d_vii_an_attack_goes_on_without_those_whom_another_counterattack_struck():
    """11.L.1.d.vii: a and b hold an attack on 0,0; the counterattack on b's stack leaves a, 10 against 8."""
    units = [A, unit("b", "0,1", 30), unit("c", "0,1", 10), D, unit("e", "0,2", 8)]
    battle = turn({"0,0": ["a", "b"], "0,2": ["c"]}, units, "attack:1", "delay", "attack:2", "now", *rolled("CA"))
    battle = on(battle, *rolled("ME"))
    assert strengths(battle.play("attack:1")) == (10, 8)


def weakened(rest: int, *actions: str) -> Any:
    """Of 10 and ``rest`` who are to attack 20 in 2,0 the 10 is struck by the counterattack that attack 1 leads to."""
    units = [A, unit("b", "1,0", 10), unit("c", "3,0", rest), D, unit("e", "2,0", 20)]
    line = "attack:1", "now", *rolled("CA"), *rolled("ME")
    return on(to_order(turn({"0,0": ["a"], "2,0": ["b", "c"]}, units, *line)), *actions)


def test_11_l_1_d_vii_an_attack_that_a_counterattack_has_weakened_below_1_to_4_must_still_be_made():
    """11.L.1.d.vii, 11.A.11: 3 against 20, read as 1:6 and so at -4, for the one that was struck is missing."""
    battle = weakened(3)
    assert options(battle) == ["attack:2"]
    assert battle.play("attack:2").assessment.headline.startswith("3 : 20 → 1:6.7, main dice -4")


def test_11_l_1_d_vii_such_an_attack_may_be_held_and_is_made_then():
    """11.B.12: at once or in the exploitation combat phase."""
    battle = weakened(3, "attack:2", "delay", "wait")
    assert options(battle) == ["attack:2"]
    assert battle.play("attack:2").assessment.headline.startswith("3 : 20 → 1:6.7, main dice -4")


def test_11_l_1_d_vii_a_held_attack_goes_on_at_any_odds_where_another_counterattack_weakened_it():
    """11.L.1.d.vii, 11.A.11: a holds with b, who is struck in his stack with c by the counterattack of e."""
    units = [unit("a", "1,0", 3), unit("b", "0,1", 30), unit("c", "0,1", 10), unit("d", "0,0", 20)]
    line = "attack:1", "delay", "attack:2", "now", *rolled("CA"), *rolled("ME")
    battle = to_order(turn({"0,0": ["a", "b"], "0,2": ["c"]}, [*units, unit("e", "0,2", 8)], *line))
    assert options(battle) == ["attack:1"]
    assert strengths(battle.play("attack:1")) == (3, 20)


def test_11_h_1_units_without_strength_do_not_make_such_an_attack():
    """11.H.1: a 0 does not attack by itself."""
    battle = weakened(0)
    assert options(battle) == ["done"]
    assert [row.rules for row in battle.game.rows(battle.state)][1] == ("11.H.1",)


def test_11_a_11_an_attack_that_something_else_has_weakened_below_1_to_4_is_not_made():
    """11.A.11: b is driven off by a hasty attack, which is no counterattack."""
    units = [A, unit("b", "1,0", 10), unit("c", "3,0", 3), unit("d", "0,0", 20, zoc="none"), unit("e", "2,0", 20)]
    line = "attack:1", "delay", "join:3", *rolled("DR"), "retreat", "to:1,-1"
    battle = to_order(turn({"0,0": ["a"], "2,0": ["b", "c"]}, units, *line))
    assert [row.rules for row in battle.game.rows(battle.state)][1] == ("11.A.11",)


def why_not_done(battle: Any) -> list[tuple[str, ...]]:
    """The rules by which the phase is not over yet."""
    return [one.rules for one in battle.game.phases["order"].candidates(battle.state) if one.option.id == "done"]


def test_11_0b_a_declared_attack_has_to_be_made():
    """11.0b, 11.B.12: in the initial phase, or held until the exploitation phase."""
    battle = turn(BOTH, [A, D, *FAR])
    assert options(battle) == ["attack:1", "attack:2"]
    assert why_not_done(battle) == [("11.0b", "11.B.12")]
    held = on(battle, "attack:1", "delay", "wait", "attack:2", "delay", "wait")
    assert options(held) == ["attack:1", "attack:2"]


def test_11_l_1_f_a_deadlock_has_to_be_fought_again():
    """11.L.1.f: in the next possible combat phase."""
    battle = turn(ALONE, [A, D], "attack:1", "now", *rolled("DL"))
    assert options(battle) == ["attack:1"]
    assert why_not_done(battle) == [("11.L.1.f",)]


def struck(*more: dict[str, Any]) -> Any:
    """The hasty answer to attack 1 is on a hex out of which b is to make attack 2 with c."""
    units = [A, unit("b", "1,0", 10), unit("c", "3,0", 10), unit("d", "0,0", 20, zoc="none"), unit("e", "2,0", 8)]
    return turn({"0,0": ["a"], "2,0": ["b", "c"]}, [*units, *more], "attack:1", "delay", "join:3")


def test_11_b_12_an_attack_to_come_is_made_without_those_whom_the_answer_to_another_has_driven_off():
    """11.B.12: c makes attack 2, 10 against 8, once b is out of reach of it."""
    battle = on(struck(), *rolled("DR"), "retreat", "to:1,-1")
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert {one.unit: one.at for one in battle.state.board.units}["b"] == "1,-1"
    assert strengths(battle.play("attack:2")) == (10, 8)


def test_11_b_12_who_was_driven_off_and_still_reaches_the_hex_attacks_it():
    """11.A.8: b, a hex further north, is beside 2,0 still: 20 against 8."""
    battle = on(struck(), *rolled("DR"), "retreat", "to:2,-1", "stop")
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert {one.unit: one.at for one in battle.state.board.units}["b"] == "2,-1"
    assert strengths(battle.play("attack:2")) == (20, 8)


# --- which fight is put off (11.L.1.f.i) ----------------------------------------------------------------------------


def test_11_l_1_f_a_deadlock_of_a_counterattack_is_fought_again_by_those_who_counterattacked():
    """11.L.1.f, 11.L.1.d.iv: d attacks a's hex at 8:10, as in clear terrain; a stack that stood by has no part."""
    units = [A, D, unit("c", "0,1", 30, attacks=False)]
    battle = turn(ALONE, units, "attack:1", "now", *rolled("CA"), "strike:1,0", *rolled("DL"))
    assert battle.state.stage == 1
    battle = battle.play("attack:1")
    assert fight(battle) == ("defender", ("1,0",), "exploitation")
    assert (strengths(battle), battle.state.inner.bout.clear) == ((8, 10), True)


def test_11_l_1_f_a_deadlock_of_a_counterattack_on_those_who_landed_is_fought_again_where_they_landed():
    """11.L.1.f, 11.R.0: a came from the sea, and is struck in the hex itself both times."""
    battle = turn(ALONE, [unit("a", "1,0", 10, via="sea"), D], "attack:1", "now", *rolled("CA"), hexes=OFFSHORE)
    assert fight(battle) == ("defender", ("0,0",), "initial")
    battle = on(battle, *rolled("DL")).play("attack:1")
    assert fight(battle) == ("defender", ("0,0",), "exploitation")
    assert (strengths(battle), battle.state.inner.bout.defenders) == ((8, 10), (0,))


def test_11_l_1_f_i_a_deadlock_after_two_counterattacks_waits_too_and_all_its_markers_with_it():
    """11.L.1.f.iii, 11.L.1.d.iii: +1 for each CA and the DL, once the fight of the DL is done."""
    struck = (*rolled("CA"), *rolled("CA"), *rolled("DL"))
    battle = turn(ALONE, [A, D], "attack:1", "now", *struck, "attack:1")
    assert fight(battle) == ("attacker", ("0,0",), "exploitation")
    assert "The fighting is done" not in log(battle)
    assert "The fighting is done: +3 MP" in log(on(battle, *rolled("½:")))


@pytest.mark.parametrize(("place", "marks"), [("-1,0", {"a": 2, "b": 2, "c": 0}), ("1,0", {"a": 2, "b": 2, "c": 0})])
def test_t10_def_the_marker_of_a_ca_is_that_of_the_units_of_its_own_fight(place, marks):
    """T10.def, 11.L.1.d.iii: a and b have it and that of their die, whoever is struck; c, who stood by, has none."""
    some = [unit("a", "1,0", 10), unit("b", "0,1", 10), unit("c", "-1,0", 30, attacks=False), unit("e", "9,9", 1)]
    there = [unit("d", "0,0", 12, cadre_attack=9), *some, unit("b2", "9,8", 9)]
    known = {"0,0": ["a", "b"], "9,9": ["b2"]}
    battle = to_order(turn(known, there, "attack:1", "now", *rolled("CA"), f"strike:{place}", *rolled("½:")))
    found = {one.unit: dict(one.values).get("marker", 0) for one in battle.state.board.units}
    assert {name: found[name] for name in marks} == marks
    assert found["d"] == 3  # by the CA, by its die of the counterattack, and for casualties
    assert "The fighting is done: +1 MP for" in log(battle)


def test_t10_def_of_two_counterattacks_each_counts_for_those_who_fought_in_it():
    """T10.def, 11.L.1.d.iii: d and a have both markers, b that of the first alone; and one of its die each."""
    some = [unit("a", "1,0", 10, cadre_attack=3), unit("b", "0,1", 10), unit("e", "9,9", 1), unit("b2", "9,8", 9)]
    there = [unit("d", "0,0", 12, cadre_attack=9), *some]
    struck = (*rolled("CA"), "strike:1,0", *rolled("CA"), *rolled("½:"))
    battle = to_order(turn({"0,0": ["a", "b"], "9,9": ["b2"]}, there, "attack:1", "now", *struck))
    found = {one.unit: dict(one.values).get("marker", 0) for one in battle.state.board.units}
    assert {name: found[name] for name in ("a", "b", "d")} == {"a": 5, "b": 2, "d": 3}


def test_11_l_1_f_i_a_deadlock_of_the_answer_to_a_held_attack_waits_for_the_exploitation_phase():
    """11.L.1.f.i: the other attack of the initial phase comes first; then d attacks again, and a makes its attack."""
    units = [A, D, *FAR, unit("b", "1,0", 10), unit("d2", "0,0", 8)]
    battle = turn({"0,0": ["a", "b"], "6,0": ["c"]}, units, "attack:1", "delay", "all", *rolled("DL"))
    assert notes(battle) == [INITIAL, ""]
    assert options(battle) == ["attack:2"]
    battle = to_order(on(battle, "attack:2", "now", *rolled("ME")))
    battle = battle.play("attack:1")
    assert fight(battle) == ("defender", ("1,0",), "exploitation")
    assert strengths(battle) == (16, 20)  # no hasty attack any more (11.C.8)
    battle = on(battle, *rolled("ME"))
    while fight(battle)[0] == "defender":
        battle = on(battle, "stay")
    assert (fight(battle), strengths(battle)) == (("attacker", ("0,0",), "exploitation"), (20, 16))


def test_11_q_2_i_a_deadlock_of_those_who_attack_out_of_a_retreat_waits_too_and_then_the_hex_is_entered():
    """11.L.1.f.i, 11.Q.2.i: d attacks 0,1 again in the exploitation phase, at 8:3; then a may enter 0,0."""
    units = [unit("a", "1,0", 30), unit("b", "0,1", 3, attacks=False), D, *FAR]
    battle = turn(BOTH, units, "attack:1", "now", *rolled("DR"), "into:0,1", *rolled("DL"))
    assert notes(battle) == [INITIAL, ""]
    battle = to_order(on(battle, "attack:2", "now", *rolled("ME"))).play("attack:1")
    assert (fight(battle), strengths(battle)) == (("defender", ("0,1",), "exploitation"), (8, 3))
    battle = on(battle, *rolled("ME"))
    while "go:a:0" not in options(battle):
        battle = on(battle, "stay")
    assert battle.state.inner.bout.hexes == ("0,0",)


# --- what has changed until then: works and hexes (11.P.0, 11.Q.1.a, 11.R.3.b, 11.B.12) ------------------------------


def works(battle: Any) -> tuple[str, ...]:
    """The works that count in the fight at hand."""
    return battle.state.inner.bout.works


FORTIFIED = {"0,0": {"features": ["improved_fort"]}}
STRONG = {"a": 10, "b": 10, "d": 16, "e": 8}


def sturdy(name: str, at: str) -> dict[str, Any]:
    """A counter that outlives a minimal exchange, of the strength that goes with its name."""
    return unit(name, at, STRONG[name], cadre_attack=6, zoc="none")


@pytest.mark.parametrize(
    ("put_off", "struck", "left"),
    [
        (("delay", "wait"), "0,2", "improved_fort"),
        (("delay", "wait"), "0,0", "fort"),
        (("now", *rolled("DL"), "stands"), "0,2", "fort"),
        (("now", *rolled("DL"), "stands"), "0,0", "damaged_fort"),
    ],
)
def test_11_p_0_a_fight_that_waits_finds_the_works_as_others_have_left_them(put_off, struck, left):
    """11.P.0, 11.P.5: the second counterattack of attack 2 strikes e or d; each attack on the fort brings it down."""
    units = [sturdy("a", "1,0"), sturdy("b", "0,1"), sturdy("d", "0,0"), sturdy("e", "0,2")]
    line = "attack:1", *put_off, "attack:2", "now", *rolled("CA"), *rolled("CA"), f"strike:{struck}", *rolled("ME")
    battle = to_order(turn({"0,0": ["a"], "0,2": ["b"]}, units, *line, hexes=FORTIFIED))
    assert works(battle.play("attack:1")) == (left,)


def test_11_p_0_a_held_attack_finds_the_works_as_the_answer_and_its_deadlock_have_left_them():
    """11.P.0, 11.B.12: a strikes d out of the answer, in vain twice; then b makes the held attack."""
    units = [sturdy("a", "1,0"), sturdy("b", "0,1"), sturdy("d", "0,0"), *FAR]
    answer = "attack:1", "delay", "join:2", "on:1", *rolled("CA"), *rolled("DL")
    battle = turn({"0,0": ["a", "b"], "6,0": ["c"]}, units, *answer, hexes=FORTIFIED, readings={"riposte": "hex"})
    battle = to_order(on(battle, "attack:2", "now", *rolled("ME")))
    battle = on(battle, "attack:1", *rolled("ME"), "stay")
    assert (battle.state.inner.bout.attackers, works(battle)) == ((1,), ("damaged_fort",))


def test_11_r_3_b_who_entered_a_fort_has_nothing_of_it_in_the_fight_that_follows_later():
    """11.R.3.b, 11.L.1.f.ii: the fort that a went into serves d alone, who attacks him there."""
    entered = "attack:1", *rolled("DL"), "stands", "go:a:0"
    battle = turn(BOTH, [A, D, *FAR], *entered, hexes=FORTIFIED, phase="exploitation")
    battle = on(to_order(on(battle, "attack:2", *rolled("½:1"))), "attack:1")
    assert (fight(battle)[:2], works(battle)) == (("defender", ("0,0",)), ())


def test_11_b_12_who_was_driven_off_and_still_reaches_the_hex_makes_the_attack_that_he_held():
    """11.B.12, 11.A.8: b goes to 2,-1 by the answer to attack 1 and is beside 2,0 still: 20 against 8."""
    units = [A, unit("b", "1,0", 10), unit("c", "3,0", 10), unit("d", "0,0", 20, zoc="none"), unit("e", "2,0", 8)]
    line = "attack:2", "delay", "attack:1", "delay", "join:3", *rolled("DR"), "retreat", "to:2,-1", "stop"
    battle = to_order(turn({"0,0": ["a"], "2,0": ["b", "c"]}, units, *line))
    battle = battle.play("attack:2")
    assert (battle.state.inner.bout.places, strengths(battle)) == (("2,-1", "3,0"), (20, 8))


@pytest.mark.parametrize(("left", "waiting", "found"), [("0x0", (0, 2, 0), ()), ("x00", (2, 2, 1), (0, 2, 1))])
def test_t10_def_markers_that_wait_are_those_of_counters_that_are_left(left, waiting, found):
    """T10.def: of two like counters of a unit what waits for the one that is gone is not the other's."""
    battle = begin(document([infantry(10, count=2)], [infantry(8)]))
    setting, state = battle.game.setting, battle.state._replace(left=left, late=waiting)
    state = state._replace(late=later.restored(setting, state, later.terms(setting, state)).late)
    assert state.late == found


# --- the enemy's next combat phase (11.L.1.f.ii) --------------------------------------------------------------------


def test_11_l_1_f_ii_those_whose_hex_was_entered_attack_once_all_attacks_of_the_phase_are_over():
    """11.L.1.f.ii: in their next combat phase, after attack 2, whose defenders take part: 8 + 16 against 10."""
    units = [A, unit("c", "1,1", 10), unit("c2", "1,1", 10), D, unit("e", "0,1", 8), unit("e2", "0,1", 8)]
    attacks = {"0,0": ["a"], "0,1": ["c", "c2"]}
    battle = turn(attacks, units, "attack:1", *rolled("DL"), "go:a:0", phase="exploitation")
    assert notes(battle) == [EXPLOITATION, ""]
    battle = on(battle, "attack:2", *rolled("½:1"), "stay")
    assert "The enemy's initial combat phase begins." in log(battle)
    assert (battle.node.side, options(battle)) == ("defender", ["attack:1"])  # he must attack
    battle = on(battle, "attack:1", "all")
    assert fight(battle) == ("defender", ("0,0",), "enemy_initial")
    assert strengths(battle) == (24, 10)


def test_11_l_1_f_ii_of_a_deadlock_that_is_put_off_twice_the_attacker_enters_the_hex_in_its_second_fight():
    """11.L.1.f.i, 11.L.1.f.ii: both attacks of the initial phase are deadlocked twice."""
    battle = turn(BOTH, [A, D, *FAR], "attack:1", "now", *rolled("DL"), "attack:2", "now", *rolled("DL"))
    battle = on(battle, "attack:1", *rolled("DL"), "go:a:0")
    assert notes(battle) == [EXPLOITATION, ""]
    battle = on(battle, "attack:2", *rolled("DL"), "go:c:0", "attack:2")
    assert fight(battle) == ("defender", ("6,0",), "enemy_initial")


def test_11_l_1_f_i_a_deadlock_of_the_enemys_phase_is_fought_again_in_his_exploitation_phase():
    """11.L.1.f.i: his attack was fought in his initial combat phase; 8 against 10, in a battle by itself too."""
    entered = (*rolled("DL"), "go:a1:0", *rolled("DL"))
    battle = begin(document([infantry(10)], [infantry(8)], phase="exploitation", **ON), *entered)
    bout = battle.state.bout
    assert (bout.side, bout.hexes, bout.stage, bout.kind) == ("defender", ("0,0",), "exploitation", "forced")
    assert strengths(battle) == (8, 10)
    assert "The deadlock is fought again in the exploitation phase." in log(battle)
    assert "The fighting is done" not in log(battle)


@pytest.mark.parametrize(("inside", "asked", "answering"), [(8, "reinforce", ()), (0, "", (1, 2))])
def test_11_l_1_f_ii_those_without_attack_strength_need_others_to_attack_who_entered(inside, asked, answering):
    """11.L.1.f.ii, 11.H.1: they may not attack alone, so that those beside the hex join them in any case."""
    defend = [infantry(inside, defence=8), infantry(6, at="-1,0")]
    battle = begin(document([infantry(10)], defend, phase="exploitation", **ON), *rolled("DL"), "go:a1:0")
    assert topic(battle) == asked
    if not asked:
        assert battle.state.bout.attackers == answering
        assert strengths(battle) == (6, 10)


def test_11_l_1_f_i_in_a_turn_it_waits_for_the_enemys_exploitation_phase():
    """11.L.1.f.i: after the other attacks of his initial phase."""
    entered = ("attack:1", *rolled("DL"), "go:a:0", "attack:2", *rolled("DL"), "go:c:0", "attack:1", *rolled("DL"))
    battle = turn(BOTH, [A, D, *FAR], *entered, phase="exploitation")
    assert notes(battle) == ["it waits: the enemy's exploitation combat phase", ""]
    battle = on(battle, "attack:2", *rolled("½:1"))
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert "The enemy's exploitation combat phase begins." in log(battle)
    assert fight(battle.play("attack:1")) == ("defender", ("0,0",), "exploitation")


def test_11_l_1_g_who_retreated_in_the_turn_before_counts_in_full_and_in_the_phase_before_half():
    """11.L.1.g, 11.Q.2.f: of the turn that the combat phase belongs to."""
    assert counted("enemy_initial", "exploitation") * 2 == 1
    assert counted("exploitation", "enemy_initial") == 1


def twice_owed(*entering: str) -> Any:
    """The answer to a held attack and then that attack are deadlocked twice; who goes into which hex is given."""
    units = [A, unit("b", "1,0", 10), D, unit("d2", "0,0", 8)]
    battle = turn({"0,0": ["a", "b"]}, units, "attack:1", "delay", "all", *rolled("DL"), "attack:1", *rolled("DL"))
    return on(battle, "go:d:0", "stay", *rolled("DL"), *entering)


def test_11_l_1_f_ii_each_side_attacks_who_entered_its_hex_in_its_own_next_combat_phase():
    """11.L.1.f.ii: d2 attacks a in the enemy's phase, 8 against 10; b attacks d in his own next one, 10 against 8."""
    battle = twice_owed("go:a:0", "stay")
    assert (notes(battle), battle.node.side) == ([""], "defender")
    battle = on(battle, "attack:1")
    assert (fight(battle), strengths(battle)) == (("defender", ("0,0",), "enemy_initial"), (8, 10))
    battle = to_order(on(battle, *rolled("ME")))
    assert "The next initial combat phase begins." in log(battle)
    assert (options(battle), battle.node.side) == (["attack:1"], "attacker")
    battle = battle.play("attack:1")
    assert (fight(battle), strengths(battle)) == (("attacker", ("1,0",), "enemy_initial"), (10, 8))


def test_11_l_1_f_i_a_deadlock_of_his_next_phase_is_fought_again_in_the_exploitation_phase_after_it():
    """11.L.1.f.i: as in any initial combat phase."""
    battle = to_order(on(twice_owed("go:a:0", "stay"), "attack:1", *rolled("ME")))
    battle = on(battle, "attack:1", *rolled("DL"))
    assert "The next exploitation combat phase begins." in log(battle)
    assert fight(battle.play("attack:1")) == ("attacker", ("1,0",), "exploitation")


def test_11_l_1_f_ii_nobody_attacks_in_a_hex_that_all_have_left():
    """11.L.1.f.ii: a and b went into 0,0; nobody remains in 1,0 who would have to attack d there."""
    battle = to_order(on(twice_owed("all"), "attack:1", "alone", *rolled("ME")))
    assert "The next initial combat phase begins." in log(battle)
    assert options(battle) == ["done"]


def test_11_l_1_f_ii_an_attack_that_the_enemy_cannot_make_does_not_keep_others_from_theirs():
    """11.L.1.f.ii: d2 is lost in attack 2, so that nobody is left in 0,0; b attacks d in 1,0 all the same.

    Nobody has to pin a, whose defence is 0, while d2 attacks out of the hex that they share (11.R.3.d.4).
    """
    units = [
        {**A, "defence": 0},
        unit("b", "1,0", 10),
        D,
        unit("d2", "0,0", 8),
        unit("c", "-2,0", 10),
        unit("e", "-1,0", 8),
    ]
    line = "attack:1", "delay", "all", *rolled("DL"), "attack:2", "now", *rolled("DL")
    battle = turn({"0,0": ["a", "b"], "-1,0": ["c"]}, units, *line)
    battle = on(battle, "attack:1", *rolled("DL"), "go:d:0", "stay", *rolled("DL"), "go:a:0", "stay")
    battle = on(battle, "attack:2", *rolled("DL"), "go:c:0", "attack:2", "all")
    battle = battle.play_all(["!result=1:", *CALM])
    battle = to_order(on(battle, next(one.id for one in battle.node.options if one.unit == "d2")))
    battle = battle.play("attack:1")
    assert "The next initial combat phase begins." in log(battle)
    assert fight(on(battle, "attack:1", "alone")) == ("attacker", ("1,0",), "enemy_initial")


# --- what is said, and what is used up (11.L.1.f.iii, 11.M.8a) ------------------------------------------------------


def test_11_l_1_f_iii_while_a_deadlock_waits_its_markers_do_and_no_line_says_otherwise():
    """11.L.1.f.iii: a has the marker of its higher die alone, d none; +1 for both comes after the second fight."""
    battle = turn(ALONE, [A, D], "attack:1", "now", *rolled("DL"))
    assert "The fighting is done" not in log(battle)
    assert {one.unit: dict(one.values).get("marker", 0) for one in battle.state.board.units} == {"a": 1, "d": 0}
    assert "The fighting is done: +1 MP" in log(on(battle, "attack:1", *rolled("½:")))


def paying(battle: Any) -> list[str]:
    return [one for one in weighed(battle) if one.startswith("rp:")]


def test_11_m_8_a_points_paid_at_once_in_an_attack_are_gone_from_the_pool_for_the_next():
    """11.M.8a: a pool of 1 serves one of two attacks."""
    losing = ("!result=1:1", *CALM)
    battle = turn(BOTH, [A, D, *FAR], "attack:1", "now", rp_attacker=1).play_all(losing)
    assert "rp:1,0" in paying(battle)
    battle = on(battle.play("rp:1,0"))
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert paying(battle.play_all(["attack:2", "now", *losing])) == []


def test_11_m_8_a_points_not_paid_are_there_for_the_next_attack():
    """11.M.8a: the second attack may pay what the first did not."""
    battle = turn(BOTH, [A, D, *FAR], "attack:1", "now", *rolled("1:1"), rp_attacker=1)
    while topic(battle) != "next attack":
        battle = on(battle, "stay")
    assert paying(battle.play_all(["attack:2", "now", "!result=1:1", *CALM]))


def driven(*actions: str) -> Any:
    """Of a turn with two attacks, those of 0,0 pay a point in the first one and retreat onto e's hex."""
    units = [unit("a", "1,0", 30), unit("b", "-1,-1", 30), D, unit("d2", "0,0", 8), unit("e", "-1,0", 8)]
    battle = turn({"0,0": ["a"], "-1,0": ["b"]}, units, "attack:1", "now", rp_defender=9)
    battle = on(battle.play_all(["!result=E½", *CALM]), "rp:0,0", "retreat")
    battle = on(battle, "to:-1,0")
    while topic(battle) != "next attack":
        battle = on(battle, "stop" if "stop" in options(battle) else "stay")
    return on(battle, *actions)


def test_11_m_8_a_a_unit_pays_by_replacement_points_once_in_a_phase_whichever_attack_it_is_in():
    """11.M.8a: driven onto the hex of the second attack, they pay no more in this phase; e, a quarter of 8, does."""
    battle = driven("attack:2", "now").play_all(["!result=E½", *CALM])
    assert paying(battle) == ["rp:e"]


def test_11_m_8_a_in_the_exploitation_phase_it_may_pay_again():
    """11.M.8a: once in each combat phase."""
    battle = driven("attack:2", "delay", "attack:2").play_all(["!result=E½", *CALM])
    assert "rp:-1,0" in paying(battle)


# --- why a deadlock is not fought again -------------------------------------------------------------------------------


def rules_of(battle: Any) -> list[tuple[str, ...]]:
    return [row.rules for row in battle.game.rows(battle.state)]


def test_11_l_1_d_vii_a_deadlock_is_not_fought_again_by_those_whom_another_counterattack_struck():
    """11.L.1.f, 11.L.1.d.vii: a is struck in its stack by the counterattack of e, and attacks no more."""
    units = [A, unit("b", "1,0", 10), D, unit("e", "2,0", 8)]
    line = "attack:1", "now", *rolled("DL"), "attack:2", "now", *rolled("CA"), *rolled("ME")
    battle = to_order(turn({"0,0": ["a"], "2,0": ["b"]}, units, *line))
    assert options(battle) == ["done"]
    assert rules_of(battle)[0] == ("11.L.1.d.vii",)
    assert notes(battle)[0] == "those who were to make it have fought in a counterattack"


@pytest.mark.parametrize(
    ("gone", "why"),
    [("a", "nobody is left who could make it"), ("d", "nobody is left on whom it could be made")],
)
def test_11_l_1_f_no_deadlock_is_fought_again_where_nobody_is_left_of_a_side(gone, why):
    """11.L.1.f: the rule on deadlocks says so, and no rule on strength."""
    battle = turn(BOTH, [A, D, *FAR], "attack:1", "now", *rolled("DL"))
    board = battle.state.board
    without = board._replace(units=tuple(one for one in board.units if one.unit != gone))
    row = battle.game.rows(battle.state._replace(board=without, stage=1))[0]
    assert (row.note, row.rules) == (why, ("11.L.1.f",))


def test_11_h_1_a_deadlock_is_not_fought_again_by_units_without_strength():
    """11.H.1: what a is reduced to has no strength, and attacks with others only."""
    battle = turn(BOTH, [A, D, *FAR], "attack:1", "now", *rolled("DL"))
    weak = tuple(
        one._replace(values=(*one.values, ("attack", 0))) if one.unit == "a" else one
        for one in battle.state.board.units
    )
    row = battle.game.rows(battle.state._replace(board=battle.state.board._replace(units=weak), stage=1))[0]
    assert row.rules == ("11.H.1",)


# --- who fought in a counterattack, be it as a defender ---------------------------------------------------------------


@pytest.mark.parametrize(("place", "asked"), [("2,0", False), ("0,0", True)])
def test_11_l_1_d_vii_who_was_struck_by_a_counterattack_answers_no_held_attack(place, asked):
    """11.B.12, 11.L.1.d.vii: a strikes e in its turn, who has no part in any attack of this phase then."""
    units = [
        unit("a", "1,0", 10, cadre_attack=6),
        unit("c", "3,0", 10),
        unit("d", "0,0", 8, cadre_attack=3),
        unit("e", "2,0", 12, cadre_attack=9),
    ]
    battle = turn({"0,0": ["a"], "2,0": ["c"]}, units, "attack:1", "now", *rolled("CA"), *rolled("CA"))
    battle = to_order(on(battle, f"strike:{place}", *rolled("ME")))
    assert (topic(on(battle, "attack:2", "delay")) == "riposte") is asked


# --- who orders the attacks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "order", "chooser"),
    [
        ("hasty", "hasty", ("defender", ("11.C.7",))),
        ("hasty", "phasing", ("attacker", ("11.A.8",))),
        ("regular", "hasty", ("attacker", ("11.A.8",))),
    ],
)
def test_11_c_7_the_opponent_orders_hasty_attacks_of_a_turn(kind, order, chooser):
    """11.A.8, 11.C.7: by its reading; a deadlock of one, which is hasty no more, the attacker (11.C.8)."""
    battle = turn(BOTH, [A, D, *FAR], kind=kind, readings={"order": order})
    assert (battle.node.side, battle.node.rules) == chooser
    again = on(battle, "attack:1", *(() if kind == "hasty" else ("now",)), *rolled("DL"))
    again = on(again, "attack:2", *(() if kind == "hasty" else ("now",)), *rolled("DL"))
    assert again.node.side == "attacker"


def test_an_attack_that_is_put_off_is_taken_up_in_the_exploitation_phase_or_by_the_owner_in_his_next() -> None:
    """11.B.12, 11.L.1.f, 11.R.3.d: whatever holds for one phase is asked of that in which it is fought."""
    battle = turn({"0,0": ["a"]}, [A, D], "attack:1")
    inner, here = battle.game.seat(battle.state)
    fight = later.waiting(inner.setting, here, here.bout)
    phases = {ending: later.Terms(ending, fight).phase for ending in (later.HELD, later.AGAIN, later.NEXT)}
    assert phases == {later.HELD: "exploitation", later.AGAIN: "exploitation", later.NEXT: "enemy_initial"}


def test_11_l_1_f_no_deadlock_is_fought_again_once_all_attackers_are_disrupted_be_nobody_strong():
    """11.L.1.f, 11.H.3: an RE that attacks by the option and is disrupted attacks no more."""
    setup = document([infantry(0, size="1")], [infantry(0)], zero_option=True, **ON)
    battle = begin(setup, "!result=DL", "d6=6", "d6=1", "away:a1:0")
    assert (battle.state.bout.stage, battle.state.bout.kind) == ("initial", "regular")
    assert "fought again" not in log(battle)
    assert battle.outcome.result == "held"
