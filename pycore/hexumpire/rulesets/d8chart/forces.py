"""Who fights: the units of a scenario by what the chart makes of them, and how each attacker comes at the hex."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Number
from hexumpire.rulesets.d8chart.vocabulary import AIR, HOMELANDS, LAND, NATIONS, SHIPS, TRAITS, TYPES

TITLES = {kind.key: kind.title for kind in TYPES}
NAMES = {nation.key: nation.title for nation in NATIONS}
WATER = frozenset({"river", "strait"})


def plain(value: Number) -> Number:
    """A number, as a whole one when it is."""
    return value.numerator if value.denominator == 1 else value


def describe(unit: Unit) -> str:
    """A counter in words: ``German 8-6 armor``."""
    kind = TITLES[unit.type].partition(" (")[0].lower()
    factors = str(unit.number("factors"))
    if unit.type in LAND:
        factors += f"-{unit.number('movement')}"
    return f"{'SS' if unit.flag('ss') else NAMES[unit.nation]} {factors} {kind}"


def ratio(text: str) -> Fraction:
    """A factor written as a fraction: ``1/2``."""
    above, _, below = text.partition("/")
    return Fraction(int(above), int(below or 1))


def crossing(scenario: Scenario, start: str, end: str) -> frozenset[str]:
    """Features of the hexside between two hexes; nothing when they are not neighbours.

    Winter in the hex that is entered or attacked freezes a river (WX.winter.freeze). The chart names rivers, lakes and
    some ports: a strait is frozen where it is marked.
    """
    if hexgrid.distance(hexgrid.parse(start), hexgrid.parse(end)) != 1:
        return frozenset()
    marks = frozenset(scenario.between(start, end))
    if "river" in marks and weather_at(scenario, end) == "winter" and scenario.condition("ice") == "frozen":
        return marks | {"frozen"}
    return marks


def weather_at(scenario: Scenario, place: str) -> str:
    """The weather in a hex: that of its zone, else that of the battle."""
    zone = str(scenario.hex(place).values.get("zone", "same"))
    return str(scenario.condition("weather")) if zone == "same" else zone


class Forces:
    """The units of a fight over one hex, by side and arm."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.target = scenario.named[0] if scenario.named else ""
        self.hex = scenario.hex(self.target)
        arms = ("land", "general", "air", "ship")
        by: dict[tuple[str, str], list[Unit]] = {(side, arm): [] for side in ("attacker", "defender") for arm in arms}
        self.strays: list[Unit] = []
        for unit in scenario.units:
            arm = arm_of(unit)
            if unit.side == "defender" and arm in ("land", "general") and unit.at != self.target:
                self.strays.append(unit)
                continue
            by[unit.side, arm].append(unit)
        self._by = by
        self._ways = {
            unit.id: crossing(scenario, unit.at, self.target) if unit.text("via", "land") == "land" else frozenset()
            for unit in by["attacker", "land"]
        }

    def of(self, side: str, arm: str = "land") -> list[Unit]:
        """The units of a side and arm (``land``, ``general``, ``air``, ``ship``); defenders in the hex only."""
        return self._by[side, arm]

    def way(self, unit: Unit) -> frozenset[str]:
        """Features of the hexside over which an attacker comes; none for those who land or drop."""
        return self._ways[unit.id]

    @cached_property
    def landing(self) -> bool:
        """Whether an attacker comes from the sea."""
        return any(unit.text("via") == "sea" for unit in self.of("attacker"))

    @cached_property
    def by_fort(self) -> list[bool]:
        """Of each attacking land unit, whether it comes through a hexside of a permanent fort in the hex."""
        if "permanent_fort" not in self.hex.features:
            return [False for _ in self.of("attacker")]
        return ["fort" in self.way(unit) for unit in self.of("attacker")]

    @cached_property
    def fort_here(self) -> bool:
        """Whether a fort is there that matters to this attack (RES.B1-fort by its reading)."""
        marks = set(self.hex.features)
        if self.scenario.readings["fort_present"] == "any":
            return bool(marks & {"fort_chit", "coastal_fort", "permanent_fort"})
        manned = bool(self.of("defender"))
        return (
            "fort_chit" in marks
            or ("coastal_fort" in marks and self.landing)
            or ("permanent_fort" in marks and (any(self.by_fort) or not manned))
        )

    @cached_property
    def home_city(self) -> bool:
        """Whether the hex counts as a Soviet home city (RES.B1-sovcity by its reading)."""
        marks = set(self.hex.features)
        return "home_city" in marks or ("soviet_city" in marks and self.scenario.readings["cities"] == "same")

    @cached_property
    def blitz_germans(self) -> bool:
        """Whether the attack counts as German in the first turn of its Blitz (RES.star-blitz)."""
        if self.scenario.condition("blitz") != "first":
            return False
        germans = [unit.nation == "German" for unit in self.of("attacker")]
        return bool(germans) and (all(germans) or (any(germans) and self.scenario.condition("blitz_germans") is True))


def arm_of(unit: Unit) -> str:
    """``land``, ``general``, ``air`` or ``ship``."""
    if unit.type in LAND:
        return "land"
    return "air" if unit.type in AIR else "ship" if unit.type in SHIPS else "general"


def is_abroad(scenario: Scenario, unit: Unit) -> bool | None:
    """Whether a unit stands outside its home country; None when the map does not say."""
    stated = unit.text("abroad", "map")
    if stated != "map":
        return stated == "abroad"
    country = str(scenario.hex(unit.at).values.get("country", "unstated"))
    home = HOMELANDS.get(unit.nation)
    return None if country == "unstated" or home is None else country != home


def is_minor(unit: Unit) -> bool:
    """Whether a unit belongs to a minor partner."""
    return "minor" in TRAITS[unit.nation]
