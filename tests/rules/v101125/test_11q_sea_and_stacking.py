"""11.Q.1a, 11.Q.2.g, 11.Q.2.j: how many may stand in a hex, and who gets away over the sea."""

from __future__ import annotations

import re

import pytest
from hexumpire.model.battle import UMPIRE
from hexumpire.rulesets.v101125.rules.entries import UNSEEN

from tests.rules.v101125.playing import after, begin, log, measures, options, refused, spared, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, SOUTHWEST, WEST, document, infantry

STRONG = [infantry(15), infantry(15, at=SOUTHEAST)]
LAND = ("1,0", "1,-1", "0,-1", "0,1", "-1,1")
"""The hexes around the port, but for the one of the sea."""


def port(defend, transport=0, closed=LAND, **here):
    """A port with the sea in the west, and other ways closed; the attackers are in it."""
    return document(
        [infantry(30, at=HERE)], defend, features=["port"], here={"transport": transport, **here},
        hexes={WEST: {"terrain": "sea"}}, sides={way: ["prohibited"] for way in closed},
    )  # fmt: skip


# --- over the sea -------------------------------------------------------------------------------------------------


def test_11_q_2_j_who_is_forced_out_to_sea_is_lost_as_isolated():
    """11.Q.2.j, T7.n1."""
    battle = after(port([infantry(5, cadre_attack=2)]), "DR")
    assert options(battle) == [f"to:{WEST}"]
    assert "over the sea" in battle.node.options[0].label
    battle = battle.play(f"to:{WEST}")
    assert battle.outcome.result == "taken"
    assert measures(battle)["defender_lost"] == 5
    assert "Not carried over the sea, and lost as if isolated: the Soviet 5-6 infantry." in log(battle)
    closing = [line.text for line in battle.game.closing(battle.state)]
    assert "Defender: 5 points of them may go to the isolated pool of the home country." in closing


@pytest.mark.parametrize(
    ("how", "book"),
    [
        (["D½", "lose:d1:0"], (3, 4, 1, 3)),  # 5 points go with the 8-6, of which 4 are disrupted; then its 3-6
        (["D½", "halve"], (5, 0, 3, 3)),  # 2 of the 5 are casualties
        (["E½"], (7, 0, 1, 3)),
        (["DR", "retreat"], (8, 0, 0, 8)),
    ],
)
def test_11_m_6_what_a_unit_was_worth_beyond_its_losses_goes_back_where_its_cadre_is_lost_at_sea(how, book):
    """11.M.6, 11.M.2e, 11.Q.2.j, T7.n1: the cadre alone is lost as if isolated: losses, disruption, back, isolated."""
    ways = {way: ["prohibited"] for way in LAND[1:4]}
    setup = document(
        [infantry(30)], [infantry(8, cadre_attack=3)], features=["port"], sides=ways, hexes={WEST: {"terrain": "sea"}}
    )
    result, *acts = how
    battle = after(setup, result, *[one for one in acts if one != "retreat"])
    battle = battle.play("retreat") if "retreat" in options(battle) else battle
    found = battle.play(f"to:{WEST}").state.memo.books[1]
    assert tuple(part / 4 for part in found) == book


@pytest.mark.parametrize("size", ["1/2", "1", "3"])
def test_11_q_2_j_a_port_without_transport_carries_not_even_half_an_re(size):
    """11.Q.2.j, T7.n1: nothing is there of which a hit could take off something."""
    battle = after(port([infantry(1, size=size)]), "DR", f"to:{WEST}")
    assert (battle.state.left, battle.outcome.result) == ("0x", "taken")


def test_11_q_2_j_the_capture_roll_takes_off_the_transport():
    """11.Q.2.j: each hit a RE; its rule is not in the text, so its hits are asked."""
    battle = after(port([infantry(5), infantry(2, size="1")], transport=4), "DR", f"to:{WEST}")
    assert (topic(battle), battle.node.side) == ("capture", UMPIRE)
    assert options(battle) == [f"hits={n}" for n in range(5)]
    whole = battle.play("hits=0")
    assert whole.state.left == "000"
    assert whole.state.at[1:] == (WEST, WEST)
    none = battle.play("hits=4")
    assert none.state.left == "0xx"
    some = battle.play("hits=1")
    assert (topic(some), some.node.side) == ("aboard", "defender")
    assert options(some) == ["aboard:1", "aboard:2", "rest"]
    assert some.play("aboard:1").state.left == "00x"
    small = some.play("aboard:2")
    assert small.state.left == "0x0"
    assert some.play("rest").state.left == "0xx"
    few = battle.play("hits=2")
    assert refused(few, "d1") == ["REs carried: no more than 2"]


def test_11_q_2_j_who_has_another_way_need_not_go_to_sea():
    battle = after(port([infantry(5)], closed=LAND[:-1]), "DR")
    assert {option.id: option.aside for option in battle.node.options} == {f"to:{SOUTHWEST}": False, f"to:{WEST}": True}


@pytest.mark.parametrize("action", ["to:-1,1", "to:0,1"])
def test_11_q_2_j_only_out_of_the_port_itself(action):
    """Not from a hex that is no port, nor from one that they came to."""
    hexes = {
        WEST: {"terrain": "sea"},
        "-1,2": {"terrain": "sea"},
        SOUTHWEST: {"terrain": "clear", "features": ["port"]},
    }
    battle = after(document([infantry(20), infantry(20, at=SOUTHEAST, zoc="none")], [infantry(30)], hexes=hexes), "DR")
    battle = battle if topic(battle) == "retreat" else battle.play("retreat")
    assert refused(battle, WEST) == ["only from the port where they fought do units retreat over the sea"]


def test_11_d_5_nobody_goes_to_sea_before_combat():
    """11.D.5, 11.Q.2.j: it is for those who are forced to retreat."""
    setup = port([infantry(5)], closed=LAND[:-1])
    setup["conditions"] = {"retreat_before": True}
    battle = begin(setup, "try:1")
    assert options(battle) == [f"to:{SOUTHWEST}"]
    assert refused(battle, WEST) == ["nobody goes to sea who is not forced to retreat"]


def test_11_q_2_e_interdiction_costs_those_who_leave_by_sea():
    battle = after(port([infantry(5, cadre_attack=1)], transport=3, interdiction=1), "DR", f"to:{WEST}", "hits=0")
    assert battle.state.left == "01"
    assert battle.state.at[1] == WEST


# --- how many may stand in a hex ----------------------------------------------------------------------------------


def test_11_q_1a_nobody_advances_beyond_the_stacking_limit():
    battle = after(document(STRONG, [infantry(5)], here={"limit": 4}), "DR", "to:-1,0")
    assert options(battle) == ["go:a1:0", "go:a2:0", "stay"]
    done = battle.play("go:a1:0")
    assert done.outcome.result == "taken"
    closing = [line.text for line in done.game.closing(done.state)]
    assert "The stacking limit of 4 REs keeps the German 15-6 infantry out of the hex." in closing


def test_11_q_1a_the_refusal_says_the_number():
    small = infantry(2, size="1")
    battle = after(document([*STRONG, small], [infantry(5)], here={"limit": 4}), "DR", "to:-1,0", "go:a1:0")
    assert options(battle) == ["go:a3:0", "stay"]
    assert refused(battle, "a2") == ["the stacking limit of the hex is 4 REs: 3 are there, and it has 3"]


def test_11_q_1a_without_a_limit_everybody_advances():
    assert "all" in options(after(document(STRONG, [infantry(5)], here={"limit": 6}), "DR", "to:-1,0"))
    assert "all" in options(after(document(STRONG, [infantry(5)]), "DR", "to:-1,0"))


def test_11_q_1_b_nobody_forces_his_way_beyond_it():
    setup = [infantry(10, cadre_attack=4)], [infantry(5, cadre_attack=1)]
    for limit, asked in ((1, False), (0, True), (3, True)):
        battle = after(document(*setup, here={"limit": limit}), "1D")
        while topic(battle) == "pay":
            battle = battle.play("!spare")
        assert (topic(battle) == "force") is asked
    one = after(document([*setup[0], infantry(2, size="1")], setup[1], here={"limit": 2}), "1D")
    while topic(one) == "pay":
        one = one.play("!spare")
    assert options(one) == ["stay", "force:a2:0"]
    assert refused(one, "a1") == ["the stacking limit of the hex is 2 REs: 0 are there, and it has 3"]


def test_11_q_2_g_a_retreat_may_go_beyond_it_and_is_overstacked():
    hexes = {WEST: {"terrain": "clear", "limit": 4}}
    friends = [infantry(5), infantry(6, at=WEST)]
    battle = after(document(STRONG, friends, hexes=hexes), "DR", "to:-1,0")
    assert "are beyond its limit of 4" in log(battle)
    assert "2 REs in" in log(battle)
    assert log(battle.play("all")).count("beyond its limit") == 1, "said when they come, not of those who stand there"
    roomy = after(document(STRONG, [infantry(5)], hexes=hexes), "DR", "to:-1,0")
    unstated = after(document(STRONG, friends), "DR", "to:-1,0")
    assert "beyond its limit" not in log(roomy) + log(unstated)


def test_11_q_1_a_an_entrenchment_needs_a_division():
    """11.Q.1.a: who advances out of it without leaving one gives it up."""
    told = "No division is left to maintain the entrenchment: it is removed."
    dug = {EAST: {"terrain": "clear", "features": ["entrenchment"]}}
    stack = [infantry(9), infantry(9), infantry(3, size="1")]
    battle = after(document(stack, [infantry(5)], hexes=dug), "DR", "to:-1,0")
    one = battle.play("go:a1:0")
    assert told not in log(one)
    two = one.play("go:a2:0")
    assert log(two).count(told) == 1
    assert log(two.play("go:a3:0")).count(told) == 1
    assert told not in log(after(document(stack, [infantry(5)]), "DR", "to:-1,0", "all"))
    assert HERE in two.state.at


def test_11_q_2_j_the_log_says_how_many_res_are_carried():
    battle = after(port([infantry(5), infantry(2, size="1")], transport=4), "DR", f"to:{WEST}", "hits=1")
    assert "The capture roll scores 1 of 4. REs carried: 3." in log(battle)


def test_11_q_2_j_who_is_aboard_is_not_asked_again_and_of_like_units_one_is_offered():
    guard = [infantry(5, size="1"), infantry(2, size="1", count=2), infantry(3, size="1")]
    battle = after(port(guard, transport=4), "DR", "retreat", f"to:{WEST}", "hits=1")
    assert options(battle) == ["aboard:1", "aboard:2", "aboard:4", "rest"]
    assert options(battle.play("aboard:1")) == ["aboard:2", "aboard:4", "rest"]


def test_11_q_1_a_of_like_units_one_is_offered_to_advance_or_go_in_and_a_reduced_one_besides():
    """11.Q.1.a, 11.Q.1.b: two 10-6 of one kind, one of them reduced or neither."""
    stack, guard = [infantry(10, cadre_attack=4, count=2)], [infantry(5, cadre_attack=1)]
    won = after(document(stack, [infantry(5)]), "1:1")
    assert options(won) == ["all", "go:a1:1", "go:a1:0", "stay"]
    assert options(spared(after(document(stack, [infantry(5)]), "1:"))) == ["stay", "force:a1:1", "force:a1:0"]
    both = spared(after(document(stack, guard), "1D"))
    assert options(both) == ["stay", "force:a1:0"]


def test_11_q_2_j_each_number_of_hits_says_how_many_res_it_leaves():
    battle = after(port([infantry(5), infantry(2, size="1")], transport=4), "DR", f"to:{WEST}")
    told = [tuple(map(int, re.findall(r"\d+", option.label))) for option in battle.node.options]
    assert told == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]


def test_11_q_2_j_the_odds_look_at_the_sea_where_there_is_no_other_way():
    """And the label says so where they do not."""
    for closed, seen in ((LAND, True), (LAND[:-1], False)):
        (way,) = [one for one in after(port([infantry(5)], closed=closed), "DR").node.options if one.hex == WEST]
        assert (not way.aside, UNSEEN not in way.label) == (seen, seen)
