"""15.31 and 15.35: what a unit is worth attacking and defending; the worked examples."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    armor,
    fight,
    game,
    gone,
    infantry,
    net,
    odds,
    strength,
    terms,
    unit,
)

EXPLOIT = {"phase": "exploitation"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_35_armor_in_the_clear(edition):
    # A 2-5 armor unit in the clear: +2, so four.
    assert strength(game([infantry(4)], [armor(2)], edition=edition)) == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_35_rumanians_at_stalingrad(edition):
    # +2 -1 (exploiting armor) -1 (minor country abroad) is nothing, but never below face value.
    battle = game([armor(4)], [infantry(2, "Rumanian")], edition=edition, nations=("Russian", "German"),
                  country="Russia", front="eastern", **EXPLOIT)  # fmt: skip
    assert terms(battle) == {"15.33A": -1, "15.33B": -1}
    assert net(battle) == 0
    assert strength(battle) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_35_russian_armor_and_infantry(edition):
    # 4 x 2 + 3 x 1 = 11: the armor keeps its DM, the infantry beside it does not.
    battle = game([armor(4, count=2)], [armor(4), infantry(3)], edition=edition, nations=("German", "Russian"),
                  **EXPLOIT)  # fmt: skip
    assert (strength(battle, 1), strength(battle, 2)) == (8, 3)
    assert odds(battle)[1] == 11


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_35_across_a_river_by_exploiting_armor(edition):
    # +2 +1 -1 = +2 on three factors: six.
    battle = game([armor(4)], [infantry(3)], edition=edition, sides={"E": ["river"]}, **EXPLOIT)
    assert terms(battle) == {"15.32C": 1, "15.33A": -1}
    assert strength(battle) == 6


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("attack", "defense", "column"), [(20, 10, "2:1"), (19, 10, "1:1")])
def test_15_52_examples(edition, attack, defense, column):
    battle = game([infantry(attack)], [infantry(defense // 2)], edition=edition)
    assert odds(battle) == (attack, defense, column)


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_52_five_against_thirteen(edition):
    # Thirteen: five factors at +2 and three air factors. 5:13 is read at 1:3.
    battle = game([infantry(5)], [infantry(5), unit("air", 3)], edition=edition)
    assert odds(battle) == (5, 13, "1:3")


def test_15_31_attackers_count_their_printed_factors_whatever_the_ground():
    battle = game([infantry(3, at="1,0"), armor(5, at="0,1")], [infantry(1)], sides={"E": ["river"]},
                  hexes={"1,0": {"terrain": "mountain"}})  # fmt: skip
    assert odds(battle)[0] == 8


def test_15_31_many_negative_dms_never_go_below_face_value():
    battle = game([armor(4)], [infantry(5, "Italian", ctl=0, isolated_turns=4)], rome_allied=True, front="western",
                  nations=("US", "Italian"), **EXPLOIT)  # fmt: skip
    # +2 -1 (armor) -2 (Italian) -1 (CTL) -4 (isolation) = -6.
    assert terms(battle) == {"15.33A": -1, "15.33B": -2, "15.33C": -1, "15.33D": -4}
    assert net(battle) == -6
    assert strength(battle) == 5


def test_15_41_defenders_of_a_hex_are_attacked_together():
    battle = fight([infantry(6)], [infantry(1), infantry(2)])
    assert odds(battle) == (6, 6, "1:1")
    # Ex-2 at 1:1: everybody in the hex goes.
    assert gone(battle.play("d6=5")) == {"d1": 1, "d2": 1}
