"""EXT.11.8: of how a retreat came to a hex, later hexes hang on those it passed, unless it must lead away anyway."""

import pytest

from tests.conformance.checks import check_keys, positions
from tests.rules.d8chart.setting import EAST, NORTHEAST, fight, game, infantry, unit

FAR, FARTHER, ASIDE = "2,-1", "3,-1", "1,1"
"""ASIDE lies next to EAST, but not to NORTHEAST."""


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


BAN = {"year": 1942}
GERMAN, RUMANIAN = infantry(3, "German", steps=3), infantry(3, "Rumanian", steps=3)
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
