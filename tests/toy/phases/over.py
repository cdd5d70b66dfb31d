"""The end (T7)."""

from __future__ import annotations

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.model.phase import Phase

from tests.toy.setting import Setting
from tests.toy.state import State


class Over(Phase[State]):
    """The attacker holds the hex if it alone has counters left."""

    key = "over"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def node(self, state: State) -> Terminal:
        """The result and its measures."""
        left = state.left
        taken = bool(self.setting.alive(left, "attacker")) and not self.setting.alive(left, "defender")
        lost = [(f"{side}_lost", self.setting.lost(left, side)) for side in ("attacker", "defender")]
        return Terminal(Outcome("taken" if taken else "held", (("hex", int(taken)), *lost)), ("T7",))
