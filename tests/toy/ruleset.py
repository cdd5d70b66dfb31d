"""The ruleset object: all that the rest of the engine asks of Skirmish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.procedure import Procedure
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Unit

from tests.toy.game import Attack
from tests.toy.policies import POLICIES
from tests.toy.tables import CHART, RESULTS
from tests.toy.vocabulary import VOCABULARY

MEASURES = (("hex", "hex taken"), ("attacker_lost", "attacker lost"), ("defender_lost", "defender lost"))
KEYS = tuple(key for key, _ in MEASURES)


class Toy(Ruleset):
    """Skirmish (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "toy"
    title = "Skirmish"
    note = "Invented for tests."
    editions = (("first", "First edition"), ("second", "Second edition"))
    procedures = (
        Procedure("attack", "Attack", Attack, measures=KEYS),
        Procedure("raid", "Raid", Attack, measures=KEYS),
    )
    vocabulary = VOCABULARY
    objectives = (
        Objective("hex", "take the hex", (("hex", 1),)),
        Objective("trade", "trade", (("defender_lost", 1), ("attacker_lost", -1))),
    )
    policies = POLICIES
    measures = MEASURES
    results = (("taken", "The attacker takes the hex"), ("held", "The defender holds"))

    def losable(self, unit: Unit, what: str) -> int | None:
        """Its counters."""
        return unit.count if what == "lost" else None

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The results chart, for showing."""
        return {
            "title": CHART.title,
            "rule": CHART.rule,
            "columns": CHART.ladder.names,
            "rows": [str(row) for row in CHART.rows],
            "cells": CHART.cells,
            "legend": RESULTS,
        }


RULESET = Toy()
