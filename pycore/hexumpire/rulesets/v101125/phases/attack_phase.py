"""What the phases of an attack have in common: what they know, and which positions are equal."""

from __future__ import annotations

from collections.abc import Hashable

from hexumpire.model.phase import Phase
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.state import State


class AttackPhase(Phase[State]):
    """A phase of an attack."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.setting = flow.setting

    def state_key(self, state: State) -> Hashable:
        """What only the log tells is left out."""
        return state[:-1]


def face_of(action: str) -> int:
    """The number on a face of a die, by its action."""
    return int(action.rpartition("=")[2])


def number_of(action: str) -> int:
    """The number of an option that is one of several of its kind."""
    return int(action.rpartition(":")[2])
