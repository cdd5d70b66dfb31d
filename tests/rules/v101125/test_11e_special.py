"""11.E, 11.I: special units and mixed contingents."""

import itertools
from fractions import Fraction

import pytest
from hexumpire.rulesets.v101125.rules import contingents, special

from tests.rules.v101125.playing import CALM, begin, log, options, spared
from tests.rules.v101125.setting import (
    EAST,
    SOUTHEAST,
    changed,
    document,
    figures,
    infantry,
    skipped,
    terms,
    unit,
)


@pytest.mark.parametrize(
    ("attacker", "defender", "dm", "roll"),
    [
        (6, 2, 2, ""), (4, 2, 1, ""), (3, 2, 0, "attacker"), (2, 2, 0, ""), (2, 3, 0, "defender"), (2, 4, -1, ""),
        (1, 3, -2, ""), (2, 0, 2, ""), (1, 0, 1, ""), (Fraction(1, 2), 0, 0, ""), (0, 0, 0, ""),
    ],
)  # fmt: skip
def test_t2_triple_double_and_merely_more(attacker, defender, dm, roll):
    """T2, T2.n1."""
    assert special.superiority(attacker, defender, "none") == special.Superiority(dm, roll)


def test_t2_n1_half_an_re_rolls_by_the_other_reading():
    """T2.n1."""
    assert special.superiority(Fraction(1, 2), 0, "roll") == special.Superiority(0, "attacker")


@pytest.mark.parametrize(
    ("side", "result", "dm"),
    [("attacker", "S", 1), ("attacker", "S*", 1), ("defender", "S", -1), ("attacker", "F", 0), ("defender", "F*", 0)],
)
def test_t2_success_rolls(side, result, dm):
    """T2."""
    assert special.roll_modifier(side, result) == dm
    assert special.costs_a_point(result) is (result == "F*")  # T2.n2


def mountain(attack, **more):
    return unit("mountain", attack, **more)


def test_11_e_0_like_abilities_are_compared_where_the_terrain_allows():
    """11.E.0."""
    attack, defend = [mountain(6), mountain(6), infantry(9)], [mountain(4)]
    found = figures(attack, defend, terrain="mountain")
    assert terms(found.modifiers) == {"mountain: 6 against 3 REs": 1}
    assert found.modifiers.value == 1
    assert figures(attack, defend).modifiers.value == 0  # clear
    stated = [mountain(6, special_counts="yes"), infantry(9)]
    assert figures(stated, [infantry(4)]).modifiers.value == 2
    assert figures([mountain(6, special_counts="no")], [infantry(3)], terrain="mountain").modifiers.value == 0


def test_11_b_10_unlike_abilities_are_not_compared():
    """11.B.10."""
    ski = unit("light", 4, special_counts="yes")
    found = figures([mountain(6, special_counts="yes")], [ski])
    assert found.modifiers.value == 0  # each side has three of its own and none of the other's
    assert terms(found.modifiers) == {"mountain: 3 against 0 REs": 2, "light infantry: 0 against 3 REs": -2}


def test_t2_merely_more_is_left_to_a_roll():
    """T2."""
    attack = [mountain(6), mountain(6, size="1")]
    found = figures(attack, [mountain(4)], terrain="mountain")
    assert special.rolls(found.setting, found.fight) == (("mountain", "attacker"),)
    assert "merely more: a success roll" in skipped(found.modifiers).values()
    assert changed(found, rolled=1).modifiers.value == 1


def test_11_j_6_waived_units_do_not_count():
    """11.J.6."""
    found = figures([mountain(6)], [infantry(3)], terrain="mountain")
    assert found.modifiers.value == 2
    assert changed(found, waived=frozenset({0})).modifiers.value == 0


def test_11_m_3_a_special_unit_is_not_cut_by_its_terrain():
    """11.M.3."""
    found = figures([mountain(6), infantry(8)], [infantry(4)], terrain="mountain")
    assert terms(found.attack_trace) == {"German 6-6 mountain infantry": 6, "German 8-6 infantry": 4}
    plain = changed(found, waived=frozenset({0}))
    assert plain.attack == 3 + 4


# --- contingents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "who", "dm"),
    [
        (Fraction(7, 2), "contingent", 0), (4, "contingent", -2), (4, "country", -1), (Fraction(7, 2), "country", 0),
        (6, "commonwealth", 0), (7, "commonwealth", -1),
    ],
)  # fmt: skip
def test_t3_each_row(size, who, dm):
    """T3.1, T3.2, T3.3, T3.4, T3.n1."""
    assert contingents.modifier(size, who, attacking=True) == dm
    assert contingents.modifier(size, who, attacking=False) == -dm


def rows(units, reading="none"):
    return dict(contingents.mixed(figures(units, [infantry(3)]).fight.attackers, reading))


def test_11_i_the_largest_force_is_the_main_one():
    """11.I."""
    assert rows([infantry(8), infantry(8), infantry(4, nation="Italian")]) == {"country": 3}
    assert rows([infantry(8), infantry(4, nation="Italian", size="8")]) == {"country": 3}
    assert rows([infantry(8), infantry(4, contingent="A")]) == {"contingent": 3}
    assert rows([infantry(8), infantry(8)]) == {}


def test_t3_n2_the_commonwealth_has_a_row_of_its_own():
    """T3.n2."""
    british, indian = infantry(8, nation="British", size="9"), infantry(8, nation="Indian", size="5")
    assert rows([british, indian]) == {"commonwealth": 5}
    assert rows([british, indian], "country") == {"country": 5}
    american = infantry(8, nation="American", size="4")
    assert rows([british, indian, american]) == {"commonwealth": 5, "country": 4}
    canadian = infantry(8, nation="Canadian", size="2")
    assert rows([british, indian, canadian], "country") == {"commonwealth": 7}, "enough for its row by either reading"


@pytest.mark.parametrize(("more", "counts"), [({}, {"country": 3}), ({"size": "4"}, {"country": 4})])
def test_t3_3_each_other_country_counts_by_itself(more, counts):
    """T3.3: so many REs of a friendly country; two of 3 REs are no country of 6."""
    minors = [infantry(4, nation="Italian"), infantry(4, nation="Rumanian", **more)]
    assert rows([infantry(8, size="9"), *minors]) == counts


def test_t3_2_each_other_contingent_counts_by_itself():
    """T3.2: two other contingents of 3 REs are none of 4."""
    others = [infantry(4, contingent=letter) for letter in "AB"]
    assert rows([infantry(8, size="9"), *others]) == {"contingent": 3}
    assert figures([infantry(8, size="9"), *others], [infantry(3)]).modifiers.value == 0
    assert rows([infantry(8, size="9"), *others, infantry(2, contingent="A")]) == {"contingent": 6}, "the larger one"


def test_t3_4_countries_of_the_commonwealth_count_together_and_others_beside_them_by_themselves():
    """T3.4, T3.n2: a different Commonwealth country, or countries: 4 and 3 REs are the 7 of the row."""
    force = [
        infantry(8, nation=nation, size=size)
        for nation, size in (("British", "9"), ("Indian", "4"), ("Canadian", "3"), ("American", "3"), ("French", "2"))
    ]
    assert rows(force) == {"commonwealth": 7, "country": 3}
    assert figures(force, [infantry(3)]).modifiers.value == -1
    assert rows([*force[:2], *force[3:]], "country") == {"country": 4}


def test_t3_4_beside_a_country_outside_of_it_those_of_the_commonwealth_are_other_countries():
    """T3.4, T3.3: of a different Commonwealth country, which none is to an American."""
    force = [infantry(8, nation=nation, size=size) for nation, size in (("American", "12"), ("British", "7"))]
    assert rows([*force, infantry(8, nation="Canadian", size="4")]) == {"country": 7}


@pytest.mark.parametrize(
    ("reading", "dm", "left_out"),
    [("worst", -2, {"REs of another country": "the worst row counts"}), ("sum", -3, {})],
)
def test_11_i_several_rows_at_once_by_their_reading(reading, dm, left_out):
    """11.I: Reading A38; the row that is not the worst is told with why it does not count."""
    units = [infantry(9, size="12"), infantry(1, nation="Italian", size="4"), infantry(1, contingent="B", size="4")]
    found = figures(units, [infantry(3)], readings={"contingents": reading}).modifiers
    assert found.value == dm
    assert skipped(found) == left_out


def test_t3_n1_a_mixed_defence_helps_the_attacker():
    """T3.n1."""
    guard = [infantry(8, size="9"), infantry(2, nation="Rumanian", size="4")]
    assert figures([infantry(20)], guard).modifiers.value == 1


def test_t3_1_a_few_do_no_harm_and_the_trace_says_so():
    """T3.1."""
    found = figures([infantry(8), infantry(4, nation="Italian")], [infantry(3)])
    assert found.modifiers.value == 0
    assert skipped(found.modifiers) == {"REs of another country": "3 REs are too few to matter"}


def used(battle):
    """The abilities that are used in the fight at hand."""
    found = battle.game.flow.engagement(battle.state)
    return [ability for ability, *_ in special.found(found.setting, found.fight)]


@pytest.mark.parametrize(
    ("ability", "used_in_it"), [("mountain", []), ("woodsmanship", []), ("heavy_armour", ["heavy_armour"])]
)
def test_11_e_0_an_ability_that_terrain_lends_is_not_used_in_a_counterattack_as_in_the_clear(ability, used_in_it):
    """11.E.0, 11.L.1.d.iv, 11.O.1: that it is used was said of the attack; a counterattack is in clear terrain."""
    stack = [infantry(9, special=ability, special_counts="yes")]
    battle = begin(document(stack, [infantry(8)], terrain="rough", forced_fights="here"))
    assert used(battle) == [ability]
    struck = spared(battle, "!result=CA", *CALM)
    assert used(struck) == used_in_it
    assert used(spared(struck, "!result=CA", *CALM)) == used_in_it


def test_11_e_0_in_a_counterattack_over_terrain_the_map_says_what_is_used():
    """11.E.0, 11.L.1.d.v: mountain troops in the woods who strike a stack in mountains that did not fight."""
    idle = infantry(9, at=SOUTHEAST, attacks=False)
    troops = [infantry(8, special="mountain", special_counts="yes")]
    hexes = {SOUTHEAST: {"terrain": "mountain"}}
    battle = begin(document([infantry(9), idle], troops, terrain="woods", hexes=hexes, forced_fights="here"))
    battle = spared(battle, "!result=CA", *CALM)
    assert [used(battle.play(f"strike:{place}")) for place in (EAST, SOUTHEAST)] == [[], ["mountain"]]


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_t2_whose_roll_fails_pays_with_a_unit_of_the_ability_that_was_rolled_for(role):
    """T2: 4 REs against 3, of light infantry and of mountain troops; each roll is that of one ability."""
    more = [
        unit(kind, 6 - n, size=size, special_counts="yes")
        for kind in ("light", "mountain")
        for n, size in enumerate(("3", "1"))
    ]
    less = [unit(kind, 5, special_counts="yes") for kind in ("light", "mountain")]
    battle = begin(document(*((more, less) if role == "attacker" else (less, more))))
    at = 0 if role == "attacker" else len(less)
    light, mountains = ([f"lose:{at + n}" for n in some] for some in ((0, 1), (2, 3)))
    first = battle.play("FF")
    assert (first.node.side, options(first)) == (role, light)
    second = battle.play_all(["S", "FF"])
    assert (second.node.side, options(second)) == (role, mountains)
    assert options(first.play_all([light[1], "FF"])) == mountains


NOBODY_PAYS = "None of them has a strength point to lose."


@pytest.mark.parametrize(("weak", "pays"), [((0, 9), (False, True)), ((9, 0), (True, False))])
@pytest.mark.parametrize("strong", [0, 4])
def test_t2_who_has_no_strength_point_loses_none_by_a_failed_roll(weak, pays, strong):
    """T2, 11.H: the attacker loses a point of attack, the defender one of defence; who has neither stays."""
    attack, defence = weak
    light = {"special_counts": "yes", "size": "1"}
    feeble = unit("light", attack, defence=defence, **light)
    more = [feeble, unit("light", strong, **light)]
    for role, pay in zip(("attacker", "defender"), pays, strict=True):
        less = [infantry(9), unit("light", 5, **{**light, "size": "3/2"})]
        ours, theirs = ([infantry(9), *more], less) if role == "attacker" else (less, [infantry(9), *more])
        battle = begin(document(ours, theirs)).play("FF")
        first = 1 if role == "attacker" else len(less) + 1
        if pay and strong:
            assert options(battle) == [f"lose:{first}", f"lose:{first + 1}"]
            continue
        gone = [n for n, letter in enumerate(battle.state.left) if letter == "x"]
        assert gone == ([first] if pay else [first + 1] if strong else [])
        assert (NOBODY_PAYS in log(battle)) == (not gone)


def test_t2_res_that_fight_as_strength_are_lost_by_a_failed_roll():
    """T2, 11.H.3."""
    staff = {"special": "light", "special_counts": "yes"}
    ours, theirs = unit("headquarters", 0, size="3", **staff), unit("headquarters", 0, size="2", **staff)
    battle = begin(document([ours], [theirs], zero_option=True)).play("FF")
    assert (battle.state.left, NOBODY_PAYS in log(battle)) == ("x0", False)


@pytest.mark.parametrize(
    ("ours", "theirs", "who", "dm"),
    [((3, 1), (2, 2), 2, 2), ((2, 2), (2, 1), 3, 0), ((2, 2), (2, 1), 2, 1), ((3, 1), (2, 2), 3, 1)],
)
def test_t2_a_success_roll_is_worth_something_as_long_as_its_side_has_merely_more(ours, theirs, who, dm):
    """T2, 11.D.7: of mountain troops and others, 3 REs against 2 and then none, or 2 against 3 and then 2 or 1."""
    attack, defend = (
        [mountain(9, size=str(ours[0]), special_counts="yes"), infantry(9, size=str(ours[1]))],
        [mountain(5, size=str(theirs[0]), special_counts="yes")],
    )
    more = {"special_counts": "yes"} if ours[0] == theirs[0] else {}
    defend.append(mountain(5, size=str(theirs[1]), **more) if more else infantry(5, size=str(theirs[1])))
    battle = begin(document(attack, defend, retreat_before=True), "S", f"try:{who}", "to:-1,0", "S", "stay")
    assert battle.game.flow.engagement(battle.state).figures.modifiers.value == dm


@pytest.mark.parametrize(
    ("force", "dm"),
    [
        ([("German", "A", "4"), ("Italian", "A", "4"), ("Rumanian", "B", "8")], -3),
        ([("British", "", "7"), ("Canadian", "", "7"), ("American", "", "7")], -2),
        ([("German", "A", "3"), ("Italian", "B", "3")], 0),
    ],
)
def test_11_i_which_of_equal_forces_is_the_main_one_does_not_hang_on_their_order(force, dm):
    """T3.2, T3.3, T3.4: it is the one beside which the others hamper the force most."""
    units = [infantry(8, nation=nation, contingent=letter, size=size) for nation, letter, size in force]
    for some in itertools.permutations(units):
        ours = figures(list(some), [infantry(3)], readings={"contingents": "sum"}).modifiers
        theirs = figures([infantry(60)], list(some), readings={"contingents": "sum"}).modifiers
        assert (ours.value, theirs.value) == (dm, -dm)
        assert any("too few" in str(line.note) for line in ours.children) == (not dm)
