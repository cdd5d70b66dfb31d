"""Entrenchments that are left by an advance: they need a division to maintain them (11.Q.1.a)."""

from __future__ import annotations

from hexumpire.rulesets.v101125.rules import armour, presence
from hexumpire.rulesets.v101125.rules.counterattack import ENTRENCHMENTS
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State


def maintained(setting: Setting, state: State, side: str, place: str) -> bool:
    """Whether a division of a side stands in a hex."""
    there = presence.standing(setting, state, side, place)
    return any(armour.is_division(presence.piece(setting, state.left, state.marks, i, place)) for i in there)


def left(setting: Setting, state: State, place: str) -> State:
    """The position once units have advanced out of a hex: nobody maintains its entrenchment without a division.

    It belongs to the first owner of a hex that both sides share (11.R.3.b).
    """
    side, features = state.bout.side, presence.features(setting, state, place)
    theirs = setting.shared(place) and setting.scenario.hex(place).values["owner"] != side
    kept = tuple(work for work in features if work not in ENTRENCHMENTS)
    if theirs or kept == features or maintained(setting, state, side, place):
        return state
    return presence.wearing(state, place, kept)
