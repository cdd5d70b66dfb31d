"""Further rounds: who says so, what changes in them, who fights in them, and when they end."""

from __future__ import annotations

import pytest

from tests.rules.custom.setting import (
    EAST,
    attacker,
    battle,
    chance,
    column,
    defender,
    game,
    places,
    rolled,
    steps,
    strengths,
)

WIDE = {"columns": ["1:2", "1:1", "2:1"], "rows": {"1-6": ["R"] * 3}}


def test_another_round_comes_by_itself() -> None:
    found = rolled(battle(game("another round")))
    assert found.state.round == 2 and next(iter(found.legal_actions)) == "d6=1"


def test_the_attacker_may_fight_another_round_or_stop() -> None:
    found = rolled(battle(game("the attacker may fight another round")))
    assert list(found.legal_actions) == ["on", "stop"]
    assert str(found.node.prompt) == "Fight round 2?"
    assert found.play("on").state.round == 2
    assert found.play("stop").outcome is not None


def test_there_are_no_more_rounds_than_the_game_has() -> None:
    found = battle(game("another round", rounds={"most": 2}))
    assert rolled(rolled(found)).outcome is not None


def test_there_are_three_rounds_where_nothing_is_said() -> None:
    second = rolled(battle(game("another round")))
    assert rolled(second).outcome is None
    assert rolled(rolled(second)).outcome is not None


def test_strengths_are_worked_out_anew() -> None:
    found = battle(game(["attacker loses 1 step", "another round"], strength={"steps": "share"}, chart=WIDE))
    assert (strengths(found), column(found)) == ((4, 4), "1:1")
    assert (strengths(rolled(found)), column(rolled(found))) == ((2, 4), "1:2")


def test_a_shift_and_what_is_added_hold_for_the_next_round_only() -> None:
    chart = {**WIDE, "rows": {"1-5": ["R"] * 3, "6": ["S"] * 3}}
    results = {"R": "another round with +2 to the die and -1 columns", "S": "another round"}
    found = battle(game(chart=chart, results=results, rounds={"most": 9}))
    second = rolled(found)
    assert column(second) == "1:2" and second.state.roll == 2
    third = rolled(second, 4)  # 4 and 2 are 6: a round without changes
    assert column(third) == "1:1" and third.state.roll == 0


def test_a_round_that_is_below_the_chart_is_not_fought() -> None:
    chart = {**WIDE, "below": "forbidden"}
    does = ["attacker loses 3 steps", "another round"]
    chart["columns"] = ["1:1", "2:1", "3:1"]
    found = rolled(battle(game(does, strength={"steps": "share"}, chart=chart), attacker(count=2), defender()))
    assert found.play("lose:0").outcome is not None  # 2 against 4 were 1:2, below it is nothing


def test_who_has_retreated_fights_no_more_and_suffers_no_more() -> None:
    """Of two defenders one finds a way; the second round is fought with the other alone."""
    chart = {"columns": ["1:1"], "rows": {"1": ["R"], "2-6": ["DE"]}}
    ring = [attacker(at=at) for at in ("-1,0", "0,-1", "1,-1", "0,1", "-1,1")]
    document = game(
        ["defender retreats 1", "another round"], chart=chart, stacking={"limit": 2}, retreats={"no_way": "stay"}
    )
    found = rolled(battle(document, *ring, defender(count=2), defender(at=EAST))).play(f"to:{EAST}")
    assert strengths(found) == (20, 4)
    assert places(rolled(found, 6))[5:] == [EAST, "", EAST]


def test_an_attacker_who_has_retreated_is_out_of_it() -> None:
    chart = {"columns": ["1:2"], "rows": {"1": ["R"], "2-6": ["AE"]}}
    does = [{"choose": "attacker", "of": ["attacker retreats 1", "no effect"]}, "another round"]
    found = rolled(battle(game(does, chart=chart))).play("way:0").play("to:-2,0")
    assert found.outcome is not None and steps(found) == {}


def test_the_end_when_one_side_is_gone() -> None:
    assert rolled(battle(game(["attacker is eliminated", "another round"]))).outcome is not None
    assert rolled(battle(game(["defender is eliminated", "another round"]))).node.topic == "advance"


def test_advances_of_an_earlier_round_are_forgotten() -> None:
    chart = {"columns": ["1:1"], "rows": {"1": ["R"], "2-6": ["DE"]}}
    document = game(["attacker may advance 3", "another round"], chart=chart, advances={"may": "result"})
    assert rolled(rolled(battle(document)), 6).outcome is not None


@pytest.mark.parametrize("loser", ["attacker", "defender"])
def test_losses_of_an_earlier_round_are_no_measure_in_the_next(loser: str) -> None:
    """What was lost before the dice of a round is not lost by their result, and no part of what a share is of."""
    other, gone, answers = ("defender", "u0", "u1") if loser == "attacker" else ("attacker", "u1", "u0")
    chart = {**WIDE, "rows": {"1": ["R"] * 3, "2": ["S"] * 3, "3-6": ["T"] * 3}}
    results = {
        "R": [f"{loser} loses 1 step", "another round"],
        "S": [f"{loser} loses 1 step", f"{other} loses as much"],
        "T": f"{loser} loses 1/3 of its factors",
    }
    document = game(chart=chart, results=results, strength={"steps": "share"})
    second = rolled(battle(document, attacker(steps=4, attack=8, defense=8), defender(steps=4, attack=8, defense=8)))
    assert steps(second) == {gone: 1}
    assert steps(rolled(second, 2)) == {gone: 2, answers: 1}
    assert steps(rolled(second, 3)) == {gone: 2}  # 2 of the 6 factors that are left


def test_chances_over_all_rounds() -> None:
    chart = {"columns": ["1:1"], "rows": {"1-3": ["R"], "4-6": ["DE"]}}
    found = battle(game("the attacker may fight another round", chart=chart, rounds={"most": 3}))
    assert chance(found, "hex", 1) == 1 - chance(found, "hex", 0)
    assert float(chance(found, "hex", 1)) == 0.875
    assert float(chance(found, "hex", 1, "careful")) == 0.5
