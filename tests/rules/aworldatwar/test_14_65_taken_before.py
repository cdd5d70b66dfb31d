"""14.65: a zone that attrition has emptied is occupied, but not where the attacker's units have gone already."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.model.battle import Decision, Terminal, moves
from hexumpire.rulesets.aworldatwar.attrition import Attrition

from tests.rules.aworldatwar.attrition_boards import around, board, document, due, foe, mine, options, play

BOARD: dict[str, Any] = {
    "format": 1, "ruleset": "aworldatwar", "procedure": "attrition", "edition": "new", "targets": ["0,0"],
    "map": {
        "hexes": {
            "0,0": {"attrition_zone": "map"}, "1,0": {"country": "South Africa"},
            "0,-1": {"terrain": "jungle_mountain", "attrition_zone": "A"}, "-1,0": {"terrain": "forest"},
            "-1,1": {"attrition_zone": "B", "outside_winter": True}, "0,1": {"terrain": "swamp"},
        }
    },
    "units": [
        {"id": "h", "side": "attacker", "type": "infantry", "nation": "Hungarian", "at": "-1,1", "factors": 1},
        {"id": "s", "side": "defender", "type": "infantry", "nation": "Spanish", "at": "0,0", "factors": 2},
        {"id": "c", "side": "defender", "type": "commando", "nation": "Spanish", "at": "0,0", "count": 2},
        {"id": "m", "side": "attacker", "type": "mechanized", "nation": "Canadian", "at": "1,-1", "count": 2,
         "ctl": 7, "factors": 3, "movement": 4},
    ],
    "conditions": {"winter_effect": 8, "winter_level": 2, "winter_designations": 2},
}  # fmt: skip


def test_a_hex_that_was_entered_is_not_chosen_again() -> None:
    game = rulesets.get("aworldatwar").game(codec.read_scenario(BOARD))
    assert not game.problems
    seen, waiting, asked = set(), [(game.start(), ())], 0
    while waiting:
        state, line = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        node = game.node(state)
        if isinstance(node, Terminal):
            continue
        assert moves(node), line
        asked += isinstance(node, Decision) and node.topic == "occupy"
        waiting += [(game.apply(state, action), (*line, action)) for action in moves(node)]
    assert asked


def test_a_hex_that_an_earlier_attrition_emptied_is_chosen_when_a_later_one_empties_the_zone() -> None:
    """Germans cost the zone one unit and Canadians the other: both their hexes may be taken, as others."""
    units = [mine("a", "0,0"), foe("d", "0,-1"), foe("e", "1,-1"), mine("b", "1,-2", nation="Canadian")]
    game = board(*units)
    state = play(game, due(game, 1), "lose:d")
    assert game.flow.ground.fronts[state.number].faction == "wa"
    state = game.flow.carry_out(play(game, state, "roll")._replace(before=state.board), (1, 0))
    state = play(game, state, "lose:e")
    assert options(game, state) == [*sorted(f"take:{place}" for place in around("1,-2")), "done"]


@pytest.mark.parametrize(
    ("now", "open_now"),
    [({}, True), ({"control": "defender"}, True), ({"control": "attacker"}, False), ({"features": ["taken"]}, False)],
)
def test_a_hex_that_the_attacker_came_through_in_the_turn_is_his_and_is_not_occupied_again(
    now: dict[str, Any], open_now: bool
) -> None:
    """14.211, 11.61: it is of the zone as that was at the start of the turn, and the other side holds it no more."""
    units = mine("a", "0,0"), foe("d", "0,-1")
    before, after = (codec.read_scenario(document(*units, hexes={"1,-1": values})) for values in ({}, now))
    game = Attrition(after, before)
    state = play(game, due(game, 1), "lose:d")
    assert game.flow.hexes.emptied(state) and "1,-1" in game.flow.ground.zones[0].hexes
    assert ("take:1,-1" in options(game, state)) == open_now
    assert "take:0,-1" in options(game, state)


@pytest.mark.parametrize(
    ("marked", "open_now"),
    [
        ({}, True),
        ({"control": "defender"}, True),
        ({"control": "neutral"}, False),
        ({"control": "attacker"}, False),
        ({"terrain": "sea"}, False),
    ],
)
def test_hexes_marked_with_the_letter_of_an_emptied_zone_are_occupied_where_they_are_land_of_the_other_side(
    marked: dict[str, Any], open_now: bool
) -> None:
    """14.65, 12.23: the letter says which hexes are one zone; it makes no land of the sea, nor enemies of neutrals."""
    zone = {"0,-1": {"attrition_zone": "A"}, "1,-1": {"attrition_zone": "A", **marked}}
    game = board(mine("a", "0,0"), foe("d", "0,-1"), hexes=zone)
    state = play(game, due(game, 1), "lose:d")
    assert options(game, state) == ["take:0,-1", *["take:1,-1"] * open_now, "done"]
