"""Attrition losses: which counters the defender may lose, and how many of which nation (14.51, 14.52, 14.522)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Option
from hexumpire.model.phase import Candidate
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.rules.attrition_level import Levels
from hexumpire.rulesets.aworldatwar.rules.attrition_winter import Winter
from hexumpire.rulesets.aworldatwar.units import arm_of, describe, exploited

FED = ("infantry", "mechanized", "replacement")
"""Types that the zone of the supply source may lose (14.52A)."""
WORTH = ("replacement", "infantry", "mechanized", "chindit", "commando", "marine", "airborne", "armor")
"""What a sensible player gives up first."""
RULES = ("14.51",)


class Losses:
    """What the defender may lose to the attrition at hand."""

    def __init__(self, levels: Levels, winter: Winter) -> None:
        self.levels = levels
        self.ground = levels.ground
        self.winter = winter
        units = self.ground.units
        theirs = [i for i, unit in enumerate(units) if unit.side == "defender"]
        self._order = sorted(theirs, key=lambda i: (*self._rank(units[i]), i))
        self._options: dict[tuple[int, str, bool], Option] = {}

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every counter of the other side: those that may be lost now, the cheapest first, and why others may not."""
        for i in self._order:
            stands = self.ground.stands(state.board, i)
            for place, _ in stands:
                yield Candidate(self._option(i, place, len(stands) > 1), *self.refusal(state, i, place))

    def _option(self, i: int, place: str, apart: bool) -> Option:
        """To lose a counter; ``apart``: its unit stands in several hexes. It is kept, as walks ask for it often."""
        key = (i, place, apart)
        if key not in self._options:
            unit = self.ground.units[i]
            label = say("Lose one {unit} in {place}", unit=describe(unit), place=mention(place))
            id = f"lose:{unit.id}@{place}" if apart else f"lose:{unit.id}"
            self._options[key] = Option(id, label, RULES, unit.id, place, f"{self.ground.group[i]}@{place}")
        return self._options[key]

    def open(self, state: State) -> bool:
        """Whether something is still owed that can be paid (14.51)."""
        return len(state.losses) < state.result[0] and any(
            not self.refusal(state, i, place)[0] for i in self._order for place, _ in self.ground.stands(state.board, i)
        )

    def refusal(self, state: State, i: int, place: str) -> Why:
        """Why a counter may not be lost; empty when it may."""
        unit = self.ground.units[i]
        if unit.type == "partisan":
            return "partisans are not attritioned", ("11.45",)
        if unit.type == "flak":
            return "flak is no attrition loss", ("10.93",)
        if arm_of(unit) != "ground":
            return "only ground units are attrition losses", RULES
        why = self._elsewhere(state, i)
        if why[0]:
            return why
        if self._free(state, unit.nation) <= 0:
            text = say("no more {nation} counters are in contact than were lost", nation=nation_of(unit))
            return text, ("14.52C", "14.522")
        return self.winter.spared(state, i, place, lambda nation: self._free(state, nation))

    def _elsewhere(self, state: State, i: int) -> Why:
        """Why a counter stands where no loss may come from (14.52A, 14.52B)."""
        unit, zone = self.ground.units[i], self.ground.fronts[state.number].zone
        if unit.text("losses_from") == "box":
            return "units in boxes and off the board are no attrition losses", ("14.52B",)
        if self.ground.zone[i] == zone:
            return "", ()
        if unit.text("losses_from") != "supply" or self.ground.faction[i] != self.ground.zones[zone].faction:
            return "it is in another attrition zone", ("14.52A", "14.211")
        if unit.type not in FED:
            return "only infantry and replacements are lost where the zone was supplied from", ("14.52A",)
        if unit.text("supply", "full") != "full":
            return "it was not fully supplied itself", ("14.52A",)
        contact = self.levels.now(state).contact
        if not all(fed(self.ground.units[j]) for j, _, _ in contact):
            return "not every unit attritioned was fully supplied and had its oil", ("14.52A",)
        return "", ()

    def _free(self, state: State, nation: str) -> int:
        """How many more counters of a nation may be lost: as many as are in contact (14.52C, 14.522)."""
        units = self.ground.units
        touched = self.levels.now(state).touched.get(nation, 0)
        return touched - sum(units[i].nation == nation for i, _ in state.losses)

    def _rank(self, unit: Unit) -> tuple[int, int]:
        """Cheap counters first."""
        return WORTH.index(unit.type) if unit.type in WORTH else len(WORTH), unit.number("factors")


def fed(unit: Unit) -> bool:
    """Whether a unit was fully supplied and had its oil, as 14.52A asks of those attritioned.

    Armor that exploited has its oil (16.61).
    """
    return unit.text("supply", "full") == "full" and (exploited(unit) or not unit.flag("oil_short"))


def nation_of(unit: Unit) -> str:
    """The nation of a counter as its name says it."""
    return "American" if unit.nation == "US" else unit.nation
