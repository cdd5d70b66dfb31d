"""Removing losses one counter at a time, never one too many (15.62).

Counters go from the most valuable down. A payment is legal when it covers what is owed and no counter of it
could have been kept; an option is offered only if such a payment can still be reached with it. In the usual case
(one requirement, no ships) that is a sum; otherwise the ways on are searched, once for each situation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, minus, plus
from hexumpire.rulesets.aworldatwar.tables import LIMITS

Progress = tuple[int, ...]
"""How far a payment is: place in the order, factors still owed, and (unless a sum is enough) what was paid, by kind."""
Needs = tuple[tuple[int, int], ...]
"""Factors to pay while attackers of a CTL survive, from the lowest CTL up; those of the last, whoever survives."""


@dataclass(frozen=True, slots=True)
class LossesOwed:
    """What one side has to remove.

    ``values`` is what one counter of each kind pays (0: may not be taken). ``needs`` lists ``(ctl, need)`` from
    the lowest CTL up: while attackers of that CTL survive, that much has to be paid (15.551); most losses have one
    entry. Air pays factor for factor if its owner wants it to (15.631). Ships never have to pay: their owner may give
    them up, whole, to keep others (15.641), and together they count no more than ``cap`` (15.641B, 15.641C); -1 when
    there are none. Destroyers must pay a third, ``share`` at most, of what is owed or by ``of_paid`` of all that is
    paid (15.642); beyond it they are ships like others. ``arms``: whose survivors hold up a need.
    """

    side: str
    values: tuple[int, ...]
    needs: Needs
    share: int = 0
    cap: int = -1
    arms: tuple[str, ...] = ("ground",)
    of_paid: bool = False

    @property
    def need(self) -> int:
        """The full requirement."""
        return self.needs[0][1]


def always(need: int) -> Needs:
    """Factors to pay whoever survives."""
    return ((0, need),)


class Payment:
    """How losses owed can be paid by the counters ``stock`` (those there when they fell due).

    Payments are equal when both are: they are part of positions.
    """

    def __init__(self, owed: LossesOwed, kinds: Sequence[Kind], stock: Counts) -> None:
        self.owed = owed
        self.kinds = kinds
        self.stock = stock
        values = owed.values
        payable = [i for i, value in enumerate(values) if value and stock[i]]
        self.order = sorted(payable, key=lambda i: (-values[i], kinds[i].arm != "ground", kinds[i].group, i))
        self.simple = len(owed.needs) == 1 and not owed.share and owed.cap < 0
        self.total = sum(values[i] * stock[i] for i in payable)
        self._hash = hash((owed, stock))
        self._behind: dict[int, frozenset[int]] = {}
        self._cap = max(0, owed.cap)
        self._plan = [(i, values[i], kinds[i].arm) for i in self.order]
        self._memo: dict[tuple[int, Counts], bool] = {}
        self._verdicts: dict[Counts, bool | None] = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Payment) and self.owed == other.owed and self.stock == other.stock)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Payment({self.owed!r}, {self.stock!r})"

    @cached_property
    def places(self) -> dict[int, int]:
        """From which place of the order on counters may be taken after one of a kind: the start of its group."""
        found: dict[int, int] = {}
        groups: dict[int, int] = {}
        for place, i in enumerate(self.order):
            found[i] = groups.setdefault(self.kinds[i].group, place)
        return found

    def behind(self, place: int) -> frozenset[int]:
        """Kinds of which no counter is taken from a place of the order on."""
        found = self._behind.get(place)
        if found is None:
            ahead = set(self.order[place:])
            found = self._behind[place] = frozenset(i for i in range(len(self.kinds)) if i not in ahead)
        return found

    @property
    def begin(self) -> Progress:
        """Nothing paid yet."""
        return (0, self.owed.need) if self.simple else (0, self.owed.need, *(0 for _ in self.kinds))

    @property
    def everything(self) -> bool:
        """Whether all that may be taken does no more than cover what is owed, so that nothing is left to choose."""
        if self.simple:
            return self.total <= self.owed.need
        return not self._reachable(0, self.begin[2:])

    def take(self, progress: Progress, i: int) -> Progress:
        """One counter of kind ``i`` more."""
        place = self.places[i]
        if self.simple:
            return place, progress[1] - self.owed.values[i]
        paid = plus(progress[2:], i)
        others, escorts, ships, _ = self._tally(paid)
        return place, self.owed.need - others - escorts - min(ships, self._cap), *paid

    def options(self, progress: Progress, left: Counts) -> list[int]:
        """Kinds the next counter may come from; empty when all is paid."""
        place, owed = progress[0], progress[1]
        found: list[int] = []
        if not self.simple:
            paid = progress[2:]
            if self._verdict(paid) is None:
                for i in self.order[place:]:
                    if self.stock[i] > paid[i] and self._reachable(self.places[i], plus(paid, i)):
                        found.append(i)
            return found
        if owed <= 0:
            return found
        values, behind = self.owed.values, 0
        for i in reversed(self.order[place:]):
            if left[i]:
                behind += values[i] * left[i]
                if behind >= owed:
                    found.append(i)
        found.reverse()
        return found

    def compels(self, options: Sequence[int], progress: Progress, left: Counts) -> bool:
        """Whether these options are no choice at all: one kind, or like counters that all have to go.

        Like counters of several hexes are a choice for the players (where to take one from) as long as one of them
        stays. Which of them went must not matter, so that is asked of all of them together.
        """
        group = self.kinds[options[0]].group
        if any(self.kinds[i].group != group for i in options):
            return False
        alike = [i for i in self.order if self.kinds[i].group == group]
        if len(alike) == 1:
            return True
        for _ in range(sum(left[i] for i in alike)):
            ahead = self.options(progress, left)
            if not ahead or any(self.kinds[i].group != group for i in ahead):
                return False
            progress, left = self.take(progress, ahead[0]), minus(left, ahead[0])
        return True

    # --- counters named in any order ------------------------------------------------------------------

    def several(self) -> bool:
        """Whether some counter does not settle it alone, so that counters are named together."""
        if not self.simple:
            return True
        return any(self.owed.values[i] < self.owed.need for i in self.order)

    def extendable(self, paid: Counts) -> bool:
        """Whether these counters are a legal payment, or become one with others."""
        if not self.simple:
            return self._reachable(0, paid)
        need, values = self.owed.need, self.owed.values
        total = sum(values[i] * paid[i] for i in self.order)
        smallest = min((values[i] for i in self.order if paid[i]), default=max(values))
        if total >= need:
            return total - smallest < need
        for least in sorted({values[i] for i in self.order if values[i] <= smallest}):
            sums = 1  # bit by bit: what counters of at least that size can come to
            for i in self.order:
                if values[i] >= least:
                    for _ in range(min(self.stock[i] - paid[i], need)):
                        sums |= sums << values[i]
            if sums >> (need - total) & ((1 << least) - 1):
                return True
        return False

    def refuse(self, before: Counts, i: int) -> tuple[str, tuple[str, ...]]:
        """Why one more of kind ``i`` cannot go with those named before; empty when it can."""
        paid = plus(before, i)
        if paid[i] <= self.stock[i] and self.extendable(paid):
            return "", ()
        if self.reckon(before)[2]:
            return "the loss is covered without it", ("15.62",)
        if paid[i] > self.stock[i]:
            return "no more of it is there", ("15.62",)
        if self.kinds[i].arm == "fleet":
            return "losing it would not keep any other counter", ("15.641C",)
        unshared = Payment(replace(self.owed, share=0), self.kinds, self.stock)
        if unshared.extendable(paid):
            return "destroyers have to pay their third of the loss", ("15.642",)
        if unshared._enough(paid):
            return "with it one of those named could be kept", ("15.62",)
        return "with it no payment comes out in which every counter is needed", ("15.62",)

    def reckon(self, paid: Counts) -> tuple[int, int, bool]:
        """What these pay, what has to be paid when they are gone (15.551), and whether that is a whole payment."""
        others, escorts, ships, _ = self._tally(paid)
        counted = others + escorts + (ships if self.simple else min(ships, self._cap))
        whole = counted >= self.owed.need and self.extendable(paid) if self.simple else self._verdict(paid) is True
        return counted, self._need(paid), whole

    # --- more than a sum -------------------------------------------------------------------------------

    def _verdict(self, paid: Counts) -> bool | None:
        """Whether that is a legal payment: None when it is not enough, False when a counter could have been kept."""
        if paid not in self._verdicts:
            self._verdicts[paid] = self._judge(paid)
        return self._verdicts[paid]

    def _judge(self, paid: Counts) -> bool | None:
        if not self._enough(paid):
            return None
        return not any(paid[i] and self._enough(minus(paid, i)) for i in self.order)

    def _enough(self, paid: Counts) -> bool:
        """Whether destroyers pay their share, and all together cover what is owed or nothing but ships is left.

        A factor of ships pays for one (15.641A), but they count no more than the bombardment was worth, so that of one
        too big the rest is lost for nothing (15.641B, 15.641C); nobody has to give up a ship (15.641).
        """
        others, escorts, ships, kept = self._tally(paid)
        owed, need = self.owed, self._need(paid)
        shared = others + escorts + ships if owed.of_paid else need
        if escorts < owed.share and escorts < shared // LIMITS["destroyer_share"]:
            return False
        return not kept or others + escorts + min(ships, self._cap) >= need

    def _need(self, paid: Counts) -> int:
        """What has to be paid as long as those survive who are left (15.551)."""
        needs = self.owed.needs
        for level, amount in needs[:-1]:
            if any(
                self.kinds[i].ctl <= level and arm in self.owed.arms and self.stock[i] > paid[i]
                for i, _, arm in self._plan
            ):
                return amount
        return needs[-1][1]

    def _tally(self, paid: Counts) -> tuple[int, int, int, int]:
        """Factors of ground and air, of destroyers and of bombarding ships in it; ground and air counters kept."""
        others = escorts = ships = kept = 0
        for i, value, arm in self._plan:
            if arm == "fleet":
                ships += value * paid[i]
            elif arm == "destroyer":
                escorts += value * paid[i]
            else:
                others += value * paid[i]
                kept += self.stock[i] - paid[i]
        return others, escorts, ships, kept

    def _reachable(self, place: int, paid: Counts) -> bool:
        """Whether taking counters from a place of the order on can end in a legal payment."""
        mark = (place, paid)
        known = self._memo.get(mark)
        if known is None:
            known = self._memo[mark] = self._search(place, paid)
        return known

    def _search(self, place: int, paid: Counts) -> bool:
        legal = self._verdict(paid)
        if legal is not None:
            return legal
        return any(
            self.stock[i] > paid[i] and self._reachable(self.places[i], plus(paid, i)) for i in self.order[place:]
        )
