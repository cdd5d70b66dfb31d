"""One attack of chapter 4, read from its text by brute force over the document of a battle.

It shares nothing with the engine. A :class:`Field` is a document, read; its methods say what the text says of it:

- :meth:`Field.forces`: everybody who may attack together, or the rule that refuses the attack;
- :meth:`Field.supports`: the HQs that a side may have support at range;
- :meth:`Field.strengths`, :meth:`Field.shifts`, :meth:`Field.column`: totals, shifts to the right (left ones are below
  0) by their rule, the column of the chart;
- :meth:`Field.ends`: every way in which a result can end by the choices of both sides (an :class:`End`), with its
  chance where each choice is as likely as the others;
- :meth:`Field.follow`: the hexes in which each unit may end when it advances or exploits.

Documents name everything they use: a unit its factors on every side, a pack its charts. Not covered: several attacks
one after another, what comes from a Force Pool or a Holding Box (so every counter needs a Delay Stripe), where counters
go that are lost, Kwantung units, the steps of a segment other than its attacks, attackers that are left out by choice,
Ad and Ex where some stacks are stuck and may stay by a reading, targets at sea, and a City in other than clear terrain.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

STEPS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
GROUND = ("infantry", "armor", "marine", "airborne", "fortress", "hq")
AIR, BEACH, LONE = ("air", "strike"), ("beachhead", "snlf"), ("detachment", "logistics")
WET = {"allsea", "beachhead", "strait"}
HARD = {"strait", "beachhead", "mountain"}
STOPS = {"allsea", "beachhead", "mountain", "strait"}
ROWS = {"mountain": "side_mountain", "strait": "side_strait", "lake": "side_lake", "beachhead": "side_beachhead"}
KNOWN = {"clear": 0, "city": 1, "none": 0, "river": 1, "allsea": 2}
FACTIONS = {
    "axis": {"Japanese", "Siam", "Hopeh", "Nanking"},
    "western": {"US", "British", "Nationalist Chinese", "Kiangsu", "Australian", "Western Communist Chinese", "CBI"},
    "soviet": {"Russian", "Mongolian", "Soviet Communist Chinese"},
}
MINORS = {
    "Siam",
    "Hopeh",
    "Nanking",
    "Nationalist Chinese",
    "Kiangsu",
    "Australian",
    "Mongolian",
    "Western Communist Chinese",
    "Soviet Communist Chinese",
}
KIN = {
    "Soviet Communist Chinese": {"Soviet Communist Chinese", "Western Communist Chinese"},
    "Nationalist Chinese": {"Nationalist Chinese", "Kiangsu"},
}


class Now(NamedTuple):
    """Steps left and hex of each counter, in the order of the document; ``hurt``: the attacker has lost a step.

    ``joined``: units caught up in a rout; ``went`` and ``unmet``: hexes the defenders entered, results left over.
    """

    left: tuple[int, ...]
    at: tuple[str, ...]
    joined: frozenset[int] = frozenset()
    went: int = 0
    unmet: int = 0
    hurt: bool = False


class Fight(NamedTuple):
    """Attackers and defenders, counters by number, and the HQs that support at range (none: -1)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    ours: int = -1
    theirs: int = -1

    def side(self, side: str) -> tuple[int, ...]:
        """Everybody of a side who takes part."""
        units, hq = (self.attackers, self.ours) if side == "attacker" else (self.defenders, self.theirs)
        return units if hq < 0 else (*units, hq)


def around(hex: str) -> list[str]:
    """The six hexes next to a hex."""
    q, r = map(int, hex.split(","))
    return [f"{q + dq},{r + dr}" for dq, dr in STEPS.values()]


@cache
def apart(a: str, b: str) -> int:
    """How many hexes it is from one to another."""
    (q, r), (s, t) = (map(int, hex.split(",")) for hex in (a, b))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def split(result: str) -> tuple[str, int, int]:
    """The retreat part of a result (empty: none), and the steps of attacker and defender."""
    retreat, losses = "", (0, 0)
    for part in result.replace("-", "").split():
        if "/" in part:
            losses = (int(part[0]), int(part[2]))
        else:
            retreat = part
    return (retreat, *losses)


class Field:
    """A document, read."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.units = document["units"]
        self.target = document["targets"][0]
        self.hexes = document["map"]["hexes"]
        self.sides: dict[frozenset[str], set[str]] = {}
        for name, marks in document["map"]["sides"].items():
            hex, way = name.split(":")
            self.sides[frozenset([hex, around(hex)[list(STEPS).index(way)]])] = set(marks)
        self.conditions, self.readings = document["conditions"], document["readings"]
        tables = document["pack"]["tables"]
        self.chart, self.shift_of = tables["crt"], {row: cell["value"] for row, cell in tables["terrain"].items()}
        self.columns = sorted(self.chart["1"], key=lambda name: Fraction(*map(int, name.split("-"))))
        self.blitz = self.conditions.get("segment") == "blitz"
        self.start = Now(tuple(self.all_steps(i) for i in range(len(self.units))), tuple(u["at"] for u in self.units))

    # --- counters and hexes ---------------------------------------------------------------------------------

    def all_steps(self, i: int) -> int:
        """Steps of a counter that lies there whole; markers have one."""
        return 0 if self.units[i].get("pool") else self.units[i].get("steps", 1)

    def ground(self, i: int) -> bool:
        """Whether it is a ground unit."""
        return self.units[i]["type"] in GROUND

    def lies(self, i: int, left: int, key: str) -> Any:
        """What a unit's counter says with so many steps left, of ``type``, ``af``, ``df`` or ``ma``."""
        unit = self.units[i]
        if left == unit["steps"]:
            return unit[key]
        face = "last" if unit["steps"] == 3 and left == 1 else "reduced"
        if key == "type":
            return unit["type"] if unit[face] == "same" else "infantry"
        return unit[f"{face}_{key}"]

    def faction(self, i: int) -> str:
        """Whose it is (4)."""
        nation = self.units[i]["nation"]
        return next(faction for faction, nations in FACTIONS.items() if nation in nations)

    def says(self, hex: str, key: str, usual: Any = "") -> Any:
        """What is said of a hex."""
        return self.hexes.get(hex, {}).get(key, usual)

    def side(self, a: str, b: str) -> set[str]:
        """What lies along a hexside: All-Sea hexes have such sides; a Beachhead hexside is no longer one (4.2.1.1)."""
        marks = set(self.sides.get(frozenset([a, b]), ()))
        if "beachhead" in marks:
            return marks - {"allsea"}
        sea = "sea" in (self.says(a, "terrain"), self.says(b, "terrain"))
        return marks | {"allsea"} if sea and "strait" not in marks else marks

    def inside(self, now: Now, hex: str, kinds: tuple[str, ...]) -> list[int]:
        """Counters of some kinds in a hex."""
        return [i for i, unit in enumerate(self.units) if now.left[i] and now.at[i] == hex and unit["type"] in kinds]

    def hostile(self, i: int, mine: int) -> bool:
        """Whether a counter is an enemy of another: three factions, each the enemy of the others (4)."""
        return self.faction(i) != self.faction(mine)

    def enemy_unit(self, now: Now, hex: str, mine: int) -> bool:
        """Whether a hex holds an enemy unit; a lone Air unit is one (A07, reading ``lone_air``)."""
        kinds = GROUND + (AIR if self.readings.get("lone_air", "unit") == "unit" else ())
        return any(self.hostile(i, mine) for i in self.inside(now, hex, kinds))

    # --- who attacks ----------------------------------------------------------------------------------------

    def stays(self, i: int) -> str:
        """Why a ground unit next to the target may not attack it, as a rule; empty when it may."""
        unit, marks = self.units[i], self.side(self.units[i]["at"], self.target)
        ground = bool(self.inside(self.start, self.target, GROUND))
        weather = self.says(self.target, "weather", "fine")
        closed = self.blitz and ground and weather != "fine"
        russian = weather == "snow" and (unit["nation"] == "Russian" or self.readings.get("snow") == "any")
        dry = "allsea" not in marks or (unit["type"] == "marine" and unit.get("supplied", True))
        checks = [
            (not unit.get("attacks", True), "4.2.1.split"),
            (unit["af"] == 0, "4.2.1.1.af0"),
            (unit.get("attacked"), "4.2.1.once-unit"),
            (unit["type"] == "hq" and unit.get("took_part") and self.readings.get("hq_again") != "yes", "4.2.1.2.used"),
            (self.blitz and not unit.get("blitz"), "4.1.2.enabled"),
            (closed and not russian, "4.1.2.weather"),
            (not dry, "4.2.1.1.allsea"),
            (self.confined(i, self.target), "4.2.1.1.capital"),
        ]
        return next((rule for bad, rule in checks if bad), "")

    def beside(self) -> list[int]:
        """Phasing ground units next to the target."""
        return [
            i
            for i, unit in enumerate(self.units)
            if unit["side"] == "attacker"
            and self.ground(i)
            and self.start.left[i]
            and apart(unit["at"], self.target) == 1
        ]

    def forces(self) -> tuple[list[tuple[int, ...]], str]:
        """Everybody who may attack together (each way to choose), or a rule that refuses it.

        Regular units of one Minor Country (4.2.1.1), and one HQ (4.2.1.2): all that may, or as many as an HQ which
        makes up for the raw odds can support.
        """
        if self.conditions.get("pre_war"):
            return [], "4.2.1.1.prewar"
        if self.conditions.get("limited"):
            return [], "4.2.1.1.limits"
        if self.says(self.target, "attacked_before"):
            return [], "4.2.1.once-hex"
        able = [i for i in self.beside() if not self.stays(i)]
        if not able:
            return [], next((self.stays(i) for i in self.beside()), "4.2.1.target")
        minors = [*sorted({self.units[i]["nation"] for i in able if self.regular(i)}), ""]
        hqs = [*(i for i in able if self.units[i]["type"] == "hq"), -1]
        found = [
            tuple(
                i
                for i in able
                if (not self.regular(i) or self.units[i]["nation"] == minor)
                and (self.units[i]["type"] != "hq" or i == hq)
            )
            for minor, hq in product(minors, hqs)
        ]
        if self.blitz and self.says(self.target, "weather", "fine") == "snow" and self.defending():
            found = [force for force in found if any(self.units[i]["nation"] == "Russian" for i in force)]
            if not found:
                return [], "4.1.2.weather"
        strong = {force for force in found if force and self.supports("attacker", force)}
        most = sorted(force for force in strong if not any({*force} < {*other} for other in strong))
        return (most, "") if most else ([], "4.2.1.1.raw")

    def regular(self, i: int) -> bool:
        """Whether it is a regular unit of a Minor Country (4.2.1.1)."""
        usual, said = self.units[i]["nation"] in MINORS, self.units[i].get("standing", "usual")
        return usual if said == "usual" else said == "minor"

    def defending(self) -> tuple[int, ...]:
        """The ground units of the target."""
        return tuple(self.inside(self.start, self.target, GROUND))

    # --- ranged support (4.2.1.2) ---------------------------------------------------------------------------

    def supports(self, side: str, force: tuple[int, ...]) -> list[int]:
        """HQs that may support these units, -1 for none; of the attacker only what makes raw odds of 1-3."""
        kinds = [self.units[i]["type"] for i in force]
        hqs = [] if "hq" in kinds else [i for i in range(len(self.units)) if self.helps(i, side, force)]
        if side == "defender":
            return [*hqs, -1]
        if not self.defending():
            return [-1]
        need = sum(self.units[i]["df"] for i in self.defending())
        raw = sum(self.units[i]["af"] for i in force)
        return [i for i in [*hqs, -1] if 3 * (raw + (self.units[i]["af"] if i >= 0 else 0)) >= need]

    def helps(self, i: int, side: str, force: tuple[int, ...]) -> bool:
        """Whether an HQ may support units at range."""
        unit = self.units[i]
        if unit["type"] != "hq" or unit["side"] != side or i in force or not self.start.left[i]:
            return False
        if not unit.get("supplied", True) or unit.get("took_part") or (side == "attacker" and unit.get("attacked")):
            return False
        if side == "attacker" and self.blitz:
            weather = self.says(self.target, "weather", "fine")
            if not unit.get("blitz") and self.readings.get("hq_blitz", "needed") == "needed":
                return False
            if weather == "snow" and unit["nation"] != "Russian" and self.readings.get("snow", "all") == "all":
                return False
        if side == "attacker" and (self.confined(i, self.target) or not self.mixes(i, force)):
            return False
        nations = {unit.get(key) for key in ("also", "also2", "also3")} | KIN.get(unit["nation"], {unit["nation"]})
        if not any(self.units[j]["nation"] in nations and not self.hostile(i, j) for j in force):
            return False
        return self.reaches(i)

    def mixes(self, i: int, force: tuple[int, ...]) -> bool:
        """Whether an HQ may support others as regular units of one Minor Country, or of its own Chinese (4.2.1.1)."""
        mine = KIN.get(self.units[i]["nation"], {self.units[i]["nation"]})
        return not self.regular(i) or all(self.units[j]["nation"] in mine for j in force if self.regular(j))

    def confined(self, i: int, hex: str) -> bool:
        """Whether a marker in its capital keeps a unit of a Minor Country from a hex abroad (4.2.1.1, 4.2.8)."""
        unit = self.units[i]
        minor = unit["nation"] in MINORS and unit.get("standing") != "major"
        return bool(minor and unit.get("capital") and self.says(hex, "country") != unit["nation"])

    def reaches(self, i: int) -> bool:
        """Whether a path of two hexes at most leads from an HQ to the target; the target counts, its own does not."""
        home = self.units[i]["at"]
        beach = any(not self.hostile(j, i) for j in self.inside(self.start, home, BEACH))
        paths = [[hex] for hex in around(home)] + [
            [hex, self.target] for hex in around(home) if apart(hex, self.target) == 1
        ]
        return any(
            path[-1] == self.target
            and all(self.says(hex, "barred", "none") == "none" for hex in path)
            and (not beach or "beachhead" in self.side(home, path[0]))
            for path in paths
        )

    # --- odds (4.2.2, 4.2.3) --------------------------------------------------------------------------------

    def strengths(self, fight: Fight) -> tuple[int, int]:
        """Both totals."""
        return (
            sum(self.units[i]["af"] for i in fight.side("attacker")),
            sum(self.units[i]["df"] for i in fight.side("defender")),
        )

    def column(self, fight: Fight) -> str:
        """The column on which the die is rolled."""
        attack, defence = self.strengths(fight)
        base = 0
        for n, name in enumerate(self.columns):
            left, right = map(int, name.split("-"))
            if attack * right >= left * defence:
                base = n
        moved = base + sum(self.shifts(fight).values())
        return self.columns[min(max(moved, 0), len(self.columns) - 1)]

    def shifts(self, fight: Fight) -> dict[str, int]:
        """Shifts by rule, those to the left below 0, without those that are none."""
        ours, theirs = fight.side("attacker"), fight.side("defender")
        supplied = {i for i in (*ours, *theirs) if self.units[i].get("supplied", True)}
        able = {i for i in supplied if self.units[i].get("blitz")}
        kind = {i: self.units[i]["type"] for i in (*ours, *theirs)}
        drops = self.inside(self.start, self.target, ("airdrop",))
        if self.readings.get("drop_shift") == "idle":
            drops = [i for i in drops if self.units[i].get("blitz", True) and not self.says(self.target, "drop_idle")]
        marines = any(kind[i] == "marine" and i in able and self.crossed(i) & WET for i in fight.attackers)
        found = {
            "4.2.3.1.att": self.air("attacker", ours),
            "4.2.3.1.def": -self.air("defender", theirs),
            "4.2.3.2.drop": len(drops) if self.blitz else 0,
            "4.2.3.3.armor": int(self.blitz and any(kind[i] == "armor" and i in able for i in fight.attackers)),
            "4.2.3.4.fort": -int(any(kind[i] == "fortress" for i in fight.defenders)),
            "4.2.3.5.att": int(any(kind[i] == "hq" and i in supplied for i in ours)),
            "4.2.3.5.def": -int(any(kind[i] == "hq" and i in supplied for i in theirs)),
            "4.2.3.6.shift": int(marines and (self.blitz or self.readings.get("marine_regular", "yes") == "yes")),
            "4.2.3.7.mud": -int(self.says(self.target, "weather") == "mud"),
            "4.2.3.8.hex": -self.hex_shift(),
            "4.2.3.8.hexside": -self.side_shift(fight.attackers),
        }
        return {rule: value for rule, value in found.items() if value}

    def crossed(self, i: int) -> set[str]:
        """What an attacker attacks across."""
        return self.side(self.units[i]["at"], self.target)

    def air(self, side: str, force: tuple[int, ...]) -> int:
        """Air units that shift for a force."""
        weather = self.says(self.target, "weather", "fine")
        nations = {self.units[i]["nation"] for i in force}
        nations |= {self.units[i].get(key) for i in force for key in ("also", "also2", "also3")}
        far = {"fine": 1, "mud": -1}.get(weather, 0)
        return sum(
            unit["type"] in AIR
            and unit["side"] == side
            and apart(unit["at"], self.target) <= far
            and unit["nation"] in nations
            and (side == "defender" or not self.blitz or unit.get("blitz", True))
            for unit in self.units
        )

    def value(self, row: str) -> int:
        """What the Terrain Effects Chart says, or the condition that says it instead."""
        said = self.conditions.get(row, "chart")
        return int(said) if said != "chart" else self.shift_of.get(row, KNOWN.get(row, 0))

    def hex_shift(self) -> int:
        """Of the target's terrain; a City stands in place of clear terrain."""
        if "city" in self.says(self.target, "features", []):
            return self.value("city")
        terrain = self.says(self.target, "terrain", "clear")
        return self.value("clear" if terrain == "clear" else f"hex_{terrain}")

    def side_shift(self, attackers: tuple[int, ...]) -> int:
        """The lowest of all hexside terrain attacked across; none at all is 0 (A02, reading ``plain_side``)."""
        values = []
        for i in attackers:
            marks = self.crossed(i)
            values += [self.value(ROWS.get(mark, mark)) for mark in marks]
            if not marks and self.readings.get("plain_side", "counts") == "counts":
                values.append(self.value("none"))
        return min(values, default=0)

    def result(self, face: str, column: str) -> tuple[str, int, int]:
        """The result of a face of the die, with bad weather in the target (4.2.4.1)."""
        retreat, ours, theirs = split(self.chart[face][column])
        if self.says(self.target, "weather", "fine") != "fine":
            retreat = {"Dr3": "Dr2", "Dr2": "Dr1", "Dr1": "Ex"}.get(retreat, retreat)
        return retreat, ours, theirs

    # --- retreats (4.2.5) -----------------------------------------------------------------------------------

    def zone(self, now: Now, hex: str, mine: int) -> bool:
        """Whether an enemy zone of control reaches into a hex (readings ``zones`` and ``zone_water``).

        What is said of the hex stands for everything else; a friendly Airdrop cancels enemy zones in its hex.
        """
        if any(not self.hostile(i, mine) for i in self.inside(now, hex, ("airdrop",))):
            return False
        said = self.says(hex, "zoc", "units")
        if said != "units":
            return said not in ("none", self.units[mine]["side"])
        walls = {"mountain"} | ({"allsea", "lake"} if self.readings.get("zone_water", "stops") == "stops" else set())
        return any(
            self.hostile(i, mine) and self.has_zone(i, now.left[i]) and not walls & self.side(hex, near)
            for near in around(hex)
            for i in self.inside(now, near, GROUND)
        )

    def has_zone(self, i: int, left: int) -> bool:
        """Whether a unit has a zone of control."""
        said, reading = self.units[i].get("zone", "usual"), self.readings.get("zones", "all")
        usual = reading == "all" or (reading == "multi" and left >= 2)
        return said == "yes" or (said == "usual" and usual)

    def open_hexes(self, now: Now, stack: list[int], far: int) -> list[str]:
        """Where a stack may retreat: restrictions first, then the first priority that leaves a hex (A14)."""
        here, mine = now.at[stack[0]], stack[0]
        free = [hex for hex in around(here) if apart(hex, self.target) > far and not self.shut(now, here, hex, mine)]
        first = [hex for hex in free if not self.zone(now, hex, mine)]
        friends = (*GROUND, "airdrop", *AIR)
        return first or [hex for hex in free if any(not self.hostile(i, mine) for i in self.inside(now, hex, friends))]

    def shut(self, now: Now, here: str, hex: str, mine: int) -> bool:
        """Whether a restriction keeps a retreat from a hex."""
        marks, sea = self.side(here, hex), self.says(hex, "terrain") == "sea"
        lake = "lake" in marks and "beachhead" not in marks and self.readings.get("lake", "sea") == "sea"
        beach = any(not self.hostile(i, mine) for i in self.inside(now, hex, BEACH))
        bar = (*BEACH, "airdrop")
        return bool(
            (sea and not (beach and "beachhead" in marks))
            or self.says(hex, "off_map", False)
            or self.says(hex, "barred", "none") != "none"
            or self.enemy_unit(now, hex, mine)
            or any(self.hostile(i, mine) for i in self.inside(now, hex, bar))
            or "allsea" in marks
            or lake
        )

    def pinned(self, now: Now, units: list[int]) -> bool:
        """Whether an HQ or a unit without movement allowance among these keeps them all where they are."""
        return any(
            now.left[i] and (self.lies(i, now.left[i], "type") == "hq" or self.lies(i, now.left[i], "ma") == 0)
            for i in units
        )

    def enter(self, now: Now, stack: list[int], hex: str) -> Now:
        """A stack goes to a hex; ground units there are caught up in the rout."""
        there = [i for i in self.inside(now, hex, GROUND) if not self.hostile(i, stack[0])]
        at = tuple(hex if i in stack else place for i, place in enumerate(now.at))
        return now._replace(at=at, joined=now.joined | set(there))

    # --- losses (4.2.6) -------------------------------------------------------------------------------------

    def payers(self, now: Now, fight: Fight, side: str) -> list[int]:
        """Who may lose the next step."""
        units = [i for i in fight.side(side) if now.left[i]]
        if side == "attacker" and not now.hurt:
            wet = any(self.units[i]["type"] == "marine" and self.crossed(i) & WET for i in fight.attackers)
            armor = any(self.units[i]["type"] == "armor" for i in fight.attackers)
            due = {*(["marine"] if wet else []), *(["armor"] if armor else [])}
            if due:
                return [i for i in units if self.units[i]["type"] in due]
        mine = {i for i in now.joined if now.left[i] and self.units[i]["side"] == side} - set(units)
        return units if side == "attacker" and self.readings.get("joined") == "safe" else [*units, *sorted(mine)]

    def lose(self, now: Now, i: int) -> Now:
        """A unit loses a step."""
        left = tuple(n - (j == i) for j, n in enumerate(now.left))
        return now._replace(left=left, hurt=now.hurt or self.units[i]["side"] == "attacker")

    # --- the course of a result -----------------------------------------------------------------------------

    def ends(self, fight: Fight, result: tuple[str, int, int]) -> Counter[Now]:
        """Every way in which a result ends, and its chance where each choice is as likely as the others."""
        retreat, ours, theirs = result
        found = Counter({self.start: Fraction(1)})
        if retreat in ("Ad", "Ex"):
            found = spread(found, lambda now: self.beaten(now, fight, retreat))
        elif retreat:
            found = spread(found, lambda now: self.driven(now, fight, int(retreat[2]), True))
        found = spread(found, lambda now: self.attrition(now, fight, "attacker", ours))
        return spread(found, lambda now: self.attrition(now, fight, "defender", theirs))

    def attrition(self, now: Now, fight: Fight, side: str, owed: int) -> Counter[Now]:
        """Step losses until they are paid or nobody is left."""
        payers = self.payers(now, fight, side) if owed else []
        if not payers:
            return Counter({now._replace(unmet=now.unmet + (owed if side == "defender" else 0)): Fraction(1)})
        return evenly([self.attrition(self.lose(now, i), fight, side, owed - 1) for i in payers])

    def beaten(self, now: Now, fight: Fight, result: str) -> Counter[Now]:
        """Ad and Ex: attackers fall back or lose a step; with Ex the defenders do so after a step (4.2.4.1)."""
        ways = []
        if self.can_fall_back(now, fight):
            ways.append(self.fall_back(now, sorted({now.at[i] for i in fight.attackers}), fight))
        steps = evenly([Counter({self.lose(now, i): Fraction(1)}) for i in self.payers(now, fight, "attacker")])
        if result == "Ex":
            steps = spread(steps, lambda then: self.exchanged(then, fight))
        return evenly([*ways, steps])

    def can_fall_back(self, now: Now, fight: Fight) -> bool:
        """Only when every stack can, and no HQ is among them (A06)."""
        stacks = [[i for i in fight.attackers if now.at[i] == hex] for hex in {now.at[i] for i in fight.attackers}]
        return not self.pinned(now, list(fight.side("attacker"))) and all(
            self.open_hexes(now, stack, 1) for stack in stacks
        )

    def fall_back(self, now: Now, stacks: list[str], fight: Fight) -> Counter[Now]:
        """Each stack of attackers goes back one hex by itself, in any order."""
        if not stacks:
            return Counter({now: Fraction(1)})
        ways = []
        for hex in stacks:
            stack = [i for i in fight.attackers if now.at[i] == hex]
            rest = [other for other in stacks if other != hex]
            ways += [self.fall_back(self.enter(now, stack, to), rest, fight) for to in self.open_hexes(now, stack, 1)]
        return evenly(ways)

    def exchanged(self, now: Now, fight: Fight) -> Counter[Now]:
        """The defenders' part of an Ex."""
        ways = self.backward(now, fight)
        steps = [Counter({self.lose(now, i): Fraction(1)}) for i in self.payers(now, fight, "defender")]
        return evenly([*([evenly([Counter({then: Fraction(1)}) for then in ways])] if ways else []), evenly(steps)])

    def force(self, now: Now, fight: Fight) -> list[int]:
        """The retreating defenders: who defended in the hex, and whoever they caught up; not a supporting HQ."""
        units = {i for i in fight.defenders if now.left[i]} | {
            i for i in now.joined if now.left[i] and self.units[i]["side"] == "defender"
        }
        return sorted(units)

    def backward(self, now: Now, fight: Fight) -> list[Now]:
        """What becomes of the defenders in each hex into which they may retreat."""
        stack = self.force(now, fight)
        hq = fight.theirs >= 0 and now.left[fight.theirs] and self.lies(fight.theirs, now.left[fight.theirs], "type")
        if not stack or hq == "hq" or self.pinned(now, stack):
            return []
        far = apart(now.at[stack[0]], self.target)
        return [self.enter(now, stack, hex)._replace(went=now.went + 1) for hex in self.open_hexes(now, stack, far)]

    def driven(self, now: Now, fight: Fight, owed: int, first: bool) -> Counter[Now]:
        """Dr: hex by hex, by steps where no hex is open, or where the defender may choose so (4.2.5.3).

        Where nobody is left in the hex, an HQ that supports pays until it is reduced (A27, A31).
        """
        if not owed:
            return Counter({now: Fraction(1)})
        hq = fight.theirs >= 0 and now.left[fight.theirs] and self.lies(fight.theirs, now.left[fight.theirs], "type")
        if not self.force(now, fight) and hq != "hq":
            return Counter({now._replace(unmet=now.unmet + owed): Fraction(1)})
        ways = self.backward(now, fight)
        goes = [self.driven(then, fight, owed - 1, False) for then in ways]
        chooses = self.stands(fight) and (first or self.readings.get("voluntary") == "any")
        pays = []
        if chooses or not ways:
            pays = [self.driven(self.lose(now, i), fight, owed - 1, first) for i in self.payers(now, fight, "defender")]
        return evenly([*goes, evenly(pays)] if pays else goes)

    def stands(self, fight: Fight) -> bool:
        """Whether the defender may convert of his own will (4.2.5.3)."""
        features = self.says(self.target, "features", [])
        return all(self.crossed(i) & HARD for i in fight.attackers) or ("city" in features and "blitz" not in features)

    # --- advance and exploitation (4.2.7, 4.2.8) ------------------------------------------------------------

    def follow(self, now: Now, fight: Fight) -> dict[int, set[str]]:
        """The hexes in which each unit may end that may advance or exploit, each as the first one to do so."""
        mine = fight.attackers[0]
        if self.enemy_unit(now, self.target, mine) or self.says(self.target, "closed", False):
            return {}
        if any(self.hostile(i, mine) for i in self.inside(now, self.target, BEACH)):
            return {}
        return {
            i: self.hexes_of(now, fight, i) for i in fight.side("attacker") if now.left[i] and self.advances(now, i)
        }

    def advances(self, now: Now, i: int) -> bool:
        """Whether a unit may advance into the target, as far as that unit is concerned."""
        kind, ma = (self.lies(i, now.left[i], key) for key in ("type", "ma"))
        return self.units[i].get("supplied", True) and kind != "hq" and ma > 0 and apart(now.at[i], self.target) == 1

    def hexes_of(self, now: Now, fight: Fight, i: int) -> set[str]:
        """The target, and the hexes to which a unit may exploit from there."""
        far = min(now.went + now.unmet, self.lies(i, now.left[i], "ma"))
        armor = any(self.units[j]["type"] == "armor" for j in fight.attackers) and bool(fight.defenders)
        mud = self.says(self.target, "weather") == "mud"
        if far < 2 or not armor or mud or not self.goes_on(now, i, now.at[i], self.target, first=True):
            return {self.target}
        found, edge = {self.target}, {self.target}
        for _ in range(far - 1):
            steps = {(here, hex) for here in edge for hex in around(here) if not self.closed_to(now, i, hex)}
            found |= {hex for _, hex in steps}
            edge = {hex for here, hex in steps if self.goes_on(now, i, here, hex)}
        return found

    def goes_on(self, now: Now, i: int, here: str, hex: str, first: bool = False) -> bool:
        """Whether an exploiting unit may go on after such a step (A22, reading ``first_stop``)."""
        if first and self.readings.get("first_stop") == "free":
            return True
        if self.side(here, hex) & STOPS:
            return False
        others = [j for j in self.inside(now, hex, (*GROUND, *AIR)) if j != i and not self.hostile(i, j)]
        return bool(others) or not self.zone(now, hex, i)

    def closed_to(self, now: Now, i: int, hex: str) -> bool:
        """Whether a hex is closed to an exploiting unit."""
        return bool(
            self.says(hex, "terrain") == "sea"
            or self.says(hex, "weather") == "mud"
            or self.says(hex, "off_map", False)
            or self.says(hex, "closed", False)
            or self.says(hex, "barred", "none") != "none"
            or self.enemy_unit(now, hex, i)
            or self.confined(i, hex)
        )


def evenly(ways: list[Counter[Now]]) -> Counter[Now]:
    """Ways that are as likely as each other."""
    found: Counter[Now] = Counter()
    for way in ways:
        for now, chance in way.items():
            found[now] += chance / len(ways)
    return found


def spread(found: Counter[Now], work: Any) -> Counter[Now]:
    """What becomes of each position."""
    after: Counter[Now] = Counter()
    for now, chance in found.items():
        for then, part in work(now).items():
            after[then] += chance * part
    return after
