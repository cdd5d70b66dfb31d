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


def free(scenario: Scenario, declared: Declared) -> Why:
    """No attack has to be fought."""
    return "", ()


@dataclass(frozen=True, slots=True)
class Attacks:
    """What binds the attacks of a ruleset's turn together.

    ``key`` is that of the procedure of one of them, ``game`` makes its game. ``order`` are the rules by which the
    attacker chooses the order, ``once`` those by which a unit joins one attack only, ``hexes`` those by which a hex is
    attacked once; ``again`` says whether the second units may attack it after the first all the same. ``stands_by``
    gives a unit as it is on the board of an attack in which it has no part, None where that attack knows nothing of it;
    ``concerns`` the hexes that an attack looks at or changes, but for those that its attackers come from. ``problems``
    are further reasons against a turn; ``sums`` the measures of an attack that add up.

    ``is_long``: several of them have too many positions to be walked as one; ``stages``: parts of the turn, title and
    rules, where there are several; ``later`` says of an attack at its end whether it goes on in one of those to come,
    and ``resumed`` makes its scenario then. ``marks``: fields that say of a unit that it has made an attack, for what
    comes on the board after the turn. ``owed`` says why a declared attack has to be fought where it may be; ``left``
    makes of an attack what is left of it on a board that other attacks have changed.
    """

    key: str
    game: Callable[[Scenario], Remaining]
    vocabulary: Vocabulary
    order: Rules
    once: Rules
    hexes: Rules
    again: Callable[[Sequence[Unit], Sequence[Unit]], bool]
    stands_by: Callable[[Unit], Unit | None]
    concerns: Callable[[Scenario], frozenset[str]]
    problems: Callable[[Scenario], Iterable[Problem]]
    sums: tuple[str, ...]
    is_long: bool = False
    stages: tuple[tuple[str, Rules], ...] = ()
    later: Callable[[Remaining, Any], Later | None] = never
    resumed: Callable[[Scenario, Hashable], Scenario] = unchanged
    marks: Callable[[Unit], tuple[tuple[str, Value], ...]] = unmarked
    owed: Callable[[Scenario, Declared], Why] = free
    left: Callable[[Scenario], Scenario] = as_declared
