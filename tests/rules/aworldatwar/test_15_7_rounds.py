"""15.7: further rounds of an attack."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    WEST,
    armor,
    cited,
    faces,
    fight,
    gone,
    infantry,
    odds,
    options,
    pay,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


@BOTH
def test_15_71_the_attacker_may_go_on_or_break_off(edition):
    # 18 : 16 is 1:1; a (die 2) costs eight, two counters of six.
    after = pay(roll(fight([infantry(6, count=2), infantry(6, at=WEST)], [infantry(8)], edition=edition), 2))
    assert (topic(after), after.node.side, options(after)) == ("again", "attacker", ["on", "off"])
    off = after.play("off")
    assert off.outcome.result == "held"
    assert off.outcome.measure("rounds") == 1
    on = after.play("on")
    assert topic(on) == "roll"
    assert "15.71" in cited(on)


@BOTH
def test_15_71_no_second_round_without_ground_units_on_both_sides(edition):
    won = roll(fight([infantry(9)], [infantry(1), unit("air", 3)], edition=edition), 6)
    assert topic(won) in ("advance", "choose")
    lost = roll(fight([infantry(6), unit("air", 9)], [infantry(9)], edition=edition), 2)
    # 15 : 18 is 1:2; a die of 2 is A: everything.
    assert lost.outcome.result == "destroyed"


@BOTH
@pytest.mark.parametrize(("ctl", "again"), [(-1, False), (0, False), (1, False), (2, True), (3, True)])
def test_15_82a_ctl_1_fights_one_round(edition, ctl, again):
    # 12 : 16 is 1:2; die 3 is a: eight factors, all of them paid by the air.
    attack = [infantry(4, ctl=ctl), unit("air", 8)]
    after = pay(roll(fight(attack, [infantry(4, count=2)], edition=edition), 3), "a2")
    assert gone(after) == {"a2": 8}
    assert (topic(after) == "again") == again
    if not again:
        assert after.outcome.result == "held"
        assert "15.82A" in cited(after)


@BOTH
@pytest.mark.parametrize("ctl", [1, 2, 3, 4])
def test_15_72_as_many_rounds_as_ctl(edition, ctl):
    # Each "a" costs one factor, which air pays.
    battle = fight([infantry(9, ctl=ctl), unit("air", 9, ctl=ctl)], [infantry(1)], edition=edition)
    for number in range(1, ctl + 1):
        assert topic(battle) == "roll"
        battle = pay(battle.play("!result=a"), "a2")
        assert gone(battle) == {"a2": number}
        if topic(battle) == "again":
            battle = battle.play("on")
    assert battle.outcome.result == "held"
    assert battle.outcome.measure("rounds") == ctl


@BOTH
def test_15_72_is_cited_from_the_third_round_on(edition):
    battle = fight([infantry(9, ctl=4), unit("air", 9, ctl=4)], [infantry(1)], edition=edition)
    for number in (2, 3, 4):
        battle = pay(battle.play("!result=a"), "a2")
        section, other = ("15.71", "15.72") if number == 2 else ("15.72", "15.71")
        for option in battle.node.options:
            assert section in option.rules and other not in option.rules
        assert section in cited(battle.play("off")) and other not in cited(battle.play("off"))
        battle = battle.play("on")
        assert section in cited(battle) and other not in cited(battle)


@BOTH
def test_15_73_standing_by_stays_standing_by(edition):
    attack = [infantry(6), infantry(6, attacks=False), unit("air", 2)]
    after = fight(attack, [infantry(3), infantry(1)], edition=edition).play("!result=d")
    assert topic(after) == "again"
    assert odds(after.play("on"))[0] == 6 + 2
    refused = {one.unit: one.rules for one in after.game.refusals(after.state)}
    assert refused == {"a2": ("15.73",)}, "who stands by, and nobody who fights"


@BOTH
def test_15_74_odds_are_worked_out_anew(edition):
    battle = fight([infantry(6, count=2)], [infantry(3), infantry(3, nation="Canadian")], edition=edition)
    assert odds(battle) == (12, 12, "1:1")
    after = roll(battle, 6, "keep", "lose:d1")
    assert odds(after) == (12, 6, "2:1")
    assert odds(after.play("on")) == (12, 6, "2:1")


@BOTH
def test_15_75_plus_one_for_every_earlier_round(edition):
    # 35 : 18 is 1:1; a costs nine factors of air: 26 : 18 is 1:1 one row down, 17 : 18 is 1:2 two rows down.
    first = fight([infantry(9, ctl=3), unit("air", 26, ctl=3)], [infantry(9)], edition=edition)
    assert (odds(first)[2], faces(first)) == ("1:1", ["A", "a", "Ex", "Ex-1", "Ex-2", "d"])
    second = pay(roll(first, 2), "a2").play("on")
    assert (odds(second)[2], faces(second)) == ("1:1", ["a", "Ex", "Ex-1", "Ex-2", "d", "d"])
    third = pay(roll(second, 1), "a2").play("on")
    assert (odds(third)[2], faces(third)) == ("1:2", ["a", "Ex", "Ex", "Ex", "Ex", "Ex"])
    assert "15.75" in cited(roll(third, 1))


@BOTH
@pytest.mark.parametrize(
    ("attack", "features", "nation"),
    [
        ({"via": "sea"}, [], "German"),
        ({}, ["fortification"], "German"),
        ({}, ["fortress"], "German"),
        ({}, ["forest"], "French"),
        ({}, ["forest"], "Nationalist Chinese"),
        ({}, ["forest"], "Communist Chinese"),
    ],
    ids=["landing", "fortification", "fortress", "French", "Nationalist Chinese", "Communist Chinese"],
)
def test_15_74_below_even_odds_some_attacks_stop(edition, attack, features, nation):
    # 12 against 3 x 3 or 3 x 4; a costs a counter of six, and six is fewer than nine.
    foe = "Japanese" if "Chinese" in nation else "British"
    known = {"terrain": "forest", "features": []} if features == ["forest"] else {"features": features}
    battle = fight([infantry(6, **attack), infantry(6, **attack)], [infantry(3)], edition=edition,
                   nations=(nation, foe), **known)  # fmt: skip
    after = pay(roll(battle, 2))
    assert gone(after) == {"a1": 1}
    assert after.outcome.result == "held"
    assert "15.74" in cited(after)


@BOTH
def test_15_74_others_may_go_on_below_even_odds(edition):
    after = pay(roll(fight([infantry(6), infantry(6)], [infantry(3)], edition=edition, terrain="forest"), 2))
    assert topic(after) == "again"
    assert odds(after) == (6, 9, "1:2")


@BOTH
def test_15_74_with_the_barred_ally_gone_the_others_go_on(edition):
    battle = fight([infantry(6, "French"), infantry(6)], [infantry(3)], edition=edition, terrain="forest")
    assert topic(roll(battle, 2, "lose:a1")) == "again"
    assert roll(battle, 2, "lose:a2").outcome.result == "held"


@BOTH
def test_15_74_drops_go_on_below_even_odds(edition):
    # 8 : 8; a costs four, so the infantry. Three dropped factors alone against 4 x 3.
    drop = unit("airborne", count=3, at="0,0", via="airdrop")
    after = roll(fight([drop, infantry(5)], [infantry(4)], edition=edition), 2)
    assert gone(after) == {"a2": 1}
    assert odds(after) == (3, 12, "1:4")
    assert topic(after.play("on")) == "roll"
    # Nine against 3 x 3: a costs five, and four go on against nine.
    alone = roll(fight([unit("airborne", count=9, at="0,0", via="airdrop")], [infantry(3)], edition=edition), 2)
    assert odds(alone) == (4, 9, "1:3")
    assert topic(alone) == "again"


@BOTH
def test_15_74_a_drop_on_a_fort_does_not(edition):
    # 12 : 3 x 4; a leaves six against twelve. What was dropped dies among the defenders (10.56).
    drop = unit("airborne", count=12, at="0,0", via="airdrop")
    after = roll(fight([drop], [infantry(3)], edition=edition, features=["fortification"]), 2)
    assert after.outcome.result == "destroyed"
    assert gone(after) == {"a1": 12}


PAIR = [infantry(3), infantry(3, nation="Canadian")]
"""Two defenders of three; d takes one of them, whichever the defender names."""


@BOTH
@pytest.mark.parametrize(("ctl", "second"), [(1, 12), (0, 12), (2, 18)])
def test_15_82b_air_of_ctl_1_leaves_after_the_first_round(edition, ctl, second):
    battle = fight([infantry(6, count=2), unit("air", 6, ctl=ctl)], PAIR, edition=edition)
    assert odds(battle)[0] == 18
    assert odds(battle.play_all(["!result=d", "lose:d1", "on"]))[0] == second


@BOTH
def test_15_82b_defensive_air_is_not_bound_by_ctl(edition):
    battle = fight([infantry(9, count=2)], [*PAIR, unit("air", 3, ctl=1)], edition=edition)
    # Half of nine: three on the ground and two of air; one of air stays for the second round.
    after = pay(battle.play("!result=d"), "d1", "d3").play("on")
    assert gone(after) == {"d1": 1, "d3": 2}
    assert odds(after)[1] == 3 * 2 + 1


@BOTH
@pytest.mark.parametrize(("ctl", "second"), [(1, 18), (2, 24)])
def test_15_82b_bombardment_of_ctl_1_in_the_first_round_only(edition, ctl, second):
    attack = [infantry(9, count=2, via="sea"), unit("fleet", 6, ctl=ctl)]
    battle = fight(attack, PAIR, edition=edition)
    assert odds(battle)[0] == 24
    after = battle.play_all(["!result=d", "lose:d1", "on"])
    assert odds(after)[0] == second
    assert "a2" not in gone(after)


@BOTH
def test_15_82b_destroyers_of_ctl_1_take_their_riders_away(edition):
    riders = [infantry(9, count=2, ctl=3, via="sea"), unit("destroyer", 6, ctl=1)]
    alone = fight(riders, PAIR, edition=edition).play_all(["!result=d", "lose:d1"])
    assert alone.outcome.result == "held"
    beside = fight([*riders, infantry(9)], PAIR, edition=edition).play_all(["!result=d", "lose:d1", "on"])
    assert odds(beside)[0] == 9
    # Without a landing left in the fight there is no bonus against one.
    assert odds(beside)[1] == 6


@BOTH
def test_15_82a_only_the_trained_go_on(edition):
    attack = [infantry(6, ctl=1), armor(4, ctl=2, at=WEST), infantry(4, ctl=3, at=SOUTHEAST)]
    battle = fight(attack, PAIR, edition=edition)
    assert odds(battle)[0] == 14
    after = battle.play_all(["!result=d", "lose:d1", "on"])
    assert odds(after)[0] == 8
    # The untrained do not fight any more, and so do not pay.
    assert all("lose:a1" not in options(roll(after, die)) for die in range(1, 7))
