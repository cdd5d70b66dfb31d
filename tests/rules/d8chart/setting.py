"""Short words for setting up battles of the 1D8 chart as documents, and for reading what the game says of them.

The hex attacked is ``0,0``; attackers stand west of it unless they say where. Counters get the ids ``a1, a2 ...`` and
``d1, d2 ...`` in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import Names
from hexumpire.model.battle import Battle, Decision
from hexumpire.model.trace import Trace
from hexumpire.rulesets.d8chart import RULESET

WEST, NORTHWEST, EAST, NORTHEAST, SOUTHEAST, SOUTHWEST = "-1,0", "0,-1", "1,0", "1,-1", "0,1", "-1,1"
Document = dict[str, Any]


def unit(type: str = "infantry", factors: int = 4, nation: str = "", **fields: Any) -> Document:
    """A counter; nation, place and side are filled in by :func:`document`."""
    return {"type": type, "factors": factors, **({"nation": nation} if nation else {}), **fields}


def infantry(factors: int = 4, nation: str = "", **fields: Any) -> Document:
    """Infantry."""
    return unit("infantry", factors, nation, **fields)


def document(
    attack: Sequence[Document], defend: Sequence[Document] = (), *, terrain: str = "clear",
    features: Iterable[str] = (), sides: Mapping[str, Sequence[str]] | None = None,
    hexes: Mapping[str, Document] | None = None, targets: Sequence[str] = ("0,0",), procedure: str = "attack",
    readings: Mapping[str, str] | None = None, nations: tuple[str, str] = ("French", "British"), country: str = "",
    pack: Document | None = None, **conditions: Any,
) -> Document:  # fmt: skip
    """A document. ``sides`` gives hexsides of the target by direction."""
    here: Document = {"terrain": terrain, "features": list(features), **({"country": country} if country else {})}
    units = []
    for side, letter, stack, nation, place in (
        ("attacker", "a", attack, nations[0], WEST), ("defender", "d", defend, nations[1], "0,0")
    ):  # fmt: skip
        for number, given in enumerate(stack, 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **given})
    edges = {f"0,0:{direction}": list(marks) for direction, marks in (sides or {}).items()}
    found: Document = {
        "ruleset": "d8chart", "procedure": procedure, "targets": list(targets), "units": units,
        "map": {"hexes": {"0,0": here, **(hexes or {})}, "sides": edges},
        "conditions": conditions, "readings": dict(readings or {}),
    }  # fmt: skip
    return found | ({"pack": pack} if pack else {})


def game(attack: Sequence[Document], defend: Sequence[Document] = (), **setup: Any) -> Any:
    """The game of :func:`document`."""
    return RULESET.game(read_scenario(document(attack, defend, **setup)))


def fight(attack: Sequence[Document], defend: Sequence[Document], *actions: str, **setup: Any) -> Battle[Any]:
    """A battle after some actions."""
    return Battle.start(game(attack, defend, **setup)).play_all(actions)


def losses(battle: Battle[Any], choose: int = 0) -> Battle[Any]:
    """A battle after every step that is owed is lost, always of the first (or last) that is offered."""
    while isinstance(battle.node, Decision) and battle.node.topic == "lose":
        battle = battle.play(list(battle.legal_actions)[choose])
    return battle


def result(name: str, attack: Sequence[Document], defend: Sequence[Document], **setup: Any) -> Battle[Any]:
    """A battle after a result of the chart and its losses."""
    return losses(fight(attack, defend, f"!result={name}", **setup))


def lost(battle: Battle[Any]) -> tuple[int, int]:
    """Steps lost by attacker and defender."""
    sides = ("attacker", "defender")
    found = [battle.game.setting.before[side] - battle.game.setting.steps(battle.state.left, side) for side in sides]
    return found[0], found[1]


def lines(trace: Trace) -> list[Trace]:
    """Every line of a trace."""
    return [line for _, line in trace.lines()]


def terms(battle: Any) -> dict[str, int]:
    """The modifiers that apply, by their rule."""
    found = game_of(battle).assess(game_of(battle).start()).trace.children[3]
    sums: dict[str, int] = {}
    for line in found.children:
        if not line.skipped:
            sums[line.rules[0]] = sums.get(line.rules[0], 0) + line.value
    return sums


def reasons(battle: Any) -> dict[str, str]:
    """Why a rule did not apply, by rule."""
    found = game_of(battle).assess(game_of(battle).start()).trace
    return {rule: line.note for line in lines(found) if line.skipped for rule in line.rules}


def game_of(battle: Any) -> Any:
    """The game of a battle, or the game itself."""
    return battle.game if isinstance(battle, Battle) else battle


def attack_of(*args: Any, **setup: Any) -> Any:
    """The attack strength of :func:`game`."""
    return game(*args, **setup).figures.attack.total


def defence_of(*args: Any, **setup: Any) -> Any:
    """The defence strength of :func:`game`."""
    return game(*args, **setup).figures.defense.total


def rules_of(problems: Iterable[Any]) -> set[str]:
    """The rules that problems rest on."""
    return {problem.rule for problem in problems}


def text(battle: Battle[Any]) -> str:
    """The log as one text."""
    names = Names(RULESET, battle.game.scenario)
    return "\n".join(f"{names.told(line.text)} {' '.join(line.rules)}" for _, line in battle.log)
