"""Alliance factions, which attrition and are attritioned separately (14.13, 14.31, 14.32, 14.33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.units import TRAITS, arm_of

POWERS = {"axis": "the European Axis", "japan": "Japan", "wa": "the Western Allies", "russia": "Russia"}
"""Factions of several nations, or of one power; the two Chinas and minors on their own are called by their nation."""


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


def factions(scenario: Scenario) -> Mapping[str, str]:
    """The faction of every unit, by its id.

    Minors of no faction belong to the first faction of their side by rank (14.32), unless they are not activated yet
    (14.33) or nobody else is there: then their nation is one.
    """
    alone = scenario.conditions["minors_alone"] is True
    first: dict[str, str] = {}
    for unit in sorted(scenario.units, key=lambda unit: rank(own_faction(unit))):
        if own_faction(unit):
            first.setdefault(unit.side, own_faction(unit))
    found = {}
    for unit in scenario.units:
        patron = "" if alone else first.get(unit.side, "")
        found[unit.id] = own_faction(unit) or patron or unit.nation
    return found


def again(scenario: Scenario, first: Iterable[Unit], second: Iterable[Unit]) -> bool:
    """Whether the second units of a board may attack a hex that the first have attacked (15.46).

    Another alliance faction may, to which minor countries tied to it belong (14.31, 14.32).
    """
    known = factions(scenario)
    sides = [{known[unit.id] for unit in units if is_faction(known[unit.id])} for units in (first, second)]
    return bool(sides[0] and sides[1]) and not sides[0] & sides[1]


def asked(scenario: Scenario) -> tuple[str, ...]:
    """The condition to ask about where several attacks are made: whether minors who attack beside a faction are of it.

    By that they are one with it or not where a hex is attacked again (15.46).
    """
    ours = {own_faction(unit) for unit in scenario.units if unit.side == "attacker" and arm_of(unit) == "ground"}
    return ("minors_alone",) if scenario.edition == "new" and "" in ours and len(ours) > 1 else ()


def called(faction: str) -> str:
    """A faction in words."""
    return POWERS.get(faction, "the Americans" if faction == "US" else faction)
