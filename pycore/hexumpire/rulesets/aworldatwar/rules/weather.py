"""Weather: monsoons, deep winter, and what it does to drops (10.53E, 15.21, 15.322, 15.33H)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure
from hexumpire.rulesets.aworldatwar.rules.exposure import INFANTRY_OR_REPLACEMENT, Exposure, weaken
from hexumpire.rulesets.aworldatwar.rules.mechanized import fights_as_infantry, keeps_mechanized
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.vocabulary import MONSOON_TERRAIN


def deep_winter(ledger: Ledger, scenario: Scenario, one: Exposure, seen: Pressure) -> None:
    """Infantry in deep winter, as long as an attacker is prepared for it (15.322, 15.33H)."""
    reason = ""
    if int(scenario.conditions["winter_effect"]) < LIMITS["winter_effect"]:
        reason = "winter effect below 7"
    elif not one.shaky:
        reason = INFANTRY_OR_REPLACEMENT
    elif not seen.winter_ready:
        reason = "no winter-ready attacker left"
    weaken(ledger, "15.33H", "deep winter", reason or one.shelter, *one.as_infantry, note=one.tanks)


def under_water(scenario: Scenario) -> bool:
    """Whether a monsoon lies over swamp or jungle in an attacked hex."""
    wet = any(scenario.hex(target).terrain in MONSOON_TERRAIN for target in scenario.targets)
    return wet and bool(scenario.condition("monsoon"))


def stopped_by_monsoon(unit: Unit, scenario: Scenario) -> bool:
    """Whether an attacker comes from or into swamp or jungle in a monsoon (15.21)."""
    if not scenario.condition("monsoon"):
        return False
    out_of = unit.text("via", "land") != "sea" and scenario.hex(unit.at).terrain in MONSOON_TERRAIN
    return out_of or under_water(scenario)


def asks(survey: Survey) -> Keys:
    """What the form could ask: the monsoon, winter, and winter weather where units drop."""
    scenario = survey.scenario
    if survey.terrains & MONSOON_TERRAIN:
        yield "monsoon"
    infantry = any(unit.type == "replacement" or fights_as_infantry(unit, keeps_mechanized(unit, scenario))
                   for unit in survey.defenders)  # fmt: skip
    cold = not survey.pacific or "Russian" in survey.ours | survey.theirs
    if survey.dropping or (survey.new and infantry and cold):
        yield "winter_effect"
    if survey.known["winter_effect"]:
        yield "winter_needs"
    if survey.dropping:
        yield "restrictive_weather"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: whether an attacker is prepared for winter."""
    if unit.side == "attacker" and (survey.known["winter_effect"] or survey.known["winter_needs"]):
        yield "winter_preparation"
