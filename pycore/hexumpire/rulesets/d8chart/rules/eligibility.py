"""Why an attack may not be made; every reason at once, each with its rule and the way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.rules import landing, odds, terrain
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.units import describe, path_of


def problems(setting: Setting, figures: odds.Figures) -> tuple[Problem, ...]:
    """Everything that forbids an attack."""
    return (
        *one_target(setting.scenario),
        *_forces(setting),
        *landing.problems(setting),
        *terrain.frozen_land(setting.scenario),
        *odds.problems(figures),
    )


def one_target(scenario: Scenario) -> Iterator[Problem]:
    """No more than one hex is looked at."""
    if len(scenario.targets) > 1:
        message = say("{n} target hexes; the chart resolves one", n=len(scenario.targets))
        yield Problem(message, "$.targets[1]", "CRT.odds", "name one target hex")
    elif scenario.hex(scenario.targets[0]).terrain == "sea":
        yield Problem("the target hex is sea; the chart is for combat on land", "$.targets[0]", "CRT.table",
                      "name a land hex")  # fmt: skip


def survey_problems(scenario: Scenario, units: Sequence[Unit]) -> tuple[Problem, ...]:
    """What is wrong with a survey of these units, whatever it asks."""
    found = list(terrain.frozen_land(scenario))
    if not units:
        found.append(Problem("no attacking land unit to look at", "$.units", "EXT.units", "put one on the map"))
    return tuple(found)


def _forces(setting: Setting) -> Iterator[Problem]:
    """Somebody attacks, defenders stand in the hex, and attackers can come at it."""
    if not setting.of("attacker"):
        yield Problem("no land unit attacks", "$.units", "RES.who-loses", "put an attacking land unit on the map")
    for unit in setting.strays:
        message = say("the {unit} does not stand in the target hex", unit=describe(unit))
        fix = say("put it into {place}, or leave it out", place=mention(setting.target))
        yield Problem(message, path_of(setting.scenario, unit) + ".at", "EXT.units", fix)
    for unit in (*setting.of("attacker"), *setting.of("attacker", "general")):
        if setting.target and unit.text("via") == "land":
            yield from _approach(setting, unit)
        yield from _wall(setting, unit)


def _approach(setting: Setting, unit: Unit) -> Iterator[Problem]:
    """An attacker by land stands on land beside the hex."""
    scenario, target, name = setting.scenario, setting.target, describe(unit)
    apart = terrain.apart(unit.at, target)
    where = path_of(scenario, unit) + ".at"
    if scenario.hex(unit.at).terrain == "sea":
        yield Problem(say("the {unit} is at sea, and attacks by land", unit=name), where, "EXT.amph",
                      "let it land from the sea (via), or put it on land")  # fmt: skip
    if apart != 1:
        template = "the {unit} stands {n} hexes away" if apart else "the {unit} stands in the target hex"
        yield Problem(say(template, unit=name, n=apart), where, "EXT.units",
                      "put it next to the target, or let it land or drop")  # fmt: skip


def _wall(setting: Setting, unit: Unit) -> Iterator[Problem]:
    """An attacker can cross the hexside over which it comes."""
    if terrain.walled_off(setting, unit):
        message = say("the {unit} cannot cross impassable mountains", unit=describe(unit))
        yield Problem(message, path_of(setting.scenario, unit) + ".at", "TER.impass.block",
                      "only mountain troops cross; attack over another hexside")  # fmt: skip
