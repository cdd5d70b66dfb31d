"""Losses paid counter by counter (15.62, 15.551, 15.641 to 15.642) against a search of all subsets.

Every way through the options must end in a payment that covers what is owed and of which no counter could have been
kept, and every such payment must be reachable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.rulesets.aworldatwar.rules.payment import LossesOwed, Payment
from hexumpire.rulesets.aworldatwar.setting import Kind
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import scenarios

RULESET = rulesets.get("aworldatwar")
EXAMPLES = {example["key"]: example["scenario"] for example in RULESET.examples()}
ANY: Kind = RULESET.game(codec.read_scenario(EXAMPLES["suez-7"])).setting.kinds[0]
"""A kind of counter of the attacker, whatever it is."""
Case = tuple[LossesOwed, tuple[Kind, ...], tuple[int, ...]]
"""What is owed, the kinds of counters there are, and how many of each."""
MOST = 4000
"""Payments that the search of all subsets looks at."""


@st.composite
def owed_losses(draw: st.DrawFn) -> tuple[LossesOwed, tuple[Kind, ...], tuple[int, ...]]:
    """What is owed, the kinds of counters there are, and how many of each."""
    involved = draw(st.integers(0, 3)) > 0
    arms = ["ground", "ground", "air", "fleet", "destroyer"] if involved else ["ground", "ground", "air"]
    facts = []
    for _ in range(draw(st.integers(1, 5))):
        arm = draw(st.sampled_from(arms))
        value = 1 if arm in ("air", "destroyer") else draw(st.integers(1, 5))
        facts.append((arm, value, draw(st.integers(0, 3)), draw(st.sampled_from("ab"))))
    groups = {fact: number for number, fact in enumerate(dict.fromkeys(facts))}
    stock = tuple(draw(st.integers(0, 3)) for _ in facts)
    kinds = tuple(
        replace(ANY, index=index, arm=fact[0], value=fact[1], size=stock[index], group=groups[fact], ctl=fact[2])
        for index, fact in enumerate(facts)
    )
    payable = [draw(st.booleans()) or index == 0 for index in range(len(facts))]
    values = tuple(kind.value if may else 0 for kind, may in zip(kinds, payable, strict=True))
    needs = [(0, draw(st.integers(0, 12)))]
    share, cap, of_paid = 0, -1, False
    if involved:
        levels = sorted({kind.ctl for kind in kinds if kind.arm == "ground"})
        if len(levels) > 1 and draw(st.booleans()):
            amounts = sorted((draw(st.integers(0, 12)) for _ in levels), reverse=True)
            needs = list(zip(levels, amounts, strict=True))
        ships = sum(n for kind, n, value in zip(kinds, stock, values, strict=True) if kind.arm == "destroyer" and value)
        of_paid = bool(ships) and draw(st.booleans())
        share = ships if of_paid else min(ships, needs[0][1] // 3)
        cap = draw(st.integers(0, 6)) if any(kind.arm in ("fleet", "destroyer") for kind in kinds) else -1
    return LossesOwed("attacker", values, tuple(needs), share, cap, of_paid=of_paid), kinds, stock


def covers(owed: LossesOwed, kinds: tuple[Kind, ...], stock: tuple[int, ...], paid: tuple[int, ...]) -> bool:
    """Whether a payment meets what is owed: enough factors for the lowest level that lives on, and enough destroyers.

    Bombarding ships count up to the cap; no ship has to go when all the others are gone.
    """
    rows = list(zip(kinds, owed.values, stock, paid, strict=True))
    alive = [kind.ctl for kind, value, had, gone in rows if kind.arm == "ground" and value and had > gone]
    need = next((need for level, need in owed.needs if alive and min(alive) <= level), owed.needs[-1][1])
    destroyers = sum(value * gone for kind, value, _, gone in rows if kind.arm == "destroyer")
    fleets = sum(value * gone for kind, value, _, gone in rows if kind.arm == "fleet")
    others = sum(value * gone for kind, value, _, gone in rows if kind.arm in ("ground", "air"))
    third = (others + destroyers + fleets) // 3 if owed.of_paid else need // 3
    bare = all(gone == had for kind, value, had, gone in rows if value and kind.arm in ("ground", "air"))
    enough = others + destroyers + min(fleets, max(owed.cap, 0)) >= need
    return (enough or bare) and destroyers >= min(owed.share, third)


def wanted(owed: LossesOwed, kinds: tuple[Kind, ...], stock: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every payment that covers what is owed and holds no counter too many."""
    ranges = [range(had + 1) if value else range(1) for value, had in zip(owed.values, stock, strict=True)]
    enough = set()
    for paid in product(*ranges):
        if covers(owed, kinds, stock, paid):
            enough.add(paid)
    return {
        paid for paid in enough
        if not any(other != paid and all(a <= b for a, b in zip(other, paid, strict=True)) for other in enough)
    }  # fmt: skip


def reached(payment: Payment, stock: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every payment that some way through the options ends in."""
    found = set()
    waiting: list[tuple[Any, tuple[int, ...]]] = [(payment.begin, stock)]
    seen = set(waiting)
    while waiting:
        progress, left = waiting.pop()
        options = payment.options(progress, left)
        assert len(set(options)) == len(options)
        if not options:
            found.add(tuple(had - n for had, n in zip(stock, left, strict=True)))
        for i in options:
            assert left[i] > 0 and payment.owed.values[i] > 0
            step = payment.take(progress, i), (*left[:i], left[i] - 1, *left[i + 1 :])
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return found


@pytest.mark.slow
@settings(max_examples=600)
@given(owed_losses())
def test_options_are_exactly_the_payments_without_waste(case: Case) -> None:
    owed, kinds, stock = case
    payment = Payment(owed, kinds, stock)
    legal = wanted(owed, kinds, stock)
    if payment.everything:
        assert legal <= {tuple(had if value else 0 for had, value in zip(stock, owed.values, strict=True))}
    else:
        assert reached(payment, stock) == legal


@pytest.mark.slow
@settings(max_examples=300)
@given(owed_losses())
def test_counters_are_named_in_any_order(case: tuple[LossesOwed, tuple[Kind, ...], tuple[int, ...]]) -> None:
    """A set of counters may be named as long as it is a part of a legal payment, whoever of it is named first."""
    owed, kinds, stock = case
    payment = Payment(owed, kinds, stock)
    legal = wanted(owed, kinds, stock)
    if payment.everything:
        return
    ranges = [range(had + 1) if value else range(1) for value, had in zip(owed.values, stock, strict=True)]
    for paid in product(*ranges):
        part = any(all(a <= b for a, b in zip(paid, other, strict=True)) for other in legal)
        assert payment.extendable(paid) == part, paid
        for i, gone in enumerate(paid):
            if gone:
                before = (*paid[:i], gone - 1, *paid[i + 1 :])
                reason, rules = payment.refuse(before, i)
                assert bool(reason) != part and bool(rules) == bool(reason)


def owed_in_battles() -> Iterator[tuple[int, str, Payment]]:
    """Bills that come up in random battles, with their kinds and counters."""
    for seed, document in scenarios.documents(RULESET, range(560), tame=True):
        game = RULESET.game(codec.read_scenario(document))
        if game.problems:
            continue
        for result in ("A", "a", "Ex", "Ex-1", "Ex-2", "d"):
            if f"!result={result}" not in {option.id for option in game.overrides(game.start())}:
                continue  # before the dice something else is asked
            state = game.apply(game.start(), f"!result={result}")
            if state.phase == "pay":
                yield seed, result, state.payment


def test_owed_in_battles() -> None:
    looked = 0
    for seed, result, payment in owed_in_battles():
        owed, kinds, stock = payment.owed, payment.kinds, payment.stock
        size = 1
        for had in stock:
            size *= had + 1
        if size > MOST:
            continue
        assert not payment.everything
        assert reached(payment, stock) == wanted(owed, kinds, stock), (seed, result)
        looked += 1
    assert looked > 50


def italian(kind: Kind) -> bool:
    return kind.unit.nation == "Italian"


@pytest.mark.parametrize(("key", "least"), [("suez-12", 12), ("suez-7", 7), ("suez-4", 6)])
def test_example_of_the_rulebook(key: str, least: int) -> None:
    """15.551 at Suez, a d made Ex-1: 12 with enough Italians, no more once 6 to 11 are gone, else up to Ex-2.

    Italians live on only if 12 factors were removed.
    """
    game = RULESET.game(codec.read_scenario(EXAMPLES[key]))
    state = game.start()
    for action in ("d6=6", "keep", "convert"):
        state = game.apply(state, action)
    payment = state.payment
    totals = set()
    assert reached(payment, payment.stock) == wanted(payment.owed, payment.kinds, payment.stock)
    for paid in reached(payment, payment.stock):
        rows = list(zip(payment.kinds, payment.owed.values, payment.stock, paid, strict=True))
        lost = sum(value * gone for _, value, _, gone in rows)
        alive = any(had > gone for kind, value, had, gone in rows if italian(kind) and value)
        assert lost >= 12 or not alive
        totals.add(lost)
    assert min(totals) == least
