"""Losses: whose step goes, as the side says that may choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import flow, losses, strength
from hexumpire.rulesets.custom.state import State


class Lose(CustomPhase, Choice[State]):
    """A side loses a step."""

    key = "lose"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Each counter, like ones once; none of the other side."""
        setting, seen = self.setting, set()
        rules = self._rules(state)
        for i, piece in enumerate(state.pieces):
            unit = setting.unit(i)
            mark = (unit.id, piece)
            if not piece.at or mark in seen:
                continue
            seen.add(mark)
            left = setting.steps_left(i, state)
            name = setting.describe(i)
            label = say("A step of {unit}: eliminated" if left == 1 else "A step of {unit}", unit=name)
            option = Option(f"lose:{i}", label, rules, unit.id, piece.at)
            if unit.side != state.owing:
                yield Candidate(option, "the other side loses now", rules)
            elif piece.out:
                yield Candidate(option, "it takes no part in this battle", rules)
            elif state.unit == losses.FACTORS and not setting.worth(i, piece.lost):
                yield Candidate(option, "it has no factors to lose", rules)
            else:
                yield Candidate(option)

    def _rules(self, state: State) -> tuple[str, ...]:
        return strength.cites(self.setting.sheet.results[state.result].rule)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Whose step goes."""
        side = self.setting.side_title(state.owing)
        if state.unit == losses.FACTORS:
            one, several = "{side} loses {x} factor. Whose step goes?", "{side} loses {x} factors. Whose step goes?"
            prompt = say(one if state.owed == 1 else several, side=side, x=strength.shown(state.owed))
        elif state.owed == 1:
            prompt = say("{side} loses {n} step. Whose?", side=side, n=1)
        else:
            prompt = say("{side} loses {n} steps. Whose?", side=side, n=int(state.owed))
        return Decision(state.chooser, "lose", prompt, options, self._rules(state))

    def apply(self, state: State, action: str) -> State:
        """That step is gone, and what follows."""
        return flow.go_on(self.setting, losses.pay(self.setting, state, int(action.partition(":")[2])))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who was lost, and what comes of it."""
        return self.changes(before, after, self._rules(before))

    def owed(self, state: State) -> Owed | None:
        """The steps that are named together, when there are several."""
        if state.unit != losses.STEPS or Fraction(state.owed) <= 1:
            return None
        return Owed(int(state.owed), "steps")
