"""Several attacks on one board: what binds them together in a ruleset's turn, and a position of such a turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.kit.turn_board import Board, Remaining
from hexumpire.model.battle import Outcome
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Declared, Scenario, Unit
from hexumpire.model.trace import Rules
from hexumpire.model.vocabulary import Value, Vocabulary


class Later(NamedTuple):
    """An attack that is to be fought, or fought again, in a later stage of the turn: which, and what has changed."""

    stage: int
    terms: Hashable


class Course(NamedTuple):
    """A position of a turn.

    ``board``: what stands where; ``fought``: numbers of the attacks that are over, in their order, with how each ended;
    ``now``: number of the attack being fought, and ``inner`` its position; ``stage``: that of :attr:`Attacks.stages`;
    ``later``: numbers of the attacks that were put off, and how they go on.
    """

    phase: str
    board: Board
    fought: tuple[tuple[int, Outcome], ...] = ()
    now: int = -1
    inner: Hashable = None
    stage: int = 0
    later: tuple[tuple[int, Later], ...] = ()

    def put_off(self, number: int) -> Later | None:
        """How an attack goes on that was put off; None for others."""
        return dict(self.later).get(number)

    def stage_of(self, number: int) -> int:
        """The stage in which an attack is fought."""
        later = self.put_off(number)
        return later.stage if later else 0


def never(game: Remaining, state: Any) -> Later | None:
    """No attack is put off."""
    return None


def unchanged(scene: Scenario, terms: Hashable) -> Scenario:
    """An attack that was put off is as it was."""
    return scene


def unmarked(unit: Unit) -> tuple[tuple[str, Value], ...]:
    """Nothing is said of a unit that made an attack."""
    return ()


def as_declared(scene: Scenario) -> Scenario:
    """An attack is made on all the hexes that it was declared on."""
    return scene


def by_itself(scene: Scenario, board: Scenario) -> Scenario:
    """The board tells an attack nothing but its hexes and units."""
    return scene


def free(scenario: Scenario, declared: Declared) -> Why:
    """No attack has to be fought."""
    return "", ()


@dataclass(frozen=True, slots=True)
class Attacks:
    """What binds the attacks of a ruleset's turn together: rules, and functions of the ruleset that answer for it."""

    key: str
    """Key of the procedure that one of the attacks is."""
    game: Callable[[Scenario], Remaining]
    """Makes the game of one attack from the scenario of that attack alone."""
    vocabulary: Vocabulary
    order: Rules
    """Rules by which the attacker chooses the order of the attacks."""
    once: Rules
    """Rules by which a unit joins one attack only."""
    hexes: Rules
    """Rules by which a hex is attacked once only."""
    again: Callable[[Scenario, Sequence[Unit], Sequence[Unit]], bool]
    """Whether, of a board, the second units may attack a hex that the first have attacked, all the same."""
    stands_by: Callable[[Unit], Unit | None]
    """A unit as it is on the board of an attack in which it has no part; None where that attack knows nothing of it."""
    concerns: Callable[[Scenario], frozenset[str]]
    """The hexes that an attack looks at or changes, but for those that its attackers come from."""
    problems: Callable[[Scenario], Iterable[Problem]]
    """Reasons against a turn, beside those that each attack has by itself."""
    sums: tuple[str, ...]
    """Keys of the measures of an attack that are added up over the turn."""
    prizes: Callable[[Sequence[Declared]], int] = len
    """How many hexes may be taken in some attacks, as their measures count them: one in each."""
    is_long: bool = False
    """Whether several attacks have too many positions together to be walked as one game."""
    stages: tuple[tuple[str, Rules], ...] = ()
    """The parts of the turn, each with its title and rules; empty where it has one part only."""
    later: Callable[[Remaining, Any], Later | None] = never
    """Whether an attack, given its game and its last position, goes on in a later stage, and in which."""
    resumed: Callable[[Scenario, Hashable], Scenario] = unchanged
    """The scenario of an attack that goes on, made from the one it had and from the ``terms`` of its :class:`Later`."""
    marks: Callable[[Unit], tuple[tuple[str, Value], ...]] = unmarked
    """Fields, with their values, that say of a unit that it has made an attack, for what is played after the turn."""
    assigned: Callable[[Unit], tuple[tuple[str, Value], ...]] = unmarked
    """The same of a unit that was in an attack which was not fought when the turn was over."""
    owed: Callable[[Scenario, Declared], Why] = free
    """Why a declared attack has to be fought where it may be; an empty reason where it need not be."""
    part_of: Callable[[Scenario, Scenario], Scenario] = by_itself
    """The scenario of one attack, given it and that of the whole turn, with what the whole board tells of it."""
    left: Callable[[Scenario], Scenario] = as_declared
    """The scenario of an attack on a board that other attacks have changed: what is left of its hexes and units."""
