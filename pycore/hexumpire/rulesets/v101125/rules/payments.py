"""How the losses of a roll are paid: counter by counter, with replacements, or converted (11.M, 11.O, T10.def)."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.rulesets.v101125.rules import immediate, pools
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.course import Course
from hexumpire.rulesets.v101125.rules.paying import Progress, converted
from hexumpire.rulesets.v101125.rules.pools import Book
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DISRUPTION
from hexumpire.rulesets.v101125.state import Debt, Due, State, pair


def _more(both: tuple[int, int], place: int, more: int) -> tuple[int, int]:
    """A number of each of two with more for one of them."""
    return pair(old + more * (n == place) for n, old in enumerate(both))


def _disruption(role: str, debts: Iterable[Debt]) -> int:
    """The parts of disruption that a side owes by some bills."""
    return sum(debt.bill.owed for debt in debts if (debt.role, debt.bill.kind) == (role, DISRUPTION))


class Payments(Course):
    """The part of a course in which both sides pay what a roll costs them."""

    def paying(self, state: State) -> State:
        """Pay the first bill as far as there is one way only; the position in which somebody chooses, or the next."""
        if state.progress is None:
            state = self._first_once(state)
        debt = state.due.debts[0]
        payment = self.payers.payment(state, debt)
        progress = state.progress or payment.start()
        options = self.payers.options(state, debt, progress)
        asked = debt.bill.kind != CASUALTIES or (state.progress is None and self.payers.offers(state))
        while len(options) == 1 and not asked and not self.payers.beyond(state, progress):
            progress = payment.take(progress, options[0])
            options = self.payers.options(state, debt, progress)
        state = self.payers.booked(state, debt, progress)
        if options or progress.halves or self.payers.beyond(state, progress):
            return state._replace(phase="pay", progress=progress)
        accounts = list(state.accounts)
        accounts[ROLES.index(debt.role)] = progress.account
        due = self._required(state.due, debt, progress)._replace(debts=state.due.debts[1:])
        return state._replace(phase="", progress=None, due=due, accounts=pair(accounts))

    def _first_once(self, state: State) -> State:
        """What the first bill asks of those at home is no more than a roll still does: it is its first point (11.O.2).

        Bills that were made out together do not know what is paid before them.
        """
        debt, *others = state.due.debts
        home = min(debt.bill.home, self.payers.at_home(state, debt.role))
        if home == debt.bill.home:
            return state
        debt = debt._replace(bill=debt.bill._replace(home=home))
        return state._replace(due=state.due._replace(debts=(debt, *others)))

    def _required(self, due: Due, debt: Debt, progress: Progress) -> Due:
        """What disruption of the main table has paid of required losses counts for all of the roll (11.O.1.b, T7)."""
        if not debt.main or debt.bill.kind == CASUALTIES:
            return due
        required, place = list(due.required), ROLES.index(debt.role)
        required[place] += debt.bill.special - progress.special
        return due._replace(required=pair(required))

    def barred(self, state: State, debts: tuple[Debt, ...]) -> State:
        """Those bills are due now; units without a way out convert disruption of them (11.M.2d, T10.def)."""
        found = self.payers.barred(state, debts)
        state = state._replace(due=state.due._replace(debts=found, later=()))
        for role in ROLES:
            less = _disruption(role, debts) - _disruption(role, found)
            side = ROLES.index(state.bout.side_of(role))
            state = state._replace(memo=state.memo._replace(barred=_more(state.memo.barred, side, less)))
            if any(debt.role == role and debt.bill.kind == CASUALTIES and debt not in debts for debt in found):
                state = self.hurt(state, role)
        return state

    def hurt(self, state: State, role: str) -> State:
        """A side suffers casualties, for which it gets a marker once in a roll (T10.def)."""
        place = ROLES.index(role)
        if state.due.hurt[place]:
            return state
        hurt = list(state.due.hurt)
        hurt[place] = True
        return self.marked(state._replace(due=state.due._replace(hurt=pair(hurt))), role)

    def marked(self, state: State, role: str, more: int = 1) -> State:
        """The roll gives a side so much more on its markers than was told when its dice fell (T10.def)."""
        due, memo = state.due, state.memo
        due = due._replace(marks=_more(due.marks, ROLES.index(role), more))
        memo = memo._replace(given=_more(memo.given, ROLES.index(state.bout.side_of(role)), more))
        return state._replace(due=due, memo=memo)

    def pay(self, state: State, index: int) -> State:
        """One more counter pays."""
        assert state.progress is not None
        payment = self.payers.payment(state, state.due.debts[0])
        halves = state.progress.halves or index not in payment.options(state.progress)
        return self.onward(state._replace(progress=payment.take(state.progress, index)._replace(halves=halves)))

    def give_back(self, state: State, place: int) -> State:
        """What a unit has paid beyond required losses goes back (11.O.2)."""
        assert state.progress is not None
        payment = self.payers.payment(state, state.due.debts[0])
        return self.onward(state._replace(progress=payment.give_back(state.progress, place)))

    def halve(self, state: State) -> State:
        """The rest of a disruption is taken as casualties, at half rate (11.M.2b), which counts as such (T10.def)."""
        assert state.progress is not None
        debt, *others = state.due.debts
        bill = converted(self.payers.payment(state, debt), state.progress)
        bill = bill._replace(home=min(bill.owed, self.payers.at_home(state, debt.role)))
        accounts, place = list(state.accounts), ROLES.index(debt.role)
        accounts[place] = state.progress.account
        due = self._required(state.due, debt, state.progress)._replace(debts=(debt._replace(bill=bill), *others))
        state = state._replace(progress=None, due=due, accounts=pair(accounts))
        return self.onward(self.hurt(state, debt.role) if bill.owed else state)

    def spared(self, state: State) -> State:
        """The rest of a bill is dropped by agreement."""
        assert state.progress is not None
        debt = state.due.debts[0]
        accounts = list(state.accounts)
        accounts[ROLES.index(debt.role)] = state.progress.account
        due = state.due._replace(debts=state.due.debts[1:])
        return self.onward(state._replace(progress=None, due=due, accounts=pair(accounts)))

    def replaced(self, state: State, offer: immediate.Offer) -> State:
        """Replacement points are paid at once."""
        (debt, *others), payer = state.due.debts, self.payers.payer_of(state)
        place = ROLES.index(debt.role)
        bill, account = immediate.paid(payer, debt.bill, state.accounts[place], offer)
        side = ROLES.index(state.bout.side_of(debt.role))
        accounts, books, spent = list(state.accounts), list(state.memo.books), list(state.spent)
        accounts[place], spent[side] = account, spent[side] + offer.amount
        books[side] = pools.added(books[side], Book(casualties=offer.amount))
        paid = immediate.payers(payer, debt.bill, offer)
        due = state.due._replace(debts=(debt._replace(bill=bill), *others), payers=(*state.due.payers, *paid))
        extra, replaced, first = list(due.extra), list(due.replaced), list(due.first)
        extra[place] += offer.extra
        replaced[place] += offer.amount
        first[place] += debt.bill.home - bill.home
        due = due._replace(extra=pair(extra), replaced=pair(replaced), first=pair(first))
        return self.onward(
            state._replace(
                progress=None,
                due=due,
                accounts=pair(accounts),
                spent=pair(spent),
                payers=tuple(sorted({*state.payers, *paid})),
                memo=state.memo._replace(books=pair(books)),
            )
        )
