"""Who may fight (T1, T1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say

from tests.toy.setting import SIDES


def problems(scenario: Scenario) -> Iterator[Problem]:
    """Everything that forbids the fight."""
    for side in SIDES:
        if not any(unit.side == side for unit in scenario.units):
            message, fix = say("the {side} has no units", side=side), say("add a unit of the {side}", side=side)
            yield Problem(message, "$.units", "T1", fix)
    for index, unit in enumerate(scenario.units):
        if unit.side == "defender" and unit.at not in scenario.targets:
            yield Problem("a defender stands outside the target", f"$.units[{index}].at", "T1.4", "move it")
