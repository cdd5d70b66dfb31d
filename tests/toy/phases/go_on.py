"""Whether the attacker fights a second round (T6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Phase
from hexumpire.model.text import say

from tests.toy.state import State

OPTIONS = (Option("on", "Fight on", ("T6",)), Option("stop", "Stop", ("T6",)))


class GoOn(Phase[State]):
    """The attacker fights on or stops."""

    key = "go"

    def node(self, state: State) -> Decision:
        """The question whether to fight on."""
        return Decision("attacker", "go", "Fight a second round?", OPTIONS, ("T6",))

    def apply(self, state: State, action: str) -> State:
        """To the die, or to the end."""
        return state._replace(phase="roll" if action == "on" else "over")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What the attacker said."""
        label = next(option.label for option in OPTIONS if option.id == action)
        return [Line(say("attacker: {choice}", choice=label), ("T6",), "attacker")]
