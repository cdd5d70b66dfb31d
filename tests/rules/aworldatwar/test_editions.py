"""Where the two editions of chapter 15 part: the same battle in both, and the rule that moves the figures."""

from __future__ import annotations

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.errors import InputError

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    WEST,
    armor,
    cited,
    document,
    fight,
    game,
    gone,
    infantry,
    net,
    notes,
    odds,
    options,
    pay,
    payments,
    roll,
    sections,
    strength,
    terms,
    topic,
    unit,
    why_not,
)


def pair(build):
    """What ``build`` makes of the older and the newer edition."""
    return build("old"), build("new")


def test_1_partisans_attack():
    old, new = pair(lambda edition: game([infantry(3), unit("partisan", 3)], [infantry(3)], edition=edition))
    assert (odds(old)[0], old.problems) == (6, ())
    assert sections(new.problems) == {"11.44"}


def test_2_the_floor_of_the_dm_moves_nothing_by_default():
    old, new = pair(lambda edition: fight([armor(1), armor(1)], [infantry(2, "Rumanian")], edition=edition,
                                          nations=("Russian", "German"), country="Russia", front="eastern",
                                          phase="exploitation"))  # fmt: skip
    assert strength(old) == strength(new) == 2
    assert gone(roll(old, 1)) == gone(roll(new, 1)) == {"a1": 1, "a2": 1}


def test_2_only_the_older_edition_leaves_room_for_another_reading():
    given = document([infantry(6)], [infantry(3)], readings={"low_dm": "literal"})
    with pytest.raises(InputError):
        read_scenario(given)
    read_scenario({**given, "edition": "old"})


def test_3_lists_lost_in_the_older_text_are_those_of_the_newer():
    drop = unit("airborne", count=9, at="0,0", via="airdrop")
    cases = (
        ([drop], [armor(1)], {}, {"15.32H": 2}),
        ([infantry(9)], [infantry(2, "Rumanian")], {"country": "Russia"}, {"15.33B": -1}),
        ([infantry(9)], [infantry(2, isolated_turns=1)], {}, {"15.33D": -1}),
    )
    for attack, defend, known, expected in cases:
        old, new = pair(lambda edition, a=attack, d=defend, k=known: terms(game(a, d, edition=edition, **k)))
        assert old == new == expected


def test_3_what_is_borrowed_from_the_newer_list_is_marked_in_the_trace():
    drop = unit("airborne", count=9, at="0,0", via="airdrop")
    borrowed = "by the list of the newer edition"
    cases = (
        ([drop], [armor(1)], {}, "15.32H"),
        ([infantry(9)], [infantry(2, "Rumanian")], {"country": "Russia"}, "15.33B"),
        ([infantry(9)], [infantry(2, "Italian")], {"front": "eastern"}, "15.33B"),
        ([infantry(9)], [infantry(2, "Italian")], {"front": "mediterranean", "rome_allied": True}, "15.33B"),
        ([infantry(9)], [infantry(2, isolated_turns=1)], {}, "15.33D"),
        ([infantry(9)], [infantry(2)], {"features": ["fortress"], "fort_unsupplied": 1}, "15.32E"),
    )
    for attack, defend, known, section in cases:
        old, new = pair(lambda edition, a=attack, d=defend, k=known: game(a, d, edition=edition, **k))
        assert notes(old, section).endswith(borrowed)
        assert borrowed not in notes(new, section)
    # So is a lighter lot by those lists; what both texts say is not.
    for stack, known, section in (
        (infantry(2, "Finnish"), {"country": "Russia"}, "15.33B"),
        (infantry(2, isolated_turns=1, supply="partial"), {}, "15.33D"),
        (infantry(2, isolated_turns=1, arrived="air"), {}, "15.33D"),
    ):
        old, new = pair(lambda edition, d=stack, k=known: game([infantry(9)], [d], edition=edition, **k))
        assert why_not(old, section).endswith(borrowed)
        assert borrowed not in why_not(new, section)
    plain = game([armor(9)], [infantry(2)], edition="old", phase="exploitation", features=["fortress"])
    assert notes(plain, "15.33A") == notes(plain, "15.32E") == ""


@pytest.mark.parametrize(("country", "level", "old_dm", "new_dm"), [("China", -3, 1, 2), ("Burma", 0, 1, 1)])
def test_4_nationalist_chinese_at_home(country, level, old_dm, new_dm):
    old, new = pair(lambda edition: game([infantry(9)], [infantry(2)], edition=edition, country=country,
                                         nations=("Japanese", "Nationalist Chinese"), china_resistance=level,
                                         theatre="pacific"))  # fmt: skip
    assert (net(old), net(new)) == (old_dm, new_dm)
    assert terms(old) == {"15.33F": -1}


def test_5_deep_winter_is_in_the_newer_edition_only():
    old, new = pair(lambda edition: game([infantry(9)], [infantry(2)], edition=edition, winter_effect=8))
    assert (terms(old), terms(new)) == ({}, {"15.33H": -1})


def test_5_the_first_turn_in_russia_too():
    given = document([armor(9)], [infantry(2)], nations=("German", "Russian"), country="Russia",
                     russia_first_turn=True)  # fmt: skip
    read_scenario(given)
    with pytest.raises(InputError) as error:
        read_scenario({**given, "edition": "old"})
    assert error.value.problems[0].path == "$.conditions.russia_first_turn"
    assert error.value.problems[0].rule == "15.33G"


@pytest.mark.parametrize(
    ("terrain", "count", "old_terms", "new_terms"),
    [
        ("clear", 1, {"15.33H": -1}, {}),
        ("forest", 1, {"15.32D": 1, "15.33H": -1}, {"15.32D": 1}),
        ("jungle", 1, {"15.32D": 1, "15.33H": -1}, {"15.32D": 1, "15.33I": -1}),
        ("jungle", 2, {"15.32D": 1}, {"15.32D": 1, "15.33I": -1}),
    ],
)
def test_6_chindits(terrain, count, old_terms, new_terms):
    old, new = pair(lambda edition: game([unit("chindit", count=count)], [infantry(1)], edition=edition,
                                         terrain=terrain, nations=("British", "Japanese"),
                                         theatre="pacific"))  # fmt: skip
    assert (terms(old), terms(new)) == (old_terms, new_terms)


def test_7_armor_as_infantry_by_word_of_the_players():
    # The newer edition adds weather to the causes; either way the players say that the component is negated.
    old, new = pair(lambda edition: terms(game([armor(9)], [armor(2, mech="off")], edition=edition,
                                               phase="exploitation")))  # fmt: skip
    assert old == new == {"15.33A": -1}


def test_8_shock_armies_are_the_same_by_other_words():
    for shock, wrong in ((False, {"15.47", "12.11A"}), (True, set())):
        attack = [infantry(3, count=2), infantry(3, shock_army=shock)]
        old, new = pair(lambda edition, attack=attack: game(attack, [infantry(3)], edition=edition,
                                                            nations=("Russian", "German")))  # fmt: skip
        assert sections(old.problems) == sections(new.problems) == wrong


def test_9_early_germans():
    # Italian armor and a German drop: Ex-1 at four factors or Ex at eight.
    attack = [armor(4, "Italian", count=2), unit("airborne", at="0,0", via="airdrop")]
    old, new = pair(lambda edition: roll(fight(attack, [armor(4)], edition=edition, phase="exploitation",
                                               early_german=True), 3))  # fmt: skip
    assert payments(old) == [{"a1": 1, "d1": 1}]
    assert payments(new) == [{"a1": 2, "d1": 1}]
    assert "15.54" in cited(old) and "15.54" not in cited(new)


def test_10_big_d_against_a_fort_is_converted_by_choice_or_by_itself():
    attack = [infantry(12, count=2, ctl=1), infantry(12, at=WEST, ctl=1)]
    old, new = pair(lambda edition: roll(fight(attack, [infantry(3, count=2)], edition=edition,
                                               features=["fortification"]), 6))  # fmt: skip
    assert (topic(old), options(old)) == ("convert", ["keep", "convert"])
    assert gone(old.play("keep")) == {"d1": 2}
    # Ex-1 costs twelve factors: one counter.
    assert payments(old.play("convert")) == payments(new)
    assert {sum(n for key, n in way.items() if key[0] == "a") for way in payments(new)} == {1}
    assert cited(new) >= {"15.55", "15.55A"}


def test_10_landings_without_forts():
    old, new = pair(lambda edition: roll(fight([infantry(9, count=2, via="sea", ctl=1)], [infantry(3)],
                                               edition=edition), 6))  # fmt: skip
    assert gone(old) == {"d1": 1}
    assert gone(new) == {"a1": 1, "d1": 1}


def test_10_the_initial_japanese_surprise():
    attack = [infantry(12, count=2, ctl=1), infantry(12, at=WEST, ctl=1)]
    old, new = pair(lambda edition: roll(fight(attack, [infantry(3, count=2)], edition=edition, theatre="pacific",
                                               nations=("Japanese", "Russian"), features=["fortification"],
                                               japanese_surprise=True), 6))  # fmt: skip
    assert topic(old) == "convert"
    assert gone(new) == {"d1": 2}


def test_11_mixed_levels_in_a_landing():
    attack = [infantry(6, "Italian", ctl=1, via="sea"), infantry(12, ctl=2, via="sea")]
    old, new = pair(lambda edition: roll(fight(attack, [infantry(3)], edition=edition), 6))
    # D at 2:1: nothing in the older edition; Ex-1 for six, or Ex-2 for three once the Italians are gone.
    assert payments(old) == [{"d1": 1}]
    assert payments(new) == [{"a1": 1, "d1": 1}, {"a2": 1, "d1": 1}]


def test_12_air_beyond_three_to_one():
    battle = [fight([infantry(2), infantry(8), unit("air", 12)], [infantry(11)], edition=edition)
              for edition in EDITIONS]  # fmt: skip
    old, new = (pay(roll(each, 2, "lose:a2"), "a3").play("on") for each in battle)
    assert (odds(old)[0], gone(old)["a3"]) == (2 + 6, 3 + 3)
    assert (odds(new)[0], gone(new)["a3"]) == (2 + 9, 3)
    assert "15.632" in cited(old)


def test_13_bombardment():
    ships = unit("fleet", 12)
    old, new = pair(lambda edition: odds(fight([infantry(2, via="sea"), ships], [infantry(2)], edition=edition,
                                               nations=("US", "German")))[0])  # fmt: skip
    assert old == new == 8
    limited = fight([infantry(2, via="sea"), ships], [infantry(1)], bombardment_ratio=1, nations=("US", "German"))
    assert odds(limited)[0] == 4
    with pytest.raises(InputError):
        fight([infantry(2, via="sea"), ships], [infantry(1)], edition="old", bombardment_ratio=1)


def test_13_destroyers():
    attack = [infantry(6, via="sea"), unit("air", 3), unit("destroyer", 9)]
    old, new = pair(lambda edition: roll(fight(attack, [infantry(3)], edition=edition), 2))
    assert payments(old) == [{"a1": 1}]
    assert all(way["a3"] >= 1 for way in payments(new))


def test_14_who_advances():
    attack = [infantry(6, ctl=1), infantry(9, ctl=2)]
    defend = [infantry(3), infantry(3, nation="Canadian")]
    old, new = pair(lambda edition: fight(attack, defend, edition=edition).play_all(
        ["!result=d", "lose:d1", "on", "!result=D"]))  # fmt: skip
    assert options(old) == ["advance:a1", "advance:a2", "stay"]
    assert options(new) == ["advance:a2", "stay"]


def test_15_mere_words_move_nothing():
    surprise = pair(lambda edition: terms(game([infantry(9)], [infantry(2)], edition=edition, theatre="pacific",
                                               nations=("Japanese", "US"), japanese_surprise=True)))  # fmt: skip
    assert surprise == ({"15.33E": -1}, {"15.33E": -1})
