"""How what a side owes by a result comes about, and why it is not carried out in full, for the log."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.model.battle import Line
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Trace, plain
from hexumpire.rulesets.custom.rules.strength import cites, shown
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import Bill, Note


def told(setting: Setting, bill: Bill) -> Line:
    """That a side has to lose so many factors, and by what."""
    rules = cites(setting.sheet.results[bill.result].rule)
    text = "{side} has to lose {x} factor." if bill.owed == 1 else "{side} has to lose {x} factors."
    said = say(text, side=capital(setting.side_title(bill.side)), x=shown(bill.owed))
    parts = [Trace(_measured_by(setting, bill), bill.measure)]
    if bill.share != 1:
        parts.append(Trace("Share", bill.share))
    if bill.force:
        label = say("Factors for each point of strength: {n} of {m}", n=shown(bill.factors), m=shown(bill.force))
        parts.append(Trace(label, plain(Fraction(bill.factors) / bill.force)))
    return Line(said, rules, bill.side, Trace("Factors to lose", bill.owed, rules, "product", tuple(parts)))


def _measured_by(setting: Setting, bill: Bill) -> str:
    """What a bill is measured by."""
    side = setting.side_title(bill.whose)
    if bill.force:
        return say("{side}: attack" if bill.whose == "attacker" else "{side}: defence", side=side)
    return say("{side}: factors lost" if bill.what == "as_much" else "{side}: factors", side=side)


def without_way(setting: Setting, note: Note) -> Line:
    """That a counter finds no way for all of its retreat."""
    unit, text = setting.describe(note.piece), "{unit} finds no way to retreat."
    if note.n:
        text = "{unit} finds a way of {n} hex, not {m}." if note.n == 1 else "{unit} finds a way of {n} hexes, not {m}."
    said = say(text, unit=unit, n=note.n, m=note.of)
    return Line(said, cites(setting.sheet.retreats.rule), setting.unit(note.piece).side)


def no_round(setting: Setting, note: Note) -> Line:
    """Why a further round is not fought."""
    most = setting.sheet.rounds
    text = "No further round: this was the last of {n}." if most > 1 else "No further round: there is one in a fight."
    if note.why == "nobody":
        text = "No further round: nobody attacks any more."
    return Line(say(text, n=most), cites(setting.sheet.rounds_rule))
