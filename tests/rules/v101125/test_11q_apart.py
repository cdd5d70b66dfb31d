"""11.Q.2.0: each unit of a hex is moved by its owner: together with the others, or another way after them."""

from __future__ import annotations

from hexumpire.rulesets.v101125.rules import routes

from tests.rules.v101125.playing import CALM, begin, log, options, refused, topic
from tests.rules.v101125.setting import SOUTHWEST, WEST, document, infantry

NEAR = "1,-1"
"""A hex beside the attackers in the east."""


def retreats(defend, *actions, attack=(), **more):
    """The battle of an attack whose result is DR, in the course of the retreat."""
    setup = document(attack or [infantry(60)], defend, forced_fights="here", **more)
    battle = begin(setup, "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    return battle.play_all(actions)


def test_11_q_2_0_units_of_a_hex_may_retreat_to_several_hexes():
    """11.Q.2.0: one goes west with nothing lost, the others southwest."""
    battle = retreats([infantry(5), infantry(4), infantry(3)], "apart:d2:0", f"to:{SOUTHWEST}", f"to:{WEST}")
    assert battle.state.at[1:] == (SOUTHWEST, WEST, SOUTHWEST)
    assert topic(battle) == "advance"
    assert "The Soviet 4-6 infantry goes another way after the others." in log(battle)


def test_11_q_2_0_the_last_one_goes_whither_it_likes_with_nobody_else():
    """11.Q.2.0: who is alone has no other way to go than its own; those may be parted again."""
    assert not any(one.startswith("apart") for one in options(retreats([infantry(5)])))
    battle = retreats([infantry(5), infantry(4), infantry(3)], "apart:d1:0", "apart:d2:0")
    assert not any(one.startswith("apart") for one in options(battle))
    battle = battle.play(f"to:{WEST}")
    assert {"apart:d1:0", "apart:d2:0"} <= set(options(battle))
    ended = battle.play_all(["apart:d1:0", f"to:{SOUTHWEST}", "to:0,-1"])
    assert ended.state.at[1:] == ("0,-1", SOUTHWEST, WEST)


def test_11_q_2_d_each_of_them_pays_for_its_own_way():
    """11.Q.2.d: near the attackers it costs 30 points, which the others do not pay."""
    battle = retreats([infantry(5), infantry(4)], "apart:d2:0", f"to:{NEAR}", f"to:{WEST}")
    assert battle.state.left == "0x0"
    assert battle.state.at[2] == WEST


def test_11_q_2_d_who_has_come_to_the_hex_before_weighs_there_as_a_friend():
    """11.Q.2.a, 11.Q.2.d: half of 40 less the 6 of a cadre that went before, whose zone is whole in its own hex."""
    defend, attack = [infantry(60, cadre_attack=6), infantry(40, cadre_attack=9)], [infantry(40)]
    battle = retreats(defend, "apart:d2:0", f"to:{NEAR}", "stop", attack=attack)
    assert battle.state.left == "010"
    assert routes.points(battle.game.setting, battle.state, NEAR) == 20 - 6
    assert routes.points(battle.game.setting, retreats(defend, attack=attack).state, NEAR) == 20


def test_11_q_2_f_who_follows_to_the_same_hex_has_come_onto_friends():
    """11.Q.2.f, 11.L.1.g: the first ones came to where nobody stood, the others onto these."""
    battle = retreats([infantry(5), infantry(4)], "apart:d2:0", f"to:{WEST}", f"to:{WEST}")
    assert battle.state.fled[1:] == ("initial_alone", "initial")
    together = retreats([infantry(5), infantry(4)], f"to:{WEST}")
    assert together.state.fled[1:] == ("initial_alone", "initial_alone")


def test_11_q_2_e_interdiction_is_paid_once_for_all_who_leave_the_hex():
    """11.Q.2.e: two points, of anybody in the hex."""
    defend = [infantry(8, cadre_attack=3), infantry(6, cadre_attack=2)]
    battle = retreats(defend, "apart:d2:0", f"to:{WEST}", here={"interdiction": 1})
    assert topic(battle) == "pay"
    assert options(battle) == ["lose:d1:0", "lose:d2:0"]
    battle = battle.play_all(["lose:d2:0", f"to:{SOUTHWEST}"])
    assert battle.state.left == "001"
    assert topic(battle) == "advance"
    exact = retreats([infantry(2, cadre_attack=1), defend[1]], "apart:d2:0", f"to:{WEST}", here={"interdiction": 1})
    exact = exact.play_all(["lose:d1:0", f"to:{SOUTHWEST}"])
    assert (exact.state.left, topic(exact)) == ("010", "advance"), "nothing is paid too much that could pay it again"


def test_11_q_2_0_who_waits_goes_though_all_who_went_before_are_lost():
    """11.Q.2.0, 11.Q.2.d."""
    battle = retreats([infantry(5), infantry(4)], "apart:d2:0", f"to:{NEAR}")
    assert battle.state.left == "0x0"
    assert str(battle.node.prompt) == "To which hex: the Soviet 4-6 infantry?"


def test_11_q_2_i_some_attack_the_enemies_that_they_go_to_and_the_others_go_elsewhere():
    """11.Q.2.i: all who go into that hex attack together, and nobody else."""
    attack = [infantry(60), infantry(4, at="-2,0", attacks=False), infantry(3, at=WEST, attacks=False)]
    battle = retreats([infantry(20), infantry(9)], "apart:d2:0", f"into:{WEST}", f"to:{SOUTHWEST}", attack=attack)
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    if "stop" in options(battle):
        battle = battle.play("stop")
    assert (battle.state.bout.kind, battle.state.bout.attackers) == ("hasty", (3,))
    assert battle.state.bout.hexes == (WEST,)


def test_11_q_2_j_the_transport_of_a_port_carries_once():
    """11.Q.2.j: after some have gone over the sea the others go by land."""
    hexes = {WEST: {"terrain": "sea"}}
    battle = retreats(
        [infantry(5, size="1"), infantry(4, size="1")],
        "apart:d2:0",
        f"to:{WEST}",
        "hits=0",
        features=["port"],
        here={"transport": 1},
        hexes=hexes,
    )
    assert battle.state.at[1] == WEST
    assert refused(battle, WEST) == ["the others have gone over the sea already"]


def test_11_q_2_a_each_has_the_marker_of_its_own_way():
    """11.Q.2.a, 11.L.1.d, T6.s3: 2 MP southwest, 1 in the west, before the counterattack that a star leaves."""
    hexes = {SOUTHWEST: {"terrain": "clear", "entry": 2}}
    defend = [infantry(30, size="1"), infantry(20, size="1")]
    city = {"features": ["full_city", "home_city"], "hexes": hexes, "other_dm": 1}
    setup = document([infantry(60, cadre_attack=30)], defend, forced_fights="here", **city)
    battle = begin(setup, "!result=CA", "d6=1", "d6=6")
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[-1])
    battle = battle.play_all(["apart:d2:0", f"to:{SOUTHWEST}", f"to:{WEST}"])
    assert battle.state.at[1:] == (SOUTHWEST, WEST)
    assert battle.state.marks[1] - battle.state.marks[2] == 1


def test_11_q_2_0_who_may_go_another_way_is_asked_in_the_order_of_the_set_up():
    """11.Q.2.0: whatever the names of the units are."""
    battle = retreats([infantry(5, id="z"), infantry(4, id="b"), infantry(3, id="m")])
    assert [one for one in options(battle) if one.startswith("apart")] == ["apart:z:0", "apart:b:0", "apart:m:0"]
