"""Attacks that are declared on the board: who may join, what they come to, what is left for the next part."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import outcomes
from hexumpire.files import codec
from hexumpire.kit.declarable import Plan
from hexumpire.kit.declaring import Declaring
from hexumpire.model.battle import OPEN, Battle
from hexumpire.model.scenario import Declared
from hexumpire.rulesets.aworldatwar.ground_phase import Combat

from tests.unit.test_turn import unit

RULES = rulesets.get("aworldatwar")


def board(**more: Any) -> dict[str, Any]:
    """Two towns, one of them held by two counters; two stacks, one unit far away, aircraft."""
    units = [
        unit("a", "1,0", factors=3, count=2),
        unit("b", "0,1", kind="armor", factors=4),
        unit("far", "4,4", factors=3),
        unit("air", "1,1", kind="air", factors=6),
        unit("d", "0,0", "defender", factors=2),
        unit("e", "2,0", "defender", factors=2, count=2),
    ]
    return {"ruleset": "aworldatwar", "targets": ["0,0"], "units": units, **more}


def declaring(*actions: str, **more: Any) -> Battle[Plan]:
    return Battle.start(Combat(codec.read_scenario(board(**more)))).play_all(actions)


def options(battle: Battle[Plan]) -> set[str]:
    return set(battle.legal_actions)


def refused(battle: Battle[Plan]) -> dict[str, str]:
    return {one.unit or one.hex: one.reason for one in battle.game.refusals(battle.state)}


def game_of(battle: Battle[Plan]) -> Declaring:
    assert isinstance(battle.game, Declaring)
    return battle.game


def test_every_hex_that_the_other_side_holds_can_be_attacked() -> None:
    assert options(declaring()) == {"at:0,0", "at:2,0", "fight"}
    told = declaring().assessment
    assert told is not None
    assert told.headline == "no attack is declared"


def test_aircraft_alone_attack_no_hex() -> None:
    only = board()
    only["units"].append(unit("x", "4,-4", "defender"))
    battle = Battle.start(Combat(codec.read_scenario(only)))
    assert refused(battle)["4,-4"] == "nobody can attack \x024;-4\x03"


def test_who_stands_far_away_is_refused() -> None:
    battle = declaring("at:0,0")
    assert options(battle) == {"with:a", "with:b", "with:air", "also:2,0", "back"}
    assert "is not adjacent" in refused(battle)["far"]


def test_the_chances_are_those_with_the_attack_that_is_being_put_together() -> None:
    """As the odds beside them are; of one that cannot be declared yet, those without it."""
    first, second = ("at:0,0", "with:b", "declare", "at:2,0"), ("with:a", "with:a")
    battles = [declaring(*steps) for steps in (first, (*first, *second), (*first, *second, "declare"))]
    chances = [outcomes.report(battle.game, battle.state, RULES, {}) for battle in battles]
    assert [[row["number"] for row in one["attacks"]] for one in chances] == [[1], [1, 2], [1, 2]]
    assert [one["summary"] == chances[2]["summary"] for one in chances] == [False, True, True]


def test_an_attack_by_nobody_cannot_be_declared() -> None:
    battle = declaring("at:0,0")
    assert refused(battle)["0,0"] == "no ground unit attacks"


def test_counters_join_one_by_one_and_air_as_a_whole() -> None:
    battle = declaring("at:0,0", "with:a", "with:air")
    assert dict(battle.state.sent) == {"a": 1, "air": 6}
    assert "with:air" not in options(battle)
    assert "with:a" in options(battle)
    battle = battle.play_all(["with:a", "with:b"])
    assert dict(battle.state.sent) == {"a": 2, "air": 6, "b": 1}


def test_odds_grow_with_those_who_join() -> None:
    battle = declaring("at:0,0")
    said = []
    for action in ("with:a", "with:a", "with:b"):
        battle = battle.play(action)
        said.append(battle.assessment.headline if battle.assessment else "")
    assert said == ["3 : 4 → 1:2", "6 : 4 → 1:1", "10 : 4 → 2:1"]


def test_an_attack_may_be_on_several_hexes_next_to_each_other_or_to_a_unit_that_is_free() -> None:
    far = board()
    far["units"].append(unit("f", "-2,0", "defender"))
    battle = Battle.start(Combat(codec.read_scenario(far))).play("at:0,0")
    assert "also:2,0" in options(battle), "the stack in 1,0 is next to both"
    assert "also:-2,0" not in options(battle), "nobody stands between them"
    used = battle.play_all(["back", "at:2,0", "with:a", "with:a", "declare", "at:0,0", "with:b"])
    assert "also:-2,0" not in options(used)
    near = board()
    near["units"].append(unit("f", "0,-1", "defender"))
    battle = Battle.start(Combat(codec.read_scenario(near))).play_all(["at:0,0", "also:0,-1"])
    assert battle.state.targets == ("0,0", "0,-1")
    assert "is not adjacent" in refused(battle)["b"]


def test_what_is_in_an_attack_is_in_no_other_and_a_hex_is_attacked_once() -> None:
    battle = declaring("at:0,0", "with:a", "with:b", "declare")
    assert refused(battle) == {"0,0": "\x020;0\x03 is attacked in attack 1 already"}
    battle = battle.play_all(["at:2,0", "with:a"])
    assert options(battle) == {"with:air", "declare", "back"}
    assert [one.targets for one in battle.play("declare").state.attacks] == [("0,0",), ("2,0",)]


def test_in_which_attack_somebody_is_already_is_told_with_the_rule() -> None:
    """15.43: all of a unit that has counters left joins another attack; of one that has none it is told why not."""
    battle = declaring("at:0,0", "with:a", "with:b", "with:air", "declare", "at:2,0")
    found = {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state)}
    assert found["b"] == ("German 4-5 armor in \x020;1\x03: in attack 1 already", ("15.43",))
    assert found["air"][1] == ("15.43",)
    assert "a" not in found
    assert "with:a" in options(battle)
    assert "b" not in refused(declaring("at:0,0", "with:a", "with:b")), "it is in the attack at hand"
    more = [*board()["units"], unit("f", "1,-1", "defender", factors=2), unit("c", "2,-1", factors=3)]
    twice = ["at:0,0", "with:a", "declare", "at:2,0", "with:a", "declare", "at:1,-1"]
    assert refused(declaring(*twice, units=more))["a"].endswith("in the attacks 1 and 2 already")


def test_nobody_is_left_for_a_hex() -> None:
    battle = declaring("at:0,0", "with:a", "with:a", "with:b", "with:air", "declare")
    assert refused(battle)["2,0"] == "nobody can attack \x022;0\x03"
    away = declaring(units=[*board()["units"], unit("x", "-4,0", "defender")])
    assert refused(away)["-4,0"] == "nobody can attack \x02-4;0\x03"
    told = [{one.hex: one.rules for one in end.game.refusals(end.state)} for end in (battle, away)]
    assert (told[0]["2,0"], told[1]["-4,0"]) == (("15.21",), ("15.21",)), "one unit is left, far away"
    gone = [one for one in board()["units"] if one["id"] not in ("far", "b", "air")]
    none = declaring("at:0,0", "with:a", "with:a", "declare", units=gone)
    assert [one.rules for one in none.game.refusals(none.state) if one.hex == "2,0"] == [("15.43",)]


def test_declared_attacks_are_listed_with_their_odds_and_the_one_at_hand_too() -> None:
    battle = declaring("at:0,0", "with:b", "declare", "at:2,0", "with:a")
    rows = game_of(battle).rows(battle.state)
    assert [(row.number, row.targets, row.state) for row in rows] == [(0, ("0,0",), OPEN), (1, ("2,0",), OPEN)]
    assert [row.assessment.column for row in rows if row.assessment] == ["1:1", "1:3"]


def test_the_log_says_who_makes_the_attack_just_declared() -> None:
    """15.12: attacks are declared one after another, each by its own units on its own hex."""
    battle = declaring("at:0,0", "with:b", "declare", "at:2,0", "with:a", "declare")
    first, second = (line.text for _, line in battle.log if "2;0" in line.text or "0;0" in line.text)
    assert ("Attack 1" in first, "Attack 2" in second) == (True, True)
    assert ("armor" in first, "infantry" in first) == (True, False)
    assert ("armor" in second, "infantry" in second) == (False, True)


def test_chances_are_those_of_the_attacks_declared_so_far() -> None:
    battle = declaring("at:0,0", "with:a", "with:b", "declare")
    found = outcomes.report(battle.game, battle.state, RULES, {})
    single = board()
    single["units"] = [
        unit("a", "1,0", factors=3), unit("b", "0,1", kind="armor", factors=4), unit("d", "0,0", "defender", factors=2),
    ]  # fmt: skip
    game = RULES.game(codec.read_scenario(single))
    wanted = outcomes.report(game, game.start(), RULES, {})
    taken = {one["key"]: Fraction(one["p"]) for one in wanted["summary"]}["taken"]
    assert {one["key"]: Fraction(one["p"]) for one in found["summary"]}["all"] == taken


def test_what_can_be_said_at_first_and_later_is_worded_so() -> None:
    first, later = declaring(), declaring("at:0,0", "with:b", "declare")
    labels = [{one.id: one.label for one in battle.node.options} for battle in (first, later)]
    assert [one["fight"] for one in labels] == ["No attacks", "Fight these attacks"]
    assert [battle.node.prompt for battle in (first, later)] == [
        "Which hex is attacked?",
        "Which hex is attacked next?",
    ]
    assert [line.text for _, line in first.play("fight").log] == ["No attacks are made."]
    assert not any("No attacks" in line.text for _, line in later.play("fight").log)


def test_the_board_shows_the_hexes_of_the_attack_at_hand_and_its_number() -> None:
    battle = declaring("at:0,0", "with:b", "declare", "at:2,0")
    assert "lit_hexes" not in declaring().game.overlay(declaring().state)
    assert battle.game.overlay(battle.state)["lit_hexes"] == ["2,0"]
    titles = [row.title for row in game_of(battle).rows(battle.state)]
    assert titles == ["Attack 1: \x020;0\x03", "Attack 2: \x022;0\x03"]


def test_in_which_order_units_are_sent_does_not_count_and_how_far_the_fight_is_does() -> None:
    one, other = (declaring("at:0,0", *names) for names in (("with:a", "with:b"), ("with:b", "with:a")))
    assert one.game.key(one.state) == other.game.key(other.state) != one.game.key(one.play("with:a").state)
    begun = declaring("at:0,0", "with:a", "with:b", "declare", "fight")
    fought = begun.play("attack:1")
    assert begun.game.key(begun.state) != fought.game.key(fought.state)
    assert [bool(begun.game.overrides(battle.state)) for battle in (declaring(), begun, fought)] == [False, False, True]
    assert [game_of(begun).ended(battle.state) for battle in (begun, declaring("fight"))] == [False, True]


def test_a_hex_more_is_next_to_one_of_those_attacked_or_to_a_unit_sent() -> None:
    """In a row of three towns the third is next to the second; a unit that is sent as a whole still stands between."""
    row = board()
    row["units"] += [unit("f", "-1,0", "defender"), unit("g", "0,-1", "defender"), unit("h", "-2,0", "defender")]
    battle = Battle.start(Combat(codec.read_scenario(row))).play_all(["at:0,0", "also:-1,0"])
    assert "also:-2,0" in options(battle), "next to the second alone"
    sent = declaring("at:0,0", "with:a", "with:a")
    assert "also:2,0" in options(sent)
    assert {one.id: one.aside for one in sent.node.options}["also:2,0"], "no search attacks two hexes at once"


def test_what_forbids_an_attack_is_cited_with_it() -> None:
    """15.21 forbids an attack by nobody, 12.11A one by units of which too many are in a hex."""
    crowd = board()
    crowd["units"].append(unit("c", "1,0", kind="armor", factors=4))
    battle = Battle.start(Combat(codec.read_scenario(crowd))).play_all(["at:0,0", "with:a", "with:a"])
    rules = {one.unit: one.rules for one in battle.game.refusals(battle.state)}
    assert rules["c"] == ("12.11A",)
    nobody = declaring("at:0,0")
    assert [one.rules for one in nobody.game.refusals(nobody.state) if one.hex == "0,0"] == [("15.21",)]


def test_what_is_asked_of_a_board_is_what_matters_to_attacks_that_can_be_made() -> None:
    """All that an attack on either town asks, once; nothing of a unit that can attack nothing, or of an empty hex."""
    asked = declaring().game.relevant()
    alone = []
    for place, name in (("0,0", "b"), ("2,0", "a")):
        turn = game_of(declaring()).turn((Declared((place,), ((name, 1),)),))
        alone.append(turn.relevant())
    assert set(asked["units"]) == {"a", "b", "air", "d", "e"}
    assert set(asked["hexes"]) == {"0,0", "2,0"}
    for found in alone:
        assert all({*found[key]} <= {*asked[key]} for key in ("conditions", "readings"))
        for key in ("units", "hexes"):
            assert all({*fields} <= {*asked[key][name]} for name, fields in found[key].items())
    every = [asked["conditions"], asked["readings"], *asked["units"].values(), *asked["hexes"].values()]
    assert all(len(set(one)) == len(one) for one in every)
    assert any(asked["units"].values())


def test_no_attacks_end_it_at_once() -> None:
    battle = declaring("fight")
    assert battle.outcome is not None
    assert (battle.outcome.result, battle.outcome.measure("hex")) == ("none", 0)


def test_those_who_fought_are_marked_and_others_are_not() -> None:
    battle = declaring("at:0,0", "with:a", "with:b", "declare", "fight")
    rng = random.Random(2)
    while battle.outcome is None:
        battle = battle.play(rng.choice([one for one in battle.legal_actions if one != "done"] or ["done"]))
    left = game_of(battle).remains(battle.state)
    fought = {name: [(one.many, dict(one.values).get("fought", False)) for one in left[name]] for name in left}
    assert fought["far"] == [(1, False)]
    assert (1, False) in fought["a"]
    assert all(flag for _, flag in fought["b"])


@pytest.mark.parametrize("seed", range(40))
def test_random_declarations_come_to_an_end_and_conserve_counters(seed: int) -> None:
    battle = declaring()
    rng = random.Random(seed)
    while battle.outcome is None:
        battle = battle.play(rng.choice(list(battle.legal_actions)))
    left = game_of(battle).remains(battle.state)
    ground = [unit for unit in battle.game.scenario.units if unit.type != "air"]
    stand = {unit.id: sum(one.many for one in left[unit.id]) for unit in ground}
    gone = dict(game_of(battle).overlay(battle.state)["lost"])
    assert all(unit.count == stand[unit.id] + gone.get(unit.id, 0) for unit in ground)
