"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Option
from hexumpire.rulesets.d8chart.forces import describe
from hexumpire.rulesets.d8chart.tables import LEGEND

if TYPE_CHECKING:
    from hexumpire.rulesets.d8chart.attack import Attack
    from hexumpire.rulesets.d8chart.state import State

AFTER_THE_DIE = ("lose", "stand", "check")
"""Phases in which single steps may be lost or come back by agreement: the odds stand by then."""


def overrides(attack: Attack, state: State) -> Sequence[Option]:
    """A result set instead of the die, single steps spared, lost or given back, or an end to the attack."""
    found: list[Option] = []
    if state.phase == "roll":
        found += [Option(f"!result={result}", f"Set the result {result}") for result in LEGEND]
    if state.phase == "lose":
        found.append(Option("!spare", f"The {state.owing} is spared a step"))
    if state.phase in AFTER_THE_DIE:
        found += _single_steps(attack, state)
    if state.phase in ("roll", "stand", "check"):
        found.append(Option("!held", "The defender holds"))
    if state.phase in ("stand", "check"):
        found.append(Option("!retreated", "The defender retreats"))
    if state.phase == "retreat":
        found.append(Option("!retreated", "The rest of the retreat is carried out as agreed"))
    return found


def _single_steps(attack: Attack, state: State) -> list[Option]:
    """A step of each kind of counter that there is, and a step back for each unit that has lost one."""
    found = []
    away = {attack.leavers[number].id for number, _, _ in state.placed}
    for i, unit in enumerate(attack.lands):
        if unit.id in away:
            continue  # it is out of this fight
        name = describe(unit)
        for size in dict.fromkeys(state.left[i]):
            left = f" with {size} left" if size < unit.number("steps") else ""
            found.append(Option(f"!step={unit.id}:{size}", f"Lose a step of the {name}{left}", (), unit.id))
        if state.left[i] != attack.full[i]:
            found.append(Option(f"!back={unit.id}", f"Give the {name} a step back", (), unit.id))
    return found


def apply(attack: Attack, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return attack.settle(state, what)
    if verb == "spare":
        return attack.carry_on(state._replace(owed=state.owed - 1))
    if verb == "step":
        unit, _, size = what.rpartition(":")
        return attack.carry_on(attack.without(state, attack.number[unit], int(size)))
    if verb == "back":
        return attack.carry_on(attack.with_more(state, attack.number[what]))
    return attack.stop(state, verb)
