"""Battles taken apart: the same for the same seed; and a campaign over many of them, run by hand.

``PYTHONPATH=pycore:. python -m tests.debriefs 0 100000`` takes the playthroughs of those seeds apart, and says how many
it could, by ruleset and by how they were worth what they were.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import pytest
from about import about
from hexumpire import rulesets
from hexumpire.analysis import debrief
from hexumpire.analysis.solve import Solution
from hexumpire.analysis.walk import EndlessError, OpenQuestionError, TooLargeError, explore
from hexumpire.files import codec
from hexumpire.model.battle import UMPIRE, Battle, Decision, Game, Terminal
from hexumpire.model.errors import InputError
from hexumpire.model.phase import Embedded
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Scenario

from tests import scenarios
from tests.toybox import TOY
from tests.typed import TYPED

FEW = 300
"""Positions that are looked at for best play; larger battles are taken by policies, or refused."""
MOST = 120
"""Steps of a playthrough at most."""
ALIKE = 100
"""Playthroughs of one game."""
SHARED = 400
"""Walks that are remembered."""
RULESETS: dict[str, Ruleset] = {**{key: rulesets.get(key) for key in rulesets.KEYS}, TOY.key: TOY, **TYPED}
FORBIDDEN = "forbidden"
REFUSALS = (EndlessError, OpenQuestionError, TooLargeError)
"""Why a battle may not be taken apart."""


def judged(battle: Battle[Any], ruleset: Ruleset, objective: Objective) -> debrief.Debrief:
    """The debrief of a battle.

    Raises:
        AssertionError: it does not add up, does not end with what the battle came to, or something else is wrong.
    """
    found = debrief.debrief(battle, ruleset, {}, objective)
    kinds = (
        (debrief.ROLL, ""),
        (debrief.CHOICE, "attacker"),
        (debrief.CHOICE, "defender"),
        (debrief.AGREED, ""),
    )
    assert found.start + sum((found.total(*kind) for kind in kinds), Fraction(0)) == found.end
    if isinstance(battle.node, Terminal) and not found.unsettled:
        assert found.end == _came_to(battle, objective)
    if found.mode == debrief.BEST:
        own = {"attacker": 1, "defender": -1}
        aside = _aside(battle)
        for one in found.steps:
            assert one.kind != debrief.CHOICE or one.number in aside or own[one.side] * one.gain <= 0, one
    for one in found.steps:
        named = one.kind == debrief.CHOICE and bool(one.gain) and found.mode == debrief.BEST
        assert bool(one.best) == named, one
    return found


def _came_to(battle: Battle[Any], objective: Objective) -> Fraction:
    """What a battle that is over was worth in the end: of several attacks, what those that were fought came to."""
    game, node = battle.game, battle.node
    assert isinstance(node, Terminal)
    if all(game.seat(state)[1] is state for state in battle.trail):
        return Fraction(objective.value(node.outcome))
    total = Fraction(0)
    for state, action in zip(battle.trail, battle.line, strict=True):
        inner, here = game.seat(state)
        last = inner.node(inner.apply(here, action))
        if here is not state and not _holds(inner) and isinstance(last, Terminal):
            total += objective.value(last.outcome)
    return total


def _holds(game: Any) -> bool:
    """Whether other games are played within a game."""
    return any(isinstance(phase, Embedded) for phase in game.phases.values())


def _aside(battle: Battle[Any]) -> set[int]:
    """Steps that walks leave out, which may therefore be better than what they call the best."""
    found = set()
    for number, (state, action) in enumerate(zip(battle.trail, battle.line, strict=True)):
        node = battle.game.node(state)
        options: Iterable[Any] = node.options if isinstance(node, Decision) else ()
        found |= {number for option in options if option.id == action and option.aside}
    return found


@cache
def _examples(key: str) -> list[Scenario]:
    return [codec.read_scenario(dict(example["scenario"])) for example in RULESETS[key].examples()]


@lru_cache(maxsize=1)
def _game(number: int) -> tuple[Ruleset, Game[Any]] | None:
    """A game of a ruleset, by an example or made up; None where the rules forbid it."""
    rng = random.Random(f"debrief {number}")
    keys = sorted(RULESETS)
    ruleset = RULESETS[rng.choices(keys, [about(key).often for key in keys])[0]]
    try:
        if rng.random() < 0.2:
            scenario = rng.choice(_examples(ruleset.key))
        else:
            scenario = codec.read_scenario(scenarios.document(ruleset, number, tame=True))
    except InputError:
        return None
    game = ruleset.game(scenario)
    return None if game.problems else (ruleset, game)


def played(seed: int) -> tuple[Ruleset, Battle[Any]] | None:
    """A playthrough, to its end or broken off; None where the rules forbid the fight. ``ALIKE`` are of one game."""
    found = _game(seed // ALIKE)
    if found is None:
        return None
    ruleset, game = found
    rng, battle = random.Random(f"debrief {seed}"), Battle.start(game)
    often, steps = rng.choice((0.0, 0.0, 0.1, 0.4)), rng.choice((MOST, MOST, rng.randrange(1, 12)))
    for _ in range(steps):
        agreed = [one.id for one in game.overrides(battle.state)] if rng.random() < often else []
        actions = agreed or _usual(ruleset, battle, rng)
        if not actions:
            break
        battle = battle.play(rng.choice(actions))
    return ruleset, battle


def _usual(ruleset: Ruleset, battle: Battle[Any], rng: random.Random) -> list[str]:
    """What may be done, or what a policy would do."""
    node = battle.node
    if isinstance(node, Decision) and node.side != UMPIRE and rng.random() < 0.3:
        policy = rng.choice([policy for policy in ruleset.policies if node.side in policy.sides])
        return [policy.decide(battle.game, battle.state, node)]
    return list(battle.legal_actions)


def look(seed: int) -> str:
    """Take the playthrough of a seed apart; returns how that went.

    Raises:
        AssertionError: see :func:`judged`.
    """
    found = played(seed)
    if found is None:
        return FORBIDDEN
    ruleset, battle = found
    objective = random.Random(seed).choice(list(ruleset.objectives))
    try:
        told = debrief.report(battle, ruleset, {}, objective.key)
        values = [Fraction(term["value"]) for term in told["terms"]]
        assert sum(values[:-1]) == values[-1]
        return f"{ruleset.key} {judged(battle, ruleset, objective).mode}"
    except REFUSALS as refusal:
        return f"{ruleset.key} {type(refusal).__name__}"


@contextmanager
def quickly() -> Iterator[None]:
    """Few positions are looked at, and playthroughs of one game share what is worked out from equal positions."""
    walks: dict[Any, Any] = {}
    solutions: dict[Any, Any] = {}

    def shared(game: Game[Any], state: Any, choose: Any = None, progress: Any = None, most: int | None = None) -> Any:
        if len(walks) > SHARED:
            walks.clear()
            solutions.clear()
        key = id(game), game.key(state), choose is None
        if key not in walks:
            try:
                walks[key] = game, explore(game, state, choose, progress, most=most)
            except REFUSALS as refusal:
                walks[key] = game, refusal
        found = walks[key][1]
        if isinstance(found, Exception):
            raise found
        return found

    def solved(walk: Any, objective: Objective) -> Any:
        key = id(walk), objective.key
        if key not in solutions:
            solutions[key] = walk, Solution(walk, objective)
        return solutions[key][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(debrief, "MOST", FEW)
        patch.setattr(debrief, "explore", shared)
        patch.setattr(debrief, "Solution", solved)
        for key, ruleset in RULESETS.items():
            patch.setitem(rulesets._registered, key, ruleset)
        yield


def campaign(first: int, end: int) -> None:
    """The playthroughs of those seeds, with what was found, and which took longest."""
    found: Counter[str] = Counter()
    slowest = (0.0, 0)
    with quickly():
        for seed in range(first, end):
            before = time.perf_counter()
            try:
                found[look(seed)] += 1
            except Exception as error:
                found[f"{type(error).__name__}: {error}"[:150]] += 1
                print("seed", seed, type(error).__name__, str(error)[:200], flush=True)
            slowest = max(slowest, (time.perf_counter() - before, seed))
            if (seed + 1) % 2000 == 0:
                print(seed + 1, dict(sorted(found.items())), flush=True)
    print(dict(sorted(found.items())), "slowest", slowest)


if __name__ == "__main__":
    campaign(*map(int, sys.argv[1:]))
