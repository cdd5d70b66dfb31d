"""An attack of chapter 11 as a game: the list of its phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.v101125.phases.over import Over
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State


class Attack(PhasedGame[State]):
    """The game of one attack (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.setting = Setting(scenario)
        self.problems: tuple[Problem, ...] = ()
        super().__init__([Over()])

    def start(self) -> State:
        """The first position."""
        return State("over")

    def assess(self, state: State) -> Assessment | None:
        """Odds of the fight at hand."""
        return None

    def overrides(self, state: State) -> Sequence[Option]:
        """What the players may agree on."""
        return ()

    def overlay(self, state: State) -> Mapping[str, Any]:
        """What the board shows beyond the set-up."""
        return {}

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from the end."""
        return ()

    def relevant(self) -> Mapping[str, Any]:
        """What the form should ask."""
        return {"conditions": [], "readings": [], "units": {}, "hexes": {}}
