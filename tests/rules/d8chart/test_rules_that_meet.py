"""Where two rules of the 1D8 chart meet: Generals and mountains, ships and forts, results agreed on and their check."""

from __future__ import annotations

import json

import pytest
from hexumpire.api import handle
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Chance
from hexumpire.model.errors import SetupError
from hexumpire.rulesets.d8chart import RULESET

from tests.rules.d8chart.setting import (
    EAST,
    NORTHWEST,
    SOUTHEAST,
    WEST,
    document,
    fight,
    game,
    infantry,
    losses,
    reasons,
    result,
    terms,
    text,
    unit,
)
from tests.rules.d8chart.test_ter_wx_beyond_combat import bars, march

HALF = {"supply_factor": "1/2"}


def general(factors=3, **fields):
    return unit("general", factors, **fields)


def attack_of(*units, **setup):
    """The strength of an attack on one infantry."""
    return fight(units, [infantry()], **setup).assessment.attack


def refused(attack, defend, **setup):
    """Why the attack may not be made, each with its rule."""
    with pytest.raises(SetupError) as error:
        fight(attack, defend, **setup)
    return [(str(one.message), one.rule) for one in error.value.problems]


# --- Generals ---------------------------------------------------------------------------------------


def test_TER_impass_block_a_general_does_not_cross_mountains_without_mountain_troops():
    """Infantry finds no way over impassable mountains, and its General does not go over them alone."""
    wall = {"sides": {"E": ["impassable"]}, "hexes": {EAST: {"features": ["retreat"]}}}
    foot = result("-/2*", [infantry(40, steps=6)], [infantry(4, steps=6), general()], **wall).play("retreat")
    assert foot.outcome is not None
    assert {place for _, place, _ in foot.state.placed} == {""}
    alpine = result("-/2*", [infantry(40, steps=6)], [unit("mountain", 4, steps=6), general()], **wall).play("retreat")
    assert {place for _, place, _ in alpine.play(f"to:{EAST}").state.placed} == {EAST}


def test_TER_impass_block_a_general_attacks_over_mountains_only_beside_mountain_troops():
    wall = {"sides": {"NW": ["impassable"]}}
    army = [infantry(8), general(at=NORTHWEST)]
    assert [rule for _, rule in refused(army, [infantry()], **wall)] == ["TER.impass.block"]
    assert fight([*army, unit("mountain", 3, at=NORTHWEST)], [infantry()], **wall).assessment.attack == 8 + 3 + 3


def test_STR_gen_one_general_of_a_side_is_the_best_that_has_troops():
    """By the reading one for each side: the General 3 stands alone, so the General 2 with the infantry counts."""
    army = infantry(4), general(2), general(3, at=NORTHWEST)
    assert attack_of(*army, readings={"generals": "side"}) == 4 + 2
    assert attack_of(*army, infantry(1, at=NORTHWEST), readings={"generals": "side"}) == 4 + 1 + 3


def test_STR_gen_a_general_defends_with_troops_that_came_another_way():
    """Those of one hex are one stack: that they landed or dropped there once is nothing to the defence."""
    for via in ("sea", "air"):
        assert fight([infantry(8)], [infantry(4, via=via), general(2)]).assessment.defense == 4 + 2
    assert attack_of(infantry(4), unit("para", 2, via="air"), general(3, via="air")) == 4 + 2 + 3


# --- ships and forts --------------------------------------------------------------------------------


@pytest.mark.parametrize("features", [(), ("coastal_fort",)])
def test_STR_naval_ships_support_and_do_not_defend_a_hex(features):
    """By land a coastal chit counts for nothing, so that there is nothing for a battleship to support."""
    (why, rule), = refused([infantry(8)], [unit("battleship", 9)], features=features)  # fmt: skip
    assert (why, rule) == ("what is in the hex has no strength to defend it with: no combat", "CRT.odds")
    held = fight([infantry(8)], [unit("battleship", 9)], features=["fort_chit"])
    assert held.assessment.defense == 2 + 3


def test_CRT_odds_what_has_no_strength_is_not_called_an_empty_hex():
    (why, _), = refused([infantry(8)], [infantry(4, supply_factor="0")])  # fmt: skip
    assert "empty" not in why
    assert ["empty" in why for why, _ in refused([infantry(8)], [])] == [True]


@pytest.mark.parametrize(("mark", "rule"), [("fort_chit", "STR.fort.alone"), ("permanent_fort", "STR.perm.empty")])
def test_RES_excess_a_fort_without_units_falls_by_its_own_rule(mark, rule):
    battle = fight([infantry(8)], [], "!result=-/2", features=[mark])
    found = [line.rules for _, line in battle.log if "it falls" in str(line.text)]
    assert found == [("RES.excess", rule)]


def test_RES_excess_a_coastal_chit_alone_falls_to_a_landing_by_its_own_rule():
    landing = [infantry(8, "US", via="sea", at=WEST)]
    battle = fight(landing, [], "!result=-/2", features=["coastal_fort"], hexes={WEST: {"terrain": "sea"}})
    assert [line.rules[1] for _, line in battle.log if "it falls" in str(line.text)] == ["STR.coast.alone"]


def test_RES_excess_a_coastal_chit_is_no_part_of_what_falls_to_an_attack_by_land():
    """STR.coast.alone is for landings: of two chits only the other falls by its rule; to a landing both do."""
    both = ["fort_chit", "coastal_fort"]
    by_land = fight([infantry(8)], [], "!result=-/2", features=both)
    assert [line.rules for _, line in by_land.log if "it falls" in str(line.text)] == [("RES.excess", "STR.fort.alone")]
    sea = {"hexes": {WEST: {"terrain": "sea"}}}
    for marks, rules in ((both, ("STR.fort.alone", "STR.coast.alone")), (["fort_chit"], ("STR.fort.alone",))):
        landing = fight([infantry(9, "US", via="sea")], [], "!result=-/2", features=marks, **sea)
        assert [line.rules[1:] for _, line in landing.log if "it falls" in str(line.text)] == [rules]


@pytest.mark.parametrize(("via", "doubles"), [("land", True), ("sea", True), ("air", False)])
def test_STR_perm_double_a_landing_comes_through_the_hexside_to_the_sea(via, doubles):
    """Where that is fortified the defenders are doubled, and the bracket is reversed; a drop comes through none."""
    beach = {"sides": {"W": ["fort"]}, "hexes": {WEST: {"terrain": "sea" if via == "sea" else "clear"}}}
    army = [unit("para", 16, "US", via=via)]
    battle = fight(army, [infantry(4)], features=["permanent_fort"], **beach)
    assert battle.assessment.defense == (8 if doubles else 4)
    bracket = result("[-/1]", army, [infantry(4)], features=["permanent_fort"], **beach)
    assert bracket.state.applied == ("1/-" if doubles else "-/1")
    mixed = [*army, infantry(8, at=NORTHWEST)]
    assert fight(mixed, [infantry(4)], features=["permanent_fort"], **beach).assessment.defense == 4


# --- factors, weather -------------------------------------------------------------------------------


def test_TER_river_halve_by_both_readings_halves_no_unit_twice():
    """Halved by supply and by the river: once at most, whether the river halves each unit or the whole attack."""
    for halves in ("unit", "attack"):
        readings = {"river_halves": halves, "several_factors": "once"}
        assert attack_of(infantry(8, **HALF), sides={"W": ["river"]}, readings=readings) == 4, halves
    both = {"river_halves": "attack", "several_factors": "once"}
    army = infantry(8, **HALF), infantry(6, at=NORTHWEST)
    assert attack_of(*army, sides={"W": ["river"]}, readings=both) == 4 + 3
    assert attack_of(*army, sides={"W": ["river"]}, readings=both | {"several_factors": "multiply"}) == 2 + 3


@pytest.mark.parametrize("terrain", ["marsh", "clear"])
def test_WX_mud_move_a_unit_without_points_is_refused_by_the_mud(terrain):
    """Half of one point, rounded down, is none."""
    found = march(unit("armor", movement=1), terrain=terrain, weather="mud")
    assert bars(found)["a1"] == ("it has no movement points left", ("WX.mud.move",))


# --- results that were agreed on ---------------------------------------------------------------------


def test_RES_check_roll_a_result_agreed_on_is_checked_against_a_die_of_the_attacker():
    """No die gave the result: the attacker rolls one when the defender stays, and the check is below it."""
    battle = result("-/2*", [infantry(90)], [infantry(4, steps=4)])
    labels = {option.id: str(option.label) for option in battle.node.options}
    assert labels["stay"] == "Stay, and roll below the attacker's die"
    asked = battle.play("stay")
    assert isinstance(asked.node, Chance) and "attacker" in str(asked.node.prompt)
    assert asked.play_all(["d8=5", "d8=4"]).outcome.result == "held"
    assert "less than 5" in text(asked.play_all(["d8=5", "d8=4"]))
    assert asked.play_all(["d8=5", "d8=5"]).outcome is None or asked.play_all(["d8=5", "d8=5"]).outcome.result != "held"


# --- impassable hexsides and what lies behind them ---------------------------------------------------


def test_TER_impass_mp_a_hexside_that_mountain_troops_cross_opens_no_hex_that_is_closed_to_them():
    """They cross for 2, but neither into the sea nor into terrain that the chart pack closes to them."""
    wall = {"sides": {"W": ["impassable"]}}
    alpine = unit("mountain", 3, movement=3)
    assert bars(march(alpine, terrain="sea", **wall))["a1"] == ("land units do not move over the sea", ("EXT.amph",))
    closed, open_to = ({"title": "P", "tables": {"terrain": {"mountain": {"mp": mp}}}} for mp in (0, 3))
    assert bars(march(alpine, terrain="other", pack=closed, **wall))["a1"] == ("closed to it by P", ("TER.clear",))
    assert march(alpine, terrain="other", pack=open_to, **wall).able


@pytest.mark.parametrize(("marked", "setup"), [(EAST, {}), (SOUTHEAST, {"retreat_zoc": "closed"})])
def test_EXT_11_8_attackers_eliminated_by_agreement_bar_no_retreat(marked, setup):
    """Nobody stands in their hex any more, and they have no zone of control; whoever is left of them bars the way."""
    army, stack = [infantry(40), unit("mountain", 3, at=EAST)], [infantry(4, steps=6)]
    hexes = {marked: {"features": ["retreat"]}}
    barred = result("-/2*", army, stack, hexes=hexes, **setup)
    assert barred.play("retreat").state.placed == ((0, "", False),)
    assert barred.play_all(["!step=a2:2", "retreat"]).state.placed == ((0, "", False),)
    open_way = barred.play_all(["!step=a2:2", "!step=a2:1", "retreat"])
    assert list(open_way.legal_actions) == [f"to:{marked}"]
    assert open_way.play(f"to:{marked}").state.placed == ((0, marked, True),)


@pytest.mark.parametrize("before", [(), ("d8=5",)])
def test_RES_check_roll_nobody_checks_for_a_hex_that_all_have_left(before):
    """The Italians go, the Germans who had to stay are eliminated by agreement: no one is there to roll or to hold."""
    stack = [infantry(4, "German"), infantry(4, "Italian")]
    battle = fight([infantry(40)], stack, "!result=-/2*", hexes={EAST: {"features": ["retreat"]}})
    battle = battle.play_all(["lose:d1:2", "lose:d2:2", "retreat", f"to:{EAST}", *before])
    stays = battle.play_all(["d8=5", "d8=1"][len(before) :])
    assert stays.outcome.result == "held"
    gone = battle.play("!step=d1:1")
    assert gone.outcome.result == "retreated" and gone.outcome.measure("hex") == 1


# --- several attacks on one board -------------------------------------------------------------------


@pytest.mark.parametrize("marked", [EAST, SOUTHEAST])
def test_EXT_11_8_a_retreat_does_not_go_where_paratroops_wait_for_another_attack(marked):
    """They stand in that hex, and have a zone of control around it; those who wait at sea have none on land."""
    for via, terrain, open_way in (("air", "clear", False), ("sea", "sea", marked != EAST)):
        waiting = unit("para", 2, at=EAST, via=via)
        hexes = {EAST: {"terrain": terrain}}
        hexes[marked] = {**hexes.get(marked, {}), "features": ["retreat"]}
        setup = document([infantry(40), waiting], [infantry(4, steps=4)], hexes=hexes, retreat_zoc="closed")
        attacks = {"procedure": "turn", "targets": [], "attacks": [{"targets": ["0,0"], "units": ["a1"]}]}
        turn = Battle.start(RULESET.game(read_scenario({**setup, **attacks})))
        away = losses(turn.play_all(["attack:1", "!result=-/2*"])).play("retreat")
        assert (f"to:{marked}" in away.legal_actions) == open_way, via


@pytest.mark.parametrize("via", ["air", "sea"])
@pytest.mark.parametrize("marked", [EAST, SOUTHEAST])
@pytest.mark.parametrize("kind", ["para", "general"])
def test_EXT_11_8_who_has_landed_or_dropped_before_bars_no_retreat_where_it_came_from(via, marked, kind):
    """It has left that hex with its attack, a zone of control around it and all; before, it stands there."""
    beach = unit(kind, 2, at=EAST, via=via)
    army = [infantry(40), beach, infantry(40, at="3,0"), *[unit("para", 2, at=EAST, via=via)] * (kind == "general")]
    document_of = document(
        army,
        [infantry(4, steps=4), infantry(4, at="2,0", steps=4)],
        hexes={marked: {"features": ["retreat"]}},
        retreat_zoc="closed",
    )
    others = [f"a{number}" for number in range(2, len(army) + 1)]
    attacks = [{"targets": ["0,0"], "units": ["a1"]}, {"targets": ["2,0"], "units": others}]
    turn = Battle.start(
        RULESET.game(read_scenario({**document_of, "procedure": "turn", "targets": [], "attacks": attacks}))
    )
    for before, is_open in ((["attack:2", "!result=DE"], True), ([], False)):
        away = losses(turn.play_all([*before, "attack:1", "!result=-/2*"])).play("retreat")
        assert (f"to:{marked}" in away.legal_actions) == is_open, before


@pytest.mark.parametrize(("kind", "rule"), [("bomber", "STR.air.add"), ("battleship", "STR.naval.big")])
def test_STR_air_add_of_several_attacks_the_defender_says_which_of_them_his_support_is_for(kind, rule):
    """Against one attack it counts wherever it is; of several nobody knows for which, so that it is asked for."""

    def against(at, **fields):
        support = unit(kind, 3, at=at, **fields)
        army, foes = [infantry(8), infantry(8, at="3,0")], [infantry(4), infantry(4, at="2,0"), support]
        attacks = [{"targets": ["0,0"], "units": ["a1"]}, {"targets": ["2,0"], "units": ["a2"]}]
        given = {**document(army, foes), "procedure": "turn", "targets": [], "attacks": attacks}
        return RULESET.game(read_scenario(given))

    more = 3 if kind == "bomber" else 1
    assert fight([infantry(8)], [infantry(4), unit(kind, 3, at="1,1")]).assessment.defense == 4 + more
    assert [problem.rule for problem in against("1,1").problems] == [rule]
    turn = against("2,0")
    assert not turn.problems
    assert [row.assessment.defense for row in turn.rows(turn.start())] == [4, 4 + more]
    assert kind != "bomber" or not against("1,1", support="held").problems


@pytest.mark.parametrize("count", [1, 2])
def test_EXT_units_who_has_lost_steps_in_an_attack_before_counts_whole_and_says_so(count):
    """The chart has one strength for each unit; whose counter shows another when it is reduced can see that."""
    foes = [infantry(4, steps=4, count=count), infantry(4, at=EAST)]
    given = document([infantry(40), infantry(8, at="2,0")], foes, hexes={EAST: {"features": ["retreat"]}})
    attacks = [{"targets": ["0,0"], "units": ["a1"]}, {"targets": [EAST], "units": ["a2"]}]
    turn = Battle.start(RULESET.game(read_scenario({**given, "procedure": "turn", "targets": [], "attacks": attacks})))
    lost = ["lose:d1:4"] if count > 1 else []
    gone = turn.play_all(["attack:1", "!result=-/2*", *lost, "retreat", f"to:{EAST}"])
    (units,) = gone.play("attack:2").assessment.trace.children[1].children
    told = [(line.value, line.rules[1:], bool(line.note)) for line in units.children]
    assert told == [(4 * count, ("EXT.units",), True), (4, (), False)]


@pytest.mark.parametrize(("stated", "here", "there"), [(False, "yes", "same"), (True, "same", "no")])
def test_MOD_concentric_of_two_attacks_one_may_be_concentric(stated, here, there):
    """The modifier is the attack's (MOD.concentric): what is said of its hex goes before what is said of all."""
    army = [infantry(4), infantry(4, at=NORTHWEST), infantry(4, at="3,0"), infantry(4, at="3,-1")]
    given = document(
        army,
        [infantry(4), infantry(4, at="2,0")],
        concentric=stated,
        hexes={"0,0": {"concentric": here}, "2,0": {"concentric": there}},
    )
    attacks = [{"targets": ["0,0"], "units": ["a1", "a2"]}, {"targets": ["2,0"], "units": ["a3", "a4"]}]
    turn = Battle.start(RULESET.game(read_scenario({**given, "procedure": "turn", "targets": [], "attacks": attacks})))
    drms = [turn.play(f"attack:{number}").assessment.headline.endswith("die +1") for number in (1, 2)]
    assert drms == [True, False]
    assert all("concentric" in turn.game.relevant()["hexes"][place] for place in ("0,0", "2,0"))


@pytest.mark.parametrize(
    ("key", "army", "found"),
    [
        ("para_success", [unit("para", 4, via="air")], lambda battle: terms(battle).get("MOD.para", 0) == 1),
        (
            "concentric",
            [infantry(), infantry(at=NORTHWEST)],
            lambda battle: terms(battle).get("MOD.concentric", 0) == 1,
        ),
        ("fort_doubles", [infantry(), infantry(at=NORTHWEST)], lambda battle: battle.assessment.defense == 8),
        (
            "blitz_germans",
            [infantry(4, "German"), infantry(4, "Italian")],
            lambda battle: battle.play("!result=[-/1]").state.applied == "-/1",
        ),
    ],
)
@pytest.mark.parametrize(
    ("stated", "here", "holds"),
    [
        (False, "same", False),
        (True, "same", True),
        (True, "no", False),
        (False, "yes", True),
    ],
)
def test_EXT_concentric_what_may_hold_for_one_attack_only_is_said_of_its_hex(key, army, found, stated, here, holds):
    fort = key in ("fort_doubles", "blitz_germans")
    setup = {
        "features": ["permanent_fort"] * fort,
        "sides": {"W": ["fort"]} if fort else {},
        "readings": {"fort_sides": "ask"},
        "blitz": "first" if key == "blitz_germans" else "none",
    }
    whole = {"terrain": "clear", "features": setup.pop("features"), key: here}
    assert found(fight(army, [infantry()], hexes={"0,0": whole}, **setup, **{key: stated})) == holds


# --- the hexside of a landing -------------------------------------------------------------------------

AFLOAT = {"hexes": {WEST: {"terrain": "sea"}}}


@pytest.mark.parametrize(
    ("marks", "halves", "strait"),
    [
        (["river"], True, 0),
        (["strait"], True, -1),
        (["strait", "frozen"], False, -1),
        (["river", "frozen"], False, 0),
        ([], False, 0),
    ],
)
def test_TER_river_halve_a_landing_across_a_strait_is_halved(marks, halves, strait):
    """The chart halves whoever attacks across the hexside, and lowers the die for a strait besides the landing's -3.

    A General and ships are no part of what is halved.
    """
    force = [infantry(8, "US", via="sea"), unit("general", 3, "US", via="sea"), unit("battleship", 9, "US")]
    battle = fight(force, [infantry()], sides={"W": marks}, **AFLOAT)
    assert battle.assessment.attack == (4 if halves else 8) + 3 + 3
    assert sum(terms(battle).values()) == -3 + strait
    assert ("river_halves" in battle.game.relevant()["readings"]) == halves


@pytest.mark.parametrize(("via", "terrain"), [("air", "sea"), ("air", "clear"), ("sea", "clear")])
def test_TER_river_halve_who_drops_or_sails_from_elsewhere_crosses_no_hexside(via, terrain):
    """Over which hexside a unit comes ashore that embarked in a land hex nobody has said."""
    setup = {"sides": {"W": ["strait", "impassable", "fort"]}, "features": ["permanent_fort"]}
    battle = fight([unit("para", 8, "US", via=via)], [infantry(4)], hexes={WEST: {"terrain": terrain}}, **setup)
    assert (battle.assessment.attack, battle.assessment.defense) == (8, 4)
    assert "MOD.strait" not in terms(battle)


@pytest.mark.parametrize(("kind", "bars"), [("infantry", True), ("mountain", False)])
def test_TER_impass_block_nobody_but_mountain_troops_lands_over_impassable_mountains(kind, bars):
    wall = {"sides": {"W": ["impassable"]}}
    force = [unit(kind, 8, "US", via="sea"), unit("general", 3, "US", via="sea")]
    rules = [rule for _, rule in refused(force, [infantry()], **wall, **AFLOAT)] if bars else []
    assert rules == ["TER.impass.block"] * 2 * bars
    assert bars or fight(force, [infantry()], **wall, **AFLOAT).assessment.attack == 8 + 3
    ashore = game(force[:1], procedure="landing", **wall, **AFLOAT)
    assert ("go:a1" in Battle.start(ashore).legal_actions) != bars


# --- the General of the SS ----------------------------------------------------------------------------


def test_MOD_ss_a_general_without_troops_gives_no_bonus():
    """Alone in his hex he is no part of the attack: he adds no strength (STR.gen), and leads no SS units."""
    army = [infantry(4, "German", ss=True), infantry(4, "German", ss=True)]
    for at, bonus in ((WEST, 1), (NORTHWEST, 0)):
        battle = fight([*army, unit("general", 3, "German", ss=True, at=at)], [infantry()])
        assert (battle.assessment.attack, terms(battle).get("MOD.ss", 0)) == (8 + 3 * bonus, bonus)
    assert reasons(battle)["MOD.ss"].startswith("attacker: the SS General has no land unit with him")


# --- what could be sent -------------------------------------------------------------------------------


@pytest.mark.parametrize("support", ["yes", "held", "lost"])
def test_STR_air_surviving_aircraft_that_give_no_support_are_not_among_what_could_be_sent(support):
    """9 against 3 with the infantry alone is 3-1; aircraft that fight make 18 of it, and others are no force."""
    given = document([infantry(9), unit("bomber", 9, support=support)], [infantry(3, steps=4)])
    found = json.loads(handle(json.dumps({"op": "plan", "scenario": given})))["result"]
    flies = support == "yes"
    assert [one["units"] for one in found["sent"]] == [["a1"], *[["a2"]] * flies]
    assert (found["yours"]["force"], found["plans"]) == ((2, 4) if flies else (1, 2))


def test_EXT_11_8_which_attacker_is_gone_counts_where_a_retreat_may_follow_and_nowhere_else():
    """Over the hexes of those who are gone a retreat may go; where none follows it is all the same whose step goes."""
    army = [infantry(90), infantry(1, at=EAST, steps=1), infantry(1, at=SOUTHEAST, steps=1)]
    hexes = {place: {"features": ["retreat"]} for place in (EAST, SOUTHEAST)}
    starred = result("-/2*", army, [infantry(4, steps=4)], hexes=hexes)
    one, other = starred.play("!step=a2:1"), starred.play("!step=a3:1")
    assert one.game.key(one.state) != other.game.key(other.state)
    assert list(one.play("retreat").legal_actions) == [f"to:{EAST}"]
    assert list(other.play("retreat").legal_actions) == [f"to:{SOUTHEAST}"]
    plain = fight(army, [infantry(4, steps=4)], "!result=2/-", hexes=hexes)
    one, other = plain.play("lose:a2:1"), plain.play("lose:a3:1")
    assert one.state != other.state
    assert one.game.key(one.state) == other.game.key(other.state)
