"""How likely each single hex is to be taken when both sides play by stated policies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from hexumpire.analysis.bounded import OPEN, bounded, limit
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.walk import Choose, Progress, endings, explore
from hexumpire.model.battle import Game, Outcome


class ByHex(NamedTuple):
    """The chance of each hex to be taken, in the order of their names; least ones where they are not ``exact``."""

    chances: dict[str, Fraction]
    exact: bool


def by_hex(
    game: Game[Any], state: Any, choose: Choose, progress: Progress = None, work: int | None = None
) -> ByHex | None:
    """The chance that each hex is taken; None where the game tells of no single hex.

    ``choose`` decides for both sides. Chances are exact where a walk holds all positions, else least ones; ``work`` are
    the positions that it may hold of a game that may have too many.

    Raises:
        EndlessError: under this policy the battle can go round for ever.
        TooLargeError: there are more positions than a walk may hold.
    """
    finer = game.by_hex()
    if finer is None:
        return None
    most = limit(finer) and (work or limit(finer))
    found = bounded(finer, state, choose, most, progress) if most else endings(explore(finer, state, choose, progress))
    return ByHex(chances(found), OPEN not in found)


def chances(found: Dist[Outcome]) -> dict[str, Fraction]:
    """The chance of each hex that endings measure."""
    weights: dict[str, int] = {}
    for end, weight in found.items():
        for place, taken in end.measures:
            weights[place] = weights.get(place, 0) + weight * taken
    return {place: Fraction(weight, found.total) for place, weight in sorted(weights.items())}
