"""Removing losses one counter at a time, never one too many (15.62).

Counters go from the most valuable down. A payment is legal when it covers the bill and no counter of it could
have been kept; an option is offered only if such a payment can still be reached with it. In the usual case
(one requirement, no shares or caps) that is a sum; otherwise the ways on are searched, once for each situation.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.rulesets.aworldatwar.forces import Kind
from hexumpire.rulesets.aworldatwar.results import Bill

Counts = tuple[int, ...]


class Payment:
    """How one bill can be paid by the counters ``stock`` (those there when the bill came)."""

    def __init__(self, bill: Bill, kinds: Sequence[Kind], stock: Counts) -> None:
        self.bill = bill
        self.kinds = kinds
        self.stock = stock
        payable = [i for i, value in enumerate(bill.values) if value and stock[i]]
        self.order = sorted(payable, key=lambda i: (-bill.values[i], kinds[i].arm != "ground", kinds[i].group, i))
        self.simple = len(bill.needs) == 1 and not bill.share and bill.cap < 0
        self.total = sum(bill.values[i] * stock[i] for i in payable)
        self._memo: dict[tuple[Counts, int], bool] = {}

    @property
    def everything(self) -> bool:
        """Whether all that may be taken does not do more than cover the bill, so that nothing is left to choose."""
        if self.simple:
            return self.total <= self.bill.need
        return not self._reachable(tuple(0 for _ in self.kinds), 0)

    def position(self, paid: Counts) -> int:
        """Where in the order the next counter is taken from: not before the group of the last one taken."""
        last = max((at for at, i in enumerate(self.order) if paid[i]), default=0)
        group = self.kinds[self.order[last]].group if self.order else -1
        while last and self.kinds[self.order[last - 1]].group == group:
            last -= 1
        return last

    def sum(self, paid: Counts) -> int:
        """Factors paid so far."""
        return sum(self.bill.values[i] * paid[i] for i in self.order)

    def settled(self, paid: Counts) -> bool:
        """Whether the bill is covered."""
        bill = self.bill
        total = self.sum(paid)
        if self.simple:
            return total >= bill.need
        if self._ships(paid, "destroyer") < bill.share:
            return False
        need = bill.needs[-1][1]
        for level, amount in bill.needs:
            if any(k.ctl <= level and k.side == "attacker" and k.arm == "ground" and bill.values[k.index]
                   and self.stock[k.index] > paid[k.index] for k in self.kinds):  # fmt: skip
                need = amount
                break
        return total >= need

    def wasteful(self, paid: Counts) -> bool:
        """Whether a counter of the payment could have been kept."""
        return any(paid[i] and self.settled((*paid[:i], paid[i] - 1, *paid[i + 1 :])) for i in self.order)

    def options(self, paid: Counts) -> list[int]:
        """Kinds the next counter may come from; empty when the bill is settled."""
        if self.settled(paid):
            return []
        found = []
        start = self.position(paid)
        if self.simple:
            rest = self.bill.need - self.sum(paid)
            behind = sum(self.bill.values[i] * (self.stock[i] - paid[i]) for i in self.order[start:])
            for i in self.order[start:]:
                if self.stock[i] > paid[i] and behind >= rest:
                    found.append(i)
                behind -= self._skippable(i, paid)
            return found
        for at in range(start, len(self.order)):
            i = self.order[at]
            if self.stock[i] > paid[i]:
                more = (*paid[:i], paid[i] + 1, *paid[i + 1 :])
                if self._reachable(more, self.position(more)):
                    found.append(i)
        return found

    def _skippable(self, i: int, paid: Counts) -> int:
        return self.bill.values[i] * (self.stock[i] - paid[i])

    def _ships(self, paid: Counts, arm: str) -> int:
        return sum(self.bill.values[i] * paid[i] for i in self.order if self.kinds[i].arm == arm)

    def _reachable(self, paid: Counts, start: int) -> bool:
        """Whether taking counters from ``start`` on in the order can end in a legal payment."""
        mark = (paid, start)
        known = self._memo.get(mark)
        if known is None:
            known = self._memo[mark] = self._search(paid, start)
        return known

    def _search(self, paid: Counts, start: int) -> bool:
        if self.bill.cap >= 0 and self._ships(paid, "fleet") > self.bill.cap:
            return False
        if self.settled(paid):
            return not self.wasteful(paid)
        for at in range(start, len(self.order)):
            i = self.order[at]
            if self.stock[i] > paid[i] and self._reachable((*paid[:i], paid[i] + 1, *paid[i + 1 :]), at):
                return True
        return False
