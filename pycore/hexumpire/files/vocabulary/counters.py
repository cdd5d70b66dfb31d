"""Sides, nations, types of counters, and the palette of counters to take from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hexumpire.board.symbols import SYMBOLS
from hexumpire.files.documents import below, shown
from hexumpire.files.vocabulary.rows import LETTER_LENGTH, MAX_PALETTE, RULE_LENGTH, TITLE_LENGTH, Row, Source
from hexumpire.model.fields import Field, Value
from hexumpire.model.text import say, uncapital
from hexumpire.model.vocabulary import Nation, UnitType

SIDES: Final = {"attacker": "Attacker", "defender": "Defender"}
ATTACKERS: Final = {"joins": "flag", "aim": "int"}
"""What fields say of the attacks of a counter, and their kinds."""


def sides(source: Source) -> tuple[tuple[str, str], ...]:
    """Key and title of both sides."""
    path = "$.sides"
    given = source.reader.table(source.document.get("sides", SIDES), path, "the section sides")
    source.reader.unknown(given, tuple(SIDES), path, "side")
    return tuple(
        (key, source.reader.line(given.get(key, title), below(path, key), "the title", TITLE_LENGTH) or title)
        for key, title in SIDES.items()
    )


def nations(source: Source) -> tuple[Nation, ...]:
    """The nations, each with letters of its own."""
    found: list[Nation] = []
    letters: dict[str, str] = {}
    keys = ("title", "letter", "fill", "ink", "traits")
    for key, row in source.rows("nations", "nation", keys, least=1, names=True):
        row.need("letter", say("add the letters on its counters, at most {n}", n=LETTER_LENGTH))
        letter = row.line("letter", LETTER_LENGTH)
        if letter in letters:
            message = say("{any} is the letter of {any2} too", any=shown(letter), any2=shown(letters[letter]))
            source.reader.complain(row.at("letter"), message, "give each nation letters of its own")
        elif letter:
            letters[letter] = key
        traits = frozenset(source.entries(row.get("traits", ()), row.at("traits"), "trait"))
        title = row.line("title", TITLE_LENGTH, key)
        found.append(Nation(key, title, letter, row.colour("fill"), row.colour("ink"), traits))
    return tuple(found)


def types(source: Source, fields: Mapping[str, Field]) -> tuple[UnitType, ...]:
    """The types of counters, with some of these fields each."""
    keys = ("title", "symbol", "fields", "defaults", "sides", "rule", "face", "amount", "follows")
    found = []
    for key, row in source.rows("types", "unit type", keys, least=1):
        own = source.keys(row.get("fields", ()), row.at("fields"), "field", tuple(fields))
        found.append(
            UnitType(
                key,
                row.line("title", TITLE_LENGTH, key),
                row.drawn("symbol", tuple(SYMBOLS)),
                own,
                _values(source, row.get("defaults", {}), row.at("defaults"), own, fields),
                source.keys(row.get("sides", list(SIDES)), row.at("sides"), "side", tuple(SIDES)),
                row.line("rule", RULE_LENGTH),
                source.keys(row.get("face", ()), row.at("face"), "field of this type", own),
                row.drawn("amount", own) if "amount" in row.given else "",
                _followed(source, row, own),
            )
        )
    return tuple(found)


def _followed(source: Source, row: Row, own: Sequence[str]) -> dict[str, str]:
    """Fields that are as large as another one where nothing else is said."""
    path = row.at("follows")
    given = source.reader.table(row.get("follows", {}), path, "fields that follow others")
    source.reader.unknown(given, own, path, "field of this type")
    found = {key: source.reader.word(other, own, below(path, key), "field") for key, other in given.items()}
    return {key: other for key, other in found.items() if other}


def _values(
    source: Source, value: object, path: str, allowed: Sequence[str], fields: Mapping[str, Field]
) -> dict[str, Value]:
    """Values of fields, each as its field has it."""
    given = source.reader.table(value, path, "values of fields")
    source.reader.unknown(given, allowed, path, "field of this type")
    return {
        key: source.reader.field(fields[key], entry, below(path, key), "", fields[key].default)
        for key, entry in given.items()
        if key in allowed
    }


def attackers(source: Source, fields: Mapping[str, Field]) -> dict[str, str]:
    """Names of unit fields by what they say of the attacks of a counter."""
    path = "$.attackers"
    given = source.reader.table(source.document.get("attackers", {}), path, "the section attackers")
    source.reader.unknown(given, tuple(ATTACKERS), path, "entry")
    found = {}
    for key, kind in ATTACKERS.items():
        if key in given:
            fit = tuple(name for name, field in fields.items() if field.kind == kind)
            found[key] = source.reader.word(given[key], fit, below(path, key), "unit field")
    return found


def palette(
    source: Source, types: Sequence[UnitType], nations: Sequence[Nation], fields: Mapping[str, Field]
) -> tuple[Mapping[str, Any], ...]:
    """Counters to take from: one for each type of each nation in an entry."""
    kinds, owners = {kind.key: kind for kind in types}, {nation.key: nation for nation in nations}
    type_keys, nation_keys = tuple(kinds), tuple(owners)
    found: dict[str, Mapping[str, Any]] = {}
    for value, here in _counters(source):
        row = Row(source.reader, value, here, "the counter", ("title", "type", "nation", *fields))
        given = {key: entry for key, entry in row.given.items() if key in fields}
        for nation in _some(source, row, "nation", nation_keys):
            for kind in _some(source, row, "type", type_keys):
                values = _values(source, given, here, kinds[kind].fields, fields)
                usual = _title(owners[nation], kinds[kind], values)
                title = row.line("title", TITLE_LENGTH, usual)
                if title in found and title == usual:  # another one is called so: by their keys they differ
                    own = replace(owners[nation], title=nation), replace(kinds[kind], title=kind)
                    title = _title(*own, values)
                if title in found or len(found) == MAX_PALETTE:
                    why = say("there are more counters than {n}", n=MAX_PALETTE)
                    if title in found:
                        why = say("two counters are titled {any}", any=shown(title))
                    source.reader.complain(here, why, "give it another title, or leave it out")
                    continue
                found[title] = {"title": title, "unit": {"type": kind, "nation": nation, **values}}
    return tuple(found.values())


def _counters(source: Source) -> Iterator[tuple[Mapping[str, object], str]]:
    """Every counter of the palette with its place, from all its lists."""
    for name, value in source.reader.table(source.document.get("palette", {}), "$.palette", "the palette").items():
        path = below("$.palette", name)
        for index, entry in enumerate(source.reader.items(value, path, "counters", MAX_PALETTE)):
            if isinstance(entry, Mapping):
                yield entry, below(path, index)
            else:
                source.reader.table(entry, below(path, index), "a counter")


def _some(source: Source, row: Row, key: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """One or several of the allowed keys."""
    before = len(source.reader.problems)
    value = row.need(key, say("add {any}", any=key))
    if isinstance(value, str) and not value.startswith("@"):
        return (value,) if source.reader.word(value, allowed, row.at(key), key) else ()
    given = [value] if isinstance(value, str) else () if value is None else value
    found = source.keys(given, row.at(key), key, allowed)
    if not found and len(source.reader.problems) == before:
        source.reader.complain(row.at(key), say("{any} names nothing", any=key), say("add {any}", any=key))
    return found


def _title(nation: Nation, kind: UnitType, values: Mapping[str, Value]) -> str:
    """What a counter of the palette is called: its nation, type, and the numbers printed on it that are given."""
    printed = "-".join(str(values[key]) for key in kind.face or ("factors", "movement") if key in values)
    type = uncapital(kind.title)
    if printed:
        return say("{nation} {type} {face}", nation=nation.title, type=type, face=printed)
    return say("{nation} {type}", nation=nation.title, type=type)
