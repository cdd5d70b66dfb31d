"""Random attacks of chapter 11 in which rules meet: terrain, hexsides, works, weather, kinds of units, supply, markers.

Every document says all that the reference looks at; its pack holds a terrain effects chart that tells every row.
"""

from __future__ import annotations

import random
from typing import Any

Document = dict[str, Any]

BESIDE = {"1,0": "E", "0,1": "SE", "-1,1": "SW"}
"""Hexes of attackers, and the hexside of the target that they cross."""
TERRAINS = ("clear", "woods", "forest", "mountain", "rough", "swamp", "wooded_rough")
CITIES = ("dot_city", "partial_city", "full_city")
WORKS = (
    "fort",
    "damaged_fort",
    "improved_fort",
    "fortified_area",
    "improved_fortified_area",
    "permanent_fortified_area",
    "fortress",
    "damaged_fortress",
    "unimproved_fortress",
    "damaged_unimproved_fortress",
    "port_fortification",
    "fortified_zone",
    "entrenchment",
    "improved_entrenchment",
)
SIDES = ("river", "minor_river", "major_river", "mountain_side", "fortified_side")
LEFT = {
    "woods": ("full", "half", "full", "full"),
    "forest": ("full", "half", "half", "half"),
    "mountain": ("half", "half", "half", "half"),
    "rough": ("half", "quarter", "half", "full"),
    "swamp": ("quarter", "quarter", "half", "full"),
    "wooded_rough": ("half", "half", "full", "half"),
    "minor_river": ("half", "half", "full", "full"),
    "river": ("half", "half", "half", "full"),
    "major_river": ("quarter", "quarter", "half", "full"),
    "mountain_side": ("half", "half", "half", "full"),
    "full_city": ("full", "half", "full", "half"),
    "fortress": ("half", "half", "half", "full"),
}
"""What is left of infantry, motorized units, artillery and air; of rows that are not named, all."""
NUMBERS = {
    "woods": (-2, 1, 1, 0),
    "forest": (-1, 3, 2, -1),
    "mountain": (-1, 2, 2, -1),
    "rough": (-1, 1, 1, 0),
    "swamp": (-2, 2, 3, -1),
    "wooded_rough": (-2, 2, 1, 0),
    "river": (-1, 1, 1, 0),
    "minor_river": (0, 0, 1, 0),
    "major_river": (-1, 2, 2, 0),
    "mountain_side": (-1, 1, 1, 0),
    "fortified_side": (-2, 1, 1, 0),
    "dot_city": (0, 1, 0, 0),
    "partial_city": (-1, 2, 1, 0),
    "full_city": (-2, 3, 1, 1),
    "fort": (-1, 1, 1, 0),
    "damaged_fort": (0, 1, 0, 0),
    "improved_fort": (-2, 1, 1, 0),
    "fortified_area": (-2, 2, 1, 0),
    "improved_fortified_area": (-3, 2, 2, 0),
    "permanent_fortified_area": (-3, 2, 2, 0),
    "fortress": (-3, 3, 2, 0),
    "damaged_fortress": (-2, 2, 2, 0),
    "unimproved_fortress": (-2, 2, 1, 0),
    "damaged_unimproved_fortress": (-1, 2, 1, 0),
    "port_fortification": (-3, 3, 2, 0),
    "fortified_zone": (-3, 3, 3, 0),
    "entrenchment": (-1, 1, 0, 0),
    "improved_entrenchment": (-2, 1, 0, 0),
}
"""Die modifier, armour modifier lost, half supply points more, levels of the zone of control."""


def pack() -> Document:
    """The terrain effects chart of all these battles."""
    columns, numbers = ("infantry", "motorized", "artillery", "air"), ("dm", "aec", "sp", "zoc")
    every = (*TERRAINS, *CITIES, *WORKS, *SIDES)
    strength = {row: dict(zip(columns, LEFT.get(row, ("full",) * 4), strict=True)) for row in every}
    tables = {
        "terrain_strength": strength,
        "terrain_numbers": {row: dict(zip(numbers, NUMBERS.get(row, (0,) * 4), strict=True)) for row in every},
    }
    return {"title": "A chart of our own", "tables": tables}


KINDS: dict[str, Document] = {
    "infantry": {"attack": 6, "size": "3", "intrinsic": "support"},
    "motorized": {
        "attack": 6,
        "size": "3",
        "movement": 10,
        "aec": "neutral",
        "atec": "neutral",
        "cm": True,
        "intrinsic": "support",
    },
    "mechanized": {
        "attack": 7,
        "size": "3",
        "movement": 10,
        "aec": "half",
        "atec": "half",
        "cm": True,
        "armour_symbol": True,
    },
    "armour": {
        "attack": 12,
        "size": "3",
        "movement": 10,
        "aec": "full",
        "atec": "full",
        "cm": True,
        "armour_symbol": True,
    },
    "antitank": {"attack": 1, "size": "1", "movement": 8, "atec": "full"},
    "antiaircraft": {"attack": 1, "size": "1", "movement": 10, "atec": "neutral", "aec": "neutral"},
    "artillery": {"attack": 3, "size": "1", "atec": "neutral", "aec": "neutral"},
    "cavalry": {"attack": 3, "size": "3", "movement": 8, "intrinsic": "unsupported"},
    "mountain": {"attack": 6, "size": "3", "special": "mountain", "intrinsic": "support"},
    "light": {"attack": 4, "size": "3", "movement": 8, "special": "light", "intrinsic": "self_supporting"},
    "commando": {"attack": 1, "size": "1/2", "special": "commando"},
    "parachute": {"attack": 2, "size": "1"},
    "engineer": {"attack": 1, "size": "1/2", "special": "engineer", "ability_factor": 2},
    "police": {"attack": 2, "size": "1"},
    "headquarters": {"attack": 0, "size": "1", "movement": 8},
}
NATIONS = {
    "attacker": ("German", "German", "German", "Italian", "Rumanian"),
    "defender": ("Soviet", "British", "Canadian", "American", "French", "Polish"),
}
RIGID = ("infantry_left", "motorized_left", "artillery_left", "air_left")


def force(source: random.Random, side: str, at: str, number: int) -> Document:
    """A random unit."""
    kind = source.choice([*KINDS, "infantry", "infantry", "armour", "mechanized", "motorized", "mountain"])
    unit: Document = {"cadre_attack": -1, "cadre_defence": -1, **KINDS[kind]}
    unit |= {"id": f"{side[0]}{number}", "side": side, "type": kind, "at": at, "nation": source.choice(NATIONS[side])}
    if kind == "headquarters":
        return unit
    unit["attack"] = max(1, unit["attack"] + source.randint(-3, 5))
    unit["defence"] = max(0, unit["attack"] + source.choice([0, 0, 0, -1, -2, 2]))
    unit["movement"] = source.choice([unit.get("movement", 6)] * 3 + [2, 3, 5, 6, 8, 9, 10, 12])
    if source.random() < 0.3:
        unit["size"] = source.choice(["1/2", "1", "3/2", "2", "3", "4"])
    if source.random() < 0.45 and unit["attack"] > 2:
        unit["cadre_attack"] = source.randint(1, unit["attack"] - 1)
        unit["cadre_defence"] = source.randint(1, max(1, unit["defence"] - 1))
    return unit


def spiced(source: random.Random, unit: Document) -> None:
    """Something more that rules look at."""
    ways: list[Document] = [
        {"marker": source.randint(1, 5)},
        {"supply": source.choice(["U1", "U3", "U4"])},
        {"supply": "U2", "supply_cut": source.choice(["half", "quarter"])},
        {"unsupported": True},
        {"zoc": source.choice(["double", "partial", "none"])},
        {"contingent": source.choice("AB")},
        {"special": "woodsmanship"},
        {"special": "heavy_armour", "special_counts": "yes"},
        {"special_counts": "yes"},
        {"special_counts": "no"},
        {"aec": "double"},
        {"aec": "quarter"},
        {"atec": "double"},
        {"home": True},
        {"home": True},
        {"face": "cadre", "cadre_attack": -1, "cadre_defence": -1},
        {"cm": True},
        {"isolated": True},
    ]
    if unit["type"] == "motorized":
        ways += [{"on_foot": True}, {"aec": "half"}] * 3
    if unit["side"] == "attacker":
        ways += [{"overstacked": True}, {"moved": "initial"}, {"face": "remnant", "cadre_attack": -1}, {"via": "sea"}]
    if unit["side"] == "defender":
        ways += [{"reacted": True}, {"retreated": "initial"}, {"held_out": True}]
    unit |= source.choice(ways)


def conditions(source: random.Random) -> Document:
    """What is stated of the attack."""
    found: Document = {"forced_fights": "here", "year": source.choice([1941, 1942, 1943, 1944])}
    ways: list[Document] = [
        {"weather_left": source.choice(["half", "quarter"])},
        {"weather_shift": source.choice([-3, -2, -1, 1, 2])},
        {"weather_aec": source.randint(1, 3)},
        {"weather_sp": source.choice(["3/2", "2"])},
        {"chit": True},
        {"other_dm": source.randint(-3, 3)},
        {"kind": "hasty"},
        {"kind": "forced"},
        {"phase": "exploitation"},
        {"supplied": False},
        {"stacking": source.randint(1, 3)},
        {"side_stacking": 1},
    ]
    for _ in range(source.choice([0, 0, 1, 1, 2, 4])):
        found |= source.choice(ways)
    return found


def place(source: random.Random) -> Document:
    """The hex under attack."""
    found: Document = {"terrain": source.choice(TERRAINS), "features": []}
    if source.random() < 0.35:
        found["features"].append(source.choice((*CITIES, "full_city")))
        found["features"] += [more for more in ("major_city", "home_city") if source.random() < 0.5]
    if source.random() < 0.5:
        found["features"].append(source.choice(WORKS))
    for _ in range(source.choice([0, 0, 0, 1, 2])):
        found |= source.choice(
            [
                {source.choice(RIGID): source.choice(["half", "quarter", "full"])},
                {"dm": source.randint(-2, 2)},
                {"aec_lost": 1},
                {"sp_more": 2},
                {"zoc_levels": source.choice([-1, 1])},
            ]
        )
    return found


def battle(seed: int) -> Document:
    """A random attack; the same seed, the same attack."""
    source = random.Random(seed)
    ways = source.sample(sorted(BESIDE), source.choice([1, 1, 2]))
    if source.random() < 0.08:
        ways.append("0,0")
    ours = [force(source, "attacker", source.choice(ways), n) for n in range(1, source.choice([2, 3, 4, 5]))]
    theirs = [force(source, "defender", "0,0", n) for n in range(1, source.choice([2, 2, 3, 4]))]
    units = [*ours, *theirs]
    for _ in range(source.choice([0, 0, 1, 2, 3, 5])):
        spiced(source, source.choice(units))
    over = any(unit.get("overstacked") for unit in units)
    for side in ("attacker", "defender"):
        if source.random() < 0.05:
            for unit in units:
                unit |= {"isolated": True} if unit["side"] == side else {}
    for side, kind in (("attacker", "air"), ("defender", "air"), ("attacker", "naval"), ("defender", "naval")):
        if source.random() < 0.12:
            units.append(
                {
                    "id": f"{side[0]}{kind}",
                    "side": side,
                    "type": kind,
                    "points": source.randint(1, 7),
                    "nation": NATIONS[side][0],
                    "at": "0,0" if side == "defender" else ways[0],
                }
            )
    sides: dict[str, list[str]] = {}
    if source.random() < 0.4:
        mark = source.choice(SIDES)
        sides = {f"0,0:{BESIDE[way]}": [mark] for way in ways if way in BESIDE and source.random() < 0.75}
    return {
        "format": 1,
        "ruleset": "v101125",
        "edition": "chart",
        "targets": ["0,0"],
        "units": units,
        "map": {"hexes": {"0,0": place(source)}, "sides": sides},
        "conditions": conditions(source) | ({"plotted": source.randint(0, 2)} if over else {}),
        "readings": {},
        "pack": pack(),
    }


AROUND = ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
OUTER = ("-2,0", "-2,1", "-2,2", "-1,-1", "0,-2", "1,-2", "2,-2", "2,-1", "-1,2", "0,2")


def way_out(seed: int) -> Document:
    """A random attack with others around, who stand by: defenders have somewhere to go."""
    source = random.Random(f"way out {seed}")
    document = battle(seed) | {"conditions": {"forced_fights": "here"}}
    units: list[Document] = [unit for unit in document["units"] if "points" not in unit and unit["at"] != "away"]
    kept = ("marker", "supply", "supply_cut", "unsupported", "zoc", "cm", "special")
    for unit in units:
        for key in [key for key in unit if key not in (*kept, *BARE)]:
            del unit[key]
        unit["at"] = "0,0" if unit["side"] == "defender" else "1,0"
        unit["attack"] += 40 * (unit["side"] == "attacker")
    for number in range(source.choice([1, 2, 3, 4])):
        other = force(source, "attacker", source.choice((*AROUND[1:], *OUTER)), 20 + number)
        units.append(other | {"attacks": False} | source.choice([{}, {}, {"engaged": True}, {"zoc": "partial"}]))
    taken = {unit["at"] for unit in units}
    for number in range(source.choice([0, 1, 2])):
        free = [place for place in AROUND[1:] if place not in taken]
        friend = force(source, "defender", source.choice(free or ["-3,0"]), 30 + number)
        units.append(friend | source.choice([{}, {"supply": "U4"}, {"marker": 1}, {"engaged": True}]))
    for unit in units:
        spice = source.choice(
            [{}, {}, {"recon": True}, {"ski": True}, {"zone_class": 2}, {"nation": "Finnish"}, SKIERS]
        )
        unit |= spice if unit["side"] == "defender" or "zone_class" in spice else {}
        unit |= {"supply": "U4"} if source.random() < 0.1 else {}
    hexes = document["map"]["hexes"]
    hexes["0,0"]["features"] = [
        row for row in hexes["0,0"]["features"] if row in ("fort", "improved_fort", "damaged_fort")
    ]
    for place in source.sample(AROUND[1:], 2):
        hexes[place] = {"terrain": source.choice(TERRAINS), "zoc_levels": source.choice([-1, 0, 1])}
    hexes["0,0"]["interdiction"] = source.choice([0, 0, 0, 1, 2])
    ways: list[Document] = [{"surprise": True}, {"examined": True}, {"snow": True}, {"phase": "exploitation"}]
    document["conditions"] |= source.choice(ways) | source.choice(ways)
    return document | {"units": units}


SKIERS = {"nation": "Finnish", "ski": True}
BARE = ("id", "side", "type", "nation", "at", "attack", "defence", "movement", "size", "cadre_attack", "cadre_defence")
