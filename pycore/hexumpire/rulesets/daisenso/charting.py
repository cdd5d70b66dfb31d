"""The results chart and the terrain chart, which the text does not print: what players may type in, and how it is read.

A chart of results is accepted when its columns agree with all that the text gives away of them (4.2.2.s3.round).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from hexumpire.model.charts import Ladder
from hexumpire.model.errors import RulesetError
from hexumpire.model.packs import Cells, Fault, Pack
from hexumpire.model.text import joined, listed, say
from hexumpire.rulesets.daisenso.tables import LADDER, MOST_LOSSES, TERRAIN_LEAST

RETREATS = ("Ad", "Ex", "Dr1", "Dr2", "Dr3")
"""Retreat results (4.2.4.1.ad, 4.2.4.1.ex-att, 4.2.4.1.dr)."""
_RESULT = re.compile(r"(?:(Ad|Ex|Dr[123])\s*)?(?:(\d)\s*/\s*(\d))?", re.IGNORECASE)


class Result(NamedTuple):
    """A combat result: its retreat part ("" for none), and step losses of attacker and defender."""

    retreat: str
    attacker: int
    defender: int

    def __str__(self) -> str:
        losses = f"{self.attacker}/{self.defender}"
        return joined([self.retreat, losses if self.attacker or self.defender or not self.retreat else ""])


def parse_result(text: str) -> Result | None:
    """A result as printed, such as ``"Dr2 0/1"``, ``"ex"``, ``"1/0"`` or ``"-"``; None when it is none."""
    bare = text.strip()
    if bare in ("-", "–", "—"):
        return Result("", 0, 0)
    match = _RESULT.fullmatch(bare)
    if match is None or not bare:
        return None
    return Result((match[1] or "").capitalize(), int(match[2] or 0), int(match[3] or 0))


def ladder_faults(heads: Iterable[str]) -> list[Fault]:
    """Why columns cannot be those of the game's chart, by what the text says of them; empty when they can."""
    rule = "4.2.2.s3.round"
    columns = list(heads)
    found = []
    for head in columns:
        try:
            Ladder.parse([head])
        except RulesetError:
            fix = "write odds such as 3-1 with a plain hyphen"
            found.append(Fault(say("{any} is no column of odds", any=repr(head)), "", "", rule, fix))
    if found:
        return found
    try:
        ladder = _rising(columns)
    except RulesetError:
        return [Fault("two columns stand for the same odds", "", "", rule, "keep one of them")]
    names = ladder.names
    low, high = LADDER["lowest"], LADDER["highest"]
    if names[0] != low or names[-1] != high:
        message = say("the columns run from {x} to {y}, but the text has them from {z} to {w}",
                      x=names[0], y=names[-1], z=low, w=high)  # fmt: skip
        fix = say("begin with {x} and end with {y}", x=low, y=high)
        found.append(Fault(message, "", "", "4.2.2.s3.clamp", fix))
    two, three = LADDER["neighbours"]
    missing = [name for name in (two, three) if name not in names]
    if missing:
        message = say("the text names the column {x}", x=listed(missing))
        found.append(Fault(message, "", "", rule, "add it"))
    elif names.index(three) != names.index(two) + 1:
        between = joined(names[names.index(two) + 1 : names.index(three)], ", ")
        message = say("{x} stands between {y} and {z}, which the example of 11 against 4 rules out",
                      x=between, y=two, z=three)  # fmt: skip
        found.append(Fault(message, "", "", rule, "leave it out"))
    if not missing and names[-1] == high and len(names) - 1 - names.index(three) > LADDER["reach"]:
        message = say("from {x} it is more than {n} columns to {y}; the text gets there by three shifts",
                      x=three, n=LADDER["reach"], y=high)  # fmt: skip
        found.append(Fault(message, "", "", "4.2.2.s4.net", "take out columns between them"))
    return found


def _rising(columns: Iterable[str]) -> Ladder:
    def ratio(head: str) -> tuple[int, int]:
        return Ladder.parse([head]).ratios[0]

    heads = list(columns)
    scale = 1
    for head in heads:
        scale *= ratio(head)[1]
    return Ladder.parse(sorted(heads, key=lambda head: ratio(head)[0] * scale // ratio(head)[1]))


def _crt_faults(cells: Cells) -> Iterable[Fault]:
    if not cells:
        yield Fault("the chart is empty", "", "", "4.2.2.s5.roll", "fill its cells, or leave it out")
        return
    rows = sorted(cells, key=lambda row: (len(row), row))
    wanted = [str(number) for number in range(1, len(rows) + 1)]
    if rows != wanted:
        message = say("the rows are {any}; they must be the faces of one die", any=joined(rows, ", "))
        yield Fault(message, "", "", "4.2.2.s5.roll", "number them 1, 2, 3 and so on")
    heads = list(dict.fromkeys(head for row in cells.values() for head in row))
    if not heads:
        yield Fault("the chart has no columns", "", "", "4.2.2.s3.round", "name them, such as 1-3, 2-1, 3-1, 9-1")
        return
    yield from ladder_faults(heads)
    for row in rows:
        for head in heads:
            if head not in cells[row]:
                message = say("row {any} has no result under {any2}", any=row, any2=head)
                yield Fault(message, row, head, "4.2.2.s5.roll", "fill the cell")
            elif parse_result(str(cells[row][head])) is None:
                message = say("{any} is no combat result", any=repr(str(cells[row][head])[:40]))
                yield Fault(message, row, head, "4.2.4.order",
                            "write Ad, Ex, Dr1, Dr2 or Dr3 and losses, such as 'Dr2 0/1'; '-' for none")  # fmt: skip


def _terrain_faults(cells: Cells) -> Iterable[Fault]:
    for row, least in TERRAIN_LEAST.items():
        if row in cells and int(cells[row]["value"]) < least:
            message = say("the example of a river and a mountain hexside makes the mountain at least {n}", n=least)
            yield Fault(message, row, "value", "4.2.3.8.hexside", say("write {n} or more", n=least))


CRT, TEC = "crt", "terrain"
CHECKS = {CRT: _crt_faults, TEC: _terrain_faults}
"""What the text says of the tables that players type in, by the key of the table."""


class Chart(NamedTuple):
    """A results chart typed in: its columns, and for each face of the die the results column by column."""

    title: str
    ladder: Ladder
    faces: tuple[str, ...]
    results: tuple[tuple[Result, ...], ...]


_charts: dict[int, tuple[Pack, Chart | None]] = {}


def chart_of(pack: Pack | None) -> Chart | None:
    """The results chart of a pack; None when it has none."""
    if pack is None or not pack.has(CRT):
        return None
    kept = _charts.get(id(pack))
    if kept is not None and kept[0] is pack:
        return kept[1]
    rows = sorted(pack.tables[CRT], key=int)
    ladder = _rising(pack.tables[CRT][rows[0]])
    results = tuple(
        tuple(parse_result(str(pack.cell(CRT, row, head))) or Result("", 0, 0) for head in ladder.names)
        for row in rows
    )  # fmt: skip
    chart = Chart(pack.title or "chart pack", ladder, tuple(rows), results)
    _charts.clear()
    _charts[id(pack)] = (pack, chart)
    return chart


def sure_column(attack: int, defense: int) -> str:
    """The column of odds that the text alone settles: 2-1, both ends and 3-1 itself; empty where a chart is needed."""
    known = Ladder.parse([LADDER["lowest"], *LADDER["neighbours"], LADDER["highest"]])
    found = max(known.column(attack, defense), 0)
    (left, right), name = known.ratios[found], known.names[found]
    settled = name in (LADDER["neighbours"][0], LADDER["highest"]) or attack * right <= left * defense
    return name if settled else ""


@cache
def picks() -> tuple[tuple[int, int], ...]:
    """The step losses a picker offers, few first."""
    most = MOST_LOSSES
    return tuple((a, d) for a in range(most) for d in range(most))
