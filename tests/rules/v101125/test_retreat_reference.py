"""All retreats from a hex among zones of control, as the game offers them, and those of a plain reading."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hexumpire.model.battle import Battle

from tests.amount import many
from tests.rules.v101125 import retreat_reference, wide_battles, wide_reference
from tests.rules.v101125.retreat_reference import End, Man
from tests.rules.v101125.test_wide_reference import retreating

LOT, LOTS = 10, many(4, 120)
"""So many ways out make one test, and so many tests there are."""
LONGEST = 2
"""So many hexes of a retreat are looked at."""


def way_out(seed: int) -> dict[str, Any]:
    """A random attack whose defenders, two at most, are strong enough to come through; one by one against them."""
    source, document = random.Random(f"retreats {seed}"), wide_battles.way_out(seed)
    there = [unit for unit in document["units"] if unit["side"] == "defender" and unit["at"] == "0,0"]
    others = [unit for unit in document["units"] if unit not in there]
    units = [unit for unit in others if unit["side"] == "defender" or unit.get("attacks", True)]
    units += [unit for unit in others if unit["id"] in ("a21", "a22")] + there[:2]
    for unit in there[:2]:
        unit["attack"] = unit["defence"] = unit["attack"] + 3
    for unit in units:
        if unit["attack"] > 40:
            unit["attack"] += source.choice((0, 0, 20)) - 40
    return document | {"units": units, "conditions": document["conditions"] | {"kind": "forced"}}


def gone(battle: Battle[Any]) -> list[int]:
    """The counters that retreat."""
    counters, state = battle.game.setting.counters, battle.state
    return [i for i in state.bout.defenders if state.at[i] == "0,0" and counters[i].unit.side == "defender"]


def men(document: dict[str, Any], battle: Battle[Any]) -> list[Man]:
    """Those as the reference knows them."""
    found, units = [], {unit["id"]: unit for unit in document["units"]}
    for i in gone(battle):
        counter = battle.game.setting.counters[i]
        speeds = [wide_reference.speed(units[counter.unit.id] | {"movement": face.movement}) for face in counter.faces]
        cadre = counter.faces[1].defence if counter.faces[1:] else None
        found.append(Man(counter.faces[0].defence, cadre, speeds[0], speeds[-1]))
    return found


def of_game(battle: Battle[Any]) -> set[End]:
    """Every end that the game allows, of so many hexes at most."""
    game, numbers, found = battle.game, gone(battle), set()
    edge, seen = [battle.state], {battle.state}
    while edge:
        state = edge.pop()
        if state.phase not in ("retreat", "pay"):
            lost = tuple(2 if state.left[i] == "x" else int(state.left[i]) for i in numbers)
            found.add(End(tuple(state.at[i] if n < 2 else "" for i, n in zip(numbers, lost, strict=True)), lost))
            continue
        ids = [option.id for option in game.node(state).options]
        if state.phase == "retreat":
            on = len(state.path) < LONGEST
            ids = [one for one in ids if one == "stop" or (on and one.startswith("to:"))]
        for after in (game.apply(state, one) for one in ids):
            if after not in seen:
                seen.add(after)
                edge.append(after)
    return found


def begun(seed: int) -> tuple[dict[str, Any], Battle[Any]] | None:
    """A way out and its battle, where somebody has to retreat."""
    document = way_out(seed)
    battle = retreating(document)
    return (document, battle) if battle is not None and battle.state.phase == "retreat" else None


@pytest.mark.parametrize("number", range(LOTS))
def test_all_retreats_among_zones_of_control(number: int) -> None:
    """11.Q.2.0, 11.Q.2.c, 11.Q.2.d, 11.Q.2.e, 11.N.3: which hexes, who pays for each of them, and who gets there."""
    for seed in range(number * LOT, (number + 1) * LOT):
        found = begun(seed)
        if found is not None:
            document, battle = found
            units = men(document, battle)
            assert of_game(battle) == retreat_reference.ends(document, units, LONGEST), f"the way out of seed {seed}"


def test_these_retreats_end_in_every_way() -> None:
    """With nobody lost, with cadres, with some or all of them gone; in the first hex or the second."""
    met: Counter[str] = Counter()
    for seed in range(LOT * 4):
        found = begun(seed)
        if found is not None:
            document, battle = found
            units = men(document, battle)
            for end in retreat_reference.ends(document, units, LONGEST):
                near = {retreat_reference.START, *retreat_reference.around(retreat_reference.START)}
                met.update({f"{len(units)} units", f"lost {sorted(end.lost)}"})
                met.update("near" if place in near else "far" for place in end.at if place)
    named = {
        "1 units",
        "2 units",
        "near",
        "far",
        "lost [0, 0]",
        "lost [0, 1]",
        "lost [0, 2]",
        "lost [2, 2]",
        "lost [2]",
    }
    assert sorted(name for name in named if not met[name]) == []
