"""Attacks drawn at random in which rules meet: each is a plain attack with two or more special things about it.

Battle number N has pair number N of all pairs of special things, and often a third. What is drawn need not be allowed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.rules.aworldatwar.combat_reference import Attack, Document, Round

ROUND = {"E": "1,0", "NE": "1,-1", "NW": "0,-1", "W": "-1,0", "SW": "-1,1", "SE": "0,1"}
SECOND = "-1,1"
"""The other hex of an attack on two; west and southeast of the first lie beside both."""
BOTH = ("-1,0", "0,1")
FORTS = ("fortress", "fortification", "maginot", "west_wall", "singapore")


@dataclass(frozen=True)
class Theme:
    """Who fights whom, and where."""

    attack: tuple[str, ...]
    defend: tuple[str, ...]
    countries: tuple[str, ...]
    fronts: tuple[str, ...]
    theatre: str = "europe"


THEMES = {
    "west": Theme(
        ("German", "German", "Italian"),
        ("British", "French", "Canadian", "South African", "Free French", "Polish", "Greek", "Yugoslav"),
        ("France", "Britain", "Poland", "Greece", "Egypt"),
        ("western", "mediterranean"),
    ),
    "east": Theme(
        ("German", "German", "Rumanian"),
        ("Russian",),
        ("Russia", "Eastern Poland", "Baltic States", "Finnish border", "Bessarabia"),
        ("eastern",),
    ),
    "allies": Theme(
        ("US", "British", "Free French"),
        ("German", "Italian", "Vichy French", "Rumanian", "Hungarian"),
        ("France", "Corsica", "Vichy colony", "Italy", "Germany", "Rumania"),
        ("western", "mediterranean"),
    ),
    "russia": Theme(
        ("Russian",),
        ("German", "Italian", "Rumanian", "Hungarian", "Spanish", "Finnish", "Vichy French"),
        ("Russia", "Rumania", "Hungary", "Finland"),
        ("eastern",),
    ),
    "japan": Theme(
        ("Japanese",),
        ("US", "British", "Indian", "Australian", "Philippine", "Nationalist Chinese"),
        ("Philippines", "Burma", "India", "China", "Pacific island"),
        ("pacific", "asia"),
        "pacific",
    ),
    "burma": Theme(("British", "US", "Indian"), ("Japanese",), ("Burma", "Pacific island"), ("asia",), "pacific"),
    "china": Theme(("Nationalist Chinese", "Communist Chinese"), ("Japanese",), ("China",), ("asia",), "pacific"),
    "france": Theme(("French", "British"), ("German", "Italian"), ("Germany", "Italy"), ("western", "mediterranean")),
}


@dataclass
class Draft:
    """A battle on its way."""

    rng: random.Random
    theme: Theme
    edition: str = "new"
    targets: list[str] = field(default_factory=lambda: ["0,0"])
    attack: list[Document] = field(default_factory=list)
    defend: list[Document] = field(default_factory=list)
    features: list[str] = field(default_factory=list)
    terrain: str = "clear"
    wet: float = 0.0
    wall: float = 0.0
    water: str = "river"
    hex: Document = field(default_factory=dict)
    conditions: Document = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    even: bool = False

    def place(self) -> str:
        """A hex to attack from."""
        return self.rng.choice(BOTH if len(self.targets) > 1 else list(ROUND.values())[:4])

    def add(self, type: str, side: str = "attack", **said: Any) -> Document:
        """One more counter."""
        nations = self.theme.attack if side == "attack" else self.theme.defend
        attacking = side == "attack"
        at = self.place() if attacking else self.rng.choice(self.targets)
        size = 1 if type in ("airborne", "marine", "commando", "chindit", "replacement", "partisan") else None
        most = 6 if attacking and type != "flak" else 3
        if type == "infantry" and nations[0] in ("US", "British") and "via" not in said and self.rng.random() < 0.1:
            type = "mechanized"
        unit = {
            "type": type,
            "nation": self.rng.choice(nations),
            "at": at,
            "count": 1,
            "factors": size or self.rng.randint(1, most),
            **said,
        }
        if type not in ("partisan", "flak") and attacking:
            unit.setdefault("ctl", self.rng.choice((1, 2, 2, 3)))
        (self.attack if attacking else self.defend).append(unit)
        return unit

    def ground(self, units: list[Document]) -> list[Document]:
        """Those of some counters that have a supply."""
        return [u for u in units if u["type"] not in ("air", "fleet", "destroyer", "partisan", "flak")]

    def thin(self) -> None:
        """Take away defenders that may not stack."""
        for at in self.targets:
            stack = [u for u in self.defend if u["at"] == at and u["type"] not in ("air", "flak")]
            room = 1 if "island" in self.features and "port" not in self.features else 2
            room = 5 if "pearl_harbor" in self.features else room
            for unit in reversed([u for u in stack if u["type"] not in ("airborne", "marine", "commando")]):
                room -= unit["count"]
                if room < 0:
                    self.defend.remove(unit)

    def document(self) -> Document:
        """The battle as a player would write it."""
        if any(u.get("via") == "sea" for u in self.attack) and self.wall:
            self.features, self.wall = [f for f in self.features if f not in FORTS], 0.0
        units = []
        for side, letter, stack in (("attacker", "a", self.attack), ("defender", "d", self.defend)):
            units += [{"id": f"{letter}{n}", "side": side, **u} for n, u in enumerate(stack, 1)]
        near = sorted({u["at"] for u in self.attack} - set(self.targets))
        sides = {}
        for at in self.targets:
            q, r = map(int, at.split(","))
            for way, step in ROUND.items():
                a, b = map(int, step.split(","))
                if f"{q + a},{r + b}" in near:
                    marks = [self.water] * (self.rng.random() < self.wet) + ["fort"] * (self.rng.random() < self.wall)
                    sides[f"{at}:{way}"] = marks
        hexes: Document = {at: {"terrain": "clear"} for at in near}
        for number, at in enumerate(self.targets):
            plain = {"terrain": self.rng.choice(("clear", self.terrain)), "features": []}
            here = {"terrain": self.terrain, "features": sorted(set(self.features))}
            hexes[at] = {**(plain if number else here), **self.hex}
        for at, known in self.conditions.pop("near", {}).items():
            hexes[at] = known
        return {
            "ruleset": "aworldatwar",
            "edition": self.edition,
            "targets": self.targets,
            "units": units,
            "map": {"hexes": hexes, "sides": {key: marks for key, marks in sides.items() if marks}},
            "conditions": {"theatre": self.theme.theatre, **self.conditions},
            "readings": self.readings,
        }


# --- special things about a battle ------------------------------------------------------------------------------------


def river(d: Draft) -> None:
    d.wet, d.water = d.rng.choice((0.6, 1.0, 1.0)), d.rng.choice(("river", "arrow"))


def rough(d: Draft) -> None:
    jungles = ("jungle", "jungle_mountain") if d.theme.theatre == "pacific" else ()
    d.terrain = d.rng.choice(("forest", "mountain", "swamp", "desert", *jungles * 2))


def fort(d: Draft) -> None:
    d.features.append(d.rng.choice(("fortress", "fortification")))


def wall(d: Draft) -> None:
    d.features = [f for f in d.features if f not in FORTS]
    d.features.append(d.rng.choice(("maginot", "west_wall", "west_wall")))
    d.wall = d.rng.choice((0.5, 0.8, 1.0))


def wet_wall(d: Draft) -> None:
    wall(d)
    if "Spanish" in d.theme.defend and d.rng.random() < 0.7:
        d.defend = [u for u in d.defend if u["type"] == "air"]
        for nation in ("German", d.rng.choice(("Spanish", "US"))):
            d.add("infantry", "defend", nation=nation, at=d.targets[0])
    d.features[-1] = "west_wall"
    d.wet, d.wall = d.rng.choice((0.5, 1.0)), d.rng.choice((0.5, 1.0))


def singapore(d: Draft) -> None:
    d.features = [f for f in d.features if f not in FORTS] + ["singapore"]


def beach(d: Draft) -> None:
    d.features.append("beach")


def islet(d: Draft) -> None:
    d.features += ["island", *d.rng.choice(((), ("port",), ("fortified_island",), ("bridgehead",)))]


def starved(d: Draft) -> None:
    d.hex["fort_unsupplied"] = d.rng.choice((1, 1, 2))
    if not set(d.features) & set(FORTS):
        fort(d)


def land(d: Draft) -> None:
    at = d.place()
    for _ in range(d.rng.choice((1, 1, 2))):
        d.add(
            d.rng.choice(("infantry", "infantry", "armor", "commando")),
            via="sea",
            at=at,
            carried=d.rng.choice(("board", "board", "low", "high")),
        )


def marines(d: Draft) -> None:
    if {"US", "Japanese"} & set(d.theme.attack):
        nation = next(n for n in d.theme.attack if n in ("US", "Japanese"))
        d.add("marine", via="sea", nation=nation, count=d.rng.randint(1, 3))


def fleet(d: Draft) -> None:
    d.add("fleet", factors=d.rng.randint(1, 4), count=d.rng.randint(1, 2), bombardment=d.rng.choice((0, 0, 1, 5)))
    if d.edition == "new":
        d.conditions["bombardment_ratio"] = d.rng.choice((0, 1, 2, 3))


def destroyers(d: Draft) -> None:
    d.add("destroyer", factors=d.rng.randint(1, 4))


def drop(d: Draft) -> None:
    d.add(
        "airborne", via="airdrop", at=d.rng.choice(d.targets), ctl=d.rng.choice((2, 2, 3, 1)), count=d.rng.randint(1, 3)
    )


def drop_alone(d: Draft) -> None:
    d.attack = [u for u in d.attack if u["type"] in ("air", "airborne")]
    for unit in d.defend:
        unit["factors"], unit["count"] = 1, 1
        if unit["type"] == "infantry" and d.rng.random() < 0.3:
            unit["type"] = "armor"
    d.add("airborne", via="airdrop", at=d.rng.choice(d.targets), ctl=d.rng.choice((2, 3)), count=3)


def planes(d: Draft) -> None:
    d.add("air", factors=d.rng.randint(1, 4))


def cover(d: Draft) -> None:
    d.add("air", "defend", factors=d.rng.randint(1, 3))
    if d.rng.random() < 0.4:
        d.readings["das_losses"] = "plain"


def exploit(d: Draft) -> None:
    d.conditions["phase"] = "exploitation"
    for unit in d.attack:
        if unit["type"] not in ("air", "airborne", "partisan") and d.rng.random() < 0.97:
            unit.update(type="armor", via="land")
            unit.pop("carried", None)
            if d.rng.random() < 0.15:
                unit["off_beach"] = True
        for key in ("port_raid_range", "bombardment", "winter_preparation", "shock_army"):
            unit.pop(key, None)


def early(d: Draft) -> None:
    exploit(d)
    d.conditions["early_german"] = True
    if d.rng.random() < 0.4:
        for unit in d.attack:
            unit["nation"] = d.theme.attack[-1]
        d.add("airborne", via="airdrop", at=d.targets[0], ctl=2, nation="German")


def isolated(d: Draft) -> None:
    for unit in d.defend:
        if unit["type"] not in ("air", "flak"):
            arrived = d.rng.choice(("there", "there", "sea", "retreat", "movement", "air"))
            unit.pop("exploited", None)
            unit.update(isolated_turns=1 if arrived in ("movement", "air") else d.rng.randint(1, 3), arrived=arrived)


def green(d: Draft) -> None:
    for unit in d.ground(d.defend):
        unit["ctl"] = d.rng.choice((-1, 0, 0, 1, 2))
        unit["home"] = d.rng.choice(("map", "map", "yes", "no"))


def hungry(d: Draft) -> None:
    for unit in d.ground(d.defend):
        unit["supply"] = d.rng.choice(("full", "partial", "none"))
        unit["oil_short"] = d.rng.random() < 0.3


def tanks(d: Draft) -> None:
    unit = d.add("armor", "defend", mech=d.rng.choice(("auto", "off")))
    if d.rng.random() < 0.3:
        unit.update(exploited=True, oil_short=True, supply=d.rng.choice(("full", "partial")))


def recruits(d: Draft) -> None:
    d.defend = [u for u in d.defend if u["type"] == "air"]
    for _ in range(d.rng.randint(1, 2)):
        d.add(d.rng.choice(("replacement", "partisan")), "defend")
    for at in d.targets:
        if not any(u["at"] == at for u in d.defend if u["type"] != "air"):
            d.add("partisan", "defend", at=at)


def flak(d: Draft) -> None:
    d.add("flak", "defend", factors=d.rng.randint(1, 3))


def elite(d: Draft) -> None:
    d.add(d.rng.choice(("airborne", "marine", "commando")), "defend", nation=d.theme.defend[0])


def rome(d: Draft) -> None:
    d.conditions.update(rome_allied=d.rng.random() < 0.5, axis_in_africa=d.rng.random() < 0.5)


def volunteers(d: Draft) -> None:
    d.conditions["volunteers"] = True


def surprise(d: Draft) -> None:
    if "Japanese" in d.theme.attack:
        d.conditions["japanese_surprise"] = True


def resistance(d: Draft) -> None:
    d.conditions["china_resistance"] = d.rng.randint(-4, 1)


def barbarossa(d: Draft) -> None:
    if d.edition == "new":
        d.conditions["russia_first_turn"] = True
    d.add("armor", nation=d.theme.attack[0])


def winter(d: Draft) -> None:
    d.conditions.update(winter_effect=d.rng.choice((2, 3, 7, 8)), winter_needs=d.rng.choice((0, 2, 3)))
    for unit in d.ground(d.attack):
        unit["winter_preparation"] = d.rng.choice((0, 2, 3))


def chindit(d: Draft) -> None:
    if "British" in d.theme.attack:
        at = d.place()
        d.add(
            "chindit",
            at=at,
            nation="British",
            count=d.rng.choice((1, 1, 2)),
            via=d.rng.choice(("land", "airdrop")),
            ctl=d.rng.choice((2, 3)),
        )
        if d.theme.theatre == "pacific":
            d.terrain = d.rng.choice(("jungle", "mountain", "jungle_mountain", "swamp", "forest"))
        if d.rng.random() < 0.5:
            d.attack = [u for u in d.attack if u["type"] in ("chindit", "air")] or d.attack


def two(d: Draft) -> None:
    d.targets = ["0,0", SECOND]
    for unit in d.attack:
        unit["at"] = d.rng.choice(BOTH)
    d.add("infantry", "defend", at=SECOND)


def mixed(d: Draft) -> None:
    for level in (1, d.rng.choice((2, 3))):
        d.add("infantry", ctl=level, factors=d.rng.randint(1, 4))


def veterans(d: Draft) -> None:
    for unit in d.attack:
        if "ctl" in unit:
            unit["ctl"] = d.rng.choice((3, 4))


def atomic(d: Draft) -> None:
    d.conditions["atomic"] = True


def shock(d: Draft) -> None:
    if "Russian" in d.theme.attack:
        d.add("infantry", factors=d.rng.choice((3, 3, 3, 3, 2)), count=d.rng.choice((1, 2, 3)), shock_army=True)


def quarrel(d: Draft) -> None:
    d.conditions["allies_disagree"] = True


def safe(d: Draft) -> None:
    d.features.append(d.rng.choice(("capital", "objective", "ic", "railhead", "bridgehead")))


def worn(d: Draft) -> None:
    for unit in d.ground(d.attack):
        unit["supply"] = d.rng.choice(("full", "partial", "partial" if unit["type"] == "chindit" else "none"))
        unit["oil_short"] = d.rng.random() < 0.2


def monsoon(d: Draft) -> None:
    d.conditions["monsoon"] = True
    if d.rng.random() < 0.5:
        d.conditions["near"] = {"1,0": {"terrain": d.rng.choice(("swamp", "jungle", "clear"))}}


def pearl_harbor(d: Draft) -> None:
    if "Japanese" in d.theme.attack and "island" not in d.features:
        d.features.append("pearl_harbor")
        d.defend = [u for u in d.defend if u["type"] == "marine" or (u["type"] == "air" and d.edition == "new")]
        for _ in range(d.rng.randint(2, 3)):
            d.add(
                d.rng.choice(("infantry", "infantry", "armor")),
                "defend",
                nation="US",
                at="0,0",
                count=d.rng.randint(1, 2),
                factors=1,
            )
        d.add("infantry", via="sea", factors=6, count=2)


def swarm(d: Draft) -> None:
    """As much air as three factors for each on the ground, or a bit more or less."""
    for unit in d.ground(d.attack):
        unit["factors"], unit["ctl"] = 1, d.rng.choice((2, 3))
    d.add("infantry", factors=1, ctl=2)
    for side, stack in (("attack", d.attack), ("defend", d.defend)):
        factors = 3 * sum(u["factors"] * u["count"] for u in d.ground(stack)) + d.rng.choice((0, 0, 0, -1, -2, 1))
        if side == "attack" or (d.rng.random() < 0.5 and "pearl_harbor" not in d.features):
            d.add("air", side, factors=max(1, min(24, factors - 1)), ctl=d.rng.choice((1, 2, 3, 3)))
            d.add("air", side, factors=1, ctl=d.rng.choice((1, 2, 3)))


def wrong(d: Draft) -> None:
    """Something that is not allowed, most of the time."""
    what = d.rng.randrange(10)
    if what == 0:
        d.add("infantry", at="2,-1")
    elif what == 1:
        d.add(d.rng.choice(("replacement", "partisan", "partisan", "flak")))
    elif what == 2:
        d.add("infantry", count=3)
    elif what == 3:
        d.conditions["attacked_before"] = True
    elif what == 4:
        d.wet, d.water = 0.5, d.rng.choice(("water", "impassable"))
    elif what == 5:
        d.add(
            "airborne",
            via="airdrop",
            at=d.rng.choice(d.targets),
            drop_range=d.rng.choice((3, 4, 5)),
            moved_by_transport=d.rng.random() < 0.3,
        )
    elif what == 6:
        d.add("commando", via="sea", port_raid_range=d.rng.choice((0, 3)), ctl=2)
    elif what == 7:
        d.add("infantry", via="sea", count=2)
        d.add("commando", via="sea", count=2, ctl=d.rng.choice((1, 2)))
    elif what == 8:
        recruits(d)
        cover(d)
    else:
        exploit(d)
        d.add(d.rng.choice(("fleet", "destroyer")))


def even(d: Draft) -> None:
    """Both sides are as strong as each other."""
    d.even = d.rng.random() < 0.9


def onlookers(d: Draft) -> None:
    """Somebody stands by, near a Chindit perhaps."""
    d.add("infantry", attacks=False, at=d.rng.choice(("2,-1", "1,0", "-1,0", "2,0")), nation=d.theme.attack[0])


def readings(d: Draft, part: float = 0.5) -> None:
    for key, (other, editions) in OTHER.items():
        if d.edition in editions and d.rng.random() < part:
            d.readings[key] = other


OTHER = {
    "conversion_order": ("defender", "old new"),
    "low_dm": ("literal", "old"),
    "ex_levels": ("total", "old new"),
    "das_losses": ("plain", "old new"),
    "air_dies": ("ground", "old new"),
    "chinese_bar": ("communist", "old new"),
    "drop_exemption": ("all", "old new"),
    "invasion_scope": ("fortified", "new"),
    "fort_bar": ("always", "old new"),
    "pearl_picker": ("attacker", "old new"),
    "support_bar": ("all", "old new"),
    "mixed_approach": ("open", "old new"),
    "singapore_drop": ("sea", "old new"),
    "landing_river": ("keeps", "old new"),
    "italian_both": ("one", "old new"),
    "lowest_ctl": ("all", "old new"),
    "destroyer_share": ("paid", "new"),
    "special_places": ("ordinary", "old new"),
}
SPICES: dict[Callable[[Draft], None], str] = {
    river: "",
    rough: "",
    fort: "",
    wall: "",
    wet_wall: "allies russia",
    singapore: "japan",
    beach: "",
    islet: "japan burma",
    starved: "",
    land: "",
    marines: "allies japan",
    fleet: "",
    destroyers: "",
    drop: "",
    drop_alone: "",
    planes: "",
    cover: "",
    exploit: "",
    early: "west east",
    isolated: "",
    green: "",
    hungry: "",
    tanks: "",
    recruits: "",
    flak: "",
    elite: "",
    rome: "allies russia france",
    volunteers: "russia allies",
    surprise: "japan",
    resistance: "japan",
    barbarossa: "east",
    winter: "east russia",
    chindit: "burma allies",
    two: "",
    mixed: "",
    veterans: "",
    atomic: "",
    shock: "russia",
    quarrel: "",
    safe: "",
    worn: "",
    monsoon: "burma japan",
    pearl_harbor: "japan",
    swarm: "",
    onlookers: "burma",
    even: "",
    wrong: "",
    readings: "",
}
"""All of them, each with the themes that it needs."""
PAIRS = list(combinations(SPICES, 2))
LAST = (worn, green, hungry, isolated, veterans, exploit, early, winter)
"""Those that change counters come after those that bring some."""


def drawn(number: int) -> Document:
    """Battle of a number."""
    rng = random.Random(number)
    first, second = PAIRS[number * 389 % len(PAIRS)]
    spices: list[Callable[[Draft], None]] = [first, second, *rng.sample(list(SPICES), rng.choice((0, 0, 1, 2)))]
    spices += [swarm] if rng.random() < 0.08 else []
    wanted = " ".join(SPICES[spice] for spice in (first, second)).split()
    draft = Draft(rng, THEMES[rng.choice(wanted or list(THEMES))], rng.choice(("old", "new")))
    for _ in range(rng.choice((1, 2, 2, 3))):
        draft.add(rng.choice(("infantry", "infantry", "armor")))
    for _ in range(rng.choice((1, 1, 2))):
        draft.add("infantry", "defend", count=rng.choice((1, 1, 1, 2)))
    for spice in sorted(set(spices), key=lambda one: (one in LAST, list(SPICES).index(one))):
        spice(draft)
    readings(draft, 0.15)
    if rng.random() < 0.9:
        draft.thin()
    draft.conditions.setdefault("front", rng.choice(draft.theme.fronts))
    draft.hex.setdefault("country", rng.choice(draft.theme.countries))
    return levelled(draft.document()) if draft.even else draft.document()


def levelled(document: Document) -> Document:
    """The battle with as much more air as makes it even, on the side that is weaker."""
    attack = Attack(document)
    sizes = {
        k: u["count"] * (u["factors"] if u["type"] in ("air", "destroyer") else 1) for k, u in attack.units.items()
    }
    r = Round(attack, sizes, 1)
    gap = r.defence - r.attack if r.ground and r.held else 0
    if gap < 0:
        gap = 0 if r.landed and gap % 3 else gap // 3 if r.landed else gap
    if 0 < abs(gap) < 13:
        side = "attacker" if gap > 0 else "defender"
        unit = next(u for u in attack.units.values() if u["side"] == side)
        air = {"id": "even", "side": side, "type": "air", "nation": unit["nation"], "at": unit["at"], "count": 1}
        document["units"].append({**air, "factors": abs(gap), "ctl": 2})
    return document
