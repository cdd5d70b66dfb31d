"""The best plan against every plan tried one by one, on small random battles of all rulesets; bounds, and the truth."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from about import about
from hexumpire import rulesets
from hexumpire.analysis import outcomes, plan
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.walk import explore
from hexumpire.board import hexgrid
from hexumpire.files import codec
from hexumpire.model.battle import Terminal
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.procedure import ATTACKS, ODDS, TARGETS
from hexumpire.model.ruleset import Ruleset

from tests import debriefs, scenarios
from tests.amount import many
from tests.toybox import TOY
from tests.typed import OTHERS, TYPED

Document = dict[str, Any]
Part = tuple[int, str, int]
"""Of a unit: the number of the attack (from 0), the hex it is made from, and how much goes."""

KEYS = [*rulesets.KEYS, TOY.key, *OTHERS]
CASES = {key: many(2, 6) if key == "v101125" else many(4 if key in OTHERS else 10, 37) for key in KEYS}
"""So many battles of each ruleset; one of V 10.11.25 takes as long as ten of another.

Of games that differ from another in their document alone there are fewer.
"""
every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key == TOY.key else pytest.mark.slow) for key in KEYS]
)
"""The whole suite takes each game, the quick one that which takes a second."""
UNBOUNDED = ("drive",)
"""Aims of which nothing is said to be the most."""
EVERYTHING = 10_000_000


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, one in {TOY.key: TOY, **TYPED}.items():
        monkeypatch.setitem(rulesets._registered, key, one)


# --- every plan, one by one -----------------------------------------------------------------------------------


def much(ruleset: Ruleset, unit: Document) -> tuple[int, str]:
    """How much there is of a unit, and the field that says it, empty where counters are counted."""
    field = ruleset.vocabulary.type_of[unit["type"]].amount
    count = int(unit.get("count", 1))
    if not field:
        return count, ""
    kind = ruleset.vocabulary.type_of[unit["type"]]
    return count * int(unit.get(field, ruleset.vocabulary.default(kind, field))), field


def at_hand(ruleset: Ruleset, document: Document) -> list[Document]:
    """The attacker's units that a plan disposes of: who stands by as it is set up goes on standing by."""
    units = zip(document["units"], codec.read_scenario(document).units, strict=True)
    return [unit for unit, read in units if unit["side"] == "attacker" and not ruleset.idle(read)]


def attacks_of(document: Document) -> list[list[str]]:
    found = [one["targets"] for one in document.get("attacks", ())]
    return found or [document["targets"]]


def ways(ruleset: Ruleset, document: Document, unit: Document, move: bool) -> Iterator[tuple[Part, ...]]:
    """Every way to divide a unit among attacks and hexes."""
    whole, field = much(ruleset, unit)
    flies = field or ruleset.vocabulary.type_of[unit["type"]].symbol == "air"
    held = {other["at"] for other in document["units"] if other["side"] != "attacker"}
    held |= {target for targets in attacks_of(document) for target in targets}
    slots = []
    for number, targets in enumerate(attacks_of(document)):
        near = {hexgrid.name(hex) for target in targets for hex in hexgrid.neighbours(hexgrid.parse(target))}
        slots += [(number, place) for place in sorted({unit["at"], *(near - held if move and not flies else ())})]
    for shares in product(range(whole + 1), repeat=len(slots)):
        if sum(shares) <= whole:
            yield tuple((*slot, share) for slot, share in zip(slots, shares, strict=True) if share)


def carried_out(ruleset: Ruleset, document: Document, sent: dict[str, tuple[Part, ...]]) -> Document | None:
    """The battle in which that is sent, written by hand; None where nobody is."""
    found = copy.deepcopy(document)
    turn = "attacks" in document
    units: list[Document] = []
    shares: dict[int, list[str]] = {}
    for unit in found["units"]:
        if unit["id"] not in sent:
            units.append(unit)
            continue
        whole, field = much(ruleset, unit)
        rest = whole - sum(share for _, _, share in sent[unit["id"]])
        there: dict[str, int] = {unit["at"]: rest} if rest and turn else {}
        for _, place, share in sent[unit["id"]]:
            there[place] = there.get(place, 0) + share
        for number, (place, total) in enumerate(there.items()):
            part = {**unit, "at": place, "id": unit["id"] + ("" if not number else f"_{number}")}
            if total != whole:
                part |= {"count": 1, field: total} if field else {"count": total}
            units.append(part)
            for attack, at, share in sent[unit["id"]]:
                if at == place:
                    shares.setdefault(attack, []).append(f"{part['id']}:{share}")
    if not any(sent.values()):
        return None
    found["units"] = units
    if turn:
        found["attacks"] = [{**one, "units": shares[n]} for n, one in enumerate(found["attacks"]) if n in shares]
    return found


@cache
def told(ruleset: Ruleset, text: str, own: str, policies: tuple[tuple[str, str], ...]) -> dict[str, Any] | None:
    """The chances of the endings of a battle; None where it is not allowed. ``own`` is what best play is for."""
    game = ruleset.game(codec.read_scenario(json.loads(text)))
    return None if game.problems else outcomes.report(game, game.start(), ruleset, dict(policies), own)


def worth(ruleset: Ruleset, document: Document | None, number: int, aim: str, policies: dict[str, str]) -> Any:
    """What a battle is worth, from the chances of its endings; None where it is not allowed."""
    if document is None:
        return Fraction(0)
    own = aim if policies and aim in {one.key for one in ruleset.objectives} else ""
    found = told(ruleset, json.dumps(document), own, tuple(policies.items()))
    if found is None:
        return None
    weights = {one.key: dict(one.weights) for one in ruleset.objectives}.get(aim, {aim: 1})
    if len(document.get("attacks", (1,))) < number:
        weights = {key: weight for key, weight in weights.items() if key != "hex"}
    return sum(
        (Fraction(row["weight"], found["denominator"]) * weight * row["measures"].get(key, 0)
         for row in found["rows"] for key, weight in weights.items()), Fraction(0),
    )  # fmt: skip


def every(
    ruleset: Ruleset, document: Document, aim: str, policies: dict[str, str], move: bool = False
) -> list[tuple[Fraction, int]]:
    """What every plan that the rules allow is worth, with how much it sends."""
    mine = at_hand(ruleset, document)
    found = []
    for chosen in product(*(list(ways(ruleset, document, unit, move)) for unit in mine)):
        sent = {unit["id"]: parts for unit, parts in zip(mine, chosen, strict=True)}
        value = worth(ruleset, carried_out(ruleset, document, sent), len(attacks_of(document)), aim, policies)
        if value is not None:
            found.append((value, sum(share for parts in chosen for _, _, share in parts)))
    return found


# --- small battles --------------------------------------------------------------------------------------------


def number_of_plans(ruleset: Ruleset, document: Document, move: bool = False) -> int:
    found = 1
    for unit in at_hand(ruleset, document):
        whole, _ = much(ruleset, unit)
        if whole > 8:
            return 10**6
        found *= sum(1 for _ in ways(ruleset, document, unit, move))
    return found


def trimmed(document: Document, most: int) -> Document:
    """A battle with so many of the attacker's units at most."""
    found = copy.deepcopy(document)
    mine = [unit for unit in found["units"] if unit["side"] == "attacker"]
    gone = [id(unit) for unit in mine[most:]]
    found["units"] = [unit for unit in found["units"] if id(unit) not in gone]
    for number, unit in enumerate(found["units"], 1):
        unit["id"] = f"u{number}"
    return found


def plans_are_told(ruleset: Ruleset, document: Document, positions: int) -> bool:
    """Whether a battle may be fought, and its chances told exactly, with so many positions."""
    game = ruleset.game(codec.read_scenario(document))
    if game.problems or game.reckoned().is_long:
        return False
    try:
        if "attacks" not in document:
            own = game.reckoned()
            explore(own, own.start(), policy_of(own, own.start(), ruleset, {}, "", None), most=positions)
        return bool(outcomes.report(game, game.start(), ruleset, {})["rows"])
    except HexUmpireError:
        return False


@cache
def battles(key: str, move: bool = False) -> list[Document]:
    """Small battles of a ruleset; of those that have several attacks on one board a third are such."""
    ruleset = {TOY.key: TOY, **TYPED}.get(key) or rulesets.get(key)
    attacks = {one.key for one in ruleset.procedures if one.summary == ODDS and TARGETS in one.inputs}
    turns = any(ATTACKS in one.inputs and one.summary == ODDS for one in ruleset.procedures)
    most = about(ruleset.key).plans
    limit = most or (120 if move else 40)
    found: list[Document] = []
    for seed in range(4000):
        if len(found) == ((CASES[key] + 5) // 6 if move else CASES[key]):
            break
        if turns and not move and seed % 3 == 0:
            document = scenarios.turn(ruleset, seed)
        else:
            document = trimmed(scenarios.document(ruleset, seed, tame=True), 1 + seed % (2 if move else 4))
            if document["procedure"] not in attacks:
                document["procedure"] = next(iter(sorted(attacks)))
        plans = number_of_plans(ruleset, document, move)
        if not 2 < plans <= limit * (2 if "attacks" in document else 1):
            continue
        if plans_are_told(ruleset, document, (4000 if most else 1500) // plans):
            found.append(document)
    return found


def least_of(truth: list[tuple[Fraction, int]], chance: Fraction) -> tuple[int, Fraction] | None:
    """The least force that reaches a chance, and the best that it gives."""
    return min(((force, -value) for value, force in truth if value >= chance), default=None)


def asked(ruleset: Ruleset, document: Document, place: int) -> tuple[str, dict[str, str]]:
    """An aim and a way to play for a battle, all of them in turn."""
    aims = [one.key for one in plan.aims(ruleset, codec.read_scenario(document))]
    best = ruleset.key != "v101125" and "attacks" not in document and place % 7 == 6
    return aims[place % len(aims)], {"attacker": "best", "defender": "best"} if best else {}


def planned(ruleset: Ruleset, document: Document, aim: str, **more: Any) -> dict[str, Any]:
    more = {"work": EVERYTHING, "policies": {}, "least": "", "move": False, "step": 1, **more}
    return plan.report(codec.read_scenario(document), ruleset, aim=aim, **more)


@every_game
def test_the_best_plan_is_that_of_trying_all(key: str) -> None:
    ruleset, better = rulesets.get(key), 0
    assert len(battles(key)) >= CASES[key]
    for place, document in enumerate(battles(key)):
        aim, policies = asked(ruleset, document, place)
        truth = every(ruleset, document, aim, policies)
        value, force = max(truth, key=lambda one: (one[0], -one[1]))
        found = planned(ruleset, document, aim, policies=policies)
        assert found["exact"], (place, aim)
        assert (Fraction(found["value"]), found["force"]) == (value, force), (place, aim, document)
        assert found["bound"] == found["value"]
        number = len(attacks_of(document))
        assert worth(ruleset, found["scenario"], number, aim, policies) == value, "the battle that is offered"
        yours = worth(ruleset, document, number, aim, policies)
        assert (Fraction(found["yours"]["value"]), Fraction(found["yours"]["cost"])) == (yours, value - yours)
        better += value > yours or force < found["yours"]["force"]
    assert better, "what is set up is never to be bettered"


@every_game
def test_the_least_force_for_a_chance_is_that_of_trying_all(key: str) -> None:
    ruleset, reached = rulesets.get(key), 0
    for place, document in enumerate(battles(key)[:12]):
        truth = every(ruleset, document, "hex", {})
        chances = sorted({value for value, _ in truth if value})
        chance = chances[place % len(chances)] if chances and place % 5 else Fraction(9, 10)
        if chance.denominator > 9999:
            continue
        wanted = least_of(truth, chance)
        found = planned(ruleset, document, "hex", least=f"{chance.numerator}/{chance.denominator}")
        assert found["exact"] and found["reached"] == (wanted is not None), (place, chance)
        if wanted:
            assert (found["force"], -Fraction(found["value"])) == wanted, (place, chance)
            reached += 1
        else:
            assert found["scenario"] is None and not found["sent"]
    assert reached


@every_game
def test_counters_that_may_go_to_other_hexes(key: str) -> None:
    ruleset = rulesets.get(key)
    assert battles(key, True)
    for place, document in enumerate(battles(key, True)):
        aim, _ = asked(ruleset, document, place)
        value, force = max(every(ruleset, document, aim, {}, True), key=lambda one: (one[0], -one[1]))
        found = planned(ruleset, document, aim, move=True)
        assert found["exact"] and (Fraction(found["value"]), found["force"]) == (value, force), (place, aim, document)
        assert worth(ruleset, found["scenario"], 1, aim, {}) == value
        assert found["plans"] > planned(ruleset, document, aim)["plans"]


@every_game
def test_no_plan_is_worth_more_than_the_bound_where_the_search_is_cut(key: str) -> None:
    ruleset, cut = rulesets.get(key), 0
    for place, document in enumerate(battles(key)[:8]):
        aim, _ = asked(ruleset, document, place)
        whole = planned(ruleset, document, aim)
        for work in (1, 60, 150, 400, 1000):
            found = planned(ruleset, document, aim, work=work)
            assert Fraction(found["value"]) <= Fraction(whole["value"])
            assert Fraction(found["value"]) >= Fraction(found["yours"]["value"] or 0)
            if found["exact"]:
                assert found["value"] == whole["value"] == found["bound"], (place, work)
            elif found["bound"] is not None or aim not in UNBOUNDED:
                assert Fraction(found["bound"]) >= Fraction(whole["value"]), (place, work)
                cut += 1
    assert cut


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 2_500))
def test_no_side_loses_less_than_nothing_or_more_than_it_has(first: int) -> None:
    """What bounds are made of: playthroughs of all rulesets, those with what players agreed on among them."""
    looked: Counter[str] = Counter()
    with debriefs.quickly():
        for seed in range(first, first + 2_500, 10):
            ruleset, battle = debriefs.played(seed) or (None, None)
            if ruleset is None or battle is None or not isinstance(battle.node, Terminal):
                continue
            for measure, value in battle.node.outcome.measures:
                most = ruleset.most(battle.game.scenario, measure)
                if most is not None:
                    assert 0 <= value <= most, (seed, measure)
                    looked[measure.partition("_")[2]] += 1
    assert {"lost", "steps", "factors"} <= looked.keys()
