"""The attacker's die."""

from __future__ import annotations

from hexumpire.model.battle import Chance, Line
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.d8chart.rules import flow, odds
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import FACES


class Roll(AttackPhase):
    """The attacker rolls."""

    key = "roll"

    def node(self, state: State) -> Chance:
        """One die, with its modifiers."""
        added = f", {self.figures.drm:+d}" if self.figures.drm else ""
        return Chance(f"The attacker rolls one eight-sided die{added}.", FACES, ("CRT.die", "CRT.drm-apply"))

    def apply(self, state: State, action: str) -> State:
        """The cell of the chart is carried out."""
        natural = face_of(action)
        return flow.settle(self.setting, state._replace(natural=natural), self.figures.cells[natural - 1])

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """The odds, the die and the cell, and what came of it."""
        return [*odds.roll_entries(self.figures, face_of(action)), *flow.entries(self.setting, before, after)]
