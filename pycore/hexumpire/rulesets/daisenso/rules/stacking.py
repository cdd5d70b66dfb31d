"""Stacking after retreats and advances (4.2.5.3.overstack, 4.2.7.stack): it counts when the segment ends."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import State


def entries(setting: Setting, state: State) -> Iterator[Line]:
    """What is to be looked at where units have come together."""
    for place in sorted(set(state.at)):
        for side in ("attacker", "defender"):
            here = setting.here(place, state.left, state.at, side, ("ground",))
            if len(here) > 1 and any(state.at[p.index] != p.unit.at for p in here):
                text = say("{place}: stacking must be in order when the segment ends.", place=shown(place))
                yield Line(text, ("4.2.5.3.overstack", "4.2.7.stack"), side)
