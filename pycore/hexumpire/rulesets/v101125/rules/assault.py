"""The attack out of a retreat: who may go into a hex of enemies to attack them there (11.Q.2.i).

It is made of their own will, in place of what zones of control cost, so that what bars any such attack bars it.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.rulesets.v101125.rules import bouts, presence
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State


def figures(setting: Setting, state: State, numbers: Iterable[int], place: str) -> Figures:
    """What is worked out of the attack of those counters, and of whoever of them is in the hex already."""
    going = set(numbers)
    there = presence.moved(setting, state, going, place)
    bout = bouts.hosting(setting, there, bouts.assault(setting, there, place, going))
    return Figures(setting, bouts.fight(setting, bout, state.left, state.marks))


def allowed(setting: Setting, state: State, numbers: Iterable[int], place: str) -> bool:
    """Whether those who retreat may attack the enemies in a hex.

    One of them has an attack strength (11.H.1), is more than a remnant (11.A.7), and the odds are a sure 1:4 (11.A.11).
    None of them is to make another attack, before which that at hand is fought (11.A.6, 11.D.6).
    """
    going = [i for i in numbers if not presence.held_out(setting, i) and not bouts.stranger(state, i)]
    if any(i in bout.attackers for bout in presence.to_come(state) for i in going):
        return False
    enemies = presence.standing(setting, state, state.bout.side, place)
    if not bouts.able(setting, state, going, enemies):
        return False
    if all(setting.counters[i].faces[int(state.left[i])].kind == "remnant" for i in going):
        return False
    return not figures(setting, state, going, place).refused
