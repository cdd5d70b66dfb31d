"""Hex numbers as printed: a lettered row, then a number that grows to the east, such as K37 (16.45's example).

The map lies far from the board's hex ``0,0``, around which battles stand that do not say where on it they are.
"""

from __future__ import annotations

from hexumpire.board import hexgrid
from hexumpire.kit.lettered import from_letters, to_letters
from hexumpire.rulesets.aworldatwar.tables import MAP_EAST


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
