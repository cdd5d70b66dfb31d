"""11.B.4, 11.G, 11.K: what an attack costs, and planned attacks."""

from fractions import Fraction

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import planned, supply
from hexumpire.rulesets.v101125.tables import ZOC

from tests.rules.v101125.playing import CALM, begin, spared
from tests.rules.v101125.setting import EAST, SOUTHEAST, WEST, changed, document, figures, infantry, skipped

GUARD = [infantry(5)]
THREE = [infantry(8), infantry(7, at=SOUTHEAST), infantry(6, at=WEST)]


def cost(attack, defend, **more):
    return figures(attack, defend, **more).cost.value


def test_11_b_4_a_point_for_each_stack():
    """11.B.4."""
    assert cost(THREE, GUARD) == 3
    assert cost([infantry(8), infantry(7)], GUARD) == 1


def test_11_b_4_a_quarter_of_it_in_a_forest_at_u4():
    """11.B.4: The example of the rule: full, lowered by the forest, lowered by U4."""
    assert supply.reduced(ZOC["full"], ["forest", "U4"]) == Fraction(1, 4)
    assert cost(THREE, [infantry(5, supply="U4")], terrain="forest") == Fraction(3, 4)


@pytest.mark.parametrize(("zoc", "price"), [("double", 6), ("full", 3), ("partial", Fraction(3, 2)), ("none", 0)])
def test_11_b_4_times_the_zone_of_the_best_defender(zoc, price):
    """11.B.4."""
    assert cost(THREE, [infantry(5, zoc=zoc), infantry(1, zoc="none")]) == price


def test_11_b_4_an_mp_marker_lowers_it_as_in_the_worked_battle():
    """11.B.4."""
    assert cost(THREE, [infantry(6, marker=2)]) == Fraction(3, 2)


def test_11_b_4_supply_lowers_it_only_when_all_defenders_share_it():
    """11.B.4."""
    assert cost(THREE, [infantry(5, supply="U4"), infantry(4)]) == 3
    assert cost(THREE, [infantry(5, supply="U3")]) == 3


def test_11_b_4_terrain_and_weather():
    """11.B.4."""
    assert cost(THREE[:2], GUARD, here={"sp_more": 2}, weather_sp="2") == (2 + 1) * 2
    pack = {"title": "Ours", "tables": {"terrain_numbers": {"swamp": {"sp": 1}}}}
    assert cost(THREE[:2], GUARD, terrain="swamp", pack=pack) == Fraction(5, 2)


@pytest.mark.parametrize(("reading", "price"), [("plain", 1), ("increased", 2)])
def test_11_b_4_in_a_dual_ownership_hex_by_its_reading(reading, price):
    """11.B.4."""
    assert cost([infantry(8, at="0,0")], GUARD, readings={"dual_price": reading}) == price


def test_11_b_4_an_unsupplied_attack_costs_nothing():
    """11.B.4."""
    assert cost(THREE, GUARD, supplied=False) == 0


def test_11_c_6_a_hasty_attack_costs_the_same():
    """11.C.6."""
    assert cost(THREE, GUARD, kind="hasty") == 3


@pytest.mark.parametrize(("kind", "cited"), [("hasty", True), ("regular", False)])
def test_11_c_6_the_price_of_a_hasty_attack_alone_names_that_rule(kind, cited):
    """11.C.6, 11.B.4: as do the terms of a price of which nothing else is said."""
    rules = {rule for _, line in figures(THREE, GUARD, kind=kind).cost.lines() for rule in line.rules}
    assert ("11.C.6" in rules) is cited
    plain = supply.price(supply.Terms(1), 1, 1, "all")
    assert {rule for _, line in plain.lines() for rule in line.rules} == {"11.B.4"}


@pytest.mark.parametrize(("size", "points", "turns"), [(3, Fraction(1, 2), 1), (7, Fraction(3, 2), 2), (23, 4, 4)])
def test_11_g_1_and_11_g_2_blocks_of_res(size, points, turns):
    """11.G.1."""
    assert (supply.overstack_price(size), supply.overstack_turns(size)) == (points, turns)


@pytest.mark.parametrize(("chit", "price"), [(False, 30), (True, 20)])
def test_11_k_2_and_11_k_4_each_step_costs_half(chit, price):
    """11.K.2, 11.K.4."""
    found = supply.price(supply.Terms(10, steps=4, chit=chit), 1, 1, "all")
    assert found.value == price
    assert found.mismatches() == []


@pytest.mark.parametrize(("reading", "price"), [("all", Fraction(15, 4)), ("plain", Fraction(7, 2))])
def test_11_k_2_half_of_the_price_with_or_without_overstack(reading, price):
    """11.K.2: Reading A49: two stacks and half a point for overstack."""
    found = supply.price(supply.Terms(2, overstack=Fraction(1, 2), steps=1), 1, 1, reading)
    assert found.value == price


def test_11_k_0_as_many_steps_as_artillery_allows():
    """11.K.0."""
    found = figures(THREE, GUARD, artillery_steps=2)
    assert planned.most(found.setting, found.fight) == 2
    assert changed(found, steps=2).dm() == 2


def test_11_k_1_one_re_of_each_stack_may_have_moved():
    """11.K.1."""
    one = infantry(2, size="1", moved="initial")
    assert planned.forbidden(figures([infantry(8), one], GUARD).fight) == ("", ())
    assert planned.forbidden(figures([infantry(8), one, one], GUARD).fight)[1] == ("11.K.1",)
    assert not planned.forbidden(figures([infantry(8), one, {**one, "at": SOUTHEAST}], GUARD).fight)[0]
    division = infantry(8, moved="initial")
    assert planned.forbidden(figures([division], GUARD).fight)[0]
    assert not planned.forbidden(figures([division], GUARD, phase="exploitation", delayed=True).fight)[0]


def test_11_c_3_a_hasty_attack_is_not_planned():
    """11.C.3."""
    found = figures(THREE, GUARD, kind="hasty", artillery_steps=2)
    assert planned.forbidden(found.fight)[1] == ("11.C.3",)
    assert planned.most(found.setting, found.fight) == 0


def test_11_b_13_the_defender_buys_back_one_fewer_at_most():
    """11.B.13."""
    found = changed(figures(THREE, GUARD, defender_steps=9), steps=4)
    assert planned.answers(found.setting, found.fight) == 3
    assert planned.answers(found.setting, changed(found, steps=0).fight) == 0
    answered = changed(found, bought_back=3)
    assert answered.dm() == 1
    assert planned.answer_price(answered.setting, answered.fight) == 3 * Fraction(3, 2)


def test_11_b_13_for_nothing_by_the_other_reading():
    """11.B.13."""
    found = changed(figures(THREE, GUARD, readings={"buy_back": "free"}), steps=4, bought_back=3)
    assert planned.answer_price(found.setting, found.fight) == 0


def test_11_l_1_d_ii_a_counterattack_pays_for_steps_only():
    """11.L.1.d.ii."""
    found = changed(figures(THREE, GUARD), kind="counterattack", clear=True)
    assert found.cost.value == 0
    assert "stacks, terrain and overstack" in skipped(found.cost)
    assert changed(found, steps=2).cost.value == 3


def test_11_f_0_a_hexside_that_all_cross_adds_its_points():
    """11.F.0."""
    pack = {"title": "", "tables": {"terrain_numbers": {"river": {"sp": 2, "dm": -1}}}}
    river = {EAST: ["river"]}
    assert cost(THREE[:1], GUARD, sides=river, pack=pack) == 2
    assert cost(THREE, GUARD, sides=river, pack=pack) == 3
    assert figures(THREE[:1], GUARD, sides=river, pack=pack).dm() == -1


def test_11_b_13_the_questions_name_what_each_step_costs():
    """11.B.13, 11.K.0."""
    data = document(THREE, GUARD, artillery_steps=2, defender_steps=2)
    battle = Battle.start(RULESET.game(read_scenario(data))).play("now")
    assert [option.label for option in battle.node.options] == [
        "No planned attack", "A step: main dice +1, 4½ SP in all", "2 steps: main dice +2, 6 SP in all"
    ]  # fmt: skip
    battle = battle.play("steps=2")
    assert [option.label for option in battle.node.options] == ["None", "1 back: main dice -1, 1½ SP"]


@pytest.mark.parametrize(("more", "steps", "price"), [({}, 0, 0), ({}, 2, 3), ({"chit": True}, 2, Fraction(3, 2))])
def test_11_k_2_without_supply_planned_steps_still_cost_half_of_the_plain_price(more, steps, price):
    """11.K.0, 11.K.2, 11.B.4: extra supply buys them, be it that the attack goes without: half of 3 SP for each."""
    assert changed(figures(THREE, GUARD, supplied=False, **more), steps=steps).cost.value == price


def test_11_g_1_without_supply_overstack_is_still_paid_for():
    """11.G.1, 11.B.4: units from overstack take part by spending for them, doubled by the weather; stacks are free."""
    over = [infantry(8), infantry(8, size="4", overstacked=True)]
    found = figures(over, GUARD, supplied=False, plotted=1, weather_sp="2")
    assert found.cost.value == 2
    assert skipped(found.cost) == {"stacks and terrain": "the attack is unsupplied"}


@pytest.mark.parametrize("steps", [0, 2])
def test_11_b_12_what_a_held_attack_cost_is_not_paid_again_and_planned_steps_are(steps):
    """11.B.12, 11.K.2, 11.L.1.Ex: three stacks, which a reserve joins; each step costs half of their price."""
    reserve = infantry(4, at=EAST, reserve=True)
    setup = document([*THREE, reserve], [infantry(2)], artillery_steps=steps)
    assert begin(setup).assessment.headline.endswith("3 SP")
    held = begin(setup, "delay")
    figures_ = held.game.flow.engagement(held.state).figures
    assert len(held.state.bout.attackers) == len(THREE) + 1
    assert figures_.cost.value == 0
    assert skipped(figures_.cost) == {"stacks, terrain and overstack": "they were paid for before the attack was held"}
    assert changed(figures_, steps=steps).cost.value == steps * Fraction(3, 2)


@pytest.mark.parametrize(
    ("stated", "price"),
    [
        ({"delayed": True, "phase": "exploitation"}, 0),
        ({"delayed": True}, 3),
        ({"phase": "exploitation"}, 3),
    ],
)
def test_11_b_12_so_it_is_where_a_held_attack_is_set_up(stated, price):
    """11.B.12, 11.B.4: before the phase that it was held to, nothing is paid yet."""
    assert cost(THREE, GUARD, **stated) == price


@pytest.mark.parametrize("held", [False, True])
def test_11_l_1_f_i_a_deadlock_that_is_fought_again_costs_its_price_once_more(held):
    """11.L.1.f.i, 11.B.12: be it in the phase after; a marker of the fight lowers no zone here."""
    stated = {"delayed": True} if held else {}
    battle = begin(document(THREE, [infantry(5, zoc="double")], forced_fights="here", **stated), "!result=DL", *CALM)
    battle = spared(battle)
    assert battle.state.bout.stage == "exploitation"
    assert battle.game.flow.engagement(battle.state).figures.cost.value == 6
