"""A result against a fort or an invader, that the defender may have treated as another (15.55)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules import owed
from hexumpire.rulesets.aworldatwar.rules.losses import preview
from hexumpire.rulesets.aworldatwar.state import State


class Convert(AttackPhase, Choice[State]):
    """The defender may convert the result."""

    key = "convert"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Leave it, or convert it."""
        now, strengths, result = self.flow.now(state), self.flow.strengths, state.result
        other = self.flow.conversion.converted(now, result)
        keep = say("Leave it at {x}: {y}", x=result, y=preview(strengths, now, result))
        convert = say("Make it {x}: {y}", x=other, y=preview(strengths, now, other))
        yield Candidate(Option("keep", keep, ("15.61",)))
        yield Candidate(Option("convert", convert, ("15.55",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which of them."""
        other = self.flow.conversion.converted(self.flow.now(state), state.result)
        prompt = say("The result is {x}. Treat it as {y}?", x=state.result, y=other)
        return Decision("defender", "convert", prompt, options, ("15.55",))

    def apply(self, state: State, action: str) -> State:
        """Carry the result out, unless the attacker may still take an exchange for a d."""
        conversion = self.flow.conversion
        if action == "convert":
            return self.flow.settle(state._replace(result=conversion.converted(self.flow.now(state), state.result)))
        if state.result == "d" and not conversion.attacker_first:
            return state._replace(phase="choose")
        return self.flow.settle(state)

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """What the defender made of it, and what it costs."""
        conversion, now, result = self.flow.conversion, self.flow.now(before), before.result
        if action == "keep":
            lines = [Line(say("{side} leaves it at {x}.", side="Defender", x=result), ("15.55",), "defender")]
        else:
            result = conversion.converted(now, before.result)
            text = say("Defender has {x} treated as {y}.", x=before.result, y=result)
            lines = [Line(text, ("15.55", conversion.clause(now)), "defender")]
        settled = after.phase != "choose"
        return [*lines, *(owed.told(self.flow.strengths, now, result, before.printed) if settled else ())]
