"""What a scenario of Dai Senso may say (``vocabulary.toml``), and kinds of counters."""

from __future__ import annotations

from hexumpire.files.vocabulary import vocabulary_of
from hexumpire.rulesets.daisenso.charting import CHECKS

VOCABULARY = vocabulary_of(__package__, checks=CHECKS)
NATIONS = VOCABULARY.nations
CONDITIONS = VOCABULARY.conditions
READINGS = VOCABULARY.readings
HEX_FIELDS = VOCABULARY.hex_fields
TRAITS = {nation.key: nation.traits for nation in NATIONS}

GROUND = ("infantry", "armor", "marine", "airborne", "fortress", "hq")
AIR = ("air", "strike")
BEACHHEADS = ("beachhead", "snlf")
LONE = ("detachment", "logistics")
"""Markers that give way without a fight (4.2.2.auto)."""
FACTIONS = {"axis": "Axis", "western": "Western", "soviet": "Soviet"}
"""Each is the enemy of the others (4.factions). A nation has its faction among its traits; a Minor Country without one,
or with another one in this battle, is stated by counter."""
