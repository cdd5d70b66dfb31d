"""Short words for ground phases of Germans against Russians; hexes are ``"q,r"``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.kit.sequence import Moment, PlayerTurn
from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.aworldatwar import RULESET

Document = dict[str, Any]
DISC = [hexgrid.name(place) for radius in range(5) for place in hexgrid.ring((0, 0), radius)]


def mine(id: str, at: str, type: str = "armor", factors: int = 4, nation: str = "German", **more: Any) -> Document:
    """A unit of the phasing side."""
    given = {"id": id, "side": "attacker", "type": type, "nation": nation, "at": at, "factors": factors, **more}
    return given if type in ("air", "flak") else {"ctl": 2, **given}


def foe(id: str, at: str, type: str = "infantry", factors: int = 3, nation: str = "Russian", **more: Any) -> Document:
    """A unit of the other side."""
    return {**mine(id, at, type, factors, nation, **more), "side": "defender"}


def phase(*units: Document, hexes: Document | None = None, sides: Document | None = None, **conditions: Any) -> Any:
    """The beginning of a ground phase on a board of radius 4 around ``0,0``."""
    chart: Document = {place: {} for place in DISC}
    for place, data in (hexes or {}).items():
        chart[place] = data
    document = {
        "ruleset": "aworldatwar", "edition": "new", "procedure": "phase", "units": list(units),
        "map": {"hexes": chart, "sides": sides or {}}, "conditions": conditions,
    }  # fmt: skip
    return Battle.start(RULESET.game(read_scenario(document)))


def turn(attacks: list[Document], *units: Document, edition: str = "new", **conditions: Any) -> Any:
    """The game of several attacks on hexes beside each other."""
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "units": list(units),
        "attacks": attacks,
        "map": {"hexes": {place: {} for place in ("0,0", "1,0", "2,0", "1,1")}},
        "conditions": conditions,
    }
    return RULESET.game(read_scenario(document))


def turn_of(battle: Battle[Moment]) -> PlayerTurn:
    """Its game."""
    assert isinstance(battle.game, PlayerTurn)
    return battle.game


def options(battle: Battle[Any]) -> list[str]:
    """What may be done."""
    return list(battle.legal_actions)


def stands(battle: Battle[Any], name: str) -> list[str]:
    """Where the counters of a unit are now."""
    found: list[str] = []
    for one in turn_of(battle).standing(battle.state).units:
        found += [one.at] * one.many if one.unit == name else []
    return sorted(found)


def marked(battle: Battle[Any], name: str, field: str) -> list[Any]:
    """What a field says of the counters of a unit now."""
    game = turn_of(battle)
    units = [one for one in game.standing(battle.state).units if one.unit == name]
    return [dict(one.values).get(field, battle.game.scenario.by_id[name].values[field]) for one in units]


def features(battle: Battle[Any], place: str) -> Sequence[str]:
    """The features of a hex now."""
    ground = dict(turn_of(battle).standing(battle.state).ground)
    return ground.get(place, battle.game.scenario.hex(place).features)


def attack(battle: Battle[Any], place: str, *names: str, result: str = "d6=6", also: Sequence[str] = ()) -> Any:
    """After an attack on a hex by units, up to the end of its dice and what the loser has to pay."""
    battle = battle.play_all(["begin:turn", f"at:{place}", *(f"also:{one}" for one in also)])
    battle = battle.play_all([*(f"with:{name}" for name in names), "declare", "fight", "attack:1", result])
    return paid(battle)


def paid(battle: Battle[Any]) -> Any:
    """After losses, the first of what may be paid each time."""
    while not isinstance(battle.node, Terminal) and getattr(battle.node, "topic", "") in ("pay", "choose", "convert"):
        battle = battle.play(options(battle)[0])
    return battle


def refused(battle: Battle[Any], unit: str, hex: str = "") -> set[str]:
    """The rules by which a unit or a hex is refused now."""
    found = [one for one in battle.game.refusals(battle.state) if one.unit == unit and (not hex or one.hex == hex)]
    return {rule for one in found for rule in one.rules}


def leaves_taken(type: str) -> bool:
    """Whether a hex stays taken when a unit of this kind has entered it and gone on (11.61)."""
    one = mine("one", "0,0", type, 1)
    if type in ("partisan", "flak"):
        one = {key: value for key, value in one.items() if key not in ("ctl", "factors")}
    place = {place: {"country": "France", "control": "defender"} for place in DISC}
    battle = phase(one, foe("d", "-4,0"), hexes=place).play_all(["begin:move", "take:one", "go:1,0"])
    return "taken" in features(battle.play("done"), "1,0")
