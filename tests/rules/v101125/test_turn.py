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
