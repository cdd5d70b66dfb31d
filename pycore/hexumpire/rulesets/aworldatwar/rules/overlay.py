"""What the board shows of an attack beyond the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.rulesets.aworldatwar.rules import flak
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.state import State

UNDER_WAY = ("roll", "choose", "convert", "pay", "trim", "rest")
"""Phases of a round, in which it shows who sits it out."""


def overlay(flow: Flow, state: State) -> Mapping[str, Any]:
    """Counters lost, out of it or moved (how many into which hex); ``left``: factors a dwindling counter still has."""
    setting = flow.setting
    lost: dict[str, int] = {}
    left: dict[str, int] = {}
    out = []
    fighting = flow.strengths.taking_part(state.fought or state.left, state.round)
    fallen = flow.pearl.fallen(state)
    for kind in setting.kinds:
        here, others = state.left[kind.index], (state.aside or setting.nobody)[kind.index]
        if fallen and kind.side == "defender" and kind.arm == "ground":
            others = 0
        gone = setting.full[kind.index] - here - others
        if kind.arm in ("air", "destroyer"):
            if gone:
                left[kind.unit.id] = here + others
            if gone and not here + others:
                lost[kind.unit.id] = kind.unit.count
        elif gone:
            lost[kind.unit.id] = gone
        if others or (here and state.phase in UNDER_WAY and not fighting[kind.index]):
            out.append(kind.unit.id)
    moved: dict[str, dict[str, int]] = {}
    for index, target in state.moved:
        hexes = moved.setdefault(setting.kinds[index].unit.id, {})
        place = setting.scenario.targets[target]
        hexes[place] = hexes.get(place, 0) + 1
    for unit in flak.lost(setting.scenario, flak.occupied(flow, state)):
        lost[unit.id] = unit.count
    return {"lost": lost, "left": left, "out": out, "moved": moved}
