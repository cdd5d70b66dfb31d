"""The document of a typed-in game, read strictly: every problem at once, each with its place and the way out.

Its sections (``docs/your-own-game.md`` tells them one by one)::

    format, title, note
    sides, types, nations, terrains, features, side_features, unit_fields, conditions, palette   its words
    strength    steps, round, each, rule
    attacks     range, rule
    chart       title, rule, kind, columns, round, below, above, limit, dice, lowest, read, dice_rule, rows
    results     a code of the chart = what it does, or a table: title, rule, does
    modifiers   by key, in the order in which they apply: title, rule, when, unless, attack, defense, shift, roll,
                times, not_with
    caps        shift, roll: the least and the greatest sum
    zones, stacking, retreats, advances, rounds

What a document leaves out is as most games have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexumpire.files.documents import as_key, below, shown
from hexumpire.files.reader import Full, Reader, measure, undot
from hexumpire.files.vocabulary.rows import HELP_LENGTH, TITLE_LENGTH
from hexumpire.model.errors import InputError
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Vocabulary
from hexumpire.rulesets.custom.reading import chart, modifiers, words
from hexumpire.rulesets.custom.reading.beginner import GameReader, parts, quoted
from hexumpire.rulesets.custom.sheet import (
    Advances,
    Attacks,
    Effect,
    Modifier,
    Result,
    Retreats,
    Sheet,
    Strength,
    Zones,
)

FORMAT: Final = 1
"""Version of the game document."""
TOP: Final = (
    "format", "title", "note", *words.SECTIONS, "unit_fields", "strength", "attacks", "chart", "results", "modifiers",
    "caps", "zones", "stacking", "retreats", "advances", "rounds",
)  # fmt: skip
MOST_STACK: Final = 99


def read_game(document: object) -> Sheet:
    """The game that a document describes.

    Raises:
        InputError: the document is wrong; holds all its problems, each with its place, and the way out.
    """
    reader = GameReader()
    found = None
    try:
        too_much = measure(document)
        if too_much:
            reader.complain("$", too_much)
        elif not isinstance(document, Mapping):
            reader.table(document, "$", "a game")
        else:
            found = _game(reader, reader.table(document, "$", "a game"))
    except Full:
        pass
    if found is None or reader.problems:
        raise InputError(reader.problems)
    return found


def _game(reader: Reader, given: Mapping[str, object]) -> Sheet | None:
    form = given.get("format", FORMAT)
    if isinstance(form, int) and not isinstance(form, bool) and form > FORMAT:
        message = say(
            "this game has format {any}, from a newer Hex Umpire; this one reads format {n}", any=shown(form), n=FORMAT
        )
        reader.complain("$.format", message, "update Hex Umpire")
        return None
    if isinstance(form, bool) or form != FORMAT or not isinstance(form, int):
        reader.complain("$.format", say("format must be {n}, found {any}", n=FORMAT, any=shown(form)), undot(form))
    if "scenario" in given or ("units" in given and "targets" in given):
        fix = "check it with assess; its game goes into a file of its own"
        reader.complain("$", "this is a battle, not a game", fix)
        return None
    reader.unknown(given, TOP, "$", "section")
    said = given.get("title", "")
    title = reader.line(said, "$.title", "the title", TITLE_LENGTH)
    if isinstance(said, str) and not said.strip():
        reader.complain("$.title", "the game has no title", 'add title = "..."')
    note = reader.line(given.get("note", ""), "$.note", "the note", HELP_LENGTH * 2)
    vocabulary = words.vocabulary(reader, given)
    if vocabulary is None:
        return None
    flags = tuple(one.key for one in vocabulary.unit_fields if one.kind == "flag")
    named = {section: words.broken(given, section) for section in (*words.SECTIONS, "unit_fields")}
    known = modifiers.Words(vocabulary, flags, named)
    table = reader.table(given.get("chart", {}), "$.chart", "the section chart")
    reader.unknown(table, chart.CHART, "$.chart", "key of a chart")
    said = given.get("results", {})
    named = {**(said if isinstance(said, Mapping) else {})}
    section = chart.rule(reader, table, "$.chart.rule", "chart")
    thrown = chart.dice(reader, table, section)
    heads = chart.columns(reader, table, {**named, **_codes_in(table)}, section)
    rows, row_names, cells = chart.grid(reader, table, thrown, len(heads.names))
    results = chart.results(reader, said, _places(heads, table, row_names, cells), heads.rule)
    mods = modifiers.modifiers(reader, given.get("modifiers", {}), known)
    chart_title = reader.line(table.get("title", "Combat results"), "$.chart.title", "the title", TITLE_LENGTH)
    strength = _strength(reader, given)
    zones, retreats = _zones(reader, given, known), _retreats(reader, given, known)
    stacking, stacking_rule = _stacking(reader, given)
    rounds, rounds_rule = _rounds(reader, given)
    attacks, advances = _attacks(reader, given), _advances(reader, given)
    cited = ((heads.rule, chart_title), (thrown.rule, "Dice"), (strength.rule, "Strength"), (attacks.rule, "Attacks"),
             (zones.rule, "Zones of control"), (stacking_rule, "Stacking"), (retreats.rule, "Retreats"),
             (advances.rule, "Advance after combat"), (rounds_rule, "Further rounds"))  # fmt: skip
    return Sheet(
        title, note, vocabulary, strength, heads, thrown, rows, row_names, cells, results, mods,
        _caps(reader, given), attacks, zones, stacking, stacking_rule, retreats, advances, rounds, rounds_rule,
        chart_title, _cited(cited, vocabulary, results, mods), dict(given),
    )  # fmt: skip


def _codes_in(table: Mapping[str, object]) -> dict[str, None]:
    """Every text in the cells of a chart, for what may stand beyond its ends."""
    rows = table.get("rows", {})
    found: dict[str, None] = {}
    for row in rows.values() if isinstance(rows, Mapping) else ():
        for cell in row if isinstance(row, list | tuple) else ():
            if isinstance(cell, str):
                found[cell] = None
    return found


def _places(
    heads: Any, table: Mapping[str, object], names: tuple[str, ...], cells: tuple[tuple[str, ...], ...]
) -> list[tuple[str, str]]:
    """Every result that may come up, with a place where it stands."""
    found: dict[str, str] = {}
    for name, row in zip(names, cells, strict=True):
        for at, code in enumerate(row):
            if code:
                found.setdefault(code, below(below("$.chart.rows", name), at))
    for key in ("below", "above"):
        code = getattr(heads, key)
        if code and code != "forbidden":
            found.setdefault(code, below("$.chart", key))
    return list(found.items())


def _cited(
    sections: Iterable[tuple[str, str]], vocabulary: Vocabulary, results: Mapping[str, Result],
    mods: tuple[Modifier, ...],
) -> dict[str, str]:  # fmt: skip
    """Every rule number that the document cites, with what it is about."""
    found: dict[str, str] = {}
    for rule, title in sections:
        found.setdefault(rule, title)
    for mod in mods:
        found.setdefault(mod.rule, "Modifiers" if mod.rule == modifiers.SECTION else mod.title)
    for result in results.values():
        found.setdefault(result.rule, result.title or result.key)
    for words_of in (vocabulary.types, vocabulary.features, vocabulary.side_features, vocabulary.conditions):
        for one in words_of:
            found.setdefault(one.rule, one.title)
    found.pop("", None)
    return found


def _section(reader: Reader, given: Mapping[str, object], key: str, keys: tuple[str, ...]) -> Mapping[str, object]:
    table = reader.table(given.get(key, {}), below("$", key), say("the section {any}", any=key))
    reader.unknown(table, (*keys, "rule"), below("$", key), say("key of {any}", any=key))
    return table


def _rule(reader: Reader, table: Mapping[str, object], key: str) -> str:
    """The rule of a section, which is its own name where the document gives none."""
    return chart.rule(reader, table, f"$.{key}.rule", key)


def _word(reader: Reader, table: Mapping[str, object], path: str, key: str, allowed: tuple[str, ...]) -> str:
    return reader.word(table.get(key, allowed[0]), allowed, below(path, key), key) or allowed[0]


def _flag(reader: Reader, table: Mapping[str, object], path: str, key: str, default: bool) -> bool:
    value = table.get(key, default)
    if isinstance(value, bool):
        return value
    message = say("{any} must be true or false, found {any2}", any=key, any2=shown(value))
    reader.complain(below(path, key), message, say("write {any} = true or {any} = false", any=key))
    return default


def _keys(
    reader: Reader, table: Mapping[str, object], path: str, key: str, allowed: tuple[str, ...], what: str
) -> tuple[str, ...]:
    entries = enumerate(reader.items(table.get(key, ()), below(path, key), as_key(key), 60))
    found = [reader.word(one, allowed, below(below(path, key), at), what) for at, one in entries]
    return tuple(filter(None, found))


def _strength(reader: Reader, given: Mapping[str, object]) -> Strength:
    table = _section(reader, given, "strength", ("steps", "round", "each"))
    steps = _word(reader, table, "$.strength", "steps", ("full", "share", "back"))
    if steps == "back" and not _printed(given, "back_attack", "back_defense"):
        reader.complain(
            "$.strength.steps", "no unit type has numbers on its back", "add back_attack = 1 to those that do"
        )
    return Strength(
        steps,
        _word(reader, table, "$.strength", "round", ("none", "down", "up", "nearest")),
        _flag(reader, table, "$.strength", "each", False),
        _rule(reader, table, "strength"),
    )


def _printed(given: Mapping[str, object], *keys: str) -> bool:
    """Whether some unit type has one of these printed, or types are none to look at."""
    table = given.get("types")
    rows = [row for row in table.values() if isinstance(row, Mapping)] if isinstance(table, Mapping) else []
    return not rows or any(key in row for row in rows for key in keys)


def _attacks(reader: Reader, given: Mapping[str, object]) -> Attacks:
    table = _section(reader, given, "attacks", ("range",))
    said = table.get("range", 1)
    by_field = said == "printed"
    if by_field and not _printed(given, "range"):
        reader.complain("$.attacks.range", "no unit type has a range", "add range = 2 to those that do")
    reach = 1 if by_field else reader.whole(said, "$.attacks.range", "range", 1, 20, 1)
    return Attacks(reach, by_field, _rule(reader, table, "attacks"))


def _zones(reader: Reader, given: Mapping[str, object], known: modifiers.Words) -> Zones:
    table = _section(reader, given, "zones", ("types", "blocked", "cancelled"))
    said = table.get("types", ())
    types: tuple[str, ...] = known.types
    if isinstance(said, str) and said != "all" and not set(parts(said)) <= set(known.types):
        fix = say('write "all", or a list: {any}', any=quoted(known.types))
        message = say("{x} must be a list, found {any}", x=as_key("types"), any=shown(said))
        reader.complain("$.zones.types", message, fix)
    elif said not in ("all", ["all"]):
        types = _keys(reader, table, "$.zones", "types", known.types, "type")
    if table and "types" not in table:
        reader.complain("$.zones.types", "no unit type has a zone of control", 'add types = "all"')
    blocked = _keys(reader, table, "$.zones", "blocked", known.sides, "hexside feature")
    return Zones(types, blocked, _flag(reader, table, "$.zones", "cancelled", False), _rule(reader, table, "zones"))


def _retreats(reader: Reader, given: Mapping[str, object], known: modifiers.Words) -> Retreats:
    table = _section(reader, given, "retreats", ("zones", "terrain", "sides", "no_way", "together"))
    path = "$.retreats"
    return Retreats(
        _word(reader, table, path, "zones", ("barred", "step", "free")),
        _keys(reader, table, path, "terrain", known.terrains, "terrain"),
        _keys(reader, table, path, "sides", known.sides, "hexside feature"),
        _word(reader, table, path, "no_way", ("eliminated", "step", "stay")),
        _flag(reader, table, path, "together", True),
        _rule(reader, table, "retreats"),
    )


def _advances(reader: Reader, given: Mapping[str, object]) -> Advances:
    table = _section(reader, given, "advances", ("may",))
    return Advances(
        _word(reader, table, "$.advances", "may", ("always", "result", "never")), _rule(reader, table, "advances")
    )


def _stacking(reader: Reader, given: Mapping[str, object]) -> tuple[int, str]:
    table = _section(reader, given, "stacking", ("limit",))
    limit = reader.whole(table.get("limit", MOST_STACK), "$.stacking.limit", "limit", 1, MOST_STACK, MOST_STACK)
    return limit, _rule(reader, table, "stacking")


def _rounds(reader: Reader, given: Mapping[str, object]) -> tuple[int, str]:
    table = _section(reader, given, "rounds", ("most",))
    return reader.whole(table.get("most", 3), "$.rounds.most", "most", 1, 9, 3), _rule(reader, table, "rounds")


def _caps(reader: Reader, given: Mapping[str, object]) -> dict[str, tuple[int, int]]:
    table = reader.table(given.get("caps", {}), "$.caps", "the section caps")
    reader.unknown(table, ("shift", "roll"), "$.caps", "key of caps")
    found = {}
    for key in ("shift", "roll"):
        if key not in table:
            continue
        path = below("$.caps", key)
        pair = table[key]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            message = say("{any} must be the least and the greatest sum", any=key)
            reader.complain(path, message, say("write {any} = [-3, 3]", any=key))
            continue
        low, high = (reader.whole(one, below(path, at), key, -99, 99, 0) for at, one in enumerate(pair))
        if low > high:
            reader.complain(
                path, say("no number is from {n} to {m}", n=low, m=high), say("write [{n}, {m}]", n=high, m=low)
            )
        found[key] = (min(low, high), max(low, high))
    return found


__all__ = ["FORMAT", "Effect", "read_game"]
