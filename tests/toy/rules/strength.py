"""Strengths and the column of the chart (T1, T1.1, T2.2, T3, T4)."""

from __future__ import annotations

from hexumpire.model.battle import Assessment, Margin
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Trace

from tests.toy.setting import SIDES, Setting
from tests.toy.tables import CHART, DIE, KEEP


def totals(setting: Setting, left: tuple[int, ...], explain: bool) -> tuple[int, int, Trace]:
    """Strengths of the attacker and of the defender, and the lines that they are added up from.

    The lines are made only when they are to be explained.
    """
    scenario = setting.scenario
    sums: list[int] = []
    traces = []
    for side in SIDES:
        ledger = Ledger(explain)
        for i in setting.alive(left, side):
            unit = setting.units[i]
            ledger.add(left[i] * unit.number("factors"), say("{n} x {type}", n=left[i], type=unit.type), "T1")
            if unit.flag("veteran"):
                ledger.add(left[i], "veterans", "T1.1")
        if side == "attacker":
            if scenario.condition("rain"):
                ledger.add(-1, "rain", "T3")
            else:
                ledger.skip("rain", "it does not rain", "T3")
        elif any("keep" in scenario.hex(name).features for name in scenario.targets):
            ledger.add(KEEP, "keep", "T2.2")
        sums.append(max(1, int(ledger.total)))
        traces.append(ledger.close(say("strength of the {side}", side=side), "T1", op="floor1"))
    return sums[0], sums[1], Trace("odds", None, ("T4",), "list", tuple(traces))


def column(setting: Setting, left: tuple[int, ...]) -> int:
    """The column of the chart; -1 when the odds are below the first."""
    attack, defense, _ = totals(setting, left, False)
    return CHART.ladder.column(attack, defense)


def assessment(setting: Setting, left: tuple[int, ...]) -> Assessment | None:
    """The odds with every reason; None when nobody is left to fight or be fought."""
    if not all(setting.alive(left, side) for side in SIDES):
        return None
    attack, defense, trace = totals(setting, left, True)
    index = CHART.ladder.column(attack, defense)
    name = CHART.ladder.names[index] if index >= 0 else None
    margins: tuple[Margin, ...] = ()
    if index + 1 < len(CHART.ladder.names):
        more = CHART.ladder.needed(index + 1, defense) - attack
        text = say("{n} more make it {column}", n=more, column=CHART.ladder.names[index + 1])
        margins = (Margin(text, ("T4",)),)
    faces = [face for face, _ in DIE]
    results = tuple((face, CHART.result(index, int(face[3:]))) for face in faces) if name else ()
    odds = say("{n} : {m} → {column}", n=attack, m=defense, column=name or "off the chart")
    return Assessment(odds, attack, defense, name, trace, results, margins)


def relevant() -> dict[str, object]:
    """What the form should ask: rain always matters (T3)."""
    return {"conditions": ["rain"], "readings": [], "units": {}, "hexes": {}}
