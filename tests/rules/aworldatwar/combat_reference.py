"""A second reading of offensive combat (chapter 15, and what chapters 10 to 12 and 16 say of units in it).

It knows a battle as the document that a player writes, counters by their ids, and the rules as they are printed; where
the text is open, the readings that a scenario can choose. It shares nothing with the rule code. This file says who may
attack, how the multiplier of each defender comes about, and the odds; `combat_course.py` says what comes of them.

Not covered: several attacks in one phase (15.46), chains of exploiting armor (16.47), a landing at a Maginot or West
Wall hex, and defensive air above the old limit at Pearl Harbor. Movement, attrition and exploitation have references
of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

Document = dict[str, Any]
SUPPORT = ("air", "fleet", "destroyer")
SPECIAL = ("airborne", "chindit", "commando", "marine")
SAFE = {"capital", "objective", "ic", "bridgehead", "railhead"}
WAYS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
FORTS = {"fortress": 2, "maginot": 2, "singapore": 2, "fortification": 1, "west_wall": 1}
ROUGH = {"forest": 1, "jungle": 1, "mountain": 1, "swamp": 1, "jungle_mountain": 2}
AXIS = {"German", "Italian", "Rumanian", "Hungarian", "Finnish", "Vichy French"}
ALLIES = {
    "British",
    "US",
    "French",
    "Canadian",
    "South African",
    "Free French",
    "Australian",
    "Indian",
    "Polish",
    "Greek",
    "Philippine",
}
MINORS = {
    "Yugoslav",
    "Canadian",
    "South African",
    "Australian",
    "Indian",
    "Vichy French",
    "Spanish",
    "Finnish",
    "Rumanian",
    "Hungarian",
    "Polish",
    "Greek",
    "Philippine",
}
STEADY = {"Canadian", "South African", "Australian", "Indian", "Finnish", "Swedish"}
"""Minor countries whose infantry fights abroad as it does at home (15.33B)."""
HOMES = {
    "German": {"Germany"},
    "Italian": {"Italy"},
    "British": {"Britain"},
    "Russian": {"Russia"},
    "Japanese": {"Japan"},
    "French": {"France", "Corsica"},
    "Vichy French": {"France", "Corsica"},
    "Free French": {"France", "Corsica", "Britain"},
    "Canadian": {"Canada", "Britain"},
    "South African": {"South Africa", "Britain"},
    "Polish": {"Poland", "Eastern Poland"},
    "Yugoslav": {"Yugoslavia"},
    "Rumanian": {"Rumania"},
    "Hungarian": {"Hungary"},
    "Greek": {"Greece"},
    "Spanish": {"Spain"},
    "Finnish": {"Finland"},
    "US": {"United States"},
    "Indian": {"India"},
    "Australian": {"Australia"},
    "Philippine": {"Philippines"},
    "Nationalist Chinese": {"China"},
    "Communist Chinese": {"China"},
}
BARRED = {"replacement": "15.21", "partisan": "11.44", "flak": "10.93"}
PLAIN = {"via": "land", "carried": "board", "supply": "full", "home": "map", "arrived": "there", "mech": "auto"}
CHART = """
A  A  A  A    a    Ex   Ex-1 Ex-2
A  A  A  a    Ex   Ex-1 Ex-2 d
A  A  a  Ex   Ex-1 Ex-2 d    D
A  A  Ex Ex-1 Ex-2 d    D    D
A  Ex Ex Ex-2 d    D    D    D
Ex Ex Ex d    D    D    D    D
"""
"""15.6: rows are dice from 1 to 6."""
COLUMNS = dict(
    zip(
        ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"),
        zip(*(line.split() for line in CHART.strip().split("\n")), strict=True),
        strict=True,
    )
)


def beside(place: str) -> dict[str, str]:
    """The six hexes round a hex, each with the side towards it."""
    q, r = map(int, place.split(","))
    return {f"{q + a},{r + b}": side for side, (a, b) in WAYS.items()}


class Attack:
    """One attack as its document has it: what does not change while it is fought."""

    def __init__(self, given: Document) -> None:
        self.old = given["edition"] == "old"
        self.targets = list(given["targets"])
        self.said: Mapping[str, Any] = {
            "phase": "regular",
            "theatre": "europe",
            "front": "western",
            "axis_in_africa": True,
            "china_resistance": 1,
            "bombardment_ratio": 3,
            **given["conditions"],
        }
        self.readings = given["readings"]
        self.hexes = given["map"]["hexes"]
        self.sides = given["map"]["sides"]
        self.units = {u["id"]: {**PLAIN, "ctl": 2, "count": 1, **u} for u in given["units"] if u.get("attacks", True)}
        self.aside: Mapping[str, int] = {}
        self.idle = [u for u in given["units"] if not u.get("attacks", True)]

    def reads(self, key: str, other: str) -> bool:
        """Whether a reading is the second one."""
        return bool(self.readings.get(key) == other)

    def on(self, key: str) -> Any:
        """What a condition says."""
        return self.said.get(key, False)

    def hex(self, place: str) -> Document:
        """What the map says of a hex."""
        return {"terrain": "clear", "features": [], **self.hexes.get(place, {})}

    def marks(self, place: str, other: str) -> set[str]:
        """What lies on the side between two hexes."""
        ways = [(place, beside(place).get(other)), (other, beside(other).get(place))]
        return {mark for at, side in ways for mark in self.sides.get(f"{at}:{side}", ())}

    # --- a counter

    def of(self, side: str, support: bool = False) -> list[str]:
        """Ground units of a side, or what supports them."""
        return [k for k, u in self.units.items() if u["side"] == side and (u["type"] in SUPPORT) == support]

    def drops(self, u: Document) -> bool:
        """Whether it comes down in an attacked hex."""
        return bool(u["via"] == "airdrop" and u["at"] in self.targets)

    def supply(self, u: Document) -> str:
        """16.61: who exploited last turn is supplied; 10.62: Chindits are never without any."""
        if u.get("exploited"):
            return "full"
        return "partial" if u["type"] == "chindit" and u["supply"] == "none" else str(u["supply"])

    def short(self, u: Document) -> bool:
        """Partly supplied, or short of oil (15.81, 10.32)."""
        return self.supply(u) == "partial" or bool(u.get("oil_short") and not u.get("exploited"))

    def lacks(self, u: Document) -> bool:
        """Without full supply, or short of oil (10.32, 10.42)."""
        return self.supply(u) == "none" or self.short(u)

    def ctl(self, u: Document) -> int:
        """Training as it counts (15.81, 11.48, 16.15)."""
        if u["type"] in SUPPORT:
            return int(u["ctl"])
        level = 1 if u["type"] == "partisan" else u["ctl"] - self.short(u)
        return int(level) - bool(u.get("off_beach") and self.on("phase") == "exploitation")

    def axis(self, u: Document) -> bool:
        """14.32: of the Axis, also as a minor country of no faction beside it."""
        nations = {v["nation"] for v in (*self.units.values(), *self.idle) if v["side"] == u["side"]}
        return bool(u["nation"] in AXIS or (u["nation"] in ("Spanish", "Yugoslav") and nations & AXIS))

    def rolls(self, u: Document) -> bool:
        """10.32: armor whose machines work."""
        if u["type"] != "armor" or u["mech"] == "off" or self.lacks(u):
            return False
        terrain = self.hex(u["at"])["terrain"]
        bad = self.on("theatre") == "pacific" and terrain in ROUGH
        return not bad or (u["nation"] == "Japanese" and terrain == "jungle")

    def soldiers(self, u: Document) -> bool:
        """Infantry, and armor that is treated as infantry (15.331)."""
        return u["type"] in ("infantry", "mechanized") or (u["type"] == "armor" and not self.rolls(u))

    def home(self, u: Document) -> bool:
        """Whether it defends its own country."""
        if u["home"] != "map":
            return bool(u["home"] == "yes")
        return self.hex(u["at"]).get("country") in HOMES[u["nation"]]

    def picks(self) -> list[dict[str, int]]:
        """12.19, 15.41: who may be left out at Pearl Harbor, so that two ordinary units count."""
        coming = {u["via"] for u in self.units.values() if u["nation"] == "Japanese" and u["side"] == "attacker"}
        here = [at for at in self.targets if "pearl_harbor" in self.hex(at)["features"]]
        kinds = [k for k in self.of("defender") if self.units[k]["type"] not in (*SPECIAL, "flak")]
        kinds = [k for k in kinds if self.units[k]["at"] in here]
        over = sum(self.units[k]["count"] for k in kinds) - 2
        if over <= 0 or not coming & {"sea", "airdrop"}:
            return [{}]
        ways = product(*(range(self.units[k]["count"] + 1) for k in kinds))
        return [dict(zip(kinds, way, strict=True)) for way in ways if sum(way) == over]

    # --- who may attack

    def refusals(self) -> set[str]:
        """The rules against this attack, odds apart."""
        found = {rule for key in self.of("attacker") for rule in self.against(self.units[key])}
        found |= {
            rule
            for key in self.of("attacker", True)
            if self.on("phase") == "exploitation"
            for rule in ["15.13" if self.old else "16.43"]
            if self.units[key]["type"] != "air"
        }
        if self.on("attacked_before") and self.on("phase") == "regular":
            found.add("15.46")
        defenders = [u for k in self.of("defender") if (u := self.units[k])["type"] != "flak"]
        if any(not any(u["at"] == at for u in defenders) for at in self.targets):
            found.add("15.21")
        if any(self.marshy(at) for at in self.targets):
            found.add("15.21")
        if self.of("defender", True) and defenders and all(u["type"] == "partisan" for u in defenders):
            found.add("11.47")
        return found | self.crowds()

    def swarms(self, side: str) -> bool:
        """15.632, older edition: more than three air factors for each ground factor."""
        sizes = {k: u["count"] * u["factors"] for k, u in self.units.items() if u["type"] != "flak"}
        air = sum(sizes[k] for k in self.of(side, True) if self.units[k]["type"] == "air")
        return bool(air > 3 * sum(sizes.get(k, 0) for k in self.of(side)))

    def marshy(self, place: str) -> bool:
        """15.21: a hex that a monsoon closes."""
        return bool(self.on("monsoon") and self.hex(place)["terrain"] in ("swamp", "jungle", "jungle_mountain"))

    def against(self, u: Document) -> Iterator[str]:
        """Rules against one attacker."""
        barred = {"replacement": "15.21", "flak": "10.93"} if self.old else BARRED
        if u["type"] in barred:
            yield barred[u["type"]]
            return
        if u["via"] == "airdrop":
            yield from self.against_drop(u)
        if u.get("port_raid_range"):
            yield "10.81"
        if u["type"] == "airborne" and u["via"] == "airdrop":
            yield from [] if u["at"] in self.targets else ["10.55A"]
        elif not self.drops(u):
            yield from self.against_place(u)
        if u["via"] == "sea" and u["type"] in SPECIAL and self.lacks(u):
            yield "10.42"
        if self.on("phase") == "exploitation" and u["via"] != "airdrop":
            if u["via"] == "sea":
                yield "16.41"
            elif not (self.rolls(u) and self.ctl(u) >= 1):
                yield "16.41" if u["type"] != "armor" else "15.82C" if self.rolls(u) else "10.32"

    def against_place(self, u: Document) -> Iterator[str]:
        """15.21, 13.43: who does not drop stands beside every hex that is attacked, and can get across."""
        sea = self.hex(u["at"])["terrain"] == "sea"
        far = any(u["at"] not in beside(at) for at in self.targets)
        if far or (u["via"] == "land" and sea) or (u["via"] != "sea" and self.marshy(u["at"])):
            yield "15.21"
        for at in self.targets:
            marks = self.marks(at, u["at"])
            if "impassable" in marks and u["via"] != "sea":
                yield "13.43B"
            if "water" in marks and "arrow" not in marks and u["via"] != "sea":
                yield "13.43A"

    def against_drop(self, u: Document) -> Iterator[str]:
        """10.42, 10.53, 10.61C: limits of airdrops."""
        if self.lacks(u):
            yield "10.42"
        if self.ctl(u) < 2:
            yield "10.53D"
        if u.get("drop_range", 1) > (3 if self.on("theatre") == "pacific" else 4):
            yield "10.53A"
        if u.get("moved_by_transport"):
            yield "10.53B"
        wet = self.on("monsoon") and (u.get("base_in_monsoon") or self.marshy(u["at"]))
        if wet or self.on("winter_effect") >= 3 or self.on("restrictive_weather"):
            yield "10.53E"
        if u["type"] == "chindit" and u["at"] in self.targets:
            yield "10.61C"

    def crowds(self) -> set[str]:
        """12.1, 15.47, 10.41E, 10.83: too many in one place."""
        found = set()
        ground = [u for k in self.of("attacker") if (u := self.units[k])["type"] != "flak"]
        plain = [u for u in ground if u["type"] not in SPECIAL and not u.get("shock_army")]
        for at in {u["at"] for u in plain}:
            land = [u for u in plain if u["at"] == at and u["via"] == "land"]
            out = [u for u in land if not (self.hex(at)["features"] == ["breakthrough"] and u["type"] == "armor")]
            idle = sum(u["count"] for u in self.idle if u["at"] == at)
            found |= {"15.47"} if sum(u["count"] for u in out) > 2 else set()
            found |= {"12.11A"} if sum(u["count"] for u in out) + idle > 2 else set()
        for at in self.targets:
            most, rule = self.places(at)
            stack = [self.units[k] for k in self.of("defender") if self.units[k]["at"] == at]
            light = sum(u["count"] for u in stack if u["type"] in SPECIAL)
            heavy = sum(u["count"] for u in stack if u["type"] not in (*SPECIAL, "flak"))
            if heavy + (max(0, light - 3) if self.reads("special_places", "ordinary") else 0) > most:
                found.add(rule)
            elif light > 3 and not self.reads("special_places", "ordinary"):
                found.add("12.12")
        embarked = [u for u in ground if u["via"] == "sea" and u["type"] != "marine"]
        raiders = [u for u in embarked if u["type"] == "commando"]
        others = sum(u["count"] for u in embarked) - sum(u["count"] for u in raiders)
        if others + sum(u["count"] for u in raiders if self.ctl(u) < 2) > 2:
            found.add("10.41E" if others > 2 else "10.83")
        shocks = [u for u in ground if u.get("shock_army")]
        if sum(u["count"] for u in shocks) > 3 or any(u["factors"] != 3 for u in shocks):
            found.add("12.16")
        return found

    def places(self, place: str, entering: bool = False) -> tuple[int, str]:
        """12.11, 12.13, 12.19: ordinary units that may stack in an attacked hex, and by which rule.

        A bridgehead is that of who defends there, and so are the places at Pearl Harbor.
        """
        features = set(self.hex(place)["features"]) - ({"bridgehead", "pearl_harbor"} if entering else set())
        if "pearl_harbor" in features:
            return 5, "12.19"
        if self.on("theatre") == "pacific" and "island" in features:
            return (2 if "port" in features else 1), "12.11B"
        return (5, "12.13") if "bridgehead" in features else (2, "12.11A")


def sizes(attack: Attack) -> dict[str, int]:
    """Counters of each unit; of air and destroyers their factors."""
    return {k: u["count"] * (u["factors"] if u["type"] in ("air", "destroyer") else 1) for k, u in attack.units.items()}


class Round:
    """One round: who fights in it, by id with how many counters (of air and destroyers: factors)."""

    def __init__(self, attack: Attack, left: Mapping[str, int], number: int) -> None:
        self.a, self.left, self.number = attack, left, number
        counting = {key: n - attack.aside.get(key, 0) for key, n in left.items()}
        self.now = {key: n for key, n in counting.items() if n and self.fights(key)}

    def fights(self, key: str) -> bool:
        """15.71, 15.82, 11.47, 10.93: whether a counter takes part."""
        u = self.a.units[key]
        if u["side"] == "defender":
            if u["type"] == "flak":
                return False
            others = [k for k in self.a.of("defender") if self.left[k] and self.a.units[k]["type"] != "flak"]
            return u["type"] != "air" or any(self.a.units[k]["type"] != "partisan" for k in others)
        if self.number > 1 and u["type"] not in SUPPORT and self.withdraws(u):
            return False
        if u["type"] in SUPPORT:
            return self.number == 1 or self.a.ctl(u) >= 2
        return self.number <= max(1, self.a.ctl(u))

    def withdraws(self, u: Document) -> bool:
        """15.82B: it was landed by destroyers that leave after the first round."""
        ships = [other["ctl"] for other in self.a.units.values() if other["type"] == "destroyer"]
        low = {"low": True, "high": False, "board": bool(ships) and min(ships) <= 1}
        return u["via"] == "sea" and low[u["carried"]]

    def some(self, side: str, *types: str) -> list[str]:
        """Who fights of a side: its ground units, or those of some types."""
        chosen = [k for k in self.now if self.a.units[k]["side"] == side]
        return [k for k in chosen if (self.a.units[k]["type"] in types if types else k in self.a.of(side))]

    def worth(self, key: str) -> int:
        """Printed factors of one counter; one of air and destroyers, which are counted in factors."""
        u = self.a.units[key]
        return 1 if u["type"] in ("air", "destroyer") else int(u["factors"])

    def sum(self, keys: list[str]) -> int:
        """Printed factors of several."""
        return sum(self.worth(k) * self.now[k] for k in keys)

    @cached_property
    def ground(self) -> list[Document]:
        """Ground units that attack."""
        return [self.a.units[k] for k in self.some("attacker")]

    @cached_property
    def landed(self) -> list[str]:
        """Those of them that invade from the sea."""
        return [k for k in self.some("attacker") if self.a.units[k]["via"] == "sea"]

    @cached_property
    def by_land(self) -> list[Document]:
        """Those that attack out of a hex beside."""
        return [u for u in self.ground if u["via"] != "sea" and not self.a.drops(u)]

    @property
    def only_drops(self) -> bool:
        """Whether nobody attacks but airdrops."""
        return bool(self.ground) and all(self.a.drops(u) for u in self.ground)

    @property
    def held(self) -> set[str]:
        """Hexes in which somebody still defends."""
        return {self.a.units[k]["at"] for k in self.some("defender")}

    # --- multipliers (15.32, 15.33)

    def terms(self, key: str) -> dict[str, int]:
        """What makes up the DM of a defender beyond the basic two, by section."""
        u = self.a.units[key]
        found = {
            "15.32B": self.by_sea(),
            **self.lines(u),
            "15.32D": ROUGH.get(self.a.hex(u["at"])["terrain"], 0),
            "15.32G": self.beach(u["at"]),
            "15.32H": self.dropped(u),
            **self.worse(u),
        }
        return {rule: number for rule, number in found.items() if number}

    def net(self, key: str) -> int:
        """15.35: the net DM, in the new edition never below one."""
        total = 2 + sum(self.terms(key).values())
        return total if self.a.old else max(1, total)

    def by_sea(self) -> int:
        """15.32B, 10.71: against a landing, unless half of it are marines."""
        marines = [k for k in self.landed if self.a.units[k]["type"] == "marine"]
        return int(bool(self.landed) and 2 * self.sum(marines) < self.sum(self.landed))

    def fort(self, place: str) -> int:
        """15.32E, 15.32F, 15.33D: a fort as long as nobody goes round it, less what it lacks in supply."""
        here = self.a.hex(place)
        name = next((f for f in here["features"] if f in FORTS), "")
        if not name:
            return 0
        if name in ("maginot", "west_wall") and any("fort" not in self.a.marks(place, u["at"]) for u in self.by_land):
            return 0
        if name == "singapore" and (self.by_land or (not self.landed and self.a.reads("singapore_drop", "sea"))):
            return 0
        return max(0, FORTS[name] - int(here.get("fort_unsupplied", 0)))

    def river(self, place: str) -> bool:
        """15.32C: all of them come over water."""
        if any(u["via"] == "airdrop" and u["at"] == place for u in self.ground):
            return False
        if self.landed and not self.a.reads("landing_river", "keeps"):
            return False
        wet = [bool(self.a.marks(place, u["at"]) & {"river", "arrow"}) for u in self.by_land]
        return bool(wet) and all(wet)

    def lines(self, u: Document) -> dict[str, int]:
        """15.32C, E, F and 15.321."""
        at = u["at"]
        found = {"15.32C": int(self.river(at)), "15.32E": self.fort(at)}
        here = self.a.hex(at)
        if "west_wall" not in here["features"]:
            two = {"fortress", "maginot", "singapore"} & set(here["features"])
            return {"15.32C": found["15.32C"], "15.32E" if two else "15.32F": found["15.32E"]}
        if self.turned(u):
            return {"15.321": max(0, 1 - here.get("fort_unsupplied", 0))}
        if self.a.axis(u) and found["15.32C"] and found["15.32E"]:
            return {"15.321": 2}
        return {"15.32C": found["15.32C"], "15.32F": found["15.32E"]}

    def turned(self, u: Document) -> bool:
        """15.321: a wall that is gone round over a river beside it, and some come at it, against Axis units."""
        sides = [self.a.marks(u["at"], other["at"]) for other in self.by_land]
        wall, wet = all("fort" in side for side in sides), all(side & {"river", "arrow"} for side in sides)
        covered = bool(sides) and all(side & {"river", "arrow", "fort"} for side in sides)
        return covered and self.a.axis(u) and not wall and not wet

    def beach(self, place: str) -> int:
        """15.32G: only against a landing, and not against one beside an attack by land."""
        return int("beach" in self.a.hex(place)["features"] and bool(self.landed) and not self.by_land)

    def dropped(self, u: Document) -> int:
        """15.32H."""
        return (2 if u["type"] == "armor" or u["type"] in SPECIAL else 1) if self.only_drops else 0

    def worse(self, u: Document) -> dict[str, int]:
        """15.33: everything that lowers the DM."""
        a, here = self.a, self.a.hex(u["at"])
        safe = bool(SAFE & set(here["features"]))
        foot, light = a.soldiers(u), a.soldiers(u) or u["type"] == "replacement"
        tanks = any(v["type"] == "armor" and a.ctl(v) >= 2 for v in self.ground) and a.on("phase") == "exploitation"
        poor = light and a.ctl(u) <= 0 and not safe and not a.home(u)
        cold = a.on("winter_effect") >= 7 and not a.old
        ready = any(v.get("winter_preparation", 0) >= a.on("winter_needs") for v in self.ground)
        surprised = a.on("theatre") == "pacific" and a.on("japanese_surprise") and u["nation"] in ALLIES
        return {
            "15.33A": -int(tanks and (light or u["type"] == "partisan") and not safe),
            "15.33B": -self.shaky(u),
            "15.33C": -int(poor or u["type"] == "partisan"),
            "15.33D": -self.isolated(u),
            "15.33E": -int(bool(surprised) and light),
            "15.33F": -int(self.disheartened(u)),
            "15.33G": -int(foot and self.unready(u)),
            "15.33H": -int(cold and ready and light and not safe),
            "15.33H" if a.old else "15.33I": -int(self.jungle_fighters(u)),
        }

    def shaky(self, u: Document) -> int:
        """15.33B: Italians, and infantry of minor countries abroad."""
        a, nation = self.a, u["nation"]
        if nation == "Italian":
            foot = a.soldiers(u) or u["type"] == "replacement"
            away = foot and a.on("front") != "mediterranean"
            lost = (foot or u["type"] == "armor") and (a.on("rome_allied") or not a.on("axis_in_africa"))
            return min(int(bool(away)) + int(bool(lost)), 1 if a.reads("italian_both", "one") else 2)
        if nation not in MINORS or nation in STEADY or a.on("theatre") == "pacific" or not a.soldiers(u) or a.home(u):
            return 0
        if nation == "Vichy French" and a.hex(u["at"]).get("country") in ("France", "Corsica", "Vichy colony"):
            return 0
        volunteers = nation in ("Spanish", "Vichy French") and a.on("volunteers") and a.on("front") == "eastern"
        return int(not volunteers)

    def isolated(self, u: Document) -> int:
        """15.33D, 11.51: a level for each turn, not for those who are partly supplied or came by land or air."""
        if u["type"] == "partisan" or u["arrived"] in ("movement", "air") or self.a.supply(u) == "partial":
            return 0
        return int(u.get("isolated_turns", 0))

    def disheartened(self, u: Document) -> bool:
        """15.33F."""
        level = self.a.on("china_resistance")
        if u["nation"] != "Nationalist Chinese":
            return False
        return (level <= 0 and not self.a.home(u)) or (self.a.old and level <= -3)

    def unready(self, u: Document) -> bool:
        """15.33G, newer edition."""
        here = self.a.hex(u["at"])
        there = here.get("country") in ("Russia", "Eastern Poland", "Baltic States")
        armor = any(v["type"] == "armor" and self.a.axis(v) for v in self.ground)
        turn = self.a.on("russia_first_turn") and self.a.on("phase") == "regular" and not self.a.old
        safe = {"objective", "ic"} & set(here["features"])
        return bool(u["nation"] == "Russian" and turn and there and armor and not safe)

    def jungle_fighters(self, u: Document) -> bool:
        """15.33I (old: 15.33H): a Chindit with no other Western Allies in its hex or beside it."""
        if not self.a.old and self.a.hex(u["at"])["terrain"] not in ("jungle", "mountain", "jungle_mountain", "swamp"):
            return False
        return any(self.alone(v) for v in self.ground if v["type"] == "chindit")

    def alone(self, chindit: Document) -> bool:
        """Whether nobody spoils it."""
        near = {chindit["at"], *beside(chindit["at"])}
        if self.a.old and self.left[chindit["id"]] > 1:
            return False
        there = [u for k, u in self.a.units.items() if u["side"] == "attacker" and self.left[k]] + self.a.idle
        return not any(
            u["at"] in near
            and u["nation"] in ALLIES
            and u["type"] not in SUPPORT
            and u["id"] != chindit["id"]
            and (self.a.old or u["type"] != "chindit")
            for u in there
        )

    # --- odds (15.51, 15.52)

    @cached_property
    def guns(self) -> int:
        """15.641: what ships add, up to a limit for each factor that lands."""
        ships = [self.a.units[k] for k in self.some("attacker", "fleet")]
        shots = sum((u.get("bombardment", 0) or u["factors"]) * self.now[u["id"]] for u in ships)
        ratio = 3 if self.a.old else self.a.on("bombardment_ratio")
        return int(min(shots, ratio * self.sum(self.landed)))

    @cached_property
    def attack(self) -> int:
        """Everything that attacks."""
        return self.sum(self.some("attacker")) + self.sum(self.some("attacker", "air")) + self.guns

    @property
    def air(self) -> int:
        """Defensive air support, plain."""
        return self.sum(self.some("defender", "air"))

    @cached_property
    def air_counts(self) -> int:
        """Defensive air support as it counts in the odds."""
        return self.air * (3 if self.landed else 1)

    @cached_property
    def defence(self) -> int:
        """Everything that defends."""
        return sum(self.sum([k]) * max(1, self.net(k)) for k in self.some("defender")) + self.air_counts

    @property
    def column(self) -> str | None:
        """15.51, 15.52: the column; none below 1:4."""
        if self.attack >= self.defence:
            return f"{min(5, self.attack // self.defence)}:1"
        under = -(-self.defence // self.attack)
        return f"1:{under}" if under <= 4 else None

    def results(self) -> list[str]:
        """What each face of the die gives."""
        if self.column is None:
            return []
        return [COLUMNS[self.column][min(6, face + self.number - 1) - 1] for face in range(1, 7)]

    def barred(self) -> bool:
        """15.52, 15.74: whether these odds forbid the attack, or a further round of it."""
        if self.attack >= self.defence:
            return False
        if self.number > 1 and self.a.reads("drop_exemption", "all") and any(map(self.a.drops, self.ground)):
            return False
        if self.landed or (self.number == 1 and any(map(self.a.drops, self.ground))):
            return True
        named = {"Nationalist Chinese", "Communist Chinese", "French"}
        if self.number > 1 and self.a.reads("chinese_bar", "communist"):
            named.remove("Nationalist Chinese")
        force = list(self.ground)
        if self.a.reads("support_bar", "all"):
            force += [self.a.units[k] for k in self.some("attacker", *SUPPORT)]
        return any(u["nation"] in named for u in force) or any(map(self.besieges, self.held))

    def besieges(self, place: str) -> bool:
        """15.52: an attack on a fort; by a reading, only where it helps the defender."""
        if not set(FORTS) & set(self.a.hex(place)["features"]):
            return False
        helps = [
            rule
            for k in self.some("defender")
            if (u := self.a.units[k])["at"] == place
            for rule, level in self.lines(u).items()
            if level and rule != "15.32C"
        ]
        return bool(helps) or self.a.reads("fort_bar", "always")
