"""The attrition table: columns by ground factors, results by the modified die (14.41, 14.43, 14.44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.rulesets.aworldatwar.tables import ATTRITION, ATTRITION_LIMITS

COLUMNS: tuple[str, ...] = tuple(ATTRITION["columns"])
ROWS: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in ATTRITION["rows"].values())


def column_of(factors: int) -> int:
    """The number of the column of so many factors: the last one that begins with no more of them (14.41)."""
    starts = [int(name.partition("-")[0].rstrip("+")) for name in COLUMNS]
    return sum(start <= factors for start in starts) - 1


def row_of(die: int) -> int:
    """The row of a modified die: below the first it is the first, above the last it is the last (14.43)."""
    return min(max(die, 0), len(ROWS) - 1)


def row_name(die: int) -> str:
    """The row of a modified die as printed."""
    row = row_of(die)
    return f"{row}+" if row == len(ROWS) - 1 else str(row)


def cell(column: int, die: int) -> str:
    """The printed result of a column for a modified die."""
    return ROWS[row_of(die)][column]


def called(printed: str, theatre: str) -> tuple[int, int]:
    """Counters and hexes of a printed result; on the Pacific map half of the hexes, rounded down (14.41, 14.43)."""
    found = {part[-1]: int(part[:-1]) for part in printed.split("/") if part != "-"}
    hexes = found.get("H", 0)
    return found.get("C", 0), hexes // 2 if theatre == "pacific" else hexes


def spelled(result: tuple[int, int]) -> str:
    """Counters and hexes as the table prints them."""
    parts = [f"{n}{letter}" for n, letter in zip(result, "CH", strict=True) if n]
    return "/".join(parts) or "-"


def may_swap(printed: str) -> bool:
    """Whether the attacker may take more counters instead of the hex (14.44), which the Pacific does not change."""
    return bool(printed == ATTRITION_LIMITS["swapped"])


LEGEND = {"C": "so many counters the defender loses", "H": "so many hexes the attacker may occupy", "-": "no effect"}
"""What the letters of a result stand for."""


def chart(edition: str) -> Mapping[str, Any]:
    """The table for showing."""
    return {"title": ATTRITION["title"], "rule": ATTRITION["rule"], "columns": list(COLUMNS),
            "rows": [row_name(row) for row in range(len(ROWS))], "cells": [list(row) for row in ROWS],
            "legend": LEGEND}  # fmt: skip
