"""The attacker's die."""

from __future__ import annotations

from hexumpire.model.battle import Chance, Line
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.d8chart.rules import flow, odds
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import FACES
from hexumpire.rulesets.d8chart.units import signed


class Roll(AttackPhase):
    """The attacker rolls."""

    key = "roll"

    def __init__(self, setting: Setting, figures: odds.Figures) -> None:
        super().__init__(setting, figures)
        prompt = "The attacker rolls one eight-sided die."
        if figures.drm:
            prompt = say("The attacker rolls one eight-sided die, {n}.", n=signed(figures.drm))
        self._chance = Chance(prompt, FACES, ("CRT.die", "CRT.drm-apply"))

    def node(self, state: State) -> Chance:
        """One die, with its modifiers."""
        return self._chance

    def apply(self, state: State, action: str) -> State:
        """The cell of the chart is carried out."""
        natural = face_of(action)
        return flow.settle(self.setting, state._replace(natural=natural), self.figures.cells[natural - 1])

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """The odds, the die and the cell, and what came of it."""
        return [*odds.roll_entries(self.figures, face_of(action)), *flow.entries(self.setting, before, after)]
