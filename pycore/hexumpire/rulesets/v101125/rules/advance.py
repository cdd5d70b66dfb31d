"""Advance after combat: what it leaves of movement, and what it costs into a hex that still has defenders (11.Q.1)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import NamedTuple


class Price(NamedTuple):
    """A price of entry: points, and a share of the unit's movement allowance."""

    points: Fraction
    share: Fraction = Fraction(0)


def marker(allowance: int, prices: Iterable[Price]) -> int:
    """The marker of a unit that enters a hex: what terrain, hexsides, zones and markers cost it, in full (11.Q.1b)."""
    return ceil(sum((price.points + price.share * allowance for price in prices), Fraction(0)))


def removable(motorized: bool) -> bool:
    """Whether a unit can pay its marker off in the exploitation phase, which motorized units have (11.Q.1)."""
    return motorized
