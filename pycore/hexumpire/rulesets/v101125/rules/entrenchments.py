"""Entrenchments that are left by an advance: they need a division to maintain them (11.Q.1.a)."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.rulesets.v101125.rules import armour, bouts
from hexumpire.rulesets.v101125.rules.counterattack import ENTRENCHMENTS
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State


def maintained(setting: Setting, state: State, side: str, place: str) -> bool:
    """Whether a division of a side stands in a hex."""
    there = bouts.standing(setting, state, side, place)
    return any(armour.is_division(bouts.piece(setting, state.left, state.marks, i, place)) for i in there)


def given_up(setting: Setting, state: State, side: str, place: str, works: Iterable[str]) -> str:
    """The entrenchment of a hex that is removed once units of a side have advanced out of it; empty when none is."""
    found = next((work for work in works if work in ENTRENCHMENTS), "")
    return "" if maintained(setting, state, side, place) else found
