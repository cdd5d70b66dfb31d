"""What the weather does to units, to rail, to ports, to interception and to the air."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.rules import eligibility, movement
from hexumpire.rulesets.d8chart.rules.look import Question
from hexumpire.rulesets.d8chart.rules.weather import effects
from hexumpire.rulesets.d8chart.setting import land_units
from hexumpire.rulesets.d8chart.surveys.survey import Survey

TITLES = {"clear": "Weather: clear", "mud": "Weather: mud", "winter": "Weather: winter"}


def weather(scenario: Scenario) -> Survey:
    """The survey of every land unit's allowance, and everything that touches no single unit."""
    units = land_units(scenario)
    title = TITLES[str(scenario.condition("weather"))]
    about = Question(
        title=title,
        rules=("EXT.weather",),
        looks=tuple(movement.in_this_weather(scenario, unit) for unit in units),
        problems=eligibility.survey_problems(scenario, units),
        lit=scenario.named,
        relevant=("weather",),
        heads=("Units looked at", "Others"),
        headline=title,
        remarks=effects(scenario),
    )
    return Survey(scenario, about)
