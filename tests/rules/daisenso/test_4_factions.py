"""4 and 4.2: whose units attack together, and whom (4.factions, 4.2.roles)."""

import pytest
from hexumpire.rulesets.daisenso.vocabulary import FACTIONS, NATIONS, TRAITS

from tests.rules.daisenso.setting import (
    EAST,
    NORTHWEST,
    SOUTHWEST,
    TARGET,
    WEST,
    armor,
    drive,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    options,
    read,
    refused,
    ringed,
    sections,
    to,
    topic,
    unit,
)

FACTION = {nation.key: next((key for key in FACTIONS if key in nation.traits), "") for nation in NATIONS}


def test_every_nation_but_the_nameless_minor_has_one_faction():
    assert {key for key, faction in FACTION.items() if not faction} == {"Other minor"}
    assert all(len(traits & set(FACTIONS)) <= 1 for traits in TRAITS.values())


def apart(*factions):
    """The rule that keeps counters of factions from attacking together; empty for friends."""
    known = set(factions) - {""}
    return "" if len(known) < 2 else "4.factions" if known == {"western", "soviet"} else "4.2.roles"


@pytest.mark.parametrize("one", FACTION)
def test_4_factions_who_may_attack_whom(one):
    # Every pair of nations: another faction is the enemy, the own one is not; a faction not stated goes with either.
    for other, faction in FACTION.items():
        found = sections(game([infantry()], [infantry()], nations=(one, other)).problems)
        own = faction and faction == FACTION[one]
        assert found == ({"4.factions"} if own else set()), other


@pytest.mark.parametrize("one", FACTION)
def test_4_2_roles_who_may_attack_together(one):
    # Every pair of nations: one faction is phasing, and the Western and Soviet ones are even enemies (4.factions).
    for other, faction in FACTION.items():
        foe = "US" if "axis" in (FACTION[one] or faction) else "Japanese" if FACTION[one] or faction else "Other minor"
        force = [infantry(nation=one), infantry(nation=other, standing="exp")]
        found = sections(game(force, [infantry()], nations=(one, foe)).problems)
        assert found == {apart(FACTION[one], faction)} - {""}, other


@pytest.mark.parametrize("kind", ["air", "strike", "airdrop", "beachhead", "detachment", "logistics", "hq", "fortress"])
def test_4_2_roles_holds_for_every_counter_of_the_attacker(kind):
    # Air, markers and headquarters of another faction lend no help; the way out is said.
    force = [infantry(blitz=True), unit(kind, nation="US", at="w4626")]
    found = game(force, [infantry(nation="Russian")], segment="blitz")
    assert sections(found.problems) == {"4.2.roles"}
    assert found.problems[0].path == "$.units[1]"
    assert "take the others off" in found.problems[0].fix


@pytest.mark.parametrize("kind", ["air", "hq", "beachhead", "detachment", "infantry"])
def test_4_factions_holds_for_every_counter_of_the_defender(kind):
    found = game([infantry()], [infantry(), unit(kind, nation="British", at=WEST)], nations=("US", "Japanese"))
    assert sections(found.problems) == {"4.factions"}
    assert found.problems[0].path == "$.units[2]"


def test_4_factions_a_force_pool_is_no_place_on_the_map():
    assert game([infantry(), infantry(nation="US", pool=True)], [infantry()]).problems == ()


def test_4_factions_in_the_blitz_segment():
    force = [infantry(blitz=True), infantry(nation="US", blitz=True)]
    assert sections(game(force, [infantry(nation="Russian")], procedure="blitz").problems) == {"4.2.roles"}
    own = game([infantry(blitz=True)], [infantry(nation="Hopeh")], procedure="blitz")
    assert sections(own.problems) == {"4.factions"}
    assert "or state the faction of the Minor Country" in own.problems[0].fix


@pytest.mark.parametrize(("faction", "rule"), [("axis", "4.factions"), ("western", ""), ("soviet", "")])
def test_4_factions_a_minor_country_that_changed_sides(faction, rule):
    # A puppet or a liberated country is stated counter by counter.
    found = game([infantry()], [infantry(nation="Korean", faction=faction)])
    assert sections(found.problems) == ({rule} - {""})


def test_4_2_1_target_neutrals_are_no_enemies():
    # Neither units that are neutral nor a hex of a Neutral Minor Country (13.4); and neutrals attack nobody.
    assert sections(game([infantry()], [infantry(nation="Siam", faction="neutral")]).problems) == {"4.2.1.target"}
    assert sections(game([infantry()], [infantry()], hexes={TARGET: {"barred": "neutral"}}).problems) == {
        "4.2.1.target"
    }
    force = [infantry(), infantry(nation="Siam", faction="neutral")]
    assert sections(game(force, [infantry()]).problems) == {"4.2.roles"}


def test_4_1_3_1_who_only_the_axis_has_snlf_markers():
    sea = {"hexes": {EAST: {"terrain": "sea"}}, "sides": {(EAST, TARGET): ["beachhead"]}, "procedure": "blitz"}
    assert sections(game([unit("snlf")], [], nations=("US", "Japanese"), **sea).problems) == {"4.1.3.1.who"}
    assert game([unit("snlf")], [], **sea).problems == ()


# --- three factions on one map ----------------------------------------------------------------------


def test_4_factions_western_and_soviet_units_do_not_defend_together():
    foes = [infantry(), infantry(nation="Russian")]
    assert sections(game([infantry()], foes).problems) == {"4.factions"}
    assert game([infantry()], [foes[0], {**foes[1], "at": WEST}]).problems == ()


@pytest.mark.parametrize(("kind", "rule"), [
    ("infantry", "4.2.5.2.enemy"), ("airdrop", "4.2.5.2.enemy"), ("beachhead", "4.2.5.2.enemy"), ("detachment", ""),
])  # fmt: skip
def test_4_2_5_2_enemy_western_defenders_do_not_retreat_to_soviet_ones(kind, rule):
    force = [infantry(blitz=True)]
    battle = read(fight(force, [infantry(), unit(kind, nation="Russian", at=WEST)], segment="blitz"), "Dr1")
    assert refused(battle).get(WEST, "") == rule
    friend = read(fight(force, [infantry(), unit(kind, nation="British", at=WEST)], segment="blitz"), "Dr1")
    assert WEST in hexes_open(friend)


def test_4_2_5_1_p1_soviet_zones_of_control_reach_western_units():
    foes = [infantry(), infantry(nation="Russian", at="w4622", zone="yes")]
    battle = read(fight([infantry()], foes), "Dr1")
    assert {WEST, SOUTHWEST, NORTHWEST} & set(hexes_open(battle)) == {SOUTHWEST, NORTHWEST}
    assert any("the zone of control of the Russian" in one.reason for one in battle.game.refusals(battle.state))
    friend = read(fight([infantry()], [foes[0], {**foes[1], "nation": "British"}]), "Dr1")
    assert WEST in hexes_open(friend)


def test_4_2_5_1_p2_a_soviet_unit_is_no_refuge():
    ring = ringed(TARGET, "attacker")
    for nation, way in (("British", "retreat"), ("Russian", "lose")):
        battle = read(fight([infantry()], [infantry(), unit("air", nation=nation, at=WEST)], hexes=ring,
                            readings={"lone_air": "ignored"}), "Dr1")  # fmt: skip
        assert topic(battle) == way


def test_4_2_1_2_nation_an_hq_of_another_faction_does_not_support():
    # Mongolians that fight for the West are not supported by the Mongolian HQ of the Soviet faction.
    foes = [infantry(nation="Mongolian", faction="western"), hq(nation="Mongolian", at="w4622")]
    battle = fight([infantry()], foes)
    assert topic(battle) == "result"
    assert topic(fight([infantry()], [{**foes[0], "faction": "usual"}, foes[1]])) == "support"


def test_4_2_1_2_ccp_is_an_exception_for_the_defender():
    foes = [infantry(nation="Western Communist Chinese"), hq(nation="Soviet Communist Chinese", at="w4622")]
    assert options(fight([infantry()], foes)) == ["support:d2", "alone"]


def test_4_2_8_enemy_holds_for_both_factions():
    foes = [infantry(steps=1), infantry(nation="Russian", at=WEST)]
    battle = drive(read(fight([armor()], foes), "Dr2 0/1"), to(NORTHWEST), to("w4823"), "lose:d1", "exploit:a1")
    assert refused(battle)[WEST] == "4.2.8.enemy"
