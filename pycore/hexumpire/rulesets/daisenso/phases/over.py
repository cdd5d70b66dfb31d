"""The end of the attacks."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.battle import Terminal
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase
from hexumpire.rulesets.daisenso.rules.ending import ENDING_RULES, outcome
from hexumpire.rulesets.daisenso.state import State


class Over(AttackPhase):
    """All is over."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """What it came to."""
        found = outcome(self.setting, state)
        return Terminal(found, ENDING_RULES[found.result])

    def apply(self, state: State, action: str) -> State:
        """Nothing follows."""
        raise KeyError(action)

    def state_key(self, state: State) -> Hashable:
        """What it came to is all that counts."""
        return outcome(self.setting, state)
