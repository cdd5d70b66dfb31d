"""What a battle is worth for an aim, as far as a limited work allows: exactly, or no more than so much.

The worth has two parts, because over several attacks one multiplies and the other adds up: the chance that everything
attacked is taken, and what is expected of all other measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from hexumpire.analysis.bounded import OPEN, limit, looked_at
from hexumpire.analysis.deciding import BEST
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.together import chances
from hexumpire.analysis.variants import DEAR, SHARE, TAKEN, Bench
from hexumpire.analysis.walk import Progress, TooLargeError
from hexumpire.kit.turn import TAKEN as HEXES
from hexumpire.kit.turn import UNIT, Turn
from hexumpire.model.battle import Game, Outcome
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Scenario, whole

BEGIN: Final = 20
"""So many positions the work is to set a battle up."""
LONG: Final = 16
"""So many times the work is a position of a game that may have too many."""
FIRST_LOOK: Final = 60
"""Positions of a battle looked at before it is known to be worth more."""


class Worth(NamedTuple):
    """``taken``: the chance that all is taken; ``rest``: the worth of all other measures, None where nothing bounds it.

    Both are the greatest they can be where they are not ``exact``; ``sure`` is what the chance is at least.
    """

    taken: Fraction
    rest: Fraction | None
    exact: bool
    sure: Fraction = Fraction(0)


NOTHING: Final = Worth(Fraction(0), Fraction(0), True)
"""What no attack at all is worth."""


class Judge:
    """Says what battles are worth for an aim when both sides play by stated policies, as long as there is work left."""

    def __init__(
        self,
        scenario: Scenario,
        ruleset: Ruleset,
        policies: Mapping[str, str],
        aim: Objective,
        progress: Progress,
        work: int,
    ) -> None:
        self.scenario = scenario
        own = aim.key if aim in ruleset.objectives else ""
        self.bench = Bench(ruleset, policies, own, progress, work)
        self.aim = aim
        self.policies = policies
        self.weight = dict(aim.weights).get(TAKEN, 0)
        self.others = Objective(aim.key, aim.title, tuple(one for one in aim.weights if one[0] != TAKEN))
        self.turn: Turn | None = None
        self.fault: HexUmpireError | None = None
        """Why the last battle of which nothing could be told has no chances."""
        self.partial = False
        """Whether chances of any battle leave out fights that follow."""

    @property
    def left(self) -> int:
        """The work that is left."""
        return self.bench.left

    def at_most(self, hexes: int) -> Worth:
        """What is known of every plan for attacks on so many hexes that was not looked at."""
        rest = Fraction(0)
        for key, weight in self.others.weights:
            most = hexes if key == HEXES else self.bench.ruleset.most(self.scenario, key)
            if most is None:
                return Worth(Fraction(1), None, False)
            rest += max(0, weight * most)  # nothing that is measured is less than 0
        return Worth(Fraction(1), rest, False)

    def value(self, worths: Iterable[Worth]) -> Fraction | None:
        """What several independent attacks are worth together; None where nothing bounds it."""
        taken, rest = Fraction(1), Fraction(0)
        for worth in worths:
            if worth.rest is None:
                return None
            taken, rest = taken * worth.taken, rest + worth.rest
        return self.weight * taken + rest

    def known(self, worth: Worth) -> Worth | None:
        """What a plan is worth for certain; None where nothing is known of all that counts."""
        if worth.exact:
            return worth
        return None if self.others.weights else Worth(worth.sure, Fraction(0), True)

    def problems(self, scenario: Scenario) -> tuple[Problem, ...]:
        """Why the rules forbid a battle."""
        self.bench.left -= BEGIN
        return self.bench.ruleset.game(scenario).problems

    def _game(self, scenario: Scenario) -> Game[Any]:
        """The game of a battle; of several attacks that of which chances are told."""
        if self.turn is not None:
            return type(self.turn)(scenario, self.turn.attacks)
        game = self.bench.ruleset.game(scenario)
        if isinstance(game, Turn):
            game = self.turn = game.reckoned()
        return game

    def blamed(self, scenario: Scenario) -> set[tuple[str, str, str]]:
        """The units that the rules forbid a battle for: id, rule and what is wrong."""
        self.bench.left -= BEGIN
        game = self._game(scenario)
        if isinstance(game, Turn) and len(scenario.attacks) == 1:
            game = game.part(0, game.home)
        found = ((UNIT.match(one.path), one) for one in game.problems)
        units = game.scenario.units
        return {(whole(units[int(path[1])].id), one.rule, str(one.message)) for path, one in found if path}

    def weigh(self, scenario: Scenario, attacks: Sequence[int], most: int = SHARE) -> Worth | None:
        """What a battle is worth in which these attacks were to be made, by number; None where the rules forbid it.

        At most ``most`` positions are looked at, of several attacks ``SHARE``. Where that is too few, or no chances
        can be told, the worth is a greatest one, and ``fault`` says why.

        Raises:
            InputError: a policy is not known.
        """
        self.bench.left -= BEGIN
        game = self._game(scenario)
        turn = game if isinstance(game, Turn) else None
        if turn and len(scenario.attacks) == 1:
            if turn.part(0, turn.home).problems:
                return None
        elif game.problems:
            return None
        wanted = {place for n in attacks if scenario.attacks for place in self.scenario.attacks[n].targets}
        every = wanted.issubset(scenario.targets)
        try:
            if turn and len(scenario.attacks) > 1:
                return self._of_turn(turn, every)
            return self._of_one(game, turn, every, most)
        except InputError:
            raise
        except HexUmpireError as error:
            self.fault = error
            return self.at_most(len(wanted))

    def _of_one(self, game: Game[Any], turn: Turn | None, whole: bool, most: int) -> Worth:
        """The worth of a single attack, or of a turn of one."""
        if turn:
            game = turn.part(0, turn.home)
            state = game.start()
        else:
            game, state = game.scope(game.start())
            game = game.reckoned()
        dear = LONG if game.is_long else 1
        most = min(most, limit(game) or most)
        perfect = BEST in self.policies.values()
        if perfect:
            most = max(most, DEAR * FIRST_LOOK)
        try:
            choose = self.bench.choose(game, state, most)
            told = self.bench.progress if most > FIRST_LOOK else None
            found, positions = looked_at(game, state, choose, most, told)
        except TooLargeError:
            self.bench.left -= most * dear
            raise
        self.bench.left -= positions * dear
        if turn:
            found = found.map(lambda end: end if end == OPEN else turn.result({0: end}, (0,)))
        return self._told(found, whole, len(game.scenario.targets))

    def _of_turn(self, turn: Turn, whole: bool) -> Worth:
        """The worth of several attacks that may change one another."""
        most = max(1, min(SHARE, self.left))
        try:
            found = chances(
                turn, turn.start(), lambda game, here: self.bench.choose(game, here, most), self.bench.progress, most
            )
        except TooLargeError:
            self.bench.left -= most
            raise
        self.bench.left -= found.positions * (LONG if turn.is_long else 1)
        if found.whole is None:
            return self.at_most(len(turn.scenario.targets))
        return self._told(found.whole, whole, len(turn.scenario.targets))

    def _told(self, found: Dist[Outcome], whole: bool, hexes: int) -> Worth:
        """The worth of endings of attacks on so many hexes; ``whole``: none that was to be attacked is left out."""
        unknown = Fraction(found.get(OPEN, 0), found.total)
        self.partial = self.partial or any(end.open and end != OPEN for end in found)
        ends = [(end, Fraction(weight, found.total)) for end, weight in found.items() if end != OPEN]
        taken = sum((share for end, share in ends if end.measure(TAKEN) == 1), unknown) if whole else Fraction(0)
        rest = sum((share * self.others.value(end) for end, share in ends), Fraction(0))
        if unknown:
            more = self.at_most(hexes).rest
            return Worth(
                taken, None if more is None else rest + unknown * more, False, taken - unknown if whole else taken
            )
        return Worth(taken, rest, True)
