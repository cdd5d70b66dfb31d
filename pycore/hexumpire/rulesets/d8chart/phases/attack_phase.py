"""What the phases of an attack have in common: what they know, and which positions are equal."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.phase import Phase
from hexumpire.rulesets.d8chart.rules import results, retreat
from hexumpire.rulesets.d8chart.rules.odds import Figures
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import State


class AttackPhase(Phase[State]):
    """A phase of an attack."""

    def __init__(self, setting: Setting, figures: Figures) -> None:
        self.setting = setting
        self.figures = figures

    def state_key(self, state: State) -> Hashable:
        """Equal for positions from which play and outcomes are the same: what is lost counts, not who lost it."""
        starred = results.starred(state.applied)
        fallen = retreat.fallen(self.setting, state) if starred else frozenset()
        left = self.setting.steps(state.left, "attacker"), fallen, self._defenders(state, starred)
        below = retreat.below(self.setting, state, self.figures.drm) if state.natural and starred else 0
        return state.phase, left, below, state.applied, state.owing, state.owed, state.due, state.parted

    def _defenders(self, state: State, by_counter: bool) -> Hashable:
        """Steps the defender has left; counter by counter where a retreat may follow."""
        setting = self.setting
        if not by_counter:
            return setting.steps(state.left, "defender")
        found: dict[str, list[int]] = {}
        for i in setting.sides["defender"]:
            if state.left[i]:
                found.setdefault(retreat.kind(setting, setting.lands[i]), []).extend(state.left[i])
        return tuple(sorted((kind, tuple(sorted(steps))) for kind, steps in found.items()))


def face_of(action: str) -> int:
    """The number on a face of the die, by its action."""
    return int(action.removeprefix("d8="))
