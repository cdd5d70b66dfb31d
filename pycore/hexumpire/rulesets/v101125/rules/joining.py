"""Who joins those who must attack enemies in their hex: any units in reach, one by one (11.L.1.f.ii, 11.R.3.d.3)."""

from __future__ import annotations

from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.rules import bouts, crowding, dual_ownership, presence
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State


def inside(setting: Setting, state: State) -> tuple[int, ...]:
    """Those in the hex that enemies have come into, who attack them in any case."""
    return presence.standing(setting, state, OTHER[state.bout.side], state.bout.target)


def others(setting: Setting, state: State) -> tuple[int, ...]:
    """Everybody else of their side."""
    there = inside(setting, state)
    side = OTHER[state.bout.side]
    return tuple(i for i in presence.everyone(state) if setting.counters[i].side == side and i not in there)


def stays_out(setting: Setting, state: State, i: int) -> Why:
    """Why one of those does not join, whoever else does; empty when it may."""
    at = state.at[i]
    if not presence.reaches(setting, at, state.bout.target):
        return "it cannot attack the hex from where it is", ("11.A.2",)
    if i in state.engaged:
        return "it has fought in this turn", ("11.A.1",)
    if any(one.place == at and OTHER[one.bout.side] == setting.counters[i].side for one in state.owed):
        return "it has to attack the enemies in its own hex", ("11.L.1.f.ii", "11.A.1")
    if setting.counters[i].faces[int(state.left[i])].kind == "remnant":
        return "a remnant does not attack of its own will", ("11.A.7",)
    return "", ()


def why_not(setting: Setting, state: State, numbers: tuple[int, ...]) -> Why:
    """Why those in the hex do not attack with just some others; empty when they may.

    Somebody has attack strength (11.H.1, 11.H.3), no more of a hex attack than may (11.A.9), and where those who join
    share their hex with enemies, others stay behind who pin these (11.R.3.d.4).
    """
    enemies = presence.standing(setting, state, state.bout.side, state.bout.target)
    if not bouts.able(setting, state, (*inside(setting, state), *numbers), enemies):
        return "units without attack strength do not attack by themselves", ("11.H.1",)
    for place in dict.fromkeys(state.at[i] for i in numbers):
        needed = dual_ownership.lacking(setting, state, numbers, place)
        if needed:
            return dual_ownership.pin_said(needed), ("11.R.3.d.4",)
    return crowding.why_not(setting, (state.bout.target,), [(i, state.at[i]) for i in numbers])


def ready(setting: Setting, state: State) -> tuple[int, ...]:
    """Those of whom some may join."""
    return tuple(i for i in others(setting, state) if not stays_out(setting, state, i)[0])


def together(setting: Setting, state: State) -> tuple[int, ...]:
    """As many of them as may join at once, the strongest first."""
    return crowding.strongest(
        setting, ready(setting, state), state.left, lambda some: not why_not(setting, state, some)[0]
    )


def is_attack(setting: Setting, state: State) -> bool:
    """Whether those in the hex attack the enemies there at all, be it with everybody who may join."""
    return not why_not(setting, state, together(setting, state))[0]
