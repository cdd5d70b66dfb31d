"""Where defenders may retreat: hexes that the players marked, since the chart gives no rule (EXT.11.8)."""

from __future__ import annotations

from hexumpire import hexgrid
from hexumpire.rulesets.d8chart.forces import Forces


def why_not(forces: Forces, place: str, path: tuple[str, ...]) -> str:
    """Why a neighbouring hex is closed to a retreat; empty when it is open."""
    scenario = forces.scenario
    if place == forces.target or place in path:
        return "the retreat has left it"
    if any(unit.side == "attacker" and unit.at == place for unit in forces.of("attacker")):
        return "an attacker stands there"
    if "impassable" in scenario.between(path[-1] if path else forces.target, place) and not all(
        unit.type == "mountain" for unit in forces.of("defender")
    ):
        return "the hexside is impassable"
    if "retreat" not in scenario.hex(place).features:
        return "it is not marked as a retreat hex"
    return ""


def neighbours(forces: Forces, path: tuple[str, ...]) -> list[str]:
    """The hexes around the place the retreat has come to."""
    here = hexgrid.parse(path[-1] if path else forces.target)
    return [hexgrid.name(other) for other in hexgrid.neighbours(here)]


def exits(forces: Forces, path: tuple[str, ...]) -> list[str]:
    """The hexes open to the next step of a retreat, in the order of directions."""
    return [place for place in neighbours(forces, path) if not why_not(forces, place, path)]
