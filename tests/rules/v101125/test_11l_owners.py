"""11.L.1.k, 11.L.2.b: whose units pay what a roll takes beyond its bills, and who says which."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.v101125.rules import losses
from hexumpire.rulesets.v101125.rules.losses import points

from tests.rules.v101125.playing import begin, options, topic
from tests.rules.v101125.setting import WEST, document, infantry, stake, unit


def rolled(setup, result, one=2, other=1):
    """The battle once the dice of disruption have fallen."""
    return begin(setup, f"!result={result}", f"d6={one}", f"d6={other}")


def test_11_l_1_k_who_is_eliminated_by_no_bill_pays_nothing_else_of_the_roll():
    """11.L.1.k: neither as it lay nor with a remnant that it does not leave; its strength is a casualty.

    What it has paid as disrupted before is not lost once more.
    """
    cadre, before = stake(3, 1, 3), losses.Loss(disrupted=losses.parts(1))
    (gone,) = losses.eliminated((before,), 0, cadre)
    assert (gone.killed, gone.disrupted) == (losses.parts(2), losses.parts(1))
    (gone,) = losses.eliminated((losses.Loss(),), 0, cadre)
    assert (gone.killed, gone.disrupted) == (losses.parts(3), 0)
    assert [losses.credit(cadre, gone, kind) for kind in ("casualties", "disruption")] == [0, 0]


# --- the cadres of an overrun result (11.L.1.k) -----------------------------------------------------------------------

CADRES = [infantry(8, cadre_attack=3), infantry(4, cadre_attack=2), infantry(1, cadre_attack=1, cadre_defence=1)]


def overrun(result, units):
    """After that result, once its casualties are paid in the first way that there is."""
    battle = rolled(document([infantry(60)], units), result)
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    return battle


@pytest.mark.parametrize(("chosen", "left"), [("gone:1", "x11"), ("gone:2", "1x1"), ("gone:3", "11x")])
def test_11_l_1_k_the_owner_says_which_of_his_cadres_an_overrun_result_eliminates(chosen, left):
    """11.L.1.k, 11.M: of three that survive one goes; losses are taken as their owner likes."""
    battle = overrun("OR(1)", CADRES)
    assert (topic(battle), battle.node.side) == ("cadres", "defender")
    assert options(battle) == ["gone:3", "gone:2", "gone:1"]  # the weakest first
    assert battle.play(chosen).state.left[1:] == left


def test_11_l_1_k_of_two_he_names_one_after_the_other():
    """11.L.1.k: and nothing is asked any more once as many are gone."""
    battle = overrun("OR(2)", CADRES).play("gone:1")
    assert (topic(battle), options(battle)) == ("cadres", ["gone:3", "gone:2"])
    battle = battle.play("gone:2")
    assert (battle.state.left[1:], battle.state.due.cadres, topic(battle)) == ("xx1", 0, "retreat")


@pytest.mark.parametrize(("result", "units"), [("OR(3)", CADRES), ("OR(1)", [infantry(8, cadre_attack=3, count=2)])])
def test_11_l_1_k_nothing_is_asked_where_all_go_or_all_are_alike(result, units):
    """11.L.1.k."""
    assert topic(overrun(result, units)) != "cadres"


@pytest.mark.parametrize(("result", "left"), [("OR(0)", "111"), ("OR(1)", "x11"), ("OR(2)", "xx1")])
def test_11_l_1_k_as_many_of_those_that_are_alike_go_as_the_result_says(result, left):
    """11.L.1.k: and no further ones when the others have retreated."""
    battle = overrun(result, [infantry(8, cadre_attack=3, count=3)]).play_all(["retreat", f"to:{WEST}"])
    assert battle.state.left[1:] == left
    fled = [place for place, face in zip(battle.state.at[1:], left, strict=True) if face == "1"]
    assert fled == [WEST] * left.count("1")


# --- disruption above a full one, and units at home (11.L.2.b, 11.O.1.home) ------------------------------------------

HOME = [infantry(12, home=True, size="1", cadre_attack=5), infantry(12, size="1", cadre_attack=5)]


def disrupted(attack, die):
    """A hasty attack that meets a deadlock, with that die of disruption: at 6 it is read as 7, 1½ RED of 2 REs."""
    battle = begin(document(attack, [infantry(9, size="2", special="none")], kind="hasty"))
    while "F" in options(battle):
        battle = battle.play("F")
    return battle.play_all(["!result=DL", f"d6={die}", "d6=1"])


def asked(battle):
    """Which units may pay."""
    return {option.unit for option in battle.node.options if option.unit}


def test_11_l_2_b_above_a_full_disruption_units_at_home_pay_as_such_as_are_capable_of_required_losses():
    """11.O.1.home, T9: of 3 points 1 is theirs, which a unit pays that is worth more than that."""
    battle = disrupted(HOME, 6)
    bill = battle.state.due.debts[0].bill
    assert (points(bill.owed), points(bill.special)) == (3, 1)
    assert asked(battle) == {"a1"}


def test_11_l_2_b_a_full_disruption_asks_nothing_of_them():
    """11.L.2.b: required losses are not necessary unless called for."""
    battle = disrupted(HOME, 5)
    assert battle.state.due.debts[0].bill.special == 0
    assert asked(battle) == {"a1", "a2"}


def test_11_o_1_a_units_at_home_come_after_users_of_abilities():
    """T9: row 6 before row 8, one unit at a time."""
    battle = disrupted([unit("mountain", 9, size="1", special_counts="yes"), *HOME], 6)
    assert asked(battle) == {"a1"}


def test_11_m_2_b_those_at_home_pay_it_as_casualties_too_where_disruption_is_halved():
    """11.M.2b, 11.L.2.b, 11.O.2: 1½ points, ½ of them required, and the first point at home as well."""
    battle = disrupted(HOME, 6).play("halve")
    bill = battle.state.due.debts[0].bill
    assert (bill.kind, points(bill.owed), points(bill.special), points(bill.home)) == ("casualties", 1.5, 0.5, 1)
    assert battle.play("keep").state.left[:2] == "10"  # a1 has paid it, and nobody else had a say


def test_11_o_1_b_disruption_of_the_main_table_requires_nothing_of_those_at_home():
    """11.O.1.b, 11.O.2: what a D requires is of users of abilities; at home it is a point that is no disruption."""
    battle = rolled(document(HOME, [infantry(9, size="2")]), "1D")
    assert battle.state.due.debts[0].bill.special == 0
    assert {option.unit for option in battle.node.options if option.unit} == {"a1", "a2"}
