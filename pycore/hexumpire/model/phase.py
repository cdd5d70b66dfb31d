"""Phases: each kind of position of a game as one object that knows all about it.

A position bears the key of its phase. What may be done there, what is refused and why, what follows, what the log says
and which positions are equal is read in one class; a game is the list of its phases, and :class:`PhasedGame` asks the
one that a position belongs to.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from hexumpire.model.battle import Decision, Game, Line, Node, Option, Refusal, Row
from hexumpire.model.trace import Rules


class InPhase(Hashable, Protocol):
    """A position: an immutable value that bears the key of its phase."""

    @property
    def phase(self) -> str:
        """Key of the phase that it belongs to."""


P = TypeVar("P", bound=InPhase)
Q = TypeVar("Q", bound=Hashable)


class Phase(Generic[P]):
    """One kind of position. A subclass gives ``key``, ``node`` and ``apply``, and what else there is to say."""

    key: str

    def node(self, state: P) -> Node:
        """What happens next in a position of this phase."""
        raise NotImplementedError

    def apply(self, state: P, action: str) -> P:
        """The position after one of the node's options or faces."""
        raise NotImplementedError

    def narrate(self, before: P, action: str, after: P) -> Sequence[Line]:
        """Log entries for an action taken in this phase."""
        return ()

    def refusals(self, state: P) -> Sequence[Refusal]:
        """Counters and hexes that a player may want to tap here, and the rule that forbids it."""
        return ()

    def state_key(self, state: P) -> Hashable:
        """Equal for positions of this phase from which play and outcomes are the same."""
        return state


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that a side might do: the option, and why the rules forbid it (empty where they allow it)."""

    option: Option
    reason: str = ""
    rules: Rules = ()


class Choice(Phase[P]):
    """A phase in which a side chooses: one check of each candidate gives the options and, for the rest, the reasons."""

    def candidates(self, state: P) -> Iterator[Candidate]:
        """Everything that might be done here, each judged once."""
        raise NotImplementedError

    def judged(self, state: P) -> Iterable[Candidate]:
        """The candidates; a phase of many keeps those of the last position, of which node and refusals are asked."""
        return self.candidates(state)

    def question(self, state: P, options: tuple[Option, ...]) -> Decision:
        """The question that the open options answer."""
        raise NotImplementedError

    def node(self, state: P) -> Decision:
        """The question with the options that the rules allow."""
        return self.question(state, tuple(one.option for one in self.judged(state) if not one.reason))

    def refusals(self, state: P) -> Sequence[Refusal]:
        """The candidates that the rules forbid, with their reasons."""
        return [
            Refusal(one.option.unit, one.option.hex, one.reason, one.rules) for one in self.judged(state) if one.reason
        ]


class Embedded(Phase[P], Generic[P, Q]):
    """A phase in which another game is played: its position stands inside the position of this one."""

    def inner(self, state: P) -> tuple[Game[Q], Q]:
        """The game that is played, and its position."""
        raise NotImplementedError

    def resume(self, state: P, inner: Q) -> P:
        """The position after a step of that game; where the game has ended, the one that follows it."""
        raise NotImplementedError

    def node(self, state: P) -> Node:
        """What happens next in that game."""
        game, inner = self.inner(state)
        return game.node(inner)

    def apply(self, state: P, action: str) -> P:
        """The position after an action of that game, overrides among them."""
        game, inner = self.inner(state)
        return self.resume(state, game.apply(inner, action))

    def played(self, before: P, action: str) -> tuple[Game[Q], Q, Sequence[Line]]:
        """That game, its position after an action, and its log entries of that."""
        game, inner = self.inner(before)
        end = game.apply(inner, action)
        return game, end, game.narrate(inner, action, end)

    def narrate(self, before: P, action: str, after: P) -> Sequence[Line]:
        """Log entries of that game."""
        return self.played(before, action)[2]

    def refusals(self, state: P) -> Sequence[Refusal]:
        """What may not be tapped in that game."""
        game, inner = self.inner(state)
        return game.refusals(inner)


class PhasedGame(Generic[P]):
    """The part of a :class:`~hexumpire.model.battle.Game` that its phases answer; overrides are its own."""

    is_long = False
    """Its chances are exact (see :class:`~hexumpire.model.battle.Game`)."""

    def __init__(self, phases: Sequence[Phase[P]]) -> None:
        self.phases = {phase.key: phase for phase in phases}

    def phase(self, state: P) -> Phase[P]:
        """The phase that a position belongs to."""
        return self.phases[state.phase]

    def node(self, state: P) -> Node:
        """What happens next in a position."""
        return self.phases[state.phase].node(state)

    def seat(self, state: P) -> tuple[Any, Any]:
        """The game in which the next thing happens, and its position: its own, or those of a game within it."""
        phase = self.phase(state)
        if isinstance(phase, Embedded):
            game, inner = phase.inner(state)
            return game.seat(inner)
        return self, state

    def scope(self, state: P) -> tuple[Any, Any]:
        """The game as far as chances are told of it, and its position: its own."""
        return self, state

    def reckoned(self) -> Self:
        """The game whose chances are told: itself."""
        return self

    def by_hex(self) -> Game[P] | None:
        """The game that tells the chance of each single hex: none."""
        return None

    def rows(self, state: P) -> Sequence[Row]:
        """The list of attacks where there are several."""
        return ()

    def apply(self, state: P, action: str) -> P:
        """The position after a legal action, or after an override (``!...``)."""
        return self.overrule(state, action) if action.startswith("!") else self.phases[state.phase].apply(state, action)

    def overrule(self, state: P, action: str) -> P:
        """The position after an override."""
        raise NotImplementedError

    def key(self, state: P) -> Hashable:
        """Equal for positions from which play and outcomes are the same."""
        return self.phases[state.phase].state_key(state)

    def narrate(self, before: P, action: str, after: P) -> Sequence[Line]:
        """Log entries for one step."""
        return self.phase(before).narrate(before, action, after)

    def refusals(self, state: P) -> Sequence[Refusal]:
        """What may not be tapped here, and why."""
        return self.phase(state).refusals(state)
