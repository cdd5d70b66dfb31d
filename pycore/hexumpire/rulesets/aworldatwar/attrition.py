"""The attrition combat of a turn as a game (chapter 14): every faction against every zone, one after another.

Positions are :class:`~hexumpire.rulesets.aworldatwar.attrition_state.State` values; the rules stand in
``rules/attrition_*.py``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Self

from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Standing
from hexumpire.model.battle import Assessment, Line, Node, Option, Outcome, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.phases.attrition_begin import Designate, Die, Muster, Swap, Which
from hexumpire.rulesets.aworldatwar.phases.attrition_phase import ahead, ending, occupied, settled
from hexumpire.rulesets.aworldatwar.phases.attrition_result import Lose, Occupy, Over, Retreat, Take
from hexumpire.rulesets.aworldatwar.rules.attrition_asks import relevant
from hexumpire.rulesets.aworldatwar.rules.attrition_flow import Flow
from hexumpire.rulesets.aworldatwar.rules.attrition_level import FACES
from hexumpire.rulesets.aworldatwar.rules.attrition_table import COLUMNS, spelled
from hexumpire.rulesets.aworldatwar.rules.control import seized
from hexumpire.rulesets.aworldatwar.rules.eligibility import sizes
from hexumpire.rulesets.aworldatwar.rules.factions import called
from hexumpire.rulesets.aworldatwar.units import arm_of, describe, factors_said


class Attrition(PhasedGame[State]):
    """The game of the attritions of a turn (see :class:`hexumpire.model.battle.Game`).

    ``start``: the board at the start of the turn, where it differs, by which zones are drawn (14.211). ``whole``: the
    game of which this one ends as soon as nothing can change its outcome.
    """

    is_long = True

    def __init__(self, scenario: Scenario, start: Scenario | None = None, whole: Attrition | None = None) -> None:
        self.scenario = scenario
        self.whole = whole
        self.flow: Flow = whole.flow if whole else Flow(scenario, start)
        kinds = (Which, Muster, Die, Swap, Designate, Lose, Take, Retreat, Occupy, Over)
        super().__init__([kind(self.flow) for kind in kinds])
        self.problems: tuple[Problem, ...] = tuple(_problems(self.flow))

    def start(self) -> State:
        """Before the first attrition."""
        return self.flow.start()

    def reckoned(self) -> Self:
        """The game that ends when the hexes of the last attrition are chosen: then the outcome is certain."""
        return self if self.whole else type(self)(self.scenario, None, self)

    def by_hex(self) -> ByHex:
        """The game whose endings measure the hexes that are occupied (14.61)."""
        return ByHex(self.scenario, None, self.whole or self)

    def node(self, state: State) -> Node:
        """What happens next."""
        if self.whole and settled(self.flow, state):
            return ending(self.flow, ahead(state))
        return super().node(state)

    def key(self, state: State) -> Hashable:
        """Equal for positions from which play and outcomes are the same."""
        if self.whole and settled(self.flow, state):
            return ending(self.flow, ahead(state)).outcome
        return super().key(state)

    def seat(self, state: State) -> tuple[Any, Any]:
        """The game in which the next thing happens: the whole one where this one has ended."""
        return (self.whole if self.whole and settled(self.flow, state) else self), state

    def assess(self, state: State) -> Assessment | None:
        """The level of the attrition at hand, or of the first that can be made; None where there is none."""
        if state.phase in ("which", "over"):
            open_now = self.flow.fronts(state) if state.phase == "which" else []
            if not open_now:
                return None
            state = state._replace(number=open_now[0])
        level, ground = self.flow.level(state), self.flow.ground
        trace = self.flow.levels.trace(state)
        other = called(ground.zones[ground.fronts[state.number].zone].faction)
        column = COLUMNS[level.column]
        amount = factors_said(level.factors)
        headline = say("{n} against {other}: column {column}", n=amount, other=other, column=column)
        brief = say("{n} → {column}", n=amount, column=column)
        if level.modifier:
            die = format(level.modifier, "+d")
            headline = say("{n} against {other}: column {column}, die {m}", n=amount, other=other,
                           column=column, m=die)  # fmt: skip
            brief = say("{n} → {column}, die {m}", n=amount, column=column, m=die)
        results = tuple((f"d6={face}", spelled(self.flow.levels.result(level, face))) for face in FACES)
        attack, defense = (line.value for line in trace.children[:2])
        return Assessment(headline, attack, defense, column, trace, results, brief=brief)

    # --- overrides ------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """Another face of the die, and an end to it all."""
        found = []
        if state.phase == "die":
            level = self.flow.level(state)
            for face in FACES:
                result = spelled(self.flow.levels.result(level, face))
                found.append(Option(f"!die={face}", say("Set the result {x} (die {n})", x=result, n=face)))
        if state.phase not in ("over", "retreat", "occupy"):
            found.append(Option("!end", "End the attrition combat here"))
        return found

    def overrule(self, state: State, action: str) -> State:
        """The position after an override."""
        verb, _, face = action[1:].partition("=")
        return self.flow.roll(state, int(face)) if verb == "die" else state._replace(phase="over")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        if action == "!end":
            return [Line("the attrition combat ends here.")]
        if action.startswith("!"):
            face = int(action.partition("=")[2])
            result = spelled(self.flow.levels.result(self.flow.level(before), face))
            return [Line(say("the result is {x}.", x=result))]
        return super().narrate(before, action, after)

    # --- what it leaves -------------------------------------------------------------------------------

    def remains(self, state: State) -> dict[str, Sequence[Standing]]:
        """Where the counters stand of each unit that lost or moved any."""
        units = self.flow.ground.units
        return {units[i].id: [Standing(units[i].id, at, n) for at, n in places] for i, places in state.board}

    def ground(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """The hexes that the attacker has occupied."""
        return seized(self.scenario, sorted(occupied(self.flow, state._replace(chosen=()))))

    # --- what is shown --------------------------------------------------------------------------------

    def closing(self, state: State) -> Sequence[Line]:
        """What follows by the rules."""
        lines = []
        ground = self.flow.ground
        if any(at != ground.units[i].at for i, places in state.board for at, _ in places):
            text = "Air and ships based in occupied hexes go to the nearest base in range."
            lines.append(Line(text, ("14.77",)))
            text = "Hexes that retreats overstacked are put in order in the defender's next movement phase."
            lines.append(Line(text, ("14.74", "12.17")))
        if self.flow.lost(state)[0]:
            text = "Airbases and rocket bases go with the last ground unit of a hex that is lost."
            lines.append(Line(text, ("14.523",)))
        return lines

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost or moved, those left out, and the hexes attritioned."""
        ground = self.flow.ground
        lost: dict[str, int] = {}
        moved: dict[str, dict[str, int]] = {}
        for i, places in state.board:
            unit = ground.units[i]
            gone = unit.count - sum(n for _, n in places)
            if gone:
                lost[unit.id] = gone
            for at, n in places:
                if at != unit.at:
                    moved.setdefault(unit.id, {})[at] = n
        out: list[str] = []
        lit: list[str] = []
        if state.number >= 0 and state.phase != "over":
            level = self.flow.level(state)
            out = [ground.units[look.i].id for look in level.looks if look.reason]
            lit = [*dict.fromkeys(at for _, at, _ in level.contact)]
        return {"lost": lost, "left": {}, "out": out, "moved": moved, "lit_hexes": list(state.chosen) or lit}

    def relevant(self) -> Mapping[str, Any]:
        """Conditions and fields that could matter."""
        return relevant(self.flow)


class ByHex(Attrition):
    """The same attritions, of which the endings measure hexes: 1 for each that is occupied, 0 for others in contact."""

    def __init__(self, scenario: Scenario, start: Scenario | None = None, whole: Attrition | None = None) -> None:
        super().__init__(scenario, start, whole)
        levels = [self.flow.levels.of(number, ()) for number in range(len(self.flow.ground.fronts))]
        self._met = frozenset(at for level in levels for _, at, _ in level.contact)

    def by_hex(self) -> ByHex:
        """This one."""
        return self

    def node(self, state: State) -> Node:
        """What happens next; at the end which hexes are occupied."""
        node = super().node(state)
        if not isinstance(node, Terminal):
            return node
        taken = occupied(self.flow, state)
        measures = tuple((place, int(place in taken)) for place in sorted(taken | self._met))
        return Terminal(Outcome("gained" if taken else "nothing", measures), node.rules)

    def key(self, state: State) -> Hashable:
        """Equal for positions from which the same hexes are occupied."""
        over = state.phase == "over" or settled(self.flow, state)
        return occupied(self.flow, state) if over else PhasedGame.key(self, state)


def _problems(flow: Flow) -> Iterator[Problem]:
    """Why no attrition can be made on this board."""
    ground, scenario = flow.ground, flow.ground.scenario
    if scenario.edition == "old":
        yield Problem("the older edition at hand has no rules of attrition", "$.edition", "14.11",
                      "choose the newer edition")  # fmt: skip
    at = {unit.id: f"$.units[{n}]" for n, unit in enumerate(scenario.units)}
    for place, stack in ground.stacks(()).items():
        land = [ground.units[i] for i, _ in stack if arm_of(ground.units[i]) == "ground"]
        sides = {unit.side for unit in land}
        if len(sides) > 1:
            message = say("units of both sides stand in {place}", place=mention(place))
            yield Problem(message, f"{at[land[-1].id]}.at", "14.21", "move one of them")
        lost = [unit for unit in land if unit.side == "defender" or unit.text("via", "land") != "sea"]
        if lost and scenario.hex(place).terrain == "sea":  # who has not come ashore goes back with the ships (15.13)
            message = say("{unit} stands at sea, where no ground unit stays", unit=describe(lost[-1]))
            yield Problem(message, f"{at[lost[-1].id]}.at", "12.23", "put it on land, or give its hex another terrain")
    yield from sizes(scenario, at)
    if not flow.fronts(State("which")):
        yield Problem("no ground unit counts against an enemy", "$.units", "14.21",
                      "put a unit that made no offensive operation next to the enemy")  # fmt: skip


def attrition(scenario: Scenario, start: Scenario | None = None) -> Attrition:
    """The game of the attritions of a scenario; ``start``: the board at the start of the turn, where it differs."""
    return Attrition(scenario, start)
