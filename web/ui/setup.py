"""The parts of the page for setting a battle up, as HTML."""

from __future__ import annotations

import answers
import awaited
import battles
import form
import packs
from parts import button, details, e, field, icon, kept, notice, segments, select, told, w, waits
from shapes import Doc
from state import State
from texts import t


def top(app: State) -> str:
    """Which game it is; during a fight, which battle."""
    if app.fighting:
        return '<h1 class="now">' + w(battles.title(app) or t("untitled")) + "</h1>"
    games = [(entry["key"], t("own.game") if entry.get("own") else entry["title"]) for entry in app.rulesets]
    chosen = app.battle.scenario.get("ruleset")
    own = app.battle.scenario.get("game")
    for index, entry in enumerate(app.device.games):
        games.append(("@" + str(index), entry["title"]))
        if entry["game"] == own:
            chosen, own = "@" + str(index), ""
    if own and app.schema:
        games.append(("@", app.schema["ruleset"]["title"]))
        chosen = "@"
    return select("game", t("game"), "ruleset", games, chosen, hidden=True)


def editions(app: State) -> str:
    """The editions of the rules, of which one is chosen; nothing where there is but one."""
    found = [(entry["key"], entry["title"]) for entry in app.listed("editions")]
    return segments(t("edition"), "edition", found, app.edition) if len(found) > 1 else ""


def procedures(app: State) -> list[tuple[str, str]]:
    """What can be umpired; to several attacks leads the panel of a hex."""
    chosen = form.procedure(app).get("key", "")
    return [
        (entry["key"], entry["title"])
        for entry in app.listed("procedures")
        if entry["key"] == chosen or "attacks" not in entry.get("inputs", ())
    ]


def several(app: State) -> bool:
    """Whether there are several kinds of battle: there is no room above the board for the editions besides."""
    return len(procedures(app)) > 1


def boardbar(app: State) -> str:
    """The line above the board: edition or kind of battle, and undo."""
    if app.fighting:
        return ""
    text = "" if several(app) else editions(app)
    if several(app):
        text += select(
            "procedure", t("procedure"), "procedure", procedures(app), form.procedure(app).get("key", ""), hidden=True
        )
    text = '<div class="which">' + text + "</div>"
    off = "" if app.battle.past else "disabled"
    text += '<div class="tools">' + button(t("undo"), "undo", css="ghost square", extra=off, inner=icon("undo"))
    off = "" if app.battle.future else "disabled"
    text += button(t("redo"), "redo", css="ghost square", extra=off, inner=icon("redo"))
    text += button(t("line.open"), "line", css="ghost square", extra='id="to-line"', inner=icon("line"))
    return text + button(t("new"), "new", css="ghost square", inner=icon("plus")) + "</div>"


def caption(app: State) -> str:
    """The line under the board: which battle this is, and what to do."""
    if app.fighting:
        return ""
    text = '<h1 class="title">' + e(battles.title(app) or t("untitled")) + "</h1>"
    if not app.look.selected:
        text += '<p class="hint">' + e(t("board.hint")) + "</p>"
    return text


def conditions(app: State) -> str:
    """Conditions and readings."""
    if app.fighting or not app.schema:
        return ""
    shown, rest = form.conditions(app)
    stated = app.battle.scenario.get("conditions") or {}
    text = ""
    chosen = editions(app) if several(app) else ""
    if shown or rest or chosen:
        text += "<h2>" + e(t("conditions")) + "</h2>"
        if chosen:
            text += '<div class="row"><span class="what">' + e(t("edition")) + "</span>" + chosen + "</div>"
        if shown:
            text += _fields(app, shown, stated, "condition", "f-conditions-")
        else:
            text += '<p class="hint">' + e(t("conditions.none")) + "</p>"
        if rest:
            body = _fields(app, rest, stated, "condition", "f-conditions-")
            text += details(app, "conditions", t("conditions.all", n=len(rest)), body)
    readings, others = form.readings(app)
    if readings or others:
        stated = app.battle.scenario.get("readings") or {}
        body = '<p class="hint">%s</p>' % e(t("readings.note"))
        body += _fields(app, readings + others, stated, "reading", "f-readings-")
        text += details(app, "readings", t("readings", n=len(readings + others)), body)
    return text + packs.brief(app) + awaited.own(app)


def _fields(app: State, fields: list[Doc], stated: Doc, name: str, start: str) -> str:
    """The controls of some fields."""
    values = [stated.get(entry["key"], entry["default"]) for entry in fields]

    def draw() -> str:
        inner = [field(app, entry, value, name, entry["key"], "", start) for entry, value in zip(fields, values)]
        return '<div class="fields">%s</div>' % "".join(inner)

    return kept(start + str(fields[0]["key"]), [app.schema, fields, values, dict(app.look.mistyped)], draw)


def status(app: State) -> str:
    """How the engine is, when there is something to say."""
    if app.engine.state == "failed":
        return (
            '<p class="status bad">' + told("engine.failed", "reason", app.engine.fault) + " "
            + button(t("engine.retry"), "retry", css="ghost") + "</p>"
        )  # fmt: skip
    text = "" if app.fighting else notice(app, "notice")
    if app.device.rules_bad and not app.fighting:
        text += awaited.drawn("address", app)
    if app.engine.state != "loading":
        return text
    if app.engine.stalled:
        said = e(t("engine.stalled")) + " " + button(t("engine.retry"), "restart", css="ghost")
        return text + '<p class="status bad" id="loading">' + said + "</p>"
    if 0 < app.engine.got < app.engine.total:
        said = t("engine.got", got=megabytes(app.engine.got), total=megabytes(app.engine.total))
    else:
        said = t("engine.loading")
    return text + '<p class="status quiet" id="loading">' + e(said) + "</p>"


def megabytes(bytes: int) -> str:
    """A number of bytes in millions, with one digit after the point."""
    tenths = (bytes + 50000) // 100000
    return str(tenths // 10) + t("number.decimal") + str(tenths % 10)


def _asked(app: State) -> str:
    """Who is to do something in a fight that has no odds now."""
    node = app.node
    if not node or node["kind"] == "end":
        return node["title"] if node else t("working")
    title = app.title_of("sides", node.get("side", ""))
    return t("side.rolls" if node["kind"] == "chance" else "side.decides", side=title)


def _chances(app: State) -> str:
    """The chances, or why there are none."""
    wait = '<span class="chance soon">' + e(waits(app) or t("working")) + "</span>"
    if not app.current:
        return wait
    count = len(answers.problems(app))
    bar = app.position.get("bar")
    if count and app.units:
        inner = '<span class="chance">' + e(t("bar.problems", n=count)) + "</span>"
        return button("", "problems", css="ghost settle", inner=inner)
    if not (bar and app.units) and not app.fighting:
        return '<span class="chance">' + e(t("bar.none")) + "</span>"
    if answers.told(app):
        return '<span class="chance">' + e(app.node["title"]) + "</span>"
    if not app.odds_current:
        return wait
    if app.answers.outcomes and not (app.node and app.node["kind"] == "end"):
        takes, summary = answers.takes_hex(app), app.answers.outcomes.get("summary") or []
        title, percent = (answers.takes_said(app), takes) if takes else ("", "")
        if summary and not takes and (form.by_odds(app) or len(summary) > 1):  # without dice nothing is a chance
            title, percent = summary[0]["title"], summary[0]["percent"]
        text = '<span class="chance">' + e(title) + " <b>" + e(percent) + "</b></span>" if title else ""
        return text + packs.told_by(app, True)
    return "" if bar and app.units else '<span class="chance">' + e(_asked(app)) + "</span>"


def _odds(said: str, more: str) -> str:
    """The odds in short; in smaller letters where they are many words."""
    return '<span class="odds' + (" long" if len(said) > 19 else "") + '"' + more + ">" + e(said) + "</span>"


def _sum(app: State) -> str:
    """The figures of the battle: what the engine says, or the link that brought it."""
    text = ""
    if app.units and app.current and app.position.get("bar"):
        text = _odds(app.position["bar"], "")
    said = answers.said_by_link(app)
    if said:
        lang, odds, chance = said
        text += _odds(odds, ' lang="' + e(lang) + '"') + '<span class="chance">'
        text += '<span lang="' + e(lang) + '">' + e(chance) + "</span> · " if chance else ""
        return text + e(t("bar.said")) + "</span>"
    if not app.units and not app.answers.refused:
        return text + '<span class="chance">' + e(t("bar.none")) + "</span>"
    return text + _chances(app)


def foot(app: State) -> str:
    """The bar that never leaves the bottom."""
    text = '<div class="sum' + ("" if app.current and app.odds_current else " stale") + '" id="sum">'
    text += _sum(app) + "</div>"
    if app.fighting:
        off = "" if app.battle.actions else "disabled"
        inner = icon("undo") + "<span>" + e(t("undo")) + "</span>"
        text += button(t("undo"), "back", css="second", extra='id="undo-step" ' + off, inner=inner)
        return text + button("", "setup", css="second", extra='id="to-setup"', inner=e(t("setup.short")))
    if answers.told(app) and app.current:
        return text
    off = "" if app.node and app.current else "disabled"
    label = t("resume") if app.battle.actions else t("fight") if form.by_odds(app) else t("play")
    return text + button(label, "fight", css="primary", extra='id="fight" ' + off)
