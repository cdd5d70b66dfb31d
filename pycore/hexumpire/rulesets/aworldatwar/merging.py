"""Which positions are the same for everything that can still come of them, so that walks meet there.

Equal counters may stand for one another. And where no further round can follow, counters that are dealt with
count only by what they were worth and by what may come of an advance.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from hexumpire.rulesets.aworldatwar.advance import Advance
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind
from hexumpire.rulesets.aworldatwar.payment import Payment
from hexumpire.rulesets.aworldatwar.state import State


class Merging:
    """Keys of the positions of one attack. ``ground`` lists each side's ground kinds by index."""

    def __init__(
        self, kinds: Sequence[Kind], advance: Advance, ground: Mapping[str, Sequence[int]], last_round: int
    ) -> None:
        self._kinds = tuple(kinds)
        self._advance = advance
        self._ground = ground
        self._last_round = last_round
        self._groups = [kind.group for kind in kinds]
        self._plain = len(set(self._groups)) == len(self._groups)
        self._split = advance.parted
        self._worth = [(kind.side == "attacker", kind.value, kind.size) for kind in kinds]

    def key(self, state: State) -> Hashable:
        """The key of a position before the end."""
        phase, number, left = state.phase, state.round, state.left
        if phase == "advance":
            holding = self._advance.prospects(left, number)[3]
            places = self._advance.open_places(state)
            aside = self._aside(state.aside)
            return phase, number, self.lost(left), bool(state.moved), places, holding, state.spearhead, aside
        if state.payment is not None:
            return self._payment_key(state, state.payment)
        return phase, number, self._grouped(left), state.result, state.printed, self._aside(state.aside)

    def _aside(self, aside: Counts) -> Hashable:
        """Counters out of the fight: of air only how much of it each side has not lost."""
        if not aside:
            return aside
        ground = tuple([count if kind.arm == "ground" else 0 for kind, count in zip(self._kinds, aside, strict=True)])
        air = [(kind.side, count) for kind, count in zip(self._kinds, aside, strict=True) if kind.arm == "air"]
        return ground, *(sum(count for side, count in air if side == each) for each in ("attacker", "defender"))

    def lost(self, left: Counts) -> tuple[int, int]:
        """Factors that attacker and defender have lost."""
        ours = theirs = 0
        for (attacker, value, full), now in zip(self._worth, left, strict=True):
            if now != full:
                if attacker:
                    ours += value * (full - now)
                else:
                    theirs += value * (full - now)
        return ours, theirs

    def _payment_key(self, state: State, payment: Payment) -> Hashable:
        _, number, left, *_ = state
        aside = self._aside(state.aside)
        bill, progress, then = payment.bill, state.progress, state.then
        spearhead = any(state.fought[i] for i in self._advance.fit(number)) if state.fought else False
        if not payment.simple:
            stock = self._grouped(payment.stock)
            return "pay", number, self._grouped(left), then, bill, stock, progress[:2], spearhead, aside
        if self._split or (number < self._last_round and any(left[i] for i in self._ground["defender"])):
            return "pay", number, self._grouped(left), then, bill.values, progress, spearhead, aside
        place, owed = progress
        waiting: dict[int, int] = {}
        for i in payment.order[place:]:
            group = self._groups[i]
            waiting[group] = waiting.get(group, 0) + left[i]
        behind = payment.behind(place)
        prospects = self._advance.prospects(left, number, behind)
        alive = tuple([any(left[i] for i in ground if i in behind) for ground in self._ground.values()])
        values = () if bill.side == "attacker" else tuple([bill.values[i] for i in payment.order[place:]])
        ahead = tuple(waiting.items()), owed, prospects, alive, values
        return "last", number, self.lost(left), ahead, then, spearhead, aside

    def _grouped(self, counts: Counts) -> Counts:
        if self._plain:
            return counts
        sums: dict[int, int] = {}
        for group, count in zip(self._groups, counts, strict=True):
            sums[group] = sums.get(group, 0) + count
        return tuple(sums.values())
