"""15.51 and 15.52: odds, and attacks below even odds; the table of 15.6."""

import pytest
from hexumpire.model.battle import Battle

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    SOUTHWEST,
    armor,
    cited,
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

TABLE = {
    "1:4": "A A A A A Ex",
    "1:3": "A A A A Ex Ex",
    "1:2": "A A a Ex Ex Ex",
    "1:1": "A a Ex Ex-1 Ex-2 d",
    "2:1": "a Ex Ex-1 Ex-2 d D",
    "3:1": "Ex Ex-1 Ex-2 d D D",
    "4:1": "Ex-1 Ex-2 d D D D",
    "5:1": "Ex-2 d D D D D",
}


@BOTH
@pytest.mark.parametrize(
    ("attack", "column"),
    [(3, "1:4"), (4, "1:3"), (5, "1:3"), (6, "1:2"), (11, "1:2"), (12, "1:1"), (23, "1:1"), (24, "2:1"), (35, "2:1"),
     (36, "3:1"), (48, "4:1"), (59, "4:1"), (60, "5:1"), (90, "5:1")],
)  # fmt: skip
def test_15_51_fractions_favour_the_defender(edition, attack, column):
    # Against six factors in the clear: twelve.
    units = [infantry(min(30, attack))] + ([infantry(min(30, attack - 30))] if attack > 30 else [])
    units += [infantry(attack - 60, at="-1,0")] if attack > 60 else []
    battle = fight(units, [infantry(6)], edition=edition)
    assert odds(battle) == (attack, 12, column)
    assert battle.assessment.headline == f"{attack} : 12 → {column}"
    last = battle.assessment.trace.children[-1]
    beyond = attack > 60
    assert last.label == ("above 5:1, read on 5:1" if beyond else f"{attack} : 12, fractions dropped: {column}")
    assert last.rules == (("15.51", "15.52") if beyond else ("15.51",))
    assert faces(battle) == TABLE[column].split()


@BOTH
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(3, 9, "1:3"), (5, 10, "1:2"), (6, 6, "1:1"), (11, 11, "1:1"), (12, 6, "2:1"), (23, 11, "2:1"), (24, 8, "3:1"),
     (36, 9, "4:1"), (47, 11, "4:1"), (48, 9, "5:1"), (59, 11, "5:1"), (60, None, "")],
)  # fmt: skip
def test_15_51_which_defence_would_give_the_next_column(edition, attack, defence, column):
    units = [infantry(min(30, attack))] + ([infantry(attack - 30)] if attack > 30 else [])
    margins = fight(units, [infantry(6)], edition=edition).assessment.margins
    told = [margin.text for margin in margins if "a defence of" in margin.text]
    assert told == ([f"a defence of {defence} (now 12) would make it {column}"] if defence else [])


@BOTH
def test_15_51_no_defence_is_less_than_one(edition):
    # Infantry at a net DM of one against exploiting armor (15.33A).
    battle = fight([armor(1)], [infantry(1)], edition=edition, phase="exploitation")
    assert odds(battle) == (1, 1, "1:1")
    assert not any("a defence of" in margin.text for margin in battle.assessment.margins)
    margins = [margin.text for margin in fight([infantry(4)], [infantry(1)], edition=edition).assessment.margins]
    assert "a defence of 1 (now 2) would make it 3:1" in margins


@BOTH
@pytest.mark.parametrize(
    ("attack", "spare", "more"),
    [(12, "no factor to spare: one lost makes it 1:2", ["12 more attack factors make it 2:1",
                                                        "24 more attack factors make it 3:1"]),
     (13, "1 factor to spare; one more lost makes it 1:2", ["11 more attack factors make it 2:1",
                                                            "23 more attack factors make it 3:1"]),
     (23, "11 factors to spare; one more lost makes it 1:2", ["1 more attack factor makes it 2:1",
                                                              "13 more attack factors make it 3:1"]),
     (48, "no factor to spare: one lost makes it 3:1", ["12 more attack factors make it 5:1"]),
     (60, "no factor to spare: one lost makes it 4:1", []),
     (4, "no factor to spare: one lost makes it 1:4", ["2 more attack factors make it 1:2",
                                                       "8 more attack factors make it 1:1"]),
     (3, "no factor to spare: one lost makes it worse than 1:4", ["1 more attack factor makes it 1:3",
                                                                  "3 more attack factors make it 1:2"])],
)  # fmt: skip
def test_15_51_how_many_factors_stand_between_the_columns(edition, attack, spare, more):
    units = [infantry(min(30, attack))] + ([infantry(attack - 30)] if attack > 30 else [])
    margins = fight(units, [infantry(6)], edition=edition).assessment.margins
    told = [margin.text for margin in margins if "a defence of" not in margin.text]
    assert told == [*more, spare]


@BOTH
def test_15_52_worse_than_one_to_four_needs_no_die(edition):
    battle = fight([infantry(2), unit("air", 1)], [infantry(3, count=2)], edition=edition)
    assert battle.assessment.column == "1:4"  # 3 : 12
    hopeless = fight([infantry(2)], [infantry(3, count=2)], edition=edition)
    assert odds(hopeless) == (2, 12, None)
    assert hopeless.assessment.headline == "2 : 12 → below 1:4"
    last = hopeless.assessment.trace.children[-1]
    assert (last.label, last.rules) == ("worse than 1:4: the attack fails without a die", ("15.52",))
    assert faces(hopeless) == []
    assert options(hopeless) == ["carry-out"]
    after = hopeless.play("carry-out")
    assert after.outcome.result == "destroyed"
    assert lost(after) == (2, 0)
    assert "15.52" in cited(after)


@BOTH
def test_15_52_the_attackers_air_goes_with_them(edition):
    after = fight([infantry(1), unit("air", 1)], [infantry(5)], edition=edition).play("carry-out")
    assert gone(after) == {"a1": 1, "a2": 1}


@BOTH
@pytest.mark.parametrize("nation", ["French", "Nationalist Chinese", "Communist Chinese"])
def test_15_52_nations_that_may_not(edition, nation):
    foe = "German" if nation == "French" else "Japanese"
    known = {"edition": edition, "nations": (nation, foe)}
    assert game([infantry(6)], [infantry(3)], **known).problems == ()
    assert sections(game([infantry(5)], [infantry(3)], **known).problems) == {"15.52"}
    # Nor as partners of others; not when they stand by.
    partners = [infantry(1), infantry(4, "British")]
    assert sections(game(partners, [infantry(3)], **known).problems) == {"15.52"}
    alone = [infantry(1, attacks=False), infantry(5, "British")]
    assert game(alone, [infantry(3)], **known).problems == ()


@BOTH
def test_15_52_others_may(edition):
    for nation in ("German", "Free French", "Vichy French", "Russian"):
        assert game([infantry(5)], [infantry(3)], edition=edition, nations=(nation, "British")).problems == ()


@BOTH
@pytest.mark.parametrize(
    ("attack", "features", "rule"),
    [
        # 2 factors at +2 +1 (drop alone) = 6; at +2 +1 (invasion) = 6; fortress 2 x 4; fortification 2 x 3.
        (lambda n: [unit("airborne", count=n, at="0,0", via="airdrop")], [], 6),
        (lambda n: [infantry(n, via="sea")], [], 6),
        (lambda n: [infantry(n)], ["fortress"], 8),
        (lambda n: [infantry(n)], ["fortification"], 6),
    ],
    ids=["drop", "landing", "fortress", "fortification"],
)
def test_15_52_kinds_of_attack_that_may_not(edition, attack, features, rule):
    assert game(attack(rule), [infantry(2)], edition=edition, features=features).problems == ()
    problems = game(attack(rule - 1), [infantry(2)], edition=edition, features=features).problems
    assert sections(problems) == {"15.52"}
    assert f"{rule - 1} : {rule}" in problems[0].message


def pair(edition, fort, *factors):
    """An attack on 4 in each of two hexes, of which one may be fortified."""
    marks = {place: ["fortification"] if place == fort else [] for place in ("0,0", SOUTHWEST)}
    attack = [infantry(number, at=SOUTHEAST, ctl=3) for number in factors]
    return game(
        attack,
        [infantry(4), infantry(4, at=SOUTHWEST)],
        edition=edition,
        targets=("0,0", SOUTHWEST),
        features=marks["0,0"],
        hexes={SOUTHWEST: {"features": marks[SOUTHWEST]}},
    )


@BOTH
@pytest.mark.parametrize("fort", ["0,0", SOUTHWEST, ""])
def test_15_52_a_fort_in_one_of_two_attacked_hexes_bars_the_attack(edition, fort):
    # 15 : 4 x 3 + 4 x 2, or 15 : 4 x 2 + 4 x 2.
    assert odds(pair(edition, fort, 15))[:2] == (15, 20 if fort else 16)
    assert sections(pair(edition, fort, 15).problems) == ({"15.52"} if fort else set())


@BOTH
@pytest.mark.parametrize("fort", ["0,0", SOUTHWEST])
@pytest.mark.parametrize("lost", ["d1", "d2"])
def test_15_74_a_fort_in_one_of_two_attacked_hexes_bars_rounds_as_long_as_it_is_held(edition, fort, lost):
    # 20 : 20, and d takes either defender. A takes the 16 of 20 by 12 in the fort, or by 8 in the open.
    battle = Battle.start(pair(edition, fort, 16, 4)).play_all(["!result=d", f"lose:{lost}", "on"])
    held = ("0,0" if lost == "d2" else SOUTHWEST) == fort
    assert odds(battle)[:2] == (20, 12 if held else 8)
    after = battle.play("!result=A")
    assert gone(after) == {"a1": 1, lost: 1}
    assert topic(after) == ("over" if held else "again")
    assert ("15.74" in cited(after)) == held


@BOTH
def test_15_52_one_dropped_unit_bars_the_whole_attack(edition):
    attack = [infantry(4), unit("airborne", at="0,0", via="airdrop")]
    assert sections(game(attack, [infantry(3)], edition=edition).problems) == {"15.52"}
    assert game([infantry(5)], [infantry(3)], edition=edition).problems == ()


@BOTH
def test_15_52_a_drop_on_one_of_two_hexes_bars_the_attack_on_both(edition):
    defend, beside = [infantry(3), infantry(3, at="1,-1")], {"targets": ("0,0", "1,-1"), "edition": edition}
    assert game([infantry(6)], defend, **beside).problems == ()
    dropped = [infantry(6), unit("airborne", at="0,0", via="airdrop")]
    assert "15.52" in sections(game(dropped, defend, **beside).problems)


@BOTH
def test_15_51_ground_support_and_defensive_air(edition):
    battle = fight([infantry(3), unit("air", 4)], [infantry(2), unit("air", 3)], edition=edition)
    # 3 + 4 against 2 x 2 + 3: the DM leaves air alone.
    assert odds(battle) == (7, 7, "1:1")
    mountain = fight([infantry(3), unit("air", 4)], [infantry(2), unit("air", 3)], edition=edition, terrain="mountain")
    assert odds(mountain)[1] == 9


@BOTH
def test_15_51_defensive_air_counts_three_times_against_a_landing(edition):
    battle = fight([infantry(30, via="sea")], [infantry(2), unit("air", 3)], edition=edition)
    assert odds(battle)[1] == 2 * 3 + 3 * 3
    partner = fight([infantry(30, via="sea"), infantry(3)], [infantry(2), unit("air", 3)], edition=edition)
    assert odds(partner)[1] == 2 * 3 + 3 * 3


@BOTH
def test_15_51_bombardment_adds_to_the_attack(edition):
    battle = fight([infantry(3, via="sea"), unit("fleet", 4)], [infantry(1)], edition=edition, nations=("US", "German"))
    assert odds(battle) == (7, 3, "2:1")


def test_11_47_partisans_alone_have_no_air():
    attack, air = [infantry(9)], unit("air", 2)
    assert sections(game(attack, [unit("partisan", 1), air]).problems) == {"11.47"}
    assert game(attack, [unit("partisan", 1), infantry(1), air]).problems == ()


@BOTH
@pytest.mark.parametrize(
    ("die", "then", "losses"),
    [
        (1, "over", {"a1": 1}),  # A: four factors
        (2, "over", {"a1": 1}),  # a: two of them, but the counter is one
        (3, "over", {"a1": 1, "d1": 1}),  # Ex at equal strength: both
        (4, "over", {"a1": 1, "d1": 1}),  # Ex-1: two factors, the whole counter
        (5, "advance", {"d1": 1}),  # Ex-2: nothing
        (6, "choose", {}),
    ],
)
def test_15_6_every_face_at_even_odds(edition, die, then, losses):
    battle = roll(fight([infantry(4)], [infantry(2)], edition=edition), die)
    assert (topic(battle), gone(battle)) == (then, losses)
