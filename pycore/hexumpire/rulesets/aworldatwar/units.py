"""A counter by itself: which arm it belongs to, what its nation is, and how it is called."""

from __future__ import annotations

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.aworldatwar.vocabulary import NATIONS

TRAITS = {nation.key: nation.traits for nation in NATIONS}
"""Faction and standing of each nation."""


def arm_of(unit: Unit) -> str:
    """``ground``, ``air``, ``fleet``, ``destroyer`` or ``flak``."""
    return unit.type if unit.type in ("air", "fleet", "destroyer", "flak") else "ground"


def describe(unit: Unit) -> str:
    """A counter in words: ``German 4-6 armor``."""
    nation = "American" if unit.nation == "US" else unit.nation
    if arm_of(unit) == "ground":
        return f"{nation} {unit.number('factors')}-{unit.number('movement')} {unit.type}"
    words = {"air": "air factor", "destroyer": "destroyer factor", "fleet": "fleet", "flak": "flak"}
    size = f"{unit.number('factors')}-factor " if unit.type == "fleet" else ""
    return f"{nation} {size}{words[unit.type]}"
