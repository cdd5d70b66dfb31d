"""A survey as a game: units that may go are offered, the others are refused with their rule.

A survey that only answers a question ends at once, and its trace is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.d8chart.phases.go import Done, Go
from hexumpire.rulesets.d8chart.rules import relevance
from hexumpire.rulesets.d8chart.rules.look import Look, Question
from hexumpire.rulesets.d8chart.state import Gone
from hexumpire.rulesets.d8chart.units import describe, named


class Survey(PhasedGame[Gone]):
    """The game of one question (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario, about: Question) -> None:
        self.scenario = scenario
        self.about = about
        self.problems = about.problems
        done = Done(about)
        super().__init__((Go(about, about.deed), done) if about.deed else (done,))

    @property
    def able(self) -> tuple[Unit, ...]:
        """The units that may go."""
        return self.about.able

    def start(self) -> Gone:
        """Nobody has gone."""
        able = self.about.able
        return Gone(Go.key if able else Done.key, (False,) * len(able))

    def overrides(self, state: Gone) -> Sequence[Option]:
        """Nothing to agree on."""
        return ()

    def assess(self, state: Gone) -> Assessment:
        """The answer: who may and who may not, with the reasons."""
        about = self.about
        lists = [
            Trace(head, sum(look.unit.count for look in looks), about.rules, "sum", tuple(map(self._entry, looks)))
            for head, looks in zip(about.heads, self._sorted(), strict=True)
        ]
        trace = Trace(about.title, None, about.rules, "list", tuple(lists))
        return Assessment(about.headline or self._headline(), None, None, None, trace)

    def _sorted(self) -> tuple[list[Look], list[Look]]:
        """Those who may, and those who may not."""
        looks = self.about.looks
        return [look for look in looks if not look.bars], [look for look in looks if look.bars]

    def _entry(self, look: Look) -> Trace:
        """The line of the answer about a unit, with everything that bars it."""
        rules = look.line.rules or self.about.rules
        told = (Trace(why, None, cited, "list") for why, cited in look.bars)
        label = say("{unit}: {answer}", unit=named(look.unit), answer=look.line.label)
        return Trace(label, look.unit.count, rules, "fact", (*look.line.children, *told))

    def _headline(self) -> str:
        """How many may; of one unit, what it is."""
        looks = self.about.looks
        if len(looks) == 1:
            unit, line, bars = looks[0]
            return say("{unit}: {answer}", unit=describe(unit), answer=bars[0][0] if bars else line.label)
        may, may_not = (sum(look.unit.count for look in found) for found in self._sorted())
        return say("{n} may, {m} may not", n=may, m=may_not)

    def closing(self, state: Gone) -> Sequence[Line]:
        """The answer once more, unit by unit, and what follows."""
        entries = []
        for unit, line, bars in self.about.looks:
            answer = () if self.about.asks else ((line.label, line.rules or self.about.rules),)
            for text, rules in bars or answer:
                entries.append(Line(say("{unit}: {answer}.", unit=describe(unit), answer=text), rules))
        return [*entries, *self.about.remarks]

    def overlay(self, state: Gone) -> Mapping[str, Any]:
        """Where units went, and the hexes that the answer is about."""
        moved = {unit.id: {self.about.goal: unit.count} for unit in self.about.who_went(state)}
        return {"lost": {}, "out": [], "moved": moved, "lit_hexes": list(self.about.lit)}

    def relevant(self) -> Mapping[str, Any]:
        """Conditions, readings and fields that could matter."""
        return relevance.relevant(self.scenario, self.about.relevant)
