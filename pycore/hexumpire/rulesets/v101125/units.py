"""Counters: what is printed on them, and how they stand at a moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.scenario import Unit
from hexumpire.model.text import listed, say, uncapital
from hexumpire.model.trace import Number, plain
from hexumpire.rulesets.v101125.vocabulary import NAMES, SUPPORT, TITLES, TRAITS


def signed(value: int) -> str:
    """A modifier as it is written: ``+2``, ``-1``."""
    return say("-{size}" if value < 0 else "+{size}", size=abs(value))


class Face(NamedTuple):
    """One side of a counter: ``kind`` is ``full``, ``cadre`` or ``remnant``."""

    kind: str
    attack: int
    defence: int
    movement: int
    size: Fraction


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter: its faces from the one that lies up at the start to the last that it may be reduced to."""

    index: int
    id: str
    unit: Unit
    faces: tuple[Face, ...]

    @property
    def side(self) -> str:
        """``attacker`` or ``defender``, as set up."""
        return self.unit.side

    @property
    def type(self) -> str:
        """Key of its type."""
        return self.unit.type

    @property
    def traits(self) -> frozenset[str]:
        """What its nation is."""
        return TRAITS[self.unit.nation]

    @property
    def country(self) -> str:
        """Its nation."""
        return self.unit.nation

    @property
    def contingent(self) -> str:
        """The contingent it belongs to, where that was stated (11.I)."""
        return self.unit.text("contingent")

    @property
    def comes(self) -> bool:
        """Whether it comes from the sea or the air in the turn that is set up (11.R.0), by which it has moved."""
        return self.text("via") != "land"

    def flag(self, key: str) -> bool:
        """A yes/no field of its unit."""
        return self.unit.flag(key)

    def text(self, key: str) -> str:
        """A choice of its unit."""
        return self.unit.text(key)


class Piece(NamedTuple):
    """A counter at a moment: which face lies up, where it stands, the MP on its marker."""

    counter: Counter
    face: int = 0
    at: str = ""
    marker: int = 0

    @property
    def shown(self) -> Face:
        """The face that lies up."""
        return self.counter.faces[self.face]

    @property
    def attack(self) -> int:
        """Printed attack strength."""
        return self.shown.attack

    @property
    def defence(self) -> int:
        """Printed defence strength."""
        return self.shown.defence

    @property
    def movement(self) -> int:
        """Printed movement allowance."""
        return self.shown.movement

    @property
    def size(self) -> Fraction:
        """Its REs."""
        return self.shown.size

    @property
    def reduced(self) -> Face | None:
        """The next face it may be reduced to (11.N); None when it has none."""
        rest = self.counter.faces[self.face + 1 :]
        return rest[0] if rest else None

    @property
    def name(self) -> str:
        """What it is called: ``German 8-6 infantry``."""
        return describe(self.counter, self.face)


def describe(counter: Counter, face: int = 0) -> str:
    """What a counter is called: ``German 8-6 infantry``, ``Soviet 2-3-6 infantry cadre``."""
    shown = counter.faces[face]
    faces = "{attack}-{movement}" if shown.attack == shown.defence else "{attack}-{defence}-{movement}"
    strengths = say(faces, attack=shown.attack, defence=shown.defence, movement=shown.movement)
    template = {"full": "{nation} {strengths} {type}", "cadre": "{nation} {strengths} {type} cadre"}
    return say(
        template.get(shown.kind, "{nation} {strengths} {type} remnant"),
        nation=NAMES[counter.unit.nation], strengths=strengths, type=uncapital(TITLES[counter.type]),
    )  # fmt: skip


def named(pieces: Iterable[Piece]) -> str:
    """Counters in words."""
    return listed(say("the {unit}", unit=piece.name) for piece in pieces)


def res(pieces: Iterable[Piece]) -> Number:
    """REs of counters together."""
    return plain(sum((piece.size for piece in pieces), Fraction(0)))


def res_said(size: Number) -> str:
    """So many REs."""
    return say("{number} RE", number=size) if size == 1 else say("{number} REs", number=size)


def is_ground(unit: Unit) -> bool:
    """Whether a unit of a scenario is a ground unit, and no support."""
    return unit.type not in SUPPORT
