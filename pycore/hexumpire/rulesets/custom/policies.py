"""Stated ways to decide, for the exact odds of any typed-in game."""

from __future__ import annotations

from typing import Any

from hexumpire.board import hexgrid
from hexumpire.model.battle import Decision, Option
from hexumpire.model.ruleset import Policy
from hexumpire.rulesets.custom.game import Attack
from hexumpire.rulesets.custom.state import State


def _loss(game: Attack, state: State, node: Decision, dear: bool) -> str:
    """The step that is worth least; of those alike the first. An enemy who chooses takes what is worth most."""
    setting = game.setting

    def rank(option: Option) -> tuple[Any, int]:
        piece = int(option.id.partition(":")[2])
        lost = state.pieces[piece].lost
        worth = setting.worth(piece, lost) - (
            setting.worth(piece, lost + 1) if setting.steps_left(piece, state) > 1 else 0
        )
        return (-worth if dear else worth), piece

    return min(node.options, key=rank).id


def _far(game: Attack, state: State, node: Decision) -> str:
    """The hex with the fewest enemies next to it, then the first in order."""
    enemies = {piece.at for i, piece in enumerate(state.pieces) if piece.at and game.setting.unit(i).side != node.side}

    def rank(option: Option) -> int:
        here = hexgrid.parse(option.hex)
        return sum(hexgrid.distance(here, hexgrid.parse(enemy)) == 1 for enemy in enemies)

    return min((option for option in node.options if option.hex), key=rank).id


def _common(game: Attack, state: State, node: Decision) -> str:
    if node.topic == "lose":
        return _loss(game, state, node, node.side != state.owing)
    if node.topic == "retreat":
        return _far(game, state, node)
    return node.options[0].id


def bold(game: Attack, state: State, node: Decision) -> str:
    """Fights on and advances whenever it may; the first way of a choice."""
    if node.topic == "beyond":
        return "halt"
    return _common(game, state, node)


def careful(game: Attack, state: State, node: Decision) -> str:
    """Stops when it may, and does not advance; the last way of a choice."""
    if node.topic in ("again", "advance", "beyond", "choose"):
        return node.options[-1].id
    return _common(game, state, node)


POLICIES = (
    Policy("bold", "Fights on and advances", ("attacker", "defender"), bold,
           "Gives up the cheapest step first, retreats where the fewest enemies are, takes the first way of a choice."),
    Policy("careful", "Stops when it may", ("attacker", "defender"), careful,
           "Gives up the cheapest step first, retreats where the fewest enemies are, takes the last way of a choice."),
)  # fmt: skip
