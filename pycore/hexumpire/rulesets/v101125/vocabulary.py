"""What a scenario of chapter 11 may say (``vocabulary.toml``), and kinds of units."""

from __future__ import annotations

from collections.abc import Mapping

from hexumpire.files.vocabulary import vocabulary_of

VOCABULARY = vocabulary_of(__package__)
TITLES: Mapping[str, str] = {kind.key: kind.title for kind in VOCABULARY.types}
NAMES: Mapping[str, str] = {nation.key: nation.title for nation in VOCABULARY.nations}
TRAITS: Mapping[str, frozenset[str]] = {nation.key: nation.traits for nation in VOCABULARY.nations}
MARKS: Mapping[str, str] = {mark.key: mark.title for mark in (*VOCABULARY.features, *VOCABULARY.side_features)} | {
    terrain.key: terrain.title for terrain in VOCABULARY.terrains
}
"""What terrain, features and hexsides are called."""

SUPPORT = ("air", "naval")
"""Types that add points to a side and are no ground units (11.M.5)."""
