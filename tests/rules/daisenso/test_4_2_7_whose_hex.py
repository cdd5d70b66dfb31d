"""Whose the hexes are once all attacks are over (4.2.7, 4.2.5, 4.2.8, 4.1.3): what "takes the hex" speaks of."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.rulesets.daisenso import RULESET

from tests import scenarios
from tests.amount import many
from tests.conformance.checks import Citations, walk
from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHWEST,
    TARGET,
    armor,
    attack,
    drive,
    fight,
    find_place,
    infantry,
    named,
    options,
    read,
    to,
    topic,
    unit,
)

TWO = (TARGET, SOUTHWEST)
PACK = next(example["scenario"]["pack"] for example in RULESET.examples() if "pack" in example["scenario"])


def pair(first: Any, **given: Any) -> Any:
    """One unit beside each of two hexes that are next to each other, a defender in each; the first one is attacked."""
    force = [{**first, "aim": 1}, infantry(at="w4522", aim=2)]
    return fight(force, [infantry(1, 1), infantry(1, 1, at=SOUTHWEST)], targets=TWO, **given)


def rows(battle: Any) -> list[tuple[str, int]]:
    """How it stands with each hex, as the list of attacks says."""
    return [(row.outcome.result, row.outcome.measure("hex")) for row in battle.game.rows(battle.state)]


@pytest.mark.parametrize(
    ("mover", "goes"),
    [
        (infantry(), ["done"]),  # nobody goes in
        (armor(), ["exploit:a1", to(NORTHWEST)]),  # one goes in and on
    ],
)
def test_4_2_5_place_defenders_of_another_hex_retreat_into_one_that_was_left(mover, goes):
    # A hex in which no enemy is, is open to a retreat (4.2.5.2): the one attacked first is the defender's again.
    battle = drive(read(pair(mover), "Dr2"), to(NORTHEAST), to("w4725"), *goes)
    battle = read(battle.play(attack(SOUTHWEST)), "Dr1")
    back = drive(battle, to(TARGET), "advance:a2")
    assert (back.outcome.result, back.outcome.measure("hex")) == ("held", 0)
    assert rows(back) == [("held", 0), ("taken", 1)]
    assert again(back) == ["Defenders hold w4624 again: they retreated there from another hex."]
    away = drive(battle, to("w4423"), "advance:a2")
    expect = "emptied" if goes == ["done"] else "taken"
    assert (away.outcome.result, away.outcome.measure("hex")) == (expect, int(expect == "taken"))
    assert again(away) == []


def again(battle: Any) -> list[str]:
    """What is said at the end of hexes that are the defender's again."""
    return [named(battle, line.text) for line in battle.game.closing(battle.state) if "4.2.1.once-hex" in line.rules]


def test_4_2_5_place_defenders_who_held_their_hex_all_the_time_are_not_back():
    battle = drive(read(pair(infantry()), "0/0"), attack(SOUTHWEST))
    held = read(battle, "0/0")
    assert (held.outcome.result, again(held)) == ("held", [])


def test_4_2_5_rout_sweeps_away_the_defenders_of_a_hex_that_nobody_has_attacked():
    # Who retreats into a hex takes along whoever is there; a hex without enemies is no target (4.2.1), and nobody's.
    battle = read(pair(infantry()), "Dr2")
    battle = drive(battle, to(SOUTHWEST), to("w4423"), "advance:a1")
    assert options(battle) == ["done"]
    battle = battle.play("done")
    assert battle.outcome.result == "emptied"


def test_4_2_8_units_that_exploit_go_into_a_hex_that_was_left_empty():
    # w4624 is left empty, then armor from the second hex goes on into it: attackers stand in both.
    force = [infantry(aim=1), armor(at="w4522", aim=2)]
    battle = fight(force, [infantry(1, 1), infantry(1, 1, at=SOUTHWEST)], targets=TWO)
    battle = drive(read(battle, "Dr2"), to(NORTHEAST), to("w4725"), "done", attack(SOUTHWEST))
    battle = drive(read(battle, "Dr2"), to("w4423"), to("w4323"))
    ways = {option.id: option.alike for option in battle.node.options if option.unit}
    assert ways["advance:a2"] != ways["exploit:a2"]
    both = drive(battle, "exploit:a2", to(TARGET))
    assert (topic(both), both.outcome.result, both.outcome.measure("hex")) == ("end", "taken", 1)
    one = drive(battle, "exploit:a2", to("w4424"))
    assert (topic(one), one.outcome.result, one.outcome.measure("hex")) == ("end", "emptied", 0)


def test_4_2_1_which_of_two_hexes_was_taken_is_another_position():
    # Where defenders may come back, it counts which hex was taken and which one was held.
    battle = drive(read(pair(infantry()), "Dr2"), to(NORTHEAST), to("w4725"), "done")
    game, state = battle.game, battle.state._replace(order=(0, 1))
    ends = [state._replace(endings=both) for both in (("taken", "emptied"), ("emptied", "taken"))]
    assert len({game.phases["next"].state_key(end) for end in ends}) == len(ends)


def test_4_1_3_place_who_lands_in_a_hex_that_an_attack_has_emptied_takes_it():
    # The attacker stays on his Beachhead; another unit goes ashore in the third step of the segment.
    landing = [unit("beachhead"), infantry(blitz=True), infantry(blitz=True, attacks=False)]
    battle = fight(
        landing,
        [infantry(steps=1)],
        procedure="blitz",
        hexes={EAST: {"terrain": "sea"}},
        sides={(EAST, TARGET): ["beachhead"]},
        side_beachhead="1",
    )
    battle = drive(read(battle.play(attack(TARGET)), "0/1"), "lose:d1", "done")
    ashore = battle.play(f"land:a3@{find_place(TARGET)}")
    assert (ashore.outcome.result, ashore.outcome.measure("hex")) == ("taken", 1)
    assert battle.play("next").outcome.result == "emptied"


@pytest.mark.parametrize("stated", [True, False])
def test_4_1_3_1_place_a_detachment_that_lands_in_a_hex_that_an_attack_has_emptied_takes_it(stated):
    """Be it one of the Force Pool, or one that the scenario does not state."""
    force = [unit("snlf"), infantry(blitz=True, at=NORTHEAST), *[unit("detachment", pool=True)] * stated]
    battle = fight(
        force,
        [infantry(steps=1)],
        procedure="blitz",
        hexes={EAST: {"terrain": "sea"}},
        sides={(EAST, TARGET): ["beachhead"]},
    )
    battle = drive(read(battle.play(attack(TARGET)), "0/1"), "lose:d1", "done")
    landed = battle.play(f"snlf:a1@{find_place(TARGET)}")
    assert (landed.outcome.result, landed.outcome.measure("hex")) == ("taken", 1)
    assert [row.outcome.result for row in landed.game.rows(landed.state)] == ["taken"]
    assert battle.play("next").outcome.result == "emptied"


@pytest.mark.parametrize("stated", [True, False])
def test_4_1_3_1_marker_a_detachment_that_lands_on_an_enemy_marker_takes_its_hex(stated):
    """Without an attack: the marker goes to the Delay Box; without a landing nothing is fought over the hex."""
    force = [unit("snlf"), infantry(blitz=True, at=NORTHEAST), *[unit("detachment", pool=True)] * stated]
    battle = fight(
        force,
        [unit("logistics")],
        procedure="blitz",
        hexes={EAST: {"terrain": "sea"}},
        sides={(EAST, TARGET): ["beachhead"]},
    )
    battle = drive(battle, "next")
    assert battle.play(f"snlf:a1@{find_place(TARGET)}").outcome.result == "taken"
    assert battle.play("next").outcome.result == "done"


@pytest.mark.parametrize(("action", "expect"), [("land:a1@a3", "taken"), ("box:a1", "emptied")])
def test_4_1_4_place_who_lands_for_an_airdrop_in_a_hex_that_an_attack_has_emptied_takes_it(action, expect):
    force = [unit("airdrop", at=TARGET), infantry(blitz=True), infantry(af=1, steps=1, pool=True)]
    battle = fight(force, [infantry(steps=1)], procedure="blitz")
    battle = drive(read(battle.play(attack(TARGET)), "0/1"), "lose:d1", "done", action)
    assert battle.outcome.result == expect


def segment(**given: Any) -> Any:
    """Two hexes in a Blitz segment, a unit beside each; the first one is taken."""
    force = [infantry(blitz=True, aim=1), infantry(blitz=True, at="w4522", aim=2)]
    foes = [infantry(1, 1), *given.pop("foes", [infantry(1, 1, at=SOUTHWEST)])]
    battle = fight(force, foes, targets=TWO, procedure="blitz", **given)
    return drive(read(battle.play(attack(TARGET)), "Dr1"), to(NORTHEAST), "advance:a1")


@pytest.mark.parametrize("foes", [[infantry(1, 1, at=SOUTHWEST)], [unit("logistics", at=SOUTHWEST)]])
def test_4_2_1_serial_a_hex_of_the_segment_that_is_not_attacked_is_not_taken(foes):
    # In a Blitz segment as in attacks by themselves: who leaves a target alone has not taken all of them.
    battle = segment(foes=foes).play("next")
    assert (battle.outcome.result, battle.outcome.measure("hex")) == ("held", 0)


def test_4_1_order_a_segment_without_an_attack_is_finished_and_nothing_is_taken():
    battle: Any = fight([infantry(blitz=True)], [infantry()], procedure="blitz").play("next")
    assert (battle.outcome.result, battle.outcome.measure("hex")) == ("done", 0)


def stood(battle: Any) -> str:
    """How it stands with the targets at the end, counted on the board and in the log of what was played."""
    setting, state = battle.game.setting, battle.state
    where: dict[str, set[str]] = {"attacker": set(), "defender": set(), "lone": set()}
    for piece in setting.pieces:
        if state.left[piece.index] and piece.kind in ("ground", "lone"):
            key = "lone" if piece.kind == "lone" and piece.side == "defender" else piece.side
            where.setdefault(key, set()).add(state.at[piece.index])
    targets, found = setting.scenario.targets, set[str]()
    entered = {targets[n] for n, how in zip(state.order, state.endings, strict=False) if how == "taken"}
    tried = {targets[n] for n in state.order[: len(state.endings)]}
    for place in targets:
        if place in where["defender"]:
            found.add("held")
        elif place in entered | where["attacker"]:
            found.add("taken")
        else:
            found.add("held" if place not in tried and place in where["lone"] else "emptied")
    return next(name for name in ("held", "emptied", "taken") if name in found)


@pytest.mark.slow
@pytest.mark.parametrize("procedure", ["attack", "blitz"])
def test_4_2_7_random_battles_end_as_the_board_has_it(procedure: str) -> None:
    cite, met = Citations(RULESET), set[str]()
    for seed, document in scenarios.documents(RULESET, range(many(300, 1500)), tame=True):
        document |= {"pack": PACK, "procedure": procedure}
        document["conditions"] |= {"blitz_on_map": True, "limited": False, "pre_war": False, "segment": "regular"}
        game = RULESET.game(codec.read_scenario(document))
        if game.problems:
            continue
        battle: Any = walk(game, random.Random(seed), RULESET, cite)
        if battle.outcome.result not in ("done", "destroyed"):
            assert battle.outcome.result == stood(battle), seed
            met.add(battle.outcome.result)
    assert met >= {"held", "taken"}


@pytest.mark.parametrize("procedure", ["attack", "blitz"])
@pytest.mark.parametrize(
    ("second", "expect"),
    [(["0/1", "lose:d2", "advance:a2"], "held"), (["0/0"], "held"), (["1/0", "lose:a2"], "destroyed")],
)
def test_4_2_6_until_the_attackers_are_eliminated_where_those_of_every_attack_are(procedure, second, expect):
    force = [infantry(steps=1, aim=1, blitz=True), infantry(steps=1, at="w4522", aim=2, blitz=True)]
    foes = [infantry(1, 1, steps=1), infantry(1, 1, steps=1, at=SOUTHWEST)]
    battle = fight(force, foes, targets=TWO, procedure=procedure)
    battle = battle.play(attack(TARGET)) if procedure == "blitz" else battle
    battle = drive(read(battle, "1/0"), "lose:a1", attack(SOUTHWEST))
    battle = drive(read(battle, second[0]), *second[1:])
    assert (battle.outcome.result, battle.outcome.measure("hex")) == (expect, 0)
    assert rows(battle)[0] == ("destroyed", 0)


def test_4_2_7_hex_a_marker_left_in_a_hex_after_the_attack_on_it_holds_nothing():
    # Ground units retreat, markers do not (4.2.5.rout.support); a marker bars no advance, and nobody makes one.
    battle = fight([infantry()], [infantry(1, 1), unit("logistics")])
    battle = drive(read(battle, "Dr1"), to(NORTHWEST), "done")
    assert battle.outcome.result == "emptied"


def test_4_2_5_place_a_blitz_segment_tells_of_hexes_that_are_the_defenders_again():
    battle = segment()
    battle = drive(read(drive(battle, attack(SOUTHWEST)), "Dr1"), to("w4423"), "advance:a2")
    assert (battle.outcome.result, again(battle)) == ("taken", [])
    force = [infantry(blitz=True, aim=1), infantry(blitz=True, at="w4522", aim=2)]
    battle = fight(force, [infantry(1, 1), infantry(1, 1, at=SOUTHWEST)], targets=TWO, procedure="blitz")
    battle = drive(read(battle.play(attack(TARGET)), "Dr1"), to(NORTHEAST), "done", attack(SOUTHWEST))
    battle = drive(read(battle, "Dr1"), to(TARGET), "advance:a2")
    assert battle.outcome.result == "held"
    assert again(battle) == ["Defenders hold w4624 again: they retreated there from another hex."]
