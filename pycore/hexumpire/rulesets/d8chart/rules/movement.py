"""Movement: what a path costs, how far a unit goes, and what bars the way."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.rules.advance import follow_bars
from hexumpire.rulesets.d8chart.rules.look import Bar, Look
from hexumpire.rulesets.d8chart.rules.terrain import apart, cross_impassable, crossing
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import title_of
from hexumpire.rulesets.d8chart.tables import FINNISH_FOREST, IMPASSABLE, MP, WEATHER, fraction
from hexumpire.rulesets.d8chart.units import is_mechanized

ENTRY = {"clear": "TER.clear", "forest": "TER.forest.mp", "marsh": "TER.marsh.mp", "mountain": "TER.mountain.mp"}
HALVED = {
    "down": "half of it in {weather}, rounded down",
    "up": "half of it in {weather}, rounded up",
}
"""What mud and winter leave, by how it is rounded."""
ALL = "all"
"""A cost: the whole allowance, however large it is."""


@dataclass(frozen=True, slots=True)
class Step:
    """One hex entered: its cost (:data:`ALL`: the whole allowance; None: it cannot be entered), why, and the rules."""

    place: str
    cost: int | str | None
    why: str
    rules: Rules


def enter(scenario: Scenario, unit: Unit, start: str, end: str) -> Step:
    """What it costs a unit to enter a hex from a neighbouring one."""
    terrain = scenario.hex(end).terrain
    if terrain == "sea":
        return Step(end, None, "land units do not move over the sea", ("EXT.amph",))
    if "impassable" in crossing(scenario, start, end):
        return _enter_over_mountains(scenario, unit, end)
    if terrain == "forest" and unit.nation == "Finnish":
        return Step(end, FINNISH_FOREST, "forest, for Finns", ("TER.forest.mp",))
    if terrain == "other":
        return _enter_other(scenario, unit, end)
    return Step(end, MP[terrain][unit.type], terrain, (ENTRY[terrain],))


def _enter_over_mountains(scenario: Scenario, unit: Unit, end: str) -> Step:
    """What it costs to enter a hex over impassable mountains; a hex that a chart pack closes stays closed."""
    if not cross_impassable([unit]):
        return Step(end, None, "only mountain troops cross impassable mountains", ("TER.impass.block",))
    if scenario.hex(end).terrain == "other":
        there = _enter_other(scenario, unit, end)
        if there.cost is None:
            return there
    return Step(end, IMPASSABLE[unit.type], "across impassable mountains", ("TER.impass.mp",))


def _enter_other(scenario: Scenario, unit: Unit, end: str) -> Step:
    """What terrain costs that the chart does not know: as a chart pack says, else as clear."""
    pack = scenario.pack
    stated = pack.cell("terrain", unit.type, "mp") if pack else None
    if pack is None or stated is None:
        return Step(end, MP["clear"][unit.type], "other terrain without a chart pack, as clear", ("TER.clear",))
    if stated == 0:
        return Step(end, None, say("closed to it by {pack}", pack=title_of(pack)), ("TER.clear",))
    return Step(end, int(stated), say("other terrain, by {pack}", pack=title_of(pack)), ("TER.clear",))


def allowance(scenario: Scenario, unit: Unit, rail: bool = False) -> Trace:
    """How many movement points a unit has in this weather, with the reason."""
    printed = unit.number("movement")
    weather = weather_at(scenario, unit.at)
    whole = Trace("printed allowance", printed, ("EXT.units",))
    if weather not in WEATHER:
        return Trace("Allowance", printed, ("TER.clear",), "sum", (whole,))
    row = WEATHER[weather]
    if rail:
        rules = (f"WX.{weather}.rail",)
        label = say("less in {weather}", weather=weather)
        note = Trace(label, None, rules, skipped=True, note="rail movement is not touched")
        return Trace("Allowance", printed, rules, "sum", (whole, note))
    if weather == "winter" and unit.nation == "Soviet" and is_mechanized(unit):
        less = max(row["soviet_mech"], -printed)
        return Trace("Allowance", printed + less, ("WX.winter.sov-mech",), "sum",
                     (whole, Trace("Soviet armor, mechanized", less, ("WX.winter.sov-mech",))))  # fmt: skip
    exact = printed * fraction(row["factor"])
    left = floor(exact) if row["round"] == "down" else ceil(exact)
    rules = (f"WX.{weather}.move",)
    why = say(HALVED[row["round"]], weather=weather)
    return Trace("Allowance", left, rules, "sum", (whole, Trace(why, left - printed, rules)))


def in_this_weather(scenario: Scenario, unit: Unit) -> Look:
    """How far a unit goes in this weather."""
    found = allowance(scenario, unit)
    many = "{n} movement point" if found.value == 1 else "{n} movement points"
    return Look(unit, Trace(say(many, n=found.value), None, found.rules, "list", (found,)))


def march(scenario: Scenario, unit: Unit) -> Look:
    """A unit's way along the path: its cost against the allowance, and what forbids it."""
    kind = str(scenario.condition("moves_by"))
    points = allowance(scenario, unit, kind == "rail")
    most = int(points.value or 0)
    costs, bars = _way(scenario, unit, most)
    if kind in ("breakthrough", "exploitation"):
        bars += follow_bars(scenario, unit, kind, scenario.path)
    spent = sum(int(line.value or 0) for line in costs)
    if not bars and not most:
        bars.append(("it has no movement points left", points.rules))
    if not bars and spent > most:
        bars.append((say("the way costs {n}, it has {m}", n=spent, m=most), costs[-1].rules))
    way = Trace("Cost", spent, ("TER.clear",), "sum", tuple(costs))
    answer = Trace(say("{n} of {m} points", n=spent, m=most), None, ("TER.clear",), "list", (way, points))
    return Look(unit, answer, tuple(dict.fromkeys(bars)))


def _way(scenario: Scenario, unit: Unit, most: int) -> tuple[list[Trace], list[Bar]]:
    """What each hex of the path costs a unit, up to the first that it cannot enter, and why it cannot."""
    here = unit.at
    costs: list[Trace] = []
    for place in scenario.path:
        if apart(here, place) != 1:
            why = say("{place} is not next to {where}", place=mention(place), where=mention(here))
            return costs, [(why, ("EXT.units",))]
        step = enter(scenario, unit, here, place)
        label = say("{place}: {why}", place=mention(place), why=step.why)
        if step.cost is None:
            costs.append(Trace(label, None, step.rules, "list"))
            return costs, [(step.why, step.rules)]
        cost = most if step.cost == ALL else int(step.cost)
        note = "the whole allowance" if step.cost == ALL else ""
        costs.append(Trace(label, cost, step.rules, note=note))
        here = place
    return costs, []
