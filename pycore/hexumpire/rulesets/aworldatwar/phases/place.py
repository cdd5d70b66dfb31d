"""Partisans that are built are placed, one after another, and the end of it (11.351, 11.353)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Outcome, Terminal
from hexumpire.model.phase import Candidate, Choice, Phase
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import partisans
from hexumpire.rulesets.aworldatwar.units import describe

RULES = ("11.351",)


class Placed(NamedTuple):
    """A position: where the counters of each unit that is built have been placed, in the order of the hexes' names."""

    phase: str
    at: tuple[tuple[str, ...], ...]


class Building:
    """What does not change while partisans are placed: who is built, and which hexes are closed to whom."""

    def __init__(self, board: partisans.Board) -> None:
        self.board = board
        self.scenario = scenario = board.scenario
        self.units = [unit for unit in scenario.units if unit.type == "partisan" and unit.flag("placing")]
        self.builders = [partisans.builder_of(unit) for unit in self.units]
        self.places = sorted({*scenario.hexes, *board.stacks})
        self.areas = {place: partisans.area_of(place, scenario) for place in self.places}
        self.closed: Mapping[str, Mapping[str, Why]] = {
            builder: {place: board.closed(place, builder) for place in self.places}
            for builder in dict.fromkeys(filter(None, self.builders))
        }
        """Why each hex is closed to each builder."""

    def placed(self, state: Placed) -> Mapping[tuple[str, str], int]:
        """How many have been placed, by area and builder."""
        found: Counter[tuple[str, str]] = Counter()
        for builder, places in zip(self.builders, state.at, strict=True):
            found.update((self.areas[place], builder) for place in places)
        return found

    def judged(self, state: Placed, builder: str) -> Mapping[str, Why]:
        """Every hex, with the reason why a builder may place nobody there now; empty where it may."""
        placed = self.placed(state)
        spent = {area: self.board.spent(area, builder, placed) for area in {*self.areas.values()}}
        taken = {place: other for other, places in zip(self.builders, state.at, strict=True) for place in places}
        return {place: self._judge(state, builder, place, spent, taken) for place in self.places}

    def _judge(
        self, state: Placed, builder: str, place: str, spent: Mapping[str, Why], taken: Mapping[str, str]
    ) -> Why:  # fmt: skip
        """Why a builder may place nobody in a hex: what closes it, who was placed there, the pool, the room."""
        if self.closed[builder][place][0]:
            return self.closed[builder][place]
        if taken.get(place, builder) != builder:
            return "it is not vacant", ("11.353D",)
        if spent[self.areas[place]][0]:
            return spent[self.areas[place]]
        return self.board.room(place, sum(places.count(place) for places in state.at))

    def lies_ready(self, state: Placed) -> Iterator[tuple[int, Unit]]:
        """The units of which a counter is not placed yet, with their numbers."""
        return ((i, unit) for i, unit in enumerate(self.units) if len(state.at[i]) < unit.count)


class Place(Choice[Placed]):
    """The next partisan is placed, or no other one is."""

    key = "place"

    def __init__(self, building: Building) -> None:
        self.building = building

    def candidates(self, state: Placed) -> Iterator[Candidate]:
        """Every hex for each unit that is not placed yet, and the end of it."""
        building = self.building
        for index, unit in building.lies_ready(state):
            for place, why in building.judged(state, building.builders[index]).items():
                yield Candidate(self._option(unit, place), *why)
        yield Candidate(Option("done", "Place no more" if any(state.at) else "Place none", RULES))

    def _option(self, unit: Unit, place: str) -> Option:
        """A counter of a unit into a hex; of a lone builder's, hexes of one area are worth the same."""
        building = self.building
        label = say("Place the {unit} in {place}", unit=describe(unit), place=mention(place))
        alike = f"{unit.id}:{building.areas[place]}" if len(building.closed) == 1 else ""
        return Option(f"place:{unit.id}:{place}", label, ("11.353D",), unit.id, place, alike)

    def question(self, state: Placed, options: tuple[Option, ...]) -> Decision:
        """Which partisan is placed where."""
        return Decision("attacker", "place", "Which partisan is placed, and where?", options, RULES)

    def apply(self, state: Placed, action: str) -> Placed:
        """The position after a partisan was placed, or no more are."""
        if action == "done":
            return state._replace(phase=Over.key)
        name, _, place = action.removeprefix("place:").rpartition(":")
        at = tuple(
            tuple(sorted((*places, place))) if unit.id == name else places
            for unit, places in zip(self.building.units, state.at, strict=True)
        )
        after = Placed(self.key, at)
        return after if any(self.building.lies_ready(after)) else after._replace(phase=Over.key)

    def narrate(self, before: Placed, action: str, after: Placed) -> Sequence[Line]:
        """Who was placed where."""
        if action == "done":
            text = "No more partisans are placed." if any(before.at) else "No partisans are placed."
            return [Line(text, RULES, "attacker")]
        name, _, place = action.removeprefix("place:").rpartition(":")
        unit = self.building.scenario.by_id[name]
        text = say("The {unit} is placed in {place}.", unit=describe(unit), place=mention(place))
        return [Line(text, ("11.353D",), "attacker")]

    def state_key(self, state: Placed) -> Hashable:
        """Where partisans of a lone builder stand within an area does not matter: as many more find room."""
        if len(self.building.closed) != 1:
            return state
        return self.key, tuple(tuple(sorted(map(self.building.areas.__getitem__, places))) for places in state.at)


class Over(Phase[Placed]):
    """No more partisans are placed."""

    key = "over"

    def node(self, state: Placed) -> Terminal:
        """How many were placed."""
        number = sum(map(len, state.at))
        return Terminal(Outcome("placed" if number else "unplaced", (("placed", number),)), RULES)

    def state_key(self, state: Placed) -> Hashable:
        """Equal outcomes are equal ends."""
        return self.key, sum(map(len, state.at))
