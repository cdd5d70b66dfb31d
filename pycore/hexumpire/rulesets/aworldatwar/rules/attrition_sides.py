"""Hexsides in attrition: those that a fort covers, and those over water (14.23D, 14.62C, 14.62E)."""

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


def walled(scenario: Scenario, place: str, sides: Collection[str]) -> bool:
    """Whether a hexside of a hex is one that its Maginot Line or West Wall covers, negated or not."""
    return "fort" in sides and any(wall in scenario.hex(place).features for wall in WALLS)


def covered(scenario: Scenario, place: str, sides: Collection[str]) -> bool:
    """Whether units in a hex cannot be attritioned over a hexside, as a fort covers it (14.23D)."""
    return any(fort in scenario.hex(place).features for fort in ALL_AROUND) or walled(scenario, place, sides)
