"""Pearl Harbor: who is left out of the defence (12.19, 15.41)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules.pearl_harbor import PROMPT
from hexumpire.rulesets.aworldatwar.setting import minus, plus
from hexumpire.rulesets.aworldatwar.state import State


class Pick(AttackPhase, Choice[State]):
    """Before the first die: one unit after another is left out until two are left."""

    key = "pick"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The ordinary units there; of the other defenders, why not."""
        yield from map(Candidate, self.flow.pearl.options(state.left))
        for kind, why in self.flow.pearl.refusals(state.left):
            yield Candidate(Option("", "", (), kind.unit.id, kind.unit.at), *why)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which one is left out."""
        return Decision(self.flow.pearl.picker, "pick", PROMPT, options, ("15.41", "12.19"))

    def apply(self, state: State, action: str) -> State:
        """One unit is left out."""
        i = self.setting.index[action.partition(":")[2]]
        state = state._replace(left=minus(state.left, i), aside=plus(state.aside, i))
        if self.flow.pearl.surplus(state.left):
            return state
        return self.flow.next_round(state._replace(round=state.round - 1), "rest-defender")

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """Who does not count."""
        return [self.flow.pearl.entry(self.setting.kinds[self.setting.index[action.partition(":")[2]]])]
