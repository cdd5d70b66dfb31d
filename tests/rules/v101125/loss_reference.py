"""Every legal way to pay what a roll costs a side, by a plain reading of 11.M and 11.O: all choices, one by one.

It shares nothing with the engine. A bill is what a side owes at once, a :class:`Man` a unit as the text sees it; all
points are fractions. :func:`ends` gives each way in which the bills of a roll may end.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction as F
from typing import NamedTuple

HOME = 8
"""The row of Table 9 of those who fight at home."""


class Man(NamedTuple):
    """A unit: the strength that it loses, that of its reduced side, REs, rows of Table 9, how they pay, where it is.

    ``supplied``: whether it may be spared by replacement points; ``ability``: by how much its strength counts for what
    is required; ``cadre`` are both strengths of the reduced side, ``faces`` those of this one.
    """

    name: str
    strength: F
    reduced: F | None
    res: F
    rows: frozenset[int]
    ability: int
    at: str
    supplied: bool
    isolated: bool
    faces: tuple[int, int]
    cadre: tuple[int, int]


class Bill(NamedTuple):
    """What is owed: ``casualties`` or ``disruption``; the parts of users, and of those at home; weights of the units.

    ``most``: what the attacker truly loses by it is no more than this; ``wide``: it is disruption by Table 6, of which
    those at home may have to pay as well what is above a full one (11.L.2.b).
    """

    kind: str
    owed: F
    special: F
    home: F
    weights: tuple[F, ...]
    most: F | None = None
    wide: bool = False


class Fate(NamedTuple):
    """What became of a unit (``whole``, ``reduced``, ``gone``, ``away``, ``spared``), what it paid, if it is done."""

    how: str = "whole"
    killed: F = F(0)
    disrupted: F = F(0)
    closed: bool = False


@dataclass(frozen=True)
class Side:
    """A side in the course of its payments: fates, points left in the pool, points paid at once, and who did."""

    men: tuple[Man, ...]
    fates: tuple[Fate, ...]
    pool: F = F(0)
    steps: F = F(0)
    spent: F = F(0)
    payers: frozenset[str] = frozenset()
    first: F = F(0)
    hexes: frozenset[str] = field(default_factory=frozenset)

    def having(self, i: int, fate: Fate) -> Side:
        """With another fate of a unit."""
        return replace(self, fates=(*self.fates[:i], fate, *self.fates[i + 1 :]))


def half(points: F) -> F:
    """Rounded down to the half (11.M.0c)."""
    return F(int(points * 2), 2)


class Course(NamedTuple):
    """A bill in the course of its payment: what is paid, what is still required, and by whom it was so far."""

    side: Side
    paid: F
    special: F
    home: F
    before: F = F(0)
    row: int = 0
    line: tuple[tuple[int, F], ...] = ()


def worth(man: Man, way: str) -> F:
    """What a unit is worth: with its REs as it leaves the map by disruption (11.M.2a)."""
    return man.strength + (man.res if way == "away" else 0)


def ways(man: Man, bill: Bill) -> list[str]:
    """How a whole unit may pay (11.M.2a, 11.N.0)."""
    if bill.kind == "casualties":
        return ["lose"]
    return ["away", "lose"] if man.reduced is not None else ["away"]


def users(man: Man, bill: Bill) -> bool:
    """Whether it owes required losses for what it uses; above a full disruption wherever it is capable of any."""
    return bool(man.rows if bill.wide else man.rows - {HOME})


def of_others(bill: Bill, now: Course) -> tuple[F, F]:
    """The fewest points in which those who are whole could pay what is required of them (11.L.2.b, 11.O.2).

    And the most that they would truly lose by these.
    """
    special, points, first, both = now.special, F(0), F(0), False
    lost, own = F(0), F(0)
    there = [i for i, fate in enumerate(now.side.fates) if fate.how == "whole"]
    for i in sorted(there, key=lambda i: -now.side.men[i].ability):
        man = now.side.men[i]
        most = max(worth(man, way) for way in ways(man, bill)) * bill.weights[i]
        if users(man, bill) and special > 0 and most:
            part = min(most, F(-int(-special * 4 // man.ability), 4))
            special, points = special - part * man.ability, points + part
            lost += F(-int(-part * 4 // bill.weights[i]), 4)
        if HOME in man.rows and most:
            first = min(now.home, first + most)
            own = max(own, F(-int(-min(now.home, most) * 4 // bill.weights[i]), 4))
        both = both or bool(users(man, bill) and HOME in man.rows and most and now.special > 0 and now.home > 0)
    return (max(points, first), max(lost, own)) if both else (points + first, lost + own)


def part_of(bill: Bill, man: Man, now: Course) -> F:
    """What is still required of a unit; an ability that counts double pays it by half (11.O.1)."""
    part = F(-int(-now.special * 4 // man.ability), 4) if users(man, bill) else F(0)
    return max(part, now.home if HOME in man.rows else F(0))


def pays(bill: Bill, now: Course, i: int, most: F) -> Course:
    """A unit pays up to ``most``, its own part of what is required first, and none of what others still owe of it."""
    man, fate = now.side.men[i], now.side.fates[i]
    after = now._replace(
        special=max(F(0), now.special - most * man.ability) if users(man, bill) else now.special,
        home=max(F(0), now.home - most) if HOME in man.rows else now.home,
    )
    left = bill.owed - now.paid
    part, (others, kept) = part_of(bill, man, now), of_others(bill, after)
    paid = min(most, left, max(part, left - others))
    if bill.most is not None:
        room = bill.most - killed(now.side) + now.before
        own = F(-int(-part * 4 // bill.weights[i]), 4) if bill.weights[i] else F(0)
        paid = min(paid, max(room - kept, min(room, own)) * bill.weights[i])
    if paid <= 0:
        return now
    real = F(-int(-paid * 4 // bill.weights[i]), 4)
    kind = "killed" if bill.kind == "casualties" else "disrupted"
    fate = fate._replace(**{kind: getattr(fate, kind) + real})
    return after._replace(side=now.side.having(i, fate), paid=now.paid + paid)


def spare(man: Man, fate: Fate, kind: str) -> F:
    """What a unit that is lost may still pay (11.M.0d): who is only disrupted pays no casualties."""
    if fate.closed or fate.how in ("whole", "spared") or (kind == "casualties" and fate.how == "away"):
        return F(0)
    return worth(man, fate.how) - fate.killed - fate.disrupted


def begun(bill: Bill, side: Side) -> Course:
    """A bill once units that are lost have paid what they can."""
    now = Course(side, F(0), bill.special, bill.home, killed(side))
    for i, man in enumerate(side.men):
        now = pays(bill, now, i, spare(man, now.side.fates[i], bill.kind) * bill.weights[i])
    return now


def killed(side: Side) -> F:
    """Casualties of the roll so far."""
    return sum((one.killed for one in side.fates), F(0))


def full(bill: Bill, now: Course) -> bool:
    """Whether all is paid, or as much is lost as may be (11.A.12)."""
    return now.paid >= bill.owed or (bill.most is not None and killed(now.side) - now.before >= bill.most)


def taken(bill: Bill, now: Course, i: int, way: str) -> Course:
    """A whole unit is given up."""
    man = now.side.men[i]
    how = "away" if way == "away" else "gone" if man.reduced is None else "reduced"
    side = now.side.having(i, now.side.fates[i]._replace(how=how))
    return pays(bill, now._replace(side=side), i, worth(man, way) * bill.weights[i])


def turn(bill: Bill, now: Course) -> tuple[int, list[tuple[int, str]]]:
    """The row of Table 9 whose turn it is, and who may pay by it, in which ways (11.O.1.a)."""
    owing: dict[int, list[tuple[int, str]]] = {}
    for i, man in enumerate(now.side.men):
        if now.side.fates[i].how != "whole" or full(bill, now):
            continue
        rows = [row for row in man.rows if now.special > 0 and (bill.wide or row != HOME)]
        rows += [row for row in man.rows if row == HOME and now.home > 0 and row not in rows]
        for row, way in itertools.product(rows, ways(man, bill)):
            if worth(man, way) * bill.weights[i]:
                owing.setdefault(row, []).append((i, way))
    row = next((row for row in sorted(owing) if row > now.row), min(owing, default=0))
    return row, owing.get(row, [])


Line = tuple[tuple[int, str], ...]


def required(bill: Bill, side: Side) -> tuple[list[Course], list[Course]]:
    """Courses in which all required losses are paid, none of them in vain; and those on the way there."""
    start = begun(bill, side)
    found: dict[Line, Course] = {}
    every: dict[Line, Course] = {(): start}
    edge = [()]
    while edge:
        line: Line = edge.pop()
        now = every[line]
        row, some = turn(bill, now)
        if not some:
            found[line] = now
        for i, way in some:
            man = now.side.men[i]
            part = max(part_of(bill, man, now), F(0))
            after = taken(bill, now, i, way)
            over = max(F(0), after.paid - now.paid - part)
            every[*line, (i, way)] = after._replace(row=row, line=(*now.line, (i, over)))
            edge.append((*line, (i, way)))
    good = [line for line in found if not any(line[:n] + line[n + 1 :] in found for n in range(len(line)))]
    before = {line for line, now in every.items() if not full(bill, now)}
    return [found[line] for line in good], [every[line] for line in before]


def given_back(bill: Bill, now: Course) -> Iterator[Course]:
    """The course with what some have paid beyond required losses back in the pools, or kept (11.O.2)."""
    yield now
    for n, (i, over) in enumerate(now.line):
        if not over or bill.kind != "casualties":
            continue
        fate = now.side.fates[i]
        fate = fate._replace(killed=fate.killed - F(int(over * 4 / bill.weights[i]), 4), closed=True)
        after = now._replace(side=now.side.having(i, fate), paid=now.paid - over)
        line = list(now.line)
        line[n] = (i, F(0))
        for m, (j, more) in enumerate(line):
            was = after.paid
            left = spare(after.side.men[j], after.side.fates[j], bill.kind) * bill.weights[j]
            after = pays(bill, after, j, left)
            line[m] = (j, F(0) if m == n else more + after.paid - was)
        after = after._replace(line=tuple(line))
        if reaches(bill, after):
            yield from given_back(bill, after)


def reaches(bill: Bill, now: Course) -> bool:
    """Whether those who are left can pay all that is still owed."""
    there = [i for i, fate in enumerate(now.side.fates) if fate.how == "whole"]
    most = sum(
        (max(worth(now.side.men[i], way) for way in ways(now.side.men[i], bill)) * bill.weights[i] for i in there), F(0)
    )
    return full(bill, now) or now.paid + most >= bill.owed


def free(bill: Bill, now: Course) -> tuple[list[Course], list[Course]]:
    """Courses in which anybody has paid the rest, nobody in vain (11.M.0b); and those in which not all is paid yet."""
    there = [i for i, fate in enumerate(now.side.fates) if fate.how == "whole" and bill.weights[i]]
    choices = [[None, *(way for way in ways(now.side.men[i], bill) if worth(now.side.men[i], way))] for i in there]
    every: dict[tuple[str | None, ...], Course] = {}
    for chosen in itertools.product(*choices):
        after = now
        some = [(i, way) for i, way in zip(there, chosen, strict=True) if way]
        some.sort(key=lambda one: (-worth(now.side.men[one[0]], one[1]) * bill.weights[one[0]], one[0]))
        short = True
        for i, way in some:
            short = short and not full(bill, after)
            after = taken(bill, after, i, way)
        if short or not some:
            every[chosen] = after
    whole = {chosen: after for chosen, after in every.items() if full(bill, after)}
    if not whole:
        most = max(after.paid for after in every.values())
        whole = {chosen: after for chosen, after in every.items() if after.paid == most}
    needless = [
        chosen
        for chosen in whole
        if any(way and (*chosen[:n], None, *chosen[n + 1 :]) in whole for n, way in enumerate(chosen))
    ]
    ends = [after for chosen, after in whole.items() if chosen not in needless]
    return ends, [after for after in every.values() if not full(bill, after)]


def shed(bill: Bill, later: list[Bill], side: Side, i: int, home: F) -> bool:
    """Whether a unit that takes no losses would leave to nobody what is required of it (11.M.8, 11.O.1, 11.O.2).

    ``home``: what is then left of the first point.
    """
    man = side.men[i]
    others = [j for j, fate in enumerate(side.fates) if fate.how == "whole" and j != i]
    for one in (bill, *later):
        able = [
            max(worth(side.men[j], way) for way in ("lose", "away")[: 1 + (one.kind == "disruption")])
            * one.weights[j]
            * side.men[j].ability
            for j in others
            if users(side.men[j], one)
        ]
        if users(man, one) and sum(able, F(0)) < one.special:
            return True
    own = sum((side.men[j].strength * bill.weights[j] for j in others if HOME in side.men[j].rows), F(0))
    return HOME in man.rows and own < home


def bought(bill: Bill, side: Side, later: list[Bill]) -> Iterator[tuple[Bill, Side]]:
    """A bill once a unit, or those of a hex, have paid replacement points in its place (11.M.8)."""
    if bill.kind != "casualties" or not side.pool or any(one.how not in ("whole", "spared") for one in side.fates):
        return
    rest, besides = bill.owed - bill.special, sum((one.owed for one in later), F(0))
    for i, man in enumerate(side.men):
        rate = bill.weights[i]
        payable = rest - (F(0) if HOME in man.rows else bill.home)
        if man.at in side.hexes or man.name in side.payers or not man.supplied or not rate:
            continue
        others = [j for j, fate in enumerate(side.fates) if fate.how == "whole" and j != i]
        able = sum((side.men[j].strength * bill.weights[j] for j in others), F(0))
        for paid in amounts(min(half(man.strength / 4) + side.steps, payable / rate, side.pool)):
            if able >= bill.owed - paid * rate + besides:
                home = max(F(0), bill.home - paid * rate) if HOME in man.rows else bill.home
                if shed(bill, later, side, i, home):
                    continue
                after = replace(side.having(i, side.fates[i]._replace(how="spared")), payers=side.payers | {man.name})
                extra = max(F(0), paid - half(man.strength / 4))
                yield _less(bill, paid, rate, home), _spending(after, paid, man.at, extra, bill.home - home)
    for at in {man.at for man in side.men}:
        there = [i for i, man in enumerate(side.men) if man.at == at and bill.weights[i]]
        stack = sum((side.men[i].strength for i in there), F(0))
        barred = any(side.men[i].name in side.payers or not side.men[i].supplied for i in there)
        barred = barred or any(not _owes(bill, side.men[i]) for i in there)
        if not there or barred or at in side.hexes or stack < 4:
            continue
        rate = min(bill.weights[i] for i in there)
        for paid in amounts(min(1 + side.steps, (rest - bill.home) / rate, side.pool)):
            after = replace(side, payers=side.payers | {side.men[i].name for i in there})
            yield _less(bill, paid, rate, bill.home), _spending(after, paid, at, max(F(0), paid - 1), F(0))


def amounts(most: F) -> list[F]:
    """Points that may be paid where so many may: all of them, or a whole number of them (11.M.8b)."""
    return [most, *(F(n) for n in range(1, int(most) + 1) if n < most)] if most > 0 else []


def _owes(bill: Bill, man: Man) -> bool:
    """Whether something is owed that a unit may pay by replacement points: nothing that is required of others."""
    return bill.owed - bill.special - (F(0) if HOME in man.rows else bill.home) > 0


def _less(bill: Bill, paid: F, rate: F, home: F) -> Bill:
    """A bill with so many points paid."""
    most = None if bill.most is None else max(F(0), bill.most - paid)
    return bill._replace(owed=bill.owed - paid * rate, home=home, most=most)


def _spending(side: Side, paid: F, at: str, extra: F, first: F) -> Side:
    """A side that has paid points at once for a hex."""
    return replace(
        side,
        pool=side.pool - paid,
        spent=side.spent + paid,
        steps=side.steps - extra,
        hexes=side.hexes | {at},
        first=side.first + first,
    )


def ends(bills: list[Bill], side: Side) -> set[Side]:
    """Every way in which those bills may be paid, one after another."""
    if not bills:
        return {side}
    found: set[Side] = set()
    bill, later = bills[0], bills[1:]
    lost = sum((one.killed for one in side.fates), F(0)) + side.first
    if bill.kind == "casualties":
        at_home = any(HOME in man.rows for man in side.men)
        bill = bill._replace(home=min(bill.home, max(F(0), 1 - lost) if at_home else F(0)))
    for less, after in bought(bill, side, later):
        found |= ends([less, *later], after)
    bearing = borne(bill, side)
    whole, parts = required(bill, bearing)
    for now in whole:
        for after in given_back(bill, now):
            done, short = free(bill, after)
            parts += short
            for last in done:
                found |= ends(later, last.side)
    if bill.kind == "disruption":
        for now in [*parts, *whole]:
            if full(bill, now):
                continue
            special = half(now.special / 2)
            owed = half((bill.owed - now.paid) / 2)
            first = max(F(0), 1 - sum((one.killed for one in now.side.fates), F(0)) - now.side.first)
            home = min(owed, first) if any(HOME in man.rows for man in side.men) else F(0)
            found |= ends([bill._replace(kind="casualties", owed=owed, special=special, home=home), *later], now.side)
    return found


def borne(bill: Bill, side: Side) -> Side:
    """Those who paid by replacement points are spared as long as the others can pay (11.M.8)."""
    left = F(0)
    for i, (man, fate) in enumerate(zip(side.men, side.fates, strict=True)):
        most = man.strength + (man.res if bill.kind == "disruption" else 0)
        left += (most if fate.how == "whole" else spare(man, fate, bill.kind)) * bill.weights[i]
    if left >= bill.owed:
        return side
    fates = tuple(one._replace(how="whole") if one.how == "spared" else one for one in side.fates)
    return replace(side, fates=fates)
