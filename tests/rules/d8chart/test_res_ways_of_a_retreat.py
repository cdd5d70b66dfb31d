"""EXT.11.8: of how a retreat came to a hex, later hexes hang on those it passed, unless it must lead away anyway."""

import pytest
from hexumpire.rulesets.d8chart.rules.retreat import concerns, places

from tests.conformance.checks import check_keys, positions
from tests.rules.d8chart.setting import EAST, NORTHEAST, fight, game, infantry, losses, text, unit

FAR, FARTHER, ASIDE = "2,-1", "3,-1", "1,1"
"""ASIDE lies next to EAST, but not to NORTHEAST."""
GERMAN, RUMANIAN = infantry(3, "German", steps=3), infantry(3, "Rumanian", steps=3)


@pytest.mark.parametrize(("retreat_path", "alike"), [("away", True), ("marked", False)])
def test_the_hexes_passed_are_closed_to_the_rest_of_the_way(retreat_path, alike):
    hexes = {place: {"features": ["retreat"]} for place in (EAST, NORTHEAST, FAR, FARTHER, ASIDE)}
    found = game([infantry(9)], [infantry(4, steps=3)], hexes=hexes, retreat_distance=3, retreat_path=retreat_path)
    states = positions(found, 4000)
    check_keys(found, states)
    come = {state.path: state for state in states if state.path in ((EAST, FAR), (NORTHEAST, FAR)) and state.waiting}
    first, second = come[EAST, FAR], come[NORTHEAST, FAR]
    open_to = [{option.hex for option in found.node(state).options if option.hex} for state in (first, second)]
    assert open_to == ([{FARTHER}] * 2 if alike else [{NORTHEAST, FARTHER}, {EAST, FARTHER}])
    assert (found.key(first) == found.key(second)) == alike


def test_retreats_that_came_to_other_hexes_are_told_apart():
    # of the ways on from EAST one leads nowhere, where whoever goes is eliminated: not so from NORTHEAST
    hexes = {place: {"features": ["retreat"]} for place in (EAST, NORTHEAST, FAR, FARTHER, ASIDE)}
    found = game([infantry(9)], [infantry(4, steps=3)], hexes=hexes, retreat_distance=3, no_way_out="lost",
                 retreat_path="away")  # fmt: skip
    states = positions(found, 4000)
    check_keys(found, states)
    begun = {state.path: state for state in states if len(state.path) == 1 and state.waiting}
    open_to = {path: {option.hex for option in found.node(state).options} for path, state in begun.items()}
    assert open_to == {(EAST,): {FAR, ASIDE}, (NORTHEAST,): {FAR}}
    assert {state.ending for state in states if state.path == (EAST, ASIDE)} == {"cleared"}


@pytest.mark.parametrize("steps", [(2, 3, 4), (2, 4, 3)])
def test_the_strongest_counters_go_first(steps):
    stack = [infantry(2, "Rumanian", steps=each) for each in steps] + [unit("general", 2, "Rumanian")]
    battle = fight([infantry(9)], stack, "!result=-/2*", hexes={EAST: {"features": ["retreat"]}})
    gone = losses(battle).play("retreat").state
    assert [steps for _, steps in gone.waiting] == [4, 3, 0], "and the General, who has none, last"


def test_generals_go_last_whatever_the_counters_are_called():
    stack = [infantry(2, "Rumanian", steps=4, id="z1"), unit("general", 2, "Rumanian", id="z2")]
    battle = fight([infantry(9)], stack, "!result=-/2*", readings={"half_of": "strength"},
                   hexes={EAST: {"features": ["retreat"]}})  # fmt: skip
    assert [steps for _, steps in losses(battle).play("retreat").state.waiting] == [2, 0]


def test_where_counters_are_on_their_way_is_shown():
    hexes = {place: {"features": ["retreat"]} for place in (EAST, FAR, FARTHER, ASIDE, "3,-2")}
    battle = fight([infantry(9)], [RUMANIAN, RUMANIAN], "!result=-/2*", hexes=hexes, retreat_distance=3)
    on_the_way = losses(battle).play_all(["retreat", f"to:{EAST}", f"to:{FAR}"])
    units = [found.id for found in on_the_way.game.setting.of("defender")]
    assert places(on_the_way.game.setting, on_the_way.state) == {id: [FAR] for id in units}
    begun = on_the_way.game.apply(losses(battle).play("retreat").state, f"to:{EAST}")
    assert places(on_the_way.game.setting, begun) == {id: [EAST] for id in units}
    parted = losses(battle).play_all(["retreat", f"to:{EAST}", "apart", f"to:{FAR}"])
    weak, strong = units
    assert places(parted.game.setting, parted.state) == {strong: [FAR], weak: [EAST]}, "the weaker waits there"
    further = losses(battle).play_all(["retreat", f"to:{EAST}", f"to:{FAR}", "apart"])
    assert places(further.game.setting, further.state) == {id: [FAR] for id in units}


def test_a_retreat_looks_at_the_hex_attacked_and_at_those_marked():
    hexes = {EAST: {"features": ["retreat"]}, FAR: {"features": ["port"]}, ASIDE: {"features": ["port", "retreat"]}}
    assert concerns(game([infantry(9)], [RUMANIAN], hexes=hexes).scenario) == {"0,0", EAST, ASIDE}


def test_EXT_11_8_of_a_general_without_a_way_out_nothing_is_said():
    lost = fight([infantry(9)], [RUMANIAN, unit("general", 2, "Rumanian")], "!result=-/2*", no_way_out="lost")
    gone = losses(lost).play("retreat")
    assert gone.outcome.result == "cleared"
    assert "whoever finds none is eliminated" in text(gone) and "placed" not in text(gone)
    placed = fight([infantry(9)], [RUMANIAN, unit("general", 2, "Rumanian")], "!result=-/2*", no_way_out="place")
    stranded = losses(placed).play("retreat")
    assert stranded.outcome.result == "retreated"
    assert "No retreat hex is open: placed as the retreat rules say" in text(stranded)


BAN = {"year": 1942}
MOUNTAIN = unit("mountain", 3, "Rumanian", steps=3)
WALL = {"sides": {"E": ["impassable"]}}


@pytest.mark.parametrize(
    ("stack", "setup", "same"),
    [
        ([RUMANIAN, RUMANIAN], {}, True),
        ([RUMANIAN, infantry(5, "Rumanian", steps=3)], {}, True),
        ([RUMANIAN, infantry(5, "Rumanian", steps=3)], {"readings": {"half_of": "strength"}}, False),
        ([RUMANIAN, infantry(3, "Rumanian", steps=2)], {}, False),
        ([GERMAN, RUMANIAN], BAN, False),
        ([GERMAN, RUMANIAN], {"year": 1944}, True),
        ([GERMAN, GERMAN], BAN, True),
        ([RUMANIAN, MOUNTAIN], {}, True),
        ([RUMANIAN, MOUNTAIN], WALL, False),
    ],
)
def test_whose_step_is_lost_is_all_the_same_where_they_would_retreat_alike(stack, setup, same):
    # RES.vol-german, TER.impass.block, CRT.retreat-gate: what a retreat asks of each of them
    battle = fight([infantry(9)], stack, "!result=-/2*", **setup)
    assert battle.node.topic == "lose"
    assert (len({option.alike for option in battle.node.options}) == 1) == same
    plain = fight([infantry(9)], stack, "!result=-/2", **setup)
    assert len({option.alike for option in plain.node.options}) == 1, "without a star nobody retreats"


def test_a_general_is_no_unit_that_loses_steps():
    found = game([infantry(9)], [RUMANIAN, unit("general", 2, "Rumanian")], hexes={EAST: {"features": ["retreat"]}})
    states = positions(found, 4000)
    check_keys(found, states)
    gone = [state for state in states if state.placed and state.ending == "retreated"]
    assert gone and all({place for _, place, _ in state.placed} == {EAST} for state in gone)
    assert all(len(state.placed) == 2 for state in gone), "the General goes with them"
