"""What the form asks about a movement phase: of each unit, of the hexes, and what overruns need besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexumpire.model.fields import Field
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.aworldatwar.rules import (
    factions,
    forts,
    home,
    isolation,
    mechanized,
    morale,
    multipliers,
    overrun,
    stacking,
    strength,
    training,
    weather,
)
from hexumpire.rulesets.aworldatwar.rules.marching import MOVER, OTHER, Marching
from hexumpire.rulesets.aworldatwar.rules.movement import hinders
from hexumpire.rulesets.aworldatwar.rules.survey import Survey
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED, VOCABULARY

OF_OVERRUNS = (forts.asks, mechanized.asks, morale.asks, multipliers.asks, weather.asks)
"""What the strengths of an overrun depend on, which knows no die and no losses."""
OF_A_COUNTER = (
    home.asks_of,
    isolation.asks_of,
    mechanized.asks_of,
    strength.asks_of,
    training.asks_of,
    weather.asks_of,
)
OF_A_HEX = (forts.asks_of_hex, home.asks_of_hex)
PRINTED = ("armor", "partisan", *SPECIALISED)
"""Types that move by their printed movement factor (10.31, 13.41)."""


def relevant(board: Marching) -> Mapping[str, Any]:
    """Keys worth asking: ``conditions``, ``readings``, ``units`` by id and ``hexes`` by name, each in printed order."""
    scenario = board.scenario
    survey = _overruns(board)
    conditions = {*_conditions(board), *(key for asks in OF_OVERRUNS for key in asks(survey))}
    conditions -= {"phase", "attacked_before"}  # an overrun of this phase is none of exploitation, and no second attack
    readings = conditions | {*_readings(board)}
    units = {}
    for unit in scenario.units:
        asked = set(_of(unit))
        if survey.scenario.targets:
            asked |= {key for asks in OF_A_COUNTER for key in asks(unit, survey)}
        units[unit.id] = [key for key in unit.values if key in asked]
    plain = {"control", "weather"}
    if any(unit.type == "partisan" and unit.side == MOVER for unit in scenario.units):
        plain.add("country")
    hexes = {place: set(plain) for place in sorted(board.land.places)}
    for target in survey.scenario.targets:
        hexes[target] |= {key for asks in OF_A_HEX for key in asks(target, survey)}
    changed = {field.key for field in VOCABULARY.conditions if scenario.conditions[field.key] != field.default}

    def known(fields: Iterable[Field], keys: set[str]) -> list[str]:
        return [
            one.key for one in fields if one.key in keys and scenario.edition in (one.editions or (scenario.edition,))
        ]

    return {
        "conditions": known(VOCABULARY.conditions, conditions | changed),
        "readings": known(VOCABULARY.readings, readings),
        "units": units,
        "hexes": {
            place: [one.key for one in VOCABULARY.hex_fields if one.key in keys] for place, keys in hexes.items()
        },
    }


def _overruns(board: Marching) -> Survey:
    """The hexes that could be overrun, and by whom; none where nobody is fit for it."""
    scenario = board.scenario
    hostile = [unit for unit in scenario.units if unit.side == OTHER]
    fit = [unit for unit in scenario.units if unit.side == MOVER and not overrun.fit(unit, scenario)[0]]
    targets = tuple(dict.fromkeys(unit.at for unit in hostile if hinders(unit))) if fit else ()
    units = (*fit, *board.support, *hostile) if targets else ()
    return Survey(replace(scenario, targets=targets, path=(), attacks=(), units=units))


def _conditions(board: Marching) -> Iterator[str]:
    """The theatre; the weather where there is any; surprised Russian armor where Axis units move (10.344).

    Of partisans it is asked whether the Ukraine is closed to them (11.33C).
    """
    yield "theatre"
    if board.land.area:
        yield from ("weather_loss", "weather_overruns")
    if any(unit.type == "partisan" and unit.side == MOVER for unit in board.units) and any(
        data.values["country"] == "Ukraine" for data in board.scenario.hexes.values()
    ):
        yield "ukraine_closed"
    axis = any(factions.is_of(board.units[index], "axis", board.scenario) for index in board.own)
    if axis and any(unit.side == OTHER and unit.type == "armor" and unit.nation == "Russian" for unit in board.units):
        yield "russian_surprise"
        if board.scenario.condition("russian_surprise"):
            yield from factions.asked(board.scenario)


def _readings(board: Marching) -> Iterator[str]:
    """The readings on specialised units in a hex (12.12), and on overruns into rough terrain in the Pacific (10.32)."""
    survey = Survey(board.scenario)
    yield from stacking.asks(survey)
    yield from overrun.asks(survey)


def _of(unit: Unit) -> Iterator[str]:
    """What is asked of a counter: what its movement factor and its zone of control depend on."""
    if unit.side == MOVER:
        yield from ("moved", "supply")
        if unit.type in PRINTED:
            yield "movement"
        if unit.nation == "Russian":
            yield "shock_army"
        if unit.type == "partisan":
            yield "builder"
    if unit.type == "armor":
        yield from ("mech", "supply", "oil_short")
        if unit.flag("oil_short") or unit.text("supply", "full") != "full":
            yield "exploited"
    if unit.type == "mechanized" and unit.side == MOVER:
        yield "oil_short"
