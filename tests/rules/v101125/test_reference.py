"""Plain attacks, fought by the game, against a reading by brute force (reference.py): a roll, and a whole course."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction as F
from typing import Any

import pytest
from amount import many
from hexumpire.files import codec
from hexumpire.model.battle import Chance, Decision
from hexumpire.rulesets.v101125 import RULESET

from tests.rules.v101125 import reference

BACK, BEHIND = "-1,0", "2,0"
"""The hexes behind the defenders and behind the attackers, which enemy zones of control do not reach."""
BATTLES, COURSES = many(40, 1000), many(3, 100)
"""So many battles are read by the reference: of their first roll, and in their whole course."""


def force(side: str, at: str, units: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    nation = {"attacker": "German", "defender": "Soviet"}[side]
    return [
        {"id": f"{side[0]}{n}", "side": side, "type": "infantry", "nation": nation,
         "at": at, "attack": attack, "defence": defence, "size": str(res),
         "cadre_attack": -1 if cadre is None else cadre, "cadre_defence": -1 if guard is None else guard}
        for n, (attack, defence, cadre, guard, res) in enumerate(units)
    ]  # fmt: skip


def game(attackers: list[tuple[Any, ...]], defenders: list[tuple[Any, ...]]) -> Any:
    units = [*force("attacker", "1,0", attackers), *force("defender", "0,0", defenders)]
    document = {
        "ruleset": "v101125", "map": {"hexes": {"0,0": {"terrain": "clear"}}}, "targets": ["0,0"], "units": units,
        "conditions": {"forced_fights": "here"},
    }  # fmt: skip
    return RULESET.game(codec.read_scenario(document))


def chosen(node: Decision) -> str:
    """At once and unplanned; what is worth least goes first; retreats lead straight back."""
    ids = [option.id for option in node.options]
    if node.topic.startswith("pay"):
        some = (option for option in node.options if option.unit and not option.aside)
        return min(some, key=lambda option: option.pays).id
    for wanted in ("now", "0", "retreat", f"to:{BACK}", f"to:{BEHIND}"):
        if wanted in ids:
            return wanted
    return ids[0]


def first_roll(battle: Any, state: Any) -> bool:
    """Whether the first roll is done."""
    return state.phase in ("advance", "over", "strike") or state.bout.kind != "regular"


def second_roll(battle: Any, state: Any) -> bool:
    """Whether the attack is over, or a second CA or DL would have another fight fought."""
    if state.phase == "over":
        return True
    sides = [state.bout.attackers, state.bout.defenders]
    return (
        max(state.memo.waits, default=0) == 2
        and not state.before
        and all(any(state.left[i] in "01" for i in one) for one in sides)
    )


WHOLE = (36 * 10 * 6 * 6 * 6) ** 2
"""What certainty counts, so that each roll of two fights shares it out in whole numbers."""


def fought(battle: Any, done: Any) -> dict[Any, F]:
    """Chance of each position when so much is done."""
    found: Counter[Any] = Counter()
    edge = {battle.start(): WHOLE}
    while edge:
        after: Counter[Any] = Counter()
        for state, chance in edge.items():
            if done(battle, state):
                found[state] += chance
                continue
            node = battle.node(state)
            if isinstance(node, Chance):
                part, rest = divmod(chance, sum(weight for _, weight in node.faces))
                assert not rest
                for face, weight in node.faces:
                    after[battle.apply(state, face)] += part * weight
            else:
                after[battle.apply(state, chosen(node))] += chance
        edge = dict(after)
    return {state: F(chance, WHOLE) for state, chance in found.items()}


def random_units(source: random.Random, number: int) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    for _ in range(number):
        attack, defence = source.randint(1, 9), source.randint(1, 9)
        cadre = source.random() < 0.5
        found.append((attack, defence, source.randint(1, attack) if cadre else None,
                      source.randint(1, defence) if cadre else None, source.choice([F(1, 2), F(1), F(3)])))  # fmt: skip
    return found


def plain(key: tuple[str, tuple[str, ...], tuple[str, ...], bool], chance: F, into: Counter[Any]) -> None:
    """What the reference finds, without what nobody is left to do."""
    chain, ours, theirs, leaves = key
    living = [any(letter in "01" for letter in side) for side in (ours, theirs)]
    into[chain if all(living) else "", "".join(ours + theirs), leaves and living[1]] += chance


def met(seed: int, most: int) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], Any]:
    """Random attackers and defenders, so many of each at most, and their battle."""
    source = random.Random(seed)
    attackers, defenders = (random_units(source, source.randint(1, most)) for _ in range(2))
    if sum(unit[0] for unit in attackers) * 4 < sum(unit[1] for unit in defenders):
        attackers, defenders = defenders, attackers
    battle = game(attackers, defenders)
    if battle.problems:
        pytest.skip("nobody attacks so of his own will")
    return attackers, defenders, battle


@pytest.mark.parametrize("seed", range(BATTLES))
def test_the_first_roll(seed: int) -> None:
    """11.B.14 to 11.B.18, 11.L.1, 11.L.2, 11.M.0b, 11.N.0: exact and equal."""
    attackers, defenders, battle = met(seed, 3)
    expected: Counter[Any] = Counter()
    for key, chance in reference.distribution(attackers, defenders).items():
        plain(key, chance, expected)
    found: Counter[Any] = Counter()
    for state, chance in fought(battle, first_roll).items():
        living = [i for i in range(len(attackers), len(state.left)) if state.left[i] in "01"]
        chain = "CA" if state.phase == "strike" or state.bout.kind == "counterattack" else ""
        chain = "DL" if state.bout.kind == "forced" else chain
        found[chain, state.left, any(state.at[i] != "0,0" for i in living)] += chance
    assert sum(expected.values()) == sum(found.values()) == 1
    assert found == expected


@pytest.mark.parametrize("seed", range(COURSES))
def test_a_whole_attack(seed: int) -> None:
    """11.L.1.d, 11.L.1.f.i, 11.L.1.d.iii, 11.B.19, T10.n2, T10.n6, T10.n7, T6.a1, T6.a9, T6.r1, T6.s2: exact and equal.

    Losses, retreats and advances of an attack with the fight that a CA or DL forces.
    """
    attackers, defenders, battle = met(seed, 2)
    expected = reference.course(attackers, defenders, (("1,0", "0,0"), (BEHIND, BACK)))
    found: Counter[Any] = Counter()
    for state, chance in fought(battle, second_roll).items():
        letters = state.left[: len(attackers)], state.left[len(attackers) :]
        there = [[state.at[i] for i in some if state.left[i] in "01"]
                 for some in (range(len(attackers)), range(len(attackers), len(state.left)))]  # fmt: skip
        goes_on = max(state.memo.waits, default=0) == 2 and all(there)
        found[*letters, tuple(one[0] if one else "" for one in there), goes_on] += chance
        assert all(len(set(one)) <= 1 for one in there)
    told: Counter[Any] = Counter()
    for (chain, ours, theirs, at), chance in expected.items():
        told[ours, theirs, at, bool(chain)] += chance
    assert sum(told.values()) == 1
    assert found == told
