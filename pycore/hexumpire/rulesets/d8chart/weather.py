"""What mud and winter do beyond combat and movement."""

from __future__ import annotations

from hexumpire.battle import Line
from hexumpire.rulesets.d8chart.tables import INTERCEPTION
from hexumpire.scenario import Scenario


def effects(scenario: Scenario) -> tuple[Line, ...]:
    """Rail, interception, the air, ice: one line each; clear weather does nothing."""
    weather = str(scenario.condition("weather"))
    if weather not in INTERCEPTION:
        return (Line("Clear weather changes nothing.", ("TER.clear",)),)
    lines = [
        Line(f"Naval interception {INTERCEPTION[weather]:+d} in every sea area of the zone.", (f"WX.{weather}.naval",)),
        Line("Rail movement is not touched.", (f"WX.{weather}.rail",)),
        Line("Roll on the weather table for the air.", (f"WX.{weather}.air", "EXT.weather")),
    ]
    if weather == "mud":
        lines += [
            Line("Armor and mechanized units have neither breakthrough nor exploitation.", ("WX.mud.exploit",)),
            Line("Nobody enters the zone by breakthrough or exploitation.", ("WX.mud.enter",)),
        ]
    else:
        lines += [
            Line("No exploitation; breakthrough stays open.", ("WX.winter.exploit",)),
            Line("Nobody enters the zone by exploitation.", ("WX.winter.enter",)),
            Line("Rivers, lakes and some ports freeze: mark them.", ("WX.winter.freeze", "EXT.1.6")),
        ]
    return tuple(lines)


def interception(weather: str) -> int:
    """The modifier of naval interception in sea areas of a zone."""
    return INTERCEPTION.get(weather, 0)
