"""The help: what taps and keys do, and what the marks and symbols mean, as HTML. Its texts are in web/texts/help/."""

from __future__ import annotations

from counters import counter_svg
from parts import button, e
from shapes import Doc
from state import State
from texts import language, t

HEX = "M10 1 18 5.5v9L10 19 2 14.5v-9z"
PLATE = '<rect class="m-plate" x="2" y="2" width="16" height="16" rx="2"/>'
MARKS = {  # each as the board draws it
    "target": '<path class="m-target" d="' + HEX + '"/><path class="m-target thin" d="M10 4 15 7v6L10 16 5 13V7z"/>',
    "selected": '<path class="m-select" d="' + HEX + '"/>',
    "legal": '<path class="m-legal" d="' + HEX + '"/>',
    "lit": '<path class="m-lit" d="' + HEX + '"/>',
    "attack": '<path class="m-attack" d="M2 8h8V4l8 6-8 6v-4H2z"/>',
    "attacker": PLATE + '<path class="m-own" d="M11 2h5a2 2 0 0 1 2 2v5z"/>',
    "defender": PLATE + '<path class="m-own" d="M10 4q2 0 3.5-1.4Q15 4 17 4v4q0 3.5-3.5 5.2Q10 11.5 10 8z"/>',
}


def help(app: State) -> str:
    """The dialog, or that its texts are awaited."""
    words = app.help
    if not words or words["language"] != language():
        again = button(t("engine.retry"), "help-texts", css="second") if app.help_fault else ""
        return '<p class="status">%s %s</p>' % (e(app.help_fault or t("working")), again)
    text = ""
    for part in words["parts"]:
        text += "<h3>" + e(part["title"]) + "</h3>"
        if "lines" in part:
            text += '<ul class="tips">' + "".join(["<li>" + e(line) + "</li>" for line in part["lines"]]) + "</ul>"
        if "marks" in part:
            text += '<ul class="marks">' + "".join([_mark(key, title) for key, title in part["marks"]]) + "</ul>"
        if "symbols" in part:
            text += '<ul class="marks">' + "".join([_symbol(app, entry) for entry in app.listed("types")]) + "</ul>"
        if "keys" in part:
            text += '<dl class="keys">'
            for keys, what in part["keys"]:
                text += "<div><dt>" + e(keys) + "</dt><dd>" + e(what) + "</dd></div>"
            text += "</dl>"
    return text


def _mark(key: str, title: str) -> str:
    return '<li><svg class="mk" viewBox="0 0 20 20" aria-hidden="true">' + MARKS[key] + "</svg>" + e(title) + "</li>"


def _symbol(app: State, entry: Doc) -> str:
    nations = app.listed("nations")
    unit = {"type": entry["key"], "side": (entry.get("sides") or ["attacker"])[0]}
    if nations:
        unit["nation"] = nations[0]["key"]
    return "<li>" + counter_svg(app, unit) + e(entry["title"]) + "</li>"
