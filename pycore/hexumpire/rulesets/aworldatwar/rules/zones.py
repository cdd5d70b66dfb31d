"""Zones of control of armor (10.34): who has one, into which hexes it extends, and what it costs to leave one.

Small questions answered one by one with the reason (an empty text means yes). Which hexes are neutral and whose the
fort lines are is said by the map: the field ``control`` of a hex, else the units in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.control import controller
from hexumpire.rulesets.aworldatwar.rules.forts import FORTS
from hexumpire.rulesets.aworldatwar.rules.mechanized import keeps_mechanized
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import arm_of, describe
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


def holder(place: str, scenario: Scenario) -> str:
    """The side that controls a hex: as stated, else that of the ground units in it; empty when nobody knows."""
    control = controller(scenario, place)
    if control != "unstated":
        return control
    return next((unit.side for unit in scenario.units if unit.at == place and arm_of(unit) == "ground"), "")


def _enemy_fort(unit: Unit, place: str, scenario: Scenario) -> bool:
    """Whether the fort line between a unit and a hex is the enemy's: that of a fort in one of them (10.341C, 10.342).

    A fort that nobody holds is the other side's.
    """
    if any(fort in scenario.hex(unit.at).features for fort in FORTS):
        return False
    return holder(place, scenario) != unit.side


def covers(unit: Unit, place: str, scenario: Scenario) -> Why:
    """Whether a unit's zone of control extends into a hex."""
    answer = exerts(unit, scenario)
    if answer[0]:
        return answer
    if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(place)) != 1:
        text = say(
            "{place} is not next to the {unit} in {place2}",
            place=mention(place), unit=describe(unit), place2=mention(unit.at),
        )  # fmt: skip
        return text, ("10.34",)
    sides = scenario.between(unit.at, place)
    there = scenario.hex(place)
    return extends(
        theatre=str(scenario.condition("theatre")), terrain=there.terrain, sides=sides,
        neutral=there.values["control"] == "neutral",
        enemy_fort="fort" in sides and _enemy_fort(unit, place, scenario),
    )  # fmt: skip


def zone(unit: Unit, scenario: Scenario) -> Mapping[str, Why]:
    """The six hexes around a unit, each with :func:`covers`."""
    return {place: covers(unit, place, scenario) for place in around(unit.at)}


def around(place: str) -> list[str]:
    """The six hexes around one."""
    return [hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(place))]


def controlled(units: Iterable[Unit], scenario: Scenario) -> frozenset[str]:
    """Every hex in a zone of control of one of the units; zones that overlap count once."""
    return frozenset(place for unit in units for place, (reason, _) in zone(unit, scenario).items() if not reason)


def surprise(unit: Unit, scenario: Scenario) -> str:
    """What the surprise of the first Axis turn in Russia makes of the zone of Russian armor (10.344).

    ``none`` when it stands next to a hex that the Axis holds, which is its attacker; ``weak`` when it does not; empty
    when it is not surprised. The scenario is the board at the start of the movement phase.
    """
    if not scenario.condition("russian_surprise") or unit.nation != "Russian":
        return ""
    return "none" if any(holder(place, scenario) == "attacker" for place in around(unit.at)) else "weak"


def tolls(hostile: Iterable[Unit], scenario: Scenario, *, surprised: bool) -> Mapping[str, int]:
    """What it costs, beyond the hex entered, to leave each hex in a zone of control of ``hostile`` units.

    That is how zones hinder movement (10.343, 13.41D). Several zones cost as much as the dearest of them.
    ``surprised``: those who move are of the Axis, in the movement phase, so that 10.344 may weaken the zones of Russian
    armor.
    """
    pacific = scenario.condition("theatre") == "pacific"
    full = MOVEMENT["leave_zone_pacific" if pacific else "leave_zone_europe"]
    found: dict[str, int] = {}
    for unit in hostile:
        state = surprise(unit, scenario) if surprised else ""
        if state == "none":
            continue
        toll = MOVEMENT["leave_zone_surprised"] if state else full
        for place in controlled((unit,), scenario):
            found[place] = max(toll, found.get(place, 0))
    return found
