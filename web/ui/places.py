"""Hexes and what stands and lies in them."""

from __future__ import annotations

from board import alt_text, hexgrid
from shapes import Doc
from state import State


def unit_of(app: State, id: str) -> Doc | None:
    """A counter by its id, or None."""
    for unit in app.units:
        if unit.get("id") == id:
            return unit
    return None


def called(app: State, hex: str) -> str:
    """What a hex is called: by its name, by its number on the map, or by where it lies."""
    overlay = app.position.get("overlay") or {}
    own = {name: data.get("name") or "" for name, data in app.hexes.items()}
    names = alt_text.place_names(own, overlay.get("names") or {})
    return alt_text.place_words(hex, app.named, names, bool(app.battle.scenario.get("path")))


def headed(name: str) -> str:
    """What a hex is called where a line begins; a number such as w4622 stays as the map prints it."""
    return name if name[1:2].isdigit() else name[:1].upper() + name[1:]


def shown_hexes(app: State) -> list[str]:
    """The hexes on the board, in reading order: targets, their neighbours, and what else is in use."""
    found = {}
    for target in app.targets:
        found[target] = True
        for hex in hexgrid.neighbours(hexgrid.parse(target)):
            found[hexgrid.name(hex)] = True
    for unit in app.units:
        found[unit.get("at", "0,0")] = True
    for name in app.hexes:
        found[name] = True
    placed = []
    for name in found:
        try:
            q, r = hexgrid.parse(name)
        except ValueError:
            continue
        placed.append((r, q, name))
    return [name for r, q, name in sorted(placed)]


def place_of(app: State, id: str) -> str:
    """The hex a counter was set up in."""
    unit = unit_of(app, id)
    return unit.get("at", "") if unit else ""
