"""Retreats from a port over the sea: who is carried by the transport of its own, and who is lost (11.Q.2.j)."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.rules import bouts
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State

SEA, PORT = "sea", "port"


def lies_at(setting: Setting, place: str) -> bool:
    """Whether a hex is sea."""
    return setting.scenario.hex(place).terrain == SEA


def is_coast(setting: Setting, place: str) -> bool:
    """Whether a hex is a port beside the sea, whose own transport is worth asking for."""
    port = PORT in setting.scenario.hex(place).features
    return port and any(lies_at(setting, hexgrid.name(one)) for one in hexgrid.neighbours(hexgrid.parse(place)))


def why_not(setting: Setting, state: State, place: str) -> Why:
    """Why a retreat may not go to a hex of the sea; empty for land, and for those who are forced out of a port."""
    if not lies_at(setting, place):
        return "", ()
    if not state.due.leave:
        return "nobody goes to sea who is not forced to retreat", ("11.Q.2.j",)
    if state.path or PORT not in setting.scenario.hex(bouts.start(state)).features:
        return "only from the port where they fought do units retreat over the sea", ("11.Q.2.j",)
    if any(lies_at(setting, state.at[i]) for i in state.due.ahead):
        return "the others have gone over the sea already", ("11.Q.2.j",)
    return "", ()


def capacity(setting: Setting, state: State) -> int:
    """REs that the transport of the port carries before the capture roll, as stated; nothing unless it is."""
    return int(setting.scenario.hex(bouts.start(state)).values["transport"])


def size(setting: Setting, state: State, i: int) -> Fraction:
    """The REs of a counter."""
    return setting.counters[i].faces[int(state.left[i])].size


def fitting(setting: Setting, state: State, room: int, aboard: tuple[int, ...]) -> tuple[int, ...]:
    """Those who retreat and find room beside those who are aboard already; ``room`` in REs."""
    left = room - sum((size(setting, state, i) for i in aboard), Fraction(0))
    return tuple(i for i in bouts.movers(state) if i not in aboard and size(setting, state, i) <= left)


def is_full(setting: Setting, state: State, room: int) -> bool:
    """Whether those who retreat do not all find room."""
    return sum((size(setting, state, i) for i in bouts.movers(state)), Fraction(0)) > room


def is_settled(setting: Setting, state: State, room: int, aboard: tuple[int, ...]) -> bool:
    """Whether nothing is left to choose: all who retreat find room, or nobody else does."""
    return not is_full(setting, state, room) or not fitting(setting, state, room, aboard)
