"""Counters that go back or come off the map at the end of a segment (4.1.5.cv, 4.3.s1, 4.3.s2, 4.3.s3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Line, Option
from hexumpire.model.phase import Candidate
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.phases.steps import Step
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules import landing
from hexumpire.rulesets.daisenso.rules.losses import GONE, gone_to
from hexumpire.rulesets.daisenso.state import Stage


class CvStrikeReturn(Step):
    """CV strikes go back to their Used Boxes."""

    key = "cv_strike_return"
    title = "CV strikes return"
    asks = "{x}: where do they go?"
    rules: Rules = ("4.1.order", "4.1.5.cv")
    elsewhere = ("CV strikes return to the Used Boxes of their zones, not to a hex", ("4.1.5.cv",))

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """All of them together, where there are any."""
        fleet = [p for p in self.setting.pieces if p.unit.type == "strike" and state.left[p.index]]
        if fleet:
            one = "The CV strike goes to the Used Box of its zone"
            several = say("{n} CV strikes go to the Used Boxes of their zones", n=len(fleet))
            text = one if len(fleet) == 1 else several
            yield Candidate(Option("return", text, ("4.1.5.cv",)))

    def apply(self, state: Stage, action: str) -> Stage:
        """The map without them."""
        return self.finished(without(state, [p for p in self.setting.pieces if p.unit.type == "strike"]))


class TroopConvoy(Step):
    """The Troop Convoy may go back."""

    key = "troop_convoy"
    title = "Troop Convoy"
    asks = "{x}: does it go back?"
    rules: Rules = ("4.3.s1",)
    ends = "Leave it in the Used Box"

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """To go back, where it has been used."""
        if self.setting.scenario.conditions["convoy_used"]:
            yield Candidate(Option("convoy", "The Troop Convoy goes back to its Convoys Box", ("4.3.s1",)))

    def apply(self, state: Stage, action: str) -> Stage:
        """The next step."""
        return self.finished(state)


class RemoveMarkers(Step):
    """Markers that have done their work come off the map."""

    key = "remove_markers"
    title = "Markers off the map"
    asks = "{x}: set them aside."
    rules: Rules = ("4.3.s2",)

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """All of them together, where there are any."""
        if self.setting.scenario.conditions["spent_markers"]:
            text = "Blitz, Totsugeki, Failure and Mobilizing markers come off the map"
            yield Candidate(Option("remove", text, ("4.3.s2",)))

    def apply(self, state: Stage, action: str) -> Stage:
        """The next step."""
        return self.finished(state)


class RemoveSnlf(Step):
    """SNLF Beachheads come off the map, and whoever is left at sea is lost."""

    key = "remove_snlf"
    title = "SNLF Beachheads"
    asks = "{x}: set them aside."
    rules: Rules = ("4.3.s3",)

    def _ours(self) -> list[Piece]:
        return [p for p in self.setting.pieces if p.unit.type == "snlf" and p.side == "attacker"]

    def candidates(self, state: Stage) -> Iterator[Candidate]:
        """All of them together, where there are any."""
        if any(state.left[piece.index] for piece in self._ours()):
            text = "SNLF Beachhead-0 markers come off, units left at sea are lost"
            yield Candidate(Option("snlf-off", text, ("4.3.s3",)))

    def apply(self, state: Stage, action: str) -> Stage:
        """The map without them and without whom they strand."""
        lost = landing.stranded(self.setting, state)
        steps = sum(state.left[piece.index] for piece in lost)
        state = state._replace(tally=state.tally._replace(attacker=state.tally.attacker + steps))
        return self.finished(without(state, [*lost, *self._ours()]))

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """That they come off, and where those go who are lost."""
        lines = [*super().narrate(before, action, after)]
        for piece in landing.stranded(self.setting, before):
            where, rules = gone_to(piece.unit)
            text = say(GONE[where], unit=piece.name_at(before.left[piece.index]))
            lines.append(Line(text, ("4.3.s3", *rules)))
        return lines


def without(state: Stage, gone: Sequence[Piece]) -> Stage:
    """The position without some counters."""
    indices = {piece.index for piece in gone}
    return state._replace(left=tuple(0 if i in indices else steps for i, steps in enumerate(state.left)))
