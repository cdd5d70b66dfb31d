"""The sequence of play: parts of a player turn on one board, each the game that it is alone.

Movement, attacks, exploitation, attrition: the phasing side begins one after another, or leaves it out. Each is played
on the board as the last one left it; what counters did is in their fields, where the next part reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from hexumpire.kit import turn_board
from hexumpire.kit.turn_board import Board, Remaining, Standing
from hexumpire.model.battle import (
    DECLARE,
    Assessment,
    Decision,
    Game,
    Line,
    Node,
    Option,
    Outcome,
    Refusal,
    Row,
    Terminal,
)
from hexumpire.model.errors import Problem
from hexumpire.model.phase import Candidate, Choice, Embedded, Phase, PhasedGame
from hexumpire.model.scenario import PART, Scenario, whole
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.model.vocabulary import Value, Vocabulary

SHARE: Final = "+"
"""What stands for :data:`PART` in ids of the units of a part, which may divide them once more."""
PHASING: Final = "attacker"
ENDED: Final = "ended"
"""Result of a sequence that is over."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the sequence.

    ``key`` is that of the procedure that it is alone, ``game`` makes its game; ``rules`` say when it comes. ``fresh``
    are fields that all units have when it begins, ``conditions`` what the conditions are in it.
    """

    key: str
    title: str
    rules: Rules
    game: Callable[[Scenario], Remaining]
    fresh: tuple[tuple[str, Value], ...] = ()
    conditions: tuple[tuple[str, Value], ...] = ()


class Played(NamedTuple):
    """A part that is over: its number, the board it began on, and its last position."""

    part: int
    board: Board
    inner: Hashable


class Moment(NamedTuple):
    """A position: the board when the part at hand began, which part that is, its position, and the parts before it."""

    phase: str
    board: Board
    part: int = -1
    inner: Hashable = None
    ended: tuple[Played, ...] = ()


class PlayerTurn(PhasedGame[Moment]):
    """The game of the parts of a player turn (see :class:`hexumpire.model.battle.Game`).

    ``sums``: measures that add up over its parts; ``problems``: what forbids all of it.
    """

    def __init__(
        self,
        scenario: Scenario,
        segments: Sequence[Segment],
        words: Vocabulary,
        sums: Sequence[str],
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.scenario = scenario
        self.segments = segments
        self.words = words
        self.sums = sums
        self.groups = turn_board.alike(scenario)
        self.home = Board(tuple(Standing(unit.id, unit.at, unit.count) for unit in scenario.units))
        self._games: dict[tuple[int, Board], Remaining] = {}
        self.rules = tuple(dict.fromkeys(rule for segment in segments for rule in segment.rules))
        super().__init__([_Next(self), _Part(self), _Over(self)])
        self.problems = problems

    # --- its parts ----------------------------------------------------------------------------------------

    def game(self, number: int, board: Board) -> Remaining:
        """The game of a part on a board."""
        found = self._games.get((number, board))
        if found is None:
            segment = self.segments[number]
            fresh = dict(segment.fresh)
            units = []
            for unit in turn_board.scene(self.scenario, board):
                values = {key: fresh.get(key, value) for key, value in unit.values.items()}
                units.append(replace(unit, id=unit.id.replace(PART, SHARE), values=values))
            scene = replace(
                self.scenario, procedure=segment.key, units=tuple(units), hexes=turn_board.hexes(self.scenario, board),
                conditions={**self.scenario.conditions, **dict(segment.conditions)},
            )  # fmt: skip
            found = self._games[number, board] = segment.game(scene)
        return found

    def at_hand(self, state: Moment) -> tuple[Remaining, Any]:
        """The part that is played, and its position."""
        return self.game(state.part, state.board), state.inner

    def standing(self, state: Moment) -> Board:
        """The board as it is, in the midst of a part too."""
        if state.phase != _Part.key:
            return state.board
        return turn_board.after(state.board, _Outside(self.at_hand(state)[0]), state.inner)

    def to_come(self, state: Moment) -> range:
        """Numbers of the parts that are still to come."""
        return range(state.part + 1, len(self.segments))

    # --- the game -----------------------------------------------------------------------------------------

    def start(self) -> Moment:
        """The beginning: no part of the turn has been played."""
        return Moment(_Next.key, self.home)

    def settled(self, state: Moment) -> Moment:
        """The choice of the next part once the one at hand has ended; the end after the last."""
        game, inner = self.at_hand(state)
        if not isinstance(game.node(inner), Terminal):
            return state
        ended = (*state.ended, Played(state.part, state.board, inner))
        return Moment(_Next.key if self.to_come(state) else _Over.key, self.standing(state), state.part, None, ended)

    def scope(self, state: Moment) -> tuple[Game[Any], Any]:
        """The part that is played."""
        if state.phase != _Part.key:
            return self, state
        game, inner = self.at_hand(state)
        return game.scope(inner)

    def overrides(self, state: Moment) -> Sequence[Option]:
        """What players may agree on in the part at hand."""
        if state.phase != _Part.key:
            return ()
        game, inner = self.at_hand(state)
        return [replace(one, unit=_outer(one.unit)) for one in game.overrides(inner)]

    def overrule(self, state: Moment, action: str) -> Moment:
        """The position after the players agreed on ``action``, one of the overrides."""
        return self.phases[_Part.key].apply(state, action)

    def outcomes(self, state: Moment) -> list[Outcome]:
        """How the parts ended that are over."""
        nodes = [self.game(one.part, one.board).node(one.inner) for one in state.ended]
        return [node.outcome for node in nodes if isinstance(node, Terminal)]

    def rows(self, state: Moment) -> Sequence[Row]:
        """The attacks of all parts that have been begun, one after another."""
        begun = [*state.ended]
        if state.phase == _Part.key:
            begun.append(Played(state.part, state.board, state.inner))
        found = [row for one in begun for row in self.game(one.part, one.board).rows(one.inner)]
        return [replace(row, number=number) for number, row in enumerate(found)]

    # --- what is shown ------------------------------------------------------------------------------------

    def assess(self, state: Moment) -> Assessment | None:
        """What the part at hand works out; between parts which are over and which are to come."""
        if state.phase == _Part.key:
            game, inner = self.at_hand(state)
            return game.assess(inner)
        if self.problems:
            return None
        over = {one.part for one in state.ended}
        lines = []
        for number, segment in enumerate(self.segments):
            if number in over:
                note = "it is over"
            elif number <= state.part:
                note = "it was left out"
            else:
                reason, rules = self.closed(number, state)
                lines.append(Trace(segment.title, None, rules, "list", skipped=bool(reason), note=reason))
                continue
            lines.append(Trace(segment.title, None, segment.rules, "list", skipped=True, note=note))
        tree = Trace("Sequence of play", None, self.rules, "list", tuple(lines))
        return Assessment(self.headline(state), None, None, None, tree)

    def headline(self, state: Moment) -> str:
        """What comes next."""
        coming = [number for number in self.to_come(state) if not self.closed(number, state)[0]]
        if not coming or state.phase == _Over.key:
            return "The turn is over"
        return say("Next: {part}", part=self.segments[coming[0]].title)

    def closed(self, number: int, state: Moment) -> tuple[str, Rules]:
        """Why a part cannot be begun, and its rules; an empty text where it can."""
        segment = self.segments[number]
        for problem in self.game(number, state.board).problems[:1]:
            return problem.message, (problem.rule,) if problem.rule else segment.rules
        return "", segment.rules

    def unfinished(self, state: Moment) -> tuple[str, Rules]:
        """Why the turn cannot end before its next part, and its rules; an empty text where it can."""
        return "", ()

    def overlay(self, state: Moment) -> Mapping[str, Any]:
        """Counters gone and moved since the turn began, and what the part at hand shows besides."""
        shown = turn_board.overlay(self.scenario, self.words, self.standing(state))
        if state.phase != _Part.key:
            return {**shown, "out": []}
        game, inner = self.at_hand(state)
        more = game.overlay(inner)
        hexes = {key: more[key] for key in more if key.endswith("_hexes")}
        return {**hexes, **shown, "out": [*dict.fromkeys(_outer(id) for id in more.get("out", ()))]}

    def closing(self, state: Moment) -> Sequence[Line]:
        """The parts that were left out."""
        played = {one.part for one in state.ended}
        rest = [segment for number, segment in enumerate(self.segments) if number not in played]
        return [Line(say("{part}: left out.", part=segment.title), segment.rules) for segment in rest]

    def relevant(self) -> Mapping[str, Any]:
        """What could matter to any of the parts."""
        return self._relevant

    @cached_property
    def _relevant(self) -> Mapping[str, Any]:
        """The same at every position."""
        found: dict[str, Any] = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
        given = {key for segment in self.segments for key, _ in segment.conditions}
        for number, segment in enumerate(() if self.problems else self.segments):
            part = self.game(number, self.home).relevant()
            for key in ("conditions", "readings"):
                asked = [one for one in part.get(key, ()) if one not in given]
                found[key] = [*dict.fromkeys([*found[key], *asked])]
            for key in ("units", "hexes"):
                for name, asked in part.get(key, {}).items():
                    mine = found[key].setdefault(_outer(name), [])
                    mine += [one for one in asked if one not in mine and one not in dict(segment.fresh)]
        return found


def _outer(name: str) -> str:
    """The unit of the set-up that a unit of a part is, or is some of; empty for none."""
    return whole(name).partition(SHARE)[0]


class _Outside:
    """What a part leaves, with the ids that units have outside of it."""

    def __init__(self, game: Remaining) -> None:
        self.game = game

    def remains(self, state: Any) -> dict[str, Sequence[Standing]]:
        return {name.replace(SHARE, PART): left for name, left in self.game.remains(state).items()}

    def ground(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        return self.game.ground(state)


class _TurnPhase(Phase[Moment]):
    """A phase of the sequence."""

    def __init__(self, turn: PlayerTurn) -> None:
        self.turn = turn

    def state_key(self, state: Moment) -> Hashable:
        """Equal boards, and equal positions of the part at hand, whichever of equal counters they are."""
        came_to = tuple(self.turn.outcomes(state))
        if state.phase != _Part.key:
            return state.phase, state.part, turn_board.counters(state.board, self.turn.groups), came_to
        game, inner = self.turn.at_hand(state)
        return state.phase, state.part, state.board, game.key(inner), came_to


class _Next(_TurnPhase, Choice[Moment]):
    """The phasing side begins the next part, or a later one, or ends its turn."""

    key = "next"

    def candidates(self, state: Moment) -> Iterator[Candidate]:
        """Every part that is still to come, and the end."""
        turn = self.turn
        open_end, why = turn.unfinished(state)
        for number in turn.to_come(state):
            reason, rules = turn.closed(number, state)
            segment = turn.segments[number]
            option = Option(f"begin:{segment.key}", segment.title, segment.rules, aside=not open_end)
            yield Candidate(option, reason, rules)
        yield Candidate(Option("end", "End of the turn", turn.rules), open_end, why)

    def question(self, state: Moment, options: tuple[Option, ...]) -> Decision:
        """What comes next."""
        return Decision(PHASING, DECLARE, "What comes next?", options, self.turn.rules)

    def refusals(self, state: Moment) -> Sequence[Refusal]:
        """None can be tapped; what cannot be begun is told in the list."""
        return ()

    def apply(self, state: Moment, action: str) -> Moment:
        """The beginning of that part, or the end."""
        if action == "end":
            return state._replace(phase=_Over.key)
        keys = [segment.key for segment in self.turn.segments]
        number = keys.index(action.partition(":")[2])
        inner = self.turn.game(number, state.board).start()
        return self.turn.settled(Moment(_Part.key, state.board, number, inner, state.ended))

    def narrate(self, before: Moment, action: str, after: Moment) -> Sequence[Line]:
        """Which part it is."""
        if action == "end":
            return [Line("The turn ends.", self.turn.rules, PHASING)]
        segment = self.turn.segments[after.part]
        return [Line(say("{part}: begun.", part=segment.title), segment.rules, PHASING)]


class _Part(_TurnPhase, Embedded[Moment, Any]):
    """A part is played."""

    key = "part"

    def inner(self, state: Moment) -> tuple[Game[Any], Any]:
        """The game of the part that is being played, and its position."""
        return self.turn.at_hand(state)

    def node(self, state: Moment) -> Node:
        """What happens next in it; options name the units of the set-up. What is alike in it need not be after it."""
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, options=tuple(replace(one, unit=_outer(one.unit), alike="") for one in node.options))

    def refusals(self, state: Moment) -> Sequence[Refusal]:
        """What may not be tapped in it; of a unit of which a part may be, no more than single hexes are refused."""
        node = self.node(state)
        offered = {(one.unit, one.hex) for one in node.options} if isinstance(node, Decision) else set()
        inside = super().refusals(state)
        outer = {unit: _outer(unit) for unit in {one.unit for one in inside}}
        found = (one if outer[one.unit] == one.unit else one._replace(unit=outer[one.unit]) for one in inside)
        able = {unit for unit, _ in offered if unit}
        return [one for one in found if (one.unit, one.hex) not in offered and (one.hex or one.unit not in able)]

    def resume(self, state: Moment, inner: Any) -> Moment:
        """It goes on, or the next one is chosen."""
        return self.turn.settled(state._replace(inner=inner))

    def narrate(self, before: Moment, action: str, after: Moment) -> Sequence[Line]:
        """What happened in it, and what followed from its end."""
        game, end, lines = self.played(before, action)
        if after.phase == self.key:
            return lines
        segment = self.turn.segments[before.part]
        return [*lines, *game.closing(end), Line(say("{part}: over.", part=segment.title), segment.rules)]


class _Over(_TurnPhase):
    """The turn is over."""

    key = "over"

    def node(self, state: Moment) -> Terminal:
        """What its parts came to, measure by measure."""
        ends = self.turn.outcomes(state)
        sums = tuple((key, sum(end.measure(key) for end in ends)) for key in self.turn.sums)
        return Terminal(Outcome(ENDED, sums), self.turn.rules)
