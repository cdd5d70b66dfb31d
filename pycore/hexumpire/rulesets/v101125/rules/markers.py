"""Movement markers ("+# MP"): what gives them, what they weigh on a roll, and which wait for the end of a chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hexumpire.rulesets.v101125.tables import MARKERS, RED_ATTACKER, TOKENS

CHAINED = ("CA", "DL")
"""Results that force another fight; their own markers wait until it is done (11.L.1.d.iii, 11.L.1.f.iii)."""


class Given(NamedTuple):
    """What a roll adds to the markers of each side now, and what it adds to both once the fighting is over."""

    attacker: int
    defender: int
    deferred: int


def of_dice(attacker: int, defender: int) -> tuple[int, int]:
    """What the dice of disruption give as they fell: the higher one its side a marker, a tie both (T6.n1, T6.n2)."""
    return int(attacker >= defender), int(defender >= attacker)


def equal(result: str, minimal: bool) -> bool:
    """Whether a result costs both sides the same (T10.def); ``minimal``: whether ME counts as such."""
    token = TOKENS[result]
    if token.get("special") == "ME":
        return minimal
    return bool(token.get("attacker")) and token.get("attacker") == token.get("defender")


def of_roll(result: str, dice: tuple[int, int], lost: tuple[bool, bool], minimal: bool) -> Given:
    """The markers of a roll: by the dice of disruption, for casualties, for equal results (T10.def)."""
    attacker, defender = of_dice(*dice)
    both = int(equal(result, minimal))
    deferred = int(TOKENS[result].get("special") in CHAINED)
    return Given(attacker + int(lost[0]) + both, defender + int(lost[1]) + both, deferred)


def _steps(marker: int, odd: bool, reading: str) -> int:
    """How often a marker counts that counts by even or by odd numbers."""
    if reading == "parity":
        return int(marker > 0 and (marker & 1) == int(odd))
    return (marker + int(odd)) // 2


def modifier(attacker: int, defender: int, reading: str) -> int:
    """What the highest markers of both sides add to the main dice (T10.n6, T10.n7).

    By ``thresholds`` each even (odd) number up to that of the marker counts, by ``parity`` only its own.
    """
    gained = _steps(defender, False, reading) * MARKERS["defender_even"]
    return gained + _steps(attacker, True, reading) * MARKERS["attacker_odd"]


def relief(defender: int, reading: str) -> int:
    """What the defender's marker adds to the attacker's die of disruption (T6.a9)."""
    return _steps(defender, True, reading) * RED_ATTACKER["odd_marker"]


def kept(marker: int, reading: str) -> int:
    """A marker as far as later fights hang on it: by ``parity`` 3 is as good as 1, and 4 as 2."""
    return min(marker, MARKERS["most"]) if reading == "thresholds" or not marker else ((marker - 1) & 1) + 1


def added(marks: Sequence[int], more: Sequence[int], reading: str) -> tuple[int, ...]:
    """The markers of all counters with what each of them gets, as far as that matters; the reading ``marker_steps``."""
    return tuple(kept(old + new, reading) for old, new in zip(marks, more, strict=True))
