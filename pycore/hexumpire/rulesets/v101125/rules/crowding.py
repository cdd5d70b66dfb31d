"""How many units of one hex may attack another: as many as may stand in that one (11.A.9, 11.F.1d).

The stacking limit is a rule of another chapter. It is stated of the attack that is set up, or of any hex; without that
there is none. Units that attack from overstack do not count.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence

from hexumpire.kit.losses import Why
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import SIMILAR

Place = tuple[int, str]
"""A counter and the hex that it attacks from."""


def limiting(marks: Sequence[str], terrain: str) -> str:
    """The terrain whose stacking limit counts across a hexside: its own, else the target's (11.F.1d)."""
    return next((SIMILAR[mark] for mark in marks if mark in SIMILAR), terrain)


def most(setting: Setting, place: str, at: str) -> tuple[int, str]:
    """How many units of a hex may attack another, and by which rule; 0 where there is no limit.

    The limit of the hex counts across every hexside; one with a limit of its own may bring it down (11.F.1d).
    """
    spot = setting.scenario.hex(place)
    if at == place:
        return 0, "11.A.9"
    stated = int(setting.scenario.condition("stacking")) if place in setting.targets else 0
    own = int(spot.values["attackers"]) or stated
    side = 0
    if limiting(setting.scenario.between(at, place), ""):
        side = int(setting.scenario.condition("side_stacking"))
    return (side, "11.F.1d") if side and not 0 < own <= side else (own, "11.A.9")


def counted(setting: Setting, units: Iterable[Place]) -> Tally[str]:
    """How many units of each hex count."""
    return Tally(at for i, at in units if not setting.counters[i].flag("overstacked"))


def why_not(setting: Setting, places: Iterable[str], units: Iterable[Place]) -> Why:
    """Why so many units may not attack some hexes together; empty when they may."""
    crowds = counted(setting, units)
    for place in places:
        for at, number in crowds.items():
            limit, rule = most(setting, place, at)
            if limit and number > limit:
                return say("{number} units attack from one hex, {most} may", number=number, most=limit), (rule,)
    return "", ()


def strongest(
    setting: Setting, some: Iterable[int], left: str, may: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """As many of some units as ``may`` attack together, the strongest first."""
    found: tuple[int, ...] = ()
    for i in sorted(some, key=lambda i: -setting.counters[i].faces[int(left[i])].attack):
        if may((*found, i)):
            found = (*found, i)
    return tuple(sorted(found))


def fitting(
    setting: Setting, places: Sequence[str], busy: Sequence[Place], more: Iterable[Place], left: str
) -> tuple[int, ...]:
    """Those of some units who may join others in an attack on some hexes, the strongest first."""
    ways = dict(more)

    def may(numbers: tuple[int, ...]) -> bool:
        return not why_not(setting, places, (*busy, *((i, ways[i]) for i in numbers)))[0]

    return strongest(setting, ways, left, may)
