"""The printed numbers of A World at War, read from ``tables.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model import data
from hexumpire.model.charts import Chart, Lookup

_DATA: dict[str, Any] = data.read(__package__, "tables")

CHART = Chart.load(_DATA["chart"])
"""The combat results table (15.6)."""
LEGEND: Mapping[str, str] = _DATA["chart"]["legend"]
DM: Mapping[str, int] = _DATA["dm"]
"""Levels of each positive and negative DM, by section."""
DM_TERRAIN: Mapping[str, int] = _DATA["dm_terrain"]
DM_WALL: Mapping[str, int] = _DATA["dm_wall"]
DM_DROP: Mapping[str, int] = _DATA["dm_drop"]
LIMITS: Mapping[str, int] = _DATA["limits"]
MOVEMENT: Mapping[str, int] = _DATA["movement"]
CLOSED: Mapping[str, Mapping[str, list[str]]] = _DATA["closed"]
"""Hexsides named by the map's numbers that nobody crosses, by theatre and section (13.43)."""
ATTRITION: Mapping[str, Any] = _DATA["attrition"]
"""The attrition table (14.41), as printed."""
ATTRITION_LIMITS: Mapping[str, Any] = _DATA["attrition_limits"]
STACKING: Mapping[str, int] = _DATA["stacking"]
EXPLOITATION: Mapping[str, int] = _DATA["exploitation"]
ROUND: Mapping[str, int] = _DATA["round"]
LOOKUPS: Mapping[str, Lookup] = {key: Lookup.load(table) for key, table in _DATA["lookups"].items()}
"""Tables to look up: partisans of major powers (11.22), forces of minor countries in both theatres (11.23)."""
PARTISANS: Mapping[str, int] = _DATA["partisans"]
AREAS: Mapping[str, str] = {country: area for area, countries in _DATA["areas"].items() for country in countries}
"""The area of a partisan pool that a country belongs to, for countries that are none by themselves (11.22, 11.42)."""

BORROWED = "by the list of the newer edition"
"""Said of the DMs whose list is lost in our text of the older edition."""
NAMED_HEXES = 20
"""So many hexes are named one by one in a line of the answer; more are counted."""
MAP_EAST = 1000
"""So many hexes east of the board's 0,0 lies the number 0 of the map's first row: far from battles without a place."""


def conversion(edition: str, ctl: int, result: str) -> str:
    """What 15.55 makes of a result for an attacker of this CTL; the result itself when it does not touch it."""
    table: Mapping[str, Mapping[str, str]] = _DATA["fort"][edition]
    return table[str(min(max(ctl, 1), 3))].get(result, result)
