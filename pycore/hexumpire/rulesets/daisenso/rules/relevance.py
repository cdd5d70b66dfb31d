"""What the form asks about an attack or a segment: the questions of every subject of the rules, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.daisenso.rules import (
    advance,
    airdrop,
    eligibility,
    exploitation,
    factions,
    lineup,
    losses,
    odds,
    retreat,
    segments,
    shifts,
    support,
    terrain,
    weather,
    zones,
)
from hexumpire.rulesets.daisenso.setting import SegmentSetting, Setting
from hexumpire.rulesets.daisenso.vocabulary import CONDITIONS, HEX_FIELDS, READINGS

AsksOf = Callable[[Unit, Setting], Iterator[str]]
OF_AN_ATTACK = (
    advance.asks, eligibility.asks, exploitation.asks, losses.asks, retreat.asks, segments.asks,
    shifts.asks, support.asks, terrain.asks, weather.asks, zones.asks,
)  # fmt: skip
OF_A_COUNTER: Sequence[AsksOf] = (
    advance.asks_of, eligibility.asks_of, exploitation.asks_of, factions.asks_of, lineup.asks_of, losses.asks_of,
    odds.asks_of, support.asks_of, zones.asks_of,
)  # fmt: skip
AT_REST: Sequence[AsksOf] = (factions.asks_of, segments.asks_of)
"""Where nobody fights."""
OF_A_HEX = (
    airdrop.asks_of_hex, eligibility.asks_of_hex, exploitation.asks_of_hex, retreat.asks_of_hex, shifts.asks_of_hex,
    weather.asks_of_hex, zones.asks_of_hex,
)  # fmt: skip


def relevant(setting: Setting) -> Mapping[str, Any]:
    """Keys worth asking of an attack: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name."""
    asked = {key for asks in OF_AN_ATTACK for key in asks(setting)}
    known = setting.scenario.conditions
    changed = {field.key for field in CONDITIONS if known[field.key] != field.default}
    if setting.within:
        changed -= {"segment"}  # the segment says it of its attacks
    return {
        "conditions": [field.key for field in CONDITIONS if field.key in asked | changed],
        "readings": [field.key for field in READINGS if field.key in asked],
        "units": {unit.id: _fields(unit, setting) for unit in setting.scenario.units},
        "hexes": {place: _hex_fields(place, setting) for place in _places(setting)},
    }


def of_segment(setting: SegmentSetting, attacks: bool) -> Mapping[str, Any]:
    """The same for a segment, perhaps with ``attacks`` that may be fought within it."""
    if attacks:
        return relevant(setting.attack(0))
    return {
        "conditions": [*segments.asks(setting)],
        "readings": [],
        "units": {unit.id: _fields(unit, setting, AT_REST) for unit in setting.scenario.units},
        "hexes": {place: [] for place in _places(setting)},
    }


def _places(setting: Setting) -> Iterable[str]:
    """Every hex that the scenario names."""
    scenario = setting.scenario
    return dict.fromkeys([*scenario.targets, *(unit.at for unit in scenario.units), *scenario.hexes])


def _fields(unit: Unit, setting: Setting, questions: Sequence[AsksOf] = OF_A_COUNTER) -> list[str]:
    asked = {key for asks_of in questions for key in asks_of(unit, setting)}
    return [key for key in unit.values if key in asked]


def _hex_fields(place: str, setting: Setting) -> list[str]:
    asked = {key for asks_of_hex in OF_A_HEX for key in asks_of_hex(place, setting)}
    return [field.key for field in HEX_FIELDS if field.key in asked]
