"""What the defender may make of a result: ME of a CA or DL (11.F.3), an exchange of a retreat (11.L.1.g).

And which of his reduced units an overrun result eliminates (11.L.1.k).
"""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, number_of
from hexumpire.rulesets.v101125.rules import course_told, entries
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
        return [
            *course_told.converted(self.flow, before, action == "minimal"),
            *course_told.course(self.flow, before, after),
        ]


class Cadres(AttackPhase):
    """Which reduced units go by an overrun result, where more survive: one after another, as their owner says."""

    key = "cadres"

    def node(self, state: State) -> Decision:
        """Those that are there, one of each that are alike; the weakest first."""
        rules = ("11.L.1.k",)
        different: dict[tuple[str, str], int] = {}
        for i in self.flow.payers.cadres(state):
            different.setdefault((self.setting.counters[i].unit.id, state.left[i]), i)
        options = tuple(
            Option(f"gone:{i}", say("The {unit}", unit=self.flow.payers.name(state, i)), rules, unit)
            for (unit, _), i in different.items()
        )
        return Decision(OTHER[state.bout.side], self.key, "Which reduced unit is lost?", options, rules)

    def apply(self, state: State, action: str) -> State:
        """It is eliminated."""
        return self.flow.onward(self.flow.payers.without_cadre(state, number_of(action)))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which."""
        return course_told.course(self.flow, before, after)


class Stand(AttackPhase):
    """The defender retreats, or stays for an exchange (11.L.1.g)."""

    key = "stand"

    def node(self, state: State) -> Decision:
        """Which."""
        assert state.due.price is not None
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
        return [course_told.stood(self.flow, before, action == "stand"), *course_told.course(self.flow, before, after)]
