"""How an attack goes from one phase to the next: from a result over the losses to the retreat, or to the end."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.rulesets.d8chart.rules import losses, results, retreat
from hexumpire.rulesets.d8chart.setting import SIDES, Setting
from hexumpire.rulesets.d8chart.state import State


def settle(setting: Setting, state: State, printed: str) -> State:
    """Carry out a result of the chart."""
    result = results.applied(setting, printed)
    state = state._replace(printed=printed, applied=result)
    if result in results.ELIMINATED:
        side = results.ELIMINATED[result]
        return _after_losses(setting, state._replace(left=losses.without_side(setting, state.left, side), owing=side))
    found = results.effect(result)
    side = "attacker" if found.attacker else "defender"
    owed = found.attacker or found.defender
    return _only_way(setting, state._replace(phase="lose", owing=side, owed=owed))


def lose(setting: Setting, state: State, i: int, size: int) -> State:
    """The position after a step that was owed is lost, and all that follow while there is one way only."""
    return _only_way(setting, _pay(state, i, size))


def _pay(state: State, i: int, size: int) -> State:
    return losses.without(state, i, size)._replace(owed=state.owed - 1)


def _only_way(setting: Setting, state: State) -> State:
    """Take steps while there is one way only; all of them when the side has no more than it owes."""
    if state.owed >= setting.steps(state.left, state.owing):
        left = losses.without_side(setting, state.left, state.owing)
        return _after_losses(setting, state._replace(left=left, owed=0))
    while state.owed and len(found := losses.choices(setting, state)) == 1:
        state = _pay(state, *found[0])
    return state if state.owed else _after_losses(setting, state)


def _after_losses(setting: Setting, state: State) -> State:
    """From the losses to the retreat, or to the end."""
    if not setting.steps(state.left, "attacker"):
        return state._replace(phase="over", ending="lost")
    if not setting.steps(state.left, "defender"):
        return state._replace(phase="over", ending="cleared" if losses.taken(setting, state) else "held")
    if not results.starred(state.applied):
        return state._replace(phase="over", ending="held")
    return retreat.after_losses(setting, state)


def carry_on(setting: Setting, state: State) -> State:
    """Go on after steps were changed by agreement: what is owed is owed still, what is due is judged anew."""
    if state.phase == "lose":
        return _only_way(setting, state)
    gone = not all(setting.steps(state.left, side) for side in SIDES)
    if gone or state.phase == "stand":
        return _after_losses(setting, state)
    if state.parted and not retreat.still_here(setting, state):
        return state._replace(phase="over", ending="retreated")
    return retreat.stay(state._replace(due=retreat.is_due(setting, state.left)))


def entries(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entries for a result, or for losses owed: who was lost and, when all is paid, where it leads."""
    found = losses.loss_entries(setting, before, after)
    if after.phase == "lose" or not after.applied:
        return found
    fort = losses.lone_fort_entries(setting, after)
    return [*found, *(fort or retreat.due_entries(setting, after))]


def entries_of_a_retreat(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entries for what a step of a retreat cost: who was eliminated, and who found no way."""
    lost = losses.loss_entries(setting, before, after, ("EXT.11.8",))
    return [*lost, *retreat.stranded_entries(setting, before, after)]
