"""How what a side loses to a result comes about, for the log (15.551, 15.61, 15.62)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.aworldatwar.rules import losses
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths, printed_factors
from hexumpire.rulesets.aworldatwar.tables import conversion


def told(strengths: Strengths, now: Round, result: str, printed: str) -> Iterator[Line]:
    """What the result of a round makes a side pay, by what; nothing of a side that is eliminated as a whole.

    ``printed`` is the result before 15.55, by which each CTL finds its own losses.
    """
    if result == "d":
        yield _line("defender", _of_defender(strengths, now))
    elif result == "Ex" and now.attack < now.defense:
        yield _line("defender", Trace("Combat factors of the attack", now.attack, ("15.61",)))
    elif result != "D" and not (result == "Ex" and now.attack == now.defense):
        needs = losses.attacker_owes(strengths, now, result, printed).needs
        for level, _ in needs:
            read = conversion(strengths.scenario.edition, level, printed) if len(needs) > 1 else result
            yield _line("attacker", _of_attacker(strengths, now, read), level if len(needs) > 1 else None)


def _line(side: str, trace: Trace, level: int | None = None) -> Line:
    """That a side has to lose so many factors; while units of a CTL survive, where that matters."""
    if level is None:
        return Line(say("{side} has to lose {n}.", side=capital(side), n=trace.value), ("15.61",), side, trace)
    text = "{side} has to lose {n} while CTL {m} units survive."
    return Line(say(text, side=capital(side), n=trace.value, m=level), ("15.551", "15.61"), side, trace)


def _of_attacker(strengths: Strengths, now: Round, result: str) -> Trace:
    """The defence as a result reads it, and half of it for an ``a``."""
    level = losses.LEVELS.get(result, 0)
    parts = []
    for kind, count, dm in losses.defending(strengths, now, level):
        label = "lowered multiplier" if level else "multiplier"
        printed = printed_factors(kind, count, ("15.61",))
        factors = Trace("printed factors", printed.value), Trace(label, dm)
        parts.append(Trace(printed.label, kind.value * count * dm, printed.rules, "product", factors))
    air = losses.air_worth(strengths, now)
    if air:
        parts.append(Trace("defensive air support", air, ("15.61",)))
    whole = losses.modified(strengths, now, level) + air
    op = "sum" if whole == sum(part.value or 0 for part in parts) else "fact"  # less than nothing counts as nothing
    found = Trace("Defence", whole, ("15.61",), op, tuple(parts))
    need = losses.attacker_need(strengths, now, result)
    return Trace("Half of it, rounded up", need, ("15.61", "15.62"), "half_up", (found,)) if need != whole else found


def _of_defender(strengths: Strengths, now: Round) -> Trace:
    """Half of the printed factors in the round."""
    owed = losses.defender_owes(strengths, now, "d")
    parts = []
    for kind, value in zip(strengths.kinds, owed.values, strict=True):
        count = now.active[kind.index]
        if value and count:
            parts.append(printed_factors(kind, count, ("15.61",)))
    whole = Trace("Printed factors", sum(part.value or 0 for part in parts), ("15.61",), "sum", tuple(parts))
    return Trace("Half of it, rounded up", owed.need, ("15.61", "15.62"), "half_up", (whole,))
