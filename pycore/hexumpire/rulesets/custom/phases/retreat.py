"""A retreat: hex by hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import listed, say
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import flow, retreat, strength
from hexumpire.rulesets.custom.state import State


class Retreat(CustomPhase, Choice[State]):
    """The next hex of those who go."""

    key = "retreat"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around, each judged once."""
        sheet = self.setting.sheet
        for place, reason, why in retreat.judged(self.setting, state):
            rules, label = strength.cites(sheet.retreats.rule), say("To {place}", place=mention(place))
            if not reason and retreat.costs_steps(self.setting, state, place):
                rules = strength.cites(sheet.retreats.rule, sheet.zones.rule)
                label = say("To {place}, into a zone of control: each loses a step", place=mention(place))
            yield Candidate(Option(f"to:{place}", label, rules, hex=place), reason, why)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where they go."""
        names = listed([self.setting.describe(i) for i in state.going])
        prompt = say("Retreat of {units}: where to? {n} hexes are left.", units=names, n=state.left)
        if state.left == 1:
            prompt = say("Retreat of {units}: where to?", units=names)
        return Decision(state.chooser, "retreat", prompt, options, strength.cites(self.setting.sheet.retreats.rule))

    def apply(self, state: State, action: str) -> State:
        """They enter the hex, and what follows."""
        return flow.go_on(self.setting, retreat.enter(self.setting, state, action.removeprefix("to:")))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where they went, and what became of them."""
        sheet, place = self.setting.sheet, action.removeprefix("to:")
        zone = sheet.zones.rule if retreat.costs_steps(self.setting, before, place) else ""
        return self.changes(before, after, strength.cites(sheet.retreats.rule, zone))
