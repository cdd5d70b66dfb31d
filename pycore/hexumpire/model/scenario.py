"""What the players set up: a map, units and conditions. It may break the rules; it is well formed.

A :class:`Scenario` is what :mod:`hexumpire.files.codec` makes of a document. Whether the fight in it may
happen is a question for the ruleset, which answers with :class:`~hexumpire.model.errors.Problem`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hexumpire.board import hexgrid
from hexumpire.model.packs import Pack
from hexumpire.model.vocabulary import Value

FORMAT = 1
"""Version of the scenario document."""
PART = "~"
"""What stands between the id of a unit and the number of a part of it, where it is divided among attacks."""


def whole(name: str) -> str:
    """The id of the unit that a part belongs to; that of a whole unit as it is."""
    return name.partition(PART)[0]


@dataclass(frozen=True, slots=True)
class HexData:
    """What is printed on (or placed in) one hex. ``values`` holds every field of a hex, defaults filled in."""

    terrain: str
    features: tuple[str, ...] = ()
    name: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """``count`` like counters in one hex. ``values`` holds every field its type has, defaults filled in."""

    id: str
    side: str
    type: str
    nation: str
    at: str
    count: int
    values: Mapping[str, Value]

    def number(self, key: str, default: int = 0) -> int:
        """A whole-number field; ``default`` when the unit's type does not have it."""
        value = self.values.get(key, default)
        return int(value)

    def text(self, key: str, default: str = "") -> str:
        """A field with a text or one of several words; ``default`` when the unit's type does not have it."""
        return str(self.values.get(key, default))

    def flag(self, key: str) -> bool:
        """A yes/no field; no when the unit's type does not have it."""
        return self.values.get(key, False) is True


@dataclass(frozen=True, slots=True)
class Declared:
    """An attack of several: the hexes attacked, and how much of which units goes (counters, or factors of air)."""

    targets: tuple[str, ...]
    units: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Scenario:
    """One battle as set up. Conditions and readings hold every key, defaults filled in.

    ``plain`` is what a hex is of which the map says nothing; ``pack`` holds tables the players brought along.
    ``targets`` and ``path`` are the hexes that the procedure takes, in order: those attacked, or those of a way.
    ``attacks`` are those of a procedure that takes several; then ``targets`` are the hexes of all of them.
    """

    ruleset: str
    edition: str
    procedure: str
    title: str
    hexes: Mapping[str, HexData]
    sides: Mapping[str, tuple[str, ...]]
    targets: tuple[str, ...]
    units: tuple[Unit, ...]
    conditions: Mapping[str, Value]
    readings: Mapping[str, str]
    plain: HexData
    pack: Pack | None = None
    path: tuple[str, ...] = ()
    attacks: tuple[Declared, ...] = ()
    brought: object = field(default=None, compare=False, repr=False)
    """The ruleset of a typed-in game, which is known as long as a scenario of it is."""

    @property
    def named(self) -> tuple[str, ...]:
        """The hexes that the procedure is about."""
        return (*self.targets, *self.path)

    def hex(self, name: str) -> HexData:
        """The data of a hex; plain terrain where the map says nothing."""
        return self.hexes.get(name) or self.plain

    def between(self, a: str, b: str) -> tuple[str, ...]:
        """Features of the hexside between two neighbouring hexes; empty when there are none."""
        found = self._between.get((a, b))
        if found is None:
            side = hexgrid.hexside_between(hexgrid.parse(a), hexgrid.parse(b))
            found = self._between[a, b] = self.sides.get(side, ())
        return found

    @cached_property
    def _between(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """What :meth:`between` has been asked so far."""
        return {}

    def condition(self, key: str) -> Value:
        """What a condition is set to: a yes or no, a whole number, or one of its words. KeyError for an unknown key."""
        return self.conditions[key]

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """Each unit by its id."""
        return {unit.id: unit for unit in self.units}
