"""The ruleset object: all that the rest of the engine asks of the 1D8 combat chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.procedure import ATTACKS, COST, LIST, PATH, Procedure
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.game import Attack
from hexumpire.rulesets.d8chart.policies import POLICIES
from hexumpire.rulesets.d8chart.surveys.control import control
from hexumpire.rulesets.d8chart.surveys.landing import landing
from hexumpire.rulesets.d8chart.surveys.march import march
from hexumpire.rulesets.d8chart.surveys.weather import weather
from hexumpire.rulesets.d8chart.tables import CHART, LEGEND, row_name
from hexumpire.rulesets.d8chart.turn import SUMS, turn
from hexumpire.rulesets.d8chart.vocabulary import HEX_WORTH, VOCABULARY


class D8Chart(Ruleset):
    """The 1D8 combat chart (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "d8chart"
    title = "1D8 combat chart"
    note = (
        "Land combat in steps, terrain and weather effects as on the chart. Retreats, supply, air combat, weather "
        "rolls and whatever else stands in the rulebook it belongs to, you state. Identified by its form only; the "
        "game belongs to its publisher, and its rules are still needed."
    )
    editions = (("chart", "As printed"),)
    procedures = (
        Procedure("attack", "Attack", Attack, measures=("attacker_lost", "defender_lost", "hex", "retreat")),
        Procedure("turn", "Several attacks", turn, (ATTACKS,), measures=("hexes", "hex", *SUMS)),
        Procedure("move", "Movement along a path", march, (PATH,), COST, ("moved",)),
        Procedure("landing", "Landing", landing, summary=COST, measures=("moved",)),
        Procedure("zoc", "Zones of control", control, (), LIST),
        Procedure("weather", "Weather", weather, (), LIST),
    )
    vocabulary = VOCABULARY
    objectives = (
        Objective("hex", "Clear the hex", (("hex", 1),), "The chance that no defender is left in it."),
        Objective("steps", "Steps: theirs lost less ours", (("defender_lost", 1), ("attacker_lost", -1)),
                  "Expected difference in steps lost."),
        Objective("both", say("Hex (worth {n} steps) and steps", n=HEX_WORTH),
                  (("hex", HEX_WORTH), ("defender_lost", 1), ("attacker_lost", -1))),
    )  # fmt: skip
    policies = POLICIES
    flags = frozenset(("hex", "retreat"))
    measures = (
        ("attacker_lost", "Steps the attacker loses"), ("defender_lost", "Steps the defender loses"),
        ("hex", "Hex cleared of defenders"), ("retreat", "Defender retreats"), ("moved", "Counters moved"),
        ("hexes", "Hexes cleared"),
    )  # fmt: skip
    results = (
        ("cleared", "Defenders eliminated"), ("retreated", "Defenders retreat"), ("held", "Defender holds"),
        ("lost", "Attackers eliminated"), ("moved", "Carried out"), ("stayed", "Nobody goes"), ("shown", "Worked out"),
        ("all", "Every attacked hex cleared"), ("some", "Some hexes cleared"), ("none", "No hex cleared"),
    )  # fmt: skip

    def idle(self, unit: Unit) -> bool:
        """Whether aircraft give no support (STR.air.surviving)."""
        return unit.text("support", "yes") != "yes"

    def losable(self, unit: Unit, what: str) -> int | None:
        """Its steps."""
        return unit.count * unit.number("steps") if what == "lost" else None

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The combat results table for showing."""
        return {"title": CHART.title, "rule": CHART.rule, "columns": list(CHART.ladder.names),
                "rows": [row_name(row) for row in CHART.rows], "cells": [list(row) for row in CHART.cells],
                "legend": dict(LEGEND)}  # fmt: skip


RULESET = D8Chart()
