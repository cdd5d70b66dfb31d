"""Russian winter attritions: hexes that Russia designates, and what the Axis may lose then (14.521)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Option
from hexumpire.model.phase import Candidate
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.rules.attrition_hexes import NOBODY_LEFT, Hexes
from hexumpire.rulesets.aworldatwar.rules.attrition_sides import FORTS, WALLS
from hexumpire.rulesets.aworldatwar.rules.crossing import closed
from hexumpire.rulesets.aworldatwar.tables import ATTRITION_LIMITS
from hexumpire.rulesets.aworldatwar.units import TRAITS

RULES = ("14.521",)


class Winter:
    """The designations of the attrition at hand, and what they ask of the defender's losses."""

    def __init__(self, hexes: Hexes) -> None:
        self.hexes = hexes
        self.levels = hexes.levels
        self.ground = hexes.ground
        self._near: dict[tuple[str, ...], frozenset[str]] = {}
        self.allowed = int(self.ground.scenario.conditions["winter_designations"])

    def applies(self, state: State) -> bool:
        """Whether the attrition at hand is a Russian winter attrition of the Axis (14.521)."""
        front = self.ground.fronts[state.number]
        return bool(self.allowed) and (front.faction, self.ground.zones[front.zone].faction) == ("russia", "axis")

    def open(self, state: State) -> bool:
        """Whether Russia may designate a hex; no more in all attritions than is stated (14.521D)."""
        left = self.allowed - state.designated - len(state.bled) - len(state.seized)
        return left > 0 and self.applies(state) and any(not one.reason for one in self.candidates(state))

    # --- designations ---------------------------------------------------------------------------------

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every hex of the zone, for losses and for occupation (14.521A to F)."""
        zone = self.ground.fronts[state.number].zone
        places = {
            place for place in self.ground.stacks(state.board)
            if any(self.ground.zone[i] == zone for i, _ in self.ground.regulars(state.board, place))
        }  # fmt: skip
        for place in sorted(places):
            take = say("{place} is to be occupied", place=mention(place))
            yield Candidate(
                Option(f"seize:{place}", take, ("14.521C",), hex=place), *self._refusal(state, place, "seize")
            )
            bleed = say("{place} is to lose a unit", place=mention(place))
            yield Candidate(
                Option(f"bleed:{place}", bleed, ("14.521B",), hex=place), *self._refusal(state, place, "bleed")
            )

    def _refusal(self, state: State, place: str, verb: str) -> Why:
        """Why a hex may not be designated for losses (``bleed``) or occupation (``seize``)."""
        if place in (*state.bled, *state.seized):
            return "it is designated already", ("14.521E",)
        reason, rules = self._unfit(state, place)
        if reason:
            return reason, rules
        if verb == "seize":
            if len(state.seized) >= state.result[1]:
                return "no more hexes may be designated than the result gives", ("14.521C",)
            reason, rules = self.hexes.refusal(state, place)
            if not reason and not self.hexes.fits(state, [*state.seized, place]):
                reason, rules = NOBODY_LEFT
            return reason, ("14.521C", *rules) if reason else ()
        if len(state.bled) >= state.result[0]:
            return "no more hexes may be designated than the result calls for counters", ("14.521B",)
        features = self.ground.scenario.hex(place).features
        if any(fort in features for fort in (*FORTS, *WALLS)):
            return "the hex is fortified", ("14.521B",)
        return "", ()

    def _unfit(self, state: State, place: str) -> Why:
        """Why a hex may be designated for nothing (14.521A, 14.521F)."""
        if place not in {at for _, at, _ in self.levels.now(state).contact}:
            return "no attritioning unit is next to it", ("14.521A",)
        if self.ground.scenario.hex(place).values.get("outside_winter") is True:
            return "it lies outside the Russian winter zone", ("14.521A",)
        nations = {self.ground.units[i].nation for i, _ in self.ground.regulars(state.board, place)}
        if all("nordic" in TRAITS[nation] for nation in nations):
            return "only Finns and Swedes stand there", ("14.521F",)
        return "", ()

    # --- losses ---------------------------------------------------------------------------------------

    def spared(self, state: State, i: int, place: str, free: Callable[[str], int]) -> Why:
        """Why a counter of the Axis may not be lost where Russia designated hexes (14.521G); empty when it may.

        ``free`` says how many more counters of a nation may be lost, which has to do for the designated hexes.
        """
        if not self.applies(state):
            return "", ()
        if place in state.seized:
            return "its hex is designated for occupation", ("14.521G",)
        waiting = self._waiting(state)
        own = self.ground.units[i].nation
        rest = [nations for at, nations in waiting.items() if at != place]
        left = {nation: free(nation) - (nation == own) for nations in rest for nation in nations}
        if len(rest) >= state.result[0] - len(state.losses) or not payable(rest, left):
            return "the losses that are left must come from designated hexes", ("14.521G",)
        if place in state.bled:
            return "", ()
        level = self.levels.now(state)
        side = [(self.ground.units[j], n) for j, _, n in level.contact]
        best = ATTRITION_LIMITS["best_preparation"]
        if self.levels.preparation(side, best) >= best:
            return "", ()
        if place not in self._reach(tuple(sorted({at for _, at, _ in level.contact}))):
            return "it is more than three hexes by land from every unit attritioned", ("14.521G",)
        return "", ()

    def _waiting(self, state: State) -> dict[str, set[str]]:
        """Designated hexes that have yet to lose a unit, with the nations that stand there."""
        lost = {at for _, at in state.losses}
        return {
            place: {self.ground.units[i].nation for i, _ in self.ground.regulars(state.board, place)}
            for place in state.bled
            if place not in lost
        }

    def _reach(self, places: tuple[str, ...]) -> frozenset[str]:
        """The hexes within three by land of some hexes."""
        if places not in self._near:
            self._near[places] = frozenset().union(*(near(self.ground.scenario, place) for place in places))
        return self._near[places]


def payable(hexes: Sequence[Collection[str]], left: Mapping[str, int]) -> bool:
    """Whether each hex, of which the nations are given, can lose one unit when so many of each may be lost (14.52C)."""
    if not hexes:
        return True
    first, *rest = hexes
    return any(left[one] > 0 and payable(rest, {**left, one: left[one] - 1}) for one in sorted(first))


def near(scenario: Scenario, place: str) -> frozenset[str]:
    """The hexes within three of a hex by land (14.521G)."""
    found, edge = {place}, [place]
    for _ in range(ATTRITION_LIMITS["winter_radius"]):
        ahead = []
        for here in edge:
            for next_hex in hexgrid.neighbours(hexgrid.parse(here)):
                there = hexgrid.name(next_hex)
                land = scenario.hex(there).terrain != "sea" and not closed(here, there, scenario)[0]
                if land and there not in found:
                    found.add(there)
                    ahead.append(there)
        edge = ahead
    return frozenset(found)
