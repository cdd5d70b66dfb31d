"""Spoilt documents of typed-in games: the same for the same seed; and a campaign over many of them, run by hand.

``PYTHONPATH=pycore:. python -m tests.mutants 0 100000`` looks at the mutants of those seeds.
"""

from __future__ import annotations

import copy
import random
import sys
import time
from collections import Counter
from typing import Any

from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.files.reader import MAX_PROBLEMS
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.rulesets.custom.ruleset import FAMILY, GAMES, game_document

from tests import scenarios
from tests.hostile import HOSTILE

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 99, 9999, 10**30, -(10**30), 0.5, 1e308, float("nan"), float("inf"), "", " "),
    *("x2", "x1/2", "+3", "x99/98", "3:1", "1:0", "0:1", "1-3", "9+", "≤-5", "-1 to 1", "d6", "4d10", "d66", "9d100"),
    *("AE", "DR9", "EX", "HX", "-", "attacker loses 9 steps", "defender retreats 9", "another round", "exchange", "²"),
    *("٣:١", "d٦", "both lose 1/2 of their factors", "all", "printed", "back", "share", "attacker", "any", "each"),
    *("first", "last", "forbidden", [], {}, [[]], [{}], ["AE", "DE"], [1, 2], [2, 1], {"does": "exchange"}),
    *({"title": "T", "range": [0, 9999]}, "a" * 5000, ["-"] * 500),
    {"choose": "attacker", "of": ["exchange", ["defender retreats 9", "another round"]]},
)
"""Values to put anywhere."""
STEPS = 80
"""So far a battle of a mutant that may be played is followed."""


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found += _places(value[key], (*path, key))
    return found


def _spoil(document: dict[str, Any], rng: random.Random) -> None:
    """One change somewhere: another value, one of elsewhere, one less, one more, another key, other letters."""
    places = _places(document)
    if not places:
        return
    *way, key = rng.choice(places)
    here: Any = document
    for step in way:
        here = here[step]
    kind = rng.randrange(6)
    if kind == 0:
        here[key] = copy.deepcopy(rng.choice(ODD))
    elif kind == 1:
        other: Any = document
        for step in rng.choice(places):
            other = other[step]
        here[key] = copy.deepcopy(other)
    elif kind == 2:
        del here[key]
    elif kind == 3 and isinstance(here, dict):
        here[rng.choice([*HOSTILE[:40], str(key) + "2", "shift", "rule", "does"])] = copy.deepcopy(here[key])
    elif kind == 4 and isinstance(here, list):
        here.insert(rng.randrange(len(here) + 1), copy.deepcopy(rng.choice([here[key], *ODD])))
    elif isinstance(here[key], str):
        text = here[key]
        at = rng.randrange(len(text) + 1)
        here[key] = text[:at] + rng.choice("0123456789:+-x/ aA\x00é") + text[at + rng.randrange(2) :]
    elif isinstance(here[key], int) and not isinstance(here[key], bool):
        here[key] += rng.choice((-100, -1, 1, 8, 1000))


def mutant(seed: int) -> dict[str, Any]:
    """An invented game with one to six changes."""
    rng = random.Random(f"mutant {seed}")
    found: dict[str, Any] = copy.deepcopy(dict(game_document(rng.choice(GAMES))))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        _spoil(found, rng)
    return found


def look(document: dict[str, Any], seed: int) -> str:
    """Read a document and, where it is a game, play one of its battles; returns how that went.

    Raises:
        AssertionError: a problem without a place or without words, or a battle without an end.
    """
    try:
        ruleset = rulesets.of(FAMILY, document)
    except InputError as refusal:
        problems = refusal.problems
    else:
        return play(ruleset, document, seed)
    assert 0 < len(problems) <= MAX_PROBLEMS + 1
    assert all(one.path.startswith("$") and one.message for one in problems), problems
    return "refused"


def play(ruleset: Ruleset, document: dict[str, Any], seed: int) -> str:
    """Play one battle of a game that could be read."""
    scenario = scenarios.document(ruleset, seed % 200, tame=True)
    game = ruleset.game(codec.read_scenario({**scenario, "ruleset": FAMILY, "game": document}))
    game.assess(game.start())
    if game.problems:
        return "forbidden"
    rng, battle = random.Random(seed), Battle.start(game)
    for _ in range(STEPS):
        legal = list(battle.legal_actions)
        if not legal:
            return "played"
        battle = battle.play(rng.choice(legal))
        battle.log, battle.assessment, game.overlay(battle.state), game.refusals(battle.state), game.key(battle.state)
    return "long"


def campaign(first: int, end: int) -> None:
    """The mutants of those seeds, with what was found, and which took longest."""
    found: Counter[str] = Counter()
    slowest = (0.0, 0)
    for seed in range(first, end):
        before = time.perf_counter()
        try:
            found[look(mutant(seed), seed)] += 1
        except Exception as error:
            found[f"{type(error).__name__}: {error}"[:150]] += 1
            print("seed", seed, type(error).__name__, str(error)[:200], flush=True)
        slowest = max(slowest, (time.perf_counter() - before, seed))
    print(dict(found), "slowest", slowest)


if __name__ == "__main__":
    campaign(*map(int, sys.argv[1:]))
