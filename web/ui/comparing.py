"""The same battle with other rules and forces, as HTML: editions, readings, and the least force for a chance."""

from __future__ import annotations

import answers
from parts import button, chips, details, e, icon, told, w
from shapes import Doc
from state import State
from texts import t


def comparing(app: State) -> str:
    """What the engine compared, or the button that asks for it."""
    if app.answers.comparing == app.odds_key:
        text = '<p class="status">' + e(t("working")) + " "
        return text + button(t("cancel"), "cancel", "compare", css="ghost") + "</p>"
    if not app.answers.comparison or app.answers.comparison_of != app.odds_key:
        inner = icon("grid") + "<span>" + e(t("compare.do")) + "</span>"
        return '<div class="tools">' + button("", "compare", css="second", inner=inner) + _sheet() + "</div>"
    found = app.answers.comparison
    text = '<section class="compare"><h2 class="sub" id="compare" tabindex="-1">' + e(t("compare")) + "</h2>"
    if app.battle.actions:
        text += '<p class="hint">' + e(t("compare.start")) + "</p>"
    if len(found["editions"]) > 1:
        text += "<h3>" + e(t("compare.editions")) + "</h3>" + _cases(app, found["editions"], "edition")
    quiet = []
    for reading in found["readings"]:
        if not reading["matters"]:
            quiet.append(reading)
            continue
        text += "<h3>" + w(reading["title"]) + " " + chips(reading) + "</h3>"
        text += _cases(app, reading["options"], reading["key"])
    if quiet:
        body = '<ul class="skipped">'
        for reading in quiet:
            body += '<li><span class="what">' + w(reading["title"]) + "</span>"
            body += chips(reading) + "</li>"
        text += details(app, "quiet", t("compare.quiet", n=len(quiet)), body + "</ul>")
    if not found["complete"]:
        text += '<p class="hint">' + e(t("compare.incomplete")) + "</p>"
    return text + _force(app, found["force"]) + '<div class="tools">' + _sheet() + "</div></section>"


def _sheet() -> str:
    """The buttons that open the chart with the battle's own odds, and another set-up beside this one."""
    return button(t("ownodds"), "ownodds", css="second") + another()


def another() -> str:
    """The button that puts another set-up beside this one."""
    return button(t("beside"), "beside", css="second")


def _cases(app: State, cases: list[Doc], key: str) -> str:
    text = '<ul class="cases">'
    for case in cases:
        css = "case" + (" asis" if case["current"] else "")
        text += '<li class="' + css + '"><div class="line"><span class="what">' + w(case["title"])
        if case["current"]:
            text += ' <span class="agreed">' + e(t("compare.now")) + "</span>"
        said = case["note"] or " ".join([problem["message"] for problem in case["problems"]])
        if said:
            text += '<span class="help">' + w(said) + "</span>"
        text += '</span><span class="value">' + e(case["bar"])
        if case["taken"]:
            text += '<span class="help">' + e(answers.takes_said(app)) + " " + e(case["taken"]["percent"]) + "</span>"
        text += "</span></div>"
        if case["lines"] and not case["current"]:
            body = '<ul class="margins">'
            for pair in case["lines"]:
                body += _moved(pair["before"], pair["after"])
            text += details(app, "case " + key + " " + case["key"], t("compare.lines"), body + "</ul>")
        text += "</li>"
    return text + "</ul>"


def _moved(before: Doc | None, after: Doc | None) -> str:
    """A line of the reckoning that another edition or reading moves."""
    line = after or before or {}
    shown = [_shown(before), _shown(after)]
    text = '<li><span class="what">' + w(line["label"]) + '<span class="help">' + w(shown[0]) + " → " + w(shown[1])
    return text + "</span></span>" + chips(line) + "</li>"


def _shown(line: Doc | None) -> str:
    if not line:
        return t("none")
    if line["skipped"]:
        return str(line["note"]) or t("none")
    return str(line["note"] if line["value"] is None else line["value"])


def _of(row: Doc) -> str:
    """Whose counters or whose strength is changed, or what is added, and in which hexes."""
    what, unit = row["kind"], row["label"]
    if what == "counters":
        text = told("force.counters", "unit", unit)
    elif what == "strength":
        text = told("force.strength", "unit", unit)
    elif what == "points":
        text = told("force.points", "unit", unit)
    else:
        text = told("force.added", "unit", unit) if what == "added" else told("force.factors", "unit", unit)
    return text + " · " + e(", ".join(row["places"]))


def _force(app: State, force: Doc) -> str:
    if not force:
        return ""
    text = "<h3>" + e(t("force")) + '</h3><ul class="margins">'
    for goal in force["thresholds"]:
        text += '<li><span class="what">' + e(t("force.goal", percent=goal["percent"])) + '<span class="help">'
        if goal["met"]:
            text += e(t("force.met"))
        elif goal["least"]:
            text += "<br>".join([_of(way) + " +" + e(way["add"]) for way in goal["least"]])
        else:
            text += e(t("force.never", n=force["most"]))
        text += "</span></span></li>"
    text += "</ul>"
    body = ""
    for row in force["rows"]:
        body += "<h4>" + _of(row) + '</h4><ul class="margins">'
        for step in row["steps"]:
            add = ("+" if step["add"] > 0 else "") + str(step["add"]).replace("-", "−")
            body += '<li><span class="what">' + e(add) + '<span class="help">' + w(step["note"] or step["bar"])
            body += '</span></span><span class="value">' + e(step["percent"] or "") + "</span></li>"
        body += "</ul>"
    return text + (details(app, "force", t("force.rows"), body) if body else "")
