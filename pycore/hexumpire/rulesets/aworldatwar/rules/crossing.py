"""Hexsides between attackers and the attacked hexes: what they are, and which nobody crosses (13.43)."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.units import describe


def crossing(unit: Unit, target: str, scenario: Scenario) -> frozenset[str] | None:
    """Features of the hexside a land attacker crosses into ``target``; None when it is not next to it."""
    here, there = hexgrid.parse(unit.at), hexgrid.parse(target)
    if hexgrid.distance(here, there) != 1:
        return None
    return frozenset(scenario.between(unit.at, target))


def closed_hexsides(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """Hexsides into the attacked hexes that no ground unit crosses: all water without an arrow, and others (13.43)."""
    for target in scenario.targets:
        sides = crossing(unit, target, scenario) or frozenset()
        if "impassable" in sides or ("water" in sides and "arrow" not in sides):
            message = say("{unit} cannot cross the hexside into {where}", unit=describe(unit), where=mention(target))
            rule = "13.43B" if "impassable" in sides else "13.43A"
            yield Problem(message, path + ".at", rule, "attack from another hex")
