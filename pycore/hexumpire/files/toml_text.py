"""Documents as TOML text: the way back from :mod:`hexumpire.files.documents`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml(document: Mapping[str, Any]) -> str:
    """A document of dicts, lists, texts, whole numbers and flags as TOML text."""
    lines: list[str] = []
    _toml_table(document, "", lines)
    return "\n".join(lines).strip() + "\n"


def toml_key(key: str) -> str:
    """A key as TOML writes it."""
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def toml_value(value: Any) -> str:
    """A text, number, flag, list or table as TOML writes it in one line; texts and numbers are as in JSON."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_table(table: Mapping[str, Any], prefix: str, lines: list[str]) -> None:
    later = []
    for key, value in table.items():
        name = toml_key(key)
        rows = isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)
        if isinstance(value, dict) or rows:
            later.append((prefix + name, value))
        else:
            lines.append(f"{name} = {toml_value(value)}")
    for name, value in later:
        if isinstance(value, dict):
            if not value or any(not isinstance(entry, dict) for entry in value.values()):
                lines += ["", f"[{name}]"]
            _toml_table(value, name + ".", lines)
        else:
            for entry in value:
                lines += ["", f"[[{name}]]"]
                _toml_table(entry, name + ".", lines)
