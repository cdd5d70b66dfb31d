"""One attack as it is to be resolved: who attacks whom, where, and how."""

from __future__ import annotations

from dataclasses import dataclass

from hexumpire.rulesets.v101125.units import Piece

HASTY = "hasty"
REGULAR = "regular"
FORCED = "forced"
COUNTERATTACK = "counterattack"


@dataclass(frozen=True, slots=True)
class Support:
    """Points of ground support (``air``) or naval gunfire (``naval``), before any halving (11.B.3)."""

    type: str
    points: int


@dataclass(frozen=True, slots=True)
class Fight:
    """What strengths, odds and modifiers are worked out from.

    ``kind``: ``regular``, ``hasty`` (11.C), ``forced`` by a deadlock, or ``counterattack``; ``works``: the features of
    the hex as they are now; ``clear``: the hex and the way to it count as clear (11.L.1.d.iv); ``dual``: a fight inside
    a dual ownership hex; ``steps`` and ``bought_back``: planned steps (11.B.13); ``waived``: what is not used
    (``aeca``, ``aecd``, ``atec``: 11.J.6, ``special``: 11.E.0); ``rolled``: modifier of a success roll (T2);
    ``halved``: indices of defending counters that count half (T1.FF, 11.L.1.g); ``supplied``, ``chit``: how the
    attack is supplied.
    """

    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    target: str
    kind: str = REGULAR
    phase: str = "initial"
    ours: tuple[Support, ...] = ()
    theirs: tuple[Support, ...] = ()
    works: tuple[str, ...] = ()
    clear: bool = False
    dual: bool = False
    steps: int = 0
    bought_back: int = 0
    waived: frozenset[str] = frozenset()
    rolled: int = 0
    halved: frozenset[int] = frozenset()
    supplied: bool = True
    chit: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether a result forces it."""
        return self.kind in (FORCED, COUNTERATTACK)
