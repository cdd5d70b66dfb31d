"""11.L.2 and Table 6: the dice of disruption, their modifiers, and what they cost."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hexumpire.rulesets.v101125.rules import red
from hexumpire.rulesets.v101125.rules.dues import Rolled
from hexumpire.rulesets.v101125.rules.red import Ground, Stack
from hexumpire.rulesets.v101125.rules.results import Clash, Force
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.playing import begin
from tests.rules.v101125.setting import document, infantry

USUAL = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}
BOTH = ("attacker", "defender")


def added(ground: Ground, **said: str) -> tuple[object, object]:
    """Modifiers of the attacker's and of the defender's die; their traces add up."""
    lines = [red.modifiers(side, ground, {**USUAL, **said}) for side in BOTH]
    assert not any(line.mismatches() for line in lines)
    assert [red.modifiers(side, ground, {**USUAL, **said}, explain=False).value for side in BOTH] == [
        line.value for line in lines
    ]
    return lines[0].value, lines[1].value


def clash(attack: int = 30, defence: int = 9, ours: object = 9, theirs: object = 3) -> Clash:
    return Clash(Force(attack, attack, F(str(ours))), Force(defence, defence, F(str(theirs))))


def of(**counted: object) -> Stack:
    """What is counted of defenders about whom nothing else is said."""
    plain = {"negative": 0, "reacted": 0, "cut": 1, "zone": F(1), "raised": False, "beyond": False, "initial": None}
    return Stack(**plain | counted)


def total(stack: Stack, reading: str = "defender", **sides: object) -> object:
    line = red.re_total(clash(**sides), stack, reading)
    assert not line.mismatches()
    return line.value


# --- the table ------------------------------------------------------------------------------------------------------


def test_every_row_of_the_table():
    """T6.1, T6.2, T6.3, T6.4, T6.5, T6.6, T6.7, T6.8, T6.9, T6.10; 11.L.2.levels."""
    attacker = [red.row("attacker", die).level * 2 for die in range(1, 11)]
    defender = [red.row("defender", die).level * 2 for die in range(1, 11)]
    assert attacker == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert defender == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]


def test_stars():
    """T6.s2: the attacker may not advance; T6.s3: the defender retreats."""
    assert [die for die in range(1, 11) if red.row("attacker", die).star] == [7, 8, 9, 10]
    assert [die for die in range(1, 11) if red.row("defender", die).star] == [10]


def test_dice_beyond_the_table():
    """T6.10, 11.L.2.levels: the last row, or by a reading the level that the text defines beyond it."""
    for side, last in (("attacker", F(2)), ("defender", F(3, 2))):
        assert red.row(side, -3) == red.row(side, 1)
        assert red.row(side, 13).level == red.row(side, 10, "extrapolate").level == last
    assert red.row("attacker", 11, "extrapolate").level == F(5, 2)
    assert red.row("defender", 11, "extrapolate").level == F(3, 2)
    assert red.row("attacker", 13, "extrapolate").star


# --- modifiers of the dice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        (Ground(), (0, 0)),
        (Ground(city="full"), (2, 2)),  # T6.b1
        (Ground(city="partial"), (1, 1)),  # T6.b2
        (Ground(city="full", home_city=True), (3, 3)),  # T6.b3
        (Ground(isolated=frozenset({"attacker"})), (0, -1)),  # T6.b4
        (Ground(isolated=frozenset({"defender"})), (-1, 0)),
        (Ground(short=frozenset(BOTH)), (-1, -1)),  # T6.b5
        (Ground(minimal=True), (-2, -2)),  # 11.L.1.j
        (Ground(modifier=-4), (4, -1)),  # T6.a1, T6.d2
        (Ground(modifier=3), (0, 1)),  # T6.d1
        (Ground(amphibious=True), (1, 0)),  # T6.a2
        (Ground(hasty=True), (1, 0)),  # T6.a3
        (Ground(work="fort"), (1, -1)),  # T6.a4, T6.d3
        (Ground(work="unimproved_fortress"), (1, -1)),
        (Ground(work="fortified_area"), (2, -2)),  # T6.a5, T6.d4
        (Ground(hexside=True), (2, -2)),
        (Ground(work="fortified_area", hexside=True), (4, -2)),  # the attacker's each, the defender's once
        (Ground(work="fort", hexside=True), (3, -3)),  # rows are cumulative
        (Ground(work="fortress"), (3, -3)),  # T6.a6, T6.d5
        (Ground(work="port_fortification", hexside=True), (5, -5)),
        (Ground(work="entrenchment"), (0, 0)),
        (Ground(chit=True), (-1, 0)),  # T6.a7
        (Ground(prepared=True), (-1, 0)),  # T6.a8
        (Ground(marker=3), (-2, 0)),  # T6.a9
        (Ground(cadres=3), (-3, 0)),  # T6.a10
        (Ground(price=2), (2, 0)),  # T10.n4
    ],
)
def test_modifiers(ground, expected):
    """T6."""
    assert added(ground) == expected


def test_modifiers_by_other_readings():
    """T6.a1, T6.a4, T6.a9, T10.n4."""
    assert added(Ground(modifier=-4), red_negative="two") == (2, -1)
    assert added(Ground(work="improved_fort")) == (1, -1)
    assert added(Ground(work="improved_fort"), red_works="none") == (0, 0)
    assert added(Ground(marker=3), marker_steps="parity") == (-1, 0)
    assert added(Ground(price=2), overrun_die="both") == (2, 2)


# --- the RE total ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        (of(), 3),
        (of(negative=1), 4),  # T6.r1
        (of(negative=4), 4),  # at most one for each 3 REs
        (of(reacted=3), F(3, 2)),  # T6.r2
        (of(reacted=1), F(5, 2)),
        (of(cut=2), 6),  # T6.r3
        (of(cut=4), 12),  # T6.r4
        (of(zone=F(1, 2)), F(3, 2)),  # T6.r5
        (of(raised=True), 6),
        (of(zone=F(0), raised=True), F(3, 4)),
        (of(zone=F(2), raised=True), 6),
        (of(negative=2, cut=2), 8),
        (of(negative=2, reacted=3, cut=2, zone=F(1, 2)), F(3, 2)),  # none was there initially, so none is added
        (of(negative=2, reacted=1, cut=2, zone=F(1, 2)), F(10, 3)),
    ],
)
def test_the_re_total_of_the_defender(stack, expected):
    """T6.r1 to T6.r5, 11.L.2.a."""
    assert total(stack) == expected


@pytest.mark.parametrize(("reacted", "expected"), [(3, F(1, 2)), (1, F(5, 6)), (0, 1)])
def test_t6_r2_of_the_res_of_a_weaker_attacker_the_defenders_who_reacted_take_their_share(reacted, expected):
    """T6.r2, by the reading on multipliers: of 1 RE half is left where all 3 of the defender moved in reaction."""
    assert red.re_total(clash(1, 9, 1, 3), of(reacted=reacted), "lower").value == expected


def test_negative_modifiers_net_or_gross():
    """T6.r1: -3 and +2, with -1 of the armour besides."""
    assert red.negative_steps(-2, [-3, 2], "net") == 2
    assert red.negative_steps(-2, [-3, 2], "gross") == 4
    assert red.negative_steps(1, [-3, 2], "gross") == 3
    assert red.negative_steps(1, [-3, 4], "net") == 0


def test_a_part_of_three_res_counts_as_three():
    """T6.r1: rounded up."""
    assert total(of(negative=5), theirs="7/2") == F(11, 2)
    assert total(of(negative=5), theirs="0") == 0


def test_the_side_of_lower_strength_counts():
    """11.L.2.a: the attacker's REs are not modified (T6.f2), but by a reading."""
    weak = {"attack": 4, "ours": 1}
    assert total(of(cut=4, negative=3), **weak) == 1
    assert total(of(cut=4), "lower", **weak) == 4
    assert total(of(cut=2), attack=9) == 6  # equal strengths: the defender's


def test_units_that_terrain_does_not_cut_pay_double_where_it_multiplies():
    """T6.f1."""
    assert red.multiplied(clash(), 2, "defender")
    assert not red.multiplied(clash(), 1, "defender")
    assert not red.multiplied(clash(attack=4), 2, "defender")
    assert red.multiplied(clash(attack=4), 2, "lower")


# --- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "res", "points", "required"),
    [("0", 3, 0, 0), ("1/2", "1", "1/2", 0), ("1/2", "1/2", 0, 0), ("1", 4, 4, 0), ("3/2", 4, 6, 2), ("2", 3, 6, 3),
     ("3/2", "1/2", "1/2", 0), ("5/2", 4, 10, 6)],
)  # fmt: skip
def test_points_and_their_required_part(level, res, points, required):
    """11.L.2, 11.L.2.b, 11.O.1.c, T6.s1; rounded down to the half (11.M.0c)."""
    found = red.disruption("attacker", F(level), red.re_total(clash(theirs=res), of(), "defender"))
    assert (found.charge.points, found.required) == (F(points), F(required))
    assert (found.charge.side, found.charge.kind) == ("attacker", "disruption")
    assert not found.charge.trace.mismatches()


def test_equal_dice_cost_the_attacker_a_quarter():
    """T6.n3; rounded apart from the quarter of an ME, or together with it."""
    assert red.tie(clash(), (3, 4), False, "apart") is None
    found = red.tie(clash(theirs=3), (4, 4), False, "apart")
    assert found is not None
    assert (found.side, found.kind, found.points) == ("attacker", "casualties", F(1, 2))
    together = red.tie(clash(theirs=3), (4, 4), True, "together")
    assert together is not None
    assert together.points == 1  # .75 and .75 are 1.5, of which the ME takes .5
    apart = red.tie(clash(theirs=3), (4, 4), True, "apart")
    assert apart is not None
    assert apart.points == F(1, 2)


@pytest.mark.parametrize(
    ("token", "reading", "points"), [("DR", "together", F(1, 2)), ("ME", "together", 1), ("ME", "apart", F(1, 2))]
)
def test_equal_dice_are_rounded_together_with_an_me_alone(token, reading, points):
    """T6.n3, 11.L.1.j."""
    battle = begin(document([infantry(10)], [infantry(8)], readings={"minimal_tie": reading}))
    charges = battle.game.flow.engagement(battle.state).charges(Rolled(token, "1:1", 0, (4, 4)))
    assert (charges[-1].side, charges[-1].points) == ("attacker", points)
