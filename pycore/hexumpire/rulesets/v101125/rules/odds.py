"""Odds: the ratio kept to tenths, the ten-sided die that moves it by a column, and the column in force (11.B.8).

Odds stand on a ladder of levels: 0 is the first column of the table, each level above the last column or below the
first is one of the odds that the table has no column for, and changes the main die instead (11.A.10, 11.A.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from hexumpire.model.text import say
from hexumpire.model.trace import Number, Trace
from hexumpire.rulesets.v101125.rules import sides
from hexumpire.rulesets.v101125.tables import CRT, ODDS
from hexumpire.rulesets.v101125.units import signed

Readings = Mapping[str, str]
COLUMNS = CRT.ladder.names
RATIOS = tuple(Fraction(left, right) for left, right in CRT.ladder.ratios)
LAST = len(COLUMNS) - 1
HIGHEST = LAST + int(ODDS["highest"] - RATIOS[LAST])
"""The level of the highest odds (11.A.10)."""
EVEN = RATIOS.index(Fraction(1))


@dataclass(frozen=True, slots=True)
class Odds:
    """A ratio as rounded, its level, and the die that moves it.

    ``faces``: the ten-sided die moves the level by ``step`` when it is not higher.
    """

    name: str
    level: int
    faces: int
    step: int

    def after(self, die: int) -> int:
        """The level after the ten-sided die (11.B.14)."""
        return self.level + self.step if die <= self.faces else self.level

    @property
    def next(self) -> int:
        """The level that the die may move it to."""
        return min(self.level + self.step, HIGHEST)


def odds(attack: Number, defence: Number, readings: Readings) -> Odds:
    """The odds of an attack on defenders of some strength, rounded for the defender (11.B.8, 11.B.14)."""
    if attack >= defence:
        return _from_even(Fraction(attack) / Fraction(defence), readings)
    return _below_even(Fraction(defence) / Fraction(attack) if attack else ODDS["lowest"], readings)


def _from_even(ratio: Fraction, readings: Readings) -> Odds:
    """Odds of 1:1 or better, of which none counts for more than 20:1 (11.A.10)."""
    ratio = min(ratio, ODDS["highest"])
    fine = ODDS["fine_from"] <= ratio < ODDS["fine_to"] and readings["ratio_step"] == "fine"
    step = ODDS["fine_step"] if fine else ODDS["step"]
    ratio = floor(ratio / step) * step
    level = max(index for index, column in enumerate(RATIOS) if column <= ratio)
    base, width = RATIOS[level], RATIOS[level + 1] - RATIOS[level] if level < LAST else Fraction(1)
    if level == LAST:
        level += floor(ratio - base)
        base = Fraction(floor(ratio))
    if readings["fraction_from"] == "one_and_half" and ratio < ODDS["half_columns_from"]:
        width = Fraction(1)
    faces = floor((ratio - base) / width * ODDS["faces"])
    return Odds(_named(ratio, 1 + fine), level, faces, 1)


def _named(ratio: Fraction, places: int) -> str:
    """A ratio as it is written: ``2.75:1``, ``4.8:1``, ``3.0:1``."""
    whole, part = divmod(ratio, 1)
    digits = str(int(part * ODDS["faces"] ** places)).rjust(places, "0")
    return say("{whole}.{digits}:1", whole=whole, digits=digits)


def _below_even(inverse: Fraction, readings: Readings) -> Odds:
    """Odds below 1:1, of which the die makes worse ones (11.B.16)."""
    whole = ceil if readings["below_even_rounding"] == "up" else floor
    inverse = whole(inverse / ODDS["step"]) * ODDS["step"]
    faces = int((inverse - floor(inverse)) * ODDS["faces"])
    name = say("1:{whole}.{tenths}", whole=floor(inverse), tenths=faces)
    return Odds(name, EVEN + 1 - floor(inverse), faces, -1)


def column_of(level: int) -> int:
    """The column of the table that a level is read on."""
    return min(max(level, 0), LAST)


def level_name(level: int) -> str:
    """The odds of a level: ``2.5:1``, ``15:1``, ``1:6``."""
    if level > LAST:
        return say("{ratio}:1", ratio=RATIOS[LAST] + level - LAST)
    return COLUMNS[level] if level >= 0 else say("1:{ratio}", ratio=ODDS["least"] - level)


def die_modifier(level: int) -> int:
    """The modifier of the main die for odds beyond the table (T10.n1, T10.n2)."""
    if level > LAST:
        return int(ODDS["above"]) * (min(level, HIGHEST) - LAST)
    return int(ODDS["below"]) * -level if level < 0 else 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where the main dice are read: a column, and the modifier of odds beyond the table."""

    level: int
    column: int
    dm: int

    @property
    def name(self) -> str:
        """The head of the column."""
        return COLUMNS[self.column]


def shifted(level: int, shift: int, readings: Readings) -> Place:
    """The column after the weather shift (11.B.15), and the modifier that its odds give."""
    moved = min(level + shift, HIGHEST)
    if shift and readings["weather_ladder"] == "table":
        moved = min(max(moved, min(level, 0)), max(level, LAST))
    dm = die_modifier(moved if readings["weather_dm"] == "after" else level)
    return Place(moved, column_of(moved), dm)


def refused(found: Odds, shift: int, readings: Readings) -> bool:
    """Whether nobody attacks at these odds of his own will: the die might make them worse than 1:4 (11.A.11).

    By the reading ``sure_odds`` what counts may be the odds before the ten-sided die.
    """
    moves = found.faces and readings["sure_odds"] == "die"
    worst = min(found.level, found.next) if moves else found.level
    return worst + (shift if readings["weather_check"] == "after" else 0) < 0


def weather(shift: int) -> Trace:
    """How many columns the weather shifts by (11.B.15)."""
    return Trace(say("the weather shifts by {columns}", columns=shift), shift, ("11.B.15",))


def beyond(place: Place) -> Trace:
    """What odds that the table has no column for add to the main dice (11.A.10, 11.A.11, T10.n1, T10.n2)."""
    rules = ("11.A.11", "T10.n2") if place.dm < 0 else ("11.A.10", "T10.n1")
    text = "beyond the table: read on {column}, main die {dm}"
    return Trace(say(text, column=place.name, dm=signed(place.dm)), place.dm, rules)


# --- shown --------------------------------------------------------------------------------------------------


def lines(found: Odds, place: Place, shift: int, side: str) -> Iterator[Trace]:
    """How the column of an attack by a side comes about, in words."""
    told = say("in the {other}'s favour {odds}", other=sides.FOES[side], odds=found.name)
    yield Trace(told, None, ("11.B.8",), "list")
    if found.faces and found.next != found.level:
        text = "a ten-sided die of {faces} or less makes {odds} of it"
        yield Trace(say(text, faces=found.faces, odds=level_name(found.next)), None, ("11.B.14",), "list")
    if shift:
        yield replace(weather(shift), value=None, op="list")
    if place.dm:
        yield replace(beyond(place), value=None, op="list")
    if found.level == HIGHEST:
        yield Trace("nothing counts for more than 20:1", None, ("11.A.10",), "list")


def needed(level: int, defence: Number) -> Number:
    """The attack strength that reaches a level, before any rounding of it."""
    return Fraction(defence) * (RATIOS[min(level, LAST)] + max(0, level - LAST))
