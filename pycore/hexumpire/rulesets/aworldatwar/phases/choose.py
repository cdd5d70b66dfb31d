"""d, or an exchange instead (15.53)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules import owed
from hexumpire.rulesets.aworldatwar.rules.losses import preview
from hexumpire.rulesets.aworldatwar.state import State


class Choose(AttackPhase, Choice[State]):
    """The attacker has a d."""

    key = "choose"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Keep it, or take the exchange."""
        now, strengths = self.flow.now(state), self.flow.strengths
        other = self.flow.conversion.exchange(now)
        yield Candidate(Option("keep", say("Keep d: {x}", x=preview(strengths, now, "d")), ("15.61",)))
        take = say("Take {x}: {y}", x=other, y=preview(strengths, now, other))
        yield Candidate(Option("exchange", take, ("15.53",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which of them."""
        other = self.flow.conversion.exchange(self.flow.now(state))
        prompt = say("The result is d. Take {x} instead?", x=other)
        return Decision("attacker", "choose", prompt, options, ("15.53",))

    def apply(self, state: State, action: str) -> State:
        """Carry the result out, unless the defender may still convert it."""
        conversion, now = self.flow.conversion, self.flow.now(state)
        if action == "exchange":
            other = conversion.exchange(now)
            return self.flow.settle(state._replace(result=other, printed=other))
        if conversion.attacker_first and conversion.converted(now, "d") != "d":
            return state._replace(phase="convert")
        return self.flow.settle(state)

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """What the attacker took, and what it costs."""
        now, result = self.flow.now(before), before.result
        if action == "keep":
            lines = [Line(say("{side} leaves it at {x}.", side="Attacker", x=result), ("15.53",), "attacker")]
        else:
            lines = [Line("Attacker takes the exchange instead of d.", ("15.53",), "attacker")]
            result = self.flow.conversion.exchange(now)
        return [*lines, *(owed.told(self.flow.strengths, now, result, result) if after.phase != "convert" else ())]
