"""11.A.9: as many units of a hex attack another as may stand in that one, also those that join or answer."""

from __future__ import annotations

from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import eligibility

from tests.rules.v101125.playing import begin, log, options, refused, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, document, infantry, problems, setting

LIMITED = {EAST: {"terrain": "clear", "attackers": 1}}


def reserves(*attacks, at=SOUTHEAST, **more):
    """Reserves in a hex."""
    return [infantry(attack, at=at, reserve=True, **more) for attack in attacks]


def joined(attack, **more):
    """The attackers of an attack that is held, by their ids."""
    battle = begin(document(attack, [infantry(2, size="1")], **more), "delay")
    battle = battle.play("wait") if topic(battle) == "riposte" else battle
    return [battle.game.setting.counters[i].id for i in battle.state.bout.attackers]


def test_11_a_9_reserves_join_as_far_as_there_is_room():
    """11.A.9, 11.A.13: of each hex so many, the strongest first."""
    attack = [infantry(9), *reserves(4, 6, 5), *reserves(3, at=EAST)]
    assert joined(attack) == ["a1", "a2", "a3", "a4", "a5"]
    assert joined(attack, stacking=2) == ["a1", "a3", "a4", "a5"]
    assert joined(attack, stacking=1) == ["a1", "a3"]


def test_11_h_2_reserves_join_an_attack_on_nobody_with_strength():
    """11.A.13, 11.H.2: it is held, they join, and whoever is there is eliminated without dice."""
    battle = begin(document([infantry(9), *reserves(6)], [infantry(0, defence=0)]), "delay")
    assert "Reserves join it" in log(battle)
    assert battle.state.left == "00x"


def test_11_g_units_from_overstack_need_no_room():
    """11.A.9, 11.G.2."""
    over = reserves(4, overstacked=True)
    assert joined([infantry(9), *reserves(6), *over], stacking=1, plotted=9) == ["a1", "a2", "a3"]


def test_11_f_1d_a_hexside_bounds_reserves_too():
    sides = {SOUTHEAST: ["mountain_side"]}
    assert joined([infantry(9), *reserves(6, 5)], sides=sides, side_stacking=1) == ["a1", "a2"]
    assert joined([infantry(9), *reserves(6, 5)], sides=sides) == ["a1", "a2", "a3"]
    assert joined([infantry(9), *reserves(6, 5)], sides=sides, stacking=1, side_stacking=2) == ["a1", "a2"]


def test_11_a_9_the_limit_of_a_hex_goes_before_that_of_the_attack():
    pair = [infantry(5), infantry(5)], [infantry(4)]
    assert problems(*pair, stacking=1) == ["11.A.9"]
    assert problems(*pair, stacking=1, here={"attackers": 2}) == []
    assert problems(*pair, here={"attackers": 1}) == ["11.A.9"]
    assert problems(*pair, hexes=LIMITED) == []


def test_11_a_9_an_attack_that_comes_again_in_a_turn_leaves_reserves_out():
    """11.A.9, 11.A.13: it is fought all the same."""
    foot = {"type": "infantry", "nation": "German", "side": "attacker", "at": EAST}
    enemy = {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": HERE, "attack": 2}
    units = [{"id": "a", "attack": 9, **foot}, {"id": "r", "attack": 5, "reserve": True, **foot}, enemy]
    for stacking, strength in ((0, 14), (1, 9)):
        scenario = {"ruleset": "v101125", "procedure": "turn", "units": units, "conditions": {"stacking": stacking},
                    "attacks": [{"targets": [HERE], "units": ["a", "r"]}]}  # fmt: skip
        battle = Battle.start(RULESET.game(codec.read_scenario(scenario))).play_all(["attack:1", "delay"])
        battle = battle.play("wait") if "wait" in battle.legal_actions else battle
        assert battle.play("attack:1").assessment.attack == strength


def test_11_a_9_no_more_answer_a_held_attack_than_may():
    """11.A.9, 11.B.12: by the limit of the hex that they strike."""
    setup = document([infantry(9)], [infantry(8), infantry(6), infantry(5)], hexes=LIMITED)
    battle = begin(setup, "delay")
    assert options(battle) == ["wait", "join:1", "join:2", "join:3"]
    assert refused(battle, EAST) == ["3 units attack from one hex, 1 may"]
    named = battle.play("join:2")
    assert options(named) == ["wait", "attack"]
    assert refused(named, "d1") == ["2 units attack from one hex, 1 may"]
    assert named.play("attack").state.bout.attackers == (2,)
    free = begin(document([infantry(9)], [infantry(8), infantry(6)]), "delay")
    assert "all" in options(free)


def test_11_a_11_the_strongest_who_may_have_to_be_strong_enough():
    """11.A.9, 11.A.11: two are, one is not, so that the question does not come up."""
    pair = [infantry(20)], [infantry(8), infantry(8)]
    assert topic(begin(document(*pair), "delay")) == "riposte"
    assert topic(begin(document(*pair, hexes=LIMITED), "delay")) == ""


def test_11_a_9_of_several_hexes_struck_at_once_each_bounds_them():
    """11.A.9, 11.B.12: by the other reading the one that is chosen."""
    forces = [infantry(9), infantry(8, at=SOUTHEAST)], [infantry(30), infantry(20)]
    at_once = begin(document(*forces, hexes=LIMITED), "delay")
    assert "all" not in options(at_once)
    apart = begin(document(*forces, hexes=LIMITED, readings={"riposte": "hex"}), "delay", "all")
    assert options(apart) == ["on:2"]
    assert refused(apart, EAST) == ["2 units attack from one hex, 1 may"]


def test_11_c_3_who_attacks_from_overstack_does_not_answer():
    battle = begin(document([infantry(9)], [infantry(8), infantry(7, overstacked=True)]), "delay")
    assert refused(battle, "d2") == ["no hasty attack is made from overstack"]


def test_11_l_1_f_ii_as_many_join_an_attack_on_who_came_in_as_may():
    """11.A.9, 11.R.3.d.3."""
    friends = [infantry(4, at="-1,0"), infantry(6, at="-1,0")]
    setup = document([infantry(10)], [infantry(5), *friends], phase="exploitation", stacking=1, forced_fights="here")
    battle = begin(setup, "!result=DL", "d6=2", "d6=1", "go:a1:0", "all")
    assert battle.state.bout.attackers == (1, 3)


def test_11_a_9_the_problem_names_the_last_unit_that_is_too_many():
    """11.A.9, 11.G: not one from overstack, which needs no room."""
    attack = [*[infantry(5)] * 3, infantry(5, overstacked=True), infantry(4, at=SOUTHEAST)]
    found = eligibility.problems(setting(attack, [infantry(4)], stacking=2, plotted=9))
    assert [(problem.rule, problem.path) for problem in found] == [("11.A.9", "$.units[2].at")]
