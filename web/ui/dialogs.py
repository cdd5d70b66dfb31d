"""The page's dialogs, as HTML: battles, sharing, settings."""

from __future__ import annotations

from collections.abc import Callable

import backup
import grid
import helping
import mailed
import owngames
import rulebook
import snippets
from parts import beside, button, data, details, e, icon, notice, segments, select
from shapes import Doc
from state import State
from texts import date, language, t
from values import MOST_SAVED

THEMES = ("auto", "light", "dark")
MOST_SHOWN = 5  # of the last battles; the others are folded away


def _head(title: str) -> str:
    text = '<div class="sheethead"><h2 class="dialogtitle">' + e(title) + "</h2>"
    return text + button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"


def battles(app: State) -> str:
    """Examples and the last battles."""
    text = _head(t("battles"))
    text += (
        '<div class="tools">'
        + button("", "new-close", css="second", inner=icon("plus") + "<span>" + e(t("new")) + "</span>")
        + button(t("drill"), "drill", css="second")
        + "</div>"
    )
    text += '<label class="field"><span class="name">' + e(t("file.open")) + "</span>"
    text += '<input id="battlefile" type="file" accept=".hexumpire,.json,.toml"'
    text += data("set", "battlefile") + "></label>"
    text += _saved(app) + owngames.section(app) + _examples(app)
    return text + (backup.section(app) if app.device.storable or app.device.saved else "")


def _saved(app: State) -> str:
    """The last battles on this device."""
    text = "<h3>" + e(t("saved")) + '</h3><div class="tools">' + button(t("diary"), "diary", css="second") + "</div>"
    if not app.device.storable or not app.device.saved:
        text += '<p class="hint">' + e(t("saved.none") if app.device.storable else t("saved.refused")) + "</p>"
    if not app.device.saved:
        return text
    text += '<ul class="cards">' + "".join([_kept(app, entry) for entry in app.device.saved[:MOST_SHOWN]]) + "</ul>"
    rest = app.device.saved[MOST_SHOWN:]
    if rest:
        inner = '<ul class="cards">' + "".join([_kept(app, entry) for entry in rest]) + "</ul>"
        text += details(app, "saved", t("saved.more", n=len(rest)), inner)
    if len(app.device.saved) >= MOST_SAVED:
        text += '<p class="hint">' + e(t("saved.full", n=MOST_SAVED)) + "</p>"
    return text


def _kept(app: State, entry: Doc) -> str:
    """One of the last battles."""
    title = entry.get("title") or t("untitled")
    inner = '<span class="what">' + e(title) + '<span class="help">' + e(date(entry.get("when", ""))) + " · "
    inner += e(backup.about(app, entry)) + "</span></span>"
    text = '<li class="pair"><button type="button" class="option"' + data("do", "saved-open", entry["id"]) + ">"
    text += inner + "</button>"
    text += button(t("saved.delete", title=title), "saved-delete", entry["id"], css="ghost square", inner=icon("close"))
    return text + "</li>"


def _examples(app: State) -> str:
    """The examples of the game."""
    text = ""
    examples = app.listed("examples")
    if examples:
        text += "<h3>" + e(t("examples")) + '</h3><ul class="cards">'
        for entry in examples:
            inner = '<span class="what">' + e(entry["title"])
            if entry.get("note"):
                inner += '<span class="help">' + e(entry["note"]) + "</span>"
            control = button("", "example-close", entry["key"], css="option", inner=inner + "</span>")
            text += beside(control, entry, entry["key"])
        text += "</ul>"
    if app.schema and app.schema.get("more_examples"):
        said = app.examples_fault
        text += '<p class="status">' + e(said or t("working"))
        text += " " + button(t("engine.retry"), "battles", css="second") if said else ""
        text += "</p>"
    return text


def share(app: State) -> str:
    """Link, text and picture."""
    text = _head(t("share.title"))
    link = app.share.get("link", "")
    text += (
        '<label class="field"><span class="name">'
        + e(t("share.link"))
        + '</span><input id="share-link" type="text" readonly value="'
        + e(link)
        + '"></label>'
    )
    text += '<p class="hint">' + e(t("share.note")) + '</p><div class="tools">'
    off = "" if link else "disabled"
    text += button(t("share.copy"), "copy-link", css="primary", extra=off)
    if app.share.get("can_send"):
        text += button(t("share.send"), "send-link", css="second", extra=off)
    text += button(t("file.save"), "save-file", css="second") + button(t("share.svg"), "save-svg", css="second")
    text += button(t("share.png"), "save-png", css="second") + "</div>" + _qr(app)
    if app.share.get("said"):
        text += '<p class="status" role="status">' + e(app.share["said"]) + "</p>"
    text += mailed.section(app)
    text += (
        '<label class="field"><span class="name">'
        + e(t("share.text"))
        + '</span><textarea id="share-text" rows="9" readonly>\n'
        + e(app.share.get("text", ""))
        + "</textarea></label>"
    )
    off = "" if app.share.get("text") else "disabled"
    text += '<div class="tools">' + button(t("share.copytext"), "copy-text", css="second", extra=off) + "</div>"
    return text + _elsewhere(app)


def _qr(app: State) -> str:
    """The link as a picture that another phone can read."""
    qr = app.share.get("qr")
    if qr is None:
        return ""
    if "fault" in qr:
        return '<p class="hint">' + e(qr["fault"]) + "</p>"
    if not qr:
        return '<p class="hint">' + e(t("share.qrlong")) + "</p>"
    edge = str(qr["size"] + 8)  # with the margin that readers need
    body = '<svg class="qr" role="img" aria-label="' + e(t("share.qr")) + '" viewBox="-4 -4 ' + edge + " " + edge
    body += '"><rect x="-4" y="-4" width="' + edge + '" height="' + edge + '" fill="#fff"/><path d="'
    body += e(qr["path"]) + '" fill="#000"/></svg>'
    return details(app, "qr", t("share.qr"), body)


def _elsewhere(app: State) -> str:
    """What to copy into other people's pages, wikis and forums."""
    battle = app.share.get("battle")
    kind = app.share.get("kind") or snippets.KINDS[0]
    shown = snippets.snippet(kind, battle) if battle else app.share.get("unsaid") or t("working")
    kinds = [(key, t("snippet." + key)) for key in snippets.KINDS]
    use = app.share.get("use") or snippets.USES[0]
    framed = kind in snippets.FRAMES and mailed.spoken()
    said = t("frame." + use) if framed else t("share.frames")
    text = "<h3>" + e(t("share.embed")) + '</h3><p class="hint">' + e(said) + "</p>"
    text += select("share-kind", t("share.kind"), "share-kind", kinds, kind)
    if framed:
        uses = [(key, t("use." + key)) for key in snippets.USES]
        text += select("share-use", t("use"), "share-use", uses, use)
    text += '<label class="field"><span class="name">' + e(t("share.snippet"))
    text += (
        '</span><textarea id="share-snippet" rows="5" spellcheck="false" readonly>\n' + e(shown) + "</textarea></label>"
    )
    if battle and kind in snippets.PICTURES:
        text += '<p class="hint">' + e(t("share.pictures", name=battle.picture)) + "</p>"
    off = "" if battle else "disabled"
    text += '<div class="tools">' + button(t("share.copysnippet"), "copy-snippet", css="second", extra=off)
    if kind in snippets.PICTURES:
        text += button(t("share.svg"), "save-svg", css="second")
    return text + "</div>"


def settings(app: State) -> str:
    """The language, light or dark, and the way to the help."""
    text = _head(t("settings")) + select("language", t("language"), "language", app.languages, language())
    if not app.device.storable:
        text += '<p class="hint">' + e(t("settings.unkept")) + "</p>"
    if app.look.again:  # what was chosen has not come; the page behind says so as well
        text += '<div role="status">' + notice(app, "settings-said") + "</div>"
    text += "<h3>" + e(t("theme")) + "</h3>"
    text += segments(t("theme"), "theme", [(key, t("theme." + key)) for key in THEMES], app.look.theme, css="seg wide")
    text += rulebook.setting(app)
    return text + '<div class="tools">' + button(t("help"), "help", css="second") + "</div>"


def help(app: State) -> str:
    """What taps, keys, marks and symbols mean."""
    return _head(t("help")) + helping.help(app)


def charts(app: State) -> str:
    """The players' own charts."""
    return grid.charts(app)


DIALOGS: dict[str, Callable[[State], str]] = {
    "battles": battles,
    "share": share,
    "settings": settings,
    "help": help,
    "charts": charts,
    "rule": rulebook.rulebook,
}
