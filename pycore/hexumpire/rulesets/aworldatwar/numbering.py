"""Hex numbers as printed: a lettered row, then a number that grows to the east, such as K37 (16.45's example).

The map lies far from the board's hex ``0,0``, around which battles stand that do not say where on it they are.
"""

from __future__ import annotations

import re
from string import ascii_uppercase as LETTERS

from hexumpire.board import hexgrid
from hexumpire.rulesets.aworldatwar.tables import MAP_EAST

_PRINTED = re.compile(r"([A-Z])(\1?)([0-9]{1,6})")
LAST_ROW = 2 * len(LETTERS) - 1


def place_name(place: str) -> str:
    """The printed number of a hex ``"q,r"``; empty when it has none."""
    q, r = hexgrid.parse(place)
    try:
        return to_letters((q - MAP_EAST, r))
    except ValueError:
        return ""


def find_place(printed: str) -> str:
    """The hex ``"q,r"`` of a printed number such as ``"K37"``; ValueError when it is none."""
    q, r = from_letters(printed)
    return hexgrid.name((q + MAP_EAST, r))


def from_letters(text: str) -> tuple[int, int]:
    """Return the hex printed as a lettered row and a number, such as ``"K37"`` or ``"AA12"``.

    Rows run A to Z, then AA, BB ... ZZ; the neighbours of (row, n) are n - 1 and n + 1 in its own row, n and
    n + 1 in the row above, n and n - 1 in the row below.
    """
    found = _PRINTED.fullmatch(text.strip().upper())
    if not found:
        raise ValueError(f"{text!r} is not a lettered hex; write a row A to Z or AA to ZZ and a number, such as 'K37'")
    letter, again, number = found.groups()
    return (int(number), LETTERS.index(letter) + (len(LETTERS) if again else 0))


def to_letters(hex: tuple[int, int]) -> str:
    """Return the lettered name of a hex, such as ``"K37"``; ValueError when it is off the lettered map."""
    q, r = hex
    if not 0 <= r <= LAST_ROW or q < 0:
        raise ValueError(f"hex {hexgrid.name(hex)} has no lettered name: rows run from A to ZZ and numbers start at 0")
    doubled, letter = divmod(r, len(LETTERS))
    return LETTERS[letter] * (1 + doubled) + str(q)
