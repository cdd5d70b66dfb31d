"""Stacking after retreats and advances (4.2.5.3.overstack, 4.2.7.stack): it counts when the segment ends."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Places


def entries(setting: Setting, left: Counts, at: Places) -> Iterator[Line]:
    """What is to be looked at where units have come together.

    One of the Force Pool in the place of a unit that broke down crowds nobody; where there are more than at first, it
    came with others.
    """
    for place in sorted(set(at)):
        for side in ("attacker", "defender"):
            here = setting.here(place, left, at, side, ("ground",))
            came = any(at[p.index] != p.unit.at and not p.reserve for p in here)
            if len(here) > 1 and (came or len(here) > len(_at_first(setting, place, side))):
                text = say("{place}: stacking must be in order when the segment ends.", place=shown(place))
                yield Line(text, ("4.2.5.3.overstack", "4.2.7.stack"), side)


def _at_first(setting: Setting, place: str, side: str) -> list[Piece]:
    return setting.here(place, setting.full, setting.home, side, ("ground",))
