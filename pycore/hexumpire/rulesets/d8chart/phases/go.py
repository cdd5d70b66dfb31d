"""Units of a survey that may do something, one after the other, and the end of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Outcome, Refusal, Terminal
from hexumpire.model.phase import Candidate, Choice, Phase
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.rules.look import Deed, Question
from hexumpire.rulesets.d8chart.state import Gone
from hexumpire.rulesets.d8chart.units import describe

MEASURES = ("hex", "attacker_lost", "defender_lost", "retreat")
"""What an ending without a fight has none of."""


class Go(Choice[Gone]):
    """The next unit goes, or nobody else does."""

    key = "go"

    def __init__(self, about: Question, deed: Deed) -> None:
        self.about = about
        self.deed = deed
        self.options = {unit.id: _offer(unit, about, deed) for unit, _, _ in about.looks}
        self.number = {unit.id: i for i, unit in enumerate(about.able)}

    def candidates(self, state: Gone) -> Iterator[Candidate]:
        """Every unit that was looked at and has not gone, and that nobody else goes."""
        rules = self.about.rules
        for unit, _, bars in self.about.looks:
            if bars:
                yield Candidate(self.options[unit.id], *bars[0])
            elif not state.gone[self.number[unit.id]]:
                yield Candidate(self.options[unit.id])
        yield Candidate(Option("done", "Nobody else" if any(state.gone) else "Nobody", rules))

    def question(self, state: Gone, options: tuple[Option, ...]) -> Decision:
        """Who goes next."""
        return Decision("attacker", "go", self.deed.question, options, self.about.rules)

    def apply(self, state: Gone, action: str) -> Gone:
        """The position after a unit went, or none did."""
        if action == "done":
            return Gone(Done.key, state.gone)
        number = self.number[action.partition(":")[2]]
        gone = tuple(was or i == number for i, was in enumerate(state.gone))
        return Gone(Done.key if all(gone) else self.key, gone)

    def narrate(self, before: Gone, action: str, after: Gone) -> Sequence[Line]:
        """Who went."""
        rules = self.about.rules
        if action == "done":
            text = self.deed.nobody_else if any(before.gone) else self.deed.nobody
            return [Line(text, rules, "attacker")]
        id = action.partition(":")[2]
        unit, trace, _ = next(look for look in self.about.looks if look.unit.id == id)
        text = say(self.deed.done, unit=describe(unit), answer=trace.label)
        return [Line(text, trace.rules or rules, "attacker")]


def _offer(unit: Unit, about: Question, deed: Deed) -> Option:
    """The option that a unit goes."""
    return Option(f"go:{unit.id}", say(deed.offer, unit=describe(unit)), about.rules, unit.id)


class Done(Phase[Gone]):
    """Nobody goes any more, or nobody was asked to."""

    key = "done"

    def __init__(self, about: Question) -> None:
        self.about = about

    def node(self, state: Gone) -> Terminal:
        """How many went."""
        ending = "shown" if not self.about.asks else "moved" if any(state.gone) else "stayed"
        moved = sum(unit.count for unit in self.about.who_went(state))
        measures = (*((measure, 0) for measure in MEASURES), ("moved", moved))
        return Terminal(Outcome(ending, measures), self.about.rules)

    def refusals(self, state: Gone) -> Sequence[Refusal]:
        """Who may not, and why."""
        return [Refusal(unit.id, "", *bars[0]) for unit, _, bars in self.about.looks if bars]
