"""Typed-in games: any game with a chart, given as one document and no code.

A scenario says ``ruleset = "custom"`` and holds the document under ``game``; without one it is of the first of the
invented games that come with the engine.
"""

from __future__ import annotations

from hexumpire.rulesets.custom.ruleset import FAMILY, GAMES, Custom, battles, game_document

RULESET = Custom(game_document(GAMES[0]), FAMILY, battles)

__all__ = ["RULESET"]
