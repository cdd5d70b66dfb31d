"""The printed numbers of chapter 4, read from ``tables.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

_DATA: dict[str, Any] = tomllib.loads((resources.files(__package__) / "tables.toml").read_text(encoding="utf-8"))

LADDER: Mapping[str, Any] = _DATA["ladder"]
"""What the text gives away of the columns of the results chart."""
RAW: tuple[int, int] = tuple(_DATA["odds"]["raw"])
RANGE: Mapping[str, int] = _DATA["range"]
ONE_HQ: int = _DATA["support"]["hqs"]
SHIFT: Mapping[str, int] = _DATA["shift"]
"""Columns of each shift by section: positive to the right."""
TERRAIN: Mapping[str, int] = _DATA["terrain"]
TERRAIN_LEAST: Mapping[str, int] = _DATA["terrain_least"]
WEATHER: Mapping[str, str] = _DATA["weather"]
RETREAT: Mapping[str, int] = _DATA["retreat"]
"""Hexes of each retreat result."""
STEPS: Mapping[str, int] = _DATA["steps"]

EAST = 1000
"""Columns of the east sheet are kept so far from the west sheet that no battle spans both."""
ROWS = 100
"""Rows and columns of a sheet have two digits."""
MOST_LOSSES = 4
"""Step losses of one side that the picker of results offers."""
ASKED_HEXES = ("desert", "forest", "hills", "jungle", "mountain", "swamp", "sea")
"""Terrain whose shift the text does not give."""
ASKED_SIDES = ("mountain", "strait", "lake", "beachhead")
FIRST, SECOND = 1, 2
"""Priorities of retreat."""
