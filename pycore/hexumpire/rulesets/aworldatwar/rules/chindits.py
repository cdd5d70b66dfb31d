"""Chindits that fight alone, which shakes the defenders (10.64A, 15.33I; old 15.33H)."""

from __future__ import annotations

from collections.abc import Mapping

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.factions import asked, is_of
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.tables import DM
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH


def spoils(other: Unit, chindit: Unit, scenario: Scenario) -> bool:
    """Whether a unit keeps a Chindit from fighting alone while it is there (15.33I; old 15.33H).

    Western Allied ground units in or next to its hex do; other Chindits by the older edition only.
    """
    if other.side != chindit.side or arm_of(other) != "ground":
        return False
    if other.type == "chindit" and scenario.edition == "new":
        return False
    near = hexgrid.distance(hexgrid.parse(chindit.at), hexgrid.parse(other.at)) <= 1
    return near and is_of(other, "wa", scenario)


def counts(scenario: Scenario, place: str) -> bool:
    """Whether a lone Chindit shakes the defenders of a hex: not in the open or in forest, by the newer edition."""
    return scenario.edition == "old" or scenario.hex(place).terrain in ROUGH - {"forest"}


def beside(unit: Unit, scenario: Scenario) -> tuple[str, ...]:
    """Chindits for which it matters that a unit is there: itself, and those that it spoils."""
    chindits = [other for other in scenario.units if other.type == "chindit"]
    return tuple(other.id for other in chindits if other.id == unit.id or spoils(unit, other, scenario))


def watched(scenario: Scenario) -> set[str]:
    """The hexes that count for whether Chindits who attack are alone: their own and those next to them."""
    chindits = (unit for unit in scenario.units if unit.type == "chindit" and unit.flag("attacks"))
    places = {hexgrid.parse(unit.at) for unit in chindits if unit.side == "attacker"}
    return {hexgrid.name(near) for place in places for near in (place, *hexgrid.neighbours(place))}


def company(scenario: Scenario, index: Mapping[str, int]) -> dict[int, list[tuple[int, int]]]:
    """By Chindit kind: kinds that spoil it while more of them are left than the number beside them.

    ``index`` gives the kind of each counter in the fight. A kind beside which a unit stands that takes no part, and so
    cannot be lost, is left out: it is never alone.
    """
    found = {}
    for unit in scenario.units:
        if unit.type == "chindit" and unit.side == "attacker" and unit.id in index:
            spoilers = [other for other in scenario.units if spoils(other, unit, scenario)]
            if all(other.id in index for other in spoilers):
                found[index[unit.id]] = [(index[other.id], int(other is unit)) for other in spoilers]
    return found


def multiplier(ledger: Ledger, scenario: Scenario, target: int, alone: bool) -> None:
    """The DM for a lone Chindit that attacks a hex; ``alone`` says whether one does where that counts."""
    section, label = "15.33H" if scenario.edition == "old" else "15.33I", "attacked by a lone Chindit"
    if alone:
        ledger.add(DM["15.33I"], label, section, "10.64A")
    else:
        ledger.skip(label, _none_alone(scenario, scenario.targets[target]), section)


def _none_alone(scenario: Scenario, place: str) -> str:
    """Why no lone Chindit shakes the defenders of a hex: none came, it does not count there, or it has company."""
    old = scenario.edition == "old"
    if not watched(scenario):
        return "none attacks here" if old else "none attacks here in rough terrain"
    return "none attacks here alone" if counts(scenario, place) else "only in jungle, mountain and swamp"


def asks(survey: Survey) -> Keys:
    """What the form could ask: whether minors beside Western Allies are Western Allied, too, and so company."""
    if "chindit" in survey.types:
        yield from asked(survey.scenario)
