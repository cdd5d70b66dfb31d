"""The column and the row of the chart, and what a result does (CRT.odds, CRT.drm-apply, RES.*)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexumpire.model.packs import Pack
from hexumpire.model.trace import Number
from hexumpire.rulesets.d8chart.forces import Forces
from hexumpire.rulesets.d8chart.tables import (
    BRACKET,
    BRACKET_REVERSED,
    BRACKET_STANDS,
    CASUALTIES,
    CHART,
    RESULTS,
    YEARS,
    Effect,
    row_name,
)

STARS = {"-/2": "-/2*", "-/3": "-/3*"}


@dataclass(frozen=True, slots=True)
class Odds:
    """A column by its number (None when there is nothing to attack), and how it came about.

    ``clamped``: the odds are above the last column; ``warning``: ``below-1-3`` or ``zero-defence``.
    """

    column: int | None
    clamped: bool = False
    warning: str = ""

    @property
    def name(self) -> str | None:
        """The head of the column."""
        return None if self.column is None else CHART.ladder.names[self.column]


def odds(attack: Number, defense: Number) -> Odds:
    """The highest column that is not above the odds (CRT.odds); beyond the chart its outermost columns."""
    if defense <= 0:
        return Odds(None, warning="zero-defence")
    exact = Fraction(attack) / Fraction(defense)
    column = CHART.ladder.column(exact.numerator, exact.denominator)
    if column < 0:
        return Odds(0, warning="below-1-3")
    above, below = CHART.ladder.ratios[-1]
    return Odds(column, clamped=exact > Fraction(above, below))


def read(column: int, natural: int, drm: int, pack: Pack | None = None) -> tuple[int, str, str]:
    """The modified die, the row as printed, and the cell (of a chart pack when it brings a chart)."""
    modified = natural + drm
    row = row_name(CHART.row(modified))
    cell = pack.cell("results", row, CHART.ladder.names[column]) if pack and pack.has("results") else None
    return modified, row, str(cell) if cell is not None else CHART.result(column, modified)


def reversal(forces: Forces) -> tuple[bool, str, tuple[str, ...]]:
    """Whether the bracketed result falls on the attacker here, why or why not, and the rules."""
    causes = []
    rules: tuple[str, ...] = ()
    if forces.fort_here:
        causes.append(
            "a fort is there" + (", which is enough" if forces.scenario.readings["fort_present"] == "any" else "")
        )
        rules = ("RES.B1-fort",)
    if forces.home_city:
        marked = "home_city" in forces.hex.features
        causes.append("it is a Soviet home city" if marked else "it is a Soviet city, read as a home city")
        rules = (*rules, "RES.B1-sovcity")
    if not causes:
        return False, "no fort and no Soviet home city", ("RES.B1",)
    if forces.blitz_germans:
        return False, "Germans in the first turn of their Blitz are spared it", (*rules, "RES.star-blitz")
    return True, " and ".join(causes), rules


def applied(forces: Forces, printed: str) -> str:
    """What a printed result is carried out as: the bracket resolved, stars added by their reading."""
    if printed == BRACKET:
        return BRACKET_REVERSED if reversal(forces)[0] else BRACKET_STANDS
    if forces.scenario.readings["unstarred"] == "starred":
        return STARS.get(printed, printed)
    return printed


def effect(result: str) -> Effect:
    """The steps a result costs."""
    return RESULTS[result]


def threshold(basis: str, natural: int, drm: int) -> int:
    """What the defender must roll below to stay (RES.check-roll)."""
    return natural if basis == "natural" else natural + drm


def holds(roll: int, below: int) -> bool:
    """Whether a defender's roll lets it stay."""
    return roll < below


def is_half(lost: Number, before: Number) -> bool:
    """Whether the losses make the retreat check due (CRT.retreat-gate)."""
    return before > 0 and lost >= CASUALTIES * before


def german_ban(year: int) -> bool:
    """Whether Germans may not retreat of their own will (RES.vol-german)."""
    return year < YEARS["german_retreat"]
