"""Charts of the players' own: typing them in, and keeping them.

The cells stand in the scenario, so that undo, links and the engine have them. The heads of a table whose rows or
columns the players name stand in the state, in their order, also while they have no cells.
"""

from __future__ import annotations

from typing import Any

import answers
import battles
import chartpack
from pointing import path_parts
from shapes import Doc, Handlers
from state import State
from stating import whole
from texts import t
from values import copied, find

MOST_HEADS = 40  # rows or columns of a table that the page draws
MOST_PACKS = 20  # kept on the device
TITLE_LENGTH = 60


def worth(head: str) -> tuple[int, float, str]:
    """What a head sorts by: odds by their ratio, numbers by their size, words last."""
    for mark in (":", "-", "/"):
        two = head.split(mark)
        if len(two) == 2 and two[0].isdigit() and two[1].isdigit() and int(two[1]):
            return (0, int(two[0]) / int(two[1]), head)
    return (0, int(head), head) if head.isdigit() else (1, 0, head)


def head_title(table: Doc, head: str, alone: bool = False) -> str:
    """What players read for the key of a row or column; the only column is called as its cells are."""
    return table["titles"].get(head) or (table["cell"]["title"] if alone else head)


def cells_of(app: State, key: str) -> Doc:
    """The cells of one table as given; rows that are no rows are left out."""
    given = chartpack.tables(app).get(key)
    if not isinstance(given, dict):
        return {}
    return {row: given[row] for row in given if isinstance(given[row], dict)}


def heads_of(app: State, table: Doc) -> tuple[list[str], list[str]]:
    """Rows and columns of a table, in order."""
    known = app.battle.heads.get(table["key"]) or {}
    cells = cells_of(app, table["key"])
    rows = list(known.get("rows") or [])
    columns = list(known.get("columns") or [])
    if not rows or not table["free_rows"]:
        rows = list(table["rows"]) if not (table["free_rows"] and cells) else []
    if not columns or not table["free_columns"]:
        columns = list(table["columns"]) if not (table["free_columns"] and cells) else []
    rows += sorted([row for row in cells if row not in rows], key=worth)
    for row in rows:
        columns += sorted([name for name in cells.get(row, {}) if name not in columns], key=worth)
    if table["free_columns"]:
        columns.sort(key=worth)
    return rows, columns


def cell_at(app: State, table: Doc, row: str, column: str) -> Any:
    """What a cell holds: as given, else as the rules fix it, else None."""
    return cells_of(app, table["key"]).get(row, {}).get(column, fixed_at(table, row, column))


def fixed_at(table: Doc, row: str, column: str) -> Any:
    """What the rules fix a cell at, or None."""
    return table["preset"].get(row, {}).get(column)


def printed_chart(app: State, table: Doc) -> Doc | None:
    """The printed chart that a table may start from, or None."""
    chart: Doc | None = (app.schema or {}).get("charts", {}).get(app.edition)
    if chart and chart["columns"] == table["columns"] and chart["rows"] == table["rows"]:
        return chart
    return None


def problems(app: State) -> list[tuple[str, str, str, Doc]]:
    """What stands against the pack, as (table key, row, column, problem)."""
    found = []
    for problem in answers.problems(app):
        parts = path_parts(problem.get("path", ""))
        if parts and parts[0] == "pack":
            parts += ["", "", "", ""]
            found.append((parts[2], parts[3], parts[4], problem))
    return found


def _pack(app: State) -> Doc:
    pack = app.battle.scenario.get("pack")
    if not isinstance(pack, dict):
        pack = app.battle.scenario["pack"] = {"title": "", "tables": {}}
    if not isinstance(pack.get("tables"), dict):
        pack["tables"] = {}
    return pack


def _table(app: State, key: str) -> Doc | None:
    return find(app.listed("packs"), key)


def hold(app: State, table: Doc) -> dict[str, list[str]]:
    """Note the heads of a table, and return them for changing."""
    rows, columns = heads_of(app, table)
    app.battle.heads[table["key"]] = {"rows": rows, "columns": columns}
    return app.battle.heads[table["key"]]


def name_pack(app: State, value: str) -> None:
    """Name the chart pack."""
    battles.changed(app, "packtitle")
    _pack(app)["title"] = str(value)[:TITLE_LENGTH]


def begin_table(app: State, key: str, source: str = "") -> None:
    """Begin to fill table ``key``; from the printed chart if ``source`` says so."""
    table = _table(app, key)
    if not table or key in chartpack.tables(app):
        return
    chart = printed_chart(app, table) if source else None
    battles.changed(app)
    cells = _pack(app)["tables"][key] = {}
    if chart:
        for place, row in enumerate(chart["rows"]):
            cells[row] = dict(zip(chart["columns"], chart["cells"][place]))
    hold(app, table)


def drop_table(app: State, key: str) -> None:
    """Do without table ``key``."""
    if key in chartpack.tables(app):
        battles.changed(app)
        del _pack(app)["tables"][key]
        if key in app.battle.heads:
            del app.battle.heads[key]
        if not chartpack.tables(app):
            del app.battle.scenario["pack"]


def fill_cell(app: State, key: str, row: str, column: str, value: object) -> None:
    """Fill the cell of table ``key`` in row ``row`` and column ``column``; an empty text empties it."""
    table = _table(app, key)
    if table:
        battles.changed(app, "packcell " + key + " " + row + " " + column)
        fill(app, table, row, column, value)


def fill(app: State, table: Doc, row: str, column: str, value: Any) -> None:
    """Fill a cell of a table; an empty one, or one as printed, is not kept."""
    hold(app, table)
    cells = _pack(app)["tables"][table["key"]]
    kind = table["cell"]["kind"]
    text = " ".join(str(value).split())
    if kind == "int" and text:
        number = whole(text)
        value = text if number is None else number  # what is no number is kept, and told by the engine
    elif kind != "flag":
        value = text
    if value == "" or value == fixed_at(table, row, column):
        if column in cells.get(row, {}):
            del cells[row][column]
            if not cells[row]:
                del cells[row]
        return
    if row not in cells:
        cells[row] = {}
    cells[row][column] = value


def rename_head(app: State, key: str, kind: str, head: str, value: str) -> None:
    """Rename row or column ``head`` of table ``key``, or take it out; ``kind`` is "rows" or "columns"."""
    table = _table(app, key)
    name = " ".join(str(value).split())[:TITLE_LENGTH]
    if not table or name == head:
        return
    if not name:
        cells = cells_of(app, key)
        if head in cells if kind == "rows" else [row for row in cells if head in cells[row]]:
            app.look.pack_ask = ("packcut", key, kind, head)  # what was typed there goes with it
        else:
            cut_head(app, key, kind, head)
        return
    if name in heads_of(app, table)[0 if kind == "rows" else 1]:
        app.look.pack_where = "table"
        app.look.pack_said = t("pack.twice", title=name)
        return
    battles.changed(app)
    heads = hold(app, table)[kind]
    heads[heads.index(head)] = name
    heads.sort(key=worth)
    cells = _pack(app)["tables"][key]
    for line in [cells] if kind == "rows" else [cells[row] for row in cells]:
        if head in line:
            line[name] = line.pop(head)


def add_head(app: State, key: str, kind: str) -> None:
    """Add a row or column to table ``key``, named in the way of the last one."""
    table = _table(app, key)
    if not table or len(heads_of(app, table)[0 if kind == "rows" else 1]) >= MOST_HEADS:
        return
    battles.changed(app)
    heads = hold(app, table)[kind]
    last = heads[-1] if heads else "0"
    start = last.split("-")[0] if kind == "columns" else last
    number = int(start) + 1 if start.isdigit() else len(heads) + 1
    tail = last[len(start) :] if start.isdigit() else ""
    while str(number) + tail in heads:
        number += 1
    heads.append(str(number) + tail)
    heads.sort(key=worth)


def cut_head(app: State, key: str, kind: str, head: str) -> None:
    """Take row or column ``head`` out of table ``key``."""
    table = _table(app, key)
    if not table:
        return
    battles.changed(app)
    hold(app, table)[kind].remove(head)
    cells = _pack(app)["tables"][key]
    if kind == "rows":
        if head in cells:
            del cells[head]
        return
    for row in list(cells):
        if head in cells[row]:
            del cells[row][head]
            if not cells[row]:
                del cells[row]


def use_kept(app: State, index: str) -> None:
    """Use a pack that is kept on the device."""
    if int(index) < len(app.device.packs):
        take(app, app.device.packs[int(index)]["pack"])


def take(app: State, pack: Doc) -> None:
    """Use a pack."""
    battles.changed(app)
    app.battle.heads = {}
    app.battle.scenario["pack"] = copied(pack)


def do_without(app: State) -> None:
    """Do without the pack."""
    if chartpack.pack(app) is not None:
        battles.changed(app)
        app.battle.heads = {}
        del app.battle.scenario["pack"]


def choose_default(app: State, index: str) -> None:
    """Have new battles of the game use kept pack ``index``, or none."""
    game = app.device.packs[int(index)].get("ruleset") if int(index) < len(app.device.packs) else None
    for place, entry in enumerate(app.device.packs):
        if entry.get("ruleset") == game:
            entry["default"] = place == int(index) and not entry.get("default")


def forget(app: State, index: str) -> None:
    """Take a kept pack off the device."""
    app.device.packs = [entry for i, entry in enumerate(app.device.packs) if i != int(index)]


def keep(app: State, name: str) -> bool:
    """Keep the pack in use on the device, under its title or ``name``; one of that title is replaced."""
    if not chartpack.tables(app) or problems(app):
        return False
    game = app.battle.scenario["ruleset"]
    pack = chartpack.pack(app) or {}
    title = pack.get("title") or name
    entry = {"ruleset": game, "title": title, "pack": copied(pack)}
    entry["default"] = any(
        old.get("default") for old in app.device.packs if old.get("ruleset") == game and old.get("title") == title
    )
    others = [old for old in app.device.packs if old.get("ruleset") != game or old.get("title") != title]
    app.device.packs = [entry] + others
    return True


def full(app: State, name: str) -> bool:
    """Whether the device keeps as many packs as it may, and none that would give way to the one in use."""
    game, title = app.battle.scenario["ruleset"], (chartpack.pack(app) or {}).get("title") or name
    there = [old for old in app.device.packs if old.get("ruleset") == game and old.get("title") == title]
    return len(app.device.packs) >= MOST_PACKS and not there


CHANGES: Handlers = {
    "packtitle": name_pack,
    "packfill": begin_table,
    "packdrop": drop_table,
    "packcell": fill_cell,
    "packhead": rename_head,
    "packadd": add_head,
    "packcut": cut_head,
    "packuse": use_kept,
    "packoff": do_without,
    "packdefault": choose_default,
    "packforget": forget,
}
