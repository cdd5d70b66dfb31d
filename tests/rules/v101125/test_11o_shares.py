"""11.M and 11.O where they meet: what a unit is worth beyond its part, who else owes something, what is converted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.rulesets.v101125.rules import losses, paying
from hexumpire.rulesets.v101125.rules.losses import points
from hexumpire.rulesets.v101125.rules.required import HOME
from hexumpire.rulesets.v101125.state import OUT

from tests.rules.v101125.playing import CALM, after, begin, options, weighed
from tests.rules.v101125.setting import document, infantry, stake, unit

USER = {"special": "mountain", "special_counts": "yes"}


def casualties(battle):
    """Casualties of the defender that count for special replacements."""
    return points(battle.state.memo.books[1].casualties)


def exchanged(*actions, users=5, rest=6):
    """An exchange of so many points: a mountain unit owes 3 of them, a unit at home the first, others nothing."""
    guard = [
        unit("mountain", users, size="3", **USER),
        infantry(8, home=True, size=str(rest - 5)),
        infantry(9, cadre_attack=3, size="2"),
    ]
    return after(document([infantry(60, size="12")], guard), "1:1", *actions)


@pytest.mark.parametrize("users", [5, 9])
def test_11_o_2_the_excess_of_special_units_does_not_pay_the_first_point_of_those_at_home(users):
    """11.O.1.b, 11.O.2, T9: of 6 points the mountain unit owes 3 and may pay 5, and the unit at home pays the first."""
    battle = exchanged("keep", users=users)
    assert battle.state.left[1:] == "xx0"
    assert casualties(battle) == 6


def test_11_o_2_each_unit_gives_back_what_is_beyond_its_own_part():
    """11.O.2, 11.M.6: 3 points of 5 are those of the mountain unit, one of 8 that at home; 6 are lost in every case."""
    asked = exchanged()
    assert options(asked) == ["back", "keep"]  # the 2 points beyond the 3
    more = asked.play("back")
    assert options(more) == ["back", "keep"]  # the unit at home pays them
    shared = more.play("back")
    assert shared.state.left[1:] == "xx1"
    assert [casualties(one) for one in (asked.play("keep"), more.play("keep"), shared)] == [6, 6, 6]


def test_11_o_2_where_several_have_an_excess_it_is_said_whose_goes_back():
    """11.O.2, 11.M.6: of 7 points a 4-6 that owes 3 pays 4, and that at home 3, where one was required."""
    battle = exchanged(users=4, rest=7)
    assert options(battle) == ["back:d1", "back:d2", "keep"]
    assert options(battle.play("back:d1")) == ["back", "keep"]  # the unit at home pays it
    home = battle.play("back:d2")
    assert options(home) == ["lose:d3:0", "back"]
    ends = [battle.play("keep"), home.play("lose:d3:0"), home.play_all(["back"])]
    assert [one.state.left[1:] for one in ends] == ["xx0", "xx1", "xx1"]
    assert [casualties(one) for one in ends] == [7, 7, 7]


def test_11_o_2_nothing_goes_back_that_nobody_else_can_pay():
    """11.O.2, 11.L.1.c: of 6 points a unit at home pays all, as the 2-6 beside it cannot pay 5 of them."""
    guard = [infantry(8, home=True, size="4"), infantry(2, size="2")]
    battle = after(document([infantry(60, size="12")], guard), "1:1")
    assert battle.state.left[1:] == "x0"
    assert casualties(battle) == 6


def test_11_l_2_b_what_a_lost_unit_is_worth_besides_pays_no_disruption_that_is_required_of_others():
    """11.L.2.b, 11.M.0d, 11.O.1.c: of 9 points of disruption 3 are required of the mountain unit, and 6 are paid."""
    user, other = stake(6, 2, 3, (6,)), stake(20, 4, 3)
    gone = (losses.Loss(), losses.Loss(losses.REDUCED, losses.parts(2)))
    bill = losses.Bill("disruption", losses.parts(9), losses.parts(3))
    payment = paying.Payment(bill, (user, other), gone)
    assert points(payment.start().paid) == 6
    assert {payment.entries[index].place for index in payment.options(payment.start())} == {0}
    whole = paying.Payment(bill._replace(owed=losses.parts(3)), (user, other), gone)
    assert points(whole.start().paid) == 0  # all of it is required
    alone = paying.Payment(bill, (user, other), (losses.Loss(OUT, losses.parts(6)), gone[1]))
    assert points(alone.start().paid) == 9  # nobody is left of whom it is required


@pytest.mark.parametrize(("rows", "kept"), [(((6,), (HOME,)), 4), (((6, HOME), ()), 3), (((6, HOME), (HOME,)), 3)])
def test_11_o_1_and_11_o_2_what_is_required_of_two_adds_up_and_of_one_of_both_kinds_does_not(rows, kept):
    """11.O.1.a, 11.O.2, 11.M.0d: of 6 points 3 are for mountain units, one for those at home; the others' pay the rest.

    A mountain unit that is at home pays its first point for both.
    """
    stakes = stake(6, 2, 3, rows[0]), stake(4, 1, 3, rows[1]), stake(20, 4, 3)
    gone = losses.Loss(), losses.Loss(), losses.Loss(losses.REDUCED, 0, losses.parts(2))
    bill = losses.Bill("casualties", *(losses.parts(one) for one in (6, 3, 1)))
    assert points(paying.Payment(bill, stakes, gone).start().paid) == 6 - kept


def test_11_o_2_what_disruption_has_left_of_a_unit_pays_no_point_of_a_retreat_that_those_at_home_owe():
    """11.O.2, 11.Q.2.d, 11.M.0d: of 5 points that a way costs 4 are paid by what a cadre has left, one at home."""
    other, home = stake(8, 3, 3), stake(4, 1, 3, (HOME,))
    shaken = (losses.Loss(losses.REDUCED, 0, losses.parts(1)), losses.Loss())
    bill = losses.Bill("casualties", losses.parts(5), 0, losses.parts(1), again=True)
    start = paying.Payment(bill, (other, home), shaken).start()
    assert points(start.paid) == 4


@pytest.mark.parametrize(("points", "needed"), [(3, 1), (4, 2), (7, 2)])
def test_11_q_2_d_what_a_retreat_counts_by_a_factor_with_a_half_takes_that_much_less_of_a_unit(points, needed):
    """11.Q.2.d: at factor 3½ parts of a unit cover three and a half each; what is begun is taken whole."""
    bill = losses.Bill("casualties", losses.parts(9), weights=((7, 2),))
    assert bill.face(0, points) == needed
    assert bill.weigh(0, needed) >= points > bill.weigh(0, needed - 1)


# --- disruption that is taken as casualties in part (11.M.2b) ---------------------------------------------------------


def test_11_m_2_b_any_units_may_be_disrupted_before_the_rest_is_taken_as_casualties():
    """11.M.2b, 11.M.0b: of 6 points a 2-6 pays 3 and the rest is 1½; a 9-6 pays all, and nobody goes with it."""
    guard = [infantry(9, size="10", cadre_attack=4), infantry(2, size="1"), infantry(1, size="1")]
    battle = begin(document([infantry(60)], guard), "!result=½:", "d6=1", "d6=6")
    assert points(battle.state.due.debts[0].bill.owed) == 6
    assert weighed(battle) == ["away:d1:0", "lose:d1:0", "halve"]
    assert set(options(battle)) - set(weighed(battle)) == {"away:d2:0", "away:d3:0"}
    battle = battle.play("away:d2:0")
    assert options(battle) == ["away:d3:0", "halve"]
    assert battle.play("halve").state.left[1:] == "1d0"
    assert options(battle.play("away:d3:0")) == ["halve"]


def test_11_m_2_b_the_rest_of_what_is_required_stays_so():
    """11.M.2b, 11.L.2.b: half of the rest is owed, and half of what was required of it."""
    payment = paying.Payment(
        losses.Bill("disruption", losses.parts(8), losses.parts(4)),
        (stake(9, None, 3, (6,)), stake(1, None, 1, (6,)), stake(8, 3, 3)),
        (losses.Loss(),) * 3,
    )
    small = next(index for index in payment.partly(payment.start()) if payment.entries[index].place == 1)
    then = payment.take(payment.start(), small)._replace(halves=True)
    assert payment.options(then) == []
    rest = paying.converted(payment, then)
    assert (points(rest.owed), points(rest.special)) == (3, 1)


# --- fewer points at once than are allowed (11.M.8b) ------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "lost"), [("", Fraction(1)), (":2", 2), (":1", 3)])
def test_11_m_8_b_a_unit_may_pay_fewer_points_at_once_than_a_quarter_of_its_strength(amount, lost):
    """11.M.8b: of 4 points a 12-6 may pay 3, 2 or 1, and the 4-6 beside it loses the rest."""
    guard = [infantry(12, size="2"), infantry(4, size="2")]
    battle = after(document([infantry(60, size="12")], guard, rp_defender=9), "1:1", f"rp:d1{amount}")
    assert battle.state.left[1:] == "0x"
    assert points(battle.state.spent[1]) == 4 - lost
    assert casualties(battle) == 4


def test_11_m_8_c_of_points_that_planned_steps_allow_a_hex_may_pay_some():
    """11.M.8b, 11.M.8c: a point, and one more for each of two steps."""
    setup = document([infantry(60, cadre_attack=9)], [infantry(9)], rp_attacker=9, artillery_steps=2)
    battle = begin(setup, "steps=2", "!result=1X½", *CALM)
    assert [one for one in options(battle) if one.startswith("rp:1,0")] == ["rp:1,0", "rp:1,0:2", "rp:1,0:1"]


def test_11_a_12_what_is_beyond_required_losses_may_be_kept_where_no_more_may_be_lost():
    """11.A.12, 11.M.3, 11.O.2: 2 points at most are lost of those on whom terrain asks for 4; the excess may stay."""
    stack = [infantry(3, cadre_attack=1, home=True, size="3"), unit("mountain", 1, size="1/2", **USER)]
    setup = document([*stack, infantry(12, size="1/2")], [infantry(1, size="4")], terrain="mountain")
    battle = after(setup, "1:")
    assert options(battle) == ["back", "keep"]
    assert battle.play("keep").state.left[:3] == "1x0"
    assert points(battle.play("keep").state.memo.books[0].casualties) == 2


def test_11_a_12_points_paid_at_once_are_part_of_what_may_be_lost():
    """11.A.12, 11.M.8: of 2 points that may be lost one is paid by the hex, and one unit at most loses the other."""
    stack = [infantry(3, cadre_attack=1, size="3"), unit("mountain", 1, size="1/2", **USER)]
    setup = document([*stack, infantry(12, size="1/2")], [infantry(1, size="4")], terrain="mountain", rp_attacker=9)
    battle = begin(setup, "!result=1:", *CALM)
    most = [points(one.state.due.debts[0].bill.most) for one in (battle, battle.play("rp:1,0"))]
    assert most == [2, 1]


def test_11_o_2_a_unit_is_named_whose_excess_goes_back_where_several_have_one():
    """11.O.2: of one that has it nothing needs to be said."""
    battles = exchanged(), exchanged(users=4, rest=7)
    one, several = ([option.label for option in battle.node.options] for battle in battles)
    assert [text.partition(";")[0] for text in one[:1]] == ["Others pay the rest"]
    assert [text.partition(";")[0] for text in several[:2]] == [
        "Others pay for the Soviet 4-6 mountain infantry",
        "Others pay for the Soviet 8-6 infantry",
    ]
