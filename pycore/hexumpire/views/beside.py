"""Two set-ups side by side as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexumpire.views.report import cited, columns, number


def beside(found: Mapping[str, Any], every: bool = False) -> list[str]:
    """The answer of the operation ``beside`` (docs/api.md) in lines; ``every``: also lines of the reckoning alike."""
    lines = [line for count, side in enumerate(found["sides"], 1) for line in _side(count, side)]
    figures = [(row["title"], *map(_value, row["values"]), _value(row["difference"])) for row in found["rows"]]
    if figures:
        lines += ["", *columns([("", "1", "2", "2 less 1"), *figures], right=(1, 2, 3), indent="")]
    shown = [line for line in found["lines"] if every or line["differs"]]
    head = (
        "The reckoning:" if every else "Lines of the reckoning that differ:" if shown else "The reckoning is the same."
    )
    return [*lines, "", head, *(_line(line, every) for line in shown)]


def _side(count: int, side: Mapping[str, Any]) -> Iterator[str]:
    """A set-up in short."""
    name = f"{side['name']}, " if side["name"] else ""
    played = "; ".join(f"{one['label']}: {one['title']}" for one in side["played"])
    yield f"{count}  {name}{side['title']}, {side['text']}: {side['bar'] or '–'}" + (f"  ({played})" if played else "")
    for problem in side["problems"]:
        yield f"   not allowed: {problem['text']}"
    if side["note"]:
        yield f"   {side['note']}"


def _value(figure: Mapping[str, str] | None) -> str:
    return figure["value_text"] if figure else "–"


def _line(line: Mapping[str, Any], every: bool) -> str:
    """A row of the reckoning: what it is about, what the first has, and what the second has."""
    first, second = line["first"], line["second"]
    one = first or second
    depth = "  " * line["depth"] if every else ""
    mark = "*" if every and line["differs"] else " "
    if one["value"] is None and not one["skipped"] and first and second:  # the line says all in its words
        return f"{mark} {depth}{first['label']} | {second['label']}{cited(one)}"
    label = one["label"]
    if first and second and first["label"] != second["label"]:
        label = f"{first['label']} / {second['label']}"
    return f"{mark} {depth}{label}: {_said(first)} | {_said(second)}{cited(one)}"


def _said(line: Mapping[str, Any] | None) -> str:
    """What a line comes to."""
    if line is None:
        return "–"
    if line["skipped"]:
        return f"does not count ({line['note']})" if line["note"] else "does not count"
    value = "" if line["value"] is None else number(line["value"])
    note = f"({line['note']})" if line["note"] else ""
    return " ".join(part for part in (value, note) if part) or "counts"
