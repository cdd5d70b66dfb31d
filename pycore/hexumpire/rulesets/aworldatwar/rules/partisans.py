"""Partisans on the board: whose they are, how many there can be, and where they may be placed (chapter 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Line
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules import zones
from hexumpire.rulesets.aworldatwar.rules.stacking import stacking_limit
from hexumpire.rulesets.aworldatwar.tables import AREAS, LOOKUPS, PARTISANS
from hexumpire.rulesets.aworldatwar.units import TRAITS, arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY

BUILDERS = VOCABULARY.field_of["builder"].options
"""Who builds partisans, with their titles; ``nation`` leaves it to the nation of the counter."""
CHINESE = {"Nationalist Chinese": "nationalist", "Communist Chinese": "communist"}
MAJOR = {"axis": "Axis", "wa": "Western Allies", "russia": "Communist", "nationalist": "Western Allies",
         "communist": "Communist"}  # fmt: skip
"""Column of each builder in the table of major powers (11.22), where Nationalist China has that of the West."""
MINOR = {"axis": "Ax", "wa": "WA", "russia": "Ru"}
"""Column of each builder in the table of minor countries in Europe (11.23)."""
GATES = {"France": "11.33A", "Britain": "11.33B", "Russia": "11.33C", "Siberia": "11.33C", "Italy": "11.33D",
         "China": "11.33F", "Egypt": "11.341A", "Iraq": "11.341A", "Persia": "11.341A", "Ireland": "11.341B",
         "India": "11.341C"}  # fmt: skip
"""What has to be so before partisans may be built in an area; in the other minor countries 11.34 says it."""
NEVER = {"Germany": "11.33E", "Japan": "11.33G", "United States": "11.33H"}
POOLS = {"France": "11.22A", "Britain": "11.22B", "Russia": "11.22C", "Siberia": "11.22D", "Italy": "11.22E",
         "China": "11.22F", "India": "11.341C"}  # fmt: skip
"""Where the pool of an area is printed; those of the other minor countries are in 11.23."""
BARRED = {("Britain", "russia"): "11.33B", ("Russia", "wa"): "11.33C", ("Siberia", "wa"): "11.33C",
          ("Poland", "russia"): "11.341D"}  # fmt: skip
"""Builders whom the rules name as barred from an area."""
COUNTED = ("bridgehead", "railhead", "ic", "fortification", "fortress", "maginot", "west_wall", "singapore", "base")
"""What else an enemy may have in a hex that closes it to partisans being placed (11.353E)."""
BLOCKS = (
    Line("Partisans hold only the hex they stand in, and only while they do.", ("11.61",)),
    Line("A port, a base or an objective under partisans serves and counts for nobody.", ("11.62", "11.63")),
    Line("Partisans that move into an undefended base send the air and the ships there to another.", ("11.64",)),
)
"""What follows from partisans on the board."""
ALONE = (
    Line("Partisans are fought in attacks and overruns only, never by attrition.", ("11.81",)),
    Line(
        "What an attack on partisans alone costs does not count for attrition on the front, for tension or for the "
        "Russian winter; they are no enemy losses for Japanese resistance.", ("11.82",),
    ),
)  # fmt: skip
"""What an attack on nobody but partisans counts for."""


def builder_of(unit: Unit) -> str:
    """Who built a partisan (11.41): as stated, else the faction of its nation; empty for a nation of no faction."""
    said = unit.text("builder", "nation")
    if said != "nation":
        return said
    return CHINESE.get(unit.nation) or next((key for key in BUILDERS if key in TRAITS[unit.nation]), "")


def area_of(place: str, scenario: Scenario) -> str:
    """The area of a partisan pool that a hex lies in (11.22, 11.341A): its country, or those that go together."""
    country = str(scenario.hex(place).values["country"])
    return AREAS.get(country, country)


def leaves(unit: Unit, place: str, scenario: Scenario) -> Why:
    """Why a partisan may not go into a hex from where it stands (11.42); empty when it may.

    It keeps to its country, or to those that share a pool of its builder: Russia and eastern Poland, those around
    Iraq. To Irish partisans Ulster is Ireland, to others Britain. None goes into a closed Ukraine (11.33C).
    """
    here, there = (str(scenario.hex(one).values["country"]) for one in (unit.at, place))
    builder = builder_of(unit)
    areas = {**AREAS, "Ulster": "Ireland"} if builder == "axis" else AREAS
    if "unstated" in (here, there) or here == there:
        return "", ()
    area = areas.get(here, here)
    if area != areas.get(there, there) or not pool(area, builder)[1]:
        return "partisans do not leave their country", ("11.42",)
    if there == "Ukraine" and scenario.condition("ukraine_closed"):
        return "the Ukraine is closed to Russian partisans", ("11.33C",)
    return "", ()


def pool(area: str, builder: str) -> tuple[int, int]:
    """How many partisans a builder has in an area to begin with, and how many at most (11.22, 11.23, 11.341C)."""
    if area == "India":
        number = PARTISANS["japanese_in_india"] if builder == "japan" else 0
        return number, number
    if (builder in CHINESE.values()) != (area == "China"):
        return 0, 0
    cell = LOOKUPS["major"].cell(area, MAJOR[builder]) if builder in MAJOR else ""
    if not cell and builder in MINOR:
        cell = LOOKUPS["europe"].cell(area, MINOR[builder])
    first, _, most = cell.replace("-", "").partition(":")
    return int(first or 0), int(most or first or 0)


def limit(area: str, builder: str, scenario: Scenario) -> int:
    """How many partisans a builder may have in an area now: those to begin with and those added, up to the most."""
    first, most = pool(area, builder)
    added = int(scenario.condition("partisans_added"))
    return max(0, min(most, first + added)) if area == "Russia" or added > 0 else first


def none_ever(area: str, builder: str) -> Why:
    """Why a builder has no pool in an area at all; empty when it has one (11.33, 11.34)."""
    if pool(area, builder)[1]:
        return "", ()
    tables = (("11.22", "major"), ("11.23", "europe"), ("11.23", "pacific"))
    printed = next((rule for rule, key in tables if area in LOOKUPS[key].rows), "11.21")
    printed = "11.341C" if area == "India" else printed
    rule = NEVER.get(area) or BARRED.get((area, builder)) or printed
    return say("{builder}: no partisans in {country}", builder=BUILDERS[builder], country=area), (rule,)


def not_yet(area: str, builder: str, scenario: Scenario) -> Why:
    """Why a builder may not build in an area now (11.32 to 11.341, 11.353A, 11.353B); empty when it may."""
    if scenario.condition("partisans_permitted"):
        return "", ()
    rules: Rules = (GATES.get(area, "11.34"), "11.353A", "11.353B")
    if builder in ("wa", "russia"):
        rules = (*rules, "11.32A")
    elif area == "India":
        rules = (*rules, "11.32B")
    text = say("{builder}: partisans in {country} are not permitted yet", builder=BUILDERS[builder], country=area)
    return text, rules


class Board:
    """A board as partisans see it: who stands where, enemy zones of control, and the partisans of each area."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.stacks: dict[str, list[Unit]] = {}
        self.bands: Counter[tuple[str, str]] = Counter()
        """How many partisans of each builder stand in each area."""
        for unit in scenario.units:
            if not unit.flag("placing"):
                self.stacks.setdefault(unit.at, []).append(unit)
                if unit.type == "partisan":
                    self.bands[area_of(unit.at, scenario), builder_of(unit)] += unit.count
        armor = [unit for unit in scenario.units if unit.side != "attacker" and unit.type == "armor"]
        self.zone = zones.controlled(armor, scenario)
        """Hexes in a zone of control of the enemy."""

    def closed(self, place: str, builder: str) -> Why:
        """Why a builder may place no partisan in a hex, whatever it has placed already; empty when it may."""
        scenario = self.scenario
        data, area = scenario.hex(place), area_of(place, scenario)
        if data.terrain == "sea":
            return "it is all water", ("11.353D",)
        if area == "unstated":
            return "the country of the hex is not stated", ("11.353D",)
        for reason, rules in (none_ever(area, builder), not_yet(area, builder, scenario)):
            if reason:
                return reason, rules
        if data.values["country"] == "Ukraine" and scenario.condition("ukraine_closed"):
            return "the Ukraine is closed to Russian partisans", ("11.33C",)
        if data.values["control"] in ("attacker", "neutral"):
            return "the enemy does not control it", ("11.353D",)
        return self._occupied(place, builder)

    def _occupied(self, place: str, builder: str) -> Why:
        """Why what is in a hex closes it: enemies, own units but partisans of the same builder (11.353D, 11.353E)."""
        units = self.stacks.get(place, ())
        if any(unit.side != "attacker" for unit in units):
            return "an enemy unit is in it", ("11.353E",)
        if any(unit.type != "partisan" or builder_of(unit) != builder for unit in units):
            return "it is not vacant", ("11.353D",)
        mark = next((mark for mark in COUNTED if mark in self.scenario.hex(place).features), "")
        if mark:
            title = next(one.title for one in VOCABULARY.features if one.key == mark)
            return say("there is something of the enemy's in it: {x}", x=title), ("11.353E",)
        if place in self.zone:
            return "it is in an enemy zone of control", ("11.353E", "10.34")
        return "", ()

    def room(self, place: str, placed: int) -> Why:
        """Why no further partisan finds room in a hex where so many were placed (12.11A); empty when one does."""
        here = self.stacks.get(place, ())
        most, rule = stacking_limit(self.scenario, place, here)
        if sum(unit.count for unit in here) + placed < most:
            return "", ()
        return say("{n} ground unit may stack there" if most == 1 else "{n} ground units may stack there", n=most), (
            rule,
        )

    def spent(self, area: str, builder: str, placed: Mapping[tuple[str, str], int]) -> Why:
        """Why a builder places no more in an area, by its partisans there and those ``placed`` now (11.21, 11.353C)."""
        most = limit(area, builder, self.scenario)
        if self.bands[area, builder] + placed.get((area, builder), 0) >= most:
            text = say("{builder}: the pool of {country} holds {n}", builder=BUILDERS[builder], country=area, n=most)
            return text, ("11.21", POOLS.get(area, "11.23"))
        head, number = a_turn(area, builder)
        if sum(n for (other, who), n in placed.items() if who == builder and a_turn(other, who)[0] == head) >= number:
            return say("no more than {n} may be built in a country in a turn", n=number), ("11.353C",)
        return "", ()


def a_turn(area: str, builder: str) -> tuple[str, int]:
    """How many a builder may build in a turn (11.353C), and under which heading they are counted.

    One in each country; Russia two in Russia and Siberia together.
    """
    if builder == "russia" and area in ("Russia", "Siberia"):
        return "Russia", PARTISANS["russian_a_turn"]
    return area, PARTISANS["a_turn"]


def problems(board: Board, building: Sequence[Unit]) -> Iterator[Problem]:
    """What is wrong with a board on which partisans are to be placed; ``building`` are those to be."""
    scenario = board.scenario
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    if scenario.edition == "old":
        yield Problem("the older text has no chapter on partisans", "$.edition", "11.21", "choose the newer edition")
    if not building:
        yield Problem("no partisan is being built", "$.units", "11.351", "add one, and tick that it is being built")
    for unit in building:
        if unit.side != "attacker":
            yield Problem("the phasing side builds", f"{at[unit.id]}.side", "11.351", "make it the attacker's")
    for unit in scenario.units:
        if unit.type == "partisan" and not builder_of(unit):
            yield Problem("nobody is said to have built this partisan", f"{at[unit.id]}.builder", "11.41",
                          "say who built it")  # fmt: skip
    yield from _pools(board, at)


def _pools(board: Board, at: Mapping[str, str]) -> Iterator[Problem]:
    """More partisans on the board than there can be (11.21), and Russian ones where they may not be (11.33C)."""
    scenario = board.scenario
    bands = [unit for stack in board.stacks.values() for unit in stack if unit.type == "partisan"]
    last = {(area_of(unit.at, scenario), builder_of(unit)): unit for unit in bands}
    for (area, builder), unit in last.items():
        if area == "unstated" or not builder:
            continue
        most = limit(area, builder, scenario) if unit.side == "attacker" else pool(area, builder)[1]
        if board.bands[area, builder] > most:
            number = board.bands[area, builder]
            message = say(
                "{builder}: {n} partisan in {country}, where there can be {m}" if number == 1
                else "{builder}: {n} partisans in {country}, where there can be {m}",
                builder=BUILDERS[builder], n=number, country=area, m=most,
            )  # fmt: skip
            yield Problem(message, at[unit.id], "11.21", "take some away, or add to the pool")
    for unit in bands if scenario.condition("ukraine_closed") else ():
        if builder_of(unit) == "russia" and scenario.hex(unit.at).values["country"] == "Ukraine":
            text = "that diplomatic result eliminates Russian partisans in the Ukraine"
            yield Problem(text, at[unit.id], "11.33C", "take them away")


def alone(defenders: Iterable[Unit]) -> bool:
    """Whether an attack is directed at partisans and at no other ground unit (11.82)."""
    ground = [unit for unit in defenders if arm_of(unit) == "ground"]
    return bool(ground) and all(unit.type == "partisan" for unit in ground)


def relevant(scenario: Scenario) -> Mapping[str, object]:
    """What the form could ask where partisans are placed."""
    conditions = ["partisans_permitted", "partisans_added"]
    if any(data.values["country"] == "Ukraine" for data in scenario.hexes.values()):
        conditions.append("ukraine_closed")
    armor = [unit for unit in scenario.units if unit.type == "armor" and unit.side != "attacker"]
    if armor:
        conditions.insert(0, "theatre")
    machines = {unit.id: ["supply", "oil_short", "mech"] for unit in armor}
    bands = {unit.id: ["builder", "placing"] for unit in scenario.units if unit.type == "partisan"}
    return {
        "conditions": conditions if scenario.edition == "new" else [],
        "readings": [],
        "units": {unit.id: bands.get(unit.id) or machines.get(unit.id) or [] for unit in scenario.units},
        "hexes": {place: ["country", "control"] for place in scenario.hexes},
    }
