"""Readings on odds, retreats and zones of control: what each of two does in a battle, and when the form asks for it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.rulesets.v101125.rules import relevance, retreat, routes
from hexumpire.rulesets.v101125.rules.dues import Engagement

from tests.rules.v101125.playing import after, begin, log, topic
from tests.rules.v101125.setting import HERE, document, figures, infantry, problems, setting


def asked(*forces, **more):
    """The readings that the form asks for."""
    return set(relevance.relevant(setting(*forces, **more))["readings"])


@pytest.mark.parametrize(("reading", "rules"), [("die", ["11.A.11"]), ("ratio", [])])
def test_a_sure_1_to_4(reading, rules):
    """11.A.11: 1:4.2 is 1:5 by a die of 2 or less; 1:4 is allowed by both, 1:5 by none."""
    sides = [infantry(5)], [infantry(21)]
    assert problems(*sides, readings={"sure_odds": reading}) == rules
    assert problems([infantry(5)], [infantry(20)], readings={"sure_odds": reading}) == []
    assert problems([infantry(5)], [infantry(25)], readings={"sure_odds": reading}) == ["11.A.11"]
    assert "sure_odds" in asked(*sides)
    assert "sure_odds" not in asked([infantry(5)], [infantry(20)])
    assert "sure_odds" not in asked([infantry(5)], [infantry(17)]), "1:3.4 is 1:4 at worst, which is allowed"


@pytest.mark.parametrize(
    ("strengths", "keys"),
    [
        ((9, 10), {"below_even_rounding"}),
        ((10, 10), {"fraction_from", "ratio_step"}),
        ((29, 20), {"fraction_from", "ratio_step"}),
        ((30, 20), {"ratio_step"}),  # the die is proportional from there on by either reading
        ((29, 10), {"ratio_step"}),
        ((30, 10), set()),
    ],
)
def test_how_a_ratio_is_rounded_is_asked_of_ratios_that_are_rounded_in_two_ways(strengths, keys):
    """11.B.8, 11.B.14, 11.B.16: below 1:1 the tenths, from there to 3:1 half tenths and the columns between."""
    ours, theirs = strengths
    found = asked([infantry(ours)], [infantry(theirs)])
    assert found & {"below_even_rounding", "fraction_from", "ratio_step"} == keys


@pytest.mark.parametrize(("reading", "final"), [("count", 0), ("skip", -2)])
def test_the_modifier_of_odds_beyond_the_table_on_the_disruption_dice(reading, final):
    """T6.a1, T6.d2, T10.n1: 15:1 adds 2 to the main dice, and woods take 2; Table 6 sees both, or the woods alone."""
    sides = [infantry(30)], [infantry(2)]
    setup = document(*sides, terrain="woods", readings={"red_odds": reading})
    battle = begin(setup, "d6=3", "d6=3")
    assert figures(*sides, terrain="woods").dm() == 0
    assert battle.state.dice[1] == final
    assert "red_odds" in asked(*sides, terrain="woods")
    assert "red_odds" not in asked([infantry(10)], [infantry(2)])


@pytest.mark.parametrize(("reading", "token", "asks"), [
    ("all", "DR", True), ("plain", "DR", True), ("all", "D½", True), ("plain", "D½", False),
])  # fmt: skip
def test_which_retreats_an_exchange_buys_off(reading, token, asks):
    """11.L.1.g: below 3:1, of DR alone or of whatever makes the defender retreat."""
    sides = [infantry(10)], [infantry(5, cadre_attack=2), infantry(3, cadre_attack=1)]
    battle = after(document(*sides, readings={"stand_against": reading}), token)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert topic(battle) == ("stand" if asks else "retreat")
    assert "stand_against" in asked(*sides)
    assert "stand_against" not in asked([infantry(15)], [infantry(5)])


@pytest.mark.parametrize(
    ("allowance", "lower", "between"), [(8, 3, 3), (9, 3, Fraction(7, 2)), (10, 4, 4), (12, 4, 5), (6, 2, 2)]
)
def test_movement_factors_between_and_beyond_the_list(allowance, lower, between):
    """11.Q.2.d: 9 MP count as 8, or half-way to 10."""
    assert retreat.factor(allowance, "", False) == lower
    assert retreat.factor(allowance, "", False, "between") == between


@pytest.mark.parametrize(("reading", "left"), [("lower", "0x"), ("between", "01")])
def test_a_fast_unit_on_a_retreat(reading, left):
    """11.Q.2.d: 7 points of zones of control are more than a 2-9 covers at factor 3, and what it covers at 3½."""
    british = infantry(2, nation="British", movement=9, cadre_attack=1)
    assert "retreat_factor" in asked([infantry(14)], [british])
    assert "retreat_factor" not in asked([infantry(14)], [infantry(2, movement=8)])
    battle = after(document([infantry(14)], [british], readings={"retreat_factor": reading}), "DR", "to:1,-1")
    while topic(battle) == "pay":
        battle = battle.play(next(iter(battle.legal_actions)))
    assert battle.state.left == left


@pytest.mark.parametrize(("reading", "zone"), [("double", 2), ("on", 4)])
def test_a_double_zone_in_a_shared_hex(reading, zone):
    """11.R.3.b.zoc, T6.r5: a level more inside, where there is one."""
    sides = [infantry(10, at=HERE)], [infantry(5, zoc="double")]
    found = figures(*sides, readings={"zone_beyond": reading})
    total = Engagement(found.setting, found.fight).total(0)
    assert total.value == 3 * zone
    assert "zone_beyond" in asked(*sides)
    assert "zone_beyond" not in asked([infantry(10)], [infantry(5, zoc="double")])
    price = figures(*sides, readings={"zone_beyond": reading, "dual_price": "increased"}).cost.value
    assert price == zone
    battle = begin(document(*sides, readings={"zone_beyond": reading}))
    assert routes.zone(battle.game.setting, battle.state, 1, HERE, normal=True) == zone


@pytest.mark.parametrize(("reading", "row"), [("count", 2), ("drop", 3)])
@pytest.mark.parametrize("kind", ["forced", "regular"])
def test_earlier_markers_on_the_disruption_die_of_a_forced_attack(kind, reading, row):
    """T6.a9, 11.L.1.d.iii: an odd marker of the defender counts, but by the reading of the worked battle."""
    setup = document([infantry(10)], [infantry(5, marker=1)], kind=kind, readings={"markers_in_chain": reading})
    told = log(begin(setup, "!result=DL", "d6=3", "d6=1"))
    assert f"The attacker's disruption die is 3, read as {row if kind == 'forced' else 2}" in told


@pytest.mark.parametrize("defending", [False, True])
@pytest.mark.parametrize(
    ("nations", "keys"),
    [
        (["British", "British"], set()),
        (["British", "Italian"], {"contingents"}),
        (["German", "Italian"], {"contingents"}),
        (["British", "Indian"], {"contingents", "commonwealth"}),
    ],
)
def test_mixed_forces_and_those_of_the_commonwealth(nations, keys, defending):
    """T3.n2: several rows take several countries, the row of the Commonwealth two countries of it, on either side."""
    force, others = [infantry(5, nation=nation) for nation in nations], [infantry(5)]
    found = asked(others, force) if defending else asked(force, others)
    assert found & {"contingents", "commonwealth"} == keys


@pytest.mark.parametrize("defending", [False, True])
@pytest.mark.parametrize(("nations", "asks"), [(["British", "British"], False), (["German", "Italian"], True)])
def test_of_which_contingent_a_unit_is_is_asked_where_its_side_has_several_countries(nations, asks, defending):
    """11.I, T3.n2."""
    force, others = [infantry(5, nation=nation) for nation in nations], [infantry(5)]
    found = relevance.relevant(setting(others, force) if defending else setting(force, others))["units"]
    mixed, alone = ("d1", "a1") if defending else ("a1", "d1")
    assert ("contingent" in found[mixed], "contingent" in found[alone]) == (asks, False)


@pytest.mark.parametrize("kind", ["forced", "regular"])
@pytest.mark.parametrize("marked", [0, 1, 2, None])
def test_how_markers_count_is_asked_where_any_unit_has_one(marked, kind):
    """T10.n6, T10.n7, 11.L.1.d.iii: attacker or defender; whether earlier ones count in the forced attack itself."""
    units = [infantry(5, **({"marker": 1} if place == marked else {})) for place in range(3)]
    wanted = set() if marked is None else {"marker_steps"} | ({"markers_in_chain"} if kind == "forced" else set())
    assert asked(units[:2], units[2:], kind=kind) & {"marker_steps", "markers_in_chain"} == wanted
