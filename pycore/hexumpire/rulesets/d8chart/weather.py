"""What mud and winter do to aircraft, and beyond combat and movement."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart.forces import weather_at
from hexumpire.rulesets.d8chart.tables import FACTORS, INTERCEPTION


class Sky(NamedTuple):
    """What the weather leaves of the aircraft over a hex, in words by whom, and the rules (none in clear weather)."""

    left: Fraction
    source: str
    rules: Rules

    @property
    def grounded(self) -> bool:
        """Whether no aircraft takes part."""
        return self.left == 0


def sky(scenario: Scenario, place: str) -> Sky:
    """What the weather table leaves of ground support over a hex (WX.mud.air, WX.winter.air).

    The chart sends players to that table in mud and in winter; what it gave they say, or a chart pack does.
    """
    weather, stated = weather_at(scenario, place), scenario.condition("air_weather")
    rules: Rules = ("EXT.weather",) if weather == "clear" else (f"WX.{weather}.air", "EXT.weather")
    source = "as the weather table gave"
    if stated == "pack":
        given = scenario.pack.cell("weather", weather, "air") if scenario.pack else None
        if scenario.pack and given is not None:
            stated, source = given, f"weather table of {scenario.pack.title or 'the chart pack'}"
        else:
            stated, source = "full", "nobody said what the weather table gave: all of it counts"
    elif weather == "clear":
        stated, source = "full", "in clear weather nobody rolls on the weather table"
    left = {"half": FACTORS["air_half"], "none": Fraction(0)}.get(str(stated), Fraction(1))
    return Sky(left, source, rules)


def effects(scenario: Scenario) -> tuple[Line, ...]:
    """Rail, interception, the air, ice: one line each; clear weather does nothing."""
    weather = str(scenario.condition("weather"))
    if weather not in INTERCEPTION:
        return (Line("Clear weather changes nothing.", ("TER.clear",)),)
    lines = [
        Line(f"Naval interception {interception(weather):+d} in every sea area of the zone.", (f"WX.{weather}.naval",)),
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
            Line("Rivers, lakes and some ports freeze: see 1.6.", ("WX.winter.freeze", "EXT.1.6")),
        ]
    return tuple(lines)


def interception(weather: str) -> int:
    """The modifier of naval interception in sea areas of a zone."""
    return INTERCEPTION.get(weather, 0)
