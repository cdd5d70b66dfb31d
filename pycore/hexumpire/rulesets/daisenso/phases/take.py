"""A lone marker is driven off without a die (4.2.2.auto)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.rules import declaration, flow, support
from hexumpire.rulesets.daisenso.state import State, mark
from hexumpire.rulesets.daisenso.wording import phrase

AUTO: Rules = ("4.2.2.auto",)


class Take(AttackChoice):
    """Nobody but a marker is in the hex."""

    key = "take"

    def _markers(self, state: State) -> list[Piece]:
        return self.setting.here(state.fight.target, state.left, state.at, "defender", ("lone",))

    def candidates(self, state: State) -> Iterator[Candidate]:
        """To drive it off."""
        label = phrase("Drive off {units}", units=named(self._markers(state), state.left))
        yield Candidate(Option("take", label, AUTO, "", state.fight.target))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """There is nothing to choose."""
        return Decision("attacker", "take", "Nobody but a marker is there: no die is needed.", options, AUTO)

    def apply(self, state: State, action: str) -> State:
        """The hex without its markers; those who attacked have attacked."""
        left, spent, fought = list(state.left), state.spent, state.fought
        for piece in self._markers(state):
            left[piece.index] = 0
        for i in state.fight.attackers:
            spent, fought = mark(spent, i), mark(fought, i)
        now = state._replace(left=tuple(left), spent=spent, fought=fought, job="take")
        return flow.advance(self.setting, now._replace(began=(state.left, state.at), used=state.spent))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """The fall of the hex."""
        place, who = shown(before.fight.target), named(self._markers(before), before.left)
        text = say("{place} falls without a die: {units} to the Delay Box; no exploitation.", place=place, units=who)
        return [Line(text, AUTO, "attacker"), *flow.consequences(self.setting, before, after)]

    def beyond(self, state: State) -> Iterator[Refusal]:
        """Units that stay out of the attack, and HQs that have nobody to support."""
        yield from declaration.bystanders(self.setting, state)
        for piece in support.candidates(self.setting, "defender", state.fight, state.left, state.at):
            why = support.refusal(self.setting, piece, state.fight, state.left, state.at, state.spent)
            yield Refusal(piece.unit.id, state.at[piece.index], *why)
