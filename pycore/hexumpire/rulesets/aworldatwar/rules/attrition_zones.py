"""Attrition zones: which hexes of a faction hang together (14.211, 14.212)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.rules.crossing import closed
from hexumpire.rulesets.aworldatwar.rules.factions import factions
from hexumpire.rulesets.aworldatwar.units import arm_of


class Zone(NamedTuple):
    """An attrition zone: whose it is, and the hexes that belong to it."""

    faction: str
    hexes: frozenset[str]


def zones(scenario: Scenario) -> tuple[Zone, ...]:
    """The zones of the other side's factions as the board stands, in the order of their units (14.211).

    A zone is land that hangs together and that neither the phasing side nor a neutral nor another faction controls;
    a hex in which units of several factions stand belongs to a zone of each.
    Zones of control interrupt nothing. Hexes that the players marked with one letter are one zone wherever they lie:
    so they draw the limits of fronts and weather zones, and join units that dropped or exploited to the zone they came
    from (14.212).
    """
    of = factions(scenario)
    holders: dict[str, dict[str, None]] = {}
    taken = set()
    for unit in scenario.units:
        if arm_of(unit) == "ground" and unit.type != "partisan" and on_map(unit):
            if unit.side == "attacker":
                taken.add(unit.at)
            else:
                holders.setdefault(unit.at, {})[of[unit.id]] = None
    found: list[Zone] = []
    for place, faction in [(place, faction) for place, there in holders.items() for faction in there]:
        if not any(zone.faction == faction and place in zone.hexes for zone in found):
            found.append(Zone(faction, _spread(scenario, place, faction, holders, taken)))
    return tuple(found)


def on_map(unit: Unit) -> bool:
    """Whether a unit stands in a hex: not in a box or off the board, which 14.52B speaks of."""
    return unit.text("losses_from", "zone") not in ("box", "home_box")


def label(scenario: Scenario, place: str) -> str:
    """The letter that the players gave the zone of a hex; ``map`` where they gave none."""
    return str(scenario.hex(place).values.get("attrition_zone", "map"))


def _spread(
    scenario: Scenario, start: str, faction: str, holders: Mapping[str, Container[str]], taken: set[str]
) -> frozenset[str]:
    """The hexes of the zone of a faction around one of its units."""
    letter = label(scenario, start)
    if letter != "map":
        marked = {place for place in scenario.hexes if label(scenario, place) == letter}
        return frozenset(place for place in marked if faction in holders.get(place, (faction,)) and place not in taken)
    known = [hexgrid.parse(place) for place in (*scenario.hexes, *(unit.at for unit in scenario.units))]
    columns, rows = zip(*(beside for hex in known for beside in hexgrid.neighbours(hex)), strict=True)
    west, east, north, south = min(columns), max(columns), min(rows), max(rows)
    zone, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for q, r in hexgrid.neighbours(hexgrid.parse(here)):
            place = hexgrid.name((q, r))
            if place in zone or not (west <= q <= east and north <= r <= south):
                continue
            if faction not in holders.get(place, (faction,)) or place in taken or closed(here, place, scenario)[0]:
                continue
            if _belongs(scenario, place, place in holders):
                zone.add(place)
                waiting.append(place)
    return frozenset(zone)


def _belongs(scenario: Scenario, place: str, held: bool) -> bool:
    """Whether a hex can lie in an unmarked zone of the other side; ``held``: one of its units stands there."""
    data = scenario.hex(place)
    control = str(data.values.get("control", "unstated"))
    if label(scenario, place) != "map" or data.terrain == "sea":
        return False
    return held or control not in ("attacker", "neutral")
