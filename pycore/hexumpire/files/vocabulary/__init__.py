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
    attackers       joins = the unit field (yes or no) that says whether a counter takes part in the attack,
                    aim = the unit field (a number) that says which target it attacks, 0 for any

Entries are a list of keys, which are their own titles, or a table of keys and titles, or a list of both. The lists
``@types`` and ``@nations`` are there by themselves. A title that is left out is the key; a default that is left out is
the lowest number, the first option, no, or no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hexumpire.files.codec import HEX
from hexumpire.files.reader import Full, Reader, measure
from hexumpire.files.units import UNIT
from hexumpire.files.vocabulary import counters, ground
from hexumpire.files.vocabulary.fields import fields, readings
from hexumpire.files.vocabulary.pack_tables import Check, pack_tables
from hexumpire.files.vocabulary.rows import Source
from hexumpire.model import data
from hexumpire.model.errors import InputError, RulesetError
from hexumpire.model.vocabulary import Vocabulary

SECTIONS: Final = (
    "sides", "lists", "types", "nations", "terrains", "features", "side_features", "unit_fields", "hex_fields",
    "conditions", "readings", "palette", "pack_tables", "attackers",
)  # fmt: skip


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
            found = _vocabulary(Source(reader, document, lists or {}), checks or {})
    except Full:
        pass
    if found is None or reader.problems:
        raise InputError(reader.problems)
    return found


def read_vocabulary(reader: Reader, document: Mapping[str, object]) -> Vocabulary:
    """The vocabulary that a part of a larger document describes; its problems are the reader's."""
    return _vocabulary(Source(reader, document, {}), {})


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


def _vocabulary(source: Source, checks: Mapping[str, Check]) -> Vocabulary:
    """All of it; later sections may speak of earlier ones."""
    source.reader.unknown(source.document, SECTIONS, "$", "section")
    sides = counters.sides(source)
    nations = counters.nations(source)
    source.lists["nations"] = {nation.key: nation.title for nation in nations}
    source.named_lists()
    unit_fields = fields(source, "unit_fields", "unit field", UNIT)
    by_key = {field.key: field for field in unit_fields}
    types = counters.types(source, by_key)
    source.lists["types"] = {kind.key: kind.title for kind in types}
    conditions = fields(source, "conditions", "condition", (), needs_rule=True)
    return Vocabulary(
        sides=sides,
        types=types,
        nations=nations,
        terrains=ground.terrains(source),
        features=ground.marks(source, "features", "feature", "glyph"),
        side_features=ground.marks(source, "side_features", "hexside feature", "line"),
        unit_fields=unit_fields,
        hex_fields=fields(source, "hex_fields", "hex field", HEX),
        conditions=conditions,
        readings=readings(source, conditions),
        palette=counters.palette(source, types, nations, by_key),
        pack_tables=pack_tables(source, checks),
        attackers=counters.attackers(source, by_key),
    )
