"""Documents in, scenarios out, and back: the reader that trusts nobody.

:func:`read_text` makes a plain document of TOML or JSON text; :func:`read_scenario` checks a document against the
words of its ruleset and says everything that is wrong with it at once; :func:`write_scenario` gives the canonical
document. Whether the rules allow the fight is not asked here.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexumpire import hexgrid, rulesets
from hexumpire.battle import Ruleset
from hexumpire.errors import InputError, Problem
from hexumpire.scenario import FORMAT, HexData, Scenario, Unit
from hexumpire.vocabulary import Field, Mark, UnitType, Value, Vocabulary

TITLE_LENGTH = 120
NAME_LENGTH = 60
HEX_LENGTH = 40
"""So much of the name of a hex or hexside is looked at; none is as long."""
MAX_TEXT = 256 * 1024
"""Longest text of a document, in characters."""
MAX_VALUES = 20_000
"""Most values (entries of lists and tables, at any depth) of a document."""
MAX_DEPTH = 12
MAX_DIGITS = 15
"""Longest whole number in a JSON text."""
MAX_UNITS = 64
MAX_COUNT = 20
MAX_HEXES = 400
MAX_SIDES = 1200
MAX_TARGETS = 12
MAX_EXTENT = 60
"""Farthest that two hexes of one scenario may lie apart."""
MAX_PROBLEMS = 40
"""How many problems are told at once."""

TOP: Final = ("format", "ruleset", "edition", "procedure", "title", "map", "targets", "units", "conditions", "readings")
MAP: Final = ("hexes", "sides")
HEX: Final = ("terrain", "features", "name")
UNIT: Final = ("id", "side", "type", "nation", "at", "count")

_ID = re.compile(r"[A-Za-z0-9_.-]{1,24}")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


# --- words for problems --------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """What was found, in the words of a document and never long: ``'germn'``, ``3.5``, ``a list of 7``."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a huge number"
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN (not a number)"
        return repr(value) if math.isfinite(value) else ("infinity" if value > 0 else "minus infinity")
    if isinstance(value, Mapping):
        return f"an object of {len(value)}" if value else "an empty object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}" if value else "an empty list"
    return f"a {type(value).__name__}"


def below(path: str, key: object) -> str:
    """The JSON path of an entry: ``$.map`` and ``hexes`` give ``$.map.hexes``."""
    if isinstance(key, int) and not isinstance(key, bool):
        return f"{path}[{key}]"
    text = key if isinstance(key, str) else shown(key)
    if _PLAIN_KEY.fullmatch(text):
        return f"{path}.{text}"
    return f"{path}[{json.dumps(text if len(text) <= 40 else text[:39] + '…')}]"


def guess(word: object, allowed: Iterable[str]) -> str:
    """``did you mean 'river'?`` when one of the allowed words is close, else what is allowed, else nothing."""
    words = list(allowed)
    if isinstance(word, str):
        from difflib import get_close_matches  # slow to load in a browser, and rarely needed

        folded = {other.casefold(): other for other in words}
        near = get_close_matches(word[:40].casefold(), folded, 1, 0.55)
        if near:
            return f"did you mean {folded[near[0]]!r}?"
    if not words:
        return ""
    return "allowed: " + ", ".join(words[:16]) + (f" and {len(words) - 16} more" if len(words) > 16 else "")


def text_complaint(value: object, limit: int) -> str:
    """Why a value cannot be a short line of text; empty when it can."""
    if not isinstance(value, str):
        return "must be text"
    if len(value) > limit:
        return f"must be no longer than {limit} characters, not {len(value)}"
    if _UNPRINTABLE.search(value):
        return "must be one line without control characters"
    return ""


# --- text -> document ----------------------------------------------------------------------------------------


class _Refused(Exception):
    """Raised inside the JSON parser, which knows no place."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"the key {shown(key)} is given twice in one object")
            seen.add(key)
    return table


def _constant(name: str) -> object:
    raise _Refused(f"{name} is not a number that a document may hold")


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:
        raise _Refused(f"a number of {len(digits)} digits is too large; at most {MAX_DIGITS} are read")
    return int(digits)


def _depth(text: str) -> int:
    """Deepest nesting of brackets outside strings; an upper bound when there are few of them."""
    few = text.count("[") + text.count("{")
    if few <= 200:
        return 0
    here = deepest = 0
    for match in _BRACKETS.finditer(text):
        token = match.group()
        if token in "[{":
            here += 1
            deepest = max(deepest, here)
        elif token in "]}":
            here -= 1
    return deepest


def read_json(text: str, limit: int = MAX_TEXT) -> Any:
    """The document of a JSON text, read strictly: no key twice, no NaN, no endless numbers, no depths.

    Raises:
        InputError: one problem; mistakes of form say line and column.
    """
    if len(text) > limit:
        raise InputError([Problem(f"the text is too long: {len(text):,} characters; at most {limit:,} are read")])
    if _depth(text) > 100:
        raise InputError([Problem("the text is nested too deep")])
    try:
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError([Problem(f"not valid JSON: {error.msg} at {where}")]) from None
    except _Refused as refused:
        raise InputError([Problem(str(refused))]) from None
    except RecursionError:
        raise InputError([Problem("the text is nested too deep")]) from None


def _read_toml(text: str) -> Any:
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise InputError([Problem(f"not valid TOML: {error}")]) from None
    except (ValueError, OverflowError):  # digits without end, a date that does not exist
        raise InputError([Problem("not valid TOML: a number or date in it cannot be read")]) from None
    except RecursionError:
        raise InputError([Problem("the text is nested too deep")]) from None


def read_text(text: str) -> Any:
    """The document of a TOML or JSON text; which of the two it is shows in its first character.

    Raises:
        InputError: one problem, with line and column where the text goes wrong.
    """
    if len(text) > MAX_TEXT:
        raise InputError([Problem(f"the text is too long: {len(text):,} characters; at most {MAX_TEXT:,} are read")])
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise InputError([Problem("the text is empty", fix="give a scenario as TOML or JSON")])
    if start[0] == "[":
        # A TOML table head or a JSON list: only one of them reads.
        return _read_toml(text) if re.match(r"\[\[?\s*[A-Za-z_]", start) else read_json(text)
    return read_json(text) if start[0] == "{" else _read_toml(text)


# --- document -> scenario ------------------------------------------------------------------------------------


class _Full(Exception):
    """Enough problems have been found."""


class _Reader:
    """Collects problems while it reads; every method gives something usable even when it complains."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def complain(self, path: str, message: str, fix: str = "", rule: str = "") -> None:
        if len(self.problems) == MAX_PROBLEMS:
            self.problems.append(Problem("there are more problems than these", "$", fix="mend these first"))
            raise _Full
        self.problems.append(Problem(message, path, rule, fix))

    def table(self, value: object, path: str, what: str) -> Mapping[str, object]:
        """An object with keys of text; empty when it is not one."""
        if not isinstance(value, Mapping):
            self.complain(path, f"{what} must be an object (a table of keys and values), found {shown(value)}")
            return {}
        for key in value:
            if not isinstance(key, str):
                self.complain(path, f"keys must be text, found {shown(key)}")
        return {key: entry for key, entry in value.items() if isinstance(key, str)}

    def items(self, value: object, path: str, what: str, most: int) -> Sequence[object]:
        """A list of at most ``most``; empty when it is not one."""
        if not isinstance(value, list | tuple):
            self.complain(path, f"{what} must be a list, found {shown(value)}")
            return ()
        if len(value) > most:
            self.complain(path, f"{what}: {len(value)} are too many; at most {most}")
        return value[:most]

    def unknown(self, given: Iterable[str], allowed: Sequence[str], path: str, what: str) -> None:
        """Complain of every key that is not among the allowed ones."""
        known = set(allowed)
        for key in given:
            if key not in known:
                self.complain(below(path, key), f"unknown {what} {shown(key)}", guess(key, allowed))

    def word(self, value: object, allowed: Sequence[str], path: str, what: str) -> str:
        """One of the allowed words; empty when it is not."""
        if isinstance(value, str) and value in allowed:
            return value
        if isinstance(value, str):
            self.complain(path, f"unknown {what} {shown(value)}", guess(value, allowed))
        else:
            self.complain(path, f"{what} must be text, found {shown(value)}", guess(value, allowed))
        return ""

    def whole(self, value: object, path: str, what: str, low: int, high: int, default: int) -> int:
        """A whole number from ``low`` to ``high``; ``default`` when it is not."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.complain(path, f"{what} must be a whole number from {low} to {high}, found {shown(value)}", _undot(value))
        return default

    def line(self, value: object, path: str, what: str, limit: int) -> str:
        """A short text without surrounding blanks; empty when it is not."""
        why = text_complaint(value, limit)
        if why:
            self.complain(path, f"{what} {why}, found {shown(value)}")
            return ""
        return str(value).strip()

    def hex(self, value: object, path: str, what: str) -> str:
        """The canonical name of a hex; empty when it is malformed."""
        if not isinstance(value, str):
            self.complain(path, f"{what} must be a hex such as '1,-1', found {shown(value)}")
            return ""
        try:
            return hexgrid.name(hexgrid.parse(value[:HEX_LENGTH]))
        except ValueError:
            self.complain(path, f"{shown(value)} is not a hex", "write two whole numbers, such as '1,-1'")
            return ""

    def side(self, value: str, path: str) -> str:
        """The canonical name of a hexside; empty when it is malformed."""
        try:
            return hexgrid.hexside(*hexgrid.parse_side(value[:HEX_LENGTH]))
        except ValueError:
            fix = "write a hex, a colon and one of E, NE, NW, W, SW, SE, such as '0,0:E'"
            self.complain(path, f"{shown(value)} is not a hexside", fix)
            return ""

    def field(self, field: Field, value: object, path: str, edition: str, default: Value) -> Value:
        """A value that may stand in a field; ``default`` when it may not."""
        if field.editions and edition and edition not in field.editions:
            editions = " and ".join(field.editions)
            fix = f"leave it out, or play the edition {editions}"
            self.complain(path, f"{field.title} is no part of the edition {edition!r}", fix, field.rule)
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
            fix = _undot(value)
        self.complain(path, f"{field.title} {why}, found {shown(value)}", fix)
        return default

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
        for index, entry in enumerate(self.items(value, path, f"{what}s", 16)):
            here = below(path, index)
            key = self.word(entry, tuple(by_key), here, what)
            if not key:
                continue
            if key in found:
                self.complain(here, f"{what} {key!r} is given twice", "leave one out")
                continue
            for other in found.values():
                if key in other.excludes or other.key in by_key[key].excludes:
                    titles = f"{other.title} and {by_key[key].title}"
                    rule = by_key[key].rule or other.rule
                    self.complain(here, f"{titles} exclude each other", "leave one out", rule)
            found[key] = by_key[key]
        return tuple(mark.key for mark in marks if mark.key in found)


def _undot(value: object) -> str:
    if isinstance(value, float) and math.isfinite(value) and value.is_integer() and abs(value) < 1e15:
        return f"write {int(value)} without a decimal point"
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 16:
        return f"write {int(value)} without quotes"
    return ""


def _measure(document: object) -> str:
    """Why a document is too much to look at; empty when it is not."""
    count = 0
    level: list[object] = [document]
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for value in level:
            if isinstance(value, Mapping):
                deeper.extend(value.values())
            elif isinstance(value, list | tuple):
                deeper.extend(value)
        count += len(deeper)
        if count > MAX_VALUES:
            return f"the document is too large: more than {MAX_VALUES:,} values"
        if not deeper:
            return ""
        level = deeper
    return f"the document is nested too deep: more than {MAX_DEPTH} levels"


def default_terrain(vocabulary: Vocabulary) -> str:
    """The terrain of a hex of which the map says nothing: clear, or the first there is."""
    keys = [terrain.key for terrain in vocabulary.terrains]
    return "clear" if "clear" in keys or not keys else keys[0]


def read_scenario(document: object) -> Scenario:
    """The scenario that a document describes, with every default filled in.

    ``document`` is what JSON or TOML gives: dicts, lists, texts and numbers. Hexes and hexsides get their canonical
    names, features their printed order, units without an id the first free one of ``u1``, ``u2`` ...

    Raises:
        InputError: the document is wrong; holds all its problems, each with its place, what was found, what is
            allowed, and the way out.
    """
    reader = _Reader()
    scenario = None
    try:
        too_much = _measure(document)
        if too_much:
            reader.complain("$", too_much)
        else:
            scenario = _scenario(reader, document)
    except _Full:
        pass
    if scenario is None or reader.problems:
        raise InputError(reader.problems)
    return scenario


def _ruleset(reader: _Reader, given: Mapping[str, object]) -> Ruleset | None:
    key = given.get("ruleset")
    if key is None:
        fix = "add ruleset: one of " + ", ".join(rulesets.known())
        reader.complain("$.ruleset", "the ruleset is missing", fix)
        return None
    if not isinstance(key, str):
        allowed = guess(None, rulesets.known())
        reader.complain("$.ruleset", f"the ruleset must be text, found {shown(key)}", allowed)
        return None
    try:
        return rulesets.get(key)
    except InputError as error:
        reader.problems.extend(error.problems)
        return None


def _scenario(reader: _Reader, document: object) -> Scenario | None:
    given = reader.table(document, "$", "a scenario")
    if not isinstance(document, Mapping):
        return None
    form = given.get("format", FORMAT)
    if isinstance(form, int) and not isinstance(form, bool) and form > FORMAT:
        reader.complain(
            "$.format",
            f"this scenario has format {shown(form)}, from a newer Hex Umpire; this one reads format {FORMAT}",
            "update Hex Umpire",
        )
        return None  # whatever else is in it, is not ours to judge
    if isinstance(form, bool) or form != FORMAT or not isinstance(form, int):
        reader.complain("$.format", f"format must be {FORMAT}, found {shown(form)}", _undot(form))
    reader.unknown(given, TOP, "$", "key")
    ruleset = _ruleset(reader, given)
    if ruleset is None:
        return None
    words = ruleset.vocabulary
    editions = tuple(key for key, _ in ruleset.editions)
    procedures = tuple(key for key, _ in ruleset.procedures)
    edition = reader.word(given.get("edition", editions[0]), editions, "$.edition", "edition")
    procedure = reader.word(given.get("procedure", procedures[0]), procedures, "$.procedure", "procedure")
    title = reader.line(given.get("title", ""), "$.title", "the title", TITLE_LENGTH)

    places: dict[str, str] = {}  # hex -> where it is first named
    chart = reader.table(given.get("map", {}), "$.map", "the map")
    reader.unknown(chart, MAP, "$.map", "key")
    hexes = _hexes(reader, chart.get("hexes", {}), words, edition, places)
    sides = _sides(reader, chart.get("sides", {}), words, places)
    targets = _targets(reader, given.get("targets", ()), places)
    units = _units(reader, given.get("units", ()), words, edition, places)

    conditions = reader.table(given.get("conditions", {}), "$.conditions", "conditions")
    reader.unknown(conditions, [field.key for field in words.conditions], "$.conditions", "condition")
    readings = reader.table(given.get("readings", {}), "$.readings", "readings")
    reader.unknown(readings, [field.key for field in words.readings], "$.readings", "reading")
    settled = reader.fields(words.readings, readings, "$.readings", edition)
    scenario = Scenario(
        ruleset.key,
        edition,
        procedure,
        title,
        hexes,
        sides,
        targets,
        units,
        reader.fields(words.conditions, conditions, "$.conditions", edition),
        {key: str(value) for key, value in settled.items()},
        HexData(default_terrain(words), values={field.key: field.default for field in words.hex_fields}),
    )
    _extent(reader, places)
    return scenario


def _hexes(
    reader: _Reader, value: object, words: Vocabulary, edition: str, places: dict[str, str]
) -> dict[str, HexData]:
    path = "$.map.hexes"
    given = reader.table(value, path, "the hexes")
    if len(given) > MAX_HEXES:
        reader.complain(path, f"{len(given)} hexes are too many; at most {MAX_HEXES}")
        return {}
    plain = default_terrain(words)
    terrains = tuple(terrain.key for terrain in words.terrains)
    keys = (*HEX, *(field.key for field in words.hex_fields))
    found: dict[str, HexData] = {}
    for key, entry in given.items():
        here = below(path, key)
        name = reader.hex(key, here, "the key")
        data = reader.table(entry, here, "a hex")
        if name in found:
            reader.complain(here, f"hex {name} is described twice", "put all of it in one place")
        reader.unknown(data, keys, here, "key of a hex")
        terrain = reader.word(data.get("terrain", plain), terrains, f"{here}.terrain", "terrain")
        features = reader.marks(data.get("features", ()), words.features, f"{here}.features", "feature")
        label = reader.line(data.get("name", ""), f"{here}.name", "the name", NAME_LENGTH)
        values = reader.fields(words.hex_fields, data, here, edition)
        if name:
            places.setdefault(name, here)
            found[name] = HexData(terrain, features, label, values)
    return found


def _sides(reader: _Reader, value: object, words: Vocabulary, places: dict[str, str]) -> dict[str, tuple[str, ...]]:
    path = "$.map.sides"
    given = reader.table(value, path, "the hexsides")
    if len(given) > MAX_SIDES:
        reader.complain(path, f"{len(given)} hexsides are too many; at most {MAX_SIDES}")
        return {}
    found: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    for key, entry in given.items():
        here = below(path, key)
        name = reader.side(key, here)
        marks = reader.marks(entry, words.side_features, here, "side feature")
        if not name:
            continue
        if name in first:
            reader.complain(here, f"{key} is the same hexside as {first[name]}", "put all of it in one place")
        first.setdefault(name, key)
        places.setdefault(name.partition(":")[0], here)
        if marks:
            found[name] = marks
    return found


def _targets(reader: _Reader, value: object, places: dict[str, str]) -> tuple[str, ...]:
    given = reader.items(value, "$.targets", "targets", MAX_TARGETS)
    if not given and isinstance(value, list | tuple):
        reader.complain("$.targets", "no hex is attacked", 'name the attacked hex, such as ["0,0"]')
    found: list[str] = []
    for index, entry in enumerate(given):
        here = below("$.targets", index)
        name = reader.hex(entry, here, "a target")
        if name and name in found:
            reader.complain(here, f"target {name} is given twice", "leave one out")
        elif name:
            places.setdefault(name, here)
            found.append(name)
    return tuple(found)


def _units(reader: _Reader, value: object, words: Vocabulary, edition: str, places: dict[str, str]) -> tuple[Unit, ...]:
    given = [
        reader.table(entry, below("$.units", index), "a unit")
        for index, entry in enumerate(reader.items(value, "$.units", "units", MAX_UNITS))
    ]
    taken: dict[str, int] = {}
    for index, data in enumerate(given):
        name = data.get("id")
        if name is None:
            continue
        here = f"$.units[{index}].id"
        if not isinstance(name, str) or not _ID.fullmatch(name):
            reader.complain(here, f"{shown(name)} is not an id", "use 1 to 24 letters, digits, dots, dashes or _")
        elif name in taken:
            reader.complain(here, f"two units have the id {name!r} (the other is $.units[{taken[name]}])", "change one")
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


def _unit(reader: _Reader, data: Mapping[str, object], name: str, path: str, words: Vocabulary, edition: str) -> Unit:
    def required(key: str, allowed: Sequence[str], what: str) -> str:
        if data.get(key) is None:
            reader.complain(f"{path}.{key}", f"the unit has no {what}", guess(None, allowed))
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
        sides = " or ".join(kind.sides)
        message = f"{kind.title} cannot be on the side {side!r}"
        reader.complain(f"{path}.side", message, f"only {sides}, or take another type", kind.rule)
    for key in data:
        if key in UNIT or key in kind.fields:
            continue
        here = below(path, key)
        if key in words.field_of:
            title = words.field_of[key].title
            reader.complain(here, f"{kind.title} has no {title}", "leave it out, or take another type", kind.rule)
        else:
            reader.complain(here, f"unknown key of a unit {shown(key)}", guess(key, (*UNIT, *kind.fields)))
    return Unit(name, side, type_key, nation, at, count, _values(reader, data, path, kind, words, edition))


def _values(
    reader: _Reader, data: Mapping[str, object], path: str, kind: UnitType, words: Vocabulary, edition: str
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for key in kind.fields:
        default = words.default(kind, key)
        if key in data:
            values[key] = reader.field(words.field_of[key], data[key], below(path, key), edition, default)
        else:
            values[key] = default
    return values


def _extent(reader: _Reader, places: Mapping[str, str]) -> None:
    """Complain of hexes too far from the first one named."""
    names = iter(places)
    first = next(names, None)
    if first is None:
        return
    q_low, r_low = q_high, r_high = hexgrid.parse(first)
    for name in names:
        q, r = hexgrid.parse(name)
        q_low, q_high, r_low, r_high = min(q, q_low), max(q, q_high), min(r, r_low), max(r, r_high)
        if q_high - q_low > MAX_EXTENT or r_high - r_low > MAX_EXTENT:
            message = f"hex {name} lies too far from the others, such as {first}"
            reader.complain(places[name], message, f"a map spans at most {MAX_EXTENT} hexes")
            return


# --- scenario -> document ------------------------------------------------------------------------------------


def _kept(fields: Iterable[Field], values: Mapping[str, Value]) -> dict[str, Value]:
    return {
        field.key: values[field.key] for field in fields if field.key in values and values[field.key] != field.default
    }


def write_scenario(scenario: Scenario) -> dict[str, Any]:
    """The canonical document of a scenario: what differs from the defaults, with its keys in a fixed order.

    Format, ruleset, edition and the ids of units are always said. Reading it gives an equal scenario.
    """
    ruleset = rulesets.get(scenario.ruleset)
    words = ruleset.vocabulary
    document: dict[str, Any] = {"format": FORMAT, "ruleset": scenario.ruleset, "edition": scenario.edition}
    if scenario.procedure != ruleset.procedures[0][0]:
        document["procedure"] = scenario.procedure
    if scenario.title:
        document["title"] = scenario.title
    chart: dict[str, Any] = {}
    if scenario.hexes:
        chart["hexes"] = {name: _write_hex(scenario, name, words) for name in _in_order(scenario.hexes)}
    if scenario.sides:
        order = sorted(scenario.sides, key=hexgrid.parse_side)
        chart["sides"] = {name: list(scenario.sides[name]) for name in order}
    if chart:
        document["map"] = chart
    document["targets"] = list(scenario.targets)
    document["units"] = [_write_unit(unit, words) for unit in scenario.units]
    conditions = _kept(words.conditions, scenario.conditions)
    if conditions:
        document["conditions"] = conditions
    readings = _kept(words.readings, scenario.readings)
    if readings:
        document["readings"] = readings
    return document


def _in_order(names: Iterable[str]) -> list[str]:
    """Hexes row by row, as one reads a map."""
    return sorted(names, key=lambda name: hexgrid.parse(name)[::-1])


def _write_hex(scenario: Scenario, name: str, words: Vocabulary) -> dict[str, Any]:
    data = scenario.hexes[name]
    entry: dict[str, Any] = {}
    if data.terrain != scenario.plain.terrain:
        entry["terrain"] = data.terrain
    if data.features:
        entry["features"] = list(data.features)
    if data.name:
        entry["name"] = data.name
    return {**entry, **_kept(words.hex_fields, data.values)}


def _write_unit(unit: Unit, words: Vocabulary) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": unit.id, "side": unit.side, "type": unit.type}
    if len(words.nations) > 1:
        entry["nation"] = unit.nation
    entry["at"] = unit.at
    if unit.count != 1:
        entry["count"] = unit.count
    kind = words.type_of[unit.type]
    for field in words.unit_fields:
        if field.key in kind.fields and unit.values[field.key] != words.default(kind, field.key):
            entry[field.key] = unit.values[field.key]
    return entry
