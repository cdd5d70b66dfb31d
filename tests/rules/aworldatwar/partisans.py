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


def march(units: list[dict[str, Any]], hexes: dict[str, Any], **conditions: Any) -> Battle[Any]:
    """A movement phase."""
    document: dict[str, Any] = {"ruleset": "aworldatwar", "procedure": "move", "units": units}
    document |= {"map": {"hexes": hexes}, "conditions": conditions}
    return Battle.start(RULESET.game(read_scenario(document)))


def kept(here: str, there: str, nation: str, **conditions: Any) -> set[str]:
    """The sections by which a partisan does not move from a country into another next to it; empty when it does."""
    unit = {"id": "u1", "side": "attacker", "type": "partisan", "nation": nation, "at": HERE}
    hexes = {HERE: {"country": here}, "1,0": {"country": there}, "-1,0": {"country": here}}
    after = march([unit], hexes, **conditions).play("take:u1")
    refused = {rule for one in after.game.refusals(after.state) if one.hex == "1,0" for rule in one.rules}
    assert ("go:1,0" in after.legal_actions) == (not refused)
    return refused


def level(*types: str) -> int:
    """The factors that German units of these types have in attrition, one each, against a Russian infantry."""
    units = [{"id": f"a{n}", "side": "attacker", "type": type, "nation": "German", "at": "1,0", "factors": 1}
             for n, type in enumerate(types)]  # fmt: skip
    units.append({"id": "d", "side": "defender", "type": "infantry", "nation": "Russian", "at": HERE})
    game = RULESET.game(read_scenario({"ruleset": "aworldatwar", "procedure": "attrition", "units": units}))
    found: int = game.assess(game.start()).attack
    return found


def bleeds(type: str) -> bool:
    """Whether a Russian unit of a type beside an infantry may be lost in attrition."""
    german = {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "factors": 30}
    here = {"side": "defender", "nation": "Russian", "at": HERE}
    units = [german, {**here, "id": "d", "type": "infantry"}, {**here, "id": "p", "type": type}]
    document = {"ruleset": "aworldatwar", "procedure": "attrition", "units": units}
    battle = Battle.start(RULESET.game(read_scenario(document))).play_all(["roll", "d6=6"])
    assert "lose:d" in battle.legal_actions
    return "lose:p" in battle.legal_actions
