"""Airdrops (4.1.1): who drops, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.steps import StagePhase, Step
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules import airdrop, permits
from hexumpire.rulesets.daisenso.rules.segments import ours
from hexumpire.rulesets.daisenso.state import NOBODY, Reason, Stage, mark
from hexumpire.rulesets.daisenso.wording import phrase


class Airdrop(Step):
    """The attacker chooses who drops next."""

    key = "airdrop"
    title = "Airdrops"
    asks = "{x}: who drops?"
    rules: Rules = ("4.1.order", "4.1.1.serial")
    ends = "No more Airdrops"

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """Every ground unit; one that could drop but has nowhere to is not asked about."""
        for piece in ours(self.setting, state, ("ground",)):
            reason, rules = airdrop.cannot_drop(self.setting, piece, state.at)
            if reason or airdrop.drop_zones(self.setting, piece, state.left, state.at):
                label = phrase("The {unit} drops", unit=piece.name)
                yield Candidate(Option(f"drop:{piece.id}", label, ("4.1.1.who",), piece.unit.id), reason, rules)

    def apply(self, state: Stage, action: str) -> Stage:
        """The question where it drops, or the next step."""
        if action == "next":
            return self.finished(state)
        return state._replace(phase="drop", mover=self.setting.by_id[action.partition(":")[2]].index)

    def stuck(self, state: Stage) -> Iterator[tuple[Piece, Reason]]:
        """Airborne units that cannot drop."""
        for piece in ours(self.setting, state, ("ground",)):
            if piece.unit.type == "airborne":
                yield piece, airdrop.cannot_drop(self.setting, piece, state.at)


class Drop(StagePhase, Choice[Stage]):
    """The unit that drops: where."""

    key = "drop"

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """Every hex up to one beyond its range, the nearest first."""
        piece = self.setting.pieces[state.mover]
        for place in airdrop.circle(state.at[state.mover]):
            reason, rules = self._closed(state, place)
            label = "" if reason else phrase("Drop on {place}", place=shown(place))
            by = () if reason else permits.drop(self.setting, piece, place, state.left, state.at)
            option = Option(f"to:{place}", label, ("4.1.1.range", "4.1.1.flip", *by), "", place, place)
            yield Candidate(option, reason, rules)

    def _closed(self, state: Stage, place: str) -> Reason:
        piece = self.setting.pieces[state.mover]
        return airdrop.drop_zone(self.setting, piece, place, state.left, state.at)

    def question(self, state: Stage, options: tuple[Option, ...]) -> Decision:
        """Where it drops."""
        prompt = phrase("The {unit} drops. Where?", unit=self.setting.pieces[state.mover].name)
        return Decision("attacker", "airdrop", prompt, options, Airdrop.rules)

    def apply(self, state: Stage, action: str) -> Stage:
        """The unit as an Airdrop marker in its hex."""
        i = state.mover
        at = (*state.at[:i], action.partition(":")[2], *state.at[i + 1 :])
        return state._replace(phase="airdrop", at=at, dropped=mark(state.dropped, i), mover=NOBODY)

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """Where it has dropped."""
        text = say("Drop on {place}.", place=shown(action.partition(":")[2]))
        return [Line(text, ("4.1.1.range", "4.1.1.flip"), "attacker")]

    def refusals(self, state: Stage) -> Sequence[Refusal]:
        """Hexes of the board, and those around the unit, into which it may not drop."""
        near = airdrop.circle(state.at[state.mover])
        far = [place for place in self.setting.drawn(state.at) if place not in near]
        return [*super().refusals(state), *(Refusal("", place, *self._closed(state, place)) for place in far)]
