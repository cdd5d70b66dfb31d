"""The fight: log, one question at a time, best play, the end, as HTML."""

from __future__ import annotations

import charted
import chartpack
import choosing
import debriefing
import form
import losses
import mailed
import packs
import results
from losing import losing
from parts import beside, button, chips, data, details, e, icon, notice, plain, select, w
from shapes import Doc
from state import State
from texts import t
from values import printed
from why import cited, lines_of, reckoned

UMPIRE = "umpire"  # the side of what neither side decides
PIPS = (
    (),
    ((2, 2),),
    ((1, 1), (3, 3)),
    ((1, 1), (2, 2), (3, 3)),
    ((1, 1), (1, 3), (3, 1), (3, 3)),
    ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
)


def die(n: int) -> str:
    """A die's face."""
    text = (
        '<svg class="die" viewBox="0 0 40 40" aria-hidden="true"><rect x="1.5" y="1.5" width="37" height="37" rx="8"/>'
    )
    for x, y in PIPS[n]:
        text += '<circle cx="%d" cy="%d" r="3.6"/>' % (x * 10, y * 10)
    return text + "</svg>"


def face_number(face: str, faces: list[Doc]) -> int:
    """The number of pips of a face, or 0 when it is no face of an ordinary die."""
    number = face.split("=")[-1]
    return int(number) if len(faces) == 6 and number in ("1", "2", "3", "4", "5", "6") else 0


def umpire(app: State) -> str:
    """The whole lower half during a fight."""
    if not app.fighting:
        return ""
    view = app.answers.view
    if not view or not app.node:
        waits = "" if app.answers.refused else '<p class="empty">' + e(t("fight.wait")) + "</p>"
        return notice(app, "refusal") + waits
    number = view.get("round")
    text = '<div class="umpirehead"><h2>' + e(t("umpire")) + "</h2>"
    text += '<span class="round">' + e(t("round", n=number)) + "</span></div>" if number else "</div>"
    text += (
        log(app)
        + mailed.line(app)
        + '<div class="question'
        + ("" if app.current else " stale")
        + '">'
        + notice(app, "refusal")
        + question(app)
        + "</div>"
    )
    if app.node["kind"] != "end":
        text += agree(app)
    return text + debriefing.section(app)


def log(app: State) -> str:
    """What happened so far; each line can be taken back."""
    lines = app.position.get("log") or []
    text = '<ol class="log" id="log" tabindex="0" aria-label="' + e(t("log")) + '">'
    if not lines:
        text += '<li class="first">' + e(t("log.start")) + "</li>"
    before = None
    for number, line in enumerate(lines):
        step = line["step"]
        agreed = step < len(app.battle.actions) and app.battle.actions[step].startswith("!")
        mark = '<span class="agreed">%s</span>' % e(t("log.agreed")) if agreed else ""
        side = " by-" + e(line["side"]) if line.get("side") else ""
        css = "line%s%s" % (" new" if step != before else "", side)
        before = step
        inner = '<span class="hush">%s</span>%s<span class="what">%s</span>' % (e(t("log.undo")), mark, w(line["text"]))
        below = ""
        if line.get("trace"):
            fold = "log-%d %s" % (number, line["text"])  # in another battle, that line is another one
            below = details(app, fold, t("log.trace"), reckoned(line["trace"]), "reckoned")
            shown = cited(line["trace"])  # once it is open; a line whose rules all stand there keeps the first
            line = {"rules": [rule for rule in printed(line) if rule not in shown] or printed(line)[:1]}
        text += beside(button("", "back", step, css=css, inner=inner), line, below=below)
    text += "</ol>"
    if app.battle.undone:
        text += (
            '<p class="status">'
            + e(t("undone", n=app.battle.steps_back or len(app.battle.undone)))
            + " "
            + button(t("putback"), "putback", css="ghost")
            + "</p>"
        )
    elif lines:
        text += '<p class="hint">' + e(t("log.hint")) + "</p>"
    return text


def question(app: State) -> str:
    """What is asked now."""
    node = app.node
    kind = node["kind"]
    if kind == "end":
        return _end(app, node)
    asked = node.get("side") == UMPIRE  # something that only the players' own charts or books tell
    side = app.title_of("sides", node.get("side", ""))
    who = t("side.tells") if asked else t("side.decides" if kind == "decision" else "side.rolls", side=side)
    text = '<p class="who by-' + e(node.get("side", "")) + '">' + e(who) + "</p>"
    text += '<h3 id="question" tabindex="-1">' + w(node["prompt"]) + "</h3>" + chips(node)
    if app.battle.mail and kind == "chance":
        return text + _best(app)
    if losses.offered(app) and not app.look.narrowed:
        text += losing(app) + _best(app)
    else:
        text += _chance(app, node) if kind == "chance" else choosing.choosing(app) + _best(app)
    if asked and app.listed("packs") and not chartpack.tables(app):
        text += '<p class="hint">' + e(t("packs.asked")) + "</p>" + '<div class="tools">'
        text += (
            button("", "charts", css="second", inner=icon("grid") + "<span>" + e(t("packs.open")) + "</span>")
            + "</div>"
        )
    return text


def _chance(app: State, node: Doc) -> str:
    faces = node["faces"]
    assessment = app.position.get("assessment") or {}
    gives = {}
    for entry in assessment.get("results") or []:
        gives[str(entry["face"])] = entry["result"]
    legend = (form.chart(app) or {}).get("legend") or {}
    total = sum([face["weight"] for face in faces])
    equal = all(face["weight"] == faces[0]["weight"] for face in faces)
    text = button("", "roll", css="primary roll", inner=icon("dice") + "<span>" + e(t("roll")) + "</span>")
    text += (
        '<p class="hint">' + e(t("roll.again")) + '</p><div class="faces' + (" six" if len(faces) == 6 else "") + '">'
    )
    for face in faces:
        id = face["id"]
        number = id.split("=")[-1]
        result = gives.get(id) or gives.get(number) or ""
        pips = face_number(id, faces)
        if pips:
            name = e(t("face", face=number) + (": " if result else ""))
            inner = '%s<span class="hush">%s</span>' % (die(pips), name)
        else:
            inner = '<b class="number">%s</b>' % e(number)
        inner += '<span class="gives">%s%s</span>' % (e(result), charted.heard(result, legend))
        if not equal:
            inner += '<span class="weight">%d/%d</span>' % (face["weight"], total)
        best = _best_face(app, id)
        if best:
            inner += '<span class="weight">%s</span>' % e(best)
        text += button("", "act", id, css="face", inner=inner)
    return text + "</div>" + _best(app)


def _best_face(app: State, id: str) -> str:
    if app.answers.best and app.answers.best_of == app.battle.revision:
        for face in app.answers.best.get("faces") or []:
            if face["id"] == id:
                return str(face["value_text"])
    return ""


def _best(app: State) -> str:
    if app.position["node"].get("judged") is False or not results.objectives_of(app):  # nothing here is compared
        return ""
    if app.answers.solving:
        said = app.answers.solving if app.answers.solving != "…" else ""
        text = '<p class="status" id="solving">' + e(t("working")) + ' <span class="progress">' + e(said) + "</span> "
        return text + button(t("cancel"), "cancel", "solve", css="ghost") + "</p>"
    if app.answers.best and app.answers.best_of == app.battle.revision:
        text = (
            '<p class="bestline">' + e(t("best.title")) + ": <b>" + e(app.answers.best.get("value_text", "")) + "</b>"
        )
        title = app.title_of("objectives", app.answers.best.get("objective", ""))
        text += '<span class="help">' + e(title) + "</span>" + packs.told_by(app) + "</p>"
        plan = app.answers.best.get("plan") or []
        if plan:
            body = '<dl class="plan">'
            for line in plan:
                body += "<div><dt>" + w(line["when"]) + "</dt><dd>" + w(line["do"]) + "</dd></div>"
            text += details(app, "plan", t("best.plan"), body + "</dl>")
        return text
    return (
        '<div class="tools">'
        + button("", "best", css="ghost", inner=icon("bulb") + "<span>" + e(t("best")) + "</span>")
        + "</div>"
    )


def _end(app: State, node: Doc) -> str:
    text = (
        '<p class="who">'
        + e(t("end"))
        + '</p><h3 id="question" tabindex="-1">'
        + w(node["title"])
        + "</h3>"
        + chips(node)
    )
    measures = node.get("measures") or {}
    text += '<dl class="measures">'
    for entry in form.measures(app, app.listed("measures")):
        if entry["key"] in measures:
            text += "<div><dt>" + e(entry["title"]) + "</dt><dd>"
            value = (node.get("shown") or {}).get(entry["key"]) or plain(measures[entry["key"]])
            text += w(value) + "</dd></div>"
    text += "</dl>"
    text += lines_of(app, node) + _luck(app)
    text += (
        '<div class="tools big">'
        + button(t("again"), "again", css="primary")
        + button(t("setup"), "setup", css="second")
    )
    return text + button(t("share"), "share", css="second") + button(t("diary"), "diary", css="second") + "</div>"


def _luck(app: State) -> str:
    """How the dice fell, against all the ways they could have."""
    luck = app.answers.luck
    if not luck or app.answers.luck_of != app.odds_key or not luck["rolls"]:
        return ""
    body = '<ul class="margins">'
    for roll in luck["rolls"]:
        number = roll["face"].split("=")[-1]
        body += '<li><span class="what">' + e(t("face", face=number)) + '<span class="help">'
        body += w(t("luck.roll", percent=roll["percent"])) + '</span></span><span class="value">'
        body += e(roll["value_text"]) + "</span></li>"
    return details(app, "luck", t("luck", percent=luck["percent"]), body + "</ul>")


def agree(app: State) -> str:
    """Overrides: what the table agrees on against the rules."""
    found = app.position.get("overrides") or []
    if not found:
        return ""
    options = [(entry["id"], entry["label"]) for entry in found]
    body = '<div class="fields">' + select(
        "override", t("override.what"), "override", options, app.look.override or options[0][0]
    )
    body += (
        '<label class="field"><span class="name">'
        + e(t("override.note"))
        + '</span><input id="override-note" type="text" maxlength="200" autocomplete="off" value="'
    )
    body += e(app.look.override_note) + '"' + data("set", "override-note") + "></label></div>"
    body += '<div class="tools">' + button(t("override.do"), "agree", css="second") + "</div>"
    return details(app, "agree", t("override"), body)
