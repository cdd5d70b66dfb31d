"""What the form asks: conditions, readings and fields that could matter, gathered from the rules that read them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.d8chart.rules import air, forts, landing, modifiers, odds, results, retreat, strength, terrain
from hexumpire.rulesets.d8chart.units import arm_of, is_minor
from hexumpire.rulesets.d8chart.vocabulary import CONDITIONS, OF_ONE_ATTACK, READINGS


def of_attack(figures: odds.Figures) -> Mapping[str, Any]:
    """What could matter to an attack."""
    setting = figures.setting
    asked = {
        "weather",
        *terrain.asks(setting),
        *forts.asks(setting),
        *(landing.asks(setting) if setting.landing else ()),
        *air.asks(setting),
        *strength.asks(setting),
        *modifiers.asks(setting),
        *results.asks(setting, figures.cells),
        *odds.asks(figures),
        *retreat.asks(setting, figures.cells, figures.drm),
    }
    return relevant(setting.scenario, asked)


def relevant(scenario: Scenario, asked: Collection[str]) -> Mapping[str, Any]:
    """Keys worth asking, and those that were changed: ``conditions``, ``readings``, ``units`` by id, ``hexes``."""
    conditions, readings = scenario.conditions, scenario.readings
    return {
        "conditions": [f.key for f in CONDITIONS if f.key in asked or conditions[f.key] != f.default],
        "readings": [f.key for f in READINGS if f.key in asked or readings[f.key] != f.default],
        "units": {unit.id: _fields(unit, scenario) for unit in scenario.units if not unit.flag("stands_by")},
        "hexes": {place: _hex_fields(scenario, place) for place in scenario.named},
    }


def _hex_fields(scenario: Scenario, place: str) -> list[str]:
    """Fields of a hex that could matter: of those of an attack on it what was stated."""
    values = scenario.hex(place).values
    return ["country", "zone", *(key for key in OF_ONE_ATTACK if values[key] != "same")]


def _fields(unit: Unit, scenario: Scenario) -> list[str]:
    """Fields of a counter that could matter, in the order of its type."""
    attack = scenario.procedure == "attack"
    checks = {
        "factors": attack,
        "movement": not attack,
        "steps": attack,
        "via": unit.side == "attacker" and scenario.procedure in ("attack", "landing"),
        "out_of_supply": attack,
        "supply_factor": attack,
        "abroad": attack and arm_of(unit) == "land" and unit.side == "defender" and is_minor(unit),
        "ss": attack and unit.nation == "German",
        "support": attack,
        "ground_attack": attack,
    }
    return [key for key in unit.values if checks[key]]
