"""Landings from the sea: where one may land, who may land together, and when ice closes a port."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.d8chart.rules.look import Look
from hexumpire.rulesets.d8chart.rules.terrain import walled_off
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.units import is_allied, path_of

BARRED = {"forest": "TER.forest.amph", "marsh": "TER.marsh.amph", "mountain": "TER.mountain.amph"}


def kind(unit: Unit) -> str:
    """Under which of the two landing modifiers a unit lands: its rule."""
    return "MOD.amph-allied" if is_allied(unit) else "MOD.amph-axis"


def why_not(scenario: Scenario, place: str) -> tuple[str, str]:
    """Why nobody may land in a hex and the rule; an empty text (and the rule looked at) when it is open."""
    data = scenario.hex(place)
    rule = BARRED.get(data.terrain, "TER.clear")
    if data.terrain == "mountain" and "port" in data.features:
        if weather_at(scenario, place) == "winter" and scenario.condition("port_ice") is True:
            return "no landing in mountains while ice closes the port", "WX.winter.freeze"
        return "", rule
    if data.terrain == "mountain":
        return "no landing in mountains without a port", rule
    if data.terrain in BARRED:
        return say("no landing in {terrain}", terrain=data.terrain), rule
    return "", rule


def problems(setting: Setting) -> Iterator[Problem]:
    """Where and together with whom one may not land."""
    scenario, landing = setting.scenario, setting.landing
    if not landing:
        return
    why, rule = why_not(scenario, setting.target)
    if why:
        yield Problem(why, path_of(scenario, landing[0]) + ".via", rule, "attack by land, or land elsewhere")
    if len(set(map(kind, landing))) > 1:
        yield Problem("both kinds of landing in one attack; they exclude each other",
                      path_of(scenario, landing[-1]) + ".nation", "MOD.amph-axis",
                      "let only US and British, or only Axis or Soviet units land")  # fmt: skip


def look(setting: Setting, unit: Unit) -> Look:
    """Whether the terrain of the hex, and the hexside to the sea, let a unit land."""
    why, rule = why_not(setting.scenario, setting.target)
    if not why and walled_off(setting, unit):
        why, rule = "only mountain troops cross impassable mountains", "TER.impass.block"
    terrain = setting.scenario.hex(setting.target).terrain
    line = Trace(say("lands in {terrain}", terrain=terrain), None, (rule,), "list")
    return Look(unit, line, ((why, (rule,)),) if why else ())


def asks(setting: Setting) -> Iterator[str]:
    """Conditions that could matter to a landing, in an attack or by itself."""
    data = setting.hex
    port = data.terrain == "mountain" and "port" in data.features
    if port and weather_at(setting.scenario, setting.target) == "winter":
        yield "port_ice"
