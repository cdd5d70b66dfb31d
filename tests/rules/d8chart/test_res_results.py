"""RES: losses in steps, the bracketed result, the retreat check, retreats."""

import pytest
from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Chance, Decision, Terminal

from tests.rules.d8chart.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    fight,
    infantry,
    losses,
    lost,
    result,
    text,
    unit,
)

TWO = [infantry(4, steps=2), infantry(3, steps=2)]


@pytest.mark.parametrize(("name", "steps"), [("1/-", 1), ("2/-", 2), ("3/-", 3)])
def test_RES_A1_A2_A3_cost_the_attacker_steps(name, steps):
    # RES.A1, RES.A2, RES.A3
    battle = result(name, TWO, [infantry()])
    assert lost(battle) == (steps, 0)
    assert battle.outcome.result == "held"


@pytest.mark.parametrize(("name", "steps"), [("-/2", 2), ("-/3", 3), ("-/2*", 2), ("-/3*", 3)])
def test_RES_D_costs_the_defender_steps(name, steps):
    # RES.D2, RES.D3, RES.D2s, RES.D3s
    assert lost(result(name, TWO, [infantry(steps=2), infantry(steps=2)])) == (0, steps)


def test_RES_AE_and_DE_take_everybody():
    assert result("AE", TWO, [infantry()]).outcome.result == "lost"
    battle = result("DE", TWO, [infantry(), infantry()])
    assert battle.outcome.result == "cleared" and lost(battle) == (0, 4)
    assert battle.outcome.measure("hex") == 1


@pytest.mark.parametrize("name", ["-/2", "2/-", "AE", "DE"])
def test_an_attack_is_no_march(name):
    # Counters that were moved are counted where they march or land; an attack counts the hex and the steps.
    assert result(name, TWO, [infantry(steps=2)]).outcome.measure("moved") == 0


def test_RES_who_loses_is_asked_of_the_owner():
    battle = fight(TWO, [infantry()], "!result=2/-")
    assert isinstance(battle.node, Decision)
    assert battle.node.side == "attacker" and "RES.who-loses" in battle.node.rules
    assert list(battle.legal_actions) == ["lose:a1:2", "lose:a2:2"]
    assert list(battle.play("lose:a1:2").legal_actions) == ["lose:a1:1", "lose:a2:2"]
    assert battle.game.owed(battle.state) == Owed(2, "steps")
    one = fight(TWO, [infantry()], "!result=1/-")
    assert isinstance(one.node, Decision) and one.game.owed(one.state) is None  # one step is one answer
    assert {refusal.unit for refusal in battle.game.refusals(battle.state)} == {"d1"}


def test_one_way_only_is_not_asked():
    assert isinstance(fight([infantry(steps=4)], [infantry()], "!result=2/-").node, Terminal)


def test_steps_of_like_counters_may_be_spread_or_not():
    battle = fight([infantry(count=2, steps=2)], [infantry()], "!result=2/-")
    assert list(battle.legal_actions) == ["lose:a1:2", "lose:a1:1"]
    assert battle.play("lose:a1:2").state.left[0] == (1, 1)
    assert battle.play("lose:a1:1").state.left[0] == (2,)


def test_RES_excess_is_ignored():
    battle = result("-/3*", TWO, [infantry(steps=2)])
    assert lost(battle) == (0, 2)
    assert battle.outcome.result == "cleared" and "RES.excess" in text(battle)


def test_board_shows_steps():
    battle = result("2/-", [infantry(count=2, steps=2)], [infantry()])
    assert battle.game.overlay(battle.state)["steps"] == {"a1": 2}


# --- the bracket ------------------------------------------------------------------------------------


def test_RES_B1_costs_the_defender_a_step():
    # RES.B1
    assert lost(result("[-/1]", TWO, [infantry()])) == (0, 1)


def test_RES_B1_fort_turns_it():
    battle = result("[-/1]", TWO, [infantry()], features=["fort_chit"])
    assert lost(battle) == (1, 0) and "RES.B1-fort" in text(battle)


def test_RES_B1_fort_must_matter():
    assert lost(result("[-/1]", TWO, [infantry()], features=["coastal_fort"])) == (0, 1)
    assert lost(result("[-/1]", TWO, [infantry()], features=["coastal_fort"], readings={"fort_present": "any"})) == (
        1,
        0,
    )
    permanent = {"features": ["permanent_fort"]}
    assert lost(result("[-/1]", TWO, [infantry()], **permanent)) == (0, 1)
    assert lost(result("[-/1]", TWO, [infantry()], sides={"W": ["fort"]}, **permanent)) == (1, 0)
    both = [infantry(steps=2), infantry(steps=2, at=NORTHWEST)]
    assert lost(result("[-/1]", both, [infantry()], sides={"W": ["fort"]}, **permanent)) == (1, 0), "one way is enough"
    no_fort = {"features": ["coastal_fort"], "sides": {"W": ["fort"]}}
    assert lost(result("[-/1]", TWO, [infantry()], **no_fort)) == (0, 1)
    assert lost(result("[-/1]", TWO, [infantry()], readings={"fort_present": "any"}, features=["port"])) == (0, 1)


def test_RES_B1_sovcity_turns_it():
    battle = result("[-/1]", TWO, [infantry()], features=["home_city"])
    assert lost(battle) == (1, 0) and "RES.B1-sovcity" in text(battle)
    assert "it is a Soviet home city" in text(battle)
    like = result("[-/1]", TWO, [infantry()], features=["soviet_city"])
    assert lost(like) == (1, 0) and "it is a Soviet city, read as a home city" in text(like)
    with_fort = result("[-/1]", TWO, [infantry()], features=["home_city", "fort_chit"])
    assert "a fort is there and it is a Soviet home city" in text(with_fort)
    any_fort = result("[-/1]", TWO, [infantry()], features=["fort_chit"], readings={"fort_present": "any"})
    assert "a fort is there, which is enough" in text(any_fort)
    assert lost(result("[-/1]", TWO, [infantry()], features=["soviet_city"], readings={"cities": "marked"})) == (0, 1)


def test_RES_star_blitz_spares_germans():
    city = {"features": ["home_city"], "blitz": "first"}
    assert lost(result("[-/1]", TWO, [infantry()], nations=("German", "Soviet"), **city)) == (0, 1)
    assert lost(result("[-/1]", TWO, [infantry()], nations=("Italian", "Soviet"), **city)) == (1, 0)
    second = city | {"blitz": "second"}
    assert lost(result("[-/1]", TWO, [infantry()], nations=("German", "Soviet"), **second)) == (1, 0)
    mixed = [infantry(nation="German"), infantry(nation="Rumanian")]
    assert lost(result("[-/1]", mixed, [infantry()], **city)) == (1, 0)
    assert lost(result("[-/1]", mixed, [infantry()], blitz_germans=True, **city)) == (0, 1)


# --- the retreat check ------------------------------------------------------------------------------


def at_stand(steps, name="-/2*", **setup):
    return result(name, TWO, [infantry(steps=steps)], **setup)


@pytest.mark.parametrize(("factors", "due"), [(0, False), (1, True), (4, True)])
def test_CRT_retreat_gate_by_strength_needs_some_strength_to_lose(factors, due):
    # by the reading: two steps of three are two thirds of whatever strength there is
    stack = [infantry(factors, steps=3)]
    battle = result("-/2*", TWO, stack, features=["fort_chit"], readings={"half_of": "strength"})
    assert battle.state.due == due


def test_CRT_retreat_gate_is_half_or_more():
    assert at_stand(4).state.due
    assert not at_stand(5).state.due
    assert not at_stand(7, "-/3*").state.due
    assert at_stand(6, "-/3*").state.due


def test_CRT_retreat_gate_by_strength():
    stack = [infantry(8, steps=2), infantry(1, steps=4)]
    battle = fight(TWO, stack, "!result=-/2*", readings={"half_of": "strength"})
    strong = battle.play_all(["lose:d1:2", "lose:d1:1"])
    weak = battle.play_all(["lose:d2:4", "lose:d2:3"])
    assert strong.state.due and not weak.state.due


def test_RES_D2_without_star_never_retreats():
    assert at_stand(4, "-/2").outcome.result == "held"
    assert at_stand(6, "-/3").outcome.result == "held"  # RES.D3
    starred = at_stand(4, "-/2", readings={"unstarred": "starred"})
    assert starred.state.due and starred.node.topic == "stand"


def test_RES_check_roll_strictly_lower_holds():
    battle = fight([infantry(9)], [infantry(3, steps=4)], "d8=5")  # 3-1: -/2*
    battle = losses(battle).play("stay")
    assert isinstance(battle.node, Chance) and battle.node.side == "defender"
    assert battle.play("d8=4").outcome.result == "held"
    assert battle.play("d8=5").outcome.result == "retreated"


def test_RES_check_roll_against_the_modified_die():
    setup = {"concentric": True, "air_superiority": "attacker"}
    natural = losses(fight([infantry(9)], [infantry(3, steps=4)], "d8=3", **setup)).play("stay")
    assert natural.play("d8=4").outcome.result == "retreated"
    modified = fight([infantry(9)], [infantry(3, steps=4)], "d8=3", readings={"check_die": "modified"}, **setup)
    assert losses(modified).play("stay").play("d8=4").outcome.result == "held"


def test_RES_check_roll_one_is_never_held():
    battle = losses(fight([infantry(20)], [infantry(4, steps=4)], "d8=1", blitz="first")).play("stay")
    assert all(battle.play(f"d8={n}").outcome.result == "retreated" for n in range(1, 9))


def test_RES_vol_retreat_is_offered_either_way():
    assert list(at_stand(4).legal_actions) == ["stay", "retreat"]
    assert list(at_stand(5).legal_actions) == ["stay", "retreat"]
    assert at_stand(5).play("retreat").outcome.measure("retreat") == 1
    assert at_stand(5).play("stay").outcome.result == "held"


def test_RES_vol_german_not_before_1944():
    germans = {"nations": ("Soviet", "German")}
    assert isinstance(at_stand(4, year=1943, **germans).node, Chance)  # straight to the check
    assert at_stand(5, year=1943, **germans).outcome.result == "held"
    assert "RES.vol-german" in text(at_stand(5, year=1943, **germans))
    assert list(at_stand(5, year=1944, **germans).legal_actions) == ["stay", "retreat"]


def test_RES_vol_german_while_a_german_survives():
    stack = [infantry(nation="German", steps=2), infantry(nation="Rumanian", steps=3)]
    battle = fight(TWO, stack, "!result=-/2*", nations=("Soviet", "German"), year=1942)
    assert battle.play_all(["lose:d1:2", "lose:d1:1"]).outcome is None  # no German left: Rumanians may go
    both = battle.play_all(["lose:d2:3", "lose:d2:2"])
    assert [option.label for option in both.node.options] == ["Stay", "Retreat all but the Germans"]
    left = both.play("retreat")
    assert left.outcome.result == "held", "the Germans hold the hex"
    assert "The Germans stay in the hex. RES.vol-german" in text(left)
    strict = fight(TWO, stack, "!result=-/2*", nations=("Soviet", "German"), year=1942,
                   readings={"german_ban": "stack"})  # fmt: skip
    assert strict.play_all(["lose:d2:3", "lose:d2:2"]).outcome.result == "held"


def test_RES_vol_german_those_who_stay_take_the_check_that_is_due():
    stack = [infantry(nation="German", steps=2), infantry(nation="Rumanian", steps=2)]
    battle = fight([infantry(16)], stack, "d8=6", "lose:d2:2", "lose:d1:2", nations=("Soviet", "German"),
                   year=1942, hexes=MARKED)  # fmt: skip
    assert battle.state.due
    left = battle.play_all(["retreat", f"to:{EAST}"])
    assert isinstance(left.node, Chance) and left.state.parted
    assert left.game.overlay(left.state)["moved"] == {"d2": {EAST: 1}}
    assert not any("d2" in option.id for option in left.game.overrides(left.state)), "they are out of it"
    assert left.play("d8=5").outcome.result == "held"
    driven = left.play_all(["d8=6", f"to:{NORTHEAST}"])
    assert driven.outcome.result == "retreated"
    assert driven.game.overlay(driven.state)["moved"] == {"d2": {EAST: 1}, "d1": {NORTHEAST: 1}}


# --- retreats (EXT.11.8) ----------------------------------------------------------------------------


MARKED = {EAST: {"features": ["retreat"]}, NORTHEAST: {"features": ["retreat"]}}


def test_EXT_11_8_hexes_are_marked():
    battle = at_stand(4, hexes=MARKED).play("retreat")
    assert list(battle.legal_actions) == [f"to:{EAST}", f"to:{NORTHEAST}"]
    why = {refusal.hex: refusal.reason for refusal in battle.game.refusals(battle.state)}
    assert why["-1,0"] == "an attacker stands there" and "not marked" in why[NORTHWEST]
    after = battle.play(f"to:{EAST}")
    assert after.outcome.result == "retreated"
    assert after.game.overlay(after.state)["moved"] == {"d1": {EAST: 1}}


def test_EXT_11_8_distance():
    hexes = {**MARKED, "2,0": {"features": ["retreat"]}}
    battle = at_stand(4, hexes=hexes, retreat_distance=2).play_all(["retreat", f"to:{EAST}"])
    assert "to:2,0" in battle.legal_actions and "to:0,0" not in battle.legal_actions
    assert battle.play("to:2,0").outcome.result == "retreated"


def test_EXT_11_8_a_longer_retreat_leads_away():
    hexes = {**MARKED, "2,0": {"features": ["retreat"]}, "2,-1": {"features": ["retreat"]}}
    away = at_stand(4, hexes=hexes, retreat_distance=2).play_all(["retreat", f"to:{EAST}"])
    assert list(away.legal_actions) == ["to:2,0", "to:2,-1"]
    refused = {refusal.hex: refusal for refusal in away.game.refusals(away.state)}
    assert refused[NORTHEAST].reason == "it does not lead away from the hex attacked"
    setup = {"hexes": hexes, "retreat_distance": 2, "retreat_path": "marked"}
    round_about = at_stand(4, **setup).play_all(["retreat", f"to:{EAST}"])
    assert list(round_about.legal_actions) == ["to:2,0", "to:2,-1", f"to:{NORTHEAST}"]
    assert "to:0,0" not in round_about.play(f"to:{NORTHEAST}").legal_actions


@pytest.mark.parametrize(
    ("place", "reason", "rules"),
    [
        ("0,0", "the retreat has left it", ("EXT.11.8",)),
        (WEST, "an attacker stands there", ("EXT.11.8",)),
        (NORTHWEST, "land units do not go to sea", ("EXT.11.8", "EXT.amph")),
        (SOUTHEAST, "only mountain troops cross impassable mountains", ("TER.impass.block",)),
        (SOUTHWEST, "it is not marked as a retreat hex", ("EXT.11.8",)),
        ("3,0", "it is not next to where the retreat has come to", ("EXT.11.8",)),
    ],
)
def test_EXT_11_8_every_hex_that_is_closed_says_why(place, reason, rules):
    marked = {"features": ["retreat"]}
    hexes = {EAST: marked, NORTHWEST: {**marked, "terrain": "sea"}, SOUTHEAST: marked, "3,0": marked}
    battle = at_stand(4, hexes=hexes, sides={"SE": ["impassable"]}).play("retreat")
    assert list(battle.legal_actions) == [f"to:{EAST}"]
    refused = {refusal.hex: (refusal.reason, refusal.rules) for refusal in battle.game.refusals(battle.state)}
    assert refused[place] == (reason, rules)


def test_EXT_11_8_zones_of_control_may_close_hexes():
    hexes = {EAST: {"features": ["retreat"]}, SOUTHWEST: {"features": ["retreat"]}}
    assert list(at_stand(4, hexes=hexes).play("retreat").legal_actions) == [f"to:{EAST}", f"to:{SOUTHWEST}"]
    closed = at_stand(4, hexes=hexes, retreat_zoc="closed").play("retreat")
    assert list(closed.legal_actions) == [f"to:{EAST}"]
    why = {refusal.hex: refusal for refusal in closed.game.refusals(closed.state)}[SOUTHWEST]
    assert why.reason == "the French 4-3 infantry has a zone of control there" and "TER.clear" in why.rules
    hexes[SOUTHWEST] = {"features": ["retreat"], "terrain": "forest"}
    woods = at_stand(4, hexes=hexes, retreat_zoc="closed").play("retreat")
    assert f"to:{SOUTHWEST}" in woods.legal_actions, "none reaches into forest"


def test_EXT_11_8_no_way_out():
    placed = at_stand(4).play("retreat")
    assert placed.outcome.result == "retreated"
    assert "No retreat hex is open: placed as the retreat rules say: British 4-3 infantry." in text(placed)
    battle = at_stand(4, no_way_out="lost").play("retreat")
    assert battle.outcome.result == "cleared" and lost(battle) == (0, 4)
    assert "EXT.11.8" in text(battle)


# --- units of one hex that go different ways ---------------------------------------------------------


PAIR = [infantry(4, steps=2), infantry(3, steps=2, count=2)]


def leaving(stack=PAIR, **setup):
    """A battle whose defender retreats, having lost two steps of its first unit but one."""
    return losses(fight(TWO, stack, "!result=-/2*", hexes=MARKED, **setup)).play("retreat")


def test_EXT_11_8_a_stack_goes_together_or_apart():
    together = leaving()
    assert list(together.legal_actions) == [f"to:{EAST}", f"to:{NORTHEAST}", "apart"]
    after = together.play(f"to:{EAST}")
    assert after.outcome.result == "retreated"
    assert after.game.overlay(after.state)["moved"] == {"d2": {EAST: 2}}
    apart = together.play("apart")
    assert apart.node.prompt == "Retreat of the British 3-3 infantry where?"
    assert {option.hex for option in apart.node.options} == {EAST, NORTHEAST}, "the hexes are tapped"
    split = apart.play_all([f"to:{EAST}", f"to:{NORTHEAST}"])
    assert split.outcome.result == "retreated"
    assert split.game.overlay(split.state)["moved"] == {"d2": {EAST: 1, NORTHEAST: 1}}
    assert "The British 3-3 infantry retreats to the hex north-east of the target." in text(split)


def test_EXT_11_8_a_stack_stays_together_by_the_other_reading():
    assert list(leaving(readings={"retreat_as": "stack"}).legal_actions) == [f"to:{EAST}", f"to:{NORTHEAST}"]


def test_EXT_11_8_one_counter_cannot_part():
    assert list(leaving([infantry(steps=4)]).legal_actions) == [f"to:{EAST}", f"to:{NORTHEAST}"]


def test_EXT_11_8_they_may_part_on_the_way():
    hexes = {place: {"features": ["retreat"]} for place in (EAST, "2,0", "2,-1")}
    stack = [infantry(steps=3), infantry(3, steps=3)]
    battle = fight(TWO, stack, "!result=-/2*", "lose:d1:3", "lose:d2:3", "retreat", hexes=hexes, retreat_distance=2)
    assert list(battle.legal_actions) == [f"to:{EAST}"], "there is one way as yet"
    battle = battle.play(f"to:{EAST}")
    assert list(battle.legal_actions) == ["to:2,0", "to:2,-1", "apart"]
    battle = battle.play("apart")
    assert battle.game.overlay(battle.state)["moved"] == {"d1": {EAST: 1}, "d2": {EAST: 1}}
    battle = battle.play_all(["to:2,0", "to:2,-1"])
    assert battle.game.overlay(battle.state)["moved"] == {"d1": {"2,0": 1}, "d2": {"2,-1": 1}}


def test_EXT_11_8_mountain_troops_find_a_way_that_others_do_not():
    # TER.impass.block bars the hexside to all others; they are lost, or placed.
    stack = [unit("mountain", 3, steps=3), infantry(steps=3)]
    setup = {"hexes": {EAST: {"features": ["retreat"]}}, "sides": {"E": ["impassable"]}}
    battle = fight(TWO, stack, "!result=-/2*", "lose:d1:3", "lose:d2:3", "retreat", no_way_out="lost", **setup)
    assert list(battle.legal_actions) == [f"to:{EAST}"] and "mountain troops" in battle.node.prompt
    after = battle.play(f"to:{EAST}")
    assert after.outcome.result == "retreated" and lost(after) == (0, 4)
    assert "There is no way out: whoever finds none is eliminated." in text(after)
    placed = fight(TWO, stack, "!result=-/2*", "lose:d1:3", "lose:d2:3", "retreat", f"to:{EAST}", **setup)
    assert lost(placed) == (0, 2) and "placed as the retreat rules say: British 4-3 infantry" in text(placed)


def test_EXT_11_8_a_general_goes_along():
    stack = [infantry(steps=4), unit("general", 2)]
    battle = leaving(stack)
    after = battle.play(f"to:{EAST}")
    assert after.game.overlay(after.state)["moved"] == {"d1": {EAST: 1}, "d2": {EAST: 1}}
    assert battle.play("apart").play_all([f"to:{EAST}", f"to:{NORTHEAST}"]).outcome.result == "retreated"


# --- single steps by agreement -----------------------------------------------------------------------


def test_a_table_may_spare_a_step():
    battle = fight(TWO, [infantry()], "!result=2/-", "!spare # house rule", "lose:a1:2")
    assert lost(battle) == (1, 0) and battle.outcome.result == "held"
    assert "By agreement (house rule), not by the rules: the attacker loses a step less." in text(battle)


def test_a_table_may_take_and_give_back_single_steps():
    battle = at_stand(5)
    assert not battle.state.due
    worse = battle.play("!step=d1:3")
    assert worse.state.due, "what is due is judged anew"
    assert "a step of the British 4-3 infantry is lost" in text(worse)
    assert not worse.play("!back=d1").state.due
    assert battle.play_all(["!step=d1:3", "!step=d1:2", "!step=d1:1"]).outcome.result == "cleared"


@pytest.mark.parametrize(
    ("lost", "left", "back"),
    [(0, "", []), (1, " with 2 left", ["!back=d1"]), (2, " with 1 left", ["!back=d1"])],
)
def test_how_many_steps_are_left_is_told_of_a_counter_that_has_lost_some(lost, left, back):
    battle = fight([infantry(3, steps=9), infantry(2, steps=9)], [infantry(steps=3)], "!result=3/-", "lose:a2:9")
    battle = battle.play_all(f"!step=d1:{3 - n}" for n in range(lost))
    agreed = {one.id: one.label for one in battle.game.overrides(battle.state) if one.unit == "d1"}
    assert agreed.pop(f"!step=d1:{3 - lost}") == f"Lose a step of the British 4-3 infantry{left}"
    assert list(agreed) == back
    asked = {option.id: option.label for option in battle.node.options}
    assert asked == {
        "lose:a1:9": "A step of the French 3-3 infantry",
        "lose:a2:8": "A step of the French 2-3 infantry with 8 left",
    }


def test_a_step_may_come_back_as_a_counter_of_one_step():
    battle = fight(TWO, [infantry(steps=1), infantry(3, steps=5)], "!result=-/2*", "lose:d1:1")
    again = battle.play("!back=d1")
    assert again.state.left[2:] == ((1,), (4,)) and not again.state.due


def test_a_check_that_is_not_due_any_more_is_not_rolled():
    battle = at_stand(4).play("stay")
    assert isinstance(battle.node, Chance)
    assert battle.play("!back=d1").outcome.result == "held"
    assert isinstance(battle.play("!step=d1:2").node, Chance)


# --- odds and forts ---------------------------------------------------------------------------------


def test_what_each_face_does():
    # 3-1: 4 is [-/1], 5 -/2*, 6 -/3*, 7 and 8 DE; half of four steps is due on 5 and 6.
    battle = fight([infantry(9)], [infantry(3, steps=4)])
    assert [battle.play(f"d8={n}").state.applied for n in range(1, 9)] == [
        "2/-", "1/-", "1/-", "-/1", "-/2*", "-/3*", "DE", "DE"
    ]  # fmt: skip


def test_RES_excess_a_fort_without_units_falls():
    lone = {"features": ["fort_chit"]}
    assert fight([infantry(9)], [], "!result=-/2*", **lone).outcome.result == "cleared"
    assert fight([infantry(9)], [], "!result=1/-", **lone).outcome.result == "held"
    later = fight([infantry(9)], [], "!result=-/2*", readings={"lone_fort": "de"}, **lone)
    assert later.outcome.result == "held"
    assert fight([infantry(9)], [], "!result=DE", readings={"lone_fort": "de"}, **lone).outcome.result == "cleared"


def test_EXT_advance_is_said_at_the_end():
    battle = result("DE", [unit("armor", 6, movement=6)], [infantry()], weather="mud")
    said = {rule for line in battle.game.closing(battle.state) for rule in line.rules}
    assert {"EXT.advance", "WX.mud.exploit"} <= said


def test_RES_check_roll_faces_tell_who_stays():
    battle = fight([infantry(9)], [infantry(3, steps=4)], "d8=6")
    while isinstance(battle.node, Decision):
        battle = battle.play(battle.node.options[0].id)
    below = int(battle.node.prompt.split("less than ")[1].split()[0].rstrip(".,"))
    given = dict(battle.assessment.results)
    assert [given[f"d8={n}"] for n in range(1, 9)] == ["stays" if n < below else "retreats" for n in range(1, 9)]


@pytest.mark.parametrize(("name", "ending", "gone"), [("AE", "lost", "attacker"), ("DE", "cleared", "defender")])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_EXT_units_of_a_general_it_is_said_only_where_his_own_stack_is_gone(name, ending, gone, side):
    general = unit("general", at="-1,0" if side == "attacker" else "0,0")
    ours, theirs = ([general] if side == one else [] for one in ("attacker", "defender"))
    battle = result(name, [*TWO, *ours], [infantry(), *theirs])
    assert battle.outcome.result == ending
    said = [str(line.text) for line in battle.game.closing(battle.state) if line.rules == ("EXT.units",)]
    assert said == ["The chart does not say what becomes of a General whose stack is gone."] * (side == gone)
