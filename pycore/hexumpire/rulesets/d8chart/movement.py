"""Terrain and weather beyond combat: what a path costs, how far a unit goes, and what it may exploit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.forces import Forces, crossing, describe, weather_at
from hexumpire.rulesets.d8chart.tables import FINNISH_FOREST, IMPASSABLE, MP, WEATHER, fraction
from hexumpire.rulesets.d8chart.vocabulary import MECH

ENTRY = {"clear": "TER.clear", "forest": "TER.forest.mp", "marsh": "TER.marsh.mp", "mountain": "TER.mountain.mp"}


@dataclass(frozen=True, slots=True)
class Step:
    """One hex entered: its cost (``all``: the whole allowance; None: it cannot be entered), why, and the rules."""

    place: str
    cost: int | str | None
    why: str
    rules: Rules


def enter(scenario: Scenario, unit: Unit, start: str, end: str) -> Step:
    """What it costs a unit to enter a hex from a neighbouring one."""
    way = crossing(scenario, start, end)
    terrain = scenario.hex(end).terrain
    if "impassable" in way:
        if unit.type in IMPASSABLE:
            return Step(end, IMPASSABLE[unit.type], "across impassable mountains", ("TER.impass.mp",))
        return Step(end, None, "only mountain troops cross impassable mountains", ("TER.impass.block",))
    if terrain == "sea":
        return Step(end, None, "land units do not move over the sea", ("EXT.amph",))
    if terrain == "forest" and unit.nation == "Finnish":
        return Step(end, FINNISH_FOREST, "forest, for Finns", ("TER.forest.mp",))
    if terrain == "other":
        stated = scenario.pack.cell("terrain", unit.type, "mp") if scenario.pack else None
        if stated == 0:
            return Step(end, None, f"closed to it by {scenario.pack.title or 'the chart pack'}"
                        if scenario.pack else "", ("TER.clear",))  # fmt: skip
        if stated is not None and scenario.pack is not None:
            return Step(
                end, int(stated), f"other terrain, by {scenario.pack.title or 'the chart pack'}", ("TER.clear",)
            )
        return Step(end, MP["clear"][unit.type], "other terrain without a chart pack, as clear", ("TER.clear",))
    return Step(end, MP[terrain][unit.type], terrain, (ENTRY[terrain],))


def allowance(scenario: Scenario, unit: Unit, rail: bool = False) -> Trace:
    """How many movement points a unit has in this weather, with the reason."""
    printed = unit.number("movement")
    weather = weather_at(scenario, unit.at)
    whole = Trace("printed allowance", printed, ("EXT.units",))
    if weather not in WEATHER:
        return Trace("Allowance", printed, ("TER.clear",), "sum", (whole,))
    row = WEATHER[weather]
    rule = f"WX.{weather}.move"
    if rail:
        note = Trace(
            f"less in {weather}", None, (f"WX.{weather}.rail",), skipped=True, note="rail movement is not touched"
        )
        return Trace("Allowance", printed, (f"WX.{weather}.rail",), "sum", (whole, note))
    if weather == "winter" and unit.nation == "Soviet" and unit.type in MECH:
        less = max(row["soviet_mech"], -printed)
        return Trace("Allowance", printed + less, ("WX.winter.sov-mech",), "sum",
                     (whole, Trace("Soviet armor, mechanized", less, ("WX.winter.sov-mech",))))  # fmt: skip
    exact = printed * fraction(row["factor"])
    left = floor(exact) if row["round"] == "down" else ceil(exact)
    why = f"half of it in {weather}, rounded {row['round']}"
    return Trace("Allowance", left, (rule,), "sum", (whole, Trace(why, left - printed, (rule,))))


def follow_bars(
    scenario: Scenario, unit: Unit, kind: str, start: str, path: tuple[str, ...]
) -> Iterator[tuple[str, Rules]]:
    """Why a unit may not break through or exploit (``kind``) along a path; nothing when it may."""
    mech = unit.type in MECH
    places = (start, *path)
    if mech and any(scenario.hex(place).terrain == "marsh" for place in places):
        yield f"armor and mechanized units have no {kind} in marsh", ("TER.marsh.exploit",)
    weathers = [weather_at(scenario, place) for place in places]
    if mech and weathers[0] == "mud":
        yield f"armor and mechanized units have no {kind} in mud", ("WX.mud.exploit",)
    if weathers[0] == "winter" and kind == "exploitation":
        yield "no exploitation in winter", ("WX.winter.exploit",)
    for before, after in pairwise(weathers):
        if after == "mud" != before:
            yield f"no {kind} into a mud zone", ("WX.mud.enter",)
        if after == "winter" != before and kind == "exploitation":
            yield "no exploitation into a winter zone", ("WX.winter.enter",)


def follow_up(scenario: Scenario, forces: Forces) -> list[tuple[str, Rules]]:
    """What the chart forbids to the winners of a fight, as lines of text and rules."""
    lines: list[tuple[str, Rules]] = []
    for kind in ("breakthrough", "exploitation"):
        barred: dict[tuple[str, Rules], list[str]] = {}
        for unit in forces.of("attacker"):
            for reason in follow_bars(scenario, unit, kind, unit.at, (forces.target,)):
                barred.setdefault(reason, []).append(describe(unit))
        lines += [(f"{why[0].upper()}{why[1:]}: {', '.join(names)}.", rules) for (why, rules), names in barred.items()]
    return list(dict.fromkeys(lines))
