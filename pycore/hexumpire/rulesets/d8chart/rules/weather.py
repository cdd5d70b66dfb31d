"""The weather of a hex, and what mud and winter do beyond combat and movement (EXT.weather)."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.tables import INTERCEPTION
from hexumpire.rulesets.d8chart.units import signed


def weather_at(scenario: Scenario, place: str) -> str:
    """The weather in a hex: that of its zone, else that of the battle."""
    zone = str(scenario.hex(place).values.get("zone", "same"))
    return str(scenario.condition("weather")) if zone == "same" else zone


def interception(weather: str) -> int:
    """The modifier of naval interception in sea areas of a zone."""
    return INTERCEPTION.get(weather, 0)


def effects(scenario: Scenario) -> tuple[Line, ...]:
    """Rail, interception, the air, ice: a log entry for each; clear weather does nothing."""
    weather = str(scenario.condition("weather"))
    if weather not in INTERCEPTION:
        return (Line("Clear weather changes nothing.", ("TER.clear",)),)
    sea = say("Naval interception {n} in every sea area of the zone.", n=signed(interception(weather)))
    entries = [
        Line(sea, (f"WX.{weather}.naval",)),
        Line("Rail movement is not touched.", (f"WX.{weather}.rail",)),
        Line("Roll on the weather table for the air.", (f"WX.{weather}.air", "EXT.weather")),
    ]
    if weather == "mud":
        entries += [
            Line("Armor and mechanized units have neither breakthrough nor exploitation.", ("WX.mud.exploit",)),
            Line("Nobody enters the zone by breakthrough or exploitation.", ("WX.mud.enter",)),
        ]
    else:
        entries += [
            Line("No exploitation; breakthrough stays open.", ("WX.winter.exploit",)),
            Line("Nobody enters the zone by exploitation.", ("WX.winter.enter",)),
            Line("Rivers, lakes and some ports freeze: see 1.6.", ("WX.winter.freeze", "EXT.1.6")),
        ]
    return tuple(entries)
