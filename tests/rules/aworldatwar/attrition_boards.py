"""Short words for boards of attrition, and for what the game says of them.

Germans attrition Russians unless a unit says otherwise; hexes are ``"q,r"``. Units get the ids that they are given.
"""

from __future__ import annotations

from typing import Any

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Decision
from hexumpire.rulesets.aworldatwar import RULESET

Document = dict[str, Any]


def mine(id: str, at: str, factors: int = 3, type: str = "infantry", nation: str = "German", **more: Any) -> Document:
    """An attacker."""
    return {
        "id": id,
        "side": "attacker",
        "type": type,
        "nation": nation,
        "at": at,
        "factors": factors,
        "ctl": 2,
        **more,
    }


def foe(id: str, at: str, factors: int = 3, type: str = "infantry", nation: str = "Russian", **more: Any) -> Document:
    """A defender."""
    return {**mine(id, at, factors, type, nation, **more), "side": "defender"}


def sea(*places: str) -> Document:
    """Hexes of sea."""
    return {place: {"terrain": "sea"} for place in places}


def around(place: str) -> list[str]:
    """The six hexes around one, from the east on."""
    return [hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(place))]


def board(*units: Document, **more: Any) -> Any:
    """The game of a board, whether or not the rules allow it."""
    return RULESET.game(read_scenario(document(*units, **more)))


def document(
    *units: Document,
    hexes: Document | None = None,
    sides: Document | None = None,
    edition: str = "new",
    readings: Document | None = None,
    **conditions: Any,
) -> Document:
    """The document of a board."""
    given = []
    for unit in units:
        kind = unit["type"]
        bare = ("partisan", "flak", "air", "fleet", "destroyer")
        given.append({key: value for key, value in unit.items() if not (key == "ctl" and kind in bare)})
    return {
        "ruleset": "aworldatwar", "edition": edition, "procedure": "attrition", "units": given,
        "map": {"hexes": hexes or {}, "sides": {key: list(marks) for key, marks in (sides or {}).items()}},
        "conditions": conditions, "readings": readings or {},
    }  # fmt: skip


def front(game: Any, number: int = 0) -> Any:
    """The level of an attrition at the start."""
    return game.flow.levels.of(number, ())


def counted(game: Any, number: int = 0) -> set[str]:
    """Ids of those who count."""
    return {game.scenario.units[look.i].id for look in front(game, number).counted}


def why_not(game: Any, id: str, number: int = 0) -> tuple[str, ...]:
    """The rules by which a unit does not count; those by which it does, if it does."""
    return next(tuple(look.rules) for look in front(game, number).looks if game.scenario.units[look.i].id == id)


def due(game: Any, counters: int, hexes: int = 0, **more: Any) -> Any:
    """The position in which so many counters and hexes are called for in the first attrition."""
    state = game.start()
    if state.phase == "which":
        state = game.apply(state, "attrition:0")
    state = game.apply(state, "roll")._replace(**more)
    return game.flow.carry_out(state._replace(before=state.board), (counters, hexes))


def play(game: Any, state: Any, *actions: str) -> Any:
    """The position after these actions, each of which has to be legal."""
    for action in actions:
        assert action in options(game, state), (action, options(game, state))
        state = game.apply(state, action)
    return state


def options(game: Any, state: Any) -> list[str]:
    """What may be done."""
    node = game.node(state)
    return [option.id for option in node.options] if isinstance(node, Decision) else []


def refused(game: Any, state: Any) -> dict[str, tuple[str, ...]]:
    """The rules by which counters (and hexes, where they are no place of a counter) are refused."""
    found = {}
    for refusal in game.refusals(state):
        found[refusal.unit] = found[refusal.hex] = tuple(refusal.rules)
    return found
