"""The chart with a battle's own odds as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.views.report import FORCE, columns


def own_odds(found: Mapping[str, Any]) -> list[str]:
    """The answer of the operation ``ownodds`` (docs/api.md) in lines."""
    if not found["rows"]:
        return ["This battle has no column of a chart."]
    titles = {one["key"]: one["title"] for row in found["rows"] for one in row["measures"]}
    kept = [key for key in titles if key.startswith(("attacker", "defender"))]
    heads = ("Column", "Hex", *(titles[key] for key in kept), "What it takes")
    rows = [heads, *(_row(row, kept) for row in found["rows"])]
    lines = [f"{found['title']}, now {found['bar']}:", *columns(rows, right=range(1, 2 + len(kept)))]
    lines += [one["text"] for one in found["margins"]]
    return lines if found["complete"] else [*lines, "Not all was worked out: there is too much of it."]


def _row(row: Mapping[str, Any], kept: list[str]) -> tuple[str, ...]:
    """A column of the chart, with a dash for what is not known."""
    means = {one["key"]: one["mean_text"] for one in row["measures"]}
    taken = row["taken"]["percent"] if row["taken"] else "–"
    return (row["column"], taken, *(means.get(key, "–") for key in kept), _needs(row))


def _needs(row: Mapping[str, Any]) -> str:
    """The smallest change that comes to a column."""
    if row["current"]:
        return "as it stands"
    if row["note"] and not row["taken"]:
        return str(row["note"])
    if not row["ways"]:
        return "–"
    way = row["ways"][0]
    add = f"{way['add']:+d}".replace("-", "−")
    return f"{add} {way['label']}, {FORCE[way['kind']]}"
