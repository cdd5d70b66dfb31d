"""What the documents of a ruleset may say: sides, unit types, nations, terrain, and every field.

A ruleset declares one :class:`Vocabulary`. The reader of scenarios checks against it, and the form
on the page is made from it (:mod:`hexumpire.views.schema`); neither knows a game by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexumpire.model.fields import Field as Field
from hexumpire.model.fields import Value as Value
from hexumpire.model.packs import PackTable


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of counter: its symbol on the board, the fields it has, and what they start from.

    ``face`` names the fields printed on it; without any it shows factors and movement. ``amount`` names the field that
    says how much of it there is, where players reckon in that and not in counters, such as air factors. ``follows``
    names for a field another one, before it in ``fields``, that it is as large as where nothing else is said.
    """

    key: str
    title: str
    symbol: str
    fields: tuple[str, ...]
    defaults: Mapping[str, Value] = field(default_factory=dict)
    sides: tuple[str, ...] = ("attacker", "defender")
    rule: str = ""
    face: tuple[str, ...] = ()
    amount: str = ""
    follows: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nation:
    """Who a counter belongs to; ``letter`` stands beside the colour so that colour is never alone."""

    key: str
    title: str
    letter: str
    fill: str
    ink: str
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of hex, and how the board paints it."""

    key: str
    title: str
    fill: str
    pattern: str = "none"


@dataclass(frozen=True, slots=True)
class Mark:
    """A feature of a hex (``style`` names a glyph) or of a hexside (``style`` names a line)."""

    key: str
    title: str
    style: str
    rule: str = ""
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """Everything a scenario of one ruleset can be made of.

    ``attackers`` names unit fields by what they say of the attacks of a counter: ``joins``, whether it takes part, and
    ``aim``, the number of the target that it attacks (0: any).
    """

    sides: tuple[tuple[str, str], ...]
    types: tuple[UnitType, ...]
    nations: tuple[Nation, ...]
    terrains: tuple[Terrain, ...]
    features: tuple[Mark, ...]
    side_features: tuple[Mark, ...]
    unit_fields: tuple[Field, ...]
    hex_fields: tuple[Field, ...]
    conditions: tuple[Field, ...]
    readings: tuple[Field, ...]
    palette: tuple[Mapping[str, Any], ...] = ()
    pack_tables: tuple[PackTable, ...] = ()
    attackers: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def type_of(self) -> dict[str, UnitType]:
        """Unit types by key."""
        return {entry.key: entry for entry in self.types}

    @cached_property
    def nation_of(self) -> dict[str, Nation]:
        """Nations by key."""
        return {entry.key: entry for entry in self.nations}

    @cached_property
    def field_of(self) -> dict[str, Field]:
        """Unit fields by key."""
        return {entry.key: entry for entry in self.unit_fields}

    def default(self, kind: UnitType, key: str, values: Mapping[str, Value] | None = None) -> Value:
        """What a unit of this type with these values has in a field that a scenario leaves out."""
        leader = kind.follows.get(key, "")
        if values and leader in values:
            return values[leader]
        return kind.defaults.get(key, self.field_of[key].default)
