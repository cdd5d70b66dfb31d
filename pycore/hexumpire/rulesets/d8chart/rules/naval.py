"""Naval gunnery: big ships each by their rating, small ones together (STR.naval)."""

from __future__ import annotations

from hexumpire.model.trace import Ledger
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.tables import POINTS
from hexumpire.rulesets.d8chart.units import is_big_ship, named


def gunnery(setting: Setting, ledger: Ledger, side: str) -> int:
    """Add the gunnery of a side's ships."""
    ships = setting.of(side, "ship")
    if not ships:
        return 0
    guns = Ledger(True)
    for unit in filter(is_big_ship, ships):
        points = unit.number("factors") // POINTS["gunnery"] * unit.count
        each = f"rating {unit.number('factors')}, a point for each {POINTS['gunnery']}, rounded down"
        note = each + (" for each ship" if unit.count > 1 else "")
        guns.add(points, named(unit), "STR.naval.big", note=note)
    if not all(map(is_big_ship, ships)):
        guns.add(POINTS["small_ships"], "light cruisers and destroyers together", "STR.naval.small")
    line = guns.close("Naval gunnery", "STR.naval.big", "STR.naval.small")
    ledger.include(line)
    return int(line.value or 0)
