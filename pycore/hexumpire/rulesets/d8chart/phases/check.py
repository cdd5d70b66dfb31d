"""The retreat check: the defender's die."""

from __future__ import annotations

from hexumpire.model.battle import Chance, Line
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.d8chart.rules import flow, retreat
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import FACES


class Check(AttackPhase):
    """The defender rolls to stay (RES.check-roll)."""

    key = "check"

    def _below(self, state: State) -> int:
        return retreat.below(self.setting, state, self.figures.drm)

    def node(self, state: State) -> Chance:
        """One die, against that of the attacker."""
        basis = ""
        if self.figures.drm:
            reading = self.setting.scenario.readings["check_die"]
            basis = f" (the {'modified' if reading == 'modified' else 'unmodified'} die)"
        prompt = f"The defender rolls one eight-sided die: it stays on less than {self._below(state)}{basis}."
        return Chance(prompt, FACES, ("RES.check-roll", "CRT.retreat-gate"), "defender")

    def apply(self, state: State, action: str) -> State:
        """The defender stays, or must retreat."""
        return retreat.check(self.setting, state, face_of(action), self.figures.drm)

    def results(self, state: State) -> tuple[tuple[str, str], ...]:
        """What each face gives."""
        below = self._below(state)
        return tuple((face, "stays" if retreat.holds(face_of(face), below) else "retreats") for face, _ in FACES)

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """The die, and who found no way."""
        roll, below = face_of(action), self._below(before)
        stays = f"less than {below}, the defender stays"
        said = stays if retreat.holds(roll, below) else f"not less than {below}, it must retreat"
        rolled = Line(f"Retreat check {roll}: {said}.", ("RES.check-roll",), "defender")
        return [rolled, *flow.entries_of_a_retreat(self.setting, before, after)]
