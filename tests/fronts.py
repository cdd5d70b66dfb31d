"""Boards of a whole front, as documents of a game."""

from __future__ import annotations

import json
from typing import Any

from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files import codec, record


def battle_on_a_front() -> dict[str, Any]:
    """An example battle in the middle of a board of 30 by 20 hexes."""
    document = next(one["scenario"] for one in rulesets.get("d8chart").examples() if one["key"] == "retreat-1944")
    document = json.loads(json.dumps(document))
    for row in range(-10, 10):
        for column in range(-15, 15):
            document["map"]["hexes"].setdefault(hexgrid.name(hexgrid.from_offset(row, column)), {})
    return dict(document)


def front(counters: int = 120, columns: int = 30, rows: int = 20) -> dict[str, Any]:
    """Two armies in rows, facing each other, whose movement phase it is."""
    names = [hexgrid.name(hexgrid.from_offset(row, column)) for row in range(rows) for column in range(columns)]
    hexes: dict[str, Any] = {name: {"terrain": "forest" if i % 11 == 0 else "clear"} for i, name in enumerate(names)}
    for i, name in enumerate(names[::17]):
        hexes[name]["name"] = f"Town {i + 1}"
    river = {f"{hexgrid.name(hexgrid.from_offset(row, columns // 2))}:E": ["river"] for row in range(rows)}
    units = []
    for i in range(counters // 2):
        row, back = i % rows, i // rows
        own, other = (
            hexgrid.from_offset(row, columns // 2 - 2 - back),
            hexgrid.from_offset(row, columns // 2 + 2 + back),
        )
        unit = {"type": "infantry", "factors": 3}
        units.append({**unit, "id": f"a{i}", "side": "attacker", "nation": "German", "at": hexgrid.name(own)})
        units.append({**unit, "id": f"d{i}", "side": "defender", "nation": "Russian", "at": hexgrid.name(other)})
    return {
        "ruleset": "aworldatwar",
        "procedure": "move",
        "title": "A whole front",
        "map": {"hexes": hexes, "sides": river},
        "units": units,
    }


def fragment(document: dict[str, Any]) -> str:
    """The fragment of a link to a board."""
    return "#" + record.to_link(codec.read_scenario(document), ())
