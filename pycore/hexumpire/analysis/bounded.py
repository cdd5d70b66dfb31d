"""The odds of a battle with too many positions for exact figures: what each ending comes to at least, and what is open.

The likeliest positions are looked at first, so that little is left open when the work is broken off.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from typing import Final, TypeVar

from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.litter import undisturbed
from hexumpire.analysis.walk import (
    CHANCE,
    END,
    UNSEEN,
    Choose,
    Dice,
    Progress,
    Pulse,
    Walk,
    decided,
    endings,
    straighten,
)
from hexumpire.model.battle import UNSETTLED, Chance, Decision, Game, Outcome

S = TypeVar("S", bound=Hashable)
OPEN: Final = Outcome(UNSETTLED, (), True)
"""The ending of what is not worked out."""
ENOUGH: Final = 6000
"""Positions looked at of a game that may have too many, unless more are asked for."""
FURTHER: Final = 5
"""So many times as many are looked at when players ask for more."""
MOST: Final = ENOUGH * FURTHER**2
"""As many as may be asked for, which players do twice; more would not fit in a phone's memory."""
WHOLE: Final = 10**24
"""Certainty: the weight of the first position."""


def limit(game: Game[S]) -> int | None:
    """How many positions a walk of a game may look at for exact figures; None where nothing is known against many."""
    return ENOUGH if game.is_long else None


def more(exact: bool, looked_at: int) -> int | None:
    """How many positions to look at where players want to know more; None where nothing is left, or no more may be."""
    return None if exact or looked_at >= MOST else min(looked_at * FURTHER, MOST)


def bounded(game: Game[S], state: S, choose: Choose, most: int, progress: Progress = None) -> Dist[Outcome]:
    """The distribution of endings from ``state`` under a policy, of which ``most`` positions are looked at.

    Where there are no more, it is exact. Otherwise each ending weighs what it comes to at least, and :data:`OPEN` the
    rest.

    Raises:
        EndlessError: under this policy the battle can go round for ever.
    """
    return looked_at(game, state, choose, most, progress)[0]


def looked_at(
    game: Game[S], state: S, choose: Choose, most: int, progress: Progress = None
) -> tuple[Dist[Outcome], int]:
    """What :func:`bounded` gives, and how many positions there are in it."""
    walk: Walk[S] = Walk(game)
    with undisturbed():
        found = _spread(walk, state, choose, most, Pulse(progress, most))
        if UNSEEN not in walk.turn:
            straighten(walk)
            return endings(walk), len(walk.states)
    return Dist({**found, OPEN: WHOLE - sum(found.values())}), len(walk.states)


def _spread(walk: Walk[S], state: S, choose: Choose, most: int, pulse: Pulse) -> dict[Outcome, int]:
    """Look at positions, the likeliest first, until none is left or ``most`` have been; the weights of the endings."""
    found: dict[Outcome, int] = {}
    masses, queue, seen = [WHOLE], [(-WHOLE, walk.place(state))], 0
    while queue and seen < len(walk.states):
        here = heappop(queue)[1]
        mass, masses[here] = masses[here], 0
        if not mass:
            continue
        if walk.turn[here] == UNSEEN:
            if seen == most:
                break
            pulse.beat(seen)
            _look(walk, here, choose)
            seen += 1
            masses += [0] * (len(walk.states) - len(masses))
        if here in walk.ends:
            found[walk.ends[here]] = found.get(walk.ends[here], 0) + mass
            continue
        share = mass // walk.totals[here]
        for there, weight in zip(walk.arcs[here], walk.weights[here] or [1] * len(walk.arcs[here]), strict=True):
            masses[there] += share * weight
            heappush(queue, (-masses[there], there))
    return found


def _look(walk: Walk[S], here: int, choose: Choose) -> None:
    """Look at a position: what it is, and where it leads."""
    game, state = walk.game, walk.states[here]
    node = game.node(state)
    if isinstance(node, Chance):
        dice = Dice(node.faces)
        walk.turn[here], actions = CHANCE, dice.rolls
        walk.totals[here], walk.weights[here] = dice.total, dice.uneven
    elif isinstance(node, Decision):
        walk.turn[here], actions = decided(game, state, node, choose)
    else:
        walk.turn[here], walk.ends[here] = END, node.outcome
        walk.scale[here] = 1
        return
    walk.arcs[here] = [walk.place(game.apply(state, action)) for action in actions]
