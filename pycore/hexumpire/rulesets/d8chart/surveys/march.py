"""Movement along a path, hex after hex, by units that stand next to its first hex."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.rules import eligibility, movement
from hexumpire.rulesets.d8chart.rules.look import Question
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.surveys.survey import Survey


def march(scenario: Scenario) -> Survey:
    """The survey of a path."""
    units = Setting(scenario).of("attacker")
    about = Question(
        title=f"{str(scenario.condition('moves_by')).capitalize()} movement",
        rules=("TER.clear",),
        looks=tuple(movement.march(scenario, unit) for unit in units),
        problems=eligibility.survey_problems(scenario, units),
        lit=scenario.path,
        relevant=("weather", "moves_by"),
        doing="Move",
        done="moves",
        goal=scenario.path[-1],
    )
    return Survey(scenario, about)
