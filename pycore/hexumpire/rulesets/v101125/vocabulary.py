"""What a scenario of chapter 11 may say (``vocabulary.toml``), and kinds of units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hexumpire.files.vocabulary import vocabulary_of
from hexumpire.rulesets.v101125.charting import CHECKS
from hexumpire.rulesets.v101125.tables import SHARE, share

VOCABULARY = vocabulary_of(__package__, checks=CHECKS)
TITLES: Mapping[str, str] = {kind.key: kind.title for kind in VOCABULARY.types}
NAMES: Mapping[str, str] = {nation.key: nation.title for nation in VOCABULARY.nations}
TRAITS: Mapping[str, frozenset[str]] = {nation.key: nation.traits for nation in VOCABULARY.nations}
MARKS: Mapping[str, str] = {mark.key: mark.title for mark in (*VOCABULARY.features, *VOCABULARY.side_features)} | {
    terrain.key: terrain.title for terrain in VOCABULARY.terrains
}
"""What terrain, features and hexsides are called."""

SUPPORT = ("air", "naval")
"""Types that add points to a side and are no ground units (11.M.5)."""
LEFT: Mapping[str, Fraction] = {"full": share(1), "half": SHARE["half"], "quarter": SHARE["quarter"], "none": share(0)}
"""What is left of a strength, as players state it."""
BESIDE = frozenset(mark.key for mark in VOCABULARY.side_features) - {"bridge", "prohibited"}
"""Hexsides that the terrain effects chart has a row for."""
IN_HEX = frozenset(row for table in VOCABULARY.pack_tables for row in table.rows) & frozenset(
    mark.key for mark in VOCABULARY.features
)
"""Features that it has a row for: cities and works."""
