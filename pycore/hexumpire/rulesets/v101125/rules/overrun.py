"""Overruns: what one costs in movement points, what it gives back, and what a failed one costs (T10.o, T10.n3-n5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.model.errors import Problem
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import OVERRUN, RED_RES


def added(column: str) -> int | None:
    """The points that a column adds to the price; None where the odds allow no overrun (T10.o)."""
    return OVERRUN.get(column)


class Run(NamedTuple):
    """An overrun: points spent, points back, and what is added to the attacker's die of disruption."""

    spent: int
    back: int
    die: int


def run(column: str, base: int, supplied: bool, cadres: int | None) -> Run:
    """An overrun that costs ``base`` points by itself; ``cadres`` is the number of its OR result, None without one.

    With supply the added price comes back when it succeeds, without it is added to the die (T10.n4, T10.n5). The
    number of the result comes back too and is taken off the die (11.L.1.k).
    """
    more = added(column) or 0
    won = cadres is not None
    back = (cadres or 0) + (more if supplied and won else 0)
    return Run(base + more, back, (0 if supplied else more) - (cadres or 0))


def stayed(reading: str) -> int:
    """The levels of disruption that a hex which is not vacated costs the attacker; 0 where it costs an exchange.

    T6.f3 or T10.n3, by the reading ``failed_overrun``.
    """
    return int(RED_RES["not_vacated"]) if reading == "red" else 0


def problems(setting: Setting) -> Iterator[Problem]:
    """That the odds allow no overrun (T10.o), or that it is made on two hexes, or from overstack.

    Nobody moves in the turn of an attack from overstack, and who overruns does (11.G.2).
    """
    if setting.beside:
        yield Problem("an overrun is made on one hex", "$.targets", "11.R.3.d.2", "overrun the one, or attack both")
    for piece in setting.opening.overstacked:
        text = say("{unit} moves in an overrun, and from overstack nobody does", unit=piece.name)
        yield Problem(text, setting.path(piece, "overstacked"), "11.G.2", "leave the unit out")
    figures = Figures(setting, setting.opening)
    if figures.fight.attackers and figures.odds is not None and added(figures.place().name) is None:
        text = say("the odds of {odds} allow no overrun", odds=figures.odds.name)
        yield Problem(text, "$.units", "T10.o", "bring 3:1 or more, or make an attack of it")


def of_fight(figures: Figures, cadres: int | None) -> Run | None:
    """The price of the overrun that a fight is; None where nobody defends, or the odds allow none."""
    if figures.odds is None or added(figures.place().name) is None:
        return None
    base = int(figures.setting.scenario.condition("overrun_mp"))
    return run(figures.place().name, base, figures.fight.supplied, cadres)
