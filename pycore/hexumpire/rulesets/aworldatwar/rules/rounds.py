"""Further rounds: whether another may be fought, who fights in it, and what the log says (15.71 to 15.75, 15.82A)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.kit.losses import Why
from hexumpire.kit.reasons import all_of
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules.air import trimmed
from hexumpire.rulesets.aworldatwar.rules.odds import barred
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.tables import ROUND


def section(number: int) -> Rules:
    """What lets the attacker fight that round, or break off before it: the second by 15.71, later ones by 15.72."""
    return ("15.71",) if number == ROUND["second"] else ("15.72",)


def fighting_on(strengths: Strengths, state: State) -> Counts:
    """The counters that would fight another round (15.632, 15.71)."""
    old = strengths.scenario.edition == "old"
    return trimmed(strengths.setting, state.left, state.round) if old else state.left


def ahead(strengths: Strengths, state: State) -> Round:
    """The round that would follow."""
    return strengths.round(fighting_on(strengths, state), state.round + 1)


def refusal(strengths: Strengths, state: State) -> Why:
    """Why another round may not be fought; an empty text when it may (15.71, 15.74, 15.82A)."""
    setting, number = strengths.setting, state.round + 1
    lasting = number <= setting.last_round and any(
        state.left[i] and setting.kinds[i].fights(number) for i in setting.ground["attacker"]
    )
    if not lasting:
        return _spent([setting.kinds[i] for i in setting.ground["attacker"] if state.left[i]], number)
    return barred(strengths, ahead(strengths, state), number)


def _spent(kinds: Sequence[Kind], number: int) -> Why:
    """Why none of the attackers that are left fights round ``number``: their CTL, or that they withdraw (15.82B)."""
    leaving = [kind for kind in kinds if kind.withdraws and kind.ctl >= number]
    if not leaving:
        return say("no attacker's CTL allows round {n}", n=number), ("15.82A",)
    why: Why = ("landed units withdraw with their destroyers after the first round", ("15.82B",))
    if len(leaving) == len(kinds):
        return why
    return all_of([why, (say("no other attacker's CTL allows round {n}", n=number), ("15.82A",))])
