"""The dialog in which players type charts in, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chartpack
import packing
from parts import beside, button, chips, data, details, e, icon, segments, told, w
from shapes import Doc
from state import State
from texts import t
from values import slug


def charts(app: State) -> str:
    """The dialog."""
    text = '<div class="sheethead"><h2 class="dialogtitle">' + e(t("packs")) + "</h2>"
    text += button(t("close"), "close", css="ghost square", inner=icon("close")) + "</div>"
    text += '<p class="hint">' + e(t("packs.about")) + "</p>"
    if app.battle.actions:
        text += '<p class="status">' + e(t("packs.restart")) + "</p>"
    tables = app.listed("packs")
    if len(tables) > 1:
        chosen = shown_table(app)["key"]
        text += segments(
            t("packs.which"), "packtab", [(it["key"], it["title"]) for it in tables], chosen, css="seg stack"
        )
    if tables:
        text += _table(app, shown_table(app))
    return text + _whole(app)


def _said(app: State, where: str) -> str:
    """What there is to say, where it was caused."""
    if not app.look.pack_said or app.look.pack_where != where:
        return ""
    return '<p class="status" role="status" id="pack-said">' + e(app.look.pack_said) + "</p>"


def _wipe(
    app: State,
    label: str,
    name: str,
    a: object = "",
    b: object = "",
    c: object = "",
    css: str = "ghost danger",
    inner: str | None = None,
) -> str:
    """A button that wipes something, once it has been asked whether it shall."""
    if app.look.pack_ask != (name, str(a), str(b), str(c)):
        return button(label, "packask", name, "|".join([str(a), str(b), str(c)]), css=css, inner=inner)
    text = '<span class="tools ask" role="group" aria-label="' + e(label) + '">'
    go = t("packs.use", title=label) if name == "packuse" else t("pack.wipe")
    text += button(go, name, a, b, c, css="second danger", extra='id="pack-wipe"')
    return text + button(t("pack.keepit"), "packask", css="ghost") + "</span>"


def shown_table(app: State) -> Doc:
    """The table that the dialog shows."""
    tables = app.listed("packs")
    for table in tables:
        if table["key"] == app.look.pack_tab:
            return table
    return tables[0]


def _table(app: State, table: Doc) -> str:
    key = table["key"]
    text = '<section class="pack" id="pack-' + slug(key) + '" tabindex="-1"><h3>' + e(table["title"]) + " "
    text += chips(table) + "</h3>"
    if table["help"]:
        text += '<p class="hint">' + e(table["help"]) + "</p>"
    if key not in chartpack.tables(app):
        text += '<div class="tools">' + button(t("pack.fill"), "packfill", key, css="primary")
        if packing.printed_chart(app, table):
            text += button(t("pack.fillprinted"), "packfill", key, "printed", css="second")
        return text + "</div></section>"
    faults = [found for found in packing.problems(app) if found[0] == key]
    if faults and app.current:
        text += '<ul class="problems">'
        for _, row, column, problem in faults:
            inner = '<span class="what">' + w(problem["message"])
            if problem.get("fix"):
                inner += '<span class="help">' + told("problem.fix", "fix", problem["fix"]) + "</span>"
            inner += "</span>"
            text += beside(button("", "packgo", key, row, column, css="problem", inner=inner), problem)
        text += "</ul>"
    elif app.current and packing.cells_of(app, key):
        text += '<p class="hint good">' + e(t("pack.sound")) + "</p>"
    text += _said(app, "table")
    text += _grid(app, table, [(row, column) for _, row, column, problem in faults])
    if table["free_columns"] or table["free_rows"]:
        text += '<p class="hint">' + e(t("pack.heads")) + "</p>"
    text += '<div class="tools">'
    rows, columns = packing.heads_of(app, table)
    if table["free_columns"] and len(columns) < packing.MOST_HEADS:
        text += button(t("pack.addcolumn"), "packadd", key, "columns", css="second")
    if table["free_rows"] and len(rows) < packing.MOST_HEADS:
        text += button(t("pack.addrow"), "packadd", key, "rows", css="second")
    return text + _wipe(app, t("pack.drop"), "packdrop", key) + "</div></section>"


def _grid(app: State, table: Doc, faults: list[tuple[str, str]]) -> str:
    rows, columns = packing.heads_of(app, table)
    key = table["key"]
    text = '<div class="scroll" tabindex="0" role="region" aria-label="' + e(table["title"])
    text += '"><table class="grid"><thead><tr><td></td>'
    alone = len(columns) == 1 and not table["free_columns"]
    for column in columns:
        text += '<th scope="col">' + _head(app, table, "columns", column, alone) + "</th>"
    text += "</tr></thead><tbody>"
    draw = _cell_of(table)
    for row in rows:
        text += '<tr><th scope="row">' + _head(app, table, "rows", row, False) + "</th>"
        for column in columns:
            wrong = (row, column) in faults or (row, "") in faults
            label = packing.head_title(table, row) + ", " + packing.head_title(table, column, alone)
            fixed = packing.fixed_at(table, row, column)
            text += (
                "<td>" + draw(key, row, column, label, packing.cell_at(app, table, row, column), fixed, wrong) + "</td>"
            )
        text += "</tr>"
    return text + "</tbody></table></div>"


def _head(app: State, table: Doc, kind: str, head: str, alone: bool) -> str:
    """The head of a row or column: its name, or a field for it where the players name them."""
    key = table["key"]
    known = table["rows"] if kind == "rows" else table["columns"]
    free = table["free_rows"] if kind == "rows" else table["free_columns"]
    if not free:
        text = e(packing.head_title(table, head, alone))
        if head not in known:
            cut = t("pack.cut", title=head)
            text += _wipe(app, cut, "packcut", key, kind, head, "ghost square", icon("close"))
        return text
    text = '<input type="text" autocomplete="off" maxlength="60" value="' + e(head) + '" aria-label="'
    text += e(t("pack.row" if kind == "rows" else "pack.column", title=head)) + '"'
    text += ' id="' + kind + "-" + slug(key) + "-" + slug(head) + '"'
    text += data("set", "packhead", key, kind, head) + ">"
    if app.look.pack_ask == ("packcut", key, kind, head):
        text += _wipe(app, t("pack.cut", title=head), "packcut", key, kind, head)
    return text


def _cell_of(table: Doc) -> Callable[..., str]:
    """A function that gives the control of one cell."""
    field = table["cell"]
    options = ""
    if field["kind"] == "choice":
        options = '<option value="">–</option>'
        for option in field["options"]:
            options += '<option value="' + e(option["key"]) + '">' + e(option["title"]) + "</option>"
    number = ' inputmode="numeric"' if field["kind"] == "int" else ""

    def draw(key: str, row: str, column: str, label: str, value: Any, fixed: Any, wrong: tuple[str, str] | None) -> str:
        if fixed is not None and value == fixed:
            return '<span class="fixed">' + e(fixed) + '<span class="hush"> ' + e(t("pack.fixed")) + "</span></span>"
        text = ' id="pack-' + slug(key) + "-" + slug(row) + "-" + slug(column) + '" aria-label="' + e(label) + '"'
        text += data("set", "packcell", key, row, column) + (' aria-invalid="true"' if wrong else "")
        if options:
            chosen = 'value="' + e("" if value is None else value) + '"'
            return "<select" + text + ">" + options.replace(chosen, chosen + " selected", 1) + "</select>"
        text += ' value="' + e("" if value is None else value) + '"'
        return '<input type="text" autocomplete="off" autocapitalize="off" spellcheck="false"' + number + text + ">"

    return draw


def _whole(app: State) -> str:
    """What can be done with the pack as a whole."""
    text = '<section class="fields packfile">'
    if chartpack.pack(app) is not None:
        text += '<label class="field"><span class="name">' + e(t("pack.title")) + "</span>"
        text += '<input id="packtitle" type="text" maxlength="60" autocomplete="off" value="'
        text += e((chartpack.pack(app) or {}).get("title") or "") + '"' + data("set", "packtitle") + "></label>"
        text += '<div class="tools">' + button(t("pack.keep"), "packkeep", css="primary")
        text += button(t("pack.save"), "packsave", css="second") + _wipe(app, t("pack.off"), "packoff")
        text += "</div>" + _said(app, "whole")
    text += '<h3 id="packs-kept" tabindex="-1">' + e(t("pack.kept")) + "</h3>"
    kept = chartpack.kept(app)
    if kept:
        text += '<ul class="cards">'
        for index, entry in kept:
            title = str(entry.get("title") or t("untitled"))
            named = ", ".join(
                [it["title"] for it in app.listed("packs") if it["key"] in entry["pack"].get("tables", {})]
            )
            inner = '<span class="what">' + e(title) + '<span class="help">' + e(named) + "</span></span>"
            use = data("do", "packuse", index)
            lost = chartpack.tables(app) and not [1 for _, other in kept if other["pack"] == chartpack.pack(app)]
            if lost:  # it would take the place of what nobody keeps
                use = data("do", "packask", "packuse", str(index) + "||")
            text += '<li class="pair kept">'
            if lost and app.look.pack_ask == ("packuse", str(index), "", ""):
                text += '<p class="status">' + e(t("pack.replace")) + "</p>"
                text += _wipe(app, title, "packuse", index)
            text += '<button type="button" class="option"' + use + ">"
            chosen = bool(entry.get("default"))
            text += inner + "</button>" + button(t("pack.default"), "packdefault", index, css="chip", pressed=chosen)
            text += _wipe(
                app, t("saved.delete", title=title), "packforget", index, "", "", "ghost square", icon("close")
            )
            text += "</li>"
        text += "</ul>"
    else:
        text += '<p class="hint">' + e(t("pack.keptnone") if app.device.storable else t("saved.refused")) + "</p>"
    body = '<label class="field"><span class="name">' + e(t("pack.file")) + "</span>"
    body += '<input id="packfile" type="file" accept=".json,.toml,application/json,application/toml"'
    body += data("set", "packfile") + "></label>"
    body += '<label class="field"><span class="name">' + e(t("pack.text")) + "</span>"
    body += '<textarea id="packtext" rows="8" spellcheck="false"' + data("set", "packtext") + ">"
    body += e(app.look.pack_text) + "</textarea></label>"
    body += '<div class="tools">' + button(t("pack.take"), "packtake", css="second") + "</div>" + _said(app, "bring")
    return text + details(app, "packtext", t("pack.bring"), body) + "</section>"
