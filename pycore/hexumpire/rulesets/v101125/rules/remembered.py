"""What the fights of a player turn leave behind for those that follow in it: markers, zones of control, drops."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.rulesets.v101125.rules import presence
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Bout, State


def burdened(marks: Iterable[int]) -> tuple[int, ...]:
    """Who has an MP marker now (11.B.4)."""
    return tuple(i for i, mark in enumerate(marks) if mark)


def engaged(setting: Setting, state: State, bout: Bout) -> tuple[int, ...]:
    """Who has fought without being in the attack itself, with those of a fight that begins (11.Q.2.a)."""
    known = frozenset() if bout.anew else setting.busy
    return tuple(sorted({*state.engaged, *bout.attackers, *bout.defenders} - known))


def has_dropped(setting: Setting, bout: Bout, numbers: Iterable[int]) -> bool:
    """Whether some counters have been dropped in the turn of a fight: those of an earlier one are on the ground now.

    11.F.3.
    """
    some = (i for i in numbers if presence.comes(setting, bout, i))
    return any(setting.counters[i].text("via") == presence.AIRDROP for i in some)


def dropped(state: State, bout: Bout) -> tuple[str, ...]:
    """The hexes into which paratroops have been dropped in this turn, with that of a fight that begins (11.F.3)."""
    return tuple(sorted({*state.dropped, bout.target})) if bout.dropped else state.dropped
