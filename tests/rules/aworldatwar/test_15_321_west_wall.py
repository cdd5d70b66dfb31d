"""15.321: the West Wall along a river."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    WEST,
    fight,
    game,
    infantry,
    net,
    roll,
    terms,
    unit,
    why_not,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
WALL, RIVER, WET_WALL = ["fort"], ["river"], ["river", "fort"]


def wall(edition, sides, *places, drop=False, lost=0):
    attack = [infantry(20, at=place) for place in places]
    if drop:
        attack.append(unit("airborne", at="0,0", via="airdrop"))
    return game(attack, [infantry(2)], edition=edition, nations=("US", "German"), features=["west_wall"],
                sides=sides, fort_unsupplied=lost, country="Germany")  # fmt: skip


@BOTH
@pytest.mark.parametrize(
    ("sides", "places", "net_dm"),
    [
        ({"E": WALL}, ["1,0"], 3),  # wall alone
        ({"E": RIVER}, ["1,0"], 3),  # river alone
        ({"E": WET_WALL}, ["1,0"], 4),  # both over the same hexside
        ({"E": WET_WALL, "SE": WET_WALL}, ["1,0", SOUTHEAST], 4),  # both over the same hexsides
        ({"E": WALL, "SE": RIVER}, ["1,0", SOUTHEAST], 3),  # over different hexsides: one in all
        ({"E": WET_WALL, "SE": WALL}, ["1,0", SOUTHEAST], 3),  # the wall all round, the river not
        ({"E": WET_WALL, "SE": RIVER}, ["1,0", SOUTHEAST], 3),  # the river all round, the wall not
        ({"E": WET_WALL, "SE": WALL, "W": RIVER}, ["1,0", SOUTHEAST, WEST], 3),
        ({"E": WALL, "SE": RIVER}, ["1,0", SOUTHEAST, WEST], 2),  # somebody comes from the rear
        ({"E": WET_WALL}, ["1,0", WEST], 2),
        ({"E": WET_WALL}, [WEST], 2),
    ],
)
def test_wall_and_river(edition, sides, places, net_dm):
    assert net(wall(edition, sides, *places)) == net_dm


@BOTH
def test_the_trace_names_the_rule(edition):
    assert terms(wall(edition, {"E": WALL, "SE": RIVER}, "1,0", SOUTHEAST)) == {"15.321": 1}
    assert terms(wall(edition, {"E": WET_WALL}, "1,0")) == {"15.321": 2}


@BOTH
@pytest.mark.parametrize(
    ("sides", "places"), [({"E": WALL, "SE": RIVER}, ["1,0", SOUTHEAST]), ({"E": WET_WALL}, ["1,0"])]
)
def test_the_rules_it_stands_for_are_shown_as_replaced(edition, sides, places):
    battle = wall(edition, sides, *places)
    assert why_not(battle, "15.32C") == "counted with the West Wall"
    assert why_not(battle, "15.32F") == "counted with the river"


@BOTH
def test_axis_units_only(edition):
    def taken(nation, sides, *places):
        return game([infantry(20, at=place) for place in places], [infantry(2, nation)], edition=edition,
                    nations=("German", "US"), features=["west_wall"], sides=sides)  # fmt: skip

    split = taken("US", {"E": WALL, "SE": RIVER}, "1,0", SOUTHEAST)
    assert terms(split) == {}
    assert why_not(split, "15.321") == "Axis units only"
    # Behind wall and river at once both rules hold by themselves.
    assert terms(taken("US", {"E": WET_WALL}, "1,0")) == {"15.32C": 1, "15.32F": 1}
    assert terms(taken("Hungarian", {"E": WALL, "SE": RIVER}, "1,0", SOUTHEAST)).get("15.321") == 1


@BOTH
def test_14_32_a_minor_country_tied_to_the_axis_is_of_the_axis(edition):
    def spaniard(beside):
        return game(
            [infantry(20, at=place) for place in ("1,0", SOUTHEAST)],
            [infantry(2, "Spanish"), infantry(2)],
            edition=edition,
            nations=("US", beside),
            features=["west_wall"],
            sides={"E": WALL, "SE": RIVER},
        )

    assert terms(spaniard("German"))["15.321"] == 1, "beside Germans it is an ally of theirs"
    assert "15.321" not in terms(spaniard("British"))
    alone = [infantry(20, at=place) for place in ("1,0", SOUTHEAST)], [infantry(2, "Spanish")]
    known = {"edition": edition, "nations": ("US", "German"), "features": ["west_wall"]}
    assert "15.321" not in terms(game(*alone, sides={"E": WALL, "SE": RIVER}, **known)), "of whom nobody knows"


def test_14_33_a_minor_country_on_its_own_is_not():
    battle = game(
        [infantry(20, at=place) for place in ("1,0", SOUTHEAST)],
        [infantry(2, "Spanish"), infantry(2)],
        nations=("US", "German"),
        features=["west_wall"],
        sides={"E": WALL, "SE": RIVER},
        minors_alone=True,
    )
    assert "15.321" not in terms(battle)
    assert terms(battle, 2)["15.321"] == 1


@BOTH
def test_each_unit_by_itself_and_the_bar_below_even_odds(edition):
    # In one stack the German is behind wall and river, the Russian is not; together they hold a fort.
    mixed = game([infantry(5, at=place) for place in ("1,0", SOUTHEAST)], [infantry(2), infantry(2, "Russian")],
                 edition=edition, nations=("US", "German"), features=["west_wall"],
                 sides={"E": WALL, "SE": RIVER})  # fmt: skip
    assert terms(mixed, 1) == {"15.321": 1}
    assert "15.321" not in terms(mixed, 2)

    def short(nation):
        return game([infantry(2, at=place) for place in ("1,0", SOUTHEAST)], [infantry(3, nation)], edition=edition,
                    nations=("Russian", nation), features=["west_wall"],
                    sides={"E": WALL, "SE": RIVER}).problems  # fmt: skip

    assert {problem.rule for problem in short("German")} == {"15.52"}
    assert short("US") == ()


@BOTH
def test_a_landing_takes_the_river_and_leaves_the_wall(edition):
    def battle(option):
        return game([infantry(20), infantry(20, via="sea", at="0,0")], [infantry(2)], edition=edition,
                    nations=("US", "German"), features=["west_wall"], sides={"E": WET_WALL},
                    readings={"landing_river": option})  # fmt: skip

    assert terms(battle("cancels")) == {"15.32B": 1, "15.32F": 1}
    assert terms(battle("keeps")) == {"15.32B": 1, "15.321": 2}


@BOTH
def test_a_drop_takes_the_river_and_leaves_the_wall(edition):
    assert net(wall(edition, {"E": WET_WALL}, "1,0", drop=True)) == 3
    assert net(wall(edition, {"E": WALL, "SE": RIVER}, "1,0", SOUTHEAST, drop=True)) == 3
    assert net(wall(edition, {"E": RIVER}, "1,0", drop=True)) == 2


@BOTH
def test_a_wall_without_supply_is_no_wall(edition):
    # Behind the wall alone nobody is behind the river any more.
    assert net(wall(edition, {"E": WALL, "SE": RIVER}, "1,0", SOUTHEAST, lost=1)) == 2
    assert net(wall(edition, {"E": WET_WALL}, "1,0", lost=1)) == 3


@BOTH
def test_other_forts_know_no_such_exception(edition):
    # A dry attacker opens the river and leaves a fortification as it is.
    battle = game([infantry(20), infantry(20, at=SOUTHEAST)], [infantry(2)], edition=edition,
                  features=["fortification"], sides={"E": RIVER})  # fmt: skip
    assert terms(battle) == {"15.32F": 1}


@BOTH
def test_15_322_the_wall_counts_again_when_its_outflankers_are_gone(edition):
    # 8 over the wall and 2 in its rear against 5 x 2 = 10: even; "a" (die 2) costs five, so the 5-factor unit
    # from the wall, or the 3 and the 2.
    battle = fight([infantry(5), infantry(3), infantry(2, at=WEST)], [infantry(5)], edition=edition,
                   nations=("US", "German"), features=["west_wall"], sides={"E": WALL}, country="Germany")  # fmt: skip
    assert terms(battle) == {}
    after = roll(battle, 2, "lose:a2")
    assert after.game.overlay(after.state)["lost"] == {"a2": 1, "a3": 1}
    # 5 against 5 x 3 would be below 1:1 against the wall: no second round.
    assert after.outcome is not None and after.outcome.result == "held"
