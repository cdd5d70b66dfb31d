"""Where in the set-up a problem lies, and bringing that onto the screen."""

from __future__ import annotations

import answers
import places
from state import State
from values import number_after, path_parts, slug, word_after


def show_path(app: State, path: str) -> str:
    """Bring a place of the document onto the screen; return the id of its control."""
    number = number_after(path, "units[")
    if number is not None and number < len(app.units):
        unit = app.units[number]
        app.look.selected = app.look.cursor = unit.get("at", "0,0")
        app.look.tool = "counters"
        app.look.unit = unit["id"]
        key = word_after(path, "units[" + str(number) + "].")
        app.look.opened["unit " + unit["id"]] = True
        field = "f-unit-" + slug(unit["id"]) + "-" + slug(key)
        return field if key and key != "at" else "u-" + slug(unit["id"])
    parts = path_parts(path)
    if parts and parts[0] == "pack":
        return "-".join(["pack"] + [slug(part) for part in parts[2:5]])
    for kind in ("conditions", "readings"):
        key = word_after(path, kind + ".")
        if key:
            app.look.opened[kind] = True
            return "f-" + kind + "-" + slug(key)
    for name in places.shown_hexes(app):
        if name in path:
            app.look.selected = app.look.cursor = name
            app.look.tool = "sides" if ".sides" in path else "terrain"
            return "sheet"
    return "board"


def problem_focus(app: State, index: int) -> str:
    """The id of the control that a problem is about, after bringing it onto the screen."""
    found = answers.problems(app)
    return show_path(app, found[index].get("path", "")) if index < len(found) else "board"
