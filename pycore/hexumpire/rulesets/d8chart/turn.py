"""Several attacks on one board, one after another. The chart judges each; that they follow one another is EXT.phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexumpire.kit.attacks import Attacks
from hexumpire.kit.turn import Turn
from hexumpire.kit.turn_board import Standing
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.game import Attack
from hexumpire.rulesets.d8chart.rules import retreat
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.units import arm_of, describe, path_of
from hexumpire.rulesets.d8chart.vocabulary import OF_ONE_ATTACK, VOCABULARY

SUMS = ("attacker_lost", "defender_lost", "retreat")
"""Measures of an attack that add up over several."""


class Numbered(Attack):
    """One of several attacks."""

    def ground(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """An attack leaves the hexes as they are."""
        return {}

    def relevant(self) -> Mapping[str, Any]:
        """What could matter to the attack; what may hold for this one only is also asked of its hex."""
        found = super().relevant()
        mine = [key for key in OF_ONE_ATTACK if key in found["conditions"]]
        here = found["hexes"][self.setting.target]
        return {**found, "hexes": {**found["hexes"], self.setting.target: [*dict.fromkeys((*here, *mine))]}}

    def remains(self, state: State) -> dict[str, Sequence[Standing]]:
        """What is left of each unit in the attack, where those who retreated stand, and who has landed or dropped."""
        found: dict[str, Sequence[Standing]] = {}
        went = retreat.places(self.setting, state)
        pairs = zip(self.setting.lands, state.left, self.setting.full, strict=True)
        for unit, left, full in pairs:
            places = went.get(unit.id, [])
            if left != full or places or _came(unit):
                found[unit.id] = list(_standing(unit, zip(left, [*places, *[unit.at] * len(left)], strict=False)))
        for general in (*self.setting.of("attacker", "general"), *self.setting.of("defender", "general")):
            places = went.get(general.id, [])
            if places or _came(general):
                everyone = [*places, *[general.at] * (general.count - len(places))]
                found[general.id] = list(_standing(general, ((0, place) for place in everyone)))
        return found


def _came(unit: Unit) -> bool:
    """Whether an attacker landed or dropped: it is not where it came from any more."""
    return unit.side == "attacker" and unit.text("via") != "land"


def _standing(unit: Unit, counters: Iterable[tuple[int, str]]) -> Iterator[Standing]:
    """Counters of a unit, each with its steps (none for a General) and its place, like ones together."""
    many: dict[tuple[int, str], int] = {}
    for one in counters:
        many[one] = many.get(one, 0) + 1
    for (steps, place), number in many.items():
        changed = (("steps", steps), ("worn", True)) if steps and steps != unit.number("steps") else ()
        yield Standing(unit.id, place, number, (*changed, ("came", True)) if _came(unit) else changed)


def stands_by(unit: Unit) -> Unit | None:
    """An attacker without a part bars retreats where it stands; a defender elsewhere is no matter of an attack.

    Nor is who has landed or dropped before: it has left the hex it came from, and the chart does not say where it is.
    """
    if unit.side != "attacker" or unit.flag("came"):
        return None
    return replace(unit, values={**unit.values, "stands_by": True})


SUPPORT = {"air": "STR.air.add", "ship": "STR.naval.big"}
"""Arms that support a defence from wherever they are, and the rule by which they do."""


def idle(scenario: Scenario) -> Iterator[Problem]:
    """Aircraft and ships of the defender that support nobody, because no hex was named as the one they support."""
    for unit in scenario.units:
        rule = SUPPORT.get(arm_of(unit), "") if unit.side == "defender" else ""
        if rule and unit.at not in scenario.targets and unit.text("support", "yes") == "yes":
            message = say("the {unit} is in no hex that is attacked, and supports nobody", unit=describe(unit))
            fix = "put it into the hex whose defence it supports, or leave it out"
            yield Problem(message, path_of(scenario, unit) + ".at", rule, fix)


ATTACKS = Attacks(
    key="attack",
    game=Numbered,
    vocabulary=VOCABULARY,
    order=("EXT.phase",),
    once=("EXT.phase",),
    hexes=("EXT.phase",),
    again=lambda scenario, first, second: False,
    stands_by=stands_by,
    concerns=retreat.concerns,
    problems=idle,
    sums=SUMS,
)


def turn(scenario: Scenario) -> Turn:
    """The game of several attacks."""
    return Turn(scenario, ATTACKS)
