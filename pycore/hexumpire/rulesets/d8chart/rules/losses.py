"""Losses in steps: whose step may go, what is eliminated with its side, and what the log says (RES.who-loses)."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Unit
from hexumpire.model.text import capital, joined, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart.rules import forts
from hexumpire.rulesets.d8chart.rules.results import effect
from hexumpire.rulesets.d8chart.setting import SIDES, Setting
from hexumpire.rulesets.d8chart.state import Left, State
from hexumpire.rulesets.d8chart.units import describe

ONLY = {side: say("only the {side} loses steps now", side=side) for side in SIDES}
"""Why the other side loses none."""


def choices(setting: Setting, state: State) -> list[tuple[int, int]]:
    """Units and the steps of their counters from which a step may be taken."""
    return [(i, size) for i in setting.sides[state.owing] for size in dict.fromkeys(state.left[i])]


def why_not(state: State, unit: Unit, left: tuple[int, ...]) -> tuple[str, Rules]:
    """Why a unit loses no step now; an empty text when it may."""
    if unit.side != state.owing:
        return ONLY[state.owing], ("RES.who-loses",)
    return ("", ()) if left else ("it is eliminated already", ("RES.excess",))


def without_side(setting: Setting, left: Left, side: str) -> Left:
    """What is left when a whole side is eliminated (RES.AE, RES.DE, RES.excess)."""
    return tuple(() if i in setting.sides[side] else counters for i, counters in enumerate(left))


def without(state: State, i: int, size: int) -> State:
    """The position with a step less on a counter of that many steps."""
    return _instead(state, i, size, size - 1)


def with_more(setting: Setting, state: State, i: int) -> State:
    """The position with a step more: on the weakest counter that lacks one, else on one that was eliminated."""
    whole = setting.lands[i].number("steps")
    weak = min((size for size in state.left[i] if size < whole), default=0)
    return _instead(state, i, weak, weak + 1)


def _instead(state: State, i: int, old: int, new: int) -> State:
    """A counter of a unit with other steps; none when there are none."""
    counters = list(state.left[i])
    if old:
        counters.remove(old)
    if new:
        counters.append(new)
    found = tuple(sorted(counters, reverse=True))
    return state._replace(left=(*state.left[:i], found, *state.left[i + 1 :]))


def gone(setting: Setting, state: State) -> dict[str, int]:
    """Steps that are gone, by unit."""
    return {unit.id: sum(setting.full[i]) - sum(state.left[i]) for i, unit in enumerate(setting.lands)}


def taken(setting: Setting, state: State) -> bool:
    """Whether a hex without defenders' steps falls; a fort that never had any by its reading (RES.excess)."""
    if setting.sides["defender"] or state.applied == "DE":
        return True
    return effect(state.applied).defender > 0 and setting.scenario.readings["lone_fort"] == "loss"


# --- log entries --------------------------------------------------------------------------------------------


def loss_entries(setting: Setting, before: State, after: State, rules: Rules = ()) -> list[Line]:
    """Log entries for the steps that each side lost; without ``rules`` by those of the result."""
    entries = []
    for side in SIDES:
        lost = setting.steps(before.left, side) - setting.steps(after.left, side)
        if lost:
            entries.append(Line(_lost(setting, before, after, side, lost), rules or _rules(setting, after, side), side))
    return entries


def _lost(setting: Setting, before: State, after: State, side: str, lost: int) -> str:
    told = []
    for i in setting.sides[side]:
        gone = sum(before.left[i]) - sum(after.left[i])
        dead = len(before.left[i]) - len(after.left[i])
        if gone:
            told.append(_lost_of(describe(setting.lands[i]), gone, dead))
    template = "{side} loses {n} steps: {losses}." if lost > 1 else "{side} loses {n} step: {losses}."
    return say(template, side=capital(side), n=lost, losses=joined(told, ", "))


def _lost_of(unit: str, gone: int, dead: int) -> str:
    """What a unit lost: counters, or steps of one."""
    if dead:
        return say("{unit} eliminated", unit=say("{n} × {unit}", n=dead, unit=unit) if dead > 1 else unit)
    return say("{n} steps of the {unit}" if gone > 1 else "{n} step of the {unit}", n=gone, unit=unit)


def _rules(setting: Setting, after: State, side: str) -> Rules:
    rules: Rules = (effect(after.applied).rule,)
    return rules if setting.steps(after.left, side) else (*rules, "RES.excess")


def lone_fort_entries(setting: Setting, after: State) -> list[Line]:
    """The log entry for a fort without steps to lose, where the defender would have lost some."""
    if setting.sides["defender"] or after.ending not in ("cleared", "held") or not effect(after.applied).defender:
        return []
    text = "The fort has no steps to lose: it falls."
    if after.ending == "held":
        text = "The fort has no steps to lose: it falls to DE only, by the reading chosen."
    return [Line(text, ("RES.excess", *forts.alone(setting)), "defender")]


def general_entries(setting: Setting, ending: str) -> list[Line]:
    """That the chart is silent on Generals whose side is eliminated."""
    generals = setting.of("attacker" if ending == "lost" else "defender", "general")
    if not generals or ending not in ("cleared", "lost"):
        return []
    return [Line("The chart does not say what becomes of a General whose stack is gone.", ("EXT.units",))]
