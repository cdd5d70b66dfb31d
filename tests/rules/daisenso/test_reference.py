"""Random battles in which rules meet, fought by the game, against a reading of the text by brute force (reference.py).

Compared are who may attack and why nobody may, who may support, every shift, the column, the result of each face; and
of every result each way in which it can end by the choices of both sides, with its chance where each choice is as
likely as the others: steps and hexes of all counters, who took part, how far the attackers may exploit, and where each
of them may end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Decision, Terminal
from hexumpire.rulesets.daisenso import RULESET

from tests.amount import many
from tests.rules.daisenso.random_battles import battle
from tests.rules.daisenso.reference import Field, Fight
from tests.rules.daisenso.setting import sections

AT_ONCE = 200
"""So many battles are one test; the first of these meets all that is wanted."""
WANTED = (
    "4.2.3.1.att",
    "4.2.3.1.def",
    "4.2.3.2.drop",
    "4.2.3.3.armor",
    "4.2.3.4.fort",
    "4.2.3.5.att",
    "4.2.3.5.def",
    "4.2.3.6.shift",
    "4.2.3.7.mud",
    "4.2.3.8.hex",
    "4.2.3.8.hexside",
    "Ad falls back",
    "Ad stays",
    "Ex falls back",
    "Ex stays",
    "Dr1 falls back",
    "Dr1 stays",
    "Dr2 falls back",
    "Dr2 stays",
    "Dr3 falls back",
    "Dr3 stays",
    "no retreat",
    "rout",
    "rout into an HQ",
    "advance",
    "exploitation",
    "results left over",
    "supported Dr that goes back",
    "support",
    "blitz",
    "forces to choose from",
    "a lone marker",
    "refused 4.2.1.1.raw",
    "refused 4.2.1.1.allsea",
    "refused 4.1.2.weather",
    "refused 4.2.1.1.prewar",
    "refused 4.2.1.1.limits",
    "refused 4.2.1.once-hex",
)
"""What the random battles have to meet: what they never make would not be tested."""


def topic(game: Any, state: Any) -> str:
    """What is asked; empty for a roll, and when all is over."""
    node = game.node(state)
    return node.topic if isinstance(node, Decision) else ""


def after(game: Any, state: Any, about: str, wanted: str = "") -> Iterator[Any]:
    """Every position in which no more is asked of that kind, by options that begin as wanted."""
    if topic(game, state) != about:
        yield state
        return
    for option in game.node(state).options:
        if option.id.startswith(wanted):
            yield from after(game, game.apply(state, option.id), about, wanted)


def ids(game: Any, *pieces: int) -> frozenset[str]:
    """Names of pieces, those below 0 left out."""
    return frozenset(game.setting.pieces[i].id for i in pieces if i >= 0)


def names(field: Field, *units: int) -> frozenset[str]:
    """The same of the reference."""
    return frozenset(field.units[i]["id"] for i in units if i >= 0)


def shifts(assessment: Any) -> dict[str, int]:
    """Shifts of the game by their rule."""
    found: Counter[str] = Counter()
    for line in next(line for line in assessment.trace.children if line.rules == ("4.2.2.s4.net",)).children:
        if not line.skipped:
            found[line.rules[0]] += line.value
    return dict(found)


def fought(game: Any, state: Any, known: dict[Any, Any]) -> Counter[Any]:
    """Every position in which the attackers may follow, or all is over, and its chance."""
    if state not in known:
        known[state] = found = Counter()
        if topic(game, state) in ("", "advance"):
            assert isinstance(game.node(state), (Decision, Terminal))
            found[state] = Fraction(1)
        else:
            options = game.node(state).options
            for option in options:
                for then, chance in fought(game, game.apply(state, option.id), known).items():
                    found[then] += chance / len(options)
    return known[state]


def follows(game: Any, state: Any) -> frozenset[tuple[str, frozenset[str]]]:
    """Each unit that may follow as the first one, and the hexes in which it may end."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for option in game.node(state).options if topic(game, state) else ():
        if ":" in option.id:
            name = option.id.partition(":")[2]
            piece = game.setting.by_id[name].index
            then = game.apply(state, option.id)
            found[name] |= {end.at[piece] for end in after(game, then, "trek")}
    return frozenset((name, frozenset(hexes)) for name, hexes in found.items())


def told(game: Any, first: Any) -> Counter[Any]:
    """What the game says of the ends of a result."""
    found: Counter[Any] = Counter()
    for state, chance in fought(game, first, {}).items():
        pieces = game.setting.pieces
        stand = frozenset((p.id, state.left[p.index], state.at[p.index]) for p in pieces if state.left[p.index])
        spent = frozenset(p.id for p in pieces if state.spent >> p.index & 1 and p.kind == "ground")
        found[stand, spent, state.went + state.unmet, follows(game, state)] += chance
    return found


def expected(field: Field, fight: Fight, result: tuple[str, int, int]) -> Counter[Any]:
    """The same of the reference."""
    found: Counter[Any] = Counter()
    for now, chance in field.ends(fight, result).items():
        stand = frozenset((unit["id"], now.left[i], now.at[i]) for i, unit in enumerate(field.units) if now.left[i])
        spent = names(field, *fight.side("attacker"), *fight.side("defender"), *now.joined)
        goes = frozenset((field.units[i]["id"], frozenset(hexes)) for i, hexes in field.follow(now, fight).items())
        found[stand, spent, now.went + now.unmet, goes] += chance
    return found


def compare_rolls(game: Any, state: Any, field: Field, fight: Fight, seed: int, met: Counter[str]) -> None:
    """Strengths, shifts, the column; results of all faces and their ends."""
    found = game.assess(state)
    assert (shifts(found), seed) == (field.shifts(fight), seed)
    assert (found.attack, found.defense, found.column, seed) == (*field.strengths(fight), field.column(fight), seed)
    met.update(field.shifts(fight).keys())
    results = set()
    for face, _ in game.node(state).faces:
        result = field.result(face.removeprefix("d6="), found.column)
        rolled = game.apply(state, face)
        assert (tuple(rolled.result), seed, face) == (result, seed, face)
        if result not in results:
            wanted = expected(field, fight, result)
            assert (told(game, rolled), seed, result) == (wanted, seed, result)
            count(field, fight, result, wanted, met)
        results.add(result)


def count(field: Field, fight: Fight, result: tuple[str, int, int], ends: Counter[Any], met: Counter[str]) -> None:
    """What the ends of a result have met."""
    units = {unit["id"]: i for i, unit in enumerate(field.units)}
    home = {unit["id"]: unit["at"] for unit in field.units}
    both = {*fight.side("attacker"), *fight.side("defender")}
    met[result[0] or "no retreat"] += 1
    for stand, spent, distance, goes in ends:
        gone = any(name in spent and hex != home[name] for name, _, hex in stand)
        met[f"{result[0]} falls back"] += gone
        met[f"{result[0]} stays"] += not gone
        met["rout"] += spent != names(field, *both)
        met["rout into an HQ"] += any(field.units[units[name]]["type"] == "hq" for name in spent - names(field, *both))
        met["advance"] += bool(goes)
        met["exploitation"] += any(len(hexes) > 1 for _, hexes in goes)
        met["results left over"] += distance > len({hex for name, _, hex in stand if hex != home[name]})
    if fight.theirs >= 0 and result[0].startswith("Dr"):
        met["supported Dr that goes back"] += any(end[2] for end in ends)


def compare(seed: int, met: Counter[str]) -> None:
    """One battle from its set-up to every end."""
    document = battle(seed)
    game, field = RULESET.game(read_scenario(document)), Field(document)
    forces, rule = field.forces()
    met[f"refused {rule}" if rule else "fought"] += 1
    met["blitz"] += field.blitz
    assert bool(game.problems) == bool(rule), (seed, rule, [str(one) for one in game.problems])
    if rule:
        assert rule in sections(game.problems), (seed, rule)
        return
    named = {ids(game, *state.fight.attackers): state for state in after(game, game.start(), "name", "go")}
    assert (set(named), seed) == ({names(field, *force) for force in forces}, seed)
    met["forces to choose from"] += len(forces) > 1
    for force in forces:
        state = named[names(field, *force)]
        if not field.defending():
            met["a lone marker"] += 1
            taken = game.apply(state, "take")
            ends = field.follow(field.start, Fight(force, ()))
            wanted = frozenset((field.units[i]["id"], frozenset(hexes)) for i, hexes in ends.items())
            assert (follows(game, taken), seed) == (wanted, seed)
            continue
        backed = {
            (ids(game, then.fight.ours), ids(game, then.fight.theirs)): then for then in after(game, state, "support")
        }
        fights = {
            (names(field, ours), names(field, theirs)): Fight(force, field.defending(), ours, theirs)
            for ours in field.supports("attacker", force)
            for theirs in field.supports("defender", field.defending())
        }
        assert (set(backed), seed) == (set(fights), seed)
        met["support"] += len(fights) > 1
        for key, fight in fights.items():
            compare_rolls(game, backed[key], field, fight, seed, met)


@pytest.mark.parametrize("first", range(0, many(AT_ONCE, 5000), AT_ONCE))
def test_4_2_random_battles_in_which_rules_meet(first: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(first, first + AT_ONCE):
        compare(seed, met)
    assert first or [what for what in WANTED if not met[what]] == []
