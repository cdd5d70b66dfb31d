"""What is worked out once for a scenario and does not change: its counters, its support, its first fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.v101125.fight import OVERRUN, Fight, Support
from hexumpire.rulesets.v101125.rules import cadres, counterattack, guests
from hexumpire.rulesets.v101125.tables import ABILITIES, CADRE, CAPABILITY, share
from hexumpire.rulesets.v101125.units import Counter, Face, Piece, is_ground
from hexumpire.rulesets.v101125.vocabulary import TRAITS

SIDES = ("attacker", "defender")
WAITS = "waits"
"""Of a reserve in a turn that begins with the initial phase: it attacks where it has joined (11.A.13)."""
LEAVES = "leaves"
"""Of a unit that another attack of the turn has attack out of its hex (11.R.3.d.4)."""
AWAY = "away"
"""Of support that serves in another attack of the turn, or in none (11.B.3)."""
ATTACKED = "attacked"
"""Of a hex on which another attack of the turn is made (11.L.1.g)."""


BY_THE_CHART: int = CADRE["by_the_chart"]
"""Strength of a cadre that the chart of Table 8 gives."""


def faces_of(unit: Unit, year: int, zero: str) -> tuple[Face, ...]:
    """The face that lies up, the cadre behind it (11.N.1), and a remnant where it may form one (11.N.2).

    ``zero`` is the reading ``remnant_zero``.
    """
    attack, defence, movement = unit.number("attack"), unit.number("defence"), unit.number("movement")
    up = Face(unit.text("face"), attack, attack if defence < 0 else defence, movement, Fraction(unit.text("size")))
    size = min(up.size, share(CADRE["size"]))
    found = [up]
    behind = _cadre(unit, up, year)
    if behind:
        found.append(Face("cadre", *behind, unit.number("cadre_movement") or movement, size))
    last = found[-1]
    left = cadres.remnant(last.attack, last.defence, TRAITS[unit.nation], zero)
    if unit.flag("remnant") and last.kind != "remnant" and left:
        found.append(Face("remnant", *left, last.movement, size))
    return tuple(found)


def _cadre(unit: Unit, up: Face, year: int) -> cadres.Reduced | None:
    """The strengths of its cadre, as printed or by Table 8."""
    behind, guard = unit.number("cadre_attack"), unit.number("cadre_defence")
    if up.kind != "full":
        return None
    if behind == BY_THE_CHART:
        return cadres.cadre(up.attack, up.defence, TRAITS[unit.nation], year)
    return cadres.Reduced(behind, behind if guard < 0 else guard) if behind >= 0 else None


def muster(scenario: Scenario) -> tuple[Counter, ...]:
    """Every ground counter, those of one unit one after another."""
    found: list[Counter] = []
    year, zero = int(scenario.condition("year")), scenario.readings["remnant_zero"]
    for unit in scenario.units:
        if is_ground(unit):
            for number in range(unit.count):
                name = unit.id if not number else f"{unit.id}.{number + 1}"
                found.append(Counter(len(found), name, unit, faces_of(unit, year, zero)))
    return tuple(found)


class Setting:
    """One scenario: its counters by index, how they stand at the start, and the fight over each target."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.counters = muster(scenario)
        self.pieces = tuple(
            Piece(counter, 0, counter.unit.at, counter.unit.number("marker")) for counter in self.counters
        )
        """How each counter stands at the start."""
        self.fled = tuple(counter.text("retreated") for counter in self.counters)
        """The combat phase in which each counter retreated before, and whether onto friends (11.Q.2.f, 11.L.1.g)."""
        self.targets = scenario.targets
        self.target, self.beside = self._pair()
        self.year = int(scenario.condition("year"))

    def _pair(self) -> tuple[str, str]:
        """The hex that is attacked, and the hex of dual ownership that it is attacked out of as one with it.

        There is such a one where the attack is on two hexes beside each other, and attackers are in one of them with
        defenders (11.R.3.d.2).
        """
        first, *others = self.targets or ("",)
        if len(others) == 1 and self.touches(first, others[0]):
            inside = [place for place in self.targets if self.shared(place) and self._attacked_out_of(place)]
            if len(inside) == 1:
                return next(place for place in self.targets if place not in inside), inside[0]
        return first, ""

    def _attacked_out_of(self, place: str) -> bool:
        """Whether attackers in a hex take part."""
        return any(piece.at == place and piece.counter.flag("attacks") and piece.counter.side == "attacker"
                   for piece in self.pieces)  # fmt: skip

    def works(self, place: str) -> tuple[str, ...]:
        """The features of a hex that its defenders have."""
        return self.works_for("defender", place) if self.shared(place) else self.scenario.hex(place).features

    def works_for(self, side: str, place: str) -> tuple[str, ...]:
        """The features that a side has of a hex that both share: none of its works who came into it.

        11.R.3.b, 11.R.3.c.
        """
        found = self.scenario.hex(place).features
        return found if self.holder(place) == side else counterattack.without_works(found)

    def holder(self, place: str) -> str:
        """The first owner of a hex, whom its works serve: who stands there alone, else as stated (11.R.3.b)."""
        there = {piece.counter.side for piece in self.pieces if piece.at == place}
        return there.pop() if len(there) == 1 else str(self.scenario.hex(place).values["owner"])

    def support(self, side: str, use: str = "first") -> tuple[Support, ...]:
        """Ground support and naval gunfire that a side brings to a fight: the first, or one that follows from it."""
        return tuple(
            Support(unit.type, unit.number("points") * unit.count)
            for unit, here in self._flown(side)
            if here and unit.text("serves") == use
        )

    def away(self, side: str) -> tuple[str, ...]:
        """The kinds of support of a side that serve in another attack of the turn, or in none (11.B.3)."""
        return tuple(unit.type for unit, here in self._flown(side) if not here)

    def _flown(self, side: str) -> Iterator[tuple[Unit, bool]]:
        """Support of a side, and whether it serves in this attack: of several of a turn each has its own (11.B.3)."""
        flown = (unit for unit in self.scenario.units if unit.side == side and not is_ground(unit))
        yield from ((unit, not unit.flag(AWAY)) for unit in flown)

    def path(self, piece: Piece, field: str = "") -> str:
        """The JSON path of a counter's unit, or of a field of it."""
        place = self.scenario.units.index(piece.counter.unit)
        return f"$.units[{place}].{field}" if field else f"$.units[{place}]"

    def is_attacked_elsewhere(self, side: str, place: str) -> bool:
        """Whether a side that is attacked in a turn is so in a hex by another of its attacks (11.L.1.g)."""
        return side == "defender" and self.scenario.hex(place).values.get(ATTACKED) is True

    def shared(self, place: str) -> bool:
        """Whether both sides stand in a hex (11.R.0)."""
        return {piece.counter.side for piece in self.pieces if piece.at == place} == set(SIDES)

    def touches(self, place: str, target: str) -> bool:
        """Whether a unit in a hex may reach a target: from beside it, or inside it."""
        return hexgrid.distance(hexgrid.parse(place), hexgrid.parse(target)) <= 1

    def is_beside(self, place: str, other: str) -> bool:
        """Whether two hexes lie side by side."""
        return place != other and self.touches(place, other)

    @cached_property
    def busy(self) -> frozenset[int]:
        """Counters that attack or are attacked, here or elsewhere: zones of control a level lower (11.Q.2.a).

        So are those of whoever has fought in a counterattack of another attack (11.L.1.d.vii).
        """
        fighting = (*self.opening.attackers, *self.opening.defenders)
        elsewhere = (one.index for one in self.counters if one.flag("engaged") or one.flag("spent"))
        there = (piece.counter.index for piece in fighting if not piece.counter.flag(WAITS))
        return frozenset((*there, *elsewhere))

    @cached_property
    def has_abilities(self) -> bool:
        """Whether any unit has armour, antitank or special abilities."""
        keys = ("aec", "atec")
        return any(
            any(CAPABILITY[counter.text(key)] for key in keys) or counter.text("special") != "none"
            for counter in self.counters
        )

    @cached_property
    def has_steps_before(self) -> bool:
        """Whether anything may be decided or rolled before the dice: special units, or what the players chose."""
        known = self.scenario.conditions
        chosen = known["retreat_before"] is True or known["waiving"] is True
        return chosen or any(counter.text("special") in ABILITIES for counter in self.counters)

    @cached_property
    def left_out(self) -> tuple[Piece, ...]:
        """Attackers in reach of the hex that take no part in the attack on it (11.A.5)."""
        return tuple(
            piece
            for piece in self.pieces
            if piece.counter.side == "attacker"
            and not piece.counter.flag("attacks")
            and self.touches(piece.at, self.beside or self.target)
        )

    def _joined(self, attackers: Iterable[Piece]) -> Iterator[int]:
        """Reserves among some attackers of an attack that was held: they were added to it (11.A.13)."""
        if self._delayed:
            yield from (piece.counter.index for piece in attackers if piece.counter.flag("reserve"))

    @property
    def kind(self) -> str:
        """What the first fight is: as stated, but for an overrun, which is a procedure of its own."""
        return OVERRUN if self.scenario.procedure == OVERRUN else str(self.scenario.condition("kind"))

    @property
    def _delayed(self) -> bool:
        """Whether it was held, as an overrun, which is made in the movement phase, is not (11.B.12)."""
        return self.scenario.condition("delayed") is True and self.kind != OVERRUN

    @cached_property
    def opening(self) -> Fight:
        """The fight over the first target as it is set up; reserves wait for the exploitation phase (11.A.13).

        Of a stack those attack that take part; the others may attack elsewhere (11.A.5, 11.A.6).
        """
        known = self.scenario.conditions
        now = [p for p in self.pieces if known["phase"] == "exploitation" or not p.counter.flag("reserve")]
        ready = [p for p in now if p.counter.side == "attacker" and p.counter.flag("attacks")]
        out_of = self.beside
        attackers = tuple(p for p in ready if (p.at == out_of if out_of else self.touches(p.at, self.target)))
        hexes = (self.target, out_of) if out_of else (self.target,)
        defenders = tuple(p for p in self.pieces if p.counter.side == "defender" and p.at in hexes)
        less = guests.apart(
            self.counters, self.fled, (p.counter.index for p in defenders), str(known["phase"]),
            self.scenario.readings["held_out"],
        )  # fmt: skip
        return Fight(
            attackers, defenders, self.target, self.kind, str(known["phase"]), self.support("attacker"),
            self.support("defender"), self.works(self.target),
            dual=bool(out_of) or self.shared(self.target)
            or any(p.at == self.target or p.counter.text("via") != "land" for p in attackers),
            halved=less.halved, idle=less.idle, guests=less.guests, beside=hexes[1:],
            stands=tuple((p.counter.index, p.at) for p in defenders) if out_of else (),
            supplied=known["supplied"] is True, chit=known["chit"] is True,
            joined=frozenset(self._joined(attackers)),
            paid=self._delayed and known["phase"] == "exploitation",
        )  # fmt: skip
