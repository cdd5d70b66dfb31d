"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Option
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind, minus, plus
from hexumpire.rulesets.aworldatwar.results import RESULTS
from hexumpire.rulesets.aworldatwar.tables import LEGEND

if TYPE_CHECKING:
    from hexumpire.rulesets.aworldatwar.game import Attack
    from hexumpire.rulesets.aworldatwar.state import State


def overrides(attack: Attack, state: State) -> Sequence[Option]:
    """Another result, counters removed or put back between results, losses let off, or an end to the attack."""
    found: list[Option] = []
    if state.phase in ("roll", "choose", "convert"):
        found += [Option(f"!result={result}", f"Set the result {result}: {LEGEND[result]}") for result in RESULTS]
    if state.phase in ("roll", "again"):
        for kind, full, left in zip(attack.kinds, attack.full, state.left, strict=True):
            if left and not _last(attack, kind, state.left):
                found.append(Option(f"!remove={kind.unit.id}", f"Remove one {kind.name}", (), kind.unit.id))
            if left < full and not (state.aside and state.aside[kind.index]):
                found.append(Option(f"!restore={kind.unit.id}", f"Put back one {kind.name}", (), kind.unit.id))
    if state.payment is not None and state.phase == "pay" and not state.then.startswith("rest"):
        found.append(Option("!paid", f"The {state.payment.bill.side} loses nothing more"))
    if state.phase in ("roll", "choose", "convert", "again"):
        found.append(Option("!end", "End the attack here"))
    return found


def _last(attack: Attack, kind: Kind, left: Counts) -> bool:
    """Whether a side would be left without ground units."""
    return kind.arm == "ground" and sum(left[i] for i in attack.ground[kind.side]) == 1


def apply(attack: Attack, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return attack.settle(state, what)
    if verb == "end":
        return attack.stop(state)
    if verb == "paid":
        return attack.paid_up(state)
    change = minus if verb == "remove" else plus
    return state._replace(left=change(state.left, attack.index[what]))
