"""Odds and best play against naive walks of whole trees, on the examples and on small random battles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.outcomes import outcomes
from hexumpire.analysis.solve import Solution, solve
from hexumpire.analysis.walk import explore
from hexumpire.files import codec
from hexumpire.model.battle import UMPIRE, Chance, Decision, Game, LegalActions, Outcome, Terminal, moves
from hexumpire.model.ruleset import Objective, Policy, Ruleset

from tests import scenarios
from tests.amount import many
from tests.conformance.checks import positions
from tests.toybox import TOY
from tests.typed import OTHERS, TYPED

pytestmark = pytest.mark.slow

Choose = Callable[[Any, Any, Any], str]
SEEDS = range(120)
FEW = range(30)
"""Of games that differ from another in their document alone."""
MANY = many(20, 150)
"""So many battles of a game, its examples among them, are enough: the first that are small."""
POSITIONS = 300
"""Battles of more positions are left out."""


@pytest.fixture(params=[*rulesets.KEYS, TOY.key, *OTHERS])
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    for key, one in {TOY.key: TOY, **TYPED}.items():
        monkeypatch.setitem(rulesets._registered, key, one)
    return rulesets.get(request.param)


@cache
def battles(ruleset: Ruleset) -> list[tuple[str, Game[Any]]]:
    """Battles small enough for a naive walk, and without loops: those are tested elsewhere."""
    documents = [(example["key"], example["scenario"]) for example in ruleset.examples()]
    seeds = FEW if ruleset.key in OTHERS else SEEDS
    documents += [(str(seed), document) for seed, document in scenarios.documents(ruleset, seeds, tame=True)]
    found = []
    for name, document in documents:
        if len(found) == MANY:
            break
        game = ruleset.game(codec.read_scenario(document)).reckoned()
        if not game.problems and fit(game):
            found.append((name, game))
    return found


def fit(game: Game[Any]) -> bool:
    """Whether there are few positions, no action leads back to where it was done, and none is read off elsewhere.

    The walk ends with the first position that says no: most battles are too large.
    """
    start = game.start()
    waiting, known = [start], {start}
    while waiting and len(known) <= POSITIONS:
        state = waiting.pop(0)
        node = game.node(state)
        if getattr(node, "side", "") == UMPIRE:
            return False
        after = [game.apply(state, action) for action in LegalActions(node)]
        if state in after:
            return False
        new = [other for other in dict.fromkeys(after) if other not in known]
        known.update(new)
        waiting += new
    return not waiting


def together(attacker: Policy | Choose, defender: Policy | Choose) -> Choose:
    """Both sides' ways to decide as one."""
    by_side = {
        "attacker": attacker.choose if isinstance(attacker, Policy) else attacker,
        "defender": defender.choose if isinstance(defender, Policy) else defender,
    }
    return lambda game, state, node: by_side[node.side](game, state, node)


def naive(game: Game[Any], choose: Choose) -> dict[Outcome, Fraction]:
    """The distribution of endings by following every roll, position after position, merging nothing."""
    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    waiting = [(game.start(), Fraction(1))]
    while waiting:
        state, share = waiting.pop()
        node = game.node(state)
        if isinstance(node, Terminal):
            found[node.outcome] += share
        elif isinstance(node, Chance):
            total = sum(weight for _, weight in node.faces)
            waiting += [(game.apply(state, face), share * weight / total) for face, weight in node.faces]
        else:
            waiting.append((game.apply(state, choose(game, state, node)), share))
    return found


def minimax(game: Game[Any], objectives: Sequence[Objective]) -> list[Fraction]:
    """The values of the start, one for each objective, by looking at every action of every position.

    Equal positions are looked at once, and once for all objectives; what is best, is so for each by itself.
    """

    @cache
    def values(state: Any) -> list[Fraction]:
        node = game.node(state)
        if isinstance(node, Terminal):
            return [Fraction(objective.value(node.outcome)) for objective in objectives]
        if isinstance(node, Chance):
            total = sum(weight for _, weight in node.faces)
            rolled = [(values(game.apply(state, face)), weight) for face, weight in node.faces]
            return [
                sum((found[place] * weight for found, weight in rolled), Fraction(0)) / total
                for place in range(len(objectives))
            ]
        assert isinstance(node, Decision)
        best = max if node.side == "attacker" else min
        open_to = [values(game.apply(state, option.id)) for option in node.options if not option.aside]
        return [best(one) for one in zip(*open_to, strict=True)]

    return values(game.start())


def pairs(ruleset: Ruleset) -> Iterator[tuple[Policy, Policy]]:
    for attacker in ruleset.policies:
        for defender in ruleset.policies:
            if "attacker" in attacker.sides and "defender" in defender.sides:
                yield attacker, defender


def test_there_are_battles_enough(ruleset: Ruleset) -> None:
    assert len(battles(ruleset)) >= 5


def test_odds_are_those_of_a_naive_walk(ruleset: Ruleset) -> None:
    for number, (name, game) in enumerate(battles(ruleset)):
        chosen = list(pairs(ruleset))
        for attacker, defender in [chosen[number % len(chosen)], chosen[0]]:
            choose = together(attacker, defender)
            dist = outcomes(game, game.start(), choose)
            assert {o: Fraction(w, dist.total) for o, w in dist.items()} == naive(game, choose), (name, attacker.key)


def test_best_play_is_that_of_a_naive_walk(ruleset: Ruleset) -> None:
    for name, game in battles(ruleset):
        walk = explore(game, game.start())  # for all objectives, as that of solve() is for one
        expected = minimax(game, ruleset.objectives)
        for objective, value in zip(ruleset.objectives, expected, strict=True):
            assert Solution(walk, objective).value(game.start()) == value, (name, objective.key)
        assert solve(game, game.start(), ruleset.objectives[0]).value(game.start()) == expected[0], name


def test_no_stated_policy_beats_best_play(ruleset: Ruleset) -> None:
    for number, (name, game) in enumerate(battles(ruleset)):
        objective = ruleset.objectives[number % len(ruleset.objectives)]
        start = game.start()
        solution = solve(game, start, objective)
        best, value = solution.policy(), solution.value(start)

        def worth(attacker: Policy | Choose, defender: Policy | Choose, game: Game[Any] = game,
                  objective: Objective = objective) -> Fraction:  # fmt: skip
            return outcomes(game, game.start(), together(attacker, defender)).mean(objective.value)

        assert worth(best, best) == value, name
        for attacker, defender in pairs(ruleset):
            assert worth(attacker, best) <= value <= worth(best, defender), (name, attacker.key, defender.key)


def test_the_cost_of_an_option_is_what_it_gives_away(ruleset: Ruleset) -> None:
    for name, game in battles(ruleset):
        objective = ruleset.objectives[0]
        solution = solve(game, game.start(), objective)
        for state in positions(game, POSITIONS, walked=True)[::3]:
            node = game.node(state)
            if isinstance(node, Decision):
                for action, value, cost in solution.alternatives(state):
                    if action in moves(node):
                        assert value == solution.value(game.apply(state, action)), (name, action)
                    assert cost == abs(solution.value(state) - value) >= 0
                assert solution.best(state) in LegalActions(node)
                assert solution.value(game.apply(state, solution.best(state))) == solution.value(state)
