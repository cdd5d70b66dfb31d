"""A landing in a hex: whether its terrain allows it."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.rules import eligibility
from hexumpire.rulesets.d8chart.rules import landing as rules
from hexumpire.rulesets.d8chart.rules.look import Deed, Question
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.surveys.survey import Survey

LAND = Deed(
    offer="Land the {unit}",
    question="Land which unit?",
    done="The {unit} lands: {answer}.",
    nobody="Nobody lands.",
    nobody_else="Nobody else lands.",
)


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
        deed=LAND,
        goal=scenario.targets[-1],
    )
    return Survey(scenario, about)
