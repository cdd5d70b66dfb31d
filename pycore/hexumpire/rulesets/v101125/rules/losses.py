"""Losses: what is owed, what each unit is worth that may pay it, and what is left of it (11.M, 11.N).

Points are whole numbers of quarters of a point here (``losses.parts`` in the tables), so that payments are sums of
whole numbers. A unit pays with its whole strength: it is reduced, or removed where it has no reduced side (11.N.0), and
what it is worth beyond what is owed pays what the same roll makes it owe later, or goes back to the pools (11.M.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.rules.replacements import halves
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DISRUPTION
from hexumpire.rulesets.v101125.tables import LOSSES, RED_RES

PARTS = int(LOSSES["parts"])
WHOLE, REDUCED, TWICE, REMOVED, DISRUPTED, SPARED = "whole", "reduced", "twice", "removed", "disrupted", "spared"
"""What became of a unit in a roll.

``TWICE``: reduced to the side behind its reduced one; ``DISRUPTED``: as a whole, off to the turn track; ``SPARED``: it
paid by RPs.
"""
TURNED = {fate: faces for faces, fate in enumerate((REDUCED, TWICE), 1)}
"""By how many faces a fate turns a counter."""
LOSE, AWAY, AGAIN = "lose", "away", "again"
"""How a unit pays: with its strength, with strength and REs as it leaves the map, and its reduced side, too."""


def parts(points: Number) -> int:
    """Points as parts, rounded down to the nearest half (11.M.0c)."""
    return int(halves(points) * PARTS)


def points(amount: int) -> Fraction:
    """Parts as points."""
    return Fraction(amount, PARTS)


# --- units ----------------------------------------------------------------------------------------------------------


class Stake(NamedTuple):
    """A unit as its losses see it: the printed strength of its role, those of its reduced sides (11.N), its REs.

    All of them in parts. ``reduced`` is -1 where there is no such side, ``last`` where a cadre becomes no remnant in
    its turn (11.N.2). ``rows``: the rows of Table 9 by which it owes required losses; ``ability``: what its strength is
    multiplied by when it pays those (11.O.1); ``uncut``: the terrain does not cut it (11.M.3, T6.f1).
    """

    strength: int
    reduced: int
    res: int
    rows: tuple[int, ...]
    ability: int
    uncut: bool
    last: int


def stake(
    strength: Number,
    reduced: Number | None,
    res: Number,
    rows: tuple[int, ...],
    ability: int,
    uncut: bool,
    last: Number | None,
) -> Stake:
    """A unit with printed numbers."""
    first, second = (-1 if face is None else int(face * PARTS) for face in (reduced, last))
    return Stake(int(strength * PARTS), first, int(res * PARTS), rows, ability, uncut, second)


class Loss(NamedTuple):
    """What a roll has done to a unit: its fate, and parts of its strength that paid casualties and disruption.

    ``closed``: what it was worth beyond that went back to the pools.
    """

    fate: str = WHOLE
    killed: int = 0
    disrupted: int = 0
    closed: bool = False

    @property
    def used(self) -> int:
        """Parts that have paid."""
        return self.killed + self.disrupted


Account = tuple[Loss, ...]
"""What a roll has done to the units of a side, in their order."""


def fresh(stakes: Sequence[Stake]) -> Account:
    """Nothing is lost yet."""
    return (Loss(),) * len(stakes)


def capacity(one: Stake, loss: Loss) -> int:
    """What a unit that is lost counts for: a cadre's whole division (11.N.1), a disrupted unit's REs, too (11.M.2a)."""
    if loss.fate == DISRUPTED:
        return one.strength + one.res
    if loss.fate in (TWICE, REMOVED) and one.reduced >= 0:
        return one.strength + one.reduced
    return one.strength if loss.fate in (REDUCED, REMOVED) else 0


def credit(one: Stake, loss: Loss, kind: str) -> int:
    """What a lost unit may still pay to the same roll; one that is only disrupted pays no casualties."""
    if loss.closed or (kind == CASUALTIES and loss.fate == DISRUPTED):
        return 0
    return capacity(one, loss) - loss.used


class Spent(NamedTuple):
    """What a unit truly lost, in points, what reducing it absorbed beyond that, and what goes back to the pools."""

    casualties: Fraction
    disrupted: Fraction
    free_casualties: Fraction
    free_disruption: Fraction
    back: Fraction


def spent(one: Stake, loss: Loss) -> Spent:
    """The reckoning of a unit after a roll: the worst comes first, and only what is gone counts (11.M.0c, 11.M.7)."""
    kept = {WHOLE: one.strength, SPARED: one.strength, REDUCED: one.reduced, TWICE: one.last}
    real = one.strength - kept.get(loss.fate, 0)
    killed = min(loss.killed, real)
    disrupted = real - killed if loss.fate == DISRUPTED else min(loss.disrupted, real - killed)
    rest = (killed, disrupted, loss.killed - killed, max(0, loss.disrupted - disrupted), real - killed - disrupted)
    return Spent(*map(points, rest))


# --- what is owed ---------------------------------------------------------------------------------------------------


class Bill(NamedTuple):
    """One row of what a side owes (Table 7), in parts.

    ``kind`` is ``casualties`` or ``disruption``; ``special`` and ``home`` are the parts that units with special
    abilities, and units in their home country, must pay; ``weights``: by how much each unit's strength counts, as a
    pair of whole numbers, 1 where it is empty; ``again``: reduced units may be lost, too, as in a retreat (11.N.3);
    ``reduced``: the weights of these, of a unit without such a side its own; ``most``: no more than so many parts are
    truly lost by it (11.A.12), None without a limit; ``wide``: the parts of ``special`` are those above a full
    disruption, which all pay who are capable of required losses, units in their home
    country among them (11.L.2.b, 11.O.1.home).
    """

    kind: str
    owed: int
    special: int = 0
    home: int = 0
    weights: tuple[tuple[int, int], ...] = ()
    again: bool = False
    reduced: tuple[tuple[int, int], ...] = ()
    most: int | None = None
    wide: bool = False

    def weigh(self, place: int, strength: int, way: str = LOSE) -> int:
        """What a strength of a unit pays."""
        above, below = self.factor(place, way)
        return strength * above // below

    def factor(self, place: int, way: str = LOSE) -> tuple[int, int]:
        """The weight of a unit, or of its reduced side."""
        some = self.reduced if way == AGAIN and self.reduced else self.weights
        return some[place] if some else (1, 1)

    def face(self, place: int, paid: int, way: str = LOSE) -> int:
        """What a unit needs of its strength to pay so much."""
        above, below = self.factor(place, way)
        return ceil(Fraction(paid * below, above))


def weights(stakes: Sequence[Stake], cut: int, kind: str, reading: str = "double") -> tuple[tuple[int, int], ...]:
    """How much the units of a side count for points scaled by terrain that cuts (11.M.3, T6.f1).

    Units that it does not cut pay an exchange at the plain rate, and count double for disruption (by the reading
    ``uncut_double`` four times where it quarters).
    """
    if cut <= 1:
        return ()
    most = int(RED_RES["uncut"]) if kind == DISRUPTION and reading == "double" else cut
    return tuple((most if one.uncut else 1, 1) for one in stakes)


def convert(amount: Number) -> Fraction:
    """Disruption taken as casualties instead, at half rate (11.M.2b, T6.f4)."""
    return halves(amount * LOSSES["converted"])


def blocked(disruption: Number, blockers: Number) -> Fraction:
    """Disruption that units without a safe way must convert: no more than those who bar it have (11.M.2d)."""
    return min(Fraction(disruption), halves(blockers))


# --- what has become of units ----------------------------------------------------------------------------------------


def with_loss(account: Account, place: int, loss: Loss) -> Account:
    """An account with another loss of one unit."""
    return (*account[:place], loss, *account[place + 1 :])


def eliminated(account: Account, place: int, one: Stake) -> Account:
    """A unit, or what the roll has left of it, is eliminated by no bill and pays none: that counts as casualties.

    What it was worth beyond what it had paid, where it was reduced, goes back (11.L.1.k, 11.Q.2.j, 11.M.6).
    """
    loss = account[place]
    left = {REDUCED: one.reduced, TWICE: one.last}.get(loss.fate)
    killed = one.strength - loss.disrupted if left is None else min(loss.killed, one.strength - left) + left
    return with_loss(account, place, Loss(REMOVED, killed, loss.disrupted, True))
