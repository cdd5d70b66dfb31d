"""4.2.5.1: zones of control as units on the board make them (4.2.5.1.zoc), and what hexes and counters say instead.

The text shows that a zone reaches the hexes around a unit, not over mountain hexsides (Chungking), and that an
Airdrop cancels it; which units have one is a reading of the rules.
"""

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import find_place
from hexumpire.rulesets.daisenso.rules.zones import ezoc

from tests.rules.daisenso.setting import (
    EAST,
    EXAMPLES,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    armor,
    fight,
    hexes_open,
    infantry,
    named,
    options,
    read,
    refused,
    to,
    told,
    topic,
    unit,
)

ZONES = {"zones": "all"}
FAR = sorted([WEST, NORTHWEST, SOUTHWEST])


def zoned(attack, defend, **given):
    return fight(attack, defend, **{**given, "readings": {**ZONES, **given.get("readings", {})}})


def reasons(battle):
    return {one.hex: named(battle, one.reason) for one in battle.game.refusals(battle.state)}


def test_the_hexes_around_a_unit():
    # The attacker to the east controls the hexes on both sides of the front; the other three stay open.
    battle = read(zoned([infantry()], [infantry()]), "Dr1")
    assert hexes_open(battle) == FAR
    assert refused(battle)[NORTHEAST] == refused(battle)[SOUTHEAST] == "4.2.5.1.p2"
    said = reasons(battle)[find_place(NORTHEAST)]
    assert said == f"the zone of control of the Japanese 4-2-1 infantry in {EAST} is there and no friendly unit"


@pytest.mark.parametrize(
    ("steps", "zone", "reading", "controls"),
    [
        (1, "usual", "all", True),
        (2, "usual", "all", True),
        (1, "usual", "multi", False),
        (2, "usual", "multi", True),
        (1, "yes", "stated", True),
        (1, "yes", "multi", True),
        (2, "no", "all", False),
        (2, "usual", "stated", False),
        (1, "no", "all", False),
        (3, "usual", "multi", True),
    ],
)
def test_4_2_5_1_zoc_which_units_have_one_by_their_steps_and_the_reading(steps, zone, reading, controls):
    battle = fight([infantry(steps=steps, zone=zone)], [infantry()], readings={"zones": reading})
    assert (NORTHEAST not in hexes_open(read(battle, "Dr1"))) == controls


def test_4_2_5_1_zoc_what_is_gone_or_in_the_force_pool_has_none():
    foe = infantry(at=NORTHWEST, attacks=False, steps=1)
    for pool in (False, True):
        battle = read(zoned([infantry(), {**foe, "pool": pool}], [infantry()]), "Dr1")
        assert (SOUTHWEST in hexes_open(battle), WEST in hexes_open(battle)) == (True, pool)


def test_a_friend_makes_it_the_second_choice():
    # 4.2.5.1.p2: with every other hex closed the controlled hex with a friend is open; before that it is not.
    battle = read(zoned([infantry()], [infantry(), infantry(at=NORTHEAST)]), "Dr1")
    assert refused(battle)[NORTHEAST] == "4.2.5.1.p1"
    closed = {name: {"barred": "neutral"} for name in FAR}
    battle = read(zoned([infantry()], [infantry(), infantry(at=NORTHEAST)], hexes=closed), "Dr1")
    assert hexes_open(battle) == [NORTHEAST]
    assert battle.node.rules[0] == "4.2.5.1.p2"


def test_kiangsu_needs_no_more_than_its_attackers():
    # Two armies to the east and south-east leave just the two hexes of the example.
    battle = Battle.start(RULESET.game(read_scenario(EXAMPLES["kiangsu"]))).play("support:kmt")
    battle = read(battle, "Dr3").play("lose:kmt:res")
    assert hexes_open(battle) == ["w4623", "w4723"]
    assert refused(battle)["w4523"] == refused(battle)["w4724"] == "4.2.5.1.p2"


def test_no_zone_over_the_mountains_of_chungking():
    found = RULESET.game(read_scenario(EXAMPLES["chungking"]))
    state, setting = found.start(), found.setting
    for name, reached in (("w4519", False), ("w4621", False), ("w4719", True), ("w4720", True), ("w4619", True)):
        assert ezoc(setting, find_place(name), state.left, state.at, "attacker") == reached, name


@pytest.mark.parametrize(("mark", "reading", "reaches"), [
    ("river", "stops", True), ("strait", "stops", True), ("allsea", "stops", False), ("lake", "stops", False),
    ("allsea", "reaches", True), ("lake", "reaches", True), ("mountain", "reaches", False),
])  # fmt: skip
def test_hexsides_that_stop_a_zone(mark, reading, reaches):
    sides = {(EAST, NORTHEAST): [mark]}
    battle = read(zoned([infantry()], [infantry()], sides=sides, readings={"zone_water": reading}), "Dr1")
    assert (NORTHEAST in hexes_open(battle)) == (not reaches)


@pytest.mark.parametrize(("fields", "reading", "reaches"), [
    ({"zone": "usual"}, "multi", True), ({"zone": "usual", "steps": 1}, "multi", False),
    ({"zone": "yes", "steps": 1}, "multi", True), ({"zone": "no"}, "all", False),
    ({"zone": "usual"}, "stated", False), ({"zone": "yes"}, "stated", True),
])  # fmt: skip
def test_who_has_a_zone(fields, reading, reaches):
    battle = read(fight([infantry(**fields)], [infantry()], readings={"zones": reading}), "Dr1")
    assert (NORTHEAST in hexes_open(battle)) == (not reaches)


def test_a_unit_of_one_step_left_loses_its_zone_by_the_reading():
    battle = read(fight([infantry()], [infantry(steps=3)], readings={"zones": "multi"}), "Ex")
    battle = battle.play("step").play("lose:a1").play("retreat")
    assert NORTHEAST in hexes_open(battle)


@pytest.mark.parametrize(("said", "open_now"), [("none", True), ("defender", True), ("attacker", False)])
def test_what_a_hex_says_holds(said, open_now):
    # The stated zone stands for units that are not on the board, and against those that are.
    battle = read(zoned([infantry()], [infantry()], hexes={NORTHEAST: {"zoc": said}, WEST: {"zoc": said}}), "Dr1")
    assert (NORTHEAST in hexes_open(battle), WEST in hexes_open(battle)) == (open_now, open_now)


def test_support_units_and_markers_have_none_and_an_airdrop_cancels():
    air = [infantry(zone="no"), unit("air", at=EAST), unit("detachment", at=EAST)]
    assert NORTHEAST in hexes_open(read(zoned(air, [infantry()]), "Dr1"))
    dropped = [infantry(), unit("airdrop", at=NORTHEAST)]
    assert NORTHEAST in hexes_open(read(zoned([infantry(blitz=True)], dropped, segment="blitz"), "Dr1"))


def test_zones_go_where_units_go():
    # The army that advanced into w4624 closes hexes to the defenders of the next attack.
    force = [infantry(aim=1), infantry(at="w4721", aim=2)]
    foes = [infantry(steps=1), infantry(at="w4722")]
    for action, open_now in (("advance:a1", ["w4823"]), ("done", ["w4623", NORTHWEST, "w4823"])):
        battle = read(zoned(force, foes, targets=(TARGET, "w4722")), "0/1").play("lose:d1").play(action)
        while topic(battle) != "result":
            battle = battle.play("done" if topic(battle) == "advance" else options(battle)[0])
        assert hexes_open(read(battle, "Dr1")) == open_now


def test_an_exploiting_unit_stops_in_a_zone_unless_a_friend_is_there():
    # 4.2.8.stop-ezoc
    foes = [infantry(steps=3), infantry(at="w4622")]
    for friend in (False, True):
        force = [armor(ma=9), *([infantry(at=WEST, attacks=False, zone="no")] if friend else [])]
        battle = read(zoned(force, foes, readings={"lone_air": "ignored"}), "Dr3")
        for name in (NORTHWEST, "w4823", "w4923"):
            battle = battle.play(to(name))
        battle = battle.play("exploit:a1").play(to(WEST))
        assert (topic(battle) == "trek") == friend
        if not friend:
            assert told(battle, "4.2.8.stop-ezoc") == [
                "There it stops: the zone of control of the US 4-2-1 infantry in w4622 is there and no other friendly "
                "unit."
            ]


def test_attackers_do_not_fall_back_into_zones_either():
    behind = infantry(at="w4627")
    battle = read(zoned([infantry()], [infantry(), behind]), "Ad").play("retreat")
    assert hexes_open(battle) == ["w4525", "w4725"]
    assert refused(battle)["w4626"] == "4.2.5.1.p2"
    free = read(zoned([infantry()], [infantry(), {**behind, "zone": "no"}]), "Ad").play("retreat")
    assert hexes_open(free) == ["w4525", "w4626", "w4725"]


@pytest.mark.parametrize("fields", [{}, {"zone": "yes"}])
def test_what_waits_in_a_force_pool_has_no_zone(fields):
    force = [infantry(zone="no"), infantry(at="w4725", pool=True, steps=1, **fields)]
    assert NORTHEAST in hexes_open(read(zoned(force, [infantry()]), "Dr1"))
