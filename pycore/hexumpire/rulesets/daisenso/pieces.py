"""The counters of a scenario one by one, and what each is: ground unit, support unit or marker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexumpire.rulesets.daisenso.tables import STEPS
from hexumpire.rulesets.daisenso.vocabulary import AIR, BEACHHEADS, FACTIONS, GROUND, LONE, TRAITS
from hexumpire.scenario import Scenario, Unit

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One counter.

    ``group`` is the same for counters that are equal but for their place; ``id`` is that of its unit, with a number
    behind it for all but the first counter of a unit. A ``reserve`` waits in its Force Pool, with no steps left, until
    a loss or a landing brings it onto the map.
    """

    index: int
    id: str
    unit: Unit
    side: str
    kind: str
    group: int
    steps: int
    name: str
    reserve: bool = False

    @property
    def nation(self) -> str:
        """Its nation."""
        return self.unit.nation

    def type_at(self, left: int) -> str:
        """Its type with so many steps left: what an HQ or armor breaks down into is infantry (4.2.6.2.three)."""
        if left >= self.steps or self.unit.text("reduced") == "same":
            return self.unit.type
        return "infantry"

    def name_at(self, left: int) -> str:
        """Its name with so many steps left."""
        kind = self.type_at(left)
        return self.name if kind == self.unit.type else f"{self.name} (now {_WORDS[kind]})"

    def allowance(self, left: int) -> int:
        """Its movement allowance with so many steps left."""
        return self.unit.number("ma") if left >= self.steps else self.unit.number("reduced_ma")

    def factor(self, left: int) -> int:
        """What it adds to its side's total with so many steps left (4.2.2.s3.total)."""
        key = "af" if self.side == "attacker" else "df"
        return self.unit.number(key) if left >= self.steps else self.unit.number(f"reduced_{key}")

    @property
    def standing(self) -> str:
        """``major``, ``minor`` or ``exp`` (4.2.1.1.minor, 4.2.1.1.exp)."""
        said = self.unit.text("standing", "usual")
        if said != "usual":
            return said
        return "minor" if "minor" in TRAITS[self.nation] else "major"

    @property
    def faction(self) -> str:
        """``axis``, ``western``, ``soviet``, ``neutral``; empty for a Minor Country whose faction nobody stated."""
        said = self.unit.text("faction", "usual")
        if said != "usual":
            return said
        return next((faction for faction in FACTIONS if faction in TRAITS[self.nation]), "")

    @property
    def nations(self) -> tuple[str, ...]:
        """Nations it counts as: its own, and what a multi-national HQ stands for as well."""
        also = self.unit.text("also", "none")
        return (self.nation,) if also == "none" else (self.nation, also)


def kind_of(unit: Unit) -> str:
    """Its kind: ``ground``, ``air``, ``airdrop``, ``beachhead``, or ``lone`` (Detachment, Logistics)."""
    if unit.type in GROUND:
        return "ground"
    if unit.type in AIR:
        return "air"
    if unit.type in BEACHHEADS:
        return "beachhead"
    return "lone" if unit.type in LONE else unit.type


_WORDS = {
    "infantry": "infantry", "armor": "armor", "marine": "marine unit", "airborne": "airborne unit",
    "fortress": "fortress", "hq": "HQ", "air": "air unit", "strike": "CV strike", "airdrop": "Airdrop",
    "beachhead": "Beachhead", "snlf": "SNLF Beachhead-0", "detachment": "Detachment",
    "logistics": "Logistics marker",
}  # fmt: skip


def describe(unit: Unit) -> str:
    """A counter in words: ``Japanese 4-4-1 infantry``."""
    if unit.type in GROUND:
        factors = f"{unit.number('af')}-{unit.number('df')}-{unit.number('ma')} "
        return f"{unit.nation} {factors}{_WORDS[unit.type]}"
    return f"{unit.nation} {_WORDS[unit.type]}"


def muster(scenario: Scenario) -> tuple[Piece, ...]:
    """Every counter, attackers first, then in the order of the scenario."""
    groups: dict[tuple[object, ...], int] = {}
    found: list[Piece] = []
    for unit in sorted(scenario.units, key=lambda unit: unit.side != "attacker"):
        facts = (unit.side, unit.type, unit.nation, tuple(sorted(unit.values.items())))
        group = groups.setdefault(facts, len(groups))
        for number in range(unit.count):
            name = unit.id if not number else f"{unit.id}*{number + 1}"
            kind = kind_of(unit)
            steps = unit.number("steps", STEPS["one"]) if kind == "ground" else STEPS["one"]
            found.append(
                Piece(len(found), name, unit, unit.side, kind, group, steps, describe(unit), unit.flag("pool"))
            )
    return tuple(found)


def ready(pieces: tuple[Piece, ...]) -> Counts:
    """Steps of every counter as the battle begins: none of those in a Force Pool."""
    return tuple(0 if piece.reserve else piece.steps for piece in pieces)


def flipped(pieces: tuple[Piece, ...], dropped: int) -> tuple[Piece, ...]:
    """The same counters, but those whose bits are set lie with their Airdrop side up (4.1.1.flip)."""
    return tuple(
        replace(piece, kind="airdrop", name=f"{piece.nation} Airdrop") if dropped >> piece.index & 1 else piece
        for piece in pieces
    )


REACH = {"Soviet Communist Chinese": "communist", "Nationalist Chinese": "nationalist"}
"""Nations whose HQs support all units of a kind (4.2.1.2.ccp, 4.2.1.2.kmt)."""


def kin(headquarters: str, nation: str) -> bool:
    """Whether an HQ of one nation may support a unit of another: its own, or all Chinese of its kind."""
    return headquarters == nation or REACH.get(headquarters, "-") in TRAITS[nation]


def enemies(faction: str, other: str) -> bool:
    """Whether two factions are each other's enemies (4.factions); one that nobody stated goes with any."""
    return faction in FACTIONS and other in FACTIONS and faction != other


def foe(side: str) -> str:
    """The other side."""
    return "defender" if side == "attacker" else "attacker"


def named(pieces: list[Piece]) -> str:
    """Counters in words."""
    names = [f"the {piece.name}" for piece in pieces]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def upper(text: str) -> str:
    """The text with a capital letter to begin with."""
    return text[:1].upper() + text[1:]
