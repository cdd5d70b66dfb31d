"""What the phases of an attack share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hexumpire.model.battle import Line
from hexumpire.model.phase import Phase
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.state import State


class AttackPhase(Phase[State]):
    """A phase of one attack: what was done in it is its own, what came of it is told alike for all."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.setting = flow.setting

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """Log entries for what was done."""
        return []

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was done, who was lost by it, and where it led."""
        return [*self.entries(before, action, after), *self.flow.consequences(before, action, after)]

    def state_key(self, state: State) -> Hashable:
        """Like counters may stand for one another."""
        grouped, aside = self.setting.grouped(state.left), self.setting.waiting(state.aside)
        return state.phase, state.round, grouped, state.result, state.printed, aside
