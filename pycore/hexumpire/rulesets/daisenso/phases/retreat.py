"""Retreats hex by hex (4.2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice, elsewhere
from hexumpire.rulesets.daisenso.rules import flow, permits, retreat
from hexumpire.rulesets.daisenso.state import State


class Retreat(AttackChoice):
    """A stack that retreats: its owner chooses the next hex."""

    key = "retreat"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every hex around the stack, and a loss in place of the hex."""
        setting = self.setting
        side, members = retreat.retreating(setting, state)
        found = retreat.ways_from(setting, state, state.at[members[0]], side)
        rules = (retreat.PRIORITIES[found.priority], "4.2.5.1.pick")
        for place in found.hexes:
            by = permits.retreat(setting, place)
            label = retreat.label(setting, state, side, place)
            yield Candidate(Option(f"to:{place}", label, (*rules, *by), "", place))
        by = retreat.may_convert(setting, state)
        if by:
            label = "Lose a step in place of this hex"
            yield Candidate(Option("convert", label, ("4.2.5.3.voluntary", *by)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        side, members = retreat.retreating(self.setting, state)
        start = state.at[members[0]]
        rule = retreat.PRIORITIES[retreat.ways_from(self.setting, state, start, side).priority]
        prompt = retreat.prompt(state, side, members)
        by = permits.leaving(self.setting, start, state, members)
        return Decision(side, "retreat", prompt, options, (rule, "4.2.5.step", retreat.STACKS[side], "4.2.2.s6", *by))

    def apply(self, state: State, action: str) -> State:
        """The stack in the next hex, and the next to go; or the loss of a step."""
        if action == "convert":
            return state._replace(phase="lose")
        state = retreat.moved(self.setting, state, action.partition(":")[2])
        if state.job != "back":
            return flow.defenders_go(self.setting, state._replace(owed=state.owed - 1, went=state.went + 1))
        state = state._replace(stacks=state.stacks[1:])
        return state if state.stacks else flow.attrition(self.setting, state._replace(job=""), "attacker")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where the stack went."""
        if action == "convert":
            return [Line("The defender loses a step in place of a hex.", ("4.2.5.3.voluntary",), "defender")]
        entry = retreat.entry(self.setting, before, action.partition(":")[2])
        return [entry, *flow.consequences(self.setting, before, after)]

    def beyond(self, state: State) -> Iterator[Refusal]:
        """The hex that the stack leaves, and hexes farther away."""
        side, members = retreat.retreating(self.setting, state)
        start = state.at[members[0]]
        for place, reason, rules in retreat.ways_from(self.setting, state, start, side).barred:
            yield Refusal("", place, reason, rules)
        yield from retreat.no_city(self.setting, state, start)
        yield Refusal("", start, "a retreat leaves the hex", ("4.2.5.step",))
        yield from elsewhere(self.setting, state, start, "a retreat goes one hex at a time", ("4.2.5.step",))
