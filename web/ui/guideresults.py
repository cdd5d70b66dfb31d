"""The guide's step about results, as HTML: every code of the chart with what it does."""

from __future__ import annotations

from typing import Any

import draft as drafts
import meanings
from draft import Draft
from guidefields import name, titles
from parts import button, data, details, e, icon, select
from shapes import Doc
from state import State
from texts import t
from values import slug


def results(app: State, draft: Draft) -> str:
    """Every result of the chart, with what it does."""
    if not draft.codes:
        said = t("own.nocodes") if draft.checked else "" if app.engine.state == "failed" else t("working")
        return '<p class="hint">' + e(said) + "</p>"
    text = ""
    for one in sorted(draft.codes, key=lambda one: one["does"] is not None):
        text += _result(app, draft, one)
    return text


def _result(app: State, draft: Draft, one: Doc) -> str:
    code, does = one["code"], one["does"]
    said = "; ".join([_told(effect) for effect in does]) if does is not None else t("own.unsaid")
    body = ""
    shown = list(does or [])
    for at, effect in enumerate(shown or [""]):
        body += _effect(code, at, effect, len(shown) > 1)
    if shown:
        also = [("", t("own.also"))] + titles("what", [row[0] for row in meanings.WHATS[:-1]])
        body += select(
            "own-also-" + slug(code), t("own.also"), "own-what", also, "", code, str(len(shown)), hidden=True
        )
    entry = drafts.table(drafts.table(draft.doc, "results"), code)
    if not one["usual"]:
        body += '<div class="fields two">'
        body += name(t("own.called"), ["results", code, "title"], entry.get("title"))
        body += name(t("own.rule"), ["results", code, "rule"], entry.get("rule"), most=24) + "</div>"
    if does is None:
        return '<div class="item unsaid"><p><b>' + e(code) + "</b> " + e(said) + "</p>" + body + "</div>"
    if one["usual"]:
        said += " (" + t("own.usual") + ")"
    return details(app, "own-r-" + code, code + ": " + said, body, "item")


def _told(effect: Any) -> str:
    """An effect in the words of the page's language, where its choices have such."""
    found = meanings.read(effect)
    if found is None:
        return meanings.shown(effect)
    what, side, n = found
    return t("own.told." + what, side=t("own.side." + side), n=n)


def _effect(code: str, at: int, effect: Any, several: bool) -> str:
    """The choices for one effect of a result: what, who, how many."""
    found = meanings.read(effect) if effect else None
    id = slug(code) + "-" + str(at)
    whats = titles("what", [row[0] for row in meanings.WHATS])
    if not effect:
        whats.insert(0, ("", t("own.choose")))
    elif found is None:
        whats.insert(0, ("words", t("own.what.words")))
    what = found[0] if found else "words" if effect else ""
    text = '<div class="effect">' + select(
        "own-w-" + id, t("own.does"), "own-what", whats, what, code, str(at), hidden=True
    )
    if found:
        _, _, sided, counted = meanings.entry_of(what)
        if sided:
            sides = titles("side", meanings.SIDES)
            text += select("own-s-" + id, t("own.who"), "own-side", sides, found[1], code, str(at), hidden=True)
        if counted:
            numbers = [(str(n), str(n)) for n in range(1, meanings.MOST + 1)]
            text += select("own-n-" + id, t("own.number"), "own-n", numbers, str(found[2]), code, str(at), hidden=True)
    elif isinstance(effect, str) and effect:
        text += '<input type="text" maxlength="120" autocomplete="off" id="own-t-' + id + '" aria-label="'
        text += e(t("own.what.words")) + '" value="' + e(effect) + '"' + data("set", "own-words", code, at) + ">"
    elif effect:
        text += '<span class="help">' + e(meanings.shown(effect)) + "</span>"
    if several:
        label = t("own.drop", title=meanings.shown(effect))
        text += button(label, "own-unsay", code, at, css="ghost square", inner=icon("close"))
    return text + "</div>"
