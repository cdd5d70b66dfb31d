"""How many lines of play a game has, counted one action after another."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from hexumpire.model.battle import Game, LegalActions

S = TypeVar("S", bound=Hashable)


def perft(game: Game[S], depth: int, state: S | None = None) -> int:
    """Number of lines of play ``depth`` actions long, or shorter where they end (every option counted)."""
    if depth == 0:
        return 1
    here = game.start() if state is None else state
    actions = list(LegalActions(game.node(here)))
    if depth == 1 or not actions:
        return max(1, len(actions))
    return sum(perft(game, depth - 1, game.apply(here, action)) for action in actions)
