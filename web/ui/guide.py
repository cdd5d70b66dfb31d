"""The guide for typing a game in, as HTML: one step at a time, each with what is wrong with it."""

from __future__ import annotations

import draft as drafts
import guidemods
import guideresults
from draft import Draft
from guidefields import choice, name, titles
from parts import button, data, details, e, icon, select, told, w
from pointing import path_parts
from shapes import Doc
from state import State
from texts import TEXTS, t

DICE = ("d6", "2d6", "3d6", "d8", "d10", "2d10", "d12", "d20", "d66", "d100")
KINDS = ("odds", "difference", "strength")
SYMBOLS = (
    "infantry", "armor", "mechanized", "artillery", "cavalry", "airborne", "marine", "commando", "mountain", "partisan",
    "hq", "flak", "air", "fleet", "generic",
)  # fmt: skip
NUMBERS = ("attack", "defense", "movement", "steps", "size", "range", "back_attack", "back_defense")
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (  # section, key, what may be chosen, the usual first
    ("retreats", "zones", ("barred", "step", "free")),
    ("retreats", "no_way", ("eliminated", "step", "stay")),
    ("advances", "may", ("always", "result", "never")),
    ("strength", "steps", ("full", "share", "back")),
    ("strength", "round", ("none", "down", "up", "nearest")),
)


def guide(app: State) -> str:
    """The dialog."""
    text = '<div class="sheethead"><h2 class="dialogtitle">' + e(t("own.guide")) + "</h2>"
    text += '<div class="owntools">'
    if app.draft is not None:
        off = "" if app.draft.past else "disabled"
        text += button(t("undo"), "own-undo", css="ghost square", extra=off + ' id="own-undo"', inner=icon("undo"))
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div></div>"
    draft: Draft | None = app.draft
    if app.engine.state == "failed" or app.own_said:
        gone = told("engine.failed", "reason", app.engine.fault)
        text += '<p class="status bad" role="status">' + (gone if app.engine.state == "failed" else e(app.own_said))
        text += " " + button(t("engine.retry"), "own-again", css="ghost") + "</p>"
    if draft is None:
        return text if app.own_said else text + '<p class="status">' + e(t("working")) + "</p>"
    if not app.device.storable:
        text += '<p class="hint">' + e(t("own.unkept")) + "</p>"
    wrong = found_wrong(draft)
    text += '<div class="seg wide steps" role="group" aria-label="' + e(t("own.steps")) + '">'
    for number, step in enumerate(drafts.STEPS):
        title = t("own.step." + step)
        label = str(number + 1) + " " + title + (", " + t("own.faults", n=len(wrong[step])) if wrong[step] else "")
        inner = "<b>" + str(number + 1) + "</b>" + ('<i class="fault"></i>' if wrong[step] else "")
        text += button(label, "own-step", step, pressed=step == draft.step, inner=inner)
    text += '</div><section class="own" aria-labelledby="own-heading"><h3 id="own-heading" tabindex="-1">'
    text += e(t("own.step." + draft.step)) + '</h3><p class="hint">' + e(t("own.about." + draft.step)) + "</p>"
    if draft.step == "results":  # a code that nobody has explained is shown as that
        unsaid = [one for one in wrong["results"] if path_parts(one["path"])[:1] == ["results"]]
        text += faults(unsaid)
    elif draft.step != "try":
        text += faults(wrong[draft.step])
    text += DRAWERS[draft.step](app, draft)
    at = drafts.STEPS.index(draft.step)
    text += '</section><div class="tools big">'
    if at:
        before = drafts.STEPS[at - 1]
        text += button(t("own.back"), "own-step", before, css="second", extra='id="own-back"')
    if at + 1 < len(drafts.STEPS):
        after = drafts.STEPS[at + 1]
        label = t("own.next", title=t("own.step." + after))
        text += button(label, "own-step", after, css="primary", extra='id="own-next"')
    return text + "</div>"


def found_wrong(draft: Draft) -> dict[str, list[Doc]]:
    """What is wrong, by the step at which it is mended."""
    found: dict[str, list[Doc]] = {step: [] for step in drafts.STEPS}
    for problem in draft.problems:
        found[drafts.step_of(draft, path_parts(problem["path"]))].append(problem)
    return found


def faults(problems: list[Doc], here: str = "") -> str:
    """What is wrong, each with the way out and its place, where that is not ``here``."""
    if not problems:
        return ""
    text = '<ul class="faults" role="status">'
    for problem in problems[:12]:
        text += "<li>" + w(problem["message"])
        if problem.get("fix"):
            text += '<span class="help">' + w(problem["fix"]) + "</span>"
        if problem["path"] != here:
            text += '<span class="help">' + e(problem["path"][2:] or t("own.whole")) + "</span>"
        text += "</li>"
    if len(problems) > 12:
        text += "<li>" + e(t("own.more", n=len(problems) - 12)) + "</li>"
    return text + "</ul>"


# --- the steps -----------------------------------------------------------------------------------------------------


def begin(app: State, draft: Draft) -> str:
    """A template to begin from, or to go on with what is there."""
    text = ""
    if draft.doc:
        text += '<div class="fields">' + name(t("own.title"), ["title"], draft.doc.get("title"))
        text += name(t("own.note"), ["note"], draft.doc.get("note"), most=200) + "</div>"
    text += whole(app, draft) + beside(draft)
    if draft.doc:
        text += "<h4>" + e(t("own.afresh")) + '</h4><p class="hint">' + e(t("own.afresh.note")) + "</p>"
    text += '<ul class="cards">'
    for entry in app.templates:
        inner = '<span class="what">' + e(entry["title"]) + '<span class="help">' + w(entry["note"]) + "</span></span>"
        text += "<li>" + button("", "own-take", entry["key"], css="option", inner=inner) + "</li>"
    return text + "</ul>"


def beside(draft: Draft) -> str:
    """Games that are being typed in as well: in other tabs, or before this one was opened."""
    if not draft.others:
        return ""
    text = "<h4>" + e(t("own.others")) + '</h4><ul class="cards">'
    for index, entry in enumerate(draft.others):
        inner = '<span class="what">' + e(entry.get("title") or t("own.game")) + "</span>"
        text += "<li>" + button("", "own-other", index, css="option", inner=inner) + "</li>"
    return text + "</ul>"


def whole(app: State, draft: Draft) -> str:
    """The whole document as text, for what the steps do not ask; what was typed and cannot be read stays."""
    body = '<p class="hint">' + e(t("own.whole.note")) + "</p>"
    body += '<textarea id="own-whole" rows="14" spellcheck="false" autocapitalize="off" aria-label="'
    body += e(t("own.whole.text")) + '"' + data("set", "own-typed") + ">"
    body += e(draft.toml if draft.typed is None else draft.typed) + '</textarea><div class="tools">'
    body += button(t("own.whole.take"), "own-retype", css="second") + "</div>"
    if draft.unread:
        body += '<p class="status" role="status">' + w(draft.unread) + "</p>"
    return details(app, "own-text", t("own.whole.text"), body, "item")


def chart(app: State, draft: Draft) -> str:
    """The chart: pasted, mended cell by cell, its columns and rows moved; its dice."""
    of = drafts.table(draft.doc, "chart")
    text = '<label class="field"><span class="name">' + e(t("own.paste")) + "</span>"
    text += '<textarea id="own-paste" rows="3" spellcheck="false" autocapitalize="off"'
    text += data("set", "own-pasted") + ">" + e(draft.pasted)
    text += '</textarea></label><div class="tools">' + button(t("own.take"), "own-paste", css="second") + "</div>"
    if draft.said:
        text += '<p class="status" role="status">' + w(draft.said) + "</p>"
    text += faults(draft.refused, "$.chart") + grid(draft) + arranging(draft)
    dice = [(key, key) for key in DICE]
    text += '<div class="fields two">'
    text += choice(t("own.kind"), ["chart", "kind"], titles("kind", KINDS), of.get("kind") or "odds")
    text += choice(t("own.dice"), ["chart", "dice"], dice, of.get("dice") or "d6")
    if of.get("kind", "odds") == "odds":
        ways = titles("round", ("defender", "attacker", "nearest"))
        text += choice(t("own.round"), ["chart", "round"], ways, of.get("round") or "defender")
    codes = [(one["code"], one["code"]) for one in draft.codes]
    ends = titles("end", ("first", "forbidden")) + codes
    text += choice(t("own.below"), ["chart", "below"], ends, of.get("below") or "first")
    ends = titles("end", ("last", "forbidden")) + codes
    text += choice(t("own.above"), ["chart", "above"], ends, of.get("above") or "last")
    if of.get("above", "last") != "last":
        text += name(
            t("own.limit"), ["chart", "limit"], of.get("limit"), "text" if of.get("kind", "odds") == "odds" else "int"
        )
    text += name(t("own.rule.chart"), ["chart", "rule"], of.get("rule"))
    if str(of.get("dice")).endswith("10"):
        faces = [("1", t("own.faces.1")), ("0", t("own.faces.0"))]
        text += choice(t("own.faces"), ["chart", "lowest"], faces, of.get("lowest", 1), "int")
    return text + "</div>"


def grid(draft: Draft) -> str:
    """The chart as a table of fields."""
    columns, rows = drafts.columns(draft), drafts.rows(draft)
    unknown = [one["code"] for one in draft.codes if one["does"] is None]
    of = drafts.table(drafts.table(draft.doc, "chart"), "rows")
    text = '<div class="scroll" tabindex="0" role="region" aria-label="' + e(t("own.grid")) + '">'
    text += '<table class="grid"><thead><tr><td></td>'
    plain = '<input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="24" value="'
    for at, head in enumerate(columns):
        text += '<th scope="col">' + plain + e(head) + '" id="own-c' + str(at) + '" aria-label="'
        text += e(t("own.column", title=head)) + '"' + data("set", "own-name", "columns", at) + "></th>"
    text += "</tr></thead><tbody>"
    for down, row in enumerate(rows):
        text += '<tr><th scope="row">' + plain + e(row) + '" id="own-r' + str(down) + '" aria-label="'
        text += e(t("own.row", title=row)) + '"' + data("set", "own-name", "rows", down) + "></th>"
        cells = drafts.items(of, row)
        for at, head in enumerate(columns):
            code = str(cells[at]) if at < len(cells) else ""
            text += "<td>" + plain + e(code) + '" id="own-' + str(down) + "-" + str(at) + '" aria-label="'
            text += e(str(row) + ", " + str(head)) + '"' + (' class="unsaid"' if code in unknown else "")
            text += data("set", "own-cell", row, at) + "></td>"
        text += "</tr>"
    return text + "</tbody></table></div>"


def arranging(draft: Draft) -> str:
    """Columns and rows: moved, put in, taken out."""
    heads = []
    for kind, named in (("columns", drafts.columns(draft)), ("rows", drafts.rows(draft))):
        for at, head in enumerate(named):
            title = t("own.column" if kind == "columns" else "own.row", title=head)
            heads.append((kind + " " + str(at), title))
    if not heads:
        return ""
    chosen = draft.head[0] + " " + str(draft.head[1])
    text = '<div class="arrange">' + select("own-head", t("own.head"), "own-head", heads, chosen)
    text += '<div class="tools">'
    for how in ("back", "on", "before", "behind", "out"):
        text += button(t("own.move." + how), "own-arrange", how, css="second")
    return text + "</div></div>"


def counters(app: State, draft: Draft) -> str:
    """The types of counters with what is printed on them; zones, stacking, retreats."""
    text = ""
    found = drafts.table(draft.doc, "types")
    for number, key in enumerate(found):
        row = drafts.table(found, key)
        path = ["types", key]
        body = '<div class="fields two">' + name(t("own.called"), path + ["title"], row.get("title"))
        symbols = titles("symbol", SYMBOLS)
        body += choice(t("own.symbol"), path + ["symbol"], symbols, row.get("symbol") or "infantry") + "</div>"
        body += '<div class="numbers">'
        for field in NUMBERS:
            body += name(t("own.field." + field), path + [field], row.get(field), "int", most=4)
        body += name(t("own.rule"), path + ["rule"], row.get("rule"), most=24) + '</div><div class="tools">'
        if number:
            body += button(t("own.up"), "own-move", "types", key, "-1", css="second")
        body += button(t("own.remove"), "own-drop", "types", key, css="second") + "</div>"
        printed = "-".join([str(row[field]) for field in NUMBERS[:3] if field in row])
        text += details(app, "own-t-" + key, str(row.get("title") or key) + " " + printed, body, "item")
    text += '<div class="tools">' + button(t("own.newtype"), "own-type", css="second") + "</div>"
    body = '<div class="fields">'
    zones = drafts.table(draft.doc, "zones").get("types")
    options = titles("zones", ("all", "none"))
    chosen = "all" if zones == "all" else "none" if not zones else ", ".join([str(one) for one in zones])
    if chosen not in ("all", "none"):
        options.append((chosen, chosen))
    body += select("own-zones", t("own.zones"), "own-zones", options, chosen)
    for section, key, ways in RULES:
        label = t("own." + section + "." + key)
        value = drafts.table(draft.doc, section).get(key) or ways[0]
        body += choice(label, [section, key], titles(section + "." + key, ways), value)
    body += name(
        t("own.stacking"), ["stacking", "limit"], drafts.table(draft.doc, "stacking").get("limit"), "int", most=2
    )
    body += name(t("own.rounds"), ["rounds", "most"], drafts.table(draft.doc, "rounds").get("most"), "int", most=1)
    return text + details(app, "own-rules", t("own.rules"), body + "</div>", "item")


def attempt(app: State, draft: Draft) -> str:
    """The first fight, or what still stands against it; and where the game goes."""
    text = ""
    wrong = found_wrong(draft)
    for step in drafts.STEPS:
        if wrong[step]:
            text += (
                "<h4>" + button(t("own.step." + step), "own-step", step, css="second") + "</h4>" + faults(wrong[step])
            )
    if draft.problems:
        return text
    if not draft.doc:
        return text + '<p class="hint">' + e(t("own.nocodes")) + "</p>"
    if not draft.checked or not draft.form:
        return text + _awaited(app)
    text += _fight(app, draft)
    text += '<div class="tools big">' + button(t("own.play"), "own-play", css="primary") + "</div>"
    text += '<div class="tools">' + button(t("own.keep"), "own-keep", css="second")
    text += button(t("own.file"), "own-file", css="second") + "</div>"
    if draft.said:
        text += '<p class="status" role="status">' + e(draft.said) + "</p>"
    return text


def _awaited(app: State) -> str:
    """That the engine is at work, where it is."""
    return "" if app.engine.state == "failed" else '<p class="status">' + e(t("working")) + "</p>"


def _fight(app: State, draft: Draft) -> str:
    """What the engine says of the first fight."""
    if draft.view is None:
        return _awaited(app)
    text = '<p class="sum"><strong>' + w(draft.view.get("bar") or "") + "</strong></p>"
    for problem in draft.view.get("problems") or []:
        text += '<p class="hint">' + w(problem["message"]) + "</p>"
    given = (draft.view.get("assessment") or {}).get("results") or []
    if given:
        text += '<div class="scroll" tabindex="0" role="region" aria-label="' + e(t("own.faceresults"))
        text += '"><table class="faceresults"><tr>'
        text += "".join(["<th>" + e(str(one["face"]).split("=")[-1]) + "</th>" for one in given]) + "</tr><tr>"
        text += "".join(["<td>" + e(one["result"]) + "</td>" for one in given]) + "</tr></table></div>"
    rows = (draft.outcomes or {}).get("summary") or []
    if rows:
        text += '<dl class="firstodds">'
        for row in rows[:8]:
            text += "<div><dt>" + w(row["title"]) + "</dt><dd>" + e(row["percent"]) + "</dd></div>"
        text += "</dl>"
    return text


def known() -> bool:
    """Whether the guide's texts are here."""
    return "own.guide" in TEXTS


DRAWERS = {
    "begin": begin,
    "chart": chart,
    "results": guideresults.results,
    "modifiers": guidemods.modifiers,
    "counters": counters,
    "try": attempt,
}
