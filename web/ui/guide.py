"""The guide for typing a game in, as HTML: one step at a time, each with what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

import draft as drafts
import meanings
from draft import Draft
from parts import button, data, details, e, icon, select, w
from shapes import Doc
from state import State
from texts import TEXTS, t
from values import path_parts, slug

DICE = ("d6", "2d6", "3d6", "d8", "d10", "2d10", "d12", "d20", "d66", "d100")
KINDS = ("odds", "difference", "strength")
SYMBOLS = (
    "infantry", "armor", "mechanized", "artillery", "cavalry", "airborne", "marine", "commando", "mountain", "partisan",
    "hq", "flak", "air", "fleet", "generic",
)  # fmt: skip
TIMES = ("x1/2", "x1/3", "x2/3", "x3/2", "x2", "x3", "x4", "+1", "+2", "+3", "+4", "+5", "-1", "-2", "-3", "-4", "-5")
NUMBERS = ("attack", "defense", "movement", "steps", "size", "range", "back_attack", "back_defense")
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (  # section, key, what may be chosen, the usual first
    ("retreats", "zones", ("barred", "step", "free")),
    ("retreats", "no_way", ("eliminated", "step", "stay")),
    ("advances", "may", ("always", "result", "never")),
    ("strength", "steps", ("full", "share", "back")),
    ("strength", "round", ("none", "down", "up", "nearest")),
)


def titles(kind: str, keys: Any) -> list[tuple[str, str]]:
    """Keys with what the guide calls them."""
    return [(key, t("own." + kind + "." + key)) for key in keys]


def guide(app: State) -> str:
    """The dialog."""
    text = '<div class="sheethead"><h2 class="dialogtitle">' + e(t("own.guide")) + "</h2>"
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"
    draft: Draft | None = app.draft
    if draft is None:
        return text + '<p class="status">' + e(t("working")) + "</p>"
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


def faults(problems: list[Doc]) -> str:
    """What is wrong, each with its place and the way out."""
    if not problems:
        return ""
    text = '<ul class="faults" role="status">'
    for problem in problems[:12]:
        text += "<li>" + w(problem["message"])
        if problem.get("fix"):
            text += '<span class="help">' + w(problem["fix"]) + "</span>"
        text += '<span class="help">' + e(problem["path"][2:] or t("own.whole")) + "</span></li>"
    if len(problems) > 12:
        text += "<li>" + e(t("own.more", n=len(problems) - 12)) + "</li>"
    return text + "</ul>"


def name(label: str, path: list[Any], value: Any, kind: str = "text", css: str = "field", most: int = 60) -> str:
    """A field that sets what stands at a path of the document."""
    id = "own-" + slug("-".join([str(part) for part in path]))
    number = ' inputmode="numeric"' if kind == "int" else ""
    text = '<label class="' + css + '"><span class="name">' + e(label) + '</span><input type="text" autocomplete="off"'
    text += (
        ' id="' + id + '" maxlength="' + str(most) + '"' + number + ' value="' + e("" if value is None else value) + '"'
    )
    return text + data("set", "own-put", json.dumps(path), kind) + "></label>"


def choice(label: str, path: list[Any], options: list[tuple[str, str]], chosen: Any, kind: str = "text") -> str:
    """A list that sets what stands at a path of the document; what it does not know stands in it too."""
    known = [key for key, _ in options]
    if chosen is not None and str(chosen) not in known:
        options = options + [(str(chosen), str(chosen))]
    id = "own-" + slug("-".join([str(part) for part in path]))
    return select(id, label, "own-put", options, str(chosen), json.dumps(path), kind)


# --- the steps -----------------------------------------------------------------------------------------------------


def begin(app: State, draft: Draft) -> str:
    """A template to begin from, or to go on with what is there."""
    text = ""
    if draft.doc:
        text += '<div class="fields">' + name(t("own.title"), ["title"], draft.doc.get("title"))
        text += name(t("own.note"), ["note"], draft.doc.get("note"), most=200) + "</div>"
        text += "<h4>" + e(t("own.afresh")) + '</h4><p class="hint">' + e(t("own.afresh.note")) + "</p>"
    text += '<ul class="cards">'
    for entry in app.templates:
        inner = '<span class="what">' + e(entry["title"]) + '<span class="help">' + w(entry["note"]) + "</span></span>"
        text += "<li>" + button("", "own-take", entry["key"], css="option", inner=inner) + "</li>"
    return text + "</ul>"


def chart(app: State, draft: Draft) -> str:
    """The chart: pasted, mended cell by cell, its columns and rows moved; its dice."""
    of = drafts.table(draft.doc, "chart")
    text = '<label class="field"><span class="name">' + e(t("own.paste")) + "</span>"
    text += '<textarea id="own-paste" rows="3" spellcheck="false" autocapitalize="off">' + e(draft.pasted)
    text += '</textarea></label><div class="tools">' + button(t("own.take"), "own-paste", css="second") + "</div>"
    if draft.said:
        text += '<p class="status" role="status">' + w(draft.said) + "</p>"
    text += grid(draft) + arranging(draft)
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


def results(app: State, draft: Draft) -> str:
    """Every result of the chart, with what it does."""
    if not draft.codes:
        return '<p class="hint">' + e(t("own.nocodes") if draft.checked else t("working")) + "</p>"
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


def modifiers(app: State, draft: Draft) -> str:
    """The modifiers in the order in which they apply, and the ground that they ask about."""
    text = ""
    found = drafts.table(draft.doc, "modifiers")
    for number, key in enumerate(found):
        text += _modifier(app, draft, key, drafts.table(found, key), number, len(found))
    text += '<h4 id="own-add">' + e(t("own.add")) + '</h4><div class="chips">'
    for kind, _ in drafts.TESTS:
        text += button(t("own.test." + kind), "own-mod", kind, css="chip")
    text += "</div>"
    body = ""
    for section in drafts.GROUND:
        body += "<h4>" + e(t("own.ground." + section)) + '</h4><div class="fields">'
        for key in drafts.table(draft.doc, section):
            body += '<div class="effect">' + name(
                t("own.ground." + section),
                [section, key, "title"],
                drafts.title_in(draft, section, key),
                css="field bare",
            )
            label = t("own.drop", title=drafts.title_in(draft, section, key))
            body += button(label, "own-drop", section, key, css="ghost square", inner=icon("close")) + "</div>"
        body += (
            '</div><div class="tools">' + button(t("own.new." + section), "own-word", section, css="second") + "</div>"
        )
    return text + details(app, "own-ground", t("own.ground"), body, "item")


def _by(draft: Draft, row: Any) -> str:
    """What a modifier changes, in short."""
    found = []
    for what in drafts.CHANGES:
        if what in row:
            value = str(row[what])
            if what in ("shift", "roll") and not value.startswith("-"):
                value = "+" + value
            found.append(t("own.by." + what, n=value.replace("-", "−").replace("x", "×")))
    return ", ".join(found)


def _modifier(app: State, draft: Draft, key: str, row: Any, number: int, many: int) -> str:
    when = drafts.table(row, "when")
    kinds = [(kind, section) for kind, section in drafts.TESTS if kind in when]
    kind, section = kinds[0] if kinds else ("", "")
    path = ["modifiers", key]
    body = '<div class="fields two">' + name(t("own.called"), path + ["title"], row.get("title"))
    body += name(t("own.rule"), path + ["rule"], row.get("rule"), most=24) + "</div>"
    tests = titles("test", [one for one, _ in drafts.TESTS])
    if not kind:
        tests.insert(0, ("", t("own.choose")))
    body += '<div class="effect">' + select("own-k-" + slug(key), t("own.when"), "own-test", tests, kind, key)
    if kind:
        body += _asked(draft, key, kind, section, when) + "</div>"
    else:
        body += "</div>"
    also = [one for one in when if one != kind and one not in ("is", "who", "sides")]
    if also or "unless" in row:
        said = {"when": {one: when[one] for one in also}, "unless": row.get("unless")}
        body += '<p class="hint">' + e(t("own.further")) + " <code>" + e(json.dumps(said)) + "</code></p>"
    if kind == "crossed":
        ways = titles("sides", ("all", "any", "each"))
        body += choice(t("own.sides"), path + ["when", "sides"], ways, when.get("sides") or "all")
    if kind in ("attacker", "defender"):
        ways = titles("sides", ("any", "all", "each"))
        body += choice(t("own.sides"), path + ["when", "who"], ways, when.get("who") or "any")
    present = [what for what in drafts.CHANGES if what in row]
    for what in present or [""]:
        body += _change(key, row, what, present)
    free = [what for what in drafts.CHANGES if what not in present]
    if present and free:
        also = [("", t("own.also"))] + titles("change", free)
        body += select("own-alsochange-" + slug(key), t("own.also"), "own-change", also, "", key, "", hidden=True)
    body += '<div class="tools">'
    if number:
        body += button(t("own.up"), "own-move", "modifiers", key, "-1", css="second")
    if number + 1 < many:
        body += button(t("own.down"), "own-move", "modifiers", key, "1", css="second")
    body += button(t("own.remove"), "own-drop", "modifiers", key, css="second") + "</div>"
    rule = " (" + str(row["rule"]) + ")" if row.get("rule") else ""
    return details(app, "own-m-" + key, str(row.get("title") or key) + rule + ": " + _by(draft, row), body, "item")


def _asked(draft: Draft, key: str, kind: str, section: str, when: Any) -> str:
    """What of its kind a modifier asks for."""
    chosen = when[kind]
    if kind in ("hexes", "rounds"):
        options = [(str(n), t("own.atleast", n=n)) for n in range(1, 7 if kind == "hexes" else 10)]
        chosen = str(chosen[0] if isinstance(chosen, list) and chosen else chosen)
    elif kind == "marked":
        options = titles("mark", ("disrupted", "pinned"))
    else:
        sections = (section, "features") if kind == "stands" else (section,)
        options = [(one, drafts.title_in(draft, of, one)) for of in sections for one in drafts.table(draft.doc, of)]
    if isinstance(chosen, list):
        chosen = ", ".join([str(one) for one in chosen])
    if chosen not in [one for one, _ in options]:
        options.append((str(chosen), str(chosen)))
    text = select("own-v-" + slug(key), t("own.which"), "own-value", options, chosen, key)
    values = drafts.table(drafts.table(drafts.table(draft.doc, "conditions"), str(chosen)), "options")
    if kind == "condition" and values:
        text += choice(
            t("own.is"), ["modifiers", key, "when", "is"], [(one, str(values[one])) for one in values], when.get("is")
        )
    return text


def _change(key: str, row: Any, what: str, present: list[str]) -> str:
    """What a modifier changes, and by how much."""
    kinds = [one for one in drafts.CHANGES if one == what or one not in present]
    options = titles("change", kinds)
    if not what:
        options.insert(0, ("", t("own.choose")))
    id = slug(key) + "-" + what
    text = '<div class="effect">' + select("own-x-" + id, t("own.changes"), "own-change", options, what, key, what)
    if what:
        if what in ("shift", "roll"):
            amounts = [(str(n), str(n).replace("-", "−") if n < 0 else "+" + str(n)) for n in range(-6, 7) if n]
        else:
            amounts = [(one, one.replace("x", "×").replace("-", "−")) for one in TIMES]
        value = str(row[what])
        if value not in [one for one, _ in amounts]:
            amounts.append((value, value))
        amounts.append(("", t("own.remove")))
        text += select("own-y-" + id, t("own.by"), "own-by", amounts, value, key, what)
    return text + "</div>"


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
    if not draft.checked or not draft.form:
        return text + '<p class="status">' + e(t("working")) + "</p>"
    text += _fight(draft)
    text += '<div class="tools big">' + button(t("own.play"), "own-play", css="primary") + "</div>"
    text += '<div class="tools">' + button(t("own.keep"), "own-keep", css="second")
    text += button(t("own.file"), "own-file", css="second") + "</div>"
    if draft.said:
        text += '<p class="status" role="status">' + e(draft.said) + "</p>"
    return text


def _fight(draft: Draft) -> str:
    """What the engine says of the first fight."""
    if draft.view is None:
        return '<p class="status">' + e(t("working")) + "</p>"
    text = '<p class="sum"><strong>' + w(draft.view.get("bar") or "") + "</strong></p>"
    for problem in draft.view.get("problems") or []:
        text += '<p class="hint">' + w(problem.get("text") or problem["message"]) + "</p>"
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
    "results": results,
    "modifiers": modifiers,
    "counters": counters,
    "try": attempt,
}
