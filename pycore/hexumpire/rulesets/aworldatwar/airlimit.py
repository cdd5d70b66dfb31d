"""Air over three factors for each ground factor, between the rounds of the older edition (15.632, 15.71)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.rulesets.aworldatwar.eligibility import air_excess
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind
from hexumpire.rulesets.aworldatwar.results import Bill

BETWEEN = ("trim-attacker", "trim-defender", "rest-attacker", "rest-defender")
"""Before another round, in this order: air over the limit because ground units were lost, which dies (15.632), and
because ground units sit the round out, which sits it out with them (15.71)."""


def over_limit(kinds: Sequence[Kind], left: Counts, number: int, step: str) -> Bill | None:
    """The air that goes in one of the steps after round ``number``, as a bill; None when none does."""
    fate, _, side = step.partition("-")
    limited = number + (fate == "rest")
    over = air_excess(kinds, left, side, limited)
    values = tuple(int(k.side == side and k.arm == "air" and k.fights(limited)) for k in kinds)
    return Bill(side, values, ((0, over),)) if over else None


def trimmed(kinds: Sequence[Kind], left: Counts, number: int) -> Counts:
    """The counters that would fight on after a round.

    Which air goes is its owner's choice; here it is the least trained, which stays the shortest.
    """
    for step in BETWEEN:
        if bill := over_limit(kinds, left, number, step):
            over, rest = bill.need, list(left)
            for kind in sorted(kinds, key=lambda kind: kind.rounds):
                if bill.values[kind.index]:
                    gone = min(over, left[kind.index])
                    rest[kind.index] -= gone
                    over -= gone
            left = tuple(rest)
    return left
