"""Required losses: who owes them, how many, and in what order they are taken (11.O, Table 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.rules.armour import is_division
from hexumpire.rulesets.v101125.tables import REQUIRED
from hexumpire.rulesets.v101125.units import Piece

ROWS: Mapping[str, int] = {kind: number for number, kind in enumerate(REQUIRED["order"], 1)}
"""The rows of Table 9 by their kind."""
HOME: int = ROWS["home"]
"""The row of units in their home country (11.O.1.home)."""
FIRST: int = REQUIRED["home_points"]
"""Points that those must pay first (11.O.2)."""


def row(kind: str) -> int:
    """The row of Table 9 of a special ability; abilities that are not listed count as special combat abilities."""
    return ROWS.get(kind, ROWS["special"])


def rows_of(piece: Piece, used: Set[str]) -> tuple[int, ...]:
    """The rows by which a unit owes required losses, for what is used of it in the fight (11.O.1, T9).

    ``used``: ``special`` for a special ability of its own, ``armour`` for its part in armour effects, ``airdrop`` where
    the surprise bonus of airborne units was rolled for, ``winterized``. A unit in its home country owes them always
    (11.O.1.home), and so does a Soviet motorized division (11.O.3).
    """
    counter = piece.counter
    kinds = [kind for kind in ("armour", "airdrop", "winterized") if kind in used]
    if "special" in used:
        kinds.append(counter.text("special"))
    if "soviet" in counter.traits and counter.flag("cm") and is_division(piece):
        kinds.append("soviet_tank")
    if counter.flag("home"):
        kinds.append("home")
    return tuple(sorted({row(kind) for kind in kinds}))


def of_users(rows: Iterable[int], wide: bool) -> tuple[int, ...]:
    """The rows of a unit by which it pays what is required of users of abilities.

    ``wide``: above a full disruption, which those at home are capable of, too (11.L.2.b).
    """
    return tuple(row for row in rows if wide or row != HOME)


def special(res: Iterable[Number], loss: Number) -> Number:
    """Points of casualties that users of special abilities owe: one for each of their REs, at most all (11.O.1.b)."""
    rate: int = REQUIRED["per_re"]
    return min(loss, sum(res) * rate)


def home(loss: Number) -> Number:
    """Points of casualties that units in their home country owe: the first one (11.O.2)."""
    return min(loss, FIRST)


def due(rows: Iterable[Sequence[int]], last: int) -> int:
    """The row whose turn it is among units still there, each with its rows; 0 without any (11.O.1.a).

    After a unit of a row comes one of the next row that is there, and after the last row the first again.
    """
    there = sorted({row for some in rows for row in some})
    return next((row for row in there if row > last), there[0] if there else 0)


def order(kinds: Sequence[str]) -> list[int]:
    """The order in which units lose, by their places in ``kinds``: one at a time, over and over (T9)."""
    left = [(place, row(kind)) for place, kind in enumerate(kinds)]
    taken: list[int] = []
    last = 0
    while left:
        last = due([(number,) for _, number in left], last)
        one = next(pair for pair in left if pair[1] == last)
        left.remove(one)
        taken.append(one[0])
    return taken
