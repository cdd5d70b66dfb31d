"""A position of an attack: only what changes."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.rulesets.v101125.rules.losses import Account, Bill, Progress
from hexumpire.rulesets.v101125.rules.pools import Book

OUT = "x"
"""Of a counter that is eliminated; where it is not, its letter is the number of the face that lies up."""
DISRUPTED = "def"
"""Of a counter that went to the turn track with the first, second or third of its faces up."""


OTHER = {"attacker": "defender", "defender": "attacker"}
"""The other side."""


class Eve(NamedTuple):
    """What was said and done in a fight before its dice.

    ``waived``: counters whose abilities are not used; ``rolls``: success rolls as ``ability:role:result``; ``done``:
    phases in which nothing more is said; ``tried``: defenders that tried to leave; ``helped``: one went with great
    success.
    """

    waived: tuple[int, ...] = ()
    rolls: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    tried: tuple[int, ...] = ()
    helped: bool = False


class Bout(NamedTuple):
    """A fight of the battle: who attacks whom, by their numbers in ``Setting.counters``, where, and how.

    ``side`` is the side of the scenario that attacks in it, which counterattacks change; ``clear``: its hex and the way
    to it count as clear; ``serves``: which support of the set-up counts; ``works``: features of the hex as they are
    now; ``places``: hexes of the attackers; ``grounds``: further hexes of those who are attacked at once (11.B.12).
    """

    side: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    target: str
    kind: str
    stage: str
    works: tuple[str, ...]
    clear: bool = False
    places: tuple[str, ...] = ()
    serves: str = "first"
    dual: bool = False
    steps: int = 0
    bought_back: int = 0
    halved: tuple[int, ...] = ()
    eve: Eve = Eve()
    grounds: tuple[str, ...] = ()

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that are attacked, the one whose terrain counts first."""
        return (self.target, *self.grounds)


class Held(NamedTuple):
    """An attack that is held while the defender answers it by a hasty one (11.B.12).

    ``bout``: as it was; ``waits``: MP that the units of the answer get on their markers when its last CA or DL is done.
    """

    bout: Bout
    waits: int = 0


class Debt(NamedTuple):
    """A bill and who pays it: ``role`` is ``attacker`` or ``defender`` in the fight at hand; ``name`` of the log."""

    role: str
    bill: Bill
    retreat: bool = False


class Due(NamedTuple):
    """What is left to carry out of a roll.

    ``debts`` are paid before a retreat, ``later`` after it; ``leave``: whether the defender retreats (``must``,
    ``weaker``: if it is the weaker side by then, ``stuck``: it found no hex, ``forced``: the attacker pays for his
    way in); ``price``: parts of the exchange it may take instead, -1 where it may not;
    ``chain``: ``CA`` or ``DL``; ``minimal``: it may be turned into ME;
    ``stays``: the attacker may not advance; ``cadres``: so many of the defender's reduced units go, too; ``marks``: MP
    added to the markers of both sides; ``drops``: the works of the hex come down a level; ``failed``: an
    overrun has been charged for a hex that is not vacated; ``assault``: the hex of enemies that the defenders attack in
    place of the losses of a retreat into it; ``turned``: ``later`` and ``stays``
    as they are once it is turned into ME, where that is another thing; ``payers``: counters that paid by replacement
    points, which adds to their markers, too; ``ground``: number of the hex in ``Bout.hexes`` that is being left.
    """

    debts: tuple[Debt, ...] = ()
    later: tuple[Debt, ...] = ()
    leave: str = ""
    price: int = -1
    chain: str = ""
    minimal: bool = False
    stays: bool = False
    cadres: int = 0
    marks: tuple[int, int] = (0, 0)
    drops: bool = False
    turned: tuple[tuple[Debt, ...], bool] | None = None
    failed: bool = False
    assault: str = ""
    payers: tuple[int, ...] = ()
    ground: int = 0


class Memo(NamedTuple):
    """What the log and the end of a battle tell, and play does not hang on.

    Counters, markers and fight as the last dice found them; markers that wait for the end of the fighting; whether the
    defenders of the last roll found no hex to retreat to, or an overrun failed; what both sides have lost; who of them
    was lost at sea; whether a deadlock of the answer to a held attack is left to be fought again.
    """

    left: str = ""
    marks: tuple[int, ...] = ()
    bout: Bout | None = None
    waits: int = 0
    stuck: bool = False
    failed: bool = False
    books: tuple[Book, Book] = (Book(), Book())
    sunk: tuple[int, ...] = ()
    again: bool = False


class State(NamedTuple):
    """A position.

    ``left``: a letter for each counter (see :data:`OUT`); ``at``: its hex; ``marks``: the MP on its marker; ``bout``:
    the fight at hand; ``dice``: what has fallen of it as far as it still matters; ``token``: the result in force;
    ``due``: what is left of it; ``before``: the counters as that roll found them, ``accounts``: what it did to both
    sides of the fight; ``progress`` of the payment at hand; ``path``: hexes of the retreat under way; ``went``: those
    who advanced; ``ending``: how it ended; ``spent``: parts of replacement points that the attacker and the defender of
    the scenario have paid at once, ``payers``: counters that did so in this phase; ``held``: the attack that waits for
    the answer to it; ``fought``: who was part of a counterattack (11.L.1.d.vii), ``fled``: who has retreated; ``memo``
    comes last.
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
    held: Held | None = None
    fought: tuple[int, ...] = ()
    fled: tuple[int, ...] = ()
    memo: Memo = Memo()
