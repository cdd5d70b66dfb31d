"""The attacker's die, where the result was agreed on and the retreat check is against it."""

from __future__ import annotations

from hexumpire.model.battle import Chance, Line
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import FACES

RULES = ("RES.check-roll", "CRT.die")


class Fell(AttackPhase):
    """The attacker rolls the die that no result was read from (RES.check-roll)."""

    key = "fell"

    def node(self, state: State) -> Chance:
        """One die."""
        return Chance("The attacker rolls the die that the retreat check is against.", FACES, RULES)

    def apply(self, state: State, action: str) -> State:
        """The defender rolls."""
        return state._replace(phase="check", natural=face_of(action))

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """The die."""
        return [Line(say("The attacker's die for the retreat check is {n}.", n=face_of(action)), RULES, "attacker")]
