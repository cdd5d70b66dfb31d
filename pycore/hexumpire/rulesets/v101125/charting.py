"""What players may type in for a chart that the text does not print, beyond what its cells may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from hexumpire.model.packs import Cells, Fault
from hexumpire.model.text import say

_ROW = re.compile(r"([1-9][0-9]?(?:\.[0-9])?)(?::1)?")


def row_ratio(row: str) -> Fraction | None:
    """The ratio that heads a row of an armour effects table, such as ``2`` or ``2.1:1``; None when it is none (T5)."""
    match = _ROW.fullmatch(row)
    return Fraction(match[1]) if match else None


def _armour_faults(cells: Cells) -> Iterator[Fault]:
    known: dict[Fraction, str] = {}
    for row in cells:
        ratio = row_ratio(row)
        if ratio is None:
            message = say("{any} is no ratio of 1:1 or more, to tenths", any=repr(row))
            yield Fault(message, row, "", "T5", "write it as 2 or 2.1")
        elif ratio in known:
            message = say("{any} is the same ratio as {any2}", any=repr(row), any2=repr(known[ratio]))
            yield Fault(message, row, "", "T5", "keep one of them")
        else:
            known[ratio] = row


CHECKS = {"armour": _armour_faults}
"""By the key of the table."""
