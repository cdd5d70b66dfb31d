"""11.B: strengths, ratio, ten-sided die, weather, main dice."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hexumpire.rulesets.v101125.rules import odds as ladder
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.setting import changed, figures, infantry, setting, skipped, support, terms, unit

READINGS = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}


def ratio(attack, defence, **readings):
    found = ladder.odds(attack, defence, {**READINGS, **readings})
    return found.name, ladder.level_name(found.level), found.faces, ladder.level_name(found.next)


def test_11_b_8_34_against_7_is_4_8():
    """11.B.8."""
    assert ratio(34, 7) == ("4.8:1", "4:1", 8, "5:1")


def test_11_b_16_3_4_and_a_die_of_4_is_4_to_1():
    """11.B.16."""
    found = figures([infantry(34)], [infantry(10)])
    assert found.odds.name == "3.4:1"
    assert [found.place(die).name for die in (1, 4, 5, 10)] == ["4:1", "4:1", "3:1", "3:1"]


def test_11_b_16_2_75_and_a_die_of_5_is_3_to_1():
    """11.B.16."""
    found = figures([infantry(11)], [infantry(4)])
    assert found.odds.name == "2.75:1"
    assert [found.place(die).name for die in (5, 6)] == ["3:1", "2.5:1"]


def test_11_b_16_below_1_to_1_the_die_makes_it_worse():
    """11.B.16."""
    found = figures([infantry(10)], [infantry(28)])
    assert found.odds.name == "1:2.8"
    assert [found.place(die).name for die in (8, 9)] == ["1:3", "1:2"]


@pytest.mark.parametrize(
    ("attack", "defence", "reading", "value", "expected"),
    [
        (11, 9, "fraction_from", "one", ("1.20:1", "1:1", 4, "1.5:1")),
        (11, 9, "fraction_from", "one_and_half", ("1.20:1", "1:1", 2, "1.5:1")),
        (11, 4, "ratio_step", "coarse", ("2.7:1", "2.5:1", 4, "3:1")),
        (10, 28, "below_even_rounding", "up", ("1:2.8", "1:2", 8, "1:3")),
        (30, 82, "below_even_rounding", "up", ("1:2.8", "1:2", 8, "1:3")),
        (30, 82, "below_even_rounding", "down", ("1:2.7", "1:2", 7, "1:3")),
    ],
)
def test_11_b_14_by_the_readings_on_it(attack, defence, reading, value, expected):
    """11.B.14."""
    assert ratio(attack, defence, **{reading: value}) == expected


def by_hand(attack, defence):
    """The column with its chance in tenths, straight from 11.B.8 and 11.B.14."""
    heads = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5, 2), *map(Fraction, range(3, 21))]
    if attack < defence:
        tenths = ceil(Fraction(defence * 10, attack))
        return f"1:{tenths // 10}", tenths % 10
    exact = min(Fraction(attack, defence), Fraction(20))
    kept = Fraction(floor(exact * 20), 20) if exact < 3 else Fraction(floor(exact * 10), 10)
    below = max(head for head in heads if head <= kept)
    above = next((head for head in heads if head > kept), below + 1)
    name = f"{below}:1" if below.denominator == 1 else f"{float(below)}:1"
    return name, floor((kept - below) / (above - below) * 10)


def test_11_b_8_agrees_with_a_reckoning_by_hand():
    """11.B.8."""
    for attack in range(1, 61):
        for defence in range(1, 61):
            found = ladder.odds(attack, defence, READINGS)
            assert (ladder.level_name(found.level), found.faces) == by_hand(attack, defence), (attack, defence)


def test_11_b_3_the_defenders_air_counts_half_and_the_attackers_all():
    """11.B.3."""
    found = figures([infantry(8), support(4)], [infantry(5), support(6), support(2, "naval")])
    assert found.attack == 12
    assert found.defence == 5 + 3 + 2


def test_11_b_5_supply_and_support_scale_attackers_as_stated():
    """11.B.5."""
    units = [infantry(8, supply="U2", supply_cut="half"), infantry(6, unsupported=True), infantry(5)]
    found = figures(units, [infantry(5)])
    assert terms(found.attack_trace) == {
        "German 8-6 infantry": 4, "German 6-6 infantry": 3, "German 5-6 infantry": 5
    }  # fmt: skip
    for stated in ({}, {"supply_cut": "full"}):
        told = skipped(figures([infantry(8, supply="U2", **stated)], [infantry(5)]).attack_trace)
        assert told == {"U2": "all of its strength counts, as no less is stated"}


def test_11_b_7_supply_and_support_scale_defenders_as_stated():
    """11.B.7."""
    found = figures([infantry(8)], [infantry(6, supply="U4", supply_cut="quarter"), infantry(4, unsupported=True)])
    assert found.defence == Fraction(3, 2) + 2


def test_11_b_6_everybody_from_overstack_counts():
    """11.B.6."""
    assert figures([infantry(8), infantry(7, overstacked=True)], [infantry(5)]).attack == 15


@pytest.mark.parametrize(
    ("shift", "reading", "column", "dm"),
    [(-1, "extended", "3:1", 0), (1, "extended", "5:1", 0), (-9, "extended", "1:4", -2), (-9, "table", "1:4", 0)],
)
def test_11_b_15_the_weather_shifts_the_column(shift, reading, column, dm):
    """11.B.15."""
    found = figures([infantry(34)], [infantry(7)], weather_shift=shift, readings={"weather_ladder": reading})
    assert (found.place().name, found.place().dm) == (column, dm)


@pytest.mark.parametrize(("reading", "dm"), [("after", 0), ("before", 1)])
def test_11_b_15_and_the_modifier_of_high_odds(reading, dm):
    """11.B.15: Reading A56."""
    found = figures([infantry(56)], [infantry(4)], weather_shift=-1, readings={"weather_dm": reading})
    assert (found.place().name, found.place().dm) == ("13:1", dm)


def test_11_b_15_table_keeps_odds_that_are_beyond_it_already():
    """11.B.15."""
    found = figures([infantry(56)], [infantry(4)], weather_shift=1, readings={"weather_ladder": "table"})
    assert found.place().dm == 1


@pytest.mark.parametrize(("attack", "dm"), [(52, 0), (56, 1), (60, 2), (79, 6), (80, 7)])
def test_t10_n1_each_level_above_13_adds_one(attack, dm):
    """T10.n1."""
    found = figures([infantry(60), infantry(attack - 60)] if attack > 60 else [infantry(attack)], [infantry(4)])
    assert (found.place().name, found.dm()) == ("13:1", dm)


def test_t10_n2_each_level_below_1_to_4_costs_two():
    """T10.n2."""
    found = figures([infantry(10)], [infantry(41)], kind="forced")
    assert [found.dm(die) for die in (1, 2)] == [-2, 0]


def test_11_b_16_main_dice_add_up_line_by_line():
    """11.B.16."""
    units = [infantry(20, marker=3), unit("armour", 12, size="2"), infantry(8, nation="Italian", size="4")]
    found = figures(units, [infantry(5, marker=4)], terrain="woods", other_dm=-1)
    found = changed(found, steps=3, bought_back=1)
    assert terms(found.modifiers) == {
        "Woods": -2, "REs of another country": -1, "the defender's MP marker": 2, "the attacker's MP marker": -2,
        "planned attack": 3, "bought back by the defender": -1, "other modifiers, as stated": -1,
    }  # fmt: skip
    assert found.modifiers.value == -2
    # 2 REs of armour and 1 RE of nobody's: 4:1 against the division's half RE, less 1 in woods.
    assert found.armour.ratio.name == "4:1"
    assert found.armour.step.base == 2
    assert found.dm(0, 10) == 0
    assert found.dm(0, 7) == 1


@pytest.mark.parametrize(("reading", "dm"), [("thresholds", (2, -1)), ("parity", (0, 0))])
def test_t10_n6_and_n7_markers_by_their_reading(reading, dm):
    """T10.n6, T10.n7, reading A9: a 5 has two even numbers up to it, a 2 one odd one."""
    found = figures([infantry(8, marker=2)], [infantry(5, marker=5)], readings={"marker_steps": reading})
    told = terms(found.modifiers)
    assert (told["the defender's MP marker"], told["the attacker's MP marker"]) == dm


@pytest.mark.parametrize(("held_out", "dm"), [(False, 1), (True, None)])
def test_t10_n6_the_marker_of_a_unit_held_out_does_not_count(held_out, dm):
    """11.A.3, T10.n6: what is held out of the defence counts in no way; its marker of 2 would help the attack."""
    found = figures([infantry(8)], [infantry(5), infantry(4, marker=2, held_out=held_out)])
    assert terms(found.modifiers).get("the defender's MP marker") == dm


@pytest.mark.parametrize(("ours", "theirs"), [([], [infantry(5)]), ([infantry(8)], []), ([infantry(8)], [infantry(5)])])
def test_t10_n6_and_n7_where_nobody_is_no_marker_is(ours, theirs):
    """T10.n6, T10.n7, 11.B.16: the form is asked what can matter before all units are there."""
    found = figures(ours, theirs)
    assert not terms(found.modifiers)
    assert found.modifiers.value == 0


@pytest.mark.parametrize("reading", ["count", "drop"])
@pytest.mark.parametrize(("ours", "theirs", "dm"), [(0, 2, 1), (1, 0, -1)])
def test_11_l_1_d_iii_earlier_markers_in_a_forced_attack(ours, theirs, dm, reading):
    """11.L.1.d.iii: Reading A20; where they do not count the trace says why, whoever has one."""
    forces = [infantry(8, marker=ours)], [infantry(5, marker=theirs)]
    found = figures(*forces, kind="forced", readings={"markers_in_chain": reading})
    assert found.dm() == (dm if reading == "count" else 0)
    why = "by the reading chosen, earlier markers do not count in a forced attack"
    assert skipped(found.modifiers) == ({"MP markers": why} if reading == "drop" else {})


def test_11_b_16_the_result_is_read_where_the_dice_say():
    """11.B.16."""
    found = figures([infantry(17)], [infantry(10)], other_dm=-2)
    result = found.result(9, 5, 0)
    assert (result.place.name, result.dm, result.cell.row, result.cell.result) == ("1.5:1", -2, 7, "1:1")
    assert found.result(9, 4, 0).place.name == "2:1"
    assert found.result(2, 10, 1).cell.row == 0


def test_11_b_16_rows_end_at_both_edges():
    """11.B.16."""
    assert figures([infantry(30)], [infantry(10)], other_dm=-8).result(2, 10, 0).cell.row == -4
    assert figures([infantry(30)], [infantry(10)], other_dm=20).result(12, 10, 0).cell.row == 18


def test_11_a_8_the_opening_fight_is_the_one_that_is_set_up():
    """11.A.8."""
    found = setting([infantry(8), infantry(7, at="5,5")], [infantry(5), infantry(4, at="-1,0")])
    assert [piece.counter.id for piece in found.opening.attackers] == ["a1"]
    assert [piece.counter.id for piece in found.opening.defenders] == ["d1"]


# --- the first fights of the worked battle under 11.L.1 (11.L.1.Ex) ---------------------------------------------------


def test_11_l_1_ex_the_first_attack_is_25_to_10():
    """11.L.1.Ex."""
    units = [infantry(8), infantry(7, at="0,1"), infantry(6, at="-1,1"), support(4)]
    found = figures(units, [infantry(5), support(6), support(2, "naval")])
    assert (found.attack, found.defence) == (25, 10)
    assert (found.odds.name, found.odds.faces, found.cost.value) == ("2.50:1", 0, 3)
    assert any(found.result(dice, 10, 0).cell.result == "DL" for dice in range(2, 13))


def test_11_l_1_ex_the_forced_attack_in_the_dual_hex_is_5_to_1_less_1():
    """11.L.1.Ex."""
    soviets = [infantry(5, at="0,0"), infantry(5, at="0,0"), infantry(4, at="1,0"), infantry(4, at="1,0"),
               infantry(4, at="0,1"), infantry(4, at="0,1"), support(4)]  # fmt: skip
    found = figures(soviets, [infantry(6, marker=2)], terrain="woods", kind="forced")
    assert (found.attack, found.defence, found.odds.name) == (30, 6, "5.0:1")
    assert (found.dm(), found.cost.value) == (-1, Fraction(3, 2))


def test_11_l_1_ex_the_counterattack_is_1_to_1_and_costs_nothing():
    """11.L.1.Ex."""
    found = figures([infantry(6, at="0,0"), support(8)], [infantry(5), infantry(5)], terrain="woods")
    found = changed(found, kind="counterattack", clear=True)
    assert (found.attack, found.defence, found.odds.name) == (10, 10, "1.00:1")
    assert (found.dm(), found.cost.value) == (0, 0)
