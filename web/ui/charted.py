"""The tab Chart, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chartpack
import form
import packing
import packs
from parts import button, chips, details, e, kept, waits
from shapes import Doc
from state import State
from texts import t


def chart(app: State) -> str:
    """What the faces give, the printed chart with this battle's column lit, the players' own charts, other tables."""
    found = form.chart(app)
    replaced = [
        table
        for table in app.listed("packs")
        if packing.printed_chart(app, table) and table["key"] in chartpack.tables(app)
    ]
    assessment = app.position.get("assessment") or {}
    text = ""
    if not app.current and waits(app):
        assessment = {}
        text = '<p class="empty">' + e(waits(app)) + "</p>" if app.units else ""
    if assessment.get("results"):
        text += '<div class="figures of-view"><ul class="gives">'
        for entry in assessment["results"]:
            text += (
                "<li><b>" + e(str(entry["face"]).split("=")[-1]) + "</b><span>" + e(entry["result"])
                + heard(entry["result"], (found or {}).get("legend") or {}) + "</span></li>"
            )  # fmt: skip
        text += "</ul></div>"
    if found and found["rows"] and not replaced:
        text += _printed(app, found, *_lit(app, assessment))
    text += _filled(app, *_lit(app, assessment)) + _looked_up(app) + packs.brief(app)
    text = text or '<p class="empty">' + e(t("chart.none")) + "</p>"
    return text + '<div class="tools">' + button(t("rules.all"), "rules", css="second") + "</div>"


def _lit(app: State, assessment: Doc) -> tuple[Any, Any]:
    """Column and row to be lit: where the dice just rolled were read, else the battle's column alone."""
    if not app.current:
        return None, None
    for line in app.position.get("log") or []:
        if app.fighting and line["step"] == len(app.battle.actions) - 1 and "cell" in line:
            return line["cell"]["column"], line["cell"]["row"]
    return assessment.get("column"), None


def _printed(app: State, found: Doc, lit: Any, read: Any) -> str:
    text = '<h2 class="sub">' + e(found["title"]) + " " + chips(found) + "</h2>"
    text += scrolled(found["title"])
    text += '<table class="crt"><thead><tr><th scope="col">%s</th>' % e(t("chart.row"))
    columns = found["columns"]
    if lit not in columns:  # it is of another chart
        lit = read = None
    heads = [
        '<th scope="col"%s>%s</th>' % (' class="lit" aria-current="true"' if column == lit else "", e(column))
        for column in columns
    ]
    text += "".join(heads) + "</tr></thead><tbody>"
    for index, row in enumerate(found["rows"]):
        cells = [
            "<td%s>%s%s</td>"
            % (' class="lit"' if columns[place] == lit else "", e(cell), heard(cell, found.get("legend") or {}, True))
            for place, cell in enumerate(found["cells"][index])
        ]
        here = ' class="lit"' if row == read else ""
        text += '<tr%s><th scope="row">%s</th>%s</tr>' % (here, e(row), "".join(cells))
    text += "</tbody></table></div>"
    if lit:
        text += '<p class="hint">' + e(t("chart.read" if read else "chart.lit")) + "</p>"
    legend = found.get("legend") or {}
    entries = (
        [(entry["key"], entry["title"]) for entry in legend]
        if isinstance(legend, list)
        else [(key, legend[key]) for key in sorted(legend)]
    )
    if entries:
        text += '<dl class="legend">'
        for key, meaning in entries:
            text += "<div><dt>" + e(key) + "</dt><dd>" + e(meaning) + "</dd></div>"
        text += "</dl>"
    return text


def _filled(app: State, lit: Any, read: Any) -> str:
    """The tables of the pack in use, to read."""
    text = ""
    for table in app.listed("packs"):
        if table["key"] not in chartpack.tables(app):
            continue
        rows, columns = packing.heads_of(app, table)
        names = {}
        for option in table["cell"].get("options") or []:
            names[option["key"]] = option["title"]
        alone = len(columns) == 1 and not table["free_columns"]
        text += '<h2 class="sub">' + e(table["title"]) + " " + chips(table) + "</h2>"
        title = (chartpack.pack(app) or {}).get("title")
        text += '<p class="hint">' + e(title) + "</p>" if title else ""
        text += '<div class="scroll" tabindex="0" role="region" aria-label="' + e(table["title"])
        text += '"><table class="crt"><thead><tr><td></td>'
        for column in columns:
            here = ' class="lit" aria-current="true"' if column == lit else ""
            text += '<th scope="col"' + here + ">" + e(packing.head_title(table, column, alone)) + "</th>"
        text += "</tr></thead><tbody>"
        for row in rows:
            here = ' class="lit"' if lit in columns and row == read else ""
            text += "<tr" + here + '><th scope="row">' + e(packing.head_title(table, row)) + "</th>"
            for column in columns:
                value = packing.cell_at(app, table, row, column)
                here = ' class="lit"' if column == lit else ""
                text += "<td" + here + ">" + e("" if value is None else names.get(value, value)) + "</td>"
            text += "</tr>"
        text += "</tbody></table></div>"
    return text


def _looked_up(app: State) -> str:
    """The game's tables to look up, each behind its title."""
    tables = (app.schema or {}).get("lookups", {}).get(app.edition, ())
    opened = ["lookup %d" % number in app.look.opened for number in range(len(tables))]
    return kept("lookups", [tables, opened], lambda: _tables(app, tables))


def _tables(app: State, tables: Sequence[Doc]) -> str:
    """Tables, each behind its title."""
    text = ""
    for number, table in enumerate(tables):
        body = [chips(table), scrolled(table["title"]), '<table class="crt lookup"><thead><tr>']
        body += ['<th scope="col">%s</th>' % e(column["title"]) for column in table["columns"]]
        body.append("</tr></thead><tbody>")
        for row in table["rows"]:
            cells = ["<td>%s</td>" % e(cell) for cell in row["cells"]]
            body.append('<tr><th scope="row">%s</th>%s</tr>' % (e(row["title"]), "".join(cells)))
        body.append("</tbody></table></div>")
        body += ['<p class="hint">%s</p>' % e(note["text"]) for note in table["notes"]]
        text += details(app, "lookup %d" % number, table["title"], "".join(body))
    return text


def scrolled(title: str) -> str:
    """The begin of a part that scrolls sideways, with what readers hear it called."""
    return '<div class="scroll" tabindex="0" role="region" aria-label="%s">' % e(title)


def heard(result: str, legend: Doc, short: bool = False) -> str:
    """What tells a result for the ear from one that differs in its capital letter only; nothing where none does."""
    alike = [key for key in legend if key != result and key.lower() == str(result).lower()]
    if not alike or result not in legend or (short and str(result).lower() == result):
        return ""
    return '<span class="hush">, ' + e(t("capital") if short else legend[result]) + "</span>"
