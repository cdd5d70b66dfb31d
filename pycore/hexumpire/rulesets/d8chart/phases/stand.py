"""After a starred result: the defender stays or retreats of its own will."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase
from hexumpire.rulesets.d8chart.rules import flow, retreat
from hexumpire.rulesets.d8chart.state import State


@cache
def _stay_and_roll(below: int) -> Option:
    label = say("Stay, and roll below {n}", n=below) if below else "Stay, and roll below the attacker's die"
    return Option("stay", label, ("RES.check-roll",))


class Stand(AttackPhase, Choice[State]):
    """The defender stays or retreats (RES.vol-retreat)."""

    key = "stand"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """To stay, with the check where it is due, or to go, without Germans who may not."""
        if state.due:
            below = retreat.below(self.setting, state, self.figures.drm) if state.natural else 0
            yield Candidate(_stay_and_roll(below))
        else:
            yield Candidate(Option("stay", "Stay", ("RES.vol-retreat",)))
        if retreat.germans_bar(self.setting, state.left):
            rules = ("RES.vol-retreat", "RES.vol-german")
            yield Candidate(Option("retreat", "Retreat all but the Germans", rules))
        else:
            yield Candidate(Option("retreat", "Retreat", ("RES.vol-retreat",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Stay or retreat."""
        rules = ("RES.vol-retreat", "CRT.retreat-gate")
        prompt = "Half is lost: stay or retreat?" if state.due else "Less than half is lost: stay or retreat?"
        return Decision("defender", "stand", prompt, options, rules)

    def apply(self, state: State, action: str) -> State:
        """The retreat begins, or the check follows, or it is over."""
        return retreat.leave(self.setting, state) if action == "retreat" else retreat.stay(state)

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """What the defender does."""
        return [self._deed(before, action), *flow.entries_of_a_retreat(self.setting, before, after)]

    def _deed(self, before: State, action: str) -> Line:
        if action == "stay":
            if before.due:
                return Line("The defender stays and rolls.", ("RES.check-roll",), "defender")
            return Line("The defender stays.", ("RES.vol-retreat",), "defender")
        if retreat.germans_bar(self.setting, before.left):
            text = "All but the Germans retreat of their own will."
            return Line(text, ("RES.vol-retreat", "RES.vol-german"), "defender")
        return Line("The defender retreats of its own will.", ("RES.vol-retreat",), "defender")
