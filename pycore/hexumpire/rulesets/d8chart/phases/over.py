"""The end of an attack."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase
from hexumpire.rulesets.d8chart.rules import results
from hexumpire.rulesets.d8chart.setting import SIDES
from hexumpire.rulesets.d8chart.state import State


class Over(AttackPhase):
    """Nothing happens any more."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """How it ended, and by which rules."""
        return Terminal(self._outcome(state), _rules(state))

    def _outcome(self, state: State) -> Outcome:
        left = {side: self.setting.steps(state.left, side) for side in SIDES}
        lost = {side: self.setting.before[side] - left[side] for side in SIDES}
        measures = (
            ("hex", int(state.ending in ("cleared", "retreated"))),
            ("attacker_lost", lost["attacker"]),
            ("defender_lost", lost["defender"]),
            ("retreat", int(state.ending == "retreated")),
            ("moved", 0),
        )
        return Outcome(state.ending, measures)

    def state_key(self, state: State) -> Hashable:
        """Equal where it ended the same."""
        return self._outcome(state)


def _rules(state: State) -> Rules:
    """By which rules an attack ended as it did."""
    if state.ending == "retreated":
        return ("RES.check-roll",) if state.roll else ("RES.vol-retreat",)
    if state.ending == "held" and results.starred(state.applied):
        return ("RES.check-roll",) if state.roll else ("CRT.retreat-gate", "RES.vol-retreat")
    rule = results.effect(state.applied).rule if state.applied else "CRT.table"
    return (rule, "RES.excess") if state.ending in ("cleared", "lost") else (rule,)
