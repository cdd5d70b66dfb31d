"""Partisans that are built are placed, one after another, and the end of it (11.351, 11.353)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Outcome, Terminal
from hexumpire.model.phase import Candidate, Choice, Phase
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import partisans
from hexumpire.rulesets.aworldatwar.units import describe

RULES = ("11.351",)


class Placed(NamedTuple):
    """A position: where the counters of each unit that is built have been placed, by name, and whose turn it is."""

    phase: str
    at: tuple[tuple[str, ...], ...]
    now: int = 0


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


class Place(Choice[Placed]):
    """The next partisan is placed, left out, or no other one is placed."""

    key = "place"

    def __init__(self, building: Building) -> None:
        self.building = building
        alone = len(building.closed) == 1
        self.places = sorted(building.areas, key=lambda place: hexgrid.parse(place)[::-1])
        """The hexes in reading order, by which options count them."""
        self.options = {
            place: Option(f"place:{number}", say("Place it in {place}", place=mention(place)), ("11.353D",), hex=place,
                          alike=building.areas[place] if alone else "")
            for number, place in enumerate(self.places, 1)
        }  # fmt: skip
        """What is offered for each hex; where one builder builds, hexes of one area are worth the same."""

    def candidates(self, state: Placed) -> Iterator[Candidate]:
        """Every hex for the unit whose turn it is, and the ways to leave it out."""
        building = self.building
        for place, why in building.judged(state, building.builders[state.now]).items():
            yield Candidate(self.options[place], *why)
        if state.now + 1 < len(building.units):
            unit = describe(building.units[state.now])
            yield Candidate(Option("next", say("Leave out the {unit}", unit=unit), RULES))
        yield Candidate(Option("done", "Place no more" if any(state.at) else "Place none", RULES))

    def _hex(self, action: str) -> str:
        """The hex of an option."""
        return self.places[int(action.partition(":")[2]) - 1]

    def question(self, state: Placed, options: tuple[Option, ...]) -> Decision:
        """Where the partisan is placed."""
        prompt = say("Where is the {unit} placed?", unit=describe(self.building.units[state.now]))
        return Decision("attacker", "place", prompt, options, RULES)

    def apply(self, state: Placed, action: str) -> Placed:
        """The position after a partisan was placed or left out, or no more are placed."""
        if action == "done":
            return Placed(Over.key, state.at)
        if action == "next":
            return state._replace(now=state.now + 1)
        places = tuple(sorted((*state.at[state.now], self._hex(action))))
        at = (*state.at[: state.now], places, *state.at[state.now + 1 :])
        now = state.now + (len(places) == self.building.units[state.now].count)
        return Placed(Over.key, at) if now == len(at) else Placed(self.key, at, now)

    def narrate(self, before: Placed, action: str, after: Placed) -> Sequence[Line]:
        """Who was placed where."""
        unit = describe(self.building.units[before.now])
        if action == "done":
            text = "No more partisans are placed." if any(before.at) else "No partisans are placed."
            return [Line(text, RULES, "attacker")]
        if action == "next":
            return [Line(say("The {unit} is left out.", unit=unit), RULES, "attacker")]
        place = mention(self._hex(action))
        return [Line(say("The {unit} is placed in {place}.", unit=unit, place=place), ("11.353D",), "attacker")]

    def state_key(self, state: Placed) -> Hashable:
        """Where partisans of a lone builder stand within an area does not matter: as many more find room."""
        if len(self.building.closed) != 1:
            return state
        areas = self.building.areas
        return self.key, state.now, tuple(tuple(sorted(areas[place] for place in places)) for places in state.at)


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
