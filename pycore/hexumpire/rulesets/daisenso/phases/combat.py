"""The attacks of the Blitz segment (4.1.2.base): which hex is attacked, and the attack itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexumpire.model.battle import Game, Option, Refusal
from hexumpire.model.phase import Candidate, Embedded
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.steps import StagePhase, Step
from hexumpire.rulesets.daisenso.rules import declaration, flow
from hexumpire.rulesets.daisenso.rules.segments import between, fought
from hexumpire.rulesets.daisenso.setting import SegmentSetting
from hexumpire.rulesets.daisenso.state import Stage, State


class BlitzCombat(Step):
    """Between attacks: the attacker chooses the next hex."""

    key = "blitz_combat"
    title = "Blitz combat"
    asks = "{x}: which hex is attacked?"
    rules: Rules = ("4.1.order", "4.1.2.base")
    ends = "No more attacks"

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """Every target."""
        attack = self.setting.attack(state.dropped)
        yield from declaration.attacks(attack, between(state), ("4.1.2.base", "4.2.1.serial"))

    def apply(self, state: Stage, action: str) -> Stage:
        """The beginning of an attack, or the next step."""
        if action == "next":
            return self.finished(state)
        verb, _, target = action.partition(":")
        number = self.setting.scenario.targets.index(target)
        combat = flow.begin(self.setting.attack(state.dropped), between(state), number, verb == "some")
        return state._replace(phase="attack", combat=combat)

    def told(self, option: Option) -> str:
        """Its label; for the way to leave units out, without what that says of walks."""
        return declaration.fewer(option.id.partition(":")[2]) if option.aside else option.label

    def beyond(self, state: Stage) -> Iterator[Refusal]:
        """Units that have no part in what may be attacked, and hexes that are no targets."""
        return declaration.no_part(self.setting.attack(state.dropped), between(state))

    def barred(self, state: Stage) -> tuple[Trace, ...]:
        """Targets that cannot be attacked."""
        return tuple(
            Trace(say("Attack on {place}", place=shown(target)), None, bar.rules, "list", skipped=True, note=bar.reason)
            for target, bar in declaration.closed(self.setting.attack(state.dropped), between(state))
        )


class Fight(Embedded[Stage, State], StagePhase):
    """An attack of the segment: the game of attacks, on the board as it stands."""

    key = "attack"

    def __init__(self, setting: SegmentSetting, attacks: Callable[[int], Game[State]]) -> None:
        """``attacks``: the game of attacks after units (bits) have dropped."""
        super().__init__(setting)
        self.attacks = attacks

    def inner(self, state: Stage) -> tuple[Game[State], State]:
        """The attack at hand."""
        assert state.combat is not None
        return self.attacks(state.dropped), state.combat

    def resume(self, state: Stage, inner: State) -> Stage:
        """The attack goes on; when it is over, what it came to is kept, and the next hex is chosen."""
        if inner.phase != "over":
            return state._replace(combat=inner)
        return fought(self.setting, state, inner)._replace(phase="blitz_combat")
