"""Chances and best play of several attacks on one board, against a plain recursion through all that can happen.

The recursion takes what a single step does from the game and puts nothing together from parts: it follows every face
and every choice of the whole turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis import debrief, luck
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.outcomes import ALONE
from hexumpire.analysis.together import Chances, chances
from hexumpire.files import codec
from hexumpire.kit.attacks import Course
from hexumpire.kit.turn import Turn
from hexumpire.model.battle import Battle, Chance, Decision, Outcome, Terminal

from tests import scenarios
from tests.amount import many
from tests.unit.test_turn import TWO
from tests.unit.test_turn import document as turn_of

AWW = "aworldatwar"
MOST = 20_000
FEW = 3_000
"""Positions of a turn that is looked at; by every choice of both sides, fewer."""
BEST = {"attacker": "best", "defender": "best"}
Ends = dict[Outcome, Fraction]


class Large(Exception):
    """A turn has too many positions for this."""


@pytest.mark.parametrize(
    ("attacks", "played", "objective", "said"),
    [
        (TWO, BEST, "both", True),
        (TWO, {"defender": "best"}, "both", True),
        (TWO, BEST, "hex", False),
        (TWO, BEST, "factors", False),
        (TWO, {}, "both", False),
        (TWO[:1], BEST, "both", False),
    ],
)
def test_where_what_is_best_hangs_on_the_other_attacks_it_is_said_how_it_is_sought(
    attacks: Any, played: dict[str, str], objective: str, said: bool
) -> None:
    """With hexes worth factors each attack plays for its own, though only all of them together count in the turn."""
    asked = {"scenario": turn_of(attacks), "actions": [], "policies": played, "objective": objective}
    assert (ask(op="outcomes", **asked)["result"]["note"] == ALONE) is said


def test_two_turns_by_best_play_are_compared_all_the_same() -> None:
    """How best play is sought makes no chance a least one."""
    one = {"scenario": turn_of(TWO), "policies": BEST, "objective": "both"}
    rows = ask(op="beside", battles=[one, one])["result"]["rows"]
    assert all(row["difference"] for row in rows)


# --- the plain recursion ----------------------------------------------------------------------------------------


def ends(game: Turn, state: Course, choose: Callable[..., str], known: dict[Course, Ends]) -> Ends:
    """How likely each ending of a turn is when every choice is taken by a policy."""
    if state not in known:
        node, found = game.node(state), {}
        if isinstance(node, Terminal):
            found[node.outcome] = Fraction(1)
        elif isinstance(node, Decision):
            found = ends(game, game.apply(state, choose(game, state, node)), choose, known)
        else:
            for face, weight in node.faces:
                for end, p in ends(game, game.apply(state, face), choose, known).items():
                    found[end] = found.get(end, Fraction(0)) + p * weight / sum(dict(node.faces).values())
        known[state] = found
    return known[state]


def worth(game: Turn, state: Course, value: Callable[[Outcome], int], known: dict[Course, Fraction]) -> Fraction:
    """What a turn is worth to the attacker when both sides choose the best each time."""
    if state not in known:
        if len(known) > FEW:
            raise Large
        node = game.node(state)
        if isinstance(node, Terminal):
            known[state] = Fraction(value(node.outcome))
        elif isinstance(node, Chance):
            weights = dict(node.faces)
            parts = (weight * worth(game, game.apply(state, face), value, known) for face, weight in weights.items())
            known[state] = sum(parts, Fraction(0)) / sum(weights.values())
        else:
            open_to = (one.id for one in node.options if not one.aside)
            values = [worth(game, game.apply(state, one), value, known) for one in open_to]
            known[state] = max(values) if node.side == "attacker" else min(values)
    return known[state]


# --- battles ----------------------------------------------------------------------------------------------------


def unit(id: str, at: str, side: str, nation: str, factors: int, type: str = "infantry", **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "type": type, "nation": nation, "at": at, "factors": factors, **more}


def document(units: list[dict[str, Any]], attacks: Mapping[str, list[str]], **more: Any) -> dict[str, Any]:
    """A turn; ``attacks``: who attacks, by hexes between blanks, which may stand twice behind a sign."""
    listed = [{"targets": key.strip("+").split(), "units": names} for key, names in attacks.items()]
    return {"ruleset": AWW, "procedure": "turn", "units": units, "attacks": listed, **more}


AROUND = {"0,0": ("-1,0", "0,1"), "1,-1": ("2,-1", "2,-2"), "0,0 1,-1": ("1,0", "0,-1"), "40,0": ("41,0", "40,1")}
"""Hexes next to those attacked."""
WAYS: tuple[tuple[str, ...], ...] = (
    ("0,0 1,-1",),
    ("0,0", "1,-1"),
    ("0,0", "0,0+"),
    ("0,0", "0,0+", "1,-1"),
    ("0,0 1,-1", "1,-1+"),
    ("0,0 1,-1", "0,0+", "1,-1+"),
)
"""The attacks of a turn: those with a sign are made by another faction."""


def drawn(rng: random.Random) -> dict[str, Any]:
    """A small turn of two factions, whose attacks share hexes or not, mostly with another one far away."""
    targets = [*rng.choice(WAYS), *(["40,0"] if rng.random() < 0.6 else [])]
    rng.shuffle(targets)
    units, attacks = [], {}
    for number, place in enumerate(sorted({one for key in targets for one in key.strip("+").split()})):
        for n in range(rng.randint(1, 2)):
            kind = rng.choice(["infantry", "armor"])
            units.append(unit(f"d{number}{n}", place, "defender", "German", rng.randint(1, 3), kind))
        if rng.random() < 0.3:
            units.append(unit(f"v{number}", place, "defender", "German", rng.randint(1, 2), "air"))
    for number, key in enumerate(targets):
        nation = "Russian" if "+" in key else "British"
        attacks[key] = []
        for n, at in enumerate(AROUND[key.strip("+")][: rng.randint(1, 2)]):
            kind, ctl = rng.choice(["infantry", "armor"]), rng.randint(1, 3)
            units.append(unit(f"a{number}{n}", at, "attacker", nation, rng.randint(1, 5), kind, ctl=ctl))
            attacks[key].append(f"a{number}{n}")
        if rng.random() < 0.3:
            units.append(unit(f"f{number}", "5,5", "attacker", nation, rng.randint(1, 3), "air"))
            attacks[key].append(f"f{number}")
    return document(units, attacks, edition=rng.choice(["new", "old"]))


def turn(found: dict[str, Any]) -> Turn:
    game = rulesets.get(found["ruleset"]).game(codec.read_scenario(found)).reckoned()
    assert isinstance(game, Turn)
    return game


def turns(key: str, seeds: range) -> Iterator[tuple[int, Turn, random.Random]]:
    """Turns of a game that its rules allow."""
    for seed in seeds:
        rng = random.Random(seed)
        game = turn(drawn(rng) if key == AWW else scenarios.turn(rulesets.get(key), seed))
        if not game.problems:
            yield seed, game, rng


def played(game: Turn, rng: random.Random, steps: int) -> Battle[Course]:
    """A turn after some steps at random."""
    battle = Battle(game, game.start())
    for _ in range(steps):
        node = battle.node
        if isinstance(node, Terminal):
            break
        faces = [face for face, weight in node.faces if weight] if isinstance(node, Chance) else []
        battle = battle.play(rng.choice(faces or [one.id for one in node.options if not one.aside]))
    return battle


def told(game: Turn, state: Course, policies: Mapping[str, str], objective: str = "") -> Chances:
    """The chances as they are shown."""
    ruleset = rulesets.get(game.scenario.ruleset)
    return chances(game, state, lambda *here: policy_of(*here, ruleset, policies, objective, None), most=MOST)


def shares(found: Chances) -> Ends:
    assert found.whole is not None
    return {end: Fraction(weight, found.whole.total) for end, weight in found.whole.items()}


# --- what is compared -------------------------------------------------------------------------------------------


@pytest.mark.slow(looks=True)
def test_chances_under_stated_policies_are_those_of_all_that_can_happen() -> None:
    """From the start and from the midst of it; attacks that touch, that do not, and some of both."""
    looked = mixed = 0
    for seed, game, rng in turns(AWW, range(60)):
        policies = rng.choice([{}, {"attacker": "press"}, {"attacker": "once", "defender": "stay"}])
        state = played(game, rng, rng.randrange(8)).state
        found = told(game, state, policies)
        choose = policy_of(game, state, rulesets.get(AWW), policies, "", None)
        assert shares(found) == ends(game, state, choose, {}), seed
        looked += 1
        mixed += len({one.touched for one in found.single.values()}) > 1
    assert looked > 40
    assert mixed > 5


def test_of_a_turn_that_is_over_one_position_is_looked_at() -> None:
    """Nothing can come of it but its end, and no attack is left that has a chance of its own."""
    looked = 0
    for seed, game, rng in turns(AWW, range(12)):
        over = played(game, rng, 400)
        if isinstance(over.node, Terminal):
            found = told(game, over.state, {})
            assert (shares(found), found.single, found.positions) == ({over.node.outcome: Fraction(1)}, {}, 1), seed
            looked += 1
    assert looked > 5


@pytest.mark.slow(looks=True)
@pytest.mark.parametrize("key", [AWW, "d8chart"])
@pytest.mark.parametrize("objective", [0, 1])
def test_best_play_of_a_turn_is_the_best_of_all_that_can_be_chosen(key: str, objective: int) -> None:
    """For taking all that is attacked, and for losses: neither is worth more by what one attack does for another."""
    aim, looked = rulesets.get(key).objectives[objective], 0
    for seed, game, rng in turns(key, range(many(20, 40))):
        state = played(game, rng, rng.randrange(4)).state
        try:
            value = worth(game, state, aim.value, {})
        except Large:
            continue
        found = shares(told(game, state, BEST, aim.key))
        assert sum(p * aim.value(end) for end, p in found.items()) == value, seed
        looked += 1
    assert looked > many(10, 20)


def test_attacks_that_touch_are_played_well_beside_one_that_does_not() -> None:
    """A Chindit and an attack next to it touch; of a d the infantry takes the exchange that clears the hex.

    All three hexes can be taken only in that way, be the third one far away or not.
    """
    units = [
        unit("c", "1,0", "attacker", "British", 1, "chindit", ctl=2),
        unit("f", "1,0", "attacker", "British", 3, "air"),
        unit("b", "3,0", "attacker", "British", 8, ctl=1),
        unit("far", "40,0", "attacker", "British", 9, ctl=1),
        unit("d", "0,0", "defender", "Japanese", 1),
        unit("e", "2,0", "defender", "Japanese", 1),
        unit("g", "41,0", "defender", "Japanese", 1),
    ]
    jungle = {"hexes": {"0,0": {"terrain": "jungle"}}}
    attacks = {"0,0": ["c", "f"], "2,0": ["b"], "41,0": ["far"]}
    game = turn(document(units, attacks, map=jungle, conditions={"theatre": "pacific"}))
    assert game.problems == ()
    found = told(game, game.start(), BEST, "hex")
    assert [one.touched for one in found.single.values()] == [True, True, False]
    best = worth(game, game.start(), lambda end: end.measure("hex"), {})
    assert sum(p for end, p in shares(found).items() if end.measure("hex")) == best
    plain = shares(told(game, game.start(), {"attacker": "once"}))
    assert best > sum(p for end, p in plain.items() if end.measure("hex"))


@pytest.mark.parametrize("key", [AWW, "d8chart"])
def test_luck_and_choices_of_a_turn_add_up_to_what_its_attacks_came_to(key: str) -> None:
    """What it was worth, the gains of all steps, and no choice that gains; luck by best play is that of the debrief."""
    ruleset, looked = rulesets.get(key), 0
    for seed, game, rng in turns(key, range(20)):
        battle = played(game, rng, 200)
        aim = rng.choice(ruleset.objectives)
        found = debrief.debrief(battle, ruleset, {}, aim)
        came = sum(aim.value(end) for _, end in battle.state.fought)
        assert found.start + sum(one.gain for one in found.steps) == found.end == came, seed
        assert found.total(debrief.CHOICE, "attacker") <= 0 <= found.total(debrief.CHOICE, "defender"), seed
        rolls = luck.report(battle, ruleset, BEST, aim.key)["rolls"]
        assert sum(Fraction(one["value"]) for one in rolls) == found.total(debrief.ROLL), seed
        looked += 1
    assert looked > 10
