"""The end of an attack: how it is called, and what it is measured by."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.state import State

ENDING_RULES: dict[str, Rules] = {
    "taken": ("15.91",),
    "emptied": ("15.61", "15.91"),
    "held": ("15.71", "15.72"),
    "destroyed": ("15.61", "15.92D"),
}


class Over(AttackPhase):
    """Nothing more happens."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """The ending."""
        return Terminal(self._outcome(state), ENDING_RULES[state.ending])

    def state_key(self, state: State) -> Hashable:
        """Equal outcomes are equal ends."""
        return self._outcome(state)

    def _outcome(self, state: State) -> Outcome:
        left = state.left
        if state.aside:
            fallen = self.flow.pearl.fallen(state)
            left = tuple(
                count if fallen and kind.side == "defender" and kind.arm == "ground" else count + others
                for kind, count, others in zip(self.setting.kinds, left, state.aside, strict=True)
            )
        ours, theirs = self.setting.lost(left)
        through = state.ending == "taken" and not self.flow.advance.breakthrough(state)[0]
        return Outcome(state.ending, (
            ("hex", int(state.ending == "taken")), ("attacker_lost", ours), ("defender_lost", theirs),
            ("rounds", state.round), ("breakthrough", int(through)),
        ))  # fmt: skip
