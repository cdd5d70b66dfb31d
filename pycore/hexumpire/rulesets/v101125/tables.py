"""The printed numbers of chapter 11, read from ``tables.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hexumpire.model import data
from hexumpire.model.charts import Chart

_DATA: dict[str, Any] = data.read(__package__, "tables")

CRT = Chart.load(_DATA["crt"])
"""The main combat results table with its slipped cells repaired (T10)."""
LEGEND: Mapping[str, str] = _DATA["crt"]["legend"]
PRINTED: Mapping[str, Mapping[str, str]] = _DATA["crt_printed"]
"""Cells in which the printed table differs: row -> column -> what is printed."""
TOKENS: Mapping[str, Mapping[str, Any]] = _DATA["tokens"]
"""What a result does: ``attacker`` and ``defender`` (effect, share), ``special``, ``cadres``."""


def share(text: object) -> Fraction:
    """A number of the tables as a fraction: ``"3/2"``, ``"0.05"`` or a whole number."""
    return Fraction(str(text))


def _shares(table: Mapping[str, Any]) -> dict[str, Fraction]:
    return {key: share(value) for key, value in table.items() if isinstance(value, int | str)}


ODDS = _shares(_DATA["odds"])
SHARE = _shares(_DATA["share"])
SUPPLY = _shares(_DATA["supply"])
ZOC = _shares(_DATA["zoc"])
"""Value of each class of zones of control."""
ZOC_LEVELS: Sequence[Fraction] = tuple(share(level) for level in _DATA["zoc"]["levels"])
ZOC_BEYOND = ZOC["beyond"]
"""Above double, by the reading ``zone_beyond``."""
"""Values by level, lowest first."""
ZERO = _shares(_DATA["zero"])
ARMOUR: Sequence[tuple[Fraction, Fraction]] = tuple((share(a), share(b)) for a, b in _DATA["armour"]["rows"])
"""Ratio and modifier (T5)."""
ARMOUR_OLDER: Sequence[tuple[Fraction, Fraction]] = tuple((share(a), share(b)) for a, b in _DATA["armour"]["older"])
ARMOUR_CAP: int = _DATA["armour"]["cap"]
CONVERSION: Mapping[str, int] = _DATA["conversion"]
INTRINSIC: Mapping[str, Sequence[Fraction]] = {
    key: tuple(share(value) for value in row) for key, row in _DATA["intrinsic"].items()
}
INTRINSIC_YEARS: Mapping[str, int] = _DATA["intrinsic_years"]
CAPABILITY = _shares(_DATA["capability"])
SPECIAL: Mapping[str, int] = {key: value for key, value in _DATA["special"].items() if isinstance(value, int)}
SPECIAL_STEPS: Sequence[tuple[int, int]] = tuple((times, dm) for times, dm in _DATA["special"]["steps"])
ABILITIES: Sequence[str] = tuple(_DATA["special"]["abilities"])
"""Special abilities that are compared (11.E.0)."""
USED_IN: Mapping[str, Sequence[str]] = _DATA["abilities"]
"""Terrain and hexsides in which an ability is used without being stated."""
REDUCES: Mapping[str, int] = _DATA["reduces"]
CONTINGENTS: Mapping[str, tuple[int, int]] = {key: (row[0], row[1]) for key, row in _DATA["contingents"].items()}
MARKERS: Mapping[str, int] = _DATA["markers"]
RETREAT_BEFORE: Mapping[str, int] = _DATA["retreat_before"]
TERRAIN: Mapping[str, Mapping[str, Any]] = _DATA["terrain"]
"""What the examples tell of the terrain effects chart."""
SIMILAR: Mapping[str, str] = _DATA["similar"]
"""Hexsides that are as a terrain: in what nothing tells of them, and in how many units attack across (11.F.1d)."""
OVERRUN: Mapping[str, int] = dict(zip(_DATA["overrun"]["columns"], _DATA["overrun"]["price"], strict=True))
RED_DIE: Mapping[str, Any] = _DATA["red_die"]
RED_BOTH: Mapping[str, int] = _DATA["red_both"]
RED_ATTACKER: Mapping[str, int] = _DATA["red_attacker"]
RED_DEFENDER: Mapping[str, int] = _DATA["red_defender"]
RED_RES = _shares(_DATA["red_res"])
LOSSES = _shares(_DATA["losses"])
PLACEMENT: Mapping[str, Mapping[str, int]] = _DATA["placement"]
REQUIRED: Mapping[str, Any] = _DATA["required"]
WORKS: Mapping[str, str] = _DATA["works"]
WORKS_LIKE: Mapping[str, str] = _DATA["works_like"]
FIRM_COLUMN: str = _DATA["firm"]["column"]
CADRE: Mapping[str, Any] = _DATA["cadre"]
MIXED: Mapping[str, Sequence[str]] = _DATA["mixed"]
REPLACEMENT = _shares(_DATA["replacement"])
RETREAT: Mapping[str, Any] = _DATA["retreat"]
FORTS: Mapping[str, Any] = _DATA["forts"]
ENTRY: Mapping[str, Any] = _DATA["entry"]
"""What entering a hex costs, as far as the text tells."""
SIX: tuple[tuple[str, int], ...] = tuple((f"d6={face}", 1) for face in range(1, _DATA["odds"]["sides"] + 1))
"""Faces of a six-sided die."""
TEN: tuple[tuple[str, int], ...] = tuple((f"d10={face}", 1) for face in range(1, _DATA["odds"]["faces"] + 1))
"""Faces of a ten-sided die, of which 0 is read as 10."""

del _DATA  # what is not named above is not needed any more
