"""The printed numbers of the 1D8 combat chart, read from ``tables.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexumpire.model import data
from hexumpire.model.charts import Chart

_DATA: dict[str, Any] = data.read(__package__, "tables")

CHART = Chart.load(_DATA["chart"])
"""The combat results table (CRT.table); its first and last row stand for everything beyond the die."""
LEGEND: Mapping[str, str] = _DATA["chart"]["legend"]
FACES: tuple[tuple[str, int], ...] = tuple((f"d8={n}", 1) for n in range(1, _DATA["chart"]["faces"] + 1))
"""The faces of the die (CRT.die)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a result does: steps lost by a side, and whether a retreat may follow."""

    attacker: int
    defender: int
    starred: bool
    rule: str


RESULTS: Mapping[str, Effect] = {
    name: Effect(row.get("attacker", 0), row.get("defender", 0), row.get("starred", False), row["rule"])
    for name, row in _DATA["results"].items()
}
"""Results as carried out; AE and DE eliminate a whole side."""
BRACKET: str = _DATA["bracket"]["printed"]
BRACKET_STANDS: str = _DATA["bracket"]["stands"]
BRACKET_REVERSED: str = _DATA["bracket"]["reversed"]


def fraction(pair: object) -> Fraction:
    """A pair of whole numbers of the tables as a fraction."""
    assert isinstance(pair, list)
    return Fraction(pair[0], pair[1])


CASUALTIES = fraction(_DATA["casualties"]["share"])
MODIFIERS: Mapping[str, Mapping[str, int]] = _DATA["modifiers"]
"""By rule and side; a side that is not there cannot have it."""
YEARS: Mapping[str, int] = _DATA["years"]
SS_UNITS: int = _DATA["ss"]["units"]
POINTS: Mapping[str, int] = {key: row for key, row in _DATA["strength"].items() if isinstance(row, int)}
FACTORS: Mapping[str, Fraction] = {
    key: fraction(row) for key, row in _DATA["strength"].items() if isinstance(row, list)
}
MP: Mapping[str, Mapping[str, int | str]] = _DATA["movement"]["mp"]
FINNISH_FOREST: int = _DATA["movement"]["special"]["finnish_forest"]
IMPASSABLE: Mapping[str, int] = _DATA["movement"]["special"]["impassable"]
WEATHER: Mapping[str, Mapping[str, Any]] = _DATA["movement"]["weather"]
INTERCEPTION: Mapping[str, int] = _DATA["interception"]


def row_name(row: int) -> str:
    """How a row of the chart is printed (CRT.rows)."""
    ends = {CHART.rows[0]: _DATA["chart"]["first"], CHART.rows[-1]: _DATA["chart"]["last"]}
    return str(ends.get(row, row))
