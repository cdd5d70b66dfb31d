"""How what a side owes by a result comes about, for the log."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.model.battle import Line
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Trace, plain
from hexumpire.rulesets.custom.rules.strength import cites, shown
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import Bill


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
