"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexumpire.battle import Option
from hexumpire.rulesets.d8chart.tables import LEGEND

if TYPE_CHECKING:
    from hexumpire.rulesets.d8chart.attack import Attack
    from hexumpire.rulesets.d8chart.state import State


def overrides(attack: Attack, state: State) -> Sequence[Option]:
    """A result set instead of the die, or an end to the attack."""
    found: list[Option] = []
    if state.phase == "roll":
        found += [Option(f"!result={result}", f"Set the result {result}") for result in LEGEND]
    if state.phase in ("roll", "stand", "check"):
        found.append(Option("!held", "The defender holds"))
    if state.phase in ("stand", "check"):
        found.append(Option("!retreated", "The defender retreats"))
    return found


def apply(attack: Attack, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    return attack.settle(state, what) if verb == "result" else attack.stop(state, verb)
