"""Zones of control: where terrain and hexsides stop them."""

from __future__ import annotations

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.forces import WATER, crossing
from hexumpire.rulesets.d8chart.vocabulary import MECH

CLOSED = {"forest": "TER.forest.zoc", "mountain": "TER.mountain.zoc"}


def stops(scenario: Scenario, unit: Unit, place: str) -> tuple[str, Rules]:
    """Why a unit projects no zone of control into a neighbouring hex; an empty text when it does."""
    terrain = scenario.hex(place).terrain
    way = crossing(scenario, unit.at, place)
    if terrain in CLOSED:
        return f"none into {terrain}", (CLOSED[terrain],)
    if unit.type in MECH and terrain == "marsh":
        return "armor and mechanized units project none into marsh", ("TER.marsh.zoc",)
    if unit.type in MECH and scenario.hex(unit.at).terrain == "marsh":
        return "armor and mechanized units project none out of marsh", ("TER.marsh.zoc",)
    if "impassable" in way:
        return "none across impassable mountains", ("TER.impass.zoc",)
    if way & WATER and scenario.condition("river_zoc") is True:
        if "frozen" in way and scenario.readings["zoc_ice"] == "open":
            return "", ("TER.river.zoc", "TER.river.frozen")
        return "none across rivers and straits, by the option", ("TER.river.zoc", "EXT.11.15")
    return "", ("TER.river.zoc", "EXT.11.15") if way & WATER else ("TER.clear",)


def projects(scenario: Scenario, unit: Unit, place: str) -> bool:
    """Whether a unit projects a zone of control into a neighbouring hex."""
    return not stops(scenario, unit, place)[0]


def zone(scenario: Scenario, unit: Unit) -> list[str]:
    """The hexes into which a unit projects a zone of control."""
    around = [hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(unit.at))]
    return [place for place in around if projects(scenario, unit, place)]


def projection(scenario: Scenario, unit: Unit) -> Trace:
    """The hexes around a unit: into which it projects, into which not and why not."""
    lines, into = [], []
    for hex in hexgrid.neighbours(hexgrid.parse(unit.at)):
        place = hexgrid.name(hex)
        name = mention(place)
        why, rules = stops(scenario, unit, place)
        if why:
            lines.append(Trace(name, None, rules, skipped=True, note=why))
        else:
            into.append(name)
            lines.append(Trace(name, 1, rules))
    label = "zone of control into " + (", ".join(into) if into else "no hex")
    rules = tuple(dict.fromkeys(rule for line in lines for rule in line.rules))
    return Trace(label, None, rules, "list", (Trace("hexes", len(into), rules, "sum", tuple(lines)),))
