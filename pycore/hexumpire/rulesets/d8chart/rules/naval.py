"""Naval gunnery: big ships each by their rating, small ones together (STR.naval)."""

from __future__ import annotations

from hexumpire.model.text import say
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.tables import POINTS
from hexumpire.rulesets.d8chart.units import is_big_ship, named


def gunnery(setting: Setting, ledger: Ledger, side: str, supported: bool) -> int:
    """Add the gunnery of a side's ships, where land units or a fort are there for them to support."""
    ships = setting.of(side, "ship")
    if not ships:
        return 0
    if not supported:
        ledger.skip(
            "Naval gunnery", "no land unit or fort that counts is there to support", "STR.naval.big", "STR.naval.small"
        )
        return 0
    guns = Ledger(True)
    for unit in filter(is_big_ship, ships):
        points = unit.number("factors") // POINTS["gunnery"] * unit.count
        template = "rating {n}, a point for each {m}, rounded down"
        if unit.count > 1:
            template = "rating {n}, a point for each {m}, rounded down for each ship"
        note = say(template, n=unit.number("factors"), m=POINTS["gunnery"])
        guns.add(points, named(unit), "STR.naval.big", note=note)
    if not all(map(is_big_ship, ships)):
        guns.add(POINTS["small_ships"], "light cruisers and destroyers together", "STR.naval.small")
    line = guns.close("Naval gunnery", "STR.naval.big", "STR.naval.small")
    ledger.include(line)
    return int(line.value or 0)
