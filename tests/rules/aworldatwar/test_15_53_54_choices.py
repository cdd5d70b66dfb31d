"""15.53 and 15.54: Ex in place of d; early German exploitation."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    WEST,
    armor,
    cited,
    fight,
    gone,
    infantry,
    lost,
    odds,
    options,
    payments,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
EARLY = {"phase": "exploitation", "early_german": True}


@BOTH
def test_15_53_the_attacker_may_take_ex_for_d(edition):
    battle = roll(fight([infantry(6, count=2)], [infantry(3, count=2)], edition=edition), 6)
    assert topic(battle) == "choose" and battle.node.side == "attacker"
    assert options(battle) == ["keep", "exchange"]
    # Kept: half of six printed factors. Taken: at even strength both sides are gone.
    kept = battle.play("keep")
    assert gone(kept) == {"d1": 1}
    taken = battle.play("exchange")
    assert taken.outcome.result == "emptied"
    assert lost(taken) == (12, 6)
    assert "15.53" in cited(taken)


@BOTH
def test_15_53_ex_by_the_stronger_side(edition):
    # 12 : 6 is 2:1; die 5 is d. Ex clears the hex for six factors.
    battle = roll(fight([infantry(3, count=2), infantry(6, at=WEST)], [infantry(3)], edition=edition), 5)
    assert topic(battle) == "choose"
    assert payments(battle.play("exchange")) == [{"a1": 2, "d1": 1}, {"a2": 1, "d1": 1}]


@BOTH
@pytest.mark.parametrize(
    ("defend", "die", "kept", "taken"),
    [
        # 12 : 12, 12 : 6 and 12 : 2; half of the printed factors, or an exchange, which at even odds takes both sides.
        (6, 6, "the defender loses 3 printed factors", "all who fight this round are eliminated"),
        (3, 5, "the defender loses 2 printed factors", "the defender is eliminated, the attacker loses 6"),
        (1, 2, "the defender loses 1 printed factor", "the defender is eliminated, the attacker loses 2"),
    ],
)
def test_15_53_both_ways_say_what_they_would_cost(edition, defend, die, kept, taken):
    battle = roll(fight([infantry(12)], [infantry(defend)], edition=edition), die)
    assert [option.label for option in battle.node.options] == [f"Keep d: {kept}", f"Take Ex: {taken}"]


@BOTH
def test_15_54_early_germans_are_told_what_ex_1_costs(edition):
    # 8 : 6, three factors at a DM of one less.
    battle = roll(fight([armor(4, count=2)], [armor(3)], edition=edition, **EARLY), 6)
    assert battle.node.options[1].label == "Take Ex-1: the defender is eliminated, the attacker loses 3"


@BOTH
def test_15_53_no_other_result_is_a_choice(edition):
    for die in (1, 2, 3, 4, 5):
        battle = roll(fight([infantry(6, count=2)], [infantry(3, count=2)], edition=edition), die)
        assert topic(battle) not in ("choose", "convert")


@BOTH
def test_15_54_early_german_ex_is_ex_1(edition):
    # Armor 4 x 2 exploits against armor 3 in the clear: 8 : 6 is 1:1; die 3 is Ex, read as Ex-1:
    # three factors at +1 cost three instead of six.
    attack, defend = [armor(4, count=2)], [armor(3)]
    plain = roll(fight(attack, defend, edition=edition, phase="exploitation"), 3)
    early = roll(fight(attack, defend, edition=edition, **EARLY), 3)
    assert gone(plain) == {"a1": 2, "d1": 1}
    assert gone(early) == {"a1": 1, "d1": 1}
    assert "15.54" in cited(early)


@BOTH
def test_15_54_d_may_be_taken_as_ex_1(edition):
    battle = roll(fight([armor(4, count=2)], [armor(3)], edition=edition, **EARLY), 6)
    assert topic(battle) == "choose"
    assert gone(battle.play("exchange")) == {"a1": 1, "d1": 1}


@BOTH
def test_15_54_exploitation_only(edition):
    battle = roll(fight([armor(4, count=2)], [armor(3)], edition=edition, early_german=True), 3)
    assert gone(battle) == {"a1": 2, "d1": 1}


@BOTH
def test_15_54_germans_only(edition):
    battle = fight([armor(4, "Italian", count=2)], [armor(3)], edition=edition, **EARLY)
    assert gone(roll(battle, 3)) == {"a1": 2, "d1": 1}


@pytest.mark.parametrize(("edition", "armor_lost"), [("old", 1), ("new", 2)])
def test_15_54_a_german_drop_without_german_armor(edition, armor_lost):
    # Italian armor and a German drop, nine factors against armor 4 at +2: 1:1, die 3 is Ex and costs eight factors,
    # two armor units; Ex-1 costs four, one of them. The newer edition asks for German armor.
    attack = [armor(4, "Italian", count=2), unit("airborne", at="0,0", via="airdrop")]
    battle = fight(attack, [armor(4)], edition=edition, **EARLY)
    assert odds(battle) == (9, 8, "1:1")
    assert payments(roll(battle, 3)) == [{"a1": armor_lost, "d1": 1}]


@BOTH
def test_15_54_one_german_armor_among_others_will_do(edition):
    battle = fight([armor(4), armor(4, "Italian")], [armor(3)], edition=edition, **EARLY)
    after = roll(battle, 3)
    assert sorted(options(after)) == ["lose:a1", "lose:a2"]  # three factors: one counter
