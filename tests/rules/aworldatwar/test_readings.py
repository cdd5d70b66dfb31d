"""Every reading of an unclear rule: its default, a battle in which it matters, and that this can be seen."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar import marches
from tests.rules.aworldatwar.setting import (
    SOUTHEAST,
    WEST,
    armor,
    cited,
    fight,
    game,
    gone,
    infantry,
    net,
    odds,
    options,
    pay,
    payments,
    roll,
    sections,
    terms,
    topic,
    unit,
)

RECOMMENDED = {
    "conversion_order": "attacker",
    "low_dm": "strength",
    "ex_levels": "unit",
    "das_losses": "odds",
    "air_dies": "all",
    "chinese_bar": "all",
    "drop_exemption": "own",
    "invasion_scope": "all",
    "fort_bar": "bonus",
    "support_bar": "ground",
    "mixed_approach": "softens",
    "singapore_drop": "fortress",
    "landing_river": "cancels",
    "italian_both": "both",
    "lowest_ctl": "ground",
    "pearl_picker": "defender",
    "destroyer_share": "bill",
    "special_places": "three",
    "overrun_rough": "left",
}


def test_defaults_are_the_recommended_readings():
    assert {field.key: field.default for field in RULESET.vocabulary.readings} == RECOMMENDED


def both(other, build):
    """The battle by the default and by the other reading; the form offers the reading in either."""
    ((key, option),) = other.items()
    assert option != RECOMMENDED[key]
    found = build(None), build(other)
    for each in found:
        of = getattr(each, "game", each)
        assert key in of.relevant()["readings"]
    return found


def test_conversion_order():
    # 18 : 18 against a fortification, die 6: d.
    def build(readings):
        return roll(fight([infantry(9, count=2)], [infantry(3, count=2)], features=["fortification"],
                          readings=readings), 6)  # fmt: skip

    default, other = both({"conversion_order": "defender"}, build)
    assert (topic(default), default.node.side) == ("choose", "attacker")
    assert (topic(other), other.node.side) == ("convert", "defender")
    # Left alone by the defender, the attacker may still take Ex; converted, he may not.
    assert topic(other.play("keep")) == "choose"
    assert topic(other.play("convert")) == "advance"
    # By the default the defender speaks only to a d that was kept.
    assert topic(default.play("keep")) == "convert"
    assert topic(default.play("exchange")) != "convert"


def test_low_dm():
    # Net DM 0, strength two; die 1 is A: two factors, or by the letter none.
    def build(readings):
        return fight([armor(1), armor(1)], [infantry(2, "Rumanian")], edition="old", country="Russia",
                     nations=("Russian", "German"), front="eastern", phase="exploitation",
                     readings=readings)  # fmt: skip

    default, other = both({"low_dm": "literal"}, build)
    assert odds(default) == odds(other) == (2, 2, "1:1")
    assert net(default) == net(other) == 0
    assert gone(roll(default, 1)) == {"a1": 1, "a2": 1}
    assert gone(roll(other, 1)) == {}


def test_ex_levels():
    # In a forest, hit by exploiting armor: armor 4 at +3, infantry 3 of CTL 0 at +1. 15 factors.
    # Ex-2: 4 x 1 and nothing for the infantry, or 4 x 1 - 3 x 1 = 1.
    def build(readings):
        return fight([armor(6, count=2), unit("air", 6)], [armor(4), infantry(3, ctl=0)], terrain="forest",
                     phase="exploitation", readings=readings)  # fmt: skip

    default, other = both({"ex_levels": "total"}, build)
    assert odds(default) == (18, 15, "1:1")
    assert gone(pay(roll(default, 5), "a2"))["a2"] == 4
    assert gone(pay(roll(other, 5), "a2"))["a2"] == 1


def test_das_losses():
    # A landing on 2 x 3 + 2 air x 3 = 12. A: twelve, or 6 + 2 = 8.
    def build(readings):
        return fight([infantry(5, via="sea"), unit("air", 12)], [infantry(2), unit("air", 2)], readings=readings)

    default, other = both({"das_losses": "plain"}, build)
    assert odds(default) == odds(other) == (17, 12, "1:1")
    assert gone(pay(roll(default, 1), "a2")) == {"a2": 12}
    assert gone(pay(roll(other, 1), "a2")) == {"a2": 8}


def test_air_dies():
    def build(readings):
        return fight([infantry(20)], [infantry(1), unit("air", 2)], readings=readings)

    default, other = both({"air_dies": "ground"}, build)
    assert gone(roll(default, 6)) == {"d1": 1, "d2": 2}
    assert gone(roll(other, 6)) == {"d1": 1}
    # And of an attacker at worse than one to four.
    hopeless = [infantry(1), unit("air", 1)]
    assert gone(fight(hopeless, [infantry(5)]).play("carry-out")) == {"a1": 1, "a2": 1}
    kept = fight(hopeless, [infantry(5)], readings={"air_dies": "ground"}).play("carry-out")
    assert gone(kept) == {"a1": 1}


@pytest.mark.parametrize("nation", ["Nationalist Chinese", "Communist Chinese"])
def test_chinese_bar(nation):
    # 12 : 9 in a forest; a costs one of two sixes: six against nine.
    def build(readings):
        return roll(fight([infantry(6), infantry(6, at=WEST)], [infantry(3)], nations=(nation, "Japanese"),
                          terrain="forest", readings=readings), 2, "lose:a1")  # fmt: skip

    if nation == "Communist Chinese":
        assert build({"chinese_bar": "communist"}).outcome.result == "held"
        return
    default, other = both({"chinese_bar": "communist"}, build)
    assert default.outcome.result == "held"
    assert "15.74" in cited(default)
    assert topic(other) == "again"
    # The first round is barred either way.
    first = game([infantry(6)], [infantry(3)], nations=(nation, "Japanese"), terrain="forest",
                 readings={"chinese_bar": "communist"})  # fmt: skip
    assert sections(first.problems) == {"15.52"}


def test_drop_exemption():
    # Twelve dropped factors against 3 x 4 in a fortification; a leaves six against twelve.
    def build(readings):
        drop = unit("airborne", count=12, at="0,0", via="airdrop")
        return roll(fight([drop], [infantry(3)], features=["fortification"], readings=readings), 2)

    default, other = both({"drop_exemption": "all"}, build)
    assert default.outcome.result == "destroyed"
    assert topic(other) == "again"
    assert gone(other) == {"a1": 6}


def test_invasion_scope():
    # A landing of CTL 1 without any fort, 18 : 9 at 2:1, die 6 is D: Ex-1 or D.
    def build(readings):
        return roll(fight([infantry(9, count=2, via="sea", ctl=1)], [infantry(3)], readings=readings), 6)

    default, other = both({"invasion_scope": "fortified"}, build)
    assert gone(default) == {"a1": 1, "d1": 1}
    assert "15.55" in cited(default)
    assert gone(other) == {"d1": 1}
    assert "15.55" not in cited(other)


def test_invasion_scope_on_a_fort():
    attack = [infantry(12, count=2, via="sea", ctl=1)]
    for option in ("all", "fortified"):
        battle = fight(attack, [infantry(3)], features=["beach"], readings={"invasion_scope": option})
        assert "15.55" in cited(roll(battle, 6))


def test_fort_bar():
    # The Maginot Line taken in the rear: no bonus left; 5 : 6.
    def build(readings):
        return game([infantry(5)], [infantry(3)], features=["maginot"], readings=readings)

    default, other = both({"fort_bar": "always"}, build)
    assert default.problems == ()
    assert sections(other.problems) == {"15.52"}


def test_landing_river():
    def build(readings):
        return game([infantry(6, via="sea"), infantry(6, at=SOUTHEAST)], [infantry(1)], sides={"SE": ["river"]},
                    readings=readings)  # fmt: skip

    default, other = both({"landing_river": "keeps"}, build)
    assert terms(default) == {"15.32B": 1}
    assert terms(other) == {"15.32B": 1, "15.32C": 1}


def test_italian_both():
    def build(readings):
        return game([infantry(6)], [infantry(3)], nations=("British", "Italian"), front="western", rome_allied=True,
                    terrain="jungle_mountain", readings=readings)  # fmt: skip

    default, other = both({"italian_both": "one"}, build)
    assert terms(default)["15.33B"] == -2
    assert terms(other)["15.33B"] == -1


def test_lowest_ctl():
    # Ground of CTL 2 and air of CTL 1 against six in a fortification; D at 2:1 becomes Ex-2 (six) or Ex-1 (twelve).
    def build(readings):
        return roll(fight([infantry(12, count=2), unit("air", 12, ctl=1)], [infantry(3, count=2)],
                          features=["fortification"], readings=readings), 6)  # fmt: skip

    default, other = both({"lowest_ctl": "all"}, build)
    assert payments(default) == [{"a1": 1, "d1": 2}, {"a2": 6, "d1": 2}]
    assert "15.55B" in cited(default)
    assert payments(other) == [{"a1": 1, "d1": 2}, {"a2": 12, "d1": 2}]
    assert "15.55A" in cited(other)


def test_pearl_picker():
    def build(readings):
        return fight([infantry(20, via="sea")], [infantry(1), infantry(2), infantry(3)], nations=("Japanese", "US"),
                     features=["pearl_harbor"], theatre="pacific", readings=readings)  # fmt: skip

    default, other = both({"pearl_picker": "attacker"}, build)
    assert default.node.side == "defender"
    assert other.node.side == "attacker"
    assert options(default) == options(other)
    line = other.play("aside:d3").log[-1][1]
    assert line.side == "attacker"


def test_destroyer_share():
    # a on nine: five are owed, so one from destroyers; six of infantry and two of destroyers paid are eight, so two.
    def build(readings):
        return fight([infantry(6, via="sea"), unit("air", 3), unit("destroyer", 9)], [infantry(3)],
                     nations=("US", "German"), readings=readings)  # fmt: skip

    default, other = both({"destroyer_share": "paid"}, build)
    others = [{"a2": 1, "a3": 4}, {"a2": 2, "a3": 3}, {"a2": 3, "a3": 2}, {"a3": 5}]
    assert payments(roll(default, 2)) == [{"a1": 1, "a3": 1}, *others]
    assert payments(roll(other, 2)) == [{"a1": 1, "a3": 2}, *others]
    # An even Ex takes all nine: by the default three more, by the other four of thirteen.
    assert gone(roll(default, 3))["a3"] == 3
    assert gone(roll(other, 3))["a3"] == 4


def test_support_bar():
    # British infantry with French air against 3 x 2 in a forest (+1): 4 + 3 : 9.
    def build(readings):
        return game([infantry(4, "British"), unit("air", 3, "French")], [infantry(3, "German")], terrain="forest",
                    nations=("British", "German"), readings=readings)  # fmt: skip

    default, other = both({"support_bar": "all"}, build)
    assert default.problems == ()
    assert [(problem.rule, problem.message) for problem in other.problems] == [
        ("15.52", "7 : 9: French units may not attack below 1:1")
    ]
    # At even odds nobody minds; and French infantry is barred either way.
    for option in ("ground", "all"):
        even = [infantry(6, "British"), unit("air", 3, "French")]
        assert game(even, [infantry(3, "German")], terrain="forest", readings={"support_bar": option}).problems == ()
        french = [infantry(4, "French"), unit("air", 3, "British")]
        barred = game(french, [infantry(3, "German")], terrain="forest", readings={"support_bar": option})
        assert sections(barred.problems) == {"15.52"}


def test_support_bar_in_later_rounds():
    # 12 : 9; a costs five: one six is lost, and Chinese air is left with six British factors against nine.
    def build(readings):
        attack = [infantry(4), infantry(4, at=WEST), unit("air", 4, "Nationalist Chinese")]
        return roll(fight(attack, [infantry(3)], terrain="forest", nations=("British", "Japanese"),
                          readings=readings), 2, "lose:a1")  # fmt: skip

    default, other = both({"support_bar": "all"}, build)
    while topic(default) == "pay":
        default, other = default.play("lose:a3"), other.play("lose:a3")
    assert topic(default) == "again"
    assert other.outcome.result == "held" and "15.74" in cited(other)


def test_mixed_approach():
    # The Maginot Line from its front and from its rear; D at 5:1 (die 6) becomes Ex-1 or stays.
    def build(readings):
        attack = [infantry(15, ctl=1), infantry(15, at=WEST, ctl=1)]
        return roll(fight(attack, [infantry(3)], features=["maginot"], sides={"E": ["fort"]}, readings=readings), 6)

    default, other = both({"mixed_approach": "open"}, build)
    assert "15.55" in cited(default)
    assert "15.55" not in cited(other)


def test_mixed_approach_is_offered_where_both_ways_are_taken():
    def offered(attack, **more):
        return "mixed_approach" in game(attack, [infantry(1)], **more).relevant()["readings"]

    front, rear, beach = infantry(9), infantry(9, at=WEST), infantry(9, via="sea")
    line = {"features": ["maginot"], "sides": {"E": ["fort"]}}
    assert [offered(attack, **line) for attack in ([front], [rear], [front, rear])] == [False, False, True]
    for edition, readings, expected in (("old", {}, True), ("new", {}, False),
                                        ("new", {"invasion_scope": "fortified"}, True)):  # fmt: skip
        known = {"features": ["beach"], "edition": edition, "readings": readings}
        assert offered([front, beach], **known) == expected
        assert not offered([front], **known) and not offered([beach], **known)


def test_singapore_drop():
    # Nine dropped factors on one: +1 for the drop, +2 for the fortress or not.
    def build(readings):
        return game([unit("airborne", count=9, at="0,0", via="airdrop")], [infantry(1)], features=["singapore"],
                    nations=("Japanese", "British"), readings=readings)  # fmt: skip

    default, other = both({"singapore_drop": "sea"}, build)
    assert terms(default) == {"15.32E": 2, "15.32H": 1}
    assert terms(other) == {"15.32H": 1}
    # A landing beside it meets the fortress by either.
    for option in ("fortress", "sea"):
        beach = game([unit("airborne", count=9, at="0,0", via="airdrop"), infantry(9, via="sea")], [infantry(1)],
                     features=["singapore"], nations=("Japanese", "British"),
                     readings={"singapore_drop": option})  # fmt: skip
        assert terms(beach)["15.32E"] == 2
    # Without a bonus it is no attack on a fort that may not go below 1:1; a drop may not anyway.
    low = [unit("airborne", count=4, at="0,0", via="airdrop")]
    barred = [game(low, [infantry(2)], features=["singapore"], nations=("Japanese", "British"),
                   readings={"singapore_drop": option}).problems for option in ("fortress", "sea")]  # fmt: skip
    assert [len(problems) for problems in barred] == [2, 1]


def test_special_places():
    def build(readings):
        return game([infantry(30)], [unit("marine", count=4)], readings=readings)

    default, other = both({"special_places": "ordinary"}, build)
    assert sections(default.problems) == {"12.12"}
    assert other.problems == ()

    def advancing(readings):
        attack = [unit("commando", count=3), unit("commando", count=2, at=WEST), unit("air", 9)]
        return roll(fight(attack, [infantry(1)], nations=("British", "German"), readings=readings), 6)

    default, other = both({"special_places": "ordinary"}, advancing)
    assert default.play_all(["advance:a1"] * 3).outcome.result == "taken"
    assert other.play_all(["advance:a1"] * 3 + ["advance:a2"]).outcome is None


def test_overrun_rough():
    def build(readings):
        return marches.begin([marches.tank(factors=18)], [marches.some("infantry", "1,0")], readings=readings,
                             hexes={"1,0": {"terrain": "mountain"}}, theatre="pacific",
                             nations=("US", "Japanese"))  # fmt: skip

    default, other = (marches.take(each, "a1") for each in both({"overrun_rough": "entered"}, build))
    assert "overrun:1,0" in default.legal_actions
    assert marches.refused(other, "a1", "1,0") == {"10.32", "13.52"}


def test_every_reading_has_its_test_and_says_which_rule():
    for field in RULESET.vocabulary.readings:
        assert f"test_{field.key}" in globals()
        assert field.rule in RULESET.index
        assert len(field.options) == 2
