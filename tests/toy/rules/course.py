"""How the fight goes on from a result (T5, T6, T7)."""

from __future__ import annotations

from tests.toy.rules import strength
from tests.toy.setting import SIDES, Setting
from tests.toy.state import State
from tests.toy.tables import LAST_ROUND


def pay(setting: Setting, state: State, owing: tuple[str, ...]) -> State:
    """The position in which these sides each lose a counter, one after the other; the next round when none can."""
    owing = tuple(side for side in owing if setting.alive(state.left, side))
    if owing:
        return state._replace(phase="lose", owing=owing)
    return begin_round(setting, state._replace(round=state.round + 1, owing=()))


def begin_round(setting: Setting, state: State) -> State:
    """The position at the start of a round: the end, the question whether to go on, or the die."""
    fighting = all(setting.alive(state.left, side) for side in SIDES)
    if not fighting or state.round > LAST_ROUND or strength.column(setting, state.left) < 0:
        return state._replace(phase="over")
    return state._replace(phase="go" if state.round == LAST_ROUND else "roll")
