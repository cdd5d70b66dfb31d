"""11.M: which units may pay what is owed, what each is worth, what is left, and what goes back to the pools.

Payments are compared with a reading of the rules of its own below: all choices of units, one by one.
"""

from __future__ import annotations

import itertools
from fractions import Fraction as F

import pytest
from hexumpire.rulesets.v101125.rules import immediate, losses, paying, replacements
from hexumpire.rulesets.v101125.rules.losses import (
    AGAIN,
    AWAY,
    DISRUPTED,
    LOSE,
    REDUCED,
    REMOVED,
    SPARED,
    TWICE,
    WHOLE,
    Bill,
    Loss,
    Stake,
)
from hexumpire.rulesets.v101125.rules.paying import Payment
from hexumpire.rulesets.v101125.rules.replacements import Strengths
from hexumpire.rulesets.v101125.rules.required import ROWS
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.v101125.setting import stake

CASUALTIES, DISRUPTION = "casualties", "disruption"
QUARTER = 4
DIVISION = stake(8, 3, 3)
"""An 8-6 with a 3-6 cadre."""


def bill(kind: str, points: object, **more: object) -> Bill:
    return Bill(kind, losses.parts(F(str(points))), **more)


def paid(payment: Payment, ways: list[tuple[int, str]]) -> paying.Progress:
    """A payment by these units in this order; each must be open."""
    progress = payment.start()
    for place, way in ways:
        index = next(i for i, one in enumerate(payment.entries) if (one.place, one.way) == (place, way))
        assert index in payment.options(progress)
        progress = payment.take(progress, index)
    return progress


def start(kind: str, points: object, *stakes: Stake, account: losses.Account = (), **more: object) -> Payment:
    return Payment(bill(kind, points, **more), stakes, account or losses.fresh(stakes))


def test_11_m_2_c_a_unit_pays_once_more_with_a_reduced_side_as_strong_as_the_other():
    """11.M.2c: first it is reduced, then that side goes; the order in which ways are named leaves both open."""
    once = start(CASUALTIES, 4, stake(2, 2, 1), stake(1, None, 1), again=True)
    assert losses.points(paid(once, [(0, "lose"), (0, "again")]).paid) == 4


@pytest.mark.parametrize(
    ("loss", "killed", "disrupted"),
    [
        (Loss(), 8, 0),
        (Loss(REDUCED, 8), 5, 0),  # 2 of the 5 points that went with its strength, then the 3 of the cadre
        (Loss(REDUCED, 32), 8, 0),
        (Loss(REDUCED, 0, 16), 3, 4),
        (Loss(TWICE, 12), 4, 0),  # 7 went with the cadre, then the remnant's 1
        (Loss(TWICE, 44), 8, 0),
    ],
)
def test_11_m_6_what_is_left_of_a_unit_counts_once_it_is_eliminated(loss, killed, disrupted):
    """11.M.6, 11.L.1.k: an 8-6 with a 3-6 cadre that leaves a remnant of 1."""
    found = losses.eliminated((loss,), 0, stake(8, 3, 3, last=1))[0]
    assert found == Loss(REMOVED, killed * QUARTER, disrupted * QUARTER, True)


# --- every payment, against all choices of units --------------------------------------------------------------------


def walked(payment: Payment) -> list[frozenset[tuple[int, str]]]:
    """What is given up at each end of a payment."""
    found = []

    def go(progress: paying.Progress, line: tuple[int, ...]) -> None:
        options = payment.options(progress)
        if not options:
            found.append(frozenset((payment.entries[i].place, payment.entries[i].way) for i in line))
        for index in options:
            go(payment.take(progress, index), (*line, index))

    go(payment.start(), ())
    return found


def choices(one: Stake, kind: str, again: bool) -> list[dict[str, int]]:
    """What a unit can be given up for: nothing, its strength, with its REs, with its cadre."""
    found: list[dict[str, int]] = [{}]
    if kind == "casualties":
        found.append({"lose": one.strength})
        if again and one.reduced > 0:
            found.append({"lose": one.strength, "again": one.reduced})
    else:
        found.append({"away": one.strength + one.res})
        if one.reduced >= 0:
            found.append({"lose": one.strength})
    return [some for some in found if all(some.values())]


def brute(stakes: list[Stake], kind: str, need: int, again: bool, factors: list[F]) -> set[frozenset[tuple[int, str]]]:
    """All choices in which enough is paid, or all that can be, and no part of which could be kept."""
    every = []
    for chosen in itertools.product(*(choices(one, kind, again) for one in stakes)):
        parts = [
            (place, way, worth * factors[place]) for place, some in enumerate(chosen) for way, worth in some.items()
        ]
        every.append((sum(worth for _, _, worth in parts), parts))
    need = min(need, max(total for total, _ in every))
    found = set()
    for total, parts in every:
        names = {(place, way) for place, way, _ in parts}
        last = [worth for place, way, worth in parts if way != "lose" or (place, "again") not in names]
        if total >= need and all(total - worth < need for worth in last):
            found.add(frozenset(names))
    return found


half_points = st.integers(0, 16).map(lambda halves: F(halves, 2))


@st.composite
def units(draw: st.DrawFn) -> Stake:
    strength = draw(half_points)
    reduced = draw(st.none() | st.integers(0, int(strength * 2)).map(lambda halves: F(halves, 2)))
    last = (
        None if reduced is None else draw(st.none() | st.integers(0, int(reduced * 2)).map(lambda halves: F(halves, 2)))
    )
    return stake(strength, reduced, draw(st.sampled_from([F(0), F(1, 2), F(1), F(3)])), last=last)


@pytest.mark.slow
@given(st.lists(units(), min_size=1, max_size=5), st.sampled_from([CASUALTIES, DISRUPTION]), half_points, st.booleans())
@settings(max_examples=300, deadline=None)
def test_payments_are_those_without_a_needless_unit(stakes, kind, points, again):
    """11.M.0b, 11.M.2a, 11.N.0, 11.N.3: each set of units that may be given up is met once, and no other."""
    again = again and kind == CASUALTIES
    payment = start(kind, points * 2, *stakes, again=again)
    found = walked(payment)
    assert len(found) == len(set(found))
    assert set(found) == brute(stakes, kind, payment.bill.owed, again, [F(1)] * len(stakes))


@pytest.mark.slow
@given(
    st.lists(st.tuples(units(), st.sampled_from([(1, 2), (1, 1), (2, 1), (3, 1)])), min_size=1, max_size=4), half_points
)
@settings(max_examples=150, deadline=None)
def test_payments_of_units_that_count_for_more(pairs, points):
    """11.M.3, T6.f1, 11.Q.2.d."""
    stakes, weights = [one for one, _ in pairs], tuple(weight for _, weight in pairs)
    payment = start(CASUALTIES, points * 2, *stakes, weights=weights, again=True)
    factors = [F(*weight) for weight in weights]
    assert set(walked(payment)) == brute(stakes, "casualties", payment.bill.owed, True, factors)


@pytest.mark.parametrize(
    ("last", "begins"),
    [(2, {0, 1}), (1, {0}), (3, {0, 1})],
)
def test_11_a_12_who_may_be_spared_where_the_others_lose_all_that_may_be_lost(last, begins):
    """11.A.12, 11.M.3: of 8 points no more than 6 are truly lost; 4 and 2 of those who are cut are all of these.

    The first one, whom terrain does not cut, pays 6 of the 8 by 3 of its own; without it 4 and 1 do not suffice.
    """
    stakes = [stake(strength, None, 1) for strength in (3, 4, last)]
    payment = start(CASUALTIES, 8, *stakes, weights=((2, 1), (1, 1), (1, 1)), most=losses.parts(6))
    assert {payment.entries[index].place for index in payment.options(payment.start())} == begins


@pytest.mark.slow
@given(st.lists(units(), min_size=1, max_size=4), half_points, half_points)
@settings(max_examples=200, deadline=None)
def test_nothing_is_lost_or_won_in_the_reckoning(stakes, first, second):
    """11.M.0c, 11.M.6, 11.M.7: whatever is paid, each unit's loss is accounted for once."""
    payment = start(CASUALTIES, first, *stakes)
    progress = payment.start()
    while options := payment.options(progress):
        progress = payment.take(progress, options[-1])
    assert sum(loss.killed for loss in progress.account) == progress.paid
    then = Payment(bill(DISRUPTION, second), tuple(stakes), progress.account)
    after = then.start()
    while options := then.options(after):
        after = then.take(after, options[0])
    assert sum(loss.disrupted for loss in after.account) == after.paid
    for one, loss in zip(stakes, after.account, strict=True):
        spent = losses.spent(one, loss)
        left = {WHOLE: one.strength, REDUCED: one.reduced}.get(loss.fate, 0)
        assert spent.casualties + spent.disrupted + spent.back == F(one.strength - left, QUARTER)
        assert spent.casualties + spent.free_casualties == F(loss.killed, QUARTER)
        assert min(spent) >= 0


# --- legality -------------------------------------------------------------------------------------------------------


def test_excess_sits_in_one_unit():
    """11.M.0b: four units of which a point each is needed are no payment, one big unit is."""
    four = [stake(2, None, 1) for _ in range(4)]
    found = walked(start(CASUALTIES, 4, *four, stake(8, None, 3)))
    assert max(map(len, found)) == 2
    assert frozenset({(4, LOSE)}) in found


def test_when_all_is_not_enough_all_is_lost():
    """11.M.0b."""
    assert walked(start(CASUALTIES, 40, DIVISION, stake(2, None, 1))) == [frozenset({(0, LOSE), (1, LOSE)})]
    found = walked(start(DISRUPTION, 40, DIVISION, stake(2, None, 1)))
    assert found == [frozenset({(0, AWAY), (1, AWAY)})]


def test_nothing_is_owed_to_nothing():
    """11.M.0c: a quarter of a point is none."""
    assert start(CASUALTIES, F(1, 4), DIVISION).bill.owed == 0
    assert walked(start(CASUALTIES, F(1, 4), DIVISION)) == [frozenset()]
    assert losses.parts(F(9, 4)) == losses.parts(2)


def test_a_unit_pays_once_in_a_roll():
    """11.M.2c, 11.N.3: its cadre is lost only in a retreat, or by another roll."""
    payment = start(CASUALTIES, 20, DIVISION)
    reduced = paid(payment, [(0, LOSE)]).account
    assert reduced[0].fate == REDUCED
    assert not start(DISRUPTION, 20, DIVISION, account=reduced).entries
    retreat = start(CASUALTIES, 20, DIVISION, account=reduced, again=True)
    gone = paid(retreat, [(0, AGAIN)])
    assert gone.account[0].fate == REMOVED
    assert gone.paid == losses.parts(3)  # its 8 points paid before


def test_in_a_retreat_both_strengths_count():
    """11.N.3."""
    progress = paid(start(CASUALTIES, 11, DIVISION, again=True), [(0, LOSE), (0, AGAIN)])
    assert losses.points(progress.paid) == 11
    assert losses.spent(DIVISION, progress.account[0]) == (8, 0, 3, 0, 0)


def test_what_stands_behind_a_cadre_is_left_by_a_retreat_that_costs_both_strengths():
    """11.N.2, 11.N.3, 11.M.0c: both count, and only what is gone is a loss."""
    division = stake(8, 3, 3, last=1)
    progress = paid(start(CASUALTIES, 11, division, again=True), [(0, LOSE), (0, AGAIN)])
    assert progress.account[0].fate == TWICE
    assert losses.points(progress.paid) == 11
    assert losses.spent(division, progress.account[0]) == (7, 0, 4, 0, 0)
    assert losses.credit(division, progress.account[0]._replace(killed=0), CASUALTIES) == losses.parts(11)


# --- what a unit is worth -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "worths"),
    [
        (stake(2, None, 1), {AWAY: 3}),
        (stake(7, 3, 3), {LOSE: 7, AWAY: 10}),
        (stake(1, None, F(1, 2)), {AWAY: F(3, 2)}),
        (stake(16, 7, 3), {LOSE: 16, AWAY: 19}),
        (stake(0, None, 1), {AWAY: 1}),
    ],
)
def test_worth_for_disruption(one, worths):
    """11.M.2a: its strength when it is reduced, its REs besides when it leaves the map."""
    entries = start(DISRUPTION, 40, one).entries
    assert {entry.way: losses.points(entry.worth) for entry in entries} == worths


@pytest.mark.parametrize(
    ("points", "res", "last"), [(F(3, 2), F(1, 4), 1), (2, F(1, 4), 3), (2, F(1, 2), 2), (2, 0, 4)]
)
def test_of_a_disruption_a_second_unit_pays_what_is_left_be_it_a_quarter(points, res, last):
    """11.M.2a: two companies of 1 strength that leave the map; the first is worth its REs more."""
    company = stake(1, None, res)
    payment = start(DISRUPTION, points, company, company)
    progress = paid(payment, [(0, AWAY), (1, AWAY)])
    assert payment.full(progress) and not payment.options(progress)
    assert progress.paid == payment.bill.owed
    assert [loss.disrupted for loss in progress.account] == [payment.bill.owed - last, last]


def test_worth_for_casualties():
    """11.N.0, 11.N.1: a division counts fully and is reduced, others are removed."""
    first, second = start(CASUALTIES, 40, DIVISION, stake(2, None, 1)).entries
    assert (losses.points(first.worth), losses.points(second.worth)) == (8, 2)
    account = paid(start(CASUALTIES, 40, DIVISION, stake(2, None, 1)), [(0, LOSE), (1, LOSE)]).account
    assert [loss.fate for loss in account] == [REDUCED, REMOVED]


def test_a_unit_without_strength_pays_no_casualties():
    """11.M.0a."""
    assert not start(CASUALTIES, 4, stake(0, None, 1)).entries


def test_uncut_units_pay_for_more():
    """11.M.3: an exchange at the plain rate; T6.f1: double for disruption."""
    mountain, other = stake(6, None, 3, uncut=True), stake(6, None, 3)
    both = (mountain, other)
    assert losses.weights(both, 1, CASUALTIES) == ()
    assert losses.weights(both, 2, CASUALTIES) == losses.weights(both, 2, DISRUPTION) == ((2, 1), (1, 1))
    assert losses.weights(both, 4, CASUALTIES) == ((4, 1), (1, 1))
    assert losses.weights(both, 4, DISRUPTION) == ((2, 1), (1, 1))
    assert losses.weights(both, 4, DISRUPTION, "quadruple") == ((4, 1), (1, 1))
    payment = start(CASUALTIES, 6, *both, weights=losses.weights(both, 2, CASUALTIES))
    progress = paid(payment, [(0, LOSE)])
    assert losses.spent(mountain, progress.account[0]) == (3, 0, 0, 0, 3)


# --- one roll, several bills ----------------------------------------------------------------------------------------


def test_both_tables_together():
    """11.L.0, 11.M.0d, 11.M.7: ten points exchanged, six disrupted, two 8-6."""
    two = (DIVISION, DIVISION)
    first = paid(start(CASUALTIES, 10, *two), [(0, LOSE), (1, LOSE)])
    last = start(DISRUPTION, 6, *two, account=first.account).start()
    assert losses.points(last.paid) == 6
    assert [losses.spent(one, loss) for one, loss in zip(two, last.account, strict=True)] == [
        (5, 0, 3, 0, 0), (2, 3, 0, 3, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(("users", "required", "paid_by_it"), [(2, 2, 1), (2, 1, 2), (1, 2, 2), (0, 2, 3)])
def test_what_a_unit_is_still_worth_pays_nothing_that_is_required_of_others(users, required, paid_by_it):
    """11.O.1.b, 11.M.0d: of 3 points units of a special ability owe up to 2, a point each; it is worth 3 more."""
    stakes = (DIVISION, *[stake(1, None, 1, rows=(ROWS["special"],))] * users)
    account = (Loss(REDUCED, losses.parts(5)), *losses.fresh(stakes[1:]))
    payment = start(CASUALTIES, 3, *stakes, account=account, special=losses.parts(required))
    assert losses.points(payment.start().paid) == paid_by_it


def test_of_those_who_can_pay_what_is_required_that_one_counts_first_whose_ability_counts_double():
    """11.O.1: 2 points are required, which it pays with 1 of its own; the other 2 of 3 are anybody's."""
    double, single = (stake(2, None, 1, rows=(ROWS["special"],), ability=ability) for ability in (2, 1))
    for users in ((double, single), (single, double)):
        account = (Loss(REDUCED, losses.parts(5)), *losses.fresh(users))
        payment = start(CASUALTIES, 3, DIVISION, *users, account=account, special=losses.parts(2))
        assert losses.points(payment.start().paid) == 2


def test_losses_of_a_retreat_between_them():
    """11.L.0: two points of a retreat come before the disruption, of which two are then not met."""
    two = (DIVISION, DIVISION)
    account = paid(start(CASUALTIES, 10, *two), [(0, LOSE), (1, LOSE)]).account
    account = start(CASUALTIES, 2, *two, account=account, again=True).start().account
    payment = start(DISRUPTION, 6, *two, account=account)
    last = payment.start()
    assert not payment.options(last)
    assert losses.points(payment.bill.owed - last.paid) == 2
    spent = [losses.spent(one, loss) for one, loss in zip(two, last.account, strict=True)]
    assert [sum(column) for column in zip(*spent, strict=True)] == [9, 1, 3, 3, 0]


def test_what_is_disrupted_pays_no_casualties():
    """11.M.2a: a unit on the turn track is worth nothing more to a retreat."""
    away = paid(start(DISRUPTION, 2, DIVISION), [(0, AWAY)]).account
    assert away == (Loss(DISRUPTED, 0, losses.parts(2)),)
    assert start(CASUALTIES, 5, DIVISION, account=away, again=True).start().paid == 0
    assert losses.points(start(DISRUPTION, 5, DIVISION, account=away).start().paid) == 5
    assert losses.spent(DIVISION, away[0]) == (0, 8, 0, 0, 0)


def test_disruption_may_become_half_casualties():
    """11.M.2b, T6.f4: at any point, rounded down."""
    assert [losses.convert(F(n, 2)) for n in (2, 5, 14)] == [F(1, 2), 1, F(7, 2)]
    payment = start(DISRUPTION, 7, stake(2, None, 1), stake(9, None, 3), special=losses.parts(2))
    progress = payment.take(payment.start(), next(i for i, one in enumerate(payment.entries) if one.place == 0))
    rest = paying.converted(payment, progress)
    assert (rest.kind, losses.points(rest.owed)) == (CASUALTIES, 2)


def test_a_barred_retreat_converts_no_more_than_those_who_bar_it_have():
    """11.M.2d."""
    assert losses.blocked(9, 1) == 1
    assert losses.blocked(1, 5) == 1
    assert losses.blocked(9, F(3, 4)) == F(1, 2)


# --- excess and replacement points ----------------------------------------------------------------------------------


def excess(full: tuple[object, object], left: tuple[object, object], need: object, isolated: bool = False):
    return tuple(replacements.excess(Strengths(*full), Strengths(*left), F(str(need)), isolated))


def test_excess_goes_back():
    """11.M.6: a 3-5 against a 2-6; the formula with two strengths; 11.M.1; T7.n1: isolated units get nothing back."""
    assert excess((3, 3), (0, 0), 2) == (2, 1)
    assert excess((6, 8), (2, 3), 2) == (2, F(5, 2))
    assert excess((8, 8), (3, 3), 2) == (2, 3)
    assert excess((8, 8), (3, 3), 2, isolated=True) == (2, 0)


def test_only_what_is_gone_counts():
    """11.M.7, 11.M.8d: five of seven points count for special replacements, none goes back."""
    assert excess((8, 8), (3, 3), 7) == (5, 0)


def test_what_a_reduced_side_keeps_is_not_lost():
    """11.M.6, 11.M.7: the mean of both strengths that are gone, be it half a point, none or less than none."""
    assert excess((1, 1), (0, 1), 1) == (F(1, 2), 0)
    assert excess((1, 1), (0, 1), 0) == (0, F(1, 2))
    assert excess((2, 2), (2, 2), 2) == (0, 0)
    assert excess((2, 2), (1, 4), 2) == (0, 0)


def test_points_paid_at_once():
    """11.M.8b: a point of a hex with four, a quarter of one unit; 11.M.8c: and one for each planned step."""
    assert replacements.purse(12, 8, 0) == (1, 2)
    assert replacements.purse(3, 3, 0) == (0, F(1, 2))
    assert replacements.purse(5, 5, 0) == (1, 1)
    assert replacements.purse(8, 8, 3) == (4, 5)


@pytest.mark.parametrize(
    ("case", "may"),
    [
        ((True, False, False, False, False), True),
        ((False, False, False, False, False), False),
        ((True, True, False, False, False), False),
        ((True, False, True, False, False), False),
        ((True, False, False, True, False), False),
        ((True, False, False, False, True), False),
    ],
)
def test_who_may_pay_by_replacement_points(case, may):
    """11.M.8a: supplied, once in a phase, not with other losses of the result, not what is required, no disruption."""
    reason, rules = replacements.why_not(*case)
    assert (not reason) == may == (not rules)


def test_a_unit_that_pays_so_takes_no_losses():
    """11.M.8a."""
    two = (DIVISION, DIVISION)
    account = immediate.spare(losses.fresh(two), 0)
    assert account[0].fate == SPARED
    assert walked(start(CASUALTIES, 4, *two, account=account)) == [frozenset({(1, LOSE)})]


@pytest.mark.parametrize(
    ("pattern", "caps", "lost", "killed"),
    [
        ("armour", {"arm": "5.5", "inf": "3.5"}, 5, {"arm": 3, "inf": 2}),
        ("armour", {"arm": "5.5", "inf": "3.5"}, 8, {"arm": "4.5", "inf": "3.5"}),
        ("armour", {"arm": "5.5", "inf": "3.5"}, 13, {"arm": "5.5", "inf": "3.5"}),
        ("armour", {"arm": "5.5", "inf": "3.5"}, "7.5", {"arm": 4, "inf": "3.5"}),
        ("mechanized", {"arm": 3, "inf": 3}, 3, {"arm": 1, "inf": 2}),
        ("motorized", {"inf": 6, "arm": 4}, 5, {"inf": 4, "arm": 1}),
        ("motorized", {"inf": 3, "arm": 3}, 5, {"inf": 3, "arm": 2}),
        ("artillery", {"inf": 6, "art": 3}, 5, {"inf": 4, "art": 1}),
    ],
)
def test_units_of_two_kinds_of_points(pattern, caps, lost, killed):
    """11.M.9."""
    costs = {kind: F(str(cap)) for kind, cap in caps.items()}
    found = replacements.kinds(pattern, costs, F(str(lost)))
    assert found.killed == {kind: F(str(points)) for kind, points in killed.items()}
    assert all(found.killed[kind] + found.back[kind] == cap for kind, cap in costs.items())


def test_a_kind_that_the_pattern_does_not_name_stays():
    """11.M.9."""
    found = replacements.kinds("motorized", {"art": F(3)}, F(5))
    assert (found.killed, found.back) == ({"art": 0}, {"art": 3})


def test_where_losses_are_put():
    """T7, 11.M.4, T7.n2, 11.M.2e: in this order, casualties now, disruption a turn for points and four for units."""
    rows = ("crt_casualties", "crt_disruptions", "police", "red_disruptions")
    assert [replacements.placed(row) for row in rows] == [(0, 0), (1, 4), (0, 0), (1, 4)]
