"""Positions: only what changes."""

from __future__ import annotations

from typing import NamedTuple

Left = tuple[tuple[int, ...], ...]
"""For each land unit of ``Setting.lands`` the steps of its counters that are still there, most first."""
Runner = tuple[int, int]
"""A counter that retreats: its unit by its place in ``Setting.leavers``, and its steps (none for a General)."""


class State(NamedTuple):
    """A position of an attack.

    ``natural`` is the die as it fell, ``printed`` the cell of the chart, ``applied`` what is carried out; ``owed``
    the steps that ``owing`` still loses; ``due`` whether the retreat check is due.

    Of a retreat, ``waiting`` are the counters that have not arrived, ``path`` the hexes that the next of them (or all
    of them, while they go together) have entered, ``fork`` the hexes entered before they went their own ways (None
    while they go together), ``placed`` where the others came to (``""``: not told) and whether they went all the way.
    ``parted``: only those left of their own will who may, and the rest is still in the hex.
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
    waiting: tuple[Runner, ...] = ()
    fork: tuple[str, ...] | None = None
    placed: tuple[tuple[int, str, bool], ...] = ()
    parted: bool = False


class Gone(NamedTuple):
    """A position of a survey: which of the units that may go have gone, in their order."""

    phase: str
    gone: tuple[bool, ...]
