"""Replacement points: what excess losses give back, what may be paid at once, which kind goes (11.M.6 to 11.M.9)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.tables import LOSSES, MIXED, PLACEMENT, REPLACEMENT

RULES_OF_RP = ("11.M.8a",)


def halves(points: Number) -> Fraction:
    """Points rounded down to the nearest half (11.M.0c)."""
    return Fraction(floor(points / LOSSES["unit"])) * LOSSES["unit"]


# --- excess ---------------------------------------------------------------------------------------------------------


class Strengths(NamedTuple):
    """Attack and defence strength of one side of a counter; both 0 for a unit that is gone."""

    attack: Number
    defence: Number


class Excess(NamedTuple):
    """Casualties that count for special replacements (11.M.1), and points that go straight back to the pool."""

    special: Number
    back: Number


def excess(full: Strengths, left: Strengths, casualties: Number, isolated: bool = False) -> Excess:
    """What becomes of the strength a unit loses beyond the casualties that it pays.

    The mean of both strengths that are gone, less the casualties, goes back (11.M.6), of isolated units nothing. Only
    what is gone can count as casualties: what a cadre keeps does not (11.M.7).
    """
    gone = max(Fraction(0), Fraction(full.attack - left.attack + full.defence - left.defence) * LOSSES["mean"])
    back = Fraction(0) if isolated else max(Fraction(0), gone - casualties)
    return Excess(min(Fraction(casualties), gone), back)


# --- points paid at once --------------------------------------------------------------------------------------------


class Purse(NamedTuple):
    """Points that may be paid in place of casualties: by the hex, and by one unit of the stack (11.M.8b)."""

    hex: Fraction
    unit: Fraction


def purse(stack: Number, unit: Number, steps: Number) -> Purse:
    """The most that may be paid at once in place of casualties of a stack, and of one unit of it.

    ``steps``: planned steps that the side has bought, each of which allows one point more (11.M.8c).
    """
    more = steps * REPLACEMENT["step"]
    allowed = REPLACEMENT["hex"] + more if stack >= REPLACEMENT["least_points"] else Fraction(0)
    return Purse(allowed, halves(unit * REPLACEMENT["share"]) + more)


def why_not(supplied: bool, used: bool, lost: bool, required: bool, disruption: bool) -> Why:
    """Why a unit may not pay by replacement points; empty when it may (11.M.8a).

    ``used``: it has done so in this phase; ``lost``: strength has been lost to the same result; ``required``: all that
    is owed are required losses which it may not pay so; ``disruption``: that is what is owed, and it was not taken as
    casualties.
    """
    if disruption:
        return "disruption is never paid by replacement points", RULES_OF_RP
    if not supplied:
        return "only units in regular supply may pay by replacement points", RULES_OF_RP
    if used:
        return "it has paid by replacement points in this phase already", RULES_OF_RP
    if lost:
        return "it has lost strength to the same result", RULES_OF_RP
    if required:
        return "required losses are never paid by replacement points", (*RULES_OF_RP, "11.O.2")
    return "", ()


# --- units of more than one kind of points --------------------------------------------------------------------------


class Kinds(NamedTuple):
    """Points by kind: those that casualties take, and those that go back to the pools."""

    killed: Mapping[str, Fraction]
    back: Mapping[str, Fraction]


def kinds(pattern: str, caps: Mapping[str, Number], casualties: Number) -> Kinds:
    """How casualties of a unit that is rebuilt with more than one kind of points are split (11.M.9).

    Points go one at a time in the order of the pattern, over and over; of each kind no more than it costs to rebuild
    the unit (``caps``, from the chart of its nation). What is then left of a kind goes back.
    """
    rest = {kind: Fraction(cap) for kind, cap in caps.items()}
    killed = dict.fromkeys(rest, Fraction(0))
    turns = [kind for kind in MIXED[pattern] if kind in rest]
    owed = min(Fraction(casualties), sum((rest[kind] for kind in set(turns)), Fraction(0)))
    while owed > 0 and turns:
        for kind in turns:
            taken = min(owed, rest[kind], Fraction(1))
            killed[kind] += taken
            rest[kind] -= taken
            owed -= taken
    return Kinds(killed, rest)


# --- when they come back --------------------------------------------------------------------------------------------


class Placed(NamedTuple):
    """Turns until the points, and until the whole unit, come back (T7)."""

    points: int
    unit: int


def placed(source: str) -> Placed:
    """Where the losses of a row of Table 7 are put on the turn track (11.M.4, T7.n2)."""
    row = PLACEMENT[source]
    return Placed(row["points"], row["unit"])
