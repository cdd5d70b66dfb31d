"""15.9: advance after combat."""

import pytest
from hexumpire.analysis.outcomes import outcomes
from hexumpire.analysis.solve import solve
from hexumpire.model.battle import Decision
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    armor,
    cited,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def won(attack, edition="new", **known):
    """The battle at the question who advances: five to one and a six, D."""
    return roll(fight([*attack, unit("air", 9)], [infantry(1)], edition=edition, **known), 6)


@BOTH
def test_15_91_survivors_may_advance_up_to_two(edition):
    battle = won([infantry(4, count=2), infantry(4, at=WEST)], edition)
    assert (topic(battle), battle.node.side) == ("advance", "attacker")
    assert options(battle) == ["advance:a1", "advance:a2", "stay"]
    one = battle.play("advance:a1")
    assert options(one) == ["advance:a1", "advance:a2", "stay"]
    two = one.play("advance:a2")
    assert two.outcome.result == "taken"
    assert two.game.overlay(two.state)["moved"] == {"a1": {"0,0": 1}, "a2": {"0,0": 1}}


@BOTH
def test_15_91_nobody_has_to(edition):
    after = won([infantry(4)], edition).play("stay")
    assert after.outcome.result == "emptied"
    assert after.outcome.measure("hex") == 0
    assert won([infantry(4)], edition).play("advance:a1").outcome.measure("hex") == 1


@BOTH
def test_15_91_units_standing_by_and_air_do_not(edition):
    battle = won([infantry(4), infantry(4, attacks=False)], edition)
    assert options(battle) == ["advance:a1", "stay"]


@BOTH
def test_15_91_only_when_every_attacked_hex_is_cleared(edition):
    known = {"edition": edition, "targets": ("0,0", SOUTHWEST)}
    battle = fight([infantry(8, at=SOUTHEAST)], [infantry(2), infantry(2, at=SOUTHWEST)], **known)
    half = roll(battle, 6, "keep", "lose:d2")
    assert topic(half) == "again"
    assert half.play("off").outcome.result == "held"


@BOTH
def test_15_91_into_either_hex(edition):
    battle = fight([infantry(20, at=SOUTHEAST), infantry(20, at=SOUTHEAST)],
                   [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                   targets=("0,0", SOUTHWEST))  # fmt: skip
    after = roll(battle, 6)
    assert sorted(options(after)) == [
        "advance:a1@-1,1", "advance:a1@0,0", "advance:a2@-1,1", "advance:a2@0,0", "stay"
    ]  # fmt: skip
    both = after.play_all(["advance:a1@0,0", "advance:a2@-1,1"])
    assert both.outcome.result == "taken"


@pytest.mark.parametrize(("edition", "who"), [("old", ["advance:a1", "advance:a2"]), ("new", ["advance:a2"])])
def test_15_91_who_fought_the_final_round(edition, who):
    # The CTL 1 unit fought the first round only.
    battle = fight([infantry(6, ctl=1), infantry(9, ctl=2)], [infantry(3), infantry(3, nation="Canadian")],
                   edition=edition)  # fmt: skip
    second = battle.play_all(["!result=d", "lose:d1", "on"])
    assert odds(second)[0] == 9
    after = second.play("!result=D")
    assert options(after) == [*who, "stay"]
    if edition == "new":
        assert any(r.unit == "a1" and "15.91" in r.rules for r in after.game.refusals(after.state))


@BOTH
def test_12_12_who_finds_no_room_is_told_why(edition):
    """Three specialised units have dropped in: there is no place for a fourth (12.12), but for infantry (12.11A)."""
    dropped = unit("airborne", count=3, at="0,0", via="airdrop")
    raiders = unit("commando", nation="British", count=2)
    nobody = fight([dropped, raiders], [infantry(1)], edition=edition).play("!result=D")
    told = [line.rules for _, line in nobody.log if line.text.startswith("Nobody may advance")]
    assert told == [("15.92C", "10.56", "12.12")]

    def refused(battle):
        return {one.unit: one.rules for one in battle.game.refusals(battle.state)}

    battle = fight([dropped, raiders, infantry(3)], [infantry(1)], edition=edition).play("!result=D")
    assert options(battle) == ["advance:a3", "stay"]
    assert refused(battle) == {"a1": ("15.92C", "10.56"), "a2": ("12.12",)}


@BOTH
@pytest.mark.parametrize(("features", "room", "rule"), [([], 2, "12.11A"), (["island"], 1, "12.11B")])
def test_12_11_who_finds_the_hex_full_is_told_by_which_limit(edition, features, room, rule):
    known = {"edition": edition, "features": features, "theatre": "pacific", "nations": ("US", "Japanese")}
    attack = [infantry(3, count=room), unit("marine"), infantry(3, at=WEST)]
    battle = fight(attack, [infantry(1)], **known).play_all(["!result=D", *["advance:a1"] * room])
    assert options(battle) == ["advance:a2", "stay"]
    found = battle.game.refusals(battle.state)
    assert [(one.unit, one.rules) for one in found] == [("a3", (rule,))], "a1 is in, and fills the hex"
    gone = fight([infantry(3, count=room), unit("marine")], [infantry(1)], **known)
    gone = gone.play_all(["!result=D", *["advance:a1"] * room])
    assert gone.game.refusals(gone.state) == [], "all of them are in"


@BOTH
def test_15_44_of_two_hexes_won_one_with_room_will_do(edition):
    """Who has a place in one of them is not told that there is none, though the other is full."""
    attack = [infantry(4, count=2, at=SOUTHWEST), infantry(4, at="0,1")]
    battle = fight(attack, [infantry(1), infantry(1, at="-1,2")], edition=edition, targets=("0,0", "-1,2"))
    battle = battle.play_all(["!result=D", "advance:a1@0,0", "advance:a1@0,0"])
    assert options(battle) == ["advance:a2@-1,2", "stay"]
    assert battle.game.refusals(battle.state) == []


@BOTH
def test_15_92a_unsupplied_units_stay(edition):
    battle = won([infantry(4, supply="none"), infantry(4)], edition)
    assert options(battle) == ["advance:a2", "stay"]
    refusal = next(r for r in battle.game.refusals(battle.state) if r.unit == "a1")
    assert "15.92A" in refusal.rules
    alone = won([infantry(4, supply="none")], edition)
    assert alone.outcome.result == "emptied"
    assert "15.92A" in cited(alone)
    assert options(won([infantry(4, supply="partial")], edition)) == ["advance:a1", "stay"]


@BOTH
def test_15_92a_16_61_armor_that_exploited_last_turn_is_supplied_and_advances(edition):
    tired = armor(4, supply="none", exploited=True)
    assert options(won([tired, armor(4, supply="none")], edition)) == ["advance:a1", "stay"]


def told(battle):
    """Why nobody advances."""
    return [line.text for _, line in battle.log if line.text.startswith("Nobody may advance")]


@BOTH
def test_15_91_why_nobody_advances_is_told_of_ground_units_that_are_left(edition):
    """15.92A: not of air, which could not in any case, and not of those who died: 15.92C speaks of nobody then."""
    hungry = infantry(9, supply="none")
    said = ["Nobody may advance: unsupplied units do not advance."]
    assert told(fight([unit("air", 9), hungry], [infantry(1)], edition=edition).play("!result=D")) == said
    dropped = unit("airborne", at="0,0", via="airdrop", count=2)
    paid = fight([dropped, hungry], [infantry(1)], edition=edition).play_all(["!result=Ex", "lose:a1"])
    assert (paid.outcome.result, told(paid)) == ("emptied", said)


@BOTH
def test_15_91_why_nobody_advances_holds_for_all_that_are_left(edition):
    """15.92A, 15.92C, 12.11A: each of them has its own reason, and each reason is told once."""
    dropped, hungry = unit("airborne", at="0,0", via="airdrop", count=2), infantry(9, supply="none", count=2)
    both = fight([dropped, hungry], [infantry(1)], edition=edition).play("!result=D")
    assert told(both) == ["Nobody may advance: a dropped unit stays in its drop hex; unsupplied units do not advance."]
    assert {"15.92A", "15.92C"} <= set(cited(both))


@BOTH
def test_15_82b_who_wins_in_the_first_round_has_not_withdrawn_and_advances(edition):
    attack = [infantry(9, via="sea", ctl=2), unit("destroyer", 9, ctl=1)]
    battle = fight(attack, [infantry(1)], edition=edition).play("!result=D")
    assert options(battle) == ["advance:a1", "stay"]


@BOTH
def test_12_12_who_dropped_has_a_place_in_the_hex_of_the_drop_and_in_no_other(edition):
    """15.44, 12.12: three of them are in one of two hexes won; into the other three commandos may come."""
    attack = [
        unit("airborne", count=3, at="0,0", via="airdrop"),
        unit("commando", count=3, at=SOUTHEAST),
        infantry(20, at=WEST),
    ]
    battle = fight(
        attack,
        [infantry(1), infantry(1, at=SOUTHWEST)],
        edition=edition,
        targets=("0,0", SOUTHWEST),
        nations=("British", "German"),
    ).play("!result=D")
    assert options(battle) == [f"advance:a2@{SOUTHWEST}", "advance:a3@0,0", f"advance:a3@{SOUTHWEST}", "stay"]
    assert f"advance:a2@{SOUTHWEST}" in options(battle.play_all([f"advance:a2@{SOUTHWEST}"] * 2))


def test_10_61c_a_chindit_that_dropped_beside_the_hex_holds_it_only_by_advancing():
    """10.61C: it may not drop on enemies, so it is not in the hex that they leave; and it may advance (15.92C)."""
    attack = [infantry(9, "British"), unit("chindit", nation="British", at=SOUTHEAST, via="airdrop")]
    battle = fight(attack, [infantry(1)], nations=("British", "Japanese"), theatre="pacific").play("!result=D")
    assert options(battle) == ["advance:a1", "advance:a2", "stay"]
    assert battle.play("stay").outcome.result == "emptied"
    assert battle.play_all(["advance:a2", "stay"]).outcome.result == "taken"


@BOTH
def test_15_92c_dropped_units_hold_the_hex_without_advancing(edition):
    battle = fight([unit("airborne", count=3, at="0,0", via="airdrop"), infantry(9)], [infantry(1)], edition=edition)
    after = roll(battle, 6)
    assert options(after) == ["advance:a2", "stay"]
    assert after.play("stay").outcome.result == "taken"


@BOTH
def test_15_92d_defenders_never_advance(edition):
    after = roll(fight([infantry(6)], [infantry(3, count=2)], edition=edition), 1)
    assert after.outcome.result == "destroyed"
    assert not any(action.startswith("advance") for action in options(after))


@BOTH
def test_15_93_allies_who_disagree(edition):
    attack = [infantry(4), infantry(4, "Italian")]
    assert topic(won(attack, edition)) == "advance"
    after = won(attack, edition, allies_disagree=True)
    assert after.outcome.result == "emptied"
    assert "15.93" in cited(after)


@BOTH
@pytest.mark.parametrize(
    ("attack", "agreed"),
    [
        ([infantry(4)], True),
        ([infantry(4), infantry(4)], True),
        ([infantry(4), unit("air", 1, "Italian")], True),
        ([infantry(4), infantry(4, "Italian", attacks=False)], True),
        ([infantry(4), infantry(1, "Italian")], False),
    ],
)
def test_15_93_only_allies_with_ground_forces_in_the_attack_can_disagree(edition, attack, agreed):
    after = won(attack, edition, allies_disagree=True)
    assert (topic(after) == "advance") == agreed


def test_15_93_walks_tell_whether_anybody_is_left_even_if_nobody_may_advance():
    # Five are owed by two units of one factor and air of three nations: the units go, or air in their place.
    attack = [
        infantry(1, ctl=1),
        infantry(1, "Italian", ctl=1),
        unit("air", 4),
        unit("air", 2, "Italian"),
        unit("air", 2, "Rumanian"),
    ]
    asked = fight(attack, [infantry(5)], allies_disagree=True).play("!result=a")
    dead = asked.play_all(["lose:a1", "lose:a2", "lose:a3", "lose:a4"])
    alive = asked.play_all(["lose:a3", "lose:a3", "lose:a3", "lose:a4"])
    assert topic(dead) == topic(alive) == "pay"
    assert (dead.play("lose:a5").outcome.result, alive.play("lose:a5").outcome.result) == ("destroyed", "held")
    assert dead.game.key(dead.state) != alive.game.key(alive.state)


def test_15_91_walks_tell_who_is_left_to_advance():
    # Ex on three in the last round: one of infantry or of airborne goes, and two of the others.
    attack = [
        infantry(1, ctl=1),
        unit("airborne", ctl=1),
        armor(1, ctl=1, at=WEST, count=2),
        unit("mechanized", 1, ctl=1, at="-1,1", count=2),
    ]
    asked = fight(attack, [infantry(1)], terrain="forest").play("!result=Ex")
    first, second = (asked.play_all([f"lose:{one}", "lose:a3"]) for one in ("a1", "a2"))
    assert options(first) == options(second) == ["lose:a3", "lose:a4"]
    assert [one.play("lose:a4").node.options[0].unit for one in (first, second)] == ["a2", "a1"]
    assert first.game.key(first.state) != second.game.key(second.state)


def test_16_11a_walks_tell_whether_armor_fought_the_final_round():
    # One armor unit dies in the first round. The other dies in the second one, or it was gone with the first.
    attack = [
        armor(4),
        armor(5),
        infantry(5, at=WEST),
        infantry(4, at=WEST),
        infantry(3, "Italian", at=SOUTHWEST),
        infantry(3, at=SOUTHWEST),
        infantry(9, at=SOUTHEAST),
    ]
    first = fight(attack, [infantry(3, count=2)], terrain="forest").play("!result=a")

    def ended(before, after):
        second = first.play_all([f"lose:{before}", "lose:a1", "on", "!result=Ex-1", f"lose:{after}"])
        return second, second.play_all(["lose:a5", "advance:a7", "stay"])

    (with_armor, opened), (without, shut) = ended("a3", "a2"), ended("a2", "a3")
    assert gone(with_armor) == gone(without) and options(with_armor) == options(without) == ["lose:a5", "lose:a6"]
    told = [{rule for line in one.game.closing(one.state) for rule in line.rules} for one in (opened, shut)]
    assert ["16.21" in rules for rules in told] == [True, False] and "16.11A" in told[1]
    assert with_armor.game.key(with_armor.state) != without.game.key(without.state)


@BOTH
def test_12_12_specialised_units_come_on_top(edition):
    known = {"edition": edition, "nations": ("British", "German"), "readings": {"special_places": "ordinary"}}
    three, more = unit("commando", count=3), unit("commando", count=3, at=WEST)
    mixed = won([infantry(4, count=2), three, {**more, "count": 1}], **known)
    after = mixed.play_all(["advance:a1"] * 2 + ["advance:a2"] * 2)
    assert after.outcome is None
    assert after.play("advance:a2").outcome.result == "taken"
    # A fourth and fifth commando come in place of the two ordinary units, a sixth not at all.
    light = won([three, more], **known)
    assert light.play_all(["advance:a1"] * 3 + ["advance:a2"]).outcome is None
    assert light.play_all(["advance:a1"] * 3 + ["advance:a2"] * 2).outcome is not None
    # And so there is no room left for infantry.
    crowded = won([infantry(4, count=2), three, more], **known).play_all(["advance:a2"] * 3 + ["advance:a3"])
    assert crowded.play("advance:a1").outcome is not None


@BOTH
@pytest.mark.parametrize(("features", "room"), [(["island"], 1), (["island", "port"], 2), ([], 2)])
def test_12_11b_islands(edition, features, room):
    # Two fours and nine of air land on a unit of one at +3: D.
    battle = won([infantry(4, count=2, via="sea", ctl=3)], edition, features=features, theatre="pacific",
                 nations=("US", "Japanese"))  # fmt: skip
    assert topic(battle) == "advance"
    for _ in range(room):
        assert "advance:a1" in options(battle)
        battle = battle.play("advance:a1")
    assert battle.outcome is not None


@BOTH
@pytest.mark.parametrize("reading", ["three", "ordinary"])
def test_12_11a_two_hexes_won_take_two_units_each(edition, reading):
    """15.91: a hex that is full takes no more, whatever room there is in the other one."""
    attack = [infantry(20, at=SOUTHEAST, count=2), infantry(20, at=WEST, count=2)]
    battle = fight(
        attack,
        [infantry(2), infantry(2, at=SOUTHWEST)],
        edition=edition,
        targets=("0,0", SOUTHWEST),
        readings={"special_places": reading},
    ).play("!result=D")
    full = battle.play_all(["advance:a1@0,0", "advance:a2@0,0"])
    assert options(full) == [f"advance:a1@{SOUTHWEST}", f"advance:a2@{SOUTHWEST}", "stay"]
    assert full.play_all([f"advance:a1@{SOUTHWEST}", f"advance:a2@{SOUTHWEST}"]).outcome.result == "taken"


@BOTH
@pytest.mark.parametrize(
    ("reading", "inside", "open_now"),
    [("three", 2, True), ("three", 3, False), ("ordinary", 3, True), ("ordinary", 4, True), ("ordinary", 5, False)],
)
def test_12_12_specialised_units_of_one_of_two_hexes_have_the_places_of_that_hex(edition, reading, inside, open_now):
    """12.12: three places of their own, and those of two ordinary units where they may take them."""
    attack = [unit("commando", count=3, at=SOUTHEAST), unit("commando", count=3, at=WEST), infantry(20, at=WEST)]
    battle = fight(
        attack,
        [infantry(1), infantry(1, at=SOUTHWEST)],
        edition=edition,
        targets=("0,0", SOUTHWEST),
        nations=("British", "German"),
        readings={"special_places": reading},
    ).play("!result=D")
    entered = [*["advance:a1@0,0"] * 3, *["advance:a2@0,0"] * 3][:inside]
    ways = {*options(battle.play_all(entered))}
    assert bool(ways & {"advance:a1@0,0", "advance:a2@0,0"}) == open_now
    assert ways & {f"advance:a1@{SOUTHWEST}", f"advance:a2@{SOUTHWEST}"}


@BOTH
@pytest.mark.parametrize("reading", ["three", "ordinary"])
def test_12_12_three_specialised_units_advance_into_each_of_two_hexes(edition, reading):
    attack = [unit("commando", count=3, at=SOUTHEAST), unit("commando", count=3, at=WEST), unit("air", 9)]
    battle = fight(
        attack,
        [infantry(1), infantry(1, at=SOUTHWEST)],
        edition=edition,
        targets=("0,0", SOUTHWEST),
        nations=("British", "German"),
        readings={"special_places": reading},
    ).play("!result=D")
    five = battle.play_all(["advance:a1@0,0"] * 3 + [f"advance:a2@{SOUTHWEST}"] * 2)
    assert five.outcome is None
    assert five.play(f"advance:a2@{SOUTHWEST}").outcome.result == "taken"


@BOTH
def test_15_82b_who_left_with_its_destroyers_after_the_first_round_does_not_advance(edition):
    """15.91: by the older edition who sat out the final round for its training alone may."""
    attack = [
        infantry(9, via="sea", ctl=2),
        infantry(9, ctl=1, at=WEST),
        infantry(9, ctl=2, at=SOUTHEAST),
        unit("destroyer", 9, ctl=1),
    ]
    battle = fight(attack, [infantry(3), infantry(3, "Canadian")], edition=edition)
    after = battle.play_all(["!result=d", "lose:d1", "on", "!result=D"])
    assert options(after) == [*(["advance:a2"] if edition == "old" else []), "advance:a3", "stay"]
    told = {one.unit: one.rules for one in after.game.refusals(after.state)}
    assert told["a1"] == ("15.82B",) and told.get("a2") == (None if edition == "old" else ("15.91",))


def test_15_92b_the_chain_is_mentioned_in_exploitation():
    battle = roll(fight([armor(10)], [infantry(1)], phase="exploitation"), 6, "stay")
    assert any("15.92B" in line.rules for line in battle.game.closing(battle.state))
    plain = roll(fight([armor(10)], [infantry(1)]), 6, "stay")
    assert not any("15.92B" in line.rules for line in plain.game.closing(plain.state))


def test_forbidden_fights_say_nothing_of_an_advance():
    assert game([infantry(4, at="3,3")], [infantry(1)]).problems


@BOTH
@pytest.mark.parametrize(
    ("dropped", "light", "heavy"), [(1, 5, 0), (3, 1, 2), (3, 3, 0), (2, 2, 2), (5, 1, 1), (0, 6, 0), (9, 0, 1)]
)
@pytest.mark.parametrize("reading", ["three", "ordinary"])
def test_12_12_the_dropped_have_their_places_first(edition, dropped, light, heavy, reading):
    # Who dropped is in the hex before anybody walks in: five places in all, three of them for specialised units only.
    def beyond(special):  # who takes places of ordinary units
        return max(0, special - 3) if reading == "ordinary" else 0

    known = {"edition": edition, "nations": ("British", "German"), "readings": {"special_places": reading}}
    attack = [unit("airborne", count=dropped, at="0,0", via="airdrop")] if dropped else []
    attack += [unit("commando", count=light, at=SOUTHEAST)] if light else []
    attack += [infantry(4, count=heavy, at=WEST)] if heavy else []
    if light > 3:  # they cannot stand together
        attack[-1:] = [unit("commando", count=3, at=SOUTHEAST), unit("commando", count=light - 3, at=WEST)]
    battle = fight([*attack, unit("air", 9)], [infantry(1)], **known)
    ended = set()
    waiting = [battle.play("!result=D")]
    while waiting:
        at = waiting.pop()
        if at.outcome is None:
            assert topic(at) == "advance"
            waiting += [at.play(action) for action in options(at) if action != "stay"]
            continue
        inside = sorted(at.state.moved)
        soldiers = [at.game.setting.kinds[index].specialised for index, _ in inside]
        special, ordinary = dropped + sum(soldiers), len(soldiers) - sum(soldiers)
        assert not inside or ordinary + beyond(special) <= 2
        assert reading == "ordinary" or not any(soldiers) or special <= 3
        # Nobody is left outside for whom there is room.
        room = 2 - ordinary - beyond(special)
        assert room <= 0 or ordinary == heavy
        full = special >= 3 and (reading == "three" or room <= 0)
        assert full or special == dropped + light
        ended.add((special, ordinary))
    assert ended
    # The walks that failed on it.
    once = {side: next(p for p in RULESET.policies if p.key == "steady" and side in p.sides).choose
            for side in ("attacker", "defender")}  # fmt: skip
    start = battle.game.start()
    assert outcomes(battle.game, start, lambda of, state, node: once[node.side](of, state, node)).total
    for objective in RULESET.objectives:
        solve(battle.game, start, objective).value(start)


@BOTH
@pytest.mark.parametrize("reading", ["three", "ordinary"])
def test_12_12_a_landing_beside_drop_and_commando(edition, reading):
    # Three airborne, a commando and landed infantry.
    attack = [unit("airborne", count=3, at="0,0", via="airdrop"), unit("commando", via="sea"),
              infantry(4, count=2, via="sea"), unit("air", 9)]  # fmt: skip
    battle = fight(attack, [infantry(1)], edition=edition, nations=("British", "German"),
                   readings={"special_places": reading})  # fmt: skip
    won = battle.play("!result=D")
    fourth = ["advance:a2"] if reading == "ordinary" else []
    assert options(won) == [*fourth, "advance:a3", "stay"]
    assert won.play_all(["advance:a3", "advance:a3"]).outcome.result == "taken"
    if fourth:
        assert won.play_all(["advance:a2", "advance:a3"]).outcome.result == "taken"
    start = battle.game.start()
    for objective in RULESET.objectives:
        solve(battle.game, start, objective).value(start)


LANDED, SHIPS = infantry(9, via="sea", ctl=2), unit("destroyer", 9, ctl=1)
WITHDRAW = "landed units withdraw with their destroyers after the first round"


@BOTH
@pytest.mark.parametrize(
    ("attack", "why", "rules"),
    [
        ([infantry(9, ctl=1)], "no attacker's CTL allows round 2", ("15.82A",)),
        ([LANDED, SHIPS], WITHDRAW, ("15.82B",)),
        ([infantry(9, via="sea", ctl=1), SHIPS], "no attacker's CTL allows round 2", ("15.82A",)),
        (
            [LANDED, SHIPS, infantry(3, ctl=1)],
            f"{WITHDRAW}; no other attacker's CTL allows round 2",
            ("15.82B", "15.82A"),
        ),
    ],
)
def test_15_82_why_there_is_no_second_round(edition, attack, why, rules):
    battle = fight(attack, [infantry(1, count=2)], edition=edition).play("!result=d")
    while isinstance(battle.node, Decision) and battle.node.topic == "lose":
        battle = battle.play(next(iter(battle.legal_actions)))
    assert [line.rules for _, line in battle.log if line.text == f"The attack ends: {why}."] == [rules]
