"""Boards that tests of drawings begin with, and what is read off a drawing."""

from typing import Any
from xml.etree import ElementTree

from hexumpire.board import hexgrid, svg

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(\"1\")</script> & 'x' \x00\ud800]]>"

SCHEMA: dict[str, Any] = {
    "terrains": [
        {"key": "clear", "title": "Clear", "fill": "#efe7c8", "pattern": "none"},
        {"key": "desert", "title": "Desert", "fill": "#f3e3b3", "pattern": "dots"},
        {"key": "sea", "title": "Sea", "fill": "#c3dff0", "pattern": "water"},
    ],
    "features": [
        {"key": "fortress", "title": "Fortress", "glyph": "fortress"},
        {"key": "port", "title": "Port", "glyph": "port"},
        {"key": "depot", "title": "Supply depot", "glyph": "SD"},
    ],
    "side_features": [
        {"key": "river", "title": "River", "style": "river"},
        {"key": "fort", "title": "Fort side", "style": "fort"},
    ],
    "types": [
        {"key": "infantry", "title": "Infantry", "symbol": "infantry", "echelon": "corps"},
        {"key": "armor", "title": "Armor", "symbol": "armor"},
        {"key": "air", "title": "Air", "symbol": "air"},
        {"key": "hq", "title": "HQ", "symbol": "hq"},
    ],
    "nations": [
        {"key": "British", "title": "British", "letter": "B", "fill": "#d9b98a", "ink": "#3a1408"},
        {"key": "German", "title": "German", "letter": "G", "fill": "#9aa3a0", "ink": "#111111"},
    ],
}


def unit(id: str, side: str, nation: str, type: str, at: str | None, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "nation": nation, "type": type, "factors": 3, "movement": 3, "at": at, **more}


def suez() -> dict[str, Any]:
    return {
        "map": {
            "hexes": {
                "0,0": {"terrain": "clear", "features": ["fortress"], "name": "Suez"},
                "1,0": {"terrain": "desert"},
                "0,-1": {"terrain": "sea"},
            },
            "sides": {"1,0:W": ["river"], "0,0:SE": ["fort"]},
        },
        "targets": ["0,0"],
        "units": [
            unit("d1", "defender", "British", "infantry", "0,0", count=2),
            unit("a1", "attacker", "German", "armor", "1,0", factors=4, movement=6),
            unit("a2", "attacker", "German", "infantry", "1,0"),
            unit("a3", "attacker", "German", "air", "0,1", factors=5, movement=4),
            unit("d2", "defender", "British", "air", None, factors=2),
        ],
    }


def dwindling() -> dict[str, Any]:
    board = suez()
    board["units"] = [
        unit("air", "defender", "British", "air", "0,0", factors=6),
        unit("ships", "attacker", "German", "armor", "1,0", factors=3, count=2),
        unit("half", "attacker", "German", "air", "0,1", factors=1.5),
        unit("army", "attacker", "German", "infantry", "1,0", count=3),
    ]
    return board


def typical() -> dict[str, Any]:
    """Return a board of seven hexes and fourteen counters."""
    board = suez()
    hexes = ("0,0", "1,0", "1,-1", "-1,1", "0,1")
    board["units"] = [
        unit(f"u{i}", "defender" if i % 5 == 0 else "attacker", "German", "armor", hexes[i % 5], count=1 + i % 3)
        for i in range(14)
    ]
    return board


def front(columns: int = 30, rows: int = 20, counters: int = 120) -> dict[str, Any]:
    """Return a board of a whole front: towns, rivers, and counters all over it, two sides facing each other."""
    names = [hexgrid.name(hexgrid.from_offset(row, column)) for row in range(rows) for column in range(columns)]
    hexes: dict[str, Any] = {name: {"terrain": ("clear", "desert", "sea")[i % 3]} for i, name in enumerate(names)}
    for i, name in enumerate(names[::15]):
        hexes[name]["name"] = f"Town {i}"
    sides = {f"{name}:{('E', 'NE', 'NW')[i % 3]}": ["river"] for i, name in enumerate(names[::3])}
    units = []
    for i in range(counters):
        column, row = i * 7 % columns, i * 3 % rows
        at = hexgrid.name(hexgrid.from_offset(row, column))
        attacks = column < columns // 2
        units.append(
            unit(f"u{i}", "attacker" if attacks else "defender", "German" if attacks else "British", "armor", at)
        )
    return {"map": {"hexes": hexes, "sides": sides}, "units": units}


def picture(scenario: dict[str, Any], overlay: dict[str, Any] | None = None, **options: Any) -> str:
    return svg.draw(svg.view(SCHEMA, scenario, overlay), options)


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def by_class(text: str, name: str) -> list[ElementTree.Element]:
    return [element for element in tree(text).iter() if name in element.get("class", "").split()]


def labels(text: str) -> dict[str, str]:
    return {e.get("data-hex", ""): e.get("aria-label", "") for e in tree(text).iter() if e.get("data-hex")}
