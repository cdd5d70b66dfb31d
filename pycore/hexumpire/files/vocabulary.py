"""The vocabulary of a game, read from a document: what TOML or JSON gives, with every problem told at once.

Its sections, each a table by key, in the order of the page::

    sides           key = title; the attacker and the defender when it is left out
    lists           name = entries: "@name" stands for all of them wherever entries are listed
    types           title, symbol, fields, defaults, sides, rule, face, amount
    nations         title, letter, fill, ink, traits
    terrains        title, fill, pattern
    features        title, glyph, rule, excludes
    side_features   title, line, rule, excludes
    unit_fields, hex_fields, conditions, readings
                    title, default, rule, help, editions, and of these one or none:
                    range = [lowest, highest] for a number, options = entries for a choice,
                    letters = most for a text, none of them for yes or no
    palette         lists of counters, by any name: title, type, nation, and fields of the type; several types or
                    nations in one of them stand for a counter each
    pack_tables     title, rule, help, cell (a field with its key), rows, columns, free_rows, free_columns,
                    whole, preset, titles

Entries are a list of keys, which are their own titles, or a table of keys and titles, or a list of both. The lists
``@types`` and ``@nations`` are there by themselves. A title that is left out is the key; a default that is left out is
the lowest number, the first option, no, or no text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hexumpire.board.symbols import GLYPHS, PATTERNS, SIDE_STYLES, SYMBOLS, is_lettering
from hexumpire.files.codec import HEX
from hexumpire.files.documents import below, shown, text_complaint
from hexumpire.files.reader import Full, Reader, measure
from hexumpire.files.units import UNIT
from hexumpire.model import data
from hexumpire.model.errors import InputError, RulesetError
from hexumpire.model.fields import Field, Value
from hexumpire.model.packs import Cells, Fault, PackTable
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Mark, Nation, Terrain, UnitType, Vocabulary

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

SIDES: Final = {"attacker": "Attacker", "defender": "Defender"}
SECTIONS: Final = (
    "sides", "lists", "types", "nations", "terrains", "features", "side_features", "unit_fields", "hex_fields",
    "conditions", "readings", "palette", "pack_tables",
)  # fmt: skip
FIELD: Final = ("title", "range", "options", "letters", "default", "rule", "help", "editions")
PACK_TABLE: Final = ("title", "rule", "help", "cell", "rows", "columns", "free_rows", "free_columns", "whole", "preset",
                     "titles")  # fmt: skip

Check = Callable[[Cells], Iterable[Fault]]

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def load_vocabulary(
    document: object,
    lists: Mapping[str, Iterable[str]] | None = None,
    checks: Mapping[str, Check] | None = None,
) -> Vocabulary:
    """The vocabulary that a document describes.

    ``lists`` are entries that stand elsewhere, such as the columns of a printed chart, for ``"@name"``; ``checks``
    find by the key of a pack table what else the rulebook forbids in it.

    Raises:
        InputError: the document is wrong; holds all its problems, each with its place and the way out.
    """
    reader = Reader()
    found = None
    try:
        too_much = measure(document)
        if too_much:
            reader.complain("$", too_much)
        else:
            found = _Loader(reader, document, lists or {}, checks or {}).vocabulary()
    except Full:
        pass
    if found is None or reader.problems:
        raise InputError(reader.problems)
    return found


def vocabulary_of(
    package: str,
    lists: Mapping[str, Iterable[str]] | None = None,
    checks: Mapping[str, Check] | None = None,
) -> Vocabulary:
    """The vocabulary in the folder of a ruleset that comes with the engine.

    A bundle holds it read and checked, which takes a tenth of the time to load.

    Raises:
        RulesetError: the file is wrong; tells everything that is wrong with it.
    """
    found: Vocabulary | None = data.ready(package, "vocabulary")
    if found is not None:
        return found
    try:
        return load_vocabulary(data.read(package, "vocabulary"), lists, checks)
    except InputError as error:
        raise RulesetError(f"the vocabulary of {package} is wrong:\n{error}") from None


class _Row:
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
            self.reader.complain(self.path, f"{self.what} has no {key}", fix)
        return self.given.get(key)

    def line(self, key: str, limit: int, default: str = "") -> str:
        """A short text, not empty; the default when it is left out."""
        if key not in self.given:
            return default
        before = len(self.reader.problems)
        found = self.reader.line(self.given[key], self.at(key), f"the {key}", limit)
        if not found and len(self.reader.problems) == before:
            self.reader.complain(self.at(key), f"the {key} is empty", "write it, or leave the key out")
        return found or default

    def colour(self, key: str) -> str:
        """A colour ``#rgb`` or ``#rrggbb``; black, with a complaint, when it is none."""
        value = self.need(key, f'add {key} = "#rrggbb"')
        if isinstance(value, str) and _COLOUR.fullmatch(value):
            return value
        if value is not None:
            self.reader.complain(self.at(key), f"{shown(value)} is no colour", "write # and 3 or 6 digits 0-9 a-f")
        return "#000"

    def drawn(self, key: str, allowed: Sequence[str], default: str = "") -> str:
        """A name of something that the board draws; it must be given when there is no default."""
        value = self.get(key, default) if default else self.need(key, f"add {key}: one of {', '.join(allowed)}")
        return "" if value is None else self.reader.word(value, allowed, self.at(key), key)

    def flag(self, key: str, default: bool) -> bool:
        """True or false; the default when it is left out, or something else."""
        value = self.get(key, default)
        if isinstance(value, bool):
            return value
        self.reader.complain(self.at(key), f"{key} must be true or false, found {shown(value)}")
        return default


class _Loader:
    """Reads one document, section by section; later sections may speak of earlier ones."""

    def __init__(
        self, reader: Reader, document: object, lists: Mapping[str, Iterable[str]], checks: Mapping[str, Check]
    ) -> None:
        self.reader = reader
        self.document = reader.table(document, "$", "a vocabulary")
        self.lists = {name: {key: key for key in keys} for name, keys in lists.items()}
        """Titles by key of every list that entries may name."""
        self.checks = checks

    def vocabulary(self) -> Vocabulary:
        """All of it."""
        self.reader.unknown(self.document, SECTIONS, "$", "section")
        sides = self._sides()
        nations = self._nations()
        self.lists["nations"] = {nation.key: nation.title for nation in nations}
        self._named_lists()
        unit_fields = self._fields("unit_fields", "unit field", UNIT)
        types = self._types({field.key: field for field in unit_fields})
        self.lists["types"] = {kind.key: kind.title for kind in types}
        conditions = self._fields("conditions", "condition", (), needs_rule=True)
        return Vocabulary(
            sides=sides,
            types=types,
            nations=nations,
            terrains=self._terrains(),
            features=self._marks("features", "feature", "glyph"),
            side_features=self._marks("side_features", "hexside feature", "line"),
            unit_fields=unit_fields,
            hex_fields=self._fields("hex_fields", "hex field", HEX),
            conditions=conditions,
            readings=self._readings(conditions),
            palette=self._palette(types, nations, {field.key: field for field in unit_fields}),
            pack_tables=self._pack_tables(),
        )

    # --- rows and entries ------------------------------------------------------------------------------------

    def _rows(
        self, section: str, what: str, keys: Sequence[str], least: int = 0, names: bool = False
    ) -> Iterator[tuple[str, _Row]]:
        """Key and table of every entry of a section; with ``names`` keys may be any short text."""
        path = below("$", section)
        table = self.reader.table(self.document.get(section, {}), path, f"the section {section}")
        if len(table) < least:
            self.reader.complain(path, f"there is no {what}", f"add one: a table [{section}.key]")
        if len(table) > MAX_ROWS:
            self.reader.complain(path, f"{len(table)} are too many; at most {MAX_ROWS}")
        for key in list(table)[:MAX_ROWS]:
            value, here = table[key], below(path, key)
            if names:
                self._name(key, here)
            elif not _KEY.fullmatch(key):
                fix = f"write letters a-z, digits and _, beginning with a letter, at most {KEY_LENGTH}"
                self.reader.complain(here, f"{shown(key)} cannot be the key of a {what}", fix)
            if isinstance(value, Mapping):
                yield key, _Row(self.reader, value, here, f"the {what} {shown(key)}", keys)
            else:
                self.reader.table(value, here, f"a {what}")

    def _name(self, key: str, path: str) -> str:
        """A key that may be any short text; empty, with a complaint, when it is not."""
        why = text_complaint(key, KEY_LENGTH)
        if not why and (not key or key != key.strip() or key.startswith("@")):
            why = "must not be empty, nor begin with @, nor begin or end with a blank"
        if why:
            self.reader.complain(path, f"a key {why}, found {shown(key)}")
        return "" if why else key

    def _each(self, value: object, path: str, what: str) -> Iterator[tuple[str, str, str]]:
        """Key, title and place of every one of some entries, with the named lists among them spread out."""
        if isinstance(value, Mapping):
            for key, title in self.reader.table(value, path, what).items():
                here = below(path, key)
                yield self._name(key, here), self.reader.line(title, here, "the title", TITLE_LENGTH), here
            return
        for index, entry in enumerate(self.reader.items(value, path, f"the list of each {what}", MAX_ROWS)):
            here = below(path, index)
            if isinstance(entry, str) and entry.startswith("@"):
                name = self.reader.word(entry[1:], tuple(self.lists), here, "list")
                for key, title in self.lists.get(name, {}).items():
                    yield key, title, here
            elif isinstance(entry, str):
                yield self._name(entry, here), entry, here
            elif isinstance(entry, Mapping):
                yield from self._each(entry, here, what)
            else:
                self.reader.complain(here, f"{what} must be text, found {shown(entry)}")

    def _entries(self, value: object, path: str, what: str) -> dict[str, str]:
        """Titles by key of some entries, none of them twice."""
        found: dict[str, str] = {}
        for key, title, here in self._each(value, path, what):
            if key in found:
                self.reader.complain(here, f"{what} {shown(key)} is given twice", "leave one out")
            elif len(found) == MAX_ROWS:
                self.reader.complain(here, f"there are more than {MAX_ROWS}", "leave some out")
                break
            elif key:
                found[key] = title
        return found

    def _keys(self, value: object, path: str, what: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Keys among the allowed ones, none of them twice."""
        found: dict[str, None] = {}
        for key, _, here in self._each(value, path, what):
            if key in found:
                self.reader.complain(here, f"{what} {shown(key)} is given twice", "leave one out")
            elif key and self.reader.word(key, allowed, here, what):
                found[key] = None
        return tuple(found)

    def _sides(self) -> tuple[tuple[str, str], ...]:
        path = "$.sides"
        given = self.reader.table(self.document.get("sides", SIDES), path, "the section sides")
        self.reader.unknown(given, tuple(SIDES), path, "side")
        return tuple(
            (key, self.reader.line(given.get(key, title), below(path, key), "the title", TITLE_LENGTH) or title)
            for key, title in SIDES.items()
        )

    def _named_lists(self) -> None:
        """Reads the section of lists; a list may name those before it."""
        table = self.reader.table(self.document.get("lists", {}), "$.lists", "the section lists")
        for name, value in table.items():
            here = below("$.lists", name)
            if name in (*self.lists, "types"):
                self.reader.complain(here, f"there is a list {shown(name)} already", "name it otherwise")
            else:
                self.lists[self._name(name, here)] = self._entries(value, here, "entry")

    # --- what stands on the board ----------------------------------------------------------------------------

    def _nations(self) -> tuple[Nation, ...]:
        found: list[Nation] = []
        letters: dict[str, str] = {}
        keys = ("title", "letter", "fill", "ink", "traits")
        for key, row in self._rows("nations", "nation", keys, least=1, names=True):
            row.need("letter", f"add the letters on its counters, at most {LETTER_LENGTH}")
            letter = row.line("letter", LETTER_LENGTH)
            if letter in letters:
                message = f"{shown(letter)} is the letter of {shown(letters[letter])} too"
                self.reader.complain(row.at("letter"), message, "give each nation letters of its own")
            elif letter:
                letters[letter] = key
            traits = frozenset(self._entries(row.get("traits", ()), row.at("traits"), "trait"))
            title = row.line("title", TITLE_LENGTH, key)
            found.append(Nation(key, title, letter, row.colour("fill"), row.colour("ink"), traits))
        return tuple(found)

    def _terrains(self) -> tuple[Terrain, ...]:
        patterns = tuple(PATTERNS)
        return tuple(
            Terrain(key, row.line("title", TITLE_LENGTH, key), row.colour("fill"),
                    row.drawn("pattern", patterns, "none"))
            for key, row in self._rows("terrains", "terrain", ("title", "fill", "pattern"), least=1)
        )  # fmt: skip

    def _marks(self, section: str, what: str, style: str) -> tuple[Mark, ...]:
        rows = dict(self._rows(section, what, ("title", style, "rule", "excludes")))
        found = []
        for key, row in rows.items():
            excludes = self._keys(row.get("excludes", ()), row.at("excludes"), what, tuple(rows))
            title, rule = row.line("title", TITLE_LENGTH, key), row.line("rule", RULE_LENGTH)
            drawn = self._glyph(row) if style == "glyph" else row.drawn(style, SIDE_STYLES)
            found.append(Mark(key, title, drawn, rule, tuple(other for other in excludes if other != key)))
        return tuple(found)

    def _glyph(self, row: _Row) -> str:
        """A glyph that the board draws, or the letters that stand in place of one."""
        value = row.get("glyph", None)
        if isinstance(value, str) and is_lettering(value):
            return value
        return row.drawn("glyph", tuple(GLYPHS))

    def _types(self, fields: Mapping[str, Field]) -> tuple[UnitType, ...]:
        keys = ("title", "symbol", "fields", "defaults", "sides", "rule", "face", "amount")
        found = []
        for key, row in self._rows("types", "unit type", keys, least=1):
            own = self._keys(row.get("fields", ()), row.at("fields"), "field", tuple(fields))
            found.append(
                UnitType(
                    key,
                    row.line("title", TITLE_LENGTH, key),
                    row.drawn("symbol", tuple(SYMBOLS)),
                    own,
                    self._values(row.get("defaults", {}), row.at("defaults"), own, fields),
                    self._keys(row.get("sides", list(SIDES)), row.at("sides"), "side", tuple(SIDES)),
                    row.line("rule", RULE_LENGTH),
                    self._keys(row.get("face", ()), row.at("face"), "field of this type", own),
                    row.drawn("amount", own) if "amount" in row.given else "",
                )
            )
        return tuple(found)

    def _values(
        self, value: object, path: str, allowed: Sequence[str], fields: Mapping[str, Field]
    ) -> dict[str, Value]:
        """Values of fields, each as its field has it."""
        given = self.reader.table(value, path, "values of fields")
        self.reader.unknown(given, allowed, path, "field of this type")
        return {
            key: self.reader.field(fields[key], entry, below(path, key), "", fields[key].default)
            for key, entry in given.items()
            if key in allowed
        }

    # --- fields ----------------------------------------------------------------------------------------------

    def _fields(self, section: str, what: str, taken: Sequence[str], needs_rule: bool = False) -> tuple[Field, ...]:
        """The fields of a section; ``taken`` are keys that mean something else there."""
        found = []
        for key, row in self._rows(section, what, FIELD):
            if key in taken:
                self.reader.complain(row.path, f"the key {shown(key)} is taken", "name it otherwise")
            found.append(self._field(key, row, needs_rule))
        return tuple(found)

    def _readings(self, conditions: Sequence[Field]) -> tuple[Field, ...]:
        """Readings: choices, with keys of their own."""
        taken = [field.key for field in conditions]
        found = self._fields("readings", "reading", taken, needs_rule=True)
        for field in found:
            if field.kind != "choice":
                fix = "add options, the usual reading first"
                self.reader.complain(below("$.readings", field.key), "a reading is a choice", fix)
        return found

    def _field(self, key: str, row: _Row, needs_rule: bool = False) -> Field:
        """One field; what kind it is shows in what limits it."""
        if needs_rule:
            row.need("rule", "add the section of the rules that makes it matter")
        limits = [name for name in ("range", "options", "letters") if name in row.given]
        if len(limits) > 1:
            self.reader.complain(row.path, f"{row.what} has {' and '.join(limits)}", "keep one of them")
        kind = "flag"
        default: Value = False
        low, high = 0, 99
        options: Mapping[str, str] = {}
        if "options" in limits:
            kind, options = "choice", self._entries(row.given["options"], row.at("options"), "option")
            default = next(iter(options), "")
            if not options:
                self.reader.complain(row.at("options"), "there is no option", "add one, or leave options out")
        elif "range" in limits:
            low, high = self._range(row.given["range"], row.at("range"))
            kind, default = "int", low
        elif "letters" in limits:
            kind, default = "text", ""
            high = self.reader.whole(row.given["letters"], row.at("letters"), "letters", 1, TEXT_LENGTH, TEXT_LENGTH)
        editions = tuple(self._entries(row.get("editions", ()), row.at("editions"), "edition"))
        field = Field(key, row.line("title", TITLE_LENGTH, key), kind, default, low, high, options,
                      row.line("rule", RULE_LENGTH), row.line("help", HELP_LENGTH), editions)  # fmt: skip
        if "default" not in row.given:
            return field
        return replace(field, default=self.reader.field(field, row.given["default"], row.at("default"), "", default))

    def _range(self, value: object, path: str) -> tuple[int, int]:
        """The lowest and the highest number."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            fix = "write the lowest and the highest number, such as [0, 9]"
            self.reader.complain(path, f"a range must be two numbers, found {shown(value)}", fix)
            return 0, MAX_NUMBER
        low, high = (
            self.reader.whole(entry, below(path, index), "a limit", -MAX_NUMBER, MAX_NUMBER, index * MAX_NUMBER)
            for index, entry in enumerate(value)
        )
        if low > high:
            self.reader.complain(path, f"no number is from {low} to {high}", f"write [{high}, {low}]")
        return min(low, high), max(low, high)

    # --- palette, pack tables --------------------------------------------------------------------------------

    def _palette(
        self, types: Sequence[UnitType], nations: Sequence[Nation], fields: Mapping[str, Field]
    ) -> tuple[Mapping[str, Any], ...]:
        """Counters to take from: one for each type of each nation in an entry."""
        kinds, owners = {kind.key: kind for kind in types}, {nation.key: nation for nation in nations}
        type_keys, nation_keys = tuple(kinds), tuple(owners)
        found: dict[str, Mapping[str, Any]] = {}
        for value, here in self._counters():
            row = _Row(self.reader, value, here, "the counter", ("title", "type", "nation", *fields))
            given = {key: entry for key, entry in row.given.items() if key in fields}
            for nation in self._some(row, "nation", nation_keys):
                for kind in self._some(row, "type", type_keys):
                    values = self._values(given, here, kinds[kind].fields, fields)
                    title = row.line("title", TITLE_LENGTH, _counter_title(owners[nation], kinds[kind], values))
                    if title in found or len(found) == MAX_PALETTE:
                        why = f"there are more counters than {MAX_PALETTE}"
                        if title in found:
                            why = f"two counters are titled {shown(title)}"
                        self.reader.complain(here, why, "give it another title, or leave it out")
                        continue
                    found[title] = {"title": title, "unit": {"type": kind, "nation": nation, **values}}
        return tuple(found.values())

    def _counters(self) -> Iterator[tuple[Mapping[str, object], str]]:
        """Every counter of the palette with its place, from all its lists."""
        for name, value in self.reader.table(self.document.get("palette", {}), "$.palette", "the palette").items():
            path = below("$.palette", name)
            for index, entry in enumerate(self.reader.items(value, path, "counters", MAX_PALETTE)):
                if isinstance(entry, Mapping):
                    yield entry, below(path, index)
                else:
                    self.reader.table(entry, below(path, index), "a counter")

    def _some(self, row: _Row, key: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """One or several of the allowed keys."""
        value = row.need(key, f"add {key}")
        if value is None:
            return ()
        if isinstance(value, str) and not value.startswith("@"):
            return (value,) if self.reader.word(value, allowed, row.at(key), key) else ()
        return self._keys([value] if isinstance(value, str) else value, row.at(key), key, allowed)

    def _pack_tables(self) -> tuple[PackTable, ...]:
        found = []
        for key, row in self._rows("pack_tables", "table", PACK_TABLE):
            row.need("rule", "add the section of the rules that refers to it")
            rows = self._entries(row.need("rows", "add the heads of its rows") or (), row.at("rows"), "row")
            columns = self._entries(row.get("columns", ["value"]), row.at("columns"), "column")
            heads = {head: title for head, title in {**rows, **columns}.items() if head != title}
            cell = self._cell(row)
            table = PackTable(
                key,
                row.line("title", TITLE_LENGTH, key),
                row.line("rule", RULE_LENGTH),
                cell,
                tuple(rows),
                tuple(columns),
                row.flag("free_rows", False),
                row.flag("free_columns", False),
                row.line("help", HELP_LENGTH),
                row.flag("whole", True),
                self._preset(row, cell, tuple(rows), tuple(columns)),
                self._entries(row.given["titles"], row.at("titles"), "title") if "titles" in row.given else heads,
            )
            found.append(replace(table, check=self.checks[key]) if key in self.checks else table)
        return tuple(found)

    def _cell(self, row: _Row) -> Field:
        """What a cell of a table may hold."""
        value = row.need("cell", 'add what a cell may hold, such as cell = { key = "value", range = [0, 9] }')
        if not isinstance(value, Mapping):
            if value is not None:
                self.reader.table(value, row.at("cell"), "the cell")
            return Field("value", "", "flag", False)
        inner = _Row(self.reader, value, row.at("cell"), "the cell", ("key", *FIELD))
        return self._field(inner.line("key", KEY_LENGTH, "value"), inner)

    def _preset(self, row: _Row, cell: Field, rows: Sequence[str], columns: Sequence[str]) -> Cells:
        """The cells that the rulebook fixes, by row and column."""
        path = row.at("preset")
        given = self.reader.table(row.get("preset", {}), path, "the preset cells")
        self.reader.unknown(given, rows, path, "row")
        found: dict[str, dict[str, Value]] = {}
        for name, value in given.items():
            here = below(path, name)
            alone = len(columns) == 1 and not isinstance(value, Mapping)
            inner = {columns[0]: value} if alone else self.reader.table(value, here, "a row of cells")
            self.reader.unknown(inner, columns, here, "column")
            found[name] = {
                column: self.reader.field(cell, entry, below(here, column), "", cell.default)
                for column, entry in inner.items()
            }
        return found


def _counter_title(nation: Nation, kind: UnitType, values: Mapping[str, Value]) -> str:
    """What a counter of the palette is called: its nation, type, and the numbers printed on it that are given."""
    printed = "-".join(str(values[key]) for key in kind.face or ("factors", "movement") if key in values)
    type = kind.title.lower()
    if printed:
        return say("{nation} {type} {face}", nation=nation.title, type=type, face=printed)
    return say("{nation} {type}", nation=nation.title, type=type)
