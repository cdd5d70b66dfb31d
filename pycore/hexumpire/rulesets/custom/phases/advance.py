"""Advance after combat, and beyond the hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import advance, ground, strength
from hexumpire.rulesets.custom.state import State


class Advance(CustomPhase, Choice[State]):
    """The attacker says who advances, one after another."""

    key = "advance"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Each counter, like ones once; and nobody else."""
        setting, seen = self.setting, set()
        rules = strength.cites(setting.sheet.advances.rule)
        for i, piece in enumerate(state.pieces):
            mark = (setting.unit(i).id, piece)
            if not piece.at or mark in seen:
                continue
            seen.add(mark)
            label = say("{unit} advances", unit=setting.describe(i))
            option = Option(f"go:{i}", label, rules, setting.unit(i).id, piece.at)
            yield Candidate(option, *advance.why_not(setting, state, i))
        yield Candidate(Option("halt", "Nobody else advances", rules))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who advances."""
        return Decision(
            "attacker", "advance", "Who advances?", options, strength.cites(self.setting.sheet.advances.rule)
        )

    def apply(self, state: State, action: str) -> State:
        """That one advances, or all is done."""
        if action == "halt":
            return advance.beyond(self.setting, state)
        return advance.go(self.setting, state, int(action.removeprefix("go:")))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who went."""
        return self.changes(before, after, strength.cites(self.setting.sheet.advances.rule))


class Beyond(CustomPhase, Choice[State]):
    """Where one that has advanced goes on to."""

    key = "beyond"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around, and to stay."""
        piece = state.advanced[0][0]
        rules = strength.cites(self.setting.sheet.advances.rule)
        for place in ground.around(state.pieces[piece].at):
            option = Option(f"on:{place}", say("To {place}", place=mention(place)), rules, hex=place)
            yield Candidate(option, *advance.why_not_on(self.setting, state, piece, place))
        yield Candidate(Option("halt", "It stays", rules))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where it goes on to."""
        name = self.setting.describe(state.advanced[0][0])
        rules = strength.cites(self.setting.sheet.advances.rule)
        return Decision("attacker", "beyond", say("{unit} goes on: where to?", unit=name), options, rules)

    def apply(self, state: State, action: str) -> State:
        """It goes on, or stays."""
        if action == "halt":
            return advance.stay(self.setting, state)
        return advance.go_on(self.setting, state, action.removeprefix("on:"))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where it went."""
        return self.changes(before, after, strength.cites(self.setting.sheet.advances.rule))
