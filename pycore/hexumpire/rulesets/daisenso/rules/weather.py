"""What the weather of the target does to an attack, beyond its shifts."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.charting import Result
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Places
from hexumpire.rulesets.daisenso.tables import WEATHER


def foul(setting: Setting, target: str, left: Counts, at: Places) -> str:
    """The weather that shields a hex in the Blitz segment; empty when none does (4.1.2.weather).

    It shields units, so that a lone marker may be attacked by the reading chosen.
    """
    weather = setting.weather(target)
    if not setting.blitz or weather == "fine":
        return ""
    alone = not setting.here(target, left, at, "defender", ("ground",))
    return "" if alone and setting.scenario.readings["marker_weather"] == "allowed" else weather


def reduced(setting: Setting, target: str, result: Result) -> Result:
    """What the weather of the target makes of a result (4.2.4.1.weather)."""
    if setting.weather(target) == "fine":
        return result
    return result._replace(retreat=WEATHER.get(result.retreat, result.retreat))


def entry(setting: Setting, target: str, read: Result, result: Result) -> Line:
    """Log entry of a result that the weather has changed."""
    form = "In {x} {y} becomes {z}."
    text = say(form, x=setting.weather(target), y=read.retreat or "it", z=result.retreat or "it")
    return Line(text, ("4.2.4.1.weather", "4.2.2.s5.weather"))


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the reading on lone markers in weather that shields units."""
    if setting.blitz and any(setting.weather(target) != "fine" for target in setting.scenario.targets):
        yield "marker_weather"


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a hex: its weather."""
    yield "weather"
