"""What is wrong with the syntax of a text that is no TOML or no JSON: where, what, and the way out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hexumpire.model.errors import Problem
from hexumpire.model.text import say

QUOTES: Final = 'write texts in quotes, such as "AE"'
TWICE: Final = "a key or a head is given twice"
UNCLOSED: Final = "a text without its closing quote"
TOML: Final = (
    ("Expected '='", "a line without = between key and value", "write key = value, such as die = 1"),
    ("Invalid value", "a value is missing, or a text without quotes", QUOTES),
    ("Expected newline", "more stands in the line than one key and its value", QUOTES),
    ("Cannot ", TWICE, "leave one out"),
    ("Duplicate ", TWICE, "leave one out"),
    ("Unclosed ", "a bracket is not closed", "close it"),
    ("Expected ']", "a bracket is not closed", "close it"),
    ("Unterminated string", UNCLOSED, QUOTES),
    ("Illegal character", UNCLOSED, QUOTES),
    ("Invalid initial character", "a key is missing", "write key = value, such as die = 1"),
    ("Invalid statement", "a key is missing", "write key = value, such as die = 1"),
)
"""How a message of Python's reader of TOML begins, what that means, and the way out."""
JSON: Final = (
    ("Expecting value", "a value is missing, or a text without quotes", QUOTES),
    ("Expecting property name", "a key in double quotes is missing", "write it, or take out the comma before"),
    ("Illegal trailing comma", "a comma with nothing after it", "leave it out"),
    ("Expecting ',' delimiter", "a comma or a closing bracket is missing", "add it"),
    ("Expecting ':' delimiter", "the colon after a key is missing", "add it"),
    ("Unterminated string", UNCLOSED, QUOTES),
    ("Invalid control character", UNCLOSED, QUOTES),
    ("Extra data", "more stands after the end", "leave it out"),
)
"""The same for Python's reader of JSON."""
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


def not_toml(message: str) -> Problem:
    """The problem of a text that is no TOML. ``message``: of Python's reader, with the place in it."""
    found = _PLACE.search(message)
    what, fix = _meaning(_PLACE.sub("", message), TOML)
    if found is not None and found[1]:
        return Problem(say("not valid TOML at line {n}, column {m}: {x}", n=found[1], m=found[2], x=what), fix=fix)
    return Problem(say("not valid TOML at the end: {x}", x=what), fix=fix)


def not_json(message: str, line: int, column: int) -> Problem:
    """The problem of a text that is no JSON. ``message``: of Python's reader; line and column, from 1."""
    what, fix = _meaning(message, JSON)
    return Problem(say("not valid JSON at line {n}, column {m}: {x}", n=line, m=column, x=what), fix=fix)


def _meaning(message: str, known: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """What a message means and the way out; the message itself where it is none of those known."""
    for start, what, fix in known:
        if message.startswith(start):
            return what, fix
    return message, "mend it there, or paste the whole text again"
