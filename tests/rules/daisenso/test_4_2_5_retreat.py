"""4.2.4 and 4.2.5: results, retreats hex by hex, routs and conversion; the worked examples."""

import pytest
from hexumpire.rulesets.daisenso.rules.exploitation import distance

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    TARGET,
    WEST,
    armor,
    example,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    options,
    read,
    refused,
    ringed,
    to,
    told,
    topic,
    unit,
)

# --- results ----------------------------------------------------------------------------------------


def test_4_2_4_order_and_4_2_4_2_attr():
    # 4.2.4.order, 4.2.4.2.attr
    # The retreat first, then the attacker's number, then the defender's.
    battle = read(fight([infantry()], [infantry()]), "Dr1 1/1")
    assert topic(battle) == "retreat"
    battle = battle.play(to(NORTHWEST))
    assert (topic(battle), battle.node.side) == ("lose", "attacker")
    battle = battle.play("lose:a1")
    assert (topic(battle), battle.node.side) == ("lose", "defender")


def test_4_2_4_involved_and_4_2_5_bystander():
    # 4.2.5.bystander
    # A stack-mate that did not attack neither pays nor retreats.
    battle = read(fight([infantry(), infantry(attacks=False)], [infantry()]), "Ad 1/0").play("retreat")
    battle = battle.play(to("w4626"))
    assert battle.game.overlay(battle.state)["moved"].keys() == {"a1"}
    assert options(battle) == ["lose:a1"]
    assert refused(battle)["a2"] == "4.2.4.involved"


def test_4_2_4_1_dr_with_weather_dr1_becomes_ex():
    # 4.2.4.1.dr
    battle = read(fight([infantry()], [infantry()], hexes={TARGET: {"weather": "mud"}}), "Dr1")
    assert str(battle.state.result) == "Ex"
    battle = battle.play("step").play("lose:a1")
    assert options(battle) == ["retreat", "step"]


# --- procedure --------------------------------------------------------------------------------------


def test_4_2_5_step_pick_and_nomove():
    # One hex at a time (4.2.5.step), the owner picks (4.2.5.1.pick), allowance is no matter (4.2.5.nomove).
    battle = read(fight([infantry()], [infantry()]), "Dr2")
    assert hexes_open(battle) == sorted([NORTHWEST, NORTHEAST, WEST, SOUTHEAST, "w4523"])
    battle = battle.play(to(NORTHWEST))
    assert hexes_open(battle) == ["w4722", "w4823", "w4824"]


def test_4_2_5_weather_does_not_matter_on_the_way():
    # 4.2.5.weather
    battle = read(fight([infantry()], [infantry()], hexes={NORTHWEST: {"weather": "mud"}}), "Dr1")
    assert NORTHWEST in hexes_open(battle)


def test_4_2_5_stack_def_and_outair():
    # 4.2.5.stack-def
    # They stay together, and enemy Air or Airdrops in the hex do not hold them (4.2.5.outair).
    above = [infantry(blitz=True), unit("air", at=TARGET), unit("airdrop", at=TARGET)]
    battle = read(fight(above, [infantry(), infantry(1, 1)], segment="blitz"), "Dr1").play(to(WEST))
    assert {name: list(places) for name, places in battle.game.overlay(battle.state)["moved"].items()} == {
        "d1": [to(WEST)[3:]], "d2": [to(WEST)[3:]],
    }  # fmt: skip


def test_4_2_5_stack_att_goes_by_hexes():
    # 4.2.5.stack-att
    # Each stack by itself, all of it together.
    battle = read(fight([infantry(), infantry(), infantry(at=WEST)], [infantry()]), "Ad").play("retreat")
    battle = battle.play(options(battle)[0]).play(options(battle.play(options(battle)[0]))[0])
    moved = battle.game.overlay(battle.state)["moved"]
    assert moved["a1"] == moved["a2"] != moved["a3"]


def test_4_2_5_3_overstack_is_left_to_the_segment():
    crowd = [infantry(at=NORTHWEST, steps=1) for _ in range(5)]
    battle = read(fight([infantry()], [infantry(), *crowd]), "Dr1").play(to(NORTHWEST)).play("done")
    assert topic(battle) == "end"
    assert any("4.2.5.3.overstack" in line.rules for line in battle.game.closing(battle.state))


def test_4_2_5_2_enemy_a_lone_air_unit_by_reading():
    flown = [infantry(), unit("air", at=NORTHWEST)]
    battle = read(fight(flown, [infantry()]), "Dr1")
    assert refused(battle)[NORTHWEST] == "4.2.5.2.enemy"
    battle = read(fight(flown, [infantry()], readings={"lone_air": "ignored"}), "Dr1")
    assert NORTHWEST in hexes_open(battle)


# --- conversion -------------------------------------------------------------------------------------


def test_4_2_5_3_mandatory_until_it_can_go_on():
    # Blocked by zones: steps for hexes; what nobody can pay stays unsatisfied.
    battle = read(fight([armor()], [infantry(steps=2)], hexes=ringed(TARGET, "attacker")), "Dr3")
    assert (topic(battle), options(battle)) == ("lose", ["lose:d1"])
    battle = battle.play("lose:d1").play("lose:d1")
    assert battle.state.unmet == 1
    assert told(battle, "4.2.6.until") == ["1 result stays unsatisfied: nobody is left to pay."]


@pytest.mark.parametrize(("reading", "again"), [("before", False), ("any", True)])
def test_4_2_5_3_voluntary_reading(reading, again):
    city = {"hexes": {TARGET: {"features": ["city"]}}, "readings": {"voluntary": reading}}
    battle = read(fight([infantry()], [infantry()], **city), "Dr2")
    assert "convert" in options(battle)
    assert ("convert" in options(battle.play(to(NORTHWEST)))) == again


def test_4_2_4_1_ad_reading_of_trapped_stacks():
    force, hexes = [infantry(), infantry(at=WEST)], ringed(WEST, "defender")
    assert options(read(fight(force, [infantry()], hexes=hexes), "Ad")) == ["step"]
    some = fight(force, [infantry()], hexes=hexes, readings={"all_stacks": "some"})
    battle = read(some, "Ad").play("retreat")
    assert topic(battle.play(options(battle)[0])) == "end"


# --- the worked examples, played --------------------------------------------------------------------


def test_chungking():
    battle = read(example("chungking"), "Ad").play("retreat")
    assert hexes_open(battle) == ["w4420", "w4421", "w4521"]
    assert refused(battle)["w4519"] == refused(battle)["w4621"] == "4.2.5.1.back"


def test_akyab_to_the_end():
    battle = read(example("akyab"), "Dr3").play(to("w4214"))
    assert refused(battle)["w4213"] == "4.2.5.2.allsea"
    battle = battle.play(to("w4313"))
    assert hexes_open(battle) == ["w4312", "w4413", "w4414"]
    assert refused(battle)["w4213"] == refused(battle)["w4314"] == "4.2.5.1.back"
    battle = battle.play(to("w4413")).play("advance:j1").play("done")
    assert battle.outcome.result == "taken"
    assert (battle.outcome.measure("retreated"), battle.outcome.measure("place")) == (3, 4413)


def test_taihoku():
    battle = read(example("taihoku"), "Dr1")
    assert hexes_open(battle) == ["w4424"]
    assert refused(battle)["w4323"] == "4.2.5.2.allsea"


def test_kiangsu_to_the_end():
    battle = read(example("kiangsu").play("support:kmt"), "Dr3")
    # The HQ pins the force: a step first, of either unit.
    assert options(battle) == ["lose:wz9:res", "lose:kmt:res"]
    battle = battle.play("lose:kmt:res")
    assert told(battle, "4.2.5.3.resume") == ["Now the force can retreat again."]
    assert hexes_open(battle) == ["w4623", "w4723"]
    assert {"w4625", "w4724", "w4524", "w4523"} <= set(refused(battle))
    assert refused(battle)["w4522"] == "4.2.5.step"
    # Into the hex of the HQ's remains: they join, and the lake bars w4622.
    battle = battle.play(to("w4623"))
    assert told(battle, "4.2.5.rout") == ["The rout catches up the Kiangsu 0-1-1 infantry."]
    assert hexes_open(battle) == ["w4522", "w4722"]
    assert refused(battle)["w4622"] == "4.2.5.2.allsea"
    battle = battle.play(to("w4722"))
    moved = battle.game.overlay(battle.state)["moved"]
    assert moved["wz9"] == moved["res"]
    battle = battle.play("advance:j1").play("done")
    assert battle.outcome.result == "taken"
    assert battle.outcome.measure("defender_lost") == 1


def test_4_2_5_rout_tells_once_whom_it_catches_up():
    # What takes the place of the HQ that was caught up has not been caught up itself.
    battle = read(example("kiangsu").play("alone"), "Dr1 0/1").play(to("w4623")).play("lose:kmt:res")
    assert told(battle, "4.2.5.rout") == ["The rout catches up the Nationalist Chinese 1-2-1 HQ."]


def test_kiangsu_shielding_the_headquarters():
    battle = read(example("kiangsu").play("support:kmt"), "Dr3").play("lose:wz9:res").play("lose:res")
    # Nobody is left in the hex, and the HQ pays on.
    assert options(battle) == ["lose:kmt:res"]


def test_rout_into_a_headquarters():
    battle = read(example("rout"), "Dr3").play(to("w4623")).play(to("w4622"))
    assert told(battle, "4.2.5.rout.involved") == ["The rout catches up the Japanese 1-2-1 HQ."]
    assert topic(battle) == "lose"
    battle = battle.play("lose:d1").play("done")
    assert any("4.2.1.2.used" in line.rules for line in battle.game.closing(battle.state))


def test_supporters_remains_do_not_retreat():
    battle = read(fight([infantry()], [infantry(), hq(at="w4622")]).play("support:d2"), "Dr2").play("lose:d2")
    battle = battle.play(to(NORTHWEST))
    assert "d2" not in battle.game.overlay(battle.state)["moved"]
    assert EAST not in hexes_open(read(fight([infantry()], [infantry()]), "Dr1"))


# --- conversion, step by step and hex by hex --------------------------------------------------------


def test_4_2_5_3_resume_when_the_fortress_is_gone():
    # 4.2.5.2.ma0: the fortress pins the stack until it is lost; the other two hexes are then retreated.
    battle = read(fight([infantry()], [infantry(), unit("fortress", steps=1)]), "Dr3")
    assert (topic(battle), options(battle)) == ("lose", ["lose:d1", "lose:d2"])
    battle = battle.play("lose:d2")
    assert told(battle, "4.2.5.3.resume") == ["Now the force can retreat again."]
    battle = battle.play(to(NORTHWEST)).play(to("w4823"))
    assert (topic(battle), distance(battle.state)) == ("advance", 2)


def test_4_2_5_3_voluntary_in_part():
    # One result as a step, two as hexes: the distance counts the hexes (4.2.8.distance).
    city = {TARGET: {"features": ["city"]}}
    battle = read(fight([armor()], [infantry(steps=2)], hexes=city), "Dr3 0/1").play("convert").play("lose:d1")
    assert "convert" in options(battle)
    battle = battle.play(to(NORTHWEST))
    assert hexes_open(battle) == ["w4722", "w4823", "w4824"]
    battle = battle.play(to("w4823")).play("lose:d1")
    assert distance(battle.state) == 2


def test_4_2_8_distance_adds_what_stays_unsatisfied():
    # Two hexes of retreat and two steps that nobody is left to pay.
    battle = read(fight([armor(ma=9)], [infantry(steps=1)], hexes=ringed(TARGET, "attacker")), "Dr3 0/2")
    battle = battle.play("lose:d1")
    assert (battle.state.went, battle.state.unmet, distance(battle.state)) == (0, 4, 4)


def test_4_2_5_2_hq_that_supports_closes_the_ex_to_the_defenders():
    battle = fight([infantry()], [infantry(), hq(at="w4622")]).play("support:d2")
    battle = read(battle, "Ex").play("step").play("lose:a1")
    assert (options(battle), refused(battle)[TARGET]) == (["step"], "4.2.5.2.hq")


def test_4_2_5_2_allsea_a_lake_by_reading():
    lake = {"sides": {(TARGET, WEST): ["lake"]}}
    assert refused(read(fight([infantry()], [infantry()], **lake), "Dr1"))[WEST] == "4.2.5.2.allsea"
    assert WEST in hexes_open(read(fight([infantry()], [infantry()], readings={"lake": "open"}, **lake), "Dr1"))


def test_4_2_4_1_ex_def_defenders_with_no_hex_open_pay():
    # 4.2.4.1.ex-def, 4.2.5.1.none
    battle = read(fight([infantry()], [infantry()], hexes=ringed(TARGET, "attacker")), "Ex").play("step")
    battle = battle.play("lose:a1")
    assert (options(battle), refused(battle)[WEST]) == (["step"], "4.2.5.1.p2")


def test_4_2_5_3_mandatory_what_is_left_of_a_supporting_hq_does_not_pay_for_hexes():
    # The HQ has become infantry and nobody is left in the hex: the rest of the Dr3 stays unsatisfied.
    foes = [infantry(steps=1), hq(at="w4622")]
    battle = read(fight([infantry()], foes, hexes=ringed(TARGET, "attacker")).play("support:d2"), "Dr3")
    battle = battle.play("lose:d2").play("lose:d1")
    assert (topic(battle), battle.state.unmet, distance(battle.state)) == ("advance", 1, 1)
    # In attrition it pays like anybody who took part (4.2.6.pool).
    battle = read(fight([infantry()], foes, hexes=ringed(TARGET, "attacker")).play("support:d2"), "Dr2 0/1")
    assert options(battle.play("lose:d2").play("lose:d1")) == ["lose:d2"]


def test_4_2_5_3_voluntary_is_for_dr_results_only():
    # An Ex has a choice of its own: once the defenders fall back, they do so.
    battle = read(fight([infantry()], [infantry()], hexes={TARGET: {"features": ["city"]}}), "Ex")
    battle = battle.play("step").play("lose:a1").play("retreat")
    assert "convert" not in options(battle)


@pytest.mark.parametrize(("reading", "open_now"), [("lose", ["lose:a1", "lose:a2"]), ("safe", ["lose:a1"])])
def test_4_2_5_rout_involved_losses_of_the_attackers_rout_by_reading(reading, open_now):
    force = [infantry(), infantry(at="w4626", attacks=False)]
    battle = read(fight(force, [infantry()], readings={"joined": reading}), "Ad 1/0").play("retreat")
    assert options(battle.play(to("w4626"))) == open_now


@pytest.mark.parametrize(("mark", "rule"), [("beachhead", ""), ("strait", ""), ("river", "4.2.5.2.allsea")])
def test_4_2_5_place_onto_a_friendly_beachhead_through_its_hexside(mark, rule):
    # 4.2.5.place, 4.2.5.2.strait
    foes = [infantry(), unit("beachhead", at=WEST)]
    battle = read(fight([infantry()], foes, hexes={WEST: {"terrain": "sea"}}, sides={(TARGET, WEST): [mark]}), "Dr1")
    assert refused(battle).get(WEST, "") == rule
    assert (WEST in hexes_open(battle)) == (not rule)


def test_4_2_5_place_a_land_unit_defends_at_sea_from_a_beachhead_only():
    # 4.2.5.place
    sea = {"hexes": {TARGET: {"terrain": "sea"}}, "hex_sea": "0"}
    marine = unit("marine", af=4, df=2, ma=1)
    assert "4.2.5.place" in {found.rule for found in game([marine], [infantry()], **sea).problems}
    landed = [infantry(), unit("beachhead")]
    assert "4.2.5.place" not in {found.rule for found in game([marine], landed, **sea).problems}
