"""Two set-ups side by side, as HTML: which two they are, what becomes of each, and where their reckonings differ."""

from __future__ import annotations

import json

import backup
import form
import store
from parts import button, chips, data, e, icon, select, w
from shapes import Doc
from sheet import relabelled
from state import State
from texts import date, language, t
from values import form_key, printed

ASIDE = "hexumpire.aside.1"
BOARD = "board"
LINK = "link"
HELD = "aside"


class Two:
    """Which two are compared, and what the engine said of them."""

    def __init__(self) -> None:
        self.chosen = ["", BOARD]
        self.links = ["", ""]
        self.found: Doc | None = None
        self.of = ""  # what that was asked for
        self.said = ""
        self.running = False
        self.every = False


TWO = Two()


def dialog(app: State) -> str:
    """The whole dialog."""
    text = '<div class="sheethead"><h2 class="dialogtitle" id="beside" tabindex="-1">' + e(t("beside.title")) + "</h2>"
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"
    text += '<p class="hint">' + e(t("beside.hint")) + "</p>"
    text += _choice(app, 0) + _choice(app, 1)
    text += '<div class="tools">'
    if app.units:
        text += button(t("beside.hold"), "beside-hold", css="second")
    if TWO.running:
        text += '</div><p class="status" role="status">' + e(t("working")) + " "
        return text + button(t("cancel"), "cancel", "beside", css="ghost") + "</p>"
    text += button(t("beside.do"), "beside-do", css="primary") + "</div>"
    if TWO.said:
        text += '<p class="status" role="status">' + e(TWO.said) + "</p>"
    if TWO.found and TWO.of == key(app):
        text += _found(app, TWO.found)
    return text


def key(app: State) -> str:
    """What the two must have been compared for to be shown: other tabs change what is kept, and what lies aside."""
    asked = json.dumps([set_up(app, 0), set_up(app, 1)])
    return "|".join(TWO.chosen + TWO.links) + "|" + app.odds_key + "|" + language() + "|" + asked


def held() -> Doc | None:
    """The set-up that was put aside."""
    found = store.read(ASIDE)
    return found if isinstance(found, dict) and isinstance(found.get("scenario"), dict) else None


def choices(app: State) -> list[tuple[str, str]]:
    """What may be put beside something else: the board, what was put aside, battles that are kept, a link."""
    found = [(BOARD, t("beside.board"))]
    aside = held()
    if aside:
        said = str(aside.get("title") or t("untitled"))
        odds = backup.figures(aside.get("bar", ""), aside.get("language"))
        found.append((HELD, t("beside.held", title=said + " · " + odds if odds else said)))
    for entry in app.device.saved:
        title = (entry.get("title") or t("untitled")) + " · " + date(entry.get("when", ""))
        begun = entry["state"].get("actions")  # its odds are of what is left then, and compared is the set-up
        found.append((entry["id"], title + " · " + backup.about(app, dict(entry, bar="") if begun else entry)))
    return found + [(LINK, t("beside.link"))]


def begin(app: State) -> None:
    """Choose two where none are chosen, or what was chosen is there no more."""
    keys = [one[0] for one in choices(app)]
    others = [one for one in keys if one not in (BOARD, app.battle.id)]
    for place, usual in ((0, others[0]), (1, BOARD)):
        if TWO.chosen[place] not in keys:
            TWO.chosen[place] = usual
    TWO.said = ""


def set_up(app: State, place: int) -> Doc | None:
    """What the engine is asked of one of the two; None where its link has not been given."""
    chosen = TWO.chosen[place]
    if chosen == LINK:
        link = TWO.links[place].split("#")[-1].strip()
        return {"link": link} if "." in link else None
    if chosen == HELD:
        return played(app, (held() or {}).get("scenario") or {})
    for entry in app.device.saved:
        if entry["id"] == chosen:
            return played(app, entry["state"]["scenario"])
    return played(app, app.battle.scenario)


def played(app: State, scenario: Doc) -> Doc:
    """A set-up, by the ways to play that are chosen for the board where it is of the same game."""
    if form_key(scenario) != form_key(app.battle.scenario):
        return {"scenario": scenario}
    return dict(form.played(app), scenario=scenario)


def label(place: int) -> str:
    """Which of the two it is."""
    return t("beside.second") if place else t("beside.first")


def _choice(app: State, place: int) -> str:
    """Which battle one of the two is."""
    at = str(place)
    text = select("beside-" + at, label(place), "beside-choose", choices(app), TWO.chosen[place], at)
    if TWO.chosen[place] == LINK:
        text += '<label class="field"><span class="name">' + e(t("beside.paste")) + "</span>"
        text += '<input id="beside-link-' + at + '" type="text" autocomplete="off" spellcheck="false" value="'
        text += e(TWO.links[place]) + '"' + data("set", "beside-link", at) + "></label>"
    return text


def _found(app: State, found: Doc) -> str:
    """What was found: both in short, the figures, and the reckonings."""
    sides = found["sides"]
    text = '<section class="two" id="beside-found" tabindex="-1" aria-label="' + e(t("beside.title")) + '">'
    heads = [label(0), label(1)]
    ours = app.battle.scenario["ruleset"], app.schema["ruleset"]["title"] if app.schema else ""
    own = [(side["ruleset"], side["title"]) == ours for side in sides]
    for place in (0, 1):
        side = sides[place]
        text += "<h3>" + e(heads[place] + (": " + side["name"] if side["name"] else "")) + "</h3>"
        text += '<p class="bestline"><b>' + e(side["bar"] or "–") + '</b></p><p class="hint">'
        text += w(side["title"]) + ", " + w(side["text"])
        for one in side["played"]:
            text += " · " + w(one["label"]) + ": " + w(one["title"])
        text += "</p>"
        for problem in side["problems"]:
            text += '<p class="status">' + e(t("beside.forbidden")) + " " + w(problem["message"]) + " "
            text += rules(problem, own[place]) + "</p>"
        if side["note"]:
            text += '<p class="hint">' + w(side["note"]) + "</p>"
    if found["rows"]:
        text += '<div class="scroll" tabindex="0" role="group" aria-label="' + e(t("beside.figures")) + '"><table>'
        text += "<caption>" + e(t("beside.figures")) + "</caption><thead><tr><td></td>"
        for head in heads:
            text += '<th scope="col">' + e(head) + "</th>"
        text += '<th scope="col">' + relabelled(t("beside.difference"), "±") + "</th></tr></thead><tbody>"
        for row in found["rows"]:
            text += '<tr><th scope="row">' + w(row["title"]) + _mean(row) + "</th>"
            for value in row["values"] + [row["difference"]]:
                text += "<td>" + e(value["value_text"] if value else "–") + "</td>"
            text += "</tr>"
        text += "</tbody></table></div>"
    return text + _reckoning(found["lines"], heads, own) + "</section>"


def _mean(row: Doc) -> str:
    return '<span class="help">' + e(t("beside.mean")) + "</span>" if row["kind"] == "mean" else ""


def _reckoning(lines: list[Doc], heads: list[str], own: list[bool]) -> str:
    """The lines in which the reckonings differ, or all of them."""
    if not lines:
        return ""
    shown = [line for line in lines if TWO.every or line["differs"]]
    text = "<h3>" + e(t("beside.reckoning")) + "</h3>"
    if not any(line["differs"] for line in lines):
        text += '<p class="hint">' + e(t("beside.same")) + "</p>"
    if shown:
        text += '<div class="scroll" tabindex="0" role="group" aria-label="' + e(t("beside.reckoning"))
        text += '"><table class="lines"><caption>' + e(t("beside.all") if TWO.every else t("beside.differ"))
        text += "</caption><thead><tr><td></td>"
        for head in heads:
            text += '<th scope="col">' + e(head) + "</th>"
        text += "</tr></thead><tbody>" + "".join([_line(line, own) for line in shown]) + "</tbody></table></div>"
    more = t("beside.fewer") if TWO.every else t("beside.more", n=len(lines))
    return (
        text + '<div class="tools">' + button(more, "beside-every", css="second", extra='id="beside-every"') + "</div>"
    )


def _line(line: Doc, own: list[bool]) -> str:
    """A row: what it is about, its rules, and what each of the two has."""
    first, second = line["first"], line["second"]
    one = first or second
    other = bool(first and second) and first["label"] != second["label"]
    worded = other and _bare(first) and _bare(second)  # their words say it all
    about = "→" if worded else w(one["label"]) + (" / " + w(second["label"]) if other else "")
    css = ' class="asis"' if TWO.every and line["differs"] else ""
    text = "<tr" + css + '><th scope="row" class="d' + str(min(line["depth"], 4)) + '">' + about + " "
    text += rules(one, own[0] if first else own[1]) + "</th>"
    for side in (first, second):
        text += "<td>" + (w(side["label"]) if worded else _said(side, first is None or second is None)) + "</td>"
    return text + "</tr>"


def rules(part: Doc, own: bool) -> str:
    """The rules that a part cites: they open where they are of the game on the table."""
    return chips(part) if own else '<span class="help">' + e(", ".join(printed(part))) + "</span>"


def _bare(line: Doc) -> bool:
    """Whether a line is neither a number nor a rule that does not apply."""
    return line["value"] is None and not line["skipped"]


def _said(line: Doc | None, alone: bool) -> str:
    """What a line comes to; ``alone``: the other of the two has no such line."""
    if line is None:
        return "–"
    if line["skipped"]:
        return '<span class="help">' + (w(line["note"]) if line["note"] else e(t("beside.not"))) + "</span>"
    value = "" if line["value"] is None else e(str(line["value"]).replace("-", "−"))
    note = '<span class="help">' + w(line["note"]) + "</span>" if line["note"] else ""
    return value + note or (e(t("beside.counts")) if alone else "")


def choose(app: State, at: str, value: str) -> None:
    """Choose one of the two."""
    TWO.chosen[int(at)] = value
    TWO.said = ""


def paste(app: State, at: str, value: str) -> None:
    """Take the link of one of the two."""
    TWO.links[int(at)] = str(value)
    TWO.said = ""


def toggle(app: State) -> None:
    """Show every line of the reckonings, or only those that differ."""
    TWO.every = not TWO.every
