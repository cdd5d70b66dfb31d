"""A reader of game documents for those who write their first one: it knows their usual slips, and says the way out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hexumpire.files.documents import as_json, below, shown
from hexumpire.files.reader import Reader, unknown, wrong
from hexumpire.files.vocabulary.rows import TITLE_LENGTH
from hexumpire.model import data
from hexumpire.model.text import say

MEANT: Final[Mapping[str, str]] = data.read("hexumpire.rulesets.custom.reading", "meant")
"""Words that players write for those of a document: ``drm`` for ``roll``, ``zoc`` for ``zones``."""
KEPT_IN: Final = {
    "terrain": "terrains",
    "feature": "features",
    "hexside feature": "side_features",
    "field": "unit_fields",
    "condition": "conditions",
    "unit type": "types",
    "type": "types",
}
"""The section in which words of a game stand, by what they are."""
TITLED: Final = ("types", "terrains", "features", "side_features", "conditions", "unit_fields")
"""Sections of words that have titles."""
SEVERAL: Final = ("terrain", "feature", "stands", "crossed", "attacker", "defender", "type", "nation")
"""Keys that take a word or a list of them."""
_BETWEEN: Final = re.compile(r"\s*[,;|]\s*")
_SIGNED: Final = re.compile(r"(?P<n>[+-]?\d{1,9})\s*(?P<way>[LR+]?)", re.IGNORECASE)


def parts(text: str) -> list[str]:
    """The entries of a list that was written as one text: apart by commas, semicolons or bars, else by blanks."""
    return [part for part in (_BETWEEN.split(text) if _BETWEEN.search(text) else text.split()) if part][:60]


def quoted(entries: Iterable[object]) -> str:
    """Entries as a list in a document, on one line: long ones cut short, and what no line shows as its code."""
    short = [one[:59] + "…" if isinstance(one, str) and len(one) > 60 else one for one in entries]
    text = json.dumps(short, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def _several(path: str, words: Sequence[str]) -> str:
    """The way out for several words in one text: some keys take a list, of which each is an entry, others only one."""
    if path.endswith("]"):
        return say("write each by itself: {any}", any=quoted(words)[1:-1])
    if path.rpartition(".")[2] in SEVERAL:
        return say("write a list: {any}", any=quoted(words))
    return say("name only one")


class GameReader(Reader):
    """Reads as its base does; where a usual slip is seen, it says what was meant."""

    def unknown(self, given: Iterable[str], allowed: Sequence[str], path: str, what: str) -> None:
        """Complain of every key that is not among the allowed ones; a word that stands for one of them is told."""
        known = set(allowed)
        for key in given:
            meant = MEANT.get(key.casefold(), "")
            if key not in known and meant in known:
                self.complain(below(path, key), unknown(what, key), say("did you mean {any}?", any=shown(meant)))
            elif key not in known:
                super().unknown([key], allowed, path, what)

    def word(self, value: object, allowed: Sequence[str], path: str, what: str) -> str:
        """One of the allowed words; several in one text, and words that stand for one of them, are told."""
        if not isinstance(value, str) or value in allowed:
            return super().word(value, allowed, path, what)
        meant = MEANT.get(value.casefold(), "")
        several = parts(value)
        if meant in allowed:
            self.complain(path, unknown(what, value), say("did you mean {any}?", any=shown(meant)))
        elif not allowed and what in KEPT_IN:
            self.complain(path, unknown(what, value), say("the game has none: add it to [{any}]", any=KEPT_IN[what]))
        elif len(several) > 1 and all(one in allowed for one in several):
            self.complain(path, unknown(what, value), _several(path, several))
        else:
            return super().word(value, allowed, path, what)
        return ""

    def items(self, value: object, path: str, what: str, most: int) -> Sequence[object]:
        """A list; of one that was written as a text, its entries."""
        if isinstance(value, Mapping) and value:
            message = say("{x} must be a list, found {any}", x=what, any=shown(value))
            self.complain(path, message, "write a list: [ in front of it, ] behind it")
            return ()
        if not isinstance(value, str):
            return super().items(value, path, what, most)
        found = parts(value)[:most]
        message = say("{x} must be a list, found {any}", x=what, any=shown(value))
        self.complain(path, message, say("write a list: {any}", any=quoted(found)))
        return found

    def table(self, value: object, path: str, what: str) -> Mapping[str, object]:
        """An object with keys; a list of tables, or the only word of a test, are told how to write it."""
        section, _, key = path.removeprefix("$.").partition(".")
        if section in TITLED and key and isinstance(value, str | bool | int):
            message = say("{x} must be an object (a table of keys and values), found {any}", x=what, any=shown(value))
            title = value if isinstance(value, str) and len(value) <= TITLE_LENGTH else key
            self.complain(path, message, say("write it as {any}", any=f"{{ title = {quoted([title])[1:-1]} }}"))
            return {}
        tables = isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)
        if not tables and not (isinstance(value, str) and path.endswith((".when", ".unless"))):
            return super().table(value, path, what)
        fix = say("write it as {any}", any=f"{{ terrain = {quoted([value])[1:-1]} }}")
        if tables:
            fix = say("give each a key of its own, such as {any}", any=f"[{path[2:]}.first]")
        message = say("{x} must be an object (a table of keys and values), found {any}", x=what, any=shown(value))
        self.complain(path, message, fix)
        return {}

    def whole(self, value: object, path: str, what: str, low: int, high: int, default: int) -> int:
        """A whole number; one in quotes is told, also ``3+`` and ``2L``."""
        match = _SIGNED.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None:
            return super().whole(value, path, what, low, high, default)
        n = -abs(int(match["n"])) if match["way"] in ("l", "L") else int(match["n"])
        why = say("must be a whole number from {n} to {m}", n=low, m=high)
        fix = say("write {n} without quotes", n=n) if low <= n <= high else ""
        self.complain(path, wrong(what, why, value), fix)
        return n if low <= n <= high else default

    def line(self, value: object, path: str, what: str, limit: int) -> str:
        """A short text; a number or date without quotes is told."""
        if value is not None and not isinstance(value, str | bool | Mapping | list | tuple):
            fix = say("write it in quotes: {any}", any=json.dumps(str(as_json(value))))
            self.complain(path, wrong(what, "must be text", value), fix)
            return ""
        return super().line(value, path, what, limit)
