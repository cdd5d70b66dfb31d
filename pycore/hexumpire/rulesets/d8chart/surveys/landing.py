"""A landing in a hex: whether its terrain allows it."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.rules import eligibility
from hexumpire.rulesets.d8chart.rules import landing as rules
from hexumpire.rulesets.d8chart.rules.look import Question
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.surveys.survey import Survey


def landing(scenario: Scenario) -> Survey:
    """The survey of those who come by sea."""
    setting = Setting(scenario)
    ports = any("port" in scenario.hex(place).features for place in scenario.targets)
    about = Question(
        title="Landing",
        rules=("EXT.amph",),
        looks=tuple(rules.look(setting, unit) for unit in setting.landing),
        problems=(
            *eligibility.survey_problems(scenario, setting.landing),
            *eligibility.one_target(scenario),
            *rules.problems(setting),
        ),
        lit=scenario.targets,
        relevant=("weather", *rules.asks(setting)) if ports else (),
        heads=("May land", "May not land"),
        doing="Land",
        done="lands",
        goal=scenario.targets[-1],
    )
    return Survey(scenario, about)
