"""Which results the chart of a game document gives, and what each is said to do: also while the document is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.rulesets.custom.reading.effects import explained, usual


def codes(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The codes in the cells of a chart, in the order of its rows, then those that the document explains besides.

    Each has ``does`` (its words; None where nobody says what it means) and ``usual`` (whether that is its usual
    meaning, and not said by the document).
    """
    said = document.get("results")
    table = said if isinstance(said, Mapping) else {}
    found: dict[str, None] = {}
    chart = document.get("chart")
    rows = chart.get("rows") if isinstance(chart, Mapping) else None
    for row in rows.values() if isinstance(rows, Mapping) else ():
        for cell in row if isinstance(row, list) else ():
            if isinstance(cell, str | int) and str(cell) not in ("", "-"):
                found[str(cell)] = None
    found.update(dict.fromkeys(map(str, table)))
    return [_code(code, table.get(code, table.get(explained(code, map(str, table))))) for code in list(found)[:200]]


def _code(code: str, said: object) -> dict[str, Any]:
    if isinstance(said, Mapping):
        said = said.get("does")
    if said is not None:
        return {"code": code, "does": said if isinstance(said, list) else [said], "usual": False}
    found = usual(code)
    return {"code": code, "does": list(found) if found is not None else None, "usual": True}
