"""A battle from its declaration to its end: phases, chains of counterattacks, deadlocks, the worked battle."""

from __future__ import annotations

import gc
import json
from fractions import Fraction

import pytest
from hexumpire.analysis import bounded, force, solve
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.outcomes import outcomes, report
from hexumpire.analysis.variants import Bench, Variant
from hexumpire.files import codec
from hexumpire.model.battle import Outcome
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules.pools import Book
from hexumpire.rulesets.v101125.state import Due, State

from tests.rules.v101125.playing import CALM, after, begin, log, measures, options, topic
from tests.rules.v101125.setting import HERE, SOUTHEAST, document, infantry

STRONG = [infantry(15), infantry(15, at=SOUTHEAST)]


def example(key, **conditions):
    """The scenario of an example, with other conditions."""
    scenario = json.loads(json.dumps(next(one for one in RULESET.examples() if one["key"] == key)["scenario"]))
    scenario["conditions"] = {**scenario.get("conditions", {}), **conditions}
    return scenario


def results(battle):
    """The results that the chances of a battle tell, by the first policies."""
    return {row["key"] for row in report(battle.game, battle.state, RULESET, {})["summary"]}


def calm(battle, *actions):
    """The battle after those actions, with calm dice of disruption and all disruption spared."""
    for action in actions:
        battle = battle.play(action)
        while battle.outcome is None and (battle.state.phase in ("red", "red_defender") or topic(battle) == "pay"):
            battle = battle.play("!spare" if topic(battle) == "pay" else CALM[battle.state.phase != "red"])
    return battle


def test_all_dice_one_after_another():
    """11.B.14, 11.B.16: two main dice, the ten-sided one, both dice of disruption."""
    battle = begin(document([infantry(17)], [infantry(5, cadre_attack=1)]))
    assert [battle.play_all(dice).state.phase for dice in ([], ["d6=3"], ["d6=3", "d6=5"])] == [
        "first",
        "second",
        "tenth",
    ]
    battle = battle.play_all(["d6=3", "d6=5", "d10=4"])
    assert battle.state.phase == "red"
    assert "Main dice 8 +0 on 4:1: 1X1" in log(battle)


def test_no_ten_sided_die_without_a_fraction():
    """11.B.14."""
    assert begin(document([infantry(15)], [infantry(5)]), "d6=3", "d6=5").state.phase == "red"


def test_nobody_to_defend_is_eliminated_without_dice():
    """11.H.2."""
    battle = begin(document([infantry(15)], [infantry(0)]))
    assert topic(battle) == "advance"
    assert battle.play("go:a1:0").outcome.result == "taken"


def test_an_attack_may_be_held_and_reserves_join():
    """11.B.12, 11.A.13, 11.0b."""
    battle = begin(document([infantry(10), infantry(6, reserve=True)], [infantry(5)]), "delay")
    assert battle.state.bout.stage == "exploitation"
    assert battle.state.bout.attackers == (0, 1)
    assert "Reserves join it" in log(battle)


def test_planned_steps_are_bought_and_bought_back():
    """11.B.13, 11.K.0: one fewer than were bought."""
    setup = document([infantry(15)], [infantry(5)], artillery_steps=2, defender_steps=3)
    battle = begin(setup)
    assert options(battle) == ["steps=0", "steps=1", "steps=2"]
    assert options(battle.play("steps=2")) == ["back=0", "back=1"]
    assert battle.play("steps=1").state.phase == "first"
    done = battle.play_all(["steps=2", "back=1"])
    assert done.assessment.headline.count("+1")


def test_counterattacks_and_deadlocks_are_fought_on():
    """11.L.1.d, 11.L.1.f."""
    setup = document([infantry(10)], [infantry(5)])
    assert after(setup, "CA").state.bout.side == "defender"
    assert after(setup, "DL").state.bout.stage == "exploitation"


@pytest.mark.slow
def test_the_chances_stop_at_them_or_go_on():
    """11.L.1.d, 11.L.1.f: by the condition, results of their own."""
    short, long = (document([infantry(10)], [infantry(5)], forced_fights=how) for how in ("apart", "here"))
    assert {"counterattack", "deadlock"} <= results(begin(short))
    assert not {"counterattack", "deadlock"} & results(begin(long))
    assert {"counterattack", "deadlock"} <= results(after(short, "CA"))  # of the fight that it forced


@pytest.mark.slow
def test_chances_that_leave_out_the_fights_that_follow_say_so():
    """11.L.1.d, 11.L.1.f: those of a CA and a DL are exact, all others may be greater; the hex may be taken yet."""
    battle = begin(document([infantry(10)], [infantry(5)]))
    found = report(battle.game, battle.state, RULESET, {})
    told = {row["key"]: row["percent"] for row in found["summary"]}
    assert not any(told[key].startswith("≥") for key in ("counterattack", "deadlock"))
    assert all(told[key].startswith("≥") for key in told.keys() - {"counterattack", "deadlock"})
    assert "further fights" in found["note"]
    (hexes,) = (measure for measure in found["measures"] if measure["key"] == "hex")
    assert 1 in [value["value"] for value in hexes["values"]]
    left = sum(Fraction(row["p"]) for row in found["summary"] if row["key"] in ("counterattack", "deadlock"))
    assert sum(Fraction(value["p"]) for value in hexes["values"]) == 1 - left
    assert solve.report(battle.game, battle.state, RULESET)["title"].endswith("without the fights that follow")


def test_a_least_chance_to_take_the_hex_is_told_as_one_beside_what_more_force_would_give():
    """11.L.1.d: half of it is taken, and half is a counterattack after which it may be taken yet."""
    ends = Dist({Outcome("taken", (("hex", 1),)): 1, Outcome("counterattack", (), True): 1})
    scenario = codec.read_scenario(document([infantry(10)], [infantry(5)]))
    found = force.of_battle(Bench(RULESET, {}, "", None, 0), Variant((), None, ends), scenario, [])
    assert found is not None
    assert found["percent"] == "≥ 50.0 %"


def test_a_counterattack_is_as_in_clear_terrain_and_costs_nothing():
    """11.L.1.d.ii, 11.L.1.d.iv, 11.L.1.d.i: no supply, no river, no support of the first fight."""
    setup = document([infantry(10)], [infantry(5)], sides={"1,0": ["minor_river"]}, terrain="woods")
    battle = calm(begin(setup), "!result=CA")
    assert battle.assessment.headline.startswith("5 : 10")
    assert battle.assessment.headline.endswith("0 SP")
    assert battle.state.bout.clear
    assert battle.state.bout.serves == "counterattack"


def test_those_who_did_not_fight_keep_their_terrain():
    """11.L.1.d.v: the defender may strike a hex that stood by."""
    setup = document([infantry(10), infantry(4, at=SOUTHEAST, attacks=False)], [infantry(5)],
                     hexes={SOUTHEAST: {"terrain": "woods"}})  # fmt: skip
    battle = calm(begin(setup), "!result=CA")
    assert topic(battle) == "strike"
    assert options(battle) == ["strike:1,0", "strike:0,1"]
    assert battle.play("strike:1,0").state.bout.clear
    assert not battle.play("strike:0,1").state.bout.clear


def test_counterattackers_may_advance():
    """11.L.1.d.vi, 11.Q.1a."""
    battle = calm(begin(document([infantry(2)], [infantry(5)])), "!result=CA", "!result=E1")
    assert topic(battle) == "advance"
    assert battle.node.side == "defender"
    assert battle.play("go:d1:0").outcome.result == "cleared"


def test_a_fort_lets_the_defender_make_me_of_it():
    """11.F.3, T10.convert: the exchange of the ME comes after disruption."""
    battle = after(document(STRONG, [infantry(9, cadre_attack=3)], features=["fort"]), "CA")
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert topic(battle) == "convert"
    assert battle.play("stands").play_all([]).state.phase in ("pay", "over")
    assert "becomes" in log(battle.play("minimal")) or topic(battle.play("minimal")) == "pay"


def test_works_come_down_with_an_attack():
    """11.P.0: at once, and the log says so."""
    battle = after(document(STRONG, [infantry(9, cadre_attack=3)], features=["fortified_area"]), "DL")
    while topic(battle) in ("pay", "convert"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "stands")
    assert battle.state.bout.works == ("improved_fort",)


def test_the_worked_battle_to_its_end():
    """11.L.1.Ex, 11.L.1.f.i, 11.L.1.f.ii, 11.L.1.d.iii, 11.R.3.d.1, 11.R.3.d.3, 11.Q.1.b.1: to ME."""
    battle = calm(begin(example("worked-battle")))
    assert battle.assessment.headline.startswith("25 : 10 → 2.50:1")
    battle = calm(battle, "!result=DL")
    assert battle.assessment.headline.startswith("25 : 5 → 5.0:1")
    battle = calm(battle, "!result=DL", "go:a3:0", "stay")
    assert topic(battle) == "reinforce"
    battle = calm(battle, "all")
    assert battle.state.bout.side == "defender"
    assert battle.assessment.headline == "30 : 6 → 5.0:1, main dice -1, 1½ SP"
    battle = calm(battle, "!result=CA")
    assert battle.assessment.headline.startswith("10 : 10 → 1.00:1")  # the 6-6 against both 5-6s in the hex
    battle = calm(battle, "!result=CA")
    assert battle.assessment.headline.startswith("12 : 6 → 2.00:1")
    battle = calm(battle, "!result=ME")
    assert battle.outcome.result == "dual"
    assert "+1 MP for the German 4-10 motorized infantry" in log(battle)  # a reserve of the second DL
    assert "+2 MP for the German 8-6 infantry" in log(battle)
    assert "+4 MP for the German 2-6 infantry cadre and the Soviet 5-6 infantry" in log(battle)


def test_exact_chances_of_a_fight_add_up():
    """All dice and payments of one fight, by the stated policies."""
    battle = begin(document([infantry(8, cadre_attack=3), infantry(7, at=SOUTHEAST)], [infantry(5, cadre_attack=1)]))
    by_side = {policy.sides[0]: policy for policy in reversed(RULESET.policies)}
    game = battle.game.reckoned()
    found = outcomes(game, battle.state, lambda game, state, node: by_side[node.side].choose(game, state, node))
    ends = {outcome.result for outcome, _ in found.items()}
    assert ends <= dict(RULESET.results).keys()
    assert {"taken", "held", "counterattack"} <= ends


def test_what_is_lost_is_measured():
    """11.M.0a, 11.M.2e."""
    battle = after(document(STRONG, [infantry(5, cadre_attack=1)]), "E1", "to:-1,0", "all")
    assert measures(battle)["defender_lost"] == 4
    assert HERE not in battle.game.overlay(battle.state)["moved"].get("d1", {})


def test_a_hasty_attack_leaves_markers_of_an_advance():
    """11.C.9."""
    battle = calm(begin(document(STRONG, [infantry(3)], kind="hasty")), "!result=E1").play("all")
    assert "+1 MP for the German 15-6 infantry" in log(battle)


def test_who_advanced_by_a_deadlock_has_no_works():
    """11.R.3.b, 11.R.3.c: the owner of the hex keeps them."""
    setup = document(STRONG, [infantry(9, cadre_attack=3)], features=["entrenchment", "port"], phase="exploitation")
    battle = calm(begin(setup), "!result=DL", "go:a1:0", "stay")
    assert battle.state.bout.side == "defender"
    assert battle.state.bout.works == ("port",)


def test_positions_in_which_others_have_fought_besides_are_not_equal():
    """11.Q.2.a: whoever has fought has its zone of control a level lower later on, also while losses are paid."""
    setup = document([infantry(10, cadre_attack=4, count=2)], [infantry(5), infantry(4)])
    paying = after(setup, "ME")
    assert topic(paying) == "pay"
    for battle in (paying, begin(setup)):
        assert battle.game.key(battle.state) != battle.game.key(battle.state._replace(engaged=(2,)))


@pytest.mark.slow
def test_what_many_rolls_come_to_takes_memory_but_once():
    """A browser never gets memory back: no more is held after a walk than a few times what differs."""
    game = RULESET.game(codec.read_scenario(example("two-regiments")))
    bounded.bounded(game, game.start(), lambda game, state, node: node.options[0].id, 1500)
    gc.collect()
    for kind in (Due, State):
        held = [one for one in gc.get_objects() if type(one) is kind]
        assert len(held) > 100, "the game remembers them"
        assert len(held) < 3 * len({*held})


def test_what_is_remembered_of_dice_is_of_the_markers_and_losses_that_were_there_before():
    """11.L.1.d.iii, 11.M.1: a CA on counters with other markers, more that wait, or losses behind them."""
    battle = begin(document([infantry(9)], [infantry(9)], chained=1), "!result=CA", "d6=3")
    assert battle.state.phase == "red_defender"
    flow, first = battle.game.flow, battle.state
    marked = first._replace(marks=(2, 0))
    ours, theirs = first.memo.waits
    waiting = first._replace(memo=first.memo._replace(waits=(ours, theirs + 3)))
    hurt = first._replace(memo=first.memo._replace(books=(Book(casualties=8), Book())))
    plain = flow.shaken(first, 2)
    assert flow.shaken(marked, 2).marks == (plain.marks[0] + 2, plain.marks[1])
    ours, theirs = plain.memo.waits
    assert flow.shaken(waiting, 2).memo.waits == (ours, theirs + 3)
    assert flow.shaken(hurt, 2).memo.books[0] == plain.memo.books[0]._replace(casualties=8)
