"""A retreat: hex by hex, by all together or by each unit on its own way."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase
from hexumpire.rulesets.d8chart.rules import flow, retreat
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.units import describe

APART = Option("apart", "Each unit its own way", ("EXT.11.8",))


@lru_cache
def _enter(place: str) -> Option:
    return Option(f"to:{place}", say("To {place}", place=mention(place)), ("EXT.11.8",), hex=place)


@lru_cache
def _prompt(entered: int, unit: str) -> str:
    """The question for the next hex, of one unit or of all (no name)."""
    if not entered:
        return say("Retreat of the {unit} where?", unit=unit) if unit else "Retreat where?"
    template = "Hex {n} of the retreat of the {unit}?" if unit else "Hex {n} of the retreat?"
    return say(template, n=entered + 1, unit=unit)


class Retreat(AttackPhase, Choice[State]):
    """The defender chooses the next hex (EXT.11.8)."""

    key = "retreat"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around, and that they part."""
        yield from self._hexes(state, retreat.neighbours(self.setting, state.path))
        if retreat.may_part(self.setting, state):
            yield Candidate(APART)

    def _hexes(self, state: State, places: Iterable[str]) -> Iterator[Candidate]:
        """Hexes that those who go next might enter, each judged once."""
        units = retreat.going(self.setting, state)
        for place in places:
            yield Candidate(_enter(place), *retreat.why_not(self.setting, place, state, units))

    def refusals(self, state: State) -> list[Refusal]:
        """The hexes around that are closed, and all others on the board."""
        scenario = self.setting.scenario
        board = [*scenario.hexes, self.setting.target, *state.path, *(unit.at for unit in scenario.units)]
        around = set(retreat.neighbours(self.setting, state.path))
        far = self._hexes(state, (place for place in dict.fromkeys(board) if place not in around))
        return [*super().refusals(state), *(Refusal("", one.option.hex, one.reason, one.rules) for one in far)]

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where those who move next go."""
        unit = "" if state.fork is None else describe(retreat.going(self.setting, state)[0])
        return Decision("defender", "retreat", _prompt(len(state.path), unit), options, ("EXT.11.8", "RES.check-roll"))

    def apply(self, state: State, action: str) -> State:
        """A hex is entered, or they part."""
        if action == "apart":
            return retreat.part(self.setting, state)
        return retreat.enter(self.setting, state, action.removeprefix("to:"))

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """Where they went, and who found no way."""
        if action == "apart":
            deed = Line("Each unit goes its own way.", ("EXT.11.8",), "defender")
        else:
            deed = retreat.step_entry(self.setting, before, action.removeprefix("to:"))
        return [deed, *flow.entries_of_a_retreat(self.setting, before, after)]

    def state_key(self, state: State) -> Hashable:
        """Also who waits where."""
        return super().state_key(state), retreat.state_key(self.setting, state)
