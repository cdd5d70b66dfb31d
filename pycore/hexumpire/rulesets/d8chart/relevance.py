"""Which circumstances could matter, so that the form asks for nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.d8chart.forces import WATER, Forces, arm_of, crossing, is_minor, weather_at
from hexumpire.rulesets.d8chart.results import STARS, german_ban
from hexumpire.rulesets.d8chart.tables import YEARS
from hexumpire.rulesets.d8chart.vocabulary import CONDITIONS, READINGS
from hexumpire.rulesets.d8chart.weather import sky

_DEFAULTS = {field.key: field.default for field in CONDITIONS}


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may come of an attack: the cells that the die can give, the modifiers of the die, odds off the chart."""

    cells: frozenset[str]
    drm: int
    too_low: bool

    @property
    def retreats(self) -> bool:
        """Whether a result may come that a retreat can follow."""
        return bool(self.cells & {*STARS, *STARS.values()})


def relevant(scenario: Scenario, forces: Forces, prospect: Prospect | None = None) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name."""
    asked = _attack_conditions(scenario, forces, prospect) if prospect else _other_conditions(scenario)
    changed = {key for key, default in _DEFAULTS.items() if scenario.conditions[key] != default}
    return {
        "conditions": [key for key in _DEFAULTS if key in asked or key in changed],
        "readings": _readings(scenario, forces, prospect) if prospect else _other_readings(scenario),
        "units": {unit.id: _fields(unit, scenario) for unit in scenario.units},
        "hexes": {place: ["country", "zone"] for place in scenario.named},
    }


def _attack_conditions(scenario: Scenario, forces: Forces, prospect: Prospect) -> set[str]:
    land = [*forces.of("attacker"), *forces.of("defender")]
    air = [*forces.of("attacker", "air"), *forces.of("defender", "air")]
    nations = {unit.nation for unit in land}
    germans = [unit.nation == "German" for unit in forces.of("attacker")]
    checks = {
        "weather": True,
        "air_superiority": True,
        "concentric": len({unit.at for unit in forces.of("attacker")}) > 1,
        "blitz": True,
        "blitz_germans": scenario.condition("blitz") == "first" and any(germans) and not all(germans),
        "para_success": any(unit.text("via") == "air" for unit in forces.of("attacker")),
        "year": any(unit.nation == "German" for unit in forces.of("defender"))
        or any(unit.type == "armor" and unit.nation in ("German", "Soviet") for unit in land),
        "apathetic": "Italian" in nations,
        "winter_war": "Finnish" in nations,
        "finnish": "Finnish" in nations and len(nations) > 1,
        "armor44": any(unit.type == "armor" and unit.nation in ("German", "Soviet") for unit in land)
        and int(scenario.conditions["year"]) >= YEARS["armor"],
        "soviet_winter": "Soviet" in nations,
        "ss_bonus": any(unit.flag("ss") for unit in land),
        "air_weather": weather_at(scenario, forces.target) != "clear"
        and (bool(air) or scenario.condition("air_superiority") != "none"),
        "ice": any(_may_freeze(scenario, unit, forces.target) for unit in forces.of("attacker")),
        "port_ice": forces.landing and _port_may_freeze(scenario, forces.target),
        "river_zoc": prospect.retreats and scenario.condition("retreat_zoc") == "closed" and _wet(scenario),
        "fort_doubles": scenario.readings["fort_sides"] == "ask" and any(forces.by_fort) and not all(forces.by_fort),
        "retreat_distance": prospect.retreats,
        "retreat_path": prospect.retreats and int(scenario.conditions["retreat_distance"]) > 1,
        "retreat_zoc": prospect.retreats and len(_marked(scenario)) > 0,
        "no_way_out": prospect.retreats,
    }
    return {key for key, matters in checks.items() if matters}


def _may_freeze(scenario: Scenario, unit: Unit, target: str) -> bool:
    """Whether a unit attacks over a river in winter that nobody marked as frozen."""
    over = crossing(scenario, unit.at, target) if unit.text("via") == "land" else frozenset()
    marked = "river" in over and "frozen" in scenario.between(unit.at, target)
    return "river" in over and not marked and weather_at(scenario, target) == "winter"


def _port_may_freeze(scenario: Scenario, target: str) -> bool:
    """Whether a landing needs a port in winter."""
    data = scenario.hex(target)
    return data.terrain == "mountain" and "port" in data.features and weather_at(scenario, target) == "winter"


def _wet(scenario: Scenario) -> bool:
    """Whether there is a river or strait on the map."""
    return any(WATER & set(marks) for marks in scenario.sides.values())


def _icy(scenario: Scenario) -> bool:
    """Whether a river or strait may be frozen that could stop zones of control (TER.river.zoc)."""
    winter = any(weather_at(scenario, place) == "winter" for place in (*scenario.hexes, *scenario.named, ""))
    ice = any(WATER & set(m) and ("frozen" in m or (winter and "river" in m)) for m in scenario.sides.values())
    return ice and scenario.condition("river_zoc") is True


def _other_readings(scenario: Scenario) -> list[str]:
    """Readings that matter to a procedure that is no attack, and those that were chosen."""
    matters = {"zoc_ice"} if scenario.procedure == "zoc" and _icy(scenario) else set()
    return [f.key for f in READINGS if f.key in matters or scenario.readings[f.key] != f.default]


def _marked(scenario: Scenario) -> list[str]:
    return [place for place, data in scenario.hexes.items() if "retreat" in data.features]


def _other_conditions(scenario: Scenario) -> set[str]:
    asked = {"weather", "moves_by"} if scenario.procedure == "move" else set()
    if scenario.procedure == "weather":
        asked = {"weather"}
    if scenario.procedure == "landing" and any("port" in scenario.hex(place).features for place in scenario.named):
        asked = {"weather", *(["port_ice"] if _port_may_freeze(scenario, scenario.named[0]) else [])}
    if scenario.procedure == "zoc" and _wet(scenario):
        asked = {"river_zoc", *(["weather", "ice"] if scenario.condition("river_zoc") is True else [])}
    return asked


def _readings(scenario: Scenario, forces: Forces, prospect: Prospect) -> list[str]:
    marks = set(forces.hex.features)
    land = [*forces.of("attacker"), *forces.of("defender")]
    ways = [forces.way(unit) for unit in forces.of("attacker")]
    wet = any(WATER & way and "frozen" not in way for way in ways)
    generals = [*forces.of("attacker", "general"), *forces.of("defender", "general")]
    fort = bool(marks & {"fort_chit", "coastal_fort", "permanent_fort"})
    leavers = sum(unit.count for unit in (*forces.of("defender"), *forces.of("defender", "general")))
    germans = [unit.nation == "German" for unit in forces.of("defender")]
    mixed = any(germans) and not all(germans) and german_ban(int(scenario.conditions["year"]))
    worths = {(unit.number("factors"), unit.number("steps")) for unit in forces.of("defender")}
    checks = {
        "unstarred": bool(prospect.cells & set(STARS)), "check_die": prospect.retreats and prospect.drm != 0,
        "retreat_as": prospect.retreats and leavers > 1 and len(_marked(scenario)) > 1,
        "german_ban": prospect.retreats and mixed, "half_of": prospect.retreats and len(worths) > 1,
        "river_halves": wet, "fort_sides": "permanent_fort" in marks, "worse_odds": prospect.too_low,
        "generals": len(generals) > 1, "fort_present": fort, "cities": bool(marks & {"soviet_city", "home_city"}),
        "mountain_unit": forces.hex.terrain == "mountain",
        "several_factors": wet or fort or any(is_minor(unit) or unit.text("supply_factor") != "1" for unit in land),
        "frozen_strait": any({"strait", "frozen"} <= forces.way(unit) for unit in forces.of("attacker")),
        "zoc_ice": prospect.retreats and scenario.condition("retreat_zoc") == "closed" and _icy(scenario),
        "grounded": scenario.condition("air_superiority") != "none" and sky(scenario, forces.target).grounded,
        "mixed_supply": any(unit.flag("out_of_supply") for unit in land),
        "lone_fort": fort and not forces.of("defender"),
    }  # fmt: skip
    chosen = {field.key for field in READINGS if scenario.readings[field.key] != field.default}
    return [key for key, matters in checks.items() if matters or key in chosen]


def _fields(unit: Unit, scenario: Scenario) -> list[str]:
    """Fields of a counter that could matter, in the order of its type."""
    attack = scenario.procedure == "attack"
    land = arm_of(unit) == "land"
    checks = {
        "factors": attack,
        "movement": not attack,
        "steps": attack,
        "via": unit.side == "attacker" and scenario.procedure in ("attack", "landing"),
        "out_of_supply": attack,
        "supply_factor": attack,
        "abroad": attack and land and unit.side == "defender" and is_minor(unit),
        "ss": attack and unit.nation == "German",
        "support": attack,
        "ground_attack": attack,
    }
    return [key for key in unit.values if checks[key]]
