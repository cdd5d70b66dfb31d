"""The printed tables of Skirmish, read from ``tables.toml``."""

from __future__ import annotations

import tomllib
from importlib import resources

from hexumpire.model.charts import Chart

_TABLES = tomllib.loads((resources.files(__package__) / "tables.toml").read_text(encoding="utf-8"))

CHART = Chart.load(_TABLES["results"])
RESULTS: dict[str, str] = _TABLES["legend"]
COSTS = {result: tuple(sides) for result, sides in _TABLES["costs"].items()}
KEEP: int = _TABLES["strength"]["keep"]
LAST_ROUND: int = _TABLES["rounds"]["last"]
DIE = tuple((f"d6={face}", 1) for face in CHART.rows)
