"""Every way in which the defenders of a hex may retreat, hex by hex, by a plain reading of 11.Q.2.

It shares nothing with the engine. All who retreat go together; a hex costs what :func:`wide_reference.way_costs` says.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any, NamedTuple

from tests.rules.v101125 import wide_reference

Document = dict[str, Any]
START = "0,0"


class Man(NamedTuple):
    """A unit on its way: its defence and that of its reduced side, and what a point of each is worth."""

    defence: int
    cadre: int | None
    speed: F
    slow: F


class Lot(NamedTuple):
    """What became of it: faces lost, 2 where nothing is left, and points of them that paid."""

    lost: int = 0
    paid: F = F(0)


class End(NamedTuple):
    """Where a retreat ends, and what is left: the last hex of each unit that got there, and faces lost of each."""

    at: tuple[str, ...]
    lost: tuple[int, ...]


def worth(man: Man, lot: Lot, more: int) -> F:
    """What further faces are worth (11.N.3, 11.Q.2.d)."""
    first = man.defence * man.speed if lot.lost == 0 and more else F(0)
    again = (man.cadre or 0) * man.slow if more and lot.lost + more == 2 else F(0)
    return first + again


def spare(man: Man, lot: Lot) -> F:
    """What is left of faces that are lost, at the speed of the last of them (11.Q.2.c)."""
    if not lot.lost:
        return F(0)
    both = lot.lost == 2 and man.cadre is not None
    return (man.defence + (man.cadre or 0) * both - lot.paid) * (man.slow if both else man.speed)


def pays(man: Man, lot: Lot, owed: F, slow: bool) -> Lot:
    """It pays so much; of its strength that takes the less, the faster it is, in whole quarters of a point."""
    by = man.slow if slow else man.speed
    return lot._replace(paid=lot.paid + F(-int(-owed * 4 // by), 4))


def bills(men: list[Man], lots: list[Lot], owed: F) -> Iterator[list[Lot]]:
    """All ways to pay so many points: what lost units are worth besides pays first, and nobody goes in vain."""
    lots = list(lots)
    for i, man in enumerate(men):
        used = min(spare(man, lots[i]), owed)
        if used > 0:
            lots[i] = pays(man, lots[i], used, lots[i].lost == 2 and man.cadre is not None)
            owed -= used
    if owed <= 0:
        yield lots
        return
    choices = []
    for man, lot in zip(men, lots, strict=True):
        some = [0]
        if lot.lost == 0 and man.defence:
            some += [1, 2] if man.cadre else [1]
        if lot.lost == 1 and man.cadre:
            some += [1]
        choices.append(some)
    totals = {
        one: sum((worth(man, lot, n) for man, lot, n in zip(men, lots, one, strict=True)), F(0))
        for one in itertools.product(*choices)
    }
    need = min(owed, max(totals.values()))
    for one, total in totals.items():
        less = (
            totals[*one[:i], n - 1, *one[i + 1 :]]
            for i, n in enumerate(one)
            if n and (*one[:i], n - 1, *one[i + 1 :]) in totals
        )
        if total < need or any(rest >= need for rest in less):
            continue
        parts = []
        for i, n in enumerate(one):
            man, lot = men[i], lots[i]
            if n and lot.lost == 0:
                parts.append((man.defence * man.speed, i, False))
            if n and lot.lost + n == 2 and man.cadre:
                parts.append((man.cadre * man.slow, i, True))
        after, left = list(lots), owed
        for most, i, slow in sorted(parts, key=lambda part: (-part[0], part[1], part[2])):
            used = min(most, left)
            after[i] = after[i]._replace(lost=2 if slow or men[i].cadre is None else 1)
            if used:
                after[i], left = pays(men[i], after[i], used, slow), left - used
        yield after


def ends(document: Document, men: list[Man], most: int) -> set[End]:
    """Every way, of so many hexes at most, in which those who are there may retreat from the hex under attack."""
    enemies = [unit for unit in document["units"] if unit["side"] == "attacker"]
    level = document["map"]["hexes"][START].get("interdiction", 0)
    found: set[End] = set()

    def arrived(way: tuple[str, ...], now: list[Lot]) -> None:
        found.add(End(tuple(way[-1] if lot.lost < 2 else "" for lot in now), tuple(lot.lost for lot in now)))

    def go(way: tuple[str, ...], now: list[Lot]) -> None:
        here = way[-1] if way else START
        held = any(unit["at"] == here for unit in enemies)
        watched = any(wide_reference.reach(document, unit, here, fights=False) for unit in enemies)
        if way:
            arrived(way, now)
        if way and (held or not watched or len(way) == most or all(lot.lost == 2 for lot in now)):
            return
        for place in around(here):
            for paid in [] if place == START or place in way else costs(place, not way, now):
                go((*way, place), paid)

    def costs(place: str, first: bool, now: list[Lot]) -> Iterator[list[Lot]]:
        even = [man._replace(speed=F(1), slow=F(1)) for man in men]
        for paid in bills(even, now, F(2 * level)) if level and first else [now]:
            if all(lot.lost == 2 for lot in paid):
                yield paid
            else:
                yield from bills(men, paid, wide_reference.way_costs(document, place))

    go((), [Lot()] * len(men))
    return found


def around(place: str) -> list[str]:
    """The hexes around one."""
    q, r = map(int, place.split(","))
    return [f"{q + s},{r + t}" for s, t in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))]
