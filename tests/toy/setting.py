"""What is worked out once for a scenario and does not change: phases and rules take it as an argument."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say

SIDES = ("attacker", "defender")


def describe(unit: Unit) -> str:
    """What a counter is called in texts."""
    return say("{type} {name}", type=unit.type, name=unit.id)


class Setting:
    """The units of a scenario, and who of them is left."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.units = scenario.units

    def alive(self, left: tuple[int, ...], side: str) -> list[int]:
        """Indices of a side's units that have a counter left."""
        return [i for i, unit in enumerate(self.units) if unit.side == side and left[i]]

    def lost(self, left: tuple[int, ...], side: str) -> int:
        """How many counters a side has lost."""
        return sum(unit.count - left[i] for i, unit in enumerate(self.units) if unit.side == side)
