"""A retreat from a port over the sea: the capture roll of its transport, and who is carried (11.Q.2.j)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import UMPIRE, Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.v101125.rules import bouts, course_told, sea, stacking
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State
from hexumpire.views.number_format import number

RULES = ("11.Q.2.j",)


class Capture(AttackPhase):
    """The capture roll; its rule is not in the text."""

    key = "capture"

    def node(self, state: State) -> Decision:
        """How many hits."""
        most = sea.capacity(self.setting, state)
        options = tuple(
            Option(f"hits={n}", say("Hits: {n}, REs carried: {room}", n=n, room=most - n), RULES)
            for n in range(most + 1)
        )
        return Decision(UMPIRE, self.key, "How many hits does the capture roll score?", options, RULES)

    def apply(self, state: State, action: str) -> State:
        """So many REs fewer are carried."""
        return self.flow.embark(state, sea.capacity(self.setting, state) - face_of(action), ())

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """How many."""
        most, hits = sea.capacity(self.setting, before), face_of(action)
        text = "The capture roll scores {n} of {most}. REs carried: {room}."
        said = say(text, n=hits, most=most, room=most - hits)
        return [Line(said, RULES), *course_told.course(self.flow, before, after)]


class Aboard(AttackPhase, Choice[State]):
    """Those who retreat choose who of them is carried, unit by unit."""

    key = "aboard"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Each of them, and that nobody else goes aboard."""
        room, *aboard = state.dice
        fitting = sea.fitting(self.setting, state, room, tuple(aboard))
        seen: set[tuple[str, str]] = set()
        for i in bouts.movers(state):
            mark = self.setting.counters[i].unit.id, state.left[i]
            if i in aboard or mark in seen:
                continue
            seen.add(mark)
            size = number(stacking.size(self.setting, state, (i,)))
            label = say("The {unit} (REs: {size})", unit=self.flow.payers.name(state, i), size=size)
            why = "" if i in fitting else say("REs carried: no more than {room}", room=room)
            yield Candidate(Option(f"aboard:{i}", label, RULES, mark[0]), why, RULES)
        yield Candidate(Option("rest", "The rest is lost", RULES))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who."""
        prompt = say("Who is carried over the sea? Room for REs: {room}.", room=state.dice[0])
        return Decision(OTHER[state.bout.side], self.key, prompt, options, RULES)

    def apply(self, state: State, action: str) -> State:
        """One more goes aboard, or the others are lost."""
        room, *aboard = state.dice
        if action == "rest":
            return self.flow.sail(state, tuple(aboard))
        return self.flow.embark(state, room, (*aboard, int(action.partition(":")[2])))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who was lost, once that is settled."""
        return course_told.course(self.flow, before, after)
