"""RES: losses in steps, the bracketed result, the retreat check, retreats."""

import pytest
from hexumpire.battle import Chance, Decision, Terminal

from tests.rules.d8chart.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
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


def test_RES_who_loses_is_asked_of_the_owner():
    battle = fight(TWO, [infantry()], "!result=2/-")
    assert isinstance(battle.node, Decision)
    assert battle.node.side == "attacker" and "RES.who-loses" in battle.node.rules
    assert list(battle.legal_actions) == ["lose:a1:2", "lose:a2:2"]
    assert list(battle.play("lose:a1:2").legal_actions) == ["lose:a1:1", "lose:a2:2"]
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


def test_RES_B1_sovcity_turns_it():
    battle = result("[-/1]", TWO, [infantry()], features=["home_city"])
    assert lost(battle) == (1, 0) and "RES.B1-sovcity" in text(battle)
    assert lost(result("[-/1]", TWO, [infantry()], features=["soviet_city"])) == (1, 0)
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
    assert battle.play_all(["lose:d2:3", "lose:d2:2"]).outcome.result == "held"


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


def test_EXT_11_8_no_way_out():
    assert at_stand(4).play("retreat").outcome.result == "retreated"
    battle = at_stand(4, no_way_out="lost").play("retreat")
    assert battle.outcome.result == "cleared" and lost(battle) == (0, 4)
    assert "EXT.11.8" in text(battle)


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
