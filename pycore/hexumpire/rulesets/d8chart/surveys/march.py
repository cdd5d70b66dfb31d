"""Movement along a path, hex after hex, by units that stand next to its first hex."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.rules import eligibility, movement
from hexumpire.rulesets.d8chart.rules.look import Deed, Question
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.surveys.survey import Survey

MOVE = Deed(
    offer="Move the {unit}",
    question="Move which unit?",
    done="The {unit} moves: {answer}.",
    nobody="Nobody moves.",
    nobody_else="Nobody else moves.",
)
TITLES = {
    "normal": "Normal movement",
    "breakthrough": "Breakthrough movement",
    "exploitation": "Exploitation movement",
    "rail": "Rail movement",
}


def march(scenario: Scenario) -> Survey:
    """The survey of a path."""
    units = Setting(scenario).of("attacker")
    about = Question(
        title=TITLES[str(scenario.condition("moves_by"))],
        rules=("TER.clear",),
        looks=tuple(movement.march(scenario, unit) for unit in units),
        problems=eligibility.survey_problems(scenario, units),
        lit=scenario.path,
        relevant=("weather", "moves_by"),
        deed=MOVE,
        goal=scenario.path[-1],
    )
    return Survey(scenario, about)
