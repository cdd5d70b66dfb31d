"""Chapter 11: rules of two sections that meet in one battle, each figure worked out from the text beforehand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import dual_ownership, immediate, presence, routes
from hexumpire.rulesets.v101125.rules.before import modifier
from hexumpire.rulesets.v101125.rules.dues import Rolled
from hexumpire.rulesets.v101125.rules.losses import points

from tests.rules.v101125.playing import CALM, after, begin, log, options, refused, topic
from tests.rules.v101125.setting import (
    EAST,
    HERE,
    SOUTHEAST,
    WEST,
    changed,
    document,
    figures,
    infantry,
    problems,
    terms,
    unit,
)

ON = {"forced_fights": "here"}
AREA = {"features": ["fortified_area"]}


def bills(battle):
    """What is still owed, by role, kind and points."""
    due = battle.state.due
    return [(debt.role, debt.bill.kind, points(debt.bill.owed)) for debt in (*due.debts, *due.later)]


def found(battle):
    """What is worked out of the fight at hand."""
    return battle.game.flow.engagement(battle.state)


def at_once(setup, rolled):
    """What a roll makes both sides owe, before anybody pays."""
    fight = found(begin(setup))
    due = fight.due(rolled, {role: fight.row(role, rolled) for role in ("attacker", "defender")})
    return [*due.debts, *due.later]


# --- hexes of dual ownership (11.R) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("takes_part", [False, True])
def test_11_r_3_d_a_shared_hex_is_one_be_it_attacked_from_outside_only(takes_part):
    """11.L.1.e, 11.R.3.d, T6.r5: a D1 of 10 points costs its defenders 5 casualties; their REs count twice, 6 as 12."""
    setup = document([infantry(20), infantry(3, at=HERE, attacks=takes_part)], [infantry(5), infantry(5)])
    battle = begin(setup, "!result=D1", "d6=1", "d6=2")
    assert bills(battle) == [("defender", "casualties", 5)]
    assert found(battle).total(0).value == 12


@pytest.mark.parametrize("order", [("full", "none"), ("none", "full")])
def test_t6_r5_of_a_stack_the_highest_zone_of_control_counts(order):
    """T6.r5: the REs of a division of 3 and a regiment of 1 without a zone of its own count once, as the division's."""
    zones = {"full": "3", "none": "1"}
    battle = begin(document([infantry(20)], [infantry(5, zoc=zone, size=zones[zone]) for zone in order]), "!result=D1")
    assert found(battle).total(0).value == 4


def test_11_r_3_d_a_counterattack_into_a_shared_hex_from_beside_it_is_one():
    """11.L.1.d, 11.R.3.d.3: the Soviets beside the shared hex counterattack the Germans in it."""
    idle = infantry(4, at=SOUTHEAST, attacks=False, zoc="none")
    setup = document([infantry(10), idle], [infantry(8), infantry(3, at=SOUTHEAST)], **ON)
    battle = after(setup, "CA", f"strike:{SOUTHEAST}")
    assert (battle.state.bout.hexes, battle.state.bout.dual) == ((SOUTHEAST,), True)


@pytest.mark.parametrize(("owner", "works"), [("defender", ()), ("attacker", ("fortified_area",))])
def test_11_r_3_b_works_of_a_shared_hex_serve_its_first_owner_against_a_counterattack(owner, works):
    """11.R.3.b, 11.R.3.c: Germans who came into a Soviet fortified area have none of it when struck there."""
    idle = infantry(4, at=SOUTHEAST, attacks=False, zoc="none")
    hexes = {SOUTHEAST: {**AREA, "owner": owner}}
    setup = document([infantry(10), idle], [infantry(8), infantry(3, at=SOUTHEAST)], hexes=hexes, **ON)
    battle = after(setup, "CA", f"strike:{SOUTHEAST}")
    assert battle.state.bout.works == works


@pytest.mark.parametrize(("owner", "left"), [("defender", ("fortified_area",)), ("attacker", ("improved_fort",))])
def test_11_r_3_b_works_of_a_shared_hex_serve_its_first_owner_against_those_who_retreat_into_it(owner, left):
    """11.Q.2.i, 11.P.4: the attack of those who retreat there wears down the work of those attacked, not their own."""
    idle = infantry(4, at=SOUTHEAST, attacks=False, zoc="none")
    hexes = {SOUTHEAST: {**AREA, "owner": owner}}
    setup = document([infantry(30), idle], [infantry(8), infantry(3, at=SOUTHEAST)], hexes=hexes, **ON)
    battle = after(setup, "DR", f"into:{SOUTHEAST}").play_all(["!result=ME", *CALM])
    while topic(battle) in ("pay", "advance", "force"):
        battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
    worn = dict(battle.state.worn)
    assert worn.get(SOUTHEAST, tuple(AREA["features"])) == left


@pytest.mark.parametrize(("owner", "works"), [("defender", ()), ("attacker", ("fortified_area",))])
def test_11_r_3_b_works_of_a_shared_hex_serve_its_first_owner_against_the_answer_to_a_held_attack(owner, works):
    """11.B.12, 11.R.3.c: so it is where the attack is made out of the shared hex."""
    hexes = {EAST: {**AREA, "owner": owner}}
    setup = document([infantry(10)], [infantry(8), infantry(3, at=EAST)], hexes=hexes, dual_attacked=True, **ON)
    battle = begin(setup, "delay", "join:1")
    assert (battle.state.bout.hexes, battle.state.bout.works) == ((EAST,), works)


# --- strength that came by a retreat in this phase (11.L.1.g, 11.Q.2.f) -----------------------------------------------

LATE = [infantry(5), infantry(9, retreated="initial")]


def test_11_l_1_g_strength_that_retreated_onto_the_hex_in_this_phase_counts_in_no_counterattack():
    """11.L.1.d, 11.L.1.g: not counted in any future combats of the impulse: 5 attack 10, and not 14."""
    battle = after(document([infantry(10)], LATE, **ON), "CA")
    figures = found(battle).figures
    assert (figures.attack, figures.defence) == (5, 10)


def test_11_l_1_d_iv_units_that_do_not_count_leave_the_hex_clear_of_those_who_fought():
    """11.L.1.d.iv: struck back after a CA on their CA, those in the woods count as in the clear: 10 attack 5."""
    battle = after(document([infantry(10)], LATE, terrain="woods", **ON), "CA", "!spare")
    battle = battle.play_all(["!result=CA", *CALM])
    figures = found(battle).figures
    assert (figures.attack, figures.defence, battle.state.bout.clear) == (10, 5, True)


def test_11_l_1_g_strength_that_retreated_onto_the_hex_in_this_phase_answers_no_held_attack():
    """11.B.12, 11.L.1.g, 11.C.1: half of 5 answers, and not of 14."""
    battle = begin(document([infantry(10)], LATE, **ON), "delay")
    assert refused(battle, "d2") == ["it retreated here in this phase"]
    assert found(battle.play("join:1")).figures.attack == Fraction(5, 2)


# --- units without strength (11.H) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "result", "follows"), [(10, "CA", False), (0, "CA", True)])
def test_11_h_3_by_the_option_units_without_strength_counterattack_only_such_as_have_none(attack, result, follows):
    """11.H.1, 11.H.3: combat may occur between 0-strength units; on others they make no counterattack."""
    setup = document([infantry(attack)], [infantry(0, defence=min(attack, 5))], zero_option=True, **ON)
    battle = after(setup, result)
    assert (battle.state.bout.kind == "counterattack") == follows


@pytest.mark.parametrize(("defence", "answers"), [(0, True), (6, False)])
def test_11_h_3_by_the_option_units_without_strength_answer_a_held_attack_of_such(defence, answers):
    """11.B.12, 11.H.3: the answer is a hasty attack as any other: half of 3 REs on 3."""
    setup = document([infantry(0, defence=defence)], [infantry(0)], zero_option=True, **ON)
    battle = begin(setup, "delay")
    assert (topic(battle) == "riposte") == answers
    if answers:
        figures = found(battle.play("join:1")).figures
        assert (figures.attack, figures.defence) == (Fraction(3, 2), 3)


@pytest.mark.parametrize(("other", "goes_on"), [(0, False), (3, True)])
@pytest.mark.parametrize("sizes", [("3/2",), ("1", "1/2")])
def test_t2_n2_a_success_roll_may_leave_nobody_with_strength_to_attack(other, goes_on, sizes):
    """T2, 11.H.1: 1.5 REs against 1; F* takes the one with strength: a 0-6 does not attack by itself, a 3-6 does."""
    users = [unit("mountain", 6 * (n == 0), size=size, special_counts="yes") for n, size in enumerate(sizes)]
    defend = [unit("mountain", 5, size="1", special_counts="yes")]
    battle = begin(document([*users, infantry(other, defence=4)], defend, forced_fights="here"), "FF")
    battle = battle.play("lose:0") if topic(battle) == "strain" else battle
    assert (topic(battle) == "declare", "The attack lapses" in log(battle)) == (goes_on, not goes_on)
    assert (battle.outcome is None, battle.state.left[-1]) == (goes_on, "0")


@pytest.mark.parametrize("defend", [[], [infantry(0, retreated="initial")], [infantry(0), infantry(4, held_out=True)]])
def test_11_h_3_by_the_option_no_city_defends_itself_without_units(defend):
    """11.H.2, 11.H.3: the option is about combat between units; a city with nobody in it to defend it suffers an E."""
    more = {"features": ["dot_city"], "zero_option": True, **ON}
    fights = any(not one.get("retreated") for one in defend)
    worked_out = figures([infantry(0, defence=3)], defend, **more)
    assert (worked_out.odds is not None, worked_out.defence) == (fights, Fraction(13, 4) if fights else 0)
    battle = begin(document([infantry(0, defence=3)], defend, **more))
    assert topic(battle) == ("" if fights else "advance")


@pytest.mark.parametrize(("cadre", "fights"), [(0, False), (1, False), (6, True)])
@pytest.mark.parametrize(("zoc", "left"), [("none", "1"), ("full", "x")])
def test_11_q_2_i_who_is_too_weak_after_disruption_to_attack_suffers_what_zones_of_control_cost(
    cadre, fights, zoc, left
):
    """11.Q.2.i, 11.H.1, 11.A.11: half of 6 attacks a 6; a 0, or half of 1, does not: the 6 there costs it 12 points."""
    bystander = infantry(6, at=SOUTHEAST, attacks=False, zoc=zoc)
    struck = infantry(8, cadre_attack=cadre, cadre_defence=6)
    setup = document([infantry(30, zoc="none"), bystander], [struck], **ON)
    battle = begin(setup, "!result=DR", "d6=1", "d6=4", f"into:{SOUTHEAST}", "lose:d1:0")
    assert (battle.state.bout.kind == "hasty", battle.state.left[2]) == (fights, "1" if fights else left)
    told = f"too weak by now to attack them: zones of control cost them {0 if zoc == 'none' else 12} points"
    assert (told in log(battle)) == (not fights)


def test_11_q_2_i_the_markers_of_their_way_count_where_they_are_too_weak_to_attack():
    """11.Q.2.a, 11.Q.2.i: in a turn, +1 MP of the higher die and +2 MP of the hex wait for no fight then."""
    bystander = infantry(6, at=SOUTHEAST, attacks=False, zoc="none")
    struck = infantry(8, cadre_attack=0, cadre_defence=6)
    setup = document([infantry(30, zoc="none"), bystander], [struck], hexes={SOUTHEAST: {"entry": 2}}, **ON)
    found = {**setup, "procedure": "turn", "attacks": [{"targets": [HERE], "units": ["a1"]}]}
    del found["targets"]
    battle = Battle.start(RULESET.game(codec.read_scenario(found))).play_all(["attack:1", "now", "!result=DR"])
    battle = battle.play_all(["d6=1", "d6=4", f"into:{SOUTHEAST}", "lose:d1:0"])
    state = battle.game.fight(battle.state)[1]
    assert (state.marks[2], state.late, state.behind) == (3, (), None)


# --- replacement points and planned steps (11.M.8) --------------------------------------------------------------------


def offered(battle):
    """The most replacement points that may be paid at once, by the ids of what offers them."""
    if topic(battle) != "pay":
        return {}
    return {id: points(one.amount) for id, one in battle.game.pay._offers(battle.state).items() if not one.fewer}


def test_11_m_8_c_each_planned_step_allows_its_side_one_point_more_and_not_each_stack():
    """11.M.8b, 11.M.8c: two steps: a hex may pay 1 and 2 more, or a 12 its quarter 3 and 2 more; they go once."""
    stack = [infantry(12), infantry(12, at=SOUTHEAST)]
    setup = document(stack, [infantry(8)], artillery_steps=2, rp_attacker=20, **ON)
    battle = begin(setup, "steps=2", "!result=1X", *CALM)
    assert offered(battle) == {"rp:1,0": 3, "rp:0,1": 3, "rp:a1": 5, "rp:a2": 5}
    assert offered(battle.play("rp:1,0")) == {"rp:0,1": 1, "rp:a2": 3}
    assert offered(battle.play("rp:a2")) == {"rp:1,0": 1, "rp:a1": 3}


def pair(attack, defend, **more):
    """An attack on two hexes as one, out of the shared one in the east."""
    return document(attack, defend, **more) | {"targets": [HERE, EAST]}


def test_11_m_8_b_points_are_paid_by_the_hex_in_which_units_stand_where_two_defend_as_one():
    """11.M.8b, 11.R.3.d.2: a 2 in each of two hexes are no hex with 4 points."""
    battle = begin(pair([infantry(12)], [infantry(2), infantry(2, at=EAST)], rp_defender=9), "!result=½:1", *CALM)
    assert not [one for one in options(battle) if one.startswith("rp:")]


def test_11_m_8_b_each_of_two_stacks_that_defend_as_one_pays_for_itself():
    """11.M.8b: a point by each hex that has 4, or a quarter of a unit of each stack, 2 of 8."""
    battle = begin(pair([infantry(12)], [infantry(8), infantry(8, at=EAST)], rp_defender=9), "!result=E½", *CALM)
    assert offered(battle) == {"rp:0,0": 1, "rp:1,0": 1, "rp:d1": 2, "rp:d2": 2}
    assert offered(battle.play("rp:0,0")) == {"rp:1,0": 1, "rp:d2": 2}


# --- two hexes that are attacked as one, and a retreat before combat (11.D) -------------------------------------------


@pytest.mark.parametrize("ground", ["on:1", "on:2"])
def test_t1_m7_who_retreats_before_combat_leaves_the_hex_that_it_stands_in_whichever_terrain_counts(ground):
    """T1.m2, T1.m7, T1.m9: -1 and the bad terrain of 1 left behind; -1 and an interdiction of 2."""
    setup = pair(
        [infantry(30)], [infantry(8), infantry(7, at=EAST)], hexes={EAST: {"interdiction": 2}},
        sides={EAST: ["river"]}, here={"dm": -1}, retreat_before=True,
    )  # fmt: skip
    battle = begin(setup, ground)
    before = [modifier(battle.game.setting, battle.state, i, "-1,-1").value for i in (1, 2)]
    assert before == [0, -3]


@pytest.mark.parametrize("ground", ["on:1", "on:2"])
def test_t1_m5_a_fort_holds_back_those_in_its_own_hex(ground):
    """T1.m2, T1.m5: of two hexes attacked as one, those in the fort have -2, the others -1."""
    setup = pair([infantry(30)], [infantry(8), infantry(7, at=EAST)], features=["fort"], retreat_before=True)
    battle = begin(setup, ground)
    assert [modifier(battle.game.setting, battle.state, i, "-1,-1").value for i in (1, 2)] == [-2, -1]


# --- the first point at home (11.O.2) ---------------------------------------------------------------------------------

RING = [infantry(8, at=place) for place in (EAST, WEST, "1,-1", "-1,1")] + [infantry(8, at=SOUTHEAST, attacks=False)]


@pytest.mark.parametrize(("home", "left"), [((0,), "10"), ((1,), "01")])
def test_11_o_2_the_first_point_that_a_retreat_costs_comes_from_a_unit_at_home(home, left):
    """11.O.2, 11.Q.2.d: past two 8s at half their zones, 8 points: the one at home is reduced, and no other may be."""
    defend = [infantry(8, cadre_attack=3, home=n in home) for n in (0, 1)]
    battle = after(document(RING, defend, **ON), "DR")
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    assert battle.play("to:0,-1").state.left[-2:] == left


# --- reserves and attacks from overstack (11.G.2) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reserve", "joins"),
    [
        ({}, True),
        ({"moved": "exploitation"}, False),
        ({"overstacked": True}, True),
        ({"via": "sea"}, False),
        ({"via": "airdrop"}, False),
    ],
)
@pytest.mark.parametrize("line", [("delay",), ("!result=DL", *CALM)])
def test_11_g_2_no_reserve_that_moved_joins_an_attack_from_overstack(reserve, joins, line):
    """11.A.13, 11.L.1.f.i, 11.G.2: no attacking unit may move during the turn of the attack."""
    attack = [infantry(12, overstacked=True), infantry(6), infantry(5, reserve=True, **reserve)]
    battle = begin(document(attack, [infantry(9)], plotted=1, **ON), *line)
    assert (2 in battle.state.bout.attackers) == joins


@pytest.mark.parametrize(("plotted", "other", "joins"), [(1, "no", True), (0, "no", False), (1, "initial", False)])
def test_11_g_2_a_reserve_from_overstack_joins_where_that_was_planned_and_nobody_moved(plotted, other, joins):
    """11.G.2: an attack of others that is planned a turn ahead for up to 6 REs, in which nobody moved."""
    attack = [infantry(9, moved=other), infantry(5, reserve=True, overstacked=True)]
    battle = begin(document(attack, [infantry(9)], plotted=plotted, **ON), "delay", "wait")
    assert (1 in battle.state.bout.attackers) == joins


def test_11_g_2_in_a_turn_a_reserve_joins_an_attack_from_overstack_unless_it_moved():
    """11.A.13, 11.G.2: the attack is held; only the reserve that stood still joins it in the exploitation."""
    ours, theirs = {"side": "attacker", "nation": "German"}, {"side": "defender", "nation": "Soviet"}
    given = [
        {"id": "x", "at": EAST, **ours, **infantry(12, overstacked=True)},
        {"id": "still", "at": EAST, **ours, **infantry(5, reserve=True)},
        {"id": "moved", "at": EAST, **ours, **infantry(5, reserve=True, moved="initial")},
        {"id": "d", "at": HERE, **theirs, **infantry(9)},
        {"id": "far", "at": "-4,0", **ours, **infantry(9)},
        {"id": "e", "at": "-5,0", **theirs, **infantry(1)},
    ]
    attacks = [{"targets": [HERE], "units": ["x", "still", "moved"]}, {"targets": ["-5,0"], "units": ["far"]}]
    document = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": given}
    document["conditions"] = {**ON, "plotted": 1}
    battle = Battle.start(RULESET.game(codec.read_scenario(document)))
    battle = battle.play_all(["attack:1", "delay", "attack:2", "now", "!result=E1", *CALM])
    battle = battle.play("attack:1" if "attack:1" in battle.legal_actions else "stay")
    battle = battle if battle.state.now == 0 else battle.play("attack:1")
    game, inner = battle.game.fight(battle.state)
    assert {game.setting.counters[i].unit.id for i in inner.bout.attackers} == {"x", "still"}


# --- the answer to a held attack and hexes of dual ownership (11.R.3.d) -----------------------------------------------


def answering(attack, defend, *line, **more):
    """The hasty attack that answers a held one: the hexes that it strikes, and both strengths."""
    battle = begin(document(attack, defend, **more), "delay", *line)
    battle = battle.play(options(battle)[0]) if topic(battle) == "ground" else battle
    figures = found(battle).figures
    return set(battle.state.bout.hexes), figures.attack, figures.defence


def test_11_r_3_d_2_out_of_a_shared_fortress_only_the_enemies_in_it_are_struck():
    """11.B.12, 11.R.3.d.2: half of 12 on the 5 in the fortress, not on the 10 beside it."""
    attack = [infantry(10), infantry(5, at=HERE)]
    assert answering(attack, [infantry(12)], "join:2", features=["fortress"], **ON) == ({HERE}, 6, 5)
    assert answering(attack, [infantry(12)], "join:2", **ON) == ({HERE, EAST}, 6, 15)


def test_11_r_3_d_2_nobody_answers_out_of_a_shared_fortress_an_attack_from_beside_it():
    """11.R.3.d.2: those in it may only attack the enemies in their hex, who have no part in the held attack."""
    attack = [infantry(10), infantry(5, at=HERE, attacks=False)]
    battle = begin(document(attack, [infantry(12)], features=["port_fortification"], **ON), "delay")
    assert topic(battle) != "riposte"


def test_11_r_3_d_2_what_is_struck_out_of_a_shared_hex_is_defended_by_the_enemies_in_it_too():
    """11.B.12, 11.R.3.d.2: half of 12 and of 8 on the 10 that attacks and the idle 6 in the hex."""
    attack = [infantry(10), infantry(6, at=HERE, attacks=False)]
    assert answering(attack, [infantry(12), infantry(8)], "all", **ON) == ({HERE, EAST}, 10, 16)


def test_11_r_3_d_4_enemies_in_the_shared_hex_who_are_pinned_do_not_defend_against_the_answer():
    """11.R.3.d.4: an 8 stays, as many factors as the 6 has and more: half of 12 on the 10 alone; a 5 does not pin."""
    attack = [infantry(10), infantry(6, at=HERE, attacks=False)]
    assert answering(attack, [infantry(12), infantry(8)], "join:2", "attack", **ON) == ({EAST}, 6, 10)
    assert answering(attack, [infantry(12), infantry(5)], "join:2", "attack", **ON) == ({HERE, EAST}, 6, 16)


@pytest.mark.parametrize(
    ("inside", "strikes", "together"),
    [
        ({"attacks": False}, "force", False),  # the hex beside is struck alone
        ({"attacks": False}, "hex", False),
        ({}, "force", False),  # it is struck with the shared one, which asks for a pin by this reading
        ({}, "hex", True),  # those in the shared hex are struck where they are
    ],
)
def test_11_r_3_d_4_by_the_reading_an_answer_out_of_a_shared_hex_needs_a_pin(inside, strikes, together):
    """11.R.3.d.4: 6 factors would have to stay; each of the two may strike, for the other stays."""
    attack, readings = [infantry(10), infantry(6, at=HERE, **inside)], {"dual_pin": "pin", "riposte": strikes}
    battle = begin(document(attack, [infantry(12), infantry(8)], readings=readings, **ON), "delay")
    assert {"join:2", "join:3"} < set(options(battle))
    assert ("all" in options(battle)) is together


# --- what players are asked (11.M, 11.O.2) ----------------------------------------------------------------------------


def test_11_o_2_who_has_paid_is_not_asked_for_more():
    """11.O.2: the point at home is paid with a 4-6; the rest of it may go back, or nobody else pays."""
    home, guest = infantry(4, home=True), infantry(8, cadre_attack=3)
    battle = after(document([infantry(24)], [home, guest]), "½:1")
    assert options(battle) == ["back", "keep"]
    assert battle.node.prompt == "The defender has paid. Do others pay in part?"


# --- units that are held out and units without strength (11.A.3, 11.H.2) ----------------------------------------------


@pytest.mark.parametrize(("reading", "left"), [("hex", "0x0"), ("all", "0xx")])
def test_11_h_2_the_elimination_of_units_without_strength_spares_who_is_held_out(reading, left):
    """11.A.3, 11.H.2: the E of a 0-6 is one of no points; the 5-6 held out has no part in it, and holds the hex."""
    setup = document([infantry(10)], [infantry(0), infantry(5, held_out=True)], readings={"held_out": reading})
    battle = begin(setup)
    assert battle.state.left == left
    assert topic(battle) == ("force" if reading == "hex" else "advance")


def test_11_h_2_not_all_who_defend_a_hex_may_be_held_out_of_its_elimination():
    """11.A.3, 11.H.2: some units may be held out; a hex that nobody defends is lost with them."""
    assert begin(document([infantry(10)], [infantry(5, held_out=True)])).state.left == "0x"


# --- works of two hexes that are attacked as one (11.P, 11.R.3.d.2) ---------------------------------------------------


@pytest.mark.parametrize("ground", ["on:1", "on:2"])
def test_11_p_0_an_attack_on_two_hexes_wears_down_the_works_of_both(ground):
    """11.P.5, 11.P.6, 11.R.3.d.2: units in both are attacked, whichever terrain the defender has chosen."""
    setup = pair(
        [infantry(30, at=EAST)],
        [infantry(8), infantry(8, at=EAST)],
        features=["improved_fort"],
        hexes={EAST: {"features": ["fort"]}},
        **ON,
    )
    battle = begin(setup, ground, "now", "!result=½:1", *CALM)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert dict(battle.state.worn) == {HERE: ("fort",), EAST: ("damaged_fort",)}
    assert "reduces the improved fort to a fort" in log(battle)
    assert "reduces the fort to a damaged fort" in log(battle)


@pytest.mark.parametrize(("defence", "works"), [(8, "improved_fort"), (3, "fortified_area")])
def test_11_p_0_works_of_attackers_who_are_counterattacked_come_down_though_they_count_as_in_the_clear(defence, works):
    """11.P.0, 11.L.1.d.iv: any time units in works are attacked at 1:2 or better; at 3 against 10 they stay."""
    setup = document([infantry(10)], [infantry(defence)], hexes={EAST: AREA}, **ON)
    battle = after(setup, "CA").play_all(["!result=DL", *CALM])
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert battle.state.bout.works == ()
    assert dict(battle.state.worn).get(EAST, ("fortified_area",)) == (works,)


def test_11_p_0_works_come_down_a_level_by_the_attack_and_another_by_the_counterattack_on_those_who_went_out():
    """11.P.0, 11.P.4, 11.P.5: a fortified area is an improved fort for the first CA, and a fort after the second."""
    setup = document([infantry(10)], [infantry(8)], **AREA, **ON)
    battle = after(setup, "CA", "stands")
    for result in ("", "CA"):
        battle = battle.play_all([f"!result={result}", *CALM] if result else [])
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    assert (battle.state.bout.clear, dict(battle.state.worn)) == (True, {HERE: ("improved_fort",)})
    battle = battle.play_all(["!result=ME", *CALM])
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert dict(battle.state.worn) == {HERE: ("fort",)}


@pytest.mark.parametrize(("owner", "left"), [("defender", "fortified_area"), ("attacker", "improved_fort")])
def test_11_p_0_works_that_another_holds_do_not_come_down_with_those_who_share_the_hex(owner, left):
    """11.R.3.b, 11.R.3.c: those who came into a hex have none of its works, in the clear or not."""
    hexes = {EAST: {**AREA, "owner": owner}}
    setup = document([infantry(10)], [infantry(8), infantry(3, at=EAST)], hexes=hexes, dual_attacked=True, **ON)
    battle = after(setup, "CA")
    while topic(battle) in ("pay", "strike"):
        battle = battle.play("!spare" if topic(battle) == "pay" else options(battle)[0])
    battle = battle.play_all(["!result=DL", *CALM])
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert dict(battle.state.worn).get(EAST, ("fortified_area",)) == (left,)


def test_11_p_0_the_works_of_a_hex_that_all_have_left_stay():
    """11.D.7, 11.P.0: of two hexes the one whose units retreat before combat is not attacked any more."""
    setup = pair(
        [infantry(30, at=EAST)],
        [infantry(8), infantry(8, at=EAST)],
        features=["improved_fort"],
        hexes={EAST: {"features": ["fort"]}},
        retreat_before=True,
        **ON,
    )
    battle = begin(setup, "on:2", "try:1", "to:-1,0", "S", "stay", "now", "!result=½:1", *CALM)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert dict(battle.state.worn) == {EAST: ("damaged_fort",)}


# --- landings and the reaction move (T6.a2) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("reacted", "more"), [((False, False), 1), ((True, False), 1), ((True, True), 0)])
@pytest.mark.parametrize(("ways", "landing"), [(["sea"], 1), (["sea", "land"], 1), (["land", "sea"], 1), (["land"], 0)])
def test_t6_a2_a_hex_that_was_empty_before_the_reaction_was_not_initially_occupied(reacted, more, ways, landing):
    """T6.a2, T6.r2: +1 for an amphibious assault on a hex that was occupied before the reaction move.

    So it is whoever attacks from the land with those who come from the sea.
    """
    setup = document([infantry(10, via=way) for way in ways], [infantry(4, reacted=one) for one in reacted])
    rolled = Rolled("DR", "1:1", 0, (2, 1))
    assert terms(found(begin(setup)).added("attacker", rolled)).get("Amphibious assault", 0) == more * landing


@pytest.mark.parametrize(("reacted", "more"), [(False, 1), (True, 0)])
def test_t6_a2_those_held_out_of_the_defence_occupy_the_hex_too(reacted, more):
    """T6.a2, 11.A.3: they were there before the reaction move, or came in it as the defender did."""
    guards = [infantry(4, reacted=True), infantry(3, held_out=True, reacted=reacted)]
    added = found(begin(document([infantry(10, via="sea")], guards))).added("attacker", Rolled("DR", "1:1", 0, (2, 1)))
    assert terms(added).get("Amphibious assault", 0) == more


# --- markers for casualties that come after the roll (T10.def) --------------------------------------------------------


@pytest.mark.parametrize("line", [("!result=ME", *CALM), ("!result=CA", *CALM, "minimal")])
def test_t10_def_an_me_in_place_of_a_ca_costs_casualties_which_mark_both_sides(line):
    """11.F.3, T10.def: the higher die marks the attacker; the exchange marks both, as that of an ME that is rolled."""
    setup = document([infantry(10), infantry(11)], [infantry(4), infantry(5)], features=["fort"], **ON)
    battle = begin(setup, *line)
    assert topic(battle) == "pay"
    assert battle.state.due.marks == (2, 1)


@pytest.mark.parametrize(("reading", "marks"), [("losses", (1, 0)), ("minimal", (2, 1))])
def test_t10_def_an_me_in_place_of_a_ca_marks_both_sides_where_an_me_counts_as_equal(reading, marks):
    """11.F.3, T10.def: quarters of half an RE cost nothing; by the reading the ME is an equal result all the same."""
    setup = document(
        [infantry(12, size="1/2")],
        [infantry(9, size="1/2")],
        features=["fort"],
        readings={"equal_results": reading},
        **ON,
    )
    battle = begin(setup, "!result=CA", *CALM)
    assert battle.play("minimal").state.marks == marks


@pytest.mark.parametrize(("die", "goes"), [("d6=6", True), ("d6=5", False)])
def test_11_l_1_j_a_star_that_is_left_once_a_ca_is_turned_into_an_me_makes_the_defender_retreat(die, goes):
    """T6.s3, 11.L.1.j, T10.n4: 6 and 2 for the city, 1 Soviet, 1 and 2 are 12; at -2 it is a row with a star still."""
    readings = {"overrun_die": "both", "red_converted": "minimal"}
    features = ["major_city", "full_city", "home_city"]
    setup = document(
        [infantry(30)], [infantry(5)], features=features, supplied=False, other_dm=1, readings=readings, **ON
    )
    battle = begin(setup | {"procedure": "overrun"}, "!result=CA", "d6=1", die, "minimal")
    assert (topic(battle) == "retreat") == goes


def test_t10_def_an_me_in_place_of_a_ca_that_costs_nothing_marks_nobody():
    """11.F.3, 11.M.0c, T10.def: a quarter of half an RE is no point."""
    setup = document([infantry(10), infantry(11)], [infantry(8, size="1/2")], features=["fort"], **ON)
    battle = begin(setup, "!result=CA", *CALM)
    assert found(battle).minimal(battle.state.due) == []


# --- reserves and planned attacks (11.A.13, 11.K.1) -------------------------------------------------------------------


@pytest.mark.parametrize(("size", "steps"), [("1", True), ("3", False)])
@pytest.mark.parametrize("place", [EAST, SOUTHEAST])
def test_11_k_1_no_more_than_1_re_of_each_stack_may_join_a_held_attack_that_is_planned(place, size, steps):
    """11.A.13, 11.K.1: a reserve of 3 REs that is added in the exploitation phase leaves no planned attack."""
    attack = [infantry(10), infantry(5, size=size, reserve=True, at=place)]
    battle = begin(document(attack, [infantry(8)], artillery_steps=2, **ON), "delay")
    battle = battle.play("wait") if topic(battle) == "riposte" else battle
    assert battle.state.bout.attackers == (0, 1)
    assert (topic(battle) == "plan") == steps
    assert ("more than 1 RE of a stack was added to it" in log(battle)) != steps


@pytest.mark.parametrize(("delayed", "steps"), [(True, False), (False, True)])
def test_11_k_1_so_it_is_where_the_held_attack_is_set_up_with_its_reserves(delayed, steps):
    """11.A.13, 11.K.1: a reserve of 3 REs was added to a held attack; it did not move to one of the phase itself."""
    attack = [infantry(10), infantry(5, size="3", reserve=True)]
    setup = document(attack, [infantry(8)], artillery_steps=2, phase="exploitation", delayed=delayed)
    assert (topic(begin(setup)) == "plan") == steps


def test_11_k_1_a_deadlock_that_is_fought_again_with_a_reserve_may_be_planned():
    """11.L.1.f.i, 11.K.1: the words on what is added are of delayed attacks; no unit moved before this one."""
    attack = [infantry(10), infantry(5, size="3", reserve=True)]
    battle = begin(document(attack, [infantry(8)], artillery_steps=2, **ON), "steps=0", "!result=DL", *CALM)
    assert topic(battle) == "plan"
    assert battle.state.bout.attackers == (0, 1)


# --- replacement points and terrain that cuts attackers (11.M.3, 11.M.8) ----------------------------------------------


def test_11_m_3_a_replacement_point_pays_what_a_point_of_its_unit_would():
    """11.M.3, 11.M.8b: of 8 points over a river 3 of a gun that it does not cut pay 6, and 2 of a 9-6 pay 2."""
    gun = {"type": "artillery", "attack": 12, "size": "1"}
    setup = document([gun, infantry(9)], [infantry(20, size="6")], sides={EAST: ["minor_river"]}, rp_attacker=9, **ON)
    battle = begin(setup, "!result=1:", *CALM)
    assert bills(battle) == [("attacker", "casualties", 8)]
    assert offered(battle) == {"rp:a1": 3, "rp:a2": 2, "rp:1,0": 1}
    flow, offers = battle.game.flow, battle.game.pay._offers(battle.state)
    left = {
        id: immediate.paid(
            flow.payers.payer_of(battle.state), battle.state.due.debts[0].bill, battle.state.accounts[0], one
        )[0].owed
        for id, one in offers.items()
        if not one.fewer
    }
    assert {id: points(owed) for id, owed in left.items()} == {"rp:a1": 2, "rp:a2": 6, "rp:1,0": 7}


def test_11_m_3_no_more_replacement_points_are_paid_than_the_bill_takes():
    """11.M.3, 11.M.8b: a bill of 2 points is paid by one point of a gun that the river does not cut."""
    gun = {"type": "artillery", "attack": 12, "size": "1"}
    setup = document([gun, infantry(9)], [infantry(20, size="1")], sides={EAST: ["minor_river"]}, rp_attacker=9, **ON)
    battle = begin(setup, "!result=1:", *CALM)
    assert offered(battle) == {"rp:a1": 1, "rp:a2": 2, "rp:1,0": 1}
    assert battle.play("rp:a1").state.spent == (4, 0)


# --- those who are surrounded and counterattack (11.L.1.d, 11.M.2d) ---------------------------------------------------

AROUND = (EAST, "1,-1", "0,-1", WEST, "-1,1", SOUTHEAST)


def ringed(places, result, *dice):
    """Two 8-6 with a 4-6 regiment in each of those hexes: what their counterattack on one of these costs them."""
    setup = document([infantry(4, at=place, size="1") for place in places], [infantry(8), infantry(8)], **ON)
    battle = begin(setup, "!result=CA", "d6=1", "d6=1")
    while topic(battle) in ("pay", "strike"):
        battle = battle.play("!spare" if topic(battle) == "pay" else options(battle)[0])
    battle = battle.play_all([f"!result={result}", *dice])
    return battle, [bill for bill in bills(battle) if bill[0] == "attacker"]


@pytest.mark.parametrize(
    ("places", "result", "owed"),
    [
        (AROUND, "DL", [("casualties", Fraction(1, 2))]),
        (AROUND[:-1], "DL", [("disruption", 1)]),
        (AROUND, "1D", [("casualties", 2), ("disruption", 1)]),
        (AROUND[:-1], "1D", [("disruption", 4), ("disruption", 1)]),
    ],
)
def test_11_m_2_those_who_are_surrounded_convert_disruption_when_they_counterattack(places, result, owed):
    """11.L.1.d, 11.M.2d: a unit with no safe way converts: 1 of the die, or 4 of the 5 of a 1D, as a 4-6 bars it."""
    battle, found_here = ringed(places, result, "d6=6", "d6=1")
    assert [(kind, points) for _, kind, points in found_here] == owed
    assert battle.state.due.marks[0] == 1 + (owed[0][0] == "casualties")  # the higher die, and casualties (T10.def)


# --- interdiction, and an attack out of a retreat (11.Q.2.e, 11.Q.2.i) ------------------------------------------------


@pytest.mark.parametrize(("level", "owed"), [(0, []), (1, [("defender", "casualties", 2)])])
def test_11_q_2_e_who_attacks_the_enemies_he_retreats_to_pays_for_interdiction_all_the_same(level, owed):
    """11.Q.2.e, 11.Q.2.i: the attack is in place of losses by zones of control; interdiction costs 1 x 2 points."""
    stood_by = infantry(4, at=SOUTHEAST, attacks=False)
    defend = [infantry(8, cadre_attack=3), infantry(7, cadre_attack=2)]
    battle = after(document([infantry(60), stood_by], defend, here={"interdiction": level}, **ON), "DR")
    battle = battle.play(f"into:{SOUTHEAST}")
    assert bills(battle) == owed
    battle = battle.play("lose:d1:0") if owed else battle
    assert (battle.state.bout.kind, battle.state.bout.hexes) == ("hasty", (SOUTHEAST,))
    assert battle.state.left == ("0010" if owed else "0000")
    assert found(battle).figures.attack == Fraction(10 if owed else 15, 2)


def test_t1_ss_great_success_helps_those_of_the_same_hex_only():
    """T1.SS, 11.R.3.d.2: of two hexes attacked as one, +1 for another unit in the hex; both are as fast, at -1."""
    setup = pair([infantry(30, at=EAST)], [infantry(8), infantry(7), infantry(6, at=EAST)], retreat_before=True)
    battle = begin(setup, "try:1", "to:-1,0", "SS")
    setting, state = battle.game.setting, battle.state
    assert [modifier(setting, state, i, way).value for i, way in ((2, "-1,-1"), (3, "2,-1"))] == [0, -1]


# --- going into hexes that were attacked (11.Q.1, 11.R.3.d.2) ---------------------------------------------------------


@pytest.mark.parametrize("ground", ["on:1", "on:2"])
def test_11_q_1_everybody_advances_only_into_a_hex_that_has_room_for_all(ground):
    """11.Q.1a, 11.R.3.d.2: of two hexes attacked as one that is entered whose limit is 3 REs; two of 3 do not fit."""
    setup = pair(
        [infantry(30, at=EAST), infantry(20, at=EAST)],
        [infantry(8), infantry(8, at=EAST)],
        features=["fort"],
        hexes={EAST: {"sp_more": 1}},
        here={"limit": 3},
        **ON,
    )
    battle = begin(setup, ground, "now", "!result=E1", "d6=1", "d6=2")
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    assert options(battle) == ["go:a1:0", "go:a2:0", "stay"]


# --- what entering a hex costs a reduced unit (11.N, 11.Q.1b, 11.Q.2.a) -----------------------------------------------

PANZER = {
    "type": "armour",
    "attack": 12,
    "movement": 10,
    "cadre_attack": 7,
    "cadre_movement": 6,
    "aec": "none",
    "atec": "none",
}


@pytest.mark.parametrize(("result", "price"), [("E1", 5), ("1X1", 3)])
def test_11_q_1_b_a_reduced_unit_pays_by_the_movement_allowance_that_it_has_left(result, price):
    """11.N.1, 11.Q.1b: half of the allowance over a minor river: 5 of 10 MP, and 3 of a cadre's 6."""
    setup = document([PANZER], [infantry(2, size="1")], sides={EAST: ["minor_river"]}, **ON)
    battle = after(setup, result)
    battle = battle.play(options(battle)[0])
    assert f"+{price} MP for the German" in log(battle)


# --- required losses of those who retreated to the hex (11.O.3, 11.Q.2.f) ---------------------------------------------


@pytest.mark.parametrize(("retreated", "rows"), [("no", [(), (4,)]), ("initial", [(), ()])])
def test_11_o_3_who_adds_nothing_to_the_defence_is_not_used_in_combat(retreated, rows):
    """11.O.3, T9, 11.Q.2.f: a Soviet c/m division that retreated here owes no required losses, and may pay others."""
    guest = {"type": "motorized", "attack": 6, "cadre_attack": 2, "retreated": retreated}
    battle = after(document([infantry(30)], [infantry(8, cadre_attack=2), guest], **ON), "E½")
    assert [one.rows for one in found(battle).stakes["defender"]] == rows
    if retreated == "initial":
        assert battle.state.due.debts[0].bill.special == 0
        assert options(battle) == ["lose:d1:0", "lose:d2:0"]


def test_11_o_2_who_is_at_home_owes_the_first_point_wherever_he_came_from():
    """11.O.2, 11.Q.2.f: the first point of those at home is no matter of what they add to the defence."""
    guest = infantry(6, cadre_attack=2, retreated="initial", home=True)
    battle = begin(document([infantry(30)], [infantry(8), guest], **ON))
    assert [one.rows for one in found(battle).stakes["defender"]] == [(), (8,)]


# --- before the dice (11.A to 11.J) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacking", "across", "rules"),
    [(2, 0, ["11.A.9"]), (2, 3, ["11.A.9"]), (3, 2, ["11.F.1d"]), (0, 2, ["11.F.1d"]), (3, 3, []), (0, 0, [])],
)
def test_11_a_9_the_limit_of_the_attacked_hex_holds_across_a_mountain_hexside_too(stacking, across, rules):
    """11.A.9, 11.F.1d: three units attack; of the limit of the hex and that of the hexside the lower one counts."""
    sides = {EAST: ["mountain_side"]}
    three = [infantry(5), infantry(5), infantry(5)]
    assert problems(three, [infantry(4)], sides=sides, stacking=stacking, side_stacking=across) == rules


@pytest.mark.parametrize(
    ("terrain", "river", "armour"),
    [
        ("forest", False, Fraction(1, 2)),
        ("forest", True, Fraction(1, 4)),
        ("clear", True, 1),
        ("mountain", False, 1),
        ("clear", False, 2),
    ],
)
def test_11_f_1c_motorized_infantry_stays_neutral_where_infantry_is_cut_as_well(terrain, river, armour):
    """11.F.1b, 11.F.1c, T4: at full strength in a forest it is not converted; over a river it has half of that."""
    group = [unit("armour", 9, size="1"), unit("motorized", 8, size="1", on_foot=True)]
    sides = {EAST: ["minor_river"]} if river else {}
    found = figures(group, [infantry(5)], terrain=terrain, sides=sides).armour.trace
    assert found.children[0].value == armour


@pytest.mark.parametrize(("support", "year", "guns"), [("support", 1942, 1), ("self_supporting", 1944, 1)])
def test_t4_a_division_at_half_strength_for_want_of_support_has_no_antitank_res_by_itself(support, year, guns):
    """11.B.7, T4: an unsupported division has none, and from 1944 on none of its REs are converted."""
    gun = unit("antitank", 1, nation="German")
    alone = infantry(8, intrinsic=support, nation="German", unsupported=True)
    panzers = [unit("armour", 12)]
    found = figures(panzers, [gun, alone], year=year)
    assert (found.defence, found.armour.trace.children[1].value) == (1 + 4, guns)
    assert figures(panzers, [gun, {**alone, "unsupported": False}], year=year).armour.trace.children[1].value > guns


@pytest.mark.parametrize(("more", "guns"), [({}, 3), ({"size": "1"}, 1), ({"cadre_attack": 3}, 1)])
def test_t4_a_cadre_of_a_division_of_1944_is_not_converted_to_antitank_res(more, guns):
    """11.N.1, T4: such divisions have 1 RE and lend 1 for a gun of 1 RE; regiments and cadres do neither."""
    gun, division = unit("antitank", 1, nation="German"), infantry(8, intrinsic="support", nation="German", **more)
    found = figures([unit("armour", 12)], [gun, division], year=1944)
    if "cadre_attack" in more:
        other = found.fight.defenders[1]._replace(face=1)
        found = changed(found, defenders=(found.fight.defenders[0], other))
    assert found.armour.trace.children[1].value == guns


@pytest.mark.parametrize(
    ("retreated", "result", "defence"), [("initial_alone", "FF", 2), ("initial_alone", "F", 4), ("no", "FF", 4)]
)
def test_t1_ff_who_retreated_here_and_fails_to_leave_defends_at_half_of_half(retreated, result, defence):
    """T1.F*, 11.L.1.g: half for the retreat earlier in the turn, and half of that for the complete failure."""
    setup = document([infantry(9)], [infantry(8, retreated=retreated)], phase="exploitation", retreat_before=True, **ON)
    battle = begin(setup, "try:1", f"to:{WEST}", result)
    assert found(battle).figures.defence == defence


# --- what an attacker pays once the roll is over (11.Q.1.b.2, T10.n3) -------------------------------------------------


def test_11_m_1_what_forcing_a_way_in_costs_counts_for_special_replacements():
    """11.Q.1.b.2, 11.M.1, 11.M.6: 4 points past a 4-6 are 2 of a cadre of 4, whose other 2 go back."""
    battle = after(document([infantry(10, cadre_attack=4)], [infantry(5), infantry(4)]), "½:½")
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    before = battle.state.memo.books[0]
    assert battle.state.left == "1x0"
    battle = battle.play("force:a1:1")
    assert battle.state.left == "xx0"
    assert points(battle.state.memo.books[0].casualties - before.casualties) == 2
    assert points(battle.state.memo.books[0].back - before.back) == 2


@pytest.mark.parametrize(("reading", "marks"), [("rex", (2, 1)), ("red", (1, 1))])
def test_t10_def_the_exchange_of_a_hex_that_is_not_vacated_marks_the_attacker(reading, marks):
    """T10.n3, T10.def: the higher die gives +1, its casualties another; a disruption (T6.f3) gives none."""
    setup = document(
        [infantry(30, cadre_attack=9), infantry(9)],
        [infantry(5), infantry(4)],
        overrun_mp=3,
        readings={"failed_overrun": reading},
    )
    battle = begin({**setup, "procedure": "overrun"}, "!result=L1", *CALM, "d6=6")
    assert topic(battle) == "pay"
    assert battle.state.due.marks == marks


# --- what a roll has taken before counts for what it takes later (11.A.12, 11.M.8, 11.O) ------------------------------


def test_11_o_2_disruption_taken_as_casualties_pays_the_first_point_of_an_me_that_comes_after_it():
    """11.F.3, 11.M.2b, 11.O.2: a 4-6 at home pays the first of both bills, and anybody the second."""
    home = {"home": True, "size": "6", "cadre_attack": 1}
    defend = [infantry(4, **home), infantry(4, **home), infantry(9, cadre_attack=3)]
    setup = document([infantry(20, size="12")], defend, features=["major_city"], **ON)
    battle = begin(setup, "!result=CA", "d6=2", "d6=6", "minimal")
    while "halve" not in options(battle):
        battle = battle.play(options(battle)[0])
    battle = battle.play("halve")
    assert options(battle) == ["lose:d1:0", "lose:d2:0"]
    battle = battle.play_all(["lose:d1:0", "keep"])
    assert battle.state.due.debts[0].bill.home == 0
    assert options(battle) == ["lose:d3:0", "lose:d2:0"]


def test_11_m_8_points_paid_at_once_are_losses_of_the_roll():
    """11.A.12, 11.M.8, 11.O.2, T10.n3: 3 of 6 points at most are paid, one of them that at home; 3 more are lost."""
    attack = [infantry(30, cadre_attack=9, home=True), infantry(9, home=True), infantry(9)]
    defend = [infantry(3, size="9", cadre_attack=1)]
    setup = {**document(attack, defend, overrun_mp=3, rp_attacker=20), "procedure": "overrun"}
    battle = begin(setup, "!result=1X", *CALM, "rp:a1")
    assert bills(battle) == [("attacker", "casualties", 3)]
    assert options(battle) == ["lose:a2:0", "lose:a3:0"]


def test_11_o_1_b_disruption_of_a_d_counts_for_what_an_exchange_in_place_of_the_retreat_requires():
    """11.L.1.e, 11.L.1.g, 11.O.1.b: two mountain regiments owe 2 points, which the D has cost one of them."""
    user = {"special": "mountain", "size": "1"}
    defend = [{"type": "mountain", "attack": 3, **user}, {"type": "mountain", "attack": 3, **user}]
    defend += [infantry(12), infantry(4)]
    battle = after(document([infantry(60)], defend, terrain="mountain"), "D½", "away:d1:0", "away:d3:0")
    battle = battle.play("stand")
    assert battle.state.due.debts[0].bill.special == 0
    assert "lose:d4:0" in options(battle)


@pytest.mark.parametrize(("strength", "owed"), [(20, [(8, Fraction(3, 2))]), (2, [(14, 1)])])
def test_11_o_1_b_disruption_that_must_be_casualties_is_required_as_before(strength, owed):
    """11.M.2d, 11.O.1.b: of 16 points 3 are required; of those converted, 16 or 2, half as many, paid already if 2."""
    ring = [infantry(strength, at=place, size="1", zoc="none") for place in AROUND]
    user = {"type": "mountain", "attack": 8, "special": "mountain", "cadre_attack": 3}
    stood_by = [] if strength > 2 else [infantry(40, size="1", zoc="none")]
    setup = document([*ring, *stood_by], [user, infantry(8, cadre_attack=3)], terrain="mountain", **ON)
    battle = after(setup, "D1")
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    battle = battle.play("stuck")
    found = [debt.bill for debt in battle.state.due.debts if debt.role == "defender"]
    assert [(points(bill.owed), points(bill.special)) for bill in found] == owed


# --- how fast a cadre is, and several hexes of a retreat (11.N.3, 11.Q.2.c, 11.Q.2.d) ---------------------------------


def test_11_q_2_c_what_a_slow_cadre_is_worth_beyond_the_losses_of_a_hex_counts_as_slow_in_the_next():
    """11.Q.2.c, 11.Q.2.d: of 33 points a 10-10 pays 30, and its 6-5 cadre 3 of 6; of the next 9 it pays 3."""
    fast = {"type": "motorized", "attack": 10, "movement": 10, "cadre_attack": 6, "cadre_movement": 5}
    enemies = [infantry(60), infantry(33, at="-2,0", attacks=False), infantry(9, at="-1,2", attacks=False)]
    battle = after(document(enemies, [fast, infantry(9, cadre_attack=3)], **ON), "DR", "to:-1,0")
    while topic(battle) == "pay":
        battle = battle.play(next(one for one in options(battle) if ":d1:" in one))
    assert battle.state.left[-2:] == "x0"
    assert battle.play("to:-1,1").state.left[-2:] == "x1"


# --- a way that leads on into enemies only (11.Q.2.0, 11.Q.2.c, 11.Q.2.i) ---------------------------------------------


def test_11_q_2_c_who_has_come_to_a_hex_with_enemies_all_around_may_go_on_into_them():
    """11.Q.2.0, 11.Q.2.c, 11.Q.2.i: a hex in their zones need not be the last; into theirs, as in the first step."""
    ring = [infantry(4, at=place, attacks=False) for place in ("-2,0", "-2,1", "-1,1", "0,-1", "-1,-1")]
    battle = after(document([infantry(60), *ring], [infantry(30, size="9", cadre_attack=9)], **ON), "DR")
    battle = battle.play_all(["retreat", "to:-1,0"] if topic(battle) == "stand" else ["to:-1,0"])
    assert {"stop", "to:-2,0", "into:-2,0"} <= set(options(battle))
    assert battle.play("into:-2,0").state.bout.hexes == ("-2,0",)
    assert [one.id for one in battle.node.options if not one.aside] == ["stop"]


# --- cadres that are said to be as large as divisions, and what lowers the zone of one of several defenders ----------


@pytest.mark.parametrize(("face", "converted"), [("full", 2), ("cadre", 3)])
def test_t4_a_cadre_of_three_res_is_no_division(face, converted):
    """T4: a cadre converts as many REs as it has, a strong panzer division 2; a cadre has no ATEC of its own."""
    panzer, walkers = unit("armour", 16, face=face), unit("motorized", 6, size="9")
    guard = infantry(5, face=face, intrinsic="support")
    armour = figures([panzer, walkers], [guard]).armour.trace
    assert armour.children[0].value == 3 + converted
    assert armour.children[1].value == (Fraction(1, 2) if face == "full" else 0)


@pytest.mark.parametrize("face", ["full", "cadre"])
def test_11_o_3_a_soviet_motorized_cadre_of_three_res_owes_no_required_losses(face):
    """11.O.3, T9: divisions owe them."""
    guard = [unit("motorized", 6, face=face), infantry(6)]
    owed = at_once(document([infantry(20)], guard), Rolled("1X1", "2:1", 0, (2, 1)))
    assert any(debt.bill.special for debt in owed if debt.role == "defender") == (face == "full")


@pytest.mark.parametrize(
    ("lowered", "other", "price"),
    [
        ({"supply": "U4"}, {}, 1),
        ({"supply": "U4"}, {"zoc": "partial"}, Fraction(1, 2)),
        ({"supply": "U4"}, {"zoc": "none"}, Fraction(1, 2)),
        ({"marker": 2}, {}, 1),
        ({"marker": 2}, {"marker": 1}, Fraction(1, 2)),
        ({"supply": "U4", "marker": 2}, {"zoc": "partial"}, Fraction(1, 2)),
        ({"supply": "U4", "marker": 2}, {"zoc": "none"}, Fraction(1, 4)),
    ],
)
def test_11_b_4_supply_and_a_marker_lower_the_zone_of_the_unit_that_has_them(lowered, other, price):
    """11.B.4, 11.L.1.Ex, 11.Q.2.d: the price goes by the best zone that is left, as losses of a retreat do by each."""
    assert figures([infantry(8)], [infantry(5, **lowered), infantry(4, **other)]).cost.value == price


@pytest.mark.parametrize(("ability", "required"), [("none", 0), ("engineer", 1)])
def test_11_o_1_who_has_no_ability_owes_nothing_for_one_that_is_said_to_be_used(ability, required):
    """11.O.1: a point for each RE of those who use one; to say that it is used makes none."""
    guard = [infantry(5, size="1", special=ability, special_counts="yes"), infantry(4)]
    owed = at_once(document([infantry(20)], guard), Rolled("1X1", "2:1", 0, (2, 1)))
    assert [points(debt.bill.special) for debt in owed if debt.role == "defender"] == [required]


@pytest.mark.parametrize(("symbol", "left", "weights"), [(True, 6, ()), (False, 12, ((2, 1), (1, 1)))])
def test_11_m_3_armour_that_mountains_halve_is_cut_by_them_where_the_chart_leaves_motorized_units_whole(
    symbol, left, weights
):
    """11.F.2, 11.M.3, T6.f1: it pays an exchange as infantry does, and does not count double for disruption."""
    attack = [unit("armour", 12, armour_symbol=symbol), infantry(8)]
    setup = document(attack, [infantry(5)], terrain="mountain", here={"motorized_left": "full"})
    assert found(begin(setup)).figures.attack == left + 4
    paid = [debt.bill.weights for debt in at_once(setup, Rolled("1:", "3:1", 0, (6, 1))) if debt.role == "attacker"]
    assert [one if any(above > 1 for above, _ in one) else () for one in paid] == [weights, weights]


@pytest.mark.parametrize(("terrain", "rules"), [("clear", ["11.F.1d"]), ("mountain", ["11.F.1d"])])
def test_11_f_1d_the_limit_of_a_mountain_hexside_holds_before_a_hex_of_mountains_too(terrain, rules):
    """11.F.1d: the limit that is stated of the hexside; of the hex itself none is stated."""
    two, sides = [infantry(8), infantry(7)], {EAST: ["mountain_side"]}
    assert problems(two, [infantry(4)], terrain=terrain, sides=sides, side_stacking=1) == rules


# --- two hexes that are attacked as one: what those of each find on their way (11.Q.2, 11.R.3.d.2) --------------------


@pytest.mark.parametrize(("goes", "price"), [(SOUTHEAST, 0), ("-1,1", 2)])
def test_11_q_2_d_those_of_the_hex_that_was_left_first_weigh_where_those_of_the_other_follow(goes, price):
    """11.Q.2.d, 11.R.3.d.2: half of 4 less the 8 of friends in the hex; nothing where these went elsewhere."""
    stack = [infantry(60, zoc="none"), infantry(4)]
    defend = [infantry(8, cadre_attack=8), infantry(8, cadre_attack=3, at=EAST)]
    battle = after(pair(stack, defend, **ON), "DR", f"to:{goes}")
    battle = battle.play("stop") if "stop" in options(battle) else battle
    assert battle.state.at[2:] == (goes, EAST)
    assert routes.points(battle.game.setting, battle.state, SOUTHEAST) == price


@pytest.mark.parametrize("over", [EAST, WEST])
@pytest.mark.parametrize(("zoc", "asked"), [("full", "stand"), ("none", "pay")])
def test_11_m_2_d_disruption_waits_for_the_retreat_where_one_of_several_hexes_has_no_safe_way(over, zoc, asked):
    """11.B.12, 11.M.2d: a 6-6 beyond the west watches all ways out of it, whichever hex lends its terrain."""
    attack = [infantry(10, cadre_attack=4), infantry(10, at=WEST, cadre_attack=4)]
    setup = document(attack, [infantry(30), infantry(6, at="-2,0", zoc=zoc)], hexes={WEST: {"dm": -1}}, **ON)
    battle = begin(setup, "delay", "join:2")
    battle = battle.play(options(battle)[[WEST, EAST].index(over)])
    battle = battle.play_all(["!result=D1", *CALM[::-1]])
    assert battle.state.bout.hexes[0] == over
    assert topic(battle) == asked
    assert bills(battle)[0] == ("defender", "disruption", 20)


# --- works as they are now, where the players' chart tells of them (11.P, 11.F.0) -------------------------------------

OURS = {"title": "Ours", "tables": {"terrain_numbers": {"fort": {"zoc": -1, "dm": -2}, "damaged_fort": {"dm": 0}}}}


def test_11_p_0_a_fort_that_was_brought_down_lowers_zones_of_control_no_more():
    """11.P.6, 11.Q.2.b, 11.Q.2.d: twice a quarter of 10 for those who stay in the fort, and twice half of it after."""
    battle = begin(document([infantry(10)], [infantry(8)], features=["fort"], pack=OURS, **ON))
    stuck = [routes.points(battle.game.setting, battle.state, HERE, True)]
    battle = battle.play_all(["!result=DL", "d6=1", "d6=2", "stands"])
    battle = battle.play("!spare") if topic(battle) == "pay" else battle
    stuck.append(routes.points(battle.game.setting, battle.state, HERE, True))
    assert (battle.state.bout.works, stuck) == (("damaged_fort",), [5, 10])


@pytest.mark.parametrize(("works", "value"), [(("fort",), -3), (("damaged_fort",), -1)])
def test_t1_m8_the_hex_that_is_entered_counts_with_its_works_as_they_are_now(works, value):
    """T1.m2, T1.m8, 11.P.6: -1 for equal MP, and -2 of a fort on the way, but not once it is damaged."""
    setup = document(
        [infantry(30)], [infantry(8)], hexes={WEST: {"features": ["fort"]}}, pack=OURS, retreat_before=True
    )
    battle = begin(setup)
    state = presence.wearing(battle.state, WEST, works)
    assert modifier(battle.game.setting, state, 1, WEST).value == value


@pytest.mark.parametrize(
    ("owner", "works", "needed"), [("attacker", "fort", 8), ("attacker", "damaged_fort", 6), ("defender", "fort", 6)]
)
def test_11_r_3_d_4_works_that_were_brought_down_take_no_more_to_pin(owner, works, needed):
    """11.R.3.d.4, 11.P.6, 11.B.12: the 6 whose hex it was, and 2 for the -2 of their fort while there is one.

    A fort of those who pin them is none of theirs (11.R.3.b, 11.R.3.c).
    """
    attack = [infantry(10), infantry(6, at=HERE, attacks=False)]
    setup = document(attack, [infantry(12), infantry(5)], features=["fort"], here={"owner": owner}, pack=OURS, **ON)
    battle = begin(setup, "delay")
    state = presence.wearing(battle.state, HERE, (works,))
    assert dual_ownership.lacking(battle.game.setting, state, (2,), HERE) == needed


# --- whose die is higher, where both are read alike (T6.n1, T6.n2) ----------------------------------------------------


@pytest.mark.parametrize("result", ["CA", "DL"])
def test_t6_n1_the_higher_die_marks_its_side_where_both_are_read_as_the_first_row(result):
    """T6.n1, T6.b5, T10.n6: both at U1, so that a 1 and a 2 are read as 1; whichever dice were looked at before."""
    battle = begin(document([infantry(10, supply="U1")], [infantry(8, supply="U1")], **ON))
    seen = [battle.play_all([f"!result={result}", f"d6={one}", f"d6={other}"]) for one, other in ((1, 2), (2, 1))]
    assert [one.state.marks for one in seen] == [(0, 1), (1, 0)]
    assert [one.state.bout.kind for one in seen] == ["counterattack" if result == "CA" else "forced"] * 2


def test_t6_n1_so_it_is_in_an_attack_out_of_a_retreat_and_in_a_turn():
    """T6.n1, 11.Q.2.i: the marker counts in the hasty attack, and in the other attacks of a turn."""
    idle = infantry(4, at=SOUTHEAST, attacks=False)
    battle = begin(document([infantry(30, supply="U1"), idle], [infantry(8, supply="U1")], **ON))
    line = [(1, 2), (2, 1), (1, 2)]
    seen = [battle.play_all(["!result=DR", f"d6={one}", f"d6={other}", f"into:{SOUTHEAST}"]) for one, other in line]
    assert [one.state.marks for one in seen] == [(0, 0, 1), (1, 0, 0), (0, 0, 1)]

    units = [
        {"id": "a", "side": "attacker", "nation": "German", "at": EAST, "supply": "U1", **infantry(10)},
        {"id": "d", "side": "defender", "nation": "Soviet", "at": HERE, "supply": "U1", **infantry(8)},
    ]
    given = {"ruleset": "v101125", "procedure": "turn", "attacks": [{"targets": [HERE], "units": ["a"]}]}
    turn = Battle.start(RULESET.game(codec.read_scenario(given | {"units": units}))).play_all(["attack:1", "now"])
    seen = [turn.play_all(["!result=DL", f"d6={one}", f"d6={other}"]) for one, other in line]
    marks = [tuple(dict(unit.values).get("marker", 0) for unit in one.state.board.units) for one in seen]
    assert marks == [(0, 1), (1, 0), (0, 1)]


@pytest.mark.parametrize(("reading", "owed"), [("net", 3), ("gross", 4)])
def test_t6_r1_markers_of_both_sides_count_among_the_negative_modifiers_of_what_is_paid(reading, owed):
    """T6.r1, T10.n6, T10.n7: +1 and -1 are nothing together; by the reading each negative one adds an RE to the 3."""
    setup = document([infantry(9, marker=1)], [infantry(5, marker=2)], readings={"red_net": reading}, **ON)
    battle = begin(setup, "!result=DL", "d6=6", "d6=1")
    assert bills(battle) == [("attacker", "disruption", owed)]
    assert f"The attacker owes {owed} points of disruption" in log(battle)


@pytest.mark.parametrize(("marker", "owed"), [(0, 6), (1, 7)])
def test_t6_f3_an_odd_marker_of_those_who_failed_to_overrun_adds_to_what_it_costs_them(marker, owed):
    """T6.f3, T6.r1, T10.n7: 6 REs and one for the -1; what is paid is what the log says."""
    many, readings = infantry(2, marker=marker, count=20, size="1"), {"failed_overrun": "red"}
    setup = document([many], [infantry(5), infantry(5)], readings=readings, **ON)
    battle = begin(setup | {"procedure": "overrun"}, "!result=½:", "d6=1", "d6=2")
    while not battle.state.due.failed:
        battle = battle.play(options(battle)[0])
    assert bills(battle) == [("attacker", "disruption", owed)]
    assert f"The hex is not vacated: the attacker owes a full disruption, {owed} points." in log(battle)


# --- two hexes that were entered by one deadlock (11.L.1.f.ii) --------------------------------------------------------


def entered(*actions):
    """Both hexes of an attack out of a shared one are entered by a deadlock; a 6-6 stands beside both."""
    defend = [infantry(8), infantry(8, at=EAST), infantry(6, at=SOUTHEAST)]
    setup = pair([infantry(20), infantry(20)], defend, phase="exploitation", rp_defender=9, **ON)
    battle = begin(setup, "!result=DL", "d6=1", "d6=2", "go:a1:0", "stay")
    for action in actions:
        battle = battle.play(action)
        while topic(battle) in ("pay", "advance", "force"):
            battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
    return battle


@pytest.mark.parametrize(("joins", "here", "there"), [("all", (2, 4), (3,)), ("alone", (2,), (3, 4))])
def test_11_a_1_who_joins_the_attack_in_one_hex_joins_none_in_another(joins, here, there):
    """11.A.1, 11.L.1.f.ii: one attack in a phase; who has to attack in the hex that he is in joins no other."""
    battle = entered(joins)
    assert (battle.state.bout.hexes, battle.state.bout.attackers) == ((HERE,), here)
    battle = entered(joins, "!result=ME", "d6=2", "d6=1")
    battle = battle.play("all") if topic(battle) == "reinforce" else battle
    assert (battle.state.bout.hexes, battle.state.bout.attackers) == ((EAST,), there)


def test_11_b_4_both_attacks_are_made_in_one_phase_before_which_markers_lower_zones():
    """11.B.4, 11.L.1.Ex, 11.Q.2.a: the marker of one attack lowers no zone in the other; who fought is at half."""
    battle = entered("all", "!result=ME", "d6=2", "d6=1")
    assert battle.state.marks[4] > 0
    assert battle.state.bout.hexes == (EAST,)
    assert routes.zone(battle.game.setting, battle.state, 4, EAST) == Fraction(1, 2)
