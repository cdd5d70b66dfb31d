"""A position of the attrition of a turn: what changed on the board, and how far the attrition at hand is."""

from __future__ import annotations

from typing import NamedTuple

Places = tuple[tuple[str, int], ...]
"""How many counters of a unit stand in which hexes."""
Changed = tuple[tuple[int, Places], ...]
"""Where the counters of a unit stand now, by its number in the scenario, for units that lost or moved any."""
Numbers = tuple[tuple[int, int], ...]
"""How many counters of which unit."""
Piece = tuple[int, str]
"""One counter: the number of its unit, and the hex it stands in."""


class State(NamedTuple):
    """A position.

    ``phase``: key of the phase that it belongs to; ``number``: the attrition at hand, or -1;
    ``done``: those that are over; ``board``: what changed; ``before``: the same as it was when the die was rolled;
    ``out``: counters left out of this attrition (14.213); ``used``: those counted in earlier ones (14.23B);
    ``result``: C and H in force; ``called``: the sums of both over all attritions;
    ``bled``, ``seized``: hexes that Russia designated for losses and for occupation (14.521), ``designated``: how many
    in all attritions; ``losses``: counters lost in this attrition; ``chosen``: hexes to be occupied;
    ``waiting``: counters that have yet to retreat; ``entered``: counters that occupy a hex; ``taken``: hexes occupied.
    """

    phase: str
    number: int = -1
    done: tuple[int, ...] = ()
    board: Changed = ()
    before: Changed = ()
    out: Numbers = ()
    used: Numbers = ()
    result: tuple[int, int] = (0, 0)
    called: tuple[int, int] = (0, 0)
    bled: tuple[str, ...] = ()
    seized: tuple[str, ...] = ()
    designated: int = 0
    losses: tuple[Piece, ...] = ()
    chosen: tuple[str, ...] = ()
    waiting: tuple[Piece, ...] = ()
    entered: tuple[tuple[int, str], ...] = ()
    taken: int = 0
