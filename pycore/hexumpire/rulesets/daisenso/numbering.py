"""Hex numbers as printed: a sheet (w or e), two digits of the row, two of the column.

Rows count northwards, so that the row is the negative of the grid's ``r``; odd rows lie half a hex to the east. The
text joins the two sheets by no rule, so the east sheet is laid far from the west one.
"""

from __future__ import annotations

from functools import lru_cache

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.tables import EAST, PRINTED, ROWS

SHEET = ROWS * ROWS
"""Numbers of hexes on one sheet."""
KEPT = SHEET
"""Answers that are remembered of each kind: a page may stay open for weeks."""


@lru_cache(KEPT)
def place_name(place: str) -> str:
    """The printed number of a hex ``"q,r"``: ``"35,-41"`` is ``"w4114"``; empty when it has none."""
    row, column = hexgrid.to_offset(hexgrid.parse(place))
    row, (sheet, column) = -row, divmod(column, EAST)
    if not (0 <= row < ROWS and 0 <= column < ROWS and sheet in (0, 1)):
        return ""
    return "we"[sheet] + str(ROWS + row)[1:] + str(ROWS + column)[1:]


@lru_cache(KEPT)
def find_place(printed: str) -> str:
    """The hex ``"q,r"`` of a printed number such as ``"w4114"``; ValueError when it is none."""
    text = printed.strip().lower()
    if len(text) != PRINTED or text[0] not in "we" or not (text[1:].isascii() and text[1:].isdigit()):
        message = "{any} is not a hex number; write w or e, row and column, such as 'w4114'"
        raise ValueError(say(message, any=repr(printed)))
    row, column = divmod(int(text[1:]), ROWS)
    return hexgrid.name(hexgrid.from_offset(-row, column + EAST * (text[0] == "e")))


@lru_cache(KEPT)
def shown(place: str) -> str:
    """How a text speaks of a hex."""
    return mention(place)


def number(place: str) -> int:
    """A hex as one number for tables of outcomes, never 0: the four digits of the west sheet, others beyond them."""
    printed = place_name(place)
    if printed and int(printed[1:]):
        return int(printed[1:]) + SHEET * (printed[0] == "e")
    q, r = (n + EAST // 2 for n in hexgrid.parse(place))
    return SHEET + SHEET + q * EAST + r


def numbered(value: int) -> str:
    """How a text speaks of the hex that a number stands for: ``4413`` is that of ``"w4413"``."""
    sheet, digits = divmod(value, SHEET)
    if sheet in (0, 1):
        return shown(find_place("we"[sheet] + str(SHEET + digits)[1:]))
    q, r = divmod(value - SHEET - SHEET, EAST)
    return shown(hexgrid.name((q - EAST // 2, r - EAST // 2)))


@lru_cache(KEPT)
def around(place: str) -> tuple[str, ...]:
    """The six hexes around a hex."""
    return tuple([hexgrid.name(other) for other in hexgrid.neighbours(hexgrid.parse(place))])


@lru_cache(KEPT)
def apart(a: str, b: str) -> int:
    """Distance in hexes, whatever lies between (4.2.5.1.terrain)."""
    return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b))


@lru_cache(KEPT)
def side_between(a: str, b: str) -> str:
    """The hexside of two neighbours."""
    return hexgrid.hexside_between(hexgrid.parse(a), hexgrid.parse(b))
