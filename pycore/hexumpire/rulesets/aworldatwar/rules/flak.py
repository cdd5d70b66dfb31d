"""Flak in hexes that are taken: it fights no ground units, and is lost when enemies are in its hex (10.93, 10.94)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexumpire.kit.places import mention
from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.units import describe


def occupied(flow: Flow, state: State) -> set[str]:
    """The attacked hexes that the attacker has come into: by an advance, or by a drop on defenders who are gone.

    Those who dropped may be of another faction that attacks after this one (15.46).
    """
    setting = flow.setting
    targets = setting.scenario.targets
    found = {targets[target] for _, target in state.moved}
    held = {setting.kinds[i].target for i in setting.ground["defender"] if state.left[i]} | flow.pearl.others(state)
    dropped = {setting.kinds[i].target for i in flow.advance.dropped if state.left[i]}
    return found | {targets[target] for target in (dropped | flow.fallen) - held}


def lost(scenario: Scenario, places: Iterable[str]) -> list[Unit]:
    """The flak of the other side in hexes that the attacker occupies, which is eliminated (10.94)."""
    taken = set(places)
    return [unit for unit in scenario.units if unit.type == "flak" and unit.side == "defender" and unit.at in taken]


def entries(flow: Flow, state: State) -> Iterator[Line]:
    """That it is, for the log of an attack that has ended."""
    for unit in lost(flow.setting.scenario, occupied(flow, state)):
        text = say("The {unit} in {place} is eliminated, as the hex is occupied.", unit=describe(unit),
                   place=mention(unit.at))  # fmt: skip
        yield Line(text, ("10.94",), "defender")
