"""The chart with the battle's own odds, for printing: asking for it, and the sheet as HTML."""

from __future__ import annotations

import answers
import asking
import battles
import files
import form
import js
import opening
import results
import screen
from browser import later
from page import Page
from parts import button, e, icon, w
from shapes import Doc, Handlers
from state import State
from texts import TEXTS, note_unsaid, t


def dialog(app: State) -> str:
    """The sheet, or that it is awaited."""
    if "ownodds.title" not in TEXTS:
        return '<p class="status">' + e(app.answers.ownodds.get("fault") or t("working")) + "</p>" + _close()
    text = '<div class="sheethead noprint"><h2 class="dialogtitle">' + e(t("ownodds.title")) + "</h2>" + _close()
    found = app.answers.ownodds
    text += "</div>"
    if found.get("fault"):
        return text + '<p class="status" role="status">' + e(found["fault"]) + "</p>"
    if app.answers.ownodds_of != app.odds_key:
        text += '<p class="status" role="status">' + e(t("working")) + " "
        return text + button(t("cancel"), "cancel", "ownodds", css="ghost") + "</p>"
    if not found["rows"]:
        return text + '<p class="hint">' + e(t("ownodds.none")) + "</p>"
    text += '<div class="tools noprint">' + button(t("ownodds.print"), "ownodds-print", css="primary") + "</div>"
    return text + printed(app, found)


def _close() -> str:
    return button(t("close"), "close", css="ghost square", inner=icon("close"))


def printed(app: State, found: Doc) -> str:
    """The sheet itself: one page of paper."""
    game = app.schema["ruleset"]["title"] if app.schema else ""
    text = '<div class="printed"><h3>' + e(battles.title(app) or t("untitled")) + " · " + e(found["bar"]) + "</h3>"
    text += '<p class="hint">' + e(game + ", " + app.title_of("editions", app.edition))
    played = dict((app.answers.outcomes or {}).get("policies") or {}, **form.played(app).get("policies", {}))
    for side in app.listed("sides"):
        titles = dict(results.policies_of(app, side["key"]))
        text += " · " + e(side["title"]) + ": " + e(titles.get(played.get(side["key"], ""), "–"))
    measures = [entry for entry in form.measures(app, app.listed("measures")) if counted(entry["key"])]
    text += (
        '</p><div class="scroll" tabindex="0" role="group" aria-label="'
        + e(t("ownodds.title"))
        + '"><table><thead><tr>'
    )
    heads = [t("ownodds.column"), answers.takes_said(app)] + [entry["title"] for entry in measures]
    for head in heads + [t("ownodds.needs")]:
        text += '<th scope="col">' + w(head) + "</th>"
    text += "</tr></thead><tbody>"
    for row in found["rows"]:
        text += _row(row, measures)
    text += "</tbody></table></div>"
    for margin in found["margins"]:
        text += '<p class="hint">' + w(margin["text"]) + "</p>"
    text += '<p class="hint">' + e(t("ownodds.note")) + "</p>"
    return text + ("" if found["complete"] else '<p class="hint">' + e(t("ownodds.part")) + "</p>") + "</div>"


def counted(key: str) -> bool:
    """Whether a measure tells of one side's losses."""
    return key[:8] in ("attacker", "defender")


def _row(row: Doc, measures: list[Doc]) -> str:
    """A column of the chart: chances and losses there, and the smallest change that comes to it."""
    text = '<tr class="asis"><th scope="row">' if row["current"] else '<tr><th scope="row">'
    text += e(row["column"]) + "</th><td>" + e((row["taken"] or {}).get("percent") or "–") + "</td>"
    means = {measure["key"]: measure["mean_text"] for measure in row["measures"]}
    for measure in measures:
        text += "<td>" + e(means.get(measure["key"], "–")) + "</td>"
    text += '<td class="needs">'
    if row["current"]:
        text += "<b>" + e(t("ownodds.now")) + "</b>"
    elif row["note"] and not row["taken"]:
        text += w(row["note"])
    elif not row["ways"]:
        text += "–"
    else:
        way = row["ways"][0]
        text += e(("+" if way["add"] > 0 else "−") + str(abs(way["add"])) + " ") + w(way["label"])
        text += " (" + e(t("ownodds." + way["kind"])) + ")"
    return text + "</td></tr>"


def show(page: Page) -> None:
    """Open the sheet and ask for it."""
    page.app.answers.ownodds = {}
    page.app.answers.ownodds_of = ""
    opening.open_dialog(page, "ownodds")
    later(fill(page))


async def fill(page: Page) -> None:
    """Have texts and style at hand, and ask the engine."""
    app = page.app
    key, part = app.odds_key, True
    try:
        await files.need_texts("own")
        files.need_style("printed.css")
        screen.draw_dialog(page)
        part = False
        answer = await asking.work(page, "ownodds", asking.call(answers.walk_request(app, "ownodds")))
        note_unsaid(answer)
        if answer["ok"]:
            app.answers.ownodds, app.answers.ownodds_of = answer["result"], key
        else:
            app.answers.ownodds = {"fault": " ".join([found["message"] for found in answer["problems"]])}
    except Exception as error:
        if key == app.odds_key:  # else the sheet is of another board now
            app.answers.ownodds = {"fault": asking.fault(page, error, part)}
    if page.dialog == "ownodds" and key != app.odds_key:  # another battle was opened meanwhile
        later(fill(page))
    elif page.dialog == "ownodds":
        screen.draw_dialog(page)


def print_it(page: Page) -> None:
    """Print the sheet."""
    js.print()


EFFECTS: Handlers = {"ownodds": show, "ownodds-print": print_it}
