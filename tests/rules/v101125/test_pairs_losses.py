"""Two rules that meet in the losses of one roll (11.L.1, 11.L.2, 11.M, 11.N, 11.O) and in what goes before it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hexumpire.rulesets.v101125.rules import immediate, losses
from hexumpire.rulesets.v101125.rules.losses import Loss

from tests.rules.v101125.playing import CALM, after, begin, log, options, refused, topic, weighed
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, document, infantry, stake, unit


def bills(battle):
    """What is due: role, kind, points, required of users of abilities, and of those at home."""
    due = battle.state.due
    return [(debt.role, debt.bill.kind, *(F(part, 4) for part in (debt.bill.owed, debt.bill.special, debt.bill.home)))
            for debt in (*due.debts, *due.later)]  # fmt: skip


def rolled(document_, result, one=2, other=1):
    """The battle once the dice of disruption have fallen."""
    return begin(document_, f"!result={result}", f"d6={one}", f"d6={other}")


def told(battle):
    """What the end says of the pools."""
    return " ".join(line.text for line in battle.game.closing(battle.state))


def by_rp(battle):
    """Who may pay by replacement points."""
    return [one for one in weighed(battle) if one.startswith("rp:")]


MOUNTAIN = {"special": "mountain", "size": "3"}
BIG = infantry(30, size="9")

# --- required losses count once in a roll ---------------------------------------------------------------------------


def test_casualties_and_disruption_of_one_result():
    """11.O.1.b, T7: one point for each RE of those who owe them, casualties first, and not again for disruption."""
    users = [unit("mountain", 6, **MOUNTAIN), infantry(9)]
    found = bills(rolled(document([infantry(60)], users, terrain="mountain"), "E½D½"))
    assert [(kind, special) for role, kind, _, special, _ in found if role == "defender"] == [
        ("casualties", 3),
        ("disruption", 0),
    ]


def test_an_exchange_and_equal_dice_in_mountains():
    """11.O.1.b, T6.n3, 11.M.3: two bills, as only one of them is scaled, and three points required in all."""
    attack = [unit("mountain", 6, **MOUNTAIN), infantry(9, cadre_attack=3), infantry(9, cadre_attack=3)]
    found = bills(rolled(document(attack, [infantry(5, cadre_attack=2)], terrain="mountain"), "1X", 2, 2))
    ours = [(points, special) for role, kind, points, special, _ in found if (role, kind) == ("attacker", "casualties")]
    assert ours == [(5, 3), (F(3, 2), 0)]


def test_a_scaled_exchange_asks_for_as_many_points_of_those_it_does_not_cut():
    """11.O.1.b, 11.M.3: two mountain regiments of a point pay two, which are worth four of the exchange."""
    attack = [unit("mountain", 1, special="mountain", size="1", at=at) for at in (EAST, EAST)]
    attack += [infantry(20, cadre_attack=9), infantry(20, cadre_attack=9)]
    battle = rolled(document(attack, [infantry(9, cadre_attack=3)], terrain="mountain"), "1:")
    assert bills(battle) == [("attacker", "casualties", 6, 4, 0)]
    assert options(battle) == ["lose:a1:0", "lose:a2:0"]
    battle = battle.play("lose:a1:0")
    assert battle.state.left[:2] == "xx"


def test_the_first_point_at_home_and_two_bills():
    """11.O.2, T6.n3, 11.M.3: it is the first point of a roll, not of each bill."""
    attack = [infantry(4, home=True), infantry(30, cadre_attack=12), infantry(30, cadre_attack=12)]
    found = bills(rolled(document(attack, [infantry(5, cadre_attack=2)], terrain="mountain"), "1X", 2, 2))
    assert [home for role, kind, _, _, home in found if (role, kind) == ("attacker", "casualties")] == [1, 0]


def test_an_exchange_in_place_of_a_retreat_and_the_first_point_at_home():
    """11.L.1.g, 11.O.2: those at home lose the first point of it, unless the roll has cost it already."""
    units = [infantry(9, home=True), infantry(5)]
    battle = rolled(document([infantry(20)], units), "DR").play("stand")
    assert bills(battle) == [("defender", "casualties", F(3, 2), 0, 1)]
    assert "lose:d2:0" not in options(battle)


def test_an_me_in_place_of_a_deadlock_and_the_first_point_at_home():
    """11.F.3, 11.O.2, T6.n3: the tie comes first and costs ¼ of 6 REs, the ME as much."""
    attack = [infantry(9, home=True, size="6"), infantry(9, cadre_attack=3)]
    setup = document(attack, [infantry(9, size="6")], features=["major_city"])
    found = bills(rolled(setup, "DL", 2, 2).play("minimal"))
    ours = [(points, home) for role, kind, points, _, home in found if (role, kind) == ("attacker", "casualties")]
    assert ours == [(F(3, 2), 1), (F(3, 2), 0)]
    alone = bills(rolled(setup, "DL").play("minimal"))
    assert [home for role, *_, home in alone if role == "attacker"] == [1]


def test_disruption_taken_as_casualties_and_the_first_point_at_home():
    """11.M.2b, 11.O.2: it is the first loss that is no disruption."""
    units = [infantry(9, home=True), infantry(5, cadre_attack=2)]
    battle = rolled(document([infantry(30)], units), "DL", 2, 6)
    assert bills(battle)[0] == ("defender", "disruption", 3, 0, 0)
    assert bills(battle.play("halve")) == [("defender", "casualties", F(3, 2), 0, 1)]


def test_disruption_that_must_be_casualties_and_the_first_point_at_home():
    """11.M.2d, 11.O.2."""
    ring = [infantry(4, at=at, size="1") for at in (EAST, "1,-1", "0,-1", "-1,0", "-1,1", SOUTHEAST)]
    units = [infantry(9, home=True, cadre_attack=4), infantry(5, cadre_attack=2)]
    battle = rolled(document(ring, units), "DL", 2, 6)
    assert bills(battle)[0] == ("defender", "casualties", F(3, 2), 0, 1)


def test_an_antitank_unit_that_attacks_uses_nothing():
    """11.J.2, T9: ATEC is the defender's; the attacker's armour owes required losses, his AT guns owe none."""
    gun = unit("antitank", 3, size="1", atec="full", aec="none")
    tank = unit("armour", 12, aec="full", atec="full", cadre_attack=5)
    setup = document([tank, gun], [infantry(5, cadre_attack=2)])
    stakes = begin(setup).game.flow.engagement(begin(setup).state).stakes
    assert [one.rows for one in stakes["attacker"]] == [(5,), ()]
    assert [one.rows for one in stakes["defender"]] == [()]


def test_a_defender_uses_atec_or_aecd_and_not_both():
    """11.J.3, 11.J.4, T9: by the side whose armour has the effect."""
    tank = unit("armour", 8, aec="full", atec="none", nation="American")
    units = [tank, unit("antitank", 1, size="1", atec="full", nation="American")]
    strong = document([unit("armour", 16, size="9", aec="full")], units)
    weak = document([infantry(16)], units)
    for setup, rows in ((strong, [(), (5,)]), (weak, [(5,), ()])):
        battle = begin(setup)
        assert [one.rows for one in battle.game.flow.engagement(battle.state).stakes["defender"]] == rows


TANK = {"aec": "full", "atec": "none", "nation": "American", "cm": True}


@pytest.mark.parametrize(
    ("tanks", "guns", "guard", "rows"),
    [
        (3, "3", None, [(), (5,)]),  # 1:1, where without the guns it were capped at 6:1
        (3, "6", None, [(), (5,)]),
        (3, "2", None, [(5,), (5,)]),  # 1.5:1
        (1, "1/2", None, [(5,), ()]),  # 2:1 in any case
        (3, "6", "3", [(5,), (5,), ()]),  # the tanks are held to 1:1 by the guns, and hold theirs to that
        (3, "6", "6", [(5,), (5,), (5,)]),  # 1:2 of defending armour
        (0, "3", "3", [(), (), (5,)]),
        (0, "3", "1", [(), (), (5,)]),
    ],
)
def test_armour_and_guns_are_used_where_without_them_the_modifier_were_another(tanks, guns, guard, rows):
    """11.J.3, 11.J.4, T9: guns that hold tanks to 1:1 are used, and have to pay what their use costs."""
    ours = unit("armour", 12, size=str(tanks), **TANK) if tanks else infantry(12)
    theirs = [unit("antitank", 9, size=guns, atec="full", aec="none", nation="American")]
    theirs += [unit("armour", 9, size=guard, **TANK)] if guard else []
    battle = begin(document([ours], theirs, kind="forced"))
    stakes = battle.game.flow.engagement(battle.state).stakes
    assert [one.rows for one in (*stakes["attacker"], *stakes["defender"])] == rows


@pytest.mark.parametrize(
    ("tanks", "guns", "place", "rows"),
    [
        ("3", "2", {"here": {"aec_lost": 1}}, [(), (5,)]),  # 1.5:1 comes to nothing, and to 4 without the guns
        ("3", "2", {"here": {"aec_lost": 5}}, [(), ()]),
        ("1", "1/2", {"terrain": "swamp"}, [(5,), ()]),  # of which nobody tells what it takes
    ],
)
def test_what_terrain_takes_of_armour_counts_for_what_is_used(tanks, guns, place, rows):
    """11.F.1a, 11.J.5, T9: who has no effect that terrain leaves is not used; who takes one from the enemy is."""
    gun = unit("antitank", 9, size=guns, atec="full", aec="none")
    battle = begin(document([unit("armour", 12, size=tanks, **TANK)], [gun], kind="forced", **place))
    stakes = battle.game.flow.engagement(battle.state).stakes
    assert [one.rows for one in (*stakes["attacker"], *stakes["defender"])] == rows


def test_a_gun_is_not_used_for_what_divisions_do_by_themselves():
    """T4, T9: an RE is that of two support divisions; a gun of no REs changes nothing, one of half an RE does."""
    ours = unit("armour", 12, size="3", **TANK)
    for size, rows in (("0", ()), ("1/2", (5,))):
        gun = unit("antitank", 1, size=size, atec="full", aec="none")
        battle = begin(document([ours], [gun, infantry(9), infantry(8)], kind="forced"))
        assert battle.game.flow.engagement(battle.state).stakes["defender"][0].rows == rows


def test_11_o_1_guns_that_hold_armour_to_nothing_pay_first():
    """11.O.1.b, T9: of 3 points the 3 REs of guns owe all."""
    guns = unit("antitank", 6, size="3", atec="full", aec="none", nation="American")
    attack = [unit("armour", 12, size="3", **TANK), infantry(8)]
    battle = rolled(document(attack, [guns, infantry(9, size="1")], kind="forced"), "½X1")
    assert bills(battle)[-1] == ("defender", "casualties", 15, 3, 0)


def test_armour_that_is_waived_and_armour_that_defends():
    """11.J.6, 11.J.4, T9: a waived tank has no effect and owes nothing."""
    units = [unit("armour", 8, aec="full", nation="American"), infantry(4, nation="American")]
    setup = document([infantry(16)], units, waiving=True)
    used = begin(setup, "use", "now")
    assert "main dice -" in used.assessment.headline
    waived = begin(setup, "waive:1", "now")
    assert "main dice" not in waived.assessment.headline
    assert waived.game.flow.engagement(waived.state).stakes["defender"][0].rows == ()


def test_armour_pulled_to_nothing_by_terrain_owes_nothing():
    """11.F.1a, 11.J.5, T9: an ability without effect is not used."""
    setup = document([unit("armour", 12, aec="full", cm=True)], [infantry(5, size="9", intrinsic="none"),
                     unit("antitank", 1, size="1", atec="full")], here={"aec_lost": 9})  # fmt: skip
    battle = begin(setup)
    assert [one.rows for one in battle.game.flow.engagement(battle.state).stakes["attacker"]] == [()]


# --- the most that an attacker loses --------------------------------------------------------------------------------


def test_a_failed_overrun_and_the_most_an_attacker_loses():
    """T10.n3, 11.A.12: 3 points of the result and 6 of the hex that is not vacated are no more than 6 together."""
    setup = document([infantry(9), infantry(9)], [infantry(1, size="3"), infantry(2, size="6")])
    setup["procedure"] = "overrun"
    battle = rolled(setup, "½:").play("lose:a1:0")
    assert battle.state.memo.failed == losses.parts(3)
    assert "Attacker: casualties that count for special replacements: 6 points" in told(
        battle
    ) and "replacement pool: 3 points" in told(battle)


def test_an_me_and_equal_dice_and_the_most_an_attacker_loses():
    """11.A.12, T6.n3, 11.F.3: the tie and the ME of a CA together."""
    setup = document([infantry(30, size="12", cadre_attack=12)], [infantry(1, size="12", cadre_attack=1)],
                     features=["major_city"])  # fmt: skip
    battle = rolled(setup, "CA", 2, 2).play("minimal")
    assert "Attacker: casualties that count for special replacements: 2 points" in told(
        battle
    )  # 3 and 3 are a quarter of 12 REs


# --- replacement points ---------------------------------------------------------------------------------------------


def test_a_lone_unit_does_not_shed_what_it_cannot_pay():
    """11.M.8a, 11.M.8b: who pays by replacement points takes no losses, so that others have to take the rest."""
    setup = document([BIG], [infantry(8, cadre_attack=3)], rp_defender=9)
    assert by_rp(rolled(setup, "E1")) == ["rp:0,0"]
    assert by_rp(rolled(setup, "1:½")) == ["rp:d1", "rp:0,0"]
    assert rolled(setup, "1:½").play("rp:d1").state.left[-1] == "0"


def test_replacement_points_and_disruption_of_the_same_roll():
    """11.M.8a: nor does it escape disruption, which replacement points never pay; another unit may take all of it."""
    one, small = [infantry(8, cadre_attack=3)], [infantry(8, cadre_attack=3), infantry(3)]
    large = [infantry(8, cadre_attack=3), infantry(5)]
    found = [by_rp(rolled(document([BIG], units, rp_defender=9), "½:½", 2, 6)) for units in (one, small, large)]
    assert found == [["rp:0,0"], ["rp:d2", "rp:0,0"], ["rp:d1", "rp:d2", "rp:0,0"]]


def test_who_was_spared_pays_where_nobody_else_can():
    """11.M.8a, 11.M.2b: as when the others went to the turn track, and the rest is taken as casualties."""
    stakes = stake(8, None, 1), stake(9, None, 1)
    spared, away = Loss(losses.SPARED), Loss(losses.DISRUPTED, 0, 8)
    bill = losses.Bill("casualties", losses.parts(3))
    assert immediate.unspared((spared, away), bill, stakes) == (Loss(), away)
    assert immediate.unspared((spared, Loss()), bill, stakes) == (spared, Loss())
    assert immediate.unspared((spared, Loss()), bill._replace(again=True), stakes) == (Loss(), Loss())


def test_replacement_points_and_a_retreat():
    """11.M.8a, 11.Q.2.d: who has paid by them still loses what zones of control cost."""
    ring = [infantry(4, at=at, size="1") for at in (EAST, "1,-1", "0,-1", "-1,0", "-1,1")]
    units = [infantry(8, cadre_attack=3, size="1"), infantry(4, size="1")]
    setup = document([*ring, infantry(60, size="9", zoc="none")], units, rp_defender=9)
    battle = rolled(setup, "X½").play("rp:d1")
    assert battle.state.left[-2:] == "0x"
    battle = battle.play("to:0,1")
    assert battle.state.left[-2:] == "1x"


def test_a_retreat_and_a_cadre_that_is_slower():
    """11.Q.2.d, 11.N.3: a 16-10 panzer division counts five times, its 7-8 cadre four times."""
    tank = unit("armour", 16, movement=10, cadre_attack=7, cadre_movement=8, nation="German", cm=True)
    attack = [infantry(42, size="9", zoc="double"), infantry(42, size="9", zoc="double")]
    battle = rolled(document(attack, [tank, infantry(30)]), "DR").play_all(["retreat", "to:1,-1"])
    pays = {one.id.partition(":")[0]: F(one.pays, 4) for one in battle.node.options}
    assert pays == {"again": 28, "lose": 30}  # 80 of 84 points are paid


def test_an_exchange_in_place_of_a_retreat_and_replacement_points():
    """11.L.1.g, 11.M.8b: it is a loss like others."""
    battle = rolled(document([infantry(20)], [infantry(8, cadre_attack=3)], rp_defender=9), "DR").play("stand")
    assert by_rp(battle) == ["rp:d1", "rp:0,0"]


def test_11_l_1_g_who_stays_for_nothing_gets_no_marker_of_casualties():
    """11.L.1.g, T10.def, 11.M.0c: half of half an RE is no half point; of 1 RE it is one."""
    marks = []
    for size in ("1/2", "1"):
        setup = document([infantry(12)], [infantry(8, size=size)], kind="forced", forced_fights="here")
        marks.append(rolled(setup, "DR").play("stand").state.marks)
    assert marks == [(1, 0), (1, 1)]


def test_replacement_points_and_a_counterattack_in_the_same_phase():
    """11.M.8a, 11.L.1.d, 11.L.1.f.i: a unit pays so once in a combat phase; after a deadlock it is another phase."""
    setup = document([infantry(10, cadre_attack=4)], [infantry(8, cadre_attack=3)], rp_attacker=9, forced_fights="here")
    first = rolled(setup, "CA", 2, 2)
    assert by_rp(first) == ["rp:a1", "rp:1,0"]
    struck = first.play("rp:a1").play_all(["!result=½:½", *CALM])
    assert by_rp(struck) == []
    again = rolled(setup, "DL", 2, 2).play("rp:a1").play_all(["!result=½:½", "d6=1", "d6=2"])
    assert by_rp(again) == ["rp:a1", "rp:1,0"]


def test_converted_disruption_after_replacement_points():
    """T10.def: casualties give a side one marker in a roll, however they are paid."""
    setup = document([infantry(10, size="6", cadre_attack=4), infantry(10, cadre_attack=4)],
                     [infantry(8, size="3", cadre_attack=3)], rp_attacker=9, forced_fights="here")  # fmt: skip
    battle = rolled(setup, "CA", 5, 5).play("rp:a1")
    marks = battle.state.due.marks
    assert battle.play("halve").state.due.marks[0] in (marks[0], 0)
    assert battle.state.due.hurt[0]


def test_isolated_units_and_replacement_points():
    """11.M.8a, 11.M.6: no points, and nothing comes back."""
    battle = rolled(document([BIG], [infantry(8, cadre_attack=3, isolated=True)], rp_defender=9), "1:½")
    assert topic(battle) != "pay"
    assert "Defender: casualties that count for special replacements: 1½ points" in told(battle)
    assert not any(line.side == "defender" and "11.M.6" in line.rules for line in battle.game.closing(battle.state))


def test_planned_steps_and_replacement_points():
    """11.M.8c: a point more for each step that a side has; those bought back are the defender's."""
    units = [infantry(8, cadre_attack=3), infantry(9)]
    setup = document([BIG], units, rp_defender=9, artillery_steps=4, defender_steps=3)
    battle = begin(setup, "steps=4", "back=3", "!result=X½", *CALM)
    label = next(one.label for one in battle.node.options if one.id == "rp:d1")
    assert label.endswith("5 points")


# --- held out -------------------------------------------------------------------------------------------------------


def test_an_exchange_and_units_held_out():
    """11.A.3, 11.L.1.X: they do not count for which side is the weaker, nor pay."""
    setup = document([infantry(10)], [infantry(5, cadre_attack=2), infantry(20, held_out=True)])
    battle = rolled(setup, "X1")
    assert battle.state.left == "010"
    assert topic(battle) == "stand"


def test_a_retreat_and_units_held_out():
    """11.A.3, 11.Q.2.d: they go along, and lose what zones of control cost."""
    setup = document([BIG], [infantry(5), infantry(9, cadre_attack=4, held_out=True)])
    battle = rolled(setup, "E1").play("to:1,-1")
    assert battle.state.left[-2:] == "xx"  # 15 points, of which 9 and 4 pay 13
    safe = rolled(setup, "E1").play("to:-1,0")
    assert safe.state.left[-2:] == "x0"


@pytest.mark.parametrize(("reading", "who"), [("hex", {"d1"}), ("all", {"d1", "d2", "d3"})])
def test_losses_and_units_held_out(reading, who):
    """11.A.3: by the other reading they share every result."""
    units = [infantry(5, cadre_attack=2), infantry(6, cadre_attack=2, held_out=True), infantry(7, held_out=True)]
    battle = rolled(document([BIG], units, readings={"held_out": reading}, rp_defender=9), "X½")
    assert {one.split(":")[1] for one in options(battle) if one.startswith("lose")} == who
    assert {one for one in by_rp(battle) if one != "rp:0,0"} == {f"rp:{one}" for one in who if len(who) > 1}


def test_why_a_unit_does_not_pay():
    """11.A.3, 11.M.8a: it is held out, or has paid by replacement points."""
    units = [infantry(8, cadre_attack=3), *(infantry(9, cadre_attack=4) for _ in range(3))]
    setup = document([infantry(36)], [*units, infantry(7, held_out=True)], rp_defender=9)
    battle = rolled(setup, "X½")
    assert refused(battle, "d5") == ["it is held out of the defence"]
    assert refused(battle.play("rp:d1"), "d1") == ["it has paid by replacement points"]


def test_a_large_exchange_and_units_held_out():
    """11.A.3, 11.L.1.i: the largest unit is one of those who fight."""
    setup = document([BIG], [infantry(5, cadre_attack=2), infantry(20, held_out=True)])
    battle = begin(setup, "!result=L1", "d6=2", "d6=1", "d6=6")
    assert "The defender owes 5 points of casualties." in log(battle)


# --- other meetings -------------------------------------------------------------------------------------------------


def test_a_failed_success_roll_is_booked():
    """T2, 11.M.1, 11.M.6: a point of casualties, the rest goes back."""
    units = [BIG, unit("mountain", 6, **MOUNTAIN, cadre_attack=2)], [unit("mountain", 4, **{**MOUNTAIN, "size": "2"})]
    battle = begin(document(*units, terrain="mountain"), "FF")
    assert battle.state.left == "010"
    assert "for special replacements: 1 point." in told(battle) and "replacement pool: 3 points" in told(battle)


def test_a_disaster_is_booked():
    """T1.D, 11.M.1: the whole unit counts."""
    setup = document([BIG], [infantry(8, cadre_attack=3)], retreat_before=True)
    assert "for special replacements: 8 points" in told(begin(setup, "try:1", "to:-1,0", "D"))


def test_a_costly_retreat_before_combat_is_booked():
    """11.D.5, 11.Q.2.d, 11.M.6: five points of zones of control turn an 8-6 over."""
    setup = document([infantry(10)], [infantry(8, cadre_attack=3)], retreat_before=True)
    battle = begin(setup, "try:1", "to:1,-1", "S", "stop")
    assert battle.state.left == "01"
    assert "for special replacements: 5 points" in told(battle)


def test_nobody_with_a_defence_strength_is_booked():
    """11.H.2, 11.M.6: what an eliminated unit has beyond its defence of 0 goes back."""
    battle = begin(document([BIG], [infantry(4, defence=0)]))
    assert "replacement pool: 2 points" in told(battle)


def test_zero_strength_and_the_exchange_by_res():
    """11.H.1, 11.L.1.c: a unit without strength counts with its REs, and pays nothing."""
    setup = document([BIG], [infantry(6, size="1"), unit("headquarters", 0, size="2")])
    battle = rolled(setup, "½:1", 2, 1)
    assert "The defender owes 3 points of casualties." in log(battle)
    assert battle.state.left == "xx0"


def test_a_cadre_and_the_contingents_of_a_second_fight():
    """11.I, T3.2, 11.N.0: reduced to a cadre of 1 RE, the others hamper no more."""
    attack = [infantry(10, size="6"), infantry(9, size="4", contingent="allied", cadre_attack=3)]
    setup = document(attack, [infantry(8)], forced_fights="here")
    assert "main dice -2" in begin(setup).assessment.headline
    battle = begin(setup, "!result=DL", "d6=2", "d6=2", "lose:a2:0")
    assert "main dice -1" in battle.assessment.headline  # the marker is left


def test_an_overrun_result_and_cadres_from_before():
    """11.L.1.k: those that were reduced before count among the survivors."""
    units = [infantry(8, cadre_attack=3), infantry(2, face="cadre"), infantry(1, face="cadre")]
    battle = rolled(document([infantry(60)], units), "OR(1)")
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    assert battle.state.left[1:].count("x") == 3


def test_an_overrun_result_and_the_attackers_disruption():
    """11.L.1.k.ii, T6.a10, T6.a3: a hasty attack adds, the number of the result is taken off."""
    battle = rolled(document([BIG], [infantry(2)], kind="hasty"), "OR(3)", 6, 1)
    assert "The attacker's disruption die is 6, read as 4" in log(battle)


def test_a_star_and_a_retreat_that_could_be_bought_off():
    """T6.s3, 11.L.1.g: below 3:1, too, a star is no DR that an exchange replaces."""
    setup = document([infantry(10)], [infantry(9, cadre_attack=4)], features=["full_city", "home_city"], other_dm=1)
    battle = begin(setup, "!result=DR", "d6=1", "d6=6")
    assert topic(battle) == "retreat"


def test_a_zone_of_none_and_disruption():
    """T6.r5: times nothing is nothing."""
    battle = rolled(document([infantry(30)], [infantry(9, zoc="none")]), "DL", 6, 6)
    assert not any(kind == "disruption" for _, kind, *_ in bills(battle))


def test_a_river_that_only_some_cross():
    """T6.r3, T6.f2, 11.B.5: it halves those who cross it; the REs are doubled where all do."""
    units = [infantry(20), infantry(20, at=SOUTHEAST)], [infantry(9, cadre_attack=3)]
    for sides, points in (({EAST: ["minor_river"]}, F(3, 2)), ({EAST: ["minor_river"], SOUTHEAST: ["minor_river"]}, 3)):
        found = bills(rolled(document(*units, sides=sides), "CA", 1, 4))
        assert [owed for role, _, owed, *_ in found if role == "defender"] == [points]


def test_isolated_defenders_in_a_work_in_a_dual_hex():
    """11.L.1.e, 11.R.3.d, T10.n10: E goes before both halvings, or by the reading after them."""
    attack = [infantry(30, at="0,0", size="9")]
    for reading, points in (("eliminated", 8), ("halved", 4)):
        setup = document(attack, [infantry(8, isolated=True)], features=["fort"], readings={"isolated_d": reading})
        assert f"The defender owes {points} points of casualties." in log(rolled(setup, "D1"))


def test_a_d_for_the_attacker_in_a_dual_hex():
    """11.R.3.d: halved and lost by him, too."""
    setup = document([infantry(9, at="0,0")], [infantry(8)])
    assert "The attacker owes 4 points of casualties." in log(rolled(setup, "1D"))


def test_weather_and_a_forced_attack_below_the_table():
    """11.B.15, T10.n2: 1:5 shifted down is 1:6, at -4; the modifier counts for the dice of disruption, too (T6.a1)."""
    setup = document([infantry(2)], [infantry(10)], kind="forced", weather_shift=-1)
    battle = begin(setup)
    assert "main dice -4" in battle.assessment.headline
    battle = battle.play_all(["d6=6", "d6=6", "d6=1", "d6=1"])
    assert "The attacker's disruption die is 1, read as 5" in log(battle)


def test_the_printed_chart_and_a_shift():
    """T10, 11.B.15: the slip stands in its row and column whatever led there."""
    setup = document([infantry(9)], [infantry(3)], readings={"crt": "printed"}, weather_shift=1, other_dm=9)
    battle = begin(setup, "d6=4", "d6=3")
    assert battle.state.token == "E1"  # row 16 on 4:1
    repaired = document([infantry(9)], [infantry(3)], weather_shift=1, other_dm=9)
    assert begin(repaired, "d6=4", "d6=3").state.token == "OR(0)"


def test_mixed_units_are_told_after_an_elimination():
    """11.M.9: in which order points go, also where a retreat or a disaster took them."""
    tank = unit("armour", 8, cadre_attack=3, nation="German")
    assert "points of armour units go in the order" in told(rolled(document([BIG], [tank]), "E½"))
    setup = document([infantry(10)], [tank], retreat_before=True)
    assert "points of armour units go in the order" in told(begin(setup, "try:1", "to:-1,0", "D"))


def test_an_attack_at_1_to_3_and_works():
    """11.P.0, 11.L.1.f: too weak to bring a work down, the first fight leaves it to the second."""
    setup = document([infantry(3)], [infantry(9)], features=["fort"], forced_fights="here")
    battle = begin(setup, "!result=DL", "d6=1", "d6=2")
    battle = battle.play("stands") if topic(battle) == "convert" else battle
    assert battle.state.bout.works == ("fort",)
    assert after(document([BIG], [infantry(9, cadre_attack=3)], features=["fort"]), "DR").state.due.drops


# --- an ME that paratroops are no part of (11.F.3) ------------------------------------------------------------------

ABLE = {"special": "mountain", "special_counts": "yes"}


@pytest.mark.parametrize(
    ("ours", "dropped", "terrain", "expected"),
    [
        ({}, {}, "clear", (3, 0, 0)),
        ({"home": True}, {}, "clear", (3, 0, 1)),  # the first point of the roll, 11.O.2
        ({}, {"home": True}, "clear", (3, 0, 0)),
        ({"home": True}, {"home": True}, "clear", (3, 0, 1)),
        (ABLE, {}, "clear", (3, 2, 0)),  # one of each RE, 11.O.1.b
        ({}, ABLE, "clear", (3, 0, 0)),
        (ABLE, ABLE, "clear", (3, 2, 0)),
        (ABLE, {}, "mountain", (6, 4, 0)),  # the 2 REs are not cut and count double, 11.M.3
        ({}, ABLE, "mountain", (6, 0, 0)),
        (ABLE, ABLE, "mountain", (6, 4, 0)),
    ],
)
def test_11_f_3_what_is_required_of_those_whom_an_me_is_for(ours, dropped, terrain, expected):
    """11.F.3, 11.L.1.j, 11.O: a quarter of 12 REs, of which the paratroops pay nothing; the others pay as ever."""
    attack = [
        infantry(20, size="9"),
        unit("infantry", 8, size="2", cadre_attack=3, **ours),
        unit("parachute", 4, size="3", via="airdrop", at=HERE, **dropped),
    ]
    city = {"features": ["full_city", "major_city"], "terrain": terrain, "forced_fights": "here"}
    battle = begin(document(attack, [infantry(9, size="12")], **city), "!result=CA", "d6=1", "d6=2", "minimal")
    while battle.state.due.debts and battle.state.due.debts[0].bill.kind == "disruption":
        battle = battle.play("!spare")
    assert [one[2:] for one in bills(battle) if one[0] == "attacker"] == [expected]
    if topic(battle) == "pay":
        assert not any("a3" in one for one in options(battle))
        battle = battle.play(options(battle)[0])
    assert battle.state.left[2] == "0"


@pytest.mark.parametrize(("factor", "left"), [(1, "xx10"), (2, "x010")])
def test_11_o_1_engineers_who_pay_double_have_paid_what_a_hex_that_is_not_vacated_requires(factor, left):
    """11.O.1, T10.n3: 2 REs of users owe 2 points of the roll, which an engineer of one point pays, or pays half."""
    engineer = unit("engineer", 1, size="1", special="engineer", special_counts="yes", ability_factor=factor)
    attack = [engineer, infantry(2, size="1", **ABLE), infantry(30, size="9", cadre_attack=9)]
    setup = document(attack, [infantry(5, size="6")], overrun_mp=3) | {"procedure": "overrun"}
    battle = rolled(setup, "½:")
    battle = battle.play("keep" if factor == 1 else "lose:a3:0")
    assert battle.state.memo.failed and battle.state.left == left


def test_11_o_1_b_what_casualties_have_taken_of_users_counts_once_for_a_hex_that_is_not_vacated():
    """11.O.1.b, T10.n3: 4 REs of users owe 4 points, 3 by the roll and so one of the 3 for the hex: both of them go."""
    attack = [*(infantry(3, size="2", **ABLE) for _ in range(2)), infantry(30, size="9", cadre_attack=9)]
    setup = document(attack, [infantry(5, size="3")], overrun_mp=3) | {"procedure": "overrun"}
    battle = rolled(setup, "1:").play("lose:a1:0")
    assert battle.state.left[:3] == "xx0"
    assert options(battle) == ["back", "keep"]


@pytest.mark.parametrize(("factor", "left"), [(1, "xx11"), (2, "x011")])
def test_11_o_1_engineers_who_pay_double_have_paid_what_staying_requires(factor, left):
    """11.O.1, 11.L.1.e, 11.L.1.g: half of 6 points, and as the price of staying 2 more, which the others then pay."""
    engineer = unit("engineer", 1, size="1", special="engineer", special_counts="yes", ability_factor=factor)
    guard = [engineer, infantry(1, size="1", **ABLE), *(infantry(2, size="1", cadre_attack=0) for _ in range(2))]
    forces = [infantry(12, size="12", cadre_attack=8)], guard
    battle = rolled(document(*forces, features=["fort"], readings={"stand_against": "all"}), "D1")
    assert battle.play_all(["lose:d3:0", "stand"]).state.left == "0" + left


def test_11_o_1_b_what_a_scaled_bill_requires_counts_for_the_next_one_as_what_it_truly_takes():
    """11.O.1.b, 11.M.3, T6.n3: 4 points of 4 REs; of a tie in mountains 3 points are 1½, so a 1D requires 2½."""
    attack = [unit("mountain", 9, cadre_attack=3, size="3"), unit("mountain", 8, cadre_attack=3, size="1")]
    attack.append(infantry(20, size="2", cadre_attack=9))
    found = bills(rolled(document(attack, [infantry(5, size="6")], terrain="mountain"), "1D", 2, 2))
    assert [one[1:4] for one in found if one[0] == "attacker"] == [("casualties", 3, 3), ("disruption", 5, F(5, 2))]


@pytest.mark.parametrize(("terrain", "points"), [("clear", F(3, 2)), ("mountain", F(3))])
@pytest.mark.parametrize(("size", "tie", "turned"), [("1/2", 1, 0), ("1", F(3, 2), F(1, 2)), ("2", F(3, 2), F(3, 2))])
def test_11_o_1_b_an_me_after_equal_dice_requires_what_these_have_left(terrain, points, size, tie, turned):
    """11.O.1.b, 11.F.3, 11.M.3: a point of each RE of users in all; in mountains each of them is two of either bill."""
    attack = [unit("mountain", 9 - n, cadre_attack=3, size=size, special_counts="yes") for n in (0, 1)]
    attack += [infantry(20, size="5", cadre_attack=9)]
    setup = document(attack, [infantry(9, size="6")], terrain=terrain, features=["fort"])
    found = bills(rolled(setup, "CA", 2, 2).play("minimal"))
    by = 2 if terrain == "mountain" else 1
    ours = [one[2:4] for one in found if one[:2] == ("attacker", "casualties")]
    assert ours == [(points, by * tie), (points, by * turned)]


@pytest.mark.parametrize(("result", "first"), [("CA", 1), ("DL", 1)])
def test_11_o_1_b_an_me_and_equal_dice_require_losses_of_users_once(result, first):
    """11.O.1.b, 11.F.3, T6.n3: one point of one RE, which the tie takes; the ME requires none."""
    attack = [infantry(8, size="1", cadre_attack=3, **ABLE), infantry(20, size="5", cadre_attack=9)]
    setup = document(attack, [infantry(9, size="6")], features=["fort"])
    found = bills(rolled(setup, result, 2, 2).play("minimal"))
    assert [one[2:4] for one in found if one[:2] == ("attacker", "casualties")] == [(F(3, 2), first), (F(3, 2), 0)]


def test_11_a_3_units_held_out_pay_no_disruption_in_terrain_that_cuts_attackers():
    """11.A.3, T6.f1: nor where those in the mountains count double."""
    guard = [infantry(5, cadre_attack=2), infantry(4, size="1", held_out=True), infantry(3, size="1")]
    battle = rolled(document([infantry(30, size="6")], guard, terrain="mountain"), "CA", 1, 6)
    assert bills(battle) == [("defender", "disruption", 4, 0, 0)]
    assert options(battle) == ["away:d1:0", "lose:d1:0", "away:d3:0", "halve"]
