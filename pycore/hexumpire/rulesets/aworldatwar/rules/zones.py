"""Zones of control of armor (10.34 to 10.342): who has one, and into which hexes it extends.

Small questions answered one by one with the reason (an empty text means yes). No battle asks them yet. They need
to be told what no map of a battle shows: which hexes are neutral and whose the fort lines are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.mechanized import keeps_mechanized
from hexumpire.rulesets.aworldatwar.units import describe
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH


def exerts(unit: Unit, scenario: Scenario) -> Why:
    """Whether a unit has a zone of control where it stands (10.31, 10.32, 10.34)."""
    if unit.type != "armor":
        return say("{unit}: only armor has a zone of control", unit=describe(unit)), ("10.34",)
    if not keeps_mechanized(unit, scenario):
        return say("{unit}: its mechanized component is negated", unit=describe(unit)), ("10.32", "10.34")
    return "", ()


def extends(*, theatre: str, terrain: str, sides: Collection[str] = (), neutral: bool = False,
            enemy_fort: bool = False) -> Why:  # fmt: skip
    """Whether a zone of control extends over a hexside into the hex behind it (10.341, 10.342).

    ``terrain`` and ``neutral`` speak of the hex entered, ``sides`` of the features of the hexside; ``enemy_fort``
    says that a fort line on it is the enemy's. Weather plays no part, nor does who drives the tanks.
    """
    if neutral:
        return "zones of control do not extend into neutral countries", ("10.341A",)
    if "impassable" in sides:
        return "zones of control do not extend across impassable hexsides", ("10.341B",)
    if "water" in sides or "arrow" in sides or terrain == "sea":
        return "zones of control do not extend across all-water hexsides, crossing arrow or not", ("10.341B",)
    if enemy_fort and "fort" in sides:
        return "zones of control do not extend across enemy fort lines", ("10.341C",)
    if theatre == "pacific" and "river" in sides:
        return "in the Pacific zones of control do not extend across rivers", ("10.341D",)
    if theatre == "pacific" and terrain in ROUGH:
        return "in the Pacific zones of control do not extend into rough terrain", ("10.341D",)
    return "", ()


def covers(unit: Unit, place: str, scenario: Scenario, *, neutral: Collection[str] = (),
           forts_of: str = "defender") -> Why:  # fmt: skip
    """Whether a unit's zone of control extends into a hex.

    ``neutral`` names hexes of neutral countries, ``forts_of`` the side that holds the fort lines.
    """
    answer = exerts(unit, scenario)
    if answer[0]:
        return answer
    if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(place)) != 1:
        text = say(
            "{place} is not next to the {unit} in {place2}",
            place=mention(place), unit=describe(unit), place2=mention(unit.at),
        )  # fmt: skip
        return text, ("10.34",)
    return extends(
        theatre=str(scenario.condition("theatre")), terrain=scenario.hex(place).terrain,
        sides=scenario.between(unit.at, place), neutral=place in neutral, enemy_fort=forts_of != unit.side,
    )  # fmt: skip


def zone(unit: Unit, scenario: Scenario, *, neutral: Collection[str] = (),
         forts_of: str = "defender") -> Mapping[str, Why]:  # fmt: skip
    """The six hexes around a unit, each with :func:`covers`."""
    around = [hexgrid.name(place) for place in hexgrid.neighbours(hexgrid.parse(unit.at))]
    return {place: covers(unit, place, scenario, neutral=neutral, forts_of=forts_of) for place in around}


def controlled(units: Iterable[Unit], scenario: Scenario, *, neutral: Collection[str] = (),
               forts_of: str = "defender") -> frozenset[str]:  # fmt: skip
    """Every hex in a zone of control of one of the units; zones that overlap count once."""
    return frozenset(
        place
        for unit in units
        for place, (reason, _) in zone(unit, scenario, neutral=neutral, forts_of=forts_of).items()
        if not reason
    )
