"""4.2.6: who loses steps, and what becomes of the counters; the worked examples."""

import pytest
from hexumpire.rulesets.daisenso.numbering import find_place

from tests.rules.daisenso.setting import (
    NORTHEAST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    drive,
    example,
    fight,
    game,
    hq,
    infantry,
    log,
    options,
    read,
    refused,
    to,
    told,
    topic,
    unit,
)


def test_4_2_6_pool_takes_in_a_supporting_hq():
    # 4.2.6.pool
    battle = read(fight([infantry()], [infantry(), hq(at="w4622"), infantry(at="w4622")]).play("support:d2"), "0/1")
    assert options(battle) == ["lose:d1", "lose:d2"]
    assert refused(battle)["d3"] == "4.2.4.involved"


def test_us_mech_on_a_beachhead():
    # Ad 1/0: no way back from the Beachhead, the first step is the mech's, the second is free.
    battle = read(example("beach-mech"), "Ad 1/0")
    assert options(battle) == ["step"]
    battle = battle.play("step")
    assert options(battle) == ["lose:mech"]
    assert refused(battle)["inf"] == "4.2.6.1.armor"
    battle = battle.play("lose:mech")
    assert told(battle, "4.2.6.2.three")
    assert options(battle) == ["lose:mech", "lose:inf"]
    assert battle.node.rules[-1] == "4.2.6.1.after"


def test_4_2_6_1_armor_the_flipped_side_is_no_armor():
    # The mech flips to infantry: with a second result of its own it would owe no armor step.
    battle = read(fight([armor(), infantry()], [infantry()]), "2/0")
    assert options(battle) == ["lose:a1"]
    assert options(battle.play("lose:a1")) == ["lose:a1", "lose:a2"]


def test_abda():
    # The British part stays, or the unit of the Holding Box comes onto the map (4.2.6.2.holding).
    battle = read(example("abda"), "0/1")
    assert [option.label.partition(": ")[2] for option in battle.node.options] == [
        "its British part stays", "the Netherlands East Indies 1-1-1 infantry takes its place",
    ]  # fmt: skip
    stays = battle.play("lose:abda")
    assert "its Netherlands East Indies part is eliminated" in told(stays, "4.2.6.2.holding")[0]
    assert stays.game.overlay(stays.state)["out"] == ["nei"]
    other = battle.play("lose:abda:nei")
    shown = other.game.overlay(other.state)
    assert (shown["lost"], shown["out"]) == ({"abda": 1}, [])
    assert stays.outcome.measure("defender_lost") == other.outcome.measure("defender_lost") == 1


def test_4_2_6_2_holding_without_a_counter_of_the_box():
    foes = [infantry(nation="British", partner="Netherlands East Indies")]
    battle = read(fight([infantry()], foes), "0/1")
    assert options(battle) == ["lose:d1", "lose:d1:partner"]
    assert "its Netherlands East Indies part stays" in told(battle.play("lose:d1:partner"), "4.2.6.2.holding")[0]


def test_4_2_6_2_holding_of_three_steps_flips_first():
    foes = [infantry(nation="British", partner="Netherlands East Indies", steps=3)]
    battle = read(fight([infantry()], foes), "0/2")
    assert options(battle) == ["lose:d1"]
    assert options(battle.play("lose:d1")) == ["lose:d1", "lose:d1:partner"]


def test_4_2_6_2_two_flip_what_a_reduced_unit_is():
    # Armor and HQs become infantry unless they say otherwise; others stay what they are.
    kinds = {"armor": "infantry", "hq": "infantry", "marine": "marine", "airborne": "airborne", "fortress": "fortress"}
    pieces = game([infantry()], [unit(kind, steps=2) for kind in kinds]).setting.pieces
    assert {piece.unit.type: piece.type_at(1) for piece in pieces if piece.side == "defender"} == kinds


def test_4_2_6_2_one_and_where():
    battle = read(fight([infantry()], [infantry(steps=1, stripe=True)]), "0/1").play("lose:d1")
    assert told(battle, "4.2.6.2.one") == ["The US 4-2-1 infantry is eliminated; it goes to the Delay Box."]


def test_4_2_6_2_elite_and_noswap():
    # A swap takes a one-step unit from the pool, no Elite one that was not part of it (4.2.6.2.elite); it never
    # turns one multi-step unit into another (4.2.6.2.noswap).
    battle = read(fight([infantry()], [infantry()]), "0/1").play("lose:d1")
    assert "not an Elite one" in told(battle, "4.2.6.2.elite")[0]
    assert battle.state.left[battle.game.setting.by_id["d1"].index] == 1


def reserve(**fields):
    return {"type": "infantry", "af": 1, "df": 1, "ma": 2, "steps": 1, "pool": True, **fields}


def test_4_2_6_2_two_swap_with_counters_of_the_force_pool():
    # A fitting one-step unit takes the place and the part in the fight (4.2.6.2.two-swap); an Elite one may not.
    foes = [infantry(), reserve(), reserve(nation="British"), reserve(elite=True)]
    battle = read(fight([infantry()], foes), "Dr1 0/2").play("to:48,-47")
    assert options(battle) == ["lose:d1:d2"]
    assert refused(battle)["d4"] == "4.2.6.2.elite"
    battle = battle.play("lose:d1:d2")
    shown = battle.game.overlay(battle.state)
    assert (shown["lost"], shown["moved"], shown["out"]) == ({"d1": 1}, {"d2": {"48,-47": 1}}, ["d3", "d4"])
    assert options(battle) == ["lose:d2"]
    assert battle.play("lose:d2").play("done").outcome.measure("defender_lost") == 2


def test_4_2_6_2_elite_where_it_was_part_of_the_unit():
    battle = read(fight([infantry()], [infantry(elite=True), reserve(elite=True)]), "0/1")
    assert options(battle) == ["lose:d1:d2"]


def test_4_2_8_who_armor_that_broke_down_still_opens_exploitation():
    battle = read(fight([armor(), reserve(nation="Japanese")], [infantry(steps=3)]), "Dr2 1/0")
    for _ in range(2):
        battle = battle.play(options(battle)[0])
    battle = battle.play("lose:a1:a2")
    assert "exploit:a2" in options(battle)


def test_4_2_6_2_ig():
    battle = read(fight([infantry(nation="US")], [hq(nation="Japanese", steps=1, ig=True)], nations=("US", "Japanese")),
                  "0/1")  # fmt: skip
    assert told(battle.play("lose:d1"), "4.2.6.2.ig") == ["The Japanese 2-2-1 HQ is eliminated; it leaves the game."]


def test_4_2_6_1_marine_across_the_sea():
    force = [unit("marine", af=4, df=3, ma=2, steps=2), infantry()]
    battle = read(fight(force, [infantry()], sides={("w4625", TARGET): ["strait"]}, side_strait="1"), "1/0")
    assert options(battle) == ["lose:a1"]
    assert log(battle)


def test_4_2_6_1_after_a_retreat_the_duty_is_still_owed():
    battle = read(fight([armor(), infantry()], [infantry()]), "Ad 1/0").play("retreat").play(to("w4626"))
    assert options(battle) == ["lose:a1"]


def test_4_2_6_1_after_the_step_of_an_ex_is_the_first():
    battle = read(fight([armor(), infantry()], [infantry()]), "Ex 1/0").play("step")
    assert options(battle) == ["lose:a1"]
    assert options(battle.play("lose:a1").play("step").play("lose:d1")) == ["lose:a1", "lose:a2"]


def test_4_2_6_1_each_attack_of_several_has_a_first_step_of_its_own():
    """4.2.1.serial: what the attack before cost is no step of the next one, whose armor pays first."""
    force = [infantry(aim=1), armor(aim=2), infantry(aim=2)]
    battle = fight(force, [infantry(), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST))
    battle = read(battle, "1/0")
    while topic(battle) == "lose":
        battle = battle.play(options(battle)[0])
    assert options(read(battle.play(attack(NORTHEAST)), "1/0")) == ["lose:a2"]


def test_4_2_6_1_both_and_marines_over_land():
    force = [armor(at=WEST), infantry(), unit("marine", steps=2)]
    strait = {"sides": {("w4625", TARGET): ["strait"]}, "side_strait": "0"}
    assert options(read(fight(force, [infantry()], **strait), "1/0")) == ["lose:a1", "lose:a3"]
    assert options(read(fight(force[1:], [infantry()]), "1/0")) == ["lose:a1", "lose:a2"]


def test_4_2_6_2_two_swap_of_a_unit_that_had_three_steps():
    # Behind its two-step side are three steps, whatever else is said of it: a one-step unit comes from the pool.
    foes = [infantry(steps=3, one_behind=True), reserve()]
    battle = read(fight([infantry()], foes), "0/2")
    assert (options(battle), told(battle.play("lose:d1"), "4.2.6.2.three") != []) == (["lose:d1"], True)
    assert options(battle.play("lose:d1")) == ["lose:d1:d2"]
    flips = [infantry(one_behind=True), reserve()]
    assert told(read(fight([infantry()], flips), "0/1").play("lose:d1"), "4.2.6.2.two-flip")


OTHERS = [reserve(steps=2), reserve(type="hq"), {"type": "detachment", "pool": True}, infantry(steps=1, at="w4622")]


@pytest.mark.parametrize("fields", [{}, {"partner": "US"}])
def test_4_2_6_2_two_swap_and_holding_take_one_step_ground_units_of_their_own_pool(fields):
    # Neither larger units, HQs, markers, nor units on the map or of the other side; and each counter once.
    foes = [infantry(**fields), infantry(**fields), reserve(), *OTHERS]
    battle = read(fight([infantry(), reserve(nation="US")], foes), "0/2")
    kept = ["lose:d1"] if fields else []
    assert [option for option in options(battle) if option.startswith("lose:d1")] == [*kept, "lose:d1:d3"]
    battle = battle.play("lose:d1:d3")
    assert [option for option in options(battle) if option.startswith("lose:d2")] == (
        ["lose:d2", "lose:d2:partner"] if fields else ["lose:d2"]
    )


# --- eliminated units in the Force Pool -------------------------------------------------------------


def breakdowns(battle, name):
    """Ways in which a unit can lose the next step."""
    return [option for option in options(battle) if option.startswith(f"lose:{name}")]


def test_4_2_6_2_where_an_eliminated_unit_may_come_back_for_one_that_breaks_down():
    # Eliminated, d2 is in the Force Pool; d1 then breaks down into it, or into one of a pool that nobody stated.
    battle = read(fight([infantry()], [infantry(), infantry(steps=1)]), "Dr1 0/3").play("to:48,-47").play("lose:d2")
    assert breakdowns(battle, "d1") == ["lose:d1", "lose:d1:d2"]
    assert battle.node.options[0].label.endswith(": another unit of the Force Pool takes its place")
    battle = battle.play("lose:d1:d2")
    shown = battle.game.overlay(battle.state)
    assert (shown["lost"], shown["moved"]) == ({"d1": 1}, {"d2": {"48,-47": 1}})
    assert "the US 4-2-1 infantry takes its place" in told(battle, "4.2.6.2.two-swap")[0]
    assert options(battle) == ["lose:d2"]
    assert battle.play("lose:d2").play("done").outcome.measure("defender_lost") == 3


@pytest.mark.parametrize("fields", [
    {"stripe": True}, {"nation": "British"}, {"elite": True}, {"type": "hq", "steps": 1},
])  # fmt: skip
def test_4_2_6_2_where_who_does_not_come_back(fields):
    # With a Delay Stripe it is in the Delay Box; else it fits no better than any other unit of the pool.
    battle = read(fight([infantry()], [infantry(), infantry(**{"steps": 1, **fields})]), "0/2").play("lose:d2")
    assert breakdowns(battle, "d1") == ["lose:d1"]
    assert refused(battle) == {"a1": "4.2.4.2.attr", **({"d2": "4.2.6.2.elite"} if "elite" in fields else {})}


def test_4_2_6_2_where_beside_the_counters_of_the_force_pool():
    battle = read(fight([infantry()], [infantry(), infantry(steps=1), reserve()]), "0/2").play("lose:d2")
    assert breakdowns(battle, "d1") == ["lose:d1:d2", "lose:d1:d3"]


@pytest.mark.parametrize(("stripe", "found"), [(False, ["lose:d2:d3"]), (True, ["lose:d2"])])
def test_4_2_6_2_where_a_counter_that_came_from_the_pool(stripe, found):
    battle = read(fight([infantry()], [infantry(), infantry(), reserve(stripe=stripe)]), "0/3")
    assert breakdowns(battle.play("lose:d1:d3").play("lose:d3"), "d2") == found


def test_4_2_6_2_where_a_counter_that_comes_back_is_in_the_fight_once():
    battle = read(fight([infantry(steps=1), infantry()], [infantry(steps=1)]), "2/1")
    battle = drive(battle, "lose:a1", "lose:a2:a1", "lose:d1")
    assert battle.state.fight.attackers == (battle.game.setting.by_id["a1"].index,)
    assert options(battle) == ["advance:a1", "done"]


def test_4_2_6_2_where_in_a_later_attack_of_the_battle():
    force = [infantry(aim=1), infantry(at="w4725", aim=2)]
    foes = [infantry(steps=1), infantry(at=NORTHEAST)]
    battle = read(fight(force, foes, targets=(TARGET, NORTHEAST)), "0/1")
    battle = read(drive(battle, "lose:d1", "done", attack(NORTHEAST)), "0/1")
    assert breakdowns(battle, "d2") == ["lose:d2", "lose:d2:d1"]
    battle = battle.play("lose:d2:d1")
    assert battle.game.overlay(battle.state)["moved"] == {"d1": {find_place(NORTHEAST): 1}}


def test_4_2_6_2_holding_what_was_eliminated_is_in_no_holding_box():
    foes = [infantry(nation="British", partner="US"), infantry(steps=1)]
    battle = read(fight([infantry()], foes), "0/2").play("lose:d2")
    assert breakdowns(battle, "d1") == ["lose:d1", "lose:d1:partner"]


def test_4_1_4_place_a_unit_eliminated_in_the_segment_may_land():
    force = [airborne(), infantry(steps=1, blitz=True), infantry(blitz=True)]
    battle = fight(force, [infantry()], procedure="blitz")
    battle = drive(battle, "drop:a1", to("w4626"), attack(TARGET))
    battle = read(battle, "1/0").play("lose:a2")
    assert topic(battle) == "airdrop_landing"
    assert options(battle) == ["land:a1@a2", "land:a1", "box:a1"]  # or another of a Force Pool that nobody stated
    battle = battle.play("land:a1@a2")
    assert battle.game.overlay(battle.state)["moved"]["a2"] == {find_place("w4626"): 1}
    assert battle.outcome.measure("attacker_lost") == 1


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_a_step_is_spared_by_agreement(side):
    two = [infantry(9), infantry()]
    battle = read(fight(two, two), "0/2" if side == "defender" else "2/0")
    assert topic(battle) == "lose"
    before = battle.state.left
    after = battle.play("!spare")
    assert after.state.left == before and topic(after) == "lose"
    assert after.log[-1][1].text == f"By agreement, not by the rules: the {side} is spared a step."
    assert topic(after.play("!spare")) != "lose"
