"""15.64: bombarding ships, destroyers, and the limits on them."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    fight,
    gone,
    infantry,
    odds,
    pay,
    payments,
    roll,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
US = {"nations": ("US", "German")}


def landing(factors, **fields):
    return infantry(factors, via="sea", **fields)


@BOTH
def test_15_641_fleets_may_pay(edition):
    # 4 + 5 : 3 x 3 = 9; a costs five: the ships pay it, the four of infantry would not be enough.
    battle = fight([landing(4), unit("fleet", 5)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    assert payments(roll(battle, 2)) == [{"a2": 1}]


@BOTH
def test_15_641b_not_more_than_the_bombardment_they_gave(edition):
    # Two ships of three; the guns of both add four (the unit says so): only one ship may be taken.
    ships = unit("fleet", 3, count=2, bombardment=2)
    battle = fight([landing(5), ships], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    # A costs nine: both ground factors of five and one ship of three is all that can be paid.
    assert gone(roll(battle, 1)) == {"a1": 1, "a2": 1}


@BOTH
def test_15_641c_ships_beyond_need_to_keep_the_ground_units(edition):
    # a costs five; a ship of six may be given instead of infantry of five.
    battle = fight([landing(5), unit("fleet", 6)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (11, 9, "1:1")
    assert payments(roll(battle, 2)) == [{"a1": 1}, {"a2": 1}]


def test_old_15_642_three_to_one():
    battle = fight([landing(2), unit("fleet", 9)], [infantry(2)], edition="old", **US)
    assert odds(battle) == (8, 6, "1:1")


@pytest.mark.parametrize(("ratio", "attack"), [(0, 3), (1, 6), (2, 9), (3, 12), (5, 12)])
def test_new_15_641d_the_limit_is_stated(ratio, attack):
    battle = fight([landing(3), unit("fleet", 9)], [infantry(1)], bombardment_ratio=ratio, **US)
    assert odds(battle)[0] == attack


@BOTH
def test_only_landing_factors_carry_bombardment(edition):
    battle = fight([landing(1), infantry(5), unit("fleet", 9)], [infantry(2)], edition=edition, **US)
    assert odds(battle)[0] == 1 + 5 + 3


@BOTH
def test_15_641e_ships_over_the_new_limit_are_not_lost(edition):
    # 4 + 2 land with twelve of bombardment (four ships of three) on 4 x 3.
    battle = fight([landing(4), landing(2), unit("fleet", 3, count=4)], [infantry(4)], edition=edition, **US)
    assert odds(battle) == (18, 12, "1:1")
    # "a" asks for six; with four and one ship of three gone, two factors remain: at most six of bombardment.
    after = pay(roll(battle, 2, "lose:a1"), "a3")
    assert gone(after) == {"a1": 1, "a3": 1}
    # Nine of ships are left, six count. 2 + 6 against 12 would be below 1:1, so the landing is over.
    assert after.outcome.result == "held"


@pytest.mark.parametrize("edition", ["old"])
def test_old_destroyers_are_not_taken(edition):
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    after = roll(battle, 2)
    assert payments(after) == [{"a1": 1}]
    assert gone(roll(battle, 1)) == {"a1": 1, "a2": 3}


def test_new_15_642_a_third_of_the_losses_from_destroyers():
    # A costs nine: at least three from destroyers.
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], **US)
    ways = payments(roll(battle, 1))
    assert ways and all(way.get("a3", 0) >= 3 for way in ways)
    assert {"a1": 1, "a3": 3} in ways
    assert {"a3": 9} in ways
    # a costs five: at least one.
    ways = payments(roll(battle, 2))
    assert {"a3": 5} in ways
    assert {"a2": 3, "a3": 2} in ways
    assert {"a1": 1, "a3": 1} in ways
    assert {"a1": 1} not in ways


def test_new_15_642_is_rounded_down():
    # a on 3: two factors, a third of which is less than one.
    battle = fight([landing(3), unit("destroyer", 3)], [infantry(1)], **US)
    assert odds(battle) == (3, 3, "1:1")
    assert {"a1": 1} in payments(roll(battle, 2))


def test_new_15_642_no_more_than_there_are():
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 1)], [infantry(3)], **US)
    assert all(way.get("a3") == 1 for way in payments(roll(battle, 1)))


def test_new_15_642_landings_only():
    battle = fight([infantry(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], terrain="forest", **US)
    assert odds(battle) == (9, 9, "1:1")
    assert all("a3" not in way for way in payments(roll(battle, 2)))


@BOTH
def test_destroyers_and_ships_add_nothing_without_a_landing(edition):
    battle = fight([infantry(6), unit("fleet", 9), unit("destroyer", 9)], [infantry(3)], edition=edition, **US)
    assert odds(battle)[0] == 6
