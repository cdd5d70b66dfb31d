"""15.61: what each result costs either side."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    armor,
    fight,
    gone,
    infantry,
    lost,
    net,
    odds,
    options,
    payments,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def mountain(edition, ground=9, air=26):
    """Infantry 3 and armor 2 in a mountain with four air factors: 9 + 6 + 4 = 19."""
    return fight([infantry(ground), unit("air", air)], [infantry(3), armor(2), unit("air", 4)], edition=edition,
                 terrain="mountain")  # fmt: skip


def paid_by_air(battle):
    """Factors the attacker loses when air pays whatever it can, one by one."""
    while topic(battle) == "pay":
        battle = battle.play("lose:a2" if "lose:a2" in options(battle) else options(battle)[0])
    return gone(battle)


@BOTH
def test_15_6_one_die_of_six_faces_is_rolled(edition):
    """Each face counts once: by that a battle by mail draws the same die for all who hold its record."""
    assert mountain(edition).node.faces == (
        ("d6=1", 1),
        ("d6=2", 1),
        ("d6=3", 1),
        ("d6=4", 1),
        ("d6=5", 1),
        ("d6=6", 1),
    )


@BOTH
@pytest.mark.parametrize(
    ("die", "result", "cost"),
    [(1, "A", 19), (2, "a", 10), (3, "Ex", 19), (4, "Ex-1", 3 * 2 + 2 * 2 + 4), (5, "Ex-2", 3 + 2 + 4)],
)
def test_attackers_losses(edition, die, result, cost):
    battle = mountain(edition)
    assert odds(battle) == (35, 19, "1:1")
    after = paid_by_air(roll(battle, die))
    assert after["a2"] == cost
    assert "a1" not in after
    # Everything of the defender's is gone with an exchange, nothing with A and a.
    assert ("d1" in after, "d2" in after) == ((True, True) if result.startswith("Ex") else (False, False))


@BOTH
def test_ex_3(edition):
    assert paid_by_air(mountain(edition).play("!result=Ex-3"))["a2"] == 4


@BOTH
def test_d_costs_half_of_the_printed_factors(edition):
    # 3 + 2 + 4 = 9, half is five: 3 + 2, or the 3 and two of air, or the 2 and three of air ...
    ways = payments(roll(mountain(edition), 6, "keep"))
    assert ways == [{"d1": 1, "d2": 1}, {"d1": 1, "d3": 2}, {"d2": 1, "d3": 3}]


@BOTH
def test_big_d_takes_everything(edition):
    battle = mountain(edition, 9, 27).play("!result=D")
    assert gone(battle) == {"d1": 1, "d2": 1, "d3": 4}


@BOTH
def test_a_never_costs_more_than_there_is(edition):
    # 6 : 12 is 1:2; die 1 is A and asks for twelve.
    battle = roll(fight([infantry(6)], [infantry(3, count=2)], edition=edition), 1)
    assert battle.outcome.result == "destroyed"
    assert lost(battle) == (6, 0)


@BOTH
def test_ex_the_weaker_attacker_is_eliminated(edition):
    # 10 : 19 is 1:2; die 4 is Ex. The defender removes ten, each unit counting with its DM.
    battle = roll(mountain(edition, 4, 6), 4)
    assert odds(mountain(edition, 4, 6)) == (10, 19, "1:2")
    assert battle.node.side == "defender"
    ways = payments(battle)
    for way in ways:
        assert way.pop("a1") == 1 and way.pop("a2") == 6
    # 9 + 6, 9 + one of air, 6 + four of air.
    assert ways == [{"d1": 1, "d2": 1}, {"d1": 1, "d3": 1}, {"d2": 1, "d3": 4}]


@BOTH
def test_ex_at_equal_strength_takes_both(edition):
    battle = roll(mountain(edition, 9, 10), 3)
    assert gone(battle) == {"a1": 1, "a2": 10, "d1": 1, "d2": 1, "d3": 4}
    assert battle.outcome.result == "emptied"


@BOTH
def test_ex_1_lowers_the_dm_of_each_unit(edition):
    # Armor 4 at +2 and infantry 3 at +1 (exploiting armor): 11. Ex-1 costs 4 x 1 + 0, Ex-2 nothing.
    battle = fight([armor(4, count=2), unit("air", 4)], [armor(4), infantry(3)], edition=edition, phase="exploitation")
    assert odds(battle) == (12, 11, "1:1")
    assert paid_by_air(roll(battle, 4))["a2"] == 4
    assert "a2" not in paid_by_air(roll(battle, 5))


@BOTH
def test_ex_k_with_nothing_but_air_left_to_pay_for(edition):
    # In the clear Ex-2 leaves no DM: only the defensive air is charged.
    battle = fight([infantry(3), unit("air", 4)], [infantry(2), unit("air", 3)], edition=edition)
    assert odds(battle) == (7, 7, "1:1")
    assert paid_by_air(roll(battle, 5)) == {"a2": 3, "d1": 1, "d2": 3}


@BOTH
def test_a_counts_defensive_air_as_in_the_odds(edition):
    # Against a landing: 2 x 3 + 3 x 2 = 12. A costs twelve, a costs six, Ex-1 costs 2 x 2 + 6 = 10.
    battle = fight([infantry(5, via="sea"), unit("air", 12)], [infantry(2), unit("air", 2)], edition=edition)
    assert odds(battle) == (17, 12, "1:1")
    assert [paid_by_air(roll(battle, die))["a2"] for die in (1, 2, 4)] == [12, 6, 10]


@BOTH
def test_d_counts_defensive_air_as_it_is(edition):
    # Half of 2 + 2 is two, whatever air counted in the odds.
    battle = fight([infantry(5, via="sea", ctl=3), unit("air", 12)], [infantry(2), unit("air", 2)], edition=edition)
    after = roll(battle, 6, "keep")
    if topic(after) == "convert":
        after = after.play("keep")
    assert payments(after) == [{"d1": 1}, {"d2": 2}]


@pytest.mark.parametrize("edition", EDITIONS)
def test_rumanians_below_a_dm_of_1_cost_their_face_value(edition):
    # Net DM 0 in the sums, strength two: 2:2 even odds; A costs two factors.
    battle = fight([armor(1, "Russian"), armor(1, "Russian")], [infantry(2, "Rumanian")], edition=edition,
                   phase="exploitation", front="eastern", country="Russia")  # fmt: skip
    assert odds(battle) == (2, 2, "1:1")
    after = roll(battle, 1)
    assert lost(after) == (2, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("setup", "dm"),
    [
        ({}, 2),
        ({"terrain": "forest"}, 3),
        ({"terrain": "mountain", "sides": {"E": ["river"]}}, 4),
        ({"terrain": "mountain", "sides": {"E": ["river"]}, "features": ["fortification"]}, 5),
    ],
)
def test_15_61_what_each_result_costs_the_attacker_by_the_dm(edition, setup, dm):
    """A costs the modified value, a half of it rounded up, Ex-1 to Ex-3 what is left of it under a lower DM."""
    battle = fight([infantry(9), unit("air", 16)], [infantry(3)], edition=edition, **setup)
    assert net(battle) == dm
    costs = {
        "A": 3 * dm,
        "a": -(-3 * dm // 2),
        "Ex-1": 3 * (dm - 1),
        "Ex-2": 3 * (dm - 2),
        "Ex-3": max(0, 3 * (dm - 3)),
    }
    assert {result: paid_by_air(battle.play(f"!result={result}")).get("a2", 0) for result in costs} == costs
