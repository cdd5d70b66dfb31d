"""4.1: the Blitz segment around its fights."""

from fractions import Fraction

import pytest
from hexumpire.analysis.outcomes import report
from hexumpire.analysis.solve import solve
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import find_place, place_name
from hexumpire.rulesets.daisenso.rules.airdrop import circle

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    drive,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    named,
    options,
    read,
    refused,
    sections,
    shifts,
    skips,
    some,
    to,
    told,
    topic,
    unit,
)

BLITZ = {"procedure": "blitz"}


def at_step(battle, name):
    while topic(battle) not in (name, "end"):
        battle = battle.play(options(battle)[-1])
    return battle


# --- airdrops ---------------------------------------------------------------------------------------


def test_4_1_order_step_after_step():
    # 4.1.order
    force = [airborne(), infantry(blitz=True), unit("strike", at=NORTHEAST)]
    battle = fight(force, [infantry(steps=1)], **BLITZ)
    seen = []
    while topic(battle) != "end":
        seen.append(topic(battle))
        battle = battle.play(options(battle)[0])
    steps = ["airdrop", "blitz_combat", "airdrop_landing", "cv_strike_return"]
    assert [name for name in dict.fromkeys(seen) if name in steps] == steps
    assert seen.index("result") > seen.index("blitz_combat")


def test_4_1_1_serial_flip_and_origin():
    # 4.1.1.serial
    # Two units drop one after the other; each becomes a marker, and the hex of origin is a legal one (4.1.1.origin).
    battle = fight([airborne(), airborne()], [], **BLITZ)
    assert options(battle) == ["drop:a1", "drop:a2", "next"]
    battle = battle.play("drop:a1")
    assert EAST in hexes_open(battle)
    battle = battle.play(to("w4627"))
    assert options(battle) == ["drop:a2", "next"]
    assert told(battle, "4.1.1.flip") == ["Drop on w4627."]


def test_4_1_1_anyplace_weather_and_friend():
    # Neither the lack of a Blitz marker (4.1.1.anyplace), storms (4.1.1.weather) nor friends (4.1.1.friend) matter.
    friends = [airborne(), infantry(at=TARGET, blitz=False)]
    battle = fight(friends, [], hexes={TARGET: {"weather": "storms"}}, **BLITZ)
    assert TARGET in hexes_open(battle.play("drop:a1"))


def test_4_1_1_range_refused_with_its_rule():
    battle = fight([airborne()], [], hexes={"w4626": {"terrain": "sea"}}, **BLITZ).play("drop:a1")
    assert refused(battle)["w4622"] == "4.1.1.range"
    assert refused(battle)["w4626"] == "4.1.1.sea"


def test_4_1_1_range_every_hex_of_the_board_says_so():
    battle = fight([airborne()], [infantry(at="w4618")], hexes={"w4616": {"features": ["city"]}}, **BLITZ)
    shut = refused(battle.play("drop:a1"))
    assert shut["w4618"] == shut["w4616"] == "4.1.1.range"


def test_4_1_1_who_has_nowhere_to_drop_is_not_asked():
    """4.1.1.air, 4.1.1.neutral: in a valley of a neutral country, beside an enemy Air unit, no hex is open."""
    reach = {place_name(place) for place in circle(find_place(EAST))}
    closed = {name: {"barred": "neutral"} for name in reach - {EAST, TARGET}}
    force = [airborne(), airborne(at="w4633")]
    open_air = fight(force, [infantry(steps=1)], hexes=closed, **BLITZ)
    assert options(open_air) == ["drop:a1", "drop:a2", "next"]
    assert hexes_open(open_air.play("drop:a1")) == [TARGET, EAST]
    watched = fight(force, [unit("air")], hexes=closed, **BLITZ)
    assert options(watched) == ["drop:a2", "next"]


def test_4_1_1_limits_and_4_1_3_limits():
    # Policies, truces and failures: one condition stops drops, attacks and landings.
    battle = fight([airborne(), infantry(blitz=True), unit("strike", at=WEST)], [infantry()], limited=True, **BLITZ)
    assert topic(battle) == "cv_strike_return"
    landing = [unit("beachhead"), infantry(blitz=True), unit("strike", at=WEST)]
    assert topic(fight(landing, [], limited=True, **SHORE)) == "cv_strike_return"
    assert topic(at_step(fight(landing, [], **SHORE), "beachhead_landing")) == "beachhead_landing"


def test_4_1_1_prewar():
    # Pre-War stops Airdrops (4.1.1) and attacks (4.2.1.1), and nothing else: landings and the strikes' return go on.
    force = [airborne(), infantry(blitz=True), unit("strike", at=WEST)]
    found = game(force, [infantry()], pre_war=True, **BLITZ)
    assert not found.problems
    assert topic(fight(force, [infantry()], pre_war=True, **BLITZ)) == "cv_strike_return"
    lines = [line for _, line in found.assess(found.start()).trace.lines()]
    told_of = {named(found, line.label): (line.note, line.rules) for line in lines}
    assert told_of["Japanese 2-2-2 airborne unit in w4625"][1] == ("4.1.1.prewar",)
    assert "4.2.1.1.prewar" in told_of[f"Attack on {TARGET}"][1]
    landing = [unit("beachhead"), infantry(blitz=True), unit("strike", at=WEST)]
    battle = fight(landing, [], pre_war=True, **SHORE)
    assert topic(battle) == "beachhead_landing"
    battle = drive(battle, options(battle)[0])
    assert battle.game.overlay(battle.state)["moved"]["a2"]
    assert topic(battle) == "cv_strike_return"


def test_4_1_1_effect_blocks_retreats_and_cancels_zones():
    # 4.1.1.effect
    # A phasing Airdrop marker bars a retreat into its hex; in its own hex it cancels the defenders' zones.
    battle = read(fight([infantry()], [infantry(), infantry(at=TARGET)], hexes={}), "Dr1")
    assert NORTHWEST in hexes_open(battle)
    dropped = [infantry(blitz=True), unit("airdrop", at=NORTHWEST)]
    battle = read(fight(dropped, [infantry()], segment="blitz"), "Dr1")
    assert refused(battle)[NORTHWEST] == "4.2.5.2.enemy"
    own = [infantry(blitz=True), unit("airdrop", at="w4626")]
    zones = {name: {"zoc": "defender"} for name in ("w4626", "w4525", "w4725")}
    battle = read(fight(own, [infantry()], hexes=zones, segment="blitz"), "Ad")
    assert hexes_open(battle.play("retreat")) == ["w4626"]


# --- Blitz combat -----------------------------------------------------------------------------------


def test_4_1_2_base_and_shifts():
    # The same sequence as in the Regular segment, but armor and Airdrops shift (4.1.2.shifts).
    tank = [armor(blitz=True), unit("airdrop", at=TARGET)]
    assert shifts(game(tank, [infantry()], segment="blitz")) == {"4.2.3.3.armor": 1, "4.2.3.2.drop": 1}
    regular = game(tank, [infantry()])
    assert shifts(regular) == {}
    assert skips(regular)["4.2.3.3.armor"] == skips(regular)["4.2.3.2.drop"] == "only in the Blitz segment"
    assert topic(fight(tank, [infantry()], segment="blitz")) == "result"  # 4.1.2.base


@pytest.mark.parametrize(
    ("nation", "weather", "legal"),
    [
        ("Russian", "snow", True),
        ("US", "snow", False),
        ("Russian", "storms", False),
        ("Russian", "mud", False),
    ],
)
def test_4_1_2_snow(nation, weather, legal):
    # 4.1.2.snow
    found = game([infantry(blitz=True)], [infantry(nation="Japanese")], nations=(nation, "Japanese"), segment="blitz",
                 hexes={TARGET: {"weather": weather}})  # fmt: skip
    assert sections(found.problems) == (set() if legal else {"4.1.2.weather"})


def test_4_1_2_snow_with_others_along():
    # A Mongolian beside them stays out and stops nobody; by the other reading one Russian will do for all.
    mixed = [infantry(nation="Russian", blitz=True), infantry(3, nation="Mongolian", blitz=True)]
    snow = {"segment": "blitz", "hexes": {TARGET: {"weather": "snow"}}, "nations": ("Russian", "Japanese")}
    assert fight(mixed, [infantry()], **snow).assessment.attack == 4
    assert fight(mixed, [infantry()], readings={"snow": "any"}, **snow).assessment.attack == 7
    for reading in ("all", "any"):
        alone = game(mixed[1:], [infantry()], readings={"snow": reading}, **snow)
        assert sections(alone.problems) == {"4.1.2.weather"}


# --- attacks within the segment ---------------------------------------------------------------------


def test_4_1_2_base_attacks_are_fought_within_the_segment():
    # One battle from the Airdrop to the strikes' return, with what the attack came to in its outcome.
    force = [airborne(), infantry(blitz=True), unit("strike", at=NORTHEAST)]
    battle = fight(force, [infantry(steps=2)], **BLITZ)
    battle = drive(battle, "drop:a1", to(TARGET))
    assert options(battle) == [attack(TARGET), "next"]
    battle = drive(battle, attack(TARGET))
    assert shifts(battle) == {"4.2.3.1.att": 1, "4.2.3.2.drop": 1}
    battle = drive(read(battle, "Dr1 1/1"), to(NORTHWEST), "lose:a2", "lose:d1", "advance:a2")
    assert topic(battle) == "airdrop_landing"
    battle = drive(battle, "box:a1", "return")
    outcome = battle.outcome
    assert outcome.result == "taken"
    assert [outcome.measure(key) for key in ("hex", "attacker_lost", "defender_lost", "retreated", "place")] == [
        1, 1, 1, 1, 4723,
    ]  # fmt: skip
    assert battle.game.overlay(battle.state)["moved"]["a2"] == {find_place(TARGET): 1}


def test_4_1_1_flip_a_unit_that_dropped_does_not_attack():
    # 4.1.1.flip
    battle = fight([airborne(), infantry(2, blitz=True)], [infantry(df=1)], **BLITZ)
    stays = drive(battle, "next", attack(TARGET))
    assert stays.assessment.attack == 4
    drops = drive(battle, "drop:a1", to("w4626"), attack(TARGET))
    assert drops.assessment.attack == 2
    assert shifts(drops) == {}


def test_4_1_1_effect_the_marker_bars_the_retreat():
    battle = fight([airborne(), infantry(blitz=True)], [infantry()], **BLITZ)
    battle = read(drive(battle, "drop:a1", to(NORTHEAST), attack(TARGET)), "Dr1")
    assert refused(battle)[NORTHEAST] == "4.2.5.2.enemy"


def test_4_2_1_serial_any_target_in_any_order_but_once():
    # 4.2.1.once-hex, 4.2.1.once-unit
    force = [infantry(blitz=True, aim=1), infantry(blitz=True, at="w4725", aim=2), infantry(2, blitz=True, aim=2)]
    foes = [infantry(), infantry(at=NORTHEAST)]
    battle = fight(force, foes, targets=(TARGET, NORTHEAST), **BLITZ)
    assert options(battle) == [attack(TARGET), attack(NORTHEAST), some(NORTHEAST), "next"]
    battle = read(drive(battle, attack(NORTHEAST)), "0/0")
    assert options(battle) == [attack(TARGET), "next"]
    assert refused(battle)[NORTHEAST] == "4.2.1.once-hex"
    battle = read(drive(battle, attack(TARGET)), "0/0")
    assert topic(battle) == "end"
    assert battle.outcome.result == "held"
    assert "may attack again" in battle.game.closing(battle.state)[1].text


def test_4_2_1_arrived_in_the_blitz_segment_too():
    force = [infantry(blitz=True, aim=1), infantry(9, blitz=True, at="w4725", aim=2)]
    battle = fight(force, [infantry(df=2), infantry(df=3, at=NORTHEAST)], targets=(TARGET, NORTHEAST), **BLITZ)
    battle = read(drive(battle, attack(TARGET)), "Dr1").play(to(NORTHEAST)).play("done")
    assert drive(battle, attack(NORTHEAST)).assessment.defense == 5


def test_4_2_1_2_used_an_hq_supports_one_attack_of_the_segment():
    force = [infantry(blitz=True, aim=1), infantry(blitz=True, at="w4725", aim=2), hq(blitz=True, at="w4626")]
    battle = fight(force, [infantry(), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST), **BLITZ)
    battle = read(drive(battle, attack(TARGET), "support:a3"), "0/0")
    assert topic(drive(battle, attack(NORTHEAST))) == "result"


@pytest.mark.parametrize(
    ("hex", "fields", "rule"),
    [
        ({"weather": "mud"}, {"blitz": True}, "4.1.2.weather"),
        ({"weather": "snow"}, {"blitz": True}, "4.1.2.weather"),
        ({}, {"blitz": False}, "4.1.2.enabled"),
        ({}, {"blitz": True, "af": 0}, "4.2.1.1.af0"),
        ({"attacked_before": True}, {"blitz": True}, "4.2.1.once-hex"),
    ],
)
def test_4_1_2_enabled_and_weather_refuse_a_target_with_their_rule(hex, fields, rule):
    battle = fight([infantry(**fields), infantry(at="w4626", blitz=True, aim=2)], [infantry(), infantry(at="w4726")],
                   targets=(TARGET, "w4726"), hexes={TARGET: hex}, **BLITZ)  # fmt: skip
    assert options(battle) == [attack("w4726"), "next"]
    assert refused(battle)[TARGET] == rule


def test_4_1_2_enabled_who_is_not_stays_out():
    battle = fight([infantry(3, blitz=True), infantry(5)], [infantry()], **BLITZ)
    assert refused(battle)["a2"] == "4.1.2.enabled"
    assert drive(battle, attack(TARGET)).assessment.attack == 3


def test_4_1_2_snow_russians_within_the_segment():
    snow = {"hexes": {TARGET: {"weather": "snow"}}, "nations": ("Russian", "Japanese"), **BLITZ}
    assert options(fight([infantry(blitz=True)], [infantry()], **snow))[0] == attack(TARGET)


def test_4_2_1_target_a_hex_nobody_named():
    battle = fight([infantry(blitz=True)], [infantry(), infantry(at=NORTHEAST)], **BLITZ)
    assert refused(battle)[NORTHEAST] == "4.2.1.target"


def test_a_segment_in_which_no_target_can_be_attacked_says_why():
    battle = fight([infantry(blitz=False), unit("strike", at=WEST)], [infantry()], **BLITZ)
    assert topic(battle) == "cv_strike_return"
    lines = [line for _, line in battle.assessment.trace.lines()]
    notes = [line.note for line in lines if named(battle, line.label) == f"Attack on {TARGET}"]
    assert notes == ["the Japanese 4-2-1 infantry: only Blitz-enabled units attack in the Blitz segment"]


def test_shifts_nobody_has_stated_are_told_before_the_segment_begins():
    found = game([infantry(blitz=True)], [infantry()], sides={(EAST, TARGET): ["mountain"]}, **BLITZ)
    assert [(problem.rule, problem.path) for problem in found.problems] == [
        ("4.2.3.8.hexside", "$.conditions.side_mountain")
    ]
    assert "side_mountain" in found.relevant()["conditions"]
    assert "segment" not in found.relevant()["conditions"]


def test_4_2_2_auto_in_the_segment():
    battle = fight([armor(blitz=True)], [unit("detachment")], **BLITZ)
    battle = drive(battle, attack(TARGET), "take", "advance:a1")
    assert battle.outcome.result == "taken"


def test_odds_and_best_play_of_a_whole_segment():
    example = next(entry for entry in RULESET.examples() if entry["key"] == "blitz-steps")
    found = RULESET.game(read_scenario(example["scenario"]))
    rows = report(found, found.start(), RULESET, {})
    assert {row["key"] for row in rows["summary"]} <= {"taken", "emptied", "held", "destroyed"}
    best = solve(found, found.start(), RULESET.objectives[0])
    taken = next(row["p"] for row in rows["summary"] if row["key"] == "taken")
    assert best.value(found.start()) >= Fraction(taken)


def test_an_agreed_result_and_an_agreed_end_of_one_attack():
    battle = fight([infantry(blitz=True), unit("strike", at=WEST)], [infantry()], **BLITZ).play(attack(TARGET))
    assert [option.label for option in battle.game.overrides(battle.state)][-1] == "End this attack here"
    assert topic(battle.play("!end")) == "cv_strike_return"
    assert topic(battle.play("!result=Dr1")) == "retreat"


# --- landings ---------------------------------------------------------------------------------------

SHORE = {"hexes": {EAST: {"terrain": "sea", "weather": "storms"}}, "sides": {(EAST, TARGET): ["beachhead"]}, **BLITZ}


def test_4_1_3_place_and_serial_in_any_weather():
    # The land hex behind the Beachhead hexside (4.1.3.place), one by one, whatever the weather (4.1.3.weather).
    landing = [unit("beachhead"), infantry(blitz=True), infantry(blitz=True)]
    battle = at_step(fight(landing, [], **SHORE), "beachhead_landing")
    assert options(battle) == [f"land:a2@{find_place(TARGET)}", f"land:a3@{find_place(TARGET)}", "next"]
    battle = battle.play(options(battle)[0])
    assert options(battle) == [f"land:a3@{find_place(TARGET)}", "next"]  # 4.1.3.serial
    assert battle.game.overlay(battle.state)["moved"] == {"a2": {find_place(TARGET): 1}}


def test_4_1_3_who_a_unit_that_attacked_does_not_land():
    # 4.1.3.who
    beach = {**SHORE, "side_beachhead": "1", "hexes": {EAST: {"terrain": "sea"}}}
    landing = [unit("beachhead"), infantry(blitz=True), infantry(blitz=True, attacks=False)]
    battle = fight(landing, [infantry(steps=1)], **beach)
    battle = read(battle.play(attack(TARGET)), "0/1").play("lose:d1").play("done")
    assert options(battle) == [f"land:a3@{find_place(TARGET)}", "next"]
    assert refused(battle)["a2"] == "4.1.3.who"


@pytest.mark.parametrize(
    ("fields", "lands"),
    [
        ({}, True),
        ({"type": "hq"}, True),
        ({"ma": 0}, True),
        ({"supplied": False}, False),
        ({"blitz": False}, False),
        ({"attacked": True}, False),
        ({"at": "w4626"}, False),
    ],
)
def test_4_1_3_who_and_hq(fields, lands):
    # 4.1.3.hq: an HQ may land, as this is no advance; a unit off the Beachhead may not.
    force = [unit("beachhead"), infantry(**{"blitz": True, **fields}), unit("strike")]
    battle = at_step(fight(force, [], **SHORE), "beachhead_landing")
    assert (f"land:a2@{find_place(TARGET)}" in options(battle)) == lands


def test_4_1_3_enemy_a_hex_that_held():
    beach = {**SHORE, "side_beachhead": "1", "hexes": {EAST: {"terrain": "sea"}}}
    landing = [unit("beachhead"), infantry(blitz=True, attacks=False), infantry(blitz=True), unit("strike", at=WEST)]
    battle = read(fight(landing, [infantry()], **beach).play(attack(TARGET)), "0/0")
    assert topic(battle) == "cv_strike_return"


def test_4_1_3_neutral():
    neutral = {**SHORE, "hexes": {**SHORE["hexes"], TARGET: {"barred": "neutral"}}}
    battle = at_step(fight([unit("beachhead"), unit("snlf"), infantry(blitz=True)], [], **neutral), "beachhead_landing")
    assert refused(battle)["a3"] == "4.1.3.neutral"


def test_4_1_3_who_lands_elsewhere_is_not_told_why_not_in_another_hex():
    """4.1.3.neutral: only the hex is refused."""
    neutral = {"hexes": {**SHORE["hexes"], NORTHEAST: {"barred": "neutral"}}}
    beaches = {**SHORE, **neutral, "sides": {(EAST, TARGET): ["beachhead"], (EAST, NORTHEAST): ["beachhead"]}}
    battle = at_step(fight([unit("beachhead"), infantry(blitz=True)], [], **beaches), "beachhead_landing")
    assert options(battle) == [f"land:a2@{find_place(TARGET)}", "next"]
    assert refused(battle)[NORTHEAST] == "4.1.3.neutral"
    assert "a2" not in refused(battle)


def test_4_1_3_1_who_and_place():
    # No ground unit is needed, but supply is (4.1.3.1.who); a Detachment goes ashore (4.1.3.1.place).
    battle = at_step(fight([unit("snlf")], [], **SHORE), "beachhead_landing")
    battle = battle.play(f"snlf:a1@{find_place(TARGET)}")
    assert told(battle, "4.1.3.1.place") == [f"A Japanese Detachment lands in {TARGET}."]
    assert told(battle, "4.1.3.1.marker") == []
    battle = fight([unit("snlf", supplied=False), unit("strike")], [], **SHORE)
    assert topic(at_step(battle, "beachhead_landing")) == "end"


def test_4_1_3_1_place_a_detachment_of_the_pool():
    pool = unit("detachment", nation="Japanese", pool=True)
    battle = at_step(fight([unit("snlf"), pool], [unit("logistics", at=TARGET)], **SHORE), "beachhead_landing")
    assert battle.game.overlay(battle.state)["out"] == ["a2"]
    battle = battle.play(f"snlf:a1@{find_place(TARGET)}")
    shown = battle.game.overlay(battle.state)
    assert (shown["moved"], shown["lost"], shown["out"]) == ({"a2": {find_place(TARGET): 1}}, {"d1": 1}, [])
    assert told(battle, "4.1.3.1.marker") == ["The US Logistics marker goes to the Delay Box."]


def test_4_1_4_fail_an_enemy_is_still_there():
    # 4.1.4.fail
    battle = fight([airborne(), infantry(af=1, steps=1, pool=True, blitz=True)], [infantry()], **BLITZ)
    battle = at_step(drive(battle, "drop:a1", to(TARGET)), "airdrop_landing")
    assert options(battle) == ["box:a1"]
    said = named(battle, battle.node.options[0].label)
    assert said == f"The Airdrop in {TARGET} goes to the Delay Box: an enemy unit is there"
    assert battle.node.options[0].rules == ("4.1.4.fail",)


@pytest.mark.parametrize(
    ("fields", "hexes"),
    [
        ({"supplied": False}, {}),
        ({"blitz": False}, {}),
        ({"type": "infantry"}, {}),
        ({}, {EAST: {"terrain": "sea"}}),
    ],
)
def test_4_1_1_who_does_not_drop(fields, hexes):
    # 4.1.1.who
    battle = fight([airborne(at="w4626"), {**airborne(), **fields}], [], hexes=hexes, **BLITZ)
    assert options(battle) == ["drop:a1", "next"]
    assert refused(battle) == {"a2": "4.1.1.who"}


def test_4_1_4_fail_an_unsupplied_marker():
    drop = [unit("airdrop", at=TARGET, supplied=False), infantry(af=1, steps=1, pool=True)]
    battle = at_step(fight(drop, [], **BLITZ), "airdrop_landing")
    assert (options(battle), battle.node.options[0].rules) == (["box:a1"], ("4.1.4.fail",))


@pytest.mark.parametrize(
    "fields",
    [
        {"steps": 2},
        {"elite": True},
        {"nation": "US"},
        {"type": "marine"},
        {"pool": False, "at": "w4627"},
    ],
)
def test_4_1_4_place_and_elite_who_may_not_come(fields):
    # Neither does one that is no one-step infantry of its nation say who else is in the Force Pool.
    drop = [unit("airdrop", at=TARGET), infantry(**{"af": 1, "steps": 1, "pool": True, **fields})]
    said = ["land:a1"] if "elite" not in fields else []
    assert options(at_step(fight(drop, [], **BLITZ), "airdrop_landing")) == [*said, "box:a1"]


@pytest.mark.parametrize(
    ("nation", "who"),
    [
        ("Japanese", "One-step Japanese infantry"),
        ("Western", "One-step British or US infantry"),
    ],
)
def test_4_1_4_place_a_force_pool_that_nobody_stated_has_somebody_to_land(nation, who):
    # As it has a Detachment to bring ashore (4.1.3.1.place), and a unit in place of one that breaks down (4.2.6.2).
    battle = at_step(fight([unit("airdrop", at=TARGET, nation=nation)], [], **BLITZ), "airdrop_landing")
    assert options(battle) == ["land:a1", "box:a1"]
    assert named(battle, battle.node.options[0].label) == (
        f"{who} of the Force Pool takes the place of the Airdrop in {TARGET}"
    )
    assert "4.1.4.place" in battle.node.options[0].rules
    landed, boxed = battle.play("land:a1"), battle.play("box:a1")
    assert [landed.node.outcome.result, boxed.node.outcome.result] == ["taken", "done"]
    assert landed.game.overlay(landed.state)["lost"] == {"a1": 1}
    assert landed.game.key(landed.state) != boxed.game.key(boxed.state)


def test_4_1_4_place_two_markers_land_from_a_force_pool_that_nobody_stated():
    drops = [unit("airdrop", at=TARGET), unit("airdrop", at="w4626")]
    battle = at_step(fight(drops, [], **BLITZ), "airdrop_landing")
    assert options(battle.play("land:a1")) == ["land:a2", "box:a2"]


def test_4_1_4_fail_nobody_lands_beside_an_enemy_whoever_is_in_the_force_pool():
    battle = at_step(fight([unit("airdrop", at=TARGET)], [infantry()], **BLITZ), "airdrop_landing")
    assert options(battle) == ["box:a1"]


def test_4_1_4_western_british_or_american():
    drop = [unit("airdrop", at=TARGET, nation="Western")]
    drop += [infantry(af=1, steps=1, pool=True, nation=nation) for nation in ("British", "US", "French")]
    assert options(at_step(fight(drop, [], **BLITZ), "airdrop_landing")) == ["land:a1@a2", "land:a1@a3", "box:a1"]


def test_4_1_4_may_and_place():
    # Land (4.1.4.place) or not, as the player likes (4.1.4.may); either way the marker goes to the Delay Box.
    drop = [unit("airdrop", at=TARGET), infantry(af=1, steps=1, pool=True)]
    battle = at_step(fight(drop, [], **BLITZ), "airdrop_landing")
    assert options(battle) == ["land:a1@a2", "box:a1"]
    landed = battle.play("land:a1@a2")
    assert landed.game.overlay(landed.state)["moved"] == {"a2": {find_place(TARGET): 1}}
    boxed = battle.play("box:a1")
    assert boxed.game.overlay(boxed.state)["lost"] == {"a1": 1}


def test_4_1_4_place_each_marker_lands_in_its_turn_whoever_has_come_before():
    drop = [unit("airdrop", at=TARGET), infantry(af=1, steps=1, pool=True), unit("airdrop", at="w4626")]
    battle = at_step(fight(drop, [], **BLITZ), "airdrop_landing").play("land:a1@a2")
    assert (topic(battle), options(battle)) == ("airdrop_landing", ["box:a3"])


@pytest.mark.parametrize(
    ("marker", "comes", "then"),
    [
        ("a1", "a3", ["land:a2@a4", "box:a2"]),
        ("a2", "a4", ["land:a1@a3", "box:a1"]),
        ("a1", "", ["box:a2"]),
        ("a2", "", ["box:a1"]),
    ],
)
def test_4_1_4_may_each_marker_in_its_turn_whatever_became_of_the_others(marker, comes, then):
    # Two Airdrops, two units of the pool: the one marker lands or goes to the Delay Box, the other is still to come.
    drops = [unit("airdrop", at=TARGET), unit("airdrop", at="w4626")]
    battle = fight([*drops, infantry(af=1, steps=1, pool=True), infantry(af=2, steps=1, pool=True)], [], **BLITZ)
    assert topic(battle) == "airdrop_landing" and len(options(battle)) == 6
    battle = battle.play(f"land:{marker}@{comes}" if comes else f"box:{marker}")
    assert set(then) <= set(options(battle))
    assert not [option for option in options(battle) if f":{marker}" in option or (comes and f"@{comes}" in option)]
    assert topic(drive(battle, then[-1])) == "end"


@pytest.mark.parametrize("name", ["a1", "a2"])
def test_4_1_1_flip_a_unit_that_dropped_where_it_was_is_another_position(name):
    # Its hex is the same (4.1.1.origin), but a marker does not attack: the two positions are not worth the same.
    force = [airborne(), infantry(blitz=True)]
    battle = fight(force if name == "a1" else force[::-1], [infantry()], **BLITZ)
    stays, drops = battle.play("next"), drive(battle, f"drop:{name}", to(EAST))
    assert (topic(stays), topic(drops)) == ("blitz_combat", "blitz_combat")
    assert stays.state.at == drops.state.at
    assert stays.game.key(stays.state) != drops.game.key(drops.state)
    assert drive(stays, attack(TARGET)).assessment.attack - drive(drops, attack(TARGET)).assessment.attack == 2


def test_4_1_4_may_every_unit_that_dropped_is_a_marker_that_may_land():
    battle = fight([infantry(), airborne(), airborne(), infantry(af=1, steps=1, pool=True)], [], **BLITZ)
    battle = drive(battle, "drop:a2", to("w4626"), "drop:a3", to("w4726"))
    assert options(battle) == ["land:a2@a4", "box:a2", "land:a3@a4", "box:a3"]
    assert options(battle.play("land:a3@a4")) == ["box:a2"]


@pytest.mark.parametrize("name", ["a1", "a2"])
def test_4_1_3_1_who_an_snlf_that_has_landed_does_so_no_more(name):
    # Its Detachment may well not be among the counters: then nothing on the map says so.
    sea = {place: {"terrain": "sea"} for place in (EAST, WEST)}
    sides = {(EAST, TARGET): ["beachhead"], (WEST, TARGET): ["beachhead"]}
    battle = fight([unit("snlf"), unit("snlf", at=WEST)], [], hexes=sea, sides=sides, **BLITZ)
    landed = battle.play(f"snlf:{name}@{find_place(TARGET)}")
    assert (landed.state.at, landed.state.left) == (battle.state.at, battle.state.left)
    assert not [option for option in options(landed) if f":{name}@" in option]
    assert landed.game.key(landed.state) != battle.game.key(battle.state)


def test_4_1_3_1_who_which_snlf_has_landed_is_another_position():
    # Either brings a Detachment into the same hex; one of them could land another elsewhere, the other one could not.
    sea = {name: {"terrain": "sea"} for name in (EAST, WEST)}
    sides = {pair: ["beachhead"] for pair in ((EAST, TARGET), (WEST, TARGET), (WEST, NORTHWEST))}
    force = [unit("snlf"), unit("snlf", at=WEST), *[unit("detachment", pool=True)] * 2]
    battle = fight(force, [], hexes=sea, sides=sides, **BLITZ)
    one, other = (battle.play(f"snlf:{name}@{find_place(TARGET)}") for name in ("a1", "a2"))
    assert one.game.overlay(one.state)["moved"] == other.game.overlay(other.state)["moved"]
    assert options(one) != options(other)
    assert one.game.key(one.state) != other.game.key(other.state)


def test_4_1_3_1_place_where_a_detachment_that_is_not_stated_has_landed_is_another_position():
    sides = {pair: ["beachhead"] for pair in ((WEST, TARGET), (WEST, NORTHWEST))}
    battle = fight([unit("snlf", at=WEST)], [], hexes={WEST: {"terrain": "sea"}}, sides=sides, **BLITZ)
    one, other = (battle.play(f"snlf:a1@{find_place(place)}") for place in (TARGET, NORTHWEST))
    assert one.game.key(one.state) != other.game.key(other.state)


def test_4_1_5_cv():
    battle = at_step(fight([unit("strike", at=TARGET), unit("strike", at="w4627")], [], **BLITZ), "cv_strike_return")
    battle = battle.play("return")
    assert battle.game.overlay(battle.state)["lost"] == {"a1": 1, "a2": 1}
    assert told(battle, "4.1.5.cv")


def test_4_2_nomarker_the_segment_says_so():
    # Without a Blitz marker only the strikes return (4.1.nomarker), and Regular combat needs none.
    battle = fight([airborne()], [], blitz_on_map=False, **BLITZ)
    assert topic(battle) == "end"
    assert {rule for line in battle.game.closing(battle.state) for rule in line.rules} == {"4.2.nomarker"}
    assert game([infantry()], [infantry()], blitz_on_map=False).problems == ()


def test_a_battle_is_begun_from_its_document():
    assert isinstance(fight([infantry(at=WEST)], [infantry()]), Battle)
    assert game([infantry(at=NORTHEAST)], [infantry()]).problems == ()


def dealt_with(battle):
    """How many counters are dealt with, as the list of the steps says."""
    shown = battle.game.assess(battle.state).trace.children
    return next((line.value for line in shown if line.label == "Counters dealt with"), None)


def test_4_1_4_place_each_marker_is_dealt_with_once_whether_it_lands_or_not():
    # One lands, another goes to the Delay Box, a third is still on the map; a landing from a Beachhead counts as well.
    force = [
        unit("airdrop", at=TARGET),
        airborne(at=WEST),
        unit("airdrop", at=NORTHEAST),
        unit("beachhead"),
        infantry(blitz=True),
        infantry(af=1, steps=1, pool=True),
    ]
    battle = fight(force, [], hexes={EAST: {"terrain": "sea"}}, sides={(EAST, SOUTHEAST): ["beachhead"]}, **BLITZ)
    assert dealt_with(battle) == 0
    battle = drive(battle, "drop:a2", to(NORTHWEST), f"land:a5@{find_place(SOUTHEAST)}")
    assert (topic(battle), dealt_with(battle)) == ("airdrop_landing", 1)
    battle = battle.play("land:a1@a6")
    assert dealt_with(battle) == 2
    assert dealt_with(battle.play("box:a2")) == 3


@pytest.mark.parametrize("brings", ["unit", "snlf"])
def test_4_2_7_hex_of_a_marker_in_a_hex_taken_by_a_landing_it_is_said_that_its_fate_is_not(brings):
    """A unit lands beside an enemy marker, whose fate the text leaves open; an SNLF drives it off (4.1.3.1)."""
    force = [infantry(blitz=True), unit("beachhead")] if brings == "unit" else [unit("snlf")]
    battle = fight(
        force, [unit("detachment")], hexes={EAST: {"terrain": "sea"}}, sides={(EAST, TARGET): ["beachhead"]}, **BLITZ
    )
    battle = at_step(battle, "beachhead_landing").play(
        f"{'land' if brings == 'unit' else 'snlf'}:a1@{find_place(TARGET)}"
    )
    while topic(battle) != "end":
        battle = battle.play(options(battle)[-1])
    assert battle.node.outcome.result == "taken"
    said = f"What becomes of the US Detachment in {TARGET} the text does not say."
    closing = [named(battle, line.text) for line in battle.game.closing(battle.state)]
    assert (said in closing) == (brings == "unit")


def test_4_1_1_flip_a_unit_that_dropped_is_told_as_the_marker_that_it_is():
    battle = fight([airborne(), infantry(blitz=True)], [infantry()], **BLITZ)
    battle = at_step(drive(battle, "drop:a1", to(TARGET)), "airdrop_landing")
    lines = [child for line in battle.assessment.trace.children for child in line.children]
    told_of = [named(battle, line.label) for line in lines if line.rules == ("4.1.4.fail",)]
    assert told_of == [f"Japanese Airdrop in {TARGET}"]
