"""The board in words, for those who do not see it: what stands where, what may be chosen, what has changed."""

from __future__ import annotations

from board import alt_text
from parts import e, w
from shapes import Doc
from state import State
from texts import t

MOST = 4  # choices, or changed hexes, that are said one by one; more are only counted: they can be read at leisure


def words(app: State, view: Doc) -> str:
    """A heading, what may be chosen, and the board hex by hex."""
    text = '<h2 id="words-title">' + e(t("words.title")) + "</h2>"
    found = choices(app)
    if found:
        text += "<p>" + e(t("words.choices", n=len(found))) + "</p><ul>"
        for label in found:
            text += "<li>" + w(label) + "</li>"
        text += "</ul>"
    text += "<ul>"
    for _, line in alt_text.places(view):
        text += "<li>" + e(line) + "</li>"
    return text + "</ul>"


def choices(app: State) -> list[str]:
    """What may be chosen now, in words."""
    node = app.node if app.fighting else None
    if not node or node["kind"] != "decision":
        return []
    return [one["label"] for one in (node["losses"]["items"] if "losses" in node else node["options"])]


def choices_said(app: State) -> str:
    """The same, as it is said after a step."""
    found = choices(app)
    text = t("words.choices", n=len(found)) if found else ""
    return text + " " + "; ".join(found) if 0 < len(found) <= MOST else text


def state(view: Doc) -> Doc:
    """What stands and lies on each hex, so that two states of a board can be compared."""
    found = {}
    for hex in view["hexes"]:
        name = hex["hex"]
        parts = [hex["name"], hex["terrain"], ",".join([feature["key"] for feature in hex["features"]])]
        parts += hex["beside"]
        found[name] = [parts, hex["target"]]
    for counter in view["counters"]:
        name = counter["hex"]
        if name not in found:
            found[name] = []
        for key in ("id", "side", "title", "nation", "face", "count", "lost", "left", "steps"):
            found[name].append(counter.get(key))
    return found


def changes(app: State, view: Doc, before: Doc) -> str:
    """What is said of a board that was in another state before."""
    now = state(view)
    lines = []
    for name, line in alt_text.places(view):
        if name and now[name] != before.get(name):
            lines.append(line)
    if now.get("") != before.get(""):
        lines += [line for name, line in alt_text.places(view) if not name][-1:]
    emptied = [name for name in sorted(before) if name and before[name] != now.get(name)]
    if lines:
        return " ".join(lines) if len(lines) <= MOST else t("words.changed", n=len(lines))
    return t("words.emptied") if emptied else ""
