"""The table of a chart pack as players write it, put in the words of its game.

Heads are matched by what they say, never by their place: ``3:1``, ``3 to 1`` and ``3–1`` are one column, and titles
serve for keys. A cell that takes one of a few words takes it in capitals or small letters too. Rows of empty cells are
as if they were left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hexumpire.model.packs import PackTable

_BETWEEN: Final = re.compile(r"\s*(?:[:/\-–—−]|\bto\b)\s*")
_ODDS: Final = re.compile(r"\d{1,2}-\d{1,2}")


def plain(head: str) -> str:
    """A head or word as it is compared: ``3 : 1`` and ``3-1`` are one, ``Dr1`` and ``dr1`` too."""
    return " ".join(_BETWEEN.sub("-", head.casefold()).split())


def in_order(value: object, table: PackTable) -> object:
    """A table of a pack with the heads and words that its game has for them; what fits nowhere stays as it is."""
    if not isinstance(value, Mapping):
        return value
    rows = {key: _row(entry, table) for key, entry in _heads(value, table.rows, table.titles, table.free_rows).items()}
    return {key: entry for key, entry in rows.items() if not _is_empty(entry)}


def _is_empty(entry: object) -> bool:
    cells = entry.values() if isinstance(entry, Mapping) else entry if isinstance(entry, list | tuple) else [entry]
    return bool(cells) and all(isinstance(cell, str) and not cell.strip() for cell in cells)


def _row(entry: object, table: PackTable) -> object:
    if isinstance(entry, Mapping):
        heads = _heads(entry, table.columns, table.titles, table.free_columns)
        return {key: _cell(cell, table) for key, cell in heads.items()}
    if isinstance(entry, list | tuple):
        return [_cell(cell, table) for cell in entry]
    return _cell(entry, table)


def _heads(
    given: Mapping[Any, object], known: Sequence[str], titles: Mapping[str, str], free: bool
) -> dict[Any, object]:
    """Entries by the heads of the game; one whose head is there already stays as it is."""
    by_word = {plain(titles.get(key, key)): key for key in known} | {plain(key): key for key in known}
    odds = free and all(_ODDS.fullmatch(plain(key)) for key in known)
    mark = ":" if ":" in "".join(known) else "-"
    found: dict[Any, object] = {}
    for key, entry in given.items():
        if not isinstance(key, str):
            found[key] = entry
            continue
        head = key if key in known else by_word.get(plain(key), key)
        if head not in known and odds and _ODDS.fullmatch(plain(key)):
            head = plain(key).replace("-", mark)
        found[key if head != key and (head in given or head in found) else head] = entry
    return found


def _cell(cell: object, table: PackTable) -> object:
    """A word of the game for a cell, where it is one."""
    options = table.cell.options
    if table.cell.kind != "choice" or not isinstance(cell, str) or cell in options:
        return cell
    by_word = {plain(title): key for key, title in options.items()} | {plain(key): key for key in options}
    return by_word.get(plain(cell), cell)
