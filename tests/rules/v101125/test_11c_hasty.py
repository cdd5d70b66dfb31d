"""11.C: hasty attacks."""

from fractions import Fraction

import pytest
from hexumpire.rulesets.v101125.rules import hasty

from tests.rules.v101125.playing import CALM, begin, spared
from tests.rules.v101125.setting import changed, document, figures, infantry, problems, support

GUARD = [infantry(5), support(4), support(3, "naval")]


def test_11_c_1_and_11_c_2_everything_of_the_attacker_is_halved():
    """11.C.1, 11.C.2."""
    found = figures([infantry(6), infantry(5), support(4)], GUARD, kind="hasty")
    assert found.attack == Fraction(15, 2)


@pytest.mark.parametrize(("reading", "defence"), [("all", 5 + 1 + Fraction(3, 2)), ("attacker", 5 + 2 + 3)])
def test_11_c_2_support_of_the_defender_by_its_reading(reading, defence):
    """11.C.2."""
    assert figures([infantry(9)], GUARD, kind="hasty", readings={"hasty_support": reading}).defence == defence


def test_11_l_1_d_i_support_in_a_counterattack_is_that_of_a_hasty_attack():
    """11.L.1.d.i."""
    found = changed(figures([infantry(6), support(8)], [infantry(5)]), kind="counterattack", clear=True)
    assert found.attack == 6 + 4


def test_11_c_3_nothing_from_overstack():
    """11.C.3."""
    over = [infantry(9), infantry(6, overstacked=True)]
    assert problems(over, GUARD, kind="hasty", plotted=3) == ["11.C.3"]


def test_11_c_8_it_is_not_delayed():
    assert problems([infantry(20)], GUARD, kind="hasty", delayed=True) == ["11.C.8"]
    assert problems([infantry(20)], GUARD, delayed=True) == []


@pytest.mark.parametrize(("result", "kind"), [("DL", "forced"), ("CA", "counterattack")])
def test_11_c_8_what_it_forces_is_no_hasty_attack(result, kind):
    """11.C.8, 11.0b: of 20 half count at first; then all of them, in the attack or in the defence."""
    battle = begin(document([infantry(20)], GUARD, kind="hasty", forced_fights="here"))
    assert battle.assessment.attack == 10
    battle = spared(battle, f"!result={result}", *CALM)
    assert battle.state.bout.kind == kind
    assert 20 in (battle.assessment.attack, battle.assessment.defense)


def test_11_c_0_movers_speak_first_and_who_is_attacked_only_if_that_is_delayed():
    """11.C.0."""
    assert hasty.may_declare(moved=True, movers_spoke=False, attacked=False, delayed=False)
    assert not hasty.may_declare(moved=False, movers_spoke=False, attacked=False, delayed=False)
    assert hasty.may_declare(moved=False, movers_spoke=True, attacked=False, delayed=False)
    assert not hasty.may_declare(moved=False, movers_spoke=True, attacked=True, delayed=False)
    assert hasty.may_declare(moved=False, movers_spoke=True, attacked=True, delayed=True)


@pytest.mark.parametrize(("kind", "reading", "expected"), [
    ("hasty", "hasty", True), ("hasty", "phasing", False), ("regular", "hasty", False),
])  # fmt: skip
def test_11_c_7_the_opponent_orders_hasty_attacks_by_the_usual_reading(kind, reading, expected):
    """11.C.7 against 11.A.8, reading A39."""
    assert hasty.is_ordered_by_opponent(kind, reading) is expected
