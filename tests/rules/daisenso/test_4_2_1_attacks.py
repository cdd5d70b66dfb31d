"""4.2.1 and 4.2.2: who attacks what, ranged support, the sequence."""

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import sure_column
from hexumpire.rulesets.daisenso.numbering import find_place

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    armor,
    chart,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    log,
    named,
    options,
    read,
    refused,
    ringed,
    sections,
    shifts,
    staying,
    to,
    told,
    topic,
    unit,
)


def attack(name):
    return f"attack:{find_place(name)}"


def test_4_adjacent_and_4_factions():
    # Only units next to the hex attack; Western and Soviet units are enemies of each other (4.factions).
    assert sections(game([infantry(at="w4627")], [infantry()]).problems) == {"4.2.1.target"}
    assert sections(game([infantry(at="w4627", aim=1)], [infantry()]).problems) == {"4.2.1.target", "4.adjacent"}
    assert game([infantry()], [infantry()], nations=("Russian", "US")).problems == ()


def test_4_2_roles_and_4_2_2_nodef():
    # The phasing side attacks (4.2.roles); the defender is never asked to advance (4.2.2.nodef).
    battle = read(fight([infantry()], [infantry()]), "Ad")
    battle = battle.play("retreat").play(to("w4626"))
    assert topic(battle) == "end"
    assert battle.game.overlay(battle.state)["moved"].keys() == {"a1"}


def test_4_2_1_target_needs_a_unit_or_marker():
    assert sections(game([infantry()], [unit("air")]).problems) == {"4.2.1.target"}
    assert game([infantry()], [unit("logistics")]).problems == ()


def test_4_2_1_whole_and_4_2_1_air():
    # Everybody in the hex defends (4.2.1.whole); Air and Airdrops in either hex do not matter (4.2.1.air).
    battle = fight([infantry(), unit("air")], [infantry(df=2), infantry(df=3), unit("air")])
    assert (battle.assessment.attack, battle.assessment.defense) == (4, 5)


def test_4_2_1_split_and_serial():
    # 4.2.1.split
    # Stack-mates attack different hexes, one attack after the other (4.2.1.serial); a third stays out.
    stack = [infantry(3, aim=1), infantry(5, aim=2), infantry(7, attacks=False)]
    battle = fight(stack, [infantry(), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST))
    assert battle.assessment.attack == 3
    battle = read(battle, "0/0").play(attack(NORTHEAST))
    assert battle.assessment.attack == 5
    assert told(battle, "4.2.1.serial") == [f"Next attack: {NORTHEAST}."]
    assert topic(read(battle, "0/0")) == "end"


def test_4_2_1_serial_which_attack_follows_the_attacker_says():
    # Three targets: the first as named, then any of the others, or none.
    force = [infantry(aim=1), infantry(at="w4725", aim=2), infantry(at="w4525", aim=3)]
    foes = [infantry(), infantry(at=NORTHEAST), infantry(at=SOUTHEAST)]
    battle = fight(force, foes, targets=(TARGET, NORTHEAST, SOUTHEAST))
    battle = read(battle, "0/0")
    assert options(battle) == [attack(NORTHEAST), attack(SOUTHEAST), "done"]
    assert refused(battle)[TARGET] == "4.2.1.once-hex"
    last = read(battle.play(attack(SOUTHEAST)), "0/0")
    assert options(last) == [attack(NORTHEAST), "done"]
    assert topic(last.play("done")) == topic(battle.play("done")) == "end"


@pytest.mark.parametrize("procedure", ["attack", "blitz"])
def test_4_2_1_serial_the_list_tells_the_attack_being_made_from_those_to_come(procedure):
    force = [infantry(3, blitz=True), infantry(5, at="w4725", blitz=True), infantry(7, at="w4525", blitz=True)]
    force = [{**one, "aim": number} for number, one in enumerate(force, 1)]
    foes = [infantry(), infantry(df=3, at=NORTHEAST), infantry(df=4, at=SOUTHEAST)]
    battle = fight(force, foes, targets=(TARGET, NORTHEAST, SOUTHEAST), procedure=procedure)

    def listed():
        rows = battle.game.rows(battle.state)
        return [(row.state, row.assessment and row.assessment.attack) for row in rows]

    if procedure == "blitz":
        assert listed() == [("open", 3), ("open", 5), ("open", 7)]
        battle = battle.play(attack(TARGET))
    assert listed() == [("now", 3), ("open", 5), ("open", 7)]
    battle = read(battle, "0/0")
    assert listed() == [("fought", None), ("open", 5), ("open", 7)]
    battle = battle.play(attack(SOUTHEAST))
    assert listed() == [("fought", None), ("open", 5), ("now", 7)]
    battle = read(battle, "0/0")
    assert listed() == [("fought", None), ("open", 5), ("fought", None)]


@pytest.mark.parametrize("held", [TARGET, NORTHEAST])
def test_4_2_7_hex_of_several_attacks_each_says_how_it_ended(held):
    # Units of one step: 0/0 leaves the hex to the defenders, 1/1 leaves nobody.
    force = [infantry(steps=1, aim=1), infantry(steps=1, at="w4725", aim=2)]
    battle = fight(force, [infantry(steps=1), infantry(steps=1, at=NORTHEAST)], targets=(TARGET, NORTHEAST))
    for place in (TARGET, NORTHEAST):
        battle = battle if place == TARGET else battle.play(attack(place))
        battle = read(battle, "0/0" if place == held else "1/1")
        while topic(battle) == "lose":
            battle = battle.play(options(battle)[0])
    said = [text for text, _ in log(battle)]
    assert [text for text in said if "hold" in text] == [f"The defenders hold {held}."]
    empty = NORTHEAST if held == TARGET else TARGET
    assert [text for text in said if "is empty" in text] == [
        f"{empty} is empty and nobody may advance: the attackers are gone."
    ]


def test_what_several_attacks_came_to_is_added_up():
    force = [armor(aim=1), armor(at="w4725", aim=2)]
    battle = fight(force, [infantry(), infantry(at="w4825")], targets=(TARGET, "w4825"))
    battle = read(battle, "Dr2").play(to(SOUTHWEST)).play(to("w4423")).play("done").play(attack("w4825"))
    battle = read(battle, "Dr1").play(to("w4925")).play("done")
    measures = dict(battle.outcome.measures)
    assert (measures["retreated"], measures["exploitation"], measures["place"]) == (3, 2, 4925)


def test_4_2_1_arrived():
    # Defenders that retreat into the next target defend there too.
    battle = fight([infantry(aim=1), infantry(at="w4725", aim=2)], [infantry(df=2), infantry(df=3, at=NORTHEAST)],
                   targets=(TARGET, NORTHEAST))  # fmt: skip
    battle = read(battle, "Dr1").play(to(NORTHEAST)).play("done").play(attack(NORTHEAST))
    assert battle.assessment.defense == 5
    assert told(battle, "4.2.1.arrived")


def test_4_2_1_arrived_may_call_the_attack_off():
    # Raw odds are looked at when the attack comes up: a stack grown too strong is not attacked (4.2.1.1.raw).
    battle = fight([infantry(aim=1), infantry(1, at="w4725", aim=2)], [infantry(df=2), infantry(df=3, at=NORTHEAST)],
                   targets=(TARGET, NORTHEAST))  # fmt: skip
    battle = read(battle, "Dr1").play(to(NORTHEAST)).play("done")
    assert options(battle) == ["done"]
    assert (refused(battle)[NORTHEAST], refused(battle)[TARGET]) == ("4.2.1.1.raw", "4.2.1.once-hex")
    battle = battle.play("done")
    assert told(battle, "4.2.1.1.raw")[0].startswith(f"{NORTHEAST} could not be attacked: 1 against 5")


def test_4_2_1_1_kwantung_attacks_abroad_but_stays():
    # 4.2.1.1.kwantung
    # It may attack outside a Japanese Dependent, not advance there.
    battle = fight([infantry(kwantung=True)], [infantry(steps=1)])
    assert topic(read(battle, "0/1").play("lose:d1")) == "end"
    home = fight([infantry(kwantung=True)], [infantry(steps=1)], hexes={TARGET: {"country": "Japanese"}})
    assert "advance:a1" in options(read(home, "0/1").play("lose:d1"))


# --- ranged support ---------------------------------------------------------------------------------


def test_4_2_1_2_offer_attacker_then_defender():
    # 4.2.1.2.offer
    # Step 1 asks the attacker (4.2.2.s1), step 2 the defender (4.2.2.s2); factors and shift count (4.2.1.2.add).
    battle = fight([infantry(), hq(3, at="w4626")], [infantry(df=2), hq(df=1, at="w4622")])
    assert (battle.node.side, options(battle)) == ("attacker", ["support:a2", "alone"])
    battle = battle.play("support:a2")
    assert (battle.node.side, options(battle)) == ("defender", ["support:d2", "alone"])
    battle = battle.play("support:d2")
    assert (battle.assessment.attack, battle.assessment.defense) == (7, 3)
    assert shifts(battle) == {"4.2.3.5.att": 1, "4.2.3.5.def": -1}


@pytest.mark.parametrize(("nation", "rule"), [("Kiangsu", ""), ("Nationalist Chinese", ""), ("US", "4.2.1.2.nation")])
def test_4_2_1_2_kmt(nation, rule):
    # 4.2.1.2.kmt
    found = game([infantry()], [infantry(nation=nation), hq(nation="Nationalist Chinese", at="w4622")])
    state = found.start()
    asked = found.node(state)
    assert (asked.topic == "support") == (not rule)


def test_4_2_1_2_through():
    # 4.2.1.2.through
    # The path may pass enemies and open sea.
    hexes = {WEST: {"terrain": "sea"}, SOUTHWEST: {"terrain": "sea"}, NORTHWEST: {"terrain": "sea"}}
    found = game([infantry(), infantry(at="w4525", attacks=False)], [infantry(), hq(at="w4622")], hexes=hexes)
    assert found.node(found.start()).topic == "support"


def test_4_2_1_2_one_refused_with_its_rule():
    battle = fight([infantry(), hq(at="w4626"), hq(at="w4626", took_part=True)], [infantry()])
    assert refused(battle) == {"a3": "4.2.1.2.used"}


def test_4_2_1_2_who_stays_out_of_the_attack_is_told_while_the_attacker_is_asked_for_support():
    """4.2.1.once-unit: not while the defender is."""
    force = [infantry(), infantry(attacked=True), hq(at="w4626")]
    battle = fight(force, [infantry(), hq(at="w4622")])
    assert (battle.node.side, refused(battle)) == ("attacker", {"a2": "4.2.1.once-unit"})
    answer = battle.play("alone")
    assert (topic(answer), answer.node.side, refused(answer)) == ("support", "defender", {})


def test_4_2_1_1_raw_makes_support_a_must():
    # 1 against 6 only with the HQ's factors: going alone is not offered.
    battle = fight([infantry(1), hq(2, at="w4626")], [infantry(df=6)])
    assert options(battle) == ["support:a2"]
    assert sections(game([infantry(1)], [infantry(df=6)]).problems) == {"4.2.1.1.raw"}


@pytest.mark.parametrize("fields", [{"attacked": True}, {"pool": True}, {"took_part": True}, {"supplied": False}])
def test_4_2_1_2_supplied_and_used_who_is_not_asked(fields):
    # 4.2.1.2.supplied, 4.2.1.2.used: nor does an HQ of the Force Pool support.
    battle = fight([infantry(), hq(at="w4626", attacks=False, **fields)], [infantry()])
    assert topic(battle) == "result"


@pytest.mark.parametrize(("reading", "asked"), [("needed", "result"), ("free", "support")])
def test_4_1_2_enabled_an_hq_in_support_by_reading(reading, asked):
    ours = [infantry(blitz=True), hq(at="w4626")]
    assert topic(fight(ours, [infantry()], segment="blitz", readings={"hq_blitz": reading})) == asked
    # The defender's HQ need not be Blitz-enabled.
    theirs = fight([infantry(blitz=True)], [infantry(), hq(at="w4622")], segment="blitz")
    assert (topic(theirs), theirs.node.side) == ("support", "defender")


def test_4_2_1_1_minor_holds_for_the_hq_in_support():
    # The HQ of Siam has a Siamese Exp unit to support, but a regular unit of Hopeh attacks as well.
    force = [infantry(nation="Siam", standing="exp"), hq(at="w4626", nation="Siam")]
    assert topic(fight(force, [infantry()])) == "support"
    battle = fight([*force, infantry(nation="Hopeh")], [infantry()])
    assert topic(battle) == "result"
    exp = fight([force[0], {**force[1], "standing": "exp"}, infantry(nation="Hopeh")], [infantry()])
    assert topic(exp) == "support"


@pytest.mark.parametrize(("towards", "asked"), [(EAST, "support"), ("w4627", "result"), ("w4726", "result")])
def test_4_2_1_2_beachhead_two_hexes_across_its_hexside(towards, asked):
    # 4.2.1.2.beachhead
    force = [infantry(), hq(at="w4626"), unit("beachhead", at="w4626")]
    battle = fight(force, [infantry()], hexes={"w4626": {"terrain": "sea"}}, sides={("w4626", towards): ["beachhead"]})
    assert topic(battle) == asked


@pytest.mark.parametrize(("fields", "weather", "reading", "legal"), [
    ({"capital": True, "nation": "Siam"}, "fine", "allowed", False), ({"nation": "Siam"}, "fine", "allowed", True),
    ({"capital": True}, "fine", "allowed", True), ({}, "mud", "allowed", True), ({}, "mud", "barred", False),
])  # fmt: skip
def test_4_1_2_weather_and_4_2_1_1_capital_of_a_lone_marker(fields, weather, reading, legal):
    # Weather bars attacks on units, so that a lone marker may be attacked by the reading chosen.
    found = game([infantry(blitz=True, **fields)], [unit("logistics")], segment="blitz",
                 hexes={TARGET: {"weather": weather}}, readings={"marker_weather": reading})  # fmt: skip
    assert (found.problems == ()) == legal


@pytest.mark.parametrize(("reading", "legal"), [("no", False), ("yes", True)])
def test_4_2_1_2_used_an_hq_that_took_part_before_attacks_by_reading(reading, legal):
    found = game([hq(took_part=True)], [infantry()], readings={"hq_again": reading})
    assert (found.problems == ()) == legal


@pytest.mark.parametrize(("fields", "rule"), [
    ({"af": 0}, "4.2.1.1.af0"), ({"af": 0, "attacks": False}, ""), ({"attacked": True}, "4.2.1.once-unit"),
    ({"took_part": True}, ""), ({"supplied": False}, ""), ({"at": WEST}, "4.2.1.1.allsea"),
    ({"at": WEST, "type": "marine"}, ""), ({"at": WEST, "type": "marine", "supplied": False}, "4.2.1.1.allsea"),
])  # fmt: skip
def test_4_2_1_1_unit_by_unit(fields, rule):
    # 4.2.1.1.af0, 4.2.1.once-unit, 4.2.1.supply, 4.2.1.1.allsea, 4.2.1.3.marine
    sea = {"sides": {(WEST, TARGET): ["allsea"]}}
    alone = game([infantry(**fields)], [infantry()], **sea)
    assert sections(alone.problems) == ({rule} if rule else set() if fields.get("attacks", True) else {"4.2.1.target"})
    # Beside another it stays out, and the trace says why; the other attacks.
    pair = fight([infantry(), infantry(**fields)], [infantry()], **sea)
    goes = not rule and fields.get("attacks", True)
    assert pair.assessment.attack == (8 if goes else 4)
    assert staying(pair) == ({"4.2.1.1.allsea", "4.2.1.3.marine", "4.2.1.1.beachhead"} if "allsea" in rule else
                             {rule} - {""})  # fmt: skip


# --- the sequence -----------------------------------------------------------------------------------


def test_4_2_2_s3_total():
    # 4.2.2.s3.total
    battle = fight([infantry(4), infantry(7, at=WEST)], [infantry(df=2), infantry(df=2)])
    assert (battle.assessment.attack, battle.assessment.defense) == (11, 4)
    assert battle.assessment.column is None and battle.assessment.headline == "11 : 4 → 2-1, no shift"


def test_4_2_2_s5_roll_with_a_chart_and_without():
    # 4.2.2.s5.roll
    # Without a chart the player reads the result off his aid; with one the die is rolled on the column.
    assert options(fight([infantry()], [infantry()]))[:2] == ["read:Ad", "read:Ex"]
    battle = fight([infantry()], [infantry()], pack=chart("Dr2 0/1"))
    assert options(battle) == [f"d6={n}" for n in range(1, 7)]
    assert str(battle.play("d6=3").state.result) == "Dr2 0/1"


def test_4_2_2_s5_weather_then_retreat_then_attrition_then_advance():
    # Steps 5 to 8 in order (4.2.2.s6, 4.2.2.s7, 4.2.2.s8), the result reduced first (4.2.2.s5.weather).
    battle = fight([infantry()], [infantry()], hexes={TARGET: {"weather": "snow"}})
    battle = read(battle, "Dr2 1/1")
    assert str(battle.state.result) == "Dr1 1/1"
    seen = [topic(battle)]
    while topic(battle) != "end":
        battle = battle.play(options(battle)[0])
        seen.append(topic(battle))
    assert seen == ["retreat", "lose", "lose", "advance", "end"]
    assert told(battle, "4.2.2.s5.weather") == ["In snow Dr2 becomes Dr1."]


def test_4_2_1_2_used_after_a_rout_and_in_the_log():
    battle = fight([infantry(), infantry(at="w4521", aim=2)], [infantry(), hq(at="w4622")], targets=(TARGET, "w4622"))
    battle = read(battle, "Dr1").play(to(NORTHWEST)).play("done").play(attack("w4622"))
    assert topic(battle) == "result"


def test_4_2_1_2_used_second_attack_of_a_supporting_hq():
    # An HQ that supported the first attack does not attack in the second, unless the reading lets it.
    both = [infantry(aim=1), hq(3, at="w4626", aim=2), infantry(2, at="w4627", aim=2)]
    foes = [infantry(), infantry(at="w4726")]
    targets = (TARGET, "w4726")
    for reading, total in (("no", 2), ("yes", 5)):
        battle = fight(both, foes, targets=targets, readings={"hq_again": reading}).play("support:a2")
        assert read(battle, "0/0").play(attack("w4726")).assessment.attack == total


def test_4_2_5_rout_involved_phasing_units_may_still_attack():
    # A phasing unit swept up in the attackers' rout may attack later in the segment.
    ours = [infantry(aim=1), infantry(3, at="w4626", aim=2)]
    battle = fight(ours, [infantry(), infantry(at="w4726")], targets=(TARGET, "w4726"))
    battle = read(battle, "Ad").play("retreat").play(to("w4626"))
    assert told(battle, "4.2.5.rout")
    battle = battle.play(attack("w4726"))
    assert battle.assessment.attack == 3


def test_trapped_attackers_pay():
    battle = read(fight([armor()], [infantry()], hexes=ringed(EAST, "defender")), "Ad")
    assert options(battle) == ["step"]
    assert hexes_open(battle) == []


def test_4_2_1_1_beachhead_out_of_it_and_into_it():
    # Any unit attacks across a Beachhead hexside, from the marker's hex and into it.
    beach = {"sides": {(EAST, TARGET): ["beachhead"]}, "side_beachhead": "1"}
    landed = game([infantry(), unit("beachhead")], [infantry()], hexes={EAST: {"terrain": "sea"}}, **beach)
    assert landed.problems == ()
    driven_off = game([infantry()], [infantry(), unit("beachhead")], hexes={TARGET: {"terrain": "sea"}}, hex_sea="0",
                      **beach)  # fmt: skip
    assert driven_off.problems == ()
    battle = read(fight([infantry()], [infantry(steps=1), unit("beachhead")], hexes={TARGET: {"terrain": "sea"}},
                        hex_sea="0", **beach), "0/1").play("lose:d1")  # fmt: skip
    assert "an enemy Beachhead marker is there" in told(battle, "4.2.7.hex")[0]


@pytest.mark.parametrize(("attack", "defense", "column"), [
    (11, 4, "2-1"), (12, 4, "3-1"), (13, 4, ""), (8, 4, "2-1"), (7, 4, ""), (36, 4, "9-1"), (35, 4, ""), (40, 4, "9-1"),
    (4, 12, "1-3"), (3, 12, "1-3"), (5, 12, ""), (3, 0, "9-1"),
])  # fmt: skip
def test_4_2_2_s3_clamp_columns_that_the_text_alone_settles(attack, defense, column):
    assert sure_column(attack, defense) == column


# --- who may not, and who is left out ----------------------------------------------------------------


def test_4_2_1_2_one_two_headquarters_do_not_attack_together():
    pair = [hq(), hq(at=WEST), infantry()]
    battle = fight(pair, [infantry()])
    assert [named(battle, option.label) for option in battle.node.options[:2]] == [
        f"Attack {TARGET} with the Japanese 2-2-1 HQ and the Japanese 4-2-1 infantry: 6 : 2 → 3-1, 1 right"
    ] * 2
    battle = battle.play("go:2")
    assert battle.state.fight.attackers == (1, 2)
    assert staying(battle) == {"4.2.1.2.one"}
    alone = fight([pair[0], {**pair[1], "attacks": False}, pair[2]], [infantry()])
    assert alone.state.fight.attackers == (0, 2)
    # In the hex attacked both defend: nobody is held back.
    assert game([infantry()], [hq(), hq()]).problems == ()


def test_4_2_1_1_capital_binds_exp_units_too():
    marked = {"nation": "Hopeh", "capital": True}
    assert sections(game([infantry(standing="exp", **marked)], [infantry()]).problems) == {"4.2.1.1.capital"}
    home = {"hexes": {TARGET: {"country": "Hopeh"}}}
    assert game([infantry(standing="exp", **marked)], [infantry()], **home).problems == ()


def test_4_2_1_1_limits():
    assert sections(game([infantry()], [infantry()], limited=True).problems) == {"4.2.1.1.limits"}


def test_4_2_1_2_used_by_driving_off_a_marker():
    # To attack a lone marker is to take part in a combat: that HQ supports no other attack.
    force = [hq(aim=1), infantry(at="w4725", aim=2)]
    battle = fight(force, [unit("detachment"), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST))
    battle = battle.play("take").play(attack(NORTHEAST))
    assert topic(battle) == "result"
    assert shifts(battle) == {}


@pytest.mark.parametrize("caught", [True, False])
def test_4_2_5_rout_involved_an_hq_caught_up_may_attack_but_not_support(caught):
    # The rout of the first attack reaches the HQ, which is next to the second target.
    force = [infantry(aim=1), hq(3, at="w4626", aim=2), infantry(2, at="w4627", aim=2)]
    battle = fight(force, [infantry(), infantry(at="w4726")], targets=(TARGET, "w4726")).play("alone")
    battle = read(battle, "Ad").play("retreat").play(to("w4626" if caught else "w4525"))
    assert bool(told(battle, "4.2.5.rout.involved")) == caught
    assert battle.play(attack("w4726")).assessment.attack == 5


def test_4_2_1_split_who_may_not_attack_any_more_is_left_out():
    # What the rout left of a1 has attack factor 0 (4.2.1.1.af0): a2 attacks without it.
    force = [infantry(aim=1), infantry(at="w4626", aim=2, reduced_af=0), infantry(3, at="w4627", aim=2)]
    battle = fight(force, [infantry(), infantry(at="w4726")], targets=(TARGET, "w4726"))
    battle = read(battle, "Ad 1/0").play("retreat").play(to("w4626")).play("lose:a2")
    shut = refused(battle)
    assert (shut[TARGET], shut["a2"], "a3" in shut) == ("4.2.1.once-hex", "4.2.1.1.af0", False)
    assert battle.play(attack("w4726")).assessment.attack == 3


def test_4_2_1_serial_between_attacks_the_odds_are_those_of_the_attacks_to_come():
    # The attack that is over has none any more; what it came to is in the list.
    scenario = next(one["scenario"] for one in RULESET.examples() if one["key"] == "soak-off")
    battle = Battle.start(RULESET.game(codec.read_scenario(scenario)))
    assert battle.assessment.headline == "3 : 2 → 3-2, -1 → 1-1"
    battle = battle.play("d6=1").play("retreat").play("to:43,-45").play("lose:j1")
    assert topic(battle) == "next"
    assert battle.assessment.headline == "2-1"
    assert [(line.skipped, line.note) for line in battle.assessment.trace.children] == [
        (True, "it is over"),
        (False, ""),
    ]
