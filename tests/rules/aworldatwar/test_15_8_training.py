"""15.8: combat training levels."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    armor,
    cited,
    fight,
    game,
    infantry,
    odds,
    options,
    pay,
    roll,
    sections,
    terms,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
SHORT = pytest.mark.parametrize(
    ("short", "less"),
    [({}, 0), ({"supply": "partial"}, 1), ({"oil_short": True}, 1), ({"supply": "partial", "oil_short": True}, 1)],
)


@BOTH
@SHORT
@pytest.mark.parametrize("ctl", [1, 2, 3])
def test_15_81_one_level_less_and_only_once(edition, short, less, ctl):
    # The level shows in the number of rounds: each "a" costs one factor of air.
    battle = fight([infantry(9, ctl=ctl, **short), unit("air", 9, ctl=9)], [infantry(1)], edition=edition)
    rounds = 0
    while battle.outcome is None:
        rounds += 1
        battle = pay(battle.play("!result=a"), "a2")
        battle = battle.play("on") if topic(battle) == "again" else battle
    assert rounds == max(1, ctl - less)


@BOTH
@SHORT
def test_15_81_and_15_55(edition, short, less):
    # CTL 2 against a fort makes Ex-2 of d, CTL 1 makes Ex-1 of it. 12 : 3 x 3 is 1:1.
    battle = fight([infantry(6, count=2, ctl=2, **short)], [infantry(3)], edition=edition, features=["fortification"])
    after = roll(battle, 6, "keep", "convert")
    assert f"15.55{'A' if less else 'B'}" in cited(after)


def test_11_48_partisans_are_of_ctl_1():
    # In the older edition they may attack: one round only.
    battle = fight([unit("partisan", 6), unit("air", 6, ctl=9)], [infantry(6)], edition="old")
    after = pay(roll(battle, 2), "a2")
    assert after.outcome.result == "held"
    assert "15.82A" in cited(after)


@BOTH
@pytest.mark.parametrize(("ctl", "wrong"), [(-1, True), (0, True), (1, False), (2, False)])
def test_15_82c_exploitation_needs_ctl_1(edition, ctl, wrong):
    problems = game([armor(4, ctl=ctl)], [infantry(1)], edition=edition, phase="exploitation").problems
    assert sections(problems) == ({"15.82C"} if wrong else set())


@BOTH
@pytest.mark.parametrize(("ctl", "through"), [(0, 0), (1, 1), (2, 1)])
def test_15_82c_breakthroughs_need_ctl_1(edition, ctl, through):
    battle = fight([armor(10, ctl=ctl)], [infantry(1)], edition=edition)
    assert odds(battle)[2] == "5:1"
    assert roll(battle, 6, "advance:a1").outcome.measure("breakthrough") == through


@BOTH
def test_15_82e_is_15_33c(edition):
    assert terms(game([infantry(9)], [infantry(2, ctl=0)], edition=edition)) == {"15.33C": -1}


@BOTH
def test_the_side_without_training_still_has_its_one_round(edition):
    battle = fight([infantry(6, ctl=-3)], [infantry(3)], edition=edition)
    assert options(battle)[0] == "d6=1"
    assert odds(battle) == (6, 6, "1:1")
