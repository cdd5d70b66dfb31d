"""A table that is pasted: where its headings are, which row and column of a chart each of its cells goes to."""

from __future__ import annotations

import battles
import packing
from packing import MOST_HEADS, worth
from shapes import Doc, Handlers
from state import State
from texts import t
from values import find


def grid_of(text: str) -> list[list[str]]:
    """The cells of a pasted text, row by row: apart by tabs, else by bars, semicolons or two blanks."""
    lines = [line for line in str(text).replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    for mark in ("\t", "|", ";", "  "):
        if any(mark in line.strip() for line in lines):
            break
    else:
        return [[line.strip()] for line in lines]
    rows = []
    for line in lines:
        if mark == "|":
            line = line.strip().strip("|")
        cells = [" ".join(cell.split()) for cell in line.split(mark)]
        if mark == "  ":
            cells = [cell for cell in cells if cell]
        if [cell for cell in cells if cell.strip("-:– ")] or mark != "|":  # not the rule under a head
            rows.append(cells)
    return rows


def plain(head: str) -> str:
    """A heading as it is compared: 3:1, 3 – 1 and 3-1 are one."""
    head = str(head).lower()
    for mark in (":", "/", "–", "—", "−", " to "):
        head = head.replace(mark, "-")
    return "".join(head.split())


def is_odds(head: str) -> bool:
    """Whether a heading reads as odds."""
    two = plain(head).split("-")
    return len(two) == 2 and two[0].isdigit() and two[1].isdigit()


def known(table: Doc, heads: list[str], text: str) -> str | None:
    """The head that a heading stands for: by its key or its title; None for another."""
    for head in heads:
        if plain(text) in (plain(head), plain(table["titles"].get(head, head))):
            return head
    return None


class Block:
    """A pasted block, with the rows and columns that its cells belong to."""

    def __init__(self, app: State, table: Doc, text: str) -> None:
        self.app = app
        self.table = table
        self.cells = grid_of(text)
        self.rows, self.columns = packing.heads_of(app, table)
        self.left_out: list[str] = []
        top = self.cells[0] if self.cells else []
        named = [cell for cell in top if cell and (known(table, self.columns, cell) or self._new_column(cell))]
        self.across = len(named) > 1 and len(named) * 2 >= len([cell for cell in top if cell])
        body = self.cells[1:] if self.across else self.cells
        first = [line[0] for line in body]
        width = max([len(line) for line in body]) if body else 0
        found = [cell for cell in first if known(table, self.rows, cell) or (table["free_rows"] and cell.isdigit())]
        self.down = width > 1 and len(found) == len(first) and len(set(found)) == len(first)
        if self.across and self.down and len(top) < width:  # nothing stands over the headings of the rows
            self.cells[0] = [""] + top
        self.body = [line[1:] for line in body] if self.down else body
        self.heads = (self.cells[0][1:] if self.down else self.cells[0]) if self.across else []
        self.titles = first if self.down else []

    def _new_column(self, head: str) -> bool:
        return bool(self.table["free_columns"]) and is_odds(head)

    def places(self, row: str, column: str) -> tuple[list[str | None], list[str | None]] | str:
        """Rows and columns of the cells; None for one that has no place. A text instead where it cannot be said."""
        height, width = len(self.body), max([len(line) for line in self.body]) if self.body else 0
        while width and not self.across and not [1 for line in self.body if len(line) == width and line[-1]]:
            self.body = [line[: width - 1] for line in self.body]
            width -= 1
        columns: list[str | None] = []
        rows: list[str | None] = []
        if self.across:
            for head in self.heads:
                columns.append(known(self.table, self.columns, head) or self._named(head, "columns"))
        else:
            start = 0 if width == len(self.columns) else self.columns.index(column)
            if start + width > len(self.columns):
                return t("paste.columns", n=width, room=len(self.columns) - start)
            columns = list(self.columns[start : start + width])
        if self.down:
            for title in self.titles:
                rows.append(known(self.table, self.rows, title) or self._named(title, "rows"))
        else:
            start = 0 if self.across or height >= len(self.rows) else self.rows.index(row)
            while start + height > len(self.rows) and self.table["free_rows"] and len(self.rows) < MOST_HEADS:
                self.rows.append(str(len(self.rows) + 1))
            if start + height > len(self.rows):
                return t("paste.rows", n=height, room=len(self.rows) - start)
            rows = list(self.rows[start : start + height])
        return rows, columns

    def _named(self, head: str, kind: str) -> str | None:
        """A heading of the players' own as a new row or column; None where there can be none."""
        free = self.table["free_rows" if kind == "rows" else "free_columns"]
        mine = self.rows if kind == "rows" else self.columns
        if not head or not free or len(mine) >= MOST_HEADS or (kind == "columns" and not is_odds(head)):
            if head:
                self.left_out.append(head)
            return None
        name = plain(head) if kind == "columns" else head
        mine.append(name)
        return name


def paste(app: State, table: Doc, row: str, column: str, text: str) -> tuple[str, bool]:
    """Fill the cells of a chart from a text; what is to be said of it, and whether anything was taken."""
    block = Block(app, table, text)
    if not block.body:
        return t("paste.none"), False
    found = block.places(row, column)
    if not isinstance(found, tuple):
        return found, False
    rows, columns = found
    over = max([len(line) for line in block.body]) - len(columns)
    if over > 0:
        return t("paste.columns", n=len(columns) + over, room=len(columns)), False
    battles.changed(app)
    heads = packing.hold(app, table)
    heads["rows"], heads["columns"] = block.rows, sorted(block.columns, key=worth)
    if not table["free_columns"]:
        heads["columns"] = block.columns
    count = 0
    for down, line in enumerate(block.body):
        for right, cell in enumerate(line):
            under, beside = rows[down], columns[right]
            if under is not None and beside is not None:
                packing.fill(app, table, under, beside, cell)
                count += 1
    said = t("paste.done", n=count)
    if block.left_out:
        said += " " + t("paste.left", titles=", ".join(block.left_out))
    return said, True


def paste_cells(app: State, key: str, row: str = "", column: str = "", value: str = "") -> None:
    """Fill cells from a spreadsheet's text: where its headings say, else from row ``row`` and column ``column`` on."""
    table = find(app.listed("packs"), key)
    if table:
        rows, columns = packing.heads_of(app, table)
        row, column = row if row in rows else (rows or [""])[0], column if column in columns else (columns or [""])[0]
        app.look.pack_said, _ = paste(app, table, row, column, value)


CHANGES: Handlers = {"packpaste": paste_cells}
