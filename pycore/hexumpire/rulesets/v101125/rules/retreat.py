"""Retreats after combat: what is lost on the way, and what it leaves of movement (11.Q.2)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from hexumpire.rulesets.v101125.rules.replacements import halves
from hexumpire.rulesets.v101125.tables import RETREAT, share

NATIONS = ("german", "soviet", "french", "polish", "italian", "minor")
"""Nations whose units are faster or slower, the one that counts first."""
Weight = tuple[Fraction, Fraction]
"""A strength and the value of its zone of control."""


def factor(allowance: int, nation: str, motorized: bool, reading: str = "lower") -> Fraction:
    """By how much a unit's defence counts for losses of a retreat: the faster, the more (11.Q.2.d).

    Between two allowances of the list, and beyond it, the lower one counts; by the reading ``retreat_factor`` the list
    goes on as from 8 to 10.
    """
    fast, beyond = RETREAT["even_from"], 0
    if reading == "between" and allowance > fast:
        allowance, beyond = fast, allowance - fast
    printed = next(share(worth) for least, worth in RETREAT["factors"] if allowance >= least)
    printed += beyond * share(RETREAT["even_step"])
    if nation == "german":
        printed += RETREAT[nation] if motorized else 0
    elif nation in RETREAT:
        printed += RETREAT[nation]
    return max(printed, share(RETREAT["least"]))


def points(enemies: Iterable[Weight], friends: Iterable[Weight], stuck: bool = False) -> Fraction:
    """What zones of control cost in a hex; double for those who cannot leave theirs (11.Q.2.b, 11.Q.2.d).

    As all losses it is rounded down to the nearest half (11.M.0c).
    """
    owed = sum((attack * zone for attack, zone in enemies), Fraction(0))
    owed -= sum((defence * zone for defence, zone in friends), Fraction(0))
    return halves(max(Fraction(0), owed) * (RETREAT["stuck"] if stuck else 1))


def interdiction(zone: Fraction, level: int) -> Fraction:
    """Defence points lost by leaving a hex under interdiction (11.Q.2.e)."""
    return zone * int(RETREAT["interdiction"]) * level


def carrying(res: Fraction) -> int:
    """The marker of those who carry supply points of that many REs (11.Q.2.h)."""
    return ceil(res / int(RETREAT["carried"]))
