"""Reduced units: the strengths of cadres and remnants (11.N, Table 8)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.tables import CADRE, share

WEAKER = frozenset({"soviet", "italian", "minor"})
"""Traits of nations whose reduced units are weaker (T8)."""


class Reduced(NamedTuple):
    """What is left of a unit."""

    attack: int
    defence: int


def cadre(attack: Number, defence: Number, traits: AbstractSet[str], year: int) -> Reduced | None:
    """The cadre of a division, as the chart says it is printed (T8, 11.N.1); None when nothing is left of one."""
    half = share(CADRE["major"]["share"])
    if "british" in traits and year >= CADRE["british_year"]:
        return Reduced(floor(half * attack), ceil(half * defence))
    row = CADRE["minor" if traits & WEAKER else "major"]
    return _kept(_less(attack, row), _less(defence, row), "zero")


def remnant(attack: Number, defence: Number, traits: AbstractSet[str], zero: str) -> Reduced | None:
    """The remnant of a unit that may form one and has no printed cadre (T8, 11.N.2); None when it gets none.

    ``zero`` is the reading ``remnant_zero``: whether -½ rounds up to a strength of 0, or is less than zero.
    """
    weaker = bool(traits & WEAKER)
    rows = [CADRE["minor"], CADRE["minor"]] if weaker else [CADRE["remnant_attack"], CADRE["remnant_defence"]]
    return _kept(_less(attack, rows[0]), _less(defence, rows[1]), zero)


def antiaircraft(left: Reduced) -> int:
    """The AA value of the remnant of an AA unit (T8)."""
    return left.attack + left.defence


def _less(strength: Number, row: Any) -> Fraction:
    """A share of a strength, less so much, before it is rounded up."""
    return share(row["share"]) * strength - share(row["less"])


def _kept(attack: Fraction, defence: Fraction, zero: str) -> Reduced | None:
    """Rounded up; nothing is left when a strength falls below zero."""
    found = Reduced(ceil(attack), ceil(defence))
    least = min(found) if zero == "zero" else min(attack, defence)
    return found if least >= 0 else None
