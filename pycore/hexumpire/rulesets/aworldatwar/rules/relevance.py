"""What the form asks about an attack: the questions of every subject of the rules, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.rules import (
    advance,
    air,
    airdrop,
    chindits,
    conversion,
    crossing,
    eligibility,
    factions,
    forts,
    home,
    isolation,
    landing,
    losses,
    mechanized,
    morale,
    multipliers,
    naval,
    odds,
    overrun,
    pearl_harbor,
    stacking,
    strength,
    terrain,
    training,
    weather,
)
from hexumpire.rulesets.aworldatwar.rules.survey import Survey
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY

OF_THE_ATTACK = (
    advance.asks, air.asks, airdrop.asks, chindits.asks, conversion.asks, crossing.asks, forts.asks, landing.asks,
    losses.asks, mechanized.asks, morale.asks, multipliers.asks, naval.asks, odds.asks, pearl_harbor.asks,
    stacking.asks, terrain.asks, weather.asks,
)  # fmt: skip
OF_A_COUNTER = (
    airdrop.asks_of, eligibility.asks_of, home.asks_of, isolation.asks_of, landing.asks_of, mechanized.asks_of,
    naval.asks_of, stacking.asks_of, strength.asks_of, training.asks_of, weather.asks_of,
)  # fmt: skip
OF_A_HEX = (forts.asks_of_hex, home.asks_of_hex)


def relevant(scenario: Scenario) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name, each in printed order."""
    survey = Survey(scenario)
    asked = {key for asks in OF_THE_ATTACK for key in asks(survey)}
    changed = {field.key for field in VOCABULARY.conditions if scenario.conditions[field.key] != field.default}
    return {
        "conditions": [field.key for field in VOCABULARY.conditions if field.key in asked | changed],
        "readings": [field.key for field in VOCABULARY.readings if field.key in asked],
        "units": {unit.id: _fields(unit, survey) for unit in scenario.units},
        "hexes": {target: _hex_fields(target, survey) for target in scenario.targets},
    }


def _fields(unit: Unit, survey: Survey) -> list[str]:
    asked = {key for asks_of in OF_A_COUNTER for key in asks_of(unit, survey)}
    return [key for key in unit.values if key in asked]


def _hex_fields(target: str, survey: Survey) -> list[str]:
    asked = {key for asks_of_hex in OF_A_HEX for key in asks_of_hex(target, survey)}
    return [field.key for field in VOCABULARY.hex_fields if field.key in asked]


EXPLOITING = {
    "armor": frozenset(
        ("factors", "movement", "ctl", "via", "supply", "oil_short", "mech", "fought", "overran", "exploited")
    ),
    "airborne": frozenset(("ctl", "supply", "oil_short", "moved_by_transport", "fought")),
    "chindit": frozenset(("ctl", "supply", "oil_short", "moved_by_transport", "fought")),
    "air": frozenset(("factors", "ctl", "fought")),
}
"""Fields of counters that an exploitation looks at, by their type; of defenders those that an attack looks at."""
EXPLOITED_GROUND = ("country", "control", "weather")
"""Fields of hexes that it looks at."""


def exploiting(scenario: Scenario) -> Mapping[str, Any]:
    """Keys worth asking for an exploitation: those of its attacks, and those of placing, moving and dropping."""
    targets = dict.fromkeys(unit.at for unit in scenario.units if unit.side == "defender")
    known = {**scenario.conditions, "phase": "exploitation"}
    found = relevant(replace(scenario, targets=tuple(targets), conditions=known))
    if scenario.edition != "new":
        return found
    conditions = {*found["conditions"], "theatre", "weather_loss", "weather_mountains", "weather_overruns"}
    conditions |= {*factions.asked(scenario)}
    conditions -= {"phase", "attacked_before"}
    if any(unit.side == "attacker" and unit.type in ("airborne", "chindit") for unit in scenario.units):
        conditions |= {"winter_effect", "restrictive_weather", "monsoon"}
    fields = [field.key for field in VOCABULARY.conditions if field.key in conditions]
    units = {
        unit.id: [
            key for key in unit.values
            if (key in EXPLOITING.get(unit.type, ()) and unit.side == "attacker")
            or (unit.side == "defender" and (key in found["units"][unit.id] or (unit.type, key) == ("air", "fought")))
        ]
        for unit in scenario.units
    }  # fmt: skip
    readings = {*found["readings"], *overrun.asks(Survey(scenario))}
    return {
        "conditions": fields,
        "readings": [field.key for field in VOCABULARY.readings if field.key in readings],
        "units": units,
        "hexes": {place: list(EXPLOITED_GROUND) for place in scenario.hexes},
    }
