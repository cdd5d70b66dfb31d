"""Zones of control: where terrain and hexsides stop them, and what the form asks of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.rules.look import Look
from hexumpire.rulesets.d8chart.rules.terrain import WATER, crossing, wet
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.units import is_mechanized

CLOSED: dict[str, tuple[str, Rules]] = {
    terrain: (say("none into {terrain}", terrain=terrain), (rule,))
    for terrain, rule in {"forest": "TER.forest.zoc", "mountain": "TER.mountain.zoc"}.items()
}
"""Terrain into which no unit projects one, why, and the rule."""


def stops(scenario: Scenario, unit: Unit, place: str) -> tuple[str, Rules]:
    """Why a unit projects no zone of control into a neighbouring hex; an empty text when it does."""
    terrain = scenario.hex(place).terrain
    way = crossing(scenario, unit.at, place)
    if terrain in CLOSED:
        return CLOSED[terrain]
    if is_mechanized(unit) and terrain == "marsh":
        return "armor and mechanized units project none into marsh", ("TER.marsh.zoc",)
    if is_mechanized(unit) and scenario.hex(unit.at).terrain == "marsh":
        return "armor and mechanized units project none out of marsh", ("TER.marsh.zoc",)
    if "impassable" in way:
        return "none across impassable mountains", ("TER.impass.zoc",)
    if way & WATER and scenario.condition("river_zoc") is True:
        if "frozen" in way and scenario.readings["zoc_ice"] == "open":
            return "", ("TER.river.zoc", "TER.river.frozen")
        return "none across rivers and straits, by the option", ("TER.river.zoc", "EXT.11.15")
    return "", ("TER.river.zoc", "EXT.11.15") if way & WATER else ("TER.clear",)


def zone(scenario: Scenario, unit: Unit) -> list[str]:
    """The hexes into which a unit projects a zone of control."""
    around = [hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(unit.at))]
    return [place for place in around if not stops(scenario, unit, place)[0]]


def look(scenario: Scenario, unit: Unit) -> Look:
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
    label = say("zone of control into {place}", place=joined(into, ", ") or "no hex")
    rules = tuple(dict.fromkeys(rule for line in lines for rule in line.rules))
    hexes = Trace("hexes", len(into), rules, "sum", tuple(lines))
    return Look(unit, Trace(label, None, rules, "list", (hexes,)))


# --- what the form asks -------------------------------------------------------------------------------------


def asks(scenario: Scenario) -> Iterator[str]:
    """Conditions and readings that decide where zones of control are."""
    if wet(scenario):
        yield "river_zoc"
        if _icy(scenario):
            yield "zoc_ice"


def asks_of_ice(scenario: Scenario) -> Iterator[str]:
    """Conditions that decide whether water is frozen, where the option stops zones of control."""
    if wet(scenario) and scenario.condition("river_zoc") is True:
        yield from ("weather", "ice")


def _icy(scenario: Scenario) -> bool:
    """Whether a river or strait may be frozen that could stop zones of control (TER.river.zoc)."""
    winter = any(weather_at(scenario, place) == "winter" for place in (*scenario.hexes, *scenario.named, ""))
    ice = any(WATER & set(m) and ("frozen" in m or (winter and "river" in m)) for m in scenario.sides.values())
    return ice and scenario.condition("river_zoc") is True
