"""Retreat before combat: what each result of the success table does (11.D, T1)."""

from __future__ import annotations

from typing import NamedTuple

RESULTS = ("D", "F*", "F", "S", "S*")
"""From disaster to great success."""


class Attempt(NamedTuple):
    """What a result does to the unit: lost, gone, its defence cut for this phase; and movement points spared."""

    lost: bool
    gone: bool
    cut: bool
    helped: bool


def attempt(result: str) -> Attempt:
    """What becomes of a unit that tries to retreat before combat (T1.D, T1.FF, T1.F, T1.S, T1.SS).

    ``helped``: its price is a point less, and the next unit of the hex that tries is better off.
    """
    return Attempt(result == "D", result in ("S", "S*"), result == "F*", result == "S*")
