"""Hexsides between attackers and the attacked hexes: what they are, and which nobody crosses (13.43)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.numbering import find_place
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.tables import CLOSED
from hexumpire.rulesets.aworldatwar.units import describe

NAMED = {
    (theatre, frozenset(map(find_place, side.split("-")))): section
    for theatre, sections in CLOSED.items()
    for section, sides in sections.items()
    for side in sides
}
"""Closed hexsides that the text names by the map's numbers, by theatre and their two hexes (13.43B, 13.43C)."""


def crossing(unit: Unit, target: str, scenario: Scenario) -> frozenset[str] | None:
    """Features of the hexside a land attacker crosses into ``target``; None when it is not next to it."""
    here, there = hexgrid.parse(unit.at), hexgrid.parse(target)
    if hexgrid.distance(here, there) != 1:
        return None
    return frozenset(scenario.between(unit.at, target))


def out_of_reach(unit: Unit, scenario: Scenario, targets: Sequence[str]) -> str:
    """The rule by which a unit that is not next to all attacked hexes may not attack: it is next to some, or none."""
    return "15.44" if any(crossing(unit, target, scenario) is not None for target in targets) else "15.21"


def closed(a: str, b: str, scenario: Scenario) -> Why:
    """Why no ground unit crosses the hexside between two neighbours (13.43); empty when they do.

    All water is open at a crossing arrow; the Qattara depression, the Himalayas and the outback are drawn as
    impassable hexsides, and those that the text names are known by their numbers.
    """
    sides = scenario.between(a, b)
    if "impassable" in sides:
        return "the hexside is impassable", ("13.43B", "13.43C", "13.43D")
    if "water" in sides and "arrow" not in sides:
        return "the hexside is all water, without a crossing arrow", ("13.43A",)
    section = named(a, b, scenario)
    return ("the hexside is impassable", (section,)) if section else ("", ())


def named(a: str, b: str, scenario: Scenario) -> str:
    """The section that names the hexside between two neighbours as closed by the map's numbers; empty when none does.

    Hexes of the maps of both theatres have the same numbers.
    """
    return NAMED.get((str(scenario.condition("theatre")), frozenset((a, b))), "")


def closed_sides(scenario: Scenario) -> frozenset[tuple[str, str]]:
    """Every hexside of a board that no ground unit crosses, as its two hexes in both orders (13.43)."""
    pairs = [tuple(pair) for theatre, pair in NAMED if theatre == scenario.condition("theatre")]
    for side in scenario.sides:
        hex, direction = hexgrid.parse_side(side)
        pairs.append((hexgrid.name(hex), hexgrid.name(hexgrid.neighbour(hex, direction))))
    shut = [(a, b) for a, b in pairs if closed(a, b, scenario)[0]]
    return frozenset((*shut, *((b, a) for a, b in shut)))


def closed_hexsides(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """Hexsides into the attacked hexes that no ground unit crosses: all water without an arrow, and others (13.43)."""
    for target in scenario.targets:
        if crossing(unit, target, scenario) is not None:
            reason, rules = closed(unit.at, target, scenario)
            if reason:
                message = say("{unit} cannot cross the hexside into {where}", unit=describe(unit),
                              where=mention(target))  # fmt: skip
                yield Problem(message, path + ".at", rules[0], "attack from another hex")


def asks(survey: Survey) -> Keys:
    """What the form could ask: the theatre, where an attack is made at a hexside that is closed on the map of one."""
    ways = {frozenset((unit.at, target)) for unit in survey.attackers for target in survey.scenario.targets}
    if any(pair in ways for _, pair in NAMED):
        yield "theatre"
