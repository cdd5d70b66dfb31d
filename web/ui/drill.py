"""Drills, as HTML: a battle, a question, its choices, the proofs, and how many were answered right."""

from __future__ import annotations

from parts import button, chips, e, icon, select, w
from shapes import Doc
from state import State
from texts import language, t

KINDS = ("column", "result", "forgotten", "loss", "retreat")
SOURCES = ("all", "examples", "witnesses", "kept")


class Drill:
    """What is asked of which battles, the question on the screen, and its answer."""

    def __init__(self) -> None:
        self.source = SOURCES[0]
        self.kind = ""
        self.found: Doc | None = None  # as the operation ``drill`` gives it
        self.picture = ""  # the address of its board
        self.language = ""
        self.game = ""  # by the key of its form
        self.chosen = -1  # the choice that was tapped
        self.turn = 0  # goes up with each question that is sought
        self.running = False
        self.said = ""
        self.asked: list[str] = []  # what was asked lately


DRILL = Drill()


def sources(app: State) -> list[str]:
    """The battles that may be asked about: those that are kept only while there are any."""
    return [key for key in SOURCES if key != "kept" or app.device.saved]


def dialog(app: State) -> str:
    """The whole dialog."""
    text = '<div class="sheethead"><h2 class="dialogtitle" id="drill" tabindex="-1">' + e(t("drill")) + "</h2>"
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"
    if DRILL.running:
        text += '<p class="status" role="status">' + e(t("working")) + "</p>"
    elif DRILL.found:
        text += _question(DRILL.found)
    else:
        text += '<p class="status" role="status" id="drill-said" tabindex="-1">' + e(DRILL.said) + "</p>"
        text += '<div class="tools">' + button(t("drill.again"), "drill-next", css="primary") + "</div>"
    return text + _wishes(app) + _score(app)


def _wishes(app: State) -> str:
    """What is asked, and of which battles."""
    options = [(key, t("drill.from." + key)) for key in sources(app)]
    kinds = [("", t("drill.any"))] + [(key, t("drill." + key)) for key in KINDS]
    text = '<div class="drillwishes">' + select("drill-kind", t("drill.kind"), "drill-kind", kinds, DRILL.kind)
    return text + select("drill-from", t("drill.from"), "drill-from", options, DRILL.source) + "</div>"


def right(found: Doc) -> str:
    """The right answer."""
    return str(next(one["title"] for one in found["lesson"]["choices"] if one["right"]))


def _question(found: Doc) -> str:
    """The battle, the question, and the choices; once it is answered, the proofs and the next one."""
    lesson = found["lesson"]
    spoken = "" if DRILL.language == language() else ' lang="' + e(DRILL.language) + '"'
    text = (
        '<section class="drill" data-turn="'
        + str(DRILL.turn)
        + '"'
        + spoken
        + '><h3 id="drill-question" tabindex="-1">'
        + w(lesson["prompt"])
        + "</h3>"
    )
    text += '<img class="drillboard" alt="' + e(t("drill.board")) + '" src="' + e(DRILL.picture)
    text += '">'
    if found["line"]:
        text += '<p class="hint drillline"><b>' + e(t("drill.line")) + ':</b> <code lang="en">'
        text += e(found["line"]) + "</code></p>"
    if found["log"]:
        text += '<p class="hint">' + e(t("drill.log")) + ':</p><ul class="drilllog">'
        text += "".join(["<li>" + w(line["text"]) + "</li>" for line in found["log"]]) + "</ul>"
    if DRILL.chosen >= 0:
        key = "drill.right" if lesson["choices"][DRILL.chosen]["right"] else "drill.wrong"
        text += '<p class="drillsaid" id="drill-said" tabindex="-1"><b>' + e(t(key, answer=right(found))) + "</b></p>"
    else:
        text += '<p class="hint">' + e(t("drill.hint")) + "</p>"
    text += '<ul class="cards">'
    for place, choice in enumerate(lesson["choices"]):
        text += "<li>" + _choice(place, choice, found["example"]) + "</li>"
    text += "</ul>"
    if DRILL.chosen >= 0:
        text += '<div class="tools">' + button(t("drill.next"), "drill-next", css="primary")
        text += button(t("drill.open"), "drill-open", css="second") + "</div>"
    return text + "</section>"


def _choice(place: int, choice: Doc, example: str) -> str:
    """A choice to tap; once the question is answered, whether it is right, and else the proof that it is not."""
    if DRILL.chosen < 0:
        return button(
            "", "drill-answer", place, css="option", inner='<span class="what">' + w(choice["title"]) + "</span>"
        )
    mark = "✓" if choice["right"] else "✗"
    css = "option best" if choice["right"] else "option"
    text = '<div class="' + css + '"><span class="what">' + mark + " " + w(choice["title"]) + "</span></div>"
    if choice["right"]:
        return text
    text += '<div class="drillproof"><p>' + w(choice["text"]) + '</p><ul class="margins">'
    for line in choice["lines"]:
        text += (
            '<li><span class="what">' + w(line["label"]) + " " + chips(line, example) + '</span><span class="value">'
        )
        text += e(line.get("value_text") or line["value"]) + "</span></li>"
    return text + "</ul></div>"


def _score(app: State) -> str:
    """How many were answered right, in all and of each kind."""
    score = app.device.drills
    answered = [key for key in KINDS if key in score]
    if not answered:
        return ""
    total = [sum([score[key][place] for key in answered]) for place in (0, 1)]
    text = '<div class="drillscore"><p><b>' + e(t("drill.score", right=total[0], all=total[1])) + "</b></p><ul>"
    for key in answered:
        one = score[key]
        text += "<li>" + e(t("drill.of", kind=t("drill." + key), right=one[0], all=one[1])) + "</li>"
    text += "</ul>" + ("" if app.device.storable else '<p class="hint">' + e(t("drill.refused")) + "</p>")
    return text + '<div class="tools">' + button(t("drill.forget"), "drill-forget", css="ghost") + "</div></div>"
