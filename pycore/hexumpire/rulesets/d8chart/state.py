"""A position of an attack: only what changes."""

from __future__ import annotations

from typing import NamedTuple

Left = tuple[tuple[int, ...], ...]
"""For each land unit of ``Attack.lands`` the steps of its counters that are still there, most first."""


class State(NamedTuple):
    """A position.

    ``natural`` is the die as it fell, ``printed`` the cell of the chart, ``applied`` what is carried out; ``owed``
    the steps that ``owing`` still loses; ``due`` whether the retreat check is due; ``path`` the hexes retreated into.
    """

    phase: str
    left: Left
    natural: int = 0
    printed: str = ""
    applied: str = ""
    owing: str = ""
    owed: int = 0
    due: bool = False
    roll: int = 0
    path: tuple[str, ...] = ()
    ending: str = ""
