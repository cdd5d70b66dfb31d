"""The hexes around: who stands there, zones of control, stacking, and what may be entered."""

from __future__ import annotations

from hexumpire.board import hexgrid
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import OTHER
from hexumpire.rulesets.custom.state import State


def around(place: str) -> list[str]:
    """The six hexes around a hex."""
    return [hexgrid.name(one) for one in hexgrid.neighbours(hexgrid.parse(place))]


def standing(setting: Setting, state: State, side: str) -> dict[str, list[int]]:
    """Pieces of a side by hex, also those that take no part."""
    return setting.standing(state, side)


def zone(setting: Setting, state: State, place: str, side: str) -> bool:
    """Whether a hex is in a zone of control of the enemy of a side, which no friend there cancels."""
    zones = setting.sheet.zones
    if not zones.types:
        return False
    if zones.cancelled and place in standing(setting, state, side):
        return False
    for other, pieces in standing(setting, state, OTHER[side]).items():
        if setting.apart(other, place) != 1 or not any(setting.unit(i).type in zones.types for i in pieces):
            continue
        if set(zones.blocked).isdisjoint(setting.scenario.between(other, place)):
            return True
    return False


def crowded(setting: Setting, state: State, place: str, pieces: tuple[int, ...]) -> bool:
    """Whether pieces would overfill a hex together with their friends in it."""
    side = setting.unit(pieces[0]).side
    there = {*standing(setting, state, side).get(place, ()), *pieces}
    return sum(setting.unit(i).number("size", 1) for i in there) > setting.sheet.stacking


def closed(setting: Setting, a: str, b: str) -> bool:
    """Whether terrain or the hexside between two hexes bars a retreat, or an advance beyond the hex attacked."""
    retreats, scenario = setting.sheet.retreats, setting.scenario
    if scenario.hex(b).terrain in retreats.terrain:
        return True
    return not set(retreats.sides).isdisjoint(scenario.between(a, b))
