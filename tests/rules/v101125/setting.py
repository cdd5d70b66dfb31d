"""Short words for setting up fights of V101125 as documents, and for reading what is worked out of them.

The attacked hex is ``0,0``. Defenders stand there; attackers stand in ``1,0`` (east of it) unless they say where.
Counters get the ids ``a1, a2 ...`` and ``d1, d2 ...`` in the order given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.trace import Number, Trace
from hexumpire.rulesets.v101125.rules import eligibility, losses
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting

HERE, EAST, WEST, SOUTHEAST, SOUTHWEST = "0,0", "1,0", "-1,0", "0,1", "-1,1"
Document = dict[str, Any]


def unit(type: str, attack: int, **fields: Any) -> Document:
    """A counter of that strength; place, side and nation are filled in by :func:`document`."""
    return {"type": type, "attack": attack, **fields}


def infantry(attack: int, **fields: Any) -> Document:
    """Infantry, a division of 3 REs unless it says otherwise."""
    return unit("infantry", attack, **fields)


def stake(
    strength: Number,
    reduced: Number | None,
    res: Number,
    rows: tuple[int, ...] = (),
    ability: int = 1,
    uncut: bool = False,
    last: Number | None = None,
) -> losses.Stake:
    """A unit that pays, plain but for what is said."""
    return losses.stake(strength, reduced, res, rows, ability, uncut, last)


def support(points: int, type: str = "air") -> Document:
    """Ground support, or naval gunfire."""
    return {"type": type, "points": points}


def document(
    attack: Sequence[Document], defend: Sequence[Document], *, terrain: str = "clear", features: Iterable[str] = (),
    sides: Mapping[str, Sequence[str]] | None = None, hexes: Mapping[str, Document] | None = None,
    here: Document | None = None, readings: Mapping[str, str] | None = None, pack: Document | None = None,
    **conditions: Any,
) -> Document:  # fmt: skip
    """The document of an attack. ``sides`` gives hexsides of the target by the hex beyond, ``hexes`` other hexes."""
    target = {"terrain": terrain, "features": list(features), **(here or {})}
    units = []
    for side, letter, stack, nation, place in (
        ("attacker", "a", attack, "German", EAST), ("defender", "d", defend, "Soviet", HERE)
    ):  # fmt: skip
        for number, given in enumerate(stack, 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **given})
    edges = {hexgrid.hexside_between(hexgrid.parse(HERE), hexgrid.parse(way)): list(marks)
             for way, marks in (sides or {}).items()}  # fmt: skip
    found = {
        "ruleset": "v101125", "edition": "chart", "targets": [HERE], "units": units,
        "map": {"hexes": {HERE: target, **(hexes or {})}, "sides": edges},
        "conditions": conditions, "readings": dict(readings or {}),
    }  # fmt: skip
    return found | ({"pack": pack} if pack else {})


def setting(attack: Sequence[Document], defend: Sequence[Document], **more: Any) -> Setting:
    """What is worked out once of an attack."""
    return Setting(read_scenario(document(attack, defend, **more)))


def figures(attack: Sequence[Document], defend: Sequence[Document], **more: Any) -> Figures:
    """What is worked out of the fight as it is set up."""
    found = setting(attack, defend, **more)
    return Figures(found, found.opening)


def changed(found: Figures, **how: Any) -> Figures:
    """The same of a fight that is another in something."""
    return Figures(found.setting, replace(found.fight, **how))


def problems(attack: Sequence[Document], defend: Sequence[Document], **more: Any) -> list[str]:
    """The rules that forbid an attack."""
    return [problem.rule for problem in eligibility.problems(setting(attack, defend, **more))]


def terms(line: Trace) -> dict[str, Any]:
    """What is added up in a line, by its label."""
    return {child.label: child.value for child in line.children if not child.skipped}


def skipped(line: Trace) -> dict[str, str]:
    """What does not count in a line and all below it, with the reason."""
    return {child.label: child.note for _, child in line.lines() if child.skipped}
