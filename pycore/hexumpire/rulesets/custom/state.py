"""A position of a battle of a typed-in game: only what changes."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.model.trace import Number
from hexumpire.rulesets.custom.sheet import Effect

DISRUPTED = 1
"""Mark of a counter."""
PINNED = 2
"""Mark of a counter."""


class Piece(NamedTuple):
    """A counter: where it stands (nowhere when it is gone), the steps it has lost, its marks.

    ``out``: it has fought, but takes no part in this round any more.
    """

    at: str
    lost: int = 0
    mark: int = 0
    out: bool = False


class Bill(NamedTuple):
    """What a result costs a side in factors, and what that was worked out from.

    ``what``: the kind of effect; ``owed``: its factors; ``share``: of what it is measured by; ``measure``: what that
    comes to, of the side ``whose``; ``factors`` and ``force``: the side's own, where a strength is told in factors;
    ``result``: what it is owed by.
    """

    what: str
    side: str
    owed: Number
    whose: str
    measure: Number
    share: Number = 1
    factors: Number = 0
    force: Number = 0
    result: str = ""


class Note(NamedTuple):
    """Why a result is not carried out in full, for the log.

    ``why``: a counter finds no way for its retreat (``way``, with the hexes that it can go of those that it should),
    the round was the last of a fight (``most``), or nobody of the attacker fights on (``nobody``).
    """

    why: str
    piece: int = -1
    n: int = 0
    of: int = 0


class State(NamedTuple):
    """A position; ``phase`` is what happens next.

    ``pieces``: every counter; ``dice``: those thrown so far; ``todo``: what of the result is still to be done.
    ``owing`` loses ``owed`` (in ``unit``), ``chooser`` says whose; ``lost`` are the factors that each side has lost
    by this result, ``force`` the strengths that it was read with. ``going`` are the counters that retreat now, with
    ``left`` hexes to go; ``queue`` are those that follow, and ``far`` is how far a retreat goes. ``shift`` and
    ``roll`` change this round; ``again`` has those of the next one, and whether it may be left out. ``may``: hexes that
    the attacker may advance by the result. ``advanced``: who has, and hexes left to each. ``stood``: the counters as
    they were when the dice of this round fell; ``barred``: the result gave another round, but the chart has no odds
    for it. For the log alone are ``bills``: what the result has cost in factors so far, and ``notes``.
    """

    phase: str
    round: int
    pieces: tuple[Piece, ...]
    dice: tuple[int, ...] = ()
    result: str = ""
    todo: tuple[Effect, ...] = ()
    owing: str = ""
    owed: Number = 0
    unit: str = ""
    chooser: str = ""
    lost: tuple[Number, Number] = (0, 0)
    force: tuple[Number, Number] = (0, 0)
    going: tuple[int, ...] = ()
    left: int = 0
    far: int = 0
    queue: tuple[tuple[int, ...], ...] = ()
    shift: int = 0
    roll: int = 0
    again: tuple[int, int, bool] | None = None
    may: int = 0
    advanced: tuple[tuple[int, int], ...] = ()
    stood: tuple[Piece, ...] = ()
    barred: bool = False
    bills: tuple[Bill, ...] = ()
    notes: tuple[Note, ...] = ()
