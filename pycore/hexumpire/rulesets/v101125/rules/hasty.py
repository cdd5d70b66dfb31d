"""Hasty attacks: who may declare them and when, and what they may not do (11.C)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.rulesets.v101125.fight import HASTY
from hexumpire.rulesets.v101125.setting import Setting


def may_declare(moved: bool, movers_spoke: bool, attacked: bool, delayed: bool) -> bool:
    """Whether a stack may declare an attack after a movement phase (11.C.0).

    Those who moved speak first, the others after them; ``attacked``, ``delayed``: whether an attack is declared on a
    stack that would make a hasty one, which bars it unless that attack is delayed.
    """
    return (moved or movers_spoke) and (not attacked or delayed)


def is_ordered_by_opponent(kind: str, reading: str) -> bool:
    """Whether the side that does not attack sets the order of such attacks (11.C.7, 11.A.8)."""
    return kind == HASTY and reading == "hasty"


def problems(setting: Setting) -> Iterator[Problem]:
    """What a hasty attack may not be: delayed, or from overstack (11.C.3, 11.C.8, 11.0b)."""
    fight = setting.opening
    if fight.kind != HASTY:
        return
    if setting.scenario.condition("delayed") is True:
        yield Problem("a hasty attack cannot be delayed", "$.conditions.delayed", "11.C.8", "make it a regular one")
    for piece in fight.overstacked:
        path = setting.path(piece, "overstacked")
        yield Problem("no hasty attack is made from overstack", path, "11.C.3", "leave the unit out")
