"""Who may fight (T1, T1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario

from tests.toy.setting import SIDES


def problems(scenario: Scenario) -> Iterator[Problem]:
    """Everything that forbids the fight."""
    for side in SIDES:
        if not any(unit.side == side for unit in scenario.units):
            yield Problem(f"the {side} has no units", "$.units", "T1", f"add a unit of the {side}")
    for index, unit in enumerate(scenario.units):
        if unit.side == "defender" and unit.at not in scenario.targets:
            yield Problem("a defender stands outside the target", f"$.units[{index}].at", "T1.4", "move it")
