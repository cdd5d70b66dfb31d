"""A plain reading of one attack on the 1D8 chart, by brute force: strengths, modifiers, results and all ends.

It reads the document of a battle as players write it, and shares no line with the engine: the numbers of the chart
stand here once more, typed in from its text. ``read`` gives strengths, modifiers and column, or why there is no
attack; ``ends`` all positions that may come of a face of the die, whatever anybody chooses; ``chances`` how many steps
are lost and who leaves when the defender stays and takes the check.

It covers one attack with all its conditions, readings and chart packs, losses step by step, the retreat check,
voluntary retreats, and the ways of a retreat, on which generals come along. It does not cover what becomes of
generals, aircraft and ships otherwise, the words ``!...`` of an agreement, several attacks of one turn, paths,
landings and lists of zones of control. Where the chart is silent it follows what the game says it reads. Documents
say the factors and steps of every counter, and attackers by land or by sea stand beside the one hex attacked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction as F
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

Document = Mapping[str, Any]
Side = tuple[tuple[str, int, str], ...]
"""Counters: unit, steps left, and where it is ("?" is where the rules of retreats put it)."""

COLUMNS = {
    "1-3": F(1, 3),
    "1-2": F(1, 2),
    "1-1": F(1),
    "3-2": F(3, 2),
    "2-1": F(2),
    "3-1": F(3),
    "4-1": F(4),
    "5-1": F(5),
}
DIAGONAL = [*["AE"] * 3, "3/-", "3/-", "2/-", "2/-", "1/-", "1/-", "[-/1]", "-/2", "-/3", *["DE"] * 5]
"""The chart: one row down is one column to the right."""
NO_STAR = {(8, "1-1"), (9, "1-2"), (9, "1-1")}
ROWS = ("-", *"12345678", "+")
DIRECTIONS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
LAND = ("infantry", "armor", "mechanized", "mountain", "para", "commando")
AIRCRAFT, BIG, SMALL = ("fighter_bomber", "bomber"), ("battleship", "heavy_cruiser"), ("light_cruiser", "destroyer")
HEAVY = ("armor", "mechanized")
MAJORS = ("German", "Soviet", "Italian", "British", "US", "French")
AXIS = ("German", "Italian", "Finnish", "Rumanian", "Hungarian", "Bulgarian", "Other Axis minor")
HOMES = {
    "Finnish": "Finland",
    "Rumanian": "Rumania",
    "Hungarian": "Hungary",
    "Bulgarian": "Bulgaria",
    "Polish": "Poland",
    "Yugoslav": "Yugoslavia",
    "Greek": "Greece",
}
AWAY = "?"


@dataclass
class Odds:
    """What is known before the dice: strengths, modifiers by rule and their sum, the column, and what forbids it."""

    attack: F
    defence: F
    modifiers: dict[str, int]
    column: str
    refused: set[str] = field(default_factory=set)

    @property
    def drm(self) -> int:
        return sum(self.modifiers.values())


def hex_of(at: str) -> tuple[int, int]:
    q, r = at.split(",")
    return int(q), int(r)


def beside(at: str, direction: str) -> str:
    (q, r), (dq, dr) = hex_of(at), DIRECTIONS[direction]
    return f"{q + dq},{r + dr}"


def distance(one: str, other: str) -> int:
    dq, dr = (a - b for a, b in zip(hex_of(one), hex_of(other), strict=True))
    return max(abs(dq), abs(dr), abs(dq + dr))


class Battle:
    """A document, asked by short names."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.conditions: Mapping[str, Any] = document.get("conditions", {})
        self.readings: Mapping[str, str] = document.get("readings", {})
        self.map: Mapping[str, Any] = document.get("map", {})
        self.target: str = document["targets"][0]
        self.units: list[Document] = list(document["units"])
        self.at = {unit["id"]: unit["at"] for unit in self.units}

    def says(self, condition: str, default: Any = False) -> Any:
        """A condition of the battle, unless the hex attacked has its own."""
        own = self.hex(self.target).get(condition, "same")
        return own == "yes" if own != "same" else self.conditions.get(condition, default)

    def reads(self, reading: str, option: str) -> bool:
        """Whether a reading other than the usual one was taken."""
        return self.readings.get(reading) == option

    def hex(self, at: str) -> Document:
        found: Document = self.map.get("hexes", {}).get(at, {})
        return found

    def terrain(self, at: str) -> str:
        return str(self.hex(at).get("terrain", "clear"))

    def has(self, feature: str) -> bool:
        return feature in self.hex(self.target).get("features", ())

    def between(self, one: str, other: str) -> set[str]:
        """What runs along a hexside, from whichever side it was said."""
        found: set[str] = set()
        for here, there in ((one, other), (other, one)):
            for direction in DIRECTIONS:
                if beside(here, direction) == there:
                    found |= set(self.map.get("sides", {}).get(f"{here}:{direction}", ()))
        return found

    def of(self, side: str, types: Sequence[str] = LAND) -> list[Document]:
        return [unit for unit in self.units if unit["side"] == side and unit["type"] in types]

    def weather(self, at: str = "") -> str:
        own = self.hex(at or self.target).get("zone", "same")
        return str(self.conditions.get("weather", "clear") if own == "same" else own)

    def frozen(self, marks: set[str], at: str = "") -> bool:
        """TER.river.frozen: what is marked, and rivers in winter; straits freeze only where they are marked (A20)."""
        by_winter = self.weather(at) == "winter" and self.conditions.get("ice", "frozen") == "frozen"
        return "frozen" in marks or ("river" in marks and by_winter)

    def crossed(self, unit: Document) -> set[str]:
        """What runs along the hexside that an attacker comes over; those who drop from the air cross none."""
        return self.between(unit["at"], self.target) if unit.get("via", "land") != "air" else set()

    @cached_property
    def landing(self) -> bool:
        return any(unit.get("via") == "sea" for unit in self.of("attacker"))


# --- strength ---------------------------------------------------------------------------------------------------------


def air_left(battle: Battle) -> F:
    """The part of ground support that weather and woods leave (TER.forest.air, WX.mud.air)."""
    table = battle.document.get("pack", {}).get("tables", {}).get("weather", {})
    said = battle.conditions.get("air_weather", "pack")
    if said == "pack":
        said = table.get(battle.weather(), {}).get("air", "full")
    elif battle.weather() == "clear":  # nobody rolls on the weather table
        said = "full"
    woods = F(1, 2) if battle.terrain(battle.target) in ("forest", "marsh") else F(1)
    return {"full": F(1), "half": F(1, 2), "none": F(0)}[said] * woods


def flying(battle: Battle, side: str) -> list[Document]:
    """Aircraft that survived and are not held back."""
    return [unit for unit in battle.of(side, AIRCRAFT) if unit.get("support", "yes") == "yes"]


def points(units: Sequence[Document]) -> int:
    return sum(int(unit["factors"]) * int(unit.get("count", 1)) for unit in units)


def air(battle: Battle, side: str, base: F) -> F:
    """STR.air.cap: no more than land units and generals have after their factors."""
    return min(base, points(flying(battle, side)) * air_left(battle))


def gunnery(battle: Battle, side: str) -> int:
    """A point for each three of a large ship's rating, one for all the small ships."""
    fort = side == "defender" and (chits(battle) or battle.has("permanent_fort"))
    if not fort and not battle.of(side):
        return 0  # they support, and there is nobody to support
    big = sum(unit["factors"] // 3 * unit.get("count", 1) for unit in battle.of(side, BIG))
    return int(big) + (1 if battle.of(side, SMALL) else 0)


def chits(battle: Battle) -> int:
    return 2 * battle.has("fort_chit") + 2 * (battle.has("coastal_fort") and battle.landing)


def generals(battle: Battle, side: str) -> int:
    """The best one of each stack, or of the side (A11); those who come another way are another stack."""

    def stack(unit: Document) -> tuple[str, str]:
        return unit["at"], unit.get("via", "land") if side == "attacker" else ""

    stacks = {stack(unit) for unit in battle.of(side)}
    best: dict[Any, int] = {}
    for unit in battle.of(side, ("general",)):
        if stack(unit) in stacks:
            where = "" if battle.reads("generals", "side") else stack(unit)
            best[where] = max(best.get(where, 0), unit["factors"])
    return sum(best.values())


def times(battle: Battle, unit: Document, factors: Sequence[F]) -> F:
    """Factors of a unit, all of them or one doubling and one halving at most (A19)."""
    every = [F(unit.get("supply_factor", "1")), *factors]
    if battle.reads("several_factors", "once"):
        every = [max([F(1), *every]), min([F(1), *every])]
    found = F(unit["factors"])
    for factor in every:
        found *= factor
    return found * int(unit.get("count", 1))


def halved_by_water(battle: Battle, unit: Document) -> bool:
    marks = battle.crossed(unit)
    return bool(marks & {"river", "strait"}) and not battle.frozen(marks)


def attack(battle: Battle) -> F:
    attackers = battle.of("attacker")
    wet = [halved_by_water(battle, unit) for unit in attackers]
    if battle.reads("river_halves", "attack") and any(wet):
        wet = [True] * len(wet)
    base = F(generals(battle, "attacker"))
    for unit, halved in zip(attackers, wet, strict=True):
        base += times(battle, unit, [F(1, 2)] if halved else [])
    return base + air(battle, "attacker", base) + gunnery(battle, "attacker")


def fort_doubles(battle: Battle) -> bool:
    """STR.perm.double: all attackers come through fortified hexsides, or as players say where some do (A07)."""
    if not battle.has("permanent_fort"):
        return False
    through = ["fort" in battle.crossed(unit) for unit in battle.of("attacker")]
    if any(through) and not all(through) and battle.reads("fort_sides", "ask"):
        return bool(battle.says("fort_doubles"))
    return bool(through) and all(through)


def abroad(battle: Battle, unit: Document) -> bool:
    """Whether a minor partner stands outside its home country; the map has no home of some."""
    said = unit.get("abroad", "map")
    if unit["nation"] in MAJORS or said == "home":
        return False
    country, home = battle.hex(battle.target).get("country", "unstated"), HOMES.get(unit["nation"])
    return said == "abroad" or (country != "unstated" and home is not None and country != home)


def defence(battle: Battle) -> F:
    defenders = battle.of("defender")
    helped = points([unit for unit in flying(battle, "defender") if unit["nation"] in MAJORS]) * air_left(battle) >= 1
    base = F(generals(battle, "defender"))
    for unit in defenders:
        factors = [F(2)] if fort_doubles(battle) else []
        if unit["type"] == "mountain" and battle.terrain(battle.target) == "mountain":
            factors.append(F(2))
        if abroad(battle, unit) and not helped:
            factors.append(F(1, 2))
        base += times(battle, unit, factors)
    empty = 2 if battle.has("permanent_fort") and not defenders else 0
    return base + chits(battle) + empty + air(battle, "defender", base) + gunnery(battle, "defender")


# --- modifiers --------------------------------------------------------------------------------------------------------


def finns(battle: Battle, side: str) -> bool:
    """Inside Finland in the first winter of the Winter War: all are Finns, or as players say."""
    said = battle.conditions.get("finnish", "all")
    units = [unit["nation"] == "Finnish" for unit in battle.of(side)]
    if not battle.conditions.get("winter_war") or battle.hex(battle.target).get("country") != "Finland":
        return False
    return any(units) and (all(units) if said == "all" else said == side)


def armour(battle: Battle, side: str) -> bool:
    said = battle.conditions.get("armor44", "units")
    if said != "units":
        return said in (side, "both")
    there = any(unit["type"] == "armor" and unit["nation"] in ("German", "Soviet") for unit in battle.of(side))
    return there and battle.conditions.get("year", 1942) >= 1944


def elite(battle: Battle, side: str) -> bool:
    said = battle.conditions.get("ss_bonus", "units")
    if said != "units":
        return said in (side, "both")
    units = sum(unit.get("count", 1) for unit in battle.of(side) if unit.get("ss"))
    return units >= 2 and any(unit.get("ss") for unit in battle.of(side, ("general",)))


def unsupplied(battle: Battle, side: str) -> bool:
    """Any attacker, all defenders (A24)."""
    out = [bool(unit.get("out_of_supply")) for unit in battle.of(side)]
    if battle.reads("mixed_supply", "any") or (side == "attacker" and not battle.reads("mixed_supply", "all")):
        return any(out)
    return bool(out) and all(out)


def superior(battle: Battle, side: str) -> bool:
    grounded = air_left(battle) == 0 and not battle.reads("grounded", "stated")
    return battle.conditions.get("air_superiority", "none") == side and not grounded


def strait(battle: Battle) -> bool:
    crossed = [battle.crossed(unit) for unit in battle.of("attacker")]
    return any(
        "strait" in marks and not ("frozen" in marks and battle.reads("frozen_strait", "lifts")) for marks in crossed
    )


def of_both(battle: Battle, side: str) -> Iterator[tuple[str, bool, int, int]]:
    """Conditions that either side may meet, with what they give an attacker and a defender."""
    nations = {unit["nation"] for unit in battle.of(side)}
    strikes = air_left(battle) > 0 and any(unit.get("ground_attack") for unit in flying(battle, side))
    yield "MOD.air-sup", superior(battle, side), 1, -1
    yield "MOD.ital", battle.conditions.get("apathetic", "none") in (side, "both") and "Italian" in nations, -1, 1
    yield "MOD.finn", finns(battle, side), 2, -1
    yield "MOD.armor44", armour(battle, side), 1, -1
    yield "MOD.ground-air", strikes, 1, -1
    yield "MOD.sov-winter", bool(battle.conditions.get("soviet_winter")) and "Soviet" in nations, 1, -1
    yield "MOD.oos", unsupplied(battle, side), -2, 1
    yield "MOD.ss", elite(battle, side), 1, -1


def of_attack(battle: Battle) -> Iterator[tuple[str, bool, int]]:
    """Conditions that only an attack can meet."""
    attackers = battle.of("attacker")
    lifting = battle.of("attacker") + (battle.of("defender") if battle.reads("mountain_unit", "either") else [])
    hard = battle.terrain(battle.target) == "mountain" and not any(unit["type"] == "mountain" for unit in lifting)
    blitz = battle.conditions.get("blitz", "none")
    dropped = any(unit.get("via") == "air" for unit in attackers)
    yield "MOD.para", dropped and bool(battle.says("para_success")), 1
    yield "MOD.concentric", bool(battle.says("concentric")), 1
    yield "MOD.blitz1", blitz == "first", 2
    yield "MOD.blitz2", blitz == "second", 1
    yield "MOD.mud", battle.weather() == "mud", -1
    yield "MOD.sov-city", battle.has("soviet_city") or battle.has("home_city"), -1
    yield "MOD.mountain", hard, -1
    yield "MOD.strait", strait(battle), -1
    lands = {unit["nation"] in (*AXIS, "Soviet") for unit in attackers if unit.get("via") == "sea"}
    yield "MOD.amph-axis", True in lands, -4
    yield "MOD.amph-allied", False in lands, -3


def modifiers(battle: Battle) -> dict[str, int]:
    found = {rule: value for rule, holds, value in of_attack(battle) if holds}
    for side in ("attacker", "defender"):
        for rule, holds, ours, theirs in of_both(battle, side):
            if holds:
                found[rule] = found.get(rule, 0) + (ours if side == "attacker" else theirs)
    return {rule: value for rule, value in found.items() if value}


# --- whether there is an attack, and its result -----------------------------------------------------------------------


def refusals(battle: Battle) -> set[str]:
    """Rules of map and landing that forbid the attack."""
    found: set[str] = set()
    for unit in battle.of("attacker", (*LAND, "general")):
        climbers = {other["at"] for other in battle.of("attacker", ("mountain",))}  # a general goes with them
        climbs = unit["type"] == "mountain" or (unit["type"] == "general" and unit["at"] in climbers)
        if "impassable" in battle.crossed(unit) and not climbs:
            found.add("TER.impass.block")
    port = battle.has("port") and not (battle.weather() == "winter" and battle.conditions.get("port_ice"))
    if battle.landing and battle.terrain(battle.target) in ("forest", "marsh"):
        found.add(f"TER.{battle.terrain(battle.target)}.amph")
    if battle.landing and battle.terrain(battle.target) == "mountain" and not port:
        found.add("WX.winter.freeze" if battle.has("port") else "TER.mountain.amph")
    kinds = {unit["nation"] in (*AXIS, "Soviet") for unit in battle.of("attacker") if unit.get("via") == "sea"}
    if len(kinds) > 1:  # both kinds of landing exclude each other (A23)
        found.add("MOD.amph-axis")
    return found


def read(document: Document) -> Odds:
    """Strengths, modifiers and column."""
    battle = Battle(document)
    ours, theirs = attack(battle), defence(battle)
    refused = refusals(battle)
    if theirs == 0:
        return Odds(ours, theirs, modifiers(battle), "", refused | {"CRT.odds"})
    column = max(
        (name for name, ratio in COLUMNS.items() if ours / theirs >= ratio), key=lambda c: COLUMNS[c], default="1-3"
    )
    if ours / theirs < F(1, 3) and battle.reads("worse_odds", "forbid"):
        refused.add("CRT.odds-min")
    return Odds(ours, theirs, modifiers(battle), column, refused)


def reversed_by_place(battle: Battle) -> bool:
    """RES.B1-fort, RES.B1-sovcity: whether [-/1] falls on the attacker, but for Germans in a Blitz."""
    any_fort = any(battle.has(kind) for kind in ("fort_chit", "coastal_fort", "permanent_fort"))
    through = any("fort" in battle.crossed(unit) for unit in battle.of("attacker"))
    active = battle.has("fort_chit") or (battle.has("coastal_fort") and battle.landing)
    active = active or (battle.has("permanent_fort") and (through or not battle.of("defender")))
    city = battle.has("home_city") or (battle.has("soviet_city") and not battle.reads("cities", "marked"))
    return city or (any_fort if battle.reads("fort_present", "any") else active)


def spared(battle: Battle) -> bool:
    """RES.star-blitz: every attacking land unit is German, or players say that a mixed attack counts so (A03)."""
    germans = [unit["nation"] == "German" for unit in battle.of("attacker")]
    mixed = any(germans) and bool(battle.says("blitz_germans"))
    return battle.conditions.get("blitz") == "first" and (all(germans) or mixed)


def result(document: Document, odds: Odds, face: int) -> str:
    """What a face of the die comes to."""
    battle = Battle(document)
    row = max(0, min(9, face + odds.drm))
    found = DIAGONAL[row + list(COLUMNS).index(odds.column)]
    starred = battle.reads("unstarred", "starred") or (row, odds.column) not in NO_STAR
    if found in ("-/2", "-/3") and starred:
        found += "*"
    table = battle.document.get("pack", {}).get("tables", {}).get("results")
    if table:
        found = table[ROWS[row]][odds.column]
        found += "*" if found in ("-/2", "-/3") and battle.reads("unstarred", "starred") else ""
    if found == "[-/1]":
        found = "1/-" if reversed_by_place(battle) and not spared(battle) else "-/1"
    return found


# --- losses and retreats ----------------------------------------------------------------------------------------------


def side_of(battle: Battle, side: str) -> Side:
    return tuple(
        (unit["id"], unit["steps"], unit["at"]) for unit in battle.of(side) for _ in range(unit.get("count", 1))
    )


def without(side: Side, lost: int) -> set[Side]:
    """Everything that may be left after so many steps are lost, one by one, of any counter."""
    found = {side}
    for _ in range(lost):
        found = {
            tuple(sorted((*side[:n], *([(unit, steps - 1, at)] if steps > 1 else []), *side[n + 1 :])))
            for side in found
            for n, (unit, steps, at) in enumerate(side)
        } or {()}
    return {tuple(sorted(side)) for side in found}


def steps_of(side: Side) -> int:
    return sum(steps for _, steps, _ in side)


def half_lost(battle: Battle, left: Side) -> bool:
    """A05: half of the steps, or of the strength points printed on them."""
    before = side_of(battle, "defender")
    if battle.reads("half_of", "strength"):
        worth = {unit["id"]: F(unit["factors"], unit["steps"]) for unit in battle.of("defender")}
        was, now = (sum(steps * worth[unit] for unit, steps, _ in side) for side in (before, left))
        return was > 0 and (was - now) * 2 >= was
    return (steps_of(before) - steps_of(left)) * 2 >= steps_of(before)


def controls(battle: Battle, unit: Document, at: str) -> bool:
    """Whether an attacker's zone of control reaches a hex."""
    here, marks = unit["at"], battle.between(unit["at"], at)
    if distance(here, at) != 1 or unit["type"] == "general":
        return False
    heavy = unit["type"] in HEAVY and "marsh" in (battle.terrain(here), battle.terrain(at))
    wet = bool(marks & {"river", "strait"}) and bool(battle.conditions.get("river_zoc"))
    wet = wet and not (battle.frozen(marks, at) and battle.reads("zoc_ice", "open"))
    return battle.terrain(at) not in ("forest", "mountain") and not heavy and not wet and "impassable" not in marks


def ahead(battle: Battle, kinds: set[str], way: tuple[str, ...]) -> list[str]:
    """The hexes into which units of these kinds may go on together, of those that players marked."""
    enemies = [unit for unit in battle.of("attacker", (*LAND, "general")) if unit.get("via", "land") == "land"]
    shut = battle.conditions.get("retreat_zoc", "marked") == "closed"
    far = battle.conditions.get("retreat_path", "away") == "away"
    here, troops = way[-1], kinds - {"general"}  # generals go with their troops
    found = []
    for there in (beside(here, direction) for direction in DIRECTIONS):
        walled = "impassable" in battle.between(here, there) and troops != {"mountain"}
        taken = any(unit["at"] == there or (shut and controls(battle, unit, there)) for unit in enemies)
        taken = taken or battle.terrain(there) == "sea"
        nearer = far and distance(there, way[0]) <= distance(here, way[0])
        marked = "retreat" in battle.hex(there).get("features", ())
        if marked and there not in way and not (walled or taken or nearer):
            found.append(there)
    return found


def label(way: tuple[str, ...], left: int) -> str:
    """Where somebody came to, with a mark of its own where that is not the whole way."""
    return (way[-1] if len(way) > 1 else "") + (AWAY if left else "")


def alone(battle: Battle, kind: str, way: tuple[str, ...], left: int) -> set[str]:
    """Where one counter may come to on its own way."""
    further = ahead(battle, {kind}, way) if left else []
    return {end for there in further for end in alone(battle, kind, (*way, there), left - 1)} or {label(way, left)}


def together(battle: Battle, kinds: list[str], way: tuple[str, ...], left: int) -> Iterator[Sequence[str]]:
    """Where a stack may come to: all the same way, or each its own from where there is more than one hex to go to.

    Even those who should not part do so where they find no hex together and some of them one alone.
    """
    further = ahead(battle, set(kinds), way) if left else []
    single = {there for kind in kinds for there in ahead(battle, {kind}, way)} if left else set()
    forced = bool(single) and not further
    if forced or (len(single) > 1 and not battle.reads("retreat_as", "stack")):
        yield from product(*[alone(battle, kind, way, left) for kind in kinds])
    for there in further:
        yield from together(battle, kinds, (*way, there), left - 1)
    if not further and not forced:
        yield [label(way, left)] * len(kinds)


def retreated(battle: Battle, leaving: Side) -> set[Side]:
    """Where these counters may end."""
    kinds = {unit["id"]: unit["type"] for unit in battle.units}
    lost = battle.conditions.get("no_way_out", "place") == "lost"
    steps = battle.conditions.get("retreat_distance", 1)
    found: set[Side] = set()
    for ends in together(battle, [kinds[unit] for unit, _, _ in leaving], (battle.target,), steps):
        there = [(unit, steps, at) for (unit, steps, _), at in zip(leaving, ends, strict=True)]
        if lost:  # but of generals nothing is said
            there = [(unit, steps, "" if at.endswith(AWAY) else at) for unit, steps, at in there]
        found.add(tuple(sorted(end for end in there if end[2] or not end[1])))
    return found


def volunteers(battle: Battle, left: Side) -> Side:
    """Those who may leave of their own will: before 1944 no Germans, or nobody beside them."""
    nations = {unit["id"]: unit["nation"] for unit in battle.units}
    banned = battle.conditions.get("year", 1942) < 1944
    staying = [counter for counter in left if banned and nations[counter[0]] == "German"]
    if not any(steps for _, steps, _ in staying):  # a general does not stay alone
        return left
    if battle.reads("german_ban", "stack"):
        return ()
    return tuple(counter for counter in left if counter not in staying)


def after_losses(battle: Battle, left: Side, basis: int) -> Iterator[Side]:
    """All ends of a starred result for those who are left, and for the generals with them."""
    led = tuple(
        (unit["id"], 0, unit["at"]) for unit in battle.of("defender", ("general",)) for _ in range(unit.get("count", 1))
    )
    everybody, may = (*left, *led), volunteers(battle, (*left, *led))
    due = half_lost(battle, left)
    yield from {everybody} if not due or basis > 1 else ()
    yield from retreated(battle, everybody) if due else ()
    if any(steps for _, steps, _ in may):
        rest = tuple(counter for counter in everybody if counter not in may)
        troops = any(steps for _, steps, _ in rest)
        for gone in retreated(battle, may):
            yield from [(*gone, *rest)] if not (due and troops) or basis > 1 else ()
            yield from [(*gone, *others) for others in retreated(battle, rest)] if due and troops else ()


class End(NamedTuple):
    """Counters and their steps on both sides, who has left the hex for where, and whether it is cleared."""

    ours: tuple[tuple[str, int], ...]
    theirs: tuple[tuple[str, int], ...]
    gone: tuple[tuple[str, str], ...]
    cleared: bool


def end_of(battle: Battle, ours: Side, theirs: Side, cleared: bool = False) -> End:
    gone = tuple(sorted((unit, at) for unit, _, at in theirs if at != battle.target))
    held = any(at == battle.target for _, steps, at in theirs if steps)
    cleared = cleared or (bool(battle.of("defender")) and not held)
    left = [tuple(sorted((unit, steps) for unit, steps, _ in side if steps)) for side in (ours, theirs)]
    return End(left[0], left[1], gone, cleared)


def ends(document: Document, odds: Odds, face: int) -> set[End]:
    """What a face may come to, for every choice that may be made."""
    battle = Battle(document)
    found = result(document, odds, face)
    ours, theirs = side_of(battle, "attacker"), side_of(battle, "defender")
    if found == "AE":
        return {end_of(battle, (), theirs)}
    if found == "DE":
        return {end_of(battle, ours, (), True)}
    if found.endswith("/-"):
        return {end_of(battle, left, theirs) for left in without(ours, int(found[0]))}
    if not theirs:
        return {end_of(battle, ours, (), not battle.reads("lone_fort", "de"))}
    basis = face + odds.drm if battle.reads("check_die", "modified") else face
    ended: set[End] = set()
    for left in without(theirs, int(found[2])):
        every = after_losses(battle, left, basis) if found.endswith("*") and left else iter([left])
        ended |= {end_of(battle, ours, end) for end in every}
    return ended


def chances(document: Document, odds: Odds) -> Counter[tuple[int, int, bool]]:
    """Of 64 rolls of two dice: steps lost by attacker and defender, and a retreat, where nobody leaves before."""
    battle = Battle(document)
    ours, theirs = (steps_of(side_of(battle, side)) for side in ("attacker", "defender"))
    found: Counter[tuple[int, int, bool]] = Counter()
    for face in range(1, 9):
        name = result(document, odds, face)
        mine = ours if name == "AE" else min(ours, int(name[0])) if name.endswith("/-") else 0
        their = theirs if name == "DE" else min(theirs, int(name[2])) if name.startswith("-/") else 0
        basis = face + odds.drm if battle.reads("check_die", "modified") else face
        due = name.endswith("*") and their < theirs and their * 2 >= theirs
        holds = max(0, min(8, basis - 1)) if due else 8
        found[mine, their, False] += holds
        found[mine, their, True] += 8 - holds
    return +found
