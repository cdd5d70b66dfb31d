"""Weather: monsoons, deep winter, and what it does to drops (10.53E, 15.21, 15.322, 15.33H).

What is stated of it holds on the whole board, or, where hexes are marked as its area, in those (13.47, 16.46B).
"""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure
from hexumpire.rulesets.aworldatwar.rules.exposure import INFANTRY_OR_REPLACEMENT, Exposure, weaken
from hexumpire.rulesets.aworldatwar.rules.mechanized import fights_as_infantry, keeps_mechanized
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.vocabulary import MONSOON_TERRAIN


def lies(scenario: Scenario, place: str) -> bool:
    """Whether the weather that is stated lies on a hex (13.47)."""
    return scenario.hex(place).values["weather"] == "area" or all(
        data.values["weather"] != "area" for data in scenario.hexes.values()
    )


def winter(scenario: Scenario, place: str) -> int:
    """The winter effect on a hex."""
    level = int(scenario.conditions["winter_effect"])
    return level if level and lies(scenario, place) else 0


def drowned(scenario: Scenario, place: str) -> bool:
    """Whether a monsoon lies over swamp or jungle in a hex."""
    wet = scenario.conditions["monsoon"] is True and scenario.hex(place).terrain in MONSOON_TERRAIN
    return wet and lies(scenario, place)


def deep_winter(ledger: Ledger, scenario: Scenario, one: Exposure, seen: Pressure) -> None:
    """Infantry in deep winter, as long as an attacker is prepared for it (15.322, 15.33H)."""
    reason, place = "", scenario.targets[one.kind.target]
    if int(scenario.conditions["winter_effect"]) < LIMITS["winter_effect"]:
        reason = "winter effect below 7"
    elif not lies(scenario, place):
        reason = "the winter lies on other hexes"
    elif not one.shaky:
        reason = INFANTRY_OR_REPLACEMENT
    elif not seen.winter_ready:
        reason = "no winter-ready attacker left"
    weaken(ledger, "15.33H", "deep winter", reason or one.shelter, *one.as_infantry, note=one.tanks)


def stopped_by_monsoon(unit: Unit, scenario: Scenario) -> bool:
    """Whether an attacker comes from or into swamp or jungle in a monsoon (15.21)."""
    places = scenario.targets if unit.text("via", "land") == "sea" else (unit.at, *scenario.targets)
    return any(drowned(scenario, place) for place in places)


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
