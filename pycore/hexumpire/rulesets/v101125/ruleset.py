"""The ruleset object: all that the rest of the engine asks of chapter 11 of V 10.11.25."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.procedure import Procedure
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.rulesets.v101125.game import Attack
from hexumpire.rulesets.v101125.policies import POLICIES
from hexumpire.rulesets.v101125.tables import CRT, LEGEND
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY


class V101125(Ruleset):
    """V 10.11.25, chapter 11 (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "v101125"
    title = "V 10.11.25"
    note = (
        "Ground combat of chapter 11. Terrain effects, weather, supply, stacking and whatever else stands in other "
        "chapters you state. Known by the version of its rules only; the game belongs to its publisher."
    )
    editions = (("chart", "Version 10.11.25"),)
    procedures = (Procedure("attack", "Attack", Attack, measures=("hex",)),)
    vocabulary = VOCABULARY
    objectives = (Objective("hex", "Take the hex", (("hex", 1),)),)
    policies = POLICIES
    measures = (("hex", "Hex taken"),)
    results = (("taken", "The attacker takes the hex"), ("held", "The defender holds"))

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The main combat results table, for showing."""
        return {
            "title": CRT.title, "rule": CRT.rule, "columns": list(CRT.ladder.names),
            "rows": [str(row) for row in CRT.rows], "cells": [list(row) for row in CRT.cells],
            "legend": dict(LEGEND),
        }  # fmt: skip


RULESET = V101125()
