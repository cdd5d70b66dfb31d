"""A position of an attack: only what changes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeVar

from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.fight import OVERRUN, Outlay
from hexumpire.rulesets.v101125.rules.losses import Account, Bill
from hexumpire.rulesets.v101125.rules.paying import Progress
from hexumpire.rulesets.v101125.rules.pools import Book
from hexumpire.rulesets.v101125.rules.sides import OTHER

OUT = "x"
"""Of a counter that is eliminated; where it is not, its letter is the number of the face that lies up."""
MOVEMENT = "movement"
"""The phase of a fight that is part of the movement."""
DISRUPTED = "def"
"""Of a counter that went to the turn track with the first, second or third of its faces up."""

T = TypeVar("T")


def pair(values: Iterable[T]) -> tuple[T, T]:
    """What attacker and defender have each, of two values in this order."""
    attacker, defender = values
    return attacker, defender


class Walk(NamedTuple):
    """A unit on its way out before the dice, one hex after another (11.D.5, 11.Q.2.c).

    ``face``: the one that lay up when it left; ``killed``: points of it that zones of control have cost; ``excess``:
    what it has paid beyond that, which counts in the hexes to come; ``mark``: the MP that were on its marker.
    """

    unit: int
    face: int
    killed: Fraction = Fraction(0)
    excess: Fraction = Fraction(0)
    mark: int = 0


class Eve(NamedTuple):
    """What was said and done in a fight before its dice.

    ``waived``: counters whose abilities are not used; ``rolls``: success rolls as ``ability:role:result``; ``done``:
    phases in which nothing more is said; ``tried``: defenders that tried to leave; ``helped``: hexes that one
    left with great success; ``walk``: who is on his way; ``into``: those who went into a hex of enemies to attack them
    there once all have tried (11.Q.2.i).
    """

    waived: tuple[int, ...] = ()
    rolls: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    tried: tuple[int, ...] = ()
    helped: tuple[str, ...] = ()
    walk: Walk | None = None
    into: tuple[int, ...] = ()


class Ground(NamedTuple):
    """A hex that is attacked, and its features as they are now."""

    place: str
    works: tuple[str, ...] = ()


class Bout(NamedTuple):
    """A fight of the battle: who attacks whom, by their numbers in ``Setting.counters``, where, and how.

    ``side`` is the side of the scenario that attacks in it, which counterattacks change; ``grounds``: the hexes that
    are attacked at once, the one whose terrain counts first; they are several in an attack out of a hex of dual
    ownership (11.R.3.d.2) and in the answer to a held attack (11.B.12); ``clear``: the first one and the way to it
    count as clear; ``serves``: which support of the set-up counts; ``places``: hexes of the attackers; ``failed``: who
    counts half in this phase, as a retreat before combat failed altogether (T1.FF); ``halved`` and
    ``guests``: defenders that count half, and nothing; ``stands``: of several hexes the one that each defender is
    struck in, by their numbers; ``joined``: reserves that were added to an attack that was held; ``turned``: it is
    another attack than the one that is set up, nor that one fought again; ``chain``: who is left of those who fought in
    the attacks that led to a counterattack (11.L.1.d.v); ``moving``: it follows at once from an overrun, in the
    movement phase; ``dropped``: paratroops have been dropped into its hex, be it that they are gone by now (11.F.3);
    ``turn``: the side in whose next turn it is fought, empty in the turn that is set up (11.K.1);
    ``initial``: REs that were in the hex before the reaction move when it began, be it that some have left since
    (T6.r1); ``paid``: its supply points were spent before it was held (11.B.12); ``outlay``: by what they were
    spent, where somebody may leave or be lost before the dice (11.B.4).
    """

    side: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    grounds: tuple[Ground, ...]
    kind: str
    stage: str
    clear: bool = False
    places: tuple[str, ...] = ()
    serves: str = "first"
    dual: bool = False
    steps: int = 0
    bought_back: int = 0
    failed: tuple[int, ...] = ()
    halved: tuple[int, ...] = ()
    guests: tuple[int, ...] = ()
    stands: tuple[tuple[int, str], ...] = ()
    joined: tuple[int, ...] = ()
    turned: bool = False
    chain: tuple[int, ...] = ()
    moving: bool = False
    dropped: bool = False
    turn: str = ""
    initial: Number | None = None
    paid: bool = False
    outlay: Outlay | None = None
    eve: Eve = Eve()

    @property
    def anew(self) -> bool:
        """Whether it is fought in a later turn than the one that is set up (11.K.1)."""
        return bool(self.turn)

    @property
    def in_movement(self) -> bool:
        """Whether it is fought in a movement phase: an overrun, or what one leads to at once (11.L.1.f)."""
        return self.moving or self.kind == OVERRUN

    @property
    def phase(self) -> str:
        """The phase in which it is fought."""
        return MOVEMENT if self.in_movement else self.stage

    @property
    def target(self) -> str:
        """The hex whose terrain counts."""
        return self.grounds[0].place

    @property
    def works(self) -> tuple[str, ...]:
        """Its features as they are now."""
        return self.grounds[0].works

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that are attacked."""
        return tuple(ground.place for ground in self.grounds)

    @property
    def fighters(self) -> tuple[int, ...]:
        """Who fights in it, and who is left of those who fought in what led to it."""
        return (*self.attackers, *self.defenders, *self.chain)

    def side_of(self, role: str) -> str:
        """The side of the scenario that attacks in it, or that defends."""
        return self.side if role == "attacker" else OTHER[self.side]

    def works_of(self, place: str) -> tuple[str, ...]:
        """The features of one of them as they are now."""
        return next(ground.works for ground in self.grounds if ground.place == place)

    def over(self, place: str) -> Bout:
        """The same fight over the terrain of another of its hexes."""
        return self._replace(grounds=tuple(sorted(self.grounds, key=lambda ground: ground.place != place)))

    def struck_at(self, i: int) -> str:
        """The hex in which a defender is struck."""
        return dict(self.stands).get(i, self.target)


class Owed(NamedTuple):
    """An attack that the owner of a hex has to make in its next combat phase on those who entered it (11.L.1.f.ii).

    ``bout``: the fight that was deadlocked; ``place``: the hex.
    """

    bout: Bout
    place: str


class Held(NamedTuple):
    """An attack that is held while the defender answers it by a hasty one (11.B.12).

    ``bout``: as it was; ``waits``: MP that each counter gets on its marker when the last CA or DL of the answer is
    done, empty where nobody does.
    """

    bout: Bout
    waits: tuple[int, ...] = ()


class Meanwhile(NamedTuple):
    """What stood before an attack out of a retreat before combat, and stands again after it (11.D.5, 11.Q.2.i).

    MP that ``waits`` for the end of the chain and ``late`` for that of a fight, counter by counter; ``fought``: who was
    part of a counterattack already.
    """

    waits: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()


class Behind(NamedTuple):
    """A fight whose defenders attack the enemies whom they retreated to, before its attackers advance (11.Q.2.i).

    ``stays``: these may not advance; ``earlier``: another such fight that waits for this one; ``before``: its dice are
    still to fall, as they retreated before combat (11.D.5).
    """

    bout: Bout
    stays: bool = False
    earlier: Behind | None = None
    before: Meanwhile | None = None


class Again(NamedTuple):
    """A fight out of a retreat before combat that was deadlocked, and MP that wait for its end, counter by counter."""

    bout: Bout
    waits: tuple[int, ...] = ()


class Debt(NamedTuple):
    """A bill and who pays it: ``role`` is ``attacker`` or ``defender`` in the fight at hand.

    ``retreat``: it is owed for a way; ``main``: for a result of the main table.
    """

    role: str
    bill: Bill
    retreat: bool = False
    main: bool = False


class Due(NamedTuple):
    """What is left to carry out of a roll.

    ``debts`` are paid before a retreat, ``later`` after it; ``leave``: whether the defender retreats (``must``,
    ``weaker``: if it is the weaker side by then, ``forced``: the attacker pays for his way in); ``going``: the hex that
    those left who are on their way, ``gone``: hexes whose defenders have retreated as far as they will, ``stuck``:
    those from which they found no hex to go to; ``apart``: those of the hex who go another way after the others,
    ``ahead``: those who went before such; ``entry``: the number of the hex of the fight that attackers may enter
    now; ``price``: parts of the exchange it may take instead, None where it may not; ``chain``: ``CA`` or ``DL``;
    ``minimal``: it may be turned into ME; ``stays``: the attacker may not advance; ``cadres``: so many of the
    defender's reduced units go, too; ``marks``: MP added to the markers of both sides; ``drops``: the works of the hex
    come down a level; ``failed``: an overrun has been charged for a hex that is not vacated; ``assault``: the hex of
    enemies that the defenders attack in place of the losses of a retreat into it; ``turned``: ``later``, ``stays`` and
    ``leave`` once it is turned into ME, where that is another thing; ``payers``: counters that paid by replacement
    points, which adds to their markers, too; ``extra``: parts of these that planned steps allowed, of both roles,
    ``replaced``: all of them, ``first``: those of them that were the first point at home (11.O.2); ``required``: parts
    of required losses that disruption of the main table has paid, of both roles (11.O.1.b);
    ``hurt``: the sides whose casualties ``marks`` count already; ``liable``: attackers whom a CA or DL still concerns
    that was turned into ME for the others.
    """

    debts: tuple[Debt, ...] = ()
    later: tuple[Debt, ...] = ()
    leave: str = ""
    price: int | None = None
    chain: str = ""
    minimal: bool = False
    stays: bool = False
    cadres: int = 0
    marks: tuple[int, int] = (0, 0)
    drops: bool = False
    turned: tuple[tuple[Debt, ...], bool, str] | None = None
    failed: bool = False
    assault: str = ""
    payers: tuple[int, ...] = ()
    going: str = ""
    gone: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    entry: int = 0
    hurt: tuple[bool, bool] = (False, False)
    liable: tuple[int, ...] = ()
    extra: tuple[int, int] = (0, 0)
    replaced: tuple[int, int] = (0, 0)
    first: tuple[int, int] = (0, 0)
    required: tuple[int, int] = (0, 0)


class Memo(NamedTuple):
    """What the log and the end of a battle tell, and play does not hang on.

    Counters, markers and fight as the last dice found them; MP for the marker of each counter that wait for the end of
    the fighting, empty where none do; whether the defenders of the last roll found no hex to retreat to; how many parts
    an overrun that failed costs (None: none did); what both sides have lost; who of them was lost at sea; how many
    parts zones of control cost those too weak by now to attack the enemies they retreated to (None: all attack); MP
    that the last roll gave the markers of both sides after its dice, by casualties that came later, and parts of
    disruption that both had to take as casualties for want of a way out; MP that waited for the end of an answer to a
    held attack, or of an attack out of a retreat, and were placed when that was over.
    """

    left: str = ""
    marks: tuple[int, ...] = ()
    bout: Bout | None = None
    waits: tuple[int, ...] = ()
    stuck: bool = False
    failed: int | None = None
    books: tuple[Book, Book] = (Book(), Book())
    sunk: tuple[int, ...] = ()
    lapsed: int | None = None
    given: tuple[int, int] = (0, 0)
    barred: tuple[int, int] = (0, 0)
    done: tuple[int, ...] = ()


class State(NamedTuple):
    """A position.

    ``left``: a letter for each counter (see :data:`OUT`); ``at``: its hex; ``marks``: the MP on its marker; ``bout``:
    the fight at hand; ``dice``: what has fallen of it as far as it still matters; ``token``: the result in force;
    ``due``: what is left of it; ``before``: the counters as that roll found them, ``accounts``: what it did to both
    sides of the fight; ``progress`` of the payment at hand; ``path``: hexes of the retreat under way; ``went``: those
    who advanced; ``ending``: how it ended; ``spent``: parts of replacement points that the attacker and the defender of
    the scenario have paid at once, ``payers``: counters that did so in this phase; ``fled``: the combat phase in which
    each counter retreated, and whether onto friends, ``no`` for others; ``late``: MP for the marker of each counter
    that wait for the end of a fight into which it retreated (11.Q.2.i); ``held``: the attack that waits for the answer
    to it; ``fought``: who was part of a counterattack (11.L.1.d.vii); ``worn``: hexes whose works were brought down or
    given up, with their features as they are now (11.P.0, 11.Q.1.a); ``behind``: the fight whose advance waits for an
    attack out of its retreat; ``owed``: attacks that come after all others, in the order of the phases in which they
    do; ``again``: fights out of a retreat before combat that were deadlocked, and are fought again once those that
    they were fought before are over (11.L.1.f.i); ``made``: in a turn, whether the attack itself was made at 1:4 or
    better; ``failed``: who failed altogether to leave, each with the phase in which it counts half (T1.FF);
    ``burdened``: who had an MP marker when the phase began in which it is fought (11.B.4); ``engaged``: who has fought
    in this turn without being in the attack itself (11.Q.2.a); ``dropped``: hexes into
    which paratroops have been dropped in it (11.F.3); ``taken``: hexes that another side than at the start has come
    to hold, and was found in by its enemies, each with that side (11.R.3.b); ``memo`` comes last.
    """

    phase: str
    left: str
    at: tuple[str, ...]
    marks: tuple[int, ...]
    bout: Bout
    dice: tuple[int, ...] = ()
    token: str = ""
    due: Due = Due()
    before: str = ""
    accounts: tuple[Account, Account] = ((), ())
    progress: Progress | None = None
    path: tuple[str, ...] = ()
    went: tuple[int, ...] = ()
    ending: str = ""
    spent: tuple[int, int] = (0, 0)
    payers: tuple[int, ...] = ()
    fled: tuple[str, ...] = ()
    late: tuple[int, ...] = ()
    held: Held | None = None
    fought: tuple[int, ...] = ()
    worn: tuple[Ground, ...] = ()
    behind: Behind | None = None
    owed: tuple[Owed, ...] = ()
    again: tuple[Again, ...] = ()
    made: bool = False
    failed: tuple[tuple[int, str], ...] = ()
    burdened: tuple[int, ...] = ()
    engaged: tuple[int, ...] = ()
    dropped: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    memo: Memo = Memo()
