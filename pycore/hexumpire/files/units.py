"""The units of a document, checked against the types of their ruleset, and how much of each an attack sends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from hexumpire.files.documents import as_key, below, guess, shown
from hexumpire.files.reader import Reader, unknown
from hexumpire.kit.turn_board import size
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.vocabulary import UnitType, Value, Vocabulary

MAX_UNITS = 160
MAX_COUNT = 20
LONGEST_ID = 24

UNIT: Final = ("id", "side", "type", "nation", "at", "count")

_ID = re.compile(rf"[A-Za-z0-9_.-]{{1,{LONGEST_ID}}}")


def read_units(
    reader: Reader, value: object, words: Vocabulary, edition: str, places: dict[str, str]
) -> tuple[Unit, ...]:
    """The units of a document; those without an id get the first free one of ``u1``, ``u2`` ..."""
    given = [
        reader.table(entry, below("$.units", index), "a unit")
        for index, entry in enumerate(reader.items(value, "$.units", as_key("units"), MAX_UNITS))
    ]
    taken: dict[str, int] = {}
    for index, data in enumerate(given):
        name = data.get("id")
        if name is None:
            continue
        here = f"$.units[{index}].id"
        if not isinstance(name, str) or not _ID.fullmatch(name):
            message = say("{any} is not an id", any=shown(name))
            reader.complain(here, message, "use 1 to 24 letters, digits, dots, dashes or _")
        elif name in taken:
            other = f"$.units[{taken[name]}]"
            message = say("two units have the id {any} (the other is {any2})", any=repr(name), any2=other)
            reader.complain(here, message, "change one")
        else:
            taken[name] = index
    free = (name for number in range(1, 10_000) if (name := f"u{number}") not in taken)
    found = []
    for index, data in enumerate(given):
        name = data.get("id")
        label = name if isinstance(name, str) else next(free)
        unit = _unit(reader, data, label, f"$.units[{index}]", words, edition)
        if unit.at:
            places.setdefault(unit.at, f"$.units[{index}].at")
        found.append(unit)
    return tuple(found)


def _unit(reader: Reader, data: Mapping[str, object], name: str, path: str, words: Vocabulary, edition: str) -> Unit:
    def required(key: str, allowed: Sequence[str], what: str) -> str:
        if data.get(key) is None:
            reader.complain(f"{path}.{key}", say("the unit has no {x}", x=what), guess(None, allowed))
            return ""
        return reader.word(data[key], allowed, f"{path}.{key}", what)

    side = required("side", tuple(key for key, _ in words.sides), "side")
    type_key = required("type", tuple(words.type_of), "type")
    nations = tuple(words.nation_of)
    if len(nations) > 1 or "nation" in data:
        nation = required("nation", nations, "nation")
    else:
        nation = nations[0] if nations else ""
    if data.get("at") is None:
        reader.complain(f"{path}.at", "the unit stands nowhere", "name its hex, such as '1,0'")
        at = ""
    else:
        at = reader.hex(data["at"], f"{path}.at", "the place")
    count = reader.whole(data.get("count", 1), f"{path}.count", "count", 1, MAX_COUNT, 1)

    kind = words.type_of.get(type_key)
    if kind is None:  # its fields cannot be judged; only what no type has is surely wrong
        reader.unknown(data, (*UNIT, *words.field_of), path, "key of a unit")
        return Unit(name, side, type_key, nation, at, count, {})
    if side and side not in kind.sides:
        message = say("{x} cannot be on the side {any}", x=kind.title, any=repr(side))
        fix = say("only {any}, or take another type", any=" or ".join(kind.sides))
        reader.complain(f"{path}.side", message, fix, kind.rule)
    for key in data:
        if key in UNIT or key in kind.fields:
            continue
        here = below(path, key)
        if key in words.field_of:
            message = say("{x} has no {y}", x=kind.title, y=words.field_of[key].title)
            reader.complain(here, message, "leave it out, or take another type", kind.rule)
        else:
            reader.complain(here, unknown("key of a unit", key), guess(key, (*UNIT, *kind.fields)))
    return Unit(name, side, type_key, nation, at, count, _values(reader, data, path, kind, words, edition))


def _values(
    reader: Reader, data: Mapping[str, object], path: str, kind: UnitType, words: Vocabulary, edition: str
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for key in kind.fields:
        default = words.default(kind, key, values)
        if key in data:
            values[key] = reader.field(words.field_of[key], data[key], below(path, key), edition, default)
        else:
            values[key] = default
    return values


def read_sent(
    reader: Reader, value: object, path: str, by_id: Mapping[str, Unit], words: Vocabulary
) -> tuple[tuple[str, int], ...]:
    """The units of an attack: ids, each perhaps with a colon and how much of the unit goes."""
    sent: dict[str, int] = {}
    for index, entry in enumerate(reader.items(value, path, as_key("units"), MAX_UNITS)):
        here = below(path, index)
        name, colon, number = str(entry).partition(":") if isinstance(entry, str) else ("", "", "")
        unit = by_id.get(name)
        if unit is None:
            reader.complain(
                here, say("{any} is the id of no unit", any=shown(entry)), guess(name or None, tuple(by_id))
            )
            continue
        most = size(unit, words) if unit.type in words.type_of else unit.count
        if unit.side != "attacker":
            reader.complain(
                here, say("{any} is no attacker", any=shown(name)), "defenders fight where they stand; leave it out"
            )
        elif name in sent:
            reader.complain(
                here, say("{any} is named twice", any=shown(name)), "write it once, with a colon and how much goes"
            )
        elif colon and not (number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= most):
            message = say("{any}: of this unit there are {n}", any=shown(entry), n=most)
            reader.complain(here, message, say("write 1 to {n} after the colon, or no colon", n=most))
        else:
            sent[name] = int(number) if colon else most
    return tuple(sent.items())
