"""Disruption by REs: the dice of both sides, their modifiers, and what is owed (11.L.2, Table 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

from hexumpire.model.trace import Ledger, Number, Rules, Trace
from hexumpire.rulesets.v101125.rules import markers
from hexumpire.rulesets.v101125.rules.replacements import halves
from hexumpire.rulesets.v101125.rules.results import ATTACKER, DEFENDER, DISRUPTION, Charge, Clash, exchange, in_halves
from hexumpire.rulesets.v101125.tables import (
    LOSSES,
    RED_ATTACKER,
    RED_BOTH,
    RED_DEFENDER,
    RED_DIE,
    RED_RES,
    WORKS,
    WORKS_LIKE,
    ZOC_BEYOND,
    ZOC_LEVELS,
    share,
)  # fmt: skip

LEVELS: Mapping[str, tuple[Fraction, ...]] = {
    side: tuple(share(level) for level in RED_DIE[side]) for side in (ATTACKER, DEFENDER)
}
"""Level of disruption by the modified die, that of 1 first (11.L.2.levels)."""
ROWS: Rules = ("T6.1", "T6.2", "T6.3", "T6.4", "T6.5", "T6.6", "T6.7", "T6.8", "T6.9", "T6.10")
"""The rows of Table 6 by their number."""
BEYOND: Mapping[str, Fraction] = {side: share(RED_DIE[f"{side}_beyond"]) for side in (ATTACKER, DEFENDER)}


# --- the dice -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ground:
    """What the modifiers of the dice ask of a fight.

    ``modifier``: the final one of the main dice; ``city``: ``full``, ``partial`` or nothing; ``work``: the feature the
    defender is in; ``isolated`` and ``short``: sides that are isolated, and of which a part is at U1 or worse;
    ``marker``: the highest on the defender; ``cadres``: the number of an OR; ``price``: what an overrun without supply
    adds.
    """

    modifier: int = 0
    city: str = ""
    home_city: bool = False
    work: str = ""
    hexside: bool = False
    amphibious: bool = False
    hasty: bool = False
    chit: bool = False
    prepared: bool = False
    marker: int = 0
    isolated: frozenset[str] = frozenset()
    short: frozenset[str] = frozenset()
    cadres: int = 0
    price: int = 0
    minimal: bool = False


def modifiers(side: str, ground: Ground, readings: Mapping[str, str], explain: bool = True) -> Trace:
    """What is added to a side's die (T6): a sum, with each line's rule."""
    ledger = Ledger(explain)
    foe = DEFENDER if side == ATTACKER else ATTACKER
    if ground.city:
        rule = "T6.b1" if ground.city == "full" else "T6.b2"
        ledger.add(RED_BOTH[f"{ground.city}_city"], "The defender is in a city", rule)
    if ground.home_city:
        ledger.add(RED_BOTH["home_city"], "The city is Soviet or German", "T6.b3")
    if foe in ground.isolated:
        ledger.add(RED_BOTH["enemy_isolated"], "The enemy is isolated", "T6.b4")
    if foe in ground.short:
        ledger.add(RED_BOTH["enemy_short"], "Part of the enemy is at U1 or worse", "T6.b5")
    if ground.minimal:
        ledger.add(RED_BOTH["minimal"], "Minimal effect", "11.L.1.j")
    if side == ATTACKER:
        _of_attacker(ledger, ground, readings)
    else:
        _of_defender(ledger, ground, readings)
    return ledger.close("Modifiers of the disruption die", "T6")


def kind_of_work(work: str, reading: str) -> str:
    """What a work is on the dice: ``fort``, ``area``, ``zone`` or nothing; the reading is ``red_works``."""
    return WORKS.get(work) or (WORKS_LIKE.get(work, "") if reading == "named" else "")


def _of_attacker(ledger: Ledger, ground: Ground, readings: Mapping[str, str]) -> None:
    if ground.modifier < 0:
        size = RED_ATTACKER["negative"] if readings["red_negative"] == "two" else -ground.modifier
        ledger.add(size, "Negative modifier of the main dice", "T6.a1")
    if ground.amphibious:
        ledger.add(RED_ATTACKER["amphibious"], "Amphibious assault", "T6.a2")
    if ground.hasty:
        ledger.add(RED_ATTACKER["hasty"], "Hasty attack", "T6.a3", "11.C.4")
    work = kind_of_work(ground.work, readings["red_works"])
    if work:
        rule = {"fort": "T6.a4", "area": "T6.a5", "zone": "T6.a6"}[work]
        ledger.add(RED_ATTACKER[work], "The defender is in a work", rule)
    if ground.hexside:
        ledger.add(RED_ATTACKER["area"], "Fortified hexside", "T6.a5")
    if ground.chit:
        ledger.add(RED_ATTACKER["chit"], "Offensive chit", "T6.a7")
    if ground.prepared:
        ledger.add(RED_ATTACKER["prepared"], "Planned attack", "T6.a8")
    relief = markers.relief(ground.marker, readings["marker_steps"])
    if relief:
        ledger.add(relief, "Odd markers of the defender", "T6.a9")
    if ground.cadres:
        ledger.add(-ground.cadres, "Overrun result", "T6.a10", "11.L.1.k")
    if ground.price:
        ledger.add(ground.price, "Overrun without supply", "T10.n4")


def _of_defender(ledger: Ledger, ground: Ground, readings: Mapping[str, str]) -> None:
    if ground.modifier > 0:
        ledger.add(RED_DEFENDER["positive"], "Positive modifier of the main dice", "T6.d1")
    if ground.modifier < 0:
        ledger.add(RED_DEFENDER["negative"], "Negative modifier of the main dice", "T6.d2")
    work = kind_of_work(ground.work, readings["red_works"])
    if work:
        rule = {"fort": "T6.d3", "area": "T6.d4", "zone": "T6.d5"}[work]
        ledger.add(RED_DEFENDER[work], "In a work or behind a fortified hexside", rule)
    if ground.hexside and work != "area":
        ledger.add(RED_DEFENDER["area"], "Fortified hexside", "T6.d4")
    if ground.price and readings["overrun_die"] == "both":
        ledger.add(ground.price, "Overrun without supply", "T10.n4")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The row of Table 6 that a side reads: its number, the level of disruption, and whether it has a star.

    There is one of each, so that they are told apart by identity.
    """

    number: int
    level: Fraction
    star: bool


def row(side: str, total: int, reading: str = "clamp") -> Row:
    """The row for a modified die (T6.1, T6.2, T6.3, T6.4, T6.5, T6.6, T6.7, T6.8, T6.9, T6.10).

    Dice beyond the table count as its last row, or by the reading ``red_overflow`` go on to the level that the text
    defines beyond it. A star keeps the attacker from advancing and makes the defender retreat (T6.s1 to T6.s3).
    """
    levels = LEVELS[side]
    return _row(side, min(max(total, 1), len(levels)), reading == "extrapolate" and total > len(levels))


@cache
def _row(side: str, number: int, beyond: bool) -> Row:
    level = BEYOND[side] if beyond else LEVELS[side][number - 1]
    return Row(number, level, number >= RED_DIE[f"{side}_star"])


# --- how many REs ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stack:
    """What is counted of the defenders' REs beyond those of :class:`Clash`.

    ``negative``: steps of negative modifiers of the main dice; ``reacted``: REs that moved in the reaction phase;
    ``cut``: 2 or 4 where terrain halves or quarters attacking infantry; ``zone``: the value of their zone of control;
    ``raised``: it is a level higher, in a dual ownership hex, an amphibious or an airborne assault; ``beyond``: above
    double, too, by the reading ``zone_beyond``; ``initial``: REs that the defender had in the hex when the fight began,
    before the reaction move, where they are others than now.
    """

    negative: int
    reacted: Number
    cut: int
    zone: Fraction
    raised: bool
    beyond: bool
    initial: Number | None


def negative_steps(modifier: int, parts: Sequence[Number], reading: str) -> int:
    """Steps of negative modifiers of the main dice: of their sum, or of each by itself (T6.r1, reading ``red_net``).

    ``parts`` are those that are told one by one; what the final modifier has besides counts as one.
    """
    if reading == "net":
        return max(0, -modifier)
    return int(-sum(min(0, part) for part in (*parts, modifier - sum(parts))))


def raised(zone: Fraction, beyond: bool = False) -> Fraction:
    """A zone of control one level up; a double one stays so but ``beyond`` (T6.r5)."""
    levels = (*ZOC_LEVELS, ZOC_BEYOND) if beyond else ZOC_LEVELS
    return levels[min(levels.index(zone) + 1, len(levels) - 1)]


def multiplied(clash: Clash, cut: int, reading: str) -> bool:
    """Whether terrain multiplies the RE total by ``cut``, so that units which it does not cut pay double (T6.f1)."""
    return cut > 1 and (clash.lower == DEFENDER or reading != "defender")


def re_total(clash: Clash, stack: Stack, reading: str) -> Trace:
    """REs that a full disruption takes a point for: those of the side of lower strength (11.L.2.a).

    Those of the defender are modified (T6.r1 to T6.r5); the reading ``re_multipliers`` may modify those of an attacker,
    too.
    """
    weaker = clash.force(clash.lower).res
    own = Trace("REs of the side of lower strength", weaker, ("11.L.2.a",))
    if clash.lower == ATTACKER and reading == "defender":
        return Trace("RE total", weaker, ("11.L.2.a",), "sum", (own,))
    initial = clash.defender.res - stack.reacted if stack.initial is None else stack.initial
    added = min(stack.negative, ceil(initial / RED_RES["negative_per_res"]))
    lines = [own]
    if added:
        more = Trace("Negative modifiers of the main dice", added, ("T6.r1",))
        lines = [Trace("REs", weaker + added, ("T6",), "sum", (own, more))]
    if stack.reacted:
        part = Fraction(stack.reacted) / clash.defender.res
        half = 1 - part * (1 - RED_RES["reaction"])
        lines.append(Trace("Moved in reaction", half, ("T6.r2",)))
    if stack.cut > 1:
        rule = "T6.r3" if stack.cut == RED_RES["halved"] else "T6.r4"
        lines.append(Trace("Terrain that cuts attacking infantry", stack.cut, (rule, "T6.f2")))
    zone = raised(stack.zone, stack.beyond) if stack.raised else stack.zone
    if zone != 1:
        lines.append(Trace("Zone of control of the defender", zone, ("T6.r5",)))
    total: Number = 1
    for line in lines:
        total *= line.value or 0
    return Trace("RE total", total, ("T6",), "product", tuple(lines))


# --- what is owed ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disruption:
    """What a side disrupts; ``required`` points of it by units that can suffer required losses (11.L.2.b)."""

    charge: Charge
    required: Fraction


def disruption(
    side: str, level: Number, total: Trace, scaled: bool = False, cited: Rules = ("T6", "11.L.2.levels")
) -> Disruption:
    """A level of disruption in points, rounded down to the nearest half (11.L.2.a, 11.M.0c).

    What is above a full one is required (11.L.2.b, 11.O.1.c, 11.O.N, T6.s1). ``cited``: what gives the level.
    """
    res = total.value or 0
    trace = in_halves([Trace("Level of disruption", level, ("11.L.2", *cited)), total])
    points = Fraction(trace.value or 0)
    above = max(Fraction(0), points - halves(share(RED_DIE["required_above"]) * res))
    return Disruption(Charge(side, DISRUPTION, points, trace, scaled), above)


def tie(clash: Clash, dice: tuple[int, int], minimal: bool, reading: str) -> Charge | None:
    """What equal dice cost the attacker beyond the result: a quarter of an exchange by REs (T6.n3).

    Beside the quarter of an ME (``minimal``) it is rounded apart or, by the reading ``minimal_tie``, together with it.
    """
    if dice[0] != dice[1]:
        return None
    quarter = share(RED_DIE["tie_share"])
    alone = exchange(clash, ATTACKER, quarter, "T6.n3")
    if not minimal or reading == "apart":
        return alone
    both = exchange(clash, ATTACKER, quarter + LOSSES["minimal"], "T6.n3")
    first = exchange(clash, ATTACKER, LOSSES["minimal"], "11.L.1.j")
    more = both.points - first.points
    said = Trace("Rounded together with the minimal effect", more, ("T6.n3", "11.L.1.j"), "fact", (both.trace,))
    return Charge(ATTACKER, alone.kind, more, said, alone.scaled)
