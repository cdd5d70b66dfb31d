"""15.551: attackers of different CTLs; the assault on Suez played through in all its cases."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    NORTHEAST,
    NORTHWEST,
    WEST,
    armor,
    cited,
    fight,
    gone,
    infantry,
    odds,
    options,
    payments,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
PLACES = (EAST, NORTHEAST, NORTHWEST, WEST)


def suez(edition, italian, rest):
    """``italian`` factors of CTL 1 in counters of two, ``rest`` counters of CTL 2; 24 in all against 6 x 3 = 18."""
    attack = []
    for number in range(italian // 2):
        attack.append(infantry(2, "Italian", ctl=1, at=PLACES[number // 2]))
    attack += rest
    battle = fight(attack, [infantry(3, count=2)], edition=edition, features=["fortification"], front="mediterranean")
    assert odds(battle) == (24, 18, "1:1")
    return battle


def converted(battle):
    """After a 6: the attacker keeps d, the defender makes it Ex-1."""
    after = roll(battle, 6, "keep")
    assert (topic(after), after.node.side) == ("convert", "defender")
    return after.play("convert")


def factors(way, battle):
    """Factors lost by the attackers, and whether an Italian ground unit survives."""
    total, italians = 0, 0
    for each in battle.game.scenario.units:
        if each.side == "attacker":
            number = way.get(each.id, 0)
            total += number * (1 if each.type == "air" else each.number("factors"))
            italians += each.nation == "Italian" and each.type != "air" and number < each.count
    return total, italians > 0


@BOTH
def test_suez_twelve_italian_factors(edition):
    # All of the twelve come from Italians, or from Germans, or from both; it is twelve anyhow.
    battle = suez(edition, 12, [armor(4, at=WEST, count=2), unit("air", 4)])
    after = converted(battle)
    found = [factors(way, battle) for way in payments(after)]
    assert {total for total, _ in found} == {12}
    assert {alive for _, alive in found} == {True, False}
    assert {"a1": 1, "a2": 1, "a3": 1, "a4": 1, "a5": 1, "a6": 1, "d1": 2} in payments(after)


@BOTH
def test_suez_eight_italian_factors(edition):
    # Once the eight are gone, Ex-2 asks for six: nothing more is removed. Italians survive a loss of twelve only.
    battle = suez(edition, 8, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST), unit("air", 4)])
    found = [factors(way, battle) for way in payments(converted(battle))]
    assert set(found) == {(8, False), (12, True)}


@BOTH
def test_suez_six_italian_factors(edition):
    battle = suez(edition, 6, [armor(4, at=WEST, count=2), infantry(6, at=NORTHWEST), unit("air", 4)])
    found = [factors(way, battle) for way in payments(converted(battle))]
    assert [total for total, alive in found if not alive] == [6]
    # Fourteen: 4 + 4 + 6, of which none could be kept.
    assert {total for total, alive in found if alive} == {12, 14}


@BOTH
def test_suez_four_italian_factors(edition):
    # Both Italian counters are not enough for Ex-2: two German factors more, here of the air.
    battle = suez(edition, 4, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST, count=2), unit("air", 4)])
    after = converted(battle)
    ways = payments(after)
    assert {"a1": 1, "a2": 1, "a5": 2, "d1": 2} in ways
    found = [factors(way, battle) for way in ways]
    assert {total for total, alive in found if alive} == {12}
    # Without Italians: six, or eight when a German counter of four is among them.
    assert {total for total, alive in found if not alive} == {6, 8}


@BOTH
def test_suez_german_air_in_place_of_italian_infantry(edition):
    battle = suez(edition, 4, [armor(4, at=WEST), infantry(4, at=NORTHWEST), unit("air", 12)])
    ways = payments(converted(battle))
    assert {"a5": 12, "d1": 2} in ways
    assert factors({"a5": 12}, battle) == (12, True)


@BOTH
def test_suez_no_payment_leaves_italians_for_less_than_twelve(edition):
    for italian, rest in (
        (12, [armor(4, at=WEST, count=2), unit("air", 4)]),
        (8, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST), unit("air", 4)]),
        (4, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST, count=2), unit("air", 4)]),
    ):
        battle = suez(edition, italian, rest)
        assert all(total >= 12 for total, alive in (factors(w, battle) for w in payments(converted(battle))) if alive)


@BOTH
def test_suez_the_defender_may_leave_it_at_d(edition):
    battle = suez(edition, 8, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST), unit("air", 4)])
    left = roll(battle, 6, "keep", "keep")
    assert gone(left) == {"d1": 1}


@BOTH
def test_suez_germans_alone(edition):
    # CTL 2 throughout: Ex-2, six factors.
    battle = fight([armor(6, count=2), armor(6, at=WEST, count=2)], [infantry(3, count=2)], edition=edition,
                   features=["fortification"])  # fmt: skip
    after = converted(battle)
    assert [sum(way.get(key, 0) for key in ("a1", "a2")) for way in payments(after)] == [1, 1]
    assert "15.55B" in cited(after) | cited(after, -2)


@BOTH
def test_three_levels(edition):
    # CTL 1, 2 and 3: twelve, six or nothing.
    attack = [infantry(2, "Italian", ctl=1), infantry(4, "Rumanian", ctl=2), infantry(9, count=2, at=WEST, ctl=3)]
    battle = fight(attack, [infantry(3, count=2)], edition=edition, features=["fortification"])
    assert odds(battle) == (24, 18, "1:1")
    ways = payments(converted(battle))
    # Both small ones gone: nothing else is asked for.
    assert {"a1": 1, "a2": 1, "d1": 2} in ways
    # The Italian gone and the Rumanian kept: six, so a nine.
    assert {"a1": 1, "a3": 1, "d1": 2} in ways
    # The Italian kept: twelve, 9 + 9 or 9 + 4.
    assert {"a3": 2, "d1": 2} in ways
    assert {"a2": 1, "a3": 1, "d1": 2} in ways
    assert len(ways) == 4


@BOTH
def test_clearing_the_hex_with_mixed_levels(edition):
    # D at 2:1 (36 : 18, die 6) with two Italian factors: Ex-1 asks for twelve, without them Ex-2 for six.
    attack = [infantry(2, "Italian", ctl=1), infantry(6, count=2, at=WEST), infantry(6, count=2, at=NORTHEAST),
              infantry(10, at=NORTHWEST)]  # fmt: skip
    battle = fight(attack, [infantry(3, count=2)], edition=edition, features=["fortification"])
    assert odds(battle) == (36, 18, "2:1")
    after = roll(battle, 6)
    if edition == "old":
        assert topic(after) == "convert"
        after = after.play("convert")
    ways = payments(after)
    assert {"a1": 1, "a2": 1, "d1": 2} in ways
    assert {"a2": 2, "d1": 2} in ways
    assert {"a2": 1, "d1": 2} not in ways


@BOTH
def test_invasions_too_in_the_newer_edition(edition):
    # A landing of CTL 1 and 2: 18 : 9 is 2:1, die 5 is d, kept by the attacker.
    attack = [infantry(6, "Italian", ctl=1, via="sea"), infantry(12, ctl=2, via="sea")]
    battle = fight(attack, [infantry(1), infantry(2)], edition=edition)
    assert odds(battle) == (18, 9, "2:1")
    after = roll(battle, 5, "keep")
    if edition == "old":
        assert topic(after) in ("pay", "again")
    else:
        # Ex-1: three factors at +2 cost six; without Italians Ex-2 costs three.
        assert topic(after) == "convert"
        assert payments(after.play("convert")) == [{"a1": 1, "d1": 1, "d2": 1}, {"a2": 1, "d1": 1, "d2": 1}]


@BOTH
def test_the_prompt_names_both_requirements(edition):
    after = converted(suez(edition, 8, [armor(4, at=WEST, count=2), infantry(4, at=NORTHWEST), unit("air", 4)]))
    assert topic(after) == "pay"
    assert "12" in after.node.prompt and "6" in after.node.prompt
    assert "15.551" in after.node.rules
    assert options(after)


@BOTH
@pytest.mark.parametrize("level", [1, 3])
def test_neither_defenders_nor_aircraft_have_a_requirement(edition, level):
    # Germans of CTL 2 alone on the ground: Ex-2, six factors, whatever the CTL of the others.
    attack = [armor(6, count=2), armor(6, at=WEST, count=2), unit("air", 6, ctl=level)]
    battle = fight(attack, [infantry(3, count=2, ctl=level)], edition=edition, features=["fortification"])
    after = converted(battle)
    assert after.game.owed(after.state).need == 6
    assert payments(after) == [{"a1": 1, "d1": 2}, {"a2": 1, "d1": 2}, {"a3": 6, "d1": 2}]
    assert "15.551" not in after.node.rules


@BOTH
def test_those_who_sit_the_round_out_have_no_requirement(edition):
    # Six Italian factors of CTL 1 fight the first round only (15.71). In the second, Ex-2 costs the Germans three;
    # by Ex-1, which the Italians would have brought about, it would be six.
    attack = [infantry(6, "Italian", ctl=1), armor(2, count=2, at=NORTHEAST), armor(8, at=WEST)]
    battle = fight(attack, [infantry(3, count=2)], edition=edition, features=["fortification"])
    second = roll(battle, 6, "keep", "keep", "on")
    assert odds(second) == (12, 9, "1:1")
    after = converted(second)
    assert after.game.owed(after.state).need == 3
    assert payments(after) == [{"a2": 2, "d1": 2}, {"a3": 1, "d1": 2}]
