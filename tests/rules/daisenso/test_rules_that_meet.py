"""Chapter 4 where two of its rules meet: what one of them leaves open or closes for the other."""

import hexumpire
import pytest

from tests.rules.daisenso.setting import (
    EAST,
    LADDER,
    TARGET,
    WEST,
    armor,
    attack,
    drive,
    fight,
    game,
    hq,
    infantry,
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
