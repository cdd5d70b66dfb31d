"""The chart of a typed-in game: its columns, its dice, its rows, and the results in its cells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeAlias

from hexumpire.files.documents import below, shown
from hexumpire.files.reader import Reader
from hexumpire.files.toml_text import toml_key
from hexumpire.files.vocabulary.rows import RULE_LENGTH, TITLE_LENGTH
from hexumpire.model.text import say
from hexumpire.model.trace import Number, plain
from hexumpire.rulesets.custom.reading.beginner import quoted
from hexumpire.rulesets.custom.reading.effects import effects, explained, likely, usual
from hexumpire.rulesets.custom.sheet import DIFFERENCE, KINDS, ODDS, Columns, Dice, Result

CHART: Final = ("title", "rule", "kind", "columns", "round", "below", "above", "limit", "dice", "lowest", "read",
                "dice_rule", "rows")  # fmt: skip
RESULT: Final = ("title", "rule", "does")
SECTIONS: Final = (
    "title",
    "note",
    "stacking",
    "rounds",
    "zones",
    "retreats",
    "advances",
    "attacks",
    "strength",
    "caps",
)
"""Keys of a document that often stand by mistake below a section which they do not belong to."""
MOST_COLUMNS: Final = 24
MOST_ROWS: Final = 40
MOST_NUMBER: Final = 9999
CODE_LENGTH: Final = 12
Span: TypeAlias = tuple[int | None, int | None]
"""Least and greatest number of a head; None: no end."""
_RATIO = re.compile(
    r"(?:[≤≥]|<=|>=)?\s*(\d{1,3}(?:[.,]\d)?)\s*(?:[:/-]|to)\s*(\d{1,3}(?:[.,]\d)?)\s*"
    r"(?:\+|(?:or|and) (?:more|up|better|above|higher|less|lower|worse|below|fewer))?"
)
_RANGE = re.compile(
    r"(?P<low>[+-]?\d{1,3})\s*(?P<up>\+|or more|and up)?"
    r"(?:\s*(?:-|to|\.\.|/|,)\s*(?P<high>[+-]?\d{1,3}))?"
)
_OPEN = re.compile(r"(?P<sign>≤|<=|<|≥|>=|>)\s*(?P<n>[+-]?\d{1,3})")
_DOWN = re.compile(r"([+-]?\d{1,3})\s*(?:or (?:less|lower|fewer)|and (?:below|less|lower))")
_DICE = re.compile(r"(?P<n>[1-4]?)d(?P<sides>\d{1,3})")


def _plain(text: str) -> str:
    """A head with a plain sign between its numbers, and halves as decimals."""
    said = text.strip().lower().replace("−", "-").replace("–", "-").replace("—", "-")
    said = re.sub(r"(\d)½", r"\1.5", said)
    return said.replace("½", "0.5")


def ratio(text: str) -> Fraction | None:
    """The ratio that a column of odds is headed by, such as ``3:1``, ``1-2`` or ``3 to 1``; None when it is none.

    That the first column holds below it too and the last one above it, such as ``1:5 or less`` and ``6:1+``, is usual.
    """
    match = _RATIO.fullmatch(_plain(text))
    if match is None:
        return None
    left, right = (Fraction(part.replace(",", ".")) for part in match.groups())
    return left / right if left and right else None


def span(text: str) -> Span | None:
    """Least and greatest number of a head such as ``3``, ``2-4``, ``-1 to 1``, ``8+`` or ``≤-5``; None: no end."""
    said = _plain(text)
    several = said.split(",")
    if len(several) > 2 and all(one.strip().isdecimal() and len(one) < 5 for one in several):
        rolls = [int(one) for one in several]
        return (rolls[0], rolls[-1]) if rolls == [*range(rolls[0], rolls[0] + len(rolls))] else None
    said = _DOWN.sub(r"≤\1", said)
    found = _OPEN.fullmatch(said)
    if found:
        n = int(found["n"])
        low = {"≥": n, ">=": n, ">": n + 1}.get(found["sign"])
        return (low, None) if low is not None else (None, n - (found["sign"] == "<"))
    match = _RANGE.fullmatch(said)
    if match is None:
        return None
    low = int(match["low"])
    if match["up"]:
        return None if match["high"] else (low, None)
    high = int(match["high"]) if match["high"] else low
    return (low, high) if low <= high else None


def numbers(names: Sequence[str]) -> bool:
    """Whether heads are numbers, not odds: some can be nothing else, or as ranges each follows on the one before."""
    spans = [found for name in names if (found := span(name))]
    if not spans or len(spans) < len(names):
        return False
    follow = all(high is not None and low == high + 1 for (_, high), (low, _) in pairwise(spans))
    return (follow and len(spans) > 1) or not all(map(ratio, names))


def rule(reader: Reader, table: Mapping[str, object], path: str, section: str) -> str:
    """The number of a rule; where the document gives none, what it stands in."""
    return reader.line(table.get("rule", section), path, "the rule", RULE_LENGTH) or section


def heads(reader: Reader, value: object, path: str, what: str, most: int) -> list[str]:
    """The heads of columns or rows as texts."""
    found = []
    for index, entry in enumerate(reader.items(value, path, what, most)):
        if isinstance(entry, int) and not isinstance(entry, bool):
            entry = str(entry)
        found.append(reader.line(entry, below(path, index), "the head", CODE_LENGTH * 2))
    return found


def columns(reader: Reader, given: Mapping[str, object], results: Mapping[str, object], section: str) -> Columns:
    """The columns of the chart, whose rule is ``section``."""
    path = "$.chart"
    kind = reader.word(given.get("kind", ODDS), KINDS, "$.chart.kind", "kind")
    names = heads(reader, given.get("columns", ()), "$.chart.columns", "the columns", MOST_COLUMNS)
    if kind in ("", ODDS) and numbers(names):
        if kind:
            fix = 'add kind = "difference" (attack less defence) or kind = "strength" (attack alone)'
            reader.complain("$.chart.kind", "the columns are numbers, not odds", fix)
        kind = DIFFERENCE
    kind = kind or ODDS
    if not names:
        reader.complain("$.chart.columns", "the chart has no columns", 'add columns = ["1:2", "1:1", "2:1"]')
    marks, last = _ratios(reader, names) if kind == ODDS else _spans(reader, names)
    ways = ("defender", "attacker", "nearest")
    round = reader.word(given.get("round", "defender"), ways, "$.chart.round", "rounding") or "defender"
    if "round" in given and "kind" in given and kind != ODDS:
        fix = "leave it out: round in the section strength says what becomes of fractions"
        reader.complain("$.chart.round", "only odds fall between two columns", fix)
    ends = []
    for key, usual_end in (("below", "first"), ("above", "last")):
        words = tuple(dict.fromkeys((usual_end, "forbidden", *map(str, results))))
        said = given.get(key, usual_end)
        if not (isinstance(said, str) and said and usual(said)):
            said = reader.word(said, words, below(path, key), key)
        ends.append("" if said == usual_end else said)
    limit = _limit(reader, given, kind, marks[-1] if marks else None, last)
    return Columns(kind, tuple(names), tuple(marks), last, round, ends[0], ends[1], limit, section)


def _limit(
    reader: Reader, given: Mapping[str, object], kind: str, mark: Number | None, last: Number | None
) -> Number | None:
    """From where on something else than the last column holds, which begins with ``mark`` and ends with ``last``."""
    said = given.get("limit")
    if given.get("above", "last") == "last":
        if said is not None:
            reader.complain("$.chart.limit", "limit without above", 'add above = "DE"')
        return None
    found: Number | None = None
    if isinstance(said, str):
        span_found = span(said) if kind != ODDS else None
        found = ratio(said) if kind == ODDS else (span_found or (None, None))[0]
    elif isinstance(said, int) and not isinstance(said, bool):
        found = said
    if said is None and kind != ODDS and last is not None:
        return last + 1
    fix = 'write limit = "7:1"' if kind == ODDS else "write limit = 12"
    if said is None:
        reader.complain("$.chart.limit", "from where on above holds is missing", fix)
    elif found is None:
        reader.complain(
            "$.chart.limit", say("from where on above holds must be said, found {any}", any=shown(said)), fix
        )
    elif (mark is not None and found < mark) or (last is not None and found <= last):
        message = say("the limit {any} does not lie above the last column", any=shown(said))
        reader.complain("$.chart.limit", message, "write a greater one")
    return found


def _ratios(reader: Reader, names: list[str]) -> tuple[list[Number], Number | None]:
    found: list[Number] = []
    before = Fraction(0)
    for index, name in enumerate(names):
        here = below("$.chart.columns", index)
        value = ratio(name)
        if value is None:
            reader.complain(here, say("{any} is not a ratio", any=shown(name)), 'write it as "3:1" or "1:2"')
        elif value <= before:
            message = say("{any} does not stand right of a lower ratio", any=shown(name))
            reader.complain(here, message, "worst for the attacker first")
        before = before if value is None else value
        found.append(plain(before))
    return found, None


def _spans(reader: Reader, names: list[str]) -> tuple[list[Number], Number | None]:
    """The least number of each column, and the greatest of the last; they follow each other without gaps."""
    found: list[Number] = []
    before: int | None = None
    high: int | None = None
    for index, name in enumerate(names):
        here = below("$.chart.columns", index)
        pair = span(name)
        if pair is None:
            message = say("{any} is no number or range", any=shown(name))
            reader.complain(here, message, 'write it as "3", "2-4", "8+" or "≤-3"')
            found.append(found[-1] + 1 if found else 0)
            before = None
            continue
        low, high = pair
        if low is None:
            if index:
                message = say("{any} has no least number", any=shown(name))
                reader.complain(here, message, "only the first column is open below")
            low = -MOST_NUMBER
        if before is not None and low != before + 1:
            message = say("{any} does not follow on the column before it", any=shown(name))
            reader.complain(here, message, say("begin with {n}", n=before + 1))
        if high is None and index + 1 < len(names):
            message = say("{any} has no greatest number", any=shown(name))
            reader.complain(here, message, "only the last column is open above")
        found.append(low)
        before = high if high is not None else low
    return found, high


def dice(reader: Reader, given: Mapping[str, object], section: str) -> Dice:
    """The dice of the chart; their rule is ``section``, that of the chart, where they have none."""
    if "dice_rule" in given:
        section = rule(reader, {"rule": given["dice_rule"]}, "$.chart.dice_rule", section)
    said = given.get("dice", "d6")
    match = _DICE.fullmatch("".join(said.lower().split())) if isinstance(said, str) else None
    if match and match[0] == "d66":
        match, given = _DICE.fullmatch("2d6"), {"read": "tens", **given}
    sides = int(match["sides"]) if match else 6
    if match is None or not 2 <= sides <= 100:
        message = say("{any} are no dice", any=shown(said))
        reader.complain("$.chart.dice", message, 'write "d6", "2d6", "d10", "d66" or "d100"')
        sides = 6
    number = int(match["n"] or 1) if match else 1
    lowest = reader.whole(given.get("lowest", 1), "$.chart.lowest", "the lowest face", 0, 1, 1)
    read = reader.word(given.get("read", "sum"), ("sum", "tens"), "$.chart.read", "reading of the dice")
    if sides**number > 10_000:
        message = say("{any} fall in too many ways", any=shown(said))
        reader.complain("$.chart.dice", message, "use fewer or smaller dice")
        number = 1
    if read == "tens" and number == 1:
        reader.complain("$.chart.read", "a single die has no tens and ones", 'write dice = "d66", or leave read out')
    elif read == "tens" and lowest + sides > 10:
        fix = 'write dice = "2d10" and lowest = 0 for 00 to 99'
        reader.complain("$.chart.read", "dice that are read as tens and ones show 9 at most", fix)
    return Dice((sides,) * number, lowest, read == "tens", section)


def grid(
    reader: Reader, given: Mapping[str, object], thrown: Dice, width: int
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The least roll of each row, the heads of the rows, and the cells."""
    table = _in_order(reader.table(given.get("rows", {}), "$.chart.rows", "the rows"))
    if not table:
        reader.complain("$.chart.rows", "the chart has no rows", 'add [chart.rows] with 1 = ["AE", "DR"]')
    least: list[int] = []
    cells: list[tuple[str, ...]] = []
    before_rows = len(reader.problems)
    for index, name in enumerate(list(table)[:MOST_ROWS]):
        path = below("$.chart.rows", name)
        before = span(list(table)[index - 1]) if index else None
        least.append(_least(reader, name, before, path, thrown))
        if name in SECTIONS:  # a key that has come to stand among the rows: its value is no cells
            cells.append(("",) * width)
            continue
        entries = reader.items(table[name], path, "a row", MOST_COLUMNS)
        row = tuple(_code(reader, entry, below(path, at)) for at, entry in enumerate(entries))
        if len(row) != width and isinstance(table[name], list | tuple) and width:
            many = "the row has {n} cell, not {m}" if len(row) == 1 else "the row has {n} cells, not {m}"
            message = say(many, n=len(row), m=width)
            reader.complain(path, message, "give each column a cell")
        cells.append((*row, *[""] * width)[:width])
    if len(reader.problems) == before_rows:
        _covers(reader, thrown, least, span(list(table)[-1]) if table else None)
    if len(table) > MOST_ROWS:
        reader.complain("$.chart.rows", say("{n} rows are too many; at most {m}", n=len(table), m=MOST_ROWS))
    return tuple(least), tuple(list(table)[:MOST_ROWS]), tuple(cells)


def _in_order(table: Mapping[str, object]) -> Mapping[str, object]:
    """Rows from the lowest roll on: readers of JSON may put keys that are numbers before all others."""
    spans = {name: span(name) for name in table}
    if None in spans.values():
        return table
    low = {name: -MOST_NUMBER if found[0] is None else found[0] for name, found in spans.items() if found}
    return {name: table[name] for name in sorted(table, key=low.__getitem__)}


def _least(reader: Reader, name: str, before: Span | None, path: str, thrown: Dice) -> int:
    """The least roll of a row, which follows on the row ``before`` it as far as that is known."""
    pair = span(name)
    if pair is None:
        fix = 'write it as "1", "2-3", "≤2" or "12+"'
        if name in SECTIONS:
            fix = say("what stands below [chart.rows] belongs to it: write it above, or as [{any}]", any=name)
        reader.complain(path, say("{any} is no roll", any=shown(name)), fix)
        return 0
    low = pair[0] if pair[0] is not None else -MOST_NUMBER
    if before is None:
        return low
    start, end = before
    if (start is not None and low <= start) or pair[0] is None:
        message = say("the row {any} does not stand below lower rolls", any=shown(name))
        reader.complain(path, message, "put the rows in order")
    elif end is not None and not _follows(thrown, end, low):
        message = say("the row {any} does not follow on the row before it", any=shown(name))
        reader.complain(path, message, say("begin with {n}", n=_next_roll(thrown, end)))
    return low


def _next_roll(thrown: Dice, end: int) -> int:
    """The roll behind one: of dice read as tens and ones 16 is followed by 21."""
    return next((roll for roll in thrown.values() if roll > end), end + 1) if thrown.tens else end + 1


def _follows(thrown: Dice, end: int, low: int) -> bool:
    """Whether a row that begins with ``low`` leaves out no roll behind ``end``, and shares none with the row before."""
    return end < low <= _next_roll(thrown, end)


def _covers(reader: Reader, thrown: Dice, least: list[int], last: Span | None) -> None:
    """Complain of rolls that have no row: below the first one, or above the ``last`` as far as that is known."""
    rolls = thrown.values()
    if least and rolls[0] < least[0]:
        reader.complain("$.chart.rows", say("a roll of {n} has no row", n=rolls[0]), "add it, or mend dice")
    if last and last[1] is not None and rolls[-1] > last[1]:
        reader.complain("$.chart.rows", say("a roll of {n} has no row", n=rolls[-1]), "add it, or mend dice")


def _code(reader: Reader, entry: object, path: str) -> str:
    if isinstance(entry, int) and not isinstance(entry, bool):
        entry = str(entry)
    if isinstance(entry, str) and entry.strip() in ("", "–", "—", "−", "•", "·"):
        return "-"
    return reader.line(entry, path, "the result", CODE_LENGTH)


def results(reader: Reader, value: object, codes: list[tuple[str, str]], usually: str) -> dict[str, Result]:
    """Every result that the chart gives: as the document says, or as is usual.

    ``codes`` with the places they stand; ``usually`` is the rule of those that have none of their own.
    """
    table = reader.table(value, "$.results", "the section results")
    found: dict[str, Result] = {}
    for key, entry in table.items():
        path = below("$.results", key)
        row = entry if isinstance(entry, Mapping) else {"does": entry}
        row = reader.table(row, path, "a result")
        reader.unknown(row, RESULT, path, "key of a result")
        said = row.get("does", usual(key))
        if said is None:
            message = say("what {any} does is missing", any=shown(key))
            reader.complain(path, message, 'add does = ["defender retreats 1"]')
            said = ()
        does = effects(reader, list(said) if isinstance(said, tuple) else said, below(path, "does"))
        title = reader.line(row.get("title", ""), below(path, "title"), "the title", TITLE_LENGTH)
        found[key] = Result(key, title, does, rule(reader, row, below(path, "rule"), usually))
    for code, path in codes:
        if code in found:
            continue
        if explained(code, table) in found:
            found[code] = replace(found[explained(code, table)], key=code)
            continue
        said = usual(code)
        if said is None:
            fix = say("add to [results]: {any} = {any2}", any=toml_key(code), any2=quoted(likely(code)))
            reader.complain(path, say("what {any} means is not said", any=shown(code)), fix)
            said = ()
        found[code] = Result(code, "", effects(reader, list(said), path), usually)
    return found
