"""Losses, chosen by their owner (T5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say

from tests.toy.rules import course
from tests.toy.setting import Setting, describe
from tests.toy.state import State


class Lose(Choice[State]):
    """A side loses one counter of its choice."""

    key = "lose"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every counter: those of the other side may not be taken."""
        for i, unit in enumerate(self.setting.units):
            option = Option(f"lose:{unit.id}", describe(unit), ("T5",), unit.id, unit.at)
            if unit.side != state.owing[0]:
                yield Candidate(option, "that side does not lose now", ("T5",))
            elif state.left[i]:
                yield Candidate(option)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """The question which counter is lost."""
        prompt = say("The {side} loses one counter: which?", side=state.owing[0])
        return Decision(state.owing[0], "lose", prompt, options, ("T5",))

    def apply(self, state: State, action: str) -> State:
        """The position without the counter."""
        lost = action.partition(":")[2]
        left = tuple(n - (unit.id == lost) for unit, n in zip(self.setting.units, state.left, strict=True))
        return course.pay(self.setting, state._replace(left=left), state.owing[1:])

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who lost what."""
        unit = self.setting.scenario.by_id[action.partition(":")[2]]
        return [Line(say("{side}: {unit}", side=unit.side, unit=describe(unit)), ("T5",), unit.side)]
