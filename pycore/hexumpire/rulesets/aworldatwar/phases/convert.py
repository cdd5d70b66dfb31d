"""A result against a fort or an invader, that the defender may have treated as another (15.55)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules.losses import preview
from hexumpire.rulesets.aworldatwar.state import State


class Convert(AttackPhase, Choice[State]):
    """The defender may convert the result."""

    key = "convert"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Leave it, or convert it."""
        now, strengths, result = self.flow.now(state), self.flow.strengths, state.result
        other = self.flow.conversion.converted(now, result)
        yield Candidate(Option("keep", f"Leave it at {result}: " + preview(strengths, now, result), ("15.61",)))
        yield Candidate(Option("convert", f"Make it {other}: " + preview(strengths, now, other), ("15.55",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which of them."""
        other = self.flow.conversion.converted(self.flow.now(state), state.result)
        prompt = f"The result is {state.result}. Treat it as {other}?"
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
        """What the defender made of it."""
        if action == "keep":
            return [Line(f"Defender leaves it at {before.result}.", ("15.55",), "defender")]
        conversion, now = self.flow.conversion, self.flow.now(before)
        other = conversion.converted(now, before.result)
        return [
            Line(f"Defender has {before.result} treated as {other}.", ("15.55", conversion.clause(now)), "defender")
        ]
