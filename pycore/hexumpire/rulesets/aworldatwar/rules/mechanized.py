"""The mechanized component of armor: when it is negated, and who fights as infantry then (10.32, 15.331)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import PARTLY, SHORT_OF_OIL
from hexumpire.rulesets.aworldatwar.units import exploited
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH


def negation(unit: Unit, scenario: Scenario) -> str:
    """Why the mechanized component of an armor unit is negated where it stands (10.32); empty when it is not."""
    if unit.type != "armor":
        return ""
    if unit.text("mech") == "off":
        return "said to be negated"
    if bogged(unit, scenario.hex(unit.at).terrain, scenario):
        return "it stands in rough terrain in the Pacific"
    return immobilized(unit)


def bogged(unit: Unit, terrain: str, scenario: Scenario) -> bool:
    """Whether terrain negates the mechanized component of armor: rough in the Pacific, jungle not for Japan (10.32)."""
    if scenario.condition("theatre") != "pacific" or unit.type != "armor":
        return False
    return terrain in ROUGH and not (terrain == "jungle" and unit.nation == "Japanese")


def immobilized(unit: Unit) -> str:
    """Why supply or oil negates the mechanized component of a unit (10.12, 10.32); empty when they do not.

    Armor that exploited in the last turn is supplied and has its oil (10.33, 16.61).
    """
    if exploited(unit):
        return ""
    supply = unit.text("supply", "full")
    if supply != "full":
        return PARTLY if supply == "partial" else "it is unsupplied"
    return SHORT_OF_OIL if unit.flag("oil_short") else ""


def keeps_mechanized(unit: Unit, scenario: Scenario) -> bool:
    """Whether an armor unit has its mechanized component where it stands (10.32)."""
    return unit.type == "armor" and not negation(unit, scenario)


def fights_as_infantry(unit: Unit, mechanized: bool) -> bool:
    """Whether negative DMs of infantry strike it: infantry of any kind, and armor without its machines (15.331)."""
    return unit.type in ("infantry", "mechanized") or (unit.type == "armor" and not mechanized)


def asks(survey: Survey) -> Keys:
    """What the form could ask: the theatre, where armor stands in rough terrain."""
    scenario = survey.scenario
    if any(unit.type == "armor" and scenario.hex(unit.at).terrain in ROUGH for unit in scenario.units):
        yield "theatre"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: whether armor is said to be without its machines, or exploited."""
    if unit.type == "armor":
        yield "mech"
        if unit.text("supply", "full") != "full" or unit.flag("oil_short"):
            yield "exploited"
