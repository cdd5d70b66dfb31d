"""The retreat check: the defender's die."""

from __future__ import annotations

from functools import cache

from hexumpire.model.battle import Chance, Line
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.d8chart.rules import flow, retreat
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import FACES

PROMPTS = {
    "": "The defender rolls one eight-sided die: it stays on less than {n}.",
    "natural": "The defender rolls one eight-sided die: it stays on less than {n} (the unmodified die).",
    "modified": "The defender rolls one eight-sided die: it stays on less than {n} (the modified die).",
}
"""The question by the die that the check is against, where the two differ."""


@cache
def _prompt(die: str, below: int) -> str:
    return say(PROMPTS[die], n=below)


class Check(AttackPhase):
    """The defender rolls to stay (RES.check-roll)."""

    key = "check"

    def _below(self, state: State) -> int:
        return retreat.below(self.setting, state, self.figures.drm)

    def node(self, state: State) -> Chance:
        """One die, against that of the attacker."""
        die = self.setting.scenario.readings["check_die"] if self.figures.drm else ""
        return Chance(_prompt(die, self._below(state)), FACES, ("RES.check-roll", "CRT.retreat-gate"), "defender")

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
        stays = retreat.holds(roll, below)
        template = "less than {n}, the defender stays" if stays else "not less than {n}, it must retreat"
        text = say("Retreat check {n}: {what}.", n=roll, what=say(template, n=below))
        rolled = Line(text, ("RES.check-roll",), "defender")
        return [rolled, *flow.entries_of_a_retreat(self.setting, before, after)]
