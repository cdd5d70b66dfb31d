"""The chances of attacks in which rules meet: exact fractions, by the engine and by a second reading (combat_odds.py).

By each stated policy of both sides it is told how likely each ending is; by best play what each objective is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.solve import solve
from hexumpire.analysis.walk import endings, explore
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar import RULESET

from tests.amount import many
from tests.rules.aworldatwar.combat_odds import MEASURES, Best, Chances, Stated, TooLargeError
from tests.rules.aworldatwar.combat_reference import Document
from tests.rules.aworldatwar.random_attacks import drawn

COUNT = many(170, 4000)
POLICIES = [*product(("steady", "press", "once"), ("steady", "stay"))]
"""Of the attacker and of the defender; another pair for each battle."""
Met = Counter[Any]


def told(game: Any, attacker: str, defender: str) -> Chances:
    """How an attack may end, by the engine."""
    choose = policy_of(game, game.start(), RULESET, {"attacker": attacker, "defender": defender}, "", None)
    found = endings(explore(game, game.start(), choose))
    return {
        (end.result, tuple(end.measure(key) for key in MEASURES)): Fraction(weight, found.total)
        for end, weight in found.items()
    }


def allowed(numbers: range) -> Iterator[tuple[int, Document, Any]]:
    """The battles that the rules allow, with their numbers and games."""
    for number in numbers:
        document = drawn(number)
        game = RULESET.game(read_scenario(document))
        if not game.problems:
            yield number, document, game


@cache
def by_policy() -> Met:
    """Compare the chances by stated policies; how often each ending, pair of policies and number of rounds was met."""
    met: Met = Counter()
    for number, document, game in allowed(range(COUNT)):
        policies = POLICIES[number % len(POLICIES)]
        try:
            expected = Stated(document, *policies).whole()
        except TooLargeError:
            continue
        assert told(game, *policies) == expected, f"battle {number} of random_attacks.py by {policies}"
        assert sum(expected.values()) == 1
        met.update([policies, "compared"])
        for result, numbers in expected:
            met[result] += 1
            met["breakthrough"] += numbers[MEASURES.index("breakthrough")]
            met[f"round {numbers[MEASURES.index('rounds')]}"] += 1
    return met


def test_the_chances_by_stated_policies_are_what_a_second_reading_counts_out() -> None:
    assert by_policy()["compared"] > COUNT / 3


def test_every_policy_and_every_end_has_been_met() -> None:
    wanted = {*POLICIES, "taken", "emptied", "held", "destroyed", "breakthrough", "round 1", "round 2", "round 3"}
    assert {key for key in wanted if not by_policy()[key]} == set()


@pytest.mark.slow
def test_best_play_is_worth_what_trying_everything_comes_to() -> None:
    compared = 0
    for number, document, game in allowed(range(COUNT)):
        aim = RULESET.objectives[number % len(RULESET.objectives)]
        best = Best(document, dict(aim.weights))
        try:
            expected = best.worth(best.whole())
        except TooLargeError:
            continue
        assert solve(game, game.start(), aim).value(game.start()) == expected, f"battle {number}: {aim.key}"
        compared += 1
    assert compared > COUNT / 3
