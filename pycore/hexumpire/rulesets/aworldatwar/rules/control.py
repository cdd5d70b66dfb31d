"""Who controls a hex: as the map says it, and as units of the phasing side have come into it this turn (11.61).

A ground unit that enters a hex of the other side takes it, and it stays taken when the unit goes on; partisans hold
only the hex they are in. Later parts of the turn read it where a rule asks whose a hex is: fort lines (10.341C) and
attrition retreats (14.72A, 14.73C).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.units import arm_of

TAKEN = "taken"
"""Feature of a hex that the phasing side has taken in this turn."""


def controller(scenario: Scenario, place: str) -> str:
    """The side that controls a hex, ``neutral``, or ``unstated`` where only the units in it can tell."""
    data = scenario.hex(place)
    return "attacker" if TAKEN in data.features else str(data.values.get("control", "unstated"))


def holder(scenario: Scenario, place: str) -> str:
    """The side that controls a hex: as stated, else that of the ground units in it; empty when nobody knows.

    Who drops into a hex does not hold it.
    """
    control = controller(scenario, place)
    if control != "unstated":
        return control
    here = (unit for unit in scenario.units if unit.at == place and arm_of(unit) == "ground")
    return next((unit.side for unit in here if not _drops(unit)), "")


def _drops(unit: Unit) -> bool:
    """Whether a unit of the phasing side drops where it is."""
    return unit.side == "attacker" and unit.text("via") == "airdrop"


def takes(unit: Unit) -> bool:
    """Whether a unit takes the hexes that it enters: ground units do, but for partisans (11.61)."""
    return arm_of(unit) == "ground" and unit.type != "partisan"


def seized(scenario: Scenario, places: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The features of hexes once the phasing side has entered them; those that were its own are left out.

    A bridgehead of the other side in them is gone. Who drops into a hex did not hold it before.
    """
    units: dict[str, set[str]] = {}
    for unit in scenario.units:
        if takes(unit) and not _drops(unit):
            units.setdefault(unit.at, set()).add(unit.side)
    found = {}
    for place in places:
        stated, sides = controller(scenario, place), units.get(place, set())
        if stated == "attacker" or (stated == "unstated" and sides == {"attacker"}):
            continue
        theirs = stated == "defender" or "defender" in sides
        kept = [mark for mark in scenario.hex(place).features if not (theirs and mark == "bridgehead")]
        found[place] = (*kept, TAKEN)
    return found
