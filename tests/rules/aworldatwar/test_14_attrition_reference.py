"""Attrition of random boards, compared with a reference written apart (14.21 to 14.23, 14.41 to 14.43, 14.7)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.attrition_table import spelled

from tests.rules.aworldatwar.attrition_boards import options
from tests.rules.aworldatwar.attrition_reference import Reference, random_board, spot

BOARDS = range(400)


def engine_levels(game: Any) -> list[tuple[int, list[str]]]:
    """Factors and results of every attrition that can be made."""
    found = []
    for number in range(len(game.flow.ground.fronts)):
        level = game.flow.levels.of(number, ())
        if level.factors:
            results = [spelled(game.flow.levels.result(level, face)) for face in range(1, 7)]
            found.append((level.factors, results))
    return sorted(found)


@pytest.mark.parametrize("first", range(0, BOARDS.stop, 50))
def test_who_counts_and_what_the_die_gives(first: int) -> None:
    met = 0
    for seed in range(first, first + 50):
        document = random_board(seed)
        game = RULESET.game(read_scenario(document))
        expected = sorted(Reference(document).levels().values())
        assert engine_levels(game) == expected, seed
        met += len(expected)
    assert met > 25, "too few of the boards have an attrition"


@pytest.mark.parametrize("first", range(0, BOARDS.stop, 50))
def test_where_units_retreat(first: int) -> None:
    seen = 0
    for seed in range(first, first + 50):
        document = random_board(seed, crowded=seed % 4 > 0)
        game = RULESET.game(read_scenario(document))
        if game.problems:
            continue
        reference, rng, state = Reference(document), random.Random(seed), game.start()
        for _ in range(80):
            legal = options(game, state) or [f"d6={rng.randint(5, 6)}"] * (state.phase == "die")
            if not legal:
                break
            if state.phase == "retreat":
                seen += 1
                stands = [(document["units"][j], spot(at)) for at, stack in game.flow.ground.stacks(state.board).items()
                          for j, many in stack for _ in range(many)]  # fmt: skip
                waiting = [(document["units"][i], spot(place)) for i, place in state.waiting]
                expected = reference.ways(waiting, stands, {spot(at) for at in state.chosen})
                assert {spot(action.partition(":")[2]) for action in legal} == expected, (seed, waiting[0])
            chosen = [action for action in legal if action.startswith(("roll", "attrition", "take", "keep"))]
            state = game.apply(state, rng.choice(chosen or legal))
    assert seen >= 20, "too few retreats to compare"
