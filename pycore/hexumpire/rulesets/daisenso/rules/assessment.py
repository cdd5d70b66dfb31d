"""The odds of the attack at hand, shown with their reasons, what each face gives, and what would change the column."""

from __future__ import annotations

from dataclasses import replace

from hexumpire.model.battle import Assessment, Margin
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.daisenso.charting import Chart
from hexumpire.rulesets.daisenso.rules.declaration import SPLIT, stays_out, who_may
from hexumpire.rulesets.daisenso.rules.odds import Odds, headline, odds, trace
from hexumpire.rulesets.daisenso.rules.weather import reduced
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places, State

AUTO: Rules = ("4.2.2.auto",)
NOBODY_THERE: Rules = ("4.2.1.target",)


def assessment(setting: Setting, state: State) -> Assessment | None:
    """Totals, shifts and column; while a result is carried out, as they were when the die fell."""
    if state.phase == "over":
        return None
    left, at = state.began if state.began[0] else (state.left, state.at)
    fight, chart = state.rolled or state.fight, setting.chart
    if state.phase == "name":
        fight = fight._replace(attackers=who_may(setting, state, state.fight).forces[0])
    found = odds(setting, fight, left, at)
    if not fight.defenders:
        lone = bool(setting.here(fight.target, left, at, "defender", ("lone",)))
        told = "no die: only a marker is there" if lone else "nobody is there to attack"
        return Assessment(told, found.attack, found.defense, None, _without_odds(setting, state, fight, lone))
    trace = _trace(setting, state, fight, left, at)
    if chart is None:
        return Assessment(headline(found, chart), found.attack, found.defense, None, trace)
    name = f"d{len(chart.faces)}"
    results = tuple(
        (f"{name}={face}", str(reduced(setting, state.fight.target, row[found.column])))
        for face, row in zip(chart.faces, chart.results, strict=True)
    )
    if state.job == "read":  # off the aid, this time
        results = ()
    column = chart.ladder.names[found.column]
    margins = _margins(found, chart)
    return Assessment(headline(found, chart), found.attack, found.defense, column, trace, results, margins)


def _without_odds(setting: Setting, state: State, fight: Lineup, lone: bool) -> Trace:
    """An attack on a ``lone`` marker, or on nobody: who makes it, and that no odds belong to it (4.2.2.auto)."""
    left, at = state.began if state.began[0] else (state.left, state.at)
    spent = state.used if state.began[0] else state.spent
    totals = trace(setting, fight, left, at, spent).children[:2]
    if lone:
        why = Trace("Odds", None, AUTO, "list", skipped=True, note="a lone marker gives way without them")
        found = Trace("The attack succeeds by itself", None, AUTO, "list", (*totals, why))
    else:
        why = Trace("Odds", None, NOBODY_THERE, "list", skipped=True, note="nobody is there to attack")
        found = Trace("No attack", None, NOBODY_THERE, "list", (*totals, why))
    return _with_others(setting, state, fight, found)


def _trace(setting: Setting, state: State, fight: Lineup, left: Counts, at: Places) -> Trace:
    """The odds with their reasons, and who stays out of the attack."""
    spent = state.used if state.began[0] else state.spent
    return _with_others(setting, state, fight, trace(setting, fight, left, at, spent))


def _with_others(setting: Setting, state: State, fight: Lineup, found: Trace) -> Trace:
    """A trace, and who stays out of the attack."""
    left, at = state.began if state.began[0] else (state.left, state.at)
    spent = state.used if state.began[0] else state.spent
    out = [
        Trace(setting.pieces[i].name_at(left[i]), None, bar.rules, "list", note=bar.reason)
        for i, bar in stays_out(setting, fight, left, at, spent, state.fought).items() if bar.rules != SPLIT
    ]  # fmt: skip
    if not out:
        return found
    line = Trace("Stays out of the attack", None, ("4.2.2.s1",), "list", tuple(out))
    return replace(found, children=(*found.children, line))


def _margins(found: Odds, chart: Chart) -> tuple[Margin, ...]:
    """What would make a better column before shifts, and which one so many factors make."""
    if found.raw + 1 >= len(chart.ladder.names):
        return ()
    more = int(chart.ladder.needed(found.raw + 1, found.defense)) - int(found.attack)
    one, several = (
        "{n} more attack factor makes it {x} before shifts",
        "{n} more attack factors make it {x} before shifts",
    )
    reached = chart.ladder.column(found.attack + more, found.defense)
    text = say(several if more > 1 else one, n=more, x=chart.ladder.names[reached])
    return (Margin(text, ("4.2.2.s3.round",)),)
