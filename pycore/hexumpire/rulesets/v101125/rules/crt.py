"""The main combat results table: the row of two dice and their modifier, and the result that stands there (T10)."""

from __future__ import annotations

from dataclasses import dataclass

from hexumpire.model.text import say
from hexumpire.rulesets.v101125.tables import CRT, PRINTED

REPAIRED = "repaired"


@dataclass(frozen=True, slots=True)
class Reading:
    """A result, the row it stands in, and what the printed table has there where the reading repairs it."""

    row: int
    result: str
    printed: str = ""

    @property
    def note(self) -> str:
        """What is said of a repaired cell; empty of others."""
        return say("the printed table has {cell} here, out of line", cell=self.printed) if self.printed else ""


def read(column: int, modified: int, reading: str) -> Reading:
    """The result of a column for modified dice; what is below or above the table is read on its edge (11.B.16)."""
    row, result = CRT.row(modified), CRT.result(column, modified)
    slipped = PRINTED.get(str(row), {}).get(CRT.ladder.names[column], "")
    if slipped and reading != REPAIRED:
        return Reading(row, slipped)
    return Reading(row, result, slipped)
