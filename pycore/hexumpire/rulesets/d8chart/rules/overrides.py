"""Overrides: what players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.rules import flow, losses, results
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.tables import LEGEND
from hexumpire.rulesets.d8chart.units import describe, with_left

AFTER_THE_DIE = ("lose", "fell", "stand", "check")
"""Phases in which single steps may be lost or come back by agreement: the odds stand by then."""
RETREATING = ("fell", "stand", "check", "retreat")
"""Phases in which steps are lost by a retreat, not by a result."""
SPARED = {"attacker": "The attacker is spared a step", "defender": "The defender is spared a step"}
AGREED = {
    "held": "the defender holds.",
    "retreated": "the defender retreats.",
    "spare:attacker": "the attacker loses a step less.",
    "spare:defender": "the defender loses a step less.",
    "step": "a step of the {unit} is lost.",
    "back": "the {unit} gets a step back.",
}


def overrides(setting: Setting, state: State) -> list[Option]:
    """A result set instead of the die, single steps spared, lost or given back, or an end to the attack."""
    found: list[Option] = []
    if state.phase == "roll":
        found += [Option(f"!result={result}", say("Set the result {result}", result=result)) for result in LEGEND]
    if state.phase == "lose":
        found.append(Option("!spare", SPARED[state.owing]))
    if state.phase in AFTER_THE_DIE:
        found += _single_steps(setting, state)
    if state.phase in ("roll", "fell", "stand", "check"):
        found.append(Option("!held", "The defender holds"))
    if state.phase in ("fell", "stand", "check"):
        found.append(Option("!retreated", "The defender retreats"))
    if state.phase == "retreat":
        found.append(Option("!retreated", "The rest of the retreat is carried out as agreed"))
    return found


def _single_steps(setting: Setting, state: State) -> list[Option]:
    """A step of each kind of counter that there is, and a step back for each unit that has lost one."""
    found = []
    away = {setting.leavers[number].id for number, _, _ in state.placed}
    for i, unit in enumerate(setting.lands):
        if unit.id in away:
            continue  # it is out of this fight
        for size in dict.fromkeys(state.left[i]):
            label = say("Lose a step of the {unit}", unit=with_left(unit, size))
            found.append(Option(f"!step={unit.id}:{size}", label, (), unit.id))
        if state.left[i] != setting.full[i]:
            label = say("Give the {unit} a step back", unit=describe(unit))
            found.append(Option(f"!back={unit.id}", label, (), unit.id))
    return found


def overrule(setting: Setting, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return flow.settle(setting, state, what)
    if verb == "spare":
        return flow.carry_on(setting, state._replace(owed=state.owed - 1))
    if verb == "step":
        unit, _, size = what.rpartition(":")
        return flow.carry_on(setting, losses.without(state, setting.number[unit], int(size)))
    if verb == "back":
        return flow.carry_on(setting, losses.with_more(setting, state, setting.number[what]))
    return state._replace(phase="over", ending=verb, owed=0)


def entries(setting: Setting, before: State, action: str, after: State) -> list[Line]:
    """Log entries for an override, and for what comes of it."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        found = [Line(say("the result is {result}.", result=what)), results.entry(setting, what)]
    else:
        found = [Line(_agreed(setting, before, verb, what))]
    if before.phase in RETREATING:
        return found + losses.loss_entries(setting, before, after, ("EXT.11.8",))
    return found + flow.entries(setting, before, after)


def _agreed(setting: Setting, before: State, verb: str, what: str) -> str:
    """What was agreed on, when it is no result."""
    text = AGREED[f"spare:{before.owing}" if verb == "spare" else verb]
    unit = setting.scenario.by_id.get(what.rpartition(":")[0] or what)
    return say(text, unit=describe(unit)) if unit else text
