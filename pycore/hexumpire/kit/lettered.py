"""Printed maps whose rows go by letters and whose hexes go by numbers, such as K37."""

from __future__ import annotations

import re
from string import ascii_uppercase as LETTERS

from hexumpire.board import hexgrid

_PRINTED = re.compile(r"([A-Z])(\1?)([0-9]{1,6})")
_LAST_ROW = 2 * len(LETTERS) - 1


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
    if not 0 <= r <= _LAST_ROW or q < 0:
        raise ValueError(f"hex {hexgrid.name(hex)} has no lettered name: rows run from A to ZZ and numbers start at 0")
    doubled, letter = divmod(r, len(LETTERS))
    return LETTERS[letter] * (1 + doubled) + str(q)
