"""All ways to pay what a roll costs, as the game asks for them, and those of a plain reading (loss_reference.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any, NamedTuple

import pytest
from hexumpire.model.battle import Chance
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.rules.dues import Engagement, Rolled
from hexumpire.rulesets.v101125.rules.flow import CLASSES
from hexumpire.rulesets.v101125.rules.losses import PARTS

from tests.amount import many
from tests.rules.v101125 import loss_battles, loss_reference
from tests.rules.v101125.loss_reference import Bill, Fate, Man, Side
from tests.rules.v101125.playing import begin

LOT = 50
"""So many rolls make one test."""
LOTS = many(6, 200)
LETTERS = {"whole": "0", "spared": "0", "reduced": "1", "gone": "x", "away": "d"}


class End(NamedTuple):
    """How the payments of a side end: its counters, its book in points, what it has paid at once, and who did."""

    letters: tuple[str, ...]
    book: tuple[F, ...]
    spent: F
    payers: frozenset[str]


class Roll(NamedTuple):
    """A roll whose losses are to be paid: the battle, the fight, and what both sides owe."""

    battle: Any
    fight: Engagement
    bills: dict[str, list[Bill]]


def points(parts: int) -> F:
    """Parts as points."""
    return F(parts, PARTS)


def thrown(seed: int) -> Roll | None:
    """A roll after which nobody retreats; nothing where somebody does, or nobody fights."""
    document, throw = loss_battles.battle(seed)
    battle = begin(document)
    if not isinstance(battle.node, Chance):
        return None
    battle = battle.play(f"!result={throw.token}")
    column, modifier = battle.state.dice[:2]
    fight = battle.game.flow.engagement(battle.state)
    face = battle.game.flow.whose(throw.face) if "L" in throw.token else 0
    rolled = Rolled(throw.token, CLASSES[column], modifier, throw.dice, face)
    due = fight.due(rolled, {role: fight.row(role, rolled) for role in ROLES})
    if due.leave:
        return None
    battle = battle.play_all([f"d6={die}" for die in throw.dice])
    if battle.state.phase == "largest":
        battle = battle.play(f"d6={throw.face}")
    bills: dict[str, list[Bill]] = {role: [] for role in ROLES}
    for debt in (*due.debts, *due.later):
        weights = debt.bill.weights or ((1, 1),) * len(fight.pieces[debt.role])
        owed, special, home = (points(part) for part in (debt.bill.owed, debt.bill.special, debt.bill.home))
        most = None if debt.bill.most is None else points(debt.bill.most)
        by = tuple(F(*one) for one in weights)
        bills[debt.role].append(Bill(debt.bill.kind, owed, special, home, by, most, wide=not debt.main))
    return Roll(battle, fight, bills)


def men(fight: Engagement, role: str) -> Iterator[Man]:
    """The units of a side as the reference knows them."""
    for piece, stake in zip(fight.pieces[role], fight.stakes[role], strict=True):
        place, counter, left = ROLES.index(role), piece.counter, piece.reduced
        cadre = (left.attack, left.defence) if left else (0, 0)
        supplied = counter.text("supply") == "regular" and not counter.flag("isolated")
        faces = piece.attack, piece.defence
        yield Man(
            counter.id,
            F(faces[place]),
            F(cadre[place]) if left else None,
            piece.size,
            frozenset(stake.rows),
            stake.ability,
            piece.at,
            supplied,
            counter.flag("isolated"),
            faces,
            cadre,
        )


def of_reference(side: Side) -> End:
    """An end as it is written in both; 11.M.6: what is lost beyond what was paid goes back, unless it is isolated."""
    letters, casualties, disrupted, back, isolated = [], side.spent, F(0), F(0), F(0)
    for man, fate in zip(side.men, side.fates, strict=True):
        letters.append(LETTERS[fate.how])
        if fate.how in ("reduced", "gone"):
            left = man.cadre if fate.how == "reduced" else (0, 0)
            gone = max(F(0), F(sum(man.faces) - sum(left), 2))
            killed, rest = min(fate.killed, gone), max(F(0), gone - fate.killed)
            shaken = min(fate.disrupted, rest)
            casualties, disrupted = casualties + killed, disrupted + shaken
            isolated, back = (isolated + killed, back) if man.isolated else (isolated, back + rest - shaken)
    return End(tuple(letters), (casualties, disrupted, back, isolated), side.spent, side.payers)


def of_game(roll: Roll, role: str) -> set[End]:
    """All ends that the game allows a side; the other one pays in the first way that there is."""
    game, place, found = roll.battle.game, ROLES.index(role), set()
    edge, seen = [roll.battle.state], {roll.battle.state}
    while edge:
        state = edge.pop()
        if state.phase != "pay":
            letters = tuple(state.left[piece.counter.index] for piece in roll.fight.pieces[role])
            payers = frozenset(
                counter.id
                for counter in game.setting.counters
                if counter.index in state.payers and counter.side == role
            )
            book = tuple(points(part) for part in state.memo.books[place])
            found.add(End(letters, book, points(state.spent[place]), payers))
            continue
        node = game.node(state)
        for option in node.options if node.side == role else node.options[:1]:
            after = game.apply(state, option.id)
            if after not in seen:
                seen.add(after)
                edge.append(after)
    return found


def by_hand(roll: Roll, role: str) -> set[End]:
    """All ends by the reference."""
    units = tuple(men(roll.fight, role))
    pool = F(roll.battle.game.scenario.condition(f"rp_{role}"))
    side = Side(units, (Fate(),) * len(units), pool)
    return {of_reference(end) for end in loss_reference.ends(roll.bills[role], side)}


@pytest.mark.parametrize("number", range(LOTS))
def test_all_ways_to_pay_what_a_roll_costs(number: int) -> None:
    """11.M, 11.N, 11.O, Table 7, Table 9: who may go, what it pays, what is converted, given back or replaced."""
    for seed in range(number * LOT, (number + 1) * LOT):
        roll = thrown(seed)
        for role in ROLES if roll else ():
            assert of_game(roll, role) == by_hand(roll, role), f"the {role} of seed {seed}"


def test_these_rolls_bring_every_kind_of_payment() -> None:
    """Several bills, required ones of each kind, excess that goes back, points paid at once, both kinds of limits."""
    met: Counter[str] = Counter()
    for seed in range(LOT * 5):
        roll = thrown(seed)
        for role in ROLES if roll else ():
            bills = roll.bills[role]
            met.update({f"{len(bills)} bills"})
            met.update({key for bill in bills for key in ("special", "home", "most") if getattr(bill, key)})
            met.update({f"special and home of {bill.kind}" for bill in bills if bill.special and bill.home})
            met.update({"uneven" for bill in bills if len(set(bill.weights)) > 1})
            ends = by_hand(roll, role)
            met.update({"a choice"} if len(ends) > 1 else ())
            met.update({"paid at once"} if any(end.spent for end in ends) else ())
    named = {"1 bills", "2 bills", "3 bills", "special", "home", "special and home of casualties", "uneven", "a choice"}
    assert sorted(name for name in named | {"paid at once", "most"} if not met[name]) == []
