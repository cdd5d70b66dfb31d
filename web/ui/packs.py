"""Charts of the players' own, as HTML: the set-up's line about them, and to read. Typing them in is in grid.py."""

from parts import button, chips, e, icon
from texts import t


def brief(app):
    """What the set-up says of the players' own charts."""
    tables = app.listed("packs")
    if not tables:
        return ""
    filled = [table["title"] for table in tables if table["key"] in app.pack_tables()]
    text = '<div class="charts"><h2>' + e(t("packs")) + '</h2><p class="hint">'
    if not filled:
        text += e(t("packs.none", titles=", ".join([table["title"] for table in tables])))
    else:
        title = (app.pack or {}).get("title")
        text += (e(title) + ": " if title else "") + e(", ".join(filled))
    inner = icon("grid") + "<span>" + e(t("packs.change" if filled else "packs.open")) + "</span>"
    text += '</p><div class="tools">' + button("", "charts", css="second", inner=inner)
    for index, entry in [] if filled else app.kept_packs()[:3]:
        text += button(t("packs.use", title=entry.get("title") or t("untitled")), "packuse", index, css="second")
    return text + "</div></div>"


def told_by(app):
    """That the figures are made with the players' own chart, beside them; nothing where they are not."""
    if not app.outcomes or app.outcomes.get("pack") is None:
        return ""
    return '<span class="bychart">' + e(t("packs.by", title=app.outcomes["pack"] or t("pack.untitled"))) + "</span>"


def head_title(table, head, alone=False):
    """What players read for the key of a row or column; the only column is called as its cells are."""
    return table["titles"].get(head) or (table["cell"]["title"] if alone else head)


def filled(app):
    """The tables of the pack in use, to read."""
    text = ""
    for table in app.listed("packs"):
        if table["key"] not in app.pack_tables():
            continue
        rows, columns = app.heads_of(table)
        names = {}
        for option in table["cell"].get("options") or []:
            names[option["key"]] = option["title"]
        alone = len(columns) == 1 and not table["free_columns"]
        text += '<h2 class="sub">' + e(table["title"]) + " " + chips(table) + "</h2>"
        if app.pack.get("title"):
            text += '<p class="hint">' + e(app.pack["title"]) + "</p>"
        text += '<div class="scroll" tabindex="0" role="region" aria-label="' + e(table["title"])
        text += '"><table class="crt"><thead><tr><td></td>'
        assessment = (app.view or {}).get("assessment") or {}
        for column in columns:
            lit = ' class="lit" aria-current="true"' if column == assessment.get("column") else ""
            text += '<th scope="col"' + lit + ">" + e(head_title(table, column, alone)) + "</th>"
        text += "</tr></thead><tbody>"
        for row in rows:
            text += '<tr><th scope="row">' + e(head_title(table, row)) + "</th>"
            for column in columns:
                value = app.cell(table, row, column)
                lit = ' class="lit"' if column == assessment.get("column") else ""
                text += "<td" + lit + ">" + e("–" if value is None else names.get(value, value)) + "</td>"
            text += "</tr>"
        text += "</tbody></table></div>"
    return text
