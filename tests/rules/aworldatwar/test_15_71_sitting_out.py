"""15.71: units that sit a round out take no part in it: not in its odds, its results, its losses, its air limits."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    cited,
    fight,
    game,
    gone,
    infantry,
    lost,
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
US = {"nations": ("US", "German")}


def second(attack, edition, defend=None, **known):
    """The second round after a d that cost the defender one unit of two."""
    defend = defend or [infantry(1), infantry(1, nation="Canadian")]
    return fight(attack, defend, edition=edition, **known).play_all(["!result=d", "lose:d1", "on"])


TWO = [infantry(2, ctl=1), infantry(2, ctl=2)]


@BOTH
def test_15_71_ex_leaves_those_who_sit_it_out(edition):
    battle = fight(TWO, [infantry(1), infantry(1, nation="Canadian")], edition=edition)
    assert odds(battle) == (4, 4, "1:1")
    after = roll(roll(battle, 6, "keep", "lose:d1", "on"), 2)
    # 2 : 2 and 2 + 1 is Ex: the one that fights dies with the defender, the other never took part.
    assert gone(after) == {"a2": 1, "d1": 1, "d2": 1}
    if edition == "old":
        assert options(after) == ["advance:a1", "stay"]
        assert after.play("advance:a1").outcome.result == "taken"
    else:
        # The newer edition lets only those advance who fought the last round (15.91).
        assert after.outcome.result == "emptied"
    end = after.play("stay") if edition == "old" else after
    assert lost(end) == (2, 2)


@BOTH
@pytest.mark.parametrize("result", ["A", "Ex"])
def test_15_71_and_the_defender_holds_when_they_are_all_that_is_left(edition, result):
    battle = second([infantry(2, ctl=1), infantry(1, ctl=2)], edition, [infantry(2), infantry(2, nation="Canadian")])
    after = battle.play(f"!result={result}")
    # 1 : 4, so Ex costs the defender one factor: the unit of two.
    assert gone(after) == {"a2": 1, "d1": 1} | ({"d2": 1} if result == "Ex" else {})
    if result == "A":
        assert after.outcome.result == "held"
        assert "15.82A" in cited(after)


@BOTH
def test_15_52_worse_than_one_to_four_kills_those_who_fight(edition):
    battle = second([infantry(9, ctl=1), infantry(1, ctl=2), unit("air", 1, ctl=1)], edition,
                    [infantry(3), infantry(3, nation="Canadian")])  # fmt: skip
    assert odds(battle)[0::2] == (1, None)
    after = battle.play("carry-out")
    assert gone(after) == {"a2": 1, "d1": 1}
    assert (after.outcome.result, lost(after)) == ("held", (1, 3))


@BOTH
@pytest.mark.parametrize("result", ["Ex", "A"])
def test_15_82b_air_that_has_left_does_not_die(edition, result):
    battle = second([infantry(2), unit("air", 4, ctl=1), unit("air", 2)], edition)
    assert odds(battle)[0] == 4
    after = battle.play_all([f"!result={result}"])
    assert "a2" not in gone(pay(after))


@BOTH
def test_15_82b_nor_the_riders_that_withdrew(edition):
    # The riders and their destroyers withdraw; the infantry beside them dies in an even Ex, they do not.
    attack = [infantry(6, via="sea", ctl=3), unit("destroyer", 6, ctl=1), infantry(2)]
    battle = second(attack, edition)
    assert odds(battle) == (2, 2, "1:1")
    after = battle.play("!result=Ex")
    assert gone(after) == {"a3": 1, "d1": 1, "d2": 1}
    # They have left the beach, and so do not come back to advance either.
    assert after.outcome.result == "emptied"
    assert any("15.82B" in line.rules for _, line in after.log)


@BOTH
def test_15_82b_riders_advance_in_the_round_they_fight(edition):
    attack = [infantry(6, via="sea", ctl=3), unit("destroyer", 6, ctl=1)]
    battle = fight(attack, [infantry(1)], edition=edition).play("!result=D")
    assert options(battle) == ["advance:a1", "stay"]


@BOTH
def test_15_82b_the_trace_says_why_riders_are_out(edition):
    attack = [infantry(6, via="sea", ctl=3), unit("destroyer", 6, ctl=1), infantry(2)]
    lines = [line for _, line in second(attack, edition).assessment.trace.lines() if line.skipped]
    assert any(line.rules == ("15.82B",) and "withdrew" in line.note for line in lines)
    assert not any("15.82A" in line.rules for line in lines)


@BOTH
@pytest.mark.parametrize(("carried", "again"), [("board", 6), ("low", 0), ("high", 9)])
def test_15_82b_which_destroyers_carry_whom_can_be_said(edition, carried, again):
    # Destroyers of CTL 1 and of CTL 2 land infantry of four and five, the second by the ones said.
    attack = [infantry(4, via="sea", carried="low" if carried == "low" else "high"),
              infantry(5, via="sea", carried=carried), infantry(6, at=WEST),
              unit("destroyer", 3, ctl=1), unit("destroyer", 3, ctl=2)]  # fmt: skip
    battle = second(attack, edition)
    expected = {"board": 4 + 6, "low": 6, "high": 4 + 5 + 6}[carried]
    assert odds(battle)[0] == expected
    assert "carried" in battle.game.relevant()["units"]["a1"]


# --- air limits, older edition ----------------------------------------------------------------------

THREE_AND_ONE = [infantry(3, ctl=1), infantry(1, ctl=2), unit("air", 12)]


def test_old_15_71_the_air_limit_counts_those_who_fight_the_round():
    battle = fight(THREE_AND_ONE, [infantry(2), infantry(2, nation="Canadian")], edition="old")
    assert odds(battle) == (16, 8, "2:1")
    ahead = battle.play_all(["!result=d", "lose:d1"])
    assert odds(ahead) == (4, 4, "1:1")
    on = ahead.play("on")
    assert odds(on) == (4, 4, "1:1")
    # Nothing was lost on the ground, so no air is: nine factors are out of the fight.
    assert gone(on) == {"d1": 1}
    assert "15.71" in cited(on) and "15.632" not in cited(on)
    assert on.game.overlay(on.state)["out"] == ["a1", "a3"]
    resting = [line for _, line in on.assessment.trace.lines() if line.skipped and line.rules == ("15.71",)]
    assert [line.note for line in resting] == ["9 over three for each ground factor in the fight"]
    # An even Ex kills the four that fight, and only those.
    end = on.play("!result=Ex").play("stay")
    assert (gone(end), lost(end)) == ({"a2": 1, "a3": 3, "d1": 1, "d2": 1}, (4, 4))


def test_old_15_71_air_counts_in_the_first_round_whoever_fights_no_other():
    """15.52, 15.82A: 3 and 6 of air attack a fort of 3 x 3 at even odds; nobody of them fights a second round."""
    fort = [infantry(3, ctl=1), unit("air", 6)], [infantry(3)]
    first = game(*fort, edition="old", features=["fortification"])
    assert odds(first) == (9, 9, "1:1")
    assert sections(first.problems) == set()
    weaker = game([infantry(3, ctl=1), unit("air", 5)], [infantry(3)], edition="old", features=["fortification"])
    assert sections(weaker.problems) == {"15.52"}


def test_old_15_71_air_that_has_losses_and_sits_a_round_out_is_there_still():
    """One factor of seven is lost, and of the other six the one factor on the ground takes three with it."""
    attack = [infantry(3, ctl=1), infantry(1, ctl=2), unit("air", 7)]
    on = fight(attack, [infantry(1)], edition="old").play_all(["!result=a", "lose:a3", "on"])
    assert odds(on) == (4, 2, "2:1")
    shown = on.game.overlay(on.state)
    assert (shown["left"], shown["lost"], shown["out"]) == ({"a3": 6}, {}, ["a1", "a3"])


def test_new_15_71_has_no_air_limit():
    battle = fight(THREE_AND_ONE, [infantry(2), infantry(2, nation="Canadian")])
    on = battle.play_all(["!result=d", "lose:d1", "on"])
    assert odds(on) == (13, 4, "3:1")


def test_old_15_632_losses_first_then_15_71():
    # 3 + 2 + 1 carry 18 of air. a costs eight: the three goes with five of air; three ground factors of the round are
    # left, so four of the thirteen die; one ground factor fights on, so six of the nine left are out.
    attack = [infantry(3, ctl=1), infantry(2, ctl=1), infantry(1, at=WEST), unit("air", 18)]
    battle = fight(attack, [infantry(8)], edition="old")
    assert odds(battle) == (24, 16, "1:1")
    after = pay(battle.play("!result=a"), "a1", "a4")
    assert gone(after) == {"a1": 1, "a4": 5}
    on = after.play("on")
    assert gone(on) == {"a1": 1, "a4": 9}
    assert odds(on) == (1 + 3, 16, "1:4")
    # Broken off instead, the attack trims nothing.
    assert gone(after.play("off")) == {"a1": 1, "a4": 5}


def test_old_15_632_15_71_what_is_asked_says_whether_air_dies_or_is_left_out():
    """15.632, 15.71: air over the limit dies with ground units that are lost, and waits with those that wait."""
    attack = [infantry(3), infantry(1, ctl=1), infantry(1, at=WEST), unit("air", 8), unit("air", 6, "Italian")]
    battle = fight(attack, [infantry(4)], edition="old")
    dies = battle.play_all(["!result=a", "lose:a1", "lose:a2", "on"])
    assert (topic(dies), dies.node.rules) == ("trim", ("15.632",))
    # Eleven of the fourteen are over the limit of one factor; five of those have to be German.
    assert dies.node.prompt == "Attacker: air above three factors for each ground factor, 6 to remove."
    attack = [infantry(3, ctl=1), infantry(1), unit("air", 6), unit("air", 4, "Italian")]
    battle = fight(attack, [infantry(2), infantry(2, nation="Canadian")], edition="old")
    waits = battle.play_all(["!result=d", "lose:d1", "on"])
    assert (topic(waits), waits.node.rules) == ("rest", ("15.71",))
    # Seven of the ten are over it; three of those have to be German.
    wanted = "Attacker: air above three factors for each ground factor that fights on, 4 to leave out."
    assert waits.node.prompt == wanted


def test_old_15_71_the_owner_says_which_air_is_left_out():
    attack = [infantry(3, ctl=1), infantry(1), unit("air", 6), unit("air", 4, "Italian")]
    battle = fight(attack, [infantry(2), infantry(2, nation="Canadian")], edition="old")
    ask = battle.play_all(["!result=d", "lose:d1", "on"])
    assert (topic(ask), ask.node.side, options(ask)) == ("rest", "attacker", ["rest:a3", "rest:a4"])
    assert [option.label for option in ask.node.options] == [
        "Leave out one German air factor", "Leave out one Italian air factor"
    ]  # fmt: skip
    # Three of the seven have to be German.
    on = ask.play_all(["rest:a3"] * 3)
    assert topic(on) == "roll"
    assert (odds(on), gone(on)) == ((4, 4, "1:1"), {"d1": 1})
    assert not any("loses" in line.text and "air" in line.text for _, line in on.log)
    end = on.play("!result=Ex").play("stay")
    assert (gone(end), lost(end)) == ({"a2": 1, "a4": 3, "d1": 1, "d2": 1}, (4, 4))


def test_old_15_82b_air_of_ctl_1_is_no_part_of_a_later_limit():
    # Twelve of air for four factors; six of it leave after the first round, three may follow the last factor.
    attack = [infantry(3, ctl=1), infantry(1), unit("air", 6, ctl=1), unit("air", 6)]
    on = fight(attack, [infantry(2), infantry(2, nation="Canadian")], edition="old").play_all(
        ["!result=d", "lose:d1", "on"]
    )
    assert (odds(on), gone(on)) == ((4, 4, "1:1"), {"d1": 1})


def test_old_15_41_defensive_air_follows_those_that_count_at_pearl_harbor():
    # Twelve of air for four units of one; two of them count, six factors fly.
    known = {"features": ["pearl_harbor", "port"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    attack = [infantry(30, via="sea"), infantry(30, via="sea")]
    battle = fight(attack, [infantry(1, count=4), unit("air", 12)], edition="old", **known)
    after = battle.play_all(["aside:d1"] * 2)
    assert topic(after) == "roll"
    assert odds(after)[1] == 2 * 3 + 6 * 3
    # By D the two die with the six; the others wait to see whether Japan comes in.
    end = after.play("!result=D").play("stay")
    assert (gone(end), lost(end)) == ({"d1": 2, "d2": 6}, (0, 8))


# --- partisans (11.47) ------------------------------------------------------------------------------


@BOTH
def test_11_47_partisans_left_alone_have_no_air(edition):
    known = {"nations": ("German", "Russian"), "edition": edition}
    battle = fight([infantry(9), infantry(9)], [infantry(1), unit("partisan"), unit("air", 3)], **known)
    assert odds(battle)[1] == 2 + 1 + 3
    # d on five: the infantry and two of the air.
    on = pay(battle.play("!result=d"), "d1", "d3").play("on")
    assert gone(on) == {"d1": 1, "d3": 2}
    assert odds(on)[1] == 1
    lines = [line for _, line in on.assessment.trace.lines() if line.skipped and "11.47" in line.rules]
    assert len(lines) == 1
    # It is out of the fight, not lost with them.
    assert gone(on.play("!result=D")) == {"d1": 1, "d2": 1, "d3": 2}
    # Nor may it pay for them.
    assert gone(on.play("!result=d")) == {"d1": 1, "d2": 1, "d3": 2}


@BOTH
def test_11_47_others_beside_them_keep_it(edition):
    known = {"nations": ("German", "Russian"), "edition": edition}
    battle = fight([infantry(9), infantry(9)], [infantry(1), unit("partisan"), unit("air", 3)], **known)
    on = pay(battle.play("!result=d"), "d2").play("on")
    assert odds(on)[1] == 2 + 3 - gone(on).get("d3", 0)


# --- drops (10.56, 15.44, 12.19) --------------------------------------------------------------------


@BOTH
def test_10_56_a_dropped_unit_lives_where_its_hex_was_cleared(edition):
    drop = unit("airborne", count=3, at="0,0", via="airdrop")
    battle = fight([drop, infantry(9, at=SOUTHEAST)], [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                   targets=("0,0", SOUTHWEST))  # fmt: skip
    ask = battle.play("!result=d")
    cleared = ask.play("lose:d1").play("off")
    assert (gone(cleared), cleared.outcome.result) == ({"d1": 1}, "held")
    assert any("10.56" in line.rules for line in cleared.game.closing(cleared.state))
    other = ask.play("lose:d2").play("off")
    assert gone(other) == {"d2": 1, "a1": 3}
    assert any("10.56" in line.rules for _, line in other.log)


@BOTH
def test_10_56_walks_tell_the_two_hexes_apart(edition):
    # One defender where the drop fell, four in the other hex; in the last round three of the five go.
    drop = unit("airborne", count=3, at="0,0", via="airdrop", ctl=2)
    others = [infantry(1, at=SOUTHWEST), infantry(1, "Canadian", at=SOUTHWEST), unit("marine", at=SOUTHWEST),
              unit("commando", at=SOUTHWEST)]  # fmt: skip
    battle = fight([drop, infantry(9, at=SOUTHEAST), unit("air", 2)], [infantry(1), *others], edition=edition,
                   targets=("0,0", SOUTHWEST))  # fmt: skip
    last = pay(battle.play("!result=a"), "a3", "a2").play("on").play("!result=d")
    cleared, held = last.play_all(["lose:d1", "lose:d3"]), last.play_all(["lose:d2", "lose:d3"])
    assert topic(cleared) == topic(held) == "pay"
    assert cleared.game.key(cleared.state) != held.game.key(held.state)
    assert pay(cleared).outcome.measure("attacker_lost") + 3 == pay(held).outcome.measure("attacker_lost")


@BOTH
def test_12_19_a_drop_alone_takes_pearl_harbor(edition):
    known = {"features": ["pearl_harbor", "port"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    battle = fight([unit("airborne", count=20, at="0,0", via="airdrop")], [infantry(1, count=3)], edition=edition,
                   **known)  # fmt: skip
    end = battle.play_all(["aside:d1", "!result=D"])
    assert (end.outcome.result, lost(end), gone(end)) == ("taken", (0, 3), {"d1": 3})
    assert any("12.19" in line.rules for line in end.game.closing(end.state))
    # Held, it keeps all three, and the dropped die among them.
    held = battle.play_all(["aside:d1", "!end"])
    assert (held.outcome.result, lost(held)) == ("destroyed", (20, 0))


@BOTH
def test_12_19_nobody_comes_in_when_the_drop_dies_with_the_two(edition):
    # Six on two that count three times, which is even: the third is still there.
    known = {"features": ["pearl_harbor", "port"], "nations": ("Japanese", "US"), "theatre": "pacific"}
    battle = fight([unit("airborne", count=6, at="0,0", via="airdrop")], [infantry(1, count=3)], edition=edition,
                   **known)  # fmt: skip
    assert odds(battle.play("aside:d1")) == (6, 6, "1:1")
    end = battle.play_all(["aside:d1", "!result=Ex"])
    assert (end.outcome.result, lost(end)) == ("held", (6, 2))


def test_15_71_payments_are_those_of_the_fighting_only():
    for edition in EDITIONS:
        battle = second([infantry(2, ctl=1), infantry(4), infantry(3, at=SOUTHEAST), unit("air", 2, ctl=1)], edition)
        for result in ("A", "a", "Ex", "Ex-1"):
            assert all({"a1", "a4"}.isdisjoint(way) for way in payments(battle.play(f"!result={result}")))


def test_old_15_71_air_that_is_left_out_is_told_once_and_shown_on_its_own_side():
    """Of seven factors three fight on with one factor of ground; then an Ex follows."""
    attack = [infantry(3, ctl=1), infantry(1, ctl=2), unit("air", 6), unit("air", 1, "Italian")]
    battle = fight(attack, [infantry(2), infantry(2, nation="Canadian")], edition="old")
    on = battle.play_all(["!result=d", "lose:d1", "on", "rest:a4"])
    told = [line.text.rpartition(": ")[2] for _, line in on.play("!result=Ex").log if "out of it" in line.text]
    assert told == ["3 German air factors.", "1 Italian air factor."]
    ours, theirs = ([line.label for line in side.children if line.skipped] for side in on.assessment.trace.children[:2])
    assert ours == ["German 3-3 infantry", "German air factors", "Italian air factor"]
    assert theirs == []
