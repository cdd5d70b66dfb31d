"""A line becomes the document of a scenario; what is wrong with it names its word, and what would do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files.documents import below, close, guess, shown
from hexumpire.files.setup_line.splitting import Entry, Parts, Token, split, token
from hexumpire.files.setup_line.totals import plain_counter
from hexumpire.files.setup_line.words import (
    MOST,
    NUMBERS,
    PRINTED,
    REST,
    SIDES,
    TAKEN,
    TOP,
    YES,
    Translate,
    Words,
    plain,
)
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.text import listed, say
from hexumpire.model.vocabulary import Field, Value

NONE: Final[Mapping[str, Any]] = {}
APART: Final = "leave one out, or write ; between two counters"
_TOTAL = re.compile(r"\d{1,4}")


class Fault(NamedTuple):
    """Something wrong with a line: the problem, where its words stand, and what may stand there instead."""

    problem: Problem
    start: int
    end: int
    ways: tuple[str, ...] = ()


class Reading:
    """A line that is being read; every complaint names its word, and where that stands."""

    def __init__(self, words: Words, document: dict[str, Any]) -> None:
        self.words = words
        self.document = document
        self.faults: list[Fault] = []
        self.origin = "0,0"
        self.targets: list[str] = []
        self.totals: tuple[int, ...] = ()
        self.places: dict[str, tuple[int, int]] = {}
        self._here = token("", 0)

    def complain(self, word: str, message: str, fix: str = "", ways: Iterable[str] = ()) -> None:
        """Note what is wrong with the word that is being read."""
        problem = Problem(say("{any}: {x}", any=shown(word), x=message), "$.line", fix=fix)
        self.faults.append(Fault(problem, self._here.start, self._here.end, tuple(ways)))

    def note(self, path: str, first: Token, last: Token) -> None:
        """Note which words of the line a place of the document is read from."""
        self.places[path] = (first.start, last.end)

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

    def one(self, word: str, kinds: Sequence[str], filled: Mapping[str, Any] = NONE) -> tuple[str, str] | None:
        """Kind and key of what a word is; None, with a complaint, when it is nothing, or several things."""
        every = self.words.matches(word, kinds)
        found = [one for one in every if one[0] not in filled]
        again = [(kind, filled[kind]) for kind, _ in every if kind in filled]
        for one in again:
            if self.words.goes_on(word, *one):
                return one
        if len(found) < len(every) and not (found and self.words.is_whole(word, *found[0])):
            message = say("the {x} is given already: {any}", x=again[0][0], any=again[0][1])
            self.complain(word, message, APART if "nation" in kinds else "leave one out")
        elif len(found) == 1 or (found and len(word) > 1):  # of several, what the game lists first
            return found[0]
        elif found:
            keys = [key for _, key in found]
            fix = say("write one of {any}", any=", ".join(keys[:8]))
            ways = [self.words.spelled(*one, kinds) for one in found[:8]]
            self.complain(word, say("it may be {x}", x=listed(keys[:8], "or")), fix, ways)
        else:
            free = [kind for kind in kinds if kind not in filled]
            near = self.words.near(word, free)
            self.complain(word, "nobody knows this word", guess(word, self.words.all(free)), near)
        return None

    # --- entries ---

    def counter(self, entry: Entry, side: str) -> None:
        """A counter."""
        unit: dict[str, Any] = {"side": side}
        place, numbers = "", token("", 0)
        later: list[Token] = []
        self.note(f"$.units[{len(self.document['units'])}]", entry[0], entry[-1])
        for index, word in enumerate(entry):
            self._here = word
            if "=" in word:
                later.append(word)
            elif index == 0 and word.isascii() and word.isdigit():
                unit["count"] = int(word[:9])
            elif index == 0 and plain(word) in NUMBERS:
                unit["count"] = NUMBERS[plain(word)]
            elif index and not numbers and PRINTED.fullmatch(word):
                numbers = word
            elif not place and self.words.place(word, self.origin) is not None:
                place = word
            else:
                found = self.one(word, ("nation", "type", "field"), unit)
                if found is not None:
                    kind, name = found
                    unit[name if kind == "field" else kind] = True if kind == "field" else name
        self.finish(unit, place, numbers, later)

    def finish(self, unit: dict[str, Any], place: str, numbers: Token, later: Sequence[Token]) -> None:
        """Put the numbers, the place and the fields of a counter where they belong."""
        words = self.words.ruleset.vocabulary
        for word in later:
            self._here = word
            key, _, text = word.partition("=")
            if key in ("type", "nation", "side", "id", "at"):
                text = self.text(text)
                unit[key] = text.replace("_", " ") if key == "nation" and text not in words.nation_of else text
            elif key in words.field_of:
                unit[key] = self.value(words.field_of[key], text)
            else:
                near = [f"{one}={text}" for one in close(key, [*words.field_of])]
                self.complain(key, "no counter has this field", guess(key, [*words.field_of]), near)
        kind = words.type_of.get(str(unit.get("type", "")))
        if kind is not None:
            face = self.words.face(kind)
            given = numbers.split("-") if numbers else []
            if len(given) > len(face):
                many = "{x} has {n} number printed on it" if len(face) == 1 else "{x} has {n} numbers printed on it"
                message = say(many, x=kind.title, n=len(face))
                self._here = numbers
                self.complain(numbers, message, say("write {any}", any="-".join(face)), ["-".join(given[: len(face)])])
            unit.update({key: int(number) for key, number in zip(face, given, strict=False)})
        if "nation" not in unit:  # as the counter before it
            mine = [one for one in self.document["units"] if one.get("side") == unit["side"] and "nation" in one]
            if mine or len(words.nations) == 1:
                unit["nation"] = mine[-1]["nation"] if mine else words.nations[0].key
        if "at" not in unit:
            unit["at"] = (self.words.place(place, self.origin) if place else None) or self.stand(unit["side"])
        self.document["units"].append(unit)

    def total(self, word: Token, side: str) -> None:
        """All that a side has, as one plain counter."""
        self._here = word
        plain_one = plain_counter(self.words, side)
        if plain_one is None:
            fix = "write the counters, such as 2 infantry"
            self.complain(word, "a number alone says too little in this game", fix)
            return
        unit, field = plain_one
        self.note(f"$.units[{len(self.document['units'])}]", word, word)
        self.document["units"].append({**unit, field: int(word), "side": side, "at": self.stand(side)})
        self.totals += (int(word),)

    def stand(self, side: str) -> str:
        """Where a counter stands of which nothing is said: west of the hex attacked, or in it."""
        west = hexgrid.name(hexgrid.neighbour(hexgrid.parse(self.origin), "W"))
        return west if side == "attacker" else self.origin

    def hex(self, entry: Entry) -> None:
        """A hex: ``@``, where, and what it is."""
        also = entry[0].startswith("@+")
        first = token(entry[0][1 + also :], entry[0].start + 1 + also)
        rest = entry[1:]
        place = self.words.place(first, self.origin) if first else self.origin
        if place is None:
            rest = [first, *rest]
            place = self.origin
        self.note(below("$.map.hexes", place), entry[0], entry[-1])
        if also:
            self.targets.append(place)
        data: dict[str, Any] = {}
        words = self.words.ruleset.vocabulary
        fields = {field.key: field for field in words.hex_fields}
        for word in rest:
            self._here = word
            key, equals, text = word.partition("=")
            if word.startswith('"'):
                data["name"] = self.text(word)
            elif equals and key in fields:
                data[key] = self.value(fields[key], text)
            elif equals and key in ("terrain", "name"):
                data[key] = self.text(text)
            elif equals and key == "feature":
                self._set(data, key, self.text(text))
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

    def side(self, entry: Entry) -> None:
        """A hexside: ``/``, which, and what lies on it."""
        self._here = entry[0]
        where = entry[0][1:]
        place, colon, direction = where.rpartition(":")
        if not colon:
            place, direction = self.origin, where
        found = self.words.place(place, self.origin)
        if found is None or direction not in hexgrid.DIRECTIONS:
            fix = "write a direction such as /W, or a hex, a colon and a direction such as /1,0:W"
            self.complain(entry[0], "it names no hexside", fix, ["/" + one for one in hexgrid.DIRECTIONS])
            return
        name = hexgrid.hexside(hexgrid.parse(found), direction)
        self.note(below("$.map.sides", name), entry[0], entry[-1])
        marks = self.document["map"]["sides"].setdefault(name, [])
        for word in entry[1:]:
            self._here = word
            key, equals, text = word.partition("=")
            found_mark = (key, self.text(text)) if equals and key == "hexside" else self.one(word, ("hexside",))
            marks += [found_mark[1]] if found_mark else []

    def unknown_setting(self, word: Token) -> None:
        """Complain about a word beyond the counters that is no condition."""
        self._here = word
        said, equals, value = word.partition("=")
        words = self.words.ruleset.vocabulary
        keys = [field.key for field in (*words.conditions, *words.readings)]
        ways = [key for key in keys if plain(key).startswith(plain(said))] or close(said, keys)
        flags = {field.key for field in words.conditions if field.kind == "flag"}
        mended = [key if key in flags and not equals else f"{key}={value}" for key in ways[:3]]
        self.complain(said, "it is no condition", guess(said, [*keys, *TOP]), mended)

    def part(self, key: str, text: str) -> None:
        """A part of the document as JSON; one to which other words add has to have its form."""
        fix = "write what hexumpire --json prints"
        try:
            found = _parsed(text)
        except ValueError:
            self.complain(f"{key}={text}"[:40], "it is no JSON", fix)
            return
        if key == "map" and isinstance(found, dict):
            found = {"hexes": {}, "sides": {}, **found}
        if _fits(key, found):
            self.document[key] = found
        else:
            self.complain(f"{key}={text}"[:40], "it has not the form of that part of a document", fix)

    def setting(self, entry: Entry) -> bool:
        """What else is to be said; False where the entry is nothing of that kind."""
        if len(entry) != 1:
            return False
        self._here = entry[0]
        key, equals, text = entry[0].partition("=")
        words = self.words.ruleset.vocabulary
        for part, fields in (("conditions", words.conditions), ("readings", words.readings)):
            for field in fields:
                if field.key == key and (key not in TAKEN if equals else field.kind == "flag"):
                    self.note(f"$.{part}.{key}", entry[0], entry[0])
                    self.document.setdefault(part, {})[key] = self.value(field, text) if equals else True
                    return True
        if equals and key in TOP:
            self.document[key] = self.text(text)
            return True
        if equals and key in REST:
            self.part(key, text)
            return True
        return False


def read_line(text: str, ruleset: str = "", game: object = None) -> dict[str, Any]:
    """The scenario document of a line; ``ruleset`` and ``game`` are those of a line that names none.

    Raises:
        InputError: the line is wrong; every problem names the word and what would do.
    """
    reading = read(text, ruleset, game)
    if reading.faults:
        raise InputError([fault.problem for fault in reading.faults], reading.words.ruleset.key)
    return reading.document


def read(text: str, ruleset: str = "", game: object = None, titled: Translate | None = None) -> Reading:
    """A line as far as it can be read, with what is wrong with it.

    ``ruleset`` and ``game``, the document of a typed-in game, are those of a line that names none; ``titled`` gives a
    title in the players' language, in which they may write besides.

    Raises:
        InputError: it is too long, or of no game.
    """
    if len(text) > MOST:
        message = say("the line is too long: {n} characters; at most {m} are read", n=len(text), m=MOST)
        raise InputError([Problem(message, "$.line")])
    head, colon, body = text.partition(":")
    if colon and head.strip() in rulesets.known():
        if head.strip() != ruleset:
            ruleset, game = head.strip(), None
    else:
        body = text
    if not ruleset:
        fix = say("begin it with one of {any} and a colon", any=", ".join(rulesets.known()))
        raise InputError([Problem("the line does not say which game it is of", "$.line", fix=fix)])
    parts = split(body, len(text) - len(body))
    own = next((word[5:] for part in parts for entry in part for word in entry if word.startswith("game=")), None)
    try:
        found = rulesets.of(ruleset, _parsed(own) if own else game)
    except ValueError:
        found = rulesets.get(ruleset)
    document: dict[str, Any] = {"ruleset": ruleset, "map": {"hexes": {}, "sides": {}}, "units": []}
    if game is not None and not own:
        document["game"] = game
    reading = Reading(Words(found, titled), document)
    _find_origin(reading, parts)
    parts = _bare(reading, parts)
    for index, part in enumerate(parts):
        for entry in part:
            _entry(reading, entry, SIDES[min(index, 1)], index > 1)
    if "targets" not in document and "path" not in document and "attacks" not in document:
        document["targets"] = list(dict.fromkeys([reading.origin, *reading.targets]))
    return reading


def _fits(key: str, found: Any) -> bool:
    """Whether a part of a document has the form that words beside it add to."""
    if key == "units":
        return isinstance(found, list) and all(isinstance(unit, dict) for unit in found)
    if key == "map":
        parts = ((found["hexes"], dict), (found["sides"], list)) if isinstance(found, dict) else ()
        kept = [isinstance(part, dict) and all(isinstance(one, kind) for one in part.values()) for part, kind in parts]
        return bool(kept) and all(kept)
    return key not in ("conditions", "readings") or isinstance(found, dict)


def _parsed(text: str) -> Any:
    """What a JSON text says; ValueError where it is none, or nested too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError from None


def _bare(reading: Reading, parts: Parts) -> Parts:
    """The parts without the totals of a line that says no more of its counters than one number a side, ``22 v 12``.

    Each total becomes a plain counter; words behind the second one tell of the hex attacked.
    """
    if len(parts) < 2 or len(parts[0]) != 1 or len(parts[0][0]) != 1 or not parts[1]:
        return parts
    one, (other, *rest) = parts[0][0][0], parts[1][0]
    if not (_TOTAL.fullmatch(one) and _TOTAL.fullmatch(other)) or (rest and rest[0][0].isdigit()):
        return parts
    for side, word in zip(SIDES, (one, other), strict=True):
        reading.total(word, side)
    more = rest if not rest or rest[0].startswith(("@", "/")) else [token("@", rest[0].start), *rest]
    return [[], [*([more] if more else []), *parts[1][1:]], *parts[2:]]


def _find_origin(reading: Reading, parts: Parts) -> None:
    """Find the hex attacked: the first one after an ``@``, or of ``targets``; ``0,0`` where none is attacked."""
    words = [word for part in parts for entry in part for word in entry]
    if any(word.startswith(("path=[", "attacks=[")) for word in words):
        return
    for word in words:
        if word.startswith("targets="):
            try:
                named = _parsed(word[8:])
                place = reading.words.place(str(named[0]), "0,0")
            except (ValueError, IndexError, KeyError, TypeError):
                place = None
            reading.origin = place or reading.origin
            return
    for word in words:
        if word.startswith("@"):
            named_hex = word[1:].removeprefix("+")
            near = named_hex in hexgrid.DIRECTIONS or not named_hex
            place = None if near else reading.words.place(named_hex, "0,0")
            reading.origin = place or reading.origin
            return


def _entry(reading: Reading, entry: Entry, side: str, last: bool) -> None:
    """One entry; a hex may stand behind a counter without a semicolon. ``last``: it is beyond the counters."""
    cut = next((at for at, word in enumerate(entry) if at and word.startswith(("@", "/"))), len(entry))
    first, rest = entry[:cut], entry[cut:]
    if first[0].startswith("@"):
        reading.hex(first)
    elif first[0].startswith("/"):
        reading.side(first)
    elif not reading.setting(first):
        if last and len(first) == 1:
            reading.unknown_setting(first[0])
        else:
            reading.counter(first, side)
    if rest:
        _entry(reading, rest, side, last)
