"""Random attacks in which rules meet, worked out by the engine and by a second reading of the text."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import eligibility, retreat_before, routes
from hexumpire.rulesets.v101125.rules.dues import Engagement, Rolled
from hexumpire.rulesets.v101125.rules.losses import points
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import CRT

from tests.amount import many
from tests.rules.v101125 import wide_battles, wide_reference
from tests.rules.v101125.playing import CALM, begin, topic

ROLES = ("attacker", "defender")
TOKENS = sorted({CRT.result(column, row) for column in range(18) for row in range(-4, 19)})
COLUMNS = ("1:4", "1:2", "1:1", "2:1", "2.5:1", "3:1", "5:1")
LOT = 60
"""So many battles make one test."""
SET_UPS, ROLLS = many(4, 120), many(2, 80)
"""So many lots are looked at before the dice, and with them."""


def lot(number: int) -> range:
    """The seeds of a test."""
    return range(number * LOT, (number + 1) * LOT)


def worked_out(document: dict[str, Any]) -> Engagement:
    """The engine's figures of an attack."""
    setting = Setting(codec.read_scenario(document))
    return Engagement(setting, setting.opening)


def by_engine(fight: Engagement) -> dict[str, Any]:
    """What it knows before the dice."""
    figures = fight.figures
    found = {
        "strengths": (figures.attack, figures.defence),
        "armour": figures.armour.modifier,
        "modifiers": figures.modifiers.value,
        "price": figures.cost.value,
        "refused": {problem.rule for problem in eligibility.problems(fight.setting)},
    }
    if not figures.undefended:
        found["columns"] = [(figures.place(die).name, figures.place(die).dm) for die in range(1, 11)]
    return found


def by_hand(document: dict[str, Any]) -> dict[str, Any]:
    """The same by the reference."""
    found = {
        "strengths": wide_reference.strengths(document),
        "armour": wide_reference.armour(document),
        "modifiers": sum(wide_reference.modifiers(document).values()),
        "price": wide_reference.price(document),
        "refused": wide_reference.refused(document),
    }
    if any(map(wide_reference.defence_of, wide_reference.defenders(document))):
        found["columns"] = [wide_reference.column(document, die) for die in range(1, 11)]
    return found


@pytest.mark.parametrize("number", range(SET_UPS))
def test_strengths_modifiers_columns_and_the_price_of_an_attack(number: int) -> None:
    """11.A to 11.K as far as they count before the dice; which rules forbid the attack."""
    for seed in lot(number):
        document = wide_battles.battle(seed)
        assert by_engine(worked_out(document)) == by_hand(document), f"the battle of seed {seed}"


def bills(fight: Engagement, rolled: Rolled) -> dict[str, Any]:
    """What the engine makes both sides owe for a roll, and what else comes of it."""
    rows = {role: fight.row(role, rolled) for role in ROLES}
    due, given = fight.due(rolled, rows), fight.markers(rolled)
    kinds = ("casualties", "main", "red", "casualties required", "main required", "red required", "home")
    found: dict[str, Any] = {role: dict.fromkeys(kinds, F(0)) for role in ROLES}
    weights = {}
    for debt in (*due.debts, *due.later):
        kind = "casualties" if debt.bill.kind == "casualties" else "main" if debt.main else "red"
        found[debt.role][kind] += points(debt.bill.owed)
        found[debt.role][f"{kind} required"] += points(debt.bill.special)
        found[debt.role]["home"] += points(debt.bill.home)
        if kind == "red":
            weights[debt.role] = tuple(F(*one) for one in debt.bill.weights)
    return found | {
        "weights": weights,
        "leave": (due.leave, due.price is not None),
        "stays": due.stays,
        "cadres": due.cadres,
        "marks": (given.attacker, given.defender, given.deferred),
        "chain": due.chain,
    }


def owed(document: dict[str, Any], rolled: Rolled) -> dict[str, Any]:
    """The same by the reference."""
    token, dice = rolled.token, rolled.dice
    found: dict[str, Any] = dict(wide_reference.owed(document, token, rolled.modifier, dice, rolled.face))
    rows = [
        wide_reference.red_row(document, role, token, rolled.modifier, die)
        for role, die in zip(ROLES, dice, strict=True)
    ]
    lost = found["attacker"]["casualties"], found["defender"]["casualties"]
    marks = wide_reference.markers(document, token, dice, rolled.face)
    chain = token if token in ("CA", "DL") else ""
    weights = {role: wide_reference.weights(document, role) for role in ROLES if found[role]["red"]}
    return found | {
        "leave": wide_reference.leaving(document, token, rolled.column, rows[1][1], lost),
        "stays": rows[0][1],
        "cadres": int(token[3]) if token.startswith("OR") else 0,
        "weights": weights,
        "marks": (*marks, int(bool(chain))),
        "chain": chain,
    }


def rolls(document: dict[str, Any], seed: int, number: int) -> list[Rolled]:
    """Random rolls of a battle; what armour and the odds add to the modifier is left to chance."""
    source, modifier = random.Random(seed), sum(wide_reference.modifiers(document).values())
    return [
        Rolled(
            source.choice(TOKENS),
            source.choice(COLUMNS),
            modifier + source.choice((0, 0, -3, 5)),
            (source.randint(1, 6), source.randint(1, 6)),
            source.randint(1, 6),
        )
        for _ in range(number)
    ]


def fought(document: dict[str, Any]) -> bool:
    """Whether there are dice at all."""
    guard = any(map(wide_reference.defence_of, wide_reference.defenders(document)))
    return guard and not wide_reference.refused(document)


@pytest.mark.parametrize("number", range(ROLLS))
def test_what_a_roll_makes_both_sides_owe(number: int) -> None:
    """11.L, 11.M, 11.O, Table 6, Table 7: losses, required losses, markers, and whether the defender retreats."""
    for seed in lot(number):
        document = wide_battles.battle(seed)
        if not fought(document):
            continue
        fight = worked_out(document)
        for rolled in rolls(document, seed, 4):
            assert bills(fight, rolled) == owed(document, rolled), f"the battle of seed {seed}, {rolled}"


# --- ways out ---------------------------------------------------------------------------------------------------------


def retreating(document: dict[str, Any]) -> Battle[Any] | None:
    """The battle once its defenders have to leave, none being hurt; nothing where nobody fights."""
    guard = any(map(wide_reference.defence_of, wide_reference.defenders(document)))
    if not guard or wide_reference.refused(document):
        return None
    battle = begin(document)
    while "F" in battle.legal_actions:
        battle = battle.play("F")
    battle = battle.play_all(["!result=DR", *CALM])
    while topic(battle) in ("pay", "stand"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "retreat")
    return battle


def attempts(setting: Setting, place: str) -> dict[str, dict[str, int]]:
    """What counts for each defender that tries to retreat to a hex before combat, by rule."""
    found = {}
    overrun = setting.scenario.procedure == OVERRUN
    fight = replace(setting.opening, kind=OVERRUN) if overrun else setting.opening
    for piece in fight.defenders:
        line = retreat_before.modifier(setting, fight, piece, place, False)
        found[piece.counter.id] = {one.rules[0]: int(one.value or 0) for one in line.children if one.value}
    return found


WAYS, WAYS_OF_A_TEST = many(2, 100), 20


@pytest.mark.parametrize("number", range(WAYS))
def test_what_zones_of_control_cost_on_a_retreat_and_what_counts_for_one_before_combat(number: int) -> None:
    """11.Q.2.a, 11.Q.2.d, 11.R.3.b.zoc, Table 1: of every hex around, and how fast each unit is."""
    for seed in range(number * WAYS_OF_A_TEST, (number + 1) * WAYS_OF_A_TEST):
        document, told = wide_battles.way_out(seed), f"the way out of seed {seed}"
        setting = Setting(codec.read_scenario(document))
        units = {unit["id"]: unit for unit in document["units"]}
        moving = document | {"procedure": "overrun"}
        for way, place in itertools.product((document, moving), wide_battles.AROUND[1:]):
            for name, rows in attempts(Setting(codec.read_scenario(way)), place).items():
                assert rows == wide_reference.attempt(way, units[name], place), f"{told}, {name} to {place}"
        for piece in setting.opening.defenders:
            (above, below), *_ = routes.weights((piece.counter,), (piece.shown,), "lower") or ((1, 1),)
            assert F(above, below) == wide_reference.speed(units[piece.counter.id]), told
        battle = retreating(document)
        if battle is not None and battle.state.phase == "retreat":
            for place in wide_battles.AROUND[1:]:
                found = routes.points(battle.game.setting, battle.state, place)
                assert found == wide_reference.way_costs(document, place), f"{told} to {place}"


# --- what these battles bring together --------------------------------------------------------------------------------


def traits(document: dict[str, Any]) -> dict[str, set[str]]:
    """What meets in a battle, by kinds of things."""
    spot, sides, conditions = wide_reference.here(document), document["map"]["sides"], document["conditions"]
    ground = [unit for unit in document["units"] if "points" not in unit]
    stated = {*conditions} - {"forced_fights", "year", "plotted"}
    return {
        "terrain": {spot["terrain"]},
        "features": set(spot["features"]),
        "sides": {mark for marks in sides.values() for mark in marks},
        "types": {f"{unit['side']} {unit['type']}" for unit in document["units"]},
        "conditions": {f"{key}={conditions[key]}" if key in ("kind", "phase") else key for key in stated},
        "said": {key for unit in ground for key in SAID if unit.get(key)},
    }


SAID = (
    "marker",
    "supply_cut",
    "unsupported",
    "zoc",
    "contingent",
    "special_counts",
    "on_foot",
    "reacted",
    "retreated",
    "held_out",
    "isolated",
    "home",
    "overstacked",
    "via",
    "ability_factor",
)
DOCUMENTS = 6000


def crossed(found: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Each thing of a kind with each of another kind, once."""
    kinds = sorted(found)
    for place, kind in enumerate(kinds):
        for other in kinds[place + 1 :]:
            yield from itertools.product(found[kind], found[other])


def test_these_battles_bring_every_two_things_together() -> None:
    """Each terrain meets each feature, hexside, kind of unit, condition and statement of a unit, and so on."""
    met: Counter[tuple[str, str]] = Counter()
    known: dict[str, set[str]] = {}
    for seed in range(DOCUMENTS):
        found = traits(wide_battles.battle(seed))
        for kind, names in found.items():
            known.setdefault(kind, set()).update(names)
        met.update(crossed(found))
    assert known["terrain"] == set(wide_battles.TERRAINS)
    assert known["features"] == {*wide_battles.WORKS, *wide_battles.CITIES, "major_city", "home_city"}
    assert known["sides"] == set(wide_battles.SIDES)
    assert known["said"] == set(SAID)
    assert {f"{side} {kind}" for side in ROLES for kind in (*wide_battles.KINDS, "air", "naval")} == known["types"]
    assert [pair for pair in crossed(known) if not met[pair]] == []


def test_rolls_of_these_battles_come_to_every_kind_of_bill() -> None:
    """Each result, row of disruption, modifier of its dice, and required loss is met in those that are looked at."""
    met: Counter[str] = Counter()
    for seed in range(DOCUMENTS // 8):
        document = wide_battles.battle(seed)
        met.update({f"refused {rule}" for rule in wide_reference.refused(document)})
        if not fought(document):
            continue
        met.update({f"modifier {rule}" for rule, value in wide_reference.modifiers(document).items() if value})
        effect = wide_reference.armour(document)
        met["armour for the attacker"] += effect > 0
        met["armour for the defender"] += effect < 0
        for rolled in rolls(document, seed, 4):
            met[rolled.token] += 1
            bill = wide_reference.owed(document, rolled.token, rolled.modifier, rolled.dice, rolled.face)
            for role, die in zip(ROLES, rolled.dice, strict=True):
                added = wide_reference.red_die(document, role, rolled.token, rolled.modifier)
                row = min(max(die + sum(added.values()), 1), 10)
                met.update({f"{role} row {row}": 1, **{f"{role} {rule}": 1 for rule, value in added.items() if value}})
                met.update({f"{role} {kind}": 1 for kind, value in bill[role].items() if value})
    kinds = ("casualties", "main", "red", "casualties required", "main required", "red required", "home")
    named = {*TOKENS, "armour for the attacker", "armour for the defender"}
    named |= {f"{role} {kind}" for role in ROLES for kind in kinds} | {
        f"{role} row {row}" for role in ROLES for row in range(1, 11)
    }
    named |= {f"{role} T6.{rule}" for role in ROLES for rule in ("b1", "b2", "b3", "b4", "b5", "fort", "area", "zone")}
    named |= {f"attacker T6.{rule}" for rule in ("a1", "a2", "a3", "a7", "a9", "a10")} | {"defender T6.d"}
    named |= {f"modifier {rule}" for rule in ("11.F.0", "T2", "11.I", "T10.n6", "T10.n7", "11.B.16")}
    named |= {f"refused {rule}" for rule in ("11.A.7", "11.A.9", "11.A.11", "11.C.3", "11.F.1d", "11.G.2", "11.H.1")}
    assert sorted(name for name in named if not met[name]) == []


def test_ways_out_meet_every_row_of_the_table_and_zones_of_every_kind() -> None:
    """Each modifier of Table 1, each speed, and hexes that friends make cheaper."""
    met: Counter[str] = Counter()
    for seed in range(WAYS_OF_A_TEST * 10):
        document = wide_battles.way_out(seed)
        alone = document | {"units": [u for u in document["units"] if u["side"] == "attacker" or u["at"] == "0,0"]}
        for place in wide_battles.AROUND[1:]:
            cost, more = wide_reference.way_costs(document, place), wide_reference.way_costs(alone, place)
            met.update({"free": cost == 0, "dear": cost > 0, "cheaper": 0 < cost < more})
            for unit in wide_reference.defenders(document):
                if unit["at"] == "0,0":
                    met.update(wide_reference.attempt(document | {"procedure": "overrun"}, unit, place).keys())
                    met[f"speed {wide_reference.speed(unit)}"] += 1
    named = {f"T1.m{row}" for row in range(1, 18)} | {"free", "dear", "cheaper"}
    named |= {f"speed {speed}" for speed in ("1/2", "1", "2", "3", "4")}
    assert sorted(name for name in named if not met[name]) == []
