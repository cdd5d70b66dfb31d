"""Only legal hexes may be tapped; every other hex of the board says which rule forbids it."""

import random

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import around, find_place, place_name
from hexumpire.rulesets.daisenso.rules.airdrop import circle
from hexumpire.rulesets.daisenso.rules.retreat import retreating

from tests import scenarios
from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    drive,
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
"""Decisions in which a unit goes to a hex next to it."""
CHOOSING = ("next", "blitz_combat", "beachhead_landing", "airdrop_landing", "cv_strike_return")
"""Decisions in which a hex of the board is chosen."""


def board(battle):
    """Hexes of the board as it is drawn: the map, the targets and all around them, and every counter."""
    scenario, now = battle.game.scenario, getattr(battle.state, "combat", None) or battle.state
    found = {*scenario.hexes, *scenario.targets, *now.at}
    return found.union(*(around(target) for target in scenario.targets))


def nearby(battle):
    """Hexes around the unit that goes to one; none where any hex of the board is chosen; None where no hex is."""
    node, state = battle.node, getattr(battle.state, "combat", None) or battle.state
    if not isinstance(node, Decision):
        return None
    if node.topic in GOING:
        going = state.trek[0] if node.topic == "trek" else retreating(attacks(battle).setting, state)[1][0]
        return set(around(state.at[going]))
    if node.topic in CHOOSING:
        return set()
    return set(circle(state.at[state.mover])) if node.topic == "airdrop" and state.mover >= 0 else None


def attacks(battle):
    """The game of the attacks: the battle's own, or that within a segment."""
    found = battle.game.fight(battle.state) if hasattr(battle.game, "fight") else None
    return found[0] if found else battle.game


def check(battle):
    """Every hex of the board and around the mover is open or refused by a rule of the index, never both."""
    near = nearby(battle)
    if near is None:
        return ""
    open_now = {option.hex for option in battle.node.options if option.hex}
    shut = {one.hex: one for one in battle.game.refusals(battle.state) if not one.unit}
    assert not open_now & set(shut)
    assert board(battle) | near <= open_now | set(shut)
    for one in shut.values():
        assert one.reason and one.rules and all(rule in RULESET.index for rule in one.rules)
    return battle.node.topic


@pytest.mark.parametrize("example", RULESET.examples(), ids=lambda example: example["key"])
def test_in_the_examples(example):
    game = RULESET.game(read_scenario(example["scenario"]))
    for turn in range(40):
        battle, rng = Battle.start(game), random.Random(turn)
        while battle.outcome is None:
            check(battle)
            battle = battle.play(rng.choice(list(battle.legal_actions)))


def random_play(procedure):
    """Battles of a procedure, at each of their positions."""
    for seed, document in scenarios.documents(RULESET, range(400), tame=True):
        game = RULESET.game(read_scenario({**document, "procedure": procedure}))
        if game.problems:
            continue
        battle, rng = Battle.start(game), random.Random(seed)
        while battle.outcome is None:
            yield battle
            battle = battle.play(rng.choice(list(battle.legal_actions)))


@pytest.mark.slow
def test_in_random_battles():
    assert sum(check(battle) in GOING for battle in random_play("attack")) >= 30


def test_in_random_segments():
    seen = {check(battle) for battle in random_play("blitz")}
    assert not {"blitz_combat", "airdrop_landing", "cv_strike_return"} - seen


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
    force, sides = [infantry(blitz=True), *([counter] if counter else [])], {(TARGET, WEST): [side]} if side else {}
    battle = read(fight(force, [infantry()], hexes={WEST: hex}, sides=sides, segment="blitz"), "Dr1")
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


# --- the Blitz segment ------------------------------------------------------------------------------

BEACH = {EAST: {"terrain": "sea"}, NORTHEAST: {"features": ["city"]}}


def blitz(force, foes=(), **given):
    """A Blitz segment, with a Beachhead hexside between the hex of the force and the target."""
    return fight(force, list(foes), procedure="blitz", **given)


def at_topic(battle, name):
    while topic(battle) != name:
        battle = battle.play(options(battle)[-1])
    return battle


def test_a_drop_says_so_around_far_targets_too():
    battle = blitz([airborne(at="w4610")], [infantry()]).play("drop:a1")
    assert check(battle) == "airdrop"
    assert {refused(battle)[name] for name in (TARGET, WEST, NORTHWEST)} == {"4.1.1.range"}


def test_a_hex_that_is_not_attacked():
    foes = [infantry(), infantry(at=NORTHEAST), unit("air", at="w4620"), unit("logistics", at="w4618")]
    battle = blitz([infantry(blitz=True)], foes)
    assert check(battle) == "blitz_combat"
    reasons = {place_name(one.hex): one.reason for one in battle.game.refusals(battle.state)}
    assert {refused(battle)[name] for name in (EAST, WEST, NORTHEAST, "w4620", "w4618")} == {"4.2.1.target"}
    assert reasons[NORTHEAST] == reasons["w4618"] == "this hex was not named as a target"
    assert reasons[WEST] == reasons["w4620"] != reasons[NORTHEAST]
    assert hexes_open(battle) == [TARGET]


def test_a_hex_that_is_not_attacked_next():
    force = [infantry(aim=1), infantry(at="w4725", aim=2)]
    battle = read(fight(force, [infantry(), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST)), "0/0")
    assert check(battle) == "next"
    assert (refused(battle)[TARGET], refused(battle)[WEST]) == ("4.2.1.once-hex", "4.2.1.target")
    assert hexes_open(battle) == [NORTHEAST]


def test_a_landing_from_a_beachhead():
    force, side = [unit("beachhead"), infantry(blitz=True)], {(EAST, TARGET): ["beachhead"]}
    battle = at_topic(blitz(force, hexes=BEACH, sides=side), "beachhead_landing")
    assert check(battle) == "beachhead_landing"
    assert {refused(battle)[name] for name in (EAST, NORTHEAST, WEST)} == {"4.1.3.place"}
    assert TARGET not in refused(battle)


@pytest.mark.parametrize(("rule", "foes", "hex"), [
    ("4.1.3.enemy", [infantry(at=NORTHEAST)], {}), ("4.1.3.neutral", [], {"barred": "neutral"}),
])  # fmt: skip
def test_a_landing_in_one_of_two_hexes(rule, foes, hex):
    # The unit may land in the one hex; the other, behind a Beachhead hexside as well, says why it may not there.
    sides = {(EAST, TARGET): ["beachhead"], (EAST, "w4725"): ["beachhead"]}
    foes = [{**foe, "at": "w4725"} for foe in foes]
    battle = blitz([unit("beachhead"), infantry(blitz=True)], foes, hexes={**BEACH, "w4725": hex}, sides=sides)
    battle = at_topic(battle, "beachhead_landing")
    assert check(battle) == "beachhead_landing"
    assert options(battle) == [f"land:a2@{find_place(TARGET)}", "next"]
    assert refused(battle)["w4725"] == rule


def test_the_landing_of_an_airdrop():
    battle = drive(blitz([airborne(), infantry(steps=1, pool=True)]), "drop:a1", to(NORTHEAST))
    assert check(battle) == "airdrop_landing"
    assert {refused(battle)[name] for name in (TARGET, EAST, WEST)} == {"4.1.4.place"}
    assert NORTHEAST not in refused(battle)


def test_the_return_of_cv_strikes():
    battle = at_topic(blitz([unit("strike", at=WEST)], [infantry()]), "cv_strike_return")
    assert check(battle) == "cv_strike_return"
    assert {refused(battle)[name] for name in (TARGET, EAST, WEST)} == {"4.1.5.cv"}


def test_an_attack_within_the_segment_as_anywhere():
    battle = read(drive(blitz([infantry(blitz=True)], [infantry()]), attack(TARGET)), "Dr1")
    assert check(battle) == "retreat"
    assert refused(battle)[TARGET] == "4.2.5.step"
