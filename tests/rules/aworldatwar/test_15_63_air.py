"""15.63: air factors as losses, and what becomes of air beyond three to one."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    WEST,
    cited,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    pay,
    payments,
    roll,
    sections,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


@BOTH
def test_15_631_ground_support_may_pay(edition):
    battle = roll(fight([infantry(3), unit("air", 3)], [infantry(3)], edition=edition), 2)
    assert payments(battle) == [{"a1": 1}, {"a2": 3}]


@BOTH
def test_15_631_defensive_air_may_pay(edition):
    battle = roll(fight([infantry(9)], [infantry(3), unit("air", 3)], edition=edition), 6, "keep")
    assert payments(battle) == [{"d1": 1}, {"d2": 3}]


@BOTH
def test_15_632_air_survives_when_the_last_round_asks_for_less(edition):
    # The ground unit dies paying; the air beside it lives.
    after = roll(fight([infantry(3), unit("air", 3)], [infantry(3)], edition=edition), 2, "lose:a1")
    assert after.outcome.result == "destroyed"
    assert gone(after) == {"a1": 1}


@BOTH
def test_15_632_d_that_takes_the_last_ground_unit_leaves_the_air(edition):
    after = roll(fight([infantry(9)], [infantry(3), unit("air", 3)], edition=edition), 6, "keep", "lose:d1")
    assert gone(after) == {"d1": 1}
    assert topic(after) == "advance"


@BOTH
@pytest.mark.parametrize(("dies", "flown"), [("all", {"a2": 3, "d2": 3}), ("ground", {})])
def test_15_61_15_632_by_an_even_ex_air_dies_with_the_others_or_not_at_all(edition, dies, flown):
    """15.61: 6 + 3 : 3 x 2 + 3: all who fight are lost on either side, and nobody owes anything beside that."""
    attack, defend = [infantry(6), unit("air", 3)], [infantry(3), unit("air", 3)]
    battle = fight(attack, defend, edition=edition, readings={"air_dies": dies})
    assert odds(battle)[:2] == (9, 9)
    assert gone(battle.play("!result=Ex")) == {"a1": 1, "d1": 1, **flown}


def thinned(edition):
    """Ten ground and twelve air factors against 11 x 2; 1:1, die 2 is a: eleven factors."""
    battle = fight([infantry(2), infantry(8), unit("air", 12)], [infantry(11)], edition=edition)
    assert odds(battle) == (22, 22, "1:1")
    return pay(roll(battle, 2, "lose:a2"), "a3")


def test_15_632_older_edition_trims_air_before_the_next_round():
    # Two ground factors left carry six air factors: of the nine left, three are lost when the attack goes on.
    after = thinned("old")
    assert topic(after) == "again"
    assert gone(after) == {"a2": 1, "a3": 3}
    assert odds(after) == (8, 22, "1:3")
    on = after.play("on")
    assert gone(on) == {"a2": 1, "a3": 6}
    assert odds(on) == (8, 22, "1:3")
    assert "15.632" in {rule for _, line in on.log for rule in line.rules}
    # The final round trims nothing.
    assert gone(after.play("off")) == {"a2": 1, "a3": 3}


def test_15_632_older_edition_limits_the_air_of_both_sides_before_the_next_round():
    # d costs four of six: the two left carry six of the ten factors of air. CTL 1 fights in no second round: the two
    # factors of CTL 2 carry six of twelve.
    attack = [infantry(2, ctl=2), infantry(18, ctl=1), unit("air", 12, ctl=2)]
    battle = fight(attack, [infantry(2), infantry(4), unit("air", 10)], edition="old")
    assert odds(battle) == (32, 22, "1:1")
    on = pay(battle.play("!result=d"), "d2", *["d3"] * 4).play("on")
    assert odds(on) == (2 + 6, 2 * 2 + 6, "1:2")
    assert gone(on) == {"d2": 1, "d3": 4}, "the other six factors of the attacker's air rest"


def test_15_632_15_71_what_may_not_fly_is_taken_out_once_what_is_over_the_limit_is_gone():
    """Four factors left carry twelve of fourteen; the two that fight again (15.82B) carry six: the owner names each."""
    ground = [infantry(2, ctl=2), infantry(2, ctl=1), infantry(7, ctl=1, at=WEST)]
    battle = fight([*ground, unit("air", 10), unit("air", 4, "Italian")], [infantry(7)], edition="old")
    on = pay(battle.play("!result=a"), "a3").play("on")
    assert (topic(on), gone(on)) == ("trim", {"a3": 1})
    rest = pay(on, "a4")
    assert (topic(rest), gone(rest)) == ("rest", {"a3": 1, "a4": 2})


def test_15_632_newer_edition_trims_nothing():
    on = thinned("new").play("on")
    assert gone(on) == {"a2": 1, "a3": 3}
    assert odds(on) == (11, 22, "1:2")


def test_15_632_older_edition_lets_the_owner_choose_what_goes():
    battle = fight([infantry(2), infantry(8), unit("air", 8), unit("air", 4, "Italian")], [infantry(11)], edition="old")
    after = pay(roll(battle, 2, "lose:a2"), "a3").play("on")
    assert topic(after) == "trim"
    assert after.node.side == "attacker"
    assert sorted(options(after)) == ["lose:a3", "lose:a4"]
    why = {refusal.unit: refusal.rules for refusal in after.game.refusals(after.state)}
    assert why["a1"] == ("15.632",)
    assert {"a2": 1, "a3": 3, "a4": 3} in payments(after)
    assert {"a2": 1, "a3": 6} in payments(after)


@pytest.mark.parametrize(
    ("more", "attack"), [({}, 2 + 6), ({"ctl": 3}, 2 + 6), ({"ctl": 1}, 2 + 5)], ids=["alike", "better", "worse"]
)
def test_15_632_the_odds_ahead_are_those_without_the_air_that_goes_the_least_trained_first(more, attack):
    # Two ground factors carry six of the nine air factors left; air of CTL 1 gives no support after the first round.
    flown = [unit("air", 8), unit("air", 4, "Italian", **more)]
    battle = fight([infantry(2), infantry(8), *flown], [infantry(11)], edition="old")
    after = pay(roll(battle, 2, "lose:a2"), "a3")
    assert topic(after) == "again"
    assert odds(after)[:2] == (attack, 22)


def test_15_632_15_71_15_82b_older_edition_says_why_others_than_the_air_over_the_limit_stay():
    """Of either side: it dies, or is left out; of its own air, not what has no training for the round."""
    attack = [infantry(2), infantry(8), unit("air", 8), unit("air", 4, "Italian")]
    dies = pay(fight(attack, [infantry(11), unit("air", 3)], edition="old").play_all(["!result=a", "lose:a2"]), "a3")
    attack = [infantry(5, ctl=1), infantry(1), unit("air", 6), unit("air", 4, "Italian"), unit("air", 3, ctl=1)]
    waits = fight(attack, [infantry(2), infantry(2, nation="Canadian"), unit("air", 1)], edition="old")
    waits = waits.play_all(["!result=d", "lose:d1", "lose:d3"])
    defend = [infantry(1), infantry(8), unit("air", 20), unit("air", 7, "Canadian")]
    theirs = fight([infantry(30), infantry(30), unit("air", 20, at=WEST)], defend, edition="old").play("!result=d")
    only = "only air beyond three factors for each ground factor goes now"
    for battle, asked, told in (
        (dies, "trim", dict.fromkeys(("a1", "d1", "d2"), (only, ("15.632",)))),
        (pay(theirs, "d2", "d3"), "trim", dict.fromkeys(("a1", "a2", "a3", "d1"), (only, ("15.632",)))),
        (
            waits,
            "rest",
            {**dict.fromkeys(("a1", "a2", "d2"), (only, ("15.71",))), "a5": ("CTL allows 1 round", ("15.82B",))},
        ),
    ):
        on = battle.play("on")
        assert topic(on) == asked
        assert {one.unit: (one.reason, one.rules) for one in on.game.refusals(on.state)} == told


def test_15_632_older_edition_trims_the_defender_too():
    # d on 1, 8 and 27 air: half of 36; the eight and ten of air, leaving one factor on the ground for three of 17.
    battle = fight([infantry(30), infantry(30), unit("air", 20, at=WEST)], [infantry(1), infantry(8), unit("air", 27)],
                   edition="old")  # fmt: skip
    after = pay(battle.play("!result=d"), "d2", "d3")
    assert topic(after) == "again"
    on = after.play("on")
    assert gone(on) == {"d2": 1, "d3": 24}
    assert odds(on)[1] == 2 + 3


@pytest.mark.parametrize(("edition", "wrong"), [("old", {"15.632"}), ("new", set())])
def test_the_limit_holds_from_the_start_in_the_older_edition(edition, wrong):
    assert sections(game([infantry(2), unit("air", 7)], [infantry(1)], edition=edition).problems) == wrong
    assert sections(game([infantry(2), unit("air", 6)], [infantry(1)], edition=edition).problems) == set()
    assert sections(game([infantry(9)], [infantry(1), unit("air", 4)], edition=edition).problems) == wrong


@pytest.mark.parametrize(
    ("attack", "defend", "told"),
    [([unit("air", 6), infantry(2)], [unit("air", 3), infantry(1)], []),
     ([infantry(2), unit("air", 7)], [infantry(1)], ["ground support is 1 factor over three for each ground factor"]),
     ([infantry(2), unit("air", 8)], [infantry(1)], ["ground support is 2 factors over three for each ground factor"]),
     ([infantry(2), unit("air", 9)], [infantry(1), unit("air", 4)],
      ["ground support is 3 factors over three for each ground factor",
       "defensive air support is 1 factor over three for each ground factor"])],
)  # fmt: skip
def test_15_632_the_older_edition_says_how_much_air_is_too_much(attack, defend, told):
    problems = game(attack, defend, edition="old").problems
    assert [problem.message for problem in problems] == told
    assert [problem.path for problem in problems] == ["$.units[1].factors", "$.units[3].factors"][: len(told)]


@BOTH
def test_losses_by_air_are_logged(edition):
    battle = roll(fight([infantry(3), unit("air", 3)], [infantry(3)], edition=edition), 2, "lose:a2")
    assert "15.62" in cited(battle)
