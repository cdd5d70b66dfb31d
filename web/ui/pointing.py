"""Where in the set-up a problem lies, and bringing that onto the screen."""

from __future__ import annotations

import answers
import places
from state import State
from values import slug


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


def number_after(text: str, mark: str) -> int | None:
    """The whole number that follows ``mark`` in a text, or None: ``("units[12].x", "units[")`` gives 12."""
    start = text.find(mark)
    if start < 0:
        return None
    digits = ""
    for letter in text[start + len(mark) :]:
        if letter not in "0123456789":
            break
        digits += letter
    return int(digits) if digits else None


def path_parts(path: str) -> list[str]:
    """The keys of a JSON path: ``$.pack.tables.crt["1"]`` gives pack, tables, crt, 1."""
    parts = []
    word = ""
    quoted = False
    for letter in path[1:]:
        if letter == '"':
            quoted = not quoted
        elif quoted or letter not in ".[]":
            word += letter
        elif word:
            parts.append(word)
            word = ""
    if word:
        parts.append(word)
    return parts


def word_after(text: str, mark: str) -> str:
    """The word that follows ``mark`` in a JSON path, or an empty text."""
    start = text.find(mark)
    if start < 0:
        return ""
    word = ""
    for letter in text[start + len(mark) :]:
        if letter in ".[]\"' ":
            break
        word += letter
    return word
