"""Short words for boards on which partisans are placed, and for reading what is open to them."""

from __future__ import annotations

from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision
from hexumpire.rulesets.aworldatwar import RULESET

HERE = "0,0"
OFF = "9,9"


def band(nation: str = "French", **fields: Any) -> dict[str, Any]:
    """A partisan that is being built."""
    return {"side": "attacker", "type": "partisan", "nation": nation, "at": OFF, "placing": True, **fields}


def enemy(type: str, at: str, **fields: Any) -> dict[str, Any]:
    return {"side": "defender", "type": type, "nation": "German", "at": at, **fields}


def ask(country: str, *units: dict[str, Any], hexes: dict[str, Any] | None = None, edition: str = "new",
        **conditions: Any) -> dict[str, Any]:  # fmt: skip
    """The document of placing partisans in the hex 0,0 of a country, and others."""
    places = {HERE: {"country": country}, **(hexes or {})}
    named = [{"id": f"u{number}", **one} for number, one in enumerate(units, 1)]
    return {"ruleset": "aworldatwar", "edition": edition, "procedure": "partisans", "units": named,
            "map": {"hexes": places}, "conditions": conditions}  # fmt: skip


def board(*args: Any, **more: Any) -> Any:
    """The game of :func:`ask`."""
    return RULESET.game(read_scenario(ask(*args, **more)))


def opened(game: Any) -> set[str]:
    """The hexes in which somebody may be placed."""
    node = Battle.start(game).node
    assert isinstance(node, Decision)
    return {option.hex for option in node.options if option.hex}


def why(game: Any, place: str = HERE) -> set[str]:
    """The sections by which a hex is refused."""
    battle = Battle.start(game)
    found = [refusal for refusal in game.refusals(battle.state) if refusal.hex == place]
    return {rule for refusal in found for rule in refusal.rules}
