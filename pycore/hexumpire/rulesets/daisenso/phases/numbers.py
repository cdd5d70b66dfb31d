"""Step losses as the players read them off their aid (4.2.4.2.attr)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import UMPIRE, Decision, Line, Option
from hexumpire.model.phase import Candidate
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.charting import Result, picks
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice
from hexumpire.rulesets.daisenso.rules import flow, results
from hexumpire.rulesets.daisenso.state import State

ATTRITION: Rules = ("4.2.4.2.attr",)


class Numbers(AttackChoice):
    """After the retreat result that the players have read: the step losses beside it."""

    key = "numbers"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Few losses first."""
        for a, d in picks():
            yield Candidate(Option(f"losses:{a}/{d}", results.numbers(a, d), ATTRITION))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which losses the aid gives."""
        result = results.RESULT_LABELS[state.read.retreat]
        prompt = say("{x}. And the step losses, attacker / defender?", x=result)
        return Decision(UMPIRE, "losses", prompt, options, ATTRITION)

    def apply(self, state: State, action: str) -> State:
        """The result in force."""
        a, d = action.partition(":")[2].split("/")
        return flow.settle(self.setting, state, Result(state.read.retreat, int(a), int(d)))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was read, and what it led to."""
        entry = Line(say("Step losses {n}.", n=action.partition(":")[2]), ATTRITION)
        told = results.entries(self.setting, before, after)
        return [entry, *told, *flow.consequences(self.setting, before, after)]
