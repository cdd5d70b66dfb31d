"""Sections of a vocabulary read row by row and entry by entry, each complaint with its place and the way out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hexumpire.files.documents import below, shown, text_complaint
from hexumpire.files.reader import Reader, wrong
from hexumpire.model.text import say

KEY_LENGTH: Final = 40
TITLE_LENGTH: Final = 120
HELP_LENGTH: Final = 240
RULE_LENGTH: Final = 40
LETTER_LENGTH: Final = 3
TEXT_LENGTH: Final = 200
"""Most letters that a field for text may ask for."""
MAX_NUMBER: Final = 9999
MAX_ROWS: Final = 100
"""Most tables in one section, and most entries of one list."""
MAX_PALETTE: Final = 200

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


class Row:
    """A table of a section: gives its values by key, and complains of those that are unknown, missing or wrong."""

    def __init__(self, reader: Reader, value: Mapping[str, object], path: str, what: str, keys: Sequence[str]) -> None:
        self.reader, self.path, self.what = reader, path, what
        self.given = reader.table(value, path, what)
        reader.unknown(self.given, keys, path, "key")

    def at(self, key: str) -> str:
        """The place of a value."""
        return below(self.path, key)

    def get(self, key: str, default: object) -> object:
        """A value as it is given."""
        return self.given.get(key, default)

    def need(self, key: str, fix: str) -> object:
        """A value as it is given; None, with a complaint, when it is missing."""
        if key not in self.given:
            self.reader.complain(self.path, say("{x} has no {any}", x=self.what, any=key), fix)
        return self.given.get(key)

    def line(self, key: str, limit: int, default: str = "") -> str:
        """A short text, not empty; the default when it is left out."""
        if key not in self.given:
            return default
        before = len(self.reader.problems)
        found = self.reader.line(self.given[key], self.at(key), say("the {any}", any=key), limit)
        if not found and len(self.reader.problems) == before:
            self.reader.complain(self.at(key), say("the {any} is empty", any=key), "write it, or leave the key out")
        return found or default

    def colour(self, key: str) -> str:
        """A colour ``#rgb`` or ``#rrggbb``; black, with a complaint, when it is none."""
        value = self.need(key, say('add {any} = "#rrggbb"', any=key))
        if isinstance(value, str) and _COLOUR.fullmatch(value):
            return value
        if value is not None:
            message = say("{any} is no colour", any=shown(value))
            self.reader.complain(self.at(key), message, "write # and 3 or 6 digits 0-9 a-f")
        return "#000"

    def drawn(self, key: str, allowed: Sequence[str], default: str = "") -> str:
        """A name of something that the board draws; it must be given when there is no default."""
        fix = say("add {any}: one of {any2}", any=key, any2=", ".join(allowed))
        value = self.get(key, default) if default else self.need(key, fix)
        return "" if value is None else self.reader.word(value, allowed, self.at(key), key)

    def flag(self, key: str, default: bool) -> bool:
        """True or false; the default when it is left out, or something else."""
        value = self.get(key, default)
        if isinstance(value, bool):
            return value
        self.reader.complain(self.at(key), say("{any} must be true or false, found {any2}", any=key, any2=shown(value)))
        return default


class Source:
    """A document that is being read, with the lists that its entries may name."""

    def __init__(self, reader: Reader, document: object, lists: Mapping[str, Iterable[str]]) -> None:
        self.reader = reader
        self.document = reader.table(document, "$", "a vocabulary")
        self.lists = {name: {key: key for key in keys} for name, keys in lists.items()}
        """Titles by key of every list that entries may name."""

    def rows(
        self, section: str, what: str, keys: Sequence[str], least: int = 0, names: bool = False
    ) -> Iterator[tuple[str, Row]]:
        """Key and table of every entry of a section; with ``names`` keys may be any short text."""
        path = below("$", section)
        table = self.reader.table(self.document.get(section, {}), path, say("the section {any}", any=section))
        if len(table) < least:
            self.reader.complain(path, say("there is no {x}", x=what), say("add one: a table [{any}.key]", any=section))
        if len(table) > MAX_ROWS:
            self.reader.complain(path, say("{n} are too many; at most {m}", n=len(table), m=MAX_ROWS))
        for key in list(table)[:MAX_ROWS]:
            value, here = table[key], below(path, key)
            if names:
                self.name(key, here)
            elif not _KEY.fullmatch(key):
                fix = say("write letters a-z, digits and _, beginning with a letter, at most {n}", n=KEY_LENGTH)
                message = say("{any} cannot be the key of a {x}", any=shown(key), x=what)
                self.reader.complain(here, message, fix)
            if isinstance(value, Mapping):
                yield key, Row(self.reader, value, here, say("the {x} {any}", x=what, any=shown(key)), keys)
            else:
                self.reader.table(value, here, say("a {x}", x=what))

    def name(self, key: str, path: str) -> str:
        """A key that may be any short text; empty, with a complaint, when it is not."""
        why = text_complaint(key, KEY_LENGTH)
        if not why and (not key or key != key.strip() or key.startswith("@")):
            why = "must not be empty, nor begin with @, nor begin or end with a blank"
        if why:
            self.reader.complain(path, wrong("a key", why, key))
        return "" if why else key

    def each(self, value: object, path: str, what: str) -> Iterator[tuple[str, str, str]]:
        """Key, title and place of every one of some entries, with the named lists among them spread out."""
        if isinstance(value, Mapping):
            for key, title in self.reader.table(value, path, what).items():
                here = below(path, key)
                yield self.name(key, here), self.reader.line(title, here, "the title", TITLE_LENGTH), here
            return
        for index, entry in enumerate(self.reader.items(value, path, say("the list of each {x}", x=what), MAX_ROWS)):
            here = below(path, index)
            if isinstance(entry, str) and entry.startswith("@"):
                name = self.reader.word(entry[1:], tuple(self.lists), here, "list")
                for key, title in self.lists.get(name, {}).items():
                    yield key, title, here
            elif isinstance(entry, str):
                yield self.name(entry, here), entry, here
            elif isinstance(entry, Mapping):
                yield from self.each(entry, here, what)
            else:
                self.reader.complain(here, wrong(what, "must be text", entry))

    def entries(self, value: object, path: str, what: str) -> dict[str, str]:
        """Titles by key of some entries, none of them twice."""
        found: dict[str, str] = {}
        for key, title, here in self.each(value, path, what):
            if key in found:
                self.reader.complain(here, say("{x} {any} is given twice", x=what, any=shown(key)), "leave one out")
            elif len(found) == MAX_ROWS:
                self.reader.complain(here, say("there are more than {n}", n=MAX_ROWS), "leave some out")
                break
            elif key:
                found[key] = title
        return found

    def keys(self, value: object, path: str, what: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Keys among the allowed ones, none of them twice."""
        found: dict[str, None] = {}
        for key, _, here in self.each(value, path, what):
            if key in found:
                self.reader.complain(here, say("{x} {any} is given twice", x=what, any=shown(key)), "leave one out")
            elif key and self.reader.word(key, allowed, here, what):
                found[key] = None
        return tuple(found)

    def named_lists(self) -> None:
        """Reads the section of lists; a list may name those before it."""
        table = self.reader.table(self.document.get("lists", {}), "$.lists", "the section lists")
        for name, value in table.items():
            here = below("$.lists", name)
            if name in (*self.lists, "types"):
                self.reader.complain(here, say("there is a list {any} already", any=shown(name)), "name it otherwise")
            else:
                self.lists[self.name(name, here)] = self.entries(value, here, "entry")
