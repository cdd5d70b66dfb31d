"""The board as SVG, drawn by the engine's own module."""

from __future__ import annotations

import answers
import battles
from board import svg
from shapes import Doc
from state import State
from texts import t

LONGEST_NAME = 16


def with_defaults(app: State) -> Doc:
    """The scenario with each counter's usual values filled in, so that all of them show their factors."""
    usual = {entry["key"]: entry.get("defaults") or {} for entry in app.listed("types")}
    units = [usual.get(unit.get("type"), {}) | unit for unit in app.units]
    return app.battle.scenario | {"units": units}


def board_view(app: State, kept: svg.Kept | None = None, scenario: Doc | None = None) -> Doc:
    """The drawable board: set-up, what the fight changed, what is selected or may be tapped.

    ``scenario`` is what ``with_defaults`` has made for the last drawing, where nothing of it has changed since.
    """
    overlay = {}
    if app.answers.view and (app.fighting or app.battle.actions):
        overlay = dict(app.position.get("overlay") or {})
        node = app.node
        if node and node["kind"] == "decision":
            options = node["options"]
            if not overlay.get("legal_units"):
                overlay["legal_units"] = [option["unit"] for option in options if option.get("unit")]
            if not overlay.get("legal_hexes"):
                overlay["legal_hexes"] = [
                    option["hex"] for option in options if option.get("hex") and not option.get("unit")
                ]
            overlay.update(led_to(open_now(app)))
    elif app.look.selected:
        overlay["selected"] = app.look.selected
    if answers.told(app) and not app.fighting:  # what was worked out, at a glance
        overlay["lit_hexes"] = (app.position.get("overlay") or {}).get("lit_hexes") or []
    names = (app.position.get("overlay") or {}).get("names")
    if names:
        overlay["names"] = names
    if numbers(app):
        overlay["numbers"] = numbers(app)
    return svg.view(app.schema or {}, scenario or with_defaults(app), overlay, 0, kept)


def open_now(app: State) -> list[Doc]:
    """The options to be shown: all of them, or those of what was tapped."""
    options: list[Doc] = app.node["options"]
    return [one for one in options if one["id"] in app.look.narrowed] if app.look.narrowed else options


def led_to(options: list[Doc]) -> Doc:
    """What is marked where one counter may go to several hexes: those hexes."""
    going = [one for one in options if one.get("unit") and one.get("hex")]
    units, hexes = [], []
    for one in going:
        if one["unit"] not in units:
            units.append(one["unit"])
        if one["hex"] not in hexes:
            hexes.append(one["hex"])
    return {"legal_units": [], "legal_hexes": hexes} if len(units) == 1 and len(hexes) > 1 else {}


def numbers(app: State) -> Doc:
    """The numbers of attacks by their hexes, where the engine says them of this document."""
    found: Doc = (app.position.get("overlay") or {}).get("numbers") or {}
    return found if app.current else {}


def marking(app: State) -> bool:
    """Whether a tap on a hexside puts the brush's feature there."""
    return bool(app.look.selected) and app.look.tool == "sides" and not app.fighting


def board_pieces(app: State, view: Doc, kept: svg.Kept | None = None) -> list[tuple[str, str]]:
    """The board of the page in pieces that can be changed one by one, each with its id or ""."""
    options = {"size": 64, "id_prefix": "b-", "interactive": True, "title": battles.title(app) or t("untitled")}
    # in letters large enough to be read only so much of a name has room; the whole of it is in the hex's label
    options["longest_name"] = LONGEST_NAME
    options["patches"] = True
    if marking(app):
        options["side_hits"] = True
    if app.look.cursor:
        options["active"] = app.look.cursor
    return svg.pieces(view, options, kept)


def spoken(text: str) -> str:
    """A piece of the board as the page has it.

    A grid's cells take their names from what they show, which here is a drawing: a map of labelled pictures says it
    better, and one tab stop with an active descendant works the same.
    """
    for old, new in (
        ('role="grid"', 'role="application" aria-roledescription="' + t("board.role") + '"'),
        (' role="row"', ""),
        ('role="gridcell"', 'role="img"'),
        (' aria-selected="true"', ""),
    ):
        text = text.replace(old, new)
    return text


def hex_label(view: Doc, name: str) -> str:
    """What the board says of one hex."""
    for hex in view["hexes"]:
        if hex["hex"] == name:
            return str(hex["label"])
    return name


def sprite(schema: Doc) -> str:
    """A hidden picture that holds the shapes of every type of counter, once a page."""
    units = [{"id": "k" + str(i), "type": entry["key"]} for i, entry in enumerate(schema.get("types", []))]
    view = svg.view(schema, {"units": units})
    pen = svg.Pen({"id_prefix": "k-"})
    return '<svg class="sprite" aria-hidden="true" width="0" height="0">' + svg.defs(view, pen, []) + "</svg>"
