"""Who pays what of a roll, in which ways it may be paid, and what the counters are once it has been (11.M, 11.N)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from hexumpire.kit.losses import Why
from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.rules import immediate, losses, pools, presence, routes
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.dues import Engagement
from hexumpire.rulesets.v101125.rules.losses import DISRUPTED as AWAY
from hexumpire.rulesets.v101125.rules.paying import Payment, Progress
from hexumpire.rulesets.v101125.rules.pools import Book
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import DISRUPTED, OUT, Debt, State, pair
from hexumpire.rulesets.v101125.units import Piece, describe


class Payers:
    """Both sides of the fights of one battle, as they pay; ``engagement`` gives the fight of a position."""

    def __init__(self, setting: Setting, engagement: Callable[[State], Engagement]) -> None:
        self.setting = setting
        self.engagement = engagement
        self._payments: dict[tuple[object, ...], Payment] = {}
        self._options: dict[tuple[object, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def payment(self, state: State, debt: Debt) -> Payment:
        """The payment of a bill by those of its role."""
        mark = debt, state.accounts, state.before, state.bout
        found = self._payments.get(mark)
        if found is None:
            place = ROLES.index(debt.role)
            stakes = self.engagement(state).stakes[debt.role]
            account = state.accounts[place]
            found = self._payments[mark] = Payment(debt.bill, stakes, immediate.unspared(account, debt.bill, stakes))
        return found

    def options(self, state: State, debt: Debt, progress: Progress) -> tuple[int, ...]:
        """The ways in which it may go on, one of each that are the same."""
        return self._ways(state, debt, progress)[0]

    def partly(self, state: State, debt: Debt, progress: Progress) -> tuple[int, ...]:
        """Those after which the rest of a disruption is taken as casualties (11.M.2b)."""
        return self._ways(state, debt, progress)[1]

    def _ways(self, state: State, debt: Debt, progress: Progress) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both kinds of ways, one of each that are the same."""
        mark = debt, state.accounts, state.before, state.bout, progress
        found = self._options.get(mark)
        if found is None:
            payment = self.payment(state, debt)
            different: dict[tuple[str, str, str], int] = {}
            usual, partly = payment.options(progress), payment.partly(progress)
            for index in (*usual, *partly):
                entry = payment.entries[index]
                i = self.payer(state, debt.role, entry.place)
                different.setdefault((self.setting.counters[i].unit.id, state.before[i], entry.way), index)
            open_now = tuple(different.values())
            first = tuple(index for index in open_now if index in usual)
            found = self._options[mark] = first, tuple(index for index in open_now if index in partly)
        return found

    def name(self, state: State, i: int) -> str:
        """What a counter is called."""
        letter = state.left[i]
        return describe(self.setting.counters[i], int(letter) if letter.isdigit() else 0)

    def why_spared(self, state: State, debt: Debt, i: int) -> Why:
        """Why a counter does not pay a bill now."""
        counter, letter = self.setting.counters[i], state.left[i]
        role_side = state.bout.side_of(debt.role)
        if not letter.isdigit():
            return "it is gone already", ("11.N.0",)
        if counter.side != role_side:
            return "the other side pays now", ("11.M.0a",)
        if i not in (*state.bout.attackers, *state.bout.defenders):
            return "it takes no part in the fight", ("11.M.0a",)
        if letter != state.before[i]:
            return "this roll has reduced it already", ("11.M.2c", "11.N.3")
        if presence.held_out(self.setting, i) and not debt.bill.again:
            return "it is held out of the defence", ("11.A.3",)
        if i in state.due.payers and not debt.bill.again:
            return "it has paid by replacement points", ("11.M.8a",)
        pieces, payment = self.engagement(state).pieces[debt.role], self.payment(state, debt)
        places = [place for place, piece in enumerate(pieces) if piece.counter.index == i]
        if not places or state.progress is None:
            return "it takes no part in the fight", ("11.M.0a",)
        return payment.why_not(state.progress, places[0])

    def payer(self, state: State, role: str, place: int) -> int:
        """The counter in a place of those who pay for a role."""
        return self.engagement(state).pieces[role][place].counter.index

    def booked(self, state: State, debt: Debt, progress: Progress) -> State:
        """The counters as an account has them."""
        left = list(state.left)
        for place, loss in enumerate(progress.account):
            i = self.payer(state, debt.role, place)
            old = int(state.before[i])
            if loss.fate == AWAY:
                left[i] = DISRUPTED[old]
            elif loss.fate in losses.TURNED:
                left[i] = str(old + losses.TURNED[loss.fate])
            elif loss.fate == losses.REMOVED:
                left[i] = OUT
        return state._replace(left="".join(left))

    def payer_of(self, state: State) -> immediate.Side:
        """The side that pays the first bill, and its replacement points (11.M.8)."""
        role, engagement = state.due.debts[0].role, self.engagement(state)
        side = state.bout.side_of(role)
        pool = int(self.setting.scenario.condition(f"rp_{side}")) * losses.PARTS - state.spent[ROLES.index(side)]
        bought = state.bout.steps if role == ATTACKER else state.bout.bought_back
        steps = bought - losses.points(state.due.extra[ROLES.index(role)])
        pieces = engagement.pieces[role]
        if role == DEFENDER:
            pieces = tuple(one._replace(at=state.bout.struck_at(one.counter.index)) for one in pieces)
        reading = self.setting.scenario.readings["required_rp"]
        beside = self._beside(state, role)
        stakes, now = engagement.stakes[role], state.due.payers
        return immediate.Side(pieces, stakes, pool, steps, state.payers, now, reading, beside)

    def _beside(self, state: State, role: str) -> dict[str, Number]:
        """The strength of those of a side that take no part in the fight, by the hexes they are in (11.M.8b)."""
        found: dict[str, Number] = {}
        side, involved = state.bout.side_of(role), {*state.bout.attackers, *state.bout.defenders}
        for i in presence.everyone(state):
            if self.setting.counters[i].side == side and i not in involved:
                found[state.at[i]] = found.get(state.at[i], 0) + self.face_strength(state, role, i)
        return found

    def offers(self, state: State) -> list[immediate.Offer]:
        """The replacement points that may be paid now in place of casualties."""
        account = state.accounts[ROLES.index(state.due.debts[0].role)]
        if state.progress is not None and state.progress.account != account:
            return []
        return immediate.offers(*self._replacing(state))

    def unreplaced(self, state: State) -> Mapping[Why, Sequence[int]]:
        """Why no replacement points may be paid now by a side that has some, with the counters of each reason."""
        return immediate.refusals(*self._replacing(state))

    def _replacing(self, state: State) -> tuple[immediate.Side, losses.Bill, losses.Account, list[losses.Bill]]:
        """Who may pay so, what is owed, what is paid, and what the same roll makes the side owe later."""
        debt = state.due.debts[0]
        same = [one.bill for one in (*state.due.debts[1:], *state.due.later) if one.role == debt.role]
        return self.payer_of(state), debt.bill, state.accounts[ROLES.index(debt.role)], same

    def beyond(self, state: State, progress: Progress) -> dict[int, int]:
        """What units have paid beyond required losses that may go back to the pool while others pay it (11.O.2).

        By the places of the units, one of those that are alike.
        """
        debt = state.due.debts[0]
        payment = self.payment(state, debt)
        different: dict[tuple[object, ...], tuple[int, int]] = {}
        for place, over in payment.excess(progress).items():
            i = self.payer(state, debt.role, place)
            if payment.may_give_back(progress, place):
                mark = self.setting.counters[i].unit.id, state.before[i], progress.account[place]
                different.setdefault(mark, (place, over))
        return dict(different.values())

    def face_strength(self, state: State, role: str, i: int) -> Number:
        """What a counter has to lose in its role with the face that lies up."""
        return self.engagement(state).worth(role, Piece(self.setting.counters[i], int(state.left[i])))

    def weaker(self, state: State) -> bool:
        """Whether the defender is the weaker side by printed strengths (11.L.1.X)."""
        fight = self.engagement(state).fight
        guards = tuple(piece.counter.index for piece in fight.guards)
        ours, theirs = (
            sum(self.face_strength(state, role, i) for i in presence.living(state.left, numbers))
            for role, numbers in zip(ROLES, (state.bout.attackers, guards), strict=True)
        )
        return theirs < ours

    def cadres(self, state: State) -> list[int]:
        """Reduced units of the defender that an overrun result may eliminate, the weakest first (11.L.1.k)."""
        there = (i for i in self.guards(state) if not presence.held_out(self.setting, i))
        found = [i for i in there if self.setting.counters[i].faces[int(state.left[i])].kind != "full"]
        return sorted(found, key=lambda i: self.face_strength(state, DEFENDER, i))

    def asks_cadres(self, state: State) -> bool:
        """Whether their owner has to say which of them go: there are more, and not all are alike."""
        found = self.cadres(state) if state.due.cadres else []
        kinds = {(self.setting.counters[i].unit.id, state.left[i]) for i in found}
        return len(found) > state.due.cadres and len(kinds) > 1

    def without_cadres(self, state: State) -> State:
        """The position without as many reduced units as an overrun result eliminates, the weakest (11.L.1.k)."""
        if not state.due.cadres:
            return state
        gone = self.cadres(state)[: state.due.cadres]
        return self.struck_off(state, gone)._replace(due=state.due._replace(cadres=0))

    def without_cadre(self, state: State, i: int) -> State:
        """The position without one of them that its owner has named (11.L.1.k)."""
        due = state.due._replace(cadres=state.due.cadres - 1)
        return self.struck_off(state, (i,))._replace(due=due)

    def struck_off(self, state: State, gone: Collection[int]) -> State:
        """Defenders that are eliminated by no bill: the position without them."""
        left = "".join(OUT if i in gone else letter for i, letter in enumerate(state.left))
        attacker, defender = state.accounts
        for place in range(len(defender)):
            if self.payer(state, DEFENDER, place) in gone:
                defender = losses.eliminated(defender, place, self.engagement(state).stakes[DEFENDER][place])
        return state._replace(left=left, accounts=(attacker, defender))

    def sunk(self, state: State, gone: Collection[int]) -> State:
        """Defenders that are lost at sea: eliminated as if they were isolated (11.Q.2.j, T7.n1)."""
        side = ROLES.index(OTHER[state.bout.side])
        supplied = [i for i in gone if not self.setting.counters[i].flag("isolated")]
        points = losses.parts(Fraction(sum(self.face_strength(state, DEFENDER, i) for i in supplied)))
        books = list(state.memo.books)
        books[side] = pools.added(books[side], Book(isolated=points))
        memo = state.memo._replace(books=pair(books), sunk=tuple(gone))
        return self.struck_off(state, gone)._replace(memo=memo)

    def barred(self, state: State, debts: tuple[Debt, ...]) -> tuple[Debt, ...]:
        """Units without a way out convert disruption, as far as those who bar it are strong (11.M.2d).

        First what is required of it, which is then so of the casualties (11.L.2.b, 11.O.1.b).
        """
        found, left = [], {role: self.bars(state, role) for role in {debt.role for debt in debts}}
        for debt in debts:
            points = losses.points(debt.bill.owed)
            barred = losses.blocked(points, left[debt.role])
            if debt.bill.kind != CASUALTIES and barred:
                left[debt.role] -= barred
                rest = debt.bill._replace(owed=losses.parts(points - barred))
                owed = losses.parts(losses.convert(barred))
                home = min(owed, self.at_home(state, debt.role))
                required = min(barred, losses.points(debt.bill.special))
                rest = rest._replace(special=debt.bill.special - losses.parts(required))
                special = losses.parts(losses.convert(required))
                killed = debt.bill._replace(kind=CASUALTIES, owed=owed, special=special, home=home)
                found += [debt._replace(bill=killed), debt._replace(bill=rest)]
            else:
                found.append(debt)
        return tuple(one for one in found if one.bill.owed)

    def bars(self, state: State, role: str) -> Fraction:
        """The strength of the enemies who bar the way of a role."""
        return (routes.bars if role == DEFENDER else routes.bars_of_attackers)(self.setting, state)

    def at_home(self, state: State, role: str) -> int:
        """Parts of the first point in its home country that a side still owes (11.O.2)."""
        account = state.progress.account if state.progress else state.accounts[ROLES.index(role)]
        engagement = self.engagement(state)
        return engagement.bills.at_home(role, engagement.bills.taken(role, account, state.due).first)

    def books(self, state: State) -> tuple[Book, Book]:
        """What both sides of the scenario have lost, with this roll (11.M.1, 11.M.6)."""
        books, pieces = list(state.memo.books), self.engagement(state).pieces
        for role, account in zip(ROLES, state.accounts, strict=True):
            side = ROLES.index(state.bout.side_of(role))
            books[side] = pools.booked(books[side], zip(pieces[role], account, strict=True))
        return books[0], books[1]

    def guards(self, state: State) -> tuple[int, ...]:
        """Defenders of the fight at hand who are still there."""
        return presence.guards(state)
