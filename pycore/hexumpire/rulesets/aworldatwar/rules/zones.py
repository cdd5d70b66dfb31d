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
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.aworldatwar.rules.control import holder
from hexumpire.rulesets.aworldatwar.rules.crossing import named
from hexumpire.rulesets.aworldatwar.rules.forts import ALL_AROUND, FORTS
from hexumpire.rulesets.aworldatwar.rules.mechanized import keeps_mechanized
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import describe
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH


def exerts(unit: Unit, scenario: Scenario) -> Why:
    """Whether a unit has a zone of control where it stands (10.31, 10.32, 10.34); at sea none has (12.23)."""
    if unit.type != "armor":
        return say("{unit}: only armor has a zone of control", unit=describe(unit)), ("10.34",)
    if not keeps_mechanized(unit, scenario):
        return say("{unit}: its mechanized component is negated", unit=describe(unit)), ("10.32", "10.34")
    if scenario.hex(unit.at).terrain == "sea":
        return "no ground unit stays at sea", ("12.23", "10.341B")
    return "", ()


def extends(*, theatre: str, terrain: str, sides: Collection[str], neutral: bool, enemy_fort: bool) -> Why:
    """Whether a zone of control extends over a hexside into the hex behind it (10.341, 10.342).

    ``terrain`` and ``neutral`` speak of the hex entered, ``sides`` of the features of the hexside; ``enemy_fort``
    says that the enemy has fortified it. Weather plays no part, nor does who drives the tanks.
    """
    if neutral:
        return "zones of control do not extend into neutral countries", ("10.341A",)
    if "impassable" in sides:
        return "zones of control do not extend across impassable hexsides", ("10.341B",)
    if "water" in sides or "arrow" in sides or terrain == "sea":
        return "zones of control do not extend across all-water hexsides, crossing arrow or not", ("10.341B",)
    if enemy_fort:
        return "zones of control do not extend across enemy fort lines", ("10.341C",)
    if theatre == "pacific" and "river" in sides:
        return "in the Pacific zones of control do not extend across rivers", ("10.341D",)
    if theatre == "pacific" and terrain in ROUGH:
        return "in the Pacific zones of control do not extend into rough terrain", ("10.341D",)
    return "", ()


def _enemy_fort(unit: Unit, place: str, scenario: Scenario, entered: bool) -> bool:
    """Whether the enemy has fortified the hexside between a unit and a hex (10.341C, 10.342).

    A fort line is that of a fort in one of the two hexes, or of both where walls face each other. A fortress or
    fortification that is none of those that face one way has only fortified hexsides (15.32E, 15.32F). A fort that
    nobody holds is the other side's; so is one that its units have ``entered``.
    """
    there = scenario.hex(place).features
    all_around = any(fort in there for fort in ALL_AROUND)
    line = "fort" in scenario.between(unit.at, place)
    own = any(fort in scenario.hex(unit.at).features for fort in FORTS)
    theirs = not own or any(fort in there for fort in FORTS)
    return (all_around or (line and theirs)) and (entered or holder(scenario, place) != unit.side)


def covers(unit: Unit, place: str, scenario: Scenario, entered: bool) -> Why:
    """Whether a unit's zone of control extends into a hex; ``entered``: units of the other side have come into it."""
    answer = exerts(unit, scenario)
    if answer[0]:
        return answer
    if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(place)) != 1:
        text = say(
            "{place} is not next to the {unit} in {place2}",
            place=mention(place), unit=describe(unit), place2=mention(unit.at),
        )  # fmt: skip
        return text, ("10.34",)
    sides = {*scenario.between(unit.at, place), *(("impassable",) if named(unit.at, place, scenario) else ())}
    there = scenario.hex(place)
    return extends(
        theatre=str(scenario.condition("theatre")), terrain=there.terrain, sides=sides,
        neutral=there.values["control"] == "neutral", enemy_fort=_enemy_fort(unit, place, scenario, entered),
    )  # fmt: skip


def zone(unit: Unit, scenario: Scenario, entered: bool = False) -> Mapping[str, Why]:
    """The six hexes around a unit, each with :func:`covers`."""
    return {place: covers(unit, place, scenario, entered) for place in around(unit.at)}


def around(place: str) -> list[str]:
    """The six hexes around one."""
    return [hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(place))]


def controlled(units: Iterable[Unit], scenario: Scenario, entered: bool = False) -> frozenset[str]:
    """Every hex in a zone of control of one of the units; zones that overlap count once."""
    every = (zone(unit, scenario, entered).items() for unit in units)
    return frozenset(place for hexes in every for place, (reason, _) in hexes if not reason)


def surprise(unit: Unit, scenario: Scenario) -> str:
    """What the surprise of the first Axis turn in Russia makes of the zone of Russian armor (10.344).

    ``none`` when it stands next to a hex that the Axis holds, which is its attacker; ``weak`` when it does not; empty
    when it is not surprised. The scenario is the board at the start of the movement phase.
    """
    if not scenario.condition("russian_surprise") or unit.nation != "Russian":
        return ""
    return "none" if any(holder(scenario, place) == "attacker" for place in around(unit.at)) else "weak"


def _toll(unit: Unit, scenario: Scenario, surprised: bool) -> tuple[int, Rules]:
    """What the zone of a unit adds to leaving a hex in it, 0 where it adds nothing, with the sections."""
    state = surprise(unit, scenario) if surprised else ""
    if state:
        return 0 if state == "none" else MOVEMENT["leave_zone_surprised"], ("10.344",)
    pacific = scenario.condition("theatre") == "pacific"
    return MOVEMENT["leave_zone_pacific" if pacific else "leave_zone_europe"], ("13.41D", "10.343", "10.34")


def leaving(place: str, hostile: Iterable[Unit], scenario: Scenario, *, surprised: bool, entered: bool) -> Trace | None:
    """What it costs to leave a hex, by each armor unit next to it (see :func:`tolls`); None where there is none."""
    lines = []
    near = around(place)
    for unit in hostile:
        if unit.type != "armor" or unit.at not in near:
            continue
        label = say("zone of the {unit} in {place}", unit=describe(unit), place=mention(unit.at))
        reason, rules = covers(unit, place, scenario, entered)
        toll, cited = _toll(unit, scenario, surprised)
        if reason or not toll:
            reason, rules = (reason, rules) if reason else ("it is surprised", cited)
            lines.append(Trace(label, None, rules, skipped=True, note=reason))
        else:
            open_to = scenario.hex(place).terrain in ROUGH or {"fort", "river"} & {*scenario.between(unit.at, place)}
            lines.append(Trace(label, -toll, (*cited, "10.342") if open_to else cited))
    if not lines:
        return None
    most = min((int(line.value) for line in lines if line.value is not None), default=0)
    return Trace(say("to leave {place}", place=mention(place)), most, ("13.41D",), "min", tuple(lines))


def tolls(hostile: Iterable[Unit], scenario: Scenario, *, surprised: bool, entered: bool) -> Mapping[str, int]:
    """What it costs, beyond the hex entered, to leave each hex in a zone of control of ``hostile`` units.

    That is how zones hinder movement (10.343, 13.41D). Several zones cost as much as the dearest of them.
    ``surprised``: those who move are of the Axis, in the movement phase, so that 10.344 may weaken the zones of Russian
    armor. ``entered``: they have come into these hexes in this phase, so that forts in them are theirs (11.61).
    """
    found: dict[str, int] = {}
    for unit in hostile:
        toll = _toll(unit, scenario, surprised)[0]
        for place in controlled((unit,), scenario, entered) if toll else ():
            found[place] = max(toll, found.get(place, toll))
    return found
