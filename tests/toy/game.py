"""The game of one scenario of Skirmish: its phases, and what is said of any position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario

from tests.toy.phases.go_on import GoOn
from tests.toy.phases.lose import Lose
from tests.toy.phases.over import Over
from tests.toy.phases.roll import Roll
from tests.toy.rules import course, eligibility, strength
from tests.toy.setting import Setting
from tests.toy.state import State
from tests.toy.tables import RESULTS


class Attack(PhasedGame[State]):
    """A die a round, losses, and perhaps a second round."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.setting = Setting(scenario)
        self.problems = tuple(eligibility.problems(scenario))
        super().__init__([Roll(self.setting), Lose(self.setting), GoOn(), Over(self.setting)])

    def start(self) -> State:
        """The first round."""
        return course.begin_round(self.setting, State("roll", 1, tuple(unit.count for unit in self.setting.units)))

    def overrides(self, state: State) -> Sequence[Option]:
        """A result set instead of the die."""
        return [Option(f"!result={key}", title) for key, title in RESULTS.items()] if state.phase == "roll" else []

    def overrule(self, state: State, action: str) -> State:
        """The position after a result was agreed on."""
        return self.phases["roll"].apply(state, action)

    def assess(self, state: State) -> Assessment | None:
        """The odds of the counters that are left."""
        return strength.assessment(self.setting, state.left)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, for the board."""
        lost = {unit.id: unit.count - left for unit, left in zip(self.setting.units, state.left, strict=True)}
        return {"lost": {key: number for key, number in lost.items() if number}}

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from the end."""
        return [Line("The counters that are left stay where they are.", ("T7",))]

    def relevant(self) -> Mapping[str, Any]:
        """What the form should ask."""
        return strength.relevant()
