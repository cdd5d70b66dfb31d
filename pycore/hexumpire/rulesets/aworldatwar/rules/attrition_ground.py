"""The board that attrition is fought on: who stands where, in which zone, and which attritions there can be (14.31)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.attrition_state import Changed, Numbers, Piece
from hexumpire.rulesets.aworldatwar.rules.attrition_zones import Zone, on_map, zones
from hexumpire.rulesets.aworldatwar.rules.control import controller, takes
from hexumpire.rulesets.aworldatwar.rules.factions import factions
from hexumpire.rulesets.aworldatwar.units import arm_of


class Front(NamedTuple):
    """One attrition: the faction that makes it, and the number of the zone."""

    faction: str
    zone: int


class Ground:
    """A scenario as attrition looks at it; units have numbers, in the order of the scenario.

    ``start`` is the board at the start of the turn, by which zones are drawn (14.211); the scenario when left out.
    """

    def __init__(self, scenario: Scenario, start: Scenario | None = None) -> None:
        self.scenario = scenario
        self.units = scenario.units
        self.index = {unit.id: i for i, unit in enumerate(self.units)}
        of = factions(scenario)
        self.faction = [of[unit.id] for unit in self.units]
        self.zones: tuple[Zone, ...] = zones(start or scenario)
        self.held = frozenset(u.at for one in (start or scenario, scenario) for u in one.units
                              if u.side == "attacker" and takes(u))  # fmt: skip
        """Where ground units of the phasing side stood when the turn or the attrition began."""
        self.zone = [self._zone(i) for i in range(len(self.units))]
        ours = dict.fromkeys(f for f, unit in zip(self.faction, self.units, strict=True) if _regular(unit, "attacker"))
        self.fronts = tuple(Front(faction, number) for faction in ours for number in range(len(self.zones)))
        self._groups: dict[Hashable, int] = {}
        self.group = [self._group(i) for i in range(len(self.units))]
        self._stacks: dict[Changed, Mapping[str, list[tuple[int, int]]]] = {}

    def _zone(self, i: int) -> int | None:
        """The number of the zone that a unit of the other side belongs to; None for others."""
        unit = self.units[i]
        if unit.side == "attacker" or arm_of(unit) not in ("ground", "flak") or unit.text("losses_from") == "box":
            return None
        of = self.faction[i]
        return next((n for n, zone in enumerate(self.zones) if zone.faction == of and unit.at in zone.hexes), None)

    def _group(self, i: int) -> int:
        """The same number for units between which the rules of attrition see no difference but where they stand."""
        unit = self.units[i]
        values = tuple(sorted((key, value) for key, value in unit.values.items() if key != "movement"))
        facts = (unit.side, unit.type, unit.nation, self.faction[i], self.zone[i], values)
        return self._groups.setdefault(facts, len(self._groups))

    def stands(self, board: Changed, i: int) -> tuple[tuple[str, int], ...]:
        """How many counters of a unit stand where."""
        unit = self.units[i]
        return dict(board).get(i, ((unit.at, unit.count),))

    def stacks(self, board: Changed) -> Mapping[str, list[tuple[int, int]]]:
        """Number and count of the units in every hex that holds any; those in boxes are on none."""
        found = self._stacks.get(board)
        if found is None:
            found = self._stacks[board] = {}
            changed = dict(board)
            for i, unit in enumerate(self.units):
                if not on_map(unit):
                    continue
                for place, count in changed.get(i, ((unit.at, unit.count),)):
                    found.setdefault(place, []).append((i, count))
        return found

    def regulars(self, board: Changed, place: str) -> list[tuple[int, int]]:
        """The ground units of the other side in a hex, without partisans and flak."""
        return [(i, n) for i, n in self.stacks(board).get(place, ()) if _regular(self.units[i], "defender")]

    def controller(self, board: Changed, place: str) -> str:
        """The side that controls a hex; where nothing else tells, the phasing side keeps what it held (14.73C)."""
        control = controller(self.scenario, place)
        if control == "unstated" and place in self.held and not self.regulars(board, place):
            return "attacker"
        return control

    def vacated(self, board: Changed) -> set[str]:
        """The hexes that units of the phasing side have left by advancing in an attrition of this turn (14.72C)."""
        ours = [(self.units[i].at, places) for i, places in board if self.units[i].side == "attacker"]
        return {here for here, places in ours if any(place != here for place, _ in places)}

    def is_regular(self, i: int) -> bool:
        """Whether it is a ground unit, neither partisan nor flak."""
        return _regular(self.units[i], self.units[i].side)

    def shift(self, board: Changed, piece: Piece, to: str = "") -> Changed:
        """The board after one counter went to another hex, or off the board."""
        i, place = piece
        places = dict(self.stands(board, i))
        places[place] -= 1
        if to:
            places[to] = places.get(to, 0) + 1
        here = tuple(sorted((at, n) for at, n in places.items() if n))
        unit = self.units[i]
        changed = dict(board)
        changed[i] = here
        if here == ((unit.at, unit.count),):
            del changed[i]
        return tuple(sorted(changed.items()))

    # --- for state keys -------------------------------------------------------------------------------

    def merged(self, board: Changed) -> Hashable:
        """What changed on a board, where like units stand for one another."""
        sums: dict[tuple[int, str], int] = {}
        for i, places in board:
            unit = self.units[i]
            for place, n in (*places, (unit.at, -unit.count)):
                key = (self.group[i], place)
                sums[key] = sums.get(key, 0) + n
        return frozenset((key, n) for key, n in sums.items() if n)

    def alike(self, numbers: Numbers) -> Hashable:
        """Counters by number of their unit, as their groups and where those were set up."""
        sums: dict[tuple[int, str], int] = {}
        for i, n in numbers:
            key = (self.group[i], self.units[i].at)
            sums[key] = sums.get(key, 0) + n
        return frozenset(sums.items())


def _regular(unit: Unit, side: str) -> bool:
    """Whether it is a ground unit of a side, neither partisan nor flak."""
    return unit.side == side and arm_of(unit) == "ground" and unit.type != "partisan"
