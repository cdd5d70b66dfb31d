"""Defenders that add nothing, or half, to the defence of their hex: held out of it, or come there by a retreat.

11.A.3, 11.Q.2.f, 11.L.1.g.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from hexumpire.rulesets.v101125.rules.deadlock import PHASES
from hexumpire.rulesets.v101125.tables import SHARE
from hexumpire.rulesets.v101125.units import Counter

NEVER = "no"
"""Of a counter that has not retreated in this turn."""
ALONE = "_alone"
"""Added to the phase of a retreat to where no friends stood by themselves."""


def counted(retreated: str, stage: str) -> Fraction:
    """How much of a counter's strength defends a hex that it retreated into earlier in the turn.

    ``retreated`` and ``stage`` are the combat phases of the retreat and of the attack. Of who came onto friends nothing
    counts in the same phase (11.Q.2.f, 11.L.1.g). In an exploitation phase half of all others counts, be they alone
    (11.L.1.g), and everything in the initial phases of both sides.
    """
    if retreated == stage:
        return Fraction(0)
    return SHARE["retreated_on"] if stage == PHASES[1] and retreated != NEVER else Fraction(1)


class Apart(NamedTuple):
    """Defenders, by their numbers, that do not defend as others do.

    ``idle`` take no part and share no losses of the fight; ``guests`` add nothing and share its results; ``halved``
    count half.
    """

    idle: frozenset[int] = frozenset()
    guests: frozenset[int] = frozenset()
    halved: frozenset[int] = frozenset()


def apart(counters: Sequence[Counter], fled: Sequence[str], numbers: Iterable[int], stage: str, reading: str) -> Apart:
    """Which of some defenders do not defend as others do in an attack of a phase.

    ``fled`` is the phase in which each counter retreated; the reading is ``held_out``: whether those held
    out share all results, or the retreat alone (11.A.3).
    """
    numbers = tuple(numbers)
    held = frozenset(i for i in numbers if counters[i].flag("held_out"))
    share = {i: counted(fled[i], stage) for i in numbers}
    guests = frozenset(i for i in numbers if not share[i])
    idle = held if reading == "hex" else frozenset()
    guests = (guests | held) - idle
    return Apart(idle, guests, frozenset(i for i in numbers if 0 < share[i] < 1))
