"""11.A: who may attack what; each refusal by its rule."""

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125.rules import eligibility
from hexumpire.rulesets.v101125.rules.eligibility import may_attack_together
from hexumpire.rulesets.v101125.setting import Setting

from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, figures, infantry, problems, terms

GUARD = [infantry(5)]


def test_11_0a_a_plain_attack_is_allowed_and_one_from_afar_is_not():
    """11.0a."""
    assert problems([infantry(8)], GUARD) == []
    assert problems([infantry(8), infantry(8, at="3,0")], GUARD) == ["11.0a"]
    assert problems([infantry(8, at="3,0")], GUARD) == ["11.0a", "11.0a"]  # nobody attacks, and he stands too far away


def test_11_0a_who_shares_the_hex_may_attack_in_it():
    """11.0a."""
    assert problems([infantry(8, at=HERE)], GUARD) == []


def test_11_a_2_prohibited_hexsides_and_the_sea():
    assert problems([infantry(8)], GUARD, sides={EAST: ["prohibited"]}) == ["11.A.2"]
    assert problems([infantry(8)], GUARD, sides={WEST: ["prohibited"]}) == []
    assert problems([infantry(8)], GUARD, terrain="sea") == ["11.A.2"]


def test_11_a_3_a_unit_held_out_adds_nothing():
    """11.A.3."""
    found = figures([infantry(8)], [infantry(5), infantry(4, held_out=True)])
    assert found.defence == 5
    assert found.fight.guards == found.fight.defenders[:1]


def test_11_a_7_a_remnant_attacks_only_when_it_is_forced_to():
    """11.A.7."""
    remnant = infantry(2, face="remnant")
    assert problems([infantry(8), remnant], GUARD) == ["11.A.7"]
    assert problems([infantry(8), remnant], GUARD, kind="forced") == []
    assert problems([infantry(8)], [infantry(2, face="remnant")]) == []


@pytest.mark.parametrize(("stacking", "rules"), [(0, []), (3, []), (2, ["11.A.9"])])
def test_11_a_9_no_more_units_of_a_hex_attack_than_may_stand_in_the_target(stacking, rules):
    """11.A.9."""
    three = [infantry(3), infantry(3), infantry(3)]
    assert problems(three, GUARD, stacking=stacking) == rules


def test_11_a_9_the_limit_is_that_of_each_hex_and_not_for_units_from_overstack():
    """11.A.9."""
    apart = [infantry(3), infantry(3), infantry(3, at=SOUTHEAST)]
    assert problems(apart, GUARD, stacking=2) == []
    over = [infantry(3), infantry(3), infantry(3, overstacked=True)]
    assert problems(over, GUARD, stacking=2, plotted=1) == []


def test_11_f_1d_a_mountain_hexside_limits_attackers_as_a_mountain_would():
    """11.F.1d."""
    two = [infantry(9), infantry(9)]
    assert problems(two, GUARD, sides={EAST: ["mountain_side"]}, side_stacking=1) == ["11.F.1d"]
    assert problems(two, GUARD, side_stacking=1) == []


def test_11_a_10_nothing_counts_for_more_than_20_to_1():
    """11.A.10."""
    found = figures([infantry(60), infantry(60)], [infantry(4)])
    assert found.odds.name == "20.0:1"
    assert (found.place().name, found.place().dm) == ("13:1", 7)


def test_11_a_11_below_a_sure_1_to_4_nobody_attacks_of_his_own_will():
    """11.A.11."""
    assert problems([infantry(5)], [infantry(20)]) == []
    assert problems([infantry(10)], [infantry(41)]) == ["11.A.11"]
    assert problems([infantry(10)], [infantry(41)], kind="forced") == []


def test_11_a_11_a_forced_attack_pays_two_for_each_level():
    """11.A.11."""
    found = figures([infantry(5)], [infantry(30)], kind="forced")
    assert (found.place().name, found.place().dm, found.dm()) == ("1:4", -4, -4)


@pytest.mark.parametrize(("check", "rules"), [("before", []), ("after", ["11.A.11"])])
def test_11_a_11_is_judged_before_or_after_the_weather(check, rules):
    """11.A.11: Reading A4."""
    assert problems([infantry(5)], [infantry(20)], weather_shift=-1, readings={"weather_check": check}) == rules


def test_11_h_1_units_without_strength_do_not_attack_alone():
    """11.H.1."""
    nothing = infantry(0)
    assert problems([nothing], GUARD) == ["11.H.1"]
    assert problems([infantry(8), nothing], GUARD) == []


def test_11_a_4_an_attack_has_one_hex():
    """11.A.4."""
    assert may_attack_together(1, False)
    assert not may_attack_together(2, False)
    assert may_attack_together(2, True)


def test_11_g_2_an_attack_from_overstack_is_planned_ahead_and_nobody_moves():
    """11.G.2."""
    over = [infantry(8), infantry(8, overstacked=True), infantry(8, overstacked=True), infantry(8, overstacked=True)]
    assert problems(over, GUARD) == ["11.G.2"]
    assert problems(over, GUARD, plotted=1) == ["11.G.2"]  # 9 REs: two turns
    assert problems(over, GUARD, plotted=2) == []
    moved = [infantry(8, moved="initial"), infantry(8, overstacked=True)]
    assert problems(moved, GUARD, plotted=1) == ["11.G.2"]


@pytest.mark.parametrize(
    ("more", "field"), [({"moved": "initial"}, "moved"), ({"via": "sea"}, "via"), ({"via": "airdrop"}, "via")]
)
def test_11_g_2_who_lands_or_is_dropped_moves_in_the_turn_of_an_attack_from_overstack(more, field):
    """11.G.2, 11.R.0: so there is no such attack with him."""
    found = Setting(read_scenario(document([infantry(8, **more), infantry(8, overstacked=True)], GUARD, plotted=1)))
    wrong = [(problem.rule, problem.path) for problem in eligibility.problems(found)]
    assert wrong == [("11.G.2", f"$.units[0].{field}")]


def test_11_g_1_overstacked_res_cost_half_a_point_for_each_three():
    """11.G.1."""
    over = [infantry(8), infantry(8, overstacked=True), infantry(8, size="4", overstacked=True)]
    found = figures(over, GUARD, plotted=2)
    assert terms(found.cost.children[0] if found.cost.op == "product" else found.cost)["overstack"] == 3 / 2


def test_11_a_13_reserves_join_in_the_exploitation_phase():
    """11.A.13."""
    units = [infantry(8), infantry(4, reserve=True)]
    assert figures(units, GUARD).attack == 8
    assert figures(units, GUARD, phase="exploitation").attack == 12


def test_11_a_5_a_stack_may_split_and_who_stands_by_adds_nothing():
    """11.A.5, 11.A.6."""
    units = [infantry(8), infantry(7, attacks=False), infantry(6, at="3,0", attacks=False)]
    assert figures(units, GUARD).attack == 8
    assert problems(units, GUARD) == []


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ({"spent": True}, "11.L.1.d.vii"),
        ({}, "11.0a"),
        ({"spent": True, "at": "3,0"}, "11.0a"),
    ],
)
def test_11_l_1_d_vii_nobody_attacks_as_those_beside_the_hex_have_counterattacked(unit, rule):
    """11.L.1.d.vii, 11.0a: who has counterattacked far from the hex was not to make this attack."""
    assert problems([infantry(5, attacks=False, **unit)], [infantry(4)]) == [rule]


def test_11_a_4_who_stands_beside_one_of_several_hexes_is_no_stray():
    """11.A.4, 11.0a: what is wrong is that one attack is made on two hexes."""
    setup = {**document([infantry(5)], [infantry(4), infantry(4, at=WEST)]), "targets": [HERE, WEST]}
    found = eligibility.problems(Setting(read_scenario(setup)))
    assert [problem.rule for problem in found] == ["11.A.4"]
