"""Random games and battles of them, fought by the engine, against a naive reading of both documents (reference.py).

Every battle comes with a game of its own, in which all the sections of a document meet. Of each round: both strengths,
the column, the chance of every result; of every result: who decides what, and all ends that this leads to; of whole
battles: what best play is worth, exactly, for each objective, with all the dice of all rounds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.solve import solve
from hexumpire.files import codec
from hexumpire.model.battle import Decision, Terminal

from tests.amount import many
from tests.rules.custom import drawn
from tests.rules.custom.reference import Moment, Reference

BATTLES, SOLVED, SEEN = many(120, 6000), many(30, 1500), many(220, 400)
"""So many battles are fought, played as well as can be, and looked at for what they meet."""
MOST = many(120, 1000)
"""So many positions are looked at after one result; where there are more, it is left out."""
FEW = many(300, 1500)
"""So many positions has a battle that is played as well as can be."""
ROUNDS = 4
MARKS = ((), ("disrupted",), ("pinned",), ("disrupted", "pinned"))
FAULTS = {
    "an attacker stands in the target hex": "there",
    "is too far away to attack": "far",
    "cannot stand by": "idle",
    "nobody attacks": "no attacker",
    "nobody defends": "no defender",
    "more units stand in": "full",
    "is too little to attack": "odds",
    "the chart has no column": "odds",
}
"""What stands in the words of the engine, and what the reference calls it."""

End = tuple[Any, ...]


class TooManyError(Exception):
    """A battle is too large to be looked at."""


def pair(seed: int) -> tuple[Any, Reference, random.Random]:
    """A game drawn at random, or now and then one that comes with the engine, and a battle of it, read by both."""
    rng = random.Random(seed)
    document = drawn.game(rng) if rng.random() < 0.9 else rng.choice(drawn.BUILT_IN)
    scenario = drawn.battle(rng, document)
    read = codec.read_scenario(scenario)
    return rulesets.get(read.ruleset).game(read), Reference(document, scenario), rng


def gathered(names: list[str], pieces: Iterator[End]) -> End:
    """The counters of each unit: which of those alike is which does not matter."""
    found: dict[str, list[End]] = {}
    for name, piece in zip(names, pieces, strict=True):
        found.setdefault(name, []).append(piece)
    return tuple(tuple(sorted(group)) for group in found.values())


def names_of(own: Reference) -> list[str]:
    return [card.unit for card in own.cards]


def payoffs(end: End) -> tuple[int, int]:
    """Two numbers by chance, always the same ones for an end: who may choose what shows in what each side can get."""
    found = blake2b(repr(end).encode(), digest_size=8).digest()
    return int.from_bytes(found[:4], "big"), int.from_bytes(found[4:], "big")


def best(side: str, values: list[tuple[int, int]]) -> tuple[int, int]:
    """What a side that chooses gets for itself; the attacker the most, the defender the least."""
    choose = max if side == "attacker" else min
    return choose(one for one, _ in values), choose(two for _, two in values)


def engine_ends(game: Any, state: Any, names: list[str]) -> tuple[tuple[int, int], dict[End, Any]]:
    """Every end of a result by the engine, and what both sides can get out of it."""
    known: dict[Any, tuple[int, int]] = {}
    ends: dict[End, Any] = {}

    def value(at: Any) -> tuple[int, int]:
        if at in known:
            return known[at]
        if len(known) > MOST:
            raise TooManyError
        node = None if at.phase in ("roll", "fixed") else game.node(at)
        if isinstance(node, Decision):
            known[at] = best(node.side, [value(game.apply(at, option.id)) for option in node.options])
            return known[at]
        pieces = ((one.at, one.lost, MARKS[one.mark]) if one.at else ("", 0, ()) for one in at.pieces)
        outcome = tuple(sorted(node.outcome.measures)) if isinstance(node, Terminal) else ()
        end = gathered(names, pieces), () if node else (at.round, at.shift, at.roll), outcome
        ends[end] = at
        known[at] = payoffs(end)
        return known[at]

    return value(state), ends


def own_ends(own: Reference, start: Moment, names: list[str]) -> tuple[tuple[int, int], dict[End, Moment]]:
    """Every end of a result by the reference, and what both sides can get out of it."""
    known: dict[Moment, tuple[int, int]] = {}
    ends: dict[End, Moment] = {}

    def value(at: Moment) -> tuple[int, int]:
        if at in known:
            return known[at]
        if len(known) > 4 * MOST:
            raise TooManyError
        ways = own.next(at)
        if ways:
            known[at] = best(ways[0], [value(after) for after in ways[1]])
            return known[at]
        pieces = ((one.at, one.lost, tuple(sorted(one.marks))) if one.at else ("", 0, ()) for one in at.pieces)
        outcome = () if at.round else tuple(sorted(own.measures(at).items()))
        end = gathered(names, pieces), (at.round, at.shift, at.roll) if at.round else (), outcome
        ends[end] = at
        known[at] = payoffs(end)
        return known[at]

    return value(start), ends


def chances(game: Any, state: Any) -> dict[str, Fraction]:
    """The chance of each result, by the dice."""
    edge = [state]
    for _ in range(len(game.setting.sheet.dice.sides) - 1):
        edge = [game.apply(at, face) for at in edge for face, _ in game.node(at).faces]
    found = Counter(code for at in edge for _, code in game.assess(at).results)
    return {code: Fraction(n, sum(found.values())) for code, n in found.items()}


def refusals(game: Any) -> set[str]:
    """Why the engine has no such attack."""
    return {name for one in game.problems for said, name in FAULTS.items() if said in str(one.message)}


def a_round(game: Any, own: Reference, state: Any, at: Moment, where: str) -> list[tuple[End, Any, Moment]]:
    """Compare a round; what comes back are all the beginnings of another one."""
    found, odds = game.assess(state), own.odds(at)
    expected = odds.attack, odds.defense, odds.column
    assert (found.attack, found.defense, found.column) == expected, f"strengths of {where}"
    codes = list(game.setting.sheet.results)
    if odds.column is None:
        codes = list(odds.chances)
        assert state.phase == "fixed", f"the dice of {where}"
    else:
        assert chances(game, state) == odds.chances, f"chances of {where}"
    names, goes_on = names_of(own), []
    for code in codes:
        after = game.apply(state, "take") if odds.column is None else game.overrule(state, f"!result={code}")
        try:
            worth, ends = engine_ends(game, after, names)
            own_worth, mine = own_ends(own, own.read(at, code), names)
        except TooManyError:
            continue
        assert ends.keys() == mine.keys(), f"ends of {code} in {where}"
        assert worth == own_worth, f"who decides after {code} in {where}"
        goes_on += [(end, ends[end], mine[end]) for end in ends if end[1]]
    return sorted(goes_on, key=lambda one: repr(one[0]))


def fight(seed: int) -> None:
    """A battle from round to round; after each, one of the ways that lead on is taken."""
    game, own, rng = pair(seed)
    assert refusals(game) == own.refusals(), f"what forbids battle {seed}"
    assert bool(game.problems) == bool(own.refusals()), f"what forbids battle {seed}"
    if game.problems:
        return
    state, at = game.start(), own.start
    for number in range(ROUNDS):
        goes_on = a_round(game, own, state, at, f"round {number + 1} of battle {seed}")
        if not goes_on:
            return
        _, state, at = rng.choice(goes_on)


@pytest.mark.parametrize("part", range(6))
def test_a_battle_is_fought_as_the_documents_say(part: int) -> None:
    """Strengths, columns, chances, losses, retreats, advances, further rounds, and who decides."""
    for seed in range(part, BATTLES, 6):
        fight(seed)


# --- whole battles --------------------------------------------------------------------------------------------


def worth(own: Reference, start: Moment, keys: list[tuple[tuple[str, int], ...]]) -> list[Fraction]:
    """What best play of a whole battle is worth, for each of some sums of measures."""
    known: dict[Moment, list[Fraction]] = {}

    def values(at: Moment) -> list[Fraction]:
        if at in known:
            return known[at]
        if len(known) > 3 * FEW:
            raise TooManyError
        ways = own.next(at)
        if ways:
            choose = max if ways[0] == "attacker" else min
            known[at] = [choose(one) for one in zip(*map(values, ways[1]), strict=True)]
        elif at.round:
            rolled = [(chance, values(own.read(at, code))) for code, chance in own.odds(at).chances.items()]
            known[at] = [sum((p * one[n] for p, one in rolled), Fraction(0)) for n, _ in enumerate(keys)]
        else:
            found = own.measures(at)
            known[at] = [Fraction(sum(found[key] * weight for key, weight in terms)) for terms in keys]
        return known[at]

    return values(start)


@pytest.mark.parametrize("part", range(4))
def test_a_whole_battle_is_worth_what_best_play_makes_of_it(part: int) -> None:
    """All dice of all rounds and all choices of both sides: exact and equal for every objective."""
    for seed in range(100_000 + part, 100_000 + SOLVED, 4):
        game, own, _ = pair(seed)
        objectives = rulesets.get(game.scenario.ruleset).objectives
        if game.problems:
            continue
        try:
            expected = worth(own, own.start, [one.weights for one in objectives])
        except TooManyError:
            continue
        found = [solve(game, game.start(), objective).value(game.start()) for objective in objectives]
        assert found == expected, f"best play of battle {seed}"


# --- what the battles meet ------------------------------------------------------------------------------------


def looked_at(seed: int) -> Counter[str]:
    """What the reference meets in one battle, in its first round and in one that follows."""
    _, own, rng = pair(seed)
    if own.refusals():
        return own.seen
    at = own.start
    for _ in range(2):
        goes_on: list[Moment] = []
        row = own.odds(at)
        for code in row.chances if row.column is None else own.codes():
            try:
                goes_on += [end for key, end in own_ends(own, own.read(at, code), names_of(own))[1].items() if key[1]]
            except TooManyError:
                continue
        if not goes_on:
            break
        at = rng.choice(sorted(goes_on, key=repr))
    return own.seen


MET = """
a counter without factors; a part of the way; a roll moved; a roll moved by tens; a strength below nought
a zone costs a step; a zone ends at a hexside; a zone is cancelled; a zone stops the advance
above difference; above odds; above strength; below difference; below odds; below strength
advance: always; advance: result; no advance: far; no advance: full; no advance: marked; beyond the hex
all factors are owed; an exchange of equals; barred by a zone; closed ground; closed side; past friends
attacker all met; attacker all not met; attacker any met; attacker any not met; attacker each met
attacker each not met; defender all met; defender all not met; defender any met; defender any not met
defender each met; defender each not met; crossed all met; crossed all not met; crossed any met
crossed any not met; crossed each met; crossed each not met; condition met; condition not met; feature met
feature not met; field met; field not met; hexes met; hexes not met; marked met; marked not met; rounds met
rounds not met; stands met; stands not met; terrain met; terrain not met; together attacker met
together attacker not met; together defender met; together defender not met
between two columns: difference defender; between two columns: strength defender; no defence
between two columns: odds attacker; between two columns: odds defender; between two columns: odds nearest
capped roll; capped shift; roll of the last round; shift of the last round; shifted beyond the columns
counts no times; counts often; counts once; counts the other way; excepted
displaced in a chain; displaced: of a counter by all; displaced: of a counter by all of the other side
displaced: of a counter by its own; displaced: of a counter by some of the other side; displaced: of all by all
displaced: of all by all of the other side; displaced: of all by some
displaced: of all by some of the other side; displaced: roll; displaced: shift
lost steps: back; lost steps: full; lost steps: share
rounded down; rounded down each; rounded nearest; rounded nearest each; rounded up; rounded up each
no odds for another round; no more rounds; nobody for another round; nobody is left to choose
no way: eliminated; no way: stay; no way: step; those of a hex part
strength is more than factors; strength paid by those who have none
refused: far; refused: full; refused: idle; refused: no attacker; refused: no defender; refused: odds; refused: there
does: another round; does: another round with n columns; does: another round with n to the die
does: another round with n to the die and n column; does: attacker is disrupted; does: attacker is eliminated
does: attacker is pinned; does: attacker loses as much; does: attacker loses as much as the attack
does: attacker loses as much as the defence; does: attacker loses as much, chosen by the enemy
does: attacker loses n factor; does: attacker loses n step; does: attacker loses n/n of its factor
does: attacker loses n/n of the attack; does: attacker loses n/n of the defence; does: attacker may advance
does: attacker may advance n; does: attacker retreats n; does: attacker retreats n, moved by the enemy
does: both are disrupted; does: both are eliminated; does: both are pinned; does: both lose n factor
does: both lose n step; does: both retreat n; does: both retreat n, moved by the enemy
does: defender is disrupted; does: defender is eliminated; does: defender is pinned
does: defender loses as much; does: defender loses as much as the attack
does: defender loses as much as the defence; does: defender loses n factor
does: defender loses n factor, chosen by the enemy; does: defender loses n step
does: defender loses n step, chosen by the enemy; does: defender loses n/n of its factor
does: defender loses n/n of the attack; does: defender loses n/n of the defence; does: defender retreats n
does: defender retreats n, moved by the enemy; does: exchange; does: exchange by strength; does: half exchange
does: no effect; does: the attacker may fight another round
does: the attacker may fight another round with n columns
"""
"""Every rule that a battle may come to, and each way in which tests of modifiers come out."""


def test_every_rule_is_met() -> None:
    """What is never drawn is never compared."""
    wanted = {one.strip() for line in MET.split("\n") for one in line.split(";") if one.strip()}
    seen: Counter[str] = Counter()
    for seed in range(SEEN):
        seen.update(looked_at(seed))
        if not wanted - seen.keys():
            return
    assert not wanted - seen.keys()
