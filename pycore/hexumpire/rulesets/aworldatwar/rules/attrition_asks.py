"""What the form asks about attrition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.aworldatwar.rules import stacking
from hexumpire.rulesets.aworldatwar.rules.attrition_flow import Flow
from hexumpire.rulesets.aworldatwar.rules.factions import own_faction
from hexumpire.rulesets.aworldatwar.rules.survey import Survey
from hexumpire.rulesets.aworldatwar.rules.zones import around
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY


def relevant(flow: Flow) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name."""
    scenario = flow.ground.scenario
    asked = {*_conditions(flow), *stacking.asks(Survey(scenario))}
    if scenario.edition == "old":
        asked.clear()
    changed = {field.key for field in VOCABULARY.conditions if scenario.conditions[field.key] != field.default}
    wanted = [field for field in VOCABULARY.conditions if scenario.edition in (field.editions or (scenario.edition,))]
    places = dict.fromkeys((*scenario.hexes, *(unit.at for unit in scenario.units)))
    return {
        "conditions": [field.key for field in wanted if field.key in asked | changed],
        "readings": [field.key for field in VOCABULARY.readings if field.key in asked],
        "units": {unit.id: [key for key in unit.values if key in _fields(unit, flow)] for unit in scenario.units},
        "hexes": {place: _hex_fields(place, flow) for place in places},
    }


def _conditions(flow: Flow) -> Iterator[str]:
    """Conditions that could matter."""
    units, scenario = flow.ground.units, flow.ground.scenario
    yield from ("theatre", "winter_level")
    factions = {(unit.side, own_faction(unit)) for unit in units}
    if {("attacker", "russia"), ("defender", "axis")} <= factions:
        yield "winter_designations"
    ours = {unit.at for unit in units if unit.side == "attacker"}
    if any(data.terrain == "swamp" and ours.intersection(around(place)) for place, data in scenario.hexes.items()):
        yield "frozen_swamps"
    if any(not faction for _, faction in factions):
        yield "minors_alone"


def _fields(unit: Unit, flow: Flow) -> set[str]:
    """Fields of a counter that could matter."""
    if arm_of(unit) != "ground":
        return set()
    found = {"factors", "supply", "oil_short", "ctl"}
    if unit.type == "armor" and (unit.text("supply") != "full" or unit.flag("oil_short")):
        found.add("exploited")
    if unit.side == "attacker":
        found |= {"fought", "attacks", "mech"}
        if unit.flag("fought"):
            found.add("overran")
    else:
        found.add("losses_from")
    if flow.ground.scenario.conditions["winter_level"] or flow.winter.allowed:
        found.add("winter_preparation")
    return found


def _hex_fields(place: str, flow: Flow) -> list[str]:
    """Fields of a hex that could matter."""
    found = {"control", "attrition_zone"}
    if any(unit.at == place and unit.side == "defender" for unit in flow.ground.units):
        found.add("attrition_order")
    if "bridgehead" in flow.ground.scenario.hex(place).features:
        found.add("bridgehead_by")
    if flow.winter.allowed:
        found.add("outside_winter")
    return [field.key for field in VOCABULARY.hex_fields if field.key in found]
