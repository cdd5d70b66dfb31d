"""Attacks in which rules meet, fought by the engine and by a second reading of chapter 15 (combat_reference.py)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from math import prod
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.amount import many
from tests.rules.aworldatwar.combat_course import Course, Losses
from tests.rules.aworldatwar.combat_reference import Attack, Document
from tests.rules.aworldatwar.random_attacks import drawn
from tests.rules.aworldatwar.setting import faces, gone, odds, options, terms, topic

RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")
MOST = 1500
"""Sets of losses that are looked at; a battle with more is not played on."""
ROUNDS = 4
Met = Counter[str]


def sizes(attack: Attack) -> dict[str, int]:
    """Counters of each unit; of air and destroyers their factors."""
    return {k: u["count"] * (u["factors"] if u["type"] in ("air", "destroyer") else 1) for k, u in attack.units.items()}


def lost(battle: Battle[Any]) -> Losses:
    """What is gone."""
    return tuple(sorted((key, count) for key, count in gone(battle).items() if count))


def stage(battle: Battle[Any]) -> str:
    """What is asked, or how it ended."""
    return battle.outcome.result if battle.outcome else topic(battle)


def ends(battle: Battle[Any], *topics: str) -> list[Battle[Any]]:
    """Where every way to settle what is being asked for ends, each position once."""
    found: dict[Any, Battle[Any]] = {}
    waiting, seen = [battle], {battle.state}
    while waiting:
        at = waiting.pop()
        if topic(at) not in topics:
            found.setdefault(at.state, at)
            continue
        for action in options(at):
            step = at.play(action)
            if step.state not in seen:
                seen.add(step.state)
                waiting.append(step)
    return list(found.values())


def answers(battle: Battle[Any]) -> dict[tuple[str, ...], Battle[Any]]:
    """Every way to answer what is asked of a result."""
    if topic(battle) not in ("choose", "convert"):
        return {(): battle}
    return {(action, *path): at for action in options(battle) for path, at in answers(battle.play(action)).items()}


class Fight:
    """A battle that both play."""

    def __init__(self, document: Document, game: Any, met: Met, rng: random.Random) -> None:
        self.attack, self.met, self.rng = Attack(document), met, rng
        self.battle: Battle[Any] = Battle.start(game)
        self.full = sizes(self.attack)
        self.own = Course(self.attack, self.full)

    def gone(self, left: dict[str, int]) -> Losses:
        """What the reference has lost."""
        return tuple(sorted((k, n - left[k]) for k, n in self.full.items() if n > left[k]))

    def look(self) -> None:
        """Strengths, multipliers, odds and results of the round."""
        r, battle = self.own.r, self.battle
        assert odds(battle) == (r.attack, r.defence, r.column)
        for number, key in enumerate(r.some("defender"), 1):
            shown = {rule: level for rule, level in terms(battle, number).items() if level}
            assert shown == r.terms(key), key
            self.met.update(f"{rule} {level:+}" for rule, level in shown.items())
        assert r.column is None or faces(battle) == r.results()

    def compare(self, action: str, ways: Mapping[tuple[str, ...], set[Losses]]) -> list[tuple[Any, ...]]:
        """Everything that a roll may lead to, by answer: the battle then, what comes, and who is left."""
        asked = answers(self.battle.play(action))
        assert asked.keys() == ways.keys(), action
        found = []
        for path, at in asked.items():
            shown = {(lost(end), stage(end)): end for end in ends(at, "pay")}
            after = [self.own.then(way) for way in sorted(ways[path])]
            expected = {(self.gone(left), then): left for then, left in after}
            assert shown.keys() == expected.keys(), (action, path)
            found += [(shown[key], key[1], expected[key]) for key in sorted(shown)]
        return found

    def round(self) -> bool:
        """Play a round; whether another follows."""
        self.look()
        if prod(n + 1 for n in self.own.r.now.values()) > MOST:
            return False
        if self.own.r.column is None:
            found = self.compare("carry-out", {(): self.own.wiped()})
        else:
            results = self.own.r.results()
            ways = {result: self.own.ways(result) for result in results}
            faces = {result: self.compare(f"d6={face}", ways[result]) for face, result in enumerate(results, 1)}
            for result in set(RESULTS) - set(results):
                self.compare(f"!result={result}", {(): self.own.losses(result)})
            result = self.rng.choice(results)
            found = faces[result]
            self.met.update(" ".join((result, *path)) for path in ways[result])
        self.battle, then, left = self.rng.choice(found)
        self.met[then] += 1
        if then == "advance":
            self.advance(left)
        return bool(then == "again") and self.another(left)

    def another(self, left: dict[str, int]) -> bool:
        """Break off or go on."""
        if self.own.over(left):
            self.met["air over the old limit"] += 1
            return False
        then, after = self.own.hold(left)
        off = self.battle.play("off")
        assert (lost(off), stage(off)) == (self.gone(after), then)
        self.battle = self.battle.play("on")
        self.own = Course(self.attack, left, self.own.number + 1)
        self.met[f"round {self.own.number}"] += 1
        return True

    def advance(self, left: dict[str, int]) -> None:
        """Somebody advances, one after the other."""
        inside: dict[tuple[str, str], int] = {}
        several = len(self.attack.targets) > 1
        while topic(self.battle) == "advance":
            named = {f"advance:{k}" + (f"@{at}" if several else ""): (k, at) for k, at in self.own.moves(left, inside)}
            assert {*options(self.battle)} == {*named, "stay"}
            action = self.rng.choice(options(self.battle))
            self.battle = self.battle.play(action)
            if action == "stay":
                break
            inside[named[action]] = inside.get(named[action], 0) + 1
        assert stage(self.battle) == ("taken" if inside or self.own.airborne(left) else "emptied")
        assert lost(self.battle) == self.gone(self.own.entered(left, inside))


def fought(number: int, met: Met) -> None:
    """Compare one battle."""
    document = drawn(number)
    game = RULESET.game(read_scenario(document))
    attack = Attack(document)
    own = Course(attack, sizes(attack))
    refused = attack.refusals() or ({"15.52"} if own.r.barred() else set())
    assert {problem.rule for problem in game.problems} == refused
    met.update(f"refused {rule}" for rule in refused)
    if refused:
        return
    met["fought"] += 1
    fight = Fight(document, game, met, random.Random(number))
    for _ in range(ROUNDS):
        if not fight.round():
            break


def battles(numbers: range) -> Met:
    """Compare many; what was met in them."""
    met: Met = Counter()
    for number in numbers:
        try:
            fought(number, met)
        except AssertionError as error:
            raise AssertionError(f"battle {number} of random_attacks.py") from error
    return met


def test_attacks_are_what_a_second_reading_says() -> None:
    battles(range(many(60, 6000)))
