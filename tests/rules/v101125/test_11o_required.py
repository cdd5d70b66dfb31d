"""11.O and Table 9: required losses, compared with a reading of the rule of its own below."""

from __future__ import annotations

import itertools
from fractions import Fraction as F

import pytest
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.v101125.rules import losses, paying, required
from hexumpire.rulesets.v101125.rules.losses import LOSE, REDUCED, WHOLE, Bill, Stake
from hexumpire.rulesets.v101125.rules.paying import Payment
from hexumpire.rulesets.v101125.units import Counter, Face, Piece
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.v101125.playing import after, options
from tests.rules.v101125.setting import document, infantry, stake, unit

SPECIAL, HOME = required.row("special"), required.HOME


def start(points: object, *stakes: Stake, special: object = 0, home: object = 0, **more: object) -> Payment:
    owed, first, own = (losses.parts(F(str(one))) for one in (points, special, home))
    return Payment(Bill(more.pop("kind", "casualties"), owed, first, own, **more), stakes, losses.fresh(stakes))


def open_units(payment: Payment, *taken: int) -> set[int]:
    """Who may pay next after these have."""
    progress = payment.start()
    for place in taken:
        index = next(i for i in payment.options(progress) if payment.entries[i].place == place)
        progress = payment.take(progress, index)
    return {payment.entries[i].place for i in payment.options(progress)}


def in_turn(payment: Payment) -> tuple[object, ...]:
    """What each unit truly loses when all pay in their order until all is paid; None of those whom that spares."""
    progress = payment.start()
    for place in range(len(payment.stakes)):
        index = next(i for i, entry in enumerate(payment.entries) if entry.place == place)
        progress = progress if payment.full(progress) else payment.take(progress, index)
    return tuple(None if one.fate == WHOLE else losses.points(one.killed) for one in progress.account)


@pytest.mark.parametrize(
    ("most", "special", "lost"),
    [(20, 6, (2, 6, 4)), (8, 6, (2, 2, 4)), (7, 6, (2, 1, 4)), (6, 6, (2, 1, 3)), (F(5, 2), 4, (2, F(1, 2), None))],
)
def test_11_a_12_who_pays_at_home_leaves_what_is_required_of_others_where_no_more_may_be_lost(most, special, lost):
    """11.A.12, 11.O.1.a, 11.O.2: a 2 with a special ability, an 8 at home who owes the first point, and a 4 as the 2.

    Of 12 points that are owed all three pay 12 at most; less may be lost, and the point at home comes before the 4.
    """
    stakes = stake(2, None, 1, (SPECIAL,)), stake(8, None, 1, (HOME,)), stake(4, None, 1, (SPECIAL,))
    assert in_turn(start(12, *stakes, special=special, home=1, most=losses.parts(F(most)))) == lost


@pytest.mark.parametrize(("most", "lost"), [(20, (8, 4)), (6, (5, 1)), (3, (2, 1)), (2, (2, None))])
def test_11_a_12_who_has_a_special_ability_leaves_the_point_of_those_at_home(most, lost):
    """11.A.12, 11.O.1.a, 11.O.2: an 8 who owes 2 points for its ability pays all but the first of a 4 at home."""
    stakes = stake(8, None, 1, (SPECIAL,)), stake(4, None, 1, (HOME,))
    assert in_turn(start(12, *stakes, special=2, home=1, most=losses.parts(most))) == lost


@pytest.mark.parametrize(
    ("one", "three", "four", "lost"),
    [
        (1, 1, 1, (1, 4, 3, 1)),
        (2, 2, 2, (1, 6, 2, None)),
        (1, 2, 1, (1, 6, 2, None)),
        (1, 1, 2, (1, 6, 2, None)),
    ],
)
def test_11_a_12_what_is_required_of_several_is_left_to_them_once(one, three, four, lost):
    """11.A.12, 11.O.1, 11.O.2: of 8 that may still be lost the 8 at home leaves the 4 that are required of a 3 and a 4.

    The ability of one may count twice: 2 points of it pay them all.
    """
    users = stake(3, None, 1, (SPECIAL,), three), stake(4, None, 1, (SPECIAL,), four)
    stakes = stake(1, None, 1, (SPECIAL,), one), stake(8, None, 1, (HOME,)), *users
    assert in_turn(start(16, *stakes, special=4 + one, home=1, most=losses.parts(9))) == lost


# --- rows and order -------------------------------------------------------------------------------------------------


def test_the_rows():
    """T9; abilities that are not listed are special combat abilities (11.O.1.a)."""
    kinds = ["commando", "airdrop", "engineer", "soviet_tank", "armour", "special", "winterized", "home"]
    assert [required.row(kind) for kind in kinds] == list(range(1, 9))
    assert required.row("mountain") == required.row("woodsmanship") == 6


def test_one_unit_at_a_time_over_and_over():
    """11.O.1.a."""
    assert required.order(["mountain", "commando", "soviet_tank", "commando", "light"]) == [1, 2, 0, 3, 4]
    assert required.due([(6,), (1, 6)], 0) == 1
    assert required.due([(6,), (1, 6)], 1) == 6
    assert required.due([(1,)], 6) == 1
    assert required.due([], 3) == 0


def test_points_owed():
    """11.O.1.b: one for each RE, at most the loss; 11.O.2: the first point of those at home."""
    assert required.special([3], 2) == 2
    assert required.special([F(1, 2), 1], 8) == F(3, 2)
    assert required.home(4) == 1
    assert required.home(F(1, 2)) == F(1, 2)


def test_who_owes_them():
    """11.O.1, 11.O.1.home, 11.O.3: users of abilities, units at home, Soviet motorized divisions."""

    def rows(used: set[str], size: int = 3, traits: str = "German", **values: object) -> tuple[int, ...]:
        unit = Unit("u", "attacker", "infantry", traits, "1,0", 1, values)
        return required.rows_of(Piece(Counter(0, "u", unit, (Face("full", 6, 6, 6, F(size)),))), used)

    assert rows(set(), special="mountain") == ()
    assert rows({"special"}, special="mountain") == (6,)
    assert rows({"special", "armour"}, special="commando") == (1, 5)
    assert rows({"airdrop", "winterized"}) == (2, 7)
    assert rows(set(), home=True) == (8,)
    assert rows(set(), traits="Soviet", cm=True) == (4,)
    assert rows(set(), traits="Soviet") == rows(set(), size=2, traits="Soviet", cm=True) == ()


# --- payments -------------------------------------------------------------------------------------------------------


def test_they_come_first_and_in_order():
    """11.O.1.a, 11.O.1.b."""
    commando, mountain, other = stake(1, None, 1, (1,)), stake(3, None, 1, (6,)), stake(8, 3, 3)
    payment = start(6, commando, mountain, other, special=2)
    assert open_units(payment) == {0}
    assert open_units(payment, 0) == {1}
    assert open_units(payment, 0, 1) == {2}


def test_an_ability_that_counts_double_pays_double():
    """11.O.1: for what is required only."""
    engineer, other = stake(2, None, 1, (3,), 2), stake(5, None, 3, (6,))
    payment = start(6, engineer, other, special=4)
    progress = payment.take(payment.start(), next(i for i in payment.options(payment.start())))
    assert progress.special == 0
    assert losses.points(progress.paid) == 2


def test_a_needless_unit_is_no_part_of_it():
    """11.M.0b: with the big one the small one could be kept."""
    small, big = stake(1, None, 1, (6,)), stake(5, None, 1, (6,))
    payment = start(5, small, big, special=3)
    assert open_units(payment) == {1}
    assert open_units(start(6, small, big, special=6)) == {0, 1}


def test_those_who_cannot_pay_owe_nothing():
    """11.O.1.a: what nobody is left to pay is paid by others."""
    weak, other = stake(1, None, 1, (6,)), stake(4, None, 1)
    payment = start(3, weak, other, special=3)
    assert open_units(payment, 0) == {1}
    assert open_units(start(3, other, special=3)) == {0}


def test_the_first_point_in_a_home_country():
    """11.O.2: the Italian 4-6 and the German 8-6 in Libya."""
    italian, german = stake(4, 0, 3, (HOME,)), stake(8, 3, 3)
    payment = start(4, italian, german, home=1)
    progress = payment.take(payment.start(), payment.options(payment.start())[0])
    assert not payment.options(progress)  # the Italian pays it all
    assert payment.excess(progress) == {0: losses.parts(3)}
    shared = payment.give_back(progress, 0)
    assert losses.points(shared.paid) == 1
    (last,) = payment.options(shared)
    ended = payment.take(shared, last)
    assert not payment.options(ended) and not payment.excess(ended)
    spent = [losses.spent(one, loss) for one, loss in zip(payment.stakes, ended.account, strict=True)]
    assert [(one.casualties, one.back) for one in spent] == [(1, 3), (3, 2)]


def test_what_went_back_pays_nothing_later():
    """11.O.2, 11.M.6."""
    italian, german = stake(4, 0, 3, (HOME,)), stake(8, 3, 3)
    payment = start(4, italian, german, home=1)
    shared = payment.give_back(payment.take(payment.start(), payment.options(payment.start())[0]), 0)
    later = Payment(Bill("disruption", losses.parts(3)), payment.stakes, shared.account).start()
    assert later.paid == 0


def test_excess_is_given_back_after_required_losses_only():
    """11.O.2."""
    payment = start(4, stake(8, 3, 3))
    progress = payment.take(payment.start(), 0)
    assert not payment.excess(progress)
    payment = start(4, stake(8, 3, 3, (6,)), kind="disruption", special=2)
    assert not payment.excess(payment.take(payment.start(), 0))


def test_11_o_2_nothing_goes_back_once_somebody_else_has_paid():
    """11.O.2: of 15 points a unit that owes 3 pays 5; who is the first to pay freely ends the choice."""
    payment = start(15, stake(5, None, 3, (6,)), stake(9, 4, 3), stake(4, 2, 3), stake(3, 1, 3), special=3)
    required = payment.take(payment.start(), payment.options(payment.start())[0])
    assert payment.excess(required) == {0: losses.parts(2)}
    for index in payment.options(required):
        assert not payment.excess(payment.take(required, index))


def test_a_unit_of_two_kinds_counts_for_both():
    """11.O.1.a."""
    both, home, special = stake(2, None, 1, (6, HOME)), stake(2, None, 1, (HOME,)), stake(2, None, 1, (6,))
    payment = start(2, both, home, special, special=1, home=1)
    progress = payment.start()
    index = next(i for i in payment.options(progress) if payment.entries[i].place == 0)
    assert (payment.take(progress, index).special, payment.take(progress, index).home) == (0, 0)


def test_11_o_a_loss_that_is_paid_takes_no_unit_for_what_else_was_required_of_it():
    """11.O.1, 11.O.2: one point of a unit with a special ability or of one at home; both are not lost for it."""
    payment = start(1, stake(1, None, 1, (SPECIAL,)), stake(1, None, 1, (HOME,)), special=1, home=1)
    assert open_units(payment) == {0}
    assert open_units(payment, 0) == set()


def test_disruption_above_a_full_one():
    """11.O.N, 11.O.1.c, 11.L.2.b: by those who can suffer it, at full strength or reduced."""
    mountain, other = stake(6, 2, 3, (6,)), stake(8, 3, 3)
    payment = start(6, mountain, other, kind="disruption", special=2)
    options = [payment.entries[i] for i in payment.options(payment.start())]
    assert {(one.place, one.way) for one in options} == {(0, "lose"), (0, "away")}


# --- against all orders ---------------------------------------------------------------------------------------------


def brute(stakes: list[Stake], owed: int, special: int, home: int) -> set[tuple[int, ...]]:
    """All lines of units that pay required casualties: each in its turn, none of them needless.

    What a unit is worth beyond its own part pays nothing that others still owe.
    """

    def users(some: set[int]) -> list[int]:
        return [place for place in some if set(stakes[place].rows) - {8} and stakes[place].strength]

    def kept(some: set[int], left: int, own: int) -> int:
        """The fewest points in which these could pay what they owe."""
        by_users = 0
        for place in sorted(users(some) if left > 0 else [], key=lambda place: -stakes[place].ability):
            points = min(stakes[place].strength, -(-max(0, left) // stakes[place].ability))
            left, by_users = left - points * stakes[place].ability, by_users + points
        at_home = {place for place in some if 8 in stakes[place].rows and stakes[place].strength and own > 0}
        first = min(own, sum(stakes[place].strength for place in at_home))
        both = by_users and at_home & set(users(some))
        return max(by_users, first) if both else by_users + first

    def replay(line: tuple[int, ...]) -> bool:
        left, own, paid, last = special, home, 0, 0
        there = set(range(len(stakes)))

        def rows(place: int) -> list[int]:
            one = stakes[place]
            return [row for row in one.rows if one.strength and (own if row == 8 else left) > 0]

        def going() -> list[int]:
            return [place for place in sorted(there) if rows(place)] if paid < owed else []

        for place in line:
            some = sorted({row for one in going() for row in rows(one)})
            if not some:
                return False
            last = min((row for row in some if row > last), default=some[0])
            if place not in there or last not in rows(place):
                return False
            one = stakes[place]
            part = max([-(-left // one.ability) if row != 8 else own for row in rows(place)])
            if any(row != 8 for row in one.rows):
                left = max(0, left - one.strength * one.ability)
            if 8 in one.rows:
                own = max(0, own - one.strength)
            there.remove(place)
            paid += min(one.strength, owed - paid, max(part, owed - paid - kept(there, left, own)))
        return not going()

    lines = itertools.chain(*(itertools.permutations(range(len(stakes)), n) for n in range(len(stakes) + 1)))
    whole = {line for line in lines if replay(line)}
    return {line for line in whole if not any(line[:i] + line[i + 1 :] in whole for i in range(len(line)))}


def walked(payment: Payment) -> set[tuple[int, ...]]:
    """The lines of units that pay required losses."""
    found = set()

    def go(progress: paying.Progress) -> None:
        options = payment.options(progress)
        ahead = [payment.take(progress, index) for index in options]
        if not ahead or len(ahead[0].first) == len(progress.first):
            found.add(tuple(payment.entries[i].place for i in progress.first))
            return
        for one in ahead:
            go(one)

    go(payment.start())
    return found


stakes_with_rows = st.builds(
    lambda strength, rows, ability: stake(F(strength, 2), None, 1, tuple(sorted(rows)), ability),
    st.integers(0, 8), st.sets(st.sampled_from([1, 5, 6, 8]), max_size=2), st.sampled_from([1, 1, 2]),
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(stakes_with_rows, min_size=1, max_size=5), st.integers(0, 16), st.integers(0, 8), st.integers(0, 2))
@settings(max_examples=300, deadline=None)
def test_required_losses_are_taken_in_turn_and_none_in_vain(stakes, owed, special, home):
    """11.O.1.a, 11.O.1.b, 11.O.2, 11.M.0b."""
    payment = start(F(owed, 2), *stakes, special=F(min(special, owed), 2), home=F(min(home, owed), 2))
    bill = payment.bill
    assert walked(payment) == brute(stakes, bill.owed, bill.special, bill.home)


@pytest.mark.parametrize("rows", [(), (6,)])
def test_after_them_others_pay_freely(rows):
    """11.O.1.b: units with abilities may pay the rest, too."""
    payment = start(8, stake(2, None, 1, (6,)), stake(4, None, 1, rows), stake(5, None, 1), special=1)
    progress = payment.take(payment.start(), payment.options(payment.start())[0])
    fates = {one.fate for one in progress.account}
    assert WHOLE in fates and REDUCED not in fates
    assert {payment.entries[i].way for i in payment.options(progress)} <= {LOSE}


@pytest.mark.parametrize(("counts", "asked"), [(1, ["back", "keep"]), (2, ["lose:a3:0", "lose:a2:0"])])
def test_engineers_that_count_double_pay_double_what_is_required(counts, asked):
    """11.O.1, 11.O.1.b, T9: of 6 points 4 are required for 4 REs; a 2-6 pays all of these, or the mountain unit too."""
    users = [
        unit("engineer", 2, size="1", special_counts="yes", ability_factor=counts),
        unit("mountain", 9, special_counts="yes"),
    ]
    setup = document([*users, infantry(30, cadre_attack=10)], [infantry(8), infantry(8)])
    battle = after(setup, "1:1")
    assert battle.state.left[0] == "x"
    assert options(battle) == asked


@pytest.mark.parametrize(("others", "may"), [("1", False), ("3/2", False), ("2", True), ("3", True)])
def test_11_o_2_what_is_beyond_required_losses_goes_back_where_others_can_pay_just_that(others, may):
    """11.O.2: of 5 points a unit pays all, of which it owes 3."""
    payment = start(5, stake(5, None, 3, (6,)), stake(F(others), None, 1), special=3)
    paid = payment.take(payment.start(), payment.options(payment.start())[0])
    assert payment.excess(paid) == {0: losses.parts(2)}
    assert payment.may_give_back(paid, 0) is may


def test_11_m_3_of_what_counts_double_half_as_much_of_a_unit_goes_back():
    """11.O.2, 11.M.3: of a bill of 8 points an uncut unit pays all with 4 of its own, and 3 of these go back."""
    payment = start(8, stake(5, None, 1, (6,)), stake(8, None, 3), special=2, weights=((2, 1), (1, 1)))
    paid = payment.take(payment.start(), payment.options(payment.start())[0])
    assert (paid.account[0].killed, payment.excess(paid)) == (losses.parts(4), {0: losses.parts(6)})
    shared = payment.give_back(paid, 0)
    assert (shared.account[0].killed, shared.paid) == (losses.parts(1), losses.parts(2))


def test_11_q_2_d_of_what_a_retreat_counts_by_half_twice_as_much_goes_back():
    """11.O.2, 11.Q.2.d: of 3 points a slow unit at home pays all with 6 of its own, and 4 of these go back."""
    payment = start(3, stake(8, 3, 3, (HOME,)), stake(8, 3, 3), home=1, weights=((1, 2), (1, 1)))
    paid = payment.take(payment.start(), payment.options(payment.start())[0])
    assert (paid.account[0].killed, payment.excess(paid)) == (losses.parts(6), {0: losses.parts(2)})
    shared = payment.give_back(paid, 0)
    assert (shared.account[0].killed, shared.paid) == (losses.parts(2), losses.parts(1))
