"""A chart that is pasted from a spreadsheet, a table on a page or plain text, as the chart of a game document.

Headings that come with it say where its cells go, never their position: columns are put in order from the worst odds
to the best, rows from the lowest roll to the highest, and a table with its rolls across is turned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from hexumpire.files.documents import shown
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.text import say
from hexumpire.model.trace import Number
from hexumpire.rulesets.custom.reading.chart import CODE_LENGTH, MOST_COLUMNS, MOST_ROWS, numbers, ratio, span
from hexumpire.rulesets.custom.sheet import DIFFERENCE, ODDS

MARKS: Final = ("\t", "|", ";", ",", "  ", " ")
"""What stands between cells, in the order in which it is looked for."""
BLANKS: Final = ("  ", " ")
"""Between cells that these part no empty cell can be seen."""
EMPTY: Final = ("", "-", "–", "—", "−", "•", "·")
"""Cells that say that nothing happens."""
ROLLS: Final = "write a whole number, or two such as 2-4"
ODDS_WRITTEN: Final = "write odds such as 2:1, or numbers such as 3 and 4-6"
_RULE = re.compile(r"[|+:=\-–\s]+")
Read: TypeAlias = "Callable[[str], Number | None]"


def grid_of(text: str) -> list[list[str]]:
    """The cells of a text, row by row; rules and empty lines left out, and a title that stands above the rest.

    Raises:
        InputError: blanks part the cells of rows of several lengths, so that nobody can say where one is empty.
    """
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    lines = [line for line in lines if not ("--" in line and _RULE.fullmatch(line))]
    mark = next((one for one in MARKS if sum(one in line.strip() for line in lines) * 2 > len(lines)), "\t")
    rows = []
    for line in lines:
        cells = (line.strip().strip("|") if mark == "|" else line).split(mark)
        cells = [_bare(" ".join(cell.split())) for cell in cells]
        rows.append([cell for cell in cells if cell] if mark in BLANKS else cells)
    while len(rows) > 2 and len(rows[1]) > 2 and sum(map(bool, rows[0])) == 1:
        del rows[0]
    widths = [len(row) for row in rows[1:]]
    if mark in BLANKS and len(set(widths)) > 1:
        usual = max(widths, key=widths.count)
        short = next(row for row in rows[1:] if len(row) != usual)
        one, several = "the row {any} has {n} cell, others have {m}", "the row {any} has {n} cells, others have {m}"
        message = say(one if len(short) == 1 else several, any=shown(short[0]), n=len(short), m=usual)
        raise _wrong(message, "write - for each empty cell")
    return rows


def _bare(cell: str) -> str:
    """A cell without the quotes that files of a spreadsheet put around it."""
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"').strip() if quoted else cell


def _least(text: str) -> Number | None:
    """The least number of a head such as ``2-4``; None when it is none."""
    pair = span(text)
    if pair is None:
        return None
    low, high = pair
    return low if low is not None else (high or 0) - 9999


def _ratio(text: str) -> Number | None:
    return ratio(text)


def _heads(cells: Sequence[str], read: Read) -> list[Number] | None:
    """The values of heads, when every cell is one and none comes twice."""
    found = [read(cell) for cell in cells]
    known = [value for value in found if value is not None]
    return known if found and len(known) == len(found) == len(set(known)) else None


def _readings(kind: str, top: Sequence[str]) -> list[tuple[str, Read]]:
    """How heads of columns may be read, the kind of the chart so far first; numbers are no odds."""
    both: list[tuple[str, Read]] = [(ODDS, _ratio), (kind if kind != ODDS else DIFFERENCE, _least)]
    ordered = sorted(top, key=lambda head: _least(head) or 0)
    return both if kind == ODDS and not numbers(ordered) else both[::-1]


def pasted(document: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The document with the pasted chart in place of its own.

    Raises:
        InputError: the text holds no chart; says why, and the way out.
    """
    old = document.get("chart")
    chart: dict[str, Any] = dict(old) if isinstance(old, Mapping) else {}
    cells = grid_of(text)
    if not cells or max(map(len, cells)) < 1:
        raise _wrong("the text holds no table", "paste rows of cells, one line each")
    width = max(map(len, cells))
    if width > MOST_COLUMNS + 1 or len(cells) > MOST_ROWS + 1:
        raise _wrong(
            say("a table of {n} rows and {m} columns is too large", n=len(cells), m=width), "paste the chart alone"
        )
    kind = str(chart.get("kind", ODDS))
    found = _with_heads(cells, kind) or _with_heads([list(row) for row in _turned(cells)], kind)
    if found is None:
        chart["rows"] = _by_position(cells, chart)
        return {**document, "chart": chart}
    kind, columns, rows, body = found
    known = _known(document)
    chart["kind"], chart["columns"] = kind, columns
    chart["rows"] = {name: [_code(cell, known) for cell in row] for name, row in zip(rows, body, strict=True)}
    return {**document, "chart": chart}


def _wrong(message: str, fix: str) -> InputError:
    return InputError([Problem(message, "$.chart", fix=fix)])


def _turned(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    width = max(map(len, cells))
    top = [""] * (width - len(cells[0])) + list(cells[0])
    return [list(row) for row in zip(*[[*row, *[""] * width][:width] for row in (top, *cells[1:])], strict=True)]


def _with_heads(cells: Sequence[Sequence[str]], kind: str) -> tuple[str, list[str], list[str], list[list[str]]] | None:
    """Kind, columns, rows and cells in order, of a table whose first row and first column are headings."""
    body = [list(row) for row in cells[1:]]
    if not body or any(len(row) < 2 for row in body):
        return None
    width = max(map(len, body))
    top = list(cells[0])
    if len(top) == width:
        top = top[1:]
    downs = _heads([row[0] for row in body], _least)
    if len(top) != width - 1 or downs is None:
        return None
    for said, read in _readings(kind, top):
        across = _heads(top, read)
        if across is None:
            continue
        order = sorted(range(len(top)), key=lambda i: across[i])
        lines = sorted(range(len(body)), key=lambda i: downs[i])
        full = [[*row[1:], *[""] * width][: width - 1] for row in body]
        return said, [top[i] for i in order], [body[i][0] for i in lines], [[full[i][j] for j in order] for i in lines]
    return None


def _complain_of_twins(cells: Sequence[Sequence[str]]) -> None:
    """Complain where one of the headings stands twice, of the columns or of the rows, however they may be read."""
    for heads in (cells[0], cells[0][1:], [row[0] for row in cells[1:]]):
        ways = [[read(head) for head in heads] for read in (_ratio, _least)]
        ways = [values for values in ways if None not in values]
        twins = [head for head, *values in zip(heads, *ways, strict=True) if _again(values, ways)]
        if ways and twins:
            raise _wrong(say("the heading {any} stands there twice", any=shown(twins[0])), "leave one out")


def _again(values: Sequence[Number | None], ways: Sequence[Sequence[Number | None]]) -> bool:
    """Whether a heading, which each way of reading gives a value, has by each of them that of another heading."""
    return all(way.count(value) > 1 for value, way in zip(values, ways, strict=True))


def _complain_of_heads(cells: Sequence[Sequence[str]]) -> None:
    """Complain of all that hinders where more than half of a row's or a column's cells are headings."""
    top, body = list(cells[0]), cells[1:]
    if any(len(row) != len(top) + 1 for row in body):  # else nothing stands over the headings of the rows
        top = top[1:]
    down, across = _mistaken([row[0] for row in body], _least), _mistaken(top, _ratio)
    if across is None:
        across = _mistaken(top, _least)
    found = [(say("the heading {any} of a row is no roll", any=shown(head)), ROLLS) for head in down or ()]
    for head in across or ():
        found.append((say("the heading {any} of a column is neither odds nor a number", any=shown(head)), ODDS_WRITTEN))
    for row in body if across is not None else ():
        if len(row) > len(top) + 1:
            message = say(
                "the row {any} has {n} cells, and there are {m} headings",
                any=shown(row[0]),
                n=len(row),
                m=len(top) + 1,
            )
            found.append((message, "give each column its heading, or leave the cell out"))
    if found:
        raise InputError([Problem(message, "$.chart", fix=fix) for message, fix in found])


def _mistaken(heads: Sequence[str], read: Read) -> list[str] | None:
    """Those of a row of headings that are none; None where they are half of it, so that it holds no headings."""
    wrong = [head for head in heads if read(head) is None]
    return wrong if len(wrong) * 2 < len(heads) else None


def _by_position(cells: Sequence[Sequence[str]], chart: Mapping[str, Any]) -> dict[str, list[str]]:
    """The rows of a table without headings, which must have the size of the chart that it is for."""
    rows, columns = chart.get("rows"), chart.get("columns")
    names = list(rows) if isinstance(rows, Mapping) else []
    wide = len(columns) if isinstance(columns, list) else 0
    if len(names) != len(cells) or any(len(row) != wide for row in cells):
        _complain_of_twins(cells)
        _complain_of_heads(cells)
        message = say(
            "the table has no headings, and its size ({n} × {m}) is not that of the chart",
            n=len(cells), m=max(map(len, cells)),
        )  # fmt: skip
        raise _wrong(message, "paste the headings with it: odds above, rolls in the first column")
    return {name: [_code(cell, {}) for cell in row] for name, row in zip(names, cells, strict=True)}


def _known(document: Mapping[str, Any]) -> dict[str, str]:
    """Codes that the document has a meaning for, by their small letters."""
    results = document.get("results")
    return {str(key).lower(): str(key) for key in results} if isinstance(results, Mapping) else {}


def _code(cell: str, known: Mapping[str, str]) -> str:
    """A result as the document writes it; a dash for one that does nothing."""
    if cell in EMPTY:
        return "-"
    return known.get(cell.lower(), cell[:CODE_LENGTH])
