"""Short words for setting up battles of A World at War as documents, and for reading what the game says of them.

A battle is attacked hex ``0,0`` unless ``targets`` says otherwise. Defenders stand there; attackers stand in ``1,0``
(east of it) unless they say where. Counters get the ids ``a1, a2 ...`` and ``d1, d2 ...`` in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision
from hexumpire.model.errors import Problem
from hexumpire.rulesets.aworldatwar import RULESET

EAST, NORTHEAST, NORTHWEST, WEST, SOUTHWEST, SOUTHEAST = "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"
EDITIONS = ("old", "new")
Document = dict[str, Any]


def unit(type: str, factors: int | None = None, nation: str = "", count: int = 1, **fields: Any) -> Document:
    """A counter; nation, place and side are filled in by :func:`document`."""
    given: Document = {"type": type, "count": count, **fields}
    if factors is not None:
        given["factors"] = factors
    if nation:
        given["nation"] = nation
    return given


def infantry(factors: int = 3, nation: str = "", count: int = 1, **fields: Any) -> Document:
    """Infantry counters."""
    return unit("infantry", factors, nation, count, **fields)


def armor(factors: int = 4, nation: str = "", count: int = 1, **fields: Any) -> Document:
    """Armor counters."""
    return unit("armor", factors, nation, count, **fields)


def document(
    attack: Sequence[Document], defend: Sequence[Document], *, edition: str = "new", terrain: str = "clear",
    features: Iterable[str] = (), sides: Mapping[str, Sequence[str]] | None = None,
    hexes: Mapping[str, Document] | None = None, targets: Sequence[str] = ("0,0",),
    readings: Mapping[str, str] | None = None, nations: tuple[str, str] = ("German", "British"),
    country: str = "", fort_unsupplied: int = 0, **conditions: Any,
) -> Document:  # fmt: skip
    """The document of an attack. ``sides`` gives hexsides of the target by direction, ``hexes`` other hexes."""
    here: Document = {"terrain": terrain, "features": list(features), "fort_unsupplied": fort_unsupplied}
    if country:
        here["country"] = country
    units = []
    for side, letter, stack, nation, place in (
        ("attacker", "a", attack, nations[0], EAST), ("defender", "d", defend, nations[1], targets[0])
    ):  # fmt: skip
        for number, given in enumerate(stack, 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **given})
    return {
        "ruleset": "aworldatwar", "edition": edition, "targets": list(targets), "units": units,
        "map": {"hexes": {targets[0]: here, **(hexes or {})},
                "sides": {f"{targets[0]}:{direction}": list(marks) for direction, marks in (sides or {}).items()}},
        "conditions": conditions, "readings": dict(readings or {}),
    }  # fmt: skip


def game(*args: Any, **more: Any) -> Any:
    """The game of :func:`document`, whether or not the rules allow it."""
    return RULESET.game(read_scenario(document(*args, **more)))


def fight(*args: Any, **more: Any) -> Battle[Any]:
    """The battle of :func:`document`; fails when the rules forbid it."""
    return Battle.start(game(*args, **more))


# --- what the game says -----------------------------------------------------------------------------


def _assessment(of: Any) -> Any:
    found = of.assessment if isinstance(of, Battle) else of.assess(of.start())
    assert found is not None
    assert found.trace.mismatches() == []
    return found


def defender(of: Any, number: int = 1) -> Any:
    """The line of the trace for the ``number``-th kind of defender still there."""
    return _assessment(of).trace.children[1].children[number - 1]


def _dm(of: Any, number: int) -> Any:
    return next(line for _, line in defender(of, number).lines() if "15.35" in line.rules)


def terms(of: Any, number: int = 1) -> dict[str, int]:
    """Every DM in force for a defender beyond the basic +2, by its section."""
    found: dict[str, int] = {}
    for line in _dm(of, number).children:
        if not line.skipped and line.rules[0] != "15.32A":
            found[line.rules[0]] = found.get(line.rules[0], 0) + line.value
    return found


def net(of: Any, number: int = 1) -> int:
    """The net DM of a defender as the trace shows it."""
    return _dm(of, number).value


def strength(of: Any, number: int = 1) -> int:
    """What a kind of defender counts in the odds."""
    return defender(of, number).value


def why_not(of: Any, section: str, number: int = 1) -> str:
    """Why a DM is not in force, by the trace."""
    return " / ".join(line.note for line in _dm(of, number).children if line.skipped and section in line.rules)


def notes(of: Any, section: str, number: int = 1) -> str:
    """What the trace adds to the DM of a section that is in force."""
    return " / ".join(line.note for line in _dm(of, number).children if not line.skipped and section == line.rules[0])


def dm_rules(of: Any, section: str, number: int = 1) -> set[str]:
    """Every section that the trace cites with the DM of one."""
    return {rule for line in _dm(of, number).children if section == line.rules[0] for rule in line.rules}


def odds(of: Any) -> tuple[int, int, str | None]:
    """Attack, defence and column of the round at hand."""
    found = _assessment(of)
    return found.attack, found.defense, found.column


def faces(of: Any) -> list[str]:
    """The printed results of the six faces."""
    return [result for _, result in _assessment(of).results]


def sections(problems: Iterable[Problem]) -> set[str]:
    """The sections of problems; fails when one of them lacks a message, a place, a rule or a way out."""
    found = set()
    for problem in problems:
        assert problem.message and problem.path.startswith("$.") and problem.rule and problem.fix, problem
        found.add(problem.rule)
    return found


# --- playing ----------------------------------------------------------------------------------------


def options(battle: Battle[Any]) -> list[str]:
    """What may be done now."""
    return list(battle.legal_actions)


def topic(battle: Battle[Any]) -> str:
    """What is being asked: the topic of a decision, else ``roll`` or ``over``."""
    node = battle.node
    return node.topic if isinstance(node, Decision) else "over" if battle.outcome else "roll"


def cited(battle: Battle[Any], step: int = -1) -> set[str]:
    """Sections of the log lines of one action (the last one by default)."""
    wanted = len(battle.line) + step if step < 0 else step
    return {rule for number, line in battle.log if number == wanted for rule in line.rules}


def gone(battle: Battle[Any]) -> dict[str, int]:
    """Counters lost so far, by id; factors of air and destroyers."""
    shown = battle.game.overlay(battle.state)
    found = dict(shown["lost"])
    for each in battle.game.scenario.units:
        if each.type in ("air", "destroyer") and each.id in shown["left"]:
            found[each.id] = each.count * each.number("factors") - shown["left"][each.id]
    return found


def payments(battle: Battle[Any]) -> list[dict[str, int]]:
    """Every way to settle the losses being asked for: what is gone afterwards, each once, in order of ids."""
    if topic(battle) not in ("pay", "trim"):
        return [dict(sorted(gone(battle).items()))]
    found: list[dict[str, int]] = []
    for action in options(battle):
        found += [way for way in payments(battle.play(action)) if way not in found]
    return sorted(found, key=lambda way: sorted(way.items()))


def lost(battle: Battle[Any]) -> tuple[int, int]:
    """Factors lost by attacker and defender in a finished battle."""
    assert battle.outcome is not None
    return battle.outcome.measure("attacker_lost"), battle.outcome.measure("defender_lost")


def roll(battle: Battle[Any], die: int, *actions: str) -> Battle[Any]:
    """The battle after a die and further actions."""
    return battle.play_all([f"d6={die}", *actions])


def pay(battle: Battle[Any], *prefer: str) -> Battle[Any]:
    """The battle after settling the losses being asked for, with the counters preferred wherever they may be taken."""
    while topic(battle) in ("pay", "trim"):
        legal = options(battle)
        battle = battle.play(next((f"lose:{key}" for key in prefer if f"lose:{key}" in legal), legal[0]))
    return battle


def ends(battle: Battle[Any], *topics: str) -> list[Battle[Any]]:
    """Where every way to settle what is being asked for ends, each position once."""
    found: dict[Any, Battle[Any]] = {}
    waiting, seen = [battle], set()
    while waiting:
        at = waiting.pop()
        if topic(at) not in topics:
            found.setdefault(at.state, at)
            continue
        for action in options(at):
            step = at.play(action)
            if step.state not in seen:
                seen.add(step.state)
                waiting.append(step)
    return list(found.values())
