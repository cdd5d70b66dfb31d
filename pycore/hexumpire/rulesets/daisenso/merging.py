"""Which positions are the same for everything that can still come of them, so that walks meet there.

Equal counters stand for one another, whatever unit they were declared in. And once the last hex is taken, nothing
that is still to be moved changes the outcome.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.game import Attack
    from hexumpire.rulesets.daisenso.state import State


def key(attack: Attack, state: State, marks: Sequence[Hashable] = ()) -> Hashable:
    """The key of a position; ``marks`` say for each piece what else tells it from its like."""
    if state.phase == "over":
        return attack.outcome(state)
    if state.entered and attack.settled(state):
        ended = attack.outcome(state._replace(endings=(*state.endings, "taken")))
        return "held", ended, len(attack.entering(state)), state.trek[1]
    fight, joined = state.fight, set(state.joined)
    attackers, defenders = set(fight.attackers), set(fight.defenders)
    more = marks or ("",) * len(attack.pieces)
    roles = sorted(
        [
            (
                more[i], piece.group, left, at, i in attackers, i in defenders, i in joined,
                i in (fight.ours, fight.theirs),
                state.spent >> i & 1, state.fought >> i & 1, state.entered >> i & 1, i == state.trek[0],
            )
            for i, (piece, left, at) in enumerate(zip(attack.pieces, state.left, state.at, strict=True))
        ]
    )  # fmt: skip
    read = state.read if state.phase == "numbers" else ""
    return (
        state.phase, state.number, tuple(roles), state.result, state.job, state.owed, state.stacks, state.went,
        state.unmet, state.hit, attack.armored(state), state.trek[1], tuple(sorted(state.order)),
        tuple(sorted(state.endings)), state.tally, read,
    )  # fmt: skip
