"""A reader of documents that trusts nobody: it collects every problem and gives something usable all the same."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from hexumpire.board import hexgrid
from hexumpire.files.documents import MAX_DEPTH, below, guess, shown, text_complaint
from hexumpire.model.errors import Problem
from hexumpire.model.text import listed, say
from hexumpire.model.vocabulary import Field, Mark, Value

FEATURES = {"feature": "features", "side feature": "side features"}
"""What several of them are called."""
HEX_LENGTH = 40
"""So much of the name of a hex or hexside is looked at; none is as long."""
MAX_VALUES = 20_000
"""Most values (entries of lists and tables, at any depth) of a document."""
SAID = {"yes": "true", "true": "true", "1": "true", "no": "false", "false": "false", "0": "false"}
"""What is meant by words and numbers that stand for a yes or a no."""
MAX_PROBLEMS = 40
"""How many problems are told at once."""


class Full(Exception):
    """Enough problems have been found."""


def _axial(text: str) -> str:
    return hexgrid.name(hexgrid.parse(text))


class Reader:
    """Collects problems while it reads; every method gives something usable even when it complains."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.find: Callable[[str], str] = _axial
        """The hex that a text names; ValueError when it names none."""
        self.example = ""
        """A hex as the map prints it; empty when no such map is known."""
        self.editions: Mapping[str, str] = {}
        """What players call the editions, by their keys."""

    def complain(self, path: str, message: str, fix: str = "", rule: str = "") -> None:
        """Note a problem; raises :class:`Full` when there are too many."""
        if len(self.problems) == MAX_PROBLEMS:
            self.problems.append(Problem("there are more problems than these", "$", fix="mend these first"))
            raise Full
        self.problems.append(Problem(message, path, rule, fix))

    def table(self, value: object, path: str, what: str) -> Mapping[str, object]:
        """An object with keys of text; empty when it is not one."""
        if not isinstance(value, Mapping):
            message = say("{x} must be an object (a table of keys and values), found {any}", x=what, any=shown(value))
            self.complain(path, message)
            return {}
        for key in value:
            if not isinstance(key, str):
                self.complain(path, say("keys must be text, found {any}", any=shown(key)))
        return {key: entry for key, entry in value.items() if isinstance(key, str)}

    def items(self, value: object, path: str, what: str, most: int) -> Sequence[object]:
        """A list of at most ``most``; empty when it is not one."""
        if not isinstance(value, list | tuple):
            fix = say("write a list: {any}", any=as_list(value)) if isinstance(value, str) else ""
            self.complain(path, say("{x} must be a list, found {any}", x=what, any=shown(value)), fix)
            return ()
        if len(value) > most:
            self.complain(path, say("{x}: {n} are too many; at most {m}", x=what, n=len(value), m=most))
        return value[:most]

    def unknown(self, given: Iterable[str], allowed: Sequence[str], path: str, what: str) -> None:
        """Complain of every key that is not among the allowed ones."""
        known = set(allowed)
        for key in given:
            if key not in known:
                self.complain(below(path, key), unknown(what, key), guess(key, allowed))

    def word(self, value: object, allowed: Sequence[str], path: str, what: str) -> str:
        """One of the allowed words; empty when it is not."""
        if isinstance(value, str) and value in allowed:
            return value
        if isinstance(value, str):
            self.complain(path, unknown(what, value), guess(value, allowed))
        else:
            self.complain(path, wrong(what, "must be text", value), guess(value, allowed))
        return ""

    def whole(self, value: object, path: str, what: str, low: int, high: int, default: int) -> int:
        """A whole number from ``low`` to ``high``; ``default`` when it is not."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        why = say("must be a whole number from {n} to {m}", n=low, m=high)
        self.complain(path, wrong(what, why, value), undot(value))
        return default

    def line(self, value: object, path: str, what: str, limit: int) -> str:
        """A short text without surrounding blanks; empty when it is not."""
        why = text_complaint(value, limit)
        if why:
            self.complain(path, wrong(what, why, value))
            return ""
        return str(value).strip()

    def hex(self, value: object, path: str, what: str) -> str:
        """The canonical name of a hex; empty when it is malformed."""
        if not isinstance(value, str):
            why = say("must be a hex such as '{any}'", any=self.example or "1,-1")
            self.complain(path, wrong(what, why, value))
            return ""
        try:
            return self.find(value[:HEX_LENGTH])
        except ValueError:
            fix = "write two whole numbers, such as '1,-1'"
            if self.example:
                fix = say(
                    "write the number on the map, such as '{any}', or two whole numbers, such as '1,-1'",
                    any=self.example,
                )
            self.complain(path, say("{any} is not a hex", any=shown(value)), fix)
            return ""

    def side(self, value: str, path: str) -> str:
        """The canonical name of a hexside; empty when it is malformed."""
        place, colon, direction = value[:HEX_LENGTH].partition(":")
        try:
            return hexgrid.hexside(*hexgrid.parse_side(self.find(place) + colon + direction))
        except ValueError:
            fix = say(
                "write a hex, a colon and one of E, NE, NW, W, SW, SE, such as '{any}:E'", any=self.example or "0,0"
            )
            self.complain(path, say("{any} is not a hexside", any=shown(value)), fix)
            return ""

    def field(self, field: Field, value: object, path: str, edition: str, default: Value) -> Value:
        """A value that may stand in a field; ``default`` when it may not."""
        if field.editions and edition and edition not in field.editions:
            message = say("{x} is no part of the edition {y}", x=field.title, y=self.edition(edition, repr(edition)))
            others = listed([self.edition(key, key) for key in field.editions], "or")
            self.complain(path, message, say("leave it out, or play the edition {x}", x=others), field.rule)
            return default
        why = field.complaint(value)
        if not why and isinstance(value, str) and field.kind == "text":
            why = text_complaint(value, field.high)
        if not why:
            return value.strip() if isinstance(value, str) else value  # type: ignore[return-value]
        fix = ""
        if field.kind == "choice":
            why = "must be one of its options" if isinstance(value, str) else "must be one of its options, as text"
            fix = guess(value, field.options)
        elif field.kind == "int":
            fix = undot(value)
        elif field.kind == "flag":
            said = SAID.get(shown(value).strip("' ").casefold(), "")
            fix = say("write {any}", any=said) if said else "write true or false"
        self.complain(path, wrong(field.title, why, value), fix, field.rule)
        return default

    def edition(self, key: str, shown: str) -> str:
        """An edition as documents have it and, behind that, as players call it."""
        return say("{any} ({x})", any=shown, x=self.editions[key]) if key in self.editions else shown

    def fields(self, fields: Sequence[Field], given: Mapping[str, object], path: str, edition: str) -> dict[str, Value]:
        """Every field with its value or default."""
        return {
            field.key: self.field(field, given[field.key], below(path, field.key), edition, field.default)
            if field.key in given
            else field.default
            for field in fields
        }

    def marks(self, value: object, marks: Sequence[Mark], path: str, what: str) -> tuple[str, ...]:
        """Features in the order of the vocabulary; none that exclude each other, none twice."""
        found: dict[str, Mark] = {}
        by_key = {mark.key: mark for mark in marks}
        for index, entry in enumerate(self.items(value, path, FEATURES[what], 16)):
            here = below(path, index)
            key = self.word(entry, tuple(by_key), here, what)
            if not key:
                continue
            if key in found:
                self.complain(here, say("{x} {any} is given twice", x=what, any=repr(key)), "leave one out")
                continue
            for other in found.values():
                if key in other.excludes or other.key in by_key[key].excludes:
                    message = say("{x} exclude each other", x=listed([other.title, by_key[key].title]))
                    self.complain(here, message, "leave one out", by_key[key].rule or other.rule)
            found[key] = by_key[key]
        return tuple(mark.key for mark in marks if mark.key in found)


def unknown(what: str, found: object) -> str:
    """That there is no such thing."""
    return say("unknown {x} {any}", x=what, any=shown(found))


def wrong(what: str, why: str, found: object) -> str:
    """That something else has to stand here, and what was found."""
    return say("{x} {why}, found {any}", x=what, why=why, any=shown(found))


def as_list(entry: str) -> str:
    """A list with a single entry as documents write it; a long one is cut short."""
    text = json.dumps([entry if len(entry) <= HEX_LENGTH else entry[:HEX_LENGTH] + "…"], ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def undot(value: object) -> str:
    """The way out for a whole number written as a fraction or in quotes; empty for anything else."""
    if isinstance(value, float) and math.isfinite(value) and value.is_integer() and abs(value) < 1e15:
        return say("write {n} without a decimal point", n=int(value))
    said = value.strip() if isinstance(value, str) else ""
    if said.isascii() and said.removeprefix("-").isdigit() and len(said) < 16:
        return say("write {n} without quotes", n=int(said))
    return ""


def measure(document: object) -> str:
    """Why a document is too much to look at; empty when it is not."""
    count = 0
    level: list[object] = [document]
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for value in level:
            if isinstance(value, (str, int, float)):
                continue
            if isinstance(value, Mapping):
                deeper.extend(value.values())
            elif isinstance(value, list | tuple):
                deeper.extend(value)
        count += len(deeper)
        if count > MAX_VALUES:
            return say("the document is too large: more than {n} values", n=f"{MAX_VALUES:,}")
        if not deeper:
            return ""
        level = deeper
    return say("the document is nested too deep: more than {n} levels", n=MAX_DEPTH)
