"""Ground movement: what a step costs, what forbids it, and every hex that a unit can reach (13.41 to 13.47, 10.33).

``Land(scenario)`` is what does not change while units move: make it once for a board. ``Front(land, mover, hostile)``
is what hostile units do to those who move like ``mover``: the hexes they hold and their zones of control; make it anew
when a hostile unit is gone. ``hostile`` are units as they stand now. Then

    reach(land, front, unit)                        the hexes that a unit can end in, from where it stands
    reach(land, front, unit, Spent(3, 1))           the same when it has used three MF, one of them in the weather area
    reach(land, front, unit, factor=Factor(3, 3), exploiting=True)

gives a :class:`Reach`: ``ways`` maps each hex that is open to the cheapest way there (:class:`Way`), and
``refusal(hex)`` says of every other hex of the board why it is closed, with the rule. ``unit`` is a unit as it stands:
``replace(unit, at=...)`` for one that has moved. Stacking is no matter here: limits hold where all movement ends
(12.22). Whether the unit may move at all is asked of :func:`.allowance.stays`.

Only movement inside the area of the weather effects counts against the lower allowance there (13.47, 10.33). A unit
that has used up what it is allowed where it stands goes no further. A step that only 13.411 allows is the last; a way
that leads on goes before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.reasons import all_of
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules import partisans, zones
from hexumpire.rulesets.aworldatwar.rules.allowance import Factor, infantry_factor
from hexumpire.rulesets.aworldatwar.rules.allowance import factor as factor_of
from hexumpire.rulesets.aworldatwar.rules.crossing import closed, closed_sides
from hexumpire.rulesets.aworldatwar.rules.factions import is_of
from hexumpire.rulesets.aworldatwar.rules.mechanized import bogged
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH

NEUTRAL = "neutral"
HOLDS: Mapping[str, Why] = {
    "bogs": ("its mechanized component is negated on the way, and it goes no further", ("10.33", "10.32")),
    "slowed": ("the weather takes movement factors from it on the way", ("13.47", "10.33")),
    "stuck": ("the weather bars exploitation out of mountains", ("13.47",)),
}
"""What may hold a unit up on its way that has the movement factors for it."""


class Spent(NamedTuple):
    """Movement factors that a unit has used in this phase: all of them, and those in the weather area."""

    all: int = 0
    inside: int = 0


class Way(NamedTuple):
    """How a unit comes to a hex: what it has spent then, whether it must stop there, and the hexes entered."""

    spent: Spent
    last: bool
    path: tuple[str, ...]


class Land:
    """A board as movement sees it, without units: its hexes, open hexsides, and what hexes cost to enter."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        places = {*scenario.hexes, *scenario.named, *(unit.at for unit in scenario.units)}
        self.places = places
        at = {hexgrid.parse(place): place for place in places}
        self.neighbours = {
            place: [at[other] for other in hexgrid.neighbours(hex) if other in at] for hex, place in at.items()
        }
        shut = closed_sides(scenario)
        self.ways = {
            place: [other for other in others if (place, other) not in shut]
            for place, others in self.neighbours.items()
        }
        """The neighbours of each hex across hexsides that are open to ground units (13.43)."""
        self.area = frozenset(place for place in places if scenario.hex(place).values["weather"] == "area")
        """The hexes of the weather area."""
        self.loss = int(scenario.condition("weather_loss"))
        self.on_foot = infantry_factor(scenario)
        self._costs: dict[object, Mapping[str, int]] = {}

    def costs(self, unit: Unit) -> Mapping[str, int]:
        """What each hex costs a unit to enter (13.41B, 13.41C); hexes that it may never enter are left out."""
        home = self.scenario.hex(unit.at).values["country"] if unit.type == "partisan" else ""
        mark = (unit.nation, unit.type == "chindit", home, unit.text("builder"))
        found = self._costs.get(mark)
        if found is None:
            found = {
                place: self._cost(unit, place) for place in self.places if not barred(unit, place, self.scenario)[0]
            }
            self._costs[mark] = found
        return found

    def _cost(self, unit: Unit, place: str) -> int:
        """What a hex costs; jungle is as clear to Japanese units and Chindits, jungle/mountain is not (10.63)."""
        terrain = self.scenario.hex(place).terrain
        easy = terrain == "jungle" and (unit.nation == "Japanese" or unit.type == "chindit")
        return MOVEMENT["clear"] + (MOVEMENT["rough"] if terrain in ROUGH and not easy else 0)

    def negated(self, unit: Unit, place: str) -> bool:
        """Whether armor is without its machines in a hex (10.32)."""
        return bogged(unit, self.scenario.hex(place).terrain, self.scenario)


def barred(unit: Unit, place: str, scenario: Scenario) -> Why:
    """Why a hex itself is closed to a unit, whoever stands there; empty when it is open."""
    data = scenario.hex(place)
    if data.terrain == "sea":
        return "it is all water", ("13.43A", "11.43") if unit.type == "partisan" else ("13.43A",)
    if data.values["control"] == NEUTRAL:
        return "it belongs to a neutral", ("13.411",)
    if unit.type == "partisan":
        return partisans.leaves(unit, place, scenario)
    return "", ()


def hinders(unit: Unit) -> bool:
    """Whether a hostile unit bars its hex: ground units do, flak, air and ships do not (13.46, 10.94)."""
    return arm_of(unit) == "ground"


class Front:
    """What hostile units do to movement: hexes that they hold, and what leaving a hex in their zones costs."""

    def __init__(self, land: Land, mover: Unit, hostile: Iterable[Unit], *, exploiting: bool = False) -> None:
        self.units = units = [unit for unit in hostile if hinders(unit)]
        """The hostile ground units."""
        self.held = frozenset(unit.at for unit in units)
        """The hexes that hostile ground units stand in."""
        self.surprised = not exploiting and is_of(mover, "axis", land.scenario)
        """Whether the surprise of 10.344 holds against those who move."""
        self.tolls = zones.tolls(units, land.scenario, surprised=self.surprised, entered=False)
        """What leaving each hex of their zones costs those who have stood in it."""
        self.tolls_on = zones.tolls(units, land.scenario, surprised=self.surprised, entered=True)
        """What it costs those who have entered the hex on their way, so that a fort in it is theirs."""


class Reach:
    """The hexes that a unit can end in (``ways``), and why it cannot end in the others (see :func:`reach`)."""

    def __init__(self, mover: Mover) -> None:
        self.mover = mover
        self._told: dict[int, str] = {}
        self._spared: dict[str, Mapping[str, int]] = {}

    @cached_property
    def ways(self) -> Mapping[str, Way]:
        """The way to each hex that is open."""
        return self.mover.search()

    @cached_property
    def _far(self) -> Mapping[str, int]:
        """What each hex would cost a unit that had enough movement factors, with what it has spent."""
        return self.mover.unlimited()

    def refusal(self, place: str) -> Why:
        """Why the unit cannot end in a hex; empty when it can, or stands there."""
        mover = self.mover
        unit, land = mover.unit, mover.land
        if place in self.ways or place == unit.at:
            return "", ()
        if place in mover.front.held:
            return "hostile ground units are in it: only an overrun from a hex next to it enters", ("13.46", "13.52")
        reason, rules = barred(unit, place, land.scenario)
        if reason:
            return reason, rules
        need = self._far.get(place)
        if need is None:
            return self._no_way(place)
        if need > mover.factor.whole:
            return self._too_far(need), ("13.41", *self._dear(place))
        held = [(why, place in ways) for why, ways in self._released]
        return all_of([why for why, alone in held if alone] or [why for why, _ in held])

    @cached_property
    def _released(self) -> Sequence[tuple[Why, Mapping[str, Way]]]:
        """What holds the unit on its way beside its movement factor, each with the hexes it could reach without it."""
        mover = self.mover
        return [(why, mover.freed(what).search()) for what, why in HOLDS.items() if what in mover.held]

    def _dear(self, place: str) -> Rules:
        """By which sections a hex is too far beside 13.41: without what they add it would not be."""
        found: Rules = ()
        for spare, rules in (("rough", ("13.41C",)), ("zones", ("13.41D", "10.343"))):
            if spare not in self._spared:
                self._spared[spare] = self.mover.unlimited(spare)
            if self._spared[spare][place] <= self.mover.factor.whole:
                found += rules
        return found

    def _too_far(self, need: int) -> str:
        """That a hex costs more than the unit has."""
        if need not in self._told:
            missing = need - self.mover.factor.whole
            self._told[need] = say("it is too far: {n} MF in all, {m} more than it has", n=need, m=missing)
        return self._told[need]

    def _no_way(self, place: str) -> Why:
        """Why no way leads to a hex that is itself open: its closed hexsides, or hostile units around it."""
        land = self.mover.land
        for other in land.neighbours[place]:
            if other not in land.ways[place] and other in self._far:
                reason, rules = closed(other, place, land.scenario)
                return reason, rules
        return "no way leads there past hostile units and closed hexes", ("13.46", "13.43A")


class Mover:
    """One unit that moves: where it stands, what it has and what it has spent."""

    def __init__(self, land: Land, front: Front, unit: Unit, spent: Spent, factor: Factor, exploiting: bool) -> None:
        self.land, self.front, self.unit, self.spent, self.factor = land, front, unit, spent, factor
        self.costs = land.costs(unit)
        pacific = land.scenario.condition("theatre") == "pacific"
        holds = {
            "bogs": pacific and factor.whole != factor.on_foot,
            "slowed": land.loss > 0,
            "stuck": exploiting and land.scenario.condition("weather_mountains") is True,
        }
        self.held = frozenset(what for what, does in holds.items() if does)

    def freed(self, what: str) -> Mover:
        """The same unit, were it not for one of :data:`HOLDS`."""
        other = copy(self)
        other.held = self.held - {what}
        return other

    def allowed(self, place: str) -> int:
        """The movement factor where the unit stands, of all that it spends (10.33)."""
        return self.factor.on_foot if "bogs" in self.held and self.land.negated(self.unit, place) else self.factor.whole

    def halts(self, place: str) -> bool:
        """Whether the weather keeps an exploiting unit from leaving a hex: mountains in its area (13.47)."""
        return "stuck" in self.held and place in self.land.area and self.land.scenario.hex(place).terrain == "mountain"

    def toll(self, place: str) -> int:
        """What it costs to leave a hex (13.41D)."""
        begins = place == self.unit.at and self.spent == Spent()
        return (self.front.tolls if begins else self.front.tolls_on).get(place, 0)

    def affords(self, place: str, spent: Spent, to: str, cost: int) -> Spent | None:
        """What the unit has spent after a step of this cost; None when it has not enough for it."""
        after = Spent(spent.all + cost, spent.inside + (cost if to in self.land.area else 0))
        allowed = self.allowed(place)
        if after.all > allowed or self.halts(place):
            return None
        if "slowed" in self.held:
            most = allowed - self.land.loss
            if (place in self.land.area and spent.inside >= most) or (to in self.land.area and after.inside > most):
                return None
        return after

    def cited(self, path: Iterable[str]) -> Rules:
        """By which sections the hexes of a path cost what they do (13.41B, 13.41C, 10.63)."""
        found: dict[str, None] = {}
        for place in path:
            found["13.41B" if self.costs[place] == MOVEMENT["clear"] else "13.41C"] = None
            if self.unit.type == "chindit" and self.land.scenario.hex(place).terrain in ("jungle", "jungle_mountain"):
                found["10.63"] = None
        return tuple(found)

    def steps(self, place: str, spent: Spent) -> Iterator[tuple[str, Spent, bool]]:
        """The steps open from a hex: where to, what is spent then, and whether it is the last (13.411).

        Of a last step nobody asks how much of it was spent in the weather area.
        """
        held, toll = self.front.held, self.toll(place)
        fresh = spent == (0, 0) and place == self.unit.at
        for to in self.land.ways[place]:
            cost = self.costs.get(to)
            if cost is None or to in held:
                continue
            after = self.affords(place, spent, to, cost + toll)
            if after is not None:
                yield to, after, False
            elif fresh:
                yield to, Spent(cost + toll), True

    def search(self) -> Mapping[str, Way]:
        """The cheapest way to every hex in reach (Dijkstra's search; by what is spent in all, then inside the area)."""
        start = Way(self.spent, False, ())
        found: dict[str, Way] = {}
        forced: dict[str, Way] = {}
        least: dict[str, int] = {}
        queue: dict[int, list[tuple[int, str, Way]]] = {self.spent.all: [(self.spent.inside, self.unit.at, start)]}
        while queue:
            for inside, place, way in sorted(queue.pop(min(queue))):
                if place in least and inside >= least[place]:
                    continue
                least[place] = inside
                found.setdefault(place, way)
                for to, after, last in self.steps(place, way.spent):
                    onward = Way(after, last, (*way.path, to))
                    if last:
                        forced[to] = onward
                    elif to not in least or after.inside < least[to]:
                        queue.setdefault(after.all, []).append((after.inside, to, onward))
        found.pop(self.unit.at, None)
        return {**forced, **found}

    def unlimited(self, spare: str = "") -> Mapping[str, int]:
        """What each hex would cost from here, with what is spent already, if movement factors had no end.

        ``spare``: what is not paid for: ``zones`` of control, or ``rough`` terrain.
        """
        found: dict[str, int] = {}
        queue: dict[int, list[str]] = {self.spent.all: [self.unit.at]}
        while queue:
            cost = min(queue)
            for place in queue.pop(cost):
                if place in found:
                    continue
                found[place] = cost
                toll = 0 if spare == "zones" else self.toll(place)
                for to in self.land.ways[place]:
                    enter = self.costs.get(to)
                    if enter is not None and to not in found and to not in self.front.held:
                        enter = MOVEMENT["clear"] if spare == "rough" else enter
                        queue.setdefault(cost + toll + enter, []).append(to)
        return found


NOTHING = Spent()


def reach(
    land: Land, front: Front, unit: Unit, spent: Spent = NOTHING, *, factor: Factor | None = None,
    exploiting: bool = False,
) -> Reach:  # fmt: skip
    """Every hex that a unit can end in from where it stands, and why not in the others.

    ``spent`` is what it has used of its movement in this phase, ``factor`` its movement factors where they are not its
    own (exploitation); ``exploiting`` heeds what the weather forbids those who exploit.
    """
    return Reach(Mover(land, front, unit, spent, factor or factor_of(unit, land.scenario), exploiting))
