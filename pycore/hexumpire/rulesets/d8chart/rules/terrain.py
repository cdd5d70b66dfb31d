"""Hexsides and terrain in an attack: rivers and straits with their ice, impassable mountains, mountain troops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention_side
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.d8chart.rules.factors import Factors
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.tables import FACTORS, IMPASSABLE
from hexumpire.rulesets.d8chart.units import arm_of

WATER = frozenset({"river", "strait"})


def apart(start: str, end: str) -> int:
    """How many hexes two hexes lie apart."""
    return hexgrid.distance(hexgrid.parse(start), hexgrid.parse(end))


def crossing(scenario: Scenario, start: str, end: str) -> frozenset[str]:
    """Features of the hexside between two hexes; nothing when they are not neighbours.

    Winter in the hex that is entered or attacked freezes a river (WX.winter.freeze). The chart names rivers, lakes and
    some ports: a strait is frozen where it is marked.
    """
    if apart(start, end) != 1:
        return frozenset()
    marks = frozenset(scenario.between(start, end))
    if "river" in marks and weather_at(scenario, end) == "winter" and scenario.condition("ice") == "frozen":
        return marks | {"frozen"}
    return marks


def way(setting: Setting, unit: Unit) -> frozenset[str]:
    """Features of the hexside over which an attacker comes.

    Who lands comes over that between a sea hex and the hex attacked; from elsewhere over one that nobody has named. Who
    drops comes over none.
    """
    via, afloat = unit.text("via", "land"), setting.scenario.hex(unit.at).terrain == "sea"
    if not setting.target or via == "air" or (via == "sea" and not afloat):
        return frozenset()
    return crossing(setting.scenario, unit.at, setting.target)


def ways(setting: Setting) -> list[frozenset[str]]:
    """Features of the hexside over which each attacking land unit comes."""
    return [way(setting, unit) for unit in setting.of("attacker")]


def frozen_land(scenario: Scenario) -> Iterator[Problem]:
    """Only water freezes."""
    for side, marks in scenario.sides.items():
        if "frozen" in marks and not WATER & set(marks):
            message = say("{side} is frozen, but there is no water", side=mention_side(side))
            yield Problem(message, f'$.map.sides["{side}"]', "WX.winter.freeze",
                          "mark a river or strait there too, or take 'frozen' away")  # fmt: skip


# --- impassable mountains -----------------------------------------------------------------------------------


def cross_impassable(units: Iterable[Unit]) -> bool:
    """Whether units that go together cross impassable mountains (TER.impass.mp, TER.impass.block).

    Mountain troops do; Generals go with their troops, and never alone.
    """
    troops = [unit for unit in units if arm_of(unit) != "general"]
    return bool(troops) and all(unit.type in IMPASSABLE for unit in troops)


def climbs(setting: Setting, unit: Unit) -> bool:
    """Whether an attacker crosses impassable mountains; a General does with mountain troops of his hex."""
    beside = [other for other in setting.of("attacker") if other.at == unit.at and cross_impassable([other])]
    return cross_impassable([unit, *beside])


def walled_off(setting: Setting, unit: Unit) -> bool:
    """Whether an attacker comes over impassable mountains that it cannot cross."""
    return "impassable" in way(setting, unit) and not climbs(setting, unit)


# --- water --------------------------------------------------------------------------------------------------


def halved_by_water(setting: Setting, unit: Unit, factors: Factors) -> None:
    """Halve an attacker that crosses a river or strait, or say why it is not halved (TER.river.halve)."""
    over = way(setting, unit)
    if not over & WATER:
        return
    what = "strait" if "strait" in over else "river"
    halved = say("halved across a {water}", water=what)
    if "frozen" in over:
        _not_halved_by_ice(setting, unit, halved, factors)
        return
    if weather_at(setting.scenario, setting.target) == "winter":
        note = "a strait freezes only where it is marked" if what == "strait" else "only what is marked, as stated"
        factors.skip("frozen over by winter", note, "WX.winter.freeze", "EXT.1.6")
    if setting.scenario.readings["river_halves"] == "attack":
        note = "by the reading chosen the whole attack is halved"
        factors.skip(halved, note, "TER.river.halve")
    else:
        factors.add(FACTORS["river"], say("across a {water}", water=what), "TER.river.halve")


def _not_halved_by_ice(setting: Setting, unit: Unit, label: str, factors: Factors) -> None:
    """Why water halves nobody: it is marked as frozen, or winter freezes it."""
    if "frozen" in setting.scenario.between(unit.at, setting.target):
        factors.skip(label, "it is frozen over", "TER.river.frozen")
    else:
        factors.skip(label, "winter freezes rivers", "TER.river.frozen", "WX.winter.freeze", "EXT.1.6")


def any_water(setting: Setting) -> bool:
    """Whether an attacker crosses water that is not frozen."""
    return any(over & WATER and "frozen" not in over for over in ways(setting))


def halved_as_one(setting: Setting) -> bool:
    """Whether water halves the whole attack (TER.river.halve by its reading)."""
    return setting.scenario.readings["river_halves"] == "attack" and any_water(setting)


# --- mountains ----------------------------------------------------------------------------------------------


def doubled_in_mountains(setting: Setting, unit: Unit, factors: Factors) -> None:
    """Double mountain troops that defend a mountain, or say why a defender is not (TER.mountain.double)."""
    if setting.hex.terrain != "mountain":
        return
    if unit.type == "mountain":
        factors.add(FACTORS["mountain"], "mountain troops in mountains", "TER.mountain.double")
    else:
        factors.skip("doubled in mountains", "only mountain troops are", "TER.mountain.double")


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting) -> Iterator[str]:
    """Conditions and readings of water that could matter to an attack."""
    if any(_may_freeze(setting, unit) for unit in setting.of("attacker")):
        yield "ice"
    if any_water(setting):
        yield "river_halves"


def _may_freeze(setting: Setting, unit: Unit) -> bool:
    """Whether a unit attacks over a river in winter that nobody marked as frozen."""
    scenario, target, over = setting.scenario, setting.target, way(setting, unit)
    marked = "river" in over and "frozen" in scenario.between(unit.at, target)
    return "river" in over and not marked and weather_at(scenario, target) == "winter"


def wet(scenario: Scenario) -> bool:
    """Whether there is a river or strait on the map."""
    return any(WATER & set(marks) for marks in scenario.sides.values())
