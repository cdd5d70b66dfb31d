"""A position of Skirmish: only what changes."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """``phase``: what happens next; ``left``: counters left of each unit; ``owing``: sides that still lose one."""

    phase: str
    round: int
    left: tuple[int, ...]
    owing: tuple[str, ...] = ()
