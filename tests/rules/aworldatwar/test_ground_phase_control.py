"""What the parts of a ground phase hand on: hexes taken (11.61), zones as they were (14.211), exploiters (16.61)."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules import zones
from hexumpire.rulesets.aworldatwar.rules.control import controller

from tests.rules.aworldatwar.attrition_boards import board, due, options
from tests.rules.aworldatwar.attrition_boards import foe as enemy
from tests.rules.aworldatwar.attrition_boards import mine as ours
from tests.rules.aworldatwar.phases import (
    DISC,
    attack,
    features,
    foe,
    leaves_taken,
    marked,
    mine,
    phase,
    stands,
    turn_of,
)

E, EE = "1,0", "2,0"


def moved(*actions: str, units: Any, **more: Any) -> Any:
    """After these moves of a phase."""
    battle = phase(*units, **more).play("begin:move").play_all(actions)
    return battle.play("done") if "done" in battle.legal_actions else battle


# --- who takes a hex ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("type", "left"), [("infantry", True), ("armor", True), ("partisan", False), ("flak", False)])
def test_11_61_ground_units_take_the_hexes_that_they_enter_and_partisans_do_not(type: str, left: bool) -> None:
    assert leaves_taken(type) is left


def test_every_hex_of_the_way_is_taken_and_own_ones_are_none() -> None:
    units = mine("pz", "0,0"), mine("inf", E, "infantry"), foe("d", "-4,0")
    battle = moved("take:pz", "go:3,0", units=units, hexes={EE: {"control": "defender"}})
    assert "taken" not in features(battle, "0,0")
    assert "taken" in features(battle, "3,0")
    assert sum("taken" in features(battle, place) for place in DISC) >= 2


@pytest.mark.parametrize(
    ("control", "there", "left"),
    [
        ("unstated", ours("inf", E), False),
        ("unstated", foe("flak", E, "flak"), True),
        ("attacker", foe("flak", E, "flak"), False),
        ("defender", ours("inf", E), True),
    ],
)
def test_11_61_a_hex_of_unstated_control_is_of_those_who_hold_it_alone(control: str, there: Any, left: bool) -> None:
    """Where the map says nothing the units tell: armor that joins infantry of its side takes nothing there."""
    battle = moved(
        "take:pz", f"go:{E}", units=(mine("pz", "0,0"), there, foe("d", "-4,0")), hexes={E: {"control": control}}
    )
    assert ("taken" in features(battle, E)) is left


@pytest.mark.parametrize(("control", "left"), [("defender", {"port"}), ("unstated", {"bridgehead", "port"})])
def test_a_bridgehead_goes_with_an_empty_hex_of_the_other_side_and_stays_where_nobody_held_it(
    control: str, left: set[str]
) -> None:
    mark = {"control": control, "features": ["bridgehead", "port"]}
    battle = moved("take:pz", "go:2,0", units=(mine("pz", "0,0"), foe("d", "-4,0")), hexes={EE: mark})
    assert set(features(battle, EE)) == {*left, "taken"}


def test_13_54_a_hex_that_was_overrun_in_the_movement_counts_among_those_taken() -> None:
    units = mine("pz", "0,0", factors=12), foe("d", E, factors=1), foe("far", "-4,0")
    battle = moved("take:pz", f"overrun:{E}", units=units)
    end = battle.play("end") if "end" in battle.legal_actions else battle
    assert (end.outcome.measure("hexes"), end.outcome.measure("defender_lost")) == (1, 1)
    idle = moved("take:pz", "go:0,1", units=units).play("end")
    assert (idle.outcome.measure("hexes"), idle.outcome.measure("defender_lost")) == (0, 0)


def test_an_overrun_takes_the_hex_and_its_bridgehead_with_it() -> None:
    units = mine("pz", "0,0", factors=30), foe("d", E, factors=2)
    battle = moved("take:pz", f"overrun:{E}", units=units, hexes={E: {"features": ["bridgehead", "port"]}})
    assert stands(battle, "d") == []
    assert set(features(battle, E)) == {"port", "taken"}


def test_an_advance_takes_the_hex_also_for_armor_that_goes_on() -> None:
    units = (
        mine("gr", "0,0", "infantry", 20),
        mine("tank", "0,0", "armor", 1),
        mine("res", "-1,0"),
        foe("d", E),
        foe("x", "3,0"),
    )
    won = attack(phase(*units, hexes={E: {"features": ["bridgehead"]}}), E, "gr", "tank", result="d6=6").play(
        "advance:gr"
    )
    won = won.play("stay") if "stay" in won.legal_actions else won
    assert {"taken", "breakthrough"} <= set(features(won, E))
    assert "bridgehead" not in features(won, E)
    gone = won.play_all(["begin:exploitation", "place:res@1", f"go:0@{EE}", "done"])
    assert {"taken"} <= set(features(gone, EE))
    assert {"taken", "breakthrough"} <= set(features(gone, E))


def test_without_an_advance_nothing_is_taken() -> None:
    won = attack(phase(mine("gr", "0,0", "infantry", 20), foe("d", E)), E, "gr").play("stay")
    assert "taken" not in features(won, E)


def test_a_drop_takes_an_empty_hex() -> None:
    units = mine("air", "0,0", "airborne", 1), mine("pz", "-1,0"), foe("d", "3,0")
    battle = phase(*units, hexes={EE: {"control": "defender"}}).play_all(
        ["begin:exploitation", f"drop:air@{EE}", "done"]
    )
    assert "taken" in features(battle, EE)


# --- what it is for -----------------------------------------------------------------------------------------------


def fort(*marks: str) -> Any:
    """Armor beside a fort of the other side that nobody stands in, with its fort line between them."""
    hexes = {"1,0": {"features": ["west_wall", *marks], "control": "defender"}}
    document = {
        "ruleset": "aworldatwar", "procedure": "move", "map": {"hexes": hexes, "sides": {"0,0:E": ["fort"]}},
        "units": [mine("pz", "0,0")],
    }  # fmt: skip
    return read_scenario(document)


def test_10_341c_a_fort_line_that_was_taken_bars_no_zone() -> None:
    for marks, rule in (((), "10.341C"), (("taken",), None)):
        scenario = fort(*marks)
        reason, rules = zones.covers(scenario.units[0], "1,0", scenario, entered=False)
        assert (rules[:1] == (rule,)) if rule else not reason
    assert controller(fort("taken"), "1,0") == "attacker"


def test_14_73c_a_hex_that_was_driven_through_is_the_worst_retreat() -> None:
    def ways(*marks: str) -> list[str]:
        game = board(ours("a", "0,0", 30), enemy("d", "1,0"), hexes={"2,0": {"features": [*marks]}})
        state = due(game, 0, 1)
        state = game.apply(game.apply(state, "take:1,0"), "done")
        return options(game, state)

    assert "retreat:2,0" in ways()
    assert "retreat:2,0" not in ways("taken")


def test_14_72a_nor_onto_a_railhead_that_was_taken() -> None:
    sea = {place: {"terrain": "sea"} for place in ("1,-1", "2,-1", "0,1", "1,1")}

    def ways(*marks: str) -> tuple[str, list[str]]:
        game = board(ours("a", "0,0", 30), enemy("d", "1,0"), hexes={**sea, "2,0": {"features": ["railhead", *marks]}})
        state = game.apply(game.apply(due(game, 0, 1), "take:1,0"), "done")
        return state.phase, options(game, state)

    assert ways() == ("retreat", ["retreat:2,0"])
    assert ways("taken")[0] == "occupy"  # it had nowhere to go, and is lost


def test_movement_and_attrition_of_one_phase_know_it() -> None:
    units = mine("pz", "0,-1", factors=4), mine("big", "0,0", "infantry", 26), foe("d", E, count=2), foe("far", "-4,0")
    battle = moved(
        "take:pz", "go:2,-1", "take:pz@2,-1+2.0", f"go:{EE}", units=units, hexes={"3,0": {"control": "defender"}}
    )
    game, state = turn_of(battle), battle.state
    scene = game.game(3, state.board).scenario
    assert controller(scene, EE) == "attacker"
    assert controller(scene, "2,-1") == "attacker"
    assert controller(scene, "1,1") == "unstated"


# --- 14.211: zones are those of the start of the turn -------------------------------------------------------------


CORRIDOR = {place: {} for place in ("0,0", E, EE, "1,-1")}


def corridor() -> Any:
    """Two defenders with an empty hex between them, and an attacker beside that; all else is sea."""
    hexes = {place: CORRIDOR.get(place, {"terrain": "sea"}) for place in (*DISC, "5,0")}
    return phase(mine("a", "1,-1", "infantry", 12), foe("d", "0,0"), foe("e", EE), hexes=hexes)


def test_14_211_a_unit_that_moves_between_them_parts_no_zone() -> None:
    battle = corridor().play_all(["begin:move", "take:a", f"go:{E}", "done", "begin:attrition"])
    assert list(battle.legal_actions)[:2] == ["roll", "pass"]
    game, state = turn_of(battle).at_hand(battle.state)
    assert {at for _, at, _ in game.flow.level(state).contact} == {"0,0", EE}
    alone = RULESET.game(read_scenario({
        "ruleset": "aworldatwar", "procedure": "attrition",
        "map": {"hexes": {place: CORRIDOR.get(place, {"terrain": "sea"}) for place in (*DISC, "5,0")}},
        "units": [mine("a", E, "infantry", 12), foe("d", "0,0"), foe("e", EE)],
    }))  # fmt: skip
    assert len(alone.flow.ground.zones) == 2


# --- 16.61 --------------------------------------------------------------------------------------------------------


def test_16_61_who_exploited_is_marked_for_the_next_turn() -> None:
    units = (
        mine("gr", "0,0", "infantry", 20),
        mine("tank", "0,0", "armor", 1),
        mine("res", "-1,0", count=2),
        foe("d", E),
    )
    won = attack(phase(*units), E, "gr", "tank").play("advance:gr")
    won = won.play("stay") if "stay" in won.legal_actions else won
    assert marked(won, "res", "exploited") == [False]
    after = won.play_all(["begin:exploitation", "place:res@1", "done", "done"])
    assert sorted(marked(after, "res", "exploited")) == [False, True]
    assert marked(after, "gr", "exploited") == [False]


def test_16_61_armor_supplied_as_it_exploited_may_occupy_a_hex() -> None:
    def open_now(**more: Any) -> bool:
        game = board(ours("a", "0,0", 12, "armor", supply="none", **more), enemy("d", "1,0"))
        return "take:1,0" in options(game, due(game, 0, 1))

    assert open_now(exploited=True)
    assert not open_now()
