"""A battle in plain text: for a terminal, a forum or a letter."""
from __future__ import annotations
from typing import Any
from hexumpire.battle import Battle, Game, Ruleset


def after_action(ruleset: Ruleset, game: Game[Any], fight: Battle[Any] | None) -> str:
    return ""
