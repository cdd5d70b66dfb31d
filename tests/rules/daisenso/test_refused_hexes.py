"""Only legal hexes may be tapped; every other hex of the board says which rule forbids it."""

import random

import pytest
from hexumpire.battle import Battle, Decision
from hexumpire.codec import read_scenario
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import around, find_place, place_name

from tests import scenarios
from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    armor,
    fight,
    hexes_open,
    hq,
    infantry,
    options,
    read,
    refused,
    ringed,
    to,
    topic,
    unit,
)

GOING = ("retreat", "trek")
"""Decisions in which a hex is chosen."""


def board(battle):
    """Hexes of the board as it is drawn: the map, the targets and all around them, and every counter."""
    scenario, state = battle.game.scenario, battle.state
    found = {*scenario.hexes, *scenario.targets, *state.at}
    return found.union(*(around(target) for target in scenario.targets))


def check(battle):
    """Every hex of the board and around the mover is open or refused by a rule of the index, never both."""
    node, game, state = battle.node, battle.game, battle.state
    if not isinstance(node, Decision) or node.topic not in GOING:
        return False
    start = state.at[game.retreating(state)[1][0] if node.topic == "retreat" else state.trek[0]]
    open_now = {option.hex for option in node.options if option.hex}
    shut = {one.hex: one for one in game.refusals(state) if not one.unit}
    assert not open_now & set(shut)
    assert board(battle) | set(around(start)) <= open_now | set(shut)
    for one in shut.values():
        assert one.reason and one.rules and all(rule in RULESET.index for rule in one.rules)
    return True


@pytest.mark.parametrize("example", RULESET.examples(), ids=lambda example: example["key"])
def test_in_the_examples(example):
    game = RULESET.game(read_scenario(example["scenario"]))
    for turn in range(40):
        battle, rng = Battle.start(game), random.Random(turn)
        while battle.outcome is None:
            if hasattr(battle.state, "trek"):
                check(battle)
            battle = battle.play(rng.choice(list(battle.legal_actions)))


def test_in_random_battles():
    looked = 0
    for seed, document in scenarios.documents(RULESET, range(400), tame=True):
        game = RULESET.game(read_scenario({**document, "procedure": "attack"}))
        if game.problems:
            continue
        battle, rng = Battle.start(game), random.Random(seed)
        while battle.outcome is None:
            looked += check(battle)
            battle = battle.play(rng.choice(list(battle.legal_actions)))
    assert looked >= 30


# --- each restriction by its rule -------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "hex", "side", "counter"), [
    ("4.2.5.2.offmap", {"off_map": True}, None, None),
    ("4.2.5.place", {"terrain": "sea"}, None, None),
    ("4.2.5.2.neutral", {"barred": "neutral"}, None, None),
    ("4.2.5.2.neutral", {"barred": "policy"}, None, None),
    ("4.2.5.1.p2", {"zoc": "attacker"}, None, None),
    ("4.2.5.2.allsea", {}, "allsea", None),
    ("4.2.5.2.allsea", {}, "lake", None),
    ("4.2.5.2.enemy", {}, None, infantry(at=WEST, attacks=False)),
    ("4.2.5.2.enemy", {}, None, unit("airdrop", at=WEST)),
    ("4.2.5.2.enemy", {}, None, unit("beachhead", at=WEST)),
    ("4.2.5.2.enemy", {}, None, unit("air", at=WEST)),
    ("", {}, None, unit("detachment", at=WEST)),
    ("", {}, "strait", None),
    ("", {}, "beachhead", None),
    ("", {}, "river", None),
    ("", {}, "mountain", None),
])  # fmt: skip
def test_retreat_of_defenders(rule, hex, side, counter):
    force = [infantry(), *([counter] if counter else [])]
    battle = read(fight(force, [infantry()], hexes={WEST: hex}, sides={(TARGET, WEST): [side]} if side else {}), "Dr1")
    assert refused(battle).get(WEST, "") == rule
    assert (WEST in hexes_open(battle)) == (not rule)


def test_retreat_of_attackers_by_the_same_rules():
    hexes = {"w4525": {"barred": "neutral"}, "w4725": {"zoc": "defender"}, "w4626": {"off_map": True}}
    battle = read(fight([infantry()], [infantry()], hexes=hexes), "Ad")
    # Nowhere to go: the choice says why, hex by hex.
    assert options(battle) == ["step"]
    shut = refused(battle)
    assert (shut["w4525"], shut["w4725"], shut["w4626"]) == ("4.2.5.2.neutral", "4.2.5.1.p2", "4.2.5.2.offmap")
    assert (shut[TARGET], shut[NORTHEAST], shut[EAST]) == ("4.2.5.2.enemy", "4.2.5.1.back", "4.2.5.1.none")


@pytest.mark.parametrize(("force", "rule"), [
    ([infantry(), hq()], "4.2.5.2.hq"), ([infantry(), infantry(ma=0)], "4.2.5.2.ma0"),
])  # fmt: skip
def test_a_pinned_force_says_so_in_every_hex_around_it(force, rule):
    battle = read(fight([infantry()], force), "Dr2")
    assert topic(battle) == "lose"
    assert {refused(battle)[place_name(hex)] for hex in around(find_place(TARGET))} == {rule}


def test_steps_lost_where_no_hex_is_open_say_why():
    hexes = ringed(TARGET, "attacker") | {NORTHWEST: {"terrain": "sea"}}
    battle = read(fight([infantry()], [infantry()], hexes=hexes), "Dr1")
    assert topic(battle) == "lose"
    assert refused(battle)[NORTHWEST] == "4.2.5.place"
    assert refused(battle)[WEST] == "4.2.5.1.p2"
    assert refused(battle)[EAST] == "4.2.5.2.enemy"


def test_a_step_in_place_of_a_hex():
    battle = read(fight([infantry()], [infantry()], hexes={TARGET: {"features": ["city"]}}), "Dr1").play("convert")
    assert refused(battle)[WEST] == "4.2.5.3.voluntary"


@pytest.mark.parametrize(("rule", "hex", "counter"), [
    ("4.2.8.mud", {"weather": "mud"}, None),
    ("4.2.8.offmap", {"off_map": True}, None),
    ("4.2.8.land", {"terrain": "sea"}, None),
    ("4.2.8.barred", {"closed": True}, None),
    ("4.2.8.barred", {"barred": "policy"}, None),
    ("4.2.8.enemy", {}, infantry(at=WEST)),
    ("4.2.8.enemy", {}, unit("air", at=WEST)),
    ("", {}, unit("logistics", at=WEST)),
    ("", {"weather": "snow"}, None),
])  # fmt: skip
def test_exploitation(rule, hex, counter):
    foes = [infantry(steps=3), *([counter] if counter else [])]
    battle = read(fight([armor()], foes, hexes={WEST: hex}), "Dr3")
    for name in (NORTHWEST, "w4823", "w4922"):
        battle = battle.play(to(name))
    battle = battle.play("exploit:a1")
    assert refused(battle).get(WEST, "") == rule
    assert (WEST in hexes_open(battle)) == (not rule)
    assert refused(battle)[TARGET] == "4.2.8.optional"
    assert refused(battle)["w4922"] == "4.2.8.first"


def test_an_advance_goes_into_the_hex_attacked():
    force = [infantry(), infantry(attacks=False), infantry(supplied=False), hq(), infantry(at="w4626")]
    battle = read(fight(force, [infantry(steps=1), infantry(at=WEST)]), "0/1").play("lose:d1")
    shut = refused(battle)
    assert {shut[name] for name in (NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST)} == {"4.2.7.who"}
    assert (shut["a2"], shut["a3"], shut["a4"], shut["a5"]) == ("4.2.7.who", "4.2.7.who", "4.2.7.hq", "4.2.7.who")
    assert shut["d2"] == "4.2.2.nodef"


def test_the_third_hex_of_akyab_far_and_near():
    example = next(entry for entry in RULESET.examples() if entry["key"] == "akyab")
    battle = read(Battle.start(RULESET.game(read_scenario(example["scenario"]))), "Dr3").play(to("w4214"))
    assert refused(battle)["w4114"] == "4.2.5.1.back"
    assert refused(battle)["w4115"] == "4.2.5.step"
