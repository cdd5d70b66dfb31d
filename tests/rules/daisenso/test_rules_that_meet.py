"""Chapter 4 where two of its rules meet: what one of them leaves open or closes for the other."""

import json
import re

import hexumpire
import pytest
from hexumpire.api import handle
from hexumpire.rulesets.daisenso.numbering import find_place, place_name

from tests.rules.daisenso.setting import (
    EAST,
    LADDER,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    document,
    drive,
    fight,
    game,
    hq,
    infantry,
    log,
    named,
    options,
    read,
    refused,
    sections,
    shifts,
    to,
    told,
    topic,
    unit,
)
from tests.vectors.adapters import daisenso_after


def pack(**columns):
    """A chart in which nothing happens but in the columns given, a cell a face; for chances worked out by hand."""
    cells = {name.removeprefix("c").replace("_", "-"): row for name, row in columns.items()}
    rows = {str(face): {name: cells.get(name, ["-"] * 6)[face - 1] for name in LADDER} for face in range(1, 7)}
    return {"title": "Invented", "tables": {"crt": rows}}


# --- who takes the place of a unit that breaks down (4.2.6.2 with 4) ----------------------------------


@pytest.mark.parametrize("faction", ["usual", "soviet"])
def test_4_factions_a_force_pool_of_an_enemy_faction_lends_nobody(faction):
    """Western and Soviet are enemies (4): a Western Chinese unit takes a Soviet HQ's place only where it is Soviet.

    That any Communist Chinese unit will do is said of Ranged Support alone (4.2.1.2.ccp).
    """
    reserve = unit("infantry", nation="Western Communist Chinese", pool=True, id="pw", faction=faction)
    found = read(
        fight([infantry()], [hq(nation="Soviet Communist Chinese"), infantry(nation="Russian"), reserve]), "0/1"
    )
    assert ("lose:d1:pw" in options(found)) == (faction == "soviet")
    assert ("lose:d1" in options(found)) == (faction == "usual")  # a Force Pool that nobody stated


@pytest.mark.parametrize(("faction", "lands"), [("western", True), ("soviet", False)])
def test_4_factions_nobody_of_an_enemy_faction_lands_for_an_airdrop(faction, lands):
    """One nation, two factions: the marker's own Force Pool gives the unit (4.1.4.place)."""
    force = [unit("airdrop", nation="Other minor", faction="western", blitz=True, at=TARGET),
             unit("infantry", nation="Other minor", faction=faction, pool=True, id="pool")]  # fmt: skip
    found = fight(force, [], procedure="blitz")
    assert ("land:a1@pool" in options(found)) == lands


# --- equal counters that are not alike (4.2.1 with 4.2.5) ---------------------------------------------


def test_4_2_1_once_unit_a_fresh_unit_in_a_rout_is_worth_more_than_its_like_that_has_attacked():
    """Two equal one-step units in one hex: one has attacked, one may attack the third hex after the rout (A18).

    Attrition 2 falls on them and on the one that retreated there. If the fresh one is left it attacks w4526 at 4:2,
    that is 2-1, where one face of six costs it its step and four cost the defender two: 7/6 more than without it.
    """
    force = [{**unit("infantry", af=4, at="w4626"), "count": 2}, unit("infantry", af=4)]
    foes = [infantry(at="w4726"), infantry(at=TARGET), infantry(at="w4526")]
    found = fight(force, foes, targets=("w4726", TARGET, "w4526"),
                  pack=pack(c2_1=["-", "Ad 2/0", "0/2", "0/2", "0/2", "0/2"]))  # fmt: skip
    found = drive(found, "out:a1", "d6=1", attack(TARGET), "d6=2", "retreat", to("w4626"))
    values = {one["id"]: one["value"] for one in hexumpire.best_play(found, "steps")["actions"]}
    assert values == {"lose:a2": "-5/6", "lose:a1*2": "-5/6", "lose:a1": "-2"}


def test_4_2_1_2_used_of_two_equal_hqs_one_may_still_support():
    """By the reading that an HQ may attack after it supported: whether it has is what tells two equal HQs apart."""
    force = [infantry(af=8, at="w4621"), infantry(af=4, at="w4627"), hq(at=TARGET, count=2)]
    foes = [infantry(df=8, at="w4622"), hq(at="w4625"), infantry(at="w4626")]
    found = fight(force, foes, targets=("w4622", "w4625", "w4626"), readings={"hq_again": "yes"},
                  pack=pack(c4_1=["0/2"] * 6))  # fmt: skip
    found = drive(found, "support:a3*2", "d6=1")
    assert hexumpire.best_play(found, "steps")["value"] == "2"


# --- the Blitz segment (4.1) with what is fought and landed in it -------------------------------------


def test_4_1_nomarker_nobody_attacks_in_a_blitz_segment_without_a_blitz_marker():
    """Without a Blitz marker on the map only the CV Strikes return (4.1): no attack by itself either."""
    force = [infantry(blitz=True)]
    found = game(force, [infantry()], segment="blitz", blitz_on_map=False)
    assert sections(found.problems) == {"4.1.nomarker"}
    assert "blitz_on_map" in found.relevant()["conditions"]
    assert game(force, [infantry()], segment="blitz").problems == ()
    assert game(force, [infantry()], blitz_on_map=False).problems == ()  # Regular combat needs none (4.2.nomarker)
    assert "blitz_on_map" not in game(force, [infantry()]).relevant()["conditions"]


@pytest.mark.parametrize(("pool", "landings"), [(0, 2), (1, 1), (2, 2)])
def test_4_1_3_1_place_detachments_come_from_the_force_pool_while_it_has_any(pool, landings):
    """Two SNLF markers: each landing takes a Detachment of the Force Pool where it is stated; else it has some."""
    force = [unit("snlf"), unit("snlf", at="w4622"), *[unit("detachment", pool=True)] * pool]
    found = fight(force, [], hexes={EAST: {"terrain": "sea"}, "w4622": {"terrain": "sea"}}, procedure="blitz",
                  sides={(EAST, TARGET): ["beachhead"], ("w4622", WEST): ["beachhead"]})  # fmt: skip
    done = 0
    while topic(found) != "end":
        if landings == done:
            assert refused(found)["a2"] == "4.1.3.1.place"
        found = found.play(options(found)[0])
        done += 1
    assert done == landings
    assert told(found, "4.1.3.1.place") == [
        f"A Japanese Detachment lands in {place}." for place in (TARGET, WEST)[:landings]
    ]


def test_4_2_1_target_a_segment_objects_to_an_aim_that_an_attack_objects_to():
    """A unit aims at targets there are, and at one it is next to: in a Blitz segment as in an attack by itself."""
    for aim, target, rule in ((3, TARGET, "4.2.1.target"), (1, "w4621", "4.adjacent")):
        force = [infantry(blitz=True, aim=aim), infantry(blitz=True, at="w4622")]
        for more in ({"procedure": "blitz"}, {"segment": "blitz"}):
            found = game(force, [infantry(at=target)], targets=(target,), **more)
            assert sections(found.problems) == {rule}


def test_4_2_5_place_a_segment_objects_to_a_defender_at_sea_without_a_beachhead():
    """A ground unit is at sea on a friendly Beachhead only, also where a Blitz segment is set up."""
    sea = {"hexes": {TARGET: {"terrain": "sea"}}, "sides": {(EAST, TARGET): ["beachhead"]}, "hex_sea": "0"}
    for more in ({"procedure": "blitz"}, {"segment": "blitz"}):
        found = game([infantry(blitz=True)], [infantry()], side_beachhead="1", **sea, **more)
        assert sections(found.problems) == {"4.2.5.place"}
        found = game([infantry(blitz=True)], [infantry(), unit("beachhead")], side_beachhead="1", **sea, **more)
        assert found.problems == ()


@pytest.mark.parametrize(("kind", "rule"), [("strike", "4.1.5.cv"), ("airdrop", "4.1.4.may")])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_4_1_5_cv_strikes_and_airdrops_are_off_the_map_by_the_regular_segment(kind, rule, side):
    """Every CV Strike in a hex goes to its Used Box at the end of the Blitz segment, and every Airdrop marker is
    replaced or goes to the Delay Box: neither shifts, nor bars a retreat, in the Regular segment.
    """
    more = unit(kind, at=WEST)
    force, foes = [infantry(blitz=True)], [infantry()]
    (force if side == "attacker" else foes).append(more)
    found = game(force, foes)
    assert sections(found.problems) == {rule}
    assert found.problems[0].path == f"$.units[{1 if side == 'attacker' else 2}]"
    assert game(force, foes, segment="blitz").problems == ()
    assert game(force, foes, procedure="blitz").problems == ()


@pytest.mark.parametrize(("idle", "reading", "shift"), [
    (False, "shifts", 1), (True, "shifts", 1), (False, "idle", 1), (True, "idle", 0),
])  # fmt: skip
def test_4_2_3_2_drop_a_unit_that_dropped_outside_a_blitz_enabled_hex_shifts_by_the_reading(idle, reading, shift):
    """A drop may go outside a Blitz-enabled location (4.1.1), where it shifts or not by the reading (A08).

    The unit itself was Blitz-enabled where it started, so that it is the hex of which the form asks.
    """
    found = fight([airborne(), infantry(blitz=True)], [infantry()], procedure="blitz",
                  hexes={TARGET: {"drop_idle": idle}}, readings={"drop_shift": reading})  # fmt: skip
    asked = found.game.relevant()
    assert "drop_shift" in asked["readings"]
    assert ("drop_idle" in asked["hexes"][find_place(TARGET)]) == (reading == "idle")
    assert "drop_idle" not in asked["hexes"][find_place(EAST)]
    found = drive(found, "drop:a1", to(TARGET), attack(TARGET))
    assert shifts(found).get("4.2.3.2.drop", 0) == shift


# --- factions in other segments and of other counters (4) ---------------------------------------------


def test_4_3_s3_only_the_axis_has_an_snlf_marker_to_remove():
    """SNLF Beachheads-0 are the Axis', and Axis units are lost at sea: nobody else's come into that step."""
    sea = {"hexes": {EAST: {"terrain": "sea"}}, "procedure": "markers", "spent_markers": False}
    assert sections(game([unit("snlf", nation="US"), infantry(nation="US")], [], **sea).problems) == {"4.1.3.1.who"}
    assert sections(game([unit("snlf"), infantry(nation="US")], [], **sea).problems) == {"4.2.roles"}
    assert game([unit("snlf"), infantry()], [infantry(nation="Siam", at=WEST)], **sea).problems == ()


@pytest.mark.parametrize("nation", ["Korean", "Burmese"])
def test_4_2_3_1_multi_an_hq_counts_for_the_nations_of_the_faction_that_it_is_stated_to_be_of(nation):
    """A Minor Country's HQ with the Axis counts as every Axis nation, whatever faction that country usually is of."""
    headquarters = {**hq(nation=nation, faction="axis", also="faction")}
    found = game([infantry(), headquarters, unit("air", nation="Siam", at=WEST)], [infantry()])
    assert shifts(found) == {"4.2.3.1.att": 1, "4.2.3.5.att": 1}
    found = game([infantry(), headquarters, unit("air", nation="Mongolian", faction="axis", at=WEST)], [infantry()])
    assert shifts(found) == {"4.2.3.5.att": 1}
    found = fight([infantry(), {**headquarters, "at": "w4626"}], [infantry()])
    assert "support:a2" in options(found)  # the Japanese infantry is of its nationality (4.2.1.2.nation)


# --- what follows a result (4.2.7, 4.2.8) -------------------------------------------------------------


@pytest.mark.parametrize(("barred", "enters"), [("none", True), ("policy", False)])
def test_4_2_7_barred_a_policy_affected_hex_is_closed_to_advance_as_to_exploitation(barred, enters):
    """Both sections bar the hexes closed in a Movement Phase (3.1.4), so that armor goes there by both or neither."""
    found = read(fight([armor(af=9)], [infantry(df=2)], hexes={TARGET: {"barred": barred}}), "Dr3")
    while topic(found) == "retreat":
        found = found.play(options(found)[0])
    assert ({"advance:a1", "exploit:a1"} <= {*options(found)}) == enters
    assert (told(found, "4.2.7.barred") != []) != enters


def test_4_2_2_s3_total_a_supporting_hq_is_one_of_the_attackers():
    """An HQ that supports is among the attacking units (Step 3): while it lives, not all attackers are eliminated."""
    found = fight([unit("infantry"), hq(at="w4626")], [infantry()]).play("support:a2")
    found = read(found, "3/0").play("lose:a1")
    one = found.play("lose:a2")
    assert one.play("lose:a2").node.outcome.result == "destroyed"
    found = read(fight([unit("infantry"), hq(at="w4626")], [infantry()]).play("support:a2"), "1/0").play("lose:a1")
    assert found.node.outcome.result == "held"


# --- a unit is called what it is now (4.2.6.2 with everything that follows) ---------------------------


def labels(found):
    """What may be done, in words, with the numbers of hexes as printed."""
    return {option.id: named(found, option.label) for option in found.node.options}


def reasons(found):
    """Why each hex, or counter, is closed: words and rules."""
    return {
        place_name(one.hex) if not one.unit else one.unit: (named(found, one.reason), one.rules)
        for one in found.game.refusals(found.state)
    }


def closing(found):
    """What follows the battle."""
    return [named(found, line.text) for line in found.game.closing(found.state)]


def lines_of(found, label):
    """Lines of the odds beneath one that begins so: label, value, note and rules."""
    return [
        (named(found, line.label), line.value, line.note, line.rules)
        for part in found.assessment.trace.children if part.label.startswith(label) for line in part.children
    ]  # fmt: skip


def test_4_2_6_2_a_rout_that_reaches_what_is_left_of_an_hq_says_that_it_is_infantry_now():
    """Only an HQ pins a force (4.2.5.2): its remnant is told apart, in the label and in the log."""
    found = read(fight([infantry(af=9)], [infantry(df=2), hq(at=WEST)]).play("support:d2"), "Dr2").play("lose:d2")
    assert labels(found)[to(WEST)] == f"Retreat to {WEST}, catching up the US 2-2-1 HQ (now infantry)"
    found = found.play(to(WEST))
    assert told(found, "4.2.5.rout") == ["The rout catches up the US 2-2-1 HQ (now infantry)."]


def test_4_2_8_armor_that_is_infantry_now_exploits_as_what_it_is():
    """Armor in the attack lets its remnant exploit (4.2.8): as infantry, in labels, prompt and log."""
    found = read(fight([armor(af=9, reduced_ma=3)], [infantry(df=2)]), "Dr3 1/0")
    while topic(found) == "retreat":
        found = found.play(options(found)[0])
    found = found.play("lose:a1")
    assert all("9-4-3 armor (now infantry)" in text for key, text in labels(found).items() if key != "done")
    found = found.play("exploit:a1")
    assert "armor (now infantry) has entered" in named(found, found.node.prompt)
    assert all("armor (now infantry)" in text for text in told(found.play("stop"), "4.2.8.optional"))
    assert all("armor (now infantry)" in text for text in told(found, "4.2.8.who"))


def test_4_2_1_2_used_what_is_left_of_an_hq_is_no_hq_in_later_odds_and_at_the_end():
    """Of an HQ that has broken down it is not said that it may not support: it is no HQ any more."""
    force = [infantry(af=9), infantry(af=9, at="w4622")]
    found = fight(force, [unit("infantry"), hq(at=WEST)], targets=(TARGET, WEST)).play("support:d2")
    found = drive(read(found, "0/2"), "lose:d2", "lose:d1", "done", attack(WEST))
    assert lines_of(found, "Defender's total")[0][0] == "US 2-2-1 HQ (now infantry)"
    found = read(fight([infantry(af=9)], [unit("infantry"), hq(at="w4622")]).play("support:d2"), "0/1")
    spent = "The US 2-2-1 HQ took part and may not support again in this segment."
    assert [spent in closing(found.play(loss)) for loss in ("lose:d1", "lose:d2")] == [True, False]


def test_4_2_1_once_unit_what_is_left_of_a_supporting_hq_hears_that_it_attacked_as_an_hq():
    """By the reading that support is an HQ's attack (A10) its remnant attacks nobody: but it is no HQ now."""
    force = [infantry(af=9), infantry(at="w4622", af=9), hq(at="w4722")]
    found = fight(force, [unit("infantry", df=2), infantry(at=WEST)], targets=(TARGET, WEST))
    while topic(found) == "name":
        found = found.play("out:a3" if "out:a3" in options(found) else "go")
    found = drive(read(found.play("support:a3"), "1/0"), "lose:a3", attack(WEST))
    assert lines_of(found, "Stays out")[0][:3] == (
        "Japanese 2-2-1 HQ (now infantry)", None, "as an HQ it took part in an attack of this segment"
    )  # fmt: skip


# --- who came from where, and who is left (4.2.1, 4.2.5.3, 4.2.8) -------------------------------------


def test_4_2_1_arrived_one_of_the_force_pool_has_not_retreated_into_the_hex_where_it_lies():
    """It took the place of an HQ in w4623: it defends there as all do, not as one that retreated there."""
    force, pool = [infantry(af=9), infantry(af=9, at="w4622")], unit("infantry", pool=True, at="w4426", id="pp")
    found = fight(force, [unit("infantry"), hq(at=WEST), pool], targets=(TARGET, WEST)).play("support:d2")
    found = drive(read(found, "0/2"), "lose:d2:pp", "lose:d1", "done", attack(WEST))
    assert lines_of(found, "Defender's total")[0][3] == ("4.2.2.s3.total", "4.2.1.whole")


@pytest.mark.parametrize(("result", "steps", "says"), [("0/1", ["lose:d1:pp"], 0), ("Dr1", ["go"], 1)])
def test_4_2_7_stack_is_recalled_where_units_have_come_together(result, steps, says):
    """A unit in another's place crowds nobody; one that retreats onto a friend does (4.2.5.3.overstack)."""
    foes = [infantry(), infantry(), unit("infantry", pool=True, at="w4822", id="pp"), infantry(at=WEST)]
    found = read(fight([infantry()], foes), result)
    found = drive(found, *(to(WEST) if step == "go" else step for step in steps))
    found = found if topic(found) == "end" else found.play("done")
    assert len([text for text in closing(found) if "stacking" in text]) == says


def stacking(found):
    """How often stacking is recalled at the end."""
    found = found if topic(found) == "end" else found.play("done")
    return len([text for text in closing(found) if "stacking" in text])


def test_4_2_7_stack_is_recalled_where_what_takes_a_units_place_has_come_to_a_friend_with_it():
    """4.2.5.3.overstack: d1 retreats onto d2 and breaks down there; its place is taken by one of the Force Pool."""
    foes = [infantry(), infantry(at=WEST), unit("infantry", pool=True, at="w4822", id="pp")]
    assert stacking(drive(read(fight([infantry()], foes), "Dr1 0/1"), to(WEST), "lose:d1:pp")) == 1


@pytest.mark.parametrize(("path", "says"), [(WEST, 1), (NORTHWEST, 0)])
def test_4_2_7_stack_is_recalled_where_one_comes_for_another_that_was_lost(path, says):
    """4.2.5.3.overstack: of two in w4623 an attack kills one; another retreats to the one who is left, or elsewhere."""
    force = [infantry(aim=2), infantry(at="w4622", aim=1)]
    foes = [infantry(at=TARGET), infantry(), infantry(steps=1)]
    found = read(fight(force, foes, targets=(WEST, TARGET)), "0/1").play("lose:d3").play(attack(TARGET))
    assert stacking(drive(read(found, "Dr1"), to(path))) == says


@pytest.mark.parametrize(("steps", "losses", "reason"), [
    (1, "0/0", "4.2.1.2.alone"), (1, "1/0", "4.2.1.target"), (2, "1/0", "4.2.1.target"),
])  # fmt: skip
def test_4_2_1_2_alone_is_the_reason_only_while_the_hq_is_there_as_an_hq(steps, losses, reason):
    """After an advance nobody is next to w4626; an HQ two hexes off does not attack it alone. One that is lost, or is
    infantry now, is no reason: then nobody is next to the hex (4.2.1).
    """
    force = [infantry(af=9), hq(steps=steps, at="w4425")]
    found = fight(force, [infantry(df=2), infantry(at="w4626")], targets=(TARGET, "w4626"))
    found = found.play("go") if topic(found) == "name" else found
    found = drive(found, "support:a2", "read:Dr1", f"losses:{losses}", to(WEST))
    found = found.play("lose:a2") if losses == "1/0" else found
    found = drive(found, "advance:a1", "done")
    assert reason in log(found)[-1][1]


def test_4_2_6_until_a_hex_of_retreat_stays_open_although_an_hq_is_left_for_attrition():
    """Dr3 0/1 on one step and a supporting HQ: what is left of the HQ retreats from nowhere (A27), and pays (A32)."""
    found = drive(fight([infantry()], [unit("infantry"), hq(at="w4622")]), "support:d2", "read:Dr3", "losses:0/1")
    found = drive(found, "lose:d1", "lose:d2")
    assert told(found, "4.2.6.until") == ["1 hex of retreat stays unsatisfied: nobody is left who retreats."]
    assert topic(found) == "lose"
    found = read(fight([infantry()], [unit("infantry")]), "0/3").play("lose:d1")
    assert told(found, "4.2.6.until") == ["2 results stay unsatisfied: nobody is left to pay."]


@pytest.mark.parametrize(("more", "why"), [
    ({"sides": {(EAST, TARGET): ["mountain"]}, "side_mountain": "1"}, "it crossed a hexside of mountain"),
    ({"hexes": {TARGET: {"zoc": "defender"}}}, "an enemy zone of control is there and no other friendly unit"),
    ({"hexes": {name: {"weather": "mud"} for name in (WEST, EAST, NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST)}},
     "no hex beyond is open to it"),
    ({}, ""),
])  # fmt: skip
def test_4_2_8_stops_in_the_hex_attacked_are_told_before_the_unit_goes(more, why):
    """The first hex obeys the stops (A22): then the offer does not speak of three hexes."""
    found = read(fight([armor(af=9)], [infantry(df=2)], **more), "Dr3")
    while topic(found) == "retreat":
        found = found.play(options(found)[0])
    text = f"as far as {TARGET}: {why}" if why else ": up to 3 hexes"
    assert labels(found)["exploit:a1"] == f"Exploit with the Japanese 9-4-3 armor{' ' * bool(why)}{text}"
    assert (topic(found.play("exploit:a1")) == "trek") == (not why)


# --- a stack that is stuck, and whom a retreat catches up (4.2.4.1, 4.2.5) ----------------------------

STUCK = {"hexes": {name: {"zoc": "defender"} for name in ("w4622", "w4722", "w4522")}}
"""Nothing is open to a stack in w4623 that attacks w4624."""


def test_4_2_4_1_ad_a_stack_that_could_retreat_hears_that_another_one_cannot():
    """All attackers retreat or none (A06): only the stuck stack has no hex; the other has, and hears why not there."""
    found = reasons(read(fight([infantry(), infantry(at=WEST)], [infantry()], **STUCK), "Ad"))
    other = "no retreat: another stack cannot, and all attackers retreat or none"
    assert found[WEST] == ("no retreat: no hex is open to its retreat", ("4.2.5.1.none",))
    for name in (EAST, "w4626", "w4725", "w4525"):
        assert found[name] == (other, ("4.2.4.1.ad", "4.2.5.1.none"))


@pytest.mark.parametrize("result", ["Ad", "Ex"])
@pytest.mark.parametrize("stuck", [True, False])
def test_4_2_4_1_ad_a_stack_that_stays_by_the_reading_is_told(result, stuck):
    """Where any stack may go and the others stay, the offer does not say that all retreat."""
    more = STUCK if stuck else {}
    found = fight([infantry(), infantry(at=WEST)], [infantry()], readings={"all_stacks": "some"}, **more)
    text = labels(read(found, result))["retreat"]
    assert text.startswith("The attackers that can retreat" if stuck else "All attackers retreat one hex")
    assert ("the defender does nothing" in text) == (result == "Ex")


@pytest.mark.parametrize(("more", "says"), [
    ([], ("", "")), ([infantry(3, at="w4725", attacks=False)], (", catching up the Japanese 3-2-1 infantry", "")),
])  # fmt: skip
def test_4_2_5_rout_attackers_that_meet_in_one_hex_catch_nobody_up(more, says):
    """Two stacks that retreat into one hex merge (A19): fellow attackers are in the combat, a bystander is caught."""
    found = read(fight([infantry(), infantry(at=NORTHEAST), *more], [infantry()]), "Ad").play("retreat")
    for text in says:
        assert labels(found)[to("w4725")] == f"Retreat to w4725{text}"
        found = found.play(to("w4725"))


# --- whose step, and by which rule (4.2.6 with 4.2.4.1 and 4.2.5.3) -----------------------------------


@pytest.mark.parametrize(("result", "play", "rule"), [
    ("0/1", (), "4.2.4.2.attr"), ("1/0", (), "4.2.4.2.attr"), ("Ad", ("step",), "4.2.4.1.ad"),
    ("Ex", ("step",), "4.2.4.1.ex-att"), ("Ex", ("step", "lose:a1", "step"), "4.2.4.1.ex-def"),
    ("Dr1", ("convert",), "4.2.5.3.voluntary"),
])  # fmt: skip
def test_4_2_4_the_other_side_hears_by_which_result_it_loses_nothing(result, play, rule):
    """Attrition is one way to lose steps; Ad, Ex and conversion are others."""
    found = drive(read(fight([infantry()], [infantry()], hexes={TARGET: {"features": ["city"]}}), result), *play)
    assert topic(found) == "lose"
    other = "d1" if found.node.side == "attacker" else "a1"
    assert reasons(found)[other][1][0] == rule


def test_4_2_5_rout_involved_those_caught_up_hear_by_which_reading_they_lose_nothing():
    """Without marines or armor nobody has to lose the first step; and the one step that can be lost is asked alone."""
    force = [unit("infantry"), infantry(at="w4626", attacks=False)]
    found = fight(force, [infantry()], readings={"joined": "safe"})
    found = drive(read(found, "Ad 3/0"), "retreat", to("w4626"))
    text, rules = reasons(found)["a2"]
    assert text == "a unit caught up in the rout loses nothing, by the reading chosen"
    assert rules[0] == "4.2.5.rout.involved"
    assert found.game.owed(found.state) is None
    found = fight(force, [infantry()])
    found = drive(read(found, "Ad 3/0"), "retreat", to("w4626"))
    assert found.game.owed(found.state).need == 3


def test_4_2_1_2_used_an_hq_that_supported_was_in_no_rout():
    """A rout is one way to have taken part; one that supported before hears of that, also while a result is settled."""
    force = [infantry(), infantry(at="w4626"), hq(at="w4725")]
    found = fight(force, [infantry(), infantry(at="w4627")], targets=(TARGET, "w4627"))
    while topic(found) == "name":
        found = found.play("out:a3" if "out:a3" in options(found) else "go")
    found = read(found.play("support:a3"), "-").play(attack("w4627"))
    while topic(found) == "name":
        found = found.play("go")

    def refusal(battle):
        return [line[2:] for line in lines_of(battle, "Attacker's total") if line[0].endswith("HQ in w4725")]

    said = [("it took part in a combat of this segment already", ("4.2.1.2.used",))]
    assert refusal(found) == said
    assert refusal(read(found, "0/1")) == said


def test_4_2_5_rout_involved_an_hq_in_a_rout_hears_of_it_when_it_is_to_support():
    """The example of 4.2.5: a unit retreats onto an HQ, which supports nobody in a later combat."""
    force, foes = [infantry(9), infantry(9, at="w4424")], [infantry(), hq(at=WEST), infantry(at=SOUTHWEST)]
    found = read(fight(force, foes, targets=(TARGET, SOUTHWEST)), "Dr1").play(to(WEST))
    found = drive(found, "done", attack(SOUTHWEST))
    said = [line[3] for line in lines_of(found, "Defender's total") if line[0] == f"US 2-2-1 HQ in {WEST}"]
    assert said == [("4.2.1.2.used", "4.2.5.rout.involved")]


# --- the end of the Blitz segment (4.1) ---------------------------------------------------------------


def test_4_2_7_stack_the_blitz_segment_ends_with_what_an_attack_recalls():
    """Stacking counts at the end of a Combat Segment, and a marker beneath a taken hex is left open (A33): here too."""
    force = [infantry(blitz=True), infantry(blitz=True, at=NORTHEAST)]
    said = []
    for more in ({"procedure": "blitz"}, {"segment": "blitz"}):
        found = fight(force, [infantry(), unit("detachment")], **more)
        found = found if topic(found) == "result" else found.play(attack(TARGET))
        found = read(found, "Dr1")
        found = drive(found.play(options(found)[0]), "advance:a1", "advance:a2")
        said.append({text for text in closing(found) if "stacking" in text or "What becomes" in text})
    assert (
        said[0]
        == said[1]
        == {
            f"{TARGET}: stacking must be in order when the segment ends.",
            f"What becomes of the US Detachment in {TARGET} the text does not say.",
        }
    )


# --- vectors of others (4.2.6) ------------------------------------------------------------------------


@pytest.mark.parametrize(("loss", "steps", "expect"), [
    (1, [2], {"lost": 1, "unsatisfied": 0}), (4, [3, 3], {"lost": 4, "unsatisfied": 0}),
    (5, [1, 2], {"lost": 3, "unsatisfied": 2}),
])  # fmt: skip
def test_4_2_6_until_a_vector_may_state_any_attrition(loss, steps, expect):
    """Attrition goes on until it is satisfied or all are eliminated; who survives is no end of the vector."""
    assert daisenso_after.attrition({"loss": loss, "steps": steps}, "printed", expect) == expect


def test_4_2_6_2_holding_a_vector_may_name_any_two_nations():
    """The owner keeps either part of a unit that has a Holding Box."""
    found = daisenso_after.holding({"components": ["Indian", "Australian"]}, "printed", {})
    assert found == {"choices": [{"keep": "Australian", "eliminate": "Indian"},
                                 {"keep": "Indian", "eliminate": "Australian"}]}  # fmt: skip


# --- what the board shows (4.1.1.flip) ----------------------------------------------------------------


def drawn(given, *actions):
    """Titles of the counters on the board."""
    asked = {"op": "draw", "scenario": given, "actions": list(actions)}
    return re.findall(r"<title[^>]*>([^<]*)</", json.loads(handle(json.dumps(asked)))["result"]["svg"])


@pytest.mark.parametrize("place", [TARGET, EAST])
def test_4_1_1_flip_a_unit_that_dropped_is_drawn_as_an_airdrop_marker(place):
    """It lies with its Airdrop side up, without factors: in the hex it fell on, and while an attack goes on."""
    given = document([airborne(), infantry(blitz=True)], [infantry()], procedure="blitz")
    assert [text for text in drawn(given) if "airborne 2-2-2" in text]
    for more in ((), (attack(TARGET),)):
        found = drawn(given, "drop:a1", to(place), *more)
        assert [text for text in found if text.lower().startswith("japanese airdrop marker")]
        assert not [text for text in found if "2-2-2" in text]


def test_4_1_1_flip_of_two_units_of_a_kind_only_the_one_that_dropped_is_a_marker():
    """The other one is still what it was."""
    given = document([airborne(count=2), infantry(blitz=True)], [infantry()], procedure="blitz")
    found = drawn(given, "drop:a1", to(TARGET))
    assert len([text for text in found if "airborne 2-2-2" in text]) == 1
    assert len([text for text in found if "irdrop marker" in text]) == 1


@pytest.mark.parametrize(
    ("fields", "country", "helps"),
    [
        ({"capital": True}, "Siam", True),
        ({"capital": True}, "none", False),
        ({}, "none", True),
        ({"capital": True, "standing": "exp"}, "none", False),
        ({"capital": True, "standing": "major"}, "none", True),
    ],
)
def test_4_2_1_1_capital_an_hq_supports_no_attack_outside_its_country(fields, country, helps):
    """An HQ that supports is one of the attacking units (4.2.2, Step 3), and a unit of a Minor Country with a marker
    in its capital attacks no hex outside that country (4.2.1.1).
    """
    hexes = {} if country == "none" else {TARGET: {"country": country}}
    force = [infantry(nation="Siam", capital=False, standing="exp"), hq(nation="Siam", at="w4626", **fields)]
    found = fight(force, [infantry()], hexes=hexes)
    assert ("support:a2" in options(found)) == helps
    weak = [infantry(af=1, nation="Siam", standing="exp"), hq(nation="Siam", at="w4626", **fields)]
    problems = game(weak, [infantry(df=9)], hexes=hexes).problems  # 1 to 9, with the HQ 3 to 9 (4.2.1.1.raw)
    assert sections(problems) == (set() if helps else {"4.2.1.1.raw"})


def test_4_2_1_1_capital_an_hq_supports_the_defence_of_any_hex():
    """The marker in the capital keeps units from attacking; defenders are not bound by it (4.2.1.1)."""
    foes = [infantry(nation="Siam"), hq(nation="Siam", at=WEST, capital=True)]
    assert "support:d2" in options(fight([infantry(nation="US")], foes, nations=("US", "Siam")))


@pytest.mark.parametrize(("fields", "at_hand"), [({"attacks": False}, False), ({"pool": True}, False), ({}, True)])
def test_4_2_1_split_who_stands_by_or_waits_in_a_force_pool_is_not_among_what_could_be_sent(fields, at_hand):
    """A unit that takes no part stays where it is, whatever else is sent; one of a Force Pool is not on the map."""
    given = document([infantry(), unit("infantry", **fields)], [infantry()], pack=pack(c2_1=["Dr1"] * 6))
    found = json.loads(handle(json.dumps({"op": "plan", "scenario": given})))["result"]
    assert ("a2" in {name for key in ("sent", "kept") for one in found[key] for name in one["units"]}) == at_hand
    assert ("a2" in {one["id"] for one in found["scenario"]["units"]}) != at_hand
    assert (found["value"], found["force"], found["plans"]) == ("1", 1, 4 if at_hand else 2)


# --- markers, landings and what they do to units (4.1.3, 4.3) ------------------------------------------

BEACH = {"hexes": {EAST: {"terrain": "sea"}}, "sides": {(EAST, TARGET): ["beachhead"]}}


@pytest.mark.parametrize(
    ("fields", "rule", "where"),
    [
        ({"ig": True}, "4.2.6.2.ig", "it leaves the game."),
        ({"ig": True, "stripe": True}, "4.2.6.2.ig", "it leaves the game."),
        ({"stripe": True}, "4.2.6.2.where", "it goes to the Delay Box."),
        ({}, "4.2.6.2.where", "it goes to its Force Pool."),
    ],
)
def test_4_2_6_2_ig_the_ig_hq_leaves_the_game_also_where_it_loses_its_beachhead(fields, rule, where):
    """The Marker Segment sends the stranded to a box or a pool (4.3); the IG HQ is the exception when eliminated."""
    found = fight([unit("snlf"), hq(**fields)], [], procedure="markers", spent_markers=False, **BEACH)
    assert "ig" in found.game.relevant()["units"]["a2"]
    found = found.play("snlf-off")
    assert told(found, rule) == [f"The Japanese 2-2-1 HQ is eliminated; {where}"]
    assert told(found, "4.3.s3")[-1] == told(found, rule)[0]


@pytest.mark.parametrize("marker", ["beachhead", "snlf"])
@pytest.mark.parametrize(("reading", "opens"), [("unit", False), ("ignored", True)])
def test_4_1_3_enemy_a_lone_air_unit_bars_a_landing_by_the_reading_that_bars_other_ways_in(marker, reading, opens):
    """ "Enemy unit" means the same in all sections (A07); who may not land hears that it is the reading that bars."""
    force = [unit("snlf"), infantry(blitz=True)] if marker == "snlf" else [infantry(blitz=True), unit("beachhead")]
    foes = [unit("air", at=TARGET), infantry(at=WEST)]
    force = [*force, infantry(blitz=True, at=NORTHEAST)]
    found = fight(force, foes, procedure="blitz", targets=(WEST,), readings={"lone_air": reading}, **BEACH)
    assert "lone_air" in found.game.relevant()["readings"]
    assert (topic(found) == "beachhead_landing") == opens
    lines = [line for part in found.assessment.trace.children for line in part.children]
    why = {named(found, line.label): line.note for line in lines if line.skipped}
    assert ("a lone enemy Air unit is there, an enemy unit by the reading chosen" in why.values()) != opens


# --- an HQ that supported and what is left of it (4.2.5.2 with 4.2.6.2) -------------------------------


def test_4_2_5_2_ma0_what_is_left_of_a_supporting_hq_holds_nobody_back():
    """The remnant is no part of the force that retreats (A32) until a rout catches it up: then it does hold it."""
    found = fight([infantry(af=9)], [infantry(df=2), hq(at=WEST, reduced_ma=0)]).play("support:d2")
    found = read(found, "Dr3").play("lose:d2")
    assert topic(found) == "retreat"
    found = found.play(to(WEST))
    assert topic(found) == "lose" and "4.2.5.2.ma0" in refused(found).values()


def test_4_2_6_until_a_remnant_without_movement_pays_for_no_hex():
    """Nobody is left in the hex: the rest of the Dr stays unsatisfied (A27), whatever the remnant's allowance is."""
    found = fight([infantry()], [unit("infantry"), hq(at="w4622", reduced_ma=0)]).play("support:d2")
    found = drive(read(found, "Dr3"), "lose:d1", "lose:d2")
    assert topic(found) == "advance"
    assert told(found, "4.2.6.until") == ["1 hex of retreat stays unsatisfied: nobody is left who retreats."]


# --- what the chart pack says and what a condition says (4.2.3.8) --------------------------------------


@pytest.mark.parametrize(("said", "shift"), [("chart", -1), ("3", -3), ("0", 0)])
def test_4_2_3_8_what_a_condition_says_of_terrain_goes_before_the_chart_pack(said, shift):
    """A condition that is left alone is as the chart pack says; another one says it for this battle."""
    terrain = {"title": "Invented", "tables": {"terrain": {"hex_hills": {"value": 1}, "side_strait": {"value": 1}}}}
    given = {"pack": terrain, "hexes": {TARGET: {"terrain": "hills"}}, "sides": {(EAST, TARGET): ["strait"]}}
    found = shifts(game([infantry()], [infantry()], **given, hex_hills=said, side_strait=said))
    assert found == {rule: shift for rule in ("4.2.3.8.hex", "4.2.3.8.hexside") if shift}


# --- marines across water and marines over land (4.2.6.1 with 4.2.1.3) --------------------------------


@pytest.mark.parametrize("wet", [True, False])
def test_4_2_6_1_marine_any_marine_step_of_the_force_is_the_first_one(wet):
    """The first step is a marine step where marines attack across water, not a step of just those marines."""
    strait = {"sides": {(EAST, TARGET): ["strait"]}, "side_strait": "1"} if wet else {}
    marines = [unit("marine", steps=2), unit("marine", steps=2, at=WEST), infantry()]
    found = read(fight(marines, [infantry()], **strait), "1/0")
    assert options(found) == ["lose:a1", "lose:a2", *([] if wet else ["lose:a3"])]


# --- a Force Pool is no place on the map (4.2.6.2 with 4.2.5 and 4.2.3.8) -------------------------------


@pytest.mark.parametrize("pool", [True, False])
@pytest.mark.parametrize("more", [{"procedure": "blitz"}, {}])
def test_4_2_5_place_a_unit_of_the_force_pool_is_not_at_sea_wherever_it_was_put(pool, more):
    """A defender at sea needs a Beachhead; one that waits in its Force Pool is nowhere (4.2.6.2)."""
    foes = [infantry(), unit("infantry", pool=pool, at=WEST)]
    found = game([infantry(blitz=True)], foes, hexes={WEST: {"terrain": "sea"}}, **more)
    assert sections(found.problems) == (set() if pool else {"4.2.5.place"})
    assert len(found.problems) == (not pool)


def test_4_2_5_place_a_unit_of_two_nations_is_at_sea_once():
    """The part in the Holding Box is not on the map: the unit is named by its own nation, and once (4.2.6.2)."""
    foes = [infantry(), infantry(nation="British", partner="Netherlands East Indies", at=WEST)]
    found = game([infantry()], foes, hexes={WEST: {"terrain": "sea"}})
    assert [problem.message for problem in found.problems] == [
        "the British 4-2-1 infantry stands in an all-sea hex without a Beachhead"
    ]


@pytest.mark.parametrize("pool", [True, False])
def test_4_2_3_8_hexside_nobody_is_asked_of_the_hexside_beside_a_unit_of_the_force_pool(pool):
    """The shift of a hexside counts where units attack across it: who is in a Force Pool does not."""
    force = [infantry(), unit("infantry", pool=pool, at=WEST)]
    asked = game(force, [infantry()], sides={(WEST, TARGET): ["strait"]}).relevant()["conditions"]
    assert ("side_strait" in asked) == (not pool)
