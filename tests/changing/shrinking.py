"""Battles made smaller, one thing at a time, as long as they show what they are to show."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from hexumpire.model.errors import HexUmpireError

Document = dict[str, Any]
Shows = Callable[[Document], bool]


def counters(document: Document) -> int:
    """How many counters a battle has."""
    return sum(int(unit.get("count", 1)) for unit in document.get("units", ()))


def size(document: Document) -> tuple[int, int]:
    """Battles are small by their counters, then by all that is said of them."""
    return counters(document), len(json.dumps(document))


def holds(shows: Shows, document: Document) -> bool:
    """Whether a document shows it; what is no battle shows nothing."""
    try:
        return shows(document)
    except HexUmpireError:
        return False


def with_fewer_counters(document: Document) -> Iterator[Document]:
    """The battle without one of its counters, for each of them."""
    for number, unit in enumerate(document.get("units", ())):
        found = copy.deepcopy(document)
        if int(unit.get("count", 1)) > 1:
            found["units"][number]["count"] = unit["count"] - 1
        else:
            del found["units"][number]
            for attack in found.get("attacks", ()):
                named = unit.get("id")
                attack["units"] = [one for one in attack.get("units", ()) if str(one).partition(":")[0] != named]
        yield found


def with_less_said(document: Document) -> Iterator[Document]:
    """The battle without one thing that is said of it: a table of its own, a condition, a hex, a field of a counter."""
    for key in ("pack", "title", "map", "conditions", "readings"):
        if key in document:
            yield {name: entry for name, entry in document.items() if name != key}
    if not document.get("attacks") and any("id" in unit for unit in document.get("units", ())):
        units = [{key: entry for key, entry in unit.items() if key != "id"} for unit in document["units"]]
        yield {**document, "units": units}
    for path in (("conditions",), ("readings",), ("map", "hexes"), ("map", "sides")):
        yield from _without_each(document, path)
    for place in document.get("map", {}).get("hexes", {}):
        yield from _without_each(document, ("map", "hexes", place))
    for number, unit in enumerate(document.get("units", ())):
        for key in unit:
            if key not in ("side", "type", "id"):
                found = copy.deepcopy(document)
                del found["units"][number][key]
                yield found


def _without_each(document: Document, path: tuple[str, ...]) -> Iterator[Document]:
    """The document without each entry of the table at a path."""
    table: Any = document
    for key in path:
        table = table.get(key, {})
    for name in table:
        found = copy.deepcopy(document)
        inner: Any = found
        for key in path:
            inner = inner[key]
        del inner[name]
        yield found


def shrunk(document: Document, shows: Shows) -> Document:
    """The smallest battle that can be reached from one that shows it, by taking one thing away at a time."""
    smaller = True
    while smaller:
        smaller = False
        for ways in (with_fewer_counters, with_less_said):
            found = next((one for one in ways(document) if holds(shows, one)), None)
            while found is not None:
                document, smaller = found, True
                found = next((one for one in ways(document) if holds(shows, one)), None)
    return document
