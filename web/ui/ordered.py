"""JSON read with its keys in their order, which MicroPython's own reader does not keep; its writer keeps it."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any


def read(text: str) -> Any:
    """The document in a JSON text; raises ValueError where it is none."""
    try:
        value, _ = _value(text, _blank(text, 0))
    except IndexError:
        raise ValueError("JSON breaks off") from None
    return value


def _blank(text: str, at: int) -> int:
    while text[at] in " \n\r\t":
        at += 1
    return at


def _string(text: str, at: int) -> tuple[str, int]:
    """The string that begins at a quotation mark, and what is behind it."""
    end = at
    while True:
        end = text.find('"', end + 1)
        if end < 0:
            raise ValueError("JSON breaks off")
        before = end
        while text[before - 1] == "\\":
            before -= 1
        if (end - before) % 2 == 0:
            return json.loads(text[at : end + 1]), end + 1


def _value(text: str, at: int) -> tuple[Any, int]:
    mark = text[at]
    if mark == '"':
        return _string(text, at)
    if mark == "{":
        return _object(text, at)
    if mark == "[":
        found = []
        at = _blank(text, at + 1)
        while text[at] != "]":
            value, at = _value(text, at)
            found.append(value)
            at = _next(text, at)
        return found, at + 1
    end = at
    while end < len(text) and text[end] not in ",]} \n\r\t":
        end += 1
    return json.loads(text[at:end]), end


def _object(text: str, at: int) -> tuple[Any, int]:
    found: Any = OrderedDict()
    at = _blank(text, at + 1)
    while text[at] != "}":
        key, at = _string(text, at)
        at = _blank(text, at)
        if text[at] != ":":
            raise ValueError("no colon in JSON")
        found[key], at = _value(text, _blank(text, at + 1))
        at = _next(text, at)
    return found, at + 1


def _next(text: str, at: int) -> int:
    """The next entry of a list or an object, or its end."""
    at = _blank(text, at)
    return _blank(text, at + 1) if text[at] == "," else at


def moved(table: Any, key: str, by: int) -> Any:
    """A table with one of its keys so many places further back."""
    keys = list(table)
    at = keys.index(key)
    keys.insert(max(0, min(len(keys) - 1, at + by)), keys.pop(at))
    return made([(name, table[name]) for name in keys])


def renamed(table: Any, old: str, new: str) -> Any:
    """A table with another name for one of its keys, in its place."""
    return made([(new if name == old else name, table[name]) for name in table])


def made(pairs: list[tuple[str, Any]]) -> Any:
    """A table of pairs, in their order."""
    found: Any = OrderedDict()
    for key, value in pairs:
        found[key] = value
    return found
