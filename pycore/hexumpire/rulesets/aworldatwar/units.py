"""A counter by itself: which arm it belongs to, what its nation is, and how it is called."""

from __future__ import annotations

from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.vocabulary import NATIONS

TRAITS = {nation.key: nation.traits for nation in NATIONS}
"""Faction and standing of each nation."""


def arm_of(unit: Unit) -> str:
    """``ground``, ``air``, ``fleet``, ``destroyer`` or ``flak``."""
    return unit.type if unit.type in ("air", "fleet", "destroyer", "flak") else "ground"


def exploited(unit: Unit) -> bool:
    """Whether a unit exploited last turn, which supplies it and gives it its oil this turn: only armor did (16.61)."""
    return unit.type == "armor" and unit.flag("exploited")


WORDS = {"air": ("air factor", "air factors"), "destroyer": ("destroyer factor", "destroyer factors"),
         "fleet": ("fleet", "fleets"), "flak": ("flak", "flak")}  # fmt: skip
"""One of a kind, and several."""


def describe(unit: Unit, count: int = 1) -> str:
    """A counter in words, ``German 4-6 armor``, or what so many are called: ``German air factors``."""
    nation = "American" if unit.nation == "US" else unit.nation
    if arm_of(unit) == "ground":
        face = f"{unit.number('factors')}-{unit.number('movement')}"
        return say("{nation} {face} {type}", nation=nation, face=face, type=unit.type)
    word = WORDS[unit.type][count > 1]
    if unit.type == "fleet":
        size = "{nation} 1-factor {type}" if unit.number("factors") == 1 else "{nation} {n}-factor {type}"
        return say(size, nation=nation, n=unit.number("factors"), type=word)
    return say("{nation} {type}", nation=nation, type=word)


def factors_said(number: int) -> str:
    """So many factors."""
    return say("{n} factor", n=number) if number == 1 else say("{n} factors", n=number)
