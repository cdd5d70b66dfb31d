"""Odds: everything that is worked out before the die, and how it is shown (CRT.odds, CRT.drm-apply)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexumpire.model.battle import Assessment, Line, Margin
from hexumpire.model.errors import Problem
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.rulesets.d8chart.rules import results
from hexumpire.rulesets.d8chart.rules.modifiers import modifiers
from hexumpire.rulesets.d8chart.rules.strength import strength
from hexumpire.rulesets.d8chart.setting import Setting, title_of
from hexumpire.rulesets.d8chart.tables import CHART, FACES
from hexumpire.rulesets.d8chart.units import signed
from hexumpire.views.number_format import number


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

    @property
    def rules(self) -> Rules:
        """Why it is that column (CRT.odds), or the last one on that side of the chart (CRT.odds-min, CRT.odds-max)."""
        if self.warning == "below-1-3":
            return ("CRT.odds-min",)
        return ("CRT.odds-max",) if self.clamped else ("CRT.odds",)


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


class Figures:
    """What is worked out before the die: strengths, odds, modifiers, and the cell that each face gives."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.defense = strength(setting, "defender")
        self.attack = strength(setting, "attacker")
        self.odds = odds(self.attack.total, self.defense.total)
        self.modifiers = modifiers(setting)
        self.drm = int(self.modifiers.value or 0)
        self.pack = setting.scenario.pack
        faces = range(1, len(FACES) + 1)
        self.cells = tuple(results.read(self.odds.column or 0, natural, self.drm, self.pack)[-1] for natural in faces)


def problems(figures: Figures) -> Iterator[Problem]:
    """Odds at which there is no attack."""
    scenario, warning = figures.setting.scenario, figures.odds.warning
    if warning == "zero-defence":
        setting = figures.setting
        if any(setting.of("defender", arm) for arm in ("land", "general", "ship", "air")):
            yield Problem("what is in the hex has no strength to defend it with: no combat", "$.units", "CRT.odds",
                          "give a land unit there strength or supply")  # fmt: skip
            return
        coastal = "coastal_fort" in setting.hex.features
        why = "a coastal fort counts against landings only" if coastal else "it is empty"
        yield Problem(say("nothing defends the hex: {why}", why=why), "$.units", "CRT.odds",
                      "put a defender there, or simply move in")  # fmt: skip
    elif warning and scenario.readings["worse_odds"] == "forbid":
        yield Problem("the odds are below 1-3", "$.units", "CRT.odds-min",
                      "bring more strength, or choose the reading that uses 1-3")  # fmt: skip


def asks(figures: Figures) -> Iterator[str]:
    """The reading of odds below the chart."""
    if figures.odds.warning:
        yield "worse_odds"


# --- shown --------------------------------------------------------------------------------------------------


def amount(value: Number) -> str:
    """A strength as it is shown: ``4½``, ``11/6``."""
    return str(number(value))


def headline(figures: Figures) -> str:
    """The odds in short: ``4½ : 3 → 3-2, die +1``."""
    found = say("{odds} → {column}", odds=_odds(figures), column=figures.odds.name or "no combat")
    return say("{odds}, die {n}", odds=found, n=signed(figures.drm)) if figures.drm else found


def _odds(figures: Figures) -> str:
    """The two strengths: ``4½ : 3``."""
    return say("{n} : {m}", n=amount(figures.attack.total), m=amount(figures.defense.total))


def assessment(figures: Figures) -> Assessment:
    """Both totals, the column, the modifiers of the die, and what each face gives."""
    ours, theirs = figures.attack, figures.defense
    faces = zip(FACES, figures.cells, strict=True)
    found = () if figures.odds.column is None else tuple((face, cell) for (face, _), cell in faces)
    notes = (*results.pack_line(figures.pack), *results.bracket_line(figures.setting, figures.cells))
    parts = (ours.trace, theirs.trace, _column(figures), figures.modifiers, *notes)
    trace = Trace("Odds", None, ("CRT.odds",), "list", parts)
    margins = _margins(figures)
    return Assessment(headline(figures), ours.total, theirs.total, figures.odds.name, trace, found, margins)


def _column(figures: Figures) -> Trace:
    found = figures.odds
    if found.warning == "zero-defence":
        return Trace("nothing to attack: no combat", None, found.rules, "list")
    if found.warning:
        label = say("below {column}, which is not on the chart: read on {column}", column=found.name)
        return Trace(label, None, found.rules, "list")
    if found.clamped:
        return Trace(say("above {column}: read on {column}", column=found.name), None, found.rules, "list")
    label = say("{odds} in the defender's favour: {column}", odds=_odds(figures), column=found.name)
    return Trace(label, None, (*found.rules, "STR.fraction"), "list")


def _margins(figures: Figures) -> tuple[Margin, ...]:
    if figures.odds.column is None:
        return ()
    column, ladder = figures.odds.column, CHART.ladder
    ours, theirs = figures.attack.total, figures.defense.total
    found = []
    ahead = ladder.names[column + 1 :][:2]
    for name in ahead:
        missing = _missing(ours, theirs, ladder.names.index(name))
        text = say("{n} more strength makes it {column}", n=amount(missing), column=name)
        found.append(Margin(text, ("CRT.odds",)))
    if column and not figures.odds.warning:
        spare = -_missing(ours, theirs, column)
        template = "{n} to spare; losing more makes it {column}" if spare else "losing any makes it {column}"
        found.append(Margin(say(template, n=amount(spare), column=ladder.names[column - 1]), ("CRT.odds",)))
    return tuple(found)


def _missing(ours: Number, theirs: Number, column: int) -> Number:
    """Strength that the attack lacks for a column."""
    left, right = CHART.ladder.ratios[column]
    return plain(Fraction(theirs) * Fraction(left, right) - ours)


def roll_entries(figures: Figures, natural: int) -> list[Line]:
    """The log entries of the attacker's die: the row and the cell, and what it does."""
    modified, row, printed = results.read(figures.odds.column or 0, natural, figures.drm, figures.pack)
    die: str = say("{n} {m} = {k}", n=natural, m=signed(figures.drm), k=modified) if figures.drm else str(natural)
    rules: Rules = ("CRT.drm-apply", "CRT.table", *figures.odds.rules)
    if str(modified) != row:
        die, rules = say("{die}, row {row}", die=die, row=row), (*rules, "CRT.rows")
    if figures.pack and figures.pack.has("results"):
        die = say("{die} (chart of {pack})", die=die, pack=title_of(figures.pack, "the pack"))
    text = say("{odds}; die {die}: {result}.", odds=headline(figures), die=die, result=printed)
    cell = row, CHART.ladder.names[figures.odds.column or 0]
    return [Line(text, rules, "attacker", cell=cell), results.entry(figures.setting, printed)]
