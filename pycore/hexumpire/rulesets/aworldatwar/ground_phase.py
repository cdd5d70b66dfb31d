"""The ground phase as one turn: movement, attacks, exploitation, attrition on one board (13.11, 14.12, 15.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from hexumpire.kit.declarable import Due, Plan
from hexumpire.kit.declaring import Declaring
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.sequence import Moment, PlayerTurn, Segment
from hexumpire.kit.turn_board import Board, Standing, hexes, scene, size
from hexumpire.model.battle import Line, Outcome
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Declared, Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.aworldatwar.attrition import attrition
from hexumpire.rulesets.aworldatwar.exploit import Exploitation
from hexumpire.rulesets.aworldatwar.measures import OF_PHASE
from hexumpire.rulesets.aworldatwar.movement import Movement
from hexumpire.rulesets.aworldatwar.rules import airdrop, partisans
from hexumpire.rulesets.aworldatwar.rules.breakthrough import HELD
from hexumpire.rulesets.aworldatwar.rules.control import TAKEN, seized
from hexumpire.rulesets.aworldatwar.rules.crossing import crossing, out_of_reach
from hexumpire.rulesets.aworldatwar.rules.factions import factions
from hexumpire.rulesets.aworldatwar.rules.overrun import BOUND
from hexumpire.rulesets.aworldatwar.rules.stacking import is_shock_army
from hexumpire.rulesets.aworldatwar.rules.zones import around
from hexumpire.rulesets.aworldatwar.turn import ATTACKS, dropped, drops_among, drops_on, has_to_land, lands, together
from hexumpire.rulesets.aworldatwar.units import arm_of, describe
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY

THWARTED = "thwarted"
"""Feature of a hex that an overrun failed to take (13.531)."""


def reaches(scenario: Scenario, unit: Unit, targets: Sequence[str]) -> Why:
    """Why a unit cannot attack these hexes from where it stands (15.21); dropped and landed ones are judged later."""
    if unit.flag("fought") and not unit.flag("overran"):  # after an overrun it may (13.55C)
        return say("{unit} made an offensive operation this turn", unit=describe(unit)), ("15.43",)
    owed = bound_to(scenario, unit)
    if owed and not {*owed} & {*targets}:
        return say("{unit} failed to overrun {place} and must attack it", unit=describe(unit),
                   place=mention(owed[0])), ("13.531",)  # fmt: skip
    for target in targets:
        if not any(one.at == target and one.side == "defender" and arm_of(one) == "ground" for one in scenario.units):
            return say("no ground unit defends {place}", place=mention(target)), ("15.21",)
    if unit.type in ("air", "fleet", "destroyer") or unit.text("via", "land") != "land":
        return drops_among(scenario, unit)
    for target in targets:
        if crossing(unit, target, scenario) is None:
            text = say("{unit} in {here} is not adjacent to {where}", unit=describe(unit), here=mention(unit.at),
                       where=mention(target))  # fmt: skip
            return text, (out_of_reach(unit, scenario, targets),)
    return "", ()


def bound_to(scenario: Scenario, unit: Unit) -> list[str]:
    """The hex that a unit, or air that helped it, failed to overrun and must attack (13.531).

    Of units that were only marked so when the board was set up it may be any such hex next to them.
    """
    if BOUND in unit.values:
        return [str(unit.values[BOUND])]
    if not unit.flag("pledged"):
        return []
    thwarted = [place for place, data in scenario.hexes.items() if THWARTED in data.features]
    return [place for place in thwarted if crossing(unit, place, scenario) is not None]


def marks(unit: Unit) -> tuple[tuple[str, Value], ...]:
    """What is said of a unit that made an attack: an offensive operation (14.23A), for air a mission (16.41)."""
    said = {"fought": True, "overran": False}
    return tuple((key, value) for key, value in said.items() if key in unit.values)


def assigned(unit: Unit) -> tuple[tuple[str, Value], ...]:
    """What is said of a unit whose attack was called off: air assigned to it has flown (15.11, 15.14, 16.41)."""
    return (("fought", True),) if unit.type == "air" else ()


def problems(scenario: Scenario) -> Iterator[Problem]:
    """What forbids attacks together, and attacks without those of their faction whose overrun failed there (13.531).

    Another faction may attack the same hex without them (15.46).
    """
    yield from together(scenario)
    known = factions(scenario) if scenario.attacks else {}
    for number, one in enumerate(scenario.attacks):
        ours = {known[name] for name, _ in one.units}
        for place in one.targets:
            if THWARTED not in scenario.hex(place).features:
                continue
            for n, unit in enumerate(scenario.units):
                share = dict(one.units).get(unit.id, 0)
                bound = (not ours or known[unit.id] in ours) and place in bound_to(scenario, unit)
                if bound and share < size(unit, VOCABULARY):
                    who = describe(unit)
                    text = say("{unit} failed to overrun {place} and must attack it", unit=who, place=mention(place))
                    where = f"$.attacks[{number}].units" if share else f"$.units[{n}]"
                    yield Problem(text, where, "13.531", say("send it in attack {n}", n=number + 1))


def demanded(scenario: Scenario, place: str) -> Iterator[Due]:
    """The attacks on a hex that have to be made: an overrun of it failed (13.531), or units drop on enemies (15.22).

    Each alliance faction makes its own (15.46).
    """
    thwarted = THWARTED in scenario.hex(place).features
    reason, rules = drops_on(scenario, place)
    if not thwarted and not reason:
        return
    known = factions(scenario)
    bound: dict[str, set[str]] = {}
    falling: dict[str, set[str]] = {}
    for unit in scenario.units:
        if unit.side == "attacker" and arm_of(unit) == "ground":
            if thwarted and place in bound_to(scenario, unit):
                bound.setdefault(known[unit.id], set()).add(unit.id)
            if reason and unit.at == place and dropped(unit):
                falling.setdefault(known[unit.id], set()).add(unit.id)
    if thwarted:
        text = say("{place} must be attacked after the failed overrun", place=mention(place))
        for names in bound.values() or [set()]:
            yield Due((place,), text, ("13.531",), frozenset(names))
    for names in falling.values():
        yield Due((place,), reason, rules, frozenset(names))


def owed(scenario: Scenario, one: Declared) -> Why:
    """Why a declared attack has to be fought."""
    sent = {name for name, _ in one.units}
    for due in (due for place in one.targets for due in demanded(scenario, place)):
        if not due.units or due.units & sent:
            return due.reason, due.rules
    return ATTACKS.owed(scenario, one)


def landings(scenario: Scenario) -> Iterator[Due]:
    """The attacks that invasions make which no enemy interferes with, each by one unit of it at least (15.22).

    It stands at sea beside the enemy, or in his hex; others may wait for exploitation (10.71). An invasion of which
    somebody is ashore has been made (16.14).
    """
    ours = [unit for unit in scenario.units if unit.side == "attacker" and unit.text("via") == "sea"]
    ashore = {unit.at for unit in ours if unit.flag("fought")}
    known = factions(scenario) if ours else {}
    parties: dict[tuple[str, str], set[str]] = {}
    for unit in ours:
        if lands(scenario, unit) and ashore.isdisjoint((unit.at, *around(unit.at))):
            parties.setdefault((unit.at, known[unit.id]), set()).add(unit.id)
    held = {unit.at for unit in scenario.units if unit.side == "defender" and arm_of(unit) == "ground"}
    for (place, _), names in parties.items():
        near = (place,) if place in held else around(place) if scenario.hex(place).terrain == "sea" else ()
        hexes = tuple(one for one in near if one in held)
        if hexes:
            yield Due(hexes, *has_to_land(place), frozenset(names))


FIGHTS = replace(ATTACKS, marks=marks, assigned=assigned, problems=problems, owed=owed)


def due(scenario: Scenario, declared: Sequence[Declared]) -> list[Due]:
    """The attacks that failed overruns, drops and landings demand and that are not declared (13.531, 15.22)."""
    sent = {name for one in declared for name, _ in one.units}
    hit = {place for one in declared for place in one.targets}
    found = [*landings(scenario)]
    for place in dict.fromkeys((*scenario.hexes, *(unit.at for unit in scenario.units))):
        found += demanded(scenario, place)
    return [one for one in found if (one.units.isdisjoint(sent) if one.units else hit.isdisjoint(one.hexes))]


def flown(one: Standing) -> Standing:
    """Counters that have made an offensive operation, or air that has flown its mission."""
    return one._replace(values=(*one.values, ("fought", True)))


class Combat(Declaring):
    """The attacks of the phase: declared on the board, then fought in the attacker's order."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, FIGHTS, reaches, describe, due)

    def best_first(self) -> Sequence[Unit]:
        """The strongest first, as two units may attack out of a hex (15.47); before them who has to attack (15.22)."""
        return sorted(self.ours, key=lambda one: (not (dropped(one) or one.flag("pledged")), -one.number("factors")))

    def spent(self, state: Plan) -> list[tuple[Standing, Rules]]:
        """Who is eliminated when all attacks are over: shock armies (12.16), who dropped among living enemies (10.56).

        Those that attacked have gone with the end of their attack; these made none.
        """
        if not self.ended(state):
            return []
        left = [one for parts in super().remains(state).values() for one in parts]
        units = self.scenario.by_id
        theirs = {one.at for one in left if units[one.unit].side == "defender" and arm_of(units[one.unit]) == "ground"}
        found: list[tuple[Standing, Rules]] = []
        for one in left:
            unit = units[one.unit]
            if is_shock_army(unit):
                found.append((one, ("12.16",)))
            elif unit.side == "attacker" and unit.text("via", "land") == "airdrop" and one.at in theirs:
                found.append((one, ("10.56",)))
        return found

    def outcome(self, state: Plan) -> Outcome:
        """What the attacks came to; with those who are eliminated when all are over (10.56, 12.16)."""
        found = super().outcome(state)
        gone = sum(self.scenario.by_id[one.unit].number("factors") * one.many for one, _ in self.spent(state))
        sums = ((key, n + gone * (key == "attacker_lost")) for key, n in found.measures)
        return replace(found, measures=tuple(sums))

    def landed(self, state: Plan) -> set[str]:
        """The hexes without enemies that units which dropped occupy when all attacks are over."""
        if not self.ended(state):
            return set()
        ours, theirs = set(), set()
        for one in (one for parts in super().remains(state).values() for one in parts):
            unit = self.scenario.by_id[one.unit]
            if unit.side == "attacker" and dropped(unit):
                ours.add(one.at)
            elif unit.side == "defender" and arm_of(unit) == "ground":
                theirs.add(one.at)
        return ours - theirs

    def remains(self, state: Plan) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit; nothing of those who are eliminated when all attacks are over.

        Defensive air over hexes that were attacked, or were to be before the attack was called off, has flown its
        mission (15.11, 16.44), but for partisans alone (11.47); so have, of either side, those of a failed overrun, be
        it that no attack could follow (13.53). Whoever dropped has made an offensive operation, on enemies or not
        (14.23A); flak in the hexes of those is eliminated (10.94).
        """
        gone, landed = [one for one, _ in self.spent(state)], self.landed(state)
        numbers = [number for number, _ in self.course(state).fought]
        fought = [one.targets for n, one in enumerate(state.attacks) if n in numbers or self.ended(state)]
        attacked = {place for targets in fought for place in targets if not self.unsupported(targets)}
        if self.ended(state):
            attacked.update(place for place, data in self.scenario.hexes.items() if THWARTED in data.features)
        found: dict[str, Sequence[Standing]] = {}
        for name, parts in super().remains(state).items():
            unit = self.scenario.by_id[name]
            parts = [one for one in parts if one not in gone]
            if unit.side == "defender" and unit.type == "flak":
                parts = [one for one in parts if one.at not in landed]
            elif unit.side == "defender" and unit.type == "air":
                parts = [flown(one) if one.at in attacked else one for one in parts]
            elif self.ended(state) and (dropped(unit) or (unit.type == "air" and bound_to(self.scenario, unit))):
                parts = [flown(one) for one in parts]
            found[name] = parts
        return found

    def unsupported(self, targets: Sequence[str]) -> bool:
        """Whether nobody but partisans, whom no air supports, was attacked in these hexes (11.47)."""
        return partisans.alone(one for one in self.scenario.units if one.side == "defender" and one.at in targets)

    def closing(self, state: Plan) -> Sequence[Line]:
        """How the attacks ended that were not fought, and who is eliminated."""
        lines = list(super().closing(state))
        for one, rules in self.spent(state):
            unit = describe(self.scenario.by_id[one.unit])
            text = say("The {unit} in {place} is eliminated: regular combat is over.", unit=unit, place=mention(one.at))
            lines.append(Line(text, rules, "attacker"))
        return lines

    def ground(self, state: Plan) -> Mapping[str, tuple[str, ...]]:
        """What attacks changed; what a failed overrun demanded has been done.

        How a hex was defended is no matter any more when all is over and it is not broken through (16.31E).
        """
        found = {place: data.features for place, data in self.scenario.hexes.items() if THWARTED in data.features}
        found.update(super().ground(state))
        occupied = seized(self.scenario, sorted(self.landed(state)))
        found.update({place: marks for place, marks in occupied.items() if TAKEN not in found.get(place, ())})
        done = {place: {THWARTED} for place in found}
        for place, features in found.items():
            if self.ended(state) and "breakthrough" not in features:
                done[place].add(HELD)
        return {place: tuple(one for one in found[place] if one not in done[place]) for place in found}


def segments(start: Scenario) -> tuple[Segment, ...]:
    """The parts of the phase; attrition zones are those of the board at its start, before any movement (14.211)."""
    return (
        Segment("move", "Movement", ("13.11",), partial(Movement, keeps=True)),
        Segment("turn", "Attacks", ("15.12",), Combat, conditions=(("phase", "regular"),)),
        Segment("exploitation", "Exploitation", ("15.14",), Exploitation, fresh=(("moved", False),),
                conditions=(("phase", "exploitation"),)),
        Segment("attrition", "Attrition", ("14.12",), partial(attrition, start=start)),
    )  # fmt: skip


def taken(board: Board) -> set[str]:
    """The hexes that the phasing side has taken (11.61)."""
    return {place for place, marks in board.ground if TAKEN in marks}


def with_hexes(end: Outcome, more: int) -> Outcome:
    """An end of a part in which so many more hexes were taken."""
    measures = {**dict(end.measures), "hexes": end.measure("hexes") + more}
    return replace(end, measures=tuple(measures.items())) if more else end


class GroundPhase(PlayerTurn):
    """The ground phase: attacks that a failed overrun, a drop or a landing demands are not left out (13.531, 15.22).

    Nor is regular combat while units are to drop, on nobody too: right before it is when they do (10.52); nor while
    there are shock armies, which are gone when it is over (12.16).
    """

    def outcomes(self, state: Moment) -> list[Outcome]:
        """How the parts ended that are over.

        The hexes that were overrun in the movement are taken, too (13.54), and those that attacks cleared and somebody
        else entered, then or in exploitation (11.61, 16.42).
        """
        found: list[Outcome] = []
        cleared: set[str] = set()
        boards = [*(one.board for one in state.ended), state.board][1:]
        for one, after, end in zip(state.ended, boards, super().outcomes(state), strict=True):
            game, more = self.segments[one.part].game, end.measure("overrun")
            if game is Combat:
                cleared = self.defended(one.board) - self.defended(after)
                more = max(0, len(cleared & taken(after)) - end.measure("hexes"))
            elif game is Exploitation:
                more = len(cleared & taken(after) - taken(one.board))
            found.append(with_hexes(end, more))
        return found

    def defended(self, board: Board) -> set[str]:
        """The hexes of a board with ground units of the defender in them."""
        units = ((one.at, self.scenario.by_id[one.unit]) for one in board.units)
        return {at for at, unit in units if unit.side == "defender" and arm_of(unit) == "ground"}

    def demanded(self, state: Moment) -> Why:
        """Why the attacks must come before anything else; empty where they need not, or are over."""
        if any(self.segments[one.part].game is Combat for one in state.ended):
            return "", ()
        board = state.board
        now = replace(self.scenario, units=scene(self.scenario, board), hexes=hexes(self.scenario, board))
        falling = [
            (say("{unit} drops on {place} in regular combat", unit=describe(unit), place=mention(unit.at)), ("10.52",))
            for unit in now.units
            if unit.side == "attacker" and dropped(unit)
        ]
        doomed = [
            (say("{unit} is eliminated when regular combat is over", unit=describe(unit)), ("12.16",))
            for unit in now.units
            if is_shock_army(unit)
        ]
        return next(iter((*((one.reason, one.rules) for one in due(now, ())), *falling, *doomed)), ("", ()))

    def closed(self, number: int, state: Moment) -> Why:
        """Why a part cannot be begun."""
        fights = next(place for place, segment in enumerate(self.segments) if segment.game is Combat)
        bar = self.demanded(state) if number > fights else ("", ())
        return bar if bar[0] else super().closed(number, state)

    def unfinished(self, state: Moment) -> Why:
        """Why the phase cannot end yet."""
        return self.demanded(state)


def ground_phase(scenario: Scenario) -> PlayerTurn:
    """The game of the ground phase."""
    found = Problem("the older edition at hand has one attack at a time only", "$.edition", "15.12",
                    "choose the newer edition")  # fmt: skip
    problems = tuple(airdrop.astray(scenario)) if scenario.edition == "new" else (found,)
    return GroundPhase(scenario, segments(scenario), VOCABULARY, OF_PHASE, problems)
