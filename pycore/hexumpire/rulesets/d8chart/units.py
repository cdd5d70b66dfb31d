"""Counters: what the chart makes of each, and what it is called."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import Text, say, uncapital
from hexumpire.rulesets.d8chart.vocabulary import AIR, BIG_SHIPS, HOMELANDS, LAND, MECH, NATIONS, SHIPS, TRAITS, TYPES

WORDS = {kind.key: uncapital(kind.title.partition(" (")[0]) for kind in TYPES}
"""What a counter of a type is called inside a text."""
NAMES = {nation.key: nation.title for nation in NATIONS}


def signed(value: int) -> str:
    """A modifier as it is shown: ``+1``."""
    return f"{value:+d}"


def ratio(text: str) -> Fraction:
    """A factor written as a fraction: ``1/2``."""
    above, _, below = text.partition("/")
    return Fraction(int(above), int(below or 1))


def describe(unit: Unit) -> Text:
    """What a counter is called: ``German 8-6 armor``."""
    nation = "SS" if unit.flag("ss") else NAMES[unit.nation]
    movement = unit.number("movement") if unit.type in LAND else None
    return _described(nation, unit.number("factors"), movement, WORDS[unit.type])


def with_left(unit: Unit, size: int) -> Text:
    """What one of a unit's counters is called, with the steps that it has left where it has lost some."""
    name = describe(unit)
    return say("{unit} with {n} left", unit=name, n=size) if size < unit.number("steps") else name


@lru_cache
def _described(nation: str, factors: int, movement: int | None, type: str) -> Text:
    """A counter in words; kept, because walks ask for the same counters again and again."""
    face = factors if movement is None else say("{n}-{m}", n=factors, m=movement)
    return say("{nation} {face} {type}", nation=nation, face=face, type=type)


def named(unit: Unit) -> Text:
    """What a counter is called, with how many of them there are."""
    return say("{n} × {unit}", n=unit.count, unit=describe(unit)) if unit.count > 1 else describe(unit)


def path_of(scenario: Scenario, unit: Unit) -> str:
    """The JSON path of a unit."""
    return f"$.units[{scenario.units.index(unit)}]"


def arm_of(unit: Unit) -> str:
    """``land``, ``general``, ``air`` or ``ship``."""
    if unit.type in LAND:
        return "land"
    return "air" if unit.type in AIR else "ship" if unit.type in SHIPS else "general"


def is_mechanized(unit: Unit) -> bool:
    """Whether a unit is armor or mechanized infantry."""
    return unit.type in MECH


def is_big_ship(unit: Unit) -> bool:
    """Whether ships of this kind give gunnery each by its rating."""
    return unit.type in BIG_SHIPS


def is_minor(unit: Unit) -> bool:
    """Whether a unit belongs to a minor partner."""
    return "minor" in TRAITS[unit.nation]


def is_major(unit: Unit) -> bool:
    """Whether a unit belongs to a major power."""
    return "major" in TRAITS[unit.nation]


def is_allied(unit: Unit) -> bool:
    """Whether a unit lands as the US and the British do."""
    return "allied" in TRAITS[unit.nation]


def is_abroad(scenario: Scenario, unit: Unit) -> bool | None:
    """Whether a unit stands outside its home country; None when the map does not say."""
    stated = unit.text("abroad", "map")
    if stated != "map":
        return stated == "abroad"
    country = str(scenario.hex(unit.at).values.get("country", "unstated"))
    home = HOMELANDS.get(unit.nation)
    return None if country == "unstated" or home is None else country != home
