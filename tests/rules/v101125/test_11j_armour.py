"""11.J, Tables 4 and 5: armour effects, with the six worked examples."""

import itertools
from fractions import Fraction

import pytest
from hexumpire.files import packfile
from hexumpire.model.errors import InputError
from hexumpire.rulesets.v101125.rules import armour
from hexumpire.rulesets.v101125.tables import ARMOUR
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.setting import changed, figures, infantry, terms, unit

READINGS = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}
PANZER = unit("armour", 12)
MOTORIZED = unit("motorized", 6)
BATTALION = unit("armour", 2, size="1/2", aec="double", atec="double")


def totals(attack, defend, **more):
    """AECA, ATEC and AECD of a fight."""
    found = figures(attack, defend, **more).armour
    return tuple(line.value for line in found.trace.children[:3])


def artillery(**more):
    return unit("artillery", 3, **more)


def test_11_j_e1_a_panzer_division_converts_one_of_three_regiments():
    """11.J.E1."""
    regiment = artillery(cm=True, aec="neutral")
    assert totals([PANZER, infantry(5), infantry(5), regiment, regiment, regiment], [infantry(5)])[0] == 4


def test_11_j_e2_a_light_tank_cadre_and_a_motorized_division_defend():
    """11.J.E2."""
    cadre = unit("armour", 2, size="1", face="cadre", aec="half", atec="half")
    assert totals([infantry(8)], [cadre, MOTORIZED]) == (0, Fraction(3, 2), 1)


def test_11_j_e3_a_battalion_that_counts_double_converts_as_much():
    """11.J.E3."""
    assert totals([BATTALION, MOTORIZED], [infantry(5)])[0] == 2


def test_11_j_e4_a_panzergrenadier_division_converts_its_own():
    """11.J.E4."""
    assert totals([unit("mechanized", 7)], [infantry(5)])[0] == 2


PANZERS = [*[unit("armour", 12)] * 4, MOTORIZED, MOTORIZED, unit("mechanized", 7), infantry(8)]
DUG_IN = [unit("antitank", 1, atec="double"), artillery(), artillery(), artillery(), infantry(5)]


def test_11_j_e5_18_against_8_and_a_half():
    """11.J.E5."""
    found = figures(PANZERS, [*DUG_IN, unit("armour", 9)])
    assert totals(PANZERS, [*DUG_IN, unit("armour", 9)])[:2] == (18, Fraction(17, 2))
    assert found.armour.ratio.name == "2.1:1"
    assert found.armour.modifier == Fraction(21, 10)
    assert (found.armour.step.base, found.armour.step.faces) == (2, 1)


def test_11_j_e5_by_the_older_table():
    """11.J.E5."""
    found = figures(PANZERS, [*DUG_IN, unit("armour", 9)], readings={"armour_table": "older"})
    assert (found.armour.step.base, found.armour.step.faces) == (1, 8)


@pytest.mark.parametrize(
    ("readings", "ratio", "modifier"),
    [
        ({}, "1:2", 0),
        ({"aecd_terrain": "off"}, "1:4", Fraction(-7, 10)),
        ({"aecd_terrain": "off", "armour_table": "older"}, "1:4", 0),
    ],
)
def test_11_j_e6_a_battalion_and_a_motorized_division_in_a_forest(readings, ratio, modifier):
    """11.J.E6."""
    found = figures([infantry(12)], [BATTALION, MOTORIZED], terrain="forest", readings=readings)
    assert (found.armour.ratio.name, found.armour.modifier) == (ratio, modifier)


# --- Table 4 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "capable"),
    [
        ({"attack": 14}, 3 + 2), ({"attack": 13}, 3 + 1), ({"attack": 16, "nation": "American"}, 3 + 1),
        ({"size": "1"}, 1 + 1), ({"size": "2"}, 2 + 2),
    ],
)  # fmt: skip
def test_t4_how_much_a_unit_converts(more, capable):
    """T4."""
    assert totals([{**PANZER, **more}, MOTORIZED], [infantry(5)])[0] == capable


def test_t4_what_is_converted_to_armour_and_what_is_not():
    """T4."""
    group = [unit("antitank", 1, aec="neutral"), unit("antiaircraft", 1, aec="neutral"), artillery(aec="neutral")]
    assert totals([PANZER, *group], [infantry(5)])[0] == 3
    assert totals([PANZER, artillery(aec="neutral", cm=True)], [infantry(5)])[0] == 4


@pytest.mark.parametrize(
    ("support", "year", "nation", "atec"),
    [
        ("unsupported", 1944, "German", 0), ("self_supporting", 1941, "Soviet", 0),
        ("self_supporting", 1943, "Soviet", Fraction(1, 4)), ("self_supporting", 1944, "British", Fraction(1, 2)),
        ("support", 1941, "Soviet", Fraction(1, 4)), ("support", 1942, "Soviet", Fraction(1, 2)),
        ("support", 1944, "Soviet", Fraction(1, 2)), ("support", 1944, "American", 1),
    ],
)  # fmt: skip
def test_t4_what_a_division_has_by_itself(support, year, nation, atec):
    """T4."""
    assert totals([PANZER], [infantry(5, intrinsic=support, nation=nation)], year=year)[1] == atec
    assert totals([PANZER], [infantry(5, intrinsic=support, nation=nation, size="1")], year=year)[1] == 0


def test_t4_late_divisions_are_neutral_for_antitank_conversion():
    """T4, 11.J.2."""
    gun = unit("antitank", 1, nation="German")
    division = infantry(5, nation="German")
    assert totals([PANZER], [gun, division], year=1944)[1] == 1 + 1 + 1
    assert totals([PANZER], [gun, division], year=1943)[1] == 1 + Fraction(1, 2)


# --- ratio ------------------------------------------------------------------------------------------------------------


def ratio(aeca, atec, aecd=0, **readings):
    found = armour.ratio_of(Fraction(aeca), Fraction(atec), Fraction(aecd), {**READINGS, **readings}, None)
    return found.name, found.modifier


def test_11_j_0_5_to_1_by_both_tables():
    """11.J.0."""
    assert ratio(5, 1) == ("5:1", Fraction(44, 10))
    assert ratio(5, 1, armour_table="older") == ("5:1", Fraction(35, 10))


def test_11_j_3_the_ratio_is_capped_by_the_res_that_attack():
    """11.J.3."""
    assert ratio(1, Fraction(1, 4)) == ("2:1", 2)
    assert ratio(3, 0) == ("6:1", 5)
    assert ratio(12, Fraction(1, 2)) == ("24:1", 8)


@pytest.mark.parametrize(("reading", "expected"), [("none", ("1:1", 0)), ("look", ("1:2", -2))])
def test_11_j_3_at_exactly_1_to_1_by_its_reading(reading, expected):
    """11.J.3."""
    assert ratio(2, 2, 4, armour_even=reading) == expected


def test_11_j_4_defending_armour_is_looked_at_where_antitank_prevails():
    """11.J.4."""
    assert ratio(2, 3, 5) == ("1:2.5", Fraction(-24, 10))
    assert ratio(4, 5, 3) == ("none", 0)
    assert ratio(0, 0, 2) == ("1:4", Fraction(-37, 10))
    assert ratio(1, 2, 5, armour_cap="attacker") == ("1:2", -2)


@pytest.mark.parametrize(
    ("modifier", "lost", "left"),
    [(3, 1, 2), (1, 2, 0), (-3, 1, -2), (-1, 3, 0), (0, 2, 0)],
)
def test_11_j_5_terrain_and_weather_pull_toward_nothing(modifier, lost, left):
    """11.J.5."""
    assert armour.toward_zero(Fraction(modifier), lost) == left


def test_11_j_5_weather_as_stated():
    """11.J.5."""
    found = figures([PANZER], [infantry(5)], terrain="woods", weather_aec=2)
    assert found.armour.modifier == 5 - 1 - 2


def test_t5_the_last_row_not_above_the_ratio():
    """T5."""
    assert [armour.looked_up(Fraction(row, 10), "printed", None) for row in (25, 26, 33, 37, 230, 240)] == [
        Fraction(24, 10), Fraction(25, 10), Fraction(31, 10), Fraction(34, 10), 8, 8
    ]  # fmt: skip
    assert len(ARMOUR) == 71
    assert all(a < b and c < d for (a, c), (b, d) in itertools.pairwise(ARMOUR))


def test_t5_the_older_table_is_typed_in():
    """T5."""
    pack = {"title": "Old", "tables": {"armour": {"1.5": {"tenths": 9}, "3": {"tenths": 25}}}}
    found = figures([PANZER], [unit("antitank", 1, size="2")], readings={"armour_table": "older"}, pack=pack)
    assert (found.armour.ratio.name, found.armour.modifier) == ("1.5:1", Fraction(9, 10))
    bare = figures([PANZER], [unit("antitank", 1, size="2")], readings={"armour_table": "older"})
    assert bare.armour.ratio.unknown
    assert bare.armour.modifier == 0
    line = next(line for _, line in bare.armour.trace.lines() if "T5" in line.rules)
    assert line.skipped and "type it in as a chart pack" in line.note


def test_t5_a_row_of_the_older_table_is_a_ratio():
    """T5: one of 1:1 or more, to tenths as ratios are truncated (11.J.3); each once."""
    bad = ["x", "2/1", "1e9", "-1", "0.5", "2.15", "100", "2:2", "2 : 1", "²"]
    rows = "\n".join(f"'{row}' = 3" for row in ("2", "2.1:1", "23", *bad, "2:1"))
    with pytest.raises(InputError) as caught:
        packfile.read_file(f"[tables.armour]\n{rows}", "v101125")
    assert [(str(one.message), one.rule) for one in caught.value.problems] == [
        *((f"{row!r} is no ratio of 1:1 or more, to tenths", "T5") for row in bad),
        ("'2:1' is the same ratio as '2'", "T5"),
    ]
    pack = {"title": "Old", "tables": {"armour": {"1.5:1": {"tenths": 9}, "3": {"tenths": 25}}}}
    found = figures([PANZER], [unit("antitank", 1, size="2")], readings={"armour_table": "older"}, pack=pack)
    assert found.armour.modifier == Fraction(9, 10)


def test_11_j_0_the_tenths_are_for_a_ten_sided_die():
    """11.J.0, 11.B.9."""
    step = armour.stepped(Fraction(-14, 10))
    assert [step.after(die) for die in (1, 4, 5, 10)] == [-2, -2, -1, -1]
    assert armour.stepped(Fraction(5)).faces == 0


@pytest.mark.parametrize(
    ("modifier", "written"), [(0, "0"), (1, "+0.1"), (5, "+0.5"), (10, "+1"), (18, "+1.8"), (-7, "-0.7"), (-20, "-2")]
)
def test_11_j_0_a_modifier_is_written_with_its_sign_and_tenths(modifier, written):
    """11.J.0: any that is not nothing."""
    assert armour.tenths(Fraction(modifier, 10)) == written


def test_11_j_6_waived_units_have_no_capability():
    """11.J.6."""
    found = figures([PANZER, infantry(8)], [unit("antitank", 1)])
    assert found.armour.ratio.name == "3:1"
    waived = changed(found, waived=frozenset({0}))
    assert waived.armour.ratio.name == "none"
    assert waived.attack == found.attack


def test_11_k_3_a_planned_attack_in_the_exploitation_phase_halves_it():
    """11.K.3."""
    found = changed(figures([PANZER, PANZER], [unit("antitank", 1, size="2")], phase="exploitation"), steps=1)
    assert found.armour.ratio.name == "1.5:1"
    assert changed(found, phase="initial").armour.ratio.name == "3:1"


def test_11_j_1_the_trace_names_what_is_converted():
    """11.J.1."""
    line = figures([PANZER, MOTORIZED], [infantry(5)]).armour.trace.children[0]
    assert terms(line) == {"German 12-10 armour": 3, "converted": 1}
    assert line.mismatches() == []
