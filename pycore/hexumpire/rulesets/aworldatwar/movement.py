"""The movement phase of one side as a game (chapter 13): counters move, overrun, and may not end too many in a hex.

``attacker`` is the side that moves. Counters are taken in hand one after another and go where :mod:`.rules.movement`
lets them; they may wait and go on (13.45). Positions are :class:`.rules.marching.March` values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Standing
from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Trace
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.aworldatwar.phases.march_phase import hand_of, named
from hexumpire.rulesets.aworldatwar.phases.marching import Arrived, Go, Pick, Scrap
from hexumpire.rulesets.aworldatwar.phases.overrunning import Cover, Join, Support, party
from hexumpire.rulesets.aworldatwar.rules import allowance, control, movement, movement_form, partisans, zones
from hexumpire.rulesets.aworldatwar.rules.eligibility import at_sea, sizes
from hexumpire.rulesets.aworldatwar.rules.marching import MOVER, OTHER, March, Marching, Part, shares
from hexumpire.rulesets.aworldatwar.rules.overrun import BOUND
from hexumpire.rulesets.aworldatwar.units import describe

RULES = ("13.41",)
Marks = tuple[tuple[str, Value], ...]
"""Fields of a unit as they are now."""
AFTER = ("13.55C", "13.55D")


class Movement(PhasedGame[March]):
    """The game of a movement phase (see :class:`hexumpire.model.battle.Game`).

    ``keeps``: it tells the hexes that were entered and are taken by that (see :meth:`ground`).
    """

    def __init__(self, scenario: Scenario, keeps: bool = False) -> None:
        self.scenario = scenario
        self.board = Marching(scenario, keeps)
        kinds = (Pick, Scrap, Go, Join, Support, Cover)
        super().__init__([*(kind(self.board) for kind in kinds), Arrived(self.board)])
        self.problems: tuple[Problem, ...] = tuple(problems(self.board))

    def start(self) -> March:
        """Before the first move."""
        return March(Pick.key)

    def overrides(self, state: March) -> Sequence[Option]:
        """Nothing to agree on."""
        return ()

    # --- what is shown --------------------------------------------------------------------------------

    def assess(self, state: March) -> Assessment:
        """The odds of the overrun at hand; of counters in hand what they have; else what everybody has."""
        if state.phase in (Support.key, Cover.key):
            units = [self.board.unit(part) for part in party(state)]
            found = self.board.reckoned(state, units, state.target, state.support)
            return found.assessment(state.target)
        parts = [hand_of(state)] if state.phase in (Go.key, Join.key) else self.board.standing(state)
        lines = tuple(self._entry(part) for part in parts)
        zones_left = filter(None, [self._leaving(state, part) for part in parts])
        if len(parts) == 1:
            headline = say("{unit}: {n} MF", unit=named(self.board, parts[0]), n=_left(lines[0]))
        else:
            able = self._able(state)
            headline = say("{n} unit may still move" if able == 1 else "{n} units may still move", n=able)
        return Assessment(headline, None, None, None, Trace("Movement", None, RULES, "list", (*lines, *zones_left)))

    def _leaving(self, state: March, part: Part) -> Trace | None:
        """What it costs counters to leave the zones of control that they stand in; None beside no armor (13.41D)."""
        if self.board.still(part)[0]:
            return None
        front = self.board.front(state, self.board.units[part.kind])
        entered = bool(part.spent.all)
        return zones.leaving(part.at, front.units, self.scenario, surprised=front.surprised, entered=entered)

    def _able(self, state: March) -> int:
        """How many counters can move now."""
        return sum(part.many for part in self.board.standing(state) if not self.board.idle(state, part)[0])

    def _entry(self, part: Part) -> Trace:
        """What counters have: their movement factor less what they spent."""
        unit = self.board.unit(part)
        has = allowance.trace(unit, self.scenario)
        used = Trace("spent", -part.spent.all, RULES)
        label = say("{unit} in {place}", unit=named(self.board, part), place=mention(part.at))
        reason, rules = self.board.still(part)
        if reason:
            return Trace(label, None, rules, skipped=True, note=reason)
        return Trace(label, (has.value or 0) - part.spent.all, RULES, "sum", (has, used) if part.spent.all else (has,))

    def closing(self, state: March) -> Sequence[Line]:
        """What follows: who must attack after a failed overrun, what those who overran may do, what partisans hold."""
        lines = []
        if state.overrun:
            lines.append(Line("Those who overran may still attack, take part in attrition and exploit.", AFTER, MOVER))
        for place, parts in self.obliged(state).items():
            who = listed([named(self.board, part) for part in parts])
            support = sum(ours for hex, ours, _ in state.flown.bound if hex == place)
            text = say("{a} must attack {place} in the combat phase.", a=who, place=mention(place))
            if support:
                text = say("{a} must attack {place} in the combat phase, with ground support of {n}.", a=who,
                           place=mention(place), n=support)  # fmt: skip
            lines.append(Line(text, ("13.531",), MOVER))
        if any(self.board.units[part.kind].type == "partisan" for part in state.parts):
            lines += partisans.BLOCKS
        return lines

    def obliged(self, state: March) -> Mapping[str, Sequence[Part]]:
        """The hexes that must be attacked in the combat phase, each with those that failed to overrun it (13.531)."""
        found: dict[str, list[Part]] = {}
        for part in state.parts:
            if part.bound:
                found.setdefault(part.bound, []).append(part)
        return found

    def overlay(self, state: March) -> Mapping[str, Any]:
        """Counters gone and moved, air that has flown, and the hexes of the weather."""
        units = self.board.units
        moved: dict[str, dict[str, int]] = {}
        for part in state.parts:
            if part.at != units[part.kind].at:
                places = moved.setdefault(units[part.kind].id, {})
                places[part.at] = places.get(part.at, 0) + part.many
        lit = [state.target] if state.target else [state.hand.at] if state.hand else []
        return {"lost": {units[index].id: many for index, many in state.lost}, "out": [], "moved": moved,
                "lit_hexes": lit}  # fmt: skip

    def relevant(self) -> Mapping[str, Any]:
        """Conditions, readings and fields that could matter."""
        return movement_form.relevant(self.board)

    # --- the board that it leaves -----------------------------------------------------------------------

    def ground(self, state: March) -> Mapping[str, tuple[str, ...]]:
        """The hexes that must be attacked now (13.531), and those that were taken."""
        due = {place: (*self.scenario.hex(place).features, "thwarted") for place in self.obliged(state)}
        return {**control.seized(self.scenario, state.passed), **due}

    def remains(self, state: March) -> dict[str, Sequence[Standing]]:
        """Where the counters of each unit that moved, overran, flew or was lost are now."""
        units, lost = self.board.units, dict(state.lost)
        found: dict[str, Sequence[Standing]] = {}
        touched = {part.kind for part in state.parts} | set(lost)
        for index in sorted(touched):
            unit = units[index]
            parts = [part for part in self.board.standing(state) if part.kind == index]
            if unit.side == OTHER or index not in self.board.own:
                rest = unit.count - lost[index]
                found[unit.id] = [Standing(unit.id, unit.at, rest)] if rest else []
            else:
                found[unit.id] = [Standing(unit.id, part.at, part.many, _marks(part)) for part in parts]
        return {**found, **self._air(state)}

    def _air(self, state: March) -> dict[str, Sequence[Standing]]:
        """Air that flew: inverted after a success; after a failure bound to its hex, or over it as cover (13.531)."""
        flown = state.flown
        used_up: Marks = (("fought", True),)
        stacks: list[tuple[Sequence[Unit], list[tuple[str, int, Marks]]]] = [
            (self.board.flyers(state, self.board.support), [
                ("", flown.inverted, used_up), *(("", ours, ((BOUND, place),)) for place, ours, _ in flown.bound),
            ]),
            (self.board.cover, [
                ("", flown.defensive, used_up), *((place, theirs, ()) for place, _, theirs in flown.bound),
            ]),
        ]  # fmt: skip
        found: dict[str, list[Standing]] = {}
        for units, uses in stacks:
            used = 0
            for place, factors, marks in uses:
                for unit, share in shares(units, used, factors):
                    part = Standing(unit.id, place or unit.at, 1, (("factors", share), *marks))
                    found.setdefault(unit.id, []).append(part)
                used += factors
            for unit in units:
                share = sum(int(dict(part.values)["factors"]) for part in found.get(unit.id, ()))
                rest = unit.count * unit.number("factors") - share
                if share and rest:
                    found[unit.id].append(Standing(unit.id, unit.at, 1, (("factors", rest),)))
        return {name: tuple(parts) for name, parts in found.items()}


def _left(line: Trace) -> int:
    return int(line.value or 0)


def _marks(part: Part) -> Marks:
    """What is changed of counters that moved, failed to overrun, or did no more than overrun (13.531, 13.55)."""
    moved: Marks = (("moved", True),) if part.spent.all or part.bound else ()
    moved += (("pledged", True), (BOUND, part.bound)) if part.bound else ()
    return (*moved, ("fought", True), ("overran", True)) if part.fought else moved


def problems(board: Marching) -> Iterator[Problem]:
    """What forbids the movement phase as it is set up."""
    scenario = board.scenario
    if scenario.edition == "old":
        text = "the older text has no chapter on movement"
        yield Problem(text, "$.edition", "13.41", "choose the newer edition, or umpire an attack")
        return
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    if not board.own:
        yield Problem("there is no ground unit to move", "$.units", "13.41", "put an attacker on the map")
    hostile = {unit.at for unit in board.hostile(March(Pick.key)) if movement.hinders(unit)}
    for index in board.own:
        unit: Unit = board.units[index]
        if unit.at in hostile and unit.text("via", "land") != "airdrop":
            text = say(
                "{unit} stands in {place} with hostile ground units", unit=describe(unit), place=mention(unit.at)
            )
            yield Problem(text, f"{at[unit.id]}.at", "13.46", "move one of them to another hex")
    yield from at_sea(scenario, at)
    yield from sizes(scenario, at)
