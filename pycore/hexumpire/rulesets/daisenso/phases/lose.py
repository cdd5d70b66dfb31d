"""Step losses one by one (4.2.6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase, first_of_each
from hexumpire.rulesets.daisenso.rules import flow, losses
from hexumpire.rulesets.daisenso.state import State


class Lose(AttackPhase):
    """A side chooses which of its units loses the next step, and what takes its place."""

    key = "lose"

    def node(self, state: State) -> Decision:
        """Every way to lose the step."""
        units, rules = losses.losers(self.setting, state)
        options: list[Option] = []
        for i in units:
            options += losses.options(self.setting, state, i, rules)
        prompt, more = losses.prompt(self.setting, state)
        return Decision(losses.losing(state), "lose", prompt, tuple(options), (*more, *rules))

    def apply(self, state: State, action: str) -> State:
        """The step is lost, and what is owed after it."""
        return flow.after_loss(self.setting, losses.lost(self.setting, state, action.partition(":")[2]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What becomes of the counter."""
        entry = losses.entry(self.setting, before, action.partition(":")[2])
        return [entry, *flow.consequences(self.setting, before, after)]

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Counters that do not lose this step."""
        return first_of_each(losses.refusals(self.setting, state))
