"""Hexsides in attrition: which nobody crosses, and which a fort covers (14.23C, 14.23D, 14.62C, 14.62E)."""

from __future__ import annotations

from collections.abc import Collection

from hexumpire.model.scenario import Scenario

FORTS = ("fortress", "fortification", "fortified_island", "singapore")
"""Forts that no attrition occupies (14.62C)."""
ALL_AROUND = ("fortress", "fortification", "fortified_island")
"""Forts whose units are never attritioned (14.23D); Singapore faces the sea."""
WALLS = ("maginot", "west_wall")
"""Forts that cover some of their hexsides."""
OVER_WATER = frozenset({"river", "arrow"})
"""Hexsides over which no attrition occupies a hex (14.62E)."""


def closed(sides: Collection[str]) -> bool:
    """Whether no ground unit crosses a hexside: impassable, or all water without a crossing arrow (14.23C)."""
    return "impassable" in sides or ("water" in sides and "arrow" not in sides)


def walled(scenario: Scenario, place: str, sides: Collection[str]) -> bool:
    """Whether a hexside of a hex is one that its Maginot Line or West Wall covers, negated or not."""
    return "fort" in sides and any(wall in scenario.hex(place).features for wall in WALLS)


def covered(scenario: Scenario, place: str, sides: Collection[str]) -> bool:
    """Whether units in a hex cannot be attritioned over a hexside, as a fort covers it (14.23D)."""
    return any(fort in scenario.hex(place).features for fort in ALL_AROUND) or walled(scenario, place, sides)
