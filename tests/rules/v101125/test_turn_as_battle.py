"""A turn of one attack is the battle of that attack: what passes over its board between the phases loses nothing."""

from __future__ import annotations

import random
import re

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle, Chance, Decision, Terminal
from hexumpire.rulesets.v101125 import RULESET

from tests.amount import many
from tests.rules.v101125.playing import options, topic
from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, infantry

RESULTS = ["DL"] * 5 + ["CA"] * 4 + ["ME", "DR", "1:", "E½"]
ASKED_BEFORE = ("first", "declare", "plan", "leave", "tenth", "ground")
"""Phases of a fight before its dice, in which its odds count."""


def drawn(source):
    """A random attack, with reserves, landings, drops, markers, reactions and units around it."""

    def some(chance, **fields):
        return fields if source.random() < chance else {}

    def division(strengths, **fields):
        attack = source.choice(strengths)
        return infantry(attack, cadre_attack=attack - source.choice([1, 2, 4]), **fields)

    ours = []
    for _ in range(source.choice([1, 2, 2, 3])):
        way = some(0.25, via=source.choice(["sea", "airdrop"]), at=HERE)
        place = {"at": source.choice([EAST, EAST, SOUTHEAST, HERE]), **way}
        extra = some(0.15, reserve=True) | some(0.15, attacks=False) | some(0.2, supply=source.choice(["U1", "U4"]))
        ours.append(division([6, 9, 12, 20], **place, **extra, **some(0.2, marker=source.choice([1, 2]))))
    theirs = [division([5, 8, 9], **some(0.2, reacted=True), **some(0.2, marker=1)) for _ in range(1 + (len(ours) > 2))]
    for _ in range(source.choice([0, 1, 1, 2])):
        theirs.append(division([7, 9], at=source.choice([WEST, "0,-1", "1,-1", "2,-1"]), **some(0.2, engaged=True)))
    works = source.choice([[], [], ["fort"], ["entrenchment"], ["full_city", "major_city"]])
    setting = {
        "terrain": source.choice(["clear", "forest"]),
        "hexes": {EAST: {"features": source.choice([[], ["fort"], ["entrenchment"]])}},
        "phase": source.choice(["initial", "exploitation"]),
        "retreat_before": source.random() < 0.4,
    }
    return document(ours, theirs, features=works, forced_fights="here", **setting)


def in_a_turn(given):
    """The same as a turn of that one attack."""
    own = [unit["id"] for unit in given["units"] if unit["side"] == "attacker" and unit.get("attacks", True)]
    rest = {key: value for key, value in given.items() if key != "targets"}
    return rest | {"procedure": "turn", "attacks": [{"targets": [HERE], "units": own}]}


def on(turn):
    """The turn with its attack taken up in the phase that it is put off to."""
    while turn.state.now < 0 and isinstance(turn.node, Decision) and "attack:1" in options(turn):
        turn = turn.play("attack:1")
    return turn


def facts(game, state):
    """What a position is: what is left, and of a fight that is to come who fights whom, where, how, at which odds."""
    names, bout = [counter.unit.id for counter in game.setting.counters], state.bout
    left = [i for i, letter in enumerate(state.left) if letter.isdigit()]
    faces = {names[i]: (state.at[i], game.setting.counters[i].faces[int(state.left[i])].attack) for i in left}
    if state.phase not in ASKED_BEFORE:
        return state.phase, faces
    ways = sorted((names[i], at) for i, at in zip(bout.attackers, bout.places, strict=True))
    some = [sorted(names[i] for i in one) for one in (bout.defenders, bout.failed, bout.halved, bout.guests)]
    how = bout.side, bout.grounds, bout.kind, bout.stage, bout.turn, bout.clear, bout.dual, bout.dropped, bout.initial
    return state.phase, faces, ways, some, how, game.assess(state).headline


def asked(battle):
    """What may be chosen, by its words; the faces of dice."""
    if not isinstance(battle.node, Decision):
        return {face: face for face in options(battle)}
    return {re.sub(r" \(not looked at by the odds\)", "", str(one.label)): one.id for one in battle.node.options}


def chosen(source, battle):
    """An action of a battle: results that lead on, losses that are spared, advances."""
    if isinstance(battle.node, Chance):
        first = battle.state.phase == "first"
        return f"!result={source.choice(RESULTS)}" if first else source.choice(options(battle))
    if topic(battle) == "pay" and source.random() < 0.7:
        return "!spare"
    eager = topic(battle) == "advance" and source.random() < 0.7
    return options(battle)[0] if eager else source.choice(options(battle))


SEEDS = (24, 283, 850)
"""Battles that went otherwise once: with reserves, with a retreat before a counterattack, with a drop that was held."""


@pytest.mark.parametrize("seed", sorted({*range(many(60, 900)), *SEEDS}))
def test_11_0_a_turn_of_one_attack_goes_as_the_battle_of_that_attack(seed):
    """11.B.12, 11.L.1.f: the same fights with the same units at the same odds, and the same choices, step by step."""
    source = random.Random(seed)
    given = drawn(source)
    games = [RULESET.game(codec.read_scenario(one)) for one in (given, in_a_turn(given))]
    if games[0].problems:
        return
    battle, turn = Battle.start(games[0]), on(Battle.start(games[1]))
    while not isinstance(battle.node, Terminal) and turn.state.now >= 0:
        assert facts(battle.game, battle.state) == facts(*turn.game.fight(turn.state)), battle.line
        assert sorted(asked(battle)) == sorted(asked(turn)), battle.line
        action = chosen(source, battle)
        words = next((label for label, id in asked(battle).items() if id == action), "")
        battle, turn = battle.play(action), on(turn.play(asked(turn).get(words, action)))
