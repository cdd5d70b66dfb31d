"""A battle is the same battle moved over the map, turned, told in another order, or with its stacks taken apart."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.solve import Solution
from hexumpire.analysis.walk import explore
from hexumpire.board import hexgrid
from hexumpire.files import codec
from hexumpire.model.battle import UMPIRE, Decision
from hexumpire.model.ruleset import Ruleset

from tests import scenarios
from tests.amount import many
from tests.conformance.checks import positions
from tests.toybox import TOY
from tests.typed import OTHERS, TYPED

pytestmark = pytest.mark.slow

Document = dict[str, Any]
SEEDS = range(many(25, 600))
FEW = range(40)
"""Of games that differ from another in their document alone."""
POSITIONS = many(500, 800)
"""Battles of more positions are left out."""


@pytest.fixture(params=[*rulesets.KEYS, TOY.key, *OTHERS])
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    for key, one in {TOY.key: TOY, **TYPED}.items():
        monkeypatch.setitem(rulesets._registered, key, one)
    return rulesets.get(request.param)


def moved(document: Document, hexes: Callable[[str], str], sides: Callable[[str], str]) -> Document:
    """The document with every hex and hexside replaced."""
    found = copy.deepcopy(document)
    found["map"] = {
        "hexes": {hexes(name): data for name, data in document["map"].get("hexes", {}).items()},
        "sides": {sides(name): marks for name, marks in document["map"].get("sides", {}).items()},
    }
    found["targets"] = [hexes(name) for name in document["targets"]]
    for unit in found["units"]:
        unit["at"] = hexes(unit["at"])
    return found


def shifted(document: Document) -> Document:
    """Five hexes to the east and three to the north-west."""

    def hexes(name: str) -> str:
        q, r = hexgrid.parse(name)
        return hexgrid.name((q + 5, r - 3))

    def sides(name: str) -> str:
        place, facing = hexgrid.parse_side(name)
        return f"{hexes(hexgrid.name(place))}:{facing}"

    return moved(document, hexes, sides)


def turned(document: Document) -> Document:
    """A sixth of a turn: what lay to the east lies to the south-east."""

    def hexes(name: str) -> str:
        q, r = hexgrid.parse(name)
        return hexgrid.name((-r, q + r))

    def sides(name: str) -> str:
        place, facing = hexgrid.parse_side(name)
        after = hexgrid.DIRECTIONS[(hexgrid.DIRECTIONS.index(facing) - 1) % 6]
        return hexgrid.hexside(hexgrid.parse(hexes(hexgrid.name(place))), after)

    return moved(document, hexes, sides)


def reordered(document: Document) -> Document:
    """Units, hexes and hexsides told in the opposite order."""
    found = copy.deepcopy(document)
    found["units"].reverse()
    for key in ("hexes", "sides"):
        found["map"][key] = dict(reversed(found["map"].get(key, {}).items()))
    return found


def taken_apart(document: Document) -> Document:
    """Every counter a unit of its own."""
    found = copy.deepcopy(document)
    found["units"] = [
        {**{key: entry for key, entry in unit.items() if key != "id"}, "count": 1}
        for unit in document["units"]
        for _ in range(unit.get("count", 1))
    ]
    return found


CHANGES = (shifted, turned, reordered, taken_apart)


def battles(ruleset: Ruleset) -> Iterator[tuple[str, Document]]:
    """Small battles that may be fought: examples, and random ones, but none whose results must be read off."""
    documents = [(str(example["key"]), dict(example["scenario"])) for example in ruleset.examples()]
    seeds = FEW if ruleset.key in OTHERS else SEEDS
    documents += [(str(seed), document) for seed, document in scenarios.documents(ruleset, seeds, tame=True)]
    for name, document in documents:
        game = ruleset.game(codec.read_scenario(document))
        states = [] if game.problems else positions(game, POSITIONS)
        if states and not any(getattr(game.node(state), "side", "") == UMPIRE for state in states):
            yield name, document


def figures(ruleset: Ruleset, document: Document) -> tuple[list[Any], list[Fraction]]:
    """Strengths and column, of each part where one is chosen first, and what the battle is worth for each objective."""
    game = ruleset.game(codec.read_scenario(document))
    assert not game.problems
    start = game.start()
    node = game.node(start)
    states = [start]
    if isinstance(node, Decision) and node.topic == "which":  # parts are listed in the order of their units
        states = [game.apply(start, option.id) for option in node.options if option.id != "done"]
    told = [game.assess(state) for state in states]
    shown = [(one.attack, one.defense, one.column) for one in told if one is not None]
    assert len(shown) == len(states)
    walk = explore(game, start)
    worth = [Solution(walk, objective).value(start) for objective in ruleset.objectives]
    return sorted(shown, key=str), worth


@pytest.mark.slow
def test_nothing_changes(ruleset: Ruleset) -> None:
    looked = dict.fromkeys(CHANGES, 0)
    for name, document in battles(ruleset):
        before = figures(ruleset, document)
        for change in CHANGES:
            after = change(document)
            game = ruleset.game(codec.read_scenario(after))
            if change is taken_apart and not positions(game, 20 * POSITIONS):
                continue
            assert figures(ruleset, after) == before, (name, change.__name__)
            looked[change] += 1
    assert min(looked.values()) >= 10


def test_problems_stay_the_same(ruleset: Ruleset) -> None:
    """What the rules forbid, they forbid anywhere and in any order."""
    for seed, document in scenarios.documents(ruleset, range(many(75, 1500))):
        told = sorted(problem.rule for problem in ruleset.game(codec.read_scenario(document)).problems)
        for change in (shifted, turned):
            after = codec.read_scenario(change(document))
            assert sorted(problem.rule for problem in ruleset.game(after).problems) == told, (seed, change.__name__)
        for change in (reordered, taken_apart):
            after = codec.read_scenario(change(document))
            assert bool(ruleset.game(after).problems) == bool(told), (seed, change.__name__)
