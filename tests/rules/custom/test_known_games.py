"""Typed-in games are known as long as a battle of them is held."""

from __future__ import annotations

from typing import Any

from hexumpire import rulesets
from hexumpire.files import codec


def game(number: int = 0) -> dict[str, Any]:
    document = next(iter(rulesets.get("custom").templates()))["game"]
    return document | {"title": f"{document['title']} {number}"}


def test_a_game_that_is_typed_in_once_more_is_the_one_that_is_played():
    played = codec.read_scenario({"ruleset": "custom", "game": game(), "targets": ["0,0"]})
    ours = rulesets.get(played.ruleset)
    for number in range(1, rulesets.MOST_GAMES + 2):
        rulesets.of("custom", game(number))
    again = rulesets.of("custom", game())
    assert again is ours
    del again
    for number in range(1, rulesets.MOST_GAMES + 2):
        rulesets.of("custom", game(number))
    assert rulesets.get(played.ruleset) is ours
