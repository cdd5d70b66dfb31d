"""11.L.1: what the results of the main table make both sides owe, and who retreats."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hexumpire.model.errors import RulesetError
from hexumpire.rulesets.v101125.rules import results
from hexumpire.rulesets.v101125.rules.dues import Engagement
from hexumpire.rulesets.v101125.rules.results import Clash, Effect, Force, parse
from hexumpire.rulesets.v101125.tables import CRT, PRINTED
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.playing import begin, log, topic
from tests.rules.v101125.setting import document, infantry, setting

USUAL = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}
FACES = range(1, 7)


def force(strength: object, res: object = 3, largest: object = None, isolated: bool = False) -> Force:
    whole = F(str(strength))
    return Force(whole, whole if largest is None else F(str(largest)), F(str(res)), isolated)


def owed(token: str, attack: Force, defence: Force, face: int = 1, said: dict[str, str] | None = None, **more: object):
    """Casualties and disruption of the attacker, then of the defender."""
    charges = results.charges(parse(token), Clash(attack, defence, **more), face, {**USUAL, **(said or {})})
    sums = {(side, kind): F(0) for side in ("attacker", "defender") for kind in ("casualties", "disruption")}
    for charge in charges:
        assert not charge.trace.mismatches()
        sums[charge.side, charge.kind] += charge.points
    return tuple(sums.values())


# --- what is printed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "attacker", "defender"),
    [
        ("1:", [(":", 1)], []),
        ("½:1", [(":", F(1, 2))], [(":", 1)]),
        ("1X½", [("X", 1)], [("X", F(1, 2))]),
        ("½E", [("E", F(1, 2))], []),
        ("E½D½", [], [("E", F(1, 2)), ("D", F(1, 2))]),
        ("1L1", [("L", 1)], [("L", 1)]),
        ("ME", [(":", F(1, 4))], [(":", F(1, 4))]),
        ("OR(3)", [], [("E", 1)]),
        ("CA", [], []),
        ("DR", [], []),
    ],
)
def test_left_is_the_attackers_and_right_the_defenders(token, attacker, defender):
    """11.L.1.0, 11.L.1.a, 11.L.1.b."""
    result = parse(token)
    assert result.attacker == tuple(Effect(*one) for one in attacker)
    assert result.defender == tuple(Effect(*one) for one in defender)


def test_brackets_mean_markers():
    """11.L.1.0: round and square brackets."""
    assert [parse(token).bracket for token in ("(DL)", "[1X]", "OR(2)", "(OR(2))", "1X")] == ["(", "[", "", "(", ""]
    assert parse("(OR(2))").cadres == 2
    assert parse("[1X]").attacker == parse("1X").attacker


@pytest.mark.parametrize("token", ["", "X", "2X", "1", "1X1Q", "OR()", "DLX", "(1X]"])
def test_what_is_printed_nowhere_is_refused(token):
    """11.L.1.0."""
    with pytest.raises(RulesetError):
        parse(token)


def test_every_cell_is_read_and_told():
    """T10: as repaired and as printed."""
    cells = {cell for row in CRT.cells for cell in row} | {cell for row in PRINTED.values() for cell in row.values()}
    assert len(cells) == 36
    told = {results.describe(parse(cell)) for cell in cells}
    assert len(told) == len(cells) and "" not in told


def test_equal_results():
    """T10.def: both sides suffer the same."""
    assert {cell for row in CRT.cells for cell in row if parse(cell).equal} == {"1:1", "½:½", "1L1", "1X1", "ME"}


# --- what is owed ---------------------------------------------------------------------------------------------------


def test_an_exchange_by_res_takes_a_point_for_each_re_of_the_smaller_side():
    """11.L.1.c, 11.L.1.b."""
    assert owed("1:½", force(30, 9), force(20, 7)) == (7, 0, F(7, 2), 0)
    assert owed("1:1", force(30, 2), force(20, 7)) == (2, 0, 2, 0)


def test_terrain_that_cuts_multiplies_it_for_the_attacker():
    """11.M.3, T10.n8."""
    assert owed("1:1", force(30, 9), force(20, 3), cut=2) == (6, 0, 3, 0)
    charges = results.charges(parse("1X1"), Clash(force(30), force(20), cut=2), 1, USUAL)
    assert [charge.scaled for charge in charges] == [False, False]


def test_points_are_rounded_down_to_the_half():
    """11.M.0c."""
    assert owed("ME", force(9, 3), force(9, 3)) == (F(1, 2), 0, F(1, 2), 0)
    assert owed("ME", force(9, "1/2"), force(9, 3)) == (0, 0, 0, 0)


def test_an_exchange_costs_the_lower_strength():
    """11.L.1.X."""
    assert owed("1X1", force(18), force(7)) == (7, 0, 7, 0)
    assert owed("X½", force(5), force(12)) == (0, 0, F(5, 2), 0)
    assert owed("1X1", force(18), force(7), outfought=True) == (14, 0, 18, 0)  # by the strengths fought with; 11.A.12


def test_an_elimination_costs_the_defenders_strength():
    """11.L.1.h; 11.A.12: the attacker no more than twice that."""
    assert owed("E½", force(30), force(13)) == (0, 0, F(13, 2), 0)
    assert owed("1E", force(40), force(13)) == (13, 0, 0, 0)


@pytest.mark.parametrize(
    ("token", "said"), [("E½", "Printed strength of the defender"), ("X½", "Lower printed strength")]
)
def test_what_a_result_costs_says_whose_strength_that_is(token, said):
    """11.L.1.h, 11.L.1.X."""
    (charge,) = results.charges(parse(token), Clash(force(30), force(13)), 1, USUAL)
    trace = charge.trace.children[0] if charge.trace.op == "fact" else charge.trace
    assert trace.children[0].label == said


def test_no_attacker_loses_more_than_twice_what_the_defender_has():
    """11.A.12; disruption is not counted."""
    assert owed("1:1", force(12, 9), force(1, 3), cut=4) == (2, 0, 3, 0)
    assert owed("1D", force(12), force(1)) == (0, 1, 0, 0)


def test_disruption_is_that_of_the_lower_strength():
    """11.L.1.e."""
    assert owed("1D", force(4), force(9)) == (0, 4, 0, 0)
    assert owed("D½", force(30), force(9)) == (0, 0, 0, F(9, 2))
    assert owed("E½D½", force(30), force(9)) == (0, 0, F(9, 2), F(9, 2))


def test_disruption_in_a_work_is_halved_and_lost():
    """11.L.1.e, T10.n10: the defender's; 11.R.3.d: in a dual hex by either side or by the defender only."""
    assert owed("D½", force(30), force(9), works=True) == (0, 0, 2, 0)
    assert owed("1D", force(30), force(9), works=True) == (0, 9, 0, 0)
    assert owed("D1", force(30), force(9), dual=True) == (0, 0, F(9, 2), 0)
    assert owed("1D", force(30), force(9), dual=True) == (F(9, 2), 0, 0, 0)
    assert owed("1D", force(30), force(9), dual=True, said={"dual_d": "defender"}) == (0, 9, 0, 0)


def chart(table, row, **cells):
    """A chart pack that tells of one row."""
    return {"pack": {"title": "Ours", "tables": {table: {row: cells}}}}


@pytest.mark.parametrize(
    ("features", "more", "halved"),
    [
        ((), {}, False),
        (("small_city",), {}, False),
        (("dot_city",), {}, False),
        ((), chart("terrain_numbers", "dot_city", aec=1), False),
        (("home_city",), {}, True),  # which adds to the dice of disruption
        (("dot_city", "home_city"), {}, True),
        (("dot_city",), chart("terrain_numbers", "dot_city", aec=1), True),
        (("dot_city",), chart("terrain_strength", "dot_city", air="half"), True),
        (("dot_city",), chart("terrain_numbers", "partial_city", aec=1), False),
        (("partial_city",), {}, True),
        (("major_city",), {}, True),
        (("entrenchment",), {}, True),
    ],
)
def test_a_city_halves_disruption_where_it_has_an_effect_on_combat(features, more, halved):
    """11.L.1.e, T10.n10: a dot city has none but by the chart."""
    fight = setting([infantry(12)], [infantry(6)], features=features, kind="forced", **more)
    assert Engagement(fight, fight.opening).clash.works is halved


@pytest.mark.parametrize("city", ["small_city", "dot_city"])
def test_a_smaller_city_halves_it_where_its_res_fight(city):
    """11.L.1.e, 11.H.3: by the option cities count among units without strength."""
    fight = setting([infantry(0)], [infantry(0)], features=[city], kind="forced", zero_option=True)
    assert Engagement(fight, fight.opening).clash.works


def test_those_isolated_are_eliminated():
    """11.L.1.e: E if isolated."""
    alone = force(9, isolated=True)
    assert owed("D1", force(30), alone) == (0, 0, 9, 0)
    assert owed("D1", force(4), alone) == (0, 0, 9, 0)
    assert owed("D1", force(30), alone, works=True) == (0, 0, 9, 0)
    assert owed("D1", force(30), alone, works=True, said={"isolated_d": "halved"}) == (0, 0, F(9, 2), 0)
    assert owed("1D", force(4, isolated=True), force(9)) == (4, 0, 0, 0)
    assert owed("1D", force(4, isolated=True), force(9), said={"isolated_attacker": "defender"}) == (9, 0, 0, 0)


@pytest.mark.parametrize(("die", "points"), [(1, 8), (2, 8), (3, 8), (4, 5), (5, 5), (6, 5)])
def test_11_l_1_i_the_die_of_a_large_exchange_says_whose_largest_unit_counts(die, points):
    """11.L.1.i: at 1 to 3 the attacker's 8, at 4 to 6 the defender's 5."""
    setup = document([infantry(8), infantry(7)], [infantry(5), infantry(4)])
    battle = begin(setup, "!result=L1", "d6=2", "d6=1", f"d6={die}")
    assert f"The defender owes {points} points of casualties." in log(battle)


def test_a_large_exchange_costs_the_largest_unit_by_a_die():
    """11.L.1.i: 1-3 the attacker's, 4-6 the defender's, no more than the weaker side has."""
    attack, defence = force(21, largest=8), force(9, largest=5)
    assert [owed("1L1", attack, defence, face)[0] for face in FACES] == [8, 8, 8, 5, 5, 5]
    assert owed("1L1", attack, force(6, largest=5)) == (6, 0, 6, 0)
    assert owed("L½", attack, force(6, largest=5)) == (0, 0, 3, 0)
    assert all(results.needs_die(parse(token)) == ("L" in token) for token in ("1L1", "L½", "1X", "CA"))


def test_a_large_exchange_by_the_example():
    """11.M.0d: half of the defender's strength is lost and the rest disrupted, the attacker loses no more."""
    said = {"l_cap": "example"}
    assert owed("1L1", force(16, largest=8), force(6, largest=3), said=said) == (3, 0, 3, 3)
    assert owed("1L", force(16, largest=8), force(6, largest=3), said=said) == (3, 0, 0, 0)
    assert owed("1L1", force(16, largest=8), force(6, largest=3), 6, said) == (3, 0, 3, 0)


def test_minimal_effect_is_a_quarter_of_an_exchange():
    """11.L.1.j."""
    assert owed("ME", force(30, 9), force(9, 6)) == (F(3, 2), 0, F(3, 2), 0)


def test_an_overrun_result_in_a_battle_is_an_elimination():
    """11.L.1.k."""
    assert owed("OR(2)", force(60), force(9)) == (0, 0, 9, 0)
    assert parse("OR(2)").cadres == 2


def test_casualties_come_before_disruption():
    """11.M.4, T7."""
    kinds = [charge.kind for charge in results.charges(parse("E½D½"), Clash(force(30), force(9)), 1, USUAL)]
    assert kinds == ["casualties", "disruption"]


# --- who retreats ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "lost", "left", "rule"),
    [
        ("DR", (0, 0), (9, 9), "11.L.1.g"),
        ("D1", (0, 0), (9, 9), "11.L.1.e"),
        ("1D", (0, 0), (9, 3), ""),
        ("E½", (0, 5), (9, 5), "11.L.1.h"),
        ("E½", (5, 5), (9, 5), ""),
        ("1E", (5, 0), (9, 5), ""),
        ("OR(0)", (0, 5), (9, 5), "11.L.1.h"),
        ("1X1", (5, 5), (4, 3), "11.L.1.X"),
        ("1X1", (5, 5), (3, 3), ""),
        ("½X", (5, 0), (4, 3), ""),
        ("1L1", (5, 5), (9, 1), ""),
        ("CA", (0, 0), (9, 1), ""),
    ],
)
def test_who_retreats(token, lost, left, rule):
    """11.L.1.e, 11.L.1.g, 11.L.1.h, 11.L.1.X."""
    assert results.retreats(parse(token), lost, left[1] < left[0], USUAL) == rule


def test_a_result_on_the_attacker_alone_by_the_other_reading():
    """11.L.1.e, 11.L.1.X."""
    said = {**USUAL, "attacker_only": "retreat"}
    assert results.retreats(parse("1D"), (0, 0), True, said) == "11.L.1.e"
    assert results.retreats(parse("½X"), (5, 0), True, said) == "11.L.1.X"
    assert results.retreats(parse("1E"), (5, 0), True, said) == ""


def test_a_retreat_below_3_to_1_may_become_an_exchange():
    """11.L.1.g."""
    assert [name for name in CRT.ladder.names if results.may_stand(name)] == list(CRT.ladder.names)[:7]
    price = results.standing(Clash(force(30, 9), force(9, 3)))
    assert (price.side, price.kind, price.points) == ("defender", "casualties", F(3, 2))


@pytest.mark.parametrize(("cut_off", "kind", "row"), [(0, "disruption", 3), (1, "disruption", 3), (2, "casualties", 2)])
def test_a_force_is_isolated_when_all_of_it_is(cut_off, kind, row):
    """11.L.1.e, T6.b4: of two defenders one may be; D eliminates, and the attacker's die is better, against both."""
    stack = [infantry(5, isolated=cut_off > 0), infantry(4, isolated=cut_off > 1)]
    told = log(begin(document([infantry(20)], stack), "!result=D1", "d6=3", "d6=1"))
    assert f"The defender owes 9 points of {kind}." in told
    assert f"The attacker's disruption die is 3, read as {row}" in told


@pytest.mark.parametrize(("rest", "leaves"), [(7, True), (8, False), (9, False)])
def test_after_an_exchange_the_defender_leaves_who_is_then_the_weaker(rest, leaves):
    """11.L.1.X: not one who is as strong as the attacker; the exchange has cost half of the attacker's 8 points."""
    battle = begin(document([infantry(8)], [infantry(4), infantry(rest)]), "!result=X½", "d6=2", "d6=1", "lose:d1:0")
    assert (topic(battle) == "stand") is leaves
