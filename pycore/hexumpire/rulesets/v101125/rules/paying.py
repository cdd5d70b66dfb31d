"""Paying a bill of losses counter by counter: who may pay, in which ways, and what goes back (11.M, 11.O)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.rules import required
from hexumpire.rulesets.v101125.rules.losses import (
    AGAIN,
    AWAY,
    DISRUPTED,
    LOSE,
    REDUCED,
    REMOVED,
    TWICE,
    WHOLE,
    Account,
    Bill,
    Loss,
    Stake,
    convert,
    credit,
    parts,
    points,
    with_loss,
)
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DISRUPTION


class Entry(NamedTuple):
    """One way in which one unit pays, and what that is worth."""

    place: int
    way: str
    worth: int


def _worth(entry: Entry) -> int:
    """What it is worth."""
    return entry.worth


class Progress(NamedTuple):
    """How far a payment is: what became of the units, what is paid, what is still required, and where it goes on.

    ``row`` is the row of Table 9 that paid last, ``first`` the entries that paid required losses, ``over`` what each of
    them has paid beyond what was required of it, ``next`` the first entry from which another unit may come; ``halves``:
    some have gone in such a way that the rest is taken as casualties (11.M.2b).
    """

    account: Account
    paid: int
    special: int
    home: int
    row: int = 0
    first: tuple[int, ...] = ()
    over: tuple[int, ...] = ()
    next: int = 0
    halves: bool = False


@dataclass(frozen=True)
class Payment:
    """A bill and who may pay it.

    Required losses come first, one unit at a time in the order of Table 9. Then any units pay. Nobody pays who could be
    spared: the excess stays inside one unit (11.M.0b). Units that pay freely are named from the one that is worth most
    down, so that each set of them is met once; every such line ends in a payment without a needless unit.
    """

    bill: Bill
    stakes: tuple[Stake, ...]
    before: Account

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every way to pay, what is worth most first."""
        found = []
        for place, (one, loss) in enumerate(zip(self.stakes, self.before, strict=True)):
            found += [Entry(place, way, self.bill.weigh(place, face, way)) for way, face in self._ways(one, loss)]
        return tuple(
            sorted((one for one in found if one.worth), key=lambda one: (-one.worth, one.place, one.way == AGAIN))
        )

    def _ways(self, one: Stake, loss: Loss) -> Iterator[tuple[str, int]]:
        """How a unit may pay, and with how much of its strength; once in a roll only (11.M.2c, 11.N.3)."""
        again = self.bill.again and one.reduced > 0
        if loss.fate == WHOLE:
            if self.bill.kind == CASUALTIES or one.reduced >= 0:
                yield LOSE, one.strength
            if self.bill.kind == DISRUPTION:
                yield AWAY, one.strength + one.res
        if again and loss.fate in (WHOLE, REDUCED):
            yield AGAIN, one.reduced

    def _fate(self, entry: Entry) -> str:
        """What becomes of a unit that pays in this way (11.N.0, 11.N.2, 11.M.2a)."""
        if entry.way == AWAY:
            return DISRUPTED
        one = self.stakes[entry.place]
        left, fate = (one.reduced, REDUCED) if entry.way == LOSE else (one.last, TWICE)
        return fate if left >= 0 else REMOVED

    # --- the course ---------------------------------------------------------------------------------------

    def start(self) -> Progress:
        """At first units that the same roll has taken pay with what they are worth beyond what they paid.

        Of those whose reduced side went as well that is of this side, which is the last to pay (11.Q.2.c, 11.Q.2.d).
        """
        progress = Progress(self.before, 0, self.bill.special, self.bill.home)
        for place, (one, loss) in enumerate(zip(self.stakes, self.before, strict=True)):
            way = AGAIN if loss.fate in (TWICE, REMOVED) else LOSE
            worth = self.bill.weigh(place, credit(one, loss, self.bill.kind), way)
            progress = self._charge(progress, place, worth, way)
        return progress

    def options(self, progress: Progress) -> list[int]:
        """The entries that may pay next; empty when all is paid that can be."""
        if self.full(progress) or progress.halves:
            return []
        if self._owing(progress):
            return [index for index in self._turn(progress) if self._leads(self.take(progress, index))]
        need = min(self.bill.owed, progress.paid + self._reach(progress, progress.next))
        return [
            index
            for index in range(progress.next, len(self.entries))
            if self._free(progress, index) and self._within(progress, index, need)
        ]

    def partly(self, progress: Progress) -> list[int]:
        """Further entries that may pay disruption where the rest of it is then taken as casualties (11.M.2b)."""
        if self.bill.kind != DISRUPTION or self.full(progress):
            return []
        some = self._turn(progress) if self._owing(progress) else range(progress.next, len(self.entries))
        usual = self.options(progress)
        ready = (index for index in some if index not in usual and self._free(progress, index))
        return [index for index in ready if not self.full(self.take(progress, index))]

    def why_not(self, progress: Progress, place: int) -> Why:
        """Why a unit that has not paid is none of those that may pay next."""
        own = [index for index, entry in enumerate(self.entries) if entry.place == place]
        if self.full(progress):
            return "all that is owed is paid", ("11.M.0b",)
        if not any(self._free(progress, index) for index in own):
            return "it has nothing that could pay", ("11.M.0b",)
        if self._owing(progress):
            if {*own}.isdisjoint(self._turn(progress)):
                return "what is required of others is paid first, in the order of Table 9", ("11.O.1.a", "T9")
            return "a unit would go that what is required does not need", ("11.M.0b", "11.O.1.a")
        if max(own) < progress.next:
            return "it comes before one named already: units are named from the one worth most down", ("11.M.0b",)
        return "those worth no more cannot pay enough: one that is worth more is named first", ("11.M.0b",)

    def take(self, progress: Progress, index: int) -> Progress:
        """One unit more has paid."""
        entry = self.entries[index]
        one, loss = self.stakes[entry.place], progress.account[entry.place]._replace(fate=self._fate(entry))
        taken = progress._replace(account=with_loss(progress.account, entry.place, loss))
        if self._owing(progress) and entry.way != AGAIN:
            row = required.due([self._counting(progress, one)], progress.row)
            taken = taken._replace(row=row, first=(*progress.first, index))
            charged = self._charge(taken, entry.place, entry.worth, entry.way)
            beyond = charged.paid - taken.paid - self._asked(progress, self.stakes[entry.place])
            return charged._replace(over=(*progress.over, max(0, beyond)))
        return self._charge(taken._replace(next=index + 1), entry.place, entry.worth, entry.way)

    def excess(self, progress: Progress) -> dict[int, int]:
        """What each unit that paid required losses has paid beyond these, by its place (11.O.2).

        Of casualties it may go back instead, where all of these are paid and nobody else has paid yet.
        """
        if self._owing(progress) or self.bill.kind != CASUALTIES or progress.next:
            return {}
        found = zip(progress.first, progress.over, strict=True)
        return {self.entries[index].place: over for index, over in found if over}

    def give_back(self, progress: Progress, place: int) -> Progress:
        """The excess of a unit goes back to the pools; what others of them are still worth pays (11.O.2)."""
        over, loss = self.excess(progress)[place], progress.account[place]
        above, below = self.bill.factor(place)
        kept = loss._replace(killed=loss.killed - over * below // above, closed=True)
        progress = progress._replace(account=with_loss(progress.account, place, kept), paid=progress.paid - over)
        found = []
        for index, more in zip(progress.first, progress.over, strict=True):
            other, paid = self.entries[index].place, progress.paid
            worth = self.bill.weigh(other, credit(self.stakes[other], progress.account[other], self.bill.kind))
            progress = self._charge(progress, other, worth)
            found.append(0 if other == place else more + progress.paid - paid)
        return progress._replace(over=tuple(found))

    def may_give_back(self, progress: Progress, place: int) -> bool:
        """Whether the excess of a unit may go back: others can pay all that is then still owed (11.O.2)."""
        after = self.give_back(progress, place)
        return self.full(after) or after.paid + self._reach(after, 0) >= self.bill.owed

    def _charge(self, progress: Progress, place: int, worth: int, way: str = LOSE) -> Progress:
        """A unit pays up to what it is worth, and nothing that is required of others who can still pay it.

        Of what is required of them all it pays its own part first, which comes before theirs by Table 9.
        """
        if not worth:
            return progress
        one, left = self.stakes[place], self.bill.owed - progress.paid
        after = progress
        if self._special(one):
            after = after._replace(special=max(0, progress.special - worth * one.ability))
        if required.HOME in one.rows:
            after = after._replace(home=max(0, progress.home - worth))
        asked, (others, kept) = self._asked(progress, one), self._of_others(after)
        paid = min(worth, left, max(asked, left - others))
        room = self._room(progress)
        if room is not None:
            open_to_it = max(room - kept, min(room, self.bill.face(place, asked, way)))
            paid = min(paid, self.bill.weigh(place, open_to_it, way))
        if paid <= 0:
            return progress
        loss = progress.account[place]
        face = self.bill.face(place, paid, way)
        if self.bill.kind == CASUALTIES:
            loss = loss._replace(killed=loss.killed + face)
        else:
            loss = loss._replace(disrupted=loss.disrupted + face)
        return after._replace(account=with_loss(progress.account, place, loss), paid=progress.paid + paid)

    def _room(self, progress: Progress) -> int | None:
        """How much may still be truly lost by a bill with a limit (11.A.12); None where it has none."""
        if self.bill.most is None:
            return None
        return self.bill.most - sum(loss.killed for loss in progress.account) + sum(loss.killed for loss in self.before)

    def full(self, progress: Progress) -> bool:
        """Whether all that is owed is paid, or as much is lost as may be."""
        room = self._room(progress)
        return progress.paid >= self.bill.owed or (room is not None and room <= 0)

    # --- required losses ----------------------------------------------------------------------------------

    def _special(self, one: Stake) -> tuple[int, ...]:
        """The rows of a unit by which it pays what is required of users: above a full disruption that at home, too."""
        return required.of_users(one.rows, self.bill.wide)

    def _counting(self, progress: Progress, one: Stake) -> tuple[int, ...]:
        """The rows of a unit by which something is still required."""
        special = self._special(one) if progress.special > 0 else ()
        return tuple(row for row in one.rows if row in special or (row == required.HOME and progress.home))

    def _capable(self, progress: Progress) -> list[int]:
        """The entries of units that can pay what is still required."""
        return [
            index
            for index, entry in enumerate(self.entries)
            if self._free(progress, index) and entry.way != AGAIN and self._counting(progress, self.stakes[entry.place])
        ]

    def _asked(self, progress: Progress, one: Stake) -> int:
        """What is still required of a unit by any of its rows; an ability that counts double is so paid by half."""
        special = ceil(Fraction(progress.special, one.ability)) if self._special(one) else 0
        return max(special, progress.home if required.HOME in one.rows else 0)

    def _of_others(self, progress: Progress) -> tuple[int, int]:
        """What is still required of units that are there and can pay it; who is of both kinds counts for both.

        And what they would truly lose by it at the most.
        """
        if not (progress.special or progress.home):
            return 0, 0
        worth: dict[int, int] = {}
        for index in self._capable(progress):
            entry = self.entries[index]
            worth[entry.place] = max(worth.get(entry.place, 0), entry.worth)
        special, needed, home, both = progress.special, 0, 0, False
        faces, first = 0, 0
        for place, most in sorted(worth.items(), key=lambda one: -self.stakes[one[0]].ability):
            one = self.stakes[place]
            users, at_home = bool(self._special(one)), required.HOME in one.rows
            if users:
                part = min(most, ceil(Fraction(special, one.ability)))
                special, needed = max(0, special - part * one.ability), needed + part
                faces += self.bill.face(place, part)
            if at_home:
                home = min(progress.home, home + most)
                first = max(first, self.bill.face(place, min(progress.home, most)))
            both = both or (users and at_home)
        return (max(needed, home), max(faces, first)) if both else (needed + home, faces + first)

    def _owing(self, progress: Progress) -> bool:
        """Whether required losses are still owed by units that are there."""
        if not (progress.special or progress.home) or self.full(progress):
            return False
        return bool(self._capable(progress))

    def _turn(self, progress: Progress) -> list[int]:
        """The entries of the row of Table 9 whose turn it is."""
        capable = [
            (index, self._counting(progress, self.stakes[self.entries[index].place]))
            for index in self._capable(progress)
        ]
        row = required.due([rows for _, rows in capable], progress.row)
        return [index for index, rows in capable if row in rows]

    def _leads(self, progress: Progress) -> bool:
        """Whether required losses can end from here on without a needless unit."""
        if self._owing(progress):
            return any(self._leads(self.take(progress, index)) for index in self._turn(progress))
        line = progress.first
        return not any(self._complete(line[:place] + line[place + 1 :]) for place in range(len(line)))

    def _complete(self, line: Iterable[int]) -> bool:
        """Whether these entries, in this order, pay all required losses by the rules."""
        progress = self.start()
        for index in line:
            if not self._owing(progress) or index not in self._turn(progress):
                return False
            progress = self.take(progress, index)
        return not self._owing(progress)

    # --- free choice --------------------------------------------------------------------------------------

    def _free(self, progress: Progress, index: int) -> bool:
        """Whether a unit can pay in this way now."""
        entry = self.entries[index]
        return progress.account[entry.place].fate == (REDUCED if entry.way == AGAIN else WHOLE)

    def _within(self, progress: Progress, index: int, need: int) -> bool:
        """Whether enough can be paid with this entry and those after it."""
        entry = self.entries[index]
        if progress.paid + entry.worth + self._reach(progress, index, entry) >= need:
            return True
        room = self._room(progress)
        if room is None:
            return False
        lost = self._lost(entry) + self._reach(progress, index, entry, self._lost)
        return lost >= room

    def _lost(self, entry: Entry) -> int:
        """What a unit truly loses that pays all that it is worth."""
        return self.bill.face(entry.place, entry.worth, entry.way)

    def _reach(
        self, progress: Progress, start: int, taken: Entry | None = None, by: Callable[[Entry], int] = _worth
    ) -> int:
        """The most that can be paid, or lost, by the entries from one on, besides one that is taken."""
        best: dict[tuple[int, bool], int] = {}
        for entry in self.entries[start:]:
            fate = progress.account[entry.place].fate
            if taken is not None and entry.place == taken.place:
                fate = self._fate(taken)
            if entry.way == AGAIN:
                if fate == REDUCED or (fate == WHOLE and (entry.place, False) in best):
                    best[entry.place, True] = by(entry)
            elif fate == WHOLE:
                worth = by(entry)
                best[entry.place, False] = max(worth, best.get((entry.place, False), worth))
        return sum(best.values())


def converted(payment: Payment, progress: Progress) -> Bill:
    """The rest of a disruption as casualties (11.M.2b)."""
    rest = points(payment.bill.owed - progress.paid)
    special = points(progress.special)
    return payment.bill._replace(kind=CASUALTIES, owed=parts(convert(rest)), special=parts(convert(special)))
