"""Battles that the benchmarks fight: plain scenario documents."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def _units(*rows: tuple[Any, ...]) -> list[Document]:
    """Counters from rows of side, type, nation, hex, how many, and fields."""
    found = []
    for number, (side, kind, nation, at, count, fields) in enumerate(rows, 1):
        unit = {"id": f"u{number}", "side": side, "type": kind, "nation": nation, "at": at, "count": count, **fields}
        found.append(unit)
    return found


def _battle(title: str, target: Document, units: list[Document], conditions: Document) -> Document:
    return {
        "format": 1,
        "ruleset": "aworldatwar",
        "edition": "new",
        "procedure": "attack",
        "title": title,
        "map": {"hexes": {"0,0": target}, "sides": {}},
        "targets": ["0,0"],
        "units": units,
        "conditions": conditions,
    }


SUEZ = _battle(
    "Suez, 12 Italian factors",
    {"name": "Suez", "terrain": "desert", "country": "Egypt", "features": ["fortification", "objective", "port"]},
    _units(
        ("attacker", "armor", "German", "-1,0", 2, {"factors": 4, "movement": 6}),
        ("attacker", "infantry", "Italian", "0,-1", 2, {"factors": 2, "ctl": 1}),
        ("attacker", "infantry", "Italian", "-1,1", 2, {"factors": 2, "ctl": 1}),
        ("attacker", "infantry", "Italian", "1,-1", 2, {"factors": 2, "ctl": 1}),
        ("attacker", "air", "German", "0,0", 1, {"factors": 4}),
        ("defender", "infantry", "British", "0,0", 2, {"factors": 3, "movement": 4}),
    ),
    {"front": "mediterranean"},
)
"""The rulebook's own example (15.551)."""

LARGE = _battle(
    "Fourteen against eight",
    {"name": "The bridgehead", "terrain": "clear", "features": ["bridgehead"]},
    _units(
        ("attacker", "armor", "US", "-1,0", 2, {"factors": 5, "movement": 5, "ctl": 3}),
        ("attacker", "airborne", "US", "-1,0", 1, {"factors": 1, "ctl": 3}),
        ("attacker", "armor", "British", "0,-1", 2, {"factors": 4, "movement": 5, "ctl": 3}),
        ("attacker", "mechanized", "US", "1,-1", 2, {"factors": 3, "movement": 4, "ctl": 3}),
        ("attacker", "airborne", "British", "1,-1", 1, {"factors": 1, "ctl": 3}),
        ("attacker", "infantry", "British", "1,0", 2, {"factors": 3, "movement": 4, "ctl": 3}),
        ("attacker", "infantry", "Canadian", "0,1", 1, {"factors": 3, "movement": 4, "ctl": 3}),
        ("attacker", "infantry", "US", "0,1", 1, {"factors": 2, "ctl": 3}),
        ("attacker", "infantry", "British", "-1,1", 1, {"factors": 3, "movement": 4, "ctl": 3}),
        ("attacker", "infantry", "British", "-1,1", 1, {"factors": 1, "ctl": 3}),
        ("defender", "infantry", "German", "0,0", 2, {"factors": 2}),
        ("defender", "infantry", "German", "0,0", 3, {"factors": 1}),
        ("defender", "airborne", "German", "0,0", 3, {"factors": 1}),
    ),
    {"front": "western"},
)
"""Fourteen attacking counters of many kinds round a stack of eight; up to three rounds (CTL 3), at first at 2:1."""


CHART = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1")
"""Columns of an invented chart on which every result is Dr3 1/1."""

PURSUIT: Document = {
    "format": 1,
    "ruleset": "daisenso",
    "title": "A Dr3 into open country",
    "map": {"hexes": {"44,-43": {"terrain": "sea"}}, "sides": {"48,-46:NW": ["mountain"]}},
    "targets": ["47,-46"],
    "units": _units(
        ("attacker", "infantry", "Japanese", "48,-46", 2, {"af": 6, "df": 4, "ma": 3, "steps": 2}),
        ("attacker", "armor", "Japanese", "48,-46", 1, {"af": 6, "df": 4, "ma": 3, "steps": 2}),
        ("attacker", "hq", "Japanese", "49,-46", 1, {"af": 2, "df": 2, "ma": 1, "steps": 2}),
        ("defender", "infantry", "Nationalist Chinese", "47,-46", 2, {"af": 1, "df": 2, "ma": 1, "steps": 2}),
        ("defender", "infantry", "Nationalist Chinese", "46,-47", 1, {"af": 1, "df": 2, "ma": 1, "steps": 2}),
    ),
    "pack": {
        "title": "Invented chart, not the game's",
        "tables": {"crt": {str(face): dict.fromkeys(CHART, "Dr3 1/1") for face in range(1, 7)}},
    },
}
"""A stack driven three hexes, with bystanders to catch up, an HQ to support, and twelve hexes where it may end."""
