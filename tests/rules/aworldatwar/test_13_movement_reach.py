"""The engine's reach against one worked out apart, by trying everything, on random boards (13.41 to 13.47)."""

import random

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar.rules.movement import Front, Land, reach

from tests.rules.aworldatwar import movement_reference

BOARDS = 500
RADIUS = 3
PLACES = [f"{q},{r}" for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
TYPES = {"infantry": 3, "armor": 5, "mechanized": 4, "replacement": 1, "airborne": 3, "flak": 1}


def board(seed):
    """A random board: one unit to move, hostile units, water, neutrals, weather."""
    rng = random.Random(seed)
    pacific = rng.random() < 0.5
    rough = ["forest", "mountain", "swamp"] + (["jungle", "jungle_mountain"] if pacific else [])
    hexes = {}
    for place in PLACES:
        hexes[place] = {"terrain": rng.choice(["clear"] * 5 + rough + ["sea"])}
        if rng.random() < 0.05:
            hexes[place]["control"] = "neutral"
        if rng.random() < 0.3:
            hexes[place]["weather"] = "area"
    sides = {}
    for place in PLACES:
        for facing in ("E", "NE", "NW"):
            if rng.random() < 0.15:
                sides[f"{place}:{facing}"] = rng.choice([["river"], ["water"], ["water", "arrow"], ["impassable"]])
    nations = ("Japanese", "US") if pacific else ("German", "British")
    start, *others = rng.sample(PLACES, 6)
    hexes[start] = {"terrain": rng.choice(["clear", *rough])}
    type = rng.choice([*TYPES, "armor", "infantry"])
    moves = rng.randint(3, 6) if type == "armor" else TYPES[type]
    one = {
        "id": "one",
        "side": "attacker",
        "type": type,
        "nation": rng.choice(nations[:1] * 3 + nations[1:]),
        "at": start,
    }
    if type not in ("flak",):
        one["movement"] = moves
    if type == "armor":
        one |= {"mech": rng.choice(["auto", "auto", "off"]), "oil_short": rng.random() < 0.2}
    if type in ("armor", "mechanized"):
        one["supply"] = rng.choice(["full", "full", "partial"])
    units = [one]
    for place in others:
        foe = {"id": f"foe{place.replace(',', '.')}", "side": "defender", "nation": nations[1], "at": place,
               "type": rng.choice(["armor", "armor", "infantry", "flak"])}  # fmt: skip
        if foe["type"] == "armor":
            foe["mech"] = rng.choice(["auto", "auto", "off"])
        units.append(foe)
    conditions = {"theatre": "pacific" if pacific else "europe", "weather_loss": rng.choice([0, 0, 1, 2, 3])}
    return {"ruleset": "aworldatwar", "edition": "new", "targets": [others[0]], "units": units,
            "map": {"hexes": hexes, "sides": sides}, "conditions": conditions}  # fmt: skip


@pytest.mark.slow
def test_reach_is_what_trying_everything_finds():
    stopped = far = 0
    for seed in range(BOARDS):
        document = board(seed)
        scenario = read_scenario(document)
        unit = scenario.by_id["one"]
        land = Land(scenario)
        front = Front(land, unit, [other for other in scenario.units if other.side == "defender"])
        found = reach(land, front, unit)
        cheapest = {place: way.spent.all for place, way in found.ways.items()}
        assert cheapest == movement_reference.reach(document, document["units"][0]), seed
        for place in land.places:
            reason, rules = found.refusal(place)
            assert bool(reason) == bool(rules) == (place not in cheapest and place != unit.at), (seed, place)
        stopped += any(way.last for way in found.ways.values())
        far += len(cheapest)
    assert stopped > BOARDS / 20, "the one hex of 13.411 matters on some boards"
    assert far > 5 * BOARDS, "units get about"
