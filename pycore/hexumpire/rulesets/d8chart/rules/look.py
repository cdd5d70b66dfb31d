"""Units looked at: what a survey asks, and for each unit the answer and every reason why it may not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hexumpire.model.battle import Line
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Unit
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.state import Gone

Bar = tuple[str, Rules]
"""A reason why a unit may not, with its rules."""


class Look(NamedTuple):
    """A unit, the line of the answer that is about it, and what bars it (nothing when it may)."""

    unit: Unit
    line: Trace
    bars: tuple[Bar, ...] = ()


class Deed(NamedTuple):
    """What units do that go, in words: the offer, the question, and the log entries."""

    offer: str
    question: str
    done: str
    nobody: str
    nobody_else: str


@dataclass(frozen=True)
class Question:
    """What a survey asks and what came of it, unit by unit.

    ``lit`` are the hexes that the answer is about, ``relevant`` the conditions and readings that could matter;
    ``heads`` are those of the two lists of the answer, ``headline`` is the answer in short where it is not how many
    may. ``deed`` is what units do, and come to ``goal`` by it; without it nobody is asked to do anything.
    """

    title: str
    rules: Rules
    looks: tuple[Look, ...]
    problems: tuple[Problem, ...]
    lit: tuple[str, ...]
    relevant: Collection[str]
    heads: tuple[str, str] = ("May go", "May not")
    headline: str = ""
    remarks: tuple[Line, ...] = ()
    deed: Deed | None = None
    goal: str = ""

    @property
    def asks(self) -> bool:
        """Whether units may go when they are allowed to."""
        return self.deed is not None

    @cached_property
    def able(self) -> tuple[Unit, ...]:
        """The units that may go."""
        return tuple(look.unit for look in self.looks if not look.bars) if self.asks else ()

    def who_went(self, state: Gone) -> list[Unit]:
        """The units that have gone."""
        return [unit for unit, gone in zip(self.able, state.gone, strict=True) if gone]
