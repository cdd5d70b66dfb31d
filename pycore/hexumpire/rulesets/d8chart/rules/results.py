"""The results chart: the row of a die, the cell, how a cell is carried out, and what it costs (CRT, RES)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexumpire.model.battle import Line
from hexumpire.model.packs import Pack
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.d8chart.rules import forts
from hexumpire.rulesets.d8chart.setting import Setting, title_of
from hexumpire.rulesets.d8chart.tables import (
    BRACKET,
    BRACKET_REVERSED,
    BRACKET_STANDS,
    CHART,
    LEGEND,
    RESULTS,
    Effect,
    row_name,
)

STARS = {"-/2": "-/2*", "-/3": "-/3*"}
ELIMINATED = {"AE": "attacker", "DE": "defender"}
"""The side that a result eliminates whole (RES.AE, RES.DE)."""
CITIES = frozenset({"soviet_city", "home_city"})


def read(column: int, natural: int, drm: int, pack: Pack | None = None) -> tuple[int, str, str]:
    """The modified die, the row as printed, and the cell (of a chart pack when it brings a chart)."""
    modified = natural + drm
    row = row_name(CHART.row(modified))
    cell = pack.cell("results", row, CHART.ladder.names[column]) if pack and pack.has("results") else None
    return modified, row, str(cell) if cell is not None else CHART.result(column, modified)


# --- the bracketed result -----------------------------------------------------------------------------------


def home_city(setting: Setting) -> bool:
    """Whether the hex counts as a Soviet home city (RES.B1-sovcity by its reading)."""
    marks = set(setting.hex.features)
    return "home_city" in marks or ("soviet_city" in marks and setting.scenario.readings["cities"] == "same")


def blitz_germans(setting: Setting) -> bool:
    """Whether the attack counts as German in the first turn of its Blitz (RES.star-blitz)."""
    if setting.scenario.condition("blitz") != "first":
        return False
    germans = _germans(setting)
    return bool(germans) and (all(germans) or (any(germans) and setting.said("blitz_germans")))


def _germans(setting: Setting) -> list[bool]:
    return [unit.nation == "German" for unit in setting.of("attacker")]


def reversal(setting: Setting) -> tuple[bool, str, Rules]:
    """Whether the bracketed result falls on the attacker here, why or why not, and the rules."""
    causes = []
    rules: Rules = ()
    if forts.matters(setting):
        enough = setting.scenario.readings["fort_present"] == "any"
        causes.append("a fort is there, which is enough" if enough else "a fort is there")
        rules = ("RES.B1-fort",)
    if home_city(setting):
        marked = "home_city" in setting.hex.features
        causes.append("it is a Soviet home city" if marked else "it is a Soviet city, read as a home city")
        rules = (*rules, "RES.B1-sovcity")
    if not causes:
        idle = forts.MARKS & set(setting.hex.features)
        none = "no fort that counts here, and no Soviet home city" if idle else "no fort and no Soviet home city"
        return False, none, ("RES.B1",)
    if blitz_germans(setting):
        return False, "Germans in the first turn of their Blitz are spared it", (*rules, "RES.star-blitz")
    return True, listed(causes), rules


# --- what a result does -------------------------------------------------------------------------------------


def applied(setting: Setting, printed: str) -> str:
    """What a printed result is carried out as: the bracket resolved, stars added by their reading."""
    if printed == BRACKET:
        return BRACKET_REVERSED if reversal(setting)[0] else BRACKET_STANDS
    if setting.scenario.readings["unstarred"] == "starred":
        return STARS.get(printed, printed)
    return printed


def effect(result: str) -> Effect:
    """The steps a result costs."""
    return RESULTS[result]


def starred(result: str) -> bool:
    """Whether a result may make the defender retreat."""
    return bool(result) and effect(result).starred


# --- trace and log ------------------------------------------------------------------------------------------


def bracket_line(setting: Setting, cells: Collection[str]) -> tuple[Trace, ...]:
    """Who loses the step of the bracketed result, where the die can give it."""
    if BRACKET not in cells:
        return ()
    turned, why, rules = reversal(setting)
    template = "{result}: the defender loses the step ({why})"
    if turned:
        template = "{result}: the attacker loses the step ({why})"
    return (Trace(say(template, result=BRACKET, why=why), None, rules, "list"),)


def pack_line(pack: Pack | None) -> tuple[Trace, ...]:
    """That the results come from a chart of the players' own."""
    if pack is None or not pack.has("results"):
        return ()
    label = say("results by the chart of {pack}", pack=title_of(pack, "the pack"))
    return (Trace(label, None, ("CRT.table",), "list"),)


def entry(setting: Setting, printed: str) -> Line:
    """The log entry that says what a printed result does."""
    if printed == BRACKET:
        turned, why, rules = reversal(setting)
        template = "{result}: the defender loses a step: {why}."
        if turned:
            template = "{result}: the attacker loses a step: {why}."
        return Line(say(template, result=printed, why=why), rules)
    result = applied(setting, printed)
    template = "{printed}: {effect}." if result == printed else "{printed}, read as {result}: {effect}."
    return Line(say(template, printed=printed, result=result, effect=LEGEND[result]), (effect(result).rule,))


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting, cells: Collection[str]) -> Iterator[str]:
    """Conditions and readings of the results that the die can give."""
    germans = _germans(setting)
    if setting.scenario.condition("blitz") == "first" and any(germans) and not all(germans):
        yield "blitz_germans"
    if not STARS.keys().isdisjoint(cells):
        yield "unstarred"
    if CITIES & set(setting.hex.features):
        yield "cities"
