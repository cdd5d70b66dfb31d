"""Exploitation movement against a plain search written apart: 16.32 to 16.36 read literally, unit after unit."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.conformance.checks import Citations, walk

pytestmark = pytest.mark.slow
HOME, AHEAD = "0,0", {"europe": 2, "pacific": 1}
ROUGH = ("forest", "mountain", "swamp")


def near(place):
    return [hexgrid.name(one) for one in hexgrid.neighbours(hexgrid.parse(place))]


PLACES = [hexgrid.name((q, r)) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]


def exploiting(units, hexes, theatre="europe"):
    """The battle in which armor waits beside a breakthrough."""
    document = {
        "ruleset": "aworldatwar",
        "procedure": "exploitation",
        "map": {"hexes": hexes},
        "units": units,
        "conditions": {"theatre": theatre},
    }
    battle = Battle.start(RULESET.game(read_scenario(document)))
    for _ in range(next(unit["count"] for unit in units if unit.get("id") == "tanks")):
        battle = battle.play("place:tanks@1")
    return battle


def battle_of(seed):
    """A breakthrough in the middle of a random board, with two to four armor units that wait beside it."""
    chance = random.Random(seed)
    theatre = chance.choice(("europe", "europe", "pacific"))
    places = PLACES
    rough = ROUGH if theatre == "europe" else ()
    hexes = {place: {"terrain": chance.choice(("clear", "clear", "clear", *rough))} for place in places}
    hexes[HOME] = {"features": ["breakthrough"]}
    hexes["-1,0"] = {"features": ["attacked_from"]}
    units = [
        {"side": "attacker", "type": "infantry", "nation": "US", "at": HOME, "fought": True},
        {"side": "attacker", "id": "tanks", "type": "armor", "nation": "US", "at": "-1,0",
         "count": chance.randint(2, 4), "movement": chance.randint(2, 6), "factors": 4},
    ]  # fmt: skip
    free = [place for place in places if place not in (HOME, "-1,0")]
    for place in chance.sample(free, chance.randint(0, 6)):
        units.append({"side": "defender", "type": "infantry", "nation": "German", "at": place, "factors": 9})
    return exploiting(units, hexes, theatre), chance


def literal(routes, ahead):
    """Whether some order of the units is that of 16.32 to 16.34: a short way, or an earlier one and then that."""
    return any(
        all(
            len(route) <= ahead
            or any(route[: len(before)] == before and len(route) - len(before) <= ahead for before in order[:n])
            for n, route in enumerate(order)
        )
        for order in permutations(routes)
    )


def routes_of(scenario, factor, longest):
    """Every way out of the breakthrough hex that a unit can pay for; one hex is always allowed (13.411)."""
    held = {unit.at for unit in scenario.units if unit.side == "defender"}
    found, waiting = [()], [((), 0)]
    while waiting:
        route, spent = waiting.pop()
        for to in near(route[-1] if route else HOME):
            if to not in scenario.hexes or to in held or len(route) == longest:
                continue
            cost = spent + (2 if scenario.hexes[to].terrain in ROUGH else 1)
            if cost <= factor:
                waiting.append(((*route, to), cost))
            elif route:
                continue
            found.append((*route, to))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_16_36_what_is_offered_is_what_the_text_allows_in_some_order(seed):
    battle, chance = battle_of(seed)
    scenario = battle.game.scenario
    ahead = AHEAD[scenario.condition("theatre")]
    factor = scenario.by_id["tanks"].number("movement")
    for _ in range(4):
        routes = [tank.route for tank in battle.state.tanks]
        assert literal(routes, ahead)
        fresh = next((n for n, tank in enumerate(battle.state.tanks) if not tank.route), None)
        if fresh is not None:
            others = [route for n, route in enumerate(routes) if n != fresh]
            ways = routes_of(scenario, factor, ahead + max(map(len, others)))
            expected = {route[-1] for route in ways if route and route[-1] != HOME and literal([route, *others], ahead)}
            offered = {option.partition("@")[2] for option in battle.legal_actions if option.startswith(f"go:{fresh}@")}
            alike = next(n for n, route in enumerate(routes) if not route)
            assert fresh == alike and offered == expected
        moves = [option for option in battle.legal_actions if option.startswith("go:")]
        if not moves:
            return
        battle = battle.play(chance.choice(moves))


def open_board():
    """Clear hexes around the breakthrough."""
    hexes = {place: {"terrain": "clear"} for place in PLACES}
    return {**hexes, HOME: {"features": ["breakthrough"]}, "-1,0": {"features": ["attacked_from"]}}


@pytest.mark.parametrize("way", ["1,0", "1,-1"])
def test_16_32_of_two_ways_that_cost_the_same_that_is_taken_which_another_unit_went(way):
    """A third unit has gone elsewhere, which is no reason to leave the way of the first."""
    tanks = {"side": "attacker", "id": "tanks", "type": "armor", "nation": "US", "at": "-1,0", "factors": 4}
    holder = {"side": "attacker", "type": "infantry", "nation": "US", "at": HOME, "fought": True}
    battle = exploiting([holder, {**tanks, "count": 3, "movement": 6}], open_board())
    battle = battle.play_all([f"go:0@{way}", "go:0@2,-1", "go:1@-1,1", "go:2@2,-1"])
    assert [tank.route for tank in battle.state.tanks] == [(way, "2,-1"), ("-1,1",), (way, "2,-1")]


@pytest.mark.parametrize("seed", range(100, 130))
def test_random_exploitations_are_sound_to_the_end(seed):
    battle, chance = battle_of(seed)
    walk(battle.game, chance, RULESET, Citations(RULESET))
