"""Dice by mail: how they stand, what may be done, and what the engine is asked, as HTML and documents."""

from __future__ import annotations

from typing import Any

import answers
from parts import button, details, e, icon, w
from shapes import Doc
from state import State
from texts import TEXTS, t

SEATS = ("A", "B")


def spoken() -> bool:
    """Whether the texts of dice by mail have come, which are with those of the guide."""
    return "mail" in TEXTS


def mine(app: State) -> Doc | None:
    """What this device keeps as a player of the battle on the table: his secret, and the commitment that it is of."""
    mail = app.battle.mail or {}
    for seat in SEATS:
        for entry in app.device.secrets:
            if seat in mail and entry.get("of") == mail[seat].get("commitment"):
                return entry
    return None


def joined(app: State) -> Doc | None:
    """What this device keeps of the dice by mail on the table, where it has joined them and A's link is older."""
    mail = app.battle.mail or {}
    for entry in app.device.secrets:
        if "B" not in mail and "A" in mail and entry.get("with") == mail["A"].get("commitment"):
            return entry
    return None


def bare(entry: Doc) -> Doc:
    """A secret as the engine has it."""
    return {key: entry[key] for key in ("secret", "revealed", "position") if key in entry}


def request(app: State, op: str, **extra: Any) -> Doc:
    """Ask about the battle with its dice by mail."""
    found = answers.request(app, op, **extra)
    if app.battle.mail:
        found["mail"] = app.battle.mail
        entry = mine(app)
        if entry and "secret" not in found:
            found["secret"] = bare(entry)
    return found


def told(problem: Doc) -> str:
    """What is wrong, and the way out."""
    return str(problem["message"]) + (": " + str(problem["fix"]) if problem["fix"] else "") + "."


def line(app: State) -> str:
    """How the dice by mail stand, and what this player can do about them; empty without them."""
    if not app.battle.mail:
        return ""
    found = app.answers.mail
    text = '<div class="question" id="mail"><p class="who">'
    if app.answers.mail_of != app.battle.revision or not spoken():
        return text + '</p><p class="status">' + e(t("working")) + "</p></div>"
    seat, been = found["seat"], joined(app)
    text += e(t("mail.you", seat=seat) if seat else t("mail.joined" if been else "mail.watch")) + "</p>"
    for problem in found["problems"]:
        text += '<p class="status">' + w(told(problem)) + "</p>"
    if found["problems"]:
        return text + "</div>"
    text += "<h3>" + w(found["text"]) + "</h3>"
    if not app.device.storable and seat:
        text += '<p class="hint">' + e(t("mail.unkept")) + "</p>"
    return text + '<div class="tools">' + _moves(app, found) + "</div></div>"


def _moves(app: State, found: Doc) -> str:
    """What can be done now: join, reveal, roll, send."""
    seat, waits, been = found["seat"], found["waits"], joined(app)
    send = button("", "share", css="second", inner=icon("share") + "<span>" + e(t("share")) + "</span>")
    if "B" not in (app.battle.mail or {}):
        return send if seat else button(t("mail.rejoin" if been else "mail.join"), "mail-join", css="primary")
    if found["due"] and seat and (seat in waits or not waits):
        said = t("roll") if len(waits) < 2 else t("mail.reveal", n=found["due"])
        return button("", "roll", css="primary roll", inner=icon("dice") + "<span>" + e(said) + "</span>")
    return send


def section(app: State) -> str:
    """Dice by mail in the dialog for sharing: to begin them, or how they stand and how to go on without."""
    if not spoken():
        return ""
    text = "<h3>" + e(t("mail")) + "</h3>"
    if not app.battle.mail:
        text += '<p class="hint">' + e(t("mail.hint")) + '</p><div class="tools">'
        return text + button(t("mail.begin"), "mail-begin", css="second") + "</div>"
    if app.answers.mail_of == app.battle.revision:
        said = [told(problem) for problem in app.answers.mail["problems"]] or [app.answers.mail["text"]]
        text += '<p class="hint">' + w(" ".join(said)) + "</p>"
    body = '<p class="hint">' + e(t("mail.endhint")) + '</p><div class="tools">'
    return text + details(
        app, "mail", t("mail.end"), body + button(t("mail.end"), "mail-end", css="second danger") + "</div>"
    )
