"""15.62: fractions are rounded up; nothing is lost without need, except to keep chosen units."""

import pytest
from hexumpire import rulesets
from hexumpire.kit import losses
from hexumpire.kit.places import Names
from hexumpire.views.position import view

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    WEST,
    armor,
    fight,
    gone,
    infantry,
    options,
    pay,
    payments,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


@BOTH
@pytest.mark.parametrize(("ground", "air", "need"), [(1, 0, 1), (1, 1, 1), (1, 2, 2), (2, 3, 3), (3, 4, 4)])
def test_half_is_rounded_up_for_d(edition, ground, air, need):
    defend = [infantry(ground)] + ([unit("air", air)] if air else [])
    after = pay(fight([infantry(9)], defend, edition=edition).play("!result=d"), "d2")
    assert gone(after) == ({"d2": need} if air else {"d1": 1})


@BOTH
def test_half_is_rounded_up_for_a(edition):
    # 3 x 3 = 9 in a forest: a costs five.
    battle = fight([infantry(4), unit("air", 8)], [infantry(3)], edition=edition, terrain="forest")
    ways = payments(roll(battle, 2))
    assert ways == [{"a1": 1, "a2": 1}, {"a2": 5}]


@BOTH
def test_counters_are_not_broken_down(edition):
    # Two factors due: a counter of five pays them whole.
    battle = roll(fight([infantry(5)], [infantry(2)], edition=edition), 2)
    assert gone(battle) == {"a1": 1}


@BOTH
def test_more_may_be_lost_to_keep_chosen_units_but_not_on_top(edition):
    # 10 : 10, a costs five of 1, 2, 3 and 4: the sets from which none can be spared.
    attack = [infantry(1), infantry(2), infantry(3, at=WEST), armor(4, at=WEST)]
    battle = roll(fight(attack, [infantry(5)], edition=edition), 2)
    names = {"a1": 1, "a2": 2, "a3": 3, "a4": 4}
    sets = [set(way) for way in payments(battle)]
    every = []
    for mask in range(16):
        chosen = {name for place, name in enumerate(names) if mask >> place & 1}
        total = sum(names[name] for name in chosen)
        if total >= 5 and all(total - names[name] < 5 for name in chosen):
            every.append(chosen)
    assert len(sets) == len(every) == 4
    assert all(chosen in sets for chosen in every)
    assert {"a3", "a4"} in sets  # seven, to keep both small ones
    assert {"a1", "a3", "a4"} not in sets


@BOTH
def test_the_defender_likewise(edition):
    # d on 4, 1 and one air: half of six is three. The four alone, never the four and something else.
    battle = roll(fight([infantry(6), infantry(5)], [infantry(4), infantry(1), unit("air", 1)], edition=edition), 6)
    assert payments(battle.play("keep")) == [{"d1": 1}]


@BOTH
def test_counters_are_named_in_any_order(edition):
    # "a" on five of DM 2 costs five: four and one as well as two and three; the order is nobody's business.
    attack = [infantry(1), infantry(2), infantry(3, at=WEST), armor(4, at=WEST)]
    battle = roll(fight(attack, [infantry(5)], edition=edition), 2)
    assert "lose:a1" not in options(battle), "the game itself asks for the larger ones first"
    why = {refusal.unit: refusal for refusal in battle.game.refusals(battle.state)}
    assert "after the others" in why["a1"].reason and "15.62" not in why["a1"].rules
    for picks in (["lose:a1", "lose:a4"], ["lose:a4", "lose:a1"], ["lose:a2", "lose:a3"]):
        found = losses.report(battle, picks)
        assert found["text"] == "5 of 5 factors" and found["settled"]
        assert gone(battle.play_all(found["actions"])) == {pick.removeprefix("lose:"): 1 for pick in picks}
    found = losses.report(battle, ["lose:a1", "lose:a2"])
    assert found["text"] == "3 of 5 factors" and not found["settled"]
    told = {item["id"]: (item["reason"], item["why"]["rules"]) for item in found["items"]}
    assert told["lose:a3"] == told["lose:a4"] == ("with it one of those named could be kept", ["15.62"])


@BOTH
def test_like_counters_name_their_hex(edition):
    attack = [infantry(2), infantry(2, at=WEST), armor(4, at=WEST), armor(3)]
    battle = roll(fight(attack, [infantry(5)], edition=edition), 2)
    ruleset = rulesets.get("aworldatwar")
    names = Names(ruleset, battle.game.scenario)
    labels = [names.told(item["label"]) for item in view(ruleset, battle)["node"]["losses"]["items"]]
    assert len(set(labels)) == len(labels)
    assert sum("of the target" in label for label in labels) == 2


@BOTH
def test_nothing_is_due_nothing_is_lost(edition):
    after = roll(fight([infantry(4)], [infantry(2)], edition=edition), 5)
    assert gone(after) == {"d1": 1}
    assert topic(after) == "advance"


@BOTH
def test_only_one_way_is_taken_without_asking(edition):
    battle = roll(fight([infantry(3), infantry(3, at=WEST)], [infantry(3)], edition=edition), 1)
    assert gone(battle) == {"a1": 1, "a2": 1}
    assert battle.outcome.result == "destroyed"
    # Of eight owed by 4, 4 and 1 both fours pay, whichever hexes they are in: with the one no four could stay.
    for others in ([infantry(4, at=WEST), infantry(1)], [infantry(4), infantry(1, at=WEST)]):
        after = fight([infantry(4), *others], [infantry(8)], edition=edition).play("!result=a")
        assert (gone(after), topic(after)) == ({"a1": 1, "a2": 1}, "again")


@BOTH
def test_the_same_losses_owed_in_two_games_are_one_position_and_others_are_not(edition):
    """What is owed counts, and by which counters; a game opened again comes to the same."""

    def owed(result, *attack, defend=3):
        return (
            fight([infantry(9), *attack], [infantry(defend)], edition=edition).play(f"!result={result}").state.payment
        )

    first = owed("a", unit("air", 9))
    assert first == owed("a", unit("air", 9)) and hash(first) == hash(owed("a", unit("air", 9)))
    assert first != owed("A", unit("air", 9)), "more is owed"
    assert first != owed("a", unit("air", 8)), "by fewer"
    assert first != owed("A", unit("air", 8))
    assert first != first.owed


@BOTH
@pytest.mark.parametrize(
    ("attack", "result", "together"),
    [
        ([infantry(6), infantry(3, at=WEST)], "a", False),
        ([infantry(6), infantry(3, at=WEST)], "Ex-1", False),
        ([infantry(6), infantry(2, at=WEST), infantry(2, at=WEST)], "a", True),
        ([infantry(6), unit("air", 3)], "a", True),
        ([infantry(6, via="sea"), infantry(5, via="sea"), unit("fleet", 1)], "a", True),
    ],
)
def test_counters_are_named_together_where_one_alone_may_not_do(edition, attack, result, together):
    """Three printed factors at a DM of two, or of three on a beach: a and Ex-1 cost three, or a five of a landing."""
    after = fight(attack, [infantry(3)], edition=edition).play(f"!result={result}")
    assert topic(after) == "pay"
    found = after.game.phases["pay"].owed(after.state)
    assert (found is not None) == together
