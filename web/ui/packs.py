"""Charts of the players' own, as HTML: what the set-up and the figures say of them."""

from __future__ import annotations

import chartpack
from parts import button, e, icon
from state import State
from texts import t


def brief(app: State) -> str:
    """What the set-up says of the players' own charts."""
    tables = app.listed("packs")
    if not tables:
        return ""
    filled = [table["title"] for table in tables if table["key"] in chartpack.tables(app)]
    text = '<div class="charts"><h2>' + e(t("packs")) + '</h2><p class="hint">'
    if not filled:
        text += e(t("packs.none", titles=", ".join([table["title"] for table in tables])))
    else:
        title = (chartpack.pack(app) or {}).get("title")
        text += (e(title) + ": " if title else "") + e(", ".join(filled))
    inner = icon("grid") + "<span>" + e(t("packs.change" if filled else "packs.open")) + "</span>"
    text += '</p><div class="tools">' + button("", "charts", css="second", inner=inner)
    for index, entry in [] if filled else chartpack.kept(app)[:3]:
        text += button(t("packs.use", title=entry.get("title") or t("untitled")), "packuse", index, css="second")
    return text + "</div></div>"


def told_by(app: State, brief: bool = False) -> str:
    """That the figures are made with the players' own chart, beside them; nothing where they are not.

    ``brief`` leaves out the chart's title, for which there is no room in the bar.
    """
    if not app.answers.outcomes or app.answers.outcomes.get("pack") is None:
        return ""
    said = t("packs.mine") if brief else t("packs.by", title=app.answers.outcomes["pack"] or t("pack.untitled"))
    return '<span class="bychart">' + e(said) + "</span>"
