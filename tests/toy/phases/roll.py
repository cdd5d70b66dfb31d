"""The die (T4)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Chance, Line
from hexumpire.model.phase import Phase
from hexumpire.model.text import say

from tests.toy.rules import course, strength
from tests.toy.setting import Setting
from tests.toy.state import State
from tests.toy.tables import CHART, COSTS, DIE, RESULTS


class Roll(Phase[State]):
    """The attacker rolls one die; a result that costs nothing has it rolled again."""

    key = "roll"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def node(self, state: State) -> Chance:
        """One die."""
        return Chance("Roll one die", DIE, ("T4",))

    def result(self, state: State, action: str) -> str:
        """The result of a face, or the one that the players agreed on."""
        word, _, what = action.partition("=")
        if word == "!result":
            return what
        return CHART.result(strength.column(self.setting, state.left), int(what))

    def apply(self, state: State, action: str) -> State:
        """Carry the result out."""
        owing = COSTS[self.result(state, action)]
        return course.pay(self.setting, state, owing) if owing else state

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """The die and what it means."""
        result = self.result(before, action)
        text = say("{die}: {result}, {effect}", die=action.lstrip("!"), result=result, effect=RESULTS[result])
        return [Line(text, ("T4",))]
