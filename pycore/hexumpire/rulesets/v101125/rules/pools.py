"""What becomes of lost strength: special replacements, replacement pools, the turn track (11.M.1, 11.M.6, Table 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hexumpire.model.battle import Line
from hexumpire.model.text import capital, listed, say
from hexumpire.rulesets.v101125.rules import cadres, losses, replacements
from hexumpire.rulesets.v101125.rules.losses import REMOVED, TURNED, Loss
from hexumpire.rulesets.v101125.rules.replacements import Strengths
from hexumpire.rulesets.v101125.tables import MIXED
from hexumpire.rulesets.v101125.units import Face, Piece
from hexumpire.views.number_format import number

NOTHING = Strengths(0, 0)
CRT_CASUALTIES, RED_DISRUPTIONS = "crt_casualties", "red_disruptions"


class Book(NamedTuple):
    """What a side has lost in a battle, in parts of a point.

    ``casualties`` count for special replacements; ``disrupted`` points come back to the pool later, ``back`` points at
    once; ``isolated``: casualties of isolated units, which have a pool of their own.
    """

    casualties: int = 0
    disrupted: int = 0
    back: int = 0
    isolated: int = 0


def added(one: Book, other: Book) -> Book:
    """Two books together."""
    return Book(*(a + b for a, b in zip(one, other, strict=True)))


def strengths(face: Face | None) -> Strengths:
    """Both strengths of a face; of none, nothing."""
    return Strengths(face.attack, face.defence) if face else NOTHING


def entry(piece: Piece, loss: Loss) -> Book:
    """What a roll has taken of a counter that is reduced or gone (11.M.6, 11.M.7).

    A unit that went to the turn track as a whole has lost nothing (11.M.2e).
    """
    if loss.fate not in (*TURNED, REMOVED):
        return Book()
    left = piece.counter.faces[piece.face + TURNED[loss.fate]] if loss.fate in TURNED else None
    return turned(piece, left, loss.killed, loss.disrupted)


def turned(piece: Piece, left: Face | None, killed: int, disrupted: int = 0) -> Book:
    """What it books that a counter is turned to another face, or is gone, for so many parts of losses."""
    alone = piece.counter.flag("isolated")
    found = replacements.excess(strengths(piece.shown), strengths(left), losses.points(killed))
    special, rest = int(found.special * losses.PARTS), int(found.back * losses.PARTS)
    disrupted = min(disrupted, rest)
    return Book(special, disrupted, 0 if alone else rest - disrupted, special if alone else 0)


def booked(book: Book, rows: Iterable[tuple[Piece, Loss]]) -> Book:
    """The book of a side after a roll."""
    for piece, loss in rows:
        book = added(book, entry(piece, loss))
    return book


# --- in words -------------------------------------------------------------------------------------------------------


def lines(side: str, name: str, book: Book, away: Iterable[str], mixed: Iterable[str]) -> Iterator[Line]:
    """What follows for the pools of a side: ``name`` is its, ``away`` its units on the turn track, by their names.

    ``mixed``: types of its units of more than one kind of points that lost some.
    """
    if book.casualties:
        text = "{side}: casualties that count for special replacements: {points}."
        yield Line(say(text, side=name, points=_points(book.casualties)), ("11.M.1", "11.M.7", "11.M.8d"), side)
    if book.isolated:
        text = "{side}: {points} of them may go to the isolated pool of the home country."
        yield Line(say(text, side=name, points=_points(book.isolated)), ("T7.n1", "T7.n3"), side)
    if book.back:
        text = "{side}: straight back to the replacement pool: {points}."
        yield Line(say(text, side=name, points=_points(book.back)), ("11.M.6",), side)
    later = replacements.placed(RED_DISRUPTIONS)
    if book.disrupted:
        text = "{side}: from disruption back to the pool: {points}. Turns from now: {turns}."
        said = say(text, side=name, points=_points(book.disrupted), turns=later.points)
        yield Line(said, ("11.M.2e", "T7"), side)
    units = listed(say("the {unit}", unit=unit) for unit in away)
    if units:
        text = "{units}: from the turn track. Turns from now: {turns}."
        yield Line(say(text, units=capital(units), turns=later.unit), ("11.M.2e", "T7", "T7.n2"), side)
    for kind in dict.fromkeys(mixed):
        order = listed((POINTS[point] for point in MIXED[kind]), "then")
        text = "{side}: points of {kind} units go in the order {order}, over and over."
        yield Line(say(text, side=name, kind=KINDS[kind], order=order), ("11.M.9",), side)


def antiaircraft(side: str, unit: str, face: Face) -> Line:
    """The AA value of a remnant of an AA unit (T8)."""
    value = cadres.antiaircraft(cadres.Reduced(face.attack, face.defence))
    return Line(say("The {unit} has an AA value of {value}.", unit=unit, value=value), ("T8",), side)


POINTS = {"arm": "armour", "inf": "infantry", "art": "artillery"}
KINDS = {
    "armour": "armour",
    "mechanized": "mechanized",
    "motorized": "motorized",
    "artillery": "infantry and artillery",
}


def _points(parts: int) -> str:
    """So many points."""
    points = losses.points(parts)
    template = "{number} point" if points == 1 else "{number} points"
    return say(template, number=number(points))
