"""Small games and battles of them for the tests of typed-in games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hexumpire import rulesets
from hexumpire.analysis.outcomes import outcomes
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError, SetupError
from hexumpire.rulesets.custom.policies import POLICIES
from hexumpire.rulesets.custom.reading import read_game

Document = dict[str, Any]
TARGET = "0,0"
WEST, NORTH_WEST, SOUTH_WEST, EAST = "-1,0", "0,-1", "-1,1", "1,0"


def game(does: Any = "no effect", **sections: Any) -> Document:
    """A game of one kind of foot, guns and horse, whose chart gives one result, R, that does what is asked."""
    found: Document = {
        "format": 1,
        "title": "Trial",
        "types": {
            "foot": {"title": "Foot", "attack": 4, "defense": 4, "steps": 2},
            "horse": {"title": "Horse", "symbol": "cavalry", "attack": 3, "defense": 2},
            "guns": {"title": "Guns", "symbol": "artillery", "attack": 5, "defense": 1, "range": 3},
        },
        "chart": {"columns": ["1:1"], "dice": "d6", "rows": {"1-6": ["R"]}},
        "results": {"R": {"does": does}},
    }
    return {**found, **sections}


def unit(side: str, kind: str = "foot", at: str = "", **values: Any) -> Document:
    """A counter; attackers stand west of the hex attacked, defenders in it, unless said."""
    place = at or (TARGET if side == "defender" else WEST)
    nation = "Red" if side == "attacker" else "Blue"
    return {"side": side, "type": kind, "nation": nation, "at": place, **values}


def attacker(kind: str = "foot", at: str = "", **values: Any) -> Document:
    """A counter of the attacker."""
    return unit("attacker", kind, at, **values)


def defender(kind: str = "foot", at: str = "", **values: Any) -> Document:
    """A counter of the defender."""
    return unit("defender", kind, at, **values)


def battle(document: Document, *units: Document, **parts: Any) -> Battle[Any]:
    """A battle begun; foot against foot unless counters are given, on a map of clear hexes unless ``hexes`` are."""
    return Battle.start(setup(document, *units, **parts))


def setup(document: Document, *units: Document, **parts: Any) -> Any:
    """The same before it has begun, be it that the rules forbid it."""
    conditions, hexes, sides = (parts.get(key, {}) for key in ("conditions", "hexes", "sides"))
    numbered = [{"id": f"u{i}", **one} for i, one in enumerate(units or (attacker(), defender()))]
    scenario = codec.read_scenario({
        "format": 1, "ruleset": "custom", "game": document, "edition": "own", "targets": [TARGET],
        "units": numbered, "conditions": conditions, "map": {"hexes": hexes, "sides": sides},
    })  # fmt: skip
    return rulesets.get(scenario.ruleset).game(scenario)


def column(found: Battle[Any]) -> str | None:
    """The column that is read."""
    assert found.assessment is not None
    return found.assessment.column


def strengths(found: Battle[Any]) -> tuple[object, object]:
    """Attack and defence."""
    assert found.assessment is not None
    return found.assessment.attack, found.assessment.defense


def rolled(found: Battle[Any], face: int = 1) -> Battle[Any]:
    """The battle after the dice of a round, each with that face."""
    for sides in found.game.setting.sheet.dice.sides:
        found = found.play(f"d{sides}={face}")
    return found


def steps(found: Battle[Any]) -> dict[str, int]:
    """Steps that are gone, by counter; those who have lost none are left out."""
    return {key: n for key, n in found.game.gone(found.state).items() if n}


def places(found: Battle[Any]) -> list[str]:
    """Where each counter stands; nowhere when it is gone."""
    return [piece.at for piece in found.state.pieces]


def chance(found: Battle[Any], measure: str, value: int, policy: str = "bold") -> Fraction:
    """The chance that a measure ends at a value, both sides by that policy."""
    choose = next(one.choose for one in POLICIES if one.key == policy)
    dist = outcomes(found.game, found.state, choose)
    return Fraction(sum(n for end, n in dist.items() if end.measure(measure) == value), dist.total)


def faults(document: Any) -> list[tuple[str, str, str]]:
    """Every problem of a document: place, message, way out."""
    try:
        read_game(document)
    except InputError as error:
        return [(one.path, str(one.message), str(one.fix)) for one in error.problems]
    return []


def refused(document: Document, *units: Document, **parts: Any) -> list[str]:
    """Why a battle may not be fought."""
    try:
        battle(document, *units, **parts)
    except SetupError as error:
        return [str(one.message) for one in error.problems]
    return []
