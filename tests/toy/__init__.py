"""Skirmish: a tiny invented game that exercises every joint of the engine. For tests only.

A die is rolled on a chart of three columns. ``-`` is no effect and the die is rolled again in the same round, without
end; ``A`` and ``D`` cost a side one counter of its choice, ``X`` costs both one, the defender choosing first. After
the first round that cost something the attacker goes on or stops; after the second all is over.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexumpire.model.battle import (
    Assessment,
    Chance,
    Decision,
    Game,
    Line,
    Margin,
    Node,
    Option,
    Outcome,
    Refusal,
    Terminal,
)
from hexumpire.model.charts import Chart
from hexumpire.model.errors import Problem
from hexumpire.model.procedure import Procedure
from hexumpire.model.rule_index import Rule, RuleIndex
from hexumpire.model.ruleset import Objective, Policy, Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Ledger, Trace
from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary

CHART = Chart.load(
    {
        "title": "Skirmish results",
        "rule": "T4",
        "columns": ["1:2", "1:1", "2:1"],
        "rows": {
            "1": ["A", "A", "X"],
            "2": ["A", "X", "X"],
            "3": ["A", "-", "-"],
            "4": ["-", "-", "D"],
            "5": ["X", "D", "D"],
            "6": ["D", "D", "D"],
        },
    }
)
RESULTS = {"-": "no effect", "A": "the attacker loses one", "D": "the defender loses one", "X": "each side loses one"}
COSTS = {"-": (), "A": ("attacker",), "D": ("defender",), "X": ("defender", "attacker")}

VOCABULARY = Vocabulary(
    sides=(("attacker", "Attacker"), ("defender", "Defender")),
    types=(
        UnitType("band", "Band", "infantry", ("factors", "veteran", "rank", "label"), {"factors": 2}, rule="T1"),
        UnitType("gun", "Gun", "artillery", ("factors", "label"), {"factors": 3}, rule="T1"),
        UnitType("wall", "Wall", "fort", ("factors",), {"factors": 4}, ("defender",), "T1.2"),
    ),
    nations=(
        Nation("red", "Red", "R", "#c33", "#fff"),
        Nation("blue", "Blue", "B", "#36c", "#fff"),
    ),
    terrains=(Terrain("clear", "Clear", "#eed"), Terrain("hill", "Hill", "#cb9", "hill")),
    features=(
        Mark("camp", "Camp", "camp", "T2.1", ("keep",)),
        Mark("keep", "Keep", "keep", "T2.2"),
        Mark("well", "Well", "well"),
    ),
    side_features=(
        Mark("river", "River", "river", "T2.3", ("brook",)),
        Mark("brook", "Brook", "brook", "T2.3"),
        Mark("bridge", "Bridge", "bridge", "T2.4"),
    ),
    unit_fields=(
        Field("factors", "factors", "int", 1, 0, 20, rule="T1", help="Its strength."),
        Field("veteran", "veteran", "flag", False, rule="T1.1"),
        Field(
            "rank", "rank", "choice", "old", options={"young": "Young", "old": "Old"}, rule="T1.3", editions=("second",)
        ),
        Field("label", "label", "text", "", high=20),
    ),
    hex_fields=(
        Field("mud", "mud", "int", 0, 0, 3, rule="T2.5"),
        Field("owner", "owner", "text", "", high=12, editions=("second",)),
    ),
    conditions=(
        Field("rain", "rain", "flag", False, rule="T3"),
        Field("season", "season", "choice", "summer", options={"summer": "Summer", "winter": "Winter"}, rule="T3.1"),
        Field("stores", "stores", "int", 0, 0, 9, rule="T3.2", editions=("second",)),
    ),
    readings=(
        Field("R1", "keeps and hills", "choice", "either", options={"either": "Either", "both": "Both"}, rule="T2.2"),
    ),
    palette=({"title": "Red band", "unit": {"type": "band", "nation": "red", "factors": 3}},),
)


@dataclass(frozen=True, slots=True)
class State:
    """What changes: the round, counters left of each unit, and the sides that still have to lose one."""

    round: int
    left: tuple[int, ...]
    owing: tuple[str, ...] = ()
    asked: bool = False
    stopped: bool = False


class Skirmish:
    """The game of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.units = scenario.units
        found = []
        for side in ("attacker", "defender"):
            if not any(unit.side == side for unit in self.units):
                found.append(Problem(f"the {side} has no units", "$.units", "T1", f"add a unit of the {side}"))
        for index, unit in enumerate(self.units):
            if unit.side == "defender" and unit.at not in scenario.targets:
                path = f"$.units[{index}].at"
                found.append(Problem("a defender stands outside the target", path, "T1.4", "move it"))
        self.problems = tuple(found)

    def start(self) -> State:
        return State(1, tuple(unit.count for unit in self.units))

    def alive(self, state: State, side: str) -> list[int]:
        return [i for i, unit in enumerate(self.units) if unit.side == side and state.left[i]]

    def node(self, state: State) -> Node:
        if state.owing:
            side = state.owing[0]
            options = tuple(
                Option(f"lose:{unit.id}", f"{unit.type} {unit.id}", ("T5",), unit.id, unit.at)
                for unit in (self.units[i] for i in self.alive(state, side))
            )
            return Decision(side, "lose", f"The {side} loses one counter: which?", options, ("T5",))
        over = state.stopped or not self.alive(state, "attacker") or not self.alive(state, "defender")
        if over or state.round > 2 or self.column(state) < 0:
            taken = int(not self.alive(state, "defender") and bool(self.alive(state, "attacker")))
            lost = [
                sum(unit.count - state.left[i] for i, unit in enumerate(self.units) if unit.side == side)
                for side in ("attacker", "defender")
            ]
            measures = (("hex", taken), ("attacker_lost", lost[0]), ("defender_lost", lost[1]))
            return Terminal(Outcome("taken" if taken else "held", measures), ("T7",))
        if state.round == 2 and not state.asked:
            options = (Option("on", "Fight on", ("T6",)), Option("stop", "Stop", ("T6",)))
            return Decision("attacker", "go", "Fight a second round?", options, ("T6",))
        return Chance("Roll one die", tuple((f"d6={face}", 1) for face in range(1, 7)), ("T4",))

    def apply(self, state: State, action: str) -> State:
        word, _, rest = action.partition(":")
        if word == "lose":
            index = next(i for i, unit in enumerate(self.units) if unit.id == rest)
            left = tuple(n - (i == index) for i, n in enumerate(state.left))
            return self._paid(replace(state, left=left, owing=state.owing[1:]))
        if action == "stop":
            return replace(state, stopped=True)
        if action == "on":
            return replace(state, asked=True)
        result = self.result(state, action)
        return self._paid(replace(state, owing=COSTS[result])) if COSTS[result] else state

    def _paid(self, state: State) -> State:
        owing = tuple(side for side in state.owing if self.alive(state, side))
        return replace(state, owing=owing) if owing else replace(state, owing=(), round=state.round + 1)

    def result(self, state: State, action: str) -> str:
        if action.startswith("!"):
            return action.partition("=")[2]
        return CHART.result(self.column(state), int(action.partition("=")[2]))

    def key(self, state: State) -> Hashable:
        return state

    def overrides(self, state: State) -> Sequence[Option]:
        if isinstance(self.node(state), Chance):
            return [Option(f"!result={key}", title) for key, title in RESULTS.items()]
        return []

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        node = self.node(before)
        if isinstance(node, Chance):
            result = self.result(before, action)
            return [Line(f"{action.lstrip('!')}: {result}, {RESULTS[result]}", ("T4",))]
        assert isinstance(node, Decision)
        label = next(option.label for option in node.options if option.id == action)
        return [Line(f"{node.side}: {label}", node.rules, node.side)]

    def refusals(self, state: State) -> Sequence[Refusal]:
        node = self.node(state)
        if not isinstance(node, Decision) or node.topic != "lose":
            return []
        return [
            Refusal(unit.id, unit.at, "that side does not lose now", ("T5",))
            for unit in self.units
            if unit.side != node.side
        ]

    def totals(self, state: State, explain: bool) -> tuple[int, int, Trace]:
        sums = {}
        traces = []
        for side in ("attacker", "defender"):
            ledger = Ledger(explain)
            for i in self.alive(state, side):
                unit = self.units[i]
                ledger.add(state.left[i] * unit.number("factors"), f"{state.left[i]} x {unit.type}", "T1")
                if unit.flag("veteran"):
                    ledger.add(state.left[i], "veterans", "T1.1")
            if side == "attacker":
                if self.scenario.condition("rain"):
                    ledger.add(-1, "rain", "T3")
                else:
                    ledger.skip("rain", "it does not rain", "T3")
            elif any("keep" in self.scenario.hex(name).features for name in self.scenario.targets):
                ledger.add(2, "keep", "T2.2")
            sums[side] = max(1, ledger.total)
            traces.append(ledger.close(f"strength of the {side}", "T1", op="floor1"))
        return sums["attacker"], sums["defender"], Trace("odds", None, ("T4",), "list", tuple(traces))

    def column(self, state: State) -> int:
        attack, defense, _ = self.totals(state, False)
        return CHART.ladder.column(attack, defense)

    def assess(self, state: State) -> Assessment | None:
        if not self.alive(state, "attacker") or not self.alive(state, "defender"):
            return None
        attack, defense, trace = self.totals(state, True)
        index = CHART.ladder.column(attack, defense)
        column = CHART.ladder.names[index] if index >= 0 else None
        margins: tuple[Margin, ...] = ()
        if index + 1 < len(CHART.ladder.names):
            more = CHART.ladder.needed(index + 1, defense) - attack
            margins = (Margin(f"{more} more make it {CHART.ladder.names[index + 1]}", ("T4",)),)
        results = tuple((f"d6={n}", CHART.result(index, n)) for n in range(1, 7)) if column else ()
        headline = f"{attack} : {defense} → {column or 'off the chart'}"
        return Assessment(headline, attack, defense, column, trace, results, margins)

    def overlay(self, state: State) -> Mapping[str, Any]:
        lost = {unit.id: unit.count - state.left[i] for i, unit in enumerate(self.units)}
        return {"lost": {key: number for key, number in lost.items() if number}}

    def closing(self, state: State) -> Sequence[Line]:
        return [Line("The counters that are left stay where they are.", ("T7",))]

    def relevant(self) -> Mapping[str, Any]:
        return {"conditions": ["rain"], "readings": [], "units": {}, "hexes": {}}


def first(game: Game[Any], state: Any, node: Decision) -> str:
    """The first option: fight on, and lose what is named first."""
    return node.options[0].id


def last(game: Game[Any], state: Any, node: Decision) -> str:
    """The last option: stop, and lose what is named last."""
    return node.options[-1].id


EXAMPLE: dict[str, Any] = {
    "format": 1,
    "ruleset": "toy",
    "edition": "first",
    "title": "Mill Hill",
    "map": {
        "hexes": {"0,0": {"terrain": "hill", "features": ["keep"], "name": "Mill Hill"}, "1,0": {}},
        "sides": {"0,0:E": ["river", "bridge"]},
    },
    "targets": ["0,0"],
    "units": [
        {"id": "r1", "side": "attacker", "type": "band", "nation": "red", "at": "1,0", "count": 2, "factors": 3},
        {"id": "r2", "side": "attacker", "type": "gun", "nation": "red", "at": "1,0", "factors": 4},
        {"id": "b1", "side": "defender", "type": "band", "nation": "blue", "at": "0,0", "count": 2, "veteran": True},
    ],
}


class Toy(Ruleset):
    """The ruleset."""

    key = "toy"
    title = "Skirmish"
    note = "Invented for tests."
    editions = (("first", "First edition"), ("second", "Second edition"))
    procedures = (Procedure("attack", "Attack", Skirmish), Procedure("raid", "Raid", Skirmish))
    vocabulary = VOCABULARY
    objectives = (
        Objective("hex", "take the hex", (("hex", 1),)),
        Objective("trade", "trade", (("defender_lost", 1), ("attacker_lost", -1))),
    )
    policies = (
        Policy("first", "first named", ("attacker", "defender"), first),
        Policy("last", "last named", ("attacker", "defender"), last),
        Policy("bold", "never stop", ("attacker",), first),
    )
    measures = (("hex", "hex taken"), ("attacker_lost", "attacker lost"), ("defender_lost", "defender lost"))
    results = (("taken", "The attacker takes the hex"), ("held", "The defender holds"))
    index = RuleIndex(
        [
            Rule("T1", "strength", "computed", ("both",)),
            Rule("T1.1", "veterans", "computed", ("both",)),
            Rule("T1.2", "walls", "enforced", ("both",)),
            Rule("T1.3", "rank", "later", ("second",)),
            Rule("T1.4", "defenders stand in the target", "enforced", ("both",)),
            Rule("T2.1", "camps", "shown", ("both",)),
            Rule("T2.2", "keeps", "computed", ("both",)),
            Rule("T2.3", "water", "shown", ("both",)),
            Rule("T2.4", "bridges", "shown", ("both",)),
            Rule("T2.5", "mud", "shown", ("both",)),
            Rule("T3", "rain", "asked", ("both",)),
            Rule("T3.1", "season", "asked", ("both",)),
            Rule("T3.2", "stores", "asked", ("second",)),
            Rule("T4", "chart", "computed", ("both",)),
            Rule("T5", "losses", "decided", ("both",)),
            Rule("T6", "second round", "decided", ("both",)),
            Rule("T7", "the end", "computed", ("both",)),
            Rule("T9", "parades", "outside", ("both",), "no battle"),
        ]
    )

    def chart(self, edition: str) -> Mapping[str, Any]:
        return {
            "title": CHART.title,
            "rule": CHART.rule,
            "columns": CHART.ladder.names,
            "rows": [str(row) for row in CHART.rows],
            "cells": CHART.cells,
            "legend": RESULTS,
        }

    def examples(self) -> Sequence[Mapping[str, Any]]:
        return [{"key": "mill", "title": "Mill Hill", "rule": "T4", "note": "", "scenario": EXAMPLE}]


TOY = Toy()
