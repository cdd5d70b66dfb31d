"""Stated ways to decide, for the exact odds."""

from __future__ import annotations

from typing import Any

from hexumpire.model.battle import Decision, Game
from hexumpire.model.ruleset import Policy


def first(game: Game[Any], state: Any, node: Decision) -> str:
    """The first option: fight on, and lose what is named first."""
    return node.options[0].id


def last(game: Game[Any], state: Any, node: Decision) -> str:
    """The last option: stop, and lose what is named last."""
    return node.options[-1].id


POLICIES = (
    Policy("first", "first named", ("attacker", "defender"), first),
    Policy("last", "last named", ("attacker", "defender"), last),
    Policy("bold", "never stop", ("attacker",), first),
)
