"""T10.o, T10.n3 to T10.n5: overruns, their price, what comes back, and a hex that is not vacated."""

from __future__ import annotations

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import losses, overrun
from hexumpire.rulesets.v101125.rules.losses import points

from tests.rules.v101125.playing import CALM, after, begin, log, options, spared, topic
from tests.rules.v101125.setting import WEST, document, infantry, unit


def run(attack, defend, **more):
    """The document of an overrun for 3 MP."""
    return {**document(attack, defend, overrun_mp=3, **more), "procedure": "overrun"}


def reckoning(battle, said):
    """How the figure of a line of the log comes about."""
    found = next(line.trace for _, line in battle.log if str(line.text) == said)
    assert found is not None
    return found


def test_the_price_of_each_column():
    """T10.o: from 3:1 on."""
    prices = [overrun.added(column) for column in ("2.5:1", "3:1", "4:1", "5:1", "7:1", "9:1", "10:1", "13:1")]
    assert prices == [None, 3, 3, 2, 1, 1, 0, 0]


def test_what_comes_back():
    """T10.n4, T10.n5, 11.L.1.k."""
    assert overrun.run("5:1", 3, True, 1) == (5, 3, -1)
    assert overrun.run("5:1", 3, False, 1) == (5, 1, 1)
    assert overrun.run("5:1", 3, True, None) == (5, 0, 0)


def test_below_3_to_1_nobody_is_overrun():
    """T10.o."""
    game = RULESET.game(read_scenario(run([infantry(10)], [infantry(5)])))
    assert [problem.rule for problem in game.problems] == ["T10.o"]


def test_an_overrun_that_succeeds():
    """T10.n5, 11.L.1.k: nobody is asked whether to hold it, and the number of the result comes back."""
    battle = after(run([infantry(25)], [infantry(5, cadre_attack=1)]), "OR(1)")
    assert "The overrun costs 5 MP; paid back: 3 MP." in log(battle)
    assert topic(battle) == "advance"
    assert battle.state.left == "0x"


def test_the_log_tells_the_price():
    """T10.o, T10.n5."""
    battle = after(run([infantry(25)], [infantry(5)]), "E1")
    rolled = battle.undo(len(battle.line)).play_all(["d6=6", "d6=6"])
    assert "The overrun costs" not in log(rolled)  # what comes back is told once all dice have fallen
    assert "The overrun costs 5 MP; paid back" in log(rolled.play_all(CALM))


def test_a_hex_that_is_not_vacated_costs_an_exchange():
    """T10.n3: a point for each RE of the smaller side."""
    battle = after(run([infantry(25), infantry(5)], [infantry(5, cadre_attack=1)]), "1:")
    paid = battle.play(options(battle)[0])
    said = "The hex is not vacated: the attacker owes a full exchange, 3 points."
    assert said in log(paid)
    assert reckoning(paid, said).value == 3
    assert "T10.n3" in reckoning(paid, said).cited()
    assert paid.state.left == "x00"  # what it is worth beyond the first exchange pays the second
    assert losses.points(paid.state.memo.books[0].casualties) == 6


@pytest.mark.parametrize(("strength", "owed", "all_in_all"), [(1, "0 points", 2), (2, "1 point", 4)])
def test_11_a_12_a_hex_that_is_not_vacated_costs_no_more_than_the_attacker_may_still_lose(strength, owed, all_in_all):
    """T10.n3, 11.A.12: 3 REs, of which twice the strength of the defender less what the result has cost is left."""
    battle = after(run([infantry(25), infantry(5)], [infantry(strength, cadre_attack=1)]), "1:")
    battle = battle.play(options(battle)[0])
    said = f"The hex is not vacated: of a full exchange the attacker owes {owed}."
    assert said in log(battle) and {"T10.n3", "11.A.12"} <= set(reckoning(battle, said).cited())
    assert reckoning(battle, said).value == int(owed[0])
    assert losses.points(battle.state.memo.books[0].casualties) == all_in_all


def test_without_supply_the_price_is_added_to_the_die():
    """T10.n4: 3 more at 3:1."""
    battle = after(run([infantry(15)], [infantry(5)], supplied=False), "DR")
    assert "disruption die is 2, read as 5" in log(battle)
    assert "disruption die is 2, read as 2" in log(after(run([infantry(15)], [infantry(5)]), "DR"))


def test_a_hex_that_is_not_vacated_may_cost_a_disruption():
    """T6.f3: by the reading on the contradiction."""
    battle = after(
        run([infantry(25), infantry(5)], [infantry(5, cadre_attack=1)], readings={"failed_overrun": "red"}), "DL"
    )
    said = "The hex is not vacated: the attacker owes a full disruption, 3 points."
    assert said in log(battle)
    assert reckoning(battle, said).value == 3
    assert topic(battle) == "pay"


def test_defenders_may_leave_before_it():
    """11.D.8."""
    game = RULESET.game(read_scenario(run([infantry(25)], [infantry(5)], retreat_before=True)))
    assert game.node(game.start()).topic == "leave"


def test_a_unit_lost_before_the_dice_may_leave_no_overrun():
    """T10.o, T2.n2: 15 against 5 are 3:1, but 9 are not, and then no price of an overrun is told."""
    used = {"special_counts": "yes"}
    units = [unit("mountain", 9, cadre_attack=3, **used), unit("mountain", 6, size="1", **used)]
    setup = run(units, [unit("mountain", 5, **used)])
    price = "The overrun costs 6 MP; paid back: 0 MP."
    assert price in log(begin(setup, "F", "!result=E1", *CALM))
    assert "The overrun costs" not in log(begin(setup, "FF", "lose:0", "!result=E1", *CALM))


@pytest.mark.parametrize(("phase", "then"), [("initial", "exploitation"), ("exploitation", "")])
def test_11_l_1_f_the_deadlock_of_an_overrun_is_fought_again_in_the_combat_phase_after_the_movement(phase, then):
    """11.L.1.f: the next possible combat phase is that after the movement phase in which the overrun was tried.

    A deadlock of the initial combat phase then goes on to the exploitation phase (11.L.1.f.i), one of that phase lets
    the attacker into the hex (11.L.1.f.ii).
    """
    attack = [infantry(20, cadre_attack=9), infantry(9, reserve=True)]
    battle = spared(after(run(attack, [infantry(5)], phase=phase, forced_fights="here"), "DL"))
    assert (battle.state.bout.stage, battle.state.bout.kind) == (phase, "forced")
    assert battle.state.bout.attackers == ((0,) if phase == "initial" else (0, 1))
    assert "fought again in the combat phase that follows" in log(battle)
    again = spared(battle.play_all(["!result=DL", *CALM]))
    assert again.state.bout.stage == "exploitation"
    assert topic(again) == ("" if then else "advance")


def test_t10_def_an_overrun_in_battle_allows_another_attack_and_no_other_result_does():
    """T10.def, 11.A.1: at the end of the combat phase; an overrun in movement goes on with the MP that come back."""
    forces = [infantry(25)], [infantry(5)]
    said = "may make another attack at the end of the combat phase"
    assert said in log(after(document(*forces), "OR(1)"))
    assert said not in log(after(document(*forces), "E1"))
    assert said not in log(after(run(*forces), "OR(1)"))


def test_11_o_1_b_disruption_of_the_main_table_pays_what_the_exchange_of_a_failed_overrun_would_require():
    """11.O.1.b, T7, T10.n3: 6 points are required of 6 REs of mountain troops: a 1D takes 5 of them, so 1 is left."""
    used = {"special": "mountain", "special_counts": "yes", "cadre_attack": 4}
    attack = [infantry(12, **used), infantry(9, **used), infantry(9, cadre_attack=3)]
    battle = after(run(attack, [infantry(5)]), "1D")
    (first,) = battle.state.due.debts
    assert (first.bill.kind, points(first.bill.owed), points(first.bill.special)) == ("disruption", 5, 5)
    (second,) = battle.play("away:a1:0").state.due.debts
    assert (second.bill.kind, points(second.bill.owed), points(second.bill.special)) == ("casualties", 3, 1)


@pytest.mark.parametrize(("result", "way"), [("OR(1)", "go:"), ("1:", "force:")])
def test_11_q_1b_who_overruns_pays_movement_points_and_gets_no_marker_for_entering_the_hex(result, way):
    """T10.o, 11.L.1.k, 11.R.0: also where he goes into a hex that was not vacated; a battle leaves a marker."""
    forces = [infantry(25, cadre_attack=9)], [infantry(5, cadre_attack=1)]
    for setup, marked in ((run(*forces), False), (document(*forces), True)):
        battle = spared(after(setup, result))
        entered = battle.play(next(one for one in options(battle) if one.startswith(way)))
        assert "advances into" in log(entered)
        assert ("without the price of zones of control" in log(entered)) is marked


@pytest.mark.parametrize(
    ("reading", "zone", "marker"), [("rex", "full", 2), ("rex", "none", 2), ("red", "full", 1), ("red", "none", 1)]
)
def test_t10_def_a_hex_that_is_not_vacated_gives_the_marker_of_casualties_where_it_costs_casualties(
    reading, zone, marker
):
    """T6.f3, T10.n3, T10.def: an exchange does; no disruption does, be it one of nothing, as of a hex without zone."""
    forces = [infantry(25), infantry(9)], [infantry(5, zoc=zone)]
    battle = spared(after(run(*forces, readings={"failed_overrun": reading}, forced_fights="here"), "DL"))
    assert battle.state.bout.kind == "forced"
    assert battle.state.marks == (marker, marker, 0)  # one is that of the dice of disruption


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "hasty"},
        {"kind": "forced"},
        {"delayed": True, "kind": "hasty"},
        {"phase": "exploitation", "delayed": True},
    ],
)
def test_10_o_an_overrun_is_no_other_kind_of_attack_whatever_is_stated(more):
    """T10.o, 11.C.1, 11.B.12: nothing is halved as in a hasty attack, and its supply points are not spent before."""
    phase = {"phase": more["phase"]} if "phase" in more else {}
    attack, defend = [infantry(12), infantry(2, reserve=True, at=WEST)], [infantry(4)]
    plain, other = (begin(run(attack, defend, **one)) for one in (phase, more))
    assert other.game.problems == plain.game.problems == ()
    assert other.assessment.headline == plain.assessment.headline
    assert other.state.bout == plain.state.bout


def test_11_a_7_a_remnant_overruns_nobody_though_the_attack_is_said_to_be_forced():
    """11.A.7: what forces it is a result, and none forces an overrun."""
    game = RULESET.game(read_scenario(run([infantry(12, face="remnant")], [infantry(4)], kind="forced")))
    assert [one.rule for one in game.problems] == ["11.A.7"]


def test_11_g_2_nobody_overruns_from_overstack():
    """11.G.2: nobody moves in the turn of an attack from overstack, and who overruns does."""
    over = infantry(12, overstacked=True)
    for plotted in (0, 9):  # no planning is a way out
        game = RULESET.game(read_scenario(run([infantry(12), over], [infantry(4)], plotted=plotted)))
        assert [(one.rule, one.path) for one in game.problems] == [("11.G.2", "$.units[1].overstacked")]
        assert "plotted" not in game.relevant()["conditions"] or plotted, "what is stated stays"
    attack = {**run([infantry(12), over], [infantry(4)], plotted=9), "procedure": "attack"}
    assert RULESET.game(read_scenario(attack)).problems == ()


def test_10_o_the_form_of_an_overrun_asks_for_no_kind_nor_whether_it_was_held():
    """T10.o, 11.B.12: it is made in the movement phase."""
    for phase in ("initial", "exploitation"):
        asked = {}
        for procedure in ("overrun", "attack"):
            setup = {**run([infantry(12)], [infantry(4)], phase=phase), "procedure": procedure}
            asked[procedure] = set(RULESET.game(read_scenario(setup)).relevant()["conditions"])
        assert {"kind", "delayed"}.isdisjoint(asked["overrun"])
        assert asked["attack"] >= ({"kind"} if phase == "initial" else {"kind", "delayed"})
