"""Tables that players fill in from a chart of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from hexumpire.files.documents import below
from hexumpire.files.vocabulary.fields import FIELD, field_of
from hexumpire.files.vocabulary.rows import HELP_LENGTH, KEY_LENGTH, RULE_LENGTH, TITLE_LENGTH, Row, Source
from hexumpire.model.fields import Field, Value
from hexumpire.model.packs import Cells, Fault, PackTable

PACK_TABLE: Final = ("title", "rule", "help", "cell", "rows", "columns", "free_rows", "free_columns", "whole", "preset",
                     "titles")  # fmt: skip

Check = Callable[[Cells], Iterable[Fault]]


def pack_tables(source: Source, checks: Mapping[str, Check]) -> tuple[PackTable, ...]:
    """The tables; ``checks`` find by key what else the rulebook forbids in one."""
    found = []
    for key, row in source.rows("pack_tables", "table", PACK_TABLE):
        row.need("rule", "add the section of the rules that refers to it")
        rows = source.entries(row.need("rows", "add the heads of its rows") or (), row.at("rows"), "row")
        columns = source.entries(row.get("columns", ["value"]), row.at("columns"), "column")
        heads = {head: title for head, title in {**rows, **columns}.items() if head != title}
        cell = _cell(source, row)
        table = PackTable(
            key,
            row.line("title", TITLE_LENGTH, key),
            row.line("rule", RULE_LENGTH),
            cell,
            tuple(rows),
            tuple(columns),
            row.flag("free_rows", False),
            row.flag("free_columns", False),
            row.line("help", HELP_LENGTH),
            row.flag("whole", True),
            _preset(source, row, cell, tuple(rows), tuple(columns)),
            source.entries(row.given["titles"], row.at("titles"), "title") if "titles" in row.given else heads,
        )
        found.append(replace(table, check=checks[key]) if key in checks else table)
    return tuple(found)


def _cell(source: Source, row: Row) -> Field:
    """What a cell of a table may hold."""
    value = row.need("cell", 'add what a cell may hold, such as cell = { key = "value", range = [0, 9] }')
    if not isinstance(value, Mapping):
        if value is not None:
            source.reader.table(value, row.at("cell"), "the cell")
        return Field("value", "", "flag", False)
    inner = Row(source.reader, value, row.at("cell"), "the cell", ("key", *FIELD))
    return field_of(source, inner.line("key", KEY_LENGTH, "value"), inner)


def _preset(source: Source, row: Row, cell: Field, rows: Sequence[str], columns: Sequence[str]) -> Cells:
    """The cells that the rulebook fixes, by row and column."""
    path = row.at("preset")
    given = source.reader.table(row.get("preset", {}), path, "the preset cells")
    source.reader.unknown(given, rows, path, "row")
    found: dict[str, dict[str, Value]] = {}
    for name, value in given.items():
        here = below(path, name)
        alone = len(columns) == 1 and not isinstance(value, Mapping)
        inner = {columns[0]: value} if alone else source.reader.table(value, here, "a row of cells")
        source.reader.unknown(inner, columns, here, "column")
        found[name] = {
            column: source.reader.field(cell, entry, below(here, column), "", cell.default)
            for column, entry in inner.items()
        }
    return found
