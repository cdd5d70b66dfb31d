"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Option
from hexumpire.rulesets.daisenso.charting import RETREATS, parse_result

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.game import Attack
    from hexumpire.rulesets.daisenso.state import State


def overrides(attack: Attack, state: State) -> Sequence[Option]:
    """A retreat result set instead of a die, the chart left aside for once, a step spared, or an end to the battle."""
    if state.phase == "lose":
        return (Option("!spare", f"The {attack.losing(state)} is spared a step"),)
    if state.phase != "roll":
        return ()
    found = [Option(f"!result={result}", f"Set the result {result}") for result in RETREATS]
    if attack.chart is not None and state.job != "read":
        found.append(Option("!read", "Read the result off the player aid"))
    found.append(Option("!end", "End this attack here" if attack.within else "End the battle here"))
    return tuple(found)


def apply(attack: Attack, state: State, action: str) -> State:
    """The position after an override."""
    if action == "!end":
        return attack.stop(state)
    if action == "!spare":
        return attack.after_loss(state)
    if action == "!read":
        return state._replace(job="read")
    result = parse_result(action.partition("=")[2])
    assert result is not None
    return attack.settle(state, result)
