"""Rows of the index of which a battle is asked to show what they say, each by what players are told (11.E to T10)."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125.playing import after, begin, log, options, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry, unit

BIG, NINE = infantry(30, cadre_attack=12), infantry(9, cadre_attack=4)


def rolled(setup, result="DL", one=3, other=3):
    """The battle once the dice of disruption have fallen, at the first choice that follows."""
    battle = begin(setup)
    while topic(battle) in ("plan", "waive", "waive_defender"):
        battle = battle.play("steps=1" if "steps=1" in options(battle) else "use")
    return battle.play_all([f"!result={result}", f"d6={one}", f"d6={other}"])


def read(battle):
    """As which rows both dice of disruption are read."""
    return tuple(int(row) for row in re.findall(r"disruption die is \d, read as (\d+)", log(battle)))


def owed(battle):
    """What both sides are told that they owe."""
    return re.findall(r"The (\w+) owes (\S+) points? of (\w+)", log(battle))


def problems(document_):
    """The rules that forbid the attack of a document."""
    return [one.rule for one in RULESET.game(read_scenario(document_)).problems]


def setup(attack=BIG, defend=NINE, **more):
    """An attack of one unit on another."""
    return document([attack], [defend], **more)


# --- the dice of disruption -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "more", "expected"),
    [
        ("none", {}, (3, 3)),
        ("T6.b1", {"features": ["full_city"]}, (5, 5)),
        ("T6.b2", {"features": ["partial_city"]}, (4, 4)),
        ("T6.b3", {"features": ["dot_city", "home_city"]}, (4, 4)),
        ("T6.b4", {"attack": {**BIG, "isolated": True}}, (3, 2)),
        ("T6.b4", {"defend": {**NINE, "isolated": True}}, (2, 3)),
        ("T6.b5", {"attack": {**BIG, "supply": "U1"}}, (3, 2)),
        ("T6.b5", {"defend": {**NINE, "supply": "U3"}}, (2, 3)),
        ("T6.a1, T6.d2", {"other_dm": -2}, (5, 2)),
        ("T6.d1", {"other_dm": 2}, (3, 4)),
        ("T6.a2", {"attack": {**BIG, "via": "sea"}}, (4, 3)),
        ("T6.a3", {"kind": "hasty"}, (4, 3)),
        ("T6.a4, T6.d3", {"features": ["fort"]}, (4, 2)),
        ("T6.a4, T6.d3", {"features": ["unimproved_fortress"]}, (4, 2)),
        ("T6.a5, T6.d4", {"features": ["fortified_area"]}, (5, 1)),
        ("T6.a5, T6.d4", {"sides": {EAST: ["fortified_side"]}}, (5, 1)),
        (
            "T6.a5, 11.R.0: who is dropped into the hex comes over no hexside",
            {"attack": {**BIG, "via": "airdrop"}, "sides": {EAST: ["fortified_side"]}},
            (3, 3),
        ),
        ("T6.a6, T6.d5", {"features": ["fortified_zone"]}, (6, 1)),
        ("T6.a6, T6.d5", {"features": ["port_fortification"]}, (6, 1)),
        ("T6.a6, T6.d5", {"features": ["fortress"]}, (6, 1)),
        ("T6.a7", {"chit": True}, (2, 3)),
        ("T6.a8, T6.d1", {"artillery_steps": 1}, (2, 4)),
        ("T6.a9, T10.n6", {"defend": {**NINE, "marker": 3}}, (1, 4)),
        ("T10.n7, T6.a1", {"attack": {**BIG, "marker": 3}}, (5, 2)),
        ("11.P.7: an entrenchment adds nothing", {"features": ["improved_entrenchment"]}, (3, 3)),
    ],
)
def test_modifiers_of_the_dice_of_disruption(rows, more, expected):
    """T6: told as the row that each die is read on."""
    assert read(rolled(setup(**more))) == expected


@pytest.mark.parametrize(
    ("rows", "attack", "defend", "more", "expected"),
    [
        ("none", {}, {}, {}, (3, 3)),
        ("T6.a5, T6.d4", {}, {}, {"sides": {EAST: ["fortified_side"]}}, (5, 1)),
        ("T6.b5", {"supply": "U1"}, {}, {}, (3, 2)),
        ("T6.b5", {}, {"supply": "U1"}, {}, (2, 3)),
        ("T6.b4: a force is isolated as a whole", {"isolated": True}, {"isolated": True}, {}, (3, 3)),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_one_unit_among_others_and_the_dice_of_disruption(rows, attack, defend, more, expected, first):
    """T6: part of the enemy at U1 is enough, and one attacker across a fortified hexside."""
    ours, theirs = [{**BIG, **attack}, infantry(9, at=SOUTHEAST)], [{**NINE, **defend}, infantry(3, size="1")]
    order = 1 if first else -1
    assert read(rolled(document(ours[::order], theirs[::order], **more))) == expected


def test_results_change_the_dice_of_disruption():
    """11.L.1.j: ME takes 2 off both; T6.a10: OR its number off the attacker's."""
    assert read(rolled(setup(), "ME", 6, 5)) == (4, 3)
    assert read(rolled(setup(), "OR(2)", 6, 5)) == (4, 5)


@pytest.mark.parametrize("die", range(1, 7))
def test_rows_of_the_table(die):
    """T6.1 to T6.6, 11.L.2.levels: half a disruption from 3 for the attacker and from 4 for the defender."""
    text = log(rolled(setup(), "DL", die, 6 if die < 6 else 1))
    level = {1: "0", 2: "0", 3: "½", 4: "½", 5: "1", 6: "1"}[die]
    assert f"The attacker's disruption die is {die}, read as {die}: {level} RED." in text


@pytest.mark.parametrize(("die", "row", "level"), [(4, 7, "1½"), (5, 8, "1½"), (6, 9, "2")])
def test_rows_with_a_star_of_the_attacker(die, row, level):
    """T6.7, T6.8, T6.9, T6.s2."""
    text = log(rolled(setup(features=["fortress"]), "DL", die, 1))
    assert f"read as {row}: {level} RED, with a star." in text


def test_rows_of_the_defender():
    """T6.7 to T6.10, T6.s3: a whole disruption from 7, and at 10 half a one more and a retreat."""
    city = {"features": ["full_city", "home_city"]}
    found = [log(rolled(setup(other_dm=1, **city), "1:", 1, die)) for die in (3, 4, 5, 6)]
    said = ["read as 7: 1 RED.", "read as 8: 1 RED.", "read as 9: 1 RED.", "read as 10: 1½ RED, with a star."]
    assert [line in text for line, text in zip(said, found, strict=True)] == [True] * 4


@pytest.mark.parametrize(
    ("rows", "more", "points"),
    [
        ("11.L.2.a", {}, "1½"),
        ("T6.r1", {"other_dm": -1}, "2"),
        ("T6.r1: one for 3 REs at most", {"other_dm": -1, "defend": {**NINE, "size": "4"}}, "2½"),
        ("T6.r2", {"defend": {**NINE, "reacted": True}}, "½"),
        ("T6.r3", {"sides": {EAST: ["minor_river"]}}, "3"),
        ("T6.r4", {"here": {"infantry_left": "quarter"}, "terrain": "swamp"}, "6"),
        ("T6.r5", {"defend": {**NINE, "zoc": "partial"}}, "½"),
        ("T6.r5", {"defend": {**NINE, "zoc": "double"}}, "3"),
        ("T6.r5, 11.R.3.d.1: dual", {"attack": {**BIG, "at": HERE}}, "3"),
        ("T6.r5, 11.R.0: an airdrop", {"attack": {**BIG, "via": "airdrop"}}, "3"),
        ("11.L.2.a: the attacker is the weaker", {"attack": infantry(4, size="1", cadre_attack=1)}, "½"),
    ],
)
def test_res_of_a_disruption(rows, more, points):
    """T6.r1 to T6.r5: half a disruption of the defender."""
    found = owed(rolled(setup(**more), "CA", 1, 5))
    assert [what for what in found if what[0] == "defender"] == [("defender", points, "disruption")]


def test_who_is_not_cut_pays_double():
    """T6.f1, T6.f2: a defender of 9 and 3 REs is worth 24 where terrain halves the attackers, and 12 elsewhere."""
    for more, worth in (({"sides": {EAST: ["minor_river"]}}, 24), ({}, 12)):
        battle = rolled(setup(**more), "CA", 1, 5)
        assert [one.pays / 4 for one in battle.node.options if one.id == "away:d1:0"] == [worth]


# --- results --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "result", "expected"),
    [
        ("11.L.1.a, 11.L.1.c", "1:1", [("attacker", "3", "casualties"), ("defender", "3", "casualties")]),
        ("11.L.1.b", "½:½", [("attacker", "1½", "casualties"), ("defender", "1½", "casualties")]),
        ("11.L.1.0", "1:½", [("attacker", "3", "casualties"), ("defender", "1½", "casualties")]),
        ("11.L.1.X", "1X½", [("attacker", "9", "casualties"), ("defender", "4½", "casualties")]),
        ("11.L.1.h", "½E", [("attacker", "4½", "casualties")]),
        ("11.L.1.e, 11.A.12", "½D", [("attacker", "4½", "disruption")]),
        ("11.L.1.j, 11.M.0c", "ME", [("attacker", "½", "casualties"), ("defender", "½", "casualties")]),
        ("11.L.1.k", "OR(1)", [("defender", "9", "casualties")]),
        ("11.M.4, T7", "E½D½", [("defender", "4½", "casualties"), ("defender", "4½", "disruption")]),
    ],
)
def test_results(rows, result, expected):
    """11.L.1: what both sides are told."""
    assert owed(rolled(setup(), result, 2, 1)) == expected


def test_d_in_works_and_cities():
    """T10.n10, 11.L.1.e, 11.R.3.d: half of it as casualties."""
    for more in ({"features": ["fort"]}, {"features": ["entrenchment"]}, {"features": ["partial_city"]},
                 {"attack": {**BIG, "at": HERE}}):  # fmt: skip
        assert ("defender", "4½", "casualties") in owed(rolled(setup(**more), "D1", 1, 1))


def test_an_exchange_in_mountains():
    """T10.n8, 11.M.3: a division that is halved pays double, of both the defender plainly."""
    found = owed(rolled(setup(terrain="mountain"), "½:½", 2, 1))
    assert found[:2] == [("attacker", "3", "casualties"), ("defender", "1½", "casualties")]


def test_a_second_blow_of_one_roll_and_of_the_next():
    """11.M.2c, 11.N.3: a roll reduces a unit once; the next one takes its cadre."""
    battle = rolled(setup(BIG, infantry(6, cadre_attack=2), forced_fights="here"), "DL", 1, 6)
    first = battle.play("lose:d1:0")
    assert first.state.left[1] == "1"
    second = first.play_all(["!result=E1", "d6=2", "d6=1"])
    assert second.state.left[1] == "x"


@pytest.mark.parametrize(
    ("work", "left"),
    [
        ("fortress", ("damaged_fortress",)),
        ("unimproved_fortress", ("damaged_unimproved_fortress",)),
        ("improved_fortified_area", ("fortified_area",)),
        ("fortified_area", ("improved_fort",)),
        ("improved_fort", ("fort",)),
        ("fort", ("damaged_fort",)),
        ("damaged_fort", ("damaged_fort",)),
        ("improved_entrenchment", ("entrenchment",)),
        ("entrenchment", ()),
        ("permanent_fortified_area", ("permanent_fortified_area",)),
        ("port_fortification", ("port_fortification",)),
        ("fortified_zone", ("fortified_zone",)),
    ],
)
def test_works_after_a_deadlock(work, left):
    """11.P.0 to 11.P.8, 11.P.N: before the attack is fought again (11.L.1.f)."""
    battle = rolled(setup(features=[work], forced_fights="here"), "DL", 1, 1)
    while battle.state.phase in ("convert", "pay"):
        battle = battle.play("stands" if battle.state.phase == "convert" else "!spare")
    assert battle.state.bout.stage == "exploitation"
    assert battle.state.bout.works == left


def test_a_zone_that_is_taken():
    """11.P.N: removed in a later phase of who took it."""
    battle = rolled(setup(features=["fortified_zone"]), "D1", 1, 1)
    while battle.outcome is None:
        found = options(battle)
        battle = battle.play("!spare" if topic(battle) == "pay" else "to:-1,0" if "to:-1,0" in found else found[0])
    lines = " ".join(line.text for line in battle.game.closing(battle.state))
    assert ("fortified zone is removed" in lines) == (battle.outcome.result == "taken")


# --- modifiers and abilities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "attack", "defend", "dm"),
    [
        ("T3.1", [infantry(30), infantry(5, nation="Italian", contingent="German")], [NINE], ""),
        ("T3.3", [infantry(30, size="9"), infantry(5, size="4", nation="Italian", contingent="Axis")], [NINE], "-2"),
        ("T3.4", [infantry(30, size="9", nation="British", contingent="C"),
                  infantry(5, size="7", nation="Indian", contingent="C")], [NINE], "-1"),
        ("T3.n2", [infantry(30, size="9", nation="British", contingent="C"),
                   infantry(5, size="6", nation="Indian", contingent="C")], [NINE], ""),
        ("T3.n1", [infantry(30)], [infantry(9, size="9", contingent="B"), infantry(1, size="4", contingent="C")], "+2"),
    ],
)  # fmt: skip
def test_contingents(rows, attack, defend, dm):
    """11.I, T3: in the headline."""
    found = re.findall(r"main dice (\S+),", begin(document(attack, defend)).assessment.headline)
    assert (found or [""])[0] == dm


def test_planned_steps_with_an_offensive_chit():
    """11.K.4, 11.K.2: a step costs half an SP, with a chit a quarter."""
    for chit, price in ((False, "1½"), (True, "1¼")):
        labels = [one.label for one in begin(setup(artillery_steps=1, chit=chit)).node.options]
        assert f"{price} SP" in labels[1]


def test_planned_steps_after_a_move():
    """11.K.1: more than 1 RE of a stack."""
    assert begin(setup({**BIG, "moved": "initial"}, artillery_steps=1)).state.phase == "first"
    assert begin(setup({**BIG, "moved": "initial", "size": "1"}, artillery_steps=1)).state.phase == "plan"


@pytest.mark.parametrize("via", ["sea", "airdrop"])
def test_who_lands_or_is_dropped_has_moved_before_the_attack(via):
    """11.K.1, 11.R.0: more than 1 RE of it plans nothing, but in an attack that is held, or one fought again."""
    for size, phase in (("1", "plan"), ("3/2", "first")):
        setup = document([BIG, infantry(4, via=via, size=size)], [NINE], artillery_steps=1)
        first = begin(setup)
        assert first.state.phase == phase
        fought = first.play_all([*(["steps=0"] if phase == "plan" else []), "!result=DL", "d6=1", "d6=2"])
        for battle in (begin(setup, "delay"), fought):
            assert (battle.state.phase, battle.state.bout.stage) == ("plan", "exploitation")
    late = document([BIG, infantry(4, via=via, size="3")], [NINE], artillery_steps=1, phase="exploitation")
    assert begin(late).state.phase == "first"


@pytest.mark.parametrize(
    ("size", "reacted", "phase"), [("3", False, "plan"), ("3", True, "first"), ("1", True, "plan")]
)
def test_who_moved_in_the_reaction_phase_has_moved_before_a_counterattack(size, reacted, phase):
    """11.K.1, 11.L.1.d.ii, 11.B.13: unmoved units make a planned attack, and 1 RE of a stack that moved."""
    guard = infantry(9, size=size, reacted=reacted)
    battle = begin(document([BIG], [guard], defender_steps=1), "!result=CA", "d6=2", "d6=1")
    assert (battle.state.bout.kind, battle.state.phase) == ("counterattack", phase)


def test_each_stack_of_those_who_land_counts_by_itself():
    """11.K.1, 11.R.0: who is dropped is a stack in the hex itself, beside that of the hex where it is shown."""
    troops = infantry(4, via="airdrop", size="1")
    mover = {**BIG, "moved": "initial", "size": "1"}
    assert begin(document([mover, troops], [NINE], artillery_steps=1)).state.phase == "plan"
    assert begin(document([mover, {**troops, "via": "sea"}], [NINE], artillery_steps=1)).state.phase == "first"


def test_those_who_owe_required_losses():
    """11.O.1, 11.O.1.home, 11.O.3, 11.O.1.b, T9: users of abilities, those at home, Soviet motorized divisions."""

    def rows(one):
        battle = begin(document([BIG], [one], terrain="mountain"))
        return battle.game.flow.engagement(battle.state).stakes["defender"][0].rows

    assert rows(infantry(9)) == ()
    assert rows(infantry(9, home=True)) == (8,)
    assert rows(unit("motorized", 9)) == (4,)
    assert rows(unit("motorized", 9, size="1")) == ()
    assert rows(unit("mountain", 9)) == (6,)
    assert rows(unit("commando", 2, special_counts="yes")) == (1,)
    assert rows(unit("engineer", 2, special_counts="yes")) == (3,)


def test_required_disruption():
    """11.O.N, 11.O.1.c, 11.L.2.b, T6.s1: what is above a whole one by those who use their ability."""
    units = [unit("mountain", 6, special_counts="yes", cadre_attack=2), infantry(30, cadre_attack=12)]
    battle = rolled(document(units, [NINE], features=["fortress"]), "CA", 4, 1).play("stands")
    assert {one.unit for one in battle.node.options if one.unit} == {"a1"}


def test_special_units_and_their_cap():
    """T2, T2.n1, 11.E.0: half an RE against none has a ratio of 1; three times as many give +2."""

    def dm(ours, theirs):
        attack = [infantry(30), unit("mountain", 1, size=ours)]
        defend = [infantry(9)] + ([unit("mountain", 1, size=theirs)] if theirs else [])
        return re.findall(r"main dice (\S+),", begin(document(attack, defend, terrain="mountain")).assessment.headline)

    assert dm("1/2", "") == []
    assert dm("1", "") == ["+1"]
    assert dm("3", "1") == ["+2"]
    assert dm("1", "3") == ["-2"]


def test_motorized_infantry_that_attacks_on_foot():
    """11.F.1c: at full strength in terrain that halves c/m units it is not converted to armour."""
    tank = unit("armour", 12, aec="full", cm=True)

    def ratio(**change):
        foot = unit("motorized", 6, aec="neutral", cm=True, **change)
        battle = begin(document([tank, foot], [infantry(9)], here={"motorized_left": "half"}, terrain="rough"))
        return battle.game.flow.engagement(battle.state).figures.armour.trace.children[0].value

    assert (ratio(), ratio(on_foot=True)) == (2, F(3, 2))


# --- before and after -----------------------------------------------------------------------------------------------


def test_an_overrun_and_a_retreat_before_it():
    """11.D.8: the defender may get away before it."""
    document_ = setup(retreat_before=True)
    document_["procedure"] = "overrun"
    assert "try:1" in options(begin(document_))


def test_an_unsupplied_overrun():
    """T10.n4: its price, 3 at 3:1, is added to the attacker's die."""
    for supplied, row in ((True, 3), (False, 6)):
        document_ = setup(supplied=supplied)
        document_["procedure"] = "overrun"
        assert read(rolled(document_, "1:1"))[0] == row


def test_both_sides_stay_after_a_forced_way_in():
    """11.R.3.a, 11.R.0, 11.Q.1.b.2: it costs what enemies in the hex weigh."""
    battle = rolled(setup(), "1D", 1, 2)
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    battle = battle.play("force:a1:0")
    assert battle.state.left == "10"
    assert battle.outcome.result == "dual"


def test_units_without_strength_fight_by_their_res():
    """11.H.3: where players chose so, each RE is a factor, and is lost as one."""
    trucks = unit("headquarters", 0, size="6"), unit("headquarters", 0, size="2")
    battle = begin(setup(*trucks, zero_option=True))
    assert battle.assessment.headline.startswith("6 : 2")
    gone = battle.play_all(["!result=E1", "d6=2", "d6=1"])
    assert gone.state.left == "0x"


def test_a_unit_without_printed_strength_is_lost_at_half_rate():
    """11.H.3, 11.L.1.X."""
    trucks = unit("headquarters", 0, size="6"), unit("headquarters", 0, size="2", no_printed=True)
    found = owed(rolled(setup(*trucks, zero_option=True), "X1", 2, 1))
    assert found == [("defender", "1", "casualties")]


def test_pinned_enemies():
    """11.R.3.d.4: nobody attacks out of a shared hex whose enemies are not pinned."""
    shared = infantry(4, at=EAST)
    assert problems(document([BIG], [NINE, shared])) == ["11.R.3.d.4"]
    assert problems(document([BIG, infantry(9, attacks=False)], [NINE, shared])) == []


def test_cadres_that_stand_in_for_a_disrupted_unit():
    """11.M.2a, 11.N.0: at full strength it counts with its REs, as a cadre without."""
    battle = rolled(setup(BIG, infantry(7, cadre_attack=3)), "CA", 1, 5)
    pays = {one.id: F(one.pays, 4) for one in battle.node.options if one.unit}
    assert pays == {"away:d1:0": 10, "lose:d1:0": 7}


def test_a_remnant():
    """11.N.2, T8: an Italian 4-6 becomes a 0-6."""
    battle = after(document([BIG], [infantry(4, nation="Italian", remnant=True)]), "E½")
    assert battle.state.left[1] == "1"
    assert battle.game.setting.counters[1].faces[1][:3] == ("remnant", 0, 0)


def test_supply_points_that_are_carried():
    """11.Q.2.h, 11.Q.2.a: a point of marker for 3 REs."""
    battle = rolled(setup(BIG, infantry(9, carries=4)), "DR", 2, 1).play("to:-1,0")
    assert "+3 MP for the Soviet 9-6 infantry" in log(battle)


def test_stacking_of_attackers():
    """11.A.9, 11.F.1d: over a mountain hexside as in mountains."""
    units = [BIG, NINE, NINE]
    aside = {"sides": {EAST: ["mountain_side"]}, "side_stacking": 1}
    found = [problems(document(units, [NINE], **more)) for more in ({"stacking": 2}, aside, {"stacking": 3})]
    assert found == [["11.A.9"], ["11.F.1d"], []]


def test_stacks_beside_and_behind():
    """11.Q.2.c, 11.Q.2.d: a hex in reach of two enemies costs what both weigh, behind them nothing."""
    setup_ = document([BIG, infantry(6, at=SOUTHEAST)], [NINE])
    battle = rolled(setup_, "DR", 2, 1)
    labels = {one.hex: one.label for one in battle.node.options if one.id.startswith("to:")}
    assert "15 points" in labels["1,-1"] and "3 points" in labels["-1,1"]
    assert "point" not in labels[WEST]


@pytest.mark.parametrize(
    ("kinds", "terrain", "doubled"),
    [
        (("mountain", "infantry"), "mountain", True),
        (("infantry", "mountain"), "mountain", True),
        (("infantry", "infantry"), "mountain", False),
        (("mountain", "infantry"), "clear", False),
    ],
)
def test_that_units_count_double_is_told_where_there_are_such_as_terrain_does_not_cut(kinds, terrain, doubled):
    """T6.f1: one of several is enough; the defender in the mountains is never cut."""
    attack = [{**infantry(9, cadre_attack=3), "type": kind} for kind in kinds]
    setup = document(attack, [infantry(9, cadre_attack=3)], terrain=terrain)
    battle = begin(setup, "!result=CA", "d6=5", "d6=6")
    ours, theirs = (line for _, line in battle.log if line.text.endswith(" of disruption."))
    assert ("T6.f1" in ours.rules) is doubled
    assert ("T6.f1" in theirs.rules) is (terrain == "mountain")
