"""Which positions are the same for everything that can still come of them, so that walks meet there.

Equal counters stand for one another, whatever unit they were declared in.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hexumpire.rulesets.daisenso.rules.advance import entering
from hexumpire.rulesets.daisenso.rules.ending import outcome, settled
from hexumpire.rulesets.daisenso.rules.exploitation import armored
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import State, marked


def state_key(setting: Setting, state: State, marks: Sequence[Hashable] = ()) -> Hashable:
    """The key of a position; ``marks`` say for each piece what else tells it from its like."""
    fight, joined = state.fight, set(state.joined)
    attackers, defenders = set(fight.attackers), set(fight.defenders)
    more = marks or ("",) * len(setting.pieces)
    roles = sorted(
        [
            (
                more[i], piece.group, left, at, i in attackers, i in defenders, i in joined,
                i in (fight.ours, fight.theirs),
                marked(state.spent, i), marked(state.fought, i), marked(state.entered, i), i == state.trek[0],
            )
            for i, (piece, left, at) in enumerate(zip(setting.pieces, state.left, state.at, strict=True))
        ]
    )  # fmt: skip
    read = state.read if state.phase == "numbers" else ""
    return (
        state.phase, state.number, tuple(roles), state.result, state.job, state.owed, state.stacks, state.went,
        state.unmet, state.hit, armored(setting, state), state.trek[1], tuple(sorted(state.order)),
        tuple(sorted(zip(state.order, state.endings, strict=False))), state.tally, read,
    )  # fmt: skip


def pursuit_key(setting: Setting, state: State) -> Hashable:
    """The key while units advance: once the last hex is taken, nothing that is still to be moved changes the end."""
    if not state.entered or not settled(setting, state):
        return state_key(setting, state)
    ended = outcome(setting, state._replace(endings=(*state.endings, "taken")))
    return "held", ended, len(entering(setting, state)), state.trek[1]
