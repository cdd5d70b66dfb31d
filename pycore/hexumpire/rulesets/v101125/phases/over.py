"""The end of an attack."""

from __future__ import annotations

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.model.phase import Phase
from hexumpire.rulesets.v101125.state import State


class Over(Phase[State]):
    """Nothing is left to do."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """The end."""
        return Terminal(Outcome("held", (("hex", 0),)), ("11.B.16",))
