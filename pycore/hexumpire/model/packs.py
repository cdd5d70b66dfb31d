"""Chart packs: tables that a rulebook refers to and does not print, typed in by the players.

A ruleset declares the tables it can use as :class:`PackTable`; a scenario may carry a :class:`Pack` that fills some
of them, so that the link holds them too. A table that the players leave out is simply not there: rules ask for its
cells and say what they do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from hexumpire.model.fields import Field, Value

Cells = Mapping[str, Mapping[str, Value]]
"""The cells of a table: row -> column -> value."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a table: where (``row``, ``column``; empty for all of it), why, by which rule, the way out."""

    message: str
    row: str = ""
    column: str = ""
    rule: str = ""
    fix: str = ""


def _faultless(cells: Cells) -> Iterable[Fault]:
    return ()


@dataclass(frozen=True, slots=True)
class PackTable:
    """A table that a pack may fill.

    ``rows`` and ``columns`` are its fixed heads; with ``free_rows`` or ``free_columns`` the players name them instead
    (those given are a proposal). ``cell`` says what one cell may hold; ``preset`` cells are fixed by the rulebook:
    they need not be given and may not differ. ``whole``: every cell must be filled. ``check`` finds what else the
    rulebook forbids, after the presets are filled in. ``titles`` are what players read in place of the key of a row
    or column.
    """

    key: str
    title: str
    rule: str
    cell: Field
    rows: tuple[str, ...]
    columns: tuple[str, ...] = ("value",)
    free_rows: bool = False
    free_columns: bool = False
    help: str = ""
    whole: bool = True
    preset: Cells = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[Cells], Iterable[Fault]] = _faultless


@dataclass(frozen=True)
class Pack:
    """The tables a scenario brings along, presets filled in. ``title`` is how the players call it."""

    title: str
    tables: Mapping[str, Cells]

    def has(self, table: str) -> bool:
        """Whether the pack fills a table."""
        return table in self.tables

    def cell(self, table: str, row: str, column: str = "value") -> Value | None:
        """One cell; None when the pack does not have it."""
        return self.tables.get(table, {}).get(row, {}).get(column)
