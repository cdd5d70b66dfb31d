"""Home countries: whether a unit defends in its own (11.23, 15.33C)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.units import TRAITS
from hexumpire.rulesets.aworldatwar.vocabulary import ALSO_HOME, HOME, MINOR_LAND

UNSTATED = "the country of the hex is not stated"


def at_home(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit defends in its home country (15.33C); the map decides unless the unit says."""
    said = unit.text("home", "map")
    if said != "map":
        return said == "yes"
    country = scenario.hex(unit.at).values["country"]
    if unit.nation == "Other minor":
        return country in MINOR_LAND
    return country in (HOME[unit.nation], *ALSO_HOME.get(unit.nation, ()))


def home_unknown(unit: Unit, scenario: Scenario) -> bool:
    """Whether neither the unit nor the map says in which country it stands."""
    return unit.text("home", "map") == "map" and scenario.hex(unit.at).values["country"] == "unstated"


def _matters(unit: Unit) -> bool:
    """Whether it makes a difference to a defender that it fights abroad (15.33B, C, F)."""
    abroad = "minor" in TRAITS[unit.nation] or unit.nation == "Nationalist Chinese"
    return abroad or unit.number("ctl") <= 1


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: whether a defender is at home."""
    if unit.side != "attacker" and _matters(unit):
        yield "home"


def asks_of_hex(target: str, survey: Survey) -> Keys:
    """What the form could ask about an attacked hex: the country, where home or Russia's frontier matters (15.33G)."""
    stack = [unit for unit in survey.defenders if unit.at == target]
    if any(unit.nation == "Russian" or _matters(unit) for unit in stack):
        yield "country"
