"""Luck against judgement, as HTML: what the dice gave in a fight so far, and what each choice gave up."""

from __future__ import annotations

import json

import form
import packs
import results
from parts import button, e, fraction, icon, select, w
from shapes import Doc
from state import State
from texts import language, t

SCALE = 1000  # width of a bar


class Debrief:
    """What the engine was asked last, how far it is, and what it answered: the figures, or why there are none."""

    def __init__(self, of: str) -> None:
        self.of = of
        self.running = True
        self.progress = ""
        self.found: Doc | None = None
        self.said = ""


def key(app: State) -> str:
    """What figures must have been worked out for to be shown: the battle so far, in the language in use."""
    battle = app.battle
    return json.dumps([battle.scenario, battle.actions, battle.policies, battle.objective, language()])


def offered(app: State) -> bool:
    """Whether there may be something to judge: something was done, and it was no matter of cost."""
    return bool(app.battle.actions and results.objectives_of(app) and form.procedure(app)["summary"] != "cost")


def section(app: State) -> str:
    """The figures, that they are being worked out, or the button that asks for them."""
    if not offered(app):
        return ""
    debrief: Debrief | None = app.debrief
    if debrief is not None and debrief.of != key(app):  # it is of another battle
        debrief = None
    if debrief is not None and debrief.running:
        text = '<p class="status" id="debriefing">' + e(t("working"))
        text += ' <span class="progress">' + e(debrief.progress) + "</span> "
        return text + button(t("cancel"), "cancel", "debrief", css="ghost", extra='id="debrief-stop"') + "</p>"
    if debrief is None:
        inner = icon("dice") + "<span>" + e(t("debrief")) + "</span>"
        return (
            '<div class="tools">'
            + button("", "debrief", css="second", inner=inner, extra='id="debrief-ask"')
            + "</div>"
        )
    text = '<section class="debrief"><h3 id="debrief" tabindex="-1">' + e(t("debrief")) + "</h3>"
    found = debrief.found
    if found is None:
        return text + '<p class="hint">' + w(debrief.said) + "</p></section>"
    text += "<p><strong>" + w(found["text"]) + "</strong></p>"
    for note in found["notes"]:
        text += '<p class="hint">' + w(note) + "</p>"
    options = results.objectives_of(app)
    text += packs.told_by(app)
    text += select("debrief-for", t("odds.objective"), "debrief-for", options, found["objective"])
    return text + bars(found["terms"]) + _steps(app, found["steps"]) + "</section>"


def bars(terms: list[Doc]) -> str:
    """What it was worth at the start, what was gained and lost, and what it came to: each from where the last ends."""
    here, low, high = 0.0, 0.0, 1.0 if "%" in terms[0]["value_text"] else 0.0
    spans = []
    for term in terms:
        whole = term["key"] in ("start", "end")
        start = 0.0 if whole else here
        here = start + fraction(term["value"])
        spans.append((min(start, here), max(start, here), "whole" if whole else "good" if here >= start else "fill"))
        low, high = min(low, here), max(high, here)
    share = SCALE / ((high - low) or 1)
    text = '<ul class="summary">'
    for term, (start, end, css) in zip(terms, spans):
        text += '<li><span class="what">' + w(term["title"]) + '</span><span class="value">' + e(term["value_text"])
        text += '</span><svg class="meter" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">'
        text += '<rect class="track" width="1000" height="10"/>'
        if end > start:
            place = min(int((start - low) * share + 0.5), SCALE - 6)
            width = max(6, int((end - start) * share + 0.5))
            text += '<rect class="' + css + '" x="' + str(place) + '" width="' + str(width) + '" height="10"/>'
        text += "</svg></li>"
    return text + "</ul>"


def _steps(app: State, steps: list[Doc]) -> str:
    """Every roll, and every choice that was not the best: a tap goes back to it."""
    if not steps:
        return ""
    lines: dict[int, str] = {}
    for line in app.position.get("log") or []:
        if line["step"] not in lines:
            lines[line["step"]] = line["text"]
    text = '<p class="hint">' + e(t("log.hint")) + '</p><ul class="cards">'
    for step in steps:
        label = step["label"] if step["kind"] == "choice" else lines.get(step["step"]) or step["label"]
        inner = '<span class="hush">' + e(t("log.undo")) + '</span><span class="what">' + w(label)
        about = e(app.title_of("sides", step["side"])) if step["side"] else e(t("log.agreed"))
        if step["note"]:
            about += " · " + w(step["note"])
        inner += (
            '<span class="help">' + about + '</span></span><span class="value">' + e(step["value_text"]) + "</span>"
        )
        text += "<li>" + button("", "back", step["step"], css="option", inner=inner) + "</li>"
    return text + "</ul>"
