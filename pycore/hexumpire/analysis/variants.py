"""A battle set up in one way or another, and what becomes of it: exact, under one stated way to play.

The work is limited by counting positions, so that what is left out is the same on every machine, and is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis.bounded import limit
from hexumpire.analysis.deciding import choosing, policies_of
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.solve import Solution, objective_of
from hexumpire.analysis.together import NOT_TOGETHER, chances
from hexumpire.analysis.walk import CHANCE, Progress, TooLargeError, endings, explore, grouped
from hexumpire.kit.attacks import Course
from hexumpire.kit.turn import Turn
from hexumpire.model.battle import Assessment, Game, Outcome
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say

WORK: Final = 60_000
"""Positions looked at for one comparison."""
SHARE: Final = 15_000
"""Most of them for one variant."""
DEAR: Final = 6
"""So many times the work is a position whose best play is sought."""
TAKEN: Final = "hex"
"""The measure that is 1 when the attacker takes the hex."""


@dataclass(frozen=True)
class Variant:
    """What becomes of one way to set the battle up. ``ends`` is None, with a ``note``, where that is not told.

    ``rolled``: dice have a part in it.
    """

    problems: tuple[Problem, ...]
    assessment: Assessment | None = None
    ends: Dist[Outcome] | None = None
    note: str = ""
    rolled: bool = False

    @property
    def taken(self) -> Fraction | None:
        """The chance that the attacker takes the hex."""
        if self.ends is None:
            return None
        won = sum(weight for outcome, weight in self.ends.items() if outcome.measure(TAKEN) == 1)
        return Fraction(won, self.ends.total)

    @property
    def why(self) -> str:
        """Why there is no chance to tell."""
        return self.problems[0].message if self.problems else self.note


class Bench:
    """Works variants out, as long as there is work left."""

    def __init__(
        self, ruleset: Ruleset, policies: Mapping[str, str], objective: str, progress: Progress, work: int
    ) -> None:
        self.ruleset = ruleset
        self.policies = policies
        self.objective = objective
        self.progress = progress
        self.left = work

    @property
    def is_spent(self) -> bool:
        """Whether there is no work left."""
        return self.left <= 0

    def work_out(self, scenario: Scenario) -> Variant:
        """The variant of a scenario.

        Raises:
            InputError: a policy or objective is not known.
        """
        game = self.ruleset.game(scenario)
        state = game.start() if not game.problems else None
        if state is not None:
            game, state = game.scope(state)
        game = game.reckoned()
        try:
            assessment = game.assess(game.start() if state is None else state)
        except HexUmpireError:
            assessment = None
        if state is None:
            return Variant(game.problems, assessment)
        if self.is_spent:
            return Variant((), assessment, note="not worked out: there is too much to compare at once")
        most = min(SHARE, self.left, limit(game) or SHARE)
        if isinstance(game, Turn):
            return self._of_turn(game, state, assessment, most)
        try:
            choose = self.choose(game, state, most)
            walk = explore(game, state, choose, self.progress, most=most)
        except TooLargeError as error:
            self.left -= most
            note = say("not worked out: it has more than {n} positions", n=grouped(error.most))
            return Variant((), assessment, note=note)
        except InputError:
            raise
        except HexUmpireError as error:
            return Variant((), assessment, note=error.text)
        self.left -= len(walk.states)
        return Variant((), assessment, endings(walk), rolled=CHANCE in walk.turn)

    def _of_turn(self, turn: Turn, state: Course, assessment: Assessment | None, most: int) -> Variant:
        """The variant of several attacks on one board."""
        try:
            found = chances(turn, state, lambda game, here: self.choose(game, here, most), self.progress, most)
        except InputError:
            raise
        except HexUmpireError as error:
            return Variant((), assessment, note=str(error))
        self.left -= found.positions
        note = "" if found.whole else NOT_TOGETHER
        return Variant((), assessment, found.whole, note)

    def choose(self, game: Game[Any], state: Any, most: int) -> Any:
        """Both sides' ways to play; best play is solved within the same limit."""
        by_side = policies_of(self.ruleset, self.policies)
        if None not in by_side.values():
            return choosing(by_side, None)
        wanted = objective_of(self.ruleset, self.objective)
        walk = explore(game, state, None, self.progress, most=most // DEAR)
        self.left -= DEAR * len(walk.states)
        return choosing(by_side, Solution(walk, wanted).policy())
