"""The invented games at hand, each as a ruleset of its own, so that whatever runs over rulesets runs over them too.

Ridge and River is the ruleset ``custom``, here with the battles of that game alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model import data
from hexumpire.rulesets.custom import games
from hexumpire.rulesets.custom.ruleset import FAMILY, GAMES, Custom, game_document


def _ruleset(key: str, name: str) -> Custom:
    battles: list[Mapping[str, Any]] = []
    for entry in data.read(games.__name__, "battles")[name]:
        scenario = {"format": 1, "ruleset": key, "edition": "own", **entry["scenario"]}
        battles.append({**entry, "scenario": scenario})
    return Custom(game_document(name), key, lambda: battles)


TYPED: dict[str, Custom] = {
    key: _ruleset(key, name) for name in GAMES for key in (FAMILY if name == GAMES[0] else f"{FAMILY}_{name}",)
}
"""The invented games by their keys, to be registered while tests run."""
OTHERS = tuple(key for key in TYPED if key != FAMILY)
"""Keys of those that do not come with the engine."""
