"""The search for what to send: the attacks of a battle in groups that do not touch, each plan for each group weighed.

Plans are looked at from the best known one on: those that differ from it in one pool of counters come next. Where the
work is enough, that is all of them, so that the best one is known to be it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from math import prod
from typing import Final

from hexumpire.analysis.sending import Load, Plan, Pool, Sending, Slot, fits, force_of, joined_plans
from hexumpire.analysis.walk import Progress, grouped
from hexumpire.analysis.weighing import FIRST_LOOK, NOTHING, Judge, Worth
from hexumpire.kit.turn import Turn
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.text import say

STRIDE: Final = 50
"""After so many plans it is told how far the search is."""
PAIRS: Final = 200
"""So many combinations of plans that are weighed already are the work of one position."""
Rank = tuple[Fraction, ...]
"""What makes one plan better than another, the first difference counts."""
Waiting = tuple[tuple[bool, bool, Fraction], int, int, Plan]
"""A plan whose neighbours are to be looked at, after what says how soon: least first."""


class Wish:
    """What is looked for: the greatest value with the least force, or the least force for a value of ``least``."""

    def __init__(self, least: Fraction | None) -> None:
        self.least = least

    def rank(self, value: Fraction, force: int) -> Rank:
        """Greater for the better of two plans; never smaller for more value or less force."""
        if self.least is None:
            return value, Fraction(-force)
        enough = value >= self.least
        return Fraction(enough), Fraction(-force) if enough else value, value

    def hopeless(self, most: Fraction, value: Fraction) -> bool:
        """Whether nothing that is worth so much at most is better than a plan of a value."""
        return most < (value if self.least is None else min(value, self.least))


class Front:
    """Attacks that are looked at together, and what is known of the plans for them."""

    def __init__(self, sending: Sending, attacks: Sequence[int], judge: Judge) -> None:
        self.sending = sending
        self.attacks = tuple(attacks)
        self.judge = judge
        slots = [self._open(place) for place, _ in enumerate(sending.pools)]
        self.ways = [sending.ways(pool, some) for pool, some in zip(sending.pools, slots, strict=True)]
        self.steps = [sending.step(pool, len(some)) for pool, some in zip(sending.pools, slots, strict=True)]
        self.number = prod(map(len, self.ways))
        self.table: dict[Plan, Worth | None] = {}

    def _open(self, place: int) -> list[Slot]:
        """The parts that the rules let a pool have: all but those they bar it from both alone and beside all others."""
        pools, found = self.sending.pools, []
        for slot in self.sending.slots(pools[place], self.attacks):
            alone = [(((slot, 1),) if other == place else ()) for other, _ in enumerate(pools)]
            beside = [((slot, 1),) if other == place else self._all(pool, slot) for other, pool in enumerate(pools)]
            names = {unit.id for unit in pools[place].units}
            barred = self._barred(tuple(alone), names)
            if not barred or not barred & self._barred(tuple(beside), names):
                found.append(slot)
        return found

    def _all(self, pool: Pool, slot: Slot) -> Load:
        """All of a pool in the same attack, from where it stands."""
        return ((Slot(slot.attack), pool.whole),) if pool.whole else ()

    def _barred(self, plan: Plan, names: set[str]) -> set[tuple[str, str, str]]:
        """Why the rules forbid a plan, as far as that is said of these units."""
        scenario = self.sending.set_up(plan)
        return set() if scenario is None else {one for one in self.judge.blamed(scenario) if one[0] in names}

    @property
    def complete(self) -> bool:
        """Whether every plan was looked at."""
        return len(self.table) >= self.number

    @property
    def weighed(self) -> bool:
        """Whether it is known what any attack is worth."""
        return any(worth.exact and force_of(plan) for plan, worth in self.legal())

    def legal(self) -> Iterator[tuple[Plan, Worth]]:
        """The plans that the rules allow, as far as is known, with what they are worth or can be at most."""
        return ((plan, worth) for plan, worth in self.table.items() if worth is not None)

    def look(self, plan: Plan, most: int = FIRST_LOOK) -> Worth | None:
        """What a plan is worth, or can be at most; None where the rules forbid it."""
        sent = {slot.attack for load in plan for slot, _ in load}
        if not sent:
            worth: Worth | None = NOTHING
        else:
            scenario = self.sending.set_up(plan)
            worth = None if scenario is None else self.judge.weigh(scenario, self.attacks, most)
        self.table[plan] = worth
        return worth

    def search(self, keep: int, wish: Wish, progress: Progress) -> None:
        """Look at plans until all are known, or only ``keep`` work is left."""
        full: list[Load] = [max(ways, key=lambda way: sum(share for _, share in way)) for ways in self.ways]
        given = self.sending.given(self.attacks)
        firsts = [given] if all(load in ways for load, ways in zip(given, self.ways, strict=True)) else []
        waiting: list[Waiting] = []
        for first in (*firsts, tuple(full), self.sending.nothing):
            self._take(first, waiting)
        while waiting:
            plan = heappop(waiting)[3]
            for place, ways in enumerate(self.ways):
                for way in ways:
                    other = (*plan[:place], way, *plan[place + 1 :])
                    if other in self.table:
                        continue
                    if self.judge.left <= keep:
                        return
                    self._take(other, waiting)
                    if progress and not len(self.table) % STRIDE:
                        n, m = grouped(len(self.table)), grouped(self.number)
                        progress(say("{n} of {m} plans looked at", n=n, m=m))

    def _take(self, plan: Plan, waiting: list[Waiting]) -> None:
        """Look at a plan, which waits for its neighbours to be looked at; those that are forbidden wait longest."""
        if plan in self.table:
            return
        worth = self.look(plan)
        value = None if worth is None else self.judge.value([worth])
        far = worth is None, value is not None, -(value or Fraction(0))  # what nothing bounds may be the best of all
        heappush(waiting, (far, force_of(plan), len(self.table), plan))

    def open_plans(self) -> list[Plan]:
        """The plans that may be worth less than is known of them, the most promising first."""
        found = [(plan, worth) for plan, worth in self.legal() if not worth.exact]
        return [plan for plan, worth in sorted(found, key=lambda pair: -(self.judge.value([pair[1]]) or 0))]

    def bound(self) -> Worth:
        """What no plan for these attacks is worth more than, in each of its parts."""
        known = [worth for _, worth in self.legal()]
        if not self.complete:
            places = {place for number in self.attacks for place in self.sending.attacks[number].targets}
            known.append(self.judge.at_most(len(places)))
        rests = [worth.rest for worth in known]
        rest = None if None in rests else max(one for one in rests if one is not None)
        return Worth(max(worth.taken for worth in known), rest, False)


def groups(sending: Sending, ruleset: Ruleset) -> list[list[int]]:
    """The numbers of the attacks, those that can change one another together.

    Where counters may go to other hexes all are one group: where some go is part of the board that others look at.
    """
    numbers = [*range(len(sending.attacks))]
    if not sending.is_turn or any(pool.moves for pool in sending.pools):
        return [numbers]
    turn = ruleset.game(sending.scenario)
    assert isinstance(turn, Turn)
    stand = {unit.at for pool in sending.pools for unit in pool.units}
    anybody = (replace(sending.scenario, targets=one.targets) for one in sending.scenario.attacks)
    looks = [turn.attacks.concerns(scene) for scene in anybody]
    found: list[list[int]] = []
    for number in numbers:
        near = [one for one in found if any(_touch(looks[number], looks[other], stand) for other in one)]
        found = [one for one in found if one not in near]
        found.append(sorted([number, *(other for one in near for other in one)]))
    return sorted(found)


def _touch(one: frozenset[str], other: frozenset[str], stand: set[str]) -> bool:
    """Whether two attacks can change each other, from whichever hexes they are made."""
    return bool(one & other) or bool(one & stand) or bool(other & stand)


class Found:
    """The best plan of a search. ``value`` is None where there is none; ``bound`` no plan is worth more than."""

    def __init__(self) -> None:
        self.plan: Plan = ()
        self.value: Fraction | None = None
        self.bound: Fraction | None = None
        self.exact = False

    def better(self, wish: Wish, value: Fraction, force: int) -> bool:
        """Whether a plan of such a value and force would be better."""
        return self.value is None or wish.rank(value, force) > wish.rank(self.value, force_of(self.plan))

    def offer(self, wish: Wish, plan: Plan, value: Fraction | None) -> None:
        """Take a plan in place of the one found so far, if it is better."""
        if value is not None and self.better(wish, value, force_of(plan)):
            self.plan, self.value = plan, value


def best(fronts: Sequence[Front], wish: Wish, progress: Progress = None) -> Found:
    """The best plan for all attacks together, as far as the work allows."""
    judge = fronts[0].judge
    for place, front in enumerate(fronts):
        rest = len(fronts) - place
        front.search(judge.left - judge.left * 2 // (3 * rest), wish, progress)
    found = Found()
    whole = _combined(fronts, wish, found)
    if any(front.open_plans() for front in fronts):
        _refine(fronts, wish, found)
        whole = _combined(fronts, wish, found)
    _bounded(fronts, wish, found, whole)
    return found


def _refine(fronts: Sequence[Front], wish: Wish, found: Found) -> None:
    """Weigh the plans that may be better than the best one, the most promising first, while there is work left."""
    judge = fronts[0].judge
    for front in fronts:
        for plan in front.open_plans() if len(front.attacks) == 1 else ():
            worth = front.table[plan]
            if judge.bench.is_spent or worth is None:
                break
            value = judge.value([worth])
            better = value is None or found.value is None or found.better(wish, value, force_of(plan))
            if len(fronts) > 1 or better:
                known = front.look(plan, judge.left)
                sure = None if known is None else judge.known(known)
                if len(fronts) == 1 and sure is not None:
                    found.offer(wish, plan, judge.value([sure]))


def _combined(fronts: Sequence[Front], wish: Wish, found: Found) -> bool:
    """Find the best combination of plans, by what they are worth for certain; whether all were looked at."""
    judge, sending = fronts[0].judge, fronts[0].sending
    tables = []
    for front in fronts:
        known = [(plan, sure) for plan, worth in front.legal() if (sure := judge.known(worth)) is not None]
        tables.append(sorted(known, key=lambda pair: -_sure(judge, [pair[1]])))
    if not all(tables):
        return False
    tops = [
        Worth(max(w.taken for _, w in table), max(w.rest or Fraction(0) for _, w in table), True) for table in tables
    ]
    pure = not (judge.weight and judge.others.weights)  # then a plan that is worth less alone is so beside others
    steps = 0
    waiting: list[tuple[int, Plan, list[Worth]]] = [(0, sending.nothing, [])]
    while waiting:
        place, plan, worths = waiting.pop()
        if place == len(tables):
            value = _sure(judge, worths)
            if found.better(wish, value, force_of(plan)):
                scenario = sending.set_up(plan) if force_of(plan) else None
                if scenario is None or len(tables) == 1 or not judge.problems(scenario):
                    found.offer(wish, plan, value)
            continue
        further = []
        for other, worth in tables[place]:
            steps += 1
            if steps % PAIRS == 0:
                judge.bench.left -= 1
                if judge.bench.is_spent and found.value is not None:
                    return False
            most = _sure(judge, [*worths, worth, *tops[place + 1 :]])
            if pure and found.value is not None and wish.hopeless(most, found.value):
                break
            both = joined_plans(plan, other)
            if found.better(wish, most, force_of(both)) and fits(sending.pools, both):
                further.append((place + 1, both, [*worths, worth]))
        waiting += reversed(further)
    return True


def _sure(judge: Judge, worths: Sequence[Worth]) -> Fraction:
    """What plans are worth together of which it is known for certain."""
    value = judge.value(worths)
    assert value is not None
    return value


def _bounded(fronts: Sequence[Front], wish: Wish, found: Found, whole: bool) -> None:
    """Say what no plan is worth more than, and whether the best one is known to be the best."""
    judge = fronts[0].judge
    judged = [worth for front in fronts for _, worth in front.legal() if not worth.exact]
    found.exact = whole and all(front.complete for front in fronts) and not judged and found.value is not None
    if found.exact:
        found.bound = found.value
        return
    if len(fronts) == 1 and fronts[0].complete and found.value is not None:
        front = fronts[0]
        others = [(judge.value([worth]), force_of(plan)) for plan, worth in front.legal() if not worth.exact]
        if not any(value is None or found.better(wish, value, force) for value, force in others):
            found.bound, found.exact = found.value, True
            return
    found.bound = None if wish.least is not None else judge.value([front.bound() for front in fronts])
    found.exact = found.value is not None and found.bound == found.value
