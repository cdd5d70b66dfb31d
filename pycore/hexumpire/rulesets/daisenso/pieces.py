"""The counters of a scenario one by one, and what each is: ground unit, support unit or marker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import listed, say
from hexumpire.rulesets.daisenso.state import NOBODY, Counts, marked
from hexumpire.rulesets.daisenso.tables import STEPS
from hexumpire.rulesets.daisenso.vocabulary import AIR, BEACHHEADS, FACTIONS, GROUND, LONE, TRAITS
from hexumpire.rulesets.daisenso.wording import phrase


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One counter.

    ``group`` is the same for counters that are equal but for their place; ``id`` is that of its unit, with a number
    behind it for all but the first counter of a unit. A ``reserve`` waits in its Force Pool, with no steps left, until
    a loss or a landing brings it onto the map. ``same`` is the index of the counter itself, another one where this is
    the counter as it comes from the pool into another one's place, or its other part (see :func:`muster`).
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
    same: int = NOBODY

    @property
    def here(self) -> tuple[bool, ...]:
        """What is said of it because of where it is (:data:`HERE`)."""
        return tuple(self.unit.flag(key) for key in HERE)

    @property
    def nation(self) -> str:
        """Its nation."""
        return self.unit.nation

    def _side_up(self, left: int) -> str:
        """What the fields of the counter that lies there with so many steps left begin with.

        A three-step unit has a two-step side, and what breaks down from that is a one-step unit of its own
        (4.2.6.2.three, 4.2.6.2.two-swap).
        """
        if left >= self.steps:
            return ""
        return "last" if left <= STEPS["one"] and self.steps >= STEPS["three"] else "reduced"

    def type_at(self, left: int) -> str:
        """Its type with so many steps left: what an HQ or armor breaks down into is infantry (4.2.6.2.three)."""
        up = self._side_up(left)
        return self.unit.type if not up or self.unit.text(up) == "same" else "infantry"

    def name_at(self, left: int) -> str:
        """Its name with so many steps left."""
        kind = self.type_at(left)
        return self.name if kind == self.unit.type else phrase("{unit} (now {type})", unit=self.name, type=_WORDS[kind])

    def allowance(self, left: int) -> int:
        """Its movement allowance with so many steps left."""
        up = self._side_up(left)
        return self.unit.number(f"{up}_ma" if up else "ma")

    def factor(self, left: int) -> int:
        """What it adds to its side's total with so many steps left (4.2.2.s3.total)."""
        key, up = "af" if self.side == "attacker" else "df", self._side_up(left)
        return self.unit.number(f"{up}_{key}" if up else key)

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
        if self.unit.text("also", "none") == "faction":
            return (self.nation, *(nation for nation, traits in TRAITS.items() if self.faction in traits))
        also = [self.unit.text(key, "none") for key in ("also", "also2", "also3")]
        return (self.nation, *(nation for nation in also if nation != "none"))


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
        factors = f"{unit.number('af')}-{unit.number('df')}-{unit.number('ma')}"
        return say("{nation} {face} {type}", nation=unit.nation, face=factors, type=_WORDS[unit.type])
    return say("{nation} {type}", nation=unit.nation, type=_WORDS[unit.type])


PARTNER = "partner"
"""What an action says of a unit of two nations whose part in the Holding Box stays (4.2.6.2.holding)."""
HERE = ("supplied", "blitz", "attacked")
"""What is said of a unit because of where it is and what it did: it holds for whoever takes its place as well."""


def _understudies(found: list[Piece]) -> list[Piece]:
    """Phasing counters that could take another one's place, as they would lie there: supplied as that one was.

    One for each way in which that differs from what is said of the counter itself.
    """
    ours = [piece for piece in found if piece.side == "attacker" and piece.kind == "ground"]
    whole = dict.fromkeys(piece.here for piece in ours if piece.steps > STEPS["one"])
    groups: dict[tuple[object, ...], int] = {}
    more: list[Piece] = []
    for piece in ours:
        if piece.steps > STEPS["one"]:
            continue
        for number, here in enumerate(here for here in whole if here != piece.here):
            unit = replace(piece.unit, values={**piece.unit.values, **dict(zip(HERE, here, strict=True))})
            index, group = len(found) + len(more), groups.setdefault((piece.group, here), len(found) + len(groups))
            name = f"{piece.id}~{number + 1}"
            more.append(replace(piece, index=index, id=name, unit=unit, group=group, reserve=True, same=piece.index))
    return more


def _other_parts(found: list[Piece], number: int) -> list[Piece]:
    """What stays of units of two nations when the part in the Holding Box does (4.2.6.2.holding): of that nation.

    It stands with the faction of its unit; a marker in the capital of the other part's country does not bind it.
    ``number``: how many pieces there are.
    """
    more: list[Piece] = []
    for piece in found:
        nation = piece.unit.text("partner", "none")
        if nation == "none":
            continue
        values = {**piece.unit.values, "faction": piece.faction or "usual", "capital": False}
        unit = replace(piece.unit, nation=nation, values=values)
        index, name = number + len(more), f"{piece.id}~{PARTNER}"
        more.append(replace(piece, index=index, id=name, unit=unit, group=index, name=describe(unit), same=piece.index))
    return more


def muster(scenario: Scenario) -> tuple[Piece, ...]:
    """Every counter, attackers first, then in the order of the scenario; then those that may take another's place.

    A counter of the Force Pool (or one that was eliminated) that takes the place of a unit in supply is in supply, and
    so on (4.2.6.2.two-swap): as a piece of its own, which is never on the map together with the counter itself. So is
    what stays of a unit of two nations, where that is not of its own nation (4.2.6.2.holding).
    """
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
    more = [*found, *_understudies(found)]
    return (*more, *_other_parts(found, len(more)))


def ready(pieces: tuple[Piece, ...]) -> Counts:
    """Steps of every counter as the battle begins: none of those in a Force Pool, or that stand for another piece."""
    return tuple(0 if piece.reserve or piece.same != NOBODY else piece.steps for piece in pieces)


def flipped(pieces: tuple[Piece, ...], dropped: int) -> tuple[Piece, ...]:
    """The same counters, but those whose bits are set lie with their Airdrop side up (4.1.1.flip)."""
    return tuple(
        replace(piece, kind="airdrop", name=say("{nation} {type}", nation=piece.nation, type=_WORDS["airdrop"]))
        if marked(dropped, piece.index) else piece
        for piece in pieces
    )  # fmt: skip


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


def named(pieces: list[Piece], left: Counts) -> str:
    """Counters in words, as they lie with the steps they have ``left``; "nobody" when there are none."""
    return listed(phrase("the {x}", x=piece.name_at(left[piece.index])) for piece in pieces) or "nobody"
