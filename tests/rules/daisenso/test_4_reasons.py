"""Chapter 4: what a battle says of a rule at the place where it decides, and facts that only players can state."""

import pytest
from hexumpire.rulesets.daisenso.numbering import find_place
from hexumpire.rulesets.daisenso.rules.odds import odds

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    TARGET,
    WEST,
    airborne,
    armor,
    chart,
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
    shifts,
    to,
    told,
    topic,
    unit,
)

BLITZ = {"procedure": "blitz"}
SHORE = {"hexes": {EAST: {"terrain": "sea"}}, "sides": {(EAST, TARGET): ["beachhead"]}, **BLITZ}


def reasons(battle):
    """What was skipped in the odds or the steps, by label."""
    return {
        named(battle, line.label): (line.note, line.rules)
        for _, line in battle.assessment.trace.lines()
        if line.skipped
    }


# --- multi-national HQs -----------------------------------------------------------------------------

ALLIES = ("US", "British", "Nationalist Chinese", "Indian")


@pytest.mark.parametrize(("fields", "nations"), [
    ({}, ()), ({"also": "US"}, ("US",)), ({"also": "US", "also2": "British"}, ("US", "British")),
    ({"also": "US", "also2": "British", "also3": "Nationalist Chinese"}, ("US", "British", "Nationalist Chinese")),
    ({"also": "faction"}, ALLIES),
])  # fmt: skip
def test_4_2_3_1_multi_one_hq_stands_for_several_nations(fields, nations):
    # Four Air units of as many nations around the target: those shift for whose nation the CBI HQ stands.
    for nation in (*ALLIES, "Japanese", "Russian"):
        force = [infantry(nation="French"), hq(nation="CBI", **fields), unit("air", nation=nation, at=WEST)]
        found = game(force, [infantry(nation="Siam")], nations=("US", "Siam"))
        assert ("4.2.3.1.att" in shifts(found)) == (nation in nations), nation


def test_4_2_3_1_multi_from_afar_and_what_it_supports():
    # Ranged support counts as taking part; the HQ supports units of every nation it stands for (4.2.1.2.nation).
    cbi = hq(nation="CBI", also="US", also2="British", also3="Nationalist Chinese", at="w4626")
    for nation, free in (("US", True), ("British", True), ("Kiangsu", True), ("Australian", False)):
        battle = fight([infantry(nation=nation), cbi], [infantry(nation="Japanese")], nations=("US", "Japanese"))
        assert (topic(battle) == "support") == free, nation


def test_4_2_3_1_multi_what_is_left_of_the_hq_is_of_one_nation():
    # Broken down, it gives the British Air no nation any more.
    found = game([infantry(nation="US"), hq(nation="CBI", also="British"), unit("air", nation="British", at=WEST)],
                 [infantry(nation="Japanese")], nations=("US", "Japanese"))  # fmt: skip
    state = found.start()
    i = found.setting.by_id["a2"].index
    whole = odds(found.setting, state.fight, state.left, state.at)
    broken = odds(found.setting, state.fight, (*state.left[:i], 1, *state.left[i + 1 :]), state.at)
    assert whole.net - broken.net == 2  # the shift of the HQ and that of the British Air


def test_4_2_3_1_multi_asks_for_one_more_nation_at_a_time():
    def asked(**fields):
        found = game([infantry(), hq(**fields)], [infantry()])
        return [key for key in found.relevant()["units"]["a2"] if key.startswith("also")]

    assert asked() == ["also"]
    assert asked(also="faction") == ["also"]
    assert asked(also="US") == ["also", "also2"]
    assert asked(also="US", also2="British") == ["also", "also2", "also3"]


# --- HQs that do not support ------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "rule"), [
    ({"supplied": False}, "4.2.1.2.supplied"), ({"at": "w4628"}, "4.2.1.2.range"),
    ({"nation": "an ally"}, "4.2.1.2.nation"), ({"took_part": True}, "4.2.1.2.used"),
])  # fmt: skip
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_4_2_1_2_offer_the_odds_say_why_an_hq_does_not_support(side, fields, rule):
    # Nobody is asked when no HQ may support; the totals say of each HQ why not.
    place, ally = ("w4626", "Siam") if side == "attacker" else ("w4622", "British")
    helper = hq(**{"at": place, "attacks": False, **fields, **({"nation": ally} if "nation" in fields else {})})
    mine, other = [infantry(), helper], [infantry()]
    battle = fight(mine, other) if side == "attacker" else fight(other, mine)
    assert topic(battle) == "result"
    assert [rules[0] for _, rules in reasons(battle).values() if rules[0].startswith("4.2.1.2.") and rules[0]
            != "4.2.1.2.offer"] == [rule]  # fmt: skip


def test_4_2_1_2_one_hq_in_the_hex_keeps_the_other_out():
    battle = fight([infantry()], [infantry(), hq(), hq(at="w4622")])
    assert reasons(battle)["US 2-2-1 HQ in w4622"][1] == ("4.2.1.2.one",)


@pytest.mark.parametrize(("given", "rule"), [
    ({"hexes": {name: {"barred": "policy"} for name in (EAST, "w4725", "w4525")}}, "4.2.1.2.path"),
    ({"hexes": {"w4626": {"terrain": "sea"}}, "sides": {("w4626", "w4627"): ["beachhead"]}}, "4.2.1.2.beachhead"),
])  # fmt: skip
def test_4_2_1_2_path_and_beachhead_in_the_odds(given, rule):
    force = [infantry(at=WEST), hq(at="w4626", attacks=False)]
    beach = [unit("beachhead", at="w4626")] if rule.endswith("beachhead") else []
    battle = fight([*force, *beach], [infantry()], **given)
    assert reasons(battle)["Japanese 2-2-1 HQ in w4626"][1] == (rule,)


def test_4_2_1_2_marker_in_the_odds():
    battle = fight([infantry()], [unit("detachment"), hq(at="w4622")])
    assert topic(battle) == "take"
    assert reasons(battle)["US 2-2-1 HQ in w4622"][1] == ("4.2.1.2.marker",)


# --- conversion -------------------------------------------------------------------------------------


@pytest.mark.parametrize("city", [True, False])
@pytest.mark.parametrize("pinned", [True, False])
def test_4_2_5_3_mandatory_is_not_voluntary(city, pinned):
    # A force that cannot retreat must lose steps, also where it might have chosen to (4.2.5.3.vol-b).
    hexes = {TARGET: {"features": ["city"]}} if city else {}
    foes = [infantry(), *([hq()] if pinned else [])]
    battle = read(fight([infantry()], foes, hexes=hexes), "Dr1")
    if not pinned:
        assert ("convert" in options(battle)) == city
        if not city:
            return
        battle = battle.play("convert")
    rules = battle.node.rules
    assert ("4.2.5.3.mandatory" in rules, "4.2.5.3.voluntary" in rules) == (pinned, not pinned)
    assert ("4.2.5.2.hq" in rules) == pinned and ("4.2.5.3.vol-b" in rules) == (not pinned)


def test_4_2_5_3_mandatory_with_every_hex_closed_in_a_city():
    closed = {name: {"barred": "neutral"} for name in (WEST, NORTHWEST, "w4523", NORTHEAST, "w4524")}
    battle = read(fight([infantry()], [infantry()], hexes={TARGET: {"features": ["city"]}, **closed}), "Dr1")
    assert battle.node.rules[:2] == ("4.2.5.3.mandatory", "4.2.5.1.none")


# --- advance and exploitation -----------------------------------------------------------------------


def test_4_2_8_ma_the_label_says_why_there_is_no_exploitation():
    battle = read(fight([armor(), infantry(), infantry(ma=0)], [infantry(steps=3)]), "Dr2")
    battle = drive(battle, to(NORTHWEST), to("w4823"))
    labels = {option.id: (named(battle, option.label), option.rules) for option in battle.node.options}
    assert labels["advance:a2"][0].endswith("infantry into w4624 (no exploitation: movement allowance 1)")
    assert labels["advance:a2"][1] == ("4.2.7.who", "4.2.8.ma")
    assert labels["advance:a1"][1] == ("4.2.7.who",)
    stays = next(one for one in battle.game.refusals(battle.state) if one.unit == "a3")
    assert stays.rules == ("4.2.7.ma0", "4.2.8.ma0")


def test_4_2_8_mud_the_label_says_so():
    hexes = {TARGET: {"weather": "mud"}}
    battle = drive(read(fight([armor()], [infantry(steps=3)], hexes=hexes), "Dr3"), to(NORTHWEST), to("w4823"))
    assert "(no exploitation: the hex lies in mud)" in battle.node.options[0].label
    assert "4.2.8.mud" in battle.node.options[0].rules


# --- the Blitz segment ------------------------------------------------------------------------------


def landed(**hexes):
    """A battle before the landing of an Airdrop that dropped on w4626."""
    force = [airborne(), unit("infantry", steps=1, pool=True), unit("infantry", steps=1, pool=True, elite=True)]
    return drive(fight(force, [], hexes=hexes, **BLITZ), "drop:a1", to("w4626"))


def test_4_1_4_fail_supply_is_that_of_the_hex_it_dropped_on():
    # The unit was in supply where it started (4.1.1.who); whether the marker is, where it lies, the players say.
    assert options(landed()) == ["land:a1@a2", "box:a1"]
    cut = landed(w4626={"drop_cut": True})
    assert options(cut) == ["box:a1"] and "unsupplied" in cut.node.options[0].label
    assert cut.node.options[0].rules == ("4.1.4.fail",)
    assert options(landed(w4625={"drop_cut": True})) == ["land:a1@a2", "box:a1"]


def test_4_1_4_fail_is_asked_where_something_may_drop():
    def asked(force, **given):
        return "drop_cut" in game(force, [infantry()], **given).relevant()["hexes"][find_place(TARGET)]

    assert asked([airborne()], **BLITZ) and asked([unit("airdrop"), infantry(blitz=True)], **BLITZ)
    assert not asked([infantry(blitz=True)], **BLITZ) and not asked([airborne()])


def test_4_1_4_elite_says_so():
    assert refused(landed())["a3"] == "4.1.4.elite"


def test_4_1_4_western_cites_itself():
    force = [unit("airdrop", nation="Western", at="w4626"), *(unit("infantry", steps=1, pool=True, nation=nation)
             for nation in ("US", "British", "French"))]  # fmt: skip
    battle = fight(force, [], nations=("US", "Japanese"), **BLITZ)
    assert options(battle) == ["land:a1@a2", "land:a1@a3", "box:a1"]
    assert battle.node.options[0].rules == ("4.1.4.place", "4.1.4.western")


@pytest.mark.parametrize(("hexes", "rule"), [
    ({EAST: {"off_map": True}}, "4.1.1.who"), ({EAST: {"terrain": "sea"}}, "4.1.1.who"),
])  # fmt: skip
def test_4_1_1_who_drops_from_a_land_hex(hexes, rule):
    battle = fight([airborne(), unit("strike", at=WEST)], [], hexes=hexes, **BLITZ)
    assert topic(battle) == "cv_strike_return"
    assert reasons(battle)["Japanese 2-2-2 airborne unit in w4625"] == ("it must be in a land hex", (rule,))


def test_4_1_1_range_no_drop_into_an_off_map_box():
    battle = fight([airborne()], [], hexes={"w4626": {"off_map": True}}, **BLITZ).play("drop:a1")
    assert "w4626" not in hexes_open(battle) and refused(battle)["w4626"] == "4.1.1.range"


@pytest.mark.parametrize(("fields", "rule"), [
    ({"supplied": False}, "4.1.3.who"), ({"blitz": False}, "4.1.3.who"), ({"attacked": True}, "4.1.3.who"),
])  # fmt: skip
def test_4_1_3_who_the_steps_say_why_nobody_lands(fields, rule):
    force = [unit("beachhead"), infantry(**{"blitz": True, **fields}), unit("strike", at="w4726")]
    battle = fight(force, [], **SHORE)
    assert topic(battle) == "cv_strike_return"
    assert reasons(battle)["Japanese 4-2-1 infantry in w4625"][1] == (rule,)


@pytest.mark.parametrize(("supplied", "foes", "rule"), [
    (False, [], "4.1.3.1.who"), (True, [infantry()], "4.1.3.1.enemy"),
])  # fmt: skip
def test_4_1_3_1_who_says_why_or_offers(supplied, foes, rule):
    force = [unit("snlf", supplied=supplied), unit("strike", at="w4726")]
    battle = drive(fight(force, foes, **SHORE))
    while topic(battle) == "blitz_combat":
        battle = battle.play("next")
    assert reasons(battle)["Japanese SNLF Beachhead-0 in w4625"][1] == (rule,)
    offered = fight([unit("snlf"), unit("detachment", pool=True)], [], pre_war=True, **SHORE)
    assert offered.node.options[0].rules == ("4.1.3.1.place", "4.1.3.1.who")


def test_4_1_5_cv_every_strike_of_both_sides_without_a_blitz_marker():
    # 4.1.nomarker: the other steps say that there is no marker, and that Pre-War holds changes nothing here.
    force, foes = [unit("strike", at=EAST)], [unit("strike", at="w4622")]
    battle = fight(force, foes, blitz_on_map=False, pre_war=True, **BLITZ)
    assert options(battle) == ["return"]
    assert reasons(battle)["Airdrops"][1] == ("4.1.nomarker",)
    assert len(told(battle.play("return"), "4.1.5.cv")) == 1


@pytest.mark.parametrize(("foes", "hexes", "place", "rule"), [
    ([unit("air", at="w4627")], {}, "w4626", "4.1.1.air"),
    ([], {"w4626": {"barred": "policy"}}, "w4626", "4.1.1.neutral"),
    ([], {"w4626": {"barred": "neutral"}}, "w4627", "4.1.1.neutral"),
])  # fmt: skip
def test_4_1_1_air_and_neutral_where_it_drops(foes, hexes, place, rule):
    battle = fight([airborne()], foes, hexes=hexes, **BLITZ).play("drop:a1")
    assert refused(battle)[place] == rule and place not in hexes_open(battle)


def test_4_1_1_limits_and_4_1_3_limits_in_the_steps():
    force = [airborne(at="w4726"), unit("beachhead"), infantry(blitz=True), unit("strike", at=WEST)]
    found = reasons(fight(force, [], limited=True, **SHORE))
    assert found["Japanese 2-2-2 airborne unit in w4726"][1] == ("4.1.1.limits",)
    assert found["Japanese 4-2-1 infantry in w4625"][1] == ("4.1.3.limits",)


# --- what players agree on --------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "said", "asked"), [
    *((f"!result={result}", f"the result is {result}.", asked) for result, asked in (
        ("Ad", "choice"), ("Ex", "choice"), ("Dr1", "retreat"), ("Dr2", "retreat"), ("Dr3", "retreat"))),
    ("!read", "the result is read off the player aid.", "result"), ("!end", "the battle ends here.", "end"),
])  # fmt: skip
def test_an_agreement_about_the_die_is_told_as_what_was_agreed(action, said, asked):
    # 4.2.4.order: a result that is set is carried out as one that was rolled; the log says so of a result only.
    battle = fight([infantry()], [infantry()], pack=chart())
    after = battle.play(action)
    fresh = [line.text for _, line in after.log[len(battle.log) :]]
    assert fresh[0] == f"By agreement, not by the rules: {said}"
    result = action.partition("=")[2]
    assert [text for text in fresh if text.startswith("The result is")] == (
        [f"The result is {result}."] if result else []
    )
    assert topic(after) in ("choice", "fall_back") if asked == "choice" else topic(after) == asked


@pytest.mark.parametrize("given", [{}, {"pack": chart()}, {"hexes": {TARGET: {"weather": "mud"}}}])
def test_4_2_2_auto_no_odds_are_worked_out_against_a_lone_marker(given):
    """The attack succeeds by itself (4.2.2): no odds, no column and no shift belong to it, in mud neither."""
    battle = fight([infantry(), infantry(af=0)], [unit("detachment")], **given)
    found = battle.assessment
    assert (found.headline, found.column, found.results, found.margins) == (
        "no die: only a marker is there",
        None,
        (),
        (),
    )
    assert found.trace.rules == ("4.2.2.auto",)
    assert [(line.label, line.skipped) for line in found.trace.children] == [
        ("Attacker's total", False),
        ("Defender's total", False),
        ("Odds", True),
        ("Stays out of the attack", False),
    ]
    after = battle.play("take")
    assert after.assessment.trace.children == found.trace.children


@pytest.mark.parametrize("given", [{}, {"pack": chart()}])
def test_4_2_1_target_of_an_empty_hex_no_marker_is_told(given):
    """No attack can be made on it (4.2.1): neither a marker that gives way nor odds are spoken of."""
    found = game([infantry()], [infantry(at=WEST), unit("air")], **given)
    assert [problem.rule for problem in found.problems] == ["4.2.1.target"]
    told_of = found.assess(found.start())
    assert (told_of.headline, told_of.column, told_of.results) == ("nobody is there to attack", None, ())
    assert [(line.label, line.skipped) for line in told_of.trace.children] == [
        ("Attacker's total", False),
        ("Defender's total", False),
        ("Odds", True),
    ]
    assert told_of.trace.rules == ("4.2.1.target",)
