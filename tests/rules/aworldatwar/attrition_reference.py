"""Attrition once more, written apart from the engine and as plainly as can be, to compare with.

It works on documents. Boards are small: every hex lies within :data:`RADIUS` of ``0,0``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

RADIUS = 3
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
WAYS = ("E", "NE", "NW", "W", "SW", "SE")
PLAIN = ("infantry", "armor", "airborne", "mechanized")
VECTORS = Path(__file__).parents[2] / "vectors" / "aworldatwar.json"
TABLE = next(case["expect"] for case in json.loads(VECTORS.read_text()) if case["id"] == "DATA-ATTR")
"""The table as the cases have it."""
Hex = tuple[int, int]
Stand = tuple[dict[str, Any], Hex]
"""A counter and the hex it stands in."""


def spot(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


def text(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


def near(place: Hex) -> list[Hex]:
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def inside(radius: int) -> list[Hex]:
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= radius]


def random_board(seed: int, crowded: bool = False) -> dict[str, Any]:
    """The document of a board of Germans (phasing) and Russians, with a little of everything.

    On a ``crowded`` one there is much German armor, and Russian stacks that are in each other's way.
    """
    rng = random.Random(f"attrition {seed}")
    hexes: dict[str, Any] = {}
    for place in inside(RADIUS):
        kinds = ["clear"] * 7 + ["forest", "swamp", "sea"]
        hexes[text(place)] = {"terrain": rng.choice(kinds), "features": []}
        if rng.random() < (0.03 if crowded else 0.15):
            one = rng.choice(["objective", "fortress", "west_wall", "bridgehead", "railhead"])
            hexes[text(place)]["features"] = [one]
        if rng.random() < 0.25:
            hexes[text(place)]["control"] = rng.choice(["attacker", "defender", "neutral"])
    sides = {}
    for place in inside(RADIUS):
        for way in WAYS[:3]:
            if rng.random() < 0.15:
                sides[f"{text(place)}:{way}"] = [rng.choice(["river", "fort", "impassable", "water"])]
    land = [place for place in inside(RADIUS - 1) if hexes[text(place)]["terrain"] != "sea"]
    rng.shuffle(land)
    units: list[dict[str, Any]] = []
    for number, place in enumerate(land[: 14 if crowded else 11]):
        side = ("attacker", "defender")[number % 2]
        for _ in range(rng.choice((1, 1, 2))):
            type = rng.choice([*PLAIN, *PLAIN, "replacement", "partisan", "flak"])
            if crowded and rng.random() < 0.7:
                type = "armor" if side == "attacker" else "infantry"
            unit = {"id": f"u{len(units)}", "side": side, "type": type, "at": text(place),
                    "nation": "German" if side == "attacker" else "Russian"}  # fmt: skip
            small = type in ("replacement", "flak", "partisan", "airborne")
            unit["factors"] = 1 if small else rng.randint(1, 6)
            unit["count"] = rng.choice((1, 1, 2)) if not crowded or side == "attacker" else 2
            if type not in ("partisan", "flak"):
                unit["ctl"] = rng.randint(0, 3)
                unit["winter_preparation"] = rng.randint(0, 6)
                unit["supply"] = rng.choice(["full", "full", "full", "partial", "none"])
                unit["fought"] = side == "attacker" and rng.random() < 0.15
            units.append(unit)
    return {
        "ruleset": "aworldatwar", "edition": "new", "procedure": "attrition", "units": units,
        "map": {"hexes": hexes, "sides": sides},
        "conditions": {"winter_level": rng.choice([0, 3, 6]), "theatre": rng.choice(["europe", "pacific"])},
    }  # fmt: skip


class Reference:
    """What the rules say of a document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.hexes = {spot(place): data for place, data in document["map"]["hexes"].items()}
        self.units = document["units"]
        self.sides: dict[frozenset[Hex], set[str]] = {}
        for side, marks in document["map"]["sides"].items():
            place, way = side.split(":")
            here = spot(place)
            self.sides[frozenset((here, near(here)[WAYS.index(way)]))] = set(marks)

    def between(self, a: Hex, b: Hex) -> set[str]:
        return self.sides.get(frozenset((a, b)), set())

    def data(self, place: Hex) -> dict[str, Any]:
        return self.hexes.get(place, {"terrain": "clear", "features": []})

    def crosses(self, a: Hex, b: Hex) -> bool:
        return not self.between(a, b) & {"impassable", "water"}

    # --- 14.211 -----------------------------------------------------------------------------------------

    def zones(self) -> dict[Hex, Hex]:
        """Every hex of a zone, with a hex that stands for the zone: the smallest label spreads until all is still."""
        ours = {spot(unit["at"]) for unit in self.units if unit["side"] == "attacker" and unit["type"] in REGULAR}
        theirs = {spot(unit["at"]) for unit in self.units if unit["side"] == "defender" and unit["type"] in REGULAR}
        labels = {}
        for place in inside(RADIUS + 5):
            data = self.data(place)
            free = data["terrain"] != "sea" and data.get("control") not in ("attacker", "neutral")
            if place not in ours and (free or place in theirs) and max(map(abs, place)) <= RADIUS + 1:
                labels[place] = place
        moving = True
        while moving:
            moving = False
            for place in labels:
                for other in near(place):
                    if other in labels and self.crosses(place, other) and labels[other] < labels[place]:
                        labels[place], moving = labels[other], True
        return labels

    # --- 14.21 to 14.23, 14.42 --------------------------------------------------------------------------

    def meets(self, unit: dict[str, Any], zone: Hex, labels: dict[Hex, Hex]) -> set[Hex]:
        """The hexes of a zone in which a unit meets somebody."""
        if unit["type"] not in PLAIN or unit.get("fought"):
            return set()
        here, found = spot(unit["at"]), set()
        for there in near(here):
            walls = self.data(there)["features"]
            shut = "fortress" in walls or ("west_wall" in walls and "fort" in self.between(here, there))
            held = any(spot(other["at"]) == there and other["side"] == "defender" and other["type"] in REGULAR
                       for other in self.units)  # fmt: skip
            if held and labels.get(there) == zone and self.crosses(here, there) and not shut:
                found.add(there)
        return found

    def levels(self) -> dict[Hex, tuple[int, list[str]]]:
        """For every zone that is met: factors, and the results of the six faces."""
        labels = self.zones()
        found = {}
        for zone in set(labels.values()):
            ours = [unit for unit in self.units if unit["side"] == "attacker" and self.meets(unit, zone, labels)]
            if not ours:
                continue
            places = {place for unit in ours for place in self.meets(unit, zone, labels)}
            theirs = [unit for unit in self.units if unit["side"] == "defender" and unit["type"] in REGULAR
                      and spot(unit["at"]) in places]  # fmt: skip
            factors = sum(unit["factors"] * unit["count"] for unit in ours)
            found[zone] = (factors, self.faces(factors, self.modifier(ours, theirs)))
        return found

    def modifier(self, ours: list[Any], theirs: list[Any]) -> int:
        factors = sum(unit["factors"] * unit["count"] for unit in ours)
        extra = (factors - 61) // 10 if factors > 70 else 0
        level = self.document["conditions"]["winter_level"]
        ctl = [top(side, lambda unit: unit["ctl"] - (unit["supply"] == "partial")) for side in (ours, theirs)]
        cold = [top(side, lambda unit: min(level, unit["winter_preparation"])) for side in (ours, theirs)]
        return extra + ctl[0] - ctl[1] + (cold[0] - cold[1])

    def faces(self, factors: int, modifier: int) -> list[str]:
        column = min((factors - 1) // 10, 6)
        found = []
        for face in range(1, 7):
            row = max(0, min(11, face + modifier))
            cell = TABLE["11+" if row == 11 else str(row)][column]
            if self.document["conditions"]["theatre"] == "pacific" and "H" in cell:
                counters, hexes = cell.split("/")
                half = int(hexes[:-1]) // 2
                cell = f"{counters}/{half}H" if half else counters
            found.append(cell)
        return found

    # --- 14.7 -------------------------------------------------------------------------------------------

    def retreats(self, here: Hex, unit: dict[str, Any], stands: list[tuple[dict[str, Any], Hex]],
                 chosen: set[Hex]) -> set[Hex]:  # fmt: skip
        """Where a counter may retreat; ``stands``: every counter on the board with its hex, its own one left out."""
        ranked: dict[int, set[Hex]] = {}
        for there in near(here):
            data = self.data(there)
            enemies = [other for other, at in stands if at == there and other["side"] == "attacker"]
            hostile = data.get("control") == "attacker"
            if enemies or there in chosen or data["terrain"] == "sea" or data.get("control") == "neutral":
                continue
            if not self.crosses(here, there):
                continue
            if hostile and set(data["features"]) & {"bridgehead", "railhead", "fortress", "west_wall"}:
                continue
            light = unit["type"] == "airborne"
            room = 3 if light else 5 if "bridgehead" in data["features"] else 2
            mates = [other for other, at in stands if at == there and other["side"] == "defender"
                     and other["type"] != "flak" and (other["type"] == "airborne") == light]  # fmt: skip
            evil = 4 * hostile + 2 * self.watched(there, stands) + (len(mates) >= room)
            ranked.setdefault(evil, set()).add(there)
        if not ranked:
            return set()
        self.least = min(ranked)
        return ranked[self.least]

    def ways(self, waiting: list[Stand], stands: list[Stand], chosen: set[Hex]) -> set[Hex]:
        """Where the first of those who wait may retreat, so that as few as can be of all of them are overstacked.

        Every way for all of them is tried. ``stands``: every counter on the board with its hex.
        """
        known: dict[Any, int] = {}

        def crowded(left: list[Stand], now: list[Stand]) -> dict[Hex, int]:
            """For each hex that the first may go to, whatever its stack: how many of all are overstacked then."""
            if not left:
                return {}
            (unit, here), *others = left
            rest = list(now)
            rest.remove((unit, here))
            empty = [(other, at) for other, at in rest if other["side"] == "attacker" or at == here]
            found = {}
            for there in self.retreats(here, unit, empty, chosen):
                within = [one for one in rest if one[1] == there or one[0]["side"] == "attacker"]
                full = there not in self.retreats(here, unit, within, chosen) or self.least % 2
                after = [*rest, (unit, there)]
                key = (len(left), tuple(sorted((other["id"], at) for other, at in after)))
                if key not in known:
                    known[key] = min(crowded(others, after).values(), default=0)
                found[there] = int(full) + known[key]
            return found

        counts = crowded(waiting, stands)
        unit, here = waiting[0]
        rest = list(stands)
        rest.remove((unit, here))
        fewest = self.retreats(here, unit, rest, chosen)
        best = min(counts.values())
        return {there for there in fewest if counts[there] == best}

    def watched(self, place: Hex, stands: list[tuple[dict[str, Any], Hex]]) -> bool:
        """Whether a hex lies in a zone of control of German armor."""
        pacific = self.document["conditions"]["theatre"] == "pacific"
        for unit, at in stands:
            if unit["side"] != "attacker" or unit["type"] != "armor" or at not in near(place):
                continue
            rough = {self.data(at)["terrain"], self.data(place)["terrain"]} & {"forest", "swamp"}
            sides = self.between(at, place)
            own = "fortress" in self.data(place)["features"] and self.data(place).get("control") != "attacker"
            if unit["supply"] != "full" or sides & {"impassable", "water", "fort"} or own:
                continue
            if not (pacific and (rough or "river" in sides)):
                return True
        return False


REGULAR = (*PLAIN, "replacement")


def top(units: list[Any], level: Any) -> int:
    """The level of the most factors, the lower one of two."""
    sums: Counter[int] = Counter()
    for unit in units:
        sums[level(unit)] += unit["factors"] * unit["count"]
    most = max(sums.values())
    return min(found for found, factors in sums.items() if factors == most)
