"""Attrition retreats: where displaced units may go, the lesser evil first (14.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Option
from hexumpire.model.phase import Candidate
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import Changed, Piece, State
from hexumpire.rulesets.aworldatwar.rules.attrition_ground import Ground
from hexumpire.rulesets.aworldatwar.rules.attrition_sides import ALL_AROUND, WALLS
from hexumpire.rulesets.aworldatwar.rules.crossing import closed
from hexumpire.rulesets.aworldatwar.rules.partisans import leaves
from hexumpire.rulesets.aworldatwar.rules.stacking import has_room, stacking_limit
from hexumpire.rulesets.aworldatwar.rules.zones import controlled
from hexumpire.rulesets.aworldatwar.tables import STACKING
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED

BARRED = ("base", "bridgehead", "railhead", "ic", "singapore", *ALL_AROUND, *WALLS)
"""Features that bar a retreat where the enemy has them (14.72A)."""
Evil = tuple[bool, bool, bool]
"""What is wrong with a hex: the enemy controls it, it lies in his zone of control, it is full (the worst first)."""
Seat = tuple[str, bool, int]
"""A free place in a hex: whether it is one of a specialised unit, and which of them."""


class Retreats:
    """Where counters go that stand in hexes to be occupied."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._zones: dict[Changed, frozenset[str]] = {}

    def displaced(self, state: State) -> tuple[list[Piece], list[Piece]]:
        """The counters that have to leave the chosen hexes, and those that cannot: flak, and whoever has no way out.

        Nothing that other counters do changes who is in the second list (14.71, 14.76).
        """
        go: list[Piece] = []
        lost: list[Piece] = []
        for place in state.chosen:
            stack = self.ground.stacks(state.board).get(place, ())
            for i, n in sorted(stack, key=lambda entry: self.ground.group[entry[0]]):
                unit = self.ground.units[i]
                if arm_of(unit) not in ("ground", "flak"):
                    continue
                stuck = unit.type == "flak" or not self.ways(state, (i, place))
                (lost if stuck else go).extend([(i, place)] * n)
        return go, lost

    def ways(self, state: State, piece: Piece) -> list[str]:
        """The hexes that a counter may go to at all (14.72)."""
        around = map(hexgrid.name, hexgrid.neighbours(hexgrid.parse(piece[1])))
        return [place for place in around if not self.barred(state, piece, place)[0]]

    def candidates(self, state: State, alike: str) -> Iterator[Candidate]:
        """The six hexes around the counter that retreats next: the least evil ones, and why not the others.

        ``alike`` marks all options as alike, where it is no matter for the outcome who goes where.
        """
        i, here = piece = state.waiting[0]
        unit = self.ground.units[i]
        least = min(self.evil(state, piece, place) for place in self.ways(state, piece))
        needed = self._needed(state)
        for place in map(hexgrid.name, hexgrid.neighbours(hexgrid.parse(here))):
            reason, rules = self.barred(state, piece, place)
            evil = self.evil(state, piece, place)
            if not reason and evil != least:
                reason, rules = "a lesser evil is open", (WHICH[evil.index(True)], "14.73")
            elif not reason and place in needed:
                reason, rules = "a unit that retreats as well would be overstacked then", ("14.73A", "14.71")
            label = say("Retreat to {place}", place=mention(place))
            if any(evil):
                label = say("Retreat to {place}: {x}", place=mention(place), x=EVILS[evil.index(True)])
            option = Option(f"retreat:{place}", label, ("14.71", *cited(evil)), unit.id, place, alike)
            yield Candidate(option, reason, rules)

    def barred(self, state: State, piece: Piece, place: str) -> Why:
        """Why a counter may not retreat into a hex, whatever else is open (14.72); empty when it may."""
        ground, scenario = self.ground, self.ground.scenario
        enemies = [ground.units[i] for i, _ in ground.stacks(state.board).get(place, ()) if _enemy(ground.units[i])]
        if any(arm_of(unit) == "ground" for unit in enemies):
            return "enemy units stand there", ("14.72A", "14.72C")
        if enemies:
            return "enemy flak, air or ships are there", ("14.72A",)
        if place in state.chosen:
            return "the enemy is to occupy it", ("14.72B",)
        if place in ground.vacated(state.board):
            return "the enemy has left it by an advance", ("14.72C",)
        data = scenario.hex(place)
        control = ground.controller(state.board, place)
        if control == "attacker" and any(feature in data.features for feature in BARRED):
            return "it is an enemy base, bridgehead, railhead, IC or fort", ("14.72A",)
        if data.terrain == "sea":
            return "no ground unit stays at sea", ("14.72D", "12.23")
        reason, rules = closed(piece[1], place, scenario)
        if reason:
            return reason, ("14.72D", *rules)
        if control == "neutral":
            return "it is neutral", ("14.72D",)
        unit = ground.units[piece[0]]
        if unit.type == "partisan":
            reason, rules = leaves(replace(unit, at=piece[1]), place, scenario)
            return reason, ("14.72D", *rules) if reason else ()
        return "", ()

    def evil(self, state: State, piece: Piece, place: str) -> Evil:
        """What is wrong with a hex for a counter, the worst first: the least evil hex is the smallest (14.73)."""
        control = self.ground.controller(state.board, place)
        return control == "attacker", place in self._watched(state.board), self._full(state.board, piece, place)

    def _needed(self, state: State) -> frozenset[str]:
        """The hexes that the counter which retreats next leaves to the others, who would be overstacked without them.

        All retreat at once (14.71), and overstack where nothing else does only (14.73A): as many as can have a place
        where no evil is worse than that.
        """
        waiting = state.waiting
        near = {piece: frozenset(self._least(state, piece)) for piece in dict.fromkeys(waiting)}
        if len(set(near.values())) == 1:  # whoever goes first, every place is taken
            return frozenset()
        free = {
            piece: [one for place in places for one in self._seats(state, piece, place)]
            for piece, places in near.items()
        }
        most, found = most_seated([free[piece] for piece in waiting]), []
        for place in near[waiting[0]]:
            taken = next(self._seats(state, waiting[0], place), None)
            rest = [[seat for seat in free[piece] if seat != taken] for piece in waiting[1:]]
            if most_seated(rest) + (taken is not None) < most:
                found.append(place)
        return frozenset(found)

    def _least(self, state: State, piece: Piece) -> list[str]:
        """The hexes in which a counter meets the least evil beside overstacking."""
        ways = self.ways(state, piece)
        least = min(self.evil(state, piece, place)[:-1] for place in ways)
        return [place for place in ways if self.evil(state, piece, place)[:-1] == least]

    def _seats(self, state: State, piece: Piece, place: str) -> Iterator[Seat]:
        """The free places that a hex has for counters like this one: specialised units take their own first (12.12)."""
        unit = self.ground.units[piece[0]]
        stack = [(self.ground.units[i], n) for i, n in self.ground.stacks(state.board).get(place, ())]
        here = [(other, n) for other, n in stack if arm_of(other) == "ground"]
        own = STACKING["specialised"] - sum(n for other, n in here if other.type in SPECIALISED)
        own = max(0, own) if unit.type in SPECIALISED else 0
        for n in range(len(state.waiting)):
            if not room(self.ground, unit, place, [*here, (unit, n)]):
                return
            yield place, n < own, n if n < own else n - own

    def _watched(self, board: Changed) -> frozenset[str]:
        """Every hex in a zone of control of the phasing side (10.34)."""
        units, scenario = self.ground.units, self.ground.scenario
        board = tuple(entry for entry in board if _enemy(units[entry[0]]))
        if board not in self._zones:
            armor = []
            for place, stack in self.ground.stacks(board).items():
                armor += [replace(units[i], at=place) for i, _ in stack if _enemy(units[i])]
            self._zones[board] = controlled(armor, scenario)
        return self._zones[board]

    def _full(self, board: Changed, piece: Piece, place: str) -> bool:
        """Whether a hex is overstacked when a counter enters it (12.11, 12.12)."""
        unit = self.ground.units[piece[0]]
        stack = [(self.ground.units[i], n) for i, n in self.ground.stacks(board).get(place, ())]
        return not room(self.ground, unit, place, [(other, n) for other, n in stack if arm_of(other) == "ground"])


def room(ground: Ground, unit: Unit, place: str, stack: list[tuple[Unit, int]]) -> bool:
    """Whether a hex that holds these units of its side has room for one counter more (12.11, 12.12, 12.13).

    A bridgehead gives no room to those who occupy it: it is gone then.
    """
    limit, rule = stacking_limit(ground.scenario, place, [unit, *(other for other, _ in stack)])
    return has_room(ground.scenario, unit, stack, STACKING["ground"] if _enemy(unit) and rule == "12.13" else limit)


def most_seated(wanted: Sequence[Sequence[Seat]]) -> int:
    """How many of those who want one of some places can have one (augmenting paths)."""
    holders: dict[Seat, int] = {}

    def seat(which: int, seen: set[Seat]) -> bool:
        for one in wanted[which]:
            if one in seen:
                continue
            seen.add(one)
            if one not in holders or seat(holders[one], seen):
                holders[one] = which
                return True
        return False

    return sum(seat(which, set()) for which in range(len(wanted)))


EVILS = ("the enemy controls it", "it lies in an enemy zone of control", "it is overstacked then")
WHICH = ("14.73C", "14.73B", "14.73A")
"""Clauses that speak of the evils, the worst first."""


def cited(evil: Evil) -> tuple[str, ...]:
    """The clauses by which a retreat into a hex is allowed nevertheless."""
    found = tuple(rule for rule, wrong in zip(WHICH, evil, strict=True) if wrong)
    return (*found, "12.17") if evil[-1] else found


def _enemy(unit: Unit) -> bool:
    return unit.side == "attacker"
