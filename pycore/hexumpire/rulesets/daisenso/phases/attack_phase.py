"""What the phases of an attack have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from hexumpire.model.battle import Refusal
from hexumpire.model.phase import Choice, Phase
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import around
from hexumpire.rulesets.daisenso.rules.state_key import state_key
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import State


class AttackPhase(Phase[State]):
    """One kind of position of the game of attacks, whose rules read the ``setting``."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def state_key(self, state: State) -> Hashable:
        """Equal counters stand for one another."""
        return state_key(self.setting, state)


class AttackChoice(AttackPhase, Choice[State]):
    """A phase in which a side chooses, with what can be tapped in vain beside the candidates."""

    def beyond(self, state: State) -> Iterator[Refusal]:
        """Counters and hexes that are no candidates, and why."""
        return iter(())

    def refusals(self, state: State) -> Sequence[Refusal]:
        """The reasons, one for each counter and hex: the first that is found."""
        return first_of_each([*super().refusals(state), *self.beyond(state)])


def first_of_each(refusals: Iterable[Refusal]) -> list[Refusal]:
    """One reason for each counter and hex: the first."""
    found: dict[tuple[str, str], Refusal] = {}
    for one in refusals:
        found.setdefault((one.unit, one.hex), one)
    return list(found.values())


def elsewhere(setting: Setting, state: State, start: str, reason: str, rules: Rules) -> Iterator[Refusal]:
    """Hexes of the board that are neither a hex nor next to it."""
    near = {start, *around(start)}
    for place in setting.drawn(state.at):
        if place not in near:
            yield Refusal("", place, reason, rules)
