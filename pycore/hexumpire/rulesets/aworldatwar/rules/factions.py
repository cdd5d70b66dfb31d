"""Alliance factions, which attrition and are attritioned separately (14.13, 14.31, 14.32, 14.33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.aworldatwar.units import TRAITS, arm_of

POWERS = {"axis": "the European Axis", "japan": "Japan", "wa": "the Western Allies", "russia": "Russia"}
"""Factions of several nations, or of one power; the two Chinas and minors on their own are called by their nation."""

PATRON = "patron-"
"""What a board says of its minors, by their side, beside the conditions that players state (see :func:`settled`)."""


def own_faction(unit: Unit) -> str:
    """The faction that the nation of a unit belongs to by itself: empty for minors tied to nobody (14.31, 14.32)."""
    traits = TRAITS[unit.nation]
    if "china" in traits:
        return unit.nation
    return next((key for key in POWERS if key in traits), "")


def is_faction(name: str) -> bool:
    """Whether a name is that of a faction, and not of minors on their own (14.33)."""
    return name in POWERS or "china" in TRAITS[name]


def rank(faction: str) -> tuple[int, str]:
    """Where a faction stands among others: the powers in their order, then nations by name."""
    return (list(POWERS).index(faction) if faction in POWERS else len(POWERS)), faction


def patrons(scenario: Scenario) -> Mapping[str, str]:
    """The faction that minors of no faction are tied to, by their side: the first one of it by rank (14.32).

    There is none of a side without any, nor where minors are not activated yet (14.33). In an attack that is part of
    something larger it is that of the whole board (see :func:`settled`).
    """
    first: dict[str, str] = {}
    if scenario.conditions["minors_alone"] is True:
        return first
    said = scenario.conditions
    if PATRON in said:
        return {key.removeprefix(PATRON): str(said[key]) for key in said if key.startswith(PATRON)}
    for unit in sorted(scenario.units, key=lambda unit: rank(own_faction(unit))):
        if own_faction(unit):
            first.setdefault(unit.side, own_faction(unit))
    return first


def settled(scene: Scenario, board: Scenario) -> Scenario:
    """An attack or overrun of a part of the units of a board, which says to whom its minors are tied."""
    known: dict[str, Value] = {PATRON: True, **{PATRON + side: faction for side, faction in patrons(board).items()}}
    return replace(scene, conditions={**scene.conditions, **known})


def factions(scenario: Scenario) -> Mapping[str, str]:
    """The faction of every unit, by its id: of minors that are tied to nobody their nation is one (14.32, 14.33)."""
    known = patrons(scenario)
    return {unit.id: own_faction(unit) or known.get(unit.side, "") or unit.nation for unit in scenario.units}


def is_of(unit: Unit, faction: str, scenario: Scenario) -> bool:
    """Whether a unit on a board is of a faction, by itself or as a minor country that is tied to it (14.32)."""
    return (own_faction(unit) or patrons(scenario).get(unit.side, "")) == faction


def again(scenario: Scenario, first: Iterable[Unit], second: Iterable[Unit]) -> bool:
    """Whether the second units of a board may attack a hex that the first have attacked (15.46).

    Another alliance faction may, to which minor countries tied to it belong (14.31, 14.32).
    """
    known = factions(scenario)
    sides = [{known[unit.id] for unit in units if is_faction(known[unit.id])} for units in (first, second)]
    return bool(sides[0] and sides[1]) and not sides[0] & sides[1]


def asked(scenario: Scenario, side: str = "attacker") -> tuple[str, ...]:
    """The condition to ask about: whether minors of no faction, beside a faction on a side, are of it.

    By that they are one with it or not where a hex is attacked again (15.46), and wherever a rule names a faction. It
    need have nothing but air or ships there.
    """
    ours = [unit for unit in scenario.units if unit.side == side]
    minors = any(arm_of(unit) == "ground" and not own_faction(unit) for unit in ours)
    return ("minors_alone",) if scenario.edition == "new" and minors and any(map(own_faction, ours)) else ()


def called(faction: str) -> str:
    """A faction in words."""
    return POWERS.get(faction, "the Americans" if faction == "US" else faction)
