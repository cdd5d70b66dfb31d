"""What players are shown before the dice: the headline, both totals, the column, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment, Margin
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Trace, plain
from hexumpire.rulesets.v101125.rules import odds as ladder
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.units import signed
from hexumpire.views.number_format import number


def headline(figures: Figures, allowed: bool = True) -> str:
    """The odds in short: ``34 : 7 → 4.8:1, main dice +2, 3 SP``; nothing comes of an attack that is not allowed."""
    ours, theirs, price = number(figures.attack), number(figures.defence), number(figures.cost.value or 0)
    if figures.odds is None and not allowed:
        return say("{ours} : {theirs} → nobody defends", ours=ours, theirs=theirs)
    if figures.odds is None:
        return say("{ours} : {theirs} → nobody defends: eliminated", ours=ours, theirs=theirs)
    dm = figures.dm()
    template = "{ours} : {theirs} → {odds}, {price} SP"
    if dm:
        template = "{ours} : {theirs} → {odds}, main dice {dm}, {price} SP"
    return say(template, ours=ours, theirs=theirs, odds=figures.odds.name, dm=signed(dm), price=price)


def assessment(figures: Figures, results: Sequence[tuple[str, str]] = (), allowed: bool = True) -> Assessment:
    """Both totals, the column, the modifiers, the price, and what would change the column.

    ``allowed``: whether the fight may be fought as it is set up.
    ``results``: what each face of the die at hand gives, where one is.
    """
    ours, theirs = figures.attack_trace, figures.defence_trace
    parts = [ours, theirs]
    fight = figures.fight
    if fight.beside:
        text = "the hexes defend together, over the terrain of {place}"
        parts.append(Trace(say(text, place=mention(fight.target)), None, ("11.R.3.d.2",), "list"))
    column = None
    if figures.odds is None:
        if allowed:
            why = "nobody in the hex has a defence strength: it is eliminated"
        else:
            why = "nobody in the hex has a defence strength"
        parts.append(Trace(why, None, ("11.H.2",), "list"))
    else:
        place = figures.place()
        column = place.name
        parts += ladder.lines(figures.odds, place, figures.shift, fight.side)
        parts += [figures.modifiers, _armour(figures)]
    parts.append(figures.cost)
    trace = Trace("Odds", None, ("11.B.8",), "list", tuple(parts))
    return Assessment(
        headline(figures, allowed),
        figures.attack,
        figures.defence,
        column,
        trace,
        tuple(results),
        tuple(margins(figures)),
    )


def _armour(figures: Figures) -> Trace:
    """The armour effect; of a fight without any armour, that there is none."""
    ours, _, theirs, *_ = figures.armour.trace.children
    if ours.value or theirs.value:
        return figures.armour.trace
    return Trace("Armour", None, ("11.B.9",), skipped=True, note="neither side has armour that counts")


def margins(figures: Figures) -> Iterator[Margin]:
    """The strength that is missing for the next odds, and what may be lost without worse ones (11.B.8)."""
    if figures.odds is None:
        return
    level = figures.odds.level
    for ahead in range(max(level, 0) + 1, ladder.HIGHEST + 1)[:2]:
        missing = number(plain(ladder.needed(ahead, figures.defence) - Fraction(figures.attack)))
        odds = ladder.level_name(ahead)
        yield Margin(say("{missing} more strength makes it {odds}", missing=missing, odds=odds), ("11.B.8",))
    if level > 0:
        yield _spare(figures, level)


def _spare(figures: Figures, level: int) -> Margin:
    spare: Number = plain(Fraction(figures.attack) - ladder.needed(level, figures.defence))
    worse = ladder.level_name(level - 1)
    if spare > 0:
        words = say("{spare} to spare; a greater loss makes it {odds}", spare=number(spare), odds=worse)
        return Margin(words, ("11.B.8",))
    return Margin(say("any loss makes it {odds}", odds=worse), ("11.B.8",))
