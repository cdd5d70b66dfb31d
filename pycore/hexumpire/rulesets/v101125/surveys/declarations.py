"""Who may declare an attack after a movement phase: a look at the board that ends at once (11.B.1, 11.B.2, 11.C.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hexumpire.model.battle import Assessment, Line, Option, Outcome, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.phase import Phase, PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.v101125.rules import declarations
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

RULES: Rules = ("11.B.1", "11.B.2", "11.C.0")
ASKED = ("movement", "order")
OF_UNITS = ("reacted", "reserve", "zoc", "supply", "marker")


class Shown(NamedTuple):
    """The only position: the answer stands."""

    phase: str = "shown"


class Answer(Phase[Shown]):
    """Nothing is decided and nothing rolled."""

    key = "shown"

    def __init__(self, measures: Sequence[str]) -> None:
        self.measures = measures

    def node(self, state: Shown) -> Terminal:
        """The end."""
        return Terminal(Outcome("shown", tuple((measure, 0) for measure in self.measures)), RULES)


class Declarations(PhasedGame[Shown]):
    """The game of that question (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario, measures: Sequence[str]) -> None:
        self.scenario = scenario
        self.setting = Setting(scenario)
        self.found = tuple(declarations.declarations(self.setting))
        self.problems: tuple[Problem, ...] = ()
        super().__init__([Answer(measures)])

    def start(self) -> Shown:
        """The answer."""
        return Shown()

    def overrides(self, state: Shown) -> Sequence[Option]:
        """Nothing to agree on."""
        return ()

    def assess(self, state: Shown) -> Assessment:
        """Who may declare what, and who may not and why."""
        may = [one for one in self.found if not one.reason]
        may_not = [one for one in self.found if one.reason]
        parts = [
            Trace("May declare", None, RULES, "list", tuple(map(declarations.line, may))),
            Trace("May not", None, RULES, "list", tuple(map(declarations.line, may_not))),
            declarations.order(self.setting),
        ]
        headline = say("{n} may be declared, {m} may not", n=len(may), m=len(may_not))
        return Assessment(headline, None, None, None, Trace("Declarations", None, RULES, "list", tuple(parts)))

    def overlay(self, state: Shown) -> Mapping[str, Any]:
        """The hexes that may be attacked."""
        lit = list(dict.fromkeys(one.target for one in self.found if not one.reason))
        return {"lost": {}, "out": [], "moved": {}, "lit_hexes": lit}

    def closing(self, state: Shown) -> Sequence[Line]:
        """The answer once more."""
        found = []
        for one in self.found:
            line = declarations.line(one)
            text = say("{line}.", line=line.label)
            if one.reason:
                text = say("{line}: {reason}.", line=line.label, reason=one.reason)
            found.append(Line(text, one.rules or line.rules, one.stack.side))
        return found

    def relevant(self) -> Mapping[str, Any]:
        """Who moved, and what is declared already."""
        places = [*dict.fromkeys(unit.at for unit in self.scenario.units)]
        return {
            "conditions": [field.key for field in VOCABULARY.conditions if field.key in ASKED],
            "readings": [field.key for field in VOCABULARY.readings if field.key in ASKED],
            "units": {unit.id: [key for key in unit.values if key in OF_UNITS] for unit in self.scenario.units},
            "hexes": {place: ["declared"] for place in places},
        }
