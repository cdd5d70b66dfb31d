"""Texts in, plain documents out: TOML or JSON, read with limits, and the words to say what is wrong with them."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from typing import Any

from hexumpire.files import syntax
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.text import Text, say

MAX_TEXT = 256 * 1024
"""Longest text of a document, in characters."""
MAX_DEPTH = 12
"""How deep a document may be nested."""
MAX_DIGITS = 15
"""Longest whole number in a JSON text."""
SHALLOW = "leave out brackets within brackets"
"""The way out of a document that is nested too deep."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NO_KEYS = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*(?:"{3})?|'{3}(?:[^']|'(?!''))*(?:'{3})?"""
    r"""|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)
"""Texts, closed or not, and remarks of TOML."""
_BETWEEN_KEYS = re.compile(r"[^\w\-. \t]+")
_NO_BRACKETS = re.compile(r'(?:"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[^\[\]{}"]+)+', re.DOTALL)


# --- words for problems --------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """What was found, in the words of a document and never long: ``'germn'``, ``3.5``, ``a list of 7``."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else say("a huge number")
    if isinstance(value, float):
        if math.isnan(value):
            return say("NaN (not a number)")
        return repr(value) if math.isfinite(value) else say("infinity" if value > 0 else "minus infinity")
    if isinstance(value, Mapping):
        return say("an object of {n}", n=len(value)) if value else say("an empty object")
    if isinstance(value, list | tuple):
        return say("a list of {n}", n=len(value)) if value else say("an empty list")
    return f"a {type(value).__name__}"


def as_key(key: str) -> Text:
    """A key among the words of a message: it stands as documents write it, in every language."""
    return say("{any}", any=key)


def below(path: str, key: object) -> str:
    """The JSON path of an entry: ``$.map`` and ``hexes`` give ``$.map.hexes``."""
    if isinstance(key, int) and not isinstance(key, bool):
        return f"{path}[{key}]"
    text = key if isinstance(key, str) else shown(key)
    if _PLAIN_KEY.fullmatch(text):
        return f"{path}.{text}"
    return f"{path}[{json.dumps(text if len(text) <= 40 else text[:39] + '…')}]"


def guess(word: object, allowed: Iterable[str]) -> str:
    """``did you mean 'river'?`` when one of the allowed words is close, else what is allowed, else nothing."""
    words = list(allowed)
    if isinstance(word, str):
        from difflib import get_close_matches  # slow to load in a browser, and rarely needed

        folded = {other.casefold(): other for other in words}
        near = get_close_matches(word[:40].casefold(), folded, 1, 0.55)
        if near:
            return say("did you mean {any}?", any=repr(folded[near[0]]))
    if not words:
        return ""
    first = ", ".join(words[:16])
    if len(words) > 16:
        return say("allowed: {any} and {n} more", any=first, n=len(words) - 16)
    return say("allowed: {any}", any=first)


def close(word: str, allowed: Sequence[str]) -> list[str]:
    """At most three of the allowed words that are close to one."""
    from difflib import get_close_matches  # slow to load in a browser, and rarely needed

    return get_close_matches(word[:40], allowed, 3, 0.65)


def text_complaint(value: object, limit: int) -> str:
    """Why a value cannot be a short line of text; empty when it can."""
    if not isinstance(value, str):
        return "must be text"
    if len(value) > limit:
        return say("must be no longer than {n} characters, not {m}", n=limit, m=len(value))
    if _UNPRINTABLE.search(value):
        return "must be one line without control characters"
    return ""


# --- text -> document ----------------------------------------------------------------------------------------


class _Refused(Exception):
    """Raised inside the JSON parser, which knows no place."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.problem = Problem(message, fix=fix)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(say("the key {any} is given twice in one object", any=shown(key)), "leave one out")
            seen.add(key)
    return table


def _constant(name: str) -> object:
    raise _Refused(say("{any} is not a number that a document may hold", any=name), "write a number, or leave it out")


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:
        message = say("a number of {n} digits is too large; at most {m} are read", n=len(digits), m=MAX_DIGITS)
        raise _Refused(message, "write a smaller number")
    return int(digits)


def _too_long(length: int, limit: int) -> str:
    return say("the text is too long: {n} characters; at most {m} are read", n=f"{length:,}", m=f"{limit:,}")


def _too_deep(text: str) -> bool:
    """Whether brackets outside strings are nested more than 100 deep; each round takes the innermost pairs away."""
    if text.count("[") + text.count("{") <= 100:
        return False
    brackets = _NO_BRACKETS.sub("", text).translate({ord("{"): "[", ord("}"): "]"})
    for _ in range(100):
        fewer = brackets.replace("[]", "")
        if fewer == brackets:  # nothing is left, or brackets that do not belong together
            return fewer.count("[") > 100
        brackets = fewer
    return bool(brackets)


def as_json(document: Any) -> Any:
    """A document with texts in place of what TOML has and JSON has not: days and times, and numbers that are none.

    Raises:
        InputError: it is nested too deep.
    """
    try:
        return _as_json(document)
    except RecursionError:
        raise InputError([Problem("the text is nested too deep", fix=SHALLOW)]) from None


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(entry) for entry in value]
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return value.isoformat() if isinstance(value, date | time) else str(value)


def read_json(text: str, limit: int = MAX_TEXT) -> Any:
    """The document of a JSON text, read strictly: no key twice, no NaN, no endless numbers, no depths.

    Raises:
        InputError: one problem; mistakes of form say line and column.
    """
    if len(text) > limit:
        raise InputError([Problem(_too_long(len(text), limit), fix="shorten it")])
    if _too_deep(text):
        raise InputError([Problem("the text is nested too deep", fix=SHALLOW)])
    try:
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise InputError([syntax.not_json(error.msg, error.lineno, error.colno)]) from None
    except _Refused as refused:
        raise InputError([refused.problem]) from None
    except RecursionError:
        raise InputError([Problem("the text is nested too deep", fix=SHALLOW)]) from None


def _has_long_keys(text: str) -> bool:
    """Whether dots nest a key of a TOML text more than 100 deep; texts and comments do not count."""
    return any(piece.count(".") > 100 for piece in _BETWEEN_KEYS.split(_NO_KEYS.sub("", text)))


def _read_toml(text: str) -> Any:
    if _has_long_keys(text):
        raise InputError([Problem("the text is nested too deep", fix=SHALLOW)])
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise InputError([syntax.not_toml(str(error))]) from None
    except (ValueError, OverflowError):  # digits without end, a date that does not exist
        message = "not valid TOML: a number or date in it cannot be read"
        raise InputError([Problem(message, fix="write it shorter, or in quotes")]) from None
    except RecursionError:
        raise InputError([Problem("the text is nested too deep", fix=SHALLOW)]) from None


def read_text(text: str) -> Any:
    """The document of a TOML or JSON text; which of the two it is shows in its first character.

    Raises:
        InputError: one problem, with line and column where the text goes wrong.
    """
    if len(text) > MAX_TEXT:
        raise InputError([Problem(_too_long(len(text), MAX_TEXT), fix="shorten it")])
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise InputError([Problem("the text is empty", fix="give a scenario as TOML or JSON")])
    if start[0] == "[":
        # A TOML table head or a JSON list: only one of them reads.
        return _read_toml(text) if re.match(r"\[\[?\s*[A-Za-z_]", start) else read_json(text)
    return read_json(text) if start[0] == "{" else _read_toml(text)
