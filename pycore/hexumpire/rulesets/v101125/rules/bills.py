"""What each side owes by a roll, as bills: their points, who has to pay them and who does not (11.M.4, 11.O, T7).

A bill counts in parts of a point (see :mod:`hexumpire.rulesets.v101125.rules.losses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.v101125.rules import losses, red, required, results
from hexumpire.rulesets.v101125.rules.losses import Account, Bill, Stake
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER, DISRUPTION, Charge, Clash
from hexumpire.rulesets.v101125.state import Debt, Due

ROLES = (ATTACKER, DEFENDER)
OF_MAIN_TABLE = "11.O.1", "11.O.1.b", "T9"
OF_TABLE_6 = "11.O.1.c", "11.L.2.b", "11.O.N", "T6.s1"
"""What makes units with special abilities pay first, by the table that a bill comes from."""


class Taken(NamedTuple):
    """What a roll has taken of a side, in parts: casualties, those that pay required losses, and those at home.

    ``first``: what counts for the first point in a home country (11.O.2), which replacement points of others do not.
    """

    killed: int = 0
    special: int = 0
    first: int = 0


NOTHING = Taken()


class Billed(NamedTuple):
    """A bill, and the charges of which it is the sum."""

    debt: Debt
    charges: tuple[Charge, ...]

    def trace(self) -> Trace:
        """How its points come about: charges together, or the limit of the attacker where that is less (11.A.12)."""
        parts = tuple(charge.trace for charge in self.charges)
        total, owed = sum(charge.points for charge in self.charges), losses.points(self.debt.bill.owed)
        found = parts[0] if len(parts) == 1 else Trace("Together", total, (), "sum", parts)
        if owed == total:
            return found
        limit = Trace("What is left of twice the defender's printed strength", owed, ("11.A.12",))
        return Trace("No more than the attacker may lose", owed, ("11.A.12",), "min", (found, limit))


class Bills:
    """What the counters of a fight owe, and what they have paid of it.

    ``stakes``: the counters of each side as their losses see them. ``cut``: the divisor of terrain that cuts attackers
    (1 elsewhere). ``spared``: weights by which those held out of the defence pay nothing (11.A.3), empty where all pay.
    """

    def __init__(
        self,
        stakes: Mapping[str, tuple[Stake, ...]],
        clash: Clash,
        cut: int,
        spared: tuple[tuple[int, int], ...],
        uncut_double: str,
    ) -> None:
        self.stakes = stakes
        self.clash = clash
        self.cut = cut
        self.spared = spared
        self.uncut_double = uncut_double

    def taken(self, role: str, account: Account, due: Due) -> Taken:
        """What a roll has taken of a side, and what it has paid by replacement points in place of that (11.M.8)."""
        users = sum(account[place].killed * self.stakes[role][place].ability for place in self._users(role))
        killed, place = sum(loss.killed for loss in account), ROLES.index(role)
        return Taken(killed + due.replaced[place], users + due.required[place], killed + due.first[place])

    def taken_to_stay(self, account: Account, due: Due) -> Taken:
        """What a roll has taken of a defender who may stay (11.L.1.g).

        Nothing of Table 6 is paid yet, so that all that those have paid who owe required losses counts for these.
        """
        stakes = self.stakes[DEFENDER]
        users = sum(account[place].used * stakes[place].ability for place in self._users(DEFENDER))
        return self.taken(DEFENDER, account, due)._replace(special=users)

    def of_tie(self, due: Due) -> Taken:
        """What equal dice make the attacker lose, before it is paid."""
        tie = [debt.bill for debt in due.debts]
        owed = sum(bill.owed for bill in tie)
        return Taken(owed, sum(int(bill.special / self._rate(ATTACKER, bill.weights)) for bill in tie), owed)

    def at_home(self, role: str, lost: int) -> int:
        """Parts of the first point in a home country that are still owed after so much is lost (11.O.2)."""
        there = any(required.HOME in one.rows for one in self.stakes[role])
        return max(0, losses.parts(required.FIRST) - lost) if there else 0

    def due(self, role: str, charges: Iterable[Charge], taken: Taken = NOTHING) -> list[Debt]:
        """What the main table makes a side owe, casualties first."""
        return [billed.debt for billed in self.billed(role, charges, taken)]

    def billed(self, role: str, charges: Iterable[Charge], taken: Taken = NOTHING) -> list[Billed]:
        """What the main table makes a side owe, casualties first: charges of one kind together (T7, 11.A.12).

        Required losses, the limit of the attacker and the first point at home count once in a roll: what it has taken
        before is taken off.
        """
        alike: dict[tuple[str, bool], list[Charge]] = {}
        for charge in charges:
            if charge.side == role:
                alike.setdefault((charge.kind, charge.scaled), []).append(charge)
        most = Fraction(results.most(self.clash)) - losses.points(taken.killed)
        left = max(Fraction(0), most) if role == ATTACKER else None
        special = sum(self.stakes[role][place].res for place in self._users(role)) - taken.special
        home, found = self.at_home(role, taken.first), []
        for (kind, scaled), together in sorted(alike.items(), key=lambda one: one[0][0] != CASUALTIES):
            bound, points = None, sum((charge.points for charge in together), Fraction(0))
            if left is not None and kind == CASUALTIES:
                spared = scaled and self.clash.attacker.uncut
                bound = losses.parts(left) if spared else None
                points = min(points, left * (self.cut if spared else 1))
                left -= points
            if points:
                debt = self._debt(role, kind, points, scaled, (max(0, special), home))
                debt = debt._replace(bill=debt.bill._replace(most=bound))
                found.append(Billed(debt, tuple(together)))
                special -= int(debt.bill.special / self._rate(role, debt.bill.weights))
                home -= debt.bill.home
        return found

    def _users(self, role: str) -> list[int]:
        """Places of the units that owe required losses for what they use (11.O.1)."""
        return [n for n, one in enumerate(self.stakes[role]) if any(row != required.HOME for row in one.rows)]

    def _rate(self, role: str, weights: Sequence[tuple[int, int]]) -> Fraction:
        """What a point of users is worth to a bill: more where terrain cuts others and not them (11.M.3)."""
        stakes, users = self.stakes[role], self._users(role)
        res = sum(stakes[place].res for place in users)
        return Fraction(sum(stakes[n].res * weights[n][0] for n in users), res) if weights and res else Fraction(1)

    def _debt(self, role: str, kind: str, points: Fraction, scaled: bool, still: tuple[int, int]) -> Debt:
        """A bill of the main table with its required losses (11.O.1.b, 11.O.2); ``still``: parts of them still owed."""
        owed, (special, home) = losses.parts(points), still
        weights = losses.weights(self.stakes[role], self.cut, kind, self.uncut_double) if scaled else ()
        home = min(owed, home) if kind == CASUALTIES else 0
        special = min(owed, int(special * self._rate(role, weights)))
        return Debt(role, Bill(kind, owed, special, home, weights or self._held(role)), main=True)

    def _held(self, role: str) -> tuple[tuple[int, int], ...]:
        """Weights of a bill that none of those held out pays."""
        return self.spared if role == DEFENDER else ()

    def without(self, bill: Bill, free: Sequence[bool]) -> Bill:
        """A bill of the attacker that only the ``free`` pay: what is required of others is nobody's (11.F.3)."""
        weights = tuple(
            (by * n, below) for n, (by, below) in zip(free, bill.weights or ((1, 1),) * len(free), strict=True)
        )
        stakes = self.stakes[ATTACKER]
        special = sum(stakes[place].res * weights[place][0] for place in self._users(ATTACKER))
        there = any(required.HOME in one.rows for one, n in zip(stakes, free, strict=True) if n)
        return bill._replace(weights=weights, special=min(bill.special, special), home=bill.home if there else 0)

    def disrupted(self, role: str, level: Fraction, total: Trace, multiplied: bool) -> list[Debt]:
        """The bill of a level of Table 6, where it comes to anything; ``total``: the REs that it takes a share of."""
        found = red.disruption(role, level, total, multiplied)
        owed = losses.parts(found.charge.points)
        if not owed:
            return []
        weights = losses.weights(self.stakes[role], self.cut, DISRUPTION, self.uncut_double) if multiplied else ()
        if weights and self._held(role):
            weights = tuple((a * on, b) for (a, b), (on, _) in zip(weights, self.spared, strict=True))
        special = losses.parts(found.required)
        return [Debt(role, Bill(DISRUPTION, owed, special, 0, weights or self._held(role), wide=bool(special)))]

    def required(self, debt: Debt, cited: Rules) -> Rules:
        """The rules by which units have to be among those that pay a bill; ``cited``: those of its table (11.O)."""
        found, bill = [], debt.bill
        if bill.special and any(required.ROWS["soviet_tank"] in one.rows for one in self.stakes[debt.role]):
            found.append("11.O.3")
        if bill.special:
            found += cited
        if bill.home:
            found += ("11.O.1.home", "11.O.2")
        return tuple(found)
