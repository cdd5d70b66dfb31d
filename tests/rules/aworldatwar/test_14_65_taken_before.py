"""14.65: a zone that attrition has emptied is occupied, but not where the attacker's units have gone already."""

from __future__ import annotations

from typing import Any

from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.model.battle import Decision, Terminal, moves

from tests.rules.aworldatwar.attrition_boards import around, board, due, foe, mine, options, play

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
