"""The movement phase of one side as positions: who stands where, what each has spent, who was overrun (13.4, 13.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import control, overrun, stacking, zones
from hexumpire.rulesets.aworldatwar.rules.allowance import stays
from hexumpire.rulesets.aworldatwar.rules.movement import NOTHING, Front, Land, Reach, Spent, hinders, reach
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import arm_of

MOVER, OTHER = "attacker", "defender"


class Part(NamedTuple):
    """Like counters of one unit that stand in one hex and have done the same.

    ``kind`` is the index of the unit, ``halted`` says that they go no further, ``fought`` that they overran somebody,
    ``bound`` names the hex that they failed to overrun and must attack (13.531).
    """

    kind: int
    at: str
    many: int
    spent: Spent = NOTHING
    halted: bool = False
    fought: bool = False
    bound: str = ""


class Flown(NamedTuple):
    """Air factors used in overruns.

    ``inverted`` ground support and ``defensive`` air of those that succeeded; of each that failed, in ``bound``, the
    hex, the ground support that must support the attack on it, and the defensive air that stays over it (13.531).
    """

    inverted: int = 0
    defensive: int = 0
    bound: tuple[tuple[str, int, int], ...] = ()

    @property
    def support(self) -> int:
        """Ground support used."""
        return self.inverted + sum(ours for _, ours, _ in self.bound)

    @property
    def cover(self) -> int:
        """Defensive air used."""
        return self.defensive + sum(theirs for _, _, theirs in self.bound)


class March(NamedTuple):
    """A position of the movement phase.

    ``phase``: key of its phase; ``parts``: counters that are no longer as they were set up; ``lost``: counters gone,
    by the index of their unit; ``hand``: those that are being moved, still counted where they stand; ``mate``: who
    joins them in an overrun of ``target`` with ``support`` air factors; ``overrun``: how many hexes were overrun;
    ``passed``: hexes entered by units that take them, where that is kept.
    """

    phase: str
    parts: tuple[Part, ...] = ()
    lost: tuple[tuple[int, int], ...] = ()
    flown: Flown = Flown()
    overrun: int = 0
    hand: Part | None = None
    mate: Part | None = None
    target: str = ""
    support: int = 0
    passed: tuple[str, ...] = ()


def merged(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same counters, those that are alike together, in one order."""
    sums: dict[Part, int] = {}
    for part in parts:
        mark = part._replace(many=0)
        sums[mark] = sums.get(mark, 0) + part.many
    return tuple(sorted(mark._replace(many=many) for mark, many in sums.items() if many))


class Marching:
    """The board of a movement phase, in any of its positions."""

    def __init__(self, scenario: Scenario, keeps: bool = False) -> None:
        self.scenario = scenario
        self.keeps = keeps
        """Whether positions keep which hexes were entered, for what comes after the movement."""
        self.units = scenario.units
        self.land = Land(scenario)
        self.number = {unit.id: index for index, unit in enumerate(self.units)}
        self.own = [index for index, unit in enumerate(self.units) if unit.side == MOVER and _marches(unit)]
        """Ground units and flak of the side that moves."""
        self.support = [unit for unit in self.units if unit.side == MOVER and _flies(unit)]
        self.cover = [unit for unit in self.units if unit.side == OTHER and _flies(unit)]
        self._fronts: dict[object, Front] = {}
        self._reaches: dict[object, Reach] = {}
        self._overruns: dict[object, overrun.Overrun] = {}

    # --- who stands where -----------------------------------------------------------------------------

    def gone(self, march: March, index: int) -> int:
        """How many counters of a unit are eliminated."""
        return dict(march.lost).get(index, 0)

    def standing(self, march: March) -> list[Part]:
        """All counters of the side that moves that are still there, those not touched yet among them."""
        touched: dict[int, int] = dict(march.lost)
        for part in march.parts:
            touched[part.kind] = touched.get(part.kind, 0) + part.many
        fresh = [Part(i, self.units[i].at, self.units[i].count - touched.get(i, 0)) for i in self.own]
        return [*(part for part in fresh if part.many), *march.parts]

    def unit(self, part: Part) -> Unit:
        """The counters of a part as a unit, where they stand."""
        return replace(self.units[part.kind], at=part.at, count=part.many)

    def name(self, part: Part) -> str:
        """What tells a part from others: the id of its unit and, once touched, where it is and what it has spent."""
        unit = self.units[part.kind]
        if part == Part(part.kind, unit.at, part.many):
            return unit.id
        marks = "f" * part.fought + "h" * part.halted + "b" * bool(part.bound)
        return f"{unit.id}@{part.at}+{part.spent.all}.{part.spent.inside}{marks}"

    def hostile(self, march: March) -> list[Unit]:
        """Units of the other side that are still there: overruns and entering hexes eliminate all counters of one."""
        lost = dict(march.lost)
        return [unit for index, unit in enumerate(self.units) if unit.side == OTHER and index not in lost]

    def in_hex(self, march: March, place: str) -> list[Unit]:
        """Ground units of the other side in a hex."""
        return [unit for unit in self.hostile(march) if unit.at == place and hinders(unit)]

    def without(self, march: March, part: Part) -> March:
        """The position with counters of one part taken off the board's list (they are put elsewhere, or lost)."""
        whole = next(one for one in self.standing(march) if one._replace(many=0) == part._replace(many=0))
        rest = [one for one in march.parts if one != whole]
        if whole in march.parts:
            rest.append(whole._replace(many=whole.many - part.many))
        return march._replace(parts=merged(rest))

    def eliminate(self, march: March, index: int, many: int) -> March:
        """The position with counters of a unit counted among the lost."""
        lost = dict(march.lost)
        lost[index] = lost.get(index, 0) + many
        return march._replace(lost=tuple(sorted(lost.items())))

    # --- movement -------------------------------------------------------------------------------------

    def front(self, march: March, unit: Unit) -> Front:
        """What hostile units do to a unit that moves now."""
        mark = (tuple(pair for pair in march.lost if self.units[pair[0]].side == OTHER), unit.nation)
        if mark not in self._fronts:
            self._fronts[mark] = Front(self.land, unit, self.hostile(march))
        return self._fronts[mark]

    def reach(self, march: March, part: Part) -> Reach:
        """Where counters of a part can go from where they stand."""
        front = self.front(march, self.units[part.kind])
        mark = (id(front), part.kind, part.at, part.spent)
        if mark not in self._reaches:
            self._reaches[mark] = reach(self.land, front, self.unit(part), part.spent)
        return self._reaches[mark]

    def still(self, part: Part) -> Why:
        """Why counters of a part may do nothing any more, wherever they would go; empty when they may."""
        if part.bound:
            text = say("it failed to overrun {place} and must attack it", place=mention(part.bound))
            return text, ("13.531",)
        if part.halted:
            return "it has made the one hex that it may always move", ("13.411",)
        return stays(self.units[part.kind], self.scenario)

    def idle(self, march: March, part: Part) -> Why:
        """Why counters of a part cannot be moved now; empty when they can."""
        answer = self.still(part)
        if answer[0]:
            return answer
        if any(self.reach(march, part).mover.steps(part.at, part.spent)):
            return "", ()
        if self.prey(march, part) and not overrun.fit(self.unit(part), self.scenario)[0]:
            return "", ()
        return "it has no movement factors for a further hex", ("13.41",)

    def can(self, march: March, part: Part) -> bool:
        """Whether counters of a part can leave their hex, by movement or by an overrun."""
        if self.still(part)[0]:
            return False
        if any(self.reach(march, part).mover.steps(part.at, part.spent)):
            return True
        return any(not self.overrun_bar(march, part, place)[0] for place in self.prey(march, part))

    def prey(self, march: March, part: Part) -> list[str]:
        """Hexes with hostile ground units next to counters of a part."""
        held = self.front(march, self.units[part.kind]).held
        return [place for place in self.land.neighbours[part.at] if place in held]

    def entered(self, march: March, path: Sequence[str], kind: int) -> March:
        """The position after hexes were entered by a unit: flak in them is eliminated (10.94), and it takes them."""
        for unit in self.hostile(march):
            if unit.type == "flak" and unit.at in path:
                march = self.eliminate(march, self.number[unit.id], unit.count)
        if not self.keeps or not control.takes(self.units[kind]):
            return march
        return march._replace(passed=tuple(sorted({*march.passed, *path})))

    def moved(self, march: March, part: Part, to: str, spent: Spent, halted: bool) -> March:
        """The position after counters of a part went to a hex."""
        march = self.without(march, part)
        arrived = part._replace(at=to, spent=spent, halted=halted)
        return march._replace(parts=merged([*march.parts, arrived]))

    def overran(self, march: March) -> set[str]:
        """The hexes that were overrun in this phase."""
        gone = (self.units[index] for index, _ in march.lost)
        return {unit.at for unit in gone if unit.side == OTHER and hinders(unit)}

    # --- overruns -------------------------------------------------------------------------------------

    def price(self, march: March, part: Part, place: str) -> Spent | None:
        """What counters have spent after an overrun of a hex next to them; None when they cannot afford it (13.52)."""
        mover = self.reach(march, part).mover
        cost = mover.costs.get(place)
        if cost is None:
            return None
        return mover.affords(part.at, part.spent, place, cost + mover.toll(part.at) + MOVEMENT["overrun"])

    def joins(self, march: March, part: Part, place: str) -> Why:
        """Why counters of a part may take no part in an overrun of a hex next to them; empty when they may."""
        unit = self.unit(part)
        for reason, rules in (
            overrun.fit(unit, self.scenario), self.still(part), overrun.enters(unit, place, self.scenario)
        ):  # fmt: skip
            if reason:
                return reason, rules
        if place not in self.land.ways[part.at]:
            return "no ground unit crosses that hexside", ("13.43A", "13.43B")
        if self.price(march, part, place) is None:
            return "it has too few movement factors for an overrun, which takes one more", ("13.41E", "13.52")
        return "", ()

    def overrun_bar(self, march: March, part: Part, place: str) -> Why:
        """Why counters of a part cannot overrun a hex next to them, alone or with another; empty when they can."""
        if any(other.bound == place for other in march.parts):
            return "an overrun of it failed in this movement phase", ("13.531",)
        answer = self.joins(march, part, place)
        if answer[0]:
            return answer
        tries = [self.force(march, part, mate) for mate in (None, *self.mates(march, part, place))]
        why: Why = ("", ())
        for units in tries:
            why = overrun.together(units, self.scenario)
            why = why if why[0] else self.reckoned(march, units, place, self.available(march)).refusal
            if not why[0]:
                break
        return why

    def mates(self, march: March, part: Part, place: str) -> Iterator[Part]:
        """Counters, one of each kind, that may join those of a part in an overrun."""
        for other in self.standing(march):
            spare = other.many - (part.many if other._replace(many=0) == part._replace(many=0) else 0)
            if spare and other.at == part.at and not self.joins(march, other, place)[0]:
                yield other._replace(many=1)

    def force(self, march: March, part: Part, mate: Part | None) -> list[Unit]:
        """The units that make an overrun."""
        return [self.unit(one) for one in (part, mate) if one is not None]

    def flyers(self, march: March, units: Sequence[Unit]) -> list[Unit]:
        """Air units of a side that are not eliminated."""
        left = [(unit, unit.count - self.gone(march, self.number[unit.id])) for unit in units]
        return [replace(unit, count=many) for unit, many in left if many]

    def available(self, march: March) -> int:
        """Air factors that may still give ground support."""
        factors = sum(unit.count * unit.number("factors") for unit in self.flyers(march, self.support))
        return factors - march.flown.support

    def covering(self, march: March) -> int:
        """Air factors that may still give defensive air support to the hex at hand: none to partisans alone (11.47)."""
        if all(unit.type == "partisan" for unit in self.in_hex(march, march.target)):
            return 0
        return sum(unit.count * unit.number("factors") for unit in self.cover) - march.flown.cover

    def reckoned(
        self, march: March, units: Sequence[Unit], place: str, support: int, cover: int = 0
    ) -> overrun.Overrun:
        """An overrun by units with ground support, against defensive air support."""
        defenders = self.in_hex(march, place)
        mark = (
            tuple((unit.id, unit.at, unit.count) for unit in (*units, *defenders)), support, cover,
            march.flown.support, march.flown.cover,
        )  # fmt: skip
        if mark not in self._overruns:
            air = [
                overrun.flying(unit, n, units[0].at)
                for unit, n in shares(self.flyers(march, self.support), march.flown.support, support)
            ]
            das = [overrun.flying(unit, n, place) for unit, n in shares(self.cover, march.flown.cover, cover)]
            self._overruns[mark] = overrun.Overrun(self.scenario, [*units, *air], [*defenders, *das], place)
        return self._overruns[mark]

    # --- stacking -------------------------------------------------------------------------------------

    def crowded(self, march: March) -> dict[str, Why]:
        """Hexes that hold too many units of the side that moves, each with the reason (12.1, 12.22)."""
        stacks: dict[str, list[Part]] = {}
        for part in self.standing(march):
            stacks.setdefault(part.at, []).append(part)
        at = {unit.id: unit.id for unit in self.units}
        found: dict[str, Why] = {}
        front = self.contact(march)
        for place, parts in stacks.items():
            counted = [self.unit(part) for part in self._filling(parts, place in front)]
            problem = next(iter(stacking.overstacked(self.scenario, place, counted, at)), None)
            if problem:
                found[place] = problem.message, (problem.rule, "12.22")
        return found

    def _filling(self, parts: Sequence[Part], contact: bool) -> list[Part]:
        """Those of the counters in a hex that take room; ``contact``: it is next to hostile ground units.

        Shock armies are none too many there (12.16); nor are those who failed to overrun, where no other ordinary unit
        is with them (12.15).
        """
        here = [part for part in parts if not (contact and stacking.is_shock_army(self.unit(part)))]
        others = [part for part in here if not part.bound]
        free = any(stacking.kind_of(self.units[part.kind]) == stacking.ORDINARY for part in others)
        return here if free else others

    def contact(self, march: March) -> set[str]:
        """The hexes next to hostile ground units."""
        return {place for unit in self.hostile(march) if hinders(unit) for place in zones.around(unit.at)}

    def surplus(self, march: March, crowded: Iterable[str]) -> list[Part]:
        """Counters one of which must go, as they are too many in a crowded hex and none of them can move on.

        Whoever has a place of its own there is none of them (12.12); those that failed to overrun are safe (12.15).
        """
        found = []
        front = self.contact(march)
        for place in crowded:
            here = self._filling([part for part in self.standing(march) if part.at == place], place in front)
            for kinds in stacking.excess(self.scenario, place, [self.unit(part) for part in here]):
                over = [part for part in here if not part.bound and stacking.kind_of(self.units[part.kind]) in kinds]
                if not any(self.can(march, part) for part in over):
                    found += over
        return found

    def rule_of_surplus(self, march: March, place: str) -> tuple[str, ...]:
        """By which rule counters that are too many go: after a failed overrun, or any other (12.15, 12.17)."""
        return ("12.15",) if any(part.at == place and part.bound for part in march.parts) else ("12.17", "12.21")


def _marches(unit: Unit) -> bool:
    return arm_of(unit) in ("ground", "flak")


def _flies(unit: Unit) -> bool:
    return unit.type == "air" and not unit.flag("fought")


def shares(units: Sequence[Unit], used: int, wanted: int) -> list[tuple[Unit, int]]:
    """Air factors taken from units in their order, after those used before."""
    before = {unit.id: share for unit, share in overrun.allotted(units, used)}
    after = overrun.allotted(units, used + wanted)
    return [(unit, more) for unit, share in after if (more := share - before.get(unit.id, 0))]
