"""Stated ways to decide, for the exact odds."""

from __future__ import annotations

from typing import Any

from hexumpire.model.battle import Decision, Game
from hexumpire.model.ruleset import Policy


def first(game: Game[Any], state: Any, node: Decision) -> str:
    """The first option."""
    return node.options[0].id


POLICIES = (Policy("first", "First named", ("attacker", "defender"), first),)
