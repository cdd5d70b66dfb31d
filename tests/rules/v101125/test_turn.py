"""Several attacks of one phase (11.A.1, 11.A.5, 11.A.6, 11.A.8): a stack divided, reduced counters carried on."""

from __future__ import annotations

from typing import Any

from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET


def unit(name: str, side: str, at: str, attack: int, **more: Any) -> dict[str, Any]:
    nation = "German" if side == "attacker" else "Soviet"
    return {"id": name, "side": side, "type": "infantry", "nation": nation, "at": at, "attack": attack, **more}


UNITS = [
    unit("a", "attacker", "1,0", 8, cadre_attack=3),
    unit("b", "attacker", "1,0", 6),
    unit("d", "defender", "0,0", 4, cadre_attack=2),
    unit("e", "defender", "2,0", 2),
]
STACK = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["b"]}]


def turn(attacks: list[dict[str, Any]] = STACK, units: list[dict[str, Any]] = UNITS) -> Any:
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    return RULESET.game(codec.read_scenario(document))


def wrong(attacks: list[dict[str, Any]]) -> set[str]:
    return {problem.rule for problem in turn(attacks).problems}


def test_11_a_5_a_stack_attacks_two_hexes_one_after_the_other() -> None:
    battle = Battle.start(turn())
    assert [option for option in battle.legal_actions if option.startswith("attack")] == ["attack:1", "attack:2"]
    rows = turn().rows(battle.state)
    assert [(row.assessment.attack, row.assessment.defense) for row in rows] == [(8, 4), (6, 2)]


def test_11_a_6_a_unit_attacks_one_hex() -> None:
    assert "11.A.6" in wrong([{"targets": ["0,0"], "units": ["a"]}, {"targets": ["2,0"], "units": ["a"]}])


def test_11_a_1_a_hex_is_attacked_once() -> None:
    assert "11.A.1" in wrong([{"targets": ["0,0"], "units": ["a"]}, {"targets": ["0,0"], "units": ["b"]}])


def test_what_an_attack_leaves_is_the_board_of_the_next() -> None:
    """Counters go on to their reduced sides, and keep what is printed there."""
    seen = set()
    for faces in [(a, b, c, d) for a in (2, 4, 6) for b in (3, 5, 6) for c in (1, 4, 6) for d in (2, 6)]:
        battle, dice = Battle.start(turn()).play("attack:1"), list(faces)
        while battle.state.now == 0:
            actions = list(battle.legal_actions)
            face = f"d6={dice[0]}" if dice else ""
            if face in actions:
                dice.pop(0)
            battle = battle.play(face if face in actions else "now" if "now" in actions else actions[-1])
        for standing in battle.state.board:
            values = dict(standing.values)
            if values.get("face") == "cadre":
                seen.add((standing.unit, values["attack"]))
    assert ("d", 2) in seen or ("a", 3) in seen
    assert seen <= {("a", 3), ("d", 2)}


def on(battle: Any) -> Any:
    """The battle once the attack at hand is over: nobody pays, goes or answers."""
    number = battle.state.now
    while battle.state.now == number and battle.outcome is None:
        legal = list(battle.legal_actions)
        if battle.state.inner.phase == "pay":
            battle = battle.play("!spare")
        else:
            battle = battle.play(next((one for one in ("stay", "stop", "stand", "now") if one in legal), legal[0]))
    return battle


def counterattacked(conditions: dict[str, Any]) -> Any:
    """Of a stack that attacks two hexes, the first attack leads to a counterattack."""
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": STACK, "units": UNITS, "conditions": conditions}
    battle = Battle.start(RULESET.game(codec.read_scenario(document)))
    return battle.play_all(["attack:1", "now", "!result=CA", "d6=2", "d6=1"])


def test_11_l_1_d_vii_who_was_struck_by_a_counterattack_attacks_no_more() -> None:
    """The whole hex is struck, so that the other attack is made by nobody and lapses."""
    battle = on(counterattacked({"forced_fights": "here"}).play_all(["!result=ME", "d6=2", "d6=1"]))
    rows = battle.game.rows(battle.state)
    assert rows[1].note == "those who were to make the attack have fought in a counterattack"
    assert rows[1].rules == ("11.L.1.d.vii",)
    assert "attack:2" not in battle.legal_actions


def test_11_l_1_d_vii_a_unit_that_is_said_to_have_fought_in_one_is_left_out() -> None:
    units = [{**one, "spent": True} if one["id"] == "b" else one for one in UNITS]
    assert "11.L.1.d.vii" in {problem.rule for problem in turn(units=units).problems}
    assert "11.L.1.d.vii" not in {problem.rule for problem in turn().problems}


BEYOND = [
    unit("a", "attacker", "1,0", 20),
    unit("b", "attacker", "0,-1", 9),
    unit("d", "defender", "0,0", 4, cadre_attack=2),
    unit("e", "defender", "-1,0", 5),
]
BOTH = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["-1,0"], "units": ["b"]}]


def test_11_q_2_f_who_retreated_into_a_hex_adds_nothing_to_its_defence() -> None:
    """11.Q.2.f: in the same phase; if that attack is held, half (11.L.1.g)."""
    battle = Battle.start(turn(BOTH, BEYOND)).play_all(["attack:1", "now", "!result=DR", "d6=2", "d6=1", "to:-1,0"])
    second = on(battle).play("attack:2")
    assert second.assessment.defense == 5
    later = second.play_all(["delay", "wait"])
    assert later.assessment.defense == 5 + 2
