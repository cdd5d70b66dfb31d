"""Chart packs read and written: as a part of a scenario, and as a file of their own, TOML or JSON.

A file says ``ruleset``, ``title`` and ``tables``: table -> row -> column -> value. A row may also be a list of its
cells in the order of the columns, or the cell alone where there is one column. Heads and words are matched by what they
say (:mod:`hexumpire.files.packrows`). Everything wrong with it is told at once, each with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hexumpire import rulesets
from hexumpire.files import documents
from hexumpire.files.documents import below, shown
from hexumpire.files.packrows import in_order
from hexumpire.files.reader import Full, Reader, measure, undot, wrong
from hexumpire.files.toml_text import toml_key, toml_value
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.packs import Cells, Pack, PackTable
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Value

FORMAT: Final = 1
"""Version of the file."""
NAME_LENGTH: Final = 60
"""Longest title, and longest name of a row or column that players name."""
MAX_HEADS: Final = 40
"""Most rows or columns of a table whose heads the players name."""
MISSING_SHOWN: Final = 6
MISSING_HEADS: Final = 12
TOP: Final = ("format", "ruleset", "title", "tables")
PACK: Final = ("title", "tables")


# --- document -> pack ----------------------------------------------------------------------------------------


def read_pack(reader: Reader, value: object, allowed: Sequence[PackTable], edition: str, path: str = "$.pack") -> Pack:
    """The pack of a document; ``reader`` collects what is wrong with it, ``path`` is where it stands."""
    given = reader.table(value, path, "a chart pack")
    reader.unknown(given, PACK, path, "key of a chart pack")
    title = reader.line(given.get("title", ""), f"{path}.title", "the title of the pack", NAME_LENGTH)
    tables = reader.table(given.get("tables", {}), f"{path}.tables", "the tables of a chart pack")
    reader.unknown(tables, [table.key for table in allowed], f"{path}.tables", "table")
    found = {
        table.key: _table(reader, tables[table.key], table, below(f"{path}.tables", table.key), edition)
        for table in allowed
        if table.key in tables
    }
    return Pack(title, found)


def _table(reader: Reader, value: object, table: PackTable, path: str, edition: str) -> Cells:
    """One table with its presets; every cell that is missing, wrong or against the rulebook is told."""
    rows = reader.table(in_order(value, table), path, say("the table {x}", x=table.title))
    sound = _heads(reader, rows, table.rows, table.free_rows, path, "row")
    cells: dict[str, dict[str, Value]] = {
        row: dict(table.preset.get(row, {})) for row in table.rows if row in table.preset
    }
    broken: set[str] = set()
    for row, entry in rows.items():
        here = below(path, row)
        columns = _row(reader, _spread(entry, table), row, table, here)
        if columns is None:
            broken.add(row)
            continue
        sound = _heads(reader, columns, table.columns, table.free_columns, here, "column") and sound
        for column, cell in columns.items():
            place = below(here, column)
            before = len(reader.problems)
            kept = reader.field(table.cell, cell, place, edition, table.cell.default)
            sound = sound and len(reader.problems) == before
            fixed = table.preset.get(row, {}).get(column)
            if fixed is not None and kept != fixed:
                message = say("the rules fix this cell at {any}", any=shown(fixed))
                reader.complain(place, message, "leave it out", table.rule)
            cells.setdefault(row, {})[column] = kept
    missing = [
        f"{row}, {column}" if len(table.columns) > 1 else row
        for row in (table.rows if not table.free_rows else tuple(cells))
        for column in (table.columns if not table.free_columns else ())
        if row not in broken and column not in cells.get(row, {})
    ]
    sound = sound and not broken
    if table.whole and missing:
        named, rest = "; ".join(missing[:MISSING_SHOWN]), len(missing) - MISSING_SHOWN
        if rest > 0:
            message = say("the table {x} has no value for {any} and {n} more", x=table.title, any=named, n=rest)
        else:
            message = say("the table {x} has no value for {any}", x=table.title, any=named)
        reader.complain(path, message, "fill every cell", table.rule)
        sound = False
    if sound:
        for fault in table.check(cells):
            place = below(path, fault.row) if fault.row else path
            reader.complain(below(place, fault.column) if fault.column else place, fault.message, fault.fix, fault.rule)
    return cells


def _spread(entry: object, table: PackTable) -> object:
    """A row in full, where it is written as a list of as many cells as there are columns, or as its only cell."""
    if table.free_columns:
        return entry
    if isinstance(entry, list | tuple) and len(entry) == len(table.columns):
        return dict(zip(table.columns, entry, strict=True))
    if len(table.columns) == 1 and isinstance(entry, str | int):
        return {table.columns[0]: entry}
    return entry


def _row(reader: Reader, entry: object, row: str, table: PackTable, path: str) -> Mapping[str, object] | None:
    """The cells of a row by column; None, with a complaint, when it is no row of this table."""
    if isinstance(entry, Mapping):
        return reader.table(entry, path, say("row {any}", any=shown(row)))
    if table.free_columns:
        message = say("row {any} must be a table of columns and cells, found {any2}", any=shown(row), any2=shown(entry))
        reader.complain(path, message, "", table.rule)
    elif len(table.columns) == 1:
        message = say("row {any} must be a cell, found {any2}", any=shown(row), any2=shown(entry))
        reader.complain(path, message, say("write {any}", any=cell_words(table)), table.rule)
    else:
        number = len(table.columns)
        what = say("a list of {n}", n=len(entry)) if isinstance(entry, list | tuple) else shown(entry)
        heads = ", ".join(table.columns[:MISSING_HEADS]) + (" …" if number > MISSING_HEADS else "")
        fix = say("write a list of {n} cells, for {any}", n=number, any=heads)
        message = say("row {any} must have {n} cells, found {any2}", any=shown(row), n=number, any2=what)
        reader.complain(path, message, fix, table.rule)
    return None


def _heads(reader: Reader, given: Mapping[str, object], known: Sequence[str], free: bool, path: str, what: str) -> bool:
    """Whether the names of rows or columns are sound; what is wrong with them is told."""
    before = len(reader.problems)
    if not free:
        reader.unknown(given, known, path, what)
        return True
    if len(given) > MAX_HEADS:
        message = say("{n} columns are too many; at most {m}", n=len(given), m=MAX_HEADS)
        if what == "row":
            message = say("{n} rows are too many; at most {m}", n=len(given), m=MAX_HEADS)
        reader.complain(path, message)
    for key in given:
        name = "the name of the row" if what == "row" else "the name of the column"
        reader.line(key, below(path, key), name, NAME_LENGTH)
    return len(reader.problems) == before


# --- file -> pack --------------------------------------------------------------------------------------------


def read_file(text: str, ruleset: str = "", draft: bool = False) -> tuple[Ruleset, dict[str, Any], tuple[Problem, ...]]:
    """The ruleset and the document of a pack in a text, TOML or JSON, canonical.

    ``ruleset`` is the game it is wanted for; without one the text must name it. With ``draft`` a pack that does not
    fit its tables yet is given as it is, together with its problems; else there are none.

    Raises:
        InputError: the text cannot be read, is for another game, or is no sound pack: every problem of it.
    """
    if not text.strip("\ufeff \t\r\n"):
        raise InputError([Problem("the text is empty", fix="give a chart pack as TOML or JSON")])
    document = documents.read_text(text)
    reader = Reader()
    game = None
    given: Mapping[str, object] = {}
    pack = None
    try:
        too_much = measure(document)
        if too_much:
            reader.complain("$", too_much)
        else:
            given = reader.table(document, "$", "a chart pack")
            game = _game(reader, given, ruleset) if isinstance(document, Mapping) else None
        if game is not None:
            reader.unknown(given, TOP, "$", "key of a chart pack")
            inner = {key: given[key] for key in PACK if key in given}
            if given.get("tables", {}) == {}:
                named = ", ".join(table.key for table in game.vocabulary.pack_tables) or "none in this game"
                reader.complain("$.tables", "the chart pack has no tables", say("it may have: {any}", any=named))
            pack = read_pack(reader, inner, game.vocabulary.pack_tables, "", "$")
    except Full:  # a blank chart has more empty cells than are told
        pack = pack or read_pack(Reader(), {"tables": {}}, game.vocabulary.pack_tables if game else (), "", "$")
    if game is None or pack is None or (reader.problems and not draft):
        raise InputError(reader.problems)
    kept = _draft(given, game) if reader.problems else write_pack(pack, game.vocabulary.pack_tables)
    return game, kept, tuple(reader.problems)


def _game(reader: Reader, given: Mapping[str, object], wanted: str) -> Ruleset | None:
    """The game a file is for; None, with a complaint, when it is not the one wanted or not to be used at all."""
    form = given.get("format", FORMAT)
    if isinstance(form, bool) or not isinstance(form, int) or form < FORMAT:
        reader.complain("$.format", say("format must be {n}, found {any}", n=FORMAT, any=shown(form)), undot(form))
        return None
    if form > FORMAT:
        message = say(
            "this chart pack has format {any}, from a newer Hex Umpire; this one reads format {n}",
            any=shown(form), n=FORMAT,
        )  # fmt: skip
        reader.complain("$.format", message, "update Hex Umpire")
        return None
    said = given.get("ruleset", wanted)
    if "scenario" in given or "units" in given:
        reader.complain("$", "this is a battle, not a chart pack", "open it as a battle")
        return None
    if said == "":
        fix = say("add ruleset: one of {any}", any=", ".join(rulesets.known()))
        reader.complain("$.ruleset", "the chart pack does not say for which game it is", fix)
        return None
    if not isinstance(said, str):
        reader.complain("$.ruleset", wrong("the ruleset", "must be text", said))
        return None
    try:
        found = rulesets.get(said)
        if wanted and said != wanted:
            message = say(
                "this chart pack is for {x}, not for {y}", x=found.title, y=rulesets.get(wanted).title
            )  # fmt: skip
            reader.complain("$.ruleset", message, "use it with a battle of that game")
            return None
    except InputError as error:
        reader.problems.extend(error.problems)
        return None
    return found


def _draft(given: Mapping[str, object], game: Ruleset) -> dict[str, Any]:
    """What of a faulty pack has the shape of one: its title, and cells of text, numbers, yes and no."""
    title, tables = given.get("title"), given.get("tables")
    known = {table.key: table for table in game.vocabulary.pack_tables}
    found: dict[str, Any] = {"title": title[:NAME_LENGTH]} if isinstance(title, str) and title else {}
    kept: dict[str, dict[str, object]] = {}
    found["tables"] = kept
    for key, rows in tables.items() if isinstance(tables, Mapping) else ():
        rows = in_order(rows, known[key]) if key in known else rows
        if key not in known or not isinstance(rows, Mapping):
            continue
        kept[key] = {}
        for row, entry in rows.items():
            columns = _spread(entry, known[key])
            if isinstance(columns, Mapping):
                kept[key][row] = {column: cell for column, cell in columns.items() if isinstance(cell, str | int)}
    return found


# --- pack -> document, file ----------------------------------------------------------------------------------


def write_pack(pack: Pack, tables: Sequence[PackTable]) -> dict[str, Any]:
    """The canonical document of a pack: its title and its cells, but for those that the rules fix."""
    document: dict[str, Any] = {"title": pack.title} if pack.title else {}
    preset = {table.key: table.preset for table in tables}
    document["tables"] = {
        key: {
            row: {column: cell for column, cell in columns.items() if preset[key].get(row, {}).get(column) != cell}
            for row, columns in cells.items()
            if columns != preset[key].get(row)
        }
        for key, cells in pack.tables.items()
    }
    return document


def to_toml(ruleset: Ruleset, document: Mapping[str, Any]) -> str:
    """A pack as a file of TOML, laid out as its tables are printed."""
    lines = [f"format = {FORMAT}", f"ruleset = {toml_value(ruleset.key)}"]
    if document.get("title"):
        lines.append(f"title = {toml_value(document['title'])}")
    known = {table.key: table for table in ruleset.vocabulary.pack_tables}
    for key, rows in document["tables"].items():
        lines += ["", *_toml_table(known.get(key), key, rows)]
    return "\n".join(lines) + "\n"


def _toml_table(table: PackTable | None, key: str, rows: Mapping[str, Mapping[str, Value]]) -> Iterator[str]:
    """A table; its rows as lists where they have a cell in every column."""
    yield f"[tables.{toml_key(key)}]"
    columns = () if table is None or table.free_columns else table.columns
    if len(columns) > 1:
        yield "# columns: " + ", ".join(columns)
    for row, cells in rows.items():
        told: object = cells
        if columns and set(cells) == set(columns):
            told = [cells[column] for column in columns] if len(columns) > 1 else cells[columns[0]]
        yield f"{toml_key(row)} = {toml_value(told)}"


def blank(ruleset: Ruleset, wanted: str = "") -> str:
    """A file to fill in: every table that a pack of this game may have, or one of them.

    Cells are empty, but for those that the rules fix, and where the game's own chart has the same rows and columns.

    Raises:
        InputError: the game has no such table.
    """
    tables = ruleset.vocabulary.pack_tables
    if wanted not in ("", *(table.key for table in tables)):
        fix = documents.guess(wanted, [table.key for table in tables])
        message = say("{any} has no table {any2}", any=ruleset.key, any2=shown(wanted))
        raise InputError([Problem(message, fix=fix or "no packs in this game")])
    lines = [f"# Chart pack for {ruleset.title}. Fill in what you have, delete the tables you do not need."]
    lines += [f"format = {FORMAT}", f"ruleset = {toml_value(ruleset.key)}", 'title = ""']
    for table in tables:
        if wanted not in ("", table.key):
            continue
        lines += ["", f"# {table.title} [{table.rule}]", *(f"# {line}" for line in (table.help,) if line)]
        lines.append(f"# a cell: {cell_words(table)}")
        if table.free_rows or table.free_columns:
            lines.append("# rows and columns" if table.free_rows and table.free_columns else
                         "# rows" if table.free_rows else "# columns")  # fmt: skip
            lines[-1] += " are named by you; these are a proposal"
        printed = _printed(ruleset, table)
        rows = {
            row: {
                column: table.preset.get(row, {}).get(column, printed.get((row, column), ""))
                for column in table.columns
            }
            for row in table.rows
        }
        lines += _toml_table(table, table.key, rows)
    return "\n".join(lines) + "\n"


def cell_words(table: PackTable) -> str:
    """What a cell of a table may hold, in words."""
    cell = table.cell
    if cell.kind == "choice":
        return ", ".join(map(toml_value, cell.options))
    if cell.kind == "int":
        return f"a whole number from {cell.low} to {cell.high}"
    return f"{cell.title}: {cell.help}" if cell.help else cell.title


def _printed(ruleset: Ruleset, table: PackTable) -> dict[tuple[str, str], str]:
    """The cells of the game's own chart, when the table is laid out as it is."""
    chart = ruleset.chart(ruleset.editions[0][0])
    if [*map(str, chart.get("rows", ()))] != [*table.rows] or [*chart.get("columns", ())] != [*table.columns]:
        return {}
    cells = chart.get("cells") or []
    return {
        (row, column): str(cell)
        for row, line in zip(table.rows, cells, strict=False)
        for column, cell in zip(table.columns, line, strict=False)
    }
