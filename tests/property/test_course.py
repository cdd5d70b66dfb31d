"""The course of battles of A World at War against a naive reference, where the rules on who takes part meet.

Battles mix training levels, air, ships, drops, landings, one or two attacked hexes and both editions. The reference of
`tests/course_reference.py` knows counters by id and the rules as they are printed; it shares nothing with the rule
code. After every result it says who fights the next round and at what strength, what may be paid, who dies, who may
advance and how it ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import Any

import pytest
from hexumpire.analysis.outcomes import outcomes
from hexumpire.analysis.solve import solve
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.conformance.checks import positions
from tests.course_reference import BATTLES, MOST, POSITIONS, RESULTS, WALKED, Document, Reference, drawn
from tests.property.test_analysis import minimax, naive, pairs, together
from tests.rules.aworldatwar.setting import document, ends, gone, odds, options, topic


def lost(battle: Battle[Any]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((key, count) for key, count in gone(battle).items() if count))


def stage(battle: Battle[Any]) -> str:
    return battle.outcome.result if battle.outcome else topic(battle)


def a_round(battle: Battle[Any], own: Reference, rng: random.Random) -> tuple[Battle[Any], Reference, str]:
    """Play a result and its losses at random; every way to take them must be one of the reference, and every one."""
    attack, guns, defence = own.strengths(own.round)
    assert odds(battle)[:2] == (attack, defence)
    if 4 * attack < defence:
        assert options(battle) == ["carry-out"]
        ways = own.wiped(own.active(own.round), attack, guns, 0)
        battle = battle.play("carry-out")
    else:
        result = rng.choice(RESULTS)
        ways = own.owed_for(result)
        battle = battle.play(f"!result={result}")
    expected = {(new.gone(), then): new for new, then in map(own.after, sorted(ways))}
    shown = {(lost(at), stage(at)): at for at in ends(battle, "pay")}
    assert shown.keys() == expected.keys()
    chosen = rng.choice(sorted(shown))
    return shown[chosen], expected[chosen], chosen[1]


def goes_on(battle: Battle[Any], own: Reference, rng: random.Random) -> Battle[Any]:
    """Go on into another round, with air over the old limit lost or left out as somebody likes."""
    dying = {side: own.over(side, own.round) for side in ("attacker", "defender")}
    ways = ends(battle.play("on"), "trim", "rest")
    assert all(topic(at) in ("roll", "hopeless") for at in ways)
    for at in ways:
        new = copy(own)
        kinds = at.game.setting.kinds
        rested = dict(zip((kind.unit.id for kind in kinds), at.state.aside or [0] * len(kinds), strict=True))
        new.left = {key: own.full[key] - dict(lost(at)).get(key, 0) - own.rested[key] for key in own.left}
        for side, number in dying.items():
            air = own.some(side, "air")
            assert sum(own.left[key] - new.left[key] for key in air) == number
        assert all(own.left[key] == new.left[key] for key in own.left if own.arm(own.units[key]) != "air")
        over = new.over("attacker", own.round + 1)
        assert sum(rested.values()) - sum(own.rested.values()) == over
        assert all(not count or own.fights(key, own.round + 1) for key, count in rested.items())
    at = rng.choice(ways)
    before = dict(lost(at))
    ids = [kind.unit.id for kind in at.game.setting.kinds]
    rested = dict(zip(ids, at.state.aside or [0] * len(own.left), strict=True))
    own.rested = {key: rested.get(key, 0) for key in own.left}
    own.left = {key: own.full[key] - before.get(key, 0) - own.rested[key] for key in own.left}
    own.round += 1
    return at


def advances(battle: Battle[Any], own: Reference, rng: random.Random) -> None:
    """Somebody advances, one after the other."""
    inside: dict[tuple[str, str], int] = {}
    while topic(battle) == "advance":
        many = len(own.targets) > 1
        named = {f"advance:{key}" + (f"@{to}" if many else ""): (key, to) for key, to in own.moves(inside)}
        assert options(battle) == [*sorted(named, key=options(battle).index), "stay"]
        action = rng.choice(options(battle))
        battle = battle.play(action)
        if action == "stay":
            break
        inside[named[action]] = inside.get(named[action], 0) + 1
    assert stage(battle) == ("taken" if inside or own.dropped() else "emptied")


def fought(given: Document, rng: random.Random) -> int:
    """Play one battle beside the reference; how many rounds there were."""
    own = Reference(given)
    battle: Battle[Any] = Battle.start(RULESET.game(read_scenario(given)))
    for number in range(1, 5):
        if own.choices() > MOST:
            return number - 1
        battle, own, then = a_round(battle, own, rng)
        if then == "again" and rng.random() < 0.85:
            battle = goes_on(battle, own, rng)
            continue
        if then == "again":
            battle, then = battle.play("off"), own.hold()
        if then == "advance":
            advances(battle, own, rng)
        else:
            assert stage(battle) == then
        if battle.outcome is not None:
            for side in ("attacker", "defender"):
                assert battle.outcome.measure(f"{side}_lost") == own.losses(side)
        return number
    return 4


def battles(count: int) -> Iterator[tuple[int, Document, random.Random]]:
    """Battles that the rules allow, each with its seed and what goes on rolling its dice."""
    seed = 0
    while count:
        seed += 1
        rng = random.Random(seed)
        (attack, defend), known = drawn(rng)
        given = document(attack, defend, **known)
        if not RULESET.game(read_scenario(given)).problems:
            count -= 1
            yield seed, given, rng


@pytest.mark.slow
def test_battles_go_as_the_reference_says() -> None:
    rounds = []
    for seed, given, rng in battles(BATTLES):
        for again in range(4):
            try:
                rounds.append(fought(given, random.Random(f"{seed} {again} {rng.random()}")))
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, play {again}") from error
    # Enough of them got past the first round, where who takes part is no longer everybody.
    assert sum(number >= 2 for number in rounds) > BATTLES // 4
    assert sum(number >= 3 for number in rounds) > 5


@pytest.mark.slow
def test_walks_through_them_are_those_that_merge_nothing() -> None:
    walked = 0
    for _, given, _ in battles(BATTLES):
        game = RULESET.game(read_scenario(given))
        if walked == WALKED or not positions(game, POSITIONS):
            continue
        walked += 1
        for number, (attacker, defender) in enumerate(pairs(RULESET)):
            if number % 3 == walked % 3:
                choose = together(attacker, defender)
                dist = outcomes(game, game.start(), choose)
                assert {o: Fraction(w, dist.total) for o, w in dist.items()} == naive(game, choose)
        objective = RULESET.objectives[walked % len(RULESET.objectives)]
        assert solve(game, game.start(), objective).value(game.start()) == minimax(game, [objective])[0]
    assert walked == WALKED
