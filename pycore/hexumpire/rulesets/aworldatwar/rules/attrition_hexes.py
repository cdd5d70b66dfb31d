"""Attrition occupation: which hexes the attacker may choose, and who may enter them (14.6, 14.521H)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.reasons import all_of
from hexumpire.model.battle import Option
from hexumpire.model.phase import Candidate
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import Changed, Piece, State
from hexumpire.rulesets.aworldatwar.rules.allowance import supplied
from hexumpire.rulesets.aworldatwar.rules.attrition_level import Levels
from hexumpire.rulesets.aworldatwar.rules.attrition_sides import FORTS, OVER_WATER, walled
from hexumpire.rulesets.aworldatwar.rules.crossing import closed
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH

KEPT = ("capital", "objective", "ic", "railhead")
"""Features of hexes that no attrition occupies, beside forts (14.62C)."""


NOBODY_LEFT: Why = ("no unit is left to enter it beside the hexes chosen", ("14.64",))
NOT_THEIRS = ("attacker", "neutral")
"""Who controls a hex that the other side does not hold."""
AWAY = ("14.61",)
"""By which a unit enters no hex that it is not next to."""


class Hexes:
    """The hexes that the attrition at hand may occupy."""

    def __init__(self, levels: Levels) -> None:
        self.levels = levels
        self.ground = levels.ground
        self._emptied: dict[tuple[int, Changed], bool] = {}
        self._refused: dict[tuple[int, Changed, tuple[Piece, ...], str], Why] = {}
        self._entries: dict[tuple[int, str], Why] = {}
        self._entrants: dict[tuple[int, str], list[tuple[int, int]]] = {}
        self.frozen = self.ground.scenario.conditions["frozen_swamps"] is True

    def emptied(self, state: State) -> bool:
        """Whether attrition combat has left no regular unit in the zone (14.65)."""
        key = (self.ground.fronts[state.number].zone, state.board)
        if key not in self._emptied:
            self._emptied[key] = not any(
                self.ground.zone[i] == key[0] and self.ground.is_regular(i) and self.ground.stands(state.board, i)
                for i in range(len(self.ground.units))
            )
        return bool(state.losses) and self._emptied[key]

    def due(self, state: State) -> bool:
        """Whether the attacker has hexes to choose."""
        return state.result[1] > 0 or self.emptied(state)

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes of the zone: those that may be chosen, and why others may not."""
        ground = self.ground
        number = ground.fronts[state.number].zone
        places = {
            place
            for place, stack in ground.stacks(state.board).items()
            if any(ground.zone[i] == number for i, _ in stack)
        }
        places.update(at for _, at in state.losses if at in ground.zones[number].hexes)
        if self.emptied(state):
            places.update(self._beside(state))
        for place in sorted(places - set(state.chosen)):
            label = say("Occupy {place}", place=mention(place))
            yield Candidate(Option(f"take:{place}", label, ("14.61",), hex=place), *self.choice(state, place))

    def _beside(self, state: State) -> set[str]:
        """The hexes of the zone next to those who attrition that the other side may hold still (14.65).

        Where the phasing side has come through in this turn there is nothing left to occupy (11.61).
        """
        zone = self.ground.zones[self.ground.fronts[state.number].zone].hexes
        found: set[str] = set()
        for look in self.levels.now(state).counted:
            around = hexgrid.neighbours(hexgrid.parse(self.ground.units[look.i].at))
            found.update(place for place in map(hexgrid.name, around) if place in zone)
        stacks, units = self.ground.stacks(state.board), self.ground.units
        held = {place for place, stack in stacks.items() if any(units[i].side == "attacker" for i, _ in stack)}
        found -= held | {unit.at for unit in units if unit.side == "attacker"}
        return {place for place in found if self._theirs(state, place)}

    def _theirs(self, state: State, place: str) -> bool:
        """Whether a hex is land that the other side may hold."""
        ground = self.ground
        return ground.scenario.hex(place).terrain != "sea" and ground.controller(state.board, place) not in NOT_THEIRS

    def choice(self, state: State, place: str) -> Why:
        """Why a hex may not be chosen beside those chosen already; empty when it may (14.61, 14.64)."""
        if not self.emptied(state) and len(state.chosen) >= state.result[1]:
            return say("the result gives {n} H, and they are chosen", n=state.result[1]), ("14.61",)
        reason, rules = self.refusal(state, place)
        if not reason and not self.fits(state, [*state.chosen, place]):
            return NOBODY_LEFT
        return reason, rules

    def refusal(self, state: State, place: str) -> Why:
        """Why a hex cannot be occupied by this attrition at all; empty when it can (14.61, 14.62)."""
        key = (self.levels.now(state).number, state.board, state.losses, place)
        if key not in self._refused:
            self._refused[key] = self._refusal(state, place)
        return self._refused[key]

    def _refusal(self, state: State, place: str) -> Why:
        """What :meth:`refusal` keeps."""
        if not self.emptied(state):
            if not self.ground.regulars(state.board, place):
                return "no regular ground unit stands there", ("14.62A",)
            if self.bore_all(state, place):
                return "it bore all the losses, the largest units first", ("14.62B",)
        features = self.ground.scenario.hex(place).features
        for feature in (*KEPT, *FORTS):
            if feature in features:
                return "capitals, objectives, ICs, railheads and forts are not occupied by attrition", ("14.62C",)
        by = str(self.ground.scenario.hex(place).values.get("bridgehead_by", "sea"))
        if "bridgehead" in features and by == "river":
            return "a bridgehead over a river or arrow is not occupied by attrition", ("14.62C",)
        if self.entrants(state, place):
            return "", ()
        near = [why for i, _ in self._able(state) if (why := self.entry(i, place))[1] != AWAY]
        return all_of(near or [("no attritioning unit that may advance is next to it", ("14.61",))])

    def bore_all(self, state: State, place: str) -> bool:
        """Whether all losses came from a hex, and no larger unit is left there than was lost (14.62B)."""
        units = self.ground.units
        if not state.losses or any(at != place for _, at in state.losses):
            return False
        left = [units[i].number("factors") for i, _ in self.ground.regulars(state.board, place)]
        return holds([units[i].number("factors") for i, _ in state.losses], left)

    # --- who enters -----------------------------------------------------------------------------------

    def _able(self, state: State) -> list[tuple[int, int]]:
        """Those who took part and have a supply, with their numbers (14.61)."""
        counted = self.levels.now(state).counted
        return [(look.i, look.many) for look in counted if supplied(self.ground.units[look.i])]

    def entry(self, i: int, place: str) -> Why:
        """Why a unit that took part may not enter a hex; empty when it may (14.61, 14.62C to E)."""
        if (i, place) not in self._entries:
            self._entries[i, place] = self._entry(i, place)
        return self._entries[i, place]

    def _entry(self, i: int, place: str) -> Why:
        """What :meth:`entry` keeps, as it depends on nothing that changes."""
        unit, scenario = self.ground.units[i], self.ground.scenario
        if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(place)) != 1:
            return "it is not next to the hex", AWAY
        if not supplied(unit):
            return "unsupplied units do not advance", ("14.61", "14.64")
        reason, rules = closed(unit.at, place, scenario)
        if reason:
            return reason, ("14.61", *rules)
        sides = scenario.between(unit.at, place)
        if walled(scenario, place, sides):
            return "nobody occupies the hex over its fortified hexside", ("14.62C",)
        if OVER_WATER & set(sides):
            return "nobody occupies the hex over a river or crossing arrow", ("14.62E",)
        return self.terrain(unit.type, unit.nation, scenario.hex(place).terrain)

    def terrain(self, kind: str, nation: str, terrain: str) -> Why:
        """Why a unit may not occupy a hex for its terrain (14.62D, 10.64B); empty when it may."""
        if terrain not in ROUGH or (terrain == "swamp" and self.frozen):
            return "", ()
        if terrain == "jungle" and (nation == "Japanese" or kind == "chindit"):
            return "", ()
        rules = ("14.62D", "10.64B") if kind == "chindit" else ("14.62D",)
        return "rough terrain is not occupied by attrition", rules

    def entrants(self, state: State, place: str) -> list[tuple[int, int]]:
        """Who may enter a hex, with how many counters."""
        level = self.levels.now(state)
        found = self._entrants.get((level.number, place))
        if found is None:
            found = [(i, n) for i, n in self._able(state) if not self.entry(i, place)[0]]
            self._entrants[level.number, place] = found
        return found

    def fits(self, state: State, places: Sequence[str]) -> bool:
        """Whether a counter of its own can enter each of these hexes, beside those that have entered one (14.64)."""
        spent: dict[int, int] = {}
        for i, _ in state.entered:
            spent[i] = spent.get(i, 0) + 1
        return _assigned([self.entrants(state, place) for place in places], spent, {})


def holds(lost: Sequence[int], left: Sequence[int]) -> bool:
    """Whether the units lost in a hex are the largest there: no larger one is left (14.62B)."""
    return min(lost) >= max(left, default=0)


def _assigned(wanted: list[list[tuple[int, int]]], spent: dict[int, int], found: dict[int, list[int]]) -> bool:
    """Whether every hex gets a counter of those who may enter it (augmenting paths, one hex after another)."""

    def seat(which: int, seen: set[int]) -> bool:
        for i, many in wanted[which]:
            if i in seen:
                continue
            seen.add(i)
            seated = found.setdefault(i, [])
            if len(seated) < many - spent.get(i, 0):
                seated.append(which)
                return True
            for place, other in enumerate(seated):
                if seat(other, seen):
                    seated[place] = which
                    return True
        return False

    return all(seat(which, set()) for which in range(len(wanted)))
