"""The ruleset object: all that the rest of the engine asks of A World at War."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.model.charts import Lookup
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.aworldatwar.measures import MEASURES
from hexumpire.rulesets.aworldatwar.numbering import find_place, place_name
from hexumpire.rulesets.aworldatwar.policies import POLICIES
from hexumpire.rulesets.aworldatwar.procedures import PROCEDURES
from hexumpire.rulesets.aworldatwar.tables import CHART, LEGEND, LOOKUPS
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY


class AWorldAtWar(Ruleset):
    """A World at War, the ground phase of chapters 10 to 16 (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "aworldatwar"
    title = "A World at War"
    note = (
        "The ground phase, chapters 10 to 16; of the older edition the attacks of chapter 15. Supply, weather, oil, "
        "air and naval numbers come from chapters that are not in the texts: you state them. Identified by name only; "
        "the game belongs to its publisher, and its rules are still needed."
    )
    editions = (("new", "Newer"), ("old", "Older"))
    procedures = PROCEDURES
    vocabulary = VOCABULARY
    printed_hex = "K37"
    objectives = (
        Objective("hex", "Take the hex", (("hex", 1),), "The chance that the attacker holds it at the end."),
        Objective("factors", "Factors: theirs lost less ours", (("defender_lost", 1), ("attacker_lost", -1)),
                  "Expected difference in factors lost."),
        Objective("both", "Hex (worth 6 factors) and factors",
                  (("hex", 6), ("defender_lost", 1), ("attacker_lost", -1))),
    )  # fmt: skip
    policies = POLICIES
    flags = frozenset(("hex", "breakthrough"))
    measures = MEASURES
    results = (
        ("taken", "Attacker takes the hex"), ("emptied", "Hex left empty"), ("held", "Defender holds"),
        ("destroyed", "Attackers eliminated"), ("all", "Every attacked hex taken"), ("some", "Some hexes taken"),
        ("none", "No hex taken"), ("ended", "The turn is over"),
        ("gained", "Hexes occupied"), ("bled", "Counters lost, no hex occupied"),
        ("nothing", "No effect"), ("moved", "Units moved"), ("stayed", "Nobody moved"),
        ("placed", "Partisans placed"), ("unplaced", "No partisans placed"),
    )  # fmt: skip

    def place_name(self, place: str) -> str:
        """The printed number of a hex, such as ``K37``; empty when it has none."""
        return place_name(place)

    def find_place(self, printed: str) -> str:
        """The hex of a printed number."""
        return find_place(printed)

    def losable(self, unit: Unit, what: str) -> int | None:
        """Its factors."""
        return unit.count * unit.number("factors") if what == "lost" else None

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The combat results table for showing; it is the same in both editions."""
        return {"title": CHART.title, "rule": CHART.rule, "columns": list(CHART.ladder.names),
                "rows": [str(row) for row in CHART.rows], "cells": [list(row) for row in CHART.cells],
                "legend": dict(LEGEND)}  # fmt: skip

    def lookups(self, edition: str) -> Sequence[Lookup]:
        """Partisan pools and forces of minor countries (11.22, 11.23), of which only the newer edition tells."""
        return tuple(LOOKUPS.values()) if edition == "new" else ()


RULESET = AWorldAtWar()
