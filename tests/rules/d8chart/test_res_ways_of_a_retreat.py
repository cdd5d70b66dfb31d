"""EXT.11.8: of how a retreat came to a hex, later hexes hang on those it passed, unless it must lead away anyway."""

import pytest

from tests.conformance.checks import check_keys, positions
from tests.rules.d8chart.setting import EAST, NORTHEAST, game, infantry

FAR, FARTHER = "2,-1", "3,-1"


@pytest.mark.parametrize(("retreat_path", "alike"), [("away", True), ("marked", False)])
def test_the_hexes_passed_are_closed_to_the_rest_of_the_way(retreat_path, alike):
    hexes = {place: {"features": ["retreat"]} for place in (EAST, NORTHEAST, FAR, FARTHER)}
    found = game([infantry(9)], [infantry(4, steps=3)], hexes=hexes, retreat_distance=3, retreat_path=retreat_path)
    states = positions(found, 4000)
    check_keys(found, states)
    come = {state.path: state for state in states if state.path in ((EAST, FAR), (NORTHEAST, FAR)) and state.waiting}
    first, second = come[EAST, FAR], come[NORTHEAST, FAR]
    open_to = [{option.hex for option in found.node(state).options if option.hex} for state in (first, second)]
    assert open_to == ([{FARTHER}] * 2 if alike else [{NORTHEAST, FARTHER}, {EAST, FARTHER}])
    assert (found.key(first) == found.key(second)) == alike
