"""What may be sent into the attacks of a battle: counters and factors at hand, and the hexes they may attack from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import comb
from typing import Final, NamedTuple

from hexumpire.board import hexgrid
from hexumpire.files.units import LONGEST_ID, MAX_UNITS
from hexumpire.kit.turn_board import amount, size
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Declared, Scenario, Unit

ATTACKER: Final = "attacker"
AIR: Final = "air"
"""The symbol of counters that fly: from which hex does not matter, so that they are not moved."""
MOST_WAYS: Final = 1000
"""So many ways to divide one pool are looked at."""


class Slot(NamedTuple):
    """A part that counters may have: the number of an attack, and the hex they make it from; "" where they stand."""

    attack: int
    place: str = ""


Load = tuple[tuple[Slot, int], ...]
"""How much of a pool has which part; the rest has none."""
Plan = tuple[Load, ...]
"""What is sent of each pool."""


@dataclass(frozen=True)
class Pool:
    """Units that are alike in all but their number, in one hex: ``whole`` counters, or factors where ``field`` says.

    Parts of it are multiples of ``step``, or all of it; ``sizes`` is how much each unit is.
    """

    units: tuple[Unit, ...]
    sizes: tuple[int, ...]
    field: str
    step: int
    moves: bool

    @property
    def whole(self) -> int:
        """How much there is of it."""
        return sum(self.sizes)


def _pools(scenario: Scenario, ruleset: Ruleset, step: int, move: bool) -> list[Pool]:
    """The attacker's units at hand, those that are alike together; factors go in steps of ``step``, or all of them."""
    words = ruleset.vocabulary
    alike: dict[object, list[Unit]] = {}
    for unit in scenario.units:
        if unit.side == ATTACKER and not ruleset.idle(unit):
            whose = unit.id if amount(unit, words) else ""  # factors of one unit are not those of another
            kind = unit.type, unit.nation, unit.at, tuple(sorted(unit.values.items())), whose
            alike.setdefault(kind, []).append(unit)
    found = []
    for units in alike.values():
        field = amount(units[0], words)
        sizes = tuple(size(unit, words) for unit in units)
        moves = move and not field and words.type_of[units[0].type].symbol != AIR
        found.append(Pool(tuple(units), sizes, field, step if field else 1, moves))
    return found


class Sending:
    """Everything that may be sent in a battle. A battle of one attack has the one number 0.

    ``move``: counters may go to any hex beside the targets of an attack, as far as the rules let them attack from it.
    Who takes no part as it is set up stays where it is.
    """

    def __init__(self, scenario: Scenario, ruleset: Ruleset, step: int, move: bool) -> None:
        self.scenario = scenario
        self.words = ruleset.vocabulary
        self.pools = _pools(scenario, ruleset, step, move)
        self.attacks = scenario.attacks or (Declared(scenario.targets),)
        self.is_turn = bool(scenario.attacks)

    @property
    def nothing(self) -> Plan:
        """Nobody is sent."""
        return ((),) * len(self.pools)

    def ways(self, pool: Pool, slots: Sequence[Slot]) -> list[Load]:
        """Every way to divide a pool among these parts, in its steps."""
        step = self.step(pool, len(slots))
        shares = [*range(step, pool.whole, step), *([pool.whole] if pool.whole else [])]
        return [*_divided(slots, shares, pool.whole)]

    def step(self, pool: Pool, slots: int) -> int:
        """By how much the parts of a pool differ: what was asked for, more where there would be too many ways."""
        step = pool.step
        while step < pool.whole and comb(-(-pool.whole // step) + slots, slots) > MOST_WAYS:
            step += 1
        return step

    def slots(self, pool: Pool, attacks: Iterable[int]) -> list[Slot]:
        """The parts that some of a pool may have in these attacks."""
        return [slot for number in attacks for slot in self._slots(pool, number)]

    def _slots(self, pool: Pool, number: int) -> list[Slot]:
        slots = [Slot(number)]
        if not pool.moves:
            return slots
        barred = {unit.at for unit in self.scenario.units if unit.side != ATTACKER} | {pool.units[0].at}
        barred |= set(self.scenario.targets)
        for target in self.attacks[number].targets:
            for hex in hexgrid.neighbours(hexgrid.parse(target)):
                place = hexgrid.name(hex)
                if place not in barred:
                    barred.add(place)
                    slots.append(Slot(number, place))
        return slots

    def given(self, attacks: Iterable[int]) -> Plan:
        """What the battle as it is set up sends into these attacks."""
        found = []
        for pool in self.pools:
            load = []
            for number in attacks:
                shares = (
                    dict(self.attacks[number].units) if self.is_turn else {one.id: pool.whole for one in pool.units}
                )
                sent = sum(min(most, shares.get(one.id, 0)) for one, most in zip(pool.units, pool.sizes, strict=True))
                if sent:
                    load.append((Slot(number), sent))
            found.append(tuple(load))
        return tuple(found)

    def set_up(self, plan: Plan) -> Scenario | None:
        """The battle in which just this is sent; None where nobody is, or a scenario cannot hold it."""
        drawn: dict[str, list[Unit]] = {}
        sent: dict[int, list[tuple[str, int]]] = {}
        names = {unit.id for unit in self.scenario.units}
        for pool, load in zip(self.pools, plan, strict=True):
            for unit, parts in _drawn(pool, load):
                drawn[unit.id] = [*self._parts(pool, unit, parts, names, sent)]
        units = [one for unit in self.scenario.units for one in drawn.get(unit.id, [unit])]
        if not sent or len(units) > MAX_UNITS:
            return None
        if not self.is_turn:
            return replace(self.scenario, units=tuple(units))
        attacks = [replace(self.attacks[number], units=tuple(sent[number])) for number in sorted(sent)]
        targets = tuple(dict.fromkeys(target for one in attacks for target in one.targets))
        return replace(self.scenario, units=tuple(units), attacks=tuple(attacks), targets=targets)

    def _parts(
        self, pool: Pool, unit: Unit, parts: Mapping[Slot, int], names: set[str], sent: dict[int, list[tuple[str, int]]]
    ) -> Iterator[Unit]:
        """A unit in its parts by the hexes they are in; what of it goes into which attack is noted in ``sent``."""
        whole = size(unit, self.words)
        places: dict[str, list[tuple[int, int]]] = {}
        rest = whole - sum(parts.values())
        if self.is_turn and (rest or not whole):
            places[unit.at] = []
        for slot, share in parts.items():
            places.setdefault(slot.place or unit.at, []).append((slot.attack, share))
        for at, shares in places.items():
            much = sum(share for _, share in shares) + (rest if at == unit.at and self.is_turn else 0)
            name = unit.id
            if at != next(iter(places)):
                name = _free(unit.id, names)
            for number, share in shares:
                sent.setdefault(number, []).append((name, share))
            part = replace(unit, id=name, at=at)
            if much == whole:
                yield part
            elif pool.field:
                yield from self._factors(part, pool.field, much, names)
            else:
                yield replace(part, count=much)

    def _factors(self, unit: Unit, field: str, much: int, names: set[str]) -> Iterator[Unit]:
        """So many factors of a unit: one counter of them, or where none can be so strong, full ones and one more."""
        full, rest = divmod(much, unit.number(field))
        if much <= self.words.field_of[field].high:
            full, rest = 0, much
        if full:
            yield replace(unit, count=full)
        if rest:
            name = _free(unit.id, names) if full else unit.id
            yield replace(unit, id=name, count=1, values={**unit.values, field: rest})


def _free(id: str, names: set[str]) -> str:
    """An id for a part of a unit that no other has: the unit's with a number, cut where that would be too long."""
    tails = (f"-{n}" for n in count(2))
    name = next(name for tail in tails if (name := id[: LONGEST_ID - len(tail)] + tail) not in names)
    names.add(name)
    return name


def _divided(slots: Sequence[Slot], steps: Sequence[int], left: int) -> Iterator[Load]:
    """Every way to give some of so much to slots."""
    if not slots:
        yield ()
        return
    for share in (0, *(step for step in steps if step <= left)):
        for rest in _divided(slots[1:], steps, left - share):
            yield ((slots[0], share), *rest) if share else rest


def _drawn(pool: Pool, load: Load) -> Iterator[tuple[Unit, dict[Slot, int]]]:
    """The units of a pool with what of each has which part: one unit after the other is used up."""
    waiting = [*load]
    for unit, left in zip(pool.units, pool.sizes, strict=True):
        parts: dict[Slot, int] = {}
        while waiting and left:
            slot, share = waiting.pop(0)
            taken = min(left, share)
            parts[slot] = taken
            left -= taken
            if share > taken:
                waiting.insert(0, (slot, share - taken))
        yield unit, parts


def force_of(plan: Plan) -> int:
    """How much is sent: counters, and factors of what is counted in them."""
    return sum(share for load in plan for _, share in load)


def joined_plans(one: Plan, other: Plan) -> Plan:
    """Two plans for different attacks as one."""
    return tuple(mine + yours for mine, yours in zip(one, other, strict=True))


def fits(pools: Sequence[Pool], plan: Plan) -> bool:
    """Whether a plan sends no more than there is."""
    return all(sum(share for _, share in load) <= pool.whole for pool, load in zip(pools, plan, strict=True))
