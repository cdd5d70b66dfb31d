"""What a scenario of the 1D8 chart may say (``vocabulary.toml``), and kinds of units and countries."""

from __future__ import annotations

from collections.abc import Mapping

from hexumpire.files.vocabulary import vocabulary_of
from hexumpire.rulesets.d8chart.tables import CHART, LEGEND, row_name

VOCABULARY = vocabulary_of(
    __package__,
    lists={
        "chart_rows": [row_name(row) for row in CHART.rows],
        "chart_columns": CHART.ladder.names,
        "chart_results": LEGEND,
    },
)
TYPES = VOCABULARY.types
NATIONS = VOCABULARY.nations
CONDITIONS = VOCABULARY.conditions
READINGS = VOCABULARY.readings
TRAITS: Mapping[str, frozenset[str]] = {nation.key: nation.traits for nation in NATIONS}

OF_ONE_ATTACK = ("concentric", "para_success", "fort_doubles", "blitz_germans")
"""Conditions that may hold for one of several attacks only: its hex has fields of the same names, which say so."""
HEX_WORTH = 3
"""Steps that a cleared hex is worth in the objective of both."""
LAND = ("infantry", "armor", "mechanized", "mountain", "para", "commando")
"""Types with steps: the land units."""
MECH = frozenset({"armor", "mechanized"})
AIR = ("fighter_bomber", "bomber")
BIG_SHIPS = ("battleship", "heavy_cruiser")
SMALL_SHIPS = ("light_cruiser", "destroyer")
SHIPS = (*BIG_SHIPS, *SMALL_SHIPS)
HOMELANDS = {
    "German": "Germany",
    "Soviet": "Soviet Union",
    "Italian": "Italy",
    "British": "Britain",
    "US": "United States",
    "French": "France",
    "Finnish": "Finland",
    "Rumanian": "Rumania",
    "Hungarian": "Hungary",
    "Bulgarian": "Bulgaria",
    "Polish": "Poland",
    "Yugoslav": "Yugoslavia",
    "Greek": "Greece",
}
"""Home country of each nation, by the names of the hex field ``country``; others say it of each unit."""
