"""The answer to a deadlock: those in whose hex the enemy stands must attack, and others may join them (11.L.1.f.ii)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import entries
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State


class Reinforce(AttackPhase):
    """Units around the hex join the attack, or those in it attack alone."""

    key = "reinforce"

    def node(self, state: State) -> Decision:
        """Everybody around, or nobody."""
        rules = ("11.L.1.f.ii", "11.R.3.d.3")
        options = (
            Option("all", "All units around it join", rules),
            Option("alone", "Those in the hex attack alone", rules),
        )
        return Decision(
            OTHER[state.bout.side], self.key, "Who joins the attack on the enemy in the hex?", options, rules
        )

    def apply(self, state: State, action: str) -> State:
        """The attack begins."""
        return self.flow.answer(state, action == "all")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who attacks."""
        return entries.course(self.flow, before, after)
