"""Printed charts: odds ladders, results grids and tables to look up, loaded strictly from ``tables.toml``."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from hexumpire.model.errors import RulesetError
from hexumpire.model.trace import Number


@dataclass(frozen=True, slots=True)
class Ladder:
    """Columns of odds, worst for the attacker first, e.g. ``1:4 ... 5:1``."""

    names: tuple[str, ...]
    ratios: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, names: Sequence[str]) -> Ladder:
        """From printed column heads such as ``"1:4"``, ``"3-2"`` or ``"1.5:1"``; they must rise strictly."""
        ratios = []
        for name in names:
            left, _, right = name.replace("-", ":").partition(":")
            whole, _, tenths = left.partition(".")
            scale = 10 ** len(tenths)
            if not ((whole + tenths).isdecimal() and right.isdecimal() and int(whole + tenths) and int(right)):
                raise RulesetError(f"column {name!r} is not a ratio of two positive numbers")
            ratios.append((int(whole + tenths), int(right) * scale))
        for (a, b), (c, d) in itertools.pairwise(ratios):
            if a * d >= c * b:
                raise RulesetError(f"column {c}:{d} does not stand right of a lower one ({a}:{b})")
        return cls(tuple(names), tuple(ratios))

    def column(self, attack: Number, defense: Number) -> int:
        """Index of the column for ``attack : defense``, fractions in the defender's favour.

        -1 when the odds are worse than the first column; the last column holds everything above it.
        ``defense`` must be positive.
        """
        found = -1
        for index, (left, right) in enumerate(self.ratios):
            if attack * right >= left * defense:
                found = index
        return found

    def needed(self, index: int, defense: Number) -> int:
        """Least whole attack strength that reaches column ``index`` against ``defense``."""
        left, right = self.ratios[index]
        return -(-left * defense // right)


@dataclass(frozen=True, slots=True)
class Chart:
    """A results grid: one row a (modified) die roll, one column a step of the ladder."""

    title: str
    rule: str
    ladder: Ladder
    rows: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]

    @classmethod
    def load(cls, table: Mapping[str, Any]) -> Chart:
        """From a TOML table ``title``, ``rule``, ``columns`` and ``rows`` (``"1" = [cells...]``).

        Raises:
            RulesetError: something is missing, rows are out of order or not as wide as the column heads.
        """
        missing = [key for key in ("title", "rule", "columns", "rows") if not table.get(key)]
        if missing:
            raise RulesetError(f"a chart has no {', '.join(missing)}")
        ladder = Ladder.parse(table["columns"])
        rows = tuple(int(key) for key in table["rows"])
        if list(rows) != list(range(rows[0], rows[0] + len(rows))):
            raise RulesetError(f"rows of {table['title']!r} do not follow each other: {rows}")
        cells = tuple(tuple(map(intern, row)) for row in table["rows"].values())  # the same text stands in many
        for number, row in zip(rows, cells, strict=True):
            if len(row) != len(ladder.names):
                raise RulesetError(f"row {number} of {table['title']!r} has {len(row)} cells, not {len(ladder.names)}")
        return cls(table["title"], table["rule"], ladder, rows, cells)

    def row(self, roll: int) -> int:
        """The row read for a modified roll: rolls beyond the chart use its nearest row."""
        return min(max(roll, self.rows[0]), self.rows[-1])

    def result(self, column: int, roll: int) -> str:
        """The printed result in a column for a modified roll."""
        return self.cells[self.row(roll) - self.rows[0]][column]


@dataclass(frozen=True, slots=True)
class Lookup:
    """A printed table to look something up in: ``head`` says what its rows are, ``notes`` what stands below it."""

    title: str
    rule: str
    head: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def load(cls, table: Mapping[str, Any]) -> Lookup:
        """From a TOML table ``title``, ``rule``, ``head``, ``columns``, ``rows`` (``name = [cells...]``) and ``notes``.

        Raises:
            RulesetError: something is missing, or a row is not as wide as the column heads.
        """
        missing = [key for key in ("title", "rule", "head", "columns", "rows") if not table.get(key)]
        if missing:
            raise RulesetError(f"a table to look up has no {', '.join(missing)}")
        columns, rows = tuple(table["columns"]), table["rows"]
        for name, cells in rows.items():
            if len(cells) != len(columns):
                raise RulesetError(f"row {name} of {table['title']!r} has {len(cells)} cells, not {len(columns)}")
        return cls(
            table["title"], table["rule"], table["head"], columns, tuple(rows),
            tuple(tuple(cells) for cells in rows.values()), tuple(table.get("notes", ())),
        )  # fmt: skip

    def cell(self, row: str, column: str) -> str:
        """What is printed in a row and a column; empty where the table has no such row."""
        return self.cells[self.rows.index(row)][self.columns.index(column)] if row in self.rows else ""
