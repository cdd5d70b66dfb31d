"""Looking about: hexes, tabs, set-up or fight."""

from __future__ import annotations

import places
from board import hexgrid
from shapes import Handlers
from state import FIGHT, State


def choose_hex(app: State, hex: str, keep: str = "") -> None:
    """Select a hex, or let it go when it is selected already and shall not be kept."""
    app.look.selected = "" if app.look.selected == hex and keep != "keep" else hex
    app.look.cursor = hex
    app.look.side = ""
    app.look.unit = ""


def move_cursor(app: State, key: str) -> None:
    """Move the board's cursor one hex in a direction of the keyboard."""
    here = app.look.cursor or app.look.selected or app.targets[0]
    shown = places.shown_hexes(app)
    directions = {"left": ("W",), "right": ("E",), "up": ("NW", "NE"), "down": ("SE", "SW"),
                  "home": ("NW",), "pageup": ("NE",), "end": ("SW",), "pagedown": ("SE",)}[key]  # fmt: skip
    place = hexgrid.parse(here)
    if len(directions) == 2:  # straight up and down: keep to the side of the middle one is on
        middle = hexgrid.center(hexgrid.parse(app.targets[0]), 1)[0]
        if hexgrid.center(place, 1)[0] < middle - 0.1:
            directions = (directions[1], directions[0]) if key == "up" else (directions[0], directions[1])
    for direction in directions:
        name = hexgrid.name(hexgrid.neighbour(place, direction))
        if name in shown:
            app.look.cursor = name
            return
    app.look.cursor = here


def show_tab(app: State, key: str) -> None:
    """Show a tab of the panel."""
    app.look.tab = key


def dismiss(app: State) -> None:
    """Close the notice."""
    app.look.say()


def fight(app: State) -> None:
    """Go from setting up to the battle."""
    if app.node:
        app.look.screen = FIGHT
        app.look.say()
        app.look.selected = ""
        app.look.unit = ""
        app.look.moving = ""


CHANGES: Handlers = {
    "hex": choose_hex,
    "step": move_cursor,
    "tab": show_tab,
    "dismiss": dismiss,
    "fight": fight,
}
