"""A line becomes the document of a scenario; what is wrong with it names its word, and what would do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files.documents import guess, shown
from hexumpire.files.setup_line.words import MOST, SIDES, YES, Words, plain
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.text import listed, say
from hexumpire.model.vocabulary import Field, Value

REST: Final = ("path", "attacks", "pack", "game", "map", "targets", "units", "conditions", "readings")
"""Parts of a document that may stand in a line as JSON."""
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[|;]|[^\s"|;]+')
_NUMBERS = re.compile(r"\d{1,4}(?:-\d{1,4})*")


class _Reading:
    """A line that is being read; every complaint names its word."""

    def __init__(self, words: Words, document: dict[str, Any]) -> None:
        self.words = words
        self.document = document
        self.problems: list[Problem] = []
        self.origin = "0,0"
        self.targets: list[str] = []

    def complain(self, word: str, message: str, fix: str = "") -> None:
        self.problems.append(Problem(say("{any}: {x}", any=shown(word), x=message), "$.line", fix=fix))

    # --- one word ---

    def text(self, word: str) -> str:
        """A word that may stand in quotes; empty, with a complaint, when what is in them is no text."""
        if not word.startswith('"'):
            return word
        try:
            return str(json.loads(word))
        except ValueError:
            self.complain(word[:40], "it is no text in quotes", 'write \\" for a quote in it')
            return ""

    def value(self, field: Field, text: str) -> Value:
        """A value of a field as it is written."""
        if text.startswith('"'):
            return self.text(text)
        if field.kind == "flag":
            return YES.get(text.lower(), text)
        if field.kind == "int" and re.fullmatch(r"-?\d{1,9}", text):
            return int(text)
        if field.kind == "choice" and text not in field.options:
            near = [key for key, title in field.options.items() if plain(text) in (plain(key), plain(title))]
            begun = [key for key in field.options if plain(key).startswith(plain(text))]
            found = near or begun
            return found[0] if len(found) == 1 else text
        return text

    def one(self, word: str, kinds: Sequence[str], filled: Iterable[str] = ()) -> tuple[str, str] | None:
        """Kind and key of what a word is; None, with a complaint, when it is nothing, or several things."""
        taken = set(filled)
        found = self.words.matches(word, [kind for kind in kinds if kind not in taken])
        if len(found) == 1 or (found and len(word) > 1):  # of several, what the game lists first
            return found[0]
        if found:
            keys = [key for _, key in found]
            fix = say("write one of {any}", any=", ".join(keys[:8]))
            self.complain(word, say("it may be {x}", x=listed(keys[:8], "or")), fix)
        else:
            self.complain(word, "nobody knows this word", guess(word, self.words.all(kinds)))
        return None

    # --- entries ---

    def counter(self, entry: Sequence[str], side: str) -> None:
        """A counter."""
        unit: dict[str, Any] = {"side": side}
        place, numbers = "", ""
        later: list[tuple[str, str]] = []
        for index, word in enumerate(entry):
            key, equals, text = word.partition("=")
            if equals:
                later.append((key, text))
            elif index == 0 and word.isascii() and word.isdigit():
                unit["count"] = int(word[:9])
            elif index and not numbers and _NUMBERS.fullmatch(word):
                numbers = word
            elif not place and self.words.place(word, self.origin) is not None:
                place = word
            else:
                found = self.one(word, ("nation", "type", "field"), unit)
                if found is not None:
                    kind, name = found
                    unit[name if kind == "field" else kind] = True if kind == "field" else name
        self.finish(unit, place, numbers, later)

    def finish(self, unit: dict[str, Any], place: str, numbers: str, later: Sequence[tuple[str, str]]) -> None:
        """Put the numbers, the place and the fields of a counter where they belong."""
        words = self.words.ruleset.vocabulary
        for key, text in later:
            if key in ("type", "nation", "side", "id", "at"):
                text = self.text(text)
                unit[key] = text.replace("_", " ") if key == "nation" and text not in words.nation_of else text
            elif key in words.field_of:
                unit[key] = self.value(words.field_of[key], text)
            else:
                self.complain(key, "no counter has this field", guess(key, [*words.field_of]))
        kind = words.type_of.get(str(unit.get("type", "")))
        if kind is not None:
            face = self.words.face(kind)
            given = numbers.split("-") if numbers else []
            if len(given) > len(face):
                message = say("{x} has {n} numbers printed on it", x=kind.title, n=len(face))
                self.complain(numbers, message, say("write {any}", any="-".join(face)))
            unit.update({key: int(number) for key, number in zip(face, given, strict=False)})
        if "nation" not in unit:  # as the counter before it
            before = [
                one["nation"] for one in self.document["units"] if one["side"] == unit["side"] and "nation" in one
            ]
            if before or len(words.nations) == 1:
                unit["nation"] = (before or [words.nations[0].key])[-1]
        if "at" not in unit:
            west = hexgrid.name(hexgrid.neighbour(hexgrid.parse(self.origin), "W"))
            unit["at"] = (self.words.place(place, self.origin) if place else None) or (
                west if unit["side"] == "attacker" else self.origin
            )
        self.document["units"].append(unit)

    def hex(self, entry: Sequence[str]) -> None:
        """A hex: ``@``, where, and what it is."""
        first = entry[0][1:]
        also = first.startswith("+")
        first = first.removeprefix("+")
        rest = list(entry[1:])
        place = self.words.place(first, self.origin) if first else self.origin
        if place is None:
            rest.insert(0, first)
            place = self.origin
        if also:
            self.targets.append(place)
        data: dict[str, Any] = {}
        words = self.words.ruleset.vocabulary
        fields = {field.key: field for field in words.hex_fields}
        for word in rest:
            key, equals, text = word.partition("=")
            if word.startswith('"'):
                data["name"] = self.text(word)
            elif equals and key in fields:
                data[key] = self.value(fields[key], text)
            elif equals and key in ("terrain", "name"):
                data[key] = self.text(text)
            elif not equals and word[:1].isupper() and "name" not in data and not self._known(word):
                data["name"] = word.replace("_", " ")
            else:
                found = self.one(word, ("terrain", "feature", "hex_field"), data)
                if found is not None:
                    self._set(data, *found)
        self.document["map"]["hexes"].setdefault(place, {}).update(data)

    def _known(self, word: str) -> bool:
        return bool(self.words.matches(word, ("terrain", "feature", "hex_field")))

    def _set(self, data: dict[str, Any], kind: str, name: str) -> None:
        if kind == "terrain":
            data["terrain"] = name
        elif kind == "feature":
            data.setdefault("features", []).append(name)
        else:
            data[name] = True

    def side(self, entry: Sequence[str]) -> None:
        """A hexside: ``/``, which, and what lies on it."""
        where = entry[0][1:]
        place, colon, direction = where.rpartition(":")
        if not colon:
            place, direction = self.origin, where
        found = self.words.place(place, self.origin)
        if found is None or direction not in hexgrid.DIRECTIONS:
            fix = "write a direction such as /W, or a hex, a colon and a direction such as /1,0:W"
            self.complain(entry[0], "it names no hexside", fix)
            return
        name = hexgrid.hexside(hexgrid.parse(found), direction)
        marks = [self.one(word, ("hexside",)) for word in entry[1:]]
        self.document["map"]["sides"].setdefault(name, []).extend(mark[1] for mark in marks if mark)

    def setting(self, entry: Sequence[str]) -> bool:
        """What else is to be said; False where the entry is nothing of that kind."""
        if len(entry) != 1:
            return False
        key, equals, text = entry[0].partition("=")
        words = self.words.ruleset.vocabulary
        for part, fields in (("conditions", words.conditions), ("readings", words.readings)):
            for field in fields:
                if field.key == key and (equals or field.kind == "flag"):
                    self.document.setdefault(part, {})[key] = self.value(field, text) if equals else True
                    return True
        if equals and key in ("title", "edition", "procedure"):
            self.document[key] = self.text(text)
            return True
        if equals and key in REST:
            try:
                self.document[key] = json.loads(text)
            except ValueError:
                self.complain(entry[0][:40], "it is no JSON", "write what hexumpire --json prints")
            return True
        return False


def _entries(text: str) -> Iterator[list[list[str]]]:
    """The parts of a line, each a list of entries, each a list of words."""
    parts: list[list[list[str]]] = [[[]]]
    glued = ""
    end = 0
    for match in _tokens(text):
        word, start = match
        if word == "|":
            parts.append([[]])
        elif word == ";":
            parts[-1].append([])
        elif start == end and glued and not glued.endswith((";", "|")) and parts[-1][-1]:
            parts[-1][-1][-1] += word
        else:
            parts[-1][-1].append(word)
        glued, end = word, start + len(word)
    yield from ([entry for entry in part if entry] for part in parts)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Words and separators with their places; JSON behind ``=`` in one piece."""
    at = 0
    decoder = json.JSONDecoder()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _WORD.match(text, at)
        word = match[0] if match else text[at]
        key, equals, _ = word.partition("=")
        if equals and text[at + len(key) + 1 : at + len(key) + 2] in tuple("[{"):
            start = at + len(key) + 1
            try:
                _, stop = decoder.raw_decode(text, start)
            except (ValueError, RecursionError):
                stop = len(text)
            yield text[at:stop], at
            at = stop
            continue
        yield word, at
        at += len(word)


def read_line(text: str, ruleset: str = "") -> dict[str, Any]:
    """The scenario document of a line; ``ruleset`` is that of a line that names none.

    Raises:
        InputError: the line is wrong; every problem names the word and what would do.
    """
    if len(text) > MOST:
        message = say("the line is too long: {n} characters; at most {m} are read", n=len(text), m=MOST)
        raise InputError([Problem(message, "$.line")])
    head, colon, body = text.partition(":")
    if colon and head.strip() in rulesets.known():
        ruleset, text = head.strip(), body
    if not ruleset:
        fix = say("begin it with one of {any} and a colon", any=", ".join(rulesets.known()))
        raise InputError([Problem("the line does not say which game it is of", "$.line", fix=fix)])
    parts = list(_entries(text))
    game = next((word[5:] for part in parts for entry in part for word in entry if word.startswith("game=")), None)
    try:
        found = rulesets.of(ruleset, json.loads(game) if game else None)
    except ValueError:
        found = rulesets.get(ruleset)
    document: dict[str, Any] = {"ruleset": ruleset, "map": {"hexes": {}, "sides": {}}, "units": []}
    reading = _Reading(Words(found), document)
    _find_origin(reading, parts)
    for index, part in enumerate(parts):
        for entry in part:
            _entry(reading, entry, SIDES[min(index, 1)])
    if reading.problems:
        raise InputError(reading.problems, ruleset)
    if "targets" not in document and "path" not in document and "attacks" not in document:
        document["targets"] = list(dict.fromkeys([reading.origin, *reading.targets]))
    return document


def _find_origin(reading: _Reading, parts: Sequence[Sequence[Sequence[str]]]) -> None:
    """Find the hex attacked: the first one after an ``@``, or of ``targets``; ``0,0`` where none is attacked."""
    words = [word for part in parts for entry in part for word in entry]
    if any(word.startswith(("path=[", "attacks=[")) for word in words):
        return
    for word in words:
        if word.startswith("targets="):
            try:
                named = json.loads(word[8:])
                place = reading.words.place(str(named[0]), "0,0")
            except (ValueError, IndexError, KeyError, TypeError):
                place = None
            reading.origin = place or reading.origin
            return
    for word in words:
        if word.startswith("@"):
            word = word[1:].removeprefix("+")
            place = reading.words.place(word, "0,0") if word and word not in hexgrid.DIRECTIONS else None
            reading.origin = place or reading.origin
            return


def _entry(reading: _Reading, entry: list[str], side: str) -> None:
    """One entry; a hex may stand behind a counter without a semicolon."""
    cut = next((at for at, word in enumerate(entry) if at and word.startswith(("@", "/"))), len(entry))
    first, rest = entry[:cut], entry[cut:]
    if first[0].startswith("@"):
        reading.hex(first)
    elif first[0].startswith("/"):
        reading.side(first)
    elif not reading.setting(first):
        reading.counter(first, side)
    if rest:
        _entry(reading, rest, side)
