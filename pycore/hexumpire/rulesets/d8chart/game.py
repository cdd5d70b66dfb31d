"""An attack as a game: one roll, losses in steps, perhaps a retreat check and a retreat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexumpire.kit import losses as together
from hexumpire.kit.losses import Owed, Why
from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.phases.check import Check
from hexumpire.rulesets.d8chart.phases.fell import Fell
from hexumpire.rulesets.d8chart.phases.lose import Lose
from hexumpire.rulesets.d8chart.phases.over import Over
from hexumpire.rulesets.d8chart.phases.retreat import Retreat
from hexumpire.rulesets.d8chart.phases.roll import Roll
from hexumpire.rulesets.d8chart.phases.stand import Stand
from hexumpire.rulesets.d8chart.rules import advance, air, eligibility, losses, odds, overrides, relevance, retreat
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import State


class Attack(PhasedGame[State]):
    """The game of one attack (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.setting = setting = Setting(scenario)
        self.figures = figures = odds.Figures(setting)
        self.problems = eligibility.problems(setting, figures)
        self.lose, self.check = Lose(setting, figures), Check(setting, figures)
        first = Roll(setting, figures), self.lose, Fell(setting, figures), Stand(setting, figures)
        super().__init__([*first, self.check, Retreat(setting, figures), Over(setting, figures)])

    def start(self) -> State:
        """Before the die."""
        return State(Roll.key, self.setting.full)

    # --- overrides ----------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on."""
        return overrides.overrides(self.setting, state)

    def overrule(self, state: State, action: str) -> State:
        """The position after an override."""
        return overrides.overrule(self.setting, state, action)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Log entries for one step, or for an override."""
        if action.startswith("!"):
            return overrides.entries(self.setting, before, action, after)
        return super().narrate(before, action, after)

    # --- losses that are named together (see :class:`hexumpire.kit.losses.Losing`) ------------------------

    def owed(self, state: State) -> Owed | None:
        """Steps to lose here, when there are several."""
        return self.lose.owed(state) if state.phase == Lose.key else None

    def gone(self, state: State) -> Mapping[str, int]:
        """Steps that are gone, by unit."""
        return losses.gone(self.setting, state)

    def losable(self, state: State) -> Sequence[Option]:
        """Every step that can be among them."""
        return together.reachable(self, state)

    def refuse(self, state: State, picks: Sequence[str]) -> Why:
        """Why these steps cannot be lost together."""
        return together.cannot(self, state, picks, state.owed)

    # --- what is shown ------------------------------------------------------------------------------------

    def assess(self, state: State) -> Assessment | None:
        """The odds at which the die is rolled; they do not change while its result is carried out.

        What the faces give is that of the die that comes next.
        """
        found = odds.assessment(self.figures)
        return replace(found, results=self.check.results(state)) if state.phase == Check.key else found

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters eliminated and moved, and the aircraft that do not count, for the board."""
        pairs = list(zip(self.setting.lands, state.left, self.setting.full, strict=True))
        return {
            "lost": {unit.id: unit.count - len(left) for unit, left, _ in pairs if unit.count > len(left)},
            "steps": {unit.id: sum(left) for unit, left, full in pairs if left != full},
            "out": air.out_of_it(self.setting),
            "moved": retreat.moved(self.setting, state),
        }

    def closing(self, state: State) -> Sequence[Line]:
        """What follows by the chart from a finished attack."""
        won = state.ending in ("cleared", "retreated")
        generals = losses.general_entries(self.setting, state.ending)
        return [*(advance.closing(self.setting) if won else ()), *generals]

    def relevant(self) -> Mapping[str, Any]:
        """Conditions, readings and fields that could matter to this attack."""
        return relevance.of_attack(self.figures)
