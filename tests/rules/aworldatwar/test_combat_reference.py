"""Attacks in which rules meet, fought by the engine and by a second reading of chapter 15 (combat_reference.py)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.amount import many
from tests.rules.aworldatwar.combat_course import Course, Losses
from tests.rules.aworldatwar.combat_reference import COLUMNS, Attack, Document, sizes
from tests.rules.aworldatwar.random_attacks import drawn
from tests.rules.aworldatwar.setting import ends, faces, gone, odds, options, terms, topic

RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")
MOST = 1500
"""Sets of losses that are looked at; a battle with more is not played on."""
ROUNDS = 4
Met = Counter[str]


def lost(battle: Battle[Any]) -> Losses:
    """What is gone."""
    return tuple(sorted((key, count) for key, count in gone(battle).items() if count))


def stage(battle: Battle[Any]) -> str:
    """What is asked, or how it ended."""
    return battle.outcome.result if battle.outcome else topic(battle)


def aside(battle: Battle[Any]) -> Losses:
    """Who is there and takes no part."""
    game: Any = battle.game
    kinds = game.setting.kinds
    counts = battle.state.aside or [0] * len(kinds)
    return tuple(sorted((kind.unit.id, n) for kind, n in zip(kinds, counts, strict=True) if n))


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
        self.pick()
        self.own = Course(self.attack, self.full)

    def pick(self) -> None:
        """Pearl Harbor: who counts."""
        ways = self.attack.picks()
        assert (topic(self.battle) == "pick") == (ways != [{}])
        if ways == [{}]:
            return
        found = {aside(at): at for at in ends(self.battle, "pick")}
        assert found.keys() == {tuple(sorted((k, n) for k, n in way.items() if n)) for way in ways}
        key = self.rng.choice(sorted(found))
        self.battle, self.attack.aside = found[key], dict(key)
        self.met["15.41"] += 1

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
        self.met.update(f"{r.column} {result}" for result in set(r.results()) or {"carry-out"})

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
            found = [one for result in results for one in faces[result]]
            self.met.update(" ".join((result, *path)) for result in ways for path in ways[result])
        more = [one for one in found if one[1] == "again"]
        more = [one for one in more if any(map(any, self.own.following(one[2])))] or more
        self.battle, then, left = self.rng.choice(more if more and self.rng.random() < 0.6 else found)
        self.met[then] += 1
        if then == "again":
            return self.another(left)
        self.ended(then, left)
        return False

    def another(self, left: dict[str, int]) -> bool:
        """Break off or go on."""
        then, after = self.own.hold(left)
        off = self.battle.play("off")
        assert (lost(off), stage(off)) == (self.gone(after), then)
        ways = self.own.following(left)
        found = {(lost(at), aside(at)): at for at in ends(self.battle.play("on"), "trim", "rest")}
        before = {**dict(aside(self.battle))}
        expected = {}
        for trimmed, resting in ways:
            there = {k: n - dict(trimmed).get(k, 0) for k, n in left.items()}
            rest = {**before, **{k: n + before.get(k, 0) for k, n in resting}}
            expected[self.gone(there), tuple(sorted(rest.items()))] = (there, dict(resting))
        assert found.keys() == expected.keys()
        key = self.rng.choice(sorted(found))
        self.battle, (there, out) = found[key], expected[key]
        self.met.update(["air lost"] * (there != left) + ["air left out"] * bool(out))
        self.full = {k: n - out.get(k, 0) for k, n in self.full.items()}
        there = {k: n - out.get(k, 0) for k, n in there.items()}
        self.own = Course(self.attack, there, self.own.number + 1)
        if self.own.r.barred():  # air was lost that the odds needed
            then, after = self.own.hold(there)
            assert (lost(self.battle), stage(self.battle)) == (self.gone(after), then)
            self.met["barred by the air lost"] += 1
            return False
        self.met[f"round {self.own.number}"] += 1
        return True

    def advance(self, left: dict[str, int]) -> dict[tuple[str, str], int]:
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
        assert stage(self.battle) == self.own.won(left, inside)
        return inside

    def ended(self, then: str, left: dict[str, int]) -> None:
        """The end of it: losses in factors, and breakthroughs."""
        inside = self.advance(left) if then == "advance" else {}
        left = self.own.entered(left, inside) if then == "advance" else left
        assert lost(self.battle) == self.gone(left)
        outcome = self.battle.outcome
        assert outcome is not None
        for side in ("attacker", "defender"):
            units = {k: u for k, u in self.attack.units.items() if u["side"] == side and u["type"] != "flak"}
            factors = sum((self.full[k] - left[k]) * self.own.r.worth(k) for k in units)
            assert outcome.measure(f"{side}_lost") == factors, side
        assert outcome.measure("rounds") == self.own.number
        assert outcome.measure("breakthrough") == int(self.own.breaks(inside))
        self.met["breakthrough"] += self.own.breaks(inside)


def by_odds(attack: Attack) -> set[str]:
    """Whether strengths forbid it; at Pearl Harbor whoever picks sees to it."""
    found = []
    for way in attack.picks():
        attack.aside = way
        found.append(Course(attack, sizes(attack)).r.barred())
    barred = all(found) if attack.reads("pearl_picker", "attacker") else any(found)
    swarms = attack.old and (attack.swarms("attacker") or attack.swarms("defender"))
    return {"15.632"} if swarms else {"15.52"} if barred else set()


def fought(number: int, met: Met) -> None:
    """Compare one battle."""
    document = drawn(number)
    game = RULESET.game(read_scenario(document))
    attack = Attack(document)
    refused = attack.refusals() or by_odds(attack)
    problems = {problem.rule for problem in game.problems}
    assert problems - ({"15.52"} & problems if "15.632" in refused else set()) == refused
    met.update(f"refused {rule}" for rule in refused)
    if refused:
        return
    met["fought"] += 1
    fight = Fight(document, game, met, random.Random(number))
    for _ in range(ROUNDS):
        if not fight.round():
            break


COUNT = many(1300, 8000)
REFUSED = (
    "10.32",
    "10.42",
    "10.53A",
    "10.53D",
    "10.53E",
    "10.55A",
    "11.44",
    "11.47",
    "12.11A",
    "13.43A",
    "13.43B",
    "15.21",
    "15.46",
    "15.47",
    "15.52",
    "15.632",
    "15.82C",
    "16.41",
)
MEET = {
    *(f"{column} {result}" for column, cells in COLUMNS.items() for result in cells),
    *(f"15.32{clause} +1" for clause in "BCDEFH"),
    "15.32D +2",
    "15.32E +2",
    "15.32H +2",
    "15.321 +2",
    "15.41",
    *(f"15.33{clause} -1" for clause in "ABCDEFGHI"),
    "15.33B -2",
    "15.33D -2",
    "15.33D -3",
    *(f"refused {rule}" for rule in REFUSED),
    "None carry-out",
    "A",
    "a",
    "Ex",
    "Ex-1",
    "Ex-2",
    "D",
    "d keep",
    "d exchange",
    "d keep keep",
    "d keep convert",
    "d convert",
    "d keep exchange",
    "D keep",
    "D convert",
    "Ex-2 keep",
    "Ex-2 convert",
    "again",
    "round 2",
    "round 3",
    "air lost",
    "advance",
    "taken",
    "emptied",
    "destroyed",
    "held",
    "breakthrough",
}
"""What the battles have to bring about: cells of the chart, DMs, refusals, answers, further rounds, ends."""


def battles(numbers: range) -> Met:
    """Compare many; what was met in them."""
    met: Met = Counter()
    for number in numbers:
        try:
            fought(number, met)
        except AssertionError as error:
            raise AssertionError(f"battle {number} of random_attacks.py") from error
    return met


@cache
def met() -> Met:
    """What all of them meet."""
    return battles(range(COUNT))


def test_attacks_are_what_a_second_reading_says() -> None:
    assert met()["fought"] > COUNT / 2


def test_what_may_meet_has_met() -> None:
    assert {key for key in MEET if not met()[key]} == set()
