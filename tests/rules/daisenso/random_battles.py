"""Random battles of Dai Senso in which rules meet: a plain attack, and several of the things below thrown in.

The target is ``0,0``; everything lies within three hexes of it. Each function of :data:`SPICES` puts one thing into the
document of a battle, wherever it finds a place.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.rules.daisenso.reference import AIR, GROUND, apart, around
from tests.rules.daisenso.reference import FACTIONS as OF

Document = dict[str, Any]
TARGET = "0,0"
NEAR = around(TARGET)
BACK = [f"{q},{r}" for q in range(-3, 4) for r in range(-3, 4) if apart(TARGET, f"{q},{r}") in (2, 3)]
WAYS = ("E", "NE", "NW", "W", "SW", "SE")
LADDERS = (
    ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1"),
    ("1-3", "1-1", "2-1", "3-1", "9-1"),
    ("1-3", "2-1", "3-1", "5-1", "9-1"),
)
RESULTS = (
    "Ad",
    "Ad 1/0",
    "Ad 2/1",
    "Ex",
    "Ex 1/1",
    "Ex 0/2",
    "Dr1",
    "Dr1 1/1",
    "Dr2",
    "Dr2 0/1",
    "Dr3",
    "Dr3 1/2",
    "Dr3 0/1",
    "Dr2 2/0",
    "1/2",
    "2/1",
    "0/4",
    "-",
    "Dr3",
    "Dr2 1/3",
)
NATIONS = {
    "axis": ("Japanese", "Siam", "Hopeh"),
    "western": ("US", "British", "Kiangsu", "Nationalist Chinese"),
    "soviet": ("Russian", "Mongolian", "Soviet Communist Chinese"),
}
PAIRS = (("axis", "western"), ("western", "axis"), ("soviet", "axis"), ("axis", "soviet"), ("western", "soviet"))
SIDES = ("river", "mountain", "strait", "allsea", "lake", "beachhead")
TERRAINS = ("clear", "desert", "forest", "hills", "jungle", "mountain", "swamp")
READINGS = {
    "plain_side": "ignored",
    "voluntary": "any",
    "lone_air": "ignored",
    "drop_shift": "idle",
    "hq_again": "yes",
    "marine_regular": "no",
    "lake": "open",
    "first_stop": "free",
    "hq_blitz": "free",
    "zone_water": "reaches",
    "joined": "safe",
}
READING_ODDS, BLITZ_ODDS = 0.12, 0.35


class Maker:
    """A battle being made up."""

    def __init__(self, seed: int) -> None:
        self.source = source = random.Random(seed)
        self.factions = dict(zip(("attacker", "defender"), source.choice(PAIRS), strict=True))
        self.hexes: dict[str, Document] = {}
        self.sides: dict[str, list[str]] = {}
        self.units: list[Document] = []
        self.number = 0
        self.spices: list[Callable[[Maker], None]] = []
        self.blitz = source.random() < BLITZ_ODDS
        self.fronts = source.sample(NEAR, source.choice((1, 1, 2, 2, 3)))
        self.conditions: Document = {"segment": "blitz" if self.blitz else "regular"}
        self.readings = {key: other for key, other in READINGS.items() if source.random() < READING_ODDS}
        self.readings["zones"] = source.choice(("all", "all", "multi", "stated"))

    def unit(self, side: str, kind: str, at: str, **given: Any) -> Document:
        """A counter put on the map, with all its fields."""
        draw, letter = self.source, side[0]
        nation = given.pop("nation", "") or draw.choice(NATIONS[self.factions[side]][: 1 + draw.randrange(3)])
        self.number += 1
        unit: Document = {"id": f"{letter}{self.number}", "side": side, "type": kind, "nation": nation, "at": at}
        if kind in GROUND:
            steps = draw.choice((1, 1, 2, 2, 3))
            own = "same" if kind in ("marine", "airborne", "fortress") or draw.random() < 0.3 else "infantry"
            reduced = own if kind in ("armor", "hq", "marine", "airborne", "fortress") else "infantry"
            reduced = "infantry" if kind == "hq" else reduced
            still = kind == "fortress"
            unit |= {
                "af": 0 if still else draw.randint(1, 9),
                "df": draw.randint(0 if kind == "hq" else 1, 5),
                "ma": 0 if still else draw.choice((1, 2, 2, 3, 3)),
                "steps": steps,
                "reduced": reduced,
                "last": reduced,
                "reduced_af": 1,
                "reduced_df": 1,
                "last_af": 1,
                "last_df": 1,
                "reduced_ma": 0 if still else draw.choice((1, 1, 2, 3)),
                "last_ma": 0 if still else draw.choice((1, 1, 2, 3)),
                "one_behind": draw.random() < 0.3,
                "stripe": True,
                "blitz": draw.random() < 0.9,
                "supplied": draw.random() < 0.9,
            }
        elif kind in (*AIR, "airdrop"):
            unit |= {"blitz": draw.random() < 0.85}
        unit |= given
        self.units.append(unit)
        return unit

    def mark(self, a: str, b: str, *marks: str) -> None:
        """Something along a hexside."""
        self.sides[f"{a}:{WAYS[around(a).index(b)]}"] = list(marks)
        self.sides.pop(f"{b}:{WAYS[around(b).index(a)]}", None)

    def hex(self, hex: str, **given: Any) -> None:
        """Something said of a hex."""
        self.hexes.setdefault(hex, {}).update(given)

    def taken(self, hex: str) -> str:
        """The side whose counters are in a hex; empty when nobody is."""
        return next((unit["side"] for unit in self.units if unit["at"] == hex), "")

    def place(self, side: str, hexes: list[str]) -> str:
        """A hex of several that the other side does not hold."""
        free = [
            hex for hex in hexes if self.taken(hex) in ("", side) and self.hexes.get(hex, {}).get("terrain") != "sea"
        ]
        return self.source.choice(free or BACK[-1:])

    def front(self) -> str:
        """A hex of attackers."""
        return self.source.choice(self.fronts)


def spice(work: Callable[[Maker], None]) -> Callable[[Maker], None]:
    """Something to throw in."""
    SPICES.append(work)
    return work


SPICES: list[Callable[[Maker], None]] = []


@spice
def weather(m: Maker) -> None:
    m.hex(TARGET, weather=m.source.choice(("mud", "storms", "snow")))
    m.hex(m.source.choice(BACK + NEAR), weather="mud")


@spice
def terrain(m: Maker) -> None:
    if "city" not in m.hexes.get(TARGET, {}).get("features", ()):
        m.hex(TARGET, terrain=m.source.choice(TERRAINS))


@spice
def city(m: Maker) -> None:
    m.hex(TARGET, terrain="clear", features=["city", *(["blitz"] if m.source.random() < 0.4 else [])])


@spice
def hexside(m: Maker) -> None:
    for front in m.fronts:
        m.mark(TARGET, front, m.source.choice(SIDES))


@spice
def same_hexside(m: Maker) -> None:
    mark = m.source.choice(SIDES)
    for front in m.fronts:
        m.mark(TARGET, front, mark)


@spice
def inland_hexsides(m: Maker) -> None:
    for _ in range(6):
        hex = m.source.choice(NEAR + BACK)
        other = m.source.choice([one for one in around(hex) if one != TARGET])
        m.mark(hex, other, m.source.choice(SIDES[:5]))


@spice
def fortress(m: Maker) -> None:
    m.unit("defender", "fortress", TARGET)


@spice
def hq_inside(m: Maker) -> None:
    m.unit("defender", "hq", TARGET)


@spice
def hq_behind(m: Maker) -> None:
    at = m.place("defender", [hex for hex in NEAR + BACK if apart(hex, TARGET) < 3 and hex not in m.fronts])
    unit = m.unit("defender", "hq", at, nation=m.units[1]["nation"], took_part=m.source.random() < 0.1, supplied=True)
    if m.source.random() < 0.4:
        unit |= {"reduced_ma": 0, "last_ma": 0}


@spice
def hq_of_attackers(m: Maker) -> None:
    at = m.place("attacker", [hex for hex in BACK if apart(hex, TARGET) < 3])
    m.unit("attacker", "hq", at, nation=m.units[0]["nation"], took_part=m.source.random() < 0.15)


@spice
def hq_next_door(m: Maker) -> None:
    m.unit("attacker", "hq", m.front(), took_part=m.source.random() < 0.2, attacks=m.source.random() < 0.8)


@spice
def armor(m: Maker) -> None:
    m.unit("attacker", "armor", m.front())


@spice
def marine(m: Maker) -> None:
    front = m.front()
    m.mark(TARGET, front, m.source.choice(("allsea", "strait", "beachhead")))
    m.unit("attacker", "marine", front)
    if m.source.random() < 0.4:
        m.unit("attacker", "marine", m.front())


@spice
def unfit(m: Maker) -> None:
    m.unit(
        "attacker",
        "infantry",
        m.front(),
        **m.source.choice(
            (
                {"af": 0},
                {"attacked": True},
                {"attacks": False},
                {"ma": 0},
                {"supplied": False},
                {"blitz": False},
                {"type": "airborne"},
            )
        ),
    )


@spice
def still(m: Maker) -> None:
    m.unit("defender", "infantry", TARGET, ma=0)


@spice
def minors(m: Maker) -> None:
    names = {
        "axis": ("Siam", "Hopeh", "Nanking"),
        "western": ("Kiangsu", "Australian", "Nationalist Chinese"),
        "soviet": ("Mongolian", "Soviet Communist Chinese"),
    }[m.factions["attacker"]]
    for _ in range(2):
        m.unit(
            "attacker",
            "infantry",
            m.front(),
            nation=m.source.choice(names),
            standing=m.source.choice(("usual", "usual", "exp", "major")),
        )


@spice
def capital(m: Maker) -> None:
    nation = m.source.choice(NATIONS[m.factions["attacker"]][1:])
    for hex in m.source.sample(NEAR, 3):
        m.hex(hex, country=nation)
    if m.source.random() < 0.7:
        m.hex(TARGET, country=nation)
    m.unit("attacker", "infantry", m.front(), nation=nation, capital=True, ma=3)


@spice
def air(m: Maker) -> None:
    hex = m.source.choice((TARGET, *NEAR))
    hexes = [hex] if hex == TARGET else m.source.sample(NEAR[NEAR.index(hex) % 2 :: 2], 2)
    if not any(unit["type"] in AIR and unit["side"] == "attacker" for unit in m.units):
        for at in hexes:
            m.unit("attacker", m.source.choice(AIR if m.blitz else AIR[:1]), at)


@spice
def enemy_air(m: Maker) -> None:
    if not any(unit["type"] in AIR and unit["side"] == "defender" for unit in m.units):
        m.unit("defender", "air", m.source.choice((TARGET, *NEAR)), nation=m.units[1]["nation"])


@spice
def airdrop(m: Maker) -> None:
    m.blitz, m.conditions["segment"] = True, "blitz"  # after that segment all of them have landed
    for _ in range(m.source.choice((1, 1, 2))):
        m.unit("attacker", "airdrop", m.source.choice((TARGET, TARGET, *NEAR)))
    m.hex(TARGET, drop_idle=m.source.random() < 0.5)


@spice
def markers(m: Maker) -> None:
    m.unit("defender", m.source.choice(("detachment", "logistics")), m.source.choice((TARGET, *NEAR)))


@spice
def reserves(m: Maker) -> None:
    for _ in range(2):
        hexes = [hex for hex in NEAR + BACK if hex not in m.fronts]
        kind = m.source.choice(("infantry", "infantry", "armor", "hq", "fortress", "marine"))
        m.unit("defender", kind, m.place("defender", hexes))


@spice
def bystanders(m: Maker) -> None:
    for _ in range(2):
        at = m.place("attacker", BACK + m.fronts)
        m.unit("attacker", m.source.choice(("infantry", "armor", "marine", "hq")), at, attacks=False)


@spice
def third_faction(m: Maker) -> None:
    third = next(f for f in NATIONS if f not in m.factions.values())
    at = m.source.choice(NEAR + BACK)
    flies = any(unit["type"] in AIR and unit["side"] == "defender" for unit in m.units)
    if not m.taken(at):
        m.unit("defender", m.source.choice(("infantry", "infantry" if flies else "air")), at, nation=NATIONS[third][0])


@spice
def odd_hexes(m: Maker) -> None:
    for _ in range(3):
        what = m.source.choice(
            ({"barred": "neutral"}, {"barred": "policy"}, {"off_map": True}, {"closed": True}, {"weather": "mud"})
        )
        hex = m.source.choice(NEAR + BACK)
        if not m.taken(hex):
            m.hex(hex, **what)


@spice
def zones(m: Maker) -> None:
    for _ in range(4):
        m.hex(m.source.choice(NEAR + BACK), zoc=m.source.choice(("none", "attacker", "defender", "both")))
    unit = m.source.choice([unit for unit in m.units if unit["type"] in GROUND])
    unit["zone"] = m.source.choice(("yes", "no"))


@spice
def hemmed_in(m: Maker) -> None:
    for hex in NEAR + BACK:
        if m.source.random() < 0.6:
            m.hex(hex, zoc="both")


@spice
def sea(m: Maker) -> None:
    side = m.source.choice(("attacker", "defender"))
    hex = m.source.choice([hex for hex in NEAR + BACK if hex not in m.fronts])
    if not m.taken(hex):
        m.hex(hex, terrain="sea")
        m.unit(side, "beachhead", hex)
        inner = [one for one in around(hex) if apart(one, TARGET) < apart(hex, TARGET) and one != TARGET]
        if inner:
            m.mark(hex, m.source.choice(inner), "beachhead")


@spice
def from_the_sea(m: Maker) -> None:
    front = m.front()
    m.hex(front, terrain="sea")
    m.unit("attacker", "beachhead", front)
    m.mark(TARGET, front, "beachhead")


@spice
def their_beachhead(m: Maker) -> None:
    m.unit("defender", "beachhead", TARGET)


@spice
def worn_out(m: Maker) -> None:
    unit = m.source.choice([unit for unit in m.units if unit["type"] in GROUND])
    unit |= m.source.choice(({"reduced_ma": 0}, {"last_ma": 0}, {"ma": 0}, {"supplied": False}))


@spice
def forbidden(m: Maker) -> None:
    what = m.source.choice(("pre_war", "limited", "attacked_before"))
    if what == "attacked_before":
        m.hex(TARGET, attacked_before=True)
    else:
        m.conditions[what] = True


@spice
def weak(m: Maker) -> None:
    for unit in m.units:
        if unit["side"] == "attacker" and "af" in unit:
            unit["af"] = min(unit["af"], 1)
    m.units[1]["df"] = m.source.randint(3, 8)


@spice
def countries(m: Maker) -> None:
    names = ("Kiangsu", "Nationalist Chinese", "Western Communist Chinese", "Soviet Communist Chinese")
    for unit in m.units:
        faction = OF[m.factions[unit["side"]]]
        mine = [name for name in names if name in faction and unit["nation"] in faction]
        if mine and m.source.random() < 0.6:
            unit["nation"] = m.source.choice(mine)


@spice
def multinational(m: Maker) -> None:
    for unit in m.units:
        if unit["type"] == "hq":
            unit["also"] = m.source.choice(NATIONS[m.factions[unit["side"]]])


def battle(seed: int) -> Document:
    """The document of a random battle."""
    m = Maker(seed)
    draw = m.source
    m.unit("attacker", "infantry", m.fronts[0], blitz=True)
    m.unit("defender", "infantry", TARGET)
    if draw.random() < 0.5:
        m.unit("attacker", draw.choice(("infantry", "armor")), m.fronts[-1])
    if draw.random() < 0.4:
        m.unit("defender", draw.choice(("infantry", "armor")), TARGET)
    m.spices = draw.sample(SPICES, draw.randint(1, 6))
    for work in m.spices:
        work(m)
    if draw.random() < 0.05:
        m.units = [u for u in m.units if u["at"] != TARGET or u["type"] not in GROUND]
        m.unit("defender", "detachment", TARGET)
    ladder = draw.choice(LADDERS)
    crt = {str(face): {name: draw.choice(RESULTS) for name in ladder} for face in range(1, 7)}
    rows = (
        "hex_desert",
        "hex_forest",
        "hex_hills",
        "hex_jungle",
        "hex_mountain",
        "hex_swamp",
        "side_strait",
        "side_lake",
        "side_beachhead",
        "side_mountain",
    )
    values = {row: {"value": draw.randint(1 if row == "side_mountain" else 0, 3)} for row in rows}
    for row in rows:
        if draw.random() < 0.1:
            m.conditions[row] = str(draw.randint(1, 3))
    return {
        "ruleset": "daisenso",
        "procedure": "attack",
        "targets": [TARGET],
        "units": m.units,
        "map": {"hexes": m.hexes, "sides": m.sides},
        "conditions": m.conditions,
        "readings": m.readings,
        "pack": {"title": "Invented", "tables": {"crt": crt, "terrain": values}},
    }
