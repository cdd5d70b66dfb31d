"""A later attack of a segment, against the same attack set up anew on the board that the one before has left.

An attack by itself is compared with a naive reading of the text (test_reference.py); of several nobody else makes sure
what they leave to each other: steps and hexes, who has attacked, and which HQs have taken part (4.2.1, 4.2.1.2).
"""

from __future__ import annotations

import random
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.model.errors import HexUmpireError
from hexumpire.rulesets.daisenso import RULESET

from tests.amount import many
from tests.rules.daisenso.random_battles import BACK, NEAR, TARGET, Document, battle
from tests.rules.daisenso.reference import GROUND, Field, apart, around
from tests.rules.daisenso.setting import topic

BATTLES = many(150, 8000)
FIELDS = ("type", "af", "df", "ma")
AFTER = ("advance", "trek", "end")


def with_second(seed: int) -> tuple[Document, str]:
    """A random battle with a second target: a hex of defenders beside an attacker, of new ones where there is none.

    An attacker more stands beside it where there is a place that is not beside the first target.
    """
    document, source = battle(seed), random.Random(seed)
    units = document["units"]
    fronts = [unit["at"] for unit in units if unit["side"] == "attacker" and unit["type"] in GROUND]
    theirs = [unit for unit in units if unit["side"] == "defender" and unit["type"] in GROUND]
    near = {place for place in (*NEAR, *BACK) if any(apart(place, front) == 1 for front in fronts)}
    found = sorted(near & {unit["at"] for unit in theirs})
    if theirs and not found:
        free = near - {unit["at"] for unit in units}
        found = sorted(place for place in free if document["map"]["hexes"].get(place, {}).get("terrain") != "sea")
        units.append({**theirs[0], "id": "d99", "type": "infantry", "at": found[0], "df": 2})
    target = source.choice(found or [TARGET])
    held = {unit["at"] for unit in units} | {*document["map"]["hexes"]}
    fresh = [place for place in around(target) if place not in held and apart(place, TARGET) > 1]
    units += [{**units[0], "id": "a99", "at": place} for place in fresh[:1]]
    document["targets"] = [TARGET, target]
    return document, target


def started(document: Document) -> Battle[Any] | None:
    """The battle begun; None where the rules forbid it."""
    try:
        return Battle.start(RULESET.game(read_scenario(document)))
    except HexUmpireError:
        return None


def lying(field: Field, i: int, left: int) -> Document:
    """A counter as one that has as many steps as it has left."""
    unit, steps = field.units[i], field.all_steps(i)
    if left == steps:
        return dict(unit)
    found = {**unit, **{key: field.lies(i, left, key) for key in FIELDS}, "steps": left, "one_behind": False}
    if left > 1:
        last = {f"reduced_{key}": unit[f"last_{key}"] for key in FIELDS[1:]}
        kind = field.lies(i, 1, "type")
        found |= {**last, "reduced": "same" if kind == found["type"] else "infantry"}
    return found


def anew(document: Document, found: Battle[Any], target: str) -> Document:
    """The board that an attack has left as a document, with the attack on another hex."""
    state, setting, field, units = found.state, found.game.setting, Field(document), []
    for i, unit in enumerate(document["units"]):
        piece = setting.by_id[unit["id"]].index
        if state.left[piece]:
            lies = {**lying(field, i, state.left[piece]), "at": state.at[piece]}
            lies |= {"attacked": True} if state.fought >> piece & 1 else {}
            lies |= {"took_part": True} if state.spent >> piece & 1 and lies["type"] == "hq" else {}
            if lies["type"] != "hq":
                lies = {key: value for key, value in lies.items() if key not in ("also", "took_part")}
            units.append(lies)
    return {**document, "units": units, "targets": [target]}


def routed_hq(found: Battle[Any]) -> bool:
    """Whether an HQ of the attacker was in a rout: it may attack and not support, which no document says."""
    state = found.state
    return any(
        state.left[p.index]
        and p.side == "attacker"
        and p.type_at(state.left[p.index]) == "hq"
        and state.spent >> p.index & 1
        and not state.fought >> p.index & 1
        for p in found.game.setting.pieces
    )


def first_fought(found: Battle[Any], source: random.Random) -> Battle[Any]:
    """The battle after the attack on its first target, by choices and dice at random."""
    while not found.state.endings:
        actions = list(found.legal_actions)
        found = found.play(source.choice(actions) if topic(found) != "next" else actions[0])
    return found


def stand(found: Battle[Any]) -> dict[str, tuple[int, str]]:
    """Steps and hex of each counter that is left."""
    state = found.state
    return {p.id: (state.left[p.index], state.at[p.index]) for p in found.game.setting.pieces if state.left[p.index]}


def test_4_2_1_serial_a_later_attack_is_that_attack_on_the_board_as_it_is() -> None:
    """The same choices, odds, losses, retreats and advances as where the board is set up anew."""
    fought = 0
    for seed in range(BATTLES):
        document, target = with_second(seed)
        found, source = started(document), random.Random(seed)
        if found is None:
            continue
        found = first_fought(found, source)
        if topic(found) == "end" or routed_hq(found):
            continue
        other = started(anew(document, found, target))
        assert (other is None) == (f"attack:{target}" not in found.legal_actions), seed
        if other is None:
            continue
        found, fought = found.play(f"attack:{target}"), fought + 1
        while topic(found) not in AFTER:
            assert (topic(found), [*found.legal_actions]) == (topic(other), [*other.legal_actions]), seed
            action = source.choice(list(found.legal_actions))
            found, other = found.play(action), other.play(action)
        assert stand(found) == stand(other), seed
        if topic(found) == topic(other) == "advance":
            assert [*found.legal_actions] == [*other.legal_actions], seed
    assert fought > BATTLES // 10
