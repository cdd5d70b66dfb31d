"""Strengths of both sides, each figure with its rule (STR.order)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexumpire.model.scenario import Unit
from hexumpire.model.trace import Ledger, Number, Trace, plain
from hexumpire.rulesets.d8chart.rules import air, forts, naval, terrain
from hexumpire.rulesets.d8chart.rules.factors import Factors
from hexumpire.rulesets.d8chart.setting import SIDES, Setting
from hexumpire.rulesets.d8chart.tables import FACTORS, POINTS
from hexumpire.rulesets.d8chart.units import describe, is_abroad, is_minor, named, ratio

BEST_COUNTS = {
    "stack": "one General of a stack counts, the best",
    "side": "one General of a side counts, the best",
}
"""Why the others do not count, by the reading."""
WORN = "it has lost steps; the chart does not say what it is worth then, so all of it counts"
"""What is said of counters that an earlier attack of the turn has reduced."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of one side: ``base`` is land units and Generals, on which the air cap rests."""

    land: Number
    base: Number
    chit: Number
    air: Number
    naval: Number
    total: Number
    trace: Trace


def strength(setting: Setting, side: str) -> Strength:
    """Land units, Generals, forts, ground support and naval gunnery of a side (STR.order, STR.fraction)."""
    major_air, flown = air.flown(setting, side)
    units = _land(setting, side, major_air)
    generals = _generals(setting, side)
    land = units.value or 0
    base = plain(land + (generals.value or 0))
    ledger = Ledger(True)
    led = setting.of(side, "general")
    ledger.include(Trace("Land units and Generals", base, ("STR.order",), "sum", (units, generals)) if led else units)
    chit = forts.add_to_defense(setting, ledger) if side == "defender" else 0
    support = air.support(setting, ledger, side, base, flown)
    guns = naval.gunnery(setting, ledger, side, bool(setting.of(side) or chit))
    trace = ledger.close("Attack" if side == "attacker" else "Defence", "STR.order", "STR.fraction")
    return Strength(land, base, chit, support, guns, plain(trace.value or 0), trace)


# --- land units ---------------------------------------------------------------------------------------------


def _land(setting: Setting, side: str, major_air: Number) -> Trace:
    """All land units of a side; ``major_air`` is the ground support that a major power gives them."""
    lines = tuple(_unit(setting, unit, side, major_air) for unit in setting.of(side))
    land = sum((Fraction(line.value or 0) for line in lines), Fraction(0))
    if side == "attacker" and terrain.halved_as_one(setting) and not _once(setting):
        half = FACTORS["river"]
        everybody = Trace("all of them", plain(land), ("STR.order",), "sum", lines)
        why = Trace("the whole attack is halved by water", half, ("TER.river.halve",))
        return Trace("Land units", plain(land * half), ("STR.order",), "product", (everybody, why))
    return Trace("Land units", plain(land), ("STR.order",), "sum", lines)


def _unit(setting: Setting, unit: Unit, side: str, major_air: Number) -> Trace:
    """The strength of a unit with everything that doubles, halves or lessens it."""
    count, factors = unit.count, unit.number("factors")
    rules, note = (("STR.order", "EXT.units"), WORN) if unit.flag("worn") else (("STR.order",), "")
    line = Trace(named(unit), factors, rules, note=note)
    if count > 1:
        parts = (Trace("counters", count), Trace("strength each", factors))
        line = Trace(named(unit), count * factors, rules, "product", parts, note=note)
    found = Factors()
    if side == "attacker" and _once(setting) and terrain.halved_as_one(setting):
        found.add(FACTORS["river"], "the whole attack is halved by water", "TER.river.halve")
    elif side == "attacker":
        terrain.halved_by_water(setting, unit, found)
    else:
        terrain.doubled_in_mountains(setting, unit, found)
        forts.doubled_by_fort(setting, found)
        _minor(setting, unit, major_air, found)
    supply = ratio(unit.text("supply_factor", "1"))
    if supply != 1:
        found.add(supply, "left by supply, as stated", "STR.supply")
    if _once(setting):
        found.only_once()
    return found.times(named(unit), line)


def _once(setting: Setting) -> bool:
    """Whether a unit is doubled once and halved once at most, by the reading chosen."""
    return setting.scenario.readings["several_factors"] == "once"


def _minor(setting: Setting, unit: Unit, major_air: Number, factors: Factors) -> None:
    """Halve a minor partner attacked abroad, unless a major power supports it (STR.minor.half, STR.minor.waive)."""
    if not is_minor(unit):
        return
    abroad = is_abroad(setting.scenario, unit)
    label = "minor partner abroad"
    if not abroad:
        note = "the map does not say that it stands abroad" if abroad is None else "it stands in its home country"
        factors.skip(label, note, "STR.minor.half")
    elif major_air >= POINTS["minor_waived"]:
        factors.skip(label, "a major power gives it ground support", "STR.minor.waive")
    else:
        factors.add(FACTORS["minor"], label, "STR.minor.half")


# --- Generals -----------------------------------------------------------------------------------------------


def leaders(setting: Setting, side: str) -> list[Unit]:
    """The Generals of a side that have a land unit with them: without troops they have no part in the fight."""
    troops = set(map(_stack, setting.of(side)))
    return [unit for unit in setting.of(side, "general") if _stack(unit) in troops]


def _generals(setting: Setting, side: str) -> Trace:
    """The best General of each stack that has a land unit with it (STR.gen)."""
    ledger = Ledger(True)
    reading = setting.scenario.readings["generals"]
    stacks: dict[str, list[Unit]] = {}
    leading = leaders(setting, side)
    for unit in sorted(leading, key=lambda one: -one.number("factors")):
        stacks.setdefault(_stack(unit) if reading == "stack" else "", []).append(unit)
    for unit in setting.of(side, "general"):
        if unit not in leading:
            ledger.skip(describe(unit), "it has no land unit with it", "STR.gen")
        elif not any(group[0] is unit for group in stacks.values()):
            ledger.skip(describe(unit), BEST_COUNTS[reading], "STR.gen")
        else:
            note = "one of them counts" if unit.count > POINTS["generals"] else ""
            ledger.add(unit.number("factors") * POINTS["generals"], describe(unit), "STR.gen", note=note)
    return ledger.close("Generals, after doubling and halving", "STR.gen")


def _stack(unit: Unit) -> str:
    """Equal for units that stand together and, where they attack, come the same way."""
    return unit.at + (unit.text("via") if unit.side == "attacker" else "")


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting) -> Iterator[str]:
    """Readings of strengths that could matter to an attack."""
    if sum(len(setting.of(side, "general")) for side in SIDES) > 1:
        yield "generals"
    told = any(is_minor(unit) or unit.text("supply_factor") != "1" for unit in setting.lands)
    if told or terrain.any_water(setting) or forts.MARKS & set(setting.hex.features):
        yield "several_factors"
