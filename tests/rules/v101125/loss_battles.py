"""Random attacks whose losses are paid in all legal ways: units with cadres, abilities, at home, of any size."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tests.rules.v101125.setting import document

TOKENS = (
    "1:",
    "½:",
    "½:½",
    "1:½",
    "½:1",
    "1L1",
    "1D",
    "½D",
    "L½",
    "1:1",
    "1X",
    "½X",
    "½E",
    "1E",
    "X½",
    "E½",
    "E1",
    "D½",
    "D1",
    "½X1",
    "1X½",
    "E½D½",
    "1X1",
    "DR",
)
KINDS = ("infantry", "infantry", "mountain", "motorized", "engineer", "armour")


class Throw(NamedTuple):
    """What falls: the result, both dice of disruption, that of a large exchange."""

    token: str
    dice: tuple[int, int]
    face: int


def force(source: random.Random, side: str) -> dict[str, Any]:
    """A random unit."""
    kind, attack = source.choice(KINDS), source.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 12))
    unit: dict[str, Any] = {"type": kind, "attack": attack, "aec": "none", "atec": "none", "intrinsic": "none"}
    unit["defence"] = source.choice((attack, attack, max(0, attack - 1), attack + 1))
    unit["size"] = source.choice(("1/2", "1", "2", "3"))
    if source.random() < 0.5 and attack > 1:
        unit |= {"cadre_attack": source.randint(0, attack - 1)}
        unit |= {"cadre_defence": source.randint(0, max(0, unit["defence"] - 1))}
    if kind == "engineer":
        unit |= {"special_counts": source.choice(("yes", "no")), "ability_factor": source.choice((1, 2))}
    if kind == "mountain" and source.random() < 0.5:
        unit["special_counts"] = "yes"
    for key, value, chance in (("home", True, 0.3), ("supply", "U1", 0.1), ("isolated", True, 0.05)):
        if source.random() < chance:
            unit[key] = value
    if side == "defender" and source.random() < 0.1:
        unit["held_out"] = True
    if side == "attacker":
        unit["at"] = source.choice(("1,0", "0,1"))
    return unit


def battle(seed: int) -> tuple[dict[str, Any], Throw]:
    """A random attack, which is forced so that its odds are no matter, and what falls."""
    source = random.Random(f"losses {seed}")
    terrain = source.choice(("clear", "clear", "mountain", "forest"))
    ours, theirs = (
        [force(source, side) for _ in range(source.choice((1, 2, 2, 3)))] for side in ("attacker", "defender")
    )
    if terrain != "clear" and source.random() < 0.3:
        theirs = [theirs[0] | {"attack": 1, "defence": 1, "cadre_attack": -1, "size": "6"}]
    if all(unit.get("held_out") for unit in theirs):
        del theirs[0]["held_out"]
    pools = {f"rp_{side}": source.choice((0, 0, 1, 2, 5)) for side in ("attacker", "defender")}
    found = document(ours, theirs, terrain=terrain, kind="forced", **pools)
    dice = source.randint(1, 6), source.randint(1, 6)
    return found, Throw(source.choice(TOKENS), dice, source.randint(1, 6))
