"""The end of a battle of a typed-in game."""

from __future__ import annotations

import math
from collections.abc import Hashable

from hexumpire.model.battle import Outcome, Terminal
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import advance, ground, strength
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import State


class Over(CustomPhase):
    """All is done."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """The result and its measures."""
        sheet = self.setting.sheet
        empty = sheet.advances.rule if advance.stays_empty(self.setting, state) else ""
        return Terminal(outcome(self.setting, state), strength.cites(sheet.columns.rule, empty))

    def state_key(self, state: State) -> Hashable:
        """Equal outcomes are equal ends."""
        return outcome(self.setting, state)


def outcome(setting: Setting, state: State) -> Outcome:
    """How it ended: whether the hex is taken, cleared or held, and what each side has lost."""
    cleared = setting.target not in ground.standing(setting, state, "defender")
    taken = setting.target in ground.standing(setting, state, "attacker")
    measures = [("hex", int(cleared)), ("taken", int(taken))]
    for side in ("attacker", "defender"):
        pieces = [i for i, _ in enumerate(state.pieces) if setting.unit(i).side == side]
        steps = sum(min(state.pieces[i].lost, setting.unit(i).number("steps", 1)) for i in pieces)
        factors = sum(
            setting.worth(i, 0) - (setting.worth(i, state.pieces[i].lost) if state.pieces[i].at else 0) for i in pieces
        )
        measures += [(f"{side}_steps", steps), (f"{side}_factors", math.ceil(factors))]
    return Outcome("taken" if taken else "cleared" if cleared else "held", tuple(measures))
