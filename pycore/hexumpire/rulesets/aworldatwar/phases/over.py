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

THROUGH: Rules = ("16.11", "16.11A", "16.11B")
"""By what a breakthrough arises."""


class Over(AttackPhase):
    """Nothing more happens."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """The ending."""
        rules = ENDING_RULES[state.ending]
        if self._through(state):
            several = len({target for _, target in state.moved}) > 1
            rules = (*rules, *THROUGH, *(("16.12",) if several else ()))
        return Terminal(self.outcome(state), rules)

    def _through(self, state: State) -> bool:
        """Whether the attack has opened a breakthrough (16.11)."""
        return state.ending == "taken" and not self.flow.advance.breakthrough(state)[0]

    def state_key(self, state: State) -> Hashable:
        """Equal outcomes are equal ends."""
        return self.outcome(state)

    def outcome(self, state: State) -> Outcome:
        """How it ended, and what it came to."""
        left = state.left
        if state.aside:
            fallen = self.flow.pearl.fallen(state)
            left = tuple(
                count if fallen and kind.side == "defender" and kind.arm == "ground" else count + others
                for kind, count, others in zip(self.setting.kinds, left, state.aside, strict=True)
            )
        ours, theirs = self.setting.lost(left)
        return Outcome(state.ending, (
            ("hex", int(state.ending == "taken")), ("attacker_lost", ours), ("defender_lost", theirs),
            ("rounds", state.round), ("breakthrough", int(self._through(state))),
        ))  # fmt: skip
