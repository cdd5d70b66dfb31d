"""The chances of several attacks on one board, together: exact, from each alone where they do not touch.

Attacks that cannot change what another looks at are independent: their distributions are multiplied. Those that touch
are walked as one game, as long as that is small enough. So is one that may be put off: the turn fights it to its end.
One that is closed counts where others that touch it may open it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from math import gcd
from typing import Any, Final, NamedTuple

from hexumpire.analysis.bounded import limit
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.walk import Choose, Progress, TooLargeError, endings, explore
from hexumpire.kit.attacks import Course
from hexumpire.kit.turn import LEFT_OUT, Turn
from hexumpire.kit.turn_board import Board
from hexumpire.model.battle import Game, Outcome, Terminal

MOST: Final = 200_000
"""Positions of attacks that touch each other, before their walk gives up."""
NOT_TOGETHER: Final = "attacks that touch one another have too many positions: each is given as the board stands now"

Decide = Callable[[Game[Any], Any], Choose]
"""How both sides decide in a game from a position on."""


class Single(NamedTuple):
    """The chance that the hexes of an attack are taken, as the board stands now.

    ``touched``: another attack can change it; ``open``: it may be greater, by fights that it does not look at.
    """

    p: Fraction
    touched: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of a turn.

    ``whole``: how it may end, None where attacks that touch one another are too many for exact figures. ``single``: of
    each attack still to come. ``positions``: how many were looked at.
    """

    whole: Dist[Outcome] | None
    single: dict[int, Single]
    positions: int


def chances(turn: Turn, state: Course, decide: Decide, progress: Progress = None, most: int = MOST) -> Chances:
    """What may come of the attacks from a position on; ``most`` positions are looked at for those that touch.

    Of a turn that is over, nothing but its end: also where it ended with attacks that were not made.

    Raises:
        HexUmpireError: no exact figures can be given of a single attack (see :mod:`hexumpire.analysis.walk`).
    """
    over = turn.node(state)
    if isinstance(over, Terminal):
        return Chances(Dist({over.outcome: 1}), {}, 1)
    pending = turn.pending(state) + ([state.now] if state.now >= 0 else [])
    board = turn.standing(state)
    legal = [n for n in pending if n == state.now or not turn.part(n, board, state.put_off(n)).problems]
    walks = {}
    waits = set()
    for number in legal:
        game, here = _seat(turn, state, number)
        walk = walks[number] = explore(game, here, decide(game, here), progress, most=limit(game))
        if any(turn.attacks.later(game, walk.states[end]) for end in walk.ends):
            waits.add(number)
    alone = {number: endings(walk) for number, walk in walks.items()}
    possible = _possible(board, pending, legal)
    asked = possible + _before(turn, state, possible)
    groups = [group for group in _touching(turn, board, asked) if walks.keys() & set(group)]
    touched = {number for group in groups if len(set(group) & set(possible)) > 1 for number in group}
    single = {n: Single(dist.p(_taken), n in touched, any(end.open for end in dist)) for n, dist in alone.items()}
    positions = sum(len(walk.states) for walk in walks.values())
    parts = []
    rest = [n for n in range(len(turn.scenario.attacks)) if not any(n in group for group in groups)]
    if rest:
        parts.append(Dist({turn.result({n: end for n, end in state.fought if n in rest}, rest): 1}))
    for group in groups:
        part = _reduced(alone[group[0]].map(partial(_of_one, turn, group[0]))) if len(group) == 1 else None
        if part is None or waits & set(group):
            here = _only(turn, state, group)
            try:
                walk = explore(turn, here, decide(turn, here), progress, most=min(most, limit(turn) or most))
                part, positions = endings(walk), positions + len(walk.states)
            except TooLargeError as error:
                positions += error.most
                if part is None:
                    return Chances(None, single, positions)
        parts.append(part)
    return Chances(reduce(partial(_both, turn), parts), single, positions)


def _taken(end: Outcome) -> bool:
    return end.measure("hex") > 0


def _possible(board: Board, pending: Iterable[int], legal: Iterable[int]) -> list[int]:
    """The attacks that may be fought yet: those that are open, and others with anybody left to make them."""
    makers = {one.attack for one in board.units}
    return [number for number in pending if number in legal or number in makers]


def _before(turn: Turn, state: Course, pending: Iterable[int]) -> list[int]:
    """The attacks that are over on hexes that are attacked again: they are won if others take those."""
    targets = turn.scenario.attacks
    again = {place for number in pending for place in targets[number].targets}
    return [number for number, _ in state.fought if not again.isdisjoint(targets[number].targets)]


def _seat(turn: Turn, state: Course, number: int) -> tuple[Any, Any]:
    """The game of an attack and its position: as far as it is fought, or from its beginning on the board as it is."""
    if number == state.now:
        return turn.part(number, state.board, state.put_off(number)), state.inner
    game = turn.part(number, turn.standing(state), state.put_off(number))
    return game, game.start()


def _only(turn: Turn, state: Course, group: Iterable[int]) -> Course:
    """The position in which a group of attacks is asked of alone: all others are over."""
    rest = [n for n in range(len(turn.scenario.attacks)) if n not in group]
    ended = [one for one in state.fought if one[0] in group]
    if state.now in rest:
        state = turn.start()._replace(board=turn.standing(state), stage=state.stage, later=state.later)
    return state._replace(fought=(*ended, *((n, LEFT_OUT) for n in rest)))


def _touching(turn: Turn, board: Board, numbers: list[int]) -> Iterator[list[int]]:
    """The attacks in groups of those that touch one another, or share a hex, directly or by way of others."""
    targets = turn.scenario.attacks
    looks = {n: turn.attacks.concerns(turn.scene(n, board)).union(targets[n].targets) for n in numbers}
    alters = {n: looks[n] | {one.at for one in board.units if one.attack == n} for n in numbers}
    rest = list(numbers)
    while rest:
        group = [rest.pop(0)]
        for one in group:
            near = [n for n in rest if looks[one] & alters[n] or looks[n] & alters[one]]
            group += near
            rest = [n for n in rest if n not in near]
        yield sorted(group)


def _of_one(turn: Turn, number: int, end: Outcome) -> Outcome:
    """What a turn comes to of which one attack is asked of alone."""
    return turn.result({number: end}, (number,))


def _both(turn: Turn, one: Dist[Outcome], other: Dist[Outcome]) -> Dist[Outcome]:
    """The chances of two parts of a turn that cannot change each other."""
    return _reduced(Dist([(turn.joined(a, b), v * w) for a, v in one.items() for b, w in other.items()]))


def _reduced(dist: Dist[Outcome]) -> Dist[Outcome]:
    """The same chances in the smallest weights."""
    shared = gcd(*dist.values())
    return Dist({outcome: weight // shared for outcome, weight in dist.items()})
