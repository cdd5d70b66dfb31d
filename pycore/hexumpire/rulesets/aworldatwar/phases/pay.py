"""Losses, paid counter by counter (15.61, 15.62)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from hexumpire.kit.losses import Owed, Why
from hexumpire.model.battle import Decision, Option, Refusal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.rules.losses import label, prompt, why_not
from hexumpire.rulesets.aworldatwar.rules.payment import Payment
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind
from hexumpire.rulesets.aworldatwar.state import State


def payment_of(state: State) -> Payment:
    """What is being paid."""
    assert state.payment is not None
    return state.payment


BESIDE_GROUND: Mapping[str, Rules] = {"air": ("15.631",), "fleet": ("15.641", "15.641A")}
"""By what counters that are no ground units may pay for losses."""


class Pay(AttackPhase):
    """A side gives up counters; what may go is worked out once for each position, by its payment."""

    key = "pay"

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow)
        self._options: dict[tuple[int, int], Option] = {}
        self._prompts: dict[tuple[Payment, int], tuple[str, Rules]] = {}

    # --- what is asked --------------------------------------------------------------------------------

    def prompt(self, payment: Payment, left_to_pay: int) -> tuple[str, Rules]:
        """What is asked, with its sections."""
        return prompt(payment, left_to_pay)

    def option(self, kind: Kind, pays: int) -> Option:
        """Giving up one counter."""
        rules = ("15.62", *BESIDE_GROUND.get(kind.arm, ()))
        return Option(f"lose:{kind.unit.id}", label(kind, pays), rules, kind.unit.id, kind.unit.at,
                      f"lose{kind.group}", pays=pays)  # fmt: skip

    def why_not(self, kind: Kind, state: State, payment: Payment, fighting: Counts) -> Why:
        """Why a counter may not go now."""
        return why_not(kind, state, payment, fighting)

    def _option(self, i: int, pays: int) -> Option:
        found = self._options.get((i, pays))
        if found is None:
            found = self._options[i, pays] = self.option(self.setting.kinds[i], pays)
        return found

    def node(self, state: State) -> Decision:
        """Which counters may go."""
        payment = payment_of(state)
        values = payment.owed.values
        options = tuple([self._option(i, values[i]) for i in payment.options(state.progress, state.left)])
        asked = payment, state.progress[1]
        if asked not in self._prompts:
            self._prompts[asked] = self.prompt(*asked)
        text, rules = self._prompts[asked]
        return Decision(payment.owed.side, self.key, text, options, rules)

    def apply(self, state: State, action: str) -> State:
        """One counter goes, and with it those that have to."""
        return self.flow.take(state, payment_of(state), self.setting.index[action.partition(":")[2]])

    def refusals(self, state: State) -> Sequence[Refusal]:
        """The counters that may not go now."""
        payment = payment_of(state)
        open_now = set(payment.options(state.progress, state.left))
        fighting = self.flow.strengths.taking_part(state.fought or state.left, state.round)
        return [
            Refusal(kind.unit.id, kind.unit.at, *self.why_not(kind, state, payment, fighting))
            for kind in self.setting.kinds
            if kind.index not in open_now and state.left[kind.index]
        ]

    # --- losses named together (see hexumpire.kit.losses) ----------------------------------------------

    def owed(self, state: State) -> Owed | None:
        """What is paid here by counters that are named together."""
        payment = payment_of(state)
        if not payment.several():
            return None
        return Owed(payment.owed.need, "factors")

    def reckon(self, state: State, picks: Sequence[str]) -> tuple[int, int, bool]:
        """What these pay, what has to be paid when they are gone (15.551), and whether that is a whole payment."""
        return payment_of(state).reckon(self._named(state, picks))

    def losable(self, state: State) -> Sequence[Option]:
        """Every counter that can be part of the payment."""
        payment, gone = payment_of(state), self._named(state, ())
        some = [i for i in payment.order if not payment.refuse(gone, i)[0]]
        return [self._option(i, payment.owed.values[i]) for i in some]

    def refuse(self, state: State, picks: Sequence[str]) -> Why:
        """Why these counters can be no part of one payment; empty when they can."""
        before = self._named(state, picks[:-1])
        return payment_of(state).refuse(before, self.setting.index[picks[-1].partition(":")[2]])

    def _named(self, state: State, picks: Sequence[str]) -> Counts:
        """Counters that are named or gone already, by kind."""
        found = [had - left for had, left in zip(payment_of(state).stock, state.left, strict=True)]
        for pick in picks:
            found[self.setting.index[pick.partition(":")[2]]] += 1
        return tuple(found)

    # --- state key ------------------------------------------------------------------------------------

    def state_key(self, state: State) -> Hashable:
        """Like counters may stand for one another.

        And where no further round can follow, counters that are dealt with count only by what they were worth and by
        what may come of an advance.
        """
        _, number, left, aside, _, _, fought, _, progress, then, *_ = state
        payment, setting, advance = payment_of(state), self.setting, self.flow.advance
        aside_key = setting.waiting(aside)
        owed = payment.owed
        spearhead = any(fought[i] for i in advance.fit(number)) if fought else False
        if not payment.simple:
            stock = setting.grouped(payment.stock)
            return "pay", number, setting.grouped(left), then, owed, stock, progress[0], spearhead, aside_key
        if advance.parted or (number < setting.last_round and setting.alive(left, "defender")):
            return "pay", number, setting.grouped(left), then, owed.values, progress, spearhead, aside_key
        place, to_pay = progress
        waiting: dict[int, int] = {}
        for i in payment.order[place:]:
            group = setting.kinds[i].group
            waiting[group] = waiting.get(group, 0) + left[i]
        behind = payment.behind(place)
        prospects = advance.prospects(left, number, behind)
        alive = tuple([any(left[i] for i in ground if i in behind) for ground in setting.ground.values()])
        values = () if owed.side == "attacker" else tuple([owed.values[i] for i in payment.order[place:]])
        ahead = tuple(waiting.items()), to_pay, prospects, alive, values
        return "last", number, setting.lost(left), ahead, then, spearhead, aside_key
