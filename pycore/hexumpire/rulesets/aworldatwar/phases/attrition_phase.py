"""What the phases of attrition share."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.kit.places import mention
from hexumpire.model.battle import Line, Outcome, Terminal
from hexumpire.model.phase import Phase
from hexumpire.model.text import say
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


def settled(flow: Flow, state: State) -> bool:
    """Whether the outcome is certain, wherever units go: the hexes of the last attrition are chosen."""
    return state.phase in ("retreat", "occupy") and flow.last(state)


def ahead(state: State) -> State:
    """A settled position with its hexes taken."""
    return state._replace(taken=state.taken + len(state.chosen))


def settled_key(flow: Flow, state: State) -> Hashable:
    """What is certain in a settled position, and how many units have yet to go.

    All options are alike there, so that walks look at one.
    """
    return state.phase, len(state.waiting), len(vacant(state)), measures(flow, ahead(state))


def ending(flow: Flow, state: State) -> Terminal:
    """The ending of a position with which it is all over."""
    found = measures(flow, state)
    result = "gained" if state.taken else "bled" if flow.lost(state)[0] else "nothing"
    return Terminal(Outcome(result, found), ("14.11",))


def occupied(flow: Flow, state: State) -> frozenset[str]:
    """The hexes that the attacker has occupied by attrition, and those chosen."""
    units = flow.ground.units
    ours = ((units[i].at, at) for i, places in state.board if units[i].side == "attacker" for at, _ in places)
    return frozenset(at for home, at in ours if at != home) | frozenset(state.chosen)


def seized(state: State) -> list[Line]:
    """That designated hexes are to be occupied, where the choice of hexes begins now (14.521H)."""
    places = state.seized if state.phase == "take" else ()
    return [Line(say("{place} is to be occupied.", place=mention(at)), ("14.521H",), "attacker") for at in places]


def vacant(state: State) -> list[str]:
    """The chosen hexes that nobody has entered."""
    return [place for place in state.chosen if place not in {at for _, at in state.entered}]
