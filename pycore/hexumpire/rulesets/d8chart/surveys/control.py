"""Zones of control: into which hexes around it each unit projects one."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.rules import eligibility, zones
from hexumpire.rulesets.d8chart.rules.look import Question
from hexumpire.rulesets.d8chart.setting import land_units
from hexumpire.rulesets.d8chart.surveys.survey import Survey


def control(scenario: Scenario) -> Survey:
    """The survey of every land unit."""
    units = land_units(scenario)
    number = sum(unit.count for unit in units)
    headline = "zones of control of {n} unit" if number == 1 else "zones of control of {n} units"
    about = Question(
        title="Zones of control",
        rules=("TER.clear", "EXT.11.15"),
        looks=tuple(zones.look(scenario, unit) for unit in units),
        problems=eligibility.survey_problems(scenario, units),
        lit=tuple(dict.fromkeys(place for unit in units for place in zones.zone(scenario, unit))),
        relevant=(*zones.asks(scenario), *zones.asks_of_ice(scenario)),
        heads=("Units looked at", "Others"),
        headline=say(headline, n=number),
    )
    return Survey(scenario, about)
