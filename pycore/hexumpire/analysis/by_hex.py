"""How likely each single hex is to be taken when both sides play by stated policies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hexumpire.analysis.bounded import bounded, limit
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.walk import Choose, Progress, endings, explore
from hexumpire.model.battle import Game, Outcome


def by_hex(game: Game[Any], state: Any, choose: Choose, progress: Progress = None) -> dict[str, Fraction] | None:
    """The chance that each hex is taken, in the order of their names; None where the game tells of no single hex.

    ``choose`` decides for both sides. Chances are exact where a walk holds all positions, else least ones.

    Raises:
        EndlessError: under this policy the battle can go round for ever.
        TooLargeError: there are more positions than a walk may hold.
    """
    finer = game.by_hex()
    if finer is None:
        return None
    most = limit(finer)
    found = bounded(finer, state, choose, most, progress) if most else endings(explore(finer, state, choose, progress))
    return chances(found)


def chances(found: Dist[Outcome]) -> dict[str, Fraction]:
    """The chance of each hex that endings measure."""
    weights: dict[str, int] = {}
    for end, weight in found.items():
        for place, taken in end.measures:
            weights[place] = weights.get(place, 0) + weight * taken
    return {place: Fraction(weight, found.total) for place, weight in sorted(weights.items())}
