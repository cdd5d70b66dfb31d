"""What the defender may make of a result: ME of a CA or DL (11.F.3), an exchange of a retreat (11.L.1.g)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import entries
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State


class Convert(AttackPhase):
    """A CA or DL becomes ME, or stands."""

    key = "convert"

    def node(self, state: State) -> Decision:
        """Which."""
        rules = ("11.F.3", "T10.convert")
        options = (
            Option("stands", say("{result} stands", result=state.due.chain), rules),
            Option("minimal", say("{result} becomes ME", result=state.due.chain), rules),
        )
        return Decision(OTHER[state.bout.side], self.key, "Turn the result into ME?", options, rules)

    def apply(self, state: State, action: str) -> State:
        """It stands, or is turned."""
        return self.flow.converted(state, action == "minimal")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which."""
        return [entries.converted(before, action == "minimal"), *entries.course(self.flow, before, after)]


class Stand(AttackPhase):
    """The defender retreats, or stays for an exchange (11.L.1.g)."""

    key = "stand"

    def node(self, state: State) -> Decision:
        """Which."""
        price = entries.points_text(state.due.price)
        options = (
            Option("retreat", "Retreat", ("11.L.1.g", "11.Q.2.0")),
            Option("stand", say("Stay, and lose {points}", points=price), ("11.L.1.g",)),
        )
        side = OTHER[state.bout.side]
        return Decision(side, self.key, "Retreat, or stay for an exchange?", options, ("11.L.1.g",))

    def apply(self, state: State, action: str) -> State:
        """It goes, or stays."""
        return self.flow.stood(state, action == "stand")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which."""
        return [entries.stood(before, action == "stand"), *entries.course(self.flow, before, after)]
