"""The ruleset object: all that the rest of the engine asks of the 1D8 combat chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hexumpire.model import data
from hexumpire.model.battle import Game, Objective
from hexumpire.model.rule_index import RuleIndex
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.d8chart.attack import Attack
from hexumpire.rulesets.d8chart.march import Control, Landing, March, Weather
from hexumpire.rulesets.d8chart.policies import POLICIES
from hexumpire.rulesets.d8chart.tables import CHART, LEGEND, row_name
from hexumpire.rulesets.d8chart.vocabulary import HEX_WORTH, VOCABULARY

GAMES: Mapping[str, Any] = {"attack": Attack, "move": March, "landing": Landing, "zoc": Control, "weather": Weather}


class D8Chart:
    """The 1D8 combat chart (see :class:`hexumpire.model.battle.Ruleset`)."""

    key = "d8chart"
    title = "1D8 combat chart"
    note = (
        "Land combat in steps, terrain and weather effects as on the chart. Retreats, supply, air combat, weather "
        "rolls and whatever else stands in the rulebook it belongs to, you state. Identified by its form only; the "
        "game belongs to its publisher, and its rules are still needed."
    )
    editions = (("chart", "As printed"),)
    procedures = (
        ("attack", "Attack"), ("move", "Movement along a path"), ("landing", "Landing"),
        ("zoc", "Zones of control"), ("weather", "Weather"),
    )  # fmt: skip
    vocabulary = VOCABULARY
    printed_hex = ""
    objectives = (
        Objective("hex", "Clear the hex", (("hex", 1),), "The chance that no defender is left in it."),
        Objective("steps", "Steps: theirs lost less ours", (("defender_lost", 1), ("attacker_lost", -1)),
                  "Expected difference in steps lost."),
        Objective("both", f"Hex (worth {HEX_WORTH} steps) and steps",
                  (("hex", HEX_WORTH), ("defender_lost", 1), ("attacker_lost", -1))),
    )  # fmt: skip
    policies = POLICIES
    measures = (
        ("attacker_lost", "Steps the attacker loses"), ("defender_lost", "Steps the defender loses"),
        ("hex", "Hex cleared of defenders"), ("retreat", "Defender retreats"), ("moved", "Counters moved"),
    )  # fmt: skip
    results = (
        ("cleared", "Defenders eliminated"), ("retreated", "Defenders retreat"), ("held", "Defender holds"),
        ("lost", "Attackers eliminated"), ("moved", "Carried out"), ("stayed", "Nobody goes"), ("shown", "Worked out"),
    )  # fmt: skip

    @cached_property
    def index(self) -> RuleIndex:
        """Every rule of the chart, and what becomes of it."""
        return RuleIndex.load(data.read(__package__, "index"))

    def game(self, scenario: Scenario) -> Game[Any]:
        """The game of a scenario by its procedure."""
        found: Game[Any] = GAMES[scenario.procedure](scenario)
        return found

    def place_name(self, place: str) -> str:
        """Nothing: the chart has no map of its own."""
        return ""

    def find_place(self, printed: str) -> str:
        """None: the chart has no map of its own."""
        raise ValueError(f"{printed!r} is no hex")

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The combat results table for showing."""
        return {"title": CHART.title, "rule": CHART.rule, "columns": list(CHART.ladder.names),
                "rows": [row_name(row) for row in CHART.rows], "cells": [list(row) for row in CHART.cells],
                "legend": dict(LEGEND)}  # fmt: skip

    def examples(self) -> Sequence[Mapping[str, Any]]:
        """Instructive battles; the chart itself has none."""
        found: list[Mapping[str, Any]] = data.read(__package__, "examples")
        return found


RULESET = D8Chart()
