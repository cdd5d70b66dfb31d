"""The battle as one line, as HTML: the field, how it may go on, what is wrong with it, what bare totals come to."""

from __future__ import annotations

from collections.abc import Callable

import form
from parts import bar, button, chips, details, e, figures, fraction, icon, plain, told, w
from shapes import Doc
from state import State
from texts import TEXTS, t

MOST_WORDS = 6
MOST_FAULTS = 3
MOST_ROWS = 8
WIDTH = 34  # characters that stand in a row of the field on a phone
MOST_LINES = 6


class Line:
    """What stands in the field, and what the engine said of it."""

    def __init__(self, follow: Callable[[], None]) -> None:
        self.follow = follow  # what is done once the page has been drawn
        self.text = ""
        self.at = 0  # the cursor, in characters
        self.words: list[Doc] = []
        self.span = (0, 0)  # what a word that is chosen takes the place of
        self.faults: list[Doc] = []
        self.totals = False
        self.ticks: list[Doc] = []
        self.lost: list[str] = []
        self.of = -1  # the revision of the battle whose line it is
        self.shown = ""  # the text whose battle that is
        self.apart = False  # the board has changed while the text could not be read
        self.turn = 0
        self.tag = ""


def line(app: State) -> str:
    """The field for the line, and what the engine says of what stands in it."""
    if "line.title" not in TEXTS:
        return '<p class="status">' + e(t("working")) + "</p>"
    found: Line = app.line
    text = '<div class="sheethead"><h2 id="line-title">' + e(t("line.title")) + "</h2>"
    text += button(t("close"), "line", css="ghost square", inner=icon("close")) + "</div>"
    rows = min(MOST_LINES, max(2, 1 + len(found.text) // WIDTH + found.text.count("\n")))
    text += (
        '<textarea id="line-text" rows="' + str(rows) + '" aria-labelledby="line-title" aria-describedby="line-hint"'
    )
    text += ' spellcheck="false" autocapitalize="off" autocomplete="off" data-set="line-text">\n'
    text += e(found.text) + "</textarea>" + _words(found) + '<div role="status">' + _said(found) + _faults(found)
    text += "</div>"
    if found.totals and not found.faults:
        text += totals(app)
    text += _ticks(app, found)
    hidden = ' class="hush"' if found.text else ' class="hint"'
    return text + "<p" + hidden + ' id="line-hint">' + e(t("line.hint")) + "</p>"


def _words(found: Line) -> str:
    """How the word at the cursor may go on."""
    words = found.words[:MOST_WORDS]
    if not words:
        return ""
    text = '<div class="chips" role="group" aria-label="' + e(t("line.words")) + '">'
    for index, entry in enumerate(words):
        text += button("", "line-word", index, css="chip", inner=w(entry["title"] or entry["word"]))
    return text + "</div>"


def _said(found: Line) -> str:
    """What a line does not hold of the battle that it was made of; what stands in the field and not on the board."""
    text = "".join(['<p class="hint">' + e(said) + "</p>" for said in found.lost])
    if found.apart:
        text += '<p class="status">' + e(t("line.apart")) + " "
        text += button(t("line.renew"), "line-renew", css="second") + "</p>"
    return text


def _faults(found: Line) -> str:
    """What is wrong with which words, and buttons that put right ones in."""
    if not found.faults:
        return ""
    text = '<p class="hint">' + e(t("line.stays")) + '</p><ul class="faults">'
    for number, fault in enumerate(found.faults[:MOST_FAULTS]):
        text += '<li><span class="what">' + w(fault["message"])
        if fault["fix"] and not fault["ways"]:
            text += '<span class="help">' + told("problem.fix", "fix", fault["fix"]) + "</span>"
        text += "</span>" + chips(fault)
        if fault["ways"]:
            about = t("line.ways", word=found.text[fault["start"] : fault["end"]])
            text += '<div class="chips" role="group" aria-label="' + e(about) + '">'
            for index, way in enumerate(fault["ways"]):
                text += button(str(way), "line-way", number, index, css="chip")
            text += "</div>"
        text += "</li>"
    more = len(found.faults) - MOST_FAULTS
    return text + "</ul>" + ('<p class="hint">' + e(t("line.more", n=more)) + "</p>" if more > 0 else "")


def _ticks(app: State, found: Line) -> str:
    """Terrain and features of the hex attacked by bare totals."""
    if not found.ticks or found.apart:  # of a board that is gone
        return ""
    ground, features = "", ""
    for index, tick in enumerate(found.ticks):
        chip = button("", "line-tick", index, css="chip", pressed=tick["on"], inner=w(tick["title"]))
        if tick["feature"] and not tick["on"]:
            features += chip
        else:
            ground += chip
    text = '<h3 id="line-ground">' + e(t("line.ground")) + "</h3>"
    text += '<div class="chips" role="group" aria-labelledby="line-ground">' + ground + "</div>"
    if features:
        body = '<div class="chips" role="group" aria-label="' + e(t("line.features")) + '">' + features + "</div>"
        text += details(app, "line-features", t("line.features"), body)
    return text


def totals(app: State) -> str:
    """What bare totals come to: the column, the chance of each result, and the losses."""
    found = app.answers.outcomes
    text = '<p class="hint">' + e(t("line.plain")) + "</p>"
    if app.current and app.position.get("bar"):
        text += '<h3 id="line-odds">' + e(app.position["bar"]) + "</h3>"
    if not app.current or not app.odds_current:
        return text + '<p class="hint">' + e(t("working")) + "</p>"
    if not found:
        said = app.answers.odds_problem
        return text + ('<p class="hint">' + w(said) + "</p>" if said else "")
    measures = [entry for entry in form.measures(app, app.listed("measures")) if entry["key"] != "hex"]
    text += '<ul class="summary">'
    for row in found["rows"][:MOST_ROWS]:
        losses = []
        for measure in measures:
            value = row["measures"].get(measure["key"], 0)
            if value:
                losses.append(w(measure["title"]) + ": " + e(plain(value)))
        text += '<li><span class="what">' + w(row["title"]) + '<span class="help">' + " · ".join(losses)
        text += '</span></span><span class="value">' + e(row["percent"]) + "</span>" + bar(fraction(row["p"])) + "</li>"
    more = len(found["rows"]) - MOST_ROWS
    text += "</ul>" + ('<p class="hint">' + e(t("line.rows", n=more)) + "</p>" if more > 0 else "")
    return figures(text, "odds")
