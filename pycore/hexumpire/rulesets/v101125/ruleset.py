"""The ruleset object: all that the rest of the engine asks of chapter 11 of V 10.11.25."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.procedure import ATTACKS, LIST, Procedure
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.v101125.game import Attack, Overrun
from hexumpire.rulesets.v101125.policies import POLICIES
from hexumpire.rulesets.v101125.rules.results import describe, parse
from hexumpire.rulesets.v101125.surveys.declarations import Declarations
from hexumpire.rulesets.v101125.tables import CRT
from hexumpire.rulesets.v101125.turn import SUMS, turn
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

MEASURES = (
    "hex", "attacker_lost", "defender_lost", "attacker_disrupted", "defender_disrupted",
)  # fmt: skip


def declare(scenario: Scenario) -> Declarations:
    """Who may declare which attack."""
    return Declarations(scenario, MEASURES)


class V101125(Ruleset):
    """V 10.11.25, chapter 11 (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "v101125"
    title = "V 10.11.25"
    note = (
        "Ground combat of chapter 11. Terrain effects, weather, supply, stacking and whatever else stands in other "
        "chapters you state. Known by the version of its rules only; the game belongs to its publisher."
    )
    editions = (("chart", "Version 10.11.25"),)
    procedures = (
        Procedure("attack", "Attack", Attack, measures=MEASURES),
        Procedure("turn", "Several attacks", turn, (ATTACKS,), measures=("hexes", "hex", *SUMS)),
        Procedure("overrun", "Overrun", Overrun, measures=MEASURES),
        Procedure("declarations", "Declarations after a movement phase", declare, (), LIST),
    )
    vocabulary = VOCABULARY
    objectives = (
        Objective("hex", "Take the hex", (("hex", 1),)),
        Objective("points", "Points: theirs lost less ours", (("defender_lost", 1), ("attacker_lost", -1)),
                  "Expected difference in printed strength points lost."),
    )  # fmt: skip
    policies = POLICIES
    measures = (
        ("hex", "Hex taken"), ("hexes", "Hexes taken"),
        ("attacker_lost", "Points the attacker loses"), ("defender_lost", "Points the defender loses"),
        ("attacker_disrupted", "Points the attacker has on the turn track"),
        ("defender_disrupted", "Points the defender has on the turn track"),
    )  # fmt: skip
    results = (
        ("taken", "Attacker takes the hex"), ("cleared", "Hex left empty"), ("dual", "Shared hex"),
        ("held", "Defender holds"), ("counterattack", "Counterattack (CA)"),
        ("deadlock", "Deadlock (DL)"), ("shown", "Worked out"),
        ("all", "Every attacked hex taken"), ("some", "Some hexes taken"), ("none", "No hex taken"),
    )  # fmt: skip

    def losable(self, unit: Unit, what: str) -> int | None:
        """The greater of its printed strengths."""
        return unit.count * max(unit.number("attack"), unit.number("defence")) if what == "lost" else None

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The main combat results table, for showing."""
        return {
            "title": CRT.title, "rule": CRT.rule, "columns": list(CRT.ladder.names),
            "rows": [str(row) for row in CRT.rows], "cells": [list(row) for row in CRT.cells],
            "legend": {cell: describe(parse(cell)) for row in CRT.cells for cell in row},
        }  # fmt: skip


RULESET = V101125()
