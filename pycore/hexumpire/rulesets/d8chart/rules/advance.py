"""Advance after combat, breakthrough and exploitation: what the chart forbids of them (EXT.advance)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import capital, joined, say
from hexumpire.rulesets.d8chart.rules.look import Bar
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.units import describe, is_mechanized


def follow_bars(scenario: Scenario, unit: Unit, kind: str, path: tuple[str, ...]) -> Iterator[Bar]:
    """Why a unit may not break through or exploit (``kind``) along a path; nothing when it may."""
    mechanized = is_mechanized(unit)
    places = (unit.at, *path)
    if mechanized and any(scenario.hex(place).terrain == "marsh" for place in places):
        yield say("armor and mechanized units have no {kind} in marsh", kind=kind), ("TER.marsh.exploit",)
    weathers = [weather_at(scenario, place) for place in places]
    if mechanized and weathers[0] == "mud":
        yield say("armor and mechanized units have no {kind} in mud", kind=kind), ("WX.mud.exploit",)
    if weathers[0] == "winter" and kind == "exploitation":
        yield "no exploitation in winter", ("WX.winter.exploit",)
    for before, after in pairwise(weathers):
        if after == "mud" != before:
            yield say("no {kind} into a mud zone", kind=kind), ("WX.mud.enter",)
        if after == "winter" != before and kind == "exploitation":
            yield "no exploitation into a winter zone", ("WX.winter.enter",)


def closing(setting: Setting) -> list[Line]:
    """What is said to those who won the hex: that they follow their own rules, and what the chart forbids."""
    entries = [Line("Advance, breakthrough and exploitation follow your own rules.", ("EXT.advance",))]
    for kind in ("breakthrough", "exploitation"):
        barred: dict[Bar, list[str]] = {}
        for unit in setting.of("attacker"):
            for reason in follow_bars(setting.scenario, unit, kind, (setting.target,)):
                barred.setdefault(reason, []).append(describe(unit))
        for (why, rules), names in barred.items():
            entries.append(Line(say("{why}: {units}.", why=capital(why), units=joined(names, ", ")), rules))
    return list(dict.fromkeys(entries))
