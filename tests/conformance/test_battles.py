"""Battles of every ruleset: its examples in depth, and random scenarios, legal and illegal alike.

A scenario is named by its seed: ``PYTHONPATH=pycore:. python -m tests.conformance.test_battles RULESET SEED`` shows it.
``HEXUMPIRE_SEEDS=20000:60000`` looks at other seeds.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import api
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.model.errors import SetupError
from hexumpire.model.procedure import ATTACKS
from hexumpire.model.ruleset import Ruleset

from tests import scenarios
from tests.amount import many
from tests.conformance.checks import (
    Citations,
    check_assessment,
    check_keys,
    check_overlay,
    check_problems,
    check_relevant,
    check_replay,
    check_scenario,
    positions,
    walk,
)
from tests.typed import OTHERS

FIRST, END = map(int, os.environ.get("HEXUMPIRE_SEEDS", f"0:{many(250, 10_000)}").split(":"))
CHUNK = 250
CHUNKS = [pytest.param(first, marks=pytest.mark.slow if first > FIRST else ()) for first in range(FIRST, END, CHUNK)]
TURNS = 100
"""So many random scenarios of several attacks are looked at together; there are a fifth as many as of single ones."""
DEEP = 6
"""One scenario in so many is looked at in depth; which ones, changes from chunk to chunk."""
LINES = 2
"""So many lines of play of each example."""
OPS = ("view", "draw", "text")
"""What the bridge is asked along a line of play: at each step one of them, in turn; at the end all."""

Make = Callable[[Ruleset, int], dict[str, Any]]
"""Makes the random scenario of a seed."""


@pytest.mark.slow
def test_examples_to_the_end(ruleset: Ruleset) -> None:
    cite = Citations(ruleset)
    for example in ruleset.examples():
        scenario = codec.read_scenario(example["scenario"])
        for turn in range(LINES):
            battle = walk(ruleset.game(scenario), random.Random(turn), ruleset, cite)
            check_replay(battle, ruleset)


def look(ruleset: Ruleset, seed: int, cite: Citations, deep: bool, make: Make = scenarios.document) -> str:
    """Everything of one random scenario; returns how it went."""
    scenario = codec.read_scenario(make(ruleset, seed))
    game = ruleset.game(scenario)
    check_problems(game.problems, scenario, cite)
    check_relevant(game, ruleset)
    if deep:
        check_scenario(scenario)
    if game.problems:
        with pytest.raises(SetupError) as caught:
            Battle.start(game)
        assert caught.value.problems == game.problems
        check_assessment(game, game.start(), cite, None)
        check_overlay(game, game.start())
        return "forbidden"
    battle = walk(game, random.Random(seed), ruleset, cite, deep)
    if deep:
        check_replay(battle, ruleset)
        check_keys(game, positions(game, 150))
    outcome = battle.outcome
    assert outcome is not None
    return outcome.result


@pytest.mark.parametrize("first", CHUNKS)
def test_random_scenarios(ruleset: Ruleset, first: int) -> None:
    """Of games that differ from another in their document alone, half as many."""
    cite = Citations(ruleset)
    found: dict[str, int] = {}
    some = min(CHUNK // 2 if ruleset.key in OTHERS else CHUNK, END - first)
    for seed in range(first, first + some):
        try:
            ending = look(ruleset, seed, cite, deep=seed % DEEP == first // CHUNK % DEEP)
        except Exception as error:
            raise AssertionError(f"scenario {ruleset.key} {seed}: {type(error).__name__}: {error}") from error
        found[ending] = found.get(ending, 0) + 1
    fought = sum(found.values()) - found.get("forbidden", 0)
    assert fought >= some // 10, f"too few of the scenarios may be fought: {found}"
    assert fought < some, f"the rules forbid nothing: {found}"
    assert len(set(found) - {"forbidden"}) > 1, f"they all end alike: {found}"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, END // 5, TURNS))
def test_random_turns(ruleset: Ruleset, first: int) -> None:
    """Several attacks on one board, as single ones are looked at."""
    if not any(ATTACKS in procedure.inputs for procedure in ruleset.procedures):
        pytest.skip(f"{ruleset.key} has no procedure of several attacks")
    cite = Citations(ruleset)
    found: dict[str, int] = {}
    for seed in range(first, first + TURNS):
        try:
            ending = look(ruleset, seed, cite, deep=seed % DEEP == 0, make=scenarios.turn)
        except Exception as error:
            raise AssertionError(f"turn {ruleset.key} {seed}: {type(error).__name__}: {error}") from error
        found[ending] = found.get(ending, 0) + 1
    assert len(set(found) - {"forbidden"}) > 1, f"they all end alike: {found}"


@pytest.mark.parametrize("seed", range(0, 2_000, 100))
def test_the_bridge_shows_random_scenarios(ruleset: Ruleset, seed: int) -> None:
    document = scenarios.document(ruleset, seed)
    for op in ("view", "draw", "link", "normal"):
        answer = json.loads(api.handle(json.dumps({"op": op, "scenario": document, "actions": []})))
        assert answer["ok"], (op, answer)


@pytest.mark.slow
def test_the_bridge_follows_battles(ruleset: Ruleset) -> None:
    for turn, example in enumerate(ruleset.examples()):
        battle = Battle.start(ruleset.game(codec.read_scenario(example["scenario"])))
        rng = random.Random(turn)
        while battle.outcome is None:
            battle = battle.play(rng.choice(list(battle.legal_actions)))
            request = {"scenario": example["scenario"], "actions": list(battle.line)}
            for op in OPS if battle.outcome else [OPS[(turn + len(battle.line)) % len(OPS)]]:
                answer = json.loads(api.handle(json.dumps({"op": op, **request})))
                assert answer["ok"], (op, battle.line, answer)


def test_random_scenarios_bring_packs_where_examples_do(ruleset: Ruleset) -> None:
    given = any(example["scenario"].get("pack") for example in ruleset.examples())
    found = [scenarios.document(ruleset, seed).get("pack") for seed in range(100)]
    assert (20 < sum(pack is not None for pack in found) < 80) == given


def test_the_same_seed_is_the_same_scenario(ruleset: Ruleset) -> None:
    assert scenarios.document(ruleset, 7) == scenarios.document(ruleset, 7) != scenarios.document(ruleset, 8)


if __name__ == "__main__":
    from hexumpire import rulesets

    from tests.toybox import TOY

    rulesets.register(TOY)
    print(json.dumps(scenarios.document(rulesets.get(sys.argv[1]), int(sys.argv[2]))))
