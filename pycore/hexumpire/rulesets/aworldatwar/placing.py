"""Partisans that are built and placed as a game: the hexes of the board that are open to them, and why others are not.

A partisan that is being built lies anywhere on the board, ticked so; it is taken from there (11.351, 11.353).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Standing
from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.aworldatwar.phases.place import Building, Over, Place, Placed
from hexumpire.rulesets.aworldatwar.rules import partisans
from hexumpire.rulesets.aworldatwar.tables import NAMED_HEXES

RULES = ("11.353D", "11.353E")


class Placing(PhasedGame[Placed]):
    """The game of placing partisans (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        board = partisans.Board(scenario)
        self.building = Building(board)
        self.problems = tuple(partisans.problems(board, self.building.units))
        super().__init__((Place(self.building), Over()))

    def start(self) -> Placed:
        """Nobody is placed."""
        return Placed(Place.key, tuple(() for _ in self.building.units))

    def overrides(self, state: Placed) -> Sequence[Option]:
        """Nothing to agree on."""
        return ()

    def assess(self, state: Placed) -> Assessment:
        """For each builder the hexes that are open, and the others by what closes them."""
        building = self.building
        children = [self._hexes(state, builder) for builder in building.closed]
        trace = Trace("Hexes for partisans", None, RULES, "list", tuple(children))
        number = sum(len(places) for places in state.at)
        headline = say("{n} of {m} placed", n=number, m=sum(unit.count for unit in building.units))
        if len(children) == 1:
            free = children[0].children[0].value or 0
            headline = say("{n} hexes are open", n=free) if free != 1 else say("{n} hex is open", n=free)
        return Assessment(headline, None, None, None, trace)

    def _hexes(self, state: Placed, builder: str) -> Trace:
        """The hexes for one builder: open ones first, then the reasons with the hexes they close."""
        found: dict[Why, list[str]] = {("", ()): []}
        for place, why in self.building.judged(state, builder).items():
            found.setdefault(why, []).append(place)
        free = found.pop(("", ()))
        lines = [Trace("Open", len(free), RULES, note=_named(free))]
        lines += [Trace(why, None, rules, skipped=True, note=_named(places)) for (why, rules), places in found.items()]
        return Trace(partisans.BUILDERS[builder], len(free), RULES, "sum", tuple(lines))

    def closing(self, state: Placed) -> Sequence[Line]:
        """What partisans on the board hold and hinder."""
        return partisans.BLOCKS if any(state.at) else ()

    def overlay(self, state: Placed) -> Mapping[str, Any]:
        """Where those placed stand; those that are not placed lie beside the board."""
        pairs = list(zip(self.building.units, state.at, strict=True))
        moved = {unit.id: {place: places.count(place) for place in places} for unit, places in pairs if places}
        waiting = [unit.id for unit, places in pairs if len(places) < unit.count]
        return {"lost": {}, "left": {}, "out": waiting, "moved": moved}

    def relevant(self) -> Mapping[str, Any]:
        """Conditions and fields that could matter."""
        return partisans.relevant(self.scenario)

    def remains(self, state: Placed) -> dict[str, Sequence[Standing]]:
        """The partisans placed stand where they were placed; of those that were not, nothing is on the board."""
        return {
            unit.id: [Standing(unit.id, place, places.count(place), (("placing", False),)) for place in {*places}]
            for unit, places in zip(self.building.units, state.at, strict=True)
        }

    def ground(self, state: Placed) -> Mapping[str, tuple[str, ...]]:
        """Partisans leave the hexes as they are (11.61)."""
        return {}


def _named(places: Sequence[str]) -> str:
    """Hexes in words: each of a few, else how many."""
    if len(places) > NAMED_HEXES:
        return say("{n} hexes", n=len(places))
    return listed(map(mention, places))
