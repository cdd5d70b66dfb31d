"""The guide's step about modifiers, as HTML: each with what it asks and changes, and the ground it asks about."""

from __future__ import annotations

import json
from typing import Any

import draft as drafts
from draft import Draft
from guidefields import choice, name, titles
from parts import button, details, e, icon, select
from state import State
from texts import t
from values import slug

TIMES = ("x1/2", "x1/3", "x2/3", "x3/2", "x2", "x3", "x4", "+1", "+2", "+3", "+4", "+5", "-1", "-2", "-3", "-4", "-5")


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
