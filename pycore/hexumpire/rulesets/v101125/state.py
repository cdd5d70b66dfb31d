"""A position of an attack: only what changes."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """``phase``: key of the phase that it belongs to."""

    phase: str
