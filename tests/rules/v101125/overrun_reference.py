"""Overruns, read once more from the text alone: whether one may be made, what it costs, and a hex that is not vacated.

T10.o, T10.n3 to T10.n5, 11.L.1.k and 11.A.12; all else is that of :mod:`wide_reference`. The column that says what an
overrun costs is that before the ten-sided die, as its points have to be at hand before it is tried.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

from tests.rules.v101125 import wide_reference
from tests.rules.v101125.wide_reference import casualties, cutting, exchange, printed, stated, weight

Document = dict[str, Any]
NO_DIE = 11
"""A face of the ten-sided die that moves no column."""
ADDED = dict(zip((f"{column}:1" for column in range(3, 14)), (3, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0), strict=True))
"""The last line of the main table."""


def added(document: Document) -> int | None:
    """MP that the odds add to the price; None where they allow no overrun."""
    return ADDED.get(wide_reference.column(document, NO_DIE)[0])


def priced(document: Document) -> Document:
    """The attack of an overrun: without supply its price is added to the die of disruption (T10.n4)."""
    free = stated(document, "supplied", True)
    return {**document, "conditions": document["conditions"] | {"added_to_die": 0 if free else added(document) or 0}}


def mp(document: Document, token: str) -> tuple[int, int]:
    """MP that are spent, and those that come back: by OR(#) so many, and with supply what the odds added (T10.n5)."""
    more = added(document) or 0
    back = int(token[3]) + (more if stated(document, "supplied", True) else 0) if token.startswith("OR") else 0
    return stated(document, "overrun_mp") + more, back


def owed(document: Document, token: str, face: int, *, tie: bool) -> F:
    """Points of the exchange for a hex that is not vacated, after those of the roll (T10.n3).

    A point for each RE of the smaller side, more where the terrain cuts the attackers (11.M.3), but no more than is
    left of twice the defender's strength (11.A.12).
    """
    by_res = exchange(document, F(1), "attacker")
    most, units = F(2 * printed(document)[1]), wide_reference.attackers(document)
    freely = cutting(document) if any(weight(document, unit) > 1 for unit in units) else 1
    killed = casualties(document, token, face, tie=tie)["attacker"]
    cut = wide_reference.shares_res(token)
    plain = F(0) if cut else wide_reference.main(document, token, face)["attacker"][0]
    first = killed - plain
    left = (most - min(plain, most)) * freely
    return max(F(0), min(by_res, left - first))
