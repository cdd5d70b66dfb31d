"""12.1 and 15.41: how many units a hex holds; Pearl Harbor."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    SOUTHWEST,
    WEST,
    armor,
    faces,
    fight,
    game,
    gone,
    infantry,
    lost,
    odds,
    options,
    roll,
    sections,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
HAWAII = {"features": ["pearl_harbor", "port"], "nations": ("Japanese", "US"), "theatre": "pacific"}
LANDING = [infantry(20, via="sea"), infantry(20, via="sea")]


@pytest.mark.parametrize(
    ("failed", "others", "wrong"),
    [
        (2, [], set()),
        (3, [], set()),
        (1, [infantry(3)], set()),
        (2, [infantry(3)], {"12.11A"}),
        (3, [infantry(3)], {"12.11A"}),
        (0, [infantry(3, count=2)], set()),
        (0, [infantry(3, count=3)], {"12.11A"}),
        (3, [unit("airborne")], set()),
        (3, [unit("airborne", count=6)], {"12.12"}),
        (3, [unit("flak", 1)], set()),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_12_15_only_those_who_failed_to_overrun_may_be_too_many_in_their_hex(edition, failed, others, wrong):
    """Specialised units and flak have places of their own beside them (12.12, 10.96), and other units do not."""
    tanks = [armor(3, pledged=True, count=failed)] if failed else []
    found = sections(game([*tanks, *others], [infantry(1)], edition=edition).problems)
    assert {rule for rule in found if rule.startswith("12.")} == wrong


@pytest.mark.parametrize(
    ("features", "theatre", "limit", "rule"),
    [
        ([], "europe", 2, "12.11A"),
        (["bridgehead"], "europe", 5, "12.13"),
        (["island"], "pacific", 1, "12.11B"),
        (["island", "port"], "pacific", 2, "12.11B"),
        (["island", "bridgehead"], "pacific", 1, "12.11B"),
        (["island"], "europe", 2, "12.11A"),
        (["fortified_island"], "pacific", 1, "12.11B"),
        (["fortified_island", "port"], "pacific", 2, "12.11B"),
        (["fortified_island", "bridgehead"], "pacific", 1, "12.11B"),
        (["fortified_island"], "europe", 2, "12.11A"),
        (["pearl_harbor"], "pacific", 5, "12.19"),
    ],
)
def test_12_1_limits(features, theatre, limit, rule):
    known = {"features": features, "theatre": theatre, "nations": ("Japanese", "US")}
    assert game([infantry(30)], [infantry(1, count=limit)], **known).problems == ()
    problems = game([infantry(30)], [infantry(1, count=limit + 1)], **known).problems
    assert [problem.rule for problem in problems] == [rule]
    assert str(limit) in problems[0].message


@BOTH
def test_12_11a_the_hexes_attackers_stand_in(edition):
    # Those who stand by take room like others, wherever their side stands; landing and dropped units do not.
    idle = infantry(2, attacks=False)
    assert sections(game([infantry(9, count=2), idle], [infantry(1)], edition=edition).problems) == {"12.11A"}
    assert game([infantry(9, count=2), {**idle, "at": WEST}], [infantry(1)], edition=edition).problems == ()
    far = {**idle, "at": "5,5", "count": 3}
    assert [p.rule for p in game([infantry(9), far], [infantry(1)], edition=edition).problems] == ["12.11A"]
    assert game([infantry(9, count=2, via="sea"), unit("airborne", count=9, at="0,0", via="airdrop")],
                [infantry(1)], edition=edition).problems == ()  # fmt: skip


def test_12_11b_12_13_the_attackers_hexes_have_their_own_limits():
    def crowd(count, features, theatre="pacific"):
        attack = [infantry(9), infantry(1, count=count - 1, attacks=False)]
        found = game(attack, [infantry(1)], hexes={EAST: {"features": features}}, theatre=theatre).problems
        return [problem.rule for problem in found]

    assert crowd(2, ["island"]) == ["12.11B"]
    assert crowd(2, ["island", "port"]) == []
    assert crowd(5, ["bridgehead"], "europe") == []
    assert crowd(6, ["bridgehead"], "europe") == ["12.13"]


@BOTH
@pytest.mark.parametrize(("flak", "wrong"), [([3], []), ([1, 1, 1], []), ([4], ["10.96"]), ([2, 3], ["10.96"])])
def test_10_96_three_flak_factors_in_a_hex(edition, flak, wrong):
    stack = [infantry(1, count=2), *(unit("flak", factors) for factors in flak)]
    problems = game([infantry(30)], stack, edition=edition).problems
    assert [problem.rule for problem in problems] == wrong


def test_12_23_nobody_defends_the_sea():
    assert sections(game([infantry(9)], [infantry(1)], terrain="sea").problems) == {"12.23"}


def test_12_12_flak_and_specialised_units_do_not_count():
    defend = [infantry(1, count=2), unit("marine", count=3), unit("flak", 3)]
    assert game([infantry(30)], defend).problems == ()


@BOTH
@pytest.mark.parametrize("way", ["sea", "airdrop"])
def test_15_41_two_count_against_a_landing_or_a_drop(edition, way):
    attack = LANDING if way == "sea" else [unit("airborne", count=20, at="0,0", via="airdrop")]
    battle = fight(attack, [infantry(3), infantry(2), infantry(1)], edition=edition, **HAWAII)
    assert (topic(battle), battle.node.side) == ("pick", "defender")
    assert options(battle) == ["aside:d1", "aside:d2", "aside:d3"]
    # Any two may be named. Each counts three times against a landing or a drop.
    assert odds(battle.play("aside:d3"))[1] == (3 + 2) * 3
    assert odds(battle.play("aside:d1"))[1] == (2 + 1) * 3


@BOTH
def test_15_41_five_defenders_three_are_left_out(edition):
    battle = fight(LANDING, [infantry(1, count=5)], edition=edition, **HAWAII)
    after = battle.play_all(["aside:d1"] * 3)
    assert topic(after) == "roll"
    assert odds(after)[1] == 2 * 3


@BOTH
def test_15_41_the_round_after_they_are_named_is_the_first(edition):
    """15.41, 15.75: the chart is read, and training counts, as where only two units stand there."""
    beach = [infantry(20, via="sea", ctl=1)]
    named = fight(beach, [infantry(1, count=3)], edition=edition, **HAWAII).play("aside:d1")
    alone = fight(beach, [infantry(1, count=2)], edition=edition, **HAWAII)
    assert (odds(named), faces(named)) == (odds(alone), faces(alone))
    ends = [roll(battle, 1) for battle in (named, alone)]
    assert [end.outcome.measure("rounds") for end in ends] == [1, 1]


@BOTH
@pytest.mark.parametrize(("picker", "defence"), [("defender", 2 * 3 + 2 * 3), ("attacker", 3 * 1 + 2 * 3)])
def test_15_41_who_names_them_reckons_with_what_each_is_multiplied_by(edition, picker, defence):
    """15.31, 15.33D: before they are named the odds are those of the strongest two or the weakest, not of the largest.

    The largest unit has been cut off for two turns: it counts for its face value, the others three times.
    """
    stack = [infantry(3, isolated_turns=2), infantry(2), infantry(2)]
    for defend in (stack, stack[::-1]):
        battle = fight(LANDING, defend, edition=edition, readings={"pearl_picker": picker}, **HAWAII)
        assert odds(battle)[1] == defence
        named = [odds(battle.play(option))[1] for option in options(battle)]
        assert defence == (max(named) if picker == "defender" else min(named))


def test_15_41_it_is_the_multiplier_of_the_first_round():
    """15.33H: infantry counts one less in deep winter while those who land fight, who are trained for one round."""
    beach = [infantry(20, via="sea", ctl=1, winter_preparation=3)]
    battle = fight(beach, [armor(2), infantry(2), infantry(2)], winter_effect=7, winter_needs=3, **HAWAII)
    assert odds(battle)[1] == 2 * 3 + 2 * 2


@BOTH
def test_12_19_of_those_who_all_count_it_is_told_why_none_is_left_out(edition):
    """Specialised units do, and who stands in another hex attacked with it."""
    battle = fight(
        [infantry(20, via="sea", at=SOUTHWEST)],
        [infantry(1, count=3), unit("marine"), infantry(1, at=WEST)],
        edition=edition,
        targets=("0,0", WEST),
        **HAWAII,
    )
    assert options(battle) == ["aside:d1"]
    refused = {one.unit: one.rules for one in battle.game.refusals(battle.state)}
    assert refused == {"d2": ("12.19", "15.41"), "d3": ("12.19", "15.41")}


@BOTH
def test_15_41_specialised_units_count_all(edition):
    battle = fight(LANDING, [infantry(1, count=2), unit("marine", count=3)], edition=edition, **HAWAII)
    assert topic(battle) == "roll"
    assert odds(battle)[1] == 5 * 3


@BOTH
def test_15_41_also_where_another_hex_is_attacked_with_it(edition):
    # Two of the three in Pearl Harbor and the marine beside it, at three each against a landing.
    beach = [{**one, "at": "0,0"} for one in LANDING]
    battle = fight(beach, [infantry(1, count=3), unit("marine", at=SOUTHWEST)], edition=edition,
                   targets=("0,0", SOUTHWEST), **HAWAII)  # fmt: skip
    assert options(battle) == ["aside:d1"]
    assert odds(battle.play("aside:d1"))[1] == (2 + 1) * 3


BEACH, DROP, LAND = infantry(20, via="sea", at="0,0"), unit("airborne", count=20, via="airdrop"), infantry(20, at=WEST)


@BOTH
@pytest.mark.parametrize(
    ("attack", "asked"),
    [
        ([BEACH, LAND], True),
        ([DROP | {"at": "0,0"}, LAND], True),
        ([BEACH, DROP | {"at": SOUTHWEST}], True),
        ([DROP | {"at": SOUTHWEST}, LAND], False),
    ],
)
def test_15_41_one_that_lands_or_drops_there_is_enough(edition, attack, asked):
    """12.19: a landing or a drop attacks it, also where others come by land or drop into the other hex attacked."""
    foes = [infantry(1, count=3), infantry(1, at=SOUTHWEST)]
    battle = fight(attack, foes, edition=edition, targets=("0,0", SOUTHWEST), **HAWAII)
    assert topic(battle) == ("pick" if asked else "roll")


@BOTH
def test_15_41_nowhere_else_and_by_nobody_else(edition):
    by_land = fight([infantry(20)], [infantry(1, count=5)], edition=edition, **HAWAII)
    assert topic(by_land) == "roll" and odds(by_land)[1] == 10
    others = {**HAWAII, "nations": ("German", "US")}
    assert topic(fight(LANDING, [infantry(1, count=5)], edition=edition, **others)) == "roll"


def pearl_won(edition, **fields):
    """Forty factors of CTL 3 against two that count of four: 40 : 6, and a six is D (or Ex-3, at no cost)."""
    beach = [infantry(20, via="sea", ctl=3, **fields), infantry(20, via="sea", ctl=3, **fields)]
    battle = fight(beach, [infantry(1, count=4)], edition=edition, **HAWAII)
    after = battle.play_all(["aside:d1"] * 2)
    assert odds(after) == (40, 6, "5:1")
    return roll(after, 6)


@BOTH
def test_12_19_the_rest_die_when_japan_comes_in(edition):
    inside = pearl_won(edition).play("advance:a1").play("stay")
    assert inside.outcome.result == "taken"
    assert lost(inside) == (0, 4)
    assert any("12.19" in line.rules for line in inside.game.closing(inside.state))


@BOTH
def test_12_19_and_live_when_nobody_does(edition):
    for after in (pearl_won(edition).play("stay"), pearl_won(edition, supply="none")):
        assert lost(after) == (0, 2)
        assert gone(after) == {"d1": 2}
        assert after.outcome.measure("hex") == 0


@BOTH
def test_12_19_the_room_for_five_is_for_the_western_allies(edition):
    beach = [infantry(20, via="sea", ctl=3, count=2), infantry(9, ctl=3)]
    after = roll(fight(beach, [infantry(1)], edition=edition, **HAWAII), 6)
    two = after.play_all(["advance:a1", "advance:a2"])
    assert two.outcome is not None
    held_by_japan = {**HAWAII, "nations": ("US", "Japanese")}
    crowd = game([infantry(30)], [infantry(1, count=3)], edition=edition, **held_by_japan)
    assert sections(crowd.problems) == {"12.11A"}


@pytest.mark.parametrize(("alone", "rules"), [(False, set()), (True, {"12.11A"})])
def test_12_19_minors_tied_to_the_western_allies_stack_in_pearl_harbor_as_they_do(alone, rules):
    """14.32: they are of the faction of their major power; 14.33: not before they are activated."""
    hawaii = {**HAWAII, "minors_alone": alone}
    held = game(LANDING, [infantry(1, "Other minor", count=5), unit("air", 1, "US")], **hawaii)
    assert sections(held.problems) == rules
    assert "minors_alone" in held.relevant()["conditions"]


@pytest.mark.parametrize(("ours", "rules"), [(4, set()), (5, {"12.19"})])
def test_12_19_a_chinese_unit_beside_americans_takes_one_of_the_five_places(ours, rules):
    held = game(LANDING, [infantry(1, count=ours), infantry(1, "Nationalist Chinese"), unit("air", 1, "US")], **HAWAII)
    assert sections(held.problems) == rules
