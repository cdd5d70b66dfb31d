"""Ad and Ex: a side falls back or loses a step (4.2.4.1.ad, 4.2.4.1.ex-att, 4.2.4.1.ex-def)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase, first_of_each
from hexumpire.rulesets.daisenso.rules import flow, retreat
from hexumpire.rulesets.daisenso.state import FREE, State
from hexumpire.rulesets.daisenso.tables import RETREAT


class FallBack(AttackPhase):
    """All of a side fall back one hex, or one of them loses a step."""

    key = "choice"

    def node(self, state: State) -> Decision:
        """The two ways; only the step where nobody can fall back."""
        side, rule = retreat.choosing(state), retreat.CHOICE_RULES[state.job]
        options = [Option("step", "Lose one step", (rule,))]
        if retreat.no_way_back(self.setting, state, side) == FREE:
            options.insert(0, Option("retreat", retreat.falling_back(self.setting, state), (rule,)))
        return Decision(side, "choice", retreat.CHOICE_PROMPTS[state.job], tuple(options), (rule,))

    def apply(self, state: State, action: str) -> State:
        """The retreat, or the loss."""
        if action == "step":
            return state._replace(phase="lose", owed=1)
        if state.job == "Ex-def":
            return flow.defenders_go(self.setting, state._replace(owed=RETREAT["Ex"]))
        return retreat.back(self.setting, state)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was chosen."""
        return [retreat.choice_entry(before, action), *flow.consequences(self.setting, before, after)]

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Hexes into which nobody can fall back."""
        return first_of_each(retreat.not_back(self.setting, state))
