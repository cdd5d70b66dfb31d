"""A typed-in game, read and checked: what its document says of combat, as values that the rules read.

:func:`hexumpire.rulesets.custom.reading.read_game` makes a :class:`Sheet` of a document; nothing here knows a document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from hexumpire.model.trace import Number
from hexumpire.model.vocabulary import Vocabulary

ODDS: Final = "odds"
"""Columns are ratios of attack to defence."""
DIFFERENCE: Final = "difference"
"""Columns are ranges of attack less defence."""
STRENGTH: Final = "strength"
"""Columns are ranges of the attack strength alone: a fire table."""
KINDS: Final = (ODDS, DIFFERENCE, STRENGTH)

SIDES: Final = ("attacker", "defender")
OTHER: Final = {"attacker": "defender", "defender": "attacker"}


@dataclass(frozen=True, slots=True)
class Columns:
    """The heads of the chart's columns, worst for the attacker first.

    ``marks``: of odds their ratios, of the others the least number of each. ``last`` is the greatest number of the
    last one, None where it has no end. ``round`` says in whose favour odds between two columns are: ``defender``,
    ``attacker``, or ``nearest``. ``below`` and ``above`` say what happens beyond the ends: empty for the nearest
    column, ``forbidden``, or a result; ``above`` from the ratio or number ``limit`` on.
    """

    kind: str
    names: tuple[str, ...]
    marks: tuple[Number, ...]
    last: Number | None
    round: str
    below: str
    above: str
    limit: Number | None
    rule: str


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice with so many sides each, the lowest of which is ``lowest``; added up, or read as ``tens`` and ones."""

    sides: tuple[int, ...]
    lowest: int
    tens: bool
    rule: str

    def faces(self, number: int) -> tuple[tuple[str, int], ...]:
        """Action ids of the die of that number (0 is the first), with their weights."""
        sides = self.sides[number]
        return tuple((f"d{sides}={face}", 1) for face in range(self.lowest, self.lowest + sides))

    def value(self, rolled: tuple[int, ...]) -> int:
        """What the dice say together."""
        if self.tens:
            return int("".join(map(str, rolled)))
        return sum(rolled)

    def values(self) -> tuple[int, ...]:
        """Everything that the dice can say, lowest first."""
        return _values(self)


@lru_cache(maxsize=32)
def _values(dice: Dice) -> tuple[int, ...]:
    found = {0}
    for sides in dice.sides:
        faces = range(dice.lowest, dice.lowest + sides)
        found = {one * (10 if dice.tens else 1) + face for one in found for face in faces}
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a result does.

    ``what``: ``eliminated``, ``steps``, ``factors``, ``share``, ``as_much``, ``strength``, ``exchange``,
    ``half_exchange``, ``strength_exchange``, ``retreat``, ``disrupted``, ``pinned``, ``choice``, ``round``,
    ``may_round``, ``advance``. ``n`` is how much, ``of`` the denominator of a share. ``opponent``: the other side
    chooses. ``options`` are those of a choice. ``shift`` and ``roll`` change the next round. ``whose`` strength is the
    measure of a loss in ``strength``.
    """

    what: str
    side: str = ""
    n: int = 0
    of: int = 1
    opponent: bool = False
    options: tuple[tuple[Effect, ...], ...] = ()
    shift: int = 0
    roll: int = 0
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """A result of the chart: its code, its title, what it does, and its rule."""

    key: str
    title: str
    effects: tuple[Effect, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Test:
    """When a modifier holds; whatever is empty is not asked.

    ``terrain``, ``feature``: of a hex attacked. ``stands``: terrain or feature where the unit itself stands.
    ``crossed``: features of the hexsides between attackers and target, with ``sides`` one of ``all``, ``any``,
    ``each``. ``attacker``, ``defender``: types, with ``who`` likewise. ``together``: lists of types of the side
    that the modifier is for, one unit of each list must be there. ``hexes``: least and most hexes from which the
    attack comes. ``marked``: ``disrupted`` or ``pinned`` units. ``field``: a yes of a unit. ``condition`` with its
    ``value``; ``rounds``: first and last round.
    """

    terrain: tuple[str, ...] = ()
    feature: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    sides: str = "all"
    attacker: tuple[str, ...] = ()
    defender: tuple[str, ...] = ()
    who: str = "any"
    together: tuple[tuple[str, ...], ...] = ()
    hexes: tuple[int, int] | None = None
    marked: str = ""
    field: str = ""
    condition: str = ""
    value: object = True
    rounds: tuple[int, int] | None = None

    @property
    def each(self) -> bool:
        """Whether it is asked of each unit by itself."""
        by_type = bool(self.attacker or self.defender) and self.who == "each"
        by_side = bool(self.crossed) and self.sides == "each"
        return by_type or by_side or bool(self.stands or self.marked or self.field)


@dataclass(frozen=True, slots=True)
class Change:
    """What a modifier does to a strength: a factor, and then something added."""

    times: Fraction = Fraction(1)
    plus: int = 0


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier: when it holds, when it does not all the same, and what it does.

    ``attack`` and ``defense`` change strengths, ``shift`` moves the column (to the right when positive), ``roll`` the
    die. ``times`` is the key of a condition that says how often. ``not_with`` are keys of modifiers that displace it.
    """

    key: str
    title: str
    rule: str
    when: Test
    unless: Test | None = None
    attack: Change | None = None
    defense: Change | None = None
    shift: int = 0
    roll: int = 0
    times: str = ""
    not_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Strength:
    """Which printed numbers fight, how steps lost count, and how fractions are rounded.

    ``steps``: ``full`` (no change until the counter is gone), ``share`` (in proportion), ``back`` (the numbers of its
    back). ``round``: ``none``, ``down``, ``up``, ``nearest``; ``each``: unit by unit, otherwise the total.
    """

    steps: str = "full"
    round: str = "none"
    each: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Attacks:
    """How far attackers may stand from the hex attacked (a number, or the field ``range`` of each)."""

    reach: int = 1
    by_field: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Zones:
    """Zones of control: which types have one, over which hexsides it does not go, and whether friends cancel it."""

    types: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    cancelled: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Retreats:
    """How retreats go.

    ``zones``: what a zone of control of the enemy does: ``free``, ``barred``, or ``step`` (each unit loses one).
    ``terrain`` and ``sides`` may not be entered or crossed. ``no_way``: ``eliminated``, ``step`` (a step of each
    unit for each hex that is missing) or ``stay``. ``together``: the units of a hex go together as long as they
    can.
    """

    zones: str = "barred"
    terrain: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    no_way: str = "eliminated"
    together: bool = True
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Advances:
    """When attackers may advance into a hex that is empty now: ``always``, where the ``result`` says so, ``never``."""

    may: str = "always"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A typed-in game."""

    title: str
    note: str
    vocabulary: Vocabulary
    strength: Strength
    columns: Columns
    dice: Dice
    rows: tuple[int, ...]
    row_names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    results: Mapping[str, Result]
    modifiers: tuple[Modifier, ...]
    caps: Mapping[str, tuple[int, int]]
    attacks: Attacks
    zones: Zones
    stacking: int
    stacking_rule: str
    retreats: Retreats
    advances: Advances
    rounds: int
    rounds_rule: str
    chart_title: str
    rules: Mapping[str, str]
    """Every rule number that the document cites, with what it is about."""
    document: Mapping[str, Any] = field(compare=False, hash=False)
    """The document that it was read from."""

    @property
    def again(self) -> bool:
        """Whether any result gives another round."""
        todo = [effect for result in self.results.values() for effect in result.effects]
        for effect in todo:
            todo += [one for way in effect.options for one in way]
        return self.rounds > 1 and any(effect.what in ("round", "may_round") for effect in todo)

    def row(self, roll: int) -> int:
        """Index of the row for a modified roll: the highest that begins at or below it, else the first."""
        found = 0
        for index, least in enumerate(self.rows):
            if roll >= least:
                found = index
        return found
