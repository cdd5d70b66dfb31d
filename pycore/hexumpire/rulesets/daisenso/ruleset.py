"""The ruleset object: all that the rest of the engine asks of Dai Senso."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.procedure import LIST, Procedure
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.daisenso.game import Attack
from hexumpire.rulesets.daisenso.numbering import find_place, numbered, place_name
from hexumpire.rulesets.daisenso.policies import POLICIES
from hexumpire.rulesets.daisenso.segment import Segment
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.tables import LADDER
from hexumpire.rulesets.daisenso.vocabulary import VOCABULARY

MEASURES = (
    ("attacker_lost", "Steps the attacker loses"), ("defender_lost", "Steps the defender loses"),
    ("hex", "Attacker takes the hex"), ("retreated", "Hexes the defender retreats"),
    ("exploitation", "Exploitation distance"), ("place", "Where the defenders end"),
)  # fmt: skip


class DaiSenso(Ruleset):
    """Dai Senso, the Combat Phase of chapter 4 (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    key = "daisenso"
    title = "Dai Senso"
    note = (
        "Combat Phase, chapter 4. The results chart and the terrain chart are not in the text: read results off your "
        "player aid, or type the charts in once. Supply, weather and diplomacy come from other chapters: you state "
        "them. Zones of control are worked out from the units; which units have one is a reading that "
        "you choose. Identified by name only; the game belongs to its publisher, and its rules are still needed."
    )
    editions = (("printed", "As printed"),)
    procedures = (
        Procedure("attack", "Attacks", lambda scenario: Attack(Setting(scenario)),
                  measures=tuple(key for key, _ in MEASURES)),
        Procedure("blitz", "Blitz segment: airdrops, attacks, landings", Segment, summary=LIST,
                  measures=tuple(key for key, _ in MEASURES)),
        Procedure("markers", "Marker segment", Segment, summary=LIST),
    )  # fmt: skip
    vocabulary = VOCABULARY
    printed_hex = "w4624"
    objectives = (
        Objective("hex", "Take the hex", (("hex", 1),),
                  "The chance that attackers go into every hex attacked, and that no defender is back at the end."),
        Objective("steps", "Steps: theirs lost less ours", (("defender_lost", 1), ("attacker_lost", -1)),
                  "Expected difference in steps lost."),
        Objective("both", "Hex (worth two steps) and steps",
                  (("hex", 2), ("defender_lost", 1), ("attacker_lost", -1))),
        Objective("drive", "Drive them far: hexes of exploitation and steps",
                  (("exploitation", 1), ("defender_lost", 1), ("attacker_lost", -1))),
    )  # fmt: skip
    policies = POLICIES
    measures = MEASURES
    results = (
        ("taken", "Attacker takes the hex"), ("emptied", "Hex left empty"), ("held", "Defender holds"),
        ("destroyed", "Attackers eliminated"), ("done", "Segment finished"),
    )  # fmt: skip

    def idle(self, unit: Unit) -> bool:
        """Whether a ground unit stands by (4.2.1.split), or a counter is in its Force Pool."""
        return unit.flag("pool") or ("attacks" in unit.values and not unit.flag("attacks"))

    def losable(self, unit: Unit, what: str) -> int | None:
        """Its steps."""
        return unit.count * unit.number("steps") if what == "lost" else None

    def chart(self, edition: str) -> Mapping[str, Any]:
        """What the text tells of the results chart: four of its columns, and none of its cells."""
        columns = [LADDER["lowest"], *LADDER["neighbours"], LADDER["highest"]]
        return {"title": "Combat Results Table: columns the text names; its results are yours to type in",
                "rule": "4.2.2.s5.roll", "columns": columns, "rows": [], "cells": [], "legend": {}}  # fmt: skip

    def measure_text(self, key: str, value: int) -> str:
        """Where the defenders end, in words."""
        if key != "place":
            return super().measure_text(key, value)
        return numbered(value) if value else "nowhere"

    def place_name(self, place: str) -> str:
        """The printed number of a hex, such as ``w4114``; empty when it has none."""
        return place_name(place)

    def find_place(self, printed: str) -> str:
        """The hex of a printed number."""
        return find_place(printed)


RULESET = DaiSenso()
