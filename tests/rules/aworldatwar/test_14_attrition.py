"""Attrition combat (chapter 14), sentence by sentence where the witnesses of the index say less."""

from __future__ import annotations

import pytest
from hexumpire.analysis import outcomes
from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Standing
from hexumpire.model.battle import Battle, Decision, moves
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.attrition import Attrition
from hexumpire.rulesets.aworldatwar.numbering import find_place

from tests.rules.aworldatwar.attrition_boards import (
    around,
    board,
    counted,
    document,
    due,
    foe,
    front,
    mine,
    options,
    play,
    refused,
    sea,
    why_not,
)
from tests.rules.aworldatwar.setting import sections

N = "0,-1"
PAIR = (mine("a", "0,0"), foe("d", N))


def test_14_11_set_ups_without_attrition_say_why():
    assert sections(board(*PAIR, edition="old").problems) == {"14.11"}
    assert sections(board(mine("a", "0,0"), foe("d", "5,0")).problems) == {"14.21"}
    assert sections(board(*PAIR, foe("x", "0,0")).problems) == {"14.21"}
    assert sections(board(*PAIR, mine("x", "3,3"), hexes=sea("3,3")).problems) == {"12.23"}
    assert board(*PAIR).problems == ()


def test_14_13_each_zone_is_attritioned_once():
    game = board(*PAIR, foe("e", "5,0"), mine("b", "5,1"), hexes={N: {"attrition_zone": "A"}})
    assert options(game, game.start()) == ["attrition:0", "attrition:1", "done"]
    after = play(game, game.start(), "attrition:1", "pass")
    assert (after.phase, after.number) == ("muster", 0)
    assert play(game, after, "pass").phase == "over"
    assert play(game, game.start(), "done").phase == "over"


def test_14_13_while_the_next_attrition_is_chosen_nobody_is_shown_in_one():
    """Of the attrition at hand those left out and the hexes in contact are shown; between two there is none."""
    more = mine("b", "5,1"), foe("e", "5,0"), mine("c", "9,1"), foe("f", "9,0"), mine("r", "-1,0", 1, "replacement")
    game = board(*PAIR, *more, hexes={N: {"attrition_zone": "A"}, "5,0": {"attrition_zone": "B"}})
    shown = game.overlay(play(game, game.start(), "attrition:1"))
    assert ({*shown["out"]}, shown["lit_hexes"]) == ({"a", "c", "r"}, ["5,0"])
    for state in (game.start(), play(game, game.start(), "attrition:1", "pass")):
        shown = game.overlay(state)
        assert (state.phase, shown["out"], shown["lit_hexes"]) == ("which", [], [])


def test_14_13_which_attrition_is_next_is_told_in_words():
    game = board(*PAIR, foe("e", "5,0", nation="British"), mine("b", "5,1"))
    battle = Battle.start(game)
    assert [option.label for option in battle.node.options] == [
        "the European Axis: 3 factors against Russia", "the European Axis: 3 factors against the Western Allies",
        "No more attritions",
    ]  # fmt: skip
    said = {action: battle.play(action).log[-1][1].text for action in ("attrition:0", "attrition:1", "done")}
    assert said == {
        "attrition:0": "Attrition of the European Axis against Russia.",
        "attrition:1": "Attrition of the European Axis against the Western Allies.",
        "done": "No more attritions are made.",
    }
    assert [option.hex for option in battle.node.options] == [N, "5,0", ""]


def test_14_61_whom_the_first_attrition_cost_is_told_apart_in_the_second():
    """14.13, 14.61: like counters of one hex stand for each other, and no others do, once their attrition is over."""
    zone = foe("d", N), foe("e", N), foe("g", N, 1), foe("k", "1,-1")
    game = board(
        mine("a", "0,0"),
        *zone,
        mine("b", "5,1"),
        foe("h", "5,0"),
        hexes={at: {"attrition_zone": "A"} for at in (N, "1,-1")},
    )
    after = {name: play(game, due(game, 1), f"lose:{name}") for name in "degk"}
    assert {(state.phase, state.number, state.losses) for state in after.values()} == {("muster", 1, ())}
    keys = {name: game.key(state) for name, state in after.items()}
    assert keys["d"] == keys["e"]
    assert len({*keys.values()}) == 3


def test_14_31_who_is_of_another_faction_than_makes_the_attrition_is_told_so():
    """14.31: alliance factions attrition separately; of units of the same one it is told why they do not count."""
    far = mine("far", "-3,0", nation="British"), mine("i", "-1,0", nation="Russian")
    game = board(mine("a", "0,0", nation="British"), *far, foe("d", N, nation="German"))
    told = refused(game, play(game, game.start(), "attrition:0"))
    assert (told["i"], told["far"]) == (("14.31",), ("14.21",))


def test_14_61_who_took_no_part_does_not_occupy_and_is_told_so():
    far = mine("r", "-1,0", 1, "replacement"), mine("i", "1,0", nation="British"), mine("out", "0,0", 1)
    game = board(mine("a", "0,0"), *far, foe("d", N), foe("e", "3,-3"))
    state = play(game, game.start(), "out:out", "roll")
    state = play(game, game.flow.carry_out(state._replace(before=state.board), (0, 1)), f"take:{N}")
    told = refused(game, play(game, state, *_retreats(game, state)))
    assert {told["r"], told["i"], told["out"]} == {("14.61",)}


def _retreats(game, state):
    """What is to be done until hexes are occupied, the first that may be."""
    done = []
    while state.phase != "occupy":
        done.append(options(game, state)[0] if state.phase == "retreat" else "done")
        state = game.apply(state, done[-1])
    return done


def test_14_33_minors_by_themselves_are_attritioned_by_their_own_rule():
    turks = foe("t", "5,0", nation="Turkish"), mine("b", "5,1"), mine("s", "5,2", nation="Spanish"), foe("e", "5,3")
    battle = Battle.start(board(*PAIR, *turks, mine("r", "-1,0", 1, "replacement"), minors_alone=True))
    cited = {option.label.partition(":")[0]: "14.33" in option.rules for option in battle.node.options[:-1]}
    assert cited == {"the European Axis": False, "Spanish": True}
    told = {refusal.unit: refusal.rules for refusal in battle.game.refusals(battle.state)}
    assert told["r"] == ("14.23F", "10.23"), "it counts in none of them"
    assert not {"d", "t", "e"} & {*told}


def test_14_41_an_attrition_is_told_in_words():
    # Eighteen factors, column 11-20; CTL 3 against 2 adds one to the die (14.42B).
    battle = Battle.start(
        board(mine("a", "0,0", 12, ctl=3), mine("b", "-1,-1", 3, ctl=3, count=2), foe("d", N, 2, count=3))
    )

    def told(*actions):
        return [line.text for _, line in battle.play_all(actions).log]

    assert moves(battle.node) == ["roll", "pass"], "a search leaves nobody out"
    assert told("pass") == ["No attrition is made."]
    assert told("out:b", "roll") == ["The German 3-3 infantry is left out.", "15 factors attrition: column 11-20."]
    assert battle.play("roll").node.prompt == "The attacker rolls one die, +1."
    assert told("roll", "d6=2") == ["18 factors attrition: column 11-20.", "Die 2, row 3: 2C."]
    lines = {line.label: line.value for _, line in battle.assessment.trace.lines()}
    assert lines["Attritioning factors"] == 18 and lines["Factors attritioned"] == 6
    assert lines[f"German 12-3 infantry in {mention('0,0')}"] == 12
    assert lines[f"2 German 3-3 infantry in {mention('-1,-1')}"] == 6
    assert [line.value for line in battle.assessment.trace.children[1].children] == [6], "three of two factors"
    assert lines["CTL 3 against 2"] == lines["Added to the die"] == 1
    assert Battle.start(board(*PAIR)).play("roll").node.prompt == "The attacker rolls one die."


def test_14_41_one_factor_attritions_alone():
    battle = Battle.start(board(mine("a", "0,0", 1), foe("d", N, 2)))
    told = [line.text for _, line in battle.play_all(["roll"] if "roll" in battle.legal_actions else []).log]
    assert told == ["1 factor attrition: column 1-10."]


@pytest.mark.parametrize(
    ("theatre", "die", "told"),
    [("europe", 6, ["Die 6, row 6: 2C/1H."]), ("pacific", 3, ["Die 3, row 3: 2C."]),
     ("pacific", 6, ["Die 6, row 6: 2C/1H.", "On the Pacific map half of the hexes: 2C."])],
)  # fmt: skip
def test_14_41_the_pacific_halves_hexes_and_says_so(theatre, die, told):
    battle = Battle.start(board(mine("a", "0,0", 15), foe("d", N, count=3), theatre=theatre)).play("roll")
    assert [line.text for _, line in battle.play(f"d6={die}").log[1:]] == told


@pytest.mark.parametrize(
    ("features", "order"), [([], ["keep", "swap"]), (["port"], ["keep", "swap"]), (["objective"], ["swap", "keep"])]
)
def test_14_44_the_hex_comes_first_where_one_can_be_taken(features, order):
    battle = Battle.start(board(mine("a", "0,0", 15), foe("d", N, count=3), hexes={N: {"features": features}}))
    battle = battle.play_all(["roll", "d6=5"])
    assert list(battle.legal_actions) == order
    assert {option.id: option.label for option in battle.node.options} == {
        "keep": "Take 1C/1H", "swap": "Take 2C instead"}  # fmt: skip
    said = [battle.play(action).log[-1][1].text for action in ("keep", "swap")]
    assert said == ["The attacker takes 1C/1H.", "The attacker takes 2C."]


def test_14_521_designations_are_told_in_words():
    axis = (
        foe("d", N, nation="German", count=2),
        foe("e", "1,-1", nation="German"),
        foe("far", "4,-4", nation="German"),
    )
    russia = [mine(id, at, nation="Russian") for id, at in (("a", "0,0"), ("b", "1,0"))]
    game = board(*russia, *axis, winter_level=6, winter_designations=2)
    state = due(game, 2, 1)

    def told(action, state=state):
        return [(line.text, line.rules) for line in game.narrate(state, action, game.apply(state, action))]

    here, there = mention(N), mention("1,-1")
    assert told("done") == [("Russia designates no more hexes.", ("14.521",))]
    assert told(f"bleed:{N}") == [(f"A unit in {here} has to be lost.", ("14.521B",))]
    assert told(f"seize:{N}") == [(f"{here} has to be occupied.", ("14.521C",))]
    last = game.apply(state, f"bleed:{N}")
    assert told("bleed:1,-1", last) == [(f"A unit in {there} has to be lost.", ("14.521B", "14.521D"))]
    assert {one.hex: one.rules for one in game.refusals(state)} == {"4,-4": ("14.521A",)}, "the others are open"


def test_14_211_zones_are_those_of_the_start_of_the_turn():
    before = read_scenario(document(*PAIR, foe("e", "3,-1"), mine("b", "3,0")))
    cut = {place: {"control": "attacker"} for place in around("3,-1")}
    now = read_scenario(document(*PAIR, foe("e", "3,-1"), mine("b", "3,0"), hexes=cut))
    assert front(Attrition(now)).factors == 3
    assert front(Attrition(now, before)).factors == 6


def test_14_211_a_neutral_and_the_sea_part_zones_but_zones_of_control_do_not():
    far = (*PAIR, foe("e", "3,-1"), mine("b", "3,0"))
    armored = (*far, *(mine(f"z{n}", place, 4, "armor") for n, place in enumerate(("2,1", "1,1"))))
    ring = [place for place in around("3,-1") if place != "3,0"]
    assert front(board(*armored)).factors == 6
    assert front(board(*far, hexes=sea(*ring))).factors == 3
    assert front(board(*far, hexes={place: {"control": "neutral"} for place in ring})).factors == 3


def test_14_213_a_unit_left_out_does_not_advance_and_is_free_for_another_zone():
    game = board(*PAIR, mine("b", "1,-1"), foe("e", "2,-2"), foe("f", "2,-1"), hexes={N: {"attrition_zone": "A"}})
    state = play(game, game.start(), "attrition:0", "out:b", "roll")
    state = game.flow.carry_out(state._replace(before=state.board), (0, 1))
    state = play(game, state, f"take:{N}", "done", options_of_retreat(game, state, N))
    assert "enter:b@0,-1" not in options(game, state)
    after = play(game, state, f"enter:a@{N}", "done")
    assert [game.scenario.units[look.i].id for look in game.flow.level(after).counted] == ["b"]


@pytest.mark.parametrize(
    ("begun", "factors", "rules"),
    [
        (["pass"], 7, ("14.21", "14.22A", "14.22B")),
        (["out:a", "roll"], 4, ("14.21", "14.22A", "14.22B")),
        (["out:a", "out:a", "roll"], 7, ("14.21", "14.22A", "14.22B")),
        (["roll"], 1, ("14.23B",)),
    ],
)
def test_14_23b_those_who_counted_in_one_attrition_count_in_no_other(begun, factors, rules):
    """14.213: who was left out, or whose attrition was not made, is free for another one."""
    game = board(
        mine("a", "0,0", count=2),
        mine("b", "2,0", 1),
        mine("c", "-1,0"),
        foe("d", N),
        foe("e", "1,0", count=3),
        hexes={N: {"attrition_zone": "A"}},
    )
    state = play(game, game.start(), "attrition:0", *begun)
    if state.phase == "die":
        state = game.flow.carry_out(state._replace(before=state.board), (0, 0))
    assert (state.phase, state.number) == ("muster", 1)
    level = game.flow.level(state)
    assert level.factors == factors
    assert next(look.rules for look in level.looks if look.i == 0) == rules


def options_of_retreat(game, state, place):
    """The first way out after a hex was chosen."""
    return options(game, play(game, state, f"take:{place}", "done"))[0]


def test_14_213_somebody_has_to_take_part_or_no_attrition_is_made():
    game = board(*PAIR)
    assert options(game, game.start()) == ["roll", "pass"]
    assert refused(game, game.start())["a"] == ("14.213",)
    assert all(option.aside == option.id.startswith("out") for option in game.node(game.start()).options)


def test_14_22_taps_on_those_who_do_not_count_tell_the_rule():
    units = (mine("x", "1,-1", 1, "replacement"), mine("y", "1,-1", fought=True), mine("z", "4,4"))
    game = board(*PAIR, *units, mine("k", "1,-1", 1, "flak"))
    told = refused(game, game.start())
    assert {id: told[id][0] for id in "xyzk"} == {"x": "14.23F", "y": "14.23A", "z": "14.21", "k": "14.23F"}


def test_14_23d_own_fortified_hexsides_do_not_hinder():
    sides = {"0,0:NW": ["fort"]}
    assert counted(board(*PAIR, sides=sides, hexes={"0,0": {"features": ["west_wall"]}})) == {"a"}
    assert not counted(board(*PAIR, sides=sides, hexes={N: {"features": ["west_wall"]}}))
    assert counted(board(*PAIR, hexes={N: {"features": ["maginot"]}})) == {"a"}


IMPASSABLE, WALL = {"0,0:NW": ["impassable"]}, {"1,-1": {"features": ["fortification"]}}
NEAR = "it is next to no ground unit of the zone", ("14.21",)
ODD = "it is next to partisans, flak, air or ships only", ("14.23E", "11.45")
CLOSED = "only a hexside that no ground unit crosses lies between"
WALLED = "only a hexside fortified by the enemy lies between"
CLOSED_OR_WALLED = "only hexsides that no ground unit crosses or that the enemy fortifies lie between"
SHUT = ("14.23C", "13.43B", "13.43C", "13.43D")
GUERRILLA, BESIDE, BRITISH = foe("p", "-1,1", 1, "partisan"), foe("d", "1,-1"), foe("b", "1,0", nation="British")


@pytest.mark.parametrize(
    ("there", "setup", "reason", "rules"),
    [
        ([foe("d", "3,-3"), GUERRILLA], {}, *ODD),
        ([foe("d", "3,-3"), GUERRILLA, BRITISH], {}, *NEAR),
        ([foe("d", N), GUERRILLA], {"sides": IMPASSABLE}, CLOSED, SHUT),
        ([BESIDE, GUERRILLA], {"hexes": WALL}, WALLED, ("14.23D",)),
        ([BESIDE, BRITISH], {"hexes": WALL}, WALLED, ("14.23D",)),
        ([BESIDE, foe("f", N)], {"sides": IMPASSABLE, "hexes": WALL}, CLOSED_OR_WALLED, (*SHUT, "14.23D")),
    ],
)
def test_14_23_why_a_unit_does_not_count_holds_for_all_that_it_is_next_to(there, setup, reason, rules):
    """14.23C, 14.23D, 14.23E: beside partisans only says so; beside units of the zone it is said what lies between."""
    game = board(mine("a", "0,0"), mine("c", "3,-4"), *there, **setup)
    ground = game.flow.ground
    number = next(n for n, one in enumerate(ground.fronts) if one.zone == ground.zone[ground.index["d"]])
    look = next(look for look in front(game, number).looks if look.i == ground.index["a"])
    assert (look.reason, {*look.rules}) == (reason, {*rules})


@pytest.mark.parametrize(
    ("a", "b", "theatre", "rule"),
    [("MM26", "NN26", "europe", "13.43B"), ("NN25", "NN26", "europe", "13.43B"), ("R15", "R16", "pacific", "13.43C")],
)
def test_14_23c_hexsides_that_the_text_closes_by_their_numbers_part_units_and_zones(a, b, theatre, rule):
    """13.43B, 13.43C: the Qattara depression and the Himalayas, on the map that they are on, marked or not.

    Nobody counts, retreats or occupies a hex over them, and hexes that hang together by them alone are two zones.
    """
    here, there = find_place(a), find_place(b)
    other = "pacific" if theatre == "europe" else "europe"
    assert counted(board(mine("a", here), foe("d", there), theatre=other)) == {"a"}
    shut = board(mine("a", here), foe("d", there), theatre=theatre)
    assert not counted(shut) and why_not(shut, "a") == ("14.23C", rule)
    apart = sea(*({*around(here), *around(there)} - {here, there}))
    two = [foe("d", here), foe("e", there)]
    zones = [len(board(*two, hexes=apart, theatre=map).flow.ground.zones) for map in (other, theatre)]
    assert zones == [1, 2]
    beside, (q, r) = away(here, there), hexgrid.parse(here)
    far = foe("far", hexgrid.name((q, r - 6)))
    retreating = board(mine("a", beside), foe("d", here), far, theatre=theatre)
    state = play(retreating, due(retreating, 0, 1), f"take:{here}", "done")
    assert refused(retreating, state)[there] == ("14.72D", rule)
    more = mine("b", there), foe("e", away(there, here)), far
    joined = board(mine("a", beside), foe("d", here), *more, theatre=theatre)
    state = play(joined, due(joined, 0, 1), f"take:{here}", "done")
    state = play(joined, state, options(joined, state)[0])
    assert refused(joined, state)["b"] == ("14.61", rule)


def away(place, other):
    """A hex next to one hex and not to the other."""
    return next(one for one in around(place) if one != other and one not in around(other))


def test_14_23_a_second_neighbour_makes_up_for_a_closed_hexside():
    game = board(mine("a", "0,0"), foe("d", N), foe("e", "1,-1"), sides={"0,0:NW": ["impassable"]})
    assert counted(game) == {"a"}
    assert [at for _, at, _ in front(game).contact] == ["1,-1"]


@pytest.mark.parametrize(
    ("ours", "added"),
    [
        ([(30, 2), (10, 1)], 0),
        ([(30, 2), (11, 1)], 1),
        ([(30, 2), (20, 1)], 1),
        ([(27, 3)], 2),
        ([(30, 3)], 2),
        ([(30, 3), (1, 1)], 3),
        ([(30, 4), (30, 1)], 8),
    ],
)
def test_14_42a_every_ten_factors_over_sixty_one_add_one(ours, added):
    """71 to 80 add one, 81 to 90 two, and so on: of all counters together."""
    units = [mine(f"a{n}", "0,0", factors, count=many) for n, (factors, many) in enumerate(ours)]
    assert front(board(*units, foe("d", N))).modifier == added


@pytest.mark.parametrize(("key", "rule"), [("ctl", "14.42B"), ("winter_preparation", "14.42C")])
@pytest.mark.parametrize(
    ("ours", "theirs", "modifier"),
    [
        ([(3, 3, 1), (5, 1, 4)], [(3, 1, 2)], -1),
        ([(3, 3, 4), (5, 1, 1)], [(3, 1, 2)], 2),
        ([(3, 1, 2)], [(3, 3, 1), (5, 1, 4)], 1),
        ([(3, 1, 2)], [(2, 3, 4), (6, 1, 3)], -1),
        ([(2, 3, 4), (6, 1, 3)], [(3, 1, 2)], 1),
        ([(4, 1, 1), (5, 1, 4), (4, 1, 1)], [(3, 1, 2)], -1),
    ],
)
def test_14_42_the_level_of_the_most_factors_counts_and_of_equal_numbers_the_lower(key, rule, ours, theirs, modifier):
    """Counters of one level count together, be they of one unit or of several."""
    same = {"ctl": 2, "winter_preparation": 0}
    units = [
        mine(f"a{n}", "0,0", factors, count=many, **{**same, key: level})
        for n, (factors, many, level) in enumerate(ours)
    ]
    units += [
        foe(f"d{n}", N, factors, count=many, **{**same, key: level}) for n, (factors, many, level) in enumerate(theirs)
    ]
    game = board(*units, winter_level=6)
    assert front(game).modifier == modifier
    state = game.apply(game.start(), "roll")
    told = [line.value for _, line in game.assess(state).trace.lines() if rule in line.rules]
    assert told == [modifier]


@pytest.mark.parametrize(
    ("level", "ours", "modifier"),
    [
        (4, [(5, 6), (6, 5), (10, 2)], 1),
        (4, [(5, 6), (4, 5), (10, 2)], -1),
        (4, [(5, 6), (5, 5), (10, 2)], -1),
        (6, [(5, 6), (6, 5), (10, 2)], -1),
        (5, [(5, 6), (6, 5), (10, 2)], 2),
    ],
)
def test_14_42c_units_above_the_winter_level_of_the_area_are_of_one_level(level, ours, modifier):
    """In the Balkans 5 and 6 are both 4, and those who have them count together; who has as many is of the lower."""
    units = [mine(f"a{n}", "0,0", factors, winter_preparation=cold) for n, (factors, cold) in enumerate(ours)]
    game = board(*units, foe("d", N, winter_preparation=3), winter_level=level)
    assert front(game).modifier == modifier
    theirs = [foe(f"d{n}", N, factors, winter_preparation=cold) for n, (factors, cold) in enumerate(ours)]
    assert front(board(mine("a", "0,0", winter_preparation=3), *theirs, winter_level=level)).modifier == -modifier


def test_14_42_replacements_in_contact_count_for_the_defender():
    game = board(mine("a", "0,0", ctl=2), foe("d", N, 1, ctl=3), foe("r", N, 1, "replacement", count=2, ctl=0))
    assert front(game).modifier == 2


def test_14_44_the_pacific_leaves_the_choice():
    game = board(mine("a", "0,0", 15), foe("d", N, count=2), theatre="pacific")
    state = play(game, game.start(), "roll")
    state = game.apply(state, "d6=5")
    assert state.result == (1, 0)
    assert options(game, state) == ["swap", "keep"]
    assert game.apply(state, "swap").result == (2, 0)
    assert game.apply(state, "keep").result == (1, 0)


def test_14_51_the_defender_loses_what_he_has():
    game = board(*PAIR)
    after = play(game, due(game, 5), "lose:d")
    assert game.flow.lost(after) == (1, 3)
    assert [line.rules for line in game.narrate(due(game, 5), "lose:d", after)][1] == ("14.51", "14.52C")
    for called, told in ((1, 1), (2, 2)):  # of the one counter all that is called for, or less
        before = due(game, called)
        assert len(game.narrate(before, "lose:d", game.apply(before, "lose:d"))) == told


@pytest.mark.parametrize(
    ("near", "far", "open_now"),
    [
        ({}, {}, True),
        ({}, {"supply": "partial"}, False),
        ({}, {"supply": "none"}, False),
        ({}, {"oil_short": True}, True),
        ({"supply": "partial"}, {}, False),
        ({"supply": "none"}, {}, False),
        ({"oil_short": True}, {}, False),
        ({"oil_short": True, "exploited": True}, {}, True),
        ({"supply": "partial", "exploited": True}, {}, False),
    ],
)
def test_14_52a_16_61_who_was_supplied_where_losses_come_from_the_zone_that_supplied_another(near, far, open_now):
    """14.52A: those attritioned had full supply and no oil effect, which who exploited has not; those lost, supply."""
    tank, source = foe("t", N, 4, "armor", **near), foe("far", "0,-5", losses_from="supply", **far)
    game = board(mine("a", "0,0"), foe("d", N), tank, source, hexes=sea(*around("0,-5")))
    state = due(game, 1)
    assert options(game, state) == ["lose:d", *["lose:far"] * open_now, "lose:t"]
    assert open_now or refused(game, state)["far"] == ("14.52A",)


def test_14_52c_units_lost_need_not_be_in_contact():
    game = board(*PAIR, foe("x", "5,-3"), foe("g", "5,-3", nation="Greek"), minors_alone=True)
    assert options(game, due(game, 1)) == ["lose:d", "lose:x"]


@pytest.mark.parametrize(
    "fort", ["", "fortress", "fortification", "fortified_island", "singapore", "maginot", "west_wall", "objective"]
)
def test_14_521b_fortified_hexes_may_not_be_designated_for_losses(fort):
    hexes = {N: {"features": [fort] if fort else []}}
    fortified = fort not in ("", "objective")
    game = board(
        mine("a", "0,0", nation="Russian"),
        mine("b", "1,0", nation="Russian"),
        foe("d", N, nation="German"),
        foe("e", "1,-1", nation="German"),
        hexes=hexes,
        winter_level=6,
        winter_designations=1,
    )
    state = due(game, 2, 1)
    assert (f"bleed:{N}" in options(game, state)) == (not fortified)
    assert "bleed:1,-1" in options(game, state)


@pytest.mark.parametrize("verb", ["bleed", "seize"])
def test_14_521e_a_hex_is_designated_for_losses_or_for_occupation(verb):
    units = [mine("a", "0,0", nation="Russian"), foe("d", N, nation="German"), foe("e", "1,-1", nation="German")]
    game = board(*units, winter_level=6, winter_designations=3)
    state = play(game, due(game, 2, 2), f"{verb}:{N}")
    assert not {f"bleed:{N}", f"seize:{N}"} & {*options(game, state)}
    assert refused(game, state)[N] == ("14.521E",)


@pytest.mark.parametrize(
    ("nations", "open_now"),
    [
        (("Finnish",), False),
        (("Swedish",), False),
        (("Finnish", "Swedish"), False),
        (("Finnish", "German"), True),
        (("Rumanian",), True),
    ],
)
def test_14_521f_hexes_of_finns_and_swedes_alone_may_not_be_designated(nations, open_now):
    stack = [foe(f"d{number}", N, nation=nation) for number, nation in enumerate(nations)]
    game = board(
        mine("a", "0,0", nation="Russian"),
        *stack,
        foe("e", "1,-1", nation="German"),
        winter_level=6,
        winter_designations=1,
    )
    assert (f"bleed:{N}" in options(game, due(game, 1))) == open_now


def test_14_521d_the_limit_is_one_for_all_russian_attritions():
    units = (mine("a", "0,0", nation="Russian"), foe("d", N, nation="German"), mine("b", "5,0", nation="Russian"),
             foe("e", "5,-1", nation="German"))  # fmt: skip
    game = board(*units, hexes={N: {"attrition_zone": "A"}}, winter_level=6, winter_designations=1)
    state = play(game, due(game, 1, 0), f"bleed:{N}", "lose:d", "done")
    assert (state.phase, state.designated) == ("muster", 1)
    state = play(game, state, "roll")
    assert game.flow.carry_out(state._replace(before=state.board), (1, 0)).phase == "lose"


@pytest.mark.parametrize(("allowed", "open_now"), [(3, True), (2, False)])
def test_14_521d_hexes_for_losses_and_for_occupation_count_together(allowed, open_now):
    """In one attrition, and in the next one."""
    russia = [mine(id, at, nation="Russian") for id, at in (("a", "0,0"), ("b", "1,0"), ("c", "9,1"))]
    axis = [foe(id, at, nation="German") for id, at in (("d", N), ("e", "1,-1"), ("f", "2,-1"), ("g", "9,0"))]
    hexes = {at: {"attrition_zone": "A"} for at in (N, "1,-1", "2,-1")}
    game = board(*russia, *axis, hexes=hexes, winter_level=6, winter_designations=allowed)
    state = play(game, due(game, 2, 1), f"bleed:{N}", "seize:1,-1")
    assert ("bleed:2,-1" in options(game, state)) == open_now
    state = play(game, state, *["done"] * open_now, "lose:d")
    while state.phase != "muster":
        state = game.apply(state, options(game, state)[0])
    state = game.flow.carry_out(play(game, state, "roll")._replace(before=state.board), (1, 1))
    assert (state.phase == "designate") == open_now
    assert state.designated == 2


def winter(*units, **more):
    """A Russian winter attrition with 2C/1H, one hex designated for losses."""
    game = board(mine("a", "0,0", nation="Russian"), mine("b", "1,0", nation="Russian"), *units,
                 **{"winter_level": 6, "winter_designations": 1, **more})  # fmt: skip
    return game, play(game, due(game, 2, 1), f"bleed:{N}")


def test_14_521g_preparation_of_six_lifts_the_limit_of_three_hexes():
    for level, open_now in ((4, False), (6, True)):
        near = [foe(id, at, nation="German", winter_preparation=level) for id, at in (("d", N), ("e", "0,-6"))]
        game, state = winter(*near, foe("x", "1,-1", nation="German", winter_preparation=level))
        assert ("lose:e" in options(game, state)) == open_now


DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")


@pytest.mark.parametrize(
    ("where", "ring", "marks", "near"),
    [("0,-3", (), (), True), ("0,-4", (), (), True), ("0,-5", (), (), False), ("0,-3", DIRECTIONS, (), False),
     ("0,-3", ("E", "NE", "NW", "W", "SE"), (), True), ("0,-3", ("E", "NE", "NW", "SW", "SE"), (), False),
     ("0,-3", (), ("impassable",), False), ("0,-3", (), ("water",), False), ("0,-3", (), ("water", "arrow"), True),
     ("0,-3", (), ("river",), True)],
)  # fmt: skip
def test_14_521g_three_hexes_are_counted_by_land(where, ring, marks, near):
    # Units in 0,-1 and 1,-1 are attritioned; 0,-3 is two hexes from the first: three by its southwest, and
    # four by its west.
    zone = {place: {"attrition_zone": "A"} for place in (N, "1,-1", where)}
    water = sea(*(place for place, side in zip(around(where), DIRECTIONS, strict=True) if side in ring))
    sides = {f"{where}:{side}": marks for side in DIRECTIONS} if marks else {}
    axis = [foe(id, at, nation="German") for id, at in (("d", N), ("x", "1,-1"), ("e", where))]
    game, state = winter(*axis, hexes={**zone, **water}, sides=sides)
    assert ("lose:e" in options(game, state)) == near
    assert ("14.521G" in refused(game, state).get("e", ())) == (not near)


def test_14_521g_what_a_nation_may_lose_is_kept_for_the_designated_hexes():
    units = (
        foe("d", N, nation="German"),
        foe("e", "1,-1", nation="Rumanian", count=2),
        foe("x", "2,-1", nation="German"),
    )
    game = board(mine("a", "0,0", nation="Russian"), *units, winter_level=6, winter_designations=1)
    state = play(game, due(game, 3), f"bleed:{N}")
    assert refused(game, state)["x"] == ("14.521G",)
    assert options(game, state) == ["lose:d", "lose:e"]
    assert game.flow.lost(play(game, state, "lose:e", "lose:e", "lose:d"))[0] == 3


def test_14_521h_a_hex_designated_for_losses_may_be_taken_while_a_unit_is_left_there():
    game, state = winter(foe("d", N, nation="German", count=2), foe("e", "1,-1", 1, nation="German"))
    assert f"take:{N}" in options(game, play(game, state, "lose:d", "lose:e"))
    assert "bleed" not in str(options(game, state))


def test_14_61_no_hex_has_to_be_taken():
    game = board(*PAIR)
    assert play(game, due(game, 0, 1), "done").phase == "over"


def test_14_61_only_ground_units_make_a_hex_one_of_the_zone_that_could_be_chosen():
    """Of regular units out of reach, and of flak, it is said why not; where only air is, there was nothing to take."""
    others = foe("k", "1,-1", 1, "flak"), foe("x", "2,-2", 1, "air"), foe("e", "3,-3")
    game = board(*PAIR, *others)
    state = due(game, 0, 1)
    assert options(game, state) == [f"take:{N}", "done"]
    assert {one.hex: one.rules for one in game.refusals(state)} == {"1,-1": ("14.62A",), "3,-3": ("14.61",)}


def test_14_61_once_the_hexes_of_the_last_attrition_are_chosen_the_outcome_is_that_of_playing_on():
    """Where units go after that changes nothing: walks end there, with the hexes of both attritions."""
    near = mine("a", "0,0", count=3), foe("d", N, count=2), foe("e", "1,-1"), foe("x", "9,9", count=3)
    game = board(*near, mine("b", "5,1"), foe("h", "5,0"), hexes={"5,0": {"attrition_zone": "A"}})
    state = play(game, due(game, 0, 2), f"take:{N}", "take:1,-1", "done")
    early = game.reckoned()
    while state.phase != "muster":
        assert isinstance(early.node(state), Decision), "another attrition follows"
        state = game.apply(state, options(game, state)[-1])
    state = game.flow.carry_out(play(game, state, "roll")._replace(before=state.board), (0, 1))
    state = play(game, state, "take:5,0", "done")
    assert state.phase == "retreat"
    foretold = early.node(state).outcome
    while state.phase != "over":
        state = game.apply(state, options(game, state)[-1])
    assert game.node(state).outcome == foretold
    assert foretold.measure("hexes") == 3


def test_14_62b_ties_are_free_and_every_loss_must_come_from_the_hex():
    game = board(mine("a", "0,0"), foe("d", N, count=2), foe("x", "5,5", count=3))
    assert f"take:{N}" not in options(game, play(game, due(game, 1, 1), "lose:d"))
    assert f"take:{N}" in options(game, play(game, due(game, 2, 1), "lose:d", "lose:x"))
    assert f"take:{N}" in options(game, due(game, 0, 1))


@pytest.mark.parametrize(
    ("lost", "spared"), [("d", True), ("e", False), ("f", False), ("de", True), ("df", False), ("ef", False)]
)
def test_14_62b_the_losses_spare_the_hex_where_none_larger_is_left(lost, spared):
    game = board(mine("a", "0,0"), mine("b", "1,-1"), foe("d", N, 3), foe("e", N, 2), foe("f", N, 1))
    state = play(game, due(game, len(lost), 1), *(f"lose:{one}" for one in lost))
    assert (f"take:{N}" in options(game, state)) != spared


def test_14_62c_walls_are_entered_over_open_hexsides_only():
    units = (mine("a", "0,0"), mine("b", "1,-1"), foe("d", N), foe("e", "2,-1"))
    wall = {"hexes": {N: {"features": ["maginot"]}}, "sides": {"0,-1:E": ["fort"]}}
    game = board(*units, **wall)
    assert counted(game) == {"a", "b"}
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    assert options(game, state) == [f"enter:a@{N}"]
    shown = {(refusal.unit, refusal.hex): refusal.rules for refusal in game.refusals(state)}
    assert shown["b", N] == ("14.62C",)


def test_14_62e_nobody_joins_over_the_river():
    units = (mine("a", "0,0"), mine("b", "1,-1"), foe("d", N))
    game = board(*units, sides={"0,-1:E": ["river"]})
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    shown = {(refusal.unit, refusal.hex): refusal.rules for refusal in game.refusals(state)}
    assert options(game, state) == [f"enter:a@{N}"]
    assert shown["b", N] == ("14.62E",)


def test_14_62_a_hex_that_nobody_may_enter_says_what_keeps_each_of_those_next_to_it():
    """14.62D, 14.62E: one would come over the river, the other into forest; a third is not next to it."""
    units = (mine("a", "0,0"), mine("b", "1,-1"), mine("c", "4,-1"), foe("d", N), foe("e", "3,-1"))
    game = board(*units, sides={"0,0:NW": ["river"]}, hexes={N: {"terrain": "forest"}})
    refusal = next(one for one in game.refusals(due(game, 0, 1)) if one.hex == N)
    both = "nobody occupies the hex over a river or crossing arrow; rough terrain is not occupied by attrition"
    assert (refusal.reason, refusal.rules) == (both, ("14.62E", "14.62D"))


def test_14_64_a_unit_that_another_hex_needs_goes_there():
    game = board(mine("a", "0,0"), mine("b", "-1,0"), foe("d", N), foe("e", "1,-1"), foe("far", "9,9"))
    state = play(game, due(game, 0, 2), f"take:{N}", "take:1,-1", "done")
    while state.phase == "retreat":
        state = game.apply(state, options(game, state)[0])
    assert sorted(options(game, state)) == ["enter:a@1,-1", f"enter:b@{N}"]
    assert refused(game, state)["a"] == ("14.64",)
    assert options(game, play(game, state, f"enter:b@{N}", "enter:a@1,-1")) == ["done"]


@pytest.mark.parametrize("nation", ["Russian", "British"])
def test_14_65_flak_and_partisans_do_not_hold_a_zone(nation):
    """Nor do they take a hex out of the zone of another faction."""
    game = board(*PAIR, foe("k", "1,-1", 1, "flak"), foe("p", "-1,0", 1, "partisan", nation=nation))
    state = play(game, due(game, 1), "lose:d")
    assert options(game, state) == [*sorted(f"take:{place}" for place in around("0,0")), "done"]
    after = play(game, state, "take:1,-1", "done")
    assert game.flow.lost(after) == (2, 3), "flak is a counter without combat factors (10.93)"


@pytest.mark.parametrize(
    ("where", "emptied"), [({}, False), ({"losses_from": "box"}, True), ({"losses_from": "home_box"}, False)]
)
def test_14_65_14_52b_units_in_a_box_hold_no_zone_but_that_of_their_own_box(where, emptied):
    """14.52B: Australia, India and the Urals are of the zone around their box; other boxes are of none."""
    game = board(*PAIR, foe("x", N, 1, **where))
    state = play(game, due(game, 1), "lose:d")
    assert ("take:1,-1" in options(game, state)) == emptied


def test_14_71_retreats_come_before_occupations_and_each_counter_goes_its_way():
    game = board(mine("a", "0,0", count=2), foe("d", N, count=2))
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    first, second = options(game, state)[0], options(game, state)[-1]
    state = play(game, state, first, second, f"enter:a@{N}", "done")
    here = game.remains(state)
    assert here["a"] == [Standing("a", N, 1), Standing("a", "0,0", 1)]
    assert sorted(one.at for one in here["d"]) == sorted(action.partition(":")[2] for action in (first, second))
    assert game.overlay(state)["moved"]["a"] == {N: 1}


def test_14_71_where_units_go_matters_as_long_as_an_attrition_follows():
    """14.13, 14.64, 14.71: hexes that are left or entered count in the next attrition; after the last in none."""
    far = mine("b", "5,1"), foe("h", "5,0"), foe("k", "6,0")
    game = board(mine("a", "0,0", count=2), foe("d", N, count=2), *far, hexes={N: {"attrition_zone": "A"}})
    start = play(game, due(game, 0, 1), f"take:{N}", "done")
    ways = options(game, start)
    assert len(ways) > 1 and moves(game.node(start)) == ways
    assert len({game.key(play(game, start, way)) for way in ways}) == len(ways)
    entering = play(game, start, ways[0], ways[-1], f"enter:a@{N}")
    assert moves(game.node(entering)) == options(game, entering) == ["done", f"enter:a@{N}"]
    assert game.key(play(game, entering, f"enter:a@{N}")) != game.key(play(game, entering, "done"))
    alone = board(mine("a", "0,0", count=2), foe("d", N, count=2), foe("k", "9,9"))
    last = play(alone, due(alone, 0, 1), f"take:{N}", "done")
    assert options(alone, last) == ways and len(moves(alone.node(last))) == 1
    assert len({alone.key(play(alone, last, way)) for way in ways}) == 1
    entering = play(alone, last, ways[0], ways[-1], f"enter:a@{N}")
    assert (options(alone, entering), moves(alone.node(entering))) == (["done", f"enter:a@{N}"], ["done"])


def test_14_52a_counters_of_one_unit_that_retreated_apart_are_named_by_their_hexes():
    """14.13, 14.71: those who supplied the zone of the next attrition may be its losses, wherever they are by then."""
    far = mine("b", "5,1"), foe("h", "5,0"), foe("k", "6,0")
    near = mine("a", "0,0", count=2), foe("d", N, count=2, losses_from="supply")
    game = board(*near, *far, hexes={N: {"attrition_zone": "A"}})
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert {"retreat:1,-1", "retreat:-1,0"} < {*options(game, state)}
    state = play(game, state, "retreat:1,-1", "retreat:-1,0", f"enter:a@{N}", "done", "roll")
    state = game.flow.carry_out(state._replace(before=state.board), (1, 0))
    assert options(game, state) == ["lose:d@-1,0", "lose:d@1,-1", "lose:h", "lose:k"]
    left = game.remains(game.apply(state, "lose:d@1,-1"))
    assert left["d"] == [Standing("d", "-1,0", 1)]


def test_14_74_a_retreat_may_overstack_where_nothing_better_is_open():
    ring = [place for place in around(N) if place not in ("0,0", "1,-2")]
    game = board(*PAIR, foe("x", "1,-2", count=2), hexes=sea(*ring))
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert game.node(state).options[0].rules == ("14.71", "14.73A", "12.17")
    state = play(game, state, "retreat:1,-2", f"enter:a@{N}", "done")
    assert {"14.74", "12.17"} <= {rule for line in game.closing(state) for rule in line.rules}


@pytest.mark.parametrize(("marines", "overstacked"), [(2, False), (3, True)])
def test_14_73a_12_12_a_fourth_specialised_unit_in_a_hex_is_one_too_many(marines, overstacked):
    """Three of them have room in a hex, whoever else is there; more overstack it."""
    ring = [place for place in around(N) if place not in ("0,0", "1,-2")]
    there = foe("x", "1,-2", count=2), foe("y", "1,-2", 1, "marine", count=marines)
    game = board(mine("a", "0,0"), foe("d", N, 1, "marine"), *there, hexes=sea(*ring))
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert ("14.73A" in game.node(state).options[0].rules) is overstacked


def test_14_64_12_12_three_specialised_units_occupy_a_hex_and_no_fourth():
    """A unit of another kind has room beside them."""
    game = board(mine("a", "0,0", 1, "marine", count=4), mine("b", "1,-1"), foe("d", N))
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    state = play(game, state, *[f"enter:a@{N}"] * 3)
    assert options(game, state) == ["done", f"enter:b@{N}"]


@pytest.mark.parametrize(
    ("reading", "marines", "foot", "open_now"),
    [
        ("three", 2, 2, "a"),
        ("three", 3, 1, "b"),
        ("three", 3, 2, ""),
        ("ordinary", 3, 0, "ab"),
        ("ordinary", 3, 1, "ab"),
        ("ordinary", 2, 2, "a"),
        ("ordinary", 3, 2, ""),
        ("ordinary", 4, 0, "ab"),
        ("ordinary", 4, 1, ""),
        ("ordinary", 5, 0, ""),
    ],
)
def test_14_64_12_12_specialised_units_beyond_three_occupy_in_places_of_ordinary_units_by_that_reading(
    reading, marines, foot, open_now
):
    ours = mine("a", "0,0", 1, "marine", count=6), mine("b", "1,-1", count=3)
    game = board(*ours, foe("d", N), readings={"special_places": reading})
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    state = play(game, state, *[f"enter:a@{N}"] * marines, *[f"enter:b@{N}"] * foot)
    assert options(game, state) == ["done", *(f"enter:{one}@{N}" for one in open_now)]


@pytest.mark.parametrize(
    ("reading", "who", "marines", "foot", "overstacked"),
    [
        ("three", "infantry", 4, 1, False),
        ("three", "marine", 3, 0, True),
        ("ordinary", "marine", 2, 2, False),
        ("ordinary", "marine", 3, 1, False),
        ("ordinary", "marine", 3, 2, True),
        ("ordinary", "marine", 4, 1, True),
        ("ordinary", "infantry", 3, 1, False),
        ("ordinary", "infantry", 4, 0, False),
        ("ordinary", "infantry", 4, 1, True),
    ],
)
def test_14_73a_12_12_what_specialised_units_beyond_three_leave_room_for_is_read_alike_in_a_retreat(
    reading, who, marines, foot, overstacked
):
    ring = [place for place in around(N) if place not in ("0,0", "1,-2")]
    there = [foe("y", "1,-2", 1, "marine", count=marines), *[foe("x", "1,-2", count=foot)] * bool(foot)]
    game = board(mine("a", "0,0"), foe("d", N, 1, who), *there, hexes=sea(*ring), readings={"special_places": reading})
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert ("14.73A" in game.node(state).options[0].rules) is overstacked


@pytest.mark.parametrize(
    ("features", "theatre", "places"),
    [
        ([], "europe", 2),
        (["bridgehead"], "europe", 2),
        (["island"], "europe", 2),
        (["island"], "pacific", 1),
        (["island", "bridgehead"], "pacific", 1),
        (["island", "port"], "pacific", 2),
    ],
)
def test_14_64_12_11_as_many_occupy_a_hex_as_may_stack_there(features, theatre, places):
    """12.13: a bridgehead gives no room to those who take it, as it is gone then."""
    ours = mine("a", "0,0", count=2), mine("b", "-1,0", count=2)
    game = board(*ours, foe("d", N), hexes={N: {"features": features}}, theatre=theatre)
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    assert options(game, play(game, state, *[f"enter:a@{N}"] * places)) == ["done"]


@pytest.mark.parametrize(
    ("there", "features", "said", "rules"),
    [
        ([mine("x", "1,-2")], {}, "enemy units stand there", ("14.72A", "14.72C")),
        ([mine("x", "1,-2", 1, "partisan")], {}, "enemy units stand there", ("14.72A", "14.72C")),
        ([mine("x", "1,-2", 1, "air")], {}, "enemy flak, air or ships are there", ("14.72A",)),
        ([mine("x", "1,-2", 1, "flak")], {}, "enemy flak, air or ships are there", ("14.72A",)),
        ([mine("x", "1,-2", 1, "air"), mine("y", "1,-2")], {}, "enemy units stand there", ("14.72A", "14.72C")),
        ([], {"terrain": "sea"}, "no ground unit stays at sea", ("14.72D", "12.23")),
        ([], {"control": "neutral"}, "it is neutral", ("14.72D",)),
        *(
            (
                [],
                {"control": "attacker", "features": [mark]},
                "it is an enemy base, bridgehead, railhead, IC or fort",
                ("14.72A",),
            )
            for mark in (
                "base",
                "bridgehead",
                "railhead",
                "ic",
                "singapore",
                "fortress",
                "fortification",
                "fortified_island",
                "maginot",
                "west_wall",
            )
        ),
        ([], {"control": "defender", "features": ["railhead", "ic", "fortress", "base"]}, "", ()),
        ([], {"control": "unstated", "features": ["railhead", "fortification"]}, "", ()),
        ([], {"control": "attacker", "features": ["port", "capital"]}, "a lesser evil is open", ("14.73C", "14.73")),
        ([foe("x", "1,-2", count=2)], {}, "a lesser evil is open", ("14.73A", "14.73")),
        ([mine("x", "2,-3", 4, "armor")], {}, "a lesser evil is open", ("14.73B", "14.73")),
        ([mine("x", "2,-3", 4, "armor", mech="off")], {}, "", ()),
        ([mine("x", "2,-3", 4, "armor"), foe("y", "1,-2", count=2)], {}, "a lesser evil is open", ("14.73B", "14.73")),
        ([foe("x", "1,-2", 4, "armor")], {}, "", ()),
        ([foe("x", "2,-3", 4, "armor")], {}, "", ()),
        ([foe("x", "1,-2"), foe("y", "1,-2", 1, "flak", count=2), foe("z", "1,-2", 2, "air")], {}, "", ()),
    ],
)
def test_14_72_14_73_why_a_unit_does_not_retreat_into_a_hex(there, features, said, rules):
    """Hexes are barred, or a lesser evil is open; enemies count there, and marks of hexes that the enemy controls."""
    game = board(*PAIR, *there, foe("far", "9,9"), hexes={"1,-2": features})
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    told = [(one.reason, tuple(one.rules)) for one in game.refusals(state) if one.hex == "1,-2"]
    assert told == ([(said, rules)] if said else [])
    assert ("retreat:1,-2" in options(game, state)) == (not said)


@pytest.mark.parametrize(("entered", "stays"), [(1, 0), (2, 0), (1, 1), (0, 1)])
def test_14_72b_14_72c_nobody_retreats_into_hexes_to_be_occupied_or_left_by_an_advance(entered, stays):
    """14.72B, 14.72C: hexes chosen together, and hexes that the enemy left in an earlier attrition of the turn."""
    ours = mine("a", "0,0", count=entered + stays), mine("b", "2,0", count=2)
    game = board(
        *ours, foe("d", N), foe("e", "1,0"), foe("f", "2,-1"), foe("far", "9,9"), hexes={N: {"attrition_zone": "A"}}
    )
    state = play(game, due(game, 0, 1), *[f"take:{N}"] * bool(entered), "done")
    if entered:
        state = play(game, state, options(game, state)[-1], *[f"enter:a@{N}"] * entered, "done")
    state = game.flow.carry_out(play(game, state, "roll")._replace(before=state.board), (0, 2))
    state = play(game, state, "take:1,0", "take:2,-1", "done")
    told = refused(game, state)
    assert told["0,0"] == (("14.72A", "14.72C") if stays else ("14.72C",))
    assert told["2,-1"] == ("14.72B",)


@pytest.mark.parametrize(("fort", "zone"), [("fortress", False), ("fortification", False), ("maginot", True)])
def test_14_73b_10_341c_a_fortress_of_its_own_lies_in_no_zone_that_a_unit_retreats_into(fort, zone):
    """Armor of the enemy stands next to it. In the zone, three hexes that are in none have to be taken instead."""
    hexes = {"-1,0": {"features": [fort], "control": "defender"}}
    game = board(mine("a", "1,0", 30), mine("t", "-1,-1", 4, "armor"), foe("d", "0,0"), hexes=hexes)
    state = play(game, due(game, 0, 1), "take:0,0", "done")
    assert ("retreat:-1,0" in options(game, state)) is not zone


@pytest.mark.parametrize(("fort", "zone"), [((), True), (("maginot",), False)])
def test_14_73b_10_341c_a_wall_that_faces_another_lies_in_no_zone_over_the_line_of_both(fort, zone):
    """Enemy armor in the West Wall watches the hexes beside it, and no Maginot hex over the fort line of both."""
    hexes = {"-1,0": {"features": [*fort], "control": "defender"}, "-1,-1": {"features": ["west_wall"]}}
    units = mine("a", "1,0", 30), mine("t", "-1,-1", 4, "armor"), foe("d", "0,0")
    game = board(*units, hexes=hexes, sides={"-1,0:NW": ["fort"]})
    state = play(game, due(game, 0, 1), "take:0,0", "done")
    assert ("retreat:-1,0" in options(game, state)) is not zone


@pytest.mark.parametrize("advances", [True, False])
def test_14_73b_the_zone_of_control_goes_with_armor_that_has_advanced(advances):
    """10.34: it watches the six hexes around the one that it stands in now."""
    tank = mine("a", "0,0", 4, "armor", movement=5)
    game = board(
        tank, foe("d", N), mine("b", "3,-2"), foe("e", "2,-2"), foe("far", "9,9"), hexes={N: {"attrition_zone": "A"}}
    )
    state = play(game, due(game, 0, 1), *[f"take:{N}"] * advances, "done")
    if advances:
        state = play(game, state, "retreat:-1,-1", f"enter:a@{N}", "done")
    state = game.flow.carry_out(play(game, state, "roll")._replace(before=state.board), (0, 1))
    state = play(game, state, "take:2,-2", "done")
    watched = {at for at, rules in refused(game, state).items() if rules == ("14.73B", "14.73")}
    assert watched - {"e"} == ({"1,-2", "1,-1"} if advances else {"1,-1"})


@pytest.mark.parametrize(
    ("marks", "rules"),
    [
        (["water"], ("14.72D", "13.43A")),
        (["impassable"], ("14.72D", "13.43B", "13.43C", "13.43D")),
        (["water", "arrow"], ()),
        (["river"], ()),
        (["fort"], ()),
    ],
)
def test_14_72d_a_unit_retreats_over_no_hexside_that_it_does_not_cross(marks, rules):
    game = board(*PAIR, foe("far", "9,9"), sides={"1,-2:SW": marks})
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert refused(game, state).get("1,-2", ()) == rules
    assert ("retreat:1,-2" in options(game, state)) == (not rules)


@pytest.mark.parametrize(
    ("kind", "country", "rules"),
    [
        ("partisan", "Poland", ("14.72D", "11.42")),
        ("partisan", "Russia", ()),
        ("infantry", "Poland", ()),
    ],
)
def test_14_72d_11_42_a_partisan_retreats_within_its_country_only(kind, country, rules):
    pair = mine("a", "0,0"), foe("d", N), foe("p", N, 1, kind)
    game = board(*pair, foe("far", "9,9"), hexes={N: {"country": "Russia"}, "1,-2": {"country": country}})
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    state = play(game, state, options(game, state)[0])
    assert refused(game, state).get("1,-2", ()) == rules
    assert ("retreat:1,-2" in options(game, state)) == (not rules)


@pytest.mark.parametrize(
    ("shut", "armor", "full", "label"),
    [
        (False, False, False, ""),
        (False, False, True, "it is overstacked then"),
        (False, True, False, "it lies in an enemy zone of control"),
        (False, True, True, "it lies in an enemy zone of control"),
        (True, False, False, "the enemy controls it"),
        (True, False, True, "the enemy controls it"),
        (True, True, True, "the enemy controls it"),
    ],
)
def test_14_73_the_worst_of_what_is_wrong_with_a_hex_is_told_with_its_clauses(shut, armor, full, label):
    ring = [place for place in around(N) if place not in ("0,0", "1,-2")]
    units = [mine("x", "2,-3", 4, "armor")] * armor + [foe("y", "1,-2", count=2)] * full
    hexes = {**sea(*ring), "1,-2": {"control": "attacker" if shut else "defender"}}
    game = board(*PAIR, *units, foe("far", "9,9"), hexes=hexes)
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    (option,) = game.node(state).options
    assert option.label == f"Retreat to {mention('1,-2')}" + (f": {label}" if label else "")
    clauses = [
        rule for rule, wrong in (("14.73C", shut), ("14.73B", armor), ("14.73A", full), ("12.17", full)) if wrong
    ]
    assert option.rules == ("14.71", *clauses)


def test_14_77_air_in_a_hex_that_is_taken_retreats_nowhere_and_partisans_retreat():
    """14.71, 14.77: air and ships go to a base of theirs; ground units retreat one hex, and flak is lost (14.76)."""
    others = foe("x", N, 2, "air"), foe("k", N, 1, "flak"), foe("p", N, 1, "partisan")
    game = board(*PAIR, *others, foe("far", "9,9"))
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert [game.scenario.units[i].id for i, _ in state.waiting] == ["d", "p"]
    assert {game.scenario.units[i].id for i, places in state.board if not places} == {"k"}


@pytest.mark.parametrize(
    ("units", "features", "overstacked"),
    [(1, [], False), (2, [], True), (4, ["bridgehead"], False), (5, ["bridgehead"], True), (2, ["port"], True)],
)
def test_14_73a_12_13_a_bridgehead_of_the_defender_has_room_for_five(units, features, overstacked):
    ring = [place for place in around(N) if place not in ("0,0", "1,-2")]
    hexes = {**sea(*ring), "1,-2": {"features": features}}
    game = board(*PAIR, foe("x", "1,-2", count=units), hexes=hexes)
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert ("14.73A" in game.node(state).options[0].rules) is overstacked


def test_14_77_a_bridgehead_that_was_taken_is_gone():
    game = board(*PAIR, hexes={N: {"features": ["bridgehead", "port"]}})
    state = play(game, due(game, 0, 1), f"take:{N}", "done", options_of_retreat(game, due(game, 0, 1), N))
    assert game.ground(state) == {}
    assert game.ground(play(game, state, f"enter:a@{N}", "done")) == {N: ("port", "taken")}


def test_14_51_nothing_is_left_of_the_lost_and_the_rest_is_as_it_was():
    game = board(*PAIR, foe("x", "5,5"))
    assert game.remains(play(game, due(game, 1), "lose:d")) == {"d": []}


def test_agreements_set_the_die_and_end_it():
    battle = Battle.start(board(mine("a", "0,0", 15), foe("d", N, count=2))).play("roll")
    assert battle.play("!die=6").state.result == (2, 1)
    assert battle.play("!end").outcome.result == "nothing"
    assert battle.play("!end").log[-1][1].text == "By agreement, not by the rules: the attrition combat ends here."


def test_14_41_chances_are_those_of_the_faces():
    game = board(mine("a", "0,0", 15), foe("d", N, count=3), foe("x", "5,5", count=3))
    found = outcomes.report(game, game.start(), RULESET, {})
    chances = {one["key"]: {row["value"]: row["p"] for row in one["values"]} for one in found["measures"]}
    assert chances["counters_called"] == {1: "1/2", 2: "1/2"}
    assert chances["hexes_called"] == {0: "2/3", 1: "1/3"}
    told = [line.label for _, line in game.assess(game.start()).trace.lines()]
    assert "1 C: 3 of 6 faces" in told and "1 H: 2 of 6 faces" in told


def test_14_32_minors_count_with_the_power_that_they_are_tied_to_and_the_rule_is_cited():
    def cited(number=0, **more):
        game = board(*PAIR, mine("t", "1,-1", 2, nation="Turkish"), **more)
        levels = game.start()._replace(phase="muster", number=number)
        level = game.flow.levels.trace(levels).children[0]
        return {line.value: "14.32" in line.rules for line in level.children if not line.skipped}

    assert cited() == {3: False, 2: True}
    assert cited(minors_alone=True) == {3: False}
    assert cited(1, minors_alone=True) == {2: False}, "by themselves (14.33)"


def test_14_23e_those_who_may_not_attack_stand_by():
    assert why_not(board(*PAIR, mine("x", "1,-1", attacks=False)), "x") == ("14.23E",)


@pytest.mark.parametrize(
    ("there", "rules"),
    [
        ([foe("x", "1,-1")], ("14.21", "14.22A", "14.22B")),
        ([], ("14.21",)),
        ([foe("x", "1,-1", 1, "air")], ("14.23E", "11.45")),
        ([foe("x", "1,-1", 1, "flak")], ("14.23E", "11.45")),
        ([foe("x", "1,-1", 1, "partisan")], ("14.23E", "11.45")),
        ([foe("x", "1,-1", 1, "partisan"), foe("y", "1,-1")], ("14.21", "14.22A", "14.22B")),
        ([foe("x", "1,-1", nation="British")], ("14.21",)),
        ([foe("x", "1,-1", 1, "flak", nation="British")], ("14.23E", "11.45")),
        ([foe("x", "1,-1", 1, "flak"), foe("y", "1,-1", nation="British")], ("14.21",)),
        ([mine("x", "1,-1")], ("14.21",)),
        ([mine("x", "1,-1", 1, "air")], ("14.21",)),
    ],
)
def test_14_23e_those_next_to_nobody_but_partisans_flak_or_air_do_not_count(there, rules):
    """14.21: where nobody of the zone stands, or only others do, it is said that it is next to nobody."""
    game = board(mine("b", "2,-2"), foe("d", "3,-3"), mine("a", "1,0"), *there)
    number = next(n for n, one in enumerate(game.flow.ground.fronts) if one.zone == game.flow.ground.zone[1])
    assert why_not(game, "a", number) == rules


@pytest.mark.parametrize(
    ("stack", "armor", "all_theirs", "ways"),
    [
        (0, False, False, {"0,-2"}),
        (2, False, False, {"0,-2"}),
        (0, True, False, {"0,-2"}),
        (0, False, True, {"1,-1", "1,-2", "0,-2", "-1,-1", "-1,0"}),
        (0, True, True, {"1,-1", "1,-2", "-1,0"}),
    ],
)
def test_14_73_the_least_evil_hex_is_taken(stack, armor, all_theirs, ways):
    """All around, or all but one, are hexes of the attacker: that one is taken, overstacked or in a zone of control."""
    theirs = {place: {"control": "attacker"} for place in around(N) if place != "0,-2" or all_theirs}
    units = [mine("a", "0,0"), foe("d", N), foe("far", "9,9")]
    units += [foe("s", "0,-2", count=stack)] * bool(stack)
    units += [mine("t", "-1,-2", type="armor", movement=5)] * armor
    game = board(*units, hexes=theirs)
    state = play(game, due(game, 0, 1), f"take:{N}", "done")
    assert set(options(game, state)) == {f"retreat:{place}" for place in ways}


REFUGE, OTHER = "1,-2", "0,-2"
"""Next to both hexes of :func:`two_retreat`, and next to the first one only."""


def two_retreat(one, other, *more, refuge=1, places=None, **given):
    """A unit each in 0,-1 and in 1,-1, both to be occupied; the second can go to the refuge only, the first on as well.

    So many places are free in the refuge, and two in the other hex.
    """
    land = {"0,0", "1,0", N, "1,-1", REFUGE, OTHER}
    hexes = sea(*{place for held in (N, "1,-1") for place in around(held)} - land)
    stand = [foe("s", REFUGE, count=2 - refuge)] * (refuge < 2)
    ours = mine("a", "0,0"), mine("b", "1,0")
    theirs = {**foe("d", N), **one}, {**foe("e", "1,-1"), **other}
    game = board(*ours, foe("far", "9,9"), *stand, *more, *theirs, hexes={**hexes, **(places or {})}, **given)
    state = play(game, due(game, 0, 2), f"take:{N}", "take:1,-1", "done")
    return game, state


AIRBORNE = {"type": "airborne", "factors": 1}


@pytest.mark.parametrize(
    ("one", "other", "refuge", "more", "places", "open_now"),
    [
        ({}, {}, 1, (), {}, {OTHER}),
        ({}, {}, 2, (), {}, {REFUGE, OTHER}),
        ({}, {}, 0, (), {}, {OTHER}),
        ({}, {"count": 2}, 2, (), {}, {OTHER}),
        ({"count": 2}, {"count": 2}, 2, (), {}, {OTHER}),
        (AIRBORNE, {}, 1, (), {}, {REFUGE, OTHER}),
        ({}, {}, 1, (), {OTHER: {"control": "attacker"}}, {REFUGE}),
        ({}, {}, 1, (mine("t", "0,-3", 4, "armor"),), {}, {REFUGE}),
        ({}, {}, 1, (foe("full", OTHER, count=2),), {}, {REFUGE}),
        (AIRBORNE, AIRBORNE, 2, (foe("light", REFUGE, 1, "airborne", count=2),), {}, {OTHER}),
    ],
)
def test_14_71_14_73a_who_retreats_first_leaves_a_place_to_who_has_no_other(one, other, refuge, more, places, open_now):
    """All retreat at once, and overstacking has to be avoided wherever it can be: not only by who goes next.

    It is avoided by no greater evil: not by a zone of control or a hex of the enemy.
    """
    game, state = two_retreat(one, other, *more, refuge=refuge, places=places)
    assert set(options(game, state)) == {f"retreat:{place}" for place in open_now}
    if OTHER in open_now and len(open_now) == 1 and refuge:
        assert refused(game, state)[REFUGE] == ("14.73A", "14.71")


def test_14_71_14_73a_of_specialised_units_beyond_three_one_leaves_the_place_of_an_ordinary_unit_by_that_reading():
    """12.12: three stand in the refuge; a fourth takes one of the two ordinary places, of which one is left."""
    stack = foe("light", REFUGE, 1, "airborne", count=3)
    game, state = two_retreat(AIRBORNE, {}, stack, readings={"special_places": "ordinary"})
    assert options(game, state) == [f"retreat:{OTHER}"]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"type": "airborne", "factors": 3}, "10.41A"),
        ({"type": "chindit", "nation": "British", "factors": 1, "supply": "none"}, "10.62"),
        ({"type": "replacement", "factors": 2}, "10.23"),
        ({"type": "airborne", "factors": 1}, ""),
    ],
)
def test_10_41a_counters_are_of_the_size_that_the_rules_print_in_attrition_too(more, rule):
    """Their factors would count towards the level (14.21), and a Chindit without supply as fully trained (10.62)."""
    game = board(mine("a", "0,0"), foe("d", "1,0"), mine("x", "0,0", **more))
    assert {problem.rule for problem in game.problems} == ({rule} if rule else set())
