"""Short words for setting up movement phases of A World at War, and for playing and asking them.

The board is a line of clear hexes from 0,0 to 8,0 unless ``hexes`` says otherwise; other hexes are there when they are
named or somebody stands in them. Those who move get the ids a1, a2 ..., the others d1, d2 ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

LINE = [f"{q},0" for q in range(9)]
Document = dict[str, Any]


def phase(
    own: Sequence[Document], foes: Sequence[Document] = (), *, hexes: Mapping[str, Document] | None = None,
    sides: Mapping[str, Sequence[str]] | None = None, nations: tuple[str, str] = ("German", "British"),
    edition: str = "new", line: Sequence[str] = LINE, readings: Mapping[str, str] | None = None, **conditions: Any,
) -> Any:  # fmt: skip
    """The game of a movement phase, whether or not the rules allow it; the first to move stands in 0,0."""
    units = []
    for side, letter, stack, nation in (("attacker", "a", own, nations[0]), ("defender", "d", foes, nations[1])):
        for number, given in enumerate(stack, 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": "0,0", **given})
    ground = {place: {"terrain": "clear"} for place in (*line, *(unit["at"] for unit in units))}
    return RULESET.game(read_scenario({
        "ruleset": "aworldatwar", "edition": edition, "procedure": "move", "units": units,
        "map": {"hexes": {**ground, **(hexes or {})}, "sides": dict(sides or {})},
        "conditions": conditions, "readings": dict(readings or {}),
    }))  # fmt: skip


def foot(at: str = "0,0", **fields: Any) -> Document:
    """Infantry of three factors."""
    return {"type": "infantry", "factors": 3, "at": at, **fields}


def tank(at: str = "0,0", **fields: Any) -> Document:
    """Armor of six factors and a movement factor of five."""
    return {"type": "armor", "factors": 6, "movement": 5, "at": at, **fields}


def some(type: str, at: str = "0,0", **fields: Any) -> Document:
    """Any other counter, of one factor."""
    return {"type": type, "factors": 1, "at": at, **fields}


def ways(game: Any, unit: str = "a1") -> dict[str, int]:
    """The hexes that a unit can reach from where it was set up, with what it has spent there."""
    board, start = game.board, game.start()
    part = next(one for one in board.standing(start) if board.units[one.kind].id == unit)
    return {place: way.spent.all for place, way in board.reach(start, part).ways.items()}


def far(game: Any, unit: str = "a1") -> int:
    """How many hexes of the line a unit can go."""
    found = ways(game, unit)
    return sum(place in found for place in LINE)


def begin(*args: Any, **more: Any) -> Battle[Any]:
    """The battle of :func:`phase`; fails when the rules forbid it."""
    return Battle.start(phase(*args, **more))


def take(battle: Battle[Any], unit: str, at: str = "") -> Battle[Any]:
    """Take a counter in hand: the one in this hex, where it has parts."""
    start = f"take:{unit}"
    marked = f"{start}@{at}"
    return battle.play(next(one for one in battle.legal_actions if one.startswith(marked) or (one == start and not at)))


def go(battle: Battle[Any], unit: str, place: str, many: int = 1) -> Battle[Any]:
    """Move a counter, or several like it."""
    battle = take(battle, unit)
    for _ in range(many - 1):
        battle = battle.play("more")
    return battle.play(f"go:{place}")


def charge(battle: Battle[Any], unit: str, place: str, *answers: str) -> Battle[Any]:
    """Overrun a hex, and answer the questions that follow."""
    return take(battle, unit).play(f"overrun:{place}").play_all(answers)


def refused(battle: Battle[Any], unit: str = "", place: str = "") -> set[str]:
    """The rules by which something that is tapped is refused: a unit, a hex or both."""
    found = [
        one for one in battle.game.refusals(battle.state)
        if (not unit or one.unit == unit) and (not place or one.hex == place)
    ]  # fmt: skip
    return {rule for one in found for rule in one.rules}


def where(battle: Battle[Any]) -> dict[str, list[str]]:
    """Where the counters of each own unit stand now."""
    board, found = battle.game.board, {}
    for part in board.standing(battle.state):
        found.setdefault(board.units[part.kind].id, []).extend([part.at] * part.many)
    return found


def told(battle: Battle[Any]) -> set[str]:
    """Every rule that the log cites."""
    return {rule for _, line in battle.log for rule in line.rules}
