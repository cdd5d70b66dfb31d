"""Totals, column and odds of an attack (4.2.2.s3.total, 4.2.2.s4.net), each applied and explained in one call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Rules, Trace
from hexumpire.rulesets.daisenso.charting import Chart, sure_column
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.rules import permits, shifts, support
from hexumpire.rulesets.daisenso.setting import Setting, kept
from hexumpire.rulesets.daisenso.state import NOBODY, Counts, Lineup, Places
from hexumpire.rulesets.daisenso.tables import STEPS
from hexumpire.rulesets.daisenso.vocabulary import GROUND
from hexumpire.rulesets.daisenso.wording import phrase


class Odds(NamedTuple):
    """Totals, net shift (positive to the right), and the columns before and after it; -1 without a chart."""

    attack: int
    defense: int
    net: int
    raw: int
    column: int


_NOTHING = Trace("", None, ("4.2.2.s3.total",), "list")


def limits(setting: Setting, found: Odds) -> Rules:
    """Why the column is the one that is read: the odds to a column, and where the chart ends (4.2.2.s4.clamp)."""
    assert setting.chart is not None
    rules: Rules = ("4.2.2.s3.round",)
    more, least = setting.chart.ladder.ratios[-1]
    if setting.chart.ladder.column(found.attack, found.defense) < 0 or found.attack * least > more * found.defense:
        rules = (*rules, "4.2.2.s3.clamp")
    return rules if found.raw + found.net == found.column else (*rules, "4.2.2.s4.clamp")


@kept
def odds(setting: Setting, fight: Lineup, left: Counts, at: Places) -> Odds:
    """The odds of a line-up."""
    return _work(setting, fight, left, at, None)[0]


def trace(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int) -> Trace:
    """The odds with their reasons; ``spent``: bits of pieces that took part in a combat before."""
    return _work(setting, fight, left, at, spent)[1]


def _work(setting: Setting, fight: Lineup, left: Counts, at: Places, spent: int | None) -> tuple[Odds, Trace]:
    """The odds, with their reasons where it is said who has taken part in a combat before."""
    explain = spent is not None
    attack = _total(setting, fight, left, at, "attacker", explain)
    defense = _total(setting, fight, left, at, "defender", explain)
    if spent is not None:
        for side, ledger in (("attacker", attack), ("defender", defense)):
            _no_support(setting, ledger, side, fight, left, at, spent)
    net = Ledger(explain)
    shifts.add(setting, net, fight, left, at)
    raw = column = NOBODY
    moved = int(net.total)
    if setting.chart is not None:
        top = len(setting.chart.ladder.names) - 1
        raw = max(0, setting.chart.ladder.column(attack.total, defense.total))
        column = min(max(raw + moved, 0), top)
    found = Odds(int(attack.total), int(defense.total), moved, raw, column)
    if not explain:
        return found, _NOTHING
    return found, Trace("Odds", None, ("4.2.2.s3.total",), "list", (
        attack.close("Attacker's total", "4.2.2.s3.total"), defense.close("Defender's total", "4.2.2.s3.total"),
        _ratio(setting, found), net.close("Column shifts, right less left", "4.2.2.s4.net"), _column(setting, found),
    ))  # fmt: skip


def _ratio(setting: Setting, found: Odds) -> Trace:
    rules: Rules = ("4.2.2.s3.round", "4.2.2.s3.clamp")
    if setting.chart is None:
        note = "look up the column; fractions favour the defender, the ends are 1-3 and 9-1"
        sure = sure_column(found.attack, found.defense)
        if not sure:
            return Trace(_totals(found), None, rules, "list", note=note)
        return Trace(say("{odds} is {x}", odds=_totals(found), x=sure), None, rules, "list", note="on any chart")
    label = say("{odds} is {x}", odds=_totals(found), x=setting.chart.ladder.names[found.raw])
    return Trace(label, None, rules, "list", note=say("columns of “{any}”", any=setting.chart.title))


def _totals(found: Odds) -> str:
    return phrase("{n} : {m}", n=found.attack, m=found.defense)


def _column(setting: Setting, found: Odds) -> Trace:
    if setting.chart is None:
        where = "no shift"
        if found.net > 0:
            where = say("{n} to the right", n=found.net)
        elif found.net < 0:
            where = say("{n} to the left", n=-found.net)
        return Trace(say("Read the chart: {x}", x=where), None, ("4.2.2.s4.clamp",), "list")
    label = say("Column {x}", x=setting.chart.ladder.names[found.column])
    note = "" if found.raw + found.net == found.column else "the chart ends there"
    return Trace(label, None, ("4.2.2.s4.clamp",), "list", note=note)


def _total(setting: Setting, fight: Lineup, left: Counts, at: Places, side: str, explain: bool) -> Ledger:
    ledger = Ledger(explain)
    supporter = fight.ours if side == "attacker" else fight.theirs
    for i in fight.side(side):
        piece = setting.pieces[i]
        ranged = i == supporter
        rule = "4.2.1.2.add" if ranged else "4.2.2.s3.total"
        name = piece.name_at(left[i])
        label = phrase("{unit} by ranged support", unit=name) if ranged else name
        by = () if ranged else permits.fight(setting, piece, fight.target, left, at)
        ledger.add(piece.factor(left[i]), label, rule, *by)
    return ledger


def _no_support(
    setting: Setting, ledger: Ledger, side: str, fight: Lineup, left: Counts, at: Places, spent: int
) -> None:
    """Why HQs outside the fight give no ranged support (4.2.1.2.offer)."""
    if (fight.ours if side == "attacker" else fight.theirs) != NOBODY:
        return
    ledger.skip("Ranged support", "no HQ supports from afar", "4.2.1.2.offer")
    for piece in support.candidates(setting, side, fight, left, at):
        reason, rules = support.refusal(setting, piece, fight, left, at, spent)
        if reason:
            ledger.skip(say("{unit} in {place}", unit=piece.name, place=shown(at[piece.index])), reason, *rules)


# --- shifts ---------------------------------------------------------------------------------------


def headline(found: Odds, chart: Chart | None) -> str:
    """Odds in short: ``11 : 4 → 2-1, +1 → 3-1``, without a chart ``11 : 4, 1 right``."""
    raw = sure_column(found.attack, found.defense) if chart is None else chart.ladder.names[found.raw]
    text = phrase("{odds} → {column}", odds=_totals(found), column=raw) if raw else _totals(found)
    if chart is not None:
        if not found.net:
            return text
        column = chart.ladder.names[found.column]
        return phrase("{odds}, {n} → {column}", odds=text, n=f"{found.net:+d}", column=column)
    if found.net > 0:
        return phrase("{odds}, {n} right", odds=text, n=found.net)
    if found.net < 0:
        return phrase("{odds}, {n} left", odds=text, n=-found.net)
    return phrase("{odds}, no shift", odds=text)


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: its factors; where it attacks or is attacked twice, of each side."""
    twice = len(setting.scenario.targets) > 1
    if unit.type in GROUND:
        yield from ("af", "df")
    if twice and unit.number("steps") > STEPS["one"]:
        yield from ("reduced_af", "reduced_df")
    if twice and unit.number("steps") >= STEPS["three"]:
        yield from ("last_af", "last_df")
