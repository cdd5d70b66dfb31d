"""Every position a battle can come to, each once, and where it leads: the ground odds and best play stand on.

Positions that play on alike (equal ``game.key``) are one. Loops made of dice alone ("no effect, roll again")
are replaced by the roll they amount to, exactly; loops in which a side has a choice are left for the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import gcd, lcm
from time import monotonic
from typing import Any, Generic, TypeVar

from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.litter import undisturbed
from hexumpire.model.battle import UMPIRE, Chance, Decision, Game, Node, Outcome, Terminal, moves
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.text import say

S = TypeVar("S", bound=Hashable)
Choose = Callable[[Any, Any, Any], str]
"""A policy: ``choose(game, state, node) -> option id``."""
Progress = Callable[[str], object] | None
Roll = tuple[int, dict[int, int]]
"""A roll: its total weight, and the weight with which it leads to each position."""

DEFENDER, CHANCE, ATTACKER, END, UNSEEN = range(-1, 4)
SIDES = {"attacker": ATTACKER, "defender": DEFENDER}
_NOWHERE: list[int] = []
MOST = 2_000_000
"""Positions looked at before a walk gives up; more would not fit in a browser's memory."""


class EndlessError(HexUmpireError):
    """A loop that nothing and nobody leaves; ``state`` is a position in it."""

    def __init__(self, state: object, node: Node) -> None:
        self.state = state
        rules = f" ({', '.join(node.rules)})" if node.rules else ""
        prompt = "" if isinstance(node, Terminal) else node.prompt
        place = f"{prompt!r}{rules}, position {state!r}"
        super().__init__(say("this battle can go round for ever at {any}", any=place))


class OpenQuestionError(HexUmpireError):
    """A question that neither side decides and no dice answer, so that no odds can be given beyond it."""

    def __init__(self, node: Decision) -> None:
        self.side = node.side
        if node.side == UMPIRE:
            super().__init__(
                "There are no chances yet: they hang on a chart that is yours and not in here. Type it in once, and "
                "they are worked out. Or fight without them: each time a result is due, say what your chart gives."
            )
        else:
            text = say("no odds beyond '{x}': the answer of '{any}' is not known", x=node.prompt, any=node.side)
            super().__init__(text)


class TooLargeError(HexUmpireError):
    """The battle has more positions than a walk may hold."""

    def __init__(self, most: int) -> None:
        self.most = most
        text = say("this battle has more than {n} positions: too many for exact figures", n=grouped(most))
        super().__init__(text)


def grouped(number: int) -> str:
    """A whole number in groups of three digits.

    >>> grouped(12400)
    '12 400'
    """
    return f"{number:,}".replace(",", " ")


class Walk(Generic[S]):
    """The graph of positions from one on. Position 0 is the first; lists run parallel over positions.

    ``turn`` says whose it is (``CHANCE``, ``ATTACKER``, ``DEFENDER`` or ``END``); ``arcs`` where it leads, in
    the order of ``battle.moves``; ``weights`` the weights of a roll's arcs, None when all are 1; ``totals`` their
    sum; ``scale`` a denominator that all chances and values from there on share (loops of choices left aside).
    ``order`` lists positions so that each comes after all it leads to; a number below 0 stands for the loop
    ``loops[~number]``, whose positions lead to one another and have a choice among them.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.ids: dict[Hashable, int] = {}
        self.states: list[S] = []
        self.turn: list[int] = []
        self.arcs: list[list[int]] = []
        self.weights: list[Sequence[int] | None] = []
        self.totals: list[int] = []
        self.ends: dict[int, Outcome] = {}
        self.scale: list[int] = []
        self.order: list[int] = []
        self.loops: list[list[int]] = []
        self.rounds: list[int] = []
        self.rounds_exact = True

    def place(self, state: S) -> int:
        """The number of a position; a new one is taken in, not looked at yet."""
        mark = self.game.key(state)
        here = self.ids.get(mark)
        if here is None:
            here = self.ids[mark] = len(self.states)
            self.states.append(state)
            self.turn.append(UNSEEN)
            self.arcs.append(_NOWHERE)
            self.weights.append(None)
            self.totals.append(1)
            self.scale.append(0)
        return here

    def masses(self) -> tuple[list[int], int]:
        """How likely each position is to come about: whole numbers over the one returned with them.

        Only for walks under a policy, which have no loop left. (Positions of a straightened loop say how likely
        the battle is to enter the loop there.)
        """
        whole = self.scale[0]
        arcs, weights, totals = self.arcs, self.weights, self.totals
        masses = [0] * len(arcs)
        masses[0] = whole
        for here in reversed(self.order):
            leads = arcs[here]
            if not leads:
                continue
            share = masses[here] // totals[here]
            by = weights[here]
            if by is None:
                for there in leads:
                    masses[there] += share
            else:
                for there, weight in zip(leads, by, strict=True):
                    masses[there] += share * weight
        return masses, whole


def explore(
    game: Game[S],
    state: S,
    choose: Choose | None = None,
    progress: Progress = None,
    by_round: bool = False,
    most: int | None = None,
) -> Walk[S]:
    """Walk everything that can follow ``state``; with ``choose`` only what follows under that policy.

    ``by_round`` keeps endings in different rounds (``state.round``) apart and notes in ``rounds_exact`` whether
    the positions on the way could be told apart by round too. It gives up beyond ``most`` positions.

    Raises:
        EndlessError: the battle can come into a loop without a way out.
        OpenQuestionError: a question is put to neither attacker nor defender (not under a policy).
        TooLargeError: there are more than ``most`` positions (:data:`MOST` when left out).
    """
    walk = Walk(game)
    with undisturbed():
        _visit(walk, state, choose, Pulse(progress, MOST if most is None else most), by_round)
    return walk


def endings(walk: Walk[S]) -> Dist[Outcome]:
    """How likely each ending of a walk under a policy is."""
    masses, _ = walk.masses()
    found: dict[Outcome, int] = {}
    for here, outcome in walk.ends.items():
        found[outcome] = found.get(outcome, 0) + masses[here]
    shared = gcd(*found.values())
    return Dist({outcome: mass // shared for outcome, mass in found.items()})


def _visit(walk: Walk[S], state: S, choose: Choose | None, pulse: Pulse, by_round: bool) -> None:
    """Fill a walk, depth first, each position once, with a stack of our own."""
    ids, states, turn, arcs, weights, totals = walk.ids, walk.states, walk.turn, walk.arcs, walk.weights, walk.totals
    order, scale = walk.order, walk.scale
    node_of, apply, key, get = walk.game.node, walk.game.apply, walk.game.key, ids.get
    if by_round := by_round and hasattr(state, "round"):
        walk.rounds.append(_round(state))
    ids[key(state)] = 0
    states.append(state)
    looping = False
    dice = Dice()
    stack = [0]
    while stack:
        here = stack.pop()
        if here < 0:  # all it leads to has been looked at; a position still open counts as 0 and makes a loop known
            here = ~here
            order.append(here)
            scale[here] = lcm(*{scale[there] for there in arcs[here]}) * totals[here]
            looping = looping or not scale[here]
            continue
        if here >= len(turn):
            _make_room(walk)
            pulse.beat(len(states))
        elif turn[here] != UNSEEN:
            continue
        state = states[here]
        node = node_of(state)
        if isinstance(node, Chance):
            turn[here] = CHANCE
            if node.faces is not dice.faces:
                dice = Dice(node.faces)
            actions, totals[here], weights[here] = dice.rolls, dice.total, dice.uneven
        elif isinstance(node, Decision):
            turn[here], actions = decided(walk.game, state, node, choose)
        else:
            turn[here] = END
            walk.ends[here] = node.outcome
            order.append(here)
            scale[here] = 1
            continue
        if by_round:
            arcs[here] = _led_by_round(walk, state, actions)
        else:
            arcs[here] = leads = []
            for action in actions:
                after = apply(state, action)
                mark = key(after)
                there = get(mark, -1)
                if there < 0:
                    there = ids[mark] = len(states)
                    states.append(after)
                leads.append(there)
        stack.append(~here)
        stack += arcs[here]
    for spare in (turn, arcs, weights, totals, scale):
        del spare[len(states) :]
    if looping:
        straighten(walk)


class Dice:
    """The faces of a roll, as a walk takes them: those that can fall, and their weights unless they are equal."""

    def __init__(self, faces: tuple[tuple[str, int], ...] = ()) -> None:
        self.faces = faces
        self.rolls = [face for face, weight in faces if weight]
        by = [weight for _, weight in faces if weight]
        self.total = sum(by)
        self.uneven = None if self.total == len(by) else by


def _make_room(walk: Walk[S]) -> None:
    """Room for as many positions again as there are."""
    more = max(64, len(walk.states) - len(walk.turn))
    walk.turn += [UNSEEN] * more
    walk.arcs += [_NOWHERE] * more
    walk.weights += [None] * more
    walk.totals += [1] * more
    walk.scale += [0] * more


def decided(game: Game[S], state: S, node: Decision, choose: Choose | None) -> tuple[int, list[str]]:
    """Whose turn it is, and the actions looked at: all, or the one of the policy."""
    if choose is not None:
        return ATTACKER, [choose(game, state, node)]
    if node.side not in SIDES:
        raise OpenQuestionError(node)
    return SIDES[node.side], [node.options[0].id] if len(node.options) == 1 else moves(node)


def _round(state: object) -> int:
    """The round that a position is in; the caller knows that it has one."""
    return int(getattr(state, "round", 0))


def _led_by_round(walk: Walk[S], state: S, actions: Iterable[str]) -> list[int]:
    """Where actions lead, endings in different rounds apart."""
    game, ids, states, rounds = walk.game, walk.ids, walk.states, walk.rounds
    leads = []
    for action in actions:
        after = game.apply(state, action)
        mark, number = game.key(after), _round(after)
        there = ids.get(mark)
        if there is not None and rounds[there] != number:
            if isinstance(game.node(after), Terminal):
                mark = mark, number
                there = ids.get(mark)
            else:
                walk.rounds_exact = False
        if there is None:
            there = ids[mark] = len(states)
            states.append(after)
            rounds.append(number)
        leads.append(there)
    return leads


class Pulse:
    """Tells a listener now and then how far a walk is, and stops one that grows too large."""

    def __init__(self, progress: Progress, most: int) -> None:
        self.progress = progress
        self.most = most
        self.next = monotonic() + 0.2 if progress is not None else 0.0

    def beat(self, number: int) -> None:
        """``number`` positions have been looked at."""
        if number > self.most:
            raise TooLargeError(self.most)
        if self.progress is not None and monotonic() >= self.next:
            self.progress(say("{n} positions looked at", n=grouped(number)))
            self.next = monotonic() + 0.2


def straighten(walk: Walk[S]) -> None:
    """Order a walk with loops; replace every loop without choices by rolls that lead straight out of it.

    Raises:
        EndlessError: a loop has no way out.
    """
    walk.order = order = []
    for members in components(walk.arcs):
        here = members[0]
        if len(members) == 1 and here not in walk.arcs[here]:
            order.append(here)
            continue
        inside = set(members)
        if all(there in inside for member in members for there in walk.arcs[member]):
            raise EndlessError(walk.states[here], walk.game.node(walk.states[here]))
        if any(walk.turn[member] != CHANCE and len(set(walk.arcs[member])) > 1 for member in members):
            walk.loops.append(members)
            order.append(~(len(walk.loops) - 1))
            continue
        for member, (total, weights) in settle({member: roll(walk, member) for member in members}).items():
            walk.turn[member] = CHANCE
            walk.arcs[member] = list(weights)
            walk.weights[member] = list(weights.values())
            walk.totals[member] = total
            order.append(member)
    scale = walk.scale
    for here in order:
        members = [here] if here >= 0 else walk.loops[~here]
        inside = set(members)
        leads = {there for member in members for there in walk.arcs[member]}
        common = lcm(*(scale[there] for there in leads if there not in inside))
        for member in members:
            scale[member] = common * walk.totals[member] if here >= 0 else common


def roll(walk: Walk[S], here: int) -> Roll:
    """Where a roll (or a decision without alternative) leads, equal ways put together."""
    if walk.turn[here] != CHANCE:
        return 1, {walk.arcs[here][0]: 1}
    weights: dict[int, int] = {}
    by = walk.weights[here] or [1] * len(walk.arcs[here])
    for there, weight in zip(walk.arcs[here], by, strict=True):
        weights[there] = weights.get(there, 0) + weight
    return walk.totals[here], weights


def settle(rolls: dict[int, Roll]) -> dict[int, Roll]:
    """Rolls that may lead to one another, as rolls that lead only elsewhere.

    This is elimination in whole numbers on the equations ``total * x = sum(weight * x there)``. Every roll must
    lead out of the loop in the end with certainty. Weights to places outside may be any whole numbers.

    >>> settle({1: (3, {1: 1, 8: 1, 9: 1})})
    {1: (2, {8: 1, 9: 1})}
    """
    rank = {here: place for place, here in enumerate(rolls)}
    solved: dict[int, Roll] = {}
    for here, (total, given) in rolls.items():
        weights = dict(given)
        while known := [there for there in weights if there in solved]:
            there = min(known, key=rank.__getitem__)
            total = _substitute(total, weights, there, solved[there])
        total -= weights.pop(here, 0)
        if total <= 0:
            raise ValueError("the loop has no way out")
        solved[here] = (total, weights)
    for here in reversed(rolls):
        total, weights = solved[here]
        for there in [there for there in weights if there in rolls]:
            total = _substitute(total, weights, there, solved[there])
        solved[here] = (total, weights)
    return solved


def _substitute(total: int, weights: dict[int, int], there: int, known: Roll) -> int:
    """Replace the way to ``there`` by what is known of it; returns the new total, changes ``weights``."""
    weight = weights.pop(there)
    common, further = known
    shared = gcd(weight, common)
    weight //= shared
    common //= shared
    for place in weights:
        weights[place] *= common
    for place, more in further.items():
        weights[place] = weights.get(place, 0) + weight * more
    total *= common
    shared = gcd(total, *weights.values())
    if shared > 1:
        for place in weights:
            weights[place] //= shared
        total //= shared
    return total


def components(arcs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Groups of positions that can reach one another, each group after all it leads to (Tarjan's algorithm)."""
    found: list[list[int]] = []
    seen = [0] * len(arcs)  # when a position was first seen, from 1
    low = [0] * len(arcs)
    closed = bytearray(len(arcs))
    path: list[int] = []
    clock = 0
    work: list[tuple[int, int]] = [(0, 0)]
    while work:
        here, place = work.pop()
        if not seen[here]:
            clock += 1
            seen[here] = low[here] = clock
            path.append(here)
        leads = arcs[here]
        while place < len(leads):
            there = leads[place]
            if not seen[there]:
                work.append((here, place))  # looked at again when that one is done
                work.append((there, 0))
                break
            if not closed[there]:
                low[here] = min(low[here], low[there])
            place += 1
        else:
            if low[here] == seen[here]:
                group: list[int] = []
                while not group or group[-1] != here:
                    group.append(path.pop())
                    closed[group[-1]] = True
                found.append(group)
    return found
