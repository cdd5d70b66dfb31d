"""STR, and what terrain does to strength: the order of doubling, halving, Generals, forts, air and ships."""

from fractions import Fraction

import pytest

from tests.rules.d8chart.setting import (
    NORTHWEST,
    attack_of,
    defence_of,
    game,
    infantry,
    lines,
    reasons,
    unit,
)

MINOR = infantry(4, "Rumanian", abroad="abroad")


def air(factors, nation="British", **fields):
    return unit("fighter_bomber", factors, nation, **fields)


def general(factors, **fields):
    return unit("general", factors, **fields)


def test_STR_order_adds_up_in_the_trace():
    found = game([infantry(9), general(2), air(20), unit("battleship", 8)], [infantry(5), air(1)],
                 sides={"W": ["river"]}, features=["fort_chit"])  # fmt: skip
    trace = found.assess(found.start()).trace
    assert not trace.mismatches()
    assert found.figures.attack.total == Fraction(9, 2) + 2 + Fraction(13, 2) + 2
    assert found.figures.defense.total == 5 + 2 + 1


def test_STR_fraction_is_kept():
    found = game([infantry(9)], [infantry(3)], sides={"W": ["river"]})
    assert found.figures.attack.total == Fraction(9, 2)
    assert found.figures.odds.name == "3-2"
    assert found.assess(found.start()).headline == "4½ : 3 → 3-2"


@pytest.mark.parametrize("water", ["river", "strait"])
def test_TER_river_halve_each_that_crosses(water):
    ours = [infantry(6), infantry(5, at=NORTHWEST)]
    assert attack_of(ours, [infantry()], sides={"W": [water]}) == 8
    whole = attack_of(ours, [infantry()], sides={"W": [water]}, readings={"river_halves": "attack"})
    assert whole == Fraction(11, 2)
    assert attack_of(ours, [infantry()], sides={"W": [water, "frozen"]}) == 11  # TER.river.frozen


def test_STR_order_of_nothing_is_nothing():
    assert attack_of([infantry(0), infantry(6)], [infantry()], sides={"W": ["river"]}) == 3
    assert defence_of([infantry()], [unit("mountain", 0), infantry(2)], terrain="mountain") == 2


def test_STR_supply_comes_before_the_general():
    assert attack_of([infantry(6, supply_factor="1/2"), general(2)], [infantry()]) == 5
    assert attack_of([infantry(6, supply_factor="1/3")], [infantry()]) == 2


def test_STR_gen_after_halving_one_a_stack():
    assert attack_of([infantry(8), general(3)], [infantry()], sides={"W": ["river"]}) == 7
    two = [infantry(4), general(2), general(3), infantry(4, at=NORTHWEST), general(1, at=NORTHWEST)]
    assert attack_of(two, [infantry()]) == 8 + 3 + 1
    assert attack_of(two, [infantry()], readings={"generals": "side"}) == 8 + 3
    assert "no land unit with it" in reasons(game([infantry(), general(3, at=NORTHWEST)], [infantry()]))["STR.gen"]


def test_STR_several_factors():
    # river, supply: a quarter; or one halving only
    ours = [infantry(8, supply_factor="1/2")]
    assert attack_of(ours, [infantry()], sides={"W": ["river"]}) == 2
    once = game(ours, [infantry()], sides={"W": ["river"]}, readings={"several_factors": "once"})
    assert once.figures.attack.total == 4
    assert any("one doubling and one halving" in line.note for line in lines(once.assess(once.start()).trace))


# --- forts ------------------------------------------------------------------------------------------


def test_STR_perm_double_through_its_hexsides():
    fort = {"features": ["permanent_fort"]}
    assert defence_of([infantry()], [infantry(4)], sides={"W": ["fort"]}, **fort) == 8
    assert defence_of([infantry()], [infantry(4)], **fort) == 4
    both = [infantry(), infantry(at=NORTHWEST)]
    assert defence_of(both, [infantry(4)], sides={"W": ["fort"]}, **fort) == 4
    asked = {"readings": {"fort_sides": "ask"}, "fort_doubles": True}
    assert defence_of(both, [infantry(4)], sides={"W": ["fort"]}, **fort, **asked) == 8
    assert defence_of([infantry()], [infantry(4)], sides={"W": ["fort"]}) == 4  # the hexside of another hex


def test_STR_perm_empty():
    # STR.perm.empty: whatever hexside it is attacked through
    assert defence_of([infantry()], [], features=["permanent_fort"]) == 2


def test_STR_fort_add_and_alone():
    assert defence_of([infantry()], [infantry(4)], features=["fort_chit"]) == 6
    assert defence_of([infantry()], [], features=["fort_chit"]) == 2
    doubled = {"features": ["fort_chit", "permanent_fort"], "sides": {"W": ["fort"]}}
    assert defence_of([infantry()], [infantry(4)], **doubled) == 10  # the chit is not doubled


def test_STR_coast_add_and_alone_against_landings_only():
    landing = [infantry(nation="US", via="sea")]
    assert defence_of(landing, [infantry(3)], features=["coastal_fort"]) == 5
    assert defence_of([infantry()], [infantry(3)], features=["coastal_fort"]) == 3
    assert defence_of(landing, [], features=["coastal_fort"]) == 2
    assert defence_of([infantry()], [], features=["coastal_fort"]) == 0


# --- mountains and minors ---------------------------------------------------------------------------


def test_TER_mountain_double():
    assert defence_of([infantry()], [unit("mountain", 3), infantry(2), general(2)], terrain="mountain") == 10
    assert attack_of([unit("mountain", 3)], [infantry()], terrain="mountain") == 3
    factors = {"features": ["permanent_fort"], "sides": {"W": ["fort"]}, "terrain": "mountain"}
    assert defence_of([infantry()], [unit("mountain", 2)], **factors) == 8
    assert defence_of([infantry()], [unit("mountain", 2)], readings={"several_factors": "once"}, **factors) == 4


def test_STR_minor_half_abroad_only():
    assert defence_of([infantry()], [MINOR]) == 2
    assert defence_of([infantry()], [{**MINOR, "abroad": "home"}]) == 4
    by_map = infantry(4, "Rumanian")
    assert defence_of([infantry()], [by_map], country="Soviet Union") == 2
    assert defence_of([infantry()], [by_map], country="Rumania") == 4
    assert "does not say" in reasons(game([infantry()], [by_map]))["STR.minor.half"]
    assert attack_of([MINOR], [infantry()]) == 4
    assert defence_of([infantry()], [infantry(4, "German")], country="Soviet Union") == 4


def test_STR_minor_waive():
    assert defence_of([infantry()], [MINOR, air(1, "German")]) == 5
    assert defence_of([infantry()], [MINOR, air(1, "Rumanian")]) == 3
    assert defence_of([infantry()], [MINOR, air(1, "German")], terrain="forest") == Fraction(5, 2)
    assert defence_of([infantry()], [MINOR, air(3, "German", support="lost")]) == 2


# --- air and ships ----------------------------------------------------------------------------------


def test_STR_air_cap_doubles_at_most():
    assert attack_of([infantry(4), general(2), air(9)], [infantry()]) == 12
    assert defence_of([infantry()], [infantry(4), air(9)], features=["fort_chit"]) == 10  # without the chit
    assert attack_of([infantry(4), air(9), unit("battleship", 9)], [infantry()]) == 11  # without the guns


@pytest.mark.parametrize("woods", ["forest", "marsh"])
def test_TER_forest_air_and_TER_marsh_air_halve_before_the_cap(woods):
    # TER.forest.air, TER.marsh.air
    assert attack_of([infantry(4), general(2), air(8)], [infantry()], terrain=woods) == 10
    assert f"TER.{woods}.air" in {rule for line in _all([infantry(4), air(8)], terrain=woods) for rule in line.rules}


def _all(attack, **setup):
    found = game(attack, [infantry()], **setup)
    return lines(found.assess(found.start()).trace)


def test_STR_air_surviving():
    assert attack_of([infantry(6), air(3), air(4, support="lost"), air(2, support="held")], [infantry()]) == 9


def test_weather_on_ground_support():
    # WX.mud.air, WX.winter.air
    mud = {"weather": "mud"}
    assert attack_of([infantry(6), air(4)], [infantry()], **mud) == 10
    assert attack_of([infantry(6), air(4)], [infantry()], air_weather="half", **mud) == 8
    assert attack_of([infantry(6), air(4)], [infantry()], air_weather="none", **mud) == 6


def test_STR_naval_big_floors_each_ship():
    assert attack_of([infantry(3), *[unit("heavy_cruiser", 2)] * 3], [infantry()]) == 3
    assert attack_of([infantry(3), unit("heavy_cruiser", 5, count=2), unit("battleship", 8)], [infantry()]) == 7


def test_STR_naval_small_one_point_for_all():
    small = [unit("destroyer", 1, count=3), unit("light_cruiser", 2)]
    assert attack_of([infantry(3), *small], [infantry()]) == 4
    assert defence_of([infantry()], [infantry(3), *small]) == 4


@pytest.mark.parametrize(
    ("stack", "features", "points"),
    [
        ([], (), 0),
        ([unit("battleship", 9)], (), 0),
        ([unit("destroyer", 1)], (), 0),
        ([general(2), unit("battleship", 9)], (), 0),
        ([air(3), unit("battleship", 9)], (), 0),
        ([infantry(1), unit("battleship", 9)], (), 3),
        ([infantry(1), unit("heavy_cruiser", 2)], (), 0),
        ([unit("battleship", 9)], ("fort_chit",), 3),
        ([unit("destroyer", 1)], ("fort_chit",), 1),
    ],
)
def test_STR_naval_ships_support_land_units_or_a_fort_and_count_for_nothing_alone(stack, features, points):
    found = game([infantry()], stack, features=features)
    alone = game(
        [infantry()], [one for one in stack if one["type"] not in ("battleship", "destroyer")], features=features
    )
    assert found.figures.defense.naval == points
    assert found.figures.defense.total == alone.figures.defense.total + points


def test_STR_naval_big_rounds_down_for_each_ship_and_says_so():
    """A rating of five is one point, of six two; two ships of five are two points, not three."""
    ships = [unit("battleship", 5), unit("battleship", 6), unit("heavy_cruiser", 5, count=2), unit("light_cruiser", 9)]
    found = game([infantry(1), *ships], [infantry()])
    trace = found.assess(found.start()).trace
    guns = next(line for line in lines(trace) if line.label == "Naval gunnery")
    assert [line.value for line in guns.children] == [1, 2, 2, 1]
    assert [line.note.endswith(" for each ship") for line in guns.children] == [False, False, True, False]
    assert [line.rules for line in guns.children] == [("STR.naval.big",)] * 3 + [("STR.naval.small",)]
