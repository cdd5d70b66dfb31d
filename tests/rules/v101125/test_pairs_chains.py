"""Two rules that meet in one battle, where a result forces another fight, a retreat or a hold (11.B to 11.F, 11.L)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125.rules import bouts, losses

from tests.rules.v101125.playing import CALM, after, begin, log, options, refused, spared, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, SOUTHWEST, WEST, document, infantry, support, unit

CITY = ["full_city", "home_city"]
"""With a positive modifier of the main dice, in which a defender's 6 is read as 10: a star."""
ON = {"forced_fights": "here"}


def head(battle):
    """The odds as they are shown."""
    return battle.assessment.headline


def on(document_, *actions):
    """The battle after those actions; whatever disruption is due is spared, and nobody tries to leave."""
    battle = begin(document_)
    for action in actions:
        battle = battle.play(action)
        if action.startswith("!result"):
            battle = battle.play_all(CALM)
        while battle.outcome is None and topic(battle) in ("pay", "leave"):
            battle = battle.play("!spare" if topic(battle) == "pay" else "stay")
    return battle


def fight(battle):
    """The fight at hand."""
    return battle.game.flow.engagement(battle.state).fight


# --- hasty attacks and what they force ------------------------------------------------------------------------------


def test_hasty_and_counterattack():
    """11.C.1, 11.C.8, 11.L.1.d: the attack is halved, the counterattack on it is not."""
    setup = document([infantry(10)], [infantry(5)], kind="hasty", **ON)
    assert head(begin(setup)).startswith("5 : 5")
    assert head(on(setup, "!result=CA")).startswith("5 : 10")
    assert head(on(setup, "!result=CA", "!result=CA")).startswith("10 : 5")


def test_hasty_and_deadlock():
    """11.C.8, 11.L.1.f.i: fought again it is no hasty attack; 11.C.4: nor is its die of disruption."""
    battle = on(document([infantry(10)], [infantry(5)], kind="hasty", **ON), "!result=DL")
    assert head(battle).startswith("10 : 5")
    assert fight(battle).kind == "forced"


def test_hasty_and_planned_steps():
    """11.C.3: none; 11.L.1.d.ii: a counterattack on it may be planned."""
    setup = document([infantry(10)], [infantry(5)], kind="hasty", artillery_steps=2, defender_steps=1, **ON)
    assert begin(setup).state.phase == "first"
    assert options(on(setup, "!result=CA")) == ["steps=0", "steps=1"]


def test_hasty_and_overrun_of_armour_in_mountains():
    """11.C.1, 11.F.2, 11.B.5: every factor counts."""
    setup = document([unit("armour", 8, armour_symbol=True, cm=True)], [infantry(4)], terrain="mountain", kind="hasty")
    assert fight(begin(setup)).kind == "hasty"
    assert head(begin(setup)).startswith("1 : 4")


# --- what is stated of the attack that is set up does not count in others -------------------------------------------


def test_planned_steps_of_a_counterattack_are_those_of_its_side():
    """11.K.0, 11.L.1.d.ii, 11.B.13: the defender's in his counterattack, bought back with the attacker's."""
    setup = document([infantry(10)], [infantry(5)], artillery_steps=1, defender_steps=2, **ON)
    struck = on(setup, "steps=0", "!result=CA")
    assert options(struck) == ["steps=0", "steps=1", "steps=2"]
    assert options(struck.play("steps=2")) == ["back=0", "back=1"]


def test_planned_steps_of_a_counterattack_cost_what_they_cost():
    """11.L.1.d.ii, 11.K.2: also where the attack that led to it was made without supply."""
    setup = document([infantry(10)], [infantry(5)], supplied=False, defender_steps=1, **ON)
    labels = [option.label for option in on(setup, "!result=CA").node.options]
    assert "½ SP" in labels[1] or "¼ SP" in labels[1]


def test_an_offensive_chit_does_not_serve_a_counterattack():
    """T6.a7, 11.K.4, 11.L.1.d.ii: it supplies the attackers, in the fight that is set up and its repetition."""
    setup = document([infantry(10)], [infantry(5)], chit=True, **ON)
    assert fight(begin(setup)).chit
    assert not fight(on(setup, "!result=CA")).chit
    assert not fight(on(setup, "!result=CA", "!result=CA")).chit
    assert fight(on(setup, "!result=DL")).chit


def test_other_modifiers_are_those_of_the_attack_that_is_set_up():
    """11.B.16, 11.L.1.d.iv: a counterattack has new modifiers; a deadlock fought again has the same."""
    setup = document([infantry(10)], [infantry(5)], other_dm=2, **ON)
    assert "main dice +2" in head(begin(setup))
    assert "main dice" not in head(on(setup, "!result=CA"))
    assert "main dice +1" in head(on(setup, "!result=DL"))  # and -1 for the attacker's marker


# --- who counterattacks, whom, and from where -----------------------------------------------------------------------


def test_a_ca_and_a_star():
    """T6.s3, 11.L.1.d: the retreat comes first; the counterattack is made from where it leads."""
    setup = document([infantry(10, zoc="none"), infantry(10, at=SOUTHEAST, zoc="none")], [infantry(9, size="1/2")],
                     features=CITY, other_dm=1, **ON)  # fmt: skip
    star = begin(setup, "!result=CA", "d6=1", "d6=6")
    far = spared(star.play("to:-1,0"))
    assert far.state.at[2] == WEST
    assert far.state.bout.kind == "regular"  # no enemy in reach
    near = spared(star.play("to:-1,1"))
    assert near.state.bout.kind == "counterattack"
    assert (near.state.bout.target, near.state.bout.places) == (SOUTHEAST, (SOUTHWEST,))
    assert near.state.marks[2] == 2  # of the higher die and of the hex it went to (T6.n1, 11.Q.2.a)


@pytest.mark.parametrize("conditions", [ON, {}, {**ON, "phase": "exploitation"}])
def test_a_dl_and_a_star(conditions):
    """T6.s3, 11.L.1.f: who had to leave the hex is not attacked in it again; the attacker may advance."""
    setup = document([infantry(10, size="1/2")], [infantry(9, size="1/2")], features=CITY, other_dm=1, **conditions)
    battle = spared(begin(setup, "!result=DL", "d6=1", "d6=6", "to:-1,0"))
    assert topic(battle) == "advance"
    assert battle.play("go:a1:0").outcome.result == "taken"


def test_a_ca_on_those_without_attack_strength():
    """11.H.1, 11.L.1.d: they do not attack by themselves, forced or not; with others they take part."""
    assert after(document([infantry(10)], [infantry(0, defence=5)]), "CA").play("stay").outcome.result == "held"
    setup = document([infantry(10)], [infantry(0, defence=5)], **ON)
    assert on(setup, "!result=CA").state.bout.side == "attacker"
    both = document([infantry(10)], [infantry(0, defence=5), infantry(4)], **ON)
    assert on(both, "!result=CA").state.bout.attackers == (1, 2)


def test_a_dl_and_attackers_without_attack_strength():
    """11.H.1, 11.L.1.f: those who are left do not attack by themselves again; a reserve with strength helps."""
    units = [infantry(20), infantry(0, size="1")], [infantry(9, cadre_attack=4)]
    lost = ["!result=DL", "d6=6", "d6=5", "away:a1:0"]
    battle = begin(document(*units, **ON), *lost)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert battle.state.bout.stage == "initial"
    reserve = [*units[0], infantry(5, reserve=True)], units[1]
    assert spared(begin(document(*reserve, **ON), *lost)).state.bout.attackers == (1, 2)


def test_a_retreat_into_enemies_without_attack_strength():
    """11.H.1, 11.Q.2.i: they cannot attack there, so that they pay for the zones of control."""
    battle = after(document([infantry(30, size="9")], [infantry(0, defence=5)]), "DR")
    assert "to:1,0" in options(battle) and "into:1,0" not in options(battle)


def test_the_answer_of_those_without_attack_strength():
    """11.H.1, 11.L.1.f.ii: with others around they attack who came in, alone nobody does."""
    weak = infantry(0, defence=5)
    for others, answers in (([], False), ([infantry(4, at=WEST)], True)):
        setup = document([infantry(10)], [weak, *others], phase="exploitation", **ON)
        battle = on(setup, "!result=DL", "go:a1:0")
        assert (battle.state.bout.side == "defender") == answers


def test_a_ca_across_a_prohibited_hexside():
    """11.A.2, 11.L.1.d: no unit attacks across it, forced or not."""
    setup = document([infantry(10), infantry(5, at=SOUTHEAST, attacks=False)], [infantry(5)],
                     sides={SOUTHEAST: ["prohibited"]}, **ON)  # fmt: skip
    assert on(setup, "!result=CA").state.bout.target == EAST


def test_a_ca_and_units_held_out():
    """11.A.3, 11.L.1.d: a CA places markers, so they have no part in it; by the other reading they have."""
    units = [infantry(10)], [infantry(5), infantry(4, held_out=True)]
    assert on(document(*units, **ON), "!result=CA").state.bout.attackers == (1,)
    wide = document(*units, readings={"held_out": "all"}, **ON)
    assert on(wide, "!result=CA").state.bout.attackers == (1, 2)


def test_a_dl_and_nobody_left_but_units_held_out():
    """11.A.3, 11.L.1.f: a side that is all disrupted is attacked no more, though others stand in its hex."""
    setup = document([infantry(20, cadre_attack=9)], [infantry(3), infantry(9, held_out=True)], **ON)
    battle = begin(setup, "!result=DL", "d6=1", "d6=6", "away:d1:0")
    assert battle.state.left == "0d0"
    assert battle.state.bout.stage == "initial"


def test_a_ca_and_a_ca_on_a_hex_with_units_held_out():
    """11.L.1.d.iv, 11.L.1.d.v: those who fought count as in clear terrain; nobody else fights there."""
    setup = document([infantry(10)], [infantry(5), infantry(4, held_out=True)], terrain="woods", **ON)
    battle = on(setup, "!result=CA", "!result=CA")
    assert battle.state.bout.clear
    assert head(battle).startswith("10 : 5")


def test_an_amphibious_assault_and_a_counterattack():
    """11.R.0, T6.r5, 11.R.3.d: it is in-hex combat, on both ways."""
    setup = document([infantry(10, via="sea")], [infantry(5)], hexes={EAST: {"terrain": "sea"}}, **ON)
    assert on(setup, "!result=CA").state.bout.dual
    assert on(setup, "!result=CA", "!result=CA").state.bout.dual
    assert not on(document([infantry(10)], [infantry(5)], **ON), "!result=CA").state.bout.dual


SEA = {EAST: {"terrain": "sea"}}


def test_11_r_0_those_who_land_are_counterattacked_in_the_hex_and_nobody_advances_out_to_sea():
    """11.R.0, 11.L.1.d, 11.Q.1a: amphibious assaults are always combat inside the hex."""
    setup = document([infantry(10, via="sea")], [infantry(5)], hexes=SEA, **ON)
    battle = on(setup, "!result=CA")
    assert battle.state.bout.hexes == (HERE,)
    assert battle.state.bout.clear
    won = on(setup, "!result=CA", "!result=E1")
    assert (won.outcome.result, won.state.at[1]) == ("held", HERE)
    back = on(setup, "!result=CA", "!result=CA")
    assert (back.state.bout.hexes, back.state.bout.places) == ((HERE,), (HERE,))
    driven = on(setup, "!result=CA", "!result=DR", "retreat")
    assert f"to:{WEST}" in options(driven)
    assert f"to:{EAST}" not in options(driven)


def test_11_r_0_who_has_enemies_landed_in_his_hex_counterattacks_no_other():
    """11.R.0, 11.R.3.d.1, 11.L.1.Ex: he may only attack those in the same hex."""
    setup = document([infantry(10, via="sea"), infantry(9, at=SOUTHEAST)], [infantry(5)], hexes=SEA, **ON)
    assert on(setup, "!result=CA").state.bout.defenders == (0,)


def test_11_r_0_works_of_the_hex_do_not_come_down_by_a_counterattack_on_those_who_landed():
    """11.P.0, 11.R.3.c: a fortified area comes down once, by the attack; who landed has none of it."""
    setup = document([infantry(10, via="sea")], [infantry(9)], features=["fortified_area"], hexes=SEA, **ON)
    battle = on(setup, "!result=CA", "stands", "!result=ME")
    assert battle.state.worn == ((HERE, ("improved_fort",)),)


def test_11_a_2_nobody_counterattacks_a_stack_at_sea():
    """11.A.2, 11.L.1.d: ground units that did not land are out of reach."""
    idle = infantry(4, at=SOUTHEAST, attacks=False)
    setup = document([infantry(10), idle], [infantry(5)], hexes={SOUTHEAST: {"terrain": "sea"}}, **ON)
    assert on(setup, "!result=CA").state.bout.hexes == (EAST,)


@pytest.mark.parametrize(("limit", "attackers"), [(0, (1, 2, 3)), (2, (2, 3)), (1, (2,))])
def test_11_a_9_no_more_counterattack_a_hex_than_may(limit, attackers):
    """11.A.9, 11.L.1.d: the stacking limit of the attacked hex holds for forced attacks, too; the strongest go."""
    defend = [infantry(4), infantry(7), infantry(6)]
    battle = on(document([infantry(10)], defend, hexes={EAST: {"attackers": limit}}, **ON), "!result=CA")
    assert battle.state.bout.attackers == attackers


def test_an_airdrop_into_a_major_city_and_an_me():
    """11.F.3: ME for all but the paratroops, who are counterattacked, or have the deadlock to themselves."""
    units = [infantry(20, cadre_attack=9), unit("parachute", 4, via="airdrop", at=HERE)], [infantry(9, cadre_attack=3)]
    for result, kind, first in (("CA", "counterattack", (2,)), ("DL", "forced", (1,))):
        setup = document(*units, features=["full_city", "major_city"], **ON)
        battle = begin(setup, f"!result={result}", "d6=1", "d6=2", "minimal")
        exchange = battle.state.due.debts[-2]
        assert exchange.bill.weights == ((1, 1), (0, 1))  # the ME is for the others
        battle = spared(battle)
        assert battle.state.bout.kind == kind
        assert battle.state.bout.attackers == first
        assert fight(battle).defenders[0].counter.id == ("a2" if result == "CA" else "d1")
    apart = Battle.start(begin(document(*units, features=["full_city", "major_city"])).game.reckoned())
    ended = spared(apart.play_all(["now", "!result=CA", "d6=1", "d6=2", "minimal"]))
    assert ended.outcome.result == "counterattack"


def test_an_airdrop_into_a_fort_and_an_me():
    """11.F.3: there nothing is turned."""
    units = [infantry(20), unit("parachute", 4, via="airdrop", at=HERE)], [infantry(9)]
    assert spared(after(document(*units, features=["fort"]), "CA")).state.bout.kind == "counterattack"


def test_those_who_stood_by_in_a_fort_turn_a_ca_into_an_me():
    """11.L.1.d.v, 11.F.3: all terrain counts for them, in which they are the defenders."""
    setup = document([infantry(10), infantry(9, at=SOUTHEAST, attacks=False)], [infantry(5)],
                     hexes={SOUTHEAST: {"terrain": "clear", "features": ["fort"]}}, **ON)  # fmt: skip
    battle = on(setup, "!result=CA").play("strike:0,1").play_all(["!result=CA", "d6=1", "d6=2"])
    assert topic(battle) == "convert"
    assert battle.node.side == "attacker"


def test_a_counterattack_and_support():
    """11.L.1.d.i, 11.C.2: none of the first fight; what is flown for it counts as in a hasty attack."""
    flown = [infantry(10), support(8)], [infantry(5), {**support(6), "serves": "counterattack"}]
    setup = document(*flown, **ON)
    assert head(begin(setup)).startswith("18 : 5")
    assert head(on(setup, "!result=CA")).startswith("8 : 10")
    assert head(on(setup, "!result=CA", "!result=CA")).startswith("10 : 5")


def test_those_whom_a_counterattack_strikes_have_support_of_their_own():
    """11.L.1.d.i, 11.B.3, 11.C.2: their air at half as defence, and all at half as in a hasty attack."""
    flown = [infantry(10), {**support(8), "serves": "struck"}, {**support(4, "naval"), "serves": "struck"}]
    setup = document(flown, [infantry(5)], **ON)
    assert head(begin(setup)).startswith("10 : 5")
    assert head(on(setup, "!result=CA")).startswith("5 : 14")  # 8 / 2 / 2 + 4 / 2
    assert head(on(setup, "!result=CA", "!result=CA")).startswith("10 : 5")
    plain = document(flown, [infantry(5)], readings={"hasty_support": "attacker"}, **ON)
    assert head(on(plain, "!result=CA")).startswith("5 : 18")  # 8 / 2 + 4


def test_who_has_no_support_against_counterattacks_is_struck_without():
    """11.L.1.d.i: what was flown for the first fight, or for counterattacks of its side, has no part in it."""
    flown = [infantry(10), support(8), {**support(8), "serves": "counterattack"}], [infantry(5)]
    assert head(on(document(*flown, **ON), "!result=CA")).startswith("5 : 10")


def test_a_counterattack_and_bystanders_with_rivers():
    """11.L.1.d.iv: a river does not count even if another CA follows."""
    setup = document([infantry(10)], [infantry(5)], sides={EAST: ["minor_river"]}, **ON)
    assert head(begin(setup)).startswith("5 : 5")
    assert head(on(setup, "!result=CA")).startswith("5 : 10")
    assert head(on(setup, "!result=CA", "!result=CA")).startswith("10 : 5")


# --- retreat before combat ------------------------------------------------------------------------------------------


def test_a_complete_failure_counts_as_long_as_the_phase_lasts():
    """T1.FF, 11.L.1.d, 11.L.1.f.i: in every defence of this combat phase, and no longer in the next one."""
    setup = document([infantry(10)], [infantry(6)], retreat_before=True, **ON)
    failed = begin(setup, "try:1", "to:-1,0", "FF")
    assert head(failed).startswith("10 : 3")
    now = failed.play("now")
    chain = now.play_all(["!result=CA", *CALM])
    assert head(chain).startswith("6 : 10")  # an attack is not halved
    assert head(chain.play("stay").play_all(["!result=CA", *CALM])).startswith("10 : 3")
    assert head(now.play_all(["!result=DL", *CALM])).startswith("10 : 6")
    assert head(failed.play_all(["delay", "wait"])).startswith("10 : 6")


def test_who_got_away_is_not_struck():
    """11.D.7, 11.L.1.d: of two defenders one leaves, and only the other counterattacks."""
    setup = document([infantry(10)], [infantry(6), infantry(4)], retreat_before=True, **ON)
    battle = begin(setup, "try:1", "to:-1,0", "S", "stay", "now", "!result=CA", *CALM)
    assert battle.state.bout.attackers == (2,)


def test_who_got_away_makes_nobody_the_stronger_side():
    """11.D.7, 11.L.1.X: whether the rest is the weaker side is asked of those who fought."""
    setup = document([infantry(10)], [infantry(30), infantry(4, cadre_attack=2)], retreat_before=True)
    battle = begin(setup, "try:1", "to:-1,0", "S", "stay", "now", "!result=X½", *CALM)
    assert topic(battle) == "stand"  # 10 against 2


def test_a_counterattack_and_a_retreat_before_it():
    """11.D.2, 11.L.1.d: those it strikes may try to leave, and leave the hex to those who struck."""
    setup = document([infantry(10)], [infantry(6)], retreat_before=True, **ON)
    battle = begin(setup, "stay", "now", "!result=CA", *CALM, "try:0", "to:2,0", "S")
    assert topic(battle) == "advance"
    assert battle.node.side == "defender"


def test_great_success_and_supply_that_is_carried():
    """T1.SS, 11.D.5, 11.Q.2.h: a point for each 3 REs, one less by great success; the log tells the marker."""
    setup = document([infantry(20)], [infantry(8, carries=4)], retreat_before=True)
    assert "+3 MP for the Soviet 8-6 infantry" in log(begin(setup, "try:1", "to:-1,0", "S"))
    assert "+2 MP for the Soviet 8-6 infantry" in log(begin(setup, "try:1", "to:-1,0", "SS"))


def test_a_retreat_before_combat_and_good_terrain():
    """T1.m8, T1.m9: bad terrain makes it harder to enter and easier to leave; other terrain does nothing."""
    for dm, sign in ((-2, "+1"), (2, "-1")):
        setup = document([infantry(20)], [infantry(8)], here={"dm": dm}, retreat_before=True)
        assert f", {sign}:" in begin(setup, "try:1", "to:-1,0").node.prompt


def test_a_retreat_before_combat_and_works_that_came_down():
    """T1.m9, 11.P.8, 11.L.1.f.i: an entrenchment that the first fight removed helps nobody to leave."""
    pack = {"title": "p", "tables": {"terrain_numbers": {"entrenchment": {"dm": -1}}}}
    setup = document([infantry(20)], [infantry(8)], features=["entrenchment"], pack=pack, retreat_before=True, **ON)
    first = begin(setup, "try:1", "to:-1,0")
    assert ", +0:" in first.node.prompt
    again = begin(setup, "stay", "now", "!result=DL", "d6=1", "d6=2", "try:1", "to:-1,0")
    assert ", -2:" in again.node.prompt  # -1 as no faster, -1 for a marker


# --- held attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [{"attacks": False}, {"at": SOUTHEAST}, {"face": "remnant"}],
    ids=["it attacks elsewhere", "a prohibited hexside lies between", "a remnant"],
)
@pytest.mark.parametrize("way", ["held", "deadlock"])
def test_reserves_that_may_not_join(change, way):
    """11.A.13, 11.L.1.f.i with 11.A.6, 11.A.2 and 11.A.7."""
    setup = document([infantry(10), infantry(6, reserve=True, **change)], [infantry(5)],
                     sides={SOUTHEAST: ["prohibited"]}, **ON)  # fmt: skip
    battle = begin(setup, "delay") if way == "held" else on(setup, "!result=DL")
    assert battle.state.bout.attackers == (0,)
    free = document([infantry(10), infantry(6, reserve=True)], [infantry(5)], **ON)
    battle = begin(free, "delay") if way == "held" else on(free, "!result=DL")
    assert battle.state.bout.attackers == (0, 1)


def test_reserves_and_a_counterattack():
    """11.A.13: they wait for the exploitation phase, and are struck all the same where they stand (11.L.1.d.iv)."""
    setup = document([infantry(10), infantry(6, reserve=True)], [infantry(5)], **ON)
    battle = on(setup, "!result=CA")
    assert battle.state.bout.defenders == (0, 1)
    assert not battle.state.bout.clear  # one of them did not fight (11.L.1.d.v)


def test_a_held_attack_keeps_its_support_and_a_deadlock_does_not():
    """11.L.1.Ex, 11.L.1.f.i."""
    setup = document([infantry(10), support(4)], [infantry(5), support(2, "naval")], **ON)
    assert head(begin(setup, "delay")).startswith("14 : 7")
    assert head(on(setup, "!result=DL")).startswith("10 : 5")


def test_a_planned_attack_and_the_exploitation_phase():
    """11.K.1, 11.K.3: who moved in the first movement phase does not matter to a held attack; its armour is halved."""
    tank = unit("armour", 12, aec="full", atec="full", cm=True, moved="initial")
    setup = document([tank], [infantry(6, intrinsic="support")], artillery_steps=1)
    assert begin(setup).state.phase == "first"
    held = begin(setup, "delay", "wait")
    assert options(held) == ["steps=0", "steps=1"]

    def armour(battle):
        return battle.game.flow.engagement(battle.state).figures.armour.ratio.value

    assert armour(held.play("steps=0")) == 6
    assert armour(held.play("steps=1")) == 3


def test_steps_bought_back_leave_a_planned_attack():
    """11.B.13, T6.a8: its disruption die is at -1 all the same."""
    setup = document([infantry(10)], [infantry(5)], artillery_steps=2, defender_steps=2)
    battle = begin(setup, "steps=2", "back=1", "!result=ME", "d6=6", "d6=1")
    assert "read as 3" in log(battle)  # 6, -2 for the ME, -1 as planned; +1 of the main dice is the defender's


# --- answers to a deadlock ------------------------------------------------------------------------------------------


def test_who_stands_across_a_prohibited_hexside_does_not_join_the_answer():
    """11.L.1.f.ii, 11.R.3.d.3, 11.A.2."""
    units = [infantry(10)], [infantry(5), infantry(4, at=WEST)]
    for sides, who in (({}, (1, 2)), ({WEST: ["prohibited"]}, (1,))):
        setup = document(*units, sides=sides, phase="exploitation", **ON)
        battle = on(setup, "!result=DL", "go:a1:0")
        battle = battle.play("all") if topic(battle) == "reinforce" else battle
        assert battle.state.bout.attackers == who


def test_a_counterattack_in_the_hex_that_was_entered_by_a_deadlock():
    """11.R.3.d.1, 11.L.1.Ex: those who share a hex strike each other there."""
    setup = document([infantry(10), infantry(6, at=SOUTHEAST)], [infantry(5)], phase="exploitation", **ON)
    battle = on(setup, "!result=DL", "go:a1:0", "stay", "!result=CA")
    assert (battle.state.bout.side, battle.state.bout.target) == ("attacker", HERE)
    assert battle.state.bout.attackers == (0,)


# --- ways out -------------------------------------------------------------------------------------------------------

RING = (EAST, "1,-1", "0,-1", WEST, SOUTHWEST, SOUTHEAST)


def surrounded(defenders, **fields):
    """Defenders with an enemy regiment in each hex around."""
    return document([infantry(4, at=place, size="1", **fields) for place in RING], defenders)


def test_those_who_are_surrounded_may_retreat_into_enemies():
    """11.Q.2.0, 11.Q.2.b, 11.Q.2.i: into a hex of theirs, with its losses or a hasty attack, or they stay at double."""
    battle = after(surrounded([infantry(8, cadre_attack=2)]), "DR")
    found = options(battle)
    assert {"stuck", "into:1,0", "to:1,0"} <= set(found) and "to:2,0" not in found
    assert [one.id for one in battle.node.options if not one.aside] == ["stuck"]
    assert battle.play("into:1,0").state.bout.kind == "hasty"
    stays = battle.play("stuck")
    assert "at twice the losses" in log(stays)
    assert stays.state.left[-1] == "x"


def test_those_who_are_surrounded_retreat_before_they_are_disrupted():
    """11.M.2d, 11.L.1.e: a D does not take them to the turn track; what is left of it is converted."""
    battle = after(surrounded([infantry(8, cadre_attack=2), infantry(3)], zoc="none"), "D1")
    assert battle.state.left[-2:] == "00"
    battle = battle.play_all(["retreat", "stuck"])
    killed = [debt for debt in battle.state.due.debts if debt.bill.kind == "casualties"]
    assert [debt.bill.owed for debt in killed] == [8]  # 4 of 11 points, at half rate
    free = after(document([infantry(30, size="9")], [infantry(8, cadre_attack=2), infantry(3)]), "D1")
    assert topic(free) == "pay"


def test_those_who_are_surrounded_convert_disruption_without_a_retreat():
    """11.M.2d: "if required" is said of the retreat; who cannot get out converts all the same."""
    battle = begin(surrounded([infantry(8, cadre_attack=2)]), "!result=DL", "d6=2", "d6=6")
    assert battle.state.left[-1] == "1"
    open_ = begin(document([infantry(8)], [infantry(8, cadre_attack=2)]), "!result=DL", "d6=2", "d6=6")
    assert "away:d1:0" in options(open_)


@pytest.mark.parametrize(
    ("state", "points"),
    [({"unsupported": True}, 1), ({"supply": "U2"}, 2), ({"supply": "U2", "supply_cut": "half"}, 1)],
)
def test_who_bars_the_way_counts_as_supply_and_support_leave_it(state, points):
    """11.M.2d: an AA regiment of 2 makes a stack convert what is left of that, to half as much; unstated, all of it."""
    gun = unit("antiaircraft", 2, size="1", zoc="none", **state)
    sides = {place: ["prohibited"] for place in RING if place not in (WEST, EAST)}
    setup = document(
        [infantry(30, size="9"), {**gun, "at": WEST, "attacks": False}],
        [infantry(9, size="9"), infantry(3)],
        sides=sides,
    )
    battle = begin(setup, "!result=DL", "d6=2", "d6=6")
    first = next(debt for debt in battle.state.due.debts if debt.role == "defender")
    assert (first.bill.kind, first.bill.owed) == ("casualties", losses.parts(F(points, 2)))


def test_interdiction_is_no_safe_way():
    """11.M.2d, 11.M.0d, 11.Q.2.e: it costs losses, so the retreat comes before the disruption."""
    setup = document([infantry(30, size="9")], [infantry(8, cadre_attack=2)], here={"interdiction": 1})
    assert topic(after(setup, "D1")) == "retreat"


def test_the_second_who_forces_his_way_in_meets_friends():
    """11.Q.1.b.2, 11.Q.2.d: 5 less the 4 of a cadre in the hex; zones of both, who fought, are a level lower."""
    setup = document([infantry(10, cadre_attack=4), infantry(10, cadre_attack=4, at=SOUTHEAST)], [infantry(5)])
    first = spared(spared(after(setup, "1:")).play("force:a1:0"))
    label = next(one.label for one in first.node.options if one.id.startswith("force:a2"))
    assert "for 1 point " in label


def test_those_of_one_hex_who_force_their_way_in_together_pay_once():
    """11.Q.1.b.2, 11.Q.2.d: 5 points for two 10s as in a retreat of both; those of another hex go by themselves."""
    stack = [infantry(10, cadre_attack=4), infantry(10, cadre_attack=4), infantry(9, at=SOUTHEAST)]
    battle = spared(after(document(stack, [infantry(5)]), "1:")).play("force:a1:0")
    assert options(battle) == ["go", "force:a2:0"]
    assert refused(battle, "a3") == ["those of another hex go in by themselves"]
    together = battle.play("force:a2:0")
    assert [(debt.role, debt.bill.owed) for debt in together.state.due.debts] == [("attacker", 20)]
    assert {one.unit for one in together.node.options} == {"a1", "a2"}
    paid = together.play(options(together)[0])
    assert (paid.state.at[:3], sorted(paid.state.left[:2])) == ((HERE, HERE, SOUTHEAST), ["0", "1"])
    assert log(paid).count("advance into") == 1
    alone = battle.play("go")
    assert (alone.state.at[:2], alone.state.left[:2]) == ((HERE, EAST), "10")


def test_who_forces_his_way_in_with_another_needs_room_beside_him():
    """11.Q.1a, 11.Q.1.b: 3 REs and 3 are more than the 5 that may stand there; 3 and 2 are not."""
    stack = [infantry(10), infantry(10), infantry(4, size="2")]
    battle = spared(after(document(stack, [infantry(5)], here={"limit": 5}), "1:")).play("force:a1:0")
    assert options(battle) == ["go", "force:a3:0"]
    assert refused(battle, "a2")[0].startswith("the stacking limit of the hex is 5 REs: 3 are there")


@pytest.mark.parametrize(("result", "home"), [("E½", 1), ("½:½", 0)])
def test_11_o_2_the_first_point_that_forcing_a_way_in_costs_comes_from_a_unit_at_home(result, home):
    """11.Q.1.b.2, 11.O.2: as in a retreat; the first point of a roll that has cost the attacker something is paid."""
    attack = [infantry(6, cadre_attack=3, home=True), infantry(6, cadre_attack=3), infantry(2, home=True, size="1/2")]
    setup = document(attack, [infantry(5, cadre_attack=2), infantry(2, size="1")])
    battle = after(setup, result)
    while topic(battle) != "force":
        picks = options(battle)
        battle = battle.play("stand" if "stand" in picks else picks[-1])
    battle = battle.play_all(["force:a1:0", "force:a2:0"])
    battle = battle.play("go") if "go" in options(battle) else battle
    (debt,) = battle.state.due.debts
    assert F(debt.bill.home, 4) == home
    assert battle.state.left[:2] == ("10" if home else "00")
    assert {one.unit for one in battle.node.options} == ({""} if home else {"a1", "a2"})  # others may pay the rest


def test_11_r_0_who_landed_is_still_in_the_hex_that_he_fights_in_until_he_has_retreated():
    """11.R.0, 11.L.1.f: he stands at sea; once he has gone elsewhere nobody is left to be fought again."""
    setup = document([infantry(10, cadre_attack=4, via="sea")], [infantry(5)], hexes=SEA, **ON)
    battle = on(setup, "!result=CA", "!result=DR", "retreat")
    setting = battle.game.setting
    assert (battle.state.bout.defenders, battle.state.at[0]) == ((0,), EAST)
    assert bouts.still_there(setting, battle.state) == (0,)
    gone = battle.play_all([f"to:{WEST}", "stop"]).state
    assert gone.at[0] == WEST
    assert bouts.still_there(setting, gone) == ()
