"""The options of a decision as HTML: a list, or, where they are many, what the board shows and a list to open."""

from __future__ import annotations

import drawing
from parts import beside, button, data, details, e, w
from shapes import Doc
from state import State
from texts import t

MANY = 12  # so many options are a list; of more, those that can be tapped on the board are put together


def choosing(app: State) -> str:
    """What may be chosen."""
    options = drawing.open_now(app)
    worth = {}
    if app.answers.best and app.answers.best_of == app.battle.revision:
        for action in app.answers.best.get("actions") or []:
            worth[action["id"]] = action
    text = ""
    if app.look.narrowed:
        text += '<p class="hint">' + e(t("several")) + " " + button(t("show.all"), "showall", css="ghost") + "</p>"
    plain, groups = _grouped(options, worth)
    if groups:
        text += '<p class="hint">' + e(t("many.hint")) + "</p>"
    if plain:
        text += _list(plain, worth)
    for key, title, group in groups:
        # a list that nobody looks at is not made
        inner = _list(group, worth) if key in app.look.opened else ""
        text += details(app, key, title, inner)
    return text


def _grouped(options: list[Doc], worth: Doc) -> tuple[list[Doc], list[tuple[str, str, list[Doc]]]]:
    """The options that are shown one by one, and the others by what is tapped for them."""
    if len(options) <= MANY:
        return options, []
    hexes, units, plain = [], [], []
    going = drawing.led_to(options)
    for option in options:
        best = option["id"] in worth and worth[option["id"]].get("best")
        if option.get("hex") and not best and (going or not option.get("unit")):
            hexes.append(option)
        elif option.get("unit") and not best:
            units.append(option)
        else:
            plain.append(option)
    groups = []
    for key, title, group in (
        ("many-hexes", t("many.hexes", n=len(hexes)), hexes),
        ("many-units", t("many.units", n=len(units)), units),
    ):
        if len(group) > 1:
            groups.append((key, title, group))
        else:
            plain += group
    return plain, groups


def _list(options: list[Doc], worth: Doc) -> str:
    text = '<ul class="options">'
    for option in options:
        entry = worth.get(option["id"])
        inner = '<span class="what">' + w(option["label"])
        if entry:
            note = t("best.value", value=entry["value_text"])
            if entry.get("best"):
                note += " · " + t("best.best")
            elif entry.get("cost_text"):
                note += " · " + t("best.costs", cost=entry["cost_text"])
            inner += '<span class="help">' + e(note) + "</span>"
        inner += "</span>"
        css = "option" + (" best" if entry and entry.get("best") else "")
        control = '<button type="button" class="' + css + '"' + data("do", "act", option["id"])
        if option.get("hex"):
            control += ' data-at="' + e(option["hex"]) + '"'
        text += beside(control + ">" + inner + "</button>", option)
    return text + "</ul>"
