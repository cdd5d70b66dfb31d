"""Random battles with an invented chart: keys prove sound, and a battle is the same moved, turned and reordered."""

from __future__ import annotations

import random

import pytest
from hexumpire.files import codec
from hexumpire.rulesets.daisenso import RULESET

from tests import scenarios
from tests.amount import many
from tests.conformance.checks import Citations, check_keys, positions, walk
from tests.property.test_symmetry import CHANGES, figures, taken_apart

PACK = next(example["scenario"]["pack"] for example in RULESET.examples() if "pack" in example["scenario"])
WORDS = RULESET.vocabulary
POSITIONS = 600
"""Battles of more positions are walked once and not proved."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, many(200, 1000), 100))
def test_random_battles_with_a_chart(first: int) -> None:
    cite, proved = Citations(RULESET), 0
    for seed, document in scenarios.documents(RULESET, range(first, first + 100)):
        document |= {"pack": PACK, "procedure": "attack"}
        game = RULESET.game(codec.read_scenario(document))
        if game.problems:
            continue
        walk(game, random.Random(seed), RULESET, cite)
        states = positions(game, POSITIONS)
        if not states:
            continue
        check_keys(game, states)
        proved += 1
        before = figures(RULESET, document)
        for change in CHANGES:
            after = change(document)
            if change is not taken_apart or positions(RULESET.game(codec.read_scenario(after)), 10 * POSITIONS):
                assert figures(RULESET, after) == before, (seed, change.__name__)
    assert proved >= 5


@pytest.mark.slow
def test_random_blitz_segments_with_attacks() -> None:
    cite, fought, proved = Citations(RULESET), 0, 0
    for seed, document in scenarios.documents(RULESET, range(many(250, 1000)), tame=True):
        document |= {"pack": PACK, "procedure": "blitz"}
        document["conditions"] |= {"blitz_on_map": True, "limited": False, "pre_war": False}
        for hex in document["map"]["hexes"].values():
            hex |= {"weather": "fine", "terrain": "clear" if hex["terrain"] != "sea" else "sea"}
        document["units"] = [{**unit, "blitz": True} if "blitz" in WORDS.type_of[unit["type"]].fields else unit
                             for unit in document["units"] if unit["type"] != "airborne"]  # fmt: skip
        game = RULESET.game(codec.read_scenario(document))
        if game.problems:
            continue
        battle = walk(game, random.Random(seed), RULESET, cite)
        fought += any(action.startswith("attack:") for action in battle.line)
        states = positions(game, POSITIONS)
        if states:
            check_keys(game, states)
            proved += 1
    assert fought >= 5
    assert proved >= 5
