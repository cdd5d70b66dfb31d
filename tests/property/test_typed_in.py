"""Spoilt documents of typed-in games are refused with reasons or can be played; the work for the largest is bounded."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hexumpire import api
from hexumpire.analysis.walk import TooLargeError, explore
from hexumpire.files.toml_text import toml
from hexumpire.model.battle import Decision
from hexumpire.rulesets.custom.policies import POLICIES
from hexumpire.rulesets.custom.ruleset import GAMES, game_document

from tests.amount import many
from tests.mutants import look, mutant
from tests.rules.custom.setting import attacker, battle, defender, game, rolled

pytestmark = pytest.mark.slow

CHUNK = 200
"""So many mutants are looked at together; a campaign over more of them is in :mod:`tests.mutants`."""


@pytest.mark.parametrize("first", range(0, many(1000, 10_000), CHUNK))
def test_mutants_never_raise(first: int) -> None:
    found: dict[str, int] = {}
    for seed in range(first, first + CHUNK):
        try:
            end = look(mutant(seed), seed)
        except Exception as error:
            raise AssertionError(f"mutant {seed}: {type(error).__name__}: {error}") from error
        found[end] = found.get(end, 0) + 1
    assert found["refused"] > CHUNK // 2 and found["played"] > CHUNK // 20, found


def test_the_same_seed_is_the_same_mutant() -> None:
    assert repr(mutant(7)) == repr(mutant(7)) != repr(mutant(8))


MARKS = '\t|;, \n0123456789:-+≤AEDRX"[]{}=#\x00٣½'


@pytest.mark.parametrize("first", range(0, 200, 100))
def test_spoilt_texts_and_pastes_are_answered(first: int) -> None:
    """What is typed or pasted is read, or refused in a line of its own, and never breaks the operation."""
    known = 0
    for seed in range(first, first + 100):
        rng = random.Random(f"text {seed}")
        document = game_document(rng.choice(GAMES))
        text = toml(document)
        at, more = rng.randrange(len(text)), "".join(rng.choices(MARKS, k=rng.choice((0, 1, 9))))
        grid = "".join(rng.choices(MARKS, k=rng.choice((3, 40, 400))))
        for request in ({"text": text[:at] + more + text[at + 1 :]}, {"game": document, "paste": grid}):
            answer = json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", **request})))
            told = [one["message"] for one in answer.get("problems", ())]
            assert answer["ok"] or not any("a defect of" in one for one in told), (seed, request, told)
            known += answer["ok"]
    assert known > 25


def largest() -> dict[str, Any]:
    """A game of about the greatest size that may be typed in."""
    asked = {"when": {"attacker": "foot", "who": "each"}, "attack": "x99/98"}
    mods = {f"m{i}": {"title": f"M{i}", **asked} for i in range(59)}
    mods["m59"] = {"title": "Often", "times": "air", "attack": "x99/98 +1"}
    heads = [f"{i}:1" for i in range(1, 25)]
    rows = {str(roll): ["R"] * 24 for roll in range(4, 41)}
    return game(
        ["both lose 1 step", "defender retreats 9", "another round"],
        types={"foot": {"title": "Foot", "attack": 99, "steps": 9, "size": 0}},
        conditions={"air": {"title": "Air", "range": [0, 20]}},
        modifiers=mods,
        rounds={"most": 9},
        zones={"types": "all"},
        retreats={"zones": "step", "no_way": "step", "together": False},
        chart={"columns": heads, "dice": "4d10", "rows": rows},
    )


def crowd() -> list[dict[str, Any]]:
    """As many counters as a battle has."""
    attackers = [attacker(count=20, at=at) for at in ("-1,0", "0,-1", "1,-1", "0,1", "-1,1")]
    return [*attackers, *[defender(count=20)] * 5]


def test_the_largest_battle_can_be_looked_at_and_played() -> None:
    found = battle(largest(), *crowd(), conditions={"air": 20})
    assert found.assessment is not None and found.assessment.trace.mismatches() == []
    after = rolled(found)
    for _ in range(40):
        after = after.play(next(iter(after.legal_actions)))
        assert after.assessment is not None
    assert isinstance(after.node, Decision)


def test_the_largest_battle_says_when_it_is_too_large_for_exact_chances() -> None:
    found = battle(largest(), *crowd())
    with pytest.raises(TooLargeError):
        explore(found.game, found.state, POLICIES[0].choose, most=300)
