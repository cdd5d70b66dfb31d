"""Which conditions could matter to a battle, so that the form asks for nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.setting import SegmentSetting, Setting
from hexumpire.rulesets.daisenso.tables import ASKED_HEXES, ASKED_SIDES, RANGE, STEPS
from hexumpire.rulesets.daisenso.vocabulary import CONDITIONS, GROUND, HEX_FIELDS, TRAITS

_DEFAULTS = {field.key: field.default for field in CONDITIONS}


def relevant(setting: Setting) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name."""
    scenario = setting.scenario
    places = dict.fromkeys([*scenario.targets, *(unit.at for unit in scenario.units), *scenario.hexes])
    return {
        "conditions": _conditions(setting), "readings": _readings(scenario),
        "units": {unit.id: _fields(unit, scenario) for unit in scenario.units},
        "hexes": {place: _hex_fields(scenario, place) for place in places},
    }  # fmt: skip


def of_segment(setting: SegmentSetting, attacks: bool) -> Mapping[str, Any]:
    """The same for a segment, perhaps with ``attacks`` that may be fought within it."""
    scenario = setting.scenario
    if attacks:
        found = relevant(setting.attack(0))
        keys = {*found["conditions"], "pre_war", "limited", "blitz_on_map"} - {"segment"}
        return {**found, "conditions": [key for key in _DEFAULTS if key in keys]}
    marking = scenario.procedure == "markers"
    places = dict.fromkeys([*scenario.targets, *(unit.at for unit in scenario.units), *scenario.hexes])
    return {
        "conditions": ["convoy_used", "spent_markers"] if marking else ["blitz_on_map"],
        "readings": [],
        "units": {unit.id: _fields(unit, scenario) for unit in scenario.units},
        "hexes": {place: [] for place in places},
    }


def _conditions(setting: Setting) -> list[str]:
    scenario = setting.scenario
    known = scenario.conditions
    wanted = {"segment", "pre_war", "limited"}
    if any(unit.flag("kwantung") for unit in scenario.units):
        wanted.add("kwantung_free")
    for target in scenario.targets:
        terrain = scenario.hex(target).terrain
        if terrain in ASKED_HEXES:
            wanted.add(f"hex_{terrain}")
        for piece in setting.pieces:
            start = piece.unit.at
            if piece.side == "attacker" and piece.kind == "ground" and apart(start, target) == RANGE["approach"]:
                marks = setting.marks(start, target)
                wanted |= {f"side_{mark}" for mark in marks if mark in ASKED_SIDES}
    wanted |= {key for key, default in _DEFAULTS.items() if known[key] != default}
    return [key for key in _DEFAULTS if key in wanted]


def _readings(scenario: Scenario) -> list[str]:
    types = {unit.type for unit in scenario.units}
    blitz = scenario.condition("segment") == "blitz"
    marks = {mark for features in scenario.sides.values() for mark in features}
    weather = {str(scenario.hex(target).values["weather"]) for target in scenario.targets}
    hq = any(unit.type == "hq" and unit.side == "attacker" for unit in scenario.units)
    water = bool(marks & {"allsea", "lake"}) or any(hex.terrain == "sea" for hex in scenario.hexes.values())
    checks = {
        "plain_side": bool(marks), "voluntary": True, "all_stacks": True, "lone_air": bool(types & {"air", "strike"}),
        "drop_shift": "airdrop" in types, "hq_again": hq, "marine_regular": "marine" in types and not blitz,
        "lake": "lake" in marks, "first_stop": "armor" in types, "marker_weather": blitz and weather != {"fine"},
        "hq_blitz": blitz and hq, "snow": blitz and "snow" in weather, "zones": True, "zone_water": water,
        "joined": True,
    }  # fmt: skip
    return [key for key, matters in checks.items() if matters]


def _fields(unit: Unit, scenario: Scenario) -> list[str]:
    """Fields of a counter that could matter here, in the order of its type."""
    attacks, ground = unit.side == "attacker", unit.type in GROUND
    blitz = scenario.condition("segment") == "blitz" or scenario.procedure != "attack"
    several = len(scenario.targets) > 1
    multi, hq = unit.number("steps", 1) > 1, unit.type == "hq"
    three = unit.number("steps") >= STEPS["three"]
    pool = unit.flag("pool")  # where it comes onto the map, what was said of that place holds for it
    checks = {
        "af": ground, "df": ground, "ma": ground, "steps": ground, "reduced": multi and unit.type != "infantry",
        "last": three and unit.type != "infantry", "last_af": three and several, "last_df": three and several,
        "last_ma": three, "reduced_af": multi and several, "reduced_df": multi and several, "reduced_ma": multi,
        "one_behind": multi, "stripe": ground, "partner": multi, "ig": hq, "also": hq,
        "supplied": (attacks or hq or not ground) and not pool, "attacks": attacks, "aim": attacks and several,
        "blitz": attacks and (blitz or unit.type == "marine") and not pool, "attacked": attacks and not pool,
        "took_part": hq, "standing": attacks, "capital": attacks,
        "faction": "minor" in TRAITS[unit.nation] or unit.text("faction") != "usual",
        "kwantung": attacks and unit.nation == "Japanese",
        "also2": hq and unit.text("also") not in ("none", "faction"), "also3": hq and unit.text("also2") != "none",
        "elite": ground, "zone": ground, "pool": ground and not multi,
    }  # fmt: skip
    return [key for key in unit.values if checks[key]]


def _hex_fields(scenario: Scenario, place: str) -> list[str]:
    keys = [field.key for field in HEX_FIELDS]
    if scenario.procedure != "blitz" or not any(unit.type in ("airborne", "airdrop") for unit in scenario.units):
        keys.remove("drop_cut")
    if place not in scenario.targets:
        keys.remove("attacked_before")
    return keys
