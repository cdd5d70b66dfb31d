"""One attack as it is to be resolved: who attacks whom, where, and how."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.units import Piece

HASTY = "hasty"
REGULAR = "regular"
FORCED = "forced"
COUNTERATTACK = "counterattack"
OVERRUN = "overrun"


@dataclass(frozen=True, slots=True)
class Support:
    """Points of ground support (``air``) or naval gunfire (``naval``), before any halving (11.B.3)."""

    type: str
    points: int


class Outlay(NamedTuple):
    """What an attack was paid for by before anybody left or was lost before its dice (11.B.4, 11.B.11)."""

    stacks: int
    terrain: Number
    overstack: Number
    zone: Fraction


@dataclass(frozen=True, slots=True)
class Fight:
    """What strengths, odds and modifiers are worked out from.

    ``kind``: ``regular``, ``hasty`` (11.C), ``overrun``, ``forced`` by a deadlock, or ``counterattack``; ``works``: the
    features of the hex as they are now; ``clear``: the hex and the way to it count as clear (11.L.1.d.iv); ``dual``: a
    fight inside a dual ownership hex; ``steps`` and ``bought_back``: planned steps (11.B.13); ``waived``: indices of
    counters whose armour, antitank and special abilities are not used (11.J.6); ``rolled``: modifier by success rolls
    (T2); ``failed`` and ``halved``: indices of defending counters that count half, each for itself (T1.FF, 11.L.1.g);
    ``idle``: of defenders held out of the defence (11.A.3); ``guests``: of those that add nothing to it, and share its
    results (11.Q.2.f); ``beside``: the other hexes that are attacked at once, whose defenders are among these, and
    ``stands`` the hexes in which they stand (11.R.3.d.2, 11.B.12); ``supplied``, ``chit``: how the attack is supplied;
    ``joined``: indices of reserves that were added to an attack that was held (11.A.13); ``turned``: it is another
    attack than the one that is set up, so that what is stated of that counts no more (11.L.1.d.iv); ``dropped``:
    paratroops have been dropped into the hex (11.F.3); ``anew``: it is fought in a later turn (11.K.1); ``initial``:
    REs that were in the hex before the reaction move when it began, be it that some have left since (T6.r1); ``paid``:
    it was held, and its supply points were spent before that (11.B.12); ``outlay``: by what they were spent, where some
    may have left since.
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
    waived: frozenset[int] = frozenset()
    rolled: int = 0
    failed: frozenset[int] = frozenset()
    halved: frozenset[int] = frozenset()
    idle: frozenset[int] = frozenset()
    guests: frozenset[int] = frozenset()
    beside: tuple[str, ...] = ()
    stands: tuple[tuple[int, str], ...] = ()
    supplied: bool = True
    chit: bool = False
    joined: frozenset[int] = frozenset()
    turned: bool = False
    dropped: bool = False
    anew: bool = False
    initial: Number | None = None
    paid: bool = False
    outlay: Outlay | None = None

    @property
    def side(self) -> str:
        """The side of the set-up that attacks in it."""
        return self.attackers[0].counter.side if self.attackers else "attacker"

    @property
    def is_forced(self) -> bool:
        """Whether a result forces it."""
        return self.kind in (FORCED, COUNTERATTACK)

    @property
    def guards(self) -> tuple[Piece, ...]:
        """The defenders that take part in the defence (11.A.3, 11.Q.2.f)."""
        return tuple(piece for piece in self.defenders if piece.counter.index not in self.idle | self.guests)

    @property
    def overstacked(self) -> tuple[Piece, ...]:
        """The attackers from overstack (11.G)."""
        return tuple(piece for piece in self.attackers if piece.counter.flag("overstacked"))

    @property
    def stacks(self) -> tuple[str, ...]:
        """The hexes that the attack comes from, each once."""
        return tuple(dict.fromkeys(map(self.origin, self.attackers)))

    def origin(self, piece: Piece) -> str:
        """The hex that an attacker attacks from: who is dropped into one is in it, though shown beside it (11.R.0)."""
        dropped = piece.counter.text("via") == "airdrop" and not self.turned
        return self.target if dropped else piece.at
