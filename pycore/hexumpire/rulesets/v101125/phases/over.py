"""The end of an attack."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules.tally import outcome
from hexumpire.rulesets.v101125.state import State

RULES: dict[str, Rules] = {
    "taken": ("11.Q.1a",), "cleared": ("11.B.19",), "held": ("11.B.16",), "dual": ("11.R.0", "11.R.3.a"),
    "waits": ("11.B.12",), "again": ("11.L.1.f.i",), "next": ("11.L.1.f.ii",),
    "counterattack": ("11.L.1.d",), "deadlock": ("11.L.1.f",),
}  # fmt: skip


class Over(AttackPhase):
    """Nothing is left to do."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """How it ended."""
        return Terminal(outcome(self.setting, state), RULES[state.ending])

    def state_key(self, state: State) -> Hashable:
        """Equal where it ended the same."""
        return Outcome.__name__, outcome(self.setting, state)
