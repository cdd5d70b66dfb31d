"""What the phases of attrition share."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.phase import Phase
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.rules.attrition_flow import Flow


class AttritionPhase(Phase[State]):
    """A phase of attrition combat."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.ground = flow.ground

    def state_key(self, state: State) -> Hashable:
        """Like counters may stand for one another."""
        ground = self.ground
        return state._replace(
            board=(), before=(), out=(), used=(), losses=(), waiting=(), entered=()
        ), ground.merged(state.board), ground.merged(state.before), ground.alike(state.out), ground.alike(state.used), (
            tuple(sorted((ground.group[i], at) for i, at in state.losses)),
            tuple((ground.group[i], at) for i, at in state.waiting),
            tuple(sorted((ground.group[i], ground.units[i].at, at) for i, at in state.entered)),
        )  # fmt: skip


def measures(flow: Flow, state: State) -> tuple[tuple[str, int], ...]:
    """What came of all attritions so far."""
    counters, factors = flow.lost(state)
    return (
        ("hexes", state.taken), ("counters", counters), ("defender_lost", factors),
        ("counters_called", state.called[0]), ("hexes_called", state.called[1]),
    )  # fmt: skip


def settled(flow: Flow, state: State) -> Hashable:
    """What is certain once the hexes of the last attrition are chosen, and how many units have yet to go.

    All options are alike there, so that walks look at one.
    """
    ahead = state._replace(taken=state.taken + len(state.chosen))
    return state.phase, len(state.waiting), len(vacant(state)), measures(flow, ahead)


def vacant(state: State) -> list[str]:
    """The chosen hexes that nobody has entered."""
    return [place for place in state.chosen if place not in {at for _, at in state.entered}]
