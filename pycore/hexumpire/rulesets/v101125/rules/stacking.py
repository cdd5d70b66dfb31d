"""How many REs may stand in a hex: it bounds an advance, and a retreat may go beyond it (11.Q.1a, 11.Q.2.g).

The limit is a rule of another chapter: it is stated of the hex, and without that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Line
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.rules import presence
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import describe, res, res_said
from hexumpire.views.number_format import number


def limit(setting: Setting, place: str) -> int:
    """The REs of a side that may stand in a hex; 0 where that is not stated."""
    return int(setting.scenario.hex(place).values["limit"])


def size(setting: Setting, state: State, numbers: Iterable[int]) -> Number:
    """The REs of counters together."""
    return res(presence.piece(setting, state.left, state.marks, i, state.at[i]) for i in numbers)


def fit(setting: Setting, state: State, numbers: Iterable[int], place: str) -> bool:
    """Whether counters of one side may all go into a hex together, beside those of their side who are there."""
    going = tuple(numbers)
    most = limit(setting, place)
    if not most or not going:
        return True
    there = presence.standing(setting, state, setting.counters[going[0]].side, place)
    return size(setting, state, {*there, *going}) <= most


def why_full(setting: Setting, state: State, i: int, place: str, going: tuple[int, ...] = ()) -> Why:
    """Why a counter finds no room in a hex, beside others who are ``going`` there; empty when it does (11.Q.1a)."""
    if fit(setting, state, (*going, i), place):
        return "", ()
    there = {*presence.standing(setting, state, setting.counters[i].side, place), *going}
    text = "the stacking limit of the hex is {most}: {there} are there, and it has {size}"
    counts = number(size(setting, state, there)), number(size(setting, state, (i,)))
    return say(text, most=res_said(limit(setting, place)), there=counts[0], size=counts[1]), ("11.Q.1a",)


def kept_out(setting: Setting, state: State) -> Iterator[Line]:
    """That the limit has kept attackers out of the hex that they fought for (11.Q.1a)."""
    target = setting.target
    if state.ending not in ("taken", "cleared", "held") or target not in state.bout.hexes or state.due.stays:
        return
    near = (i for i in presence.living(state.left, state.bout.attackers) if state.at[i] != target)
    out = [i for i in near if why_full(setting, state, i, target)[0]]
    if out:
        units = listed(say("the {unit}", unit=describe(setting.counters[i], int(state.left[i]))) for i in out)
        said = say(
            "The stacking limit of {most} keeps {units} out of the hex.",
            most=res_said(limit(setting, target)),
            units=units,
        )
        yield Line(said, ("11.Q.1a",), state.bout.side)


def beyond(setting: Setting, state: State, side: str, place: str) -> Number:
    """The REs of a side that stand in a hex beyond its limit (11.Q.2.g)."""
    most = limit(setting, place)
    there = size(setting, state, presence.standing(setting, state, side, place))
    return max(0, there - most) if most else 0
