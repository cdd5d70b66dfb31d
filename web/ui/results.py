"""Odds and Notes, and what the chosen tab shows, as HTML."""

from __future__ import annotations

from typing import Any

import answers
import awaited
import charted
import chartpack
import comparing
import form
import packs
from parts import (
    bar,
    button,
    data,
    details,
    e,
    figures,
    fraction,
    icon,
    plain,
    segments,
    select,
    w,
    waits,
)
from shapes import Doc
from state import State
from texts import t


def results(app: State) -> str:
    """What the chosen tab shows, of those that are drawn here."""
    return {"odds": odds, "chart": charted.chart, "notes": notes}[app.look.tab](app)


# --- odds --------------------------------------------------------------------------------------------------


def odds(app: State) -> str:
    """What will come of it: the exact distribution."""
    found = app.answers.outcomes
    known = app.current and app.odds_current
    if not found or (waits(app) and not known):
        if known:
            said = app.answers.odds_problem or t("odds.empty")
        else:
            said = (waits(app) or t("working")) if app.units else t("odds.empty")
        text = '<p class="empty">' + w(said) + "</p>"
        if app.answers.odds_problem and app.listed("packs") and not chartpack.tables(app):
            inner = icon("grid") + "<span>" + e(t("packs.open")) + "</span>"
            text += '<div class="tools">' + button("", "charts", css="second", inner=inner) + "</div>"
        if app.schema and app.units:
            text += _policies(app) + '<div class="tools">' + comparing.another() + "</div>"
            return text + (awaited.drawn("plan", app) if answers.problems(app) else "")
        return text + (_policies(app) if app.schema else "")
    if not form.by_odds(app) and len(found["rows"]) == 1:
        return '<p class="hint">' + e(t("odds.sure")) + "</p>" + _policies(app)
    text = '<p class="hint" id="odds-note" tabindex="-1">' + w(found["note"]) + "</p>" if found.get("note") else ""
    text += _further(app, found)
    text += packs.told_by(app) + '<ul class="summary">'
    for entry in found.get("summary") or []:
        text += (
            '<li><span class="what">'
            + e(entry["title"])
            + '</span><span class="value">'
            + e(entry["percent"])
            + "</span>"
        )
        text += bar(fraction(entry["p"])) + "</li>"
    text = figures(text + "</ul>", "odds") + _measures(app, found) + _hexes(found)
    text += figures(_rounds(found) + _joint(app, found) + _rows(app, found), "odds")
    return text + _policies(app) + awaited.drawn("comparing", app)


def _further(app: State, found: Doc) -> str:
    """The button that has more worked out where something is open, or how far that is."""
    said, of = app.answers.further
    if of == app.odds_key:
        text = '<p class="status"><span id="further">' + e(said) + "</span> "
        return text + button(t("cancel"), "cancel", "further", css="ghost") + "</p>"
    if not found.get("further"):
        return ""
    return '<div class="tools">' + button(t("odds.further"), "further", css="second") + "</div>"


def _measures(app: State, found: Doc) -> str:
    measures = form.measures(app, found.get("measures") or [])
    if not measures:
        return ""
    chosen = measures[0]
    for measure in measures:
        if measure["key"] == app.look.measure:
            chosen = measure
    text = '<h2 class="sub" id="measure-title">' + e(t("odds.measure")) + '</h2><div class="pick">'
    if len(measures) > 1:
        options = [(measure["key"], measure["title"]) for measure in measures]
        text += select("measure", t("odds.view"), "measure", options, chosen["key"], hidden=True)
    text += segments(
        t("odds.view"),
        "least",
        [("exact", t("odds.exact")), ("least", t("odds.least"))],
        "least" if app.look.least else "exact",
    )
    text += (
        '</div><div class="figures of-odds"><table class="dist"><caption class="hush">'
        + e(chosen["title"])
        + '</caption><thead><tr><th scope="col"><span class="hush">'
    )
    text += e(chosen["title"]) + '</span></th><th scope="col"><span class="hush">' + e(t("odds.chance"))
    text += (
        '</span></th><th scope="col" class="num">'
        + e(t("odds.least") if app.look.least else t("odds.chance"))
        + "</th></tr></thead><tbody>"
    )
    for value in chosen["values"]:
        p, percent = value["p"], value["percent"]
        if app.look.least:
            p, percent = value["at_least"], value["at_least_percent"]
        head = value.get("text") or ("≥ " if app.look.least else "") + plain(value["value"])
        text += (
            '<tr><th scope="row">'
            + w(head)
            + "</th><td>"
            + bar(fraction(p))
            + '</td><td class="num">'
            + e(percent)
            + "</td></tr>"
        )
    return text + "</tbody></table></div>"


def _hexes(found: Doc) -> str:
    """The chance of each single hex, where several may be taken."""
    if not found.get("hexes"):
        return ""
    text = '<h2 class="sub">' + e(t("odds.hexes")) + '</h2><ul class="summary">'
    for entry in found["hexes"]:
        text += '<li><span class="what">' + e(entry["text"]) + '</span><span class="value">'
        text += e(entry["percent"]) + "</span>" + bar(fraction(entry["p"])) + "</li>"
    return figures(text + "</ul>", "odds")


def _rounds(found: Doc) -> str:
    rounds = found.get("rounds") or []
    if not rounds:
        return ""
    keys = []
    titles = {}
    for entry in rounds:
        for result in entry["results"]:
            if result["key"] not in titles:
                keys.append(result["key"])
                titles[result["key"]] = result["title"]
    text = (
        '<h2 class="sub">'
        + e(t("odds.rounds"))
        + '</h2><div class="scroll" tabindex="0" role="region" aria-label="'
        + e(t("odds.rounds"))
    )
    text += '"><table class="grid"><thead><tr><th scope="col">' + e(t("odds.result")) + "</th>"
    for entry in rounds:
        text += '<th scope="col" class="num">' + e(t("odds.round", n=entry["round"])) + "</th>"
    text += "</tr></thead><tbody>"
    for key in keys:
        text += '<tr><th scope="row">' + w(titles[key]) + "</th>"
        for entry in rounds:
            percent = "–"
            for result in entry["results"]:
                if result["key"] == key:
                    percent = result["percent"]
            text += '<td class="num">' + e(percent) + "</td>"
        text += "</tr>"
    return text + "</tbody></table></div>"


def _joint(app: State, found: Doc) -> str:
    joint = found.get("joint")
    if not joint or not joint.get("cells"):
        return ""
    cells: dict[str, list[tuple[Doc, float]]] = {}
    columns, lines = [], []
    most = 0.0
    for cell in joint["cells"]:
        x, y = cell["x"], cell["y"]
        key = str(x) + "|" + str(y)
        share = fraction(cell["p"])
        if key not in cells:
            cells[key] = []
        cells[key].append((cell, share))
        if x not in columns:
            columns.append(x)
        if y not in lines:
            lines.append(y)
    columns.sort()
    lines.sort()
    sums = {key: sum([pair[1] for pair in cells[key]]) for key in cells}
    most = max([sums[key] for key in sums])
    x_title, y_title = _axis(app, joint["x"]), _axis(app, joint["y"])
    text = '<h2 class="sub">' + e(t("odds.joint")) + '</h2><p class="hint">→ ' + e(x_title) + " · ↓ " + e(y_title)
    if any(cell.get("hex") for cell in joint["cells"]):
        text += " · " + icon("flag") + " " + e(answers.takes_said(app))
    text += "</p>"
    text += charted.scrolled(t("odds.joint")) + '<table class="joint"><thead><tr><td></td>'
    for x in columns:
        text += '<th scope="col">' + e(plain(x)) + "</th>"
    text += "</tr></thead><tbody>"
    for y in lines:
        text += '<tr><th scope="row">' + e(plain(y)) + "</th>"
        for x in columns:
            here = cells.get(str(x) + "|" + str(y))
            if not here:
                text += "<td></td>"
                continue
            level = 1 + int(5.99 * sums[str(x) + "|" + str(y)] / most)
            text += '<td class="l' + str(min(6, level)) + '">'
            for cell, _ in here:
                held = cell.get("hex")
                mark = icon("flag"), e(answers.takes_said(app))
                flag = '<span class="flag">%s<span class="hush">, %s</span></span>' % mark if held else ""
                text += "<div>%s%s</div>" % (e(cell["percent"]), flag)
            text += "</td>"
        text += "</tr>"
    return text + "</tbody></table></div>"


def _axis(app: State, axis: Any) -> str:
    if isinstance(axis, dict):
        return str(axis.get("title", ""))
    return app.title_of("measures", axis)


def _rows(app: State, found: Doc) -> str:
    rows = found.get("rows") or []
    if not rows:
        return ""
    said = {}
    for measure in found.get("measures") or []:
        for value in measure["values"]:
            said["%s|%s" % (measure["key"], value["value"])] = value.get("text")
    measures = form.measures(app, app.listed("measures"))
    heads = [measure["title"] for measure in measures] + [t("odds.chance"), t("odds.exactp")]
    body = [
        charted.scrolled(t("odds.title")),
        '<table class="grid"><thead><tr><th scope="col">',
        e(t("odds.result")),
        "</th>",
    ]
    body += ['<th scope="col" class="num">%s</th>' % e(head) for head in heads]
    body.append("</tr></thead><tbody>")
    for row in rows:
        values = [(measure["key"], row["measures"].get(measure["key"], 0)) for measure in measures]
        cells = [w(said.get("%s|%s" % (key, value)) or plain(value)) for key, value in values]
        cells += [e(row["percent"]), e(row["p"])]
        numbers = '</td><td class="num">'.join(cells)
        body.append('<tr><th scope="row">%s</th><td class="num">%s</td></tr>' % (w(row["title"]), numbers))
    body.append("</tbody></table></div>")
    return details(app, "rows", t("odds.all", n=len(rows)), "".join(body))


def policies_of(app: State, side: str) -> list[tuple[str, str]]:
    """How a side may decide, by key and title: the same key may mean something else for the other side."""
    return [(entry["key"], entry["title"]) for entry in form.policies(app, side)] + [("best", t("policy.best"))]


def objectives_of(app: State) -> list[tuple[str, str]]:
    """What can be played for in what is umpired, by key and title."""
    return [(one["key"], one["title"]) for one in form.objectives(app)]


def _policies(app: State) -> str:
    text = '<h2 class="sub">' + e(t("odds.policies")) + '</h2><div class="fields two">'
    chosen = app.answers.outcomes.get("policies", {}) if app.answers.outcomes else {}
    mine = form.played(app)
    for side in app.listed("sides"):
        options = policies_of(app, side["key"])
        key = mine.get("policies", {}).get(side["key"]) or chosen.get(side["key"]) or options[0][0]
        text += select(
            "policy-" + side["key"], t("odds.policy", side=side["title"]), "policy", options, key, side["key"]
        )
    objectives = objectives_of(app)
    if objectives:
        key = mine.get("objective") or objectives[0][0]
        text += select("objective", t("odds.objective"), "objective", objectives, key)
    return text + "</div>"


# --- notes -------------------------------------------------------------------------------------------------


def notes(app: State) -> str:
    """Title, notes, and the ways out."""
    text = (
        '<div class="fields"><label class="field"><span class="name">'
        + e(t("notes.title"))
        + '</span><input id="notes-title" type="text" maxlength="120" autocomplete="off" value="'
    )
    text += e(app.battle.scenario.get("title", "")) + '"' + data("set", "title") + "></label>"
    text += (
        '<label class="field"><span class="name">'
        + e(t("notes.notes"))
        + '</span><textarea id="notes-text" rows="5" maxlength="4000"'
    )
    text += (
        data("set", "notes")
        + ">\n"
        + e(app.battle.notes)
        + '</textarea><span class="help">'
        + e(t("notes.kept") if app.device.storable else t("saved.refused"))
        + "</span></label></div>"
    )
    return (
        text
        + '<div class="tools">'
        + button("", "share", css="second", inner=icon("share") + "<span>" + e(t("share")) + "</span>")
        + "</div>"
    )
