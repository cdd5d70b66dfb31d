"""Typed-in games in the list of battles: those kept on the device, files of them, and the way to the guide, as HTML."""

from __future__ import annotations

import awaited
from parts import button, data, e, icon, w
from state import State
from texts import TEXTS, t
from values import form_key


def section(app: State) -> str:
    """The typed-in games, in the list of battles."""
    text = '<h3 id="own-games" tabindex="-1">' + e(t("own.games")) + '</h3><div class="tools">'
    text += button(t("own.make"), "guide", css="second")
    if app.schema and app.schema["ruleset"]["takes_games"]:
        text += button(t("own.change", title=app.schema["ruleset"]["title"]), "guide", "this", css="second")
        if "game" in app.battle.scenario and not _kept(app, form_key(app.battle.scenario)):
            text += button(t("own.keepthis", title=app.schema["ruleset"]["title"]), "own-keepthis", css="second")
    text += "</div>"
    if app.device.games:
        text += '<ul class="cards">'
        for index, entry in enumerate(app.device.games):
            title = entry["title"]
            inner = '<span class="what">' + e(title) + "</span>"
            text += '<li class="pair own">' + button("", "own-open", index, css="option", inner=inner)
            text += button(
                t("own.rename", title=title), "own-rename", index, css="ghost", inner=e(t("own.rename.short"))
            )
            text += button(t("own.export", title=title), "own-export", index, css="ghost", inner=e(t("own.file.short")))
            text += button(t("saved.delete", title=title), "own-forget", index, css="ghost square", inner=icon("close"))
            text += "</li>"
        text += "</ul>"
    text += '<label class="field"><span class="name">' + e(t("own.import")) + "</span>"
    text += '<input id="gamefile" type="file" accept=".toml,.json"' + data("set", "own-import") + "></label>"
    if app.own_said:
        text += '<div role="status"><p class="status">' + e(app.own_said) + "</p>"
        if app.own_wrong:
            text += '<ul class="faults">'
            for problem in app.own_wrong:
                text += "<li>" + w(problem["message"]) + '<span class="help">' + w(problem.get("fix") or "") + "</span>"
                text += '<span class="help">' + e(problem["path"]) + "</span></li>"
            text += "</ul>"
        text += "</div>"
    return text


def way(app: State) -> str:
    """The way to the guide, beside a game that can be typed in."""
    text = '<div class="charts"><h2>' + e(t("own.game")) + '</h2><div class="tools">'
    title = app.schema["ruleset"]["title"] if app.schema else ""
    text += button(t("own.change", title=title), "guide", "this", css="second")
    return text + button(t("own.make"), "guide", css="second") + "</div></div>"


def _kept(app: State, game: str) -> bool:
    return any(entry["game"] == game for entry in app.device.games)


def base(app: State) -> str:
    """The key of the ruleset that typed-in games are of."""
    return str(next(entry["key"] for entry in app.rulesets if entry["own"]))


def guide(app: State) -> str:
    """The guide, or that it is awaited."""
    if "guide" in awaited.DRAWERS and "own.guide" in TEXTS:
        return awaited.DRAWERS["guide"](app)
    text = '<p class="status">' + e(app.own_said or t("working")) + '</p><div class="tools">'
    if app.own_said:
        text += button(t("engine.retry"), "guide", app.own_of, css="second")
    return text + button(t("close"), "close", css="second") + "</div>"
