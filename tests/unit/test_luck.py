"""The luck of the dice: each roll against what it might have been, and all of them together."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis.luck import mean, percentile

from tests.rules.d8chart.setting import document, infantry
from tests.unit.test_turn import TWO
from tests.unit.test_turn import document as several

FIGHT = document([infantry(9)], [infantry(3, steps=4)])
DIE = {str(n): Fraction(n) for n in range(1, 7)}
EVEN = {str(n): 1 for n in range(1, 7)}


@pytest.mark.parametrize(
    ("falls", "expected"),
    [
        ("66", Fraction(71, 72)),
        ("11", Fraction(1, 72)),
        ("34", Fraction(1, 2)),
        ("6", Fraction(11, 12)),
        ("", Fraction(1, 2)),
    ],
)
def test_two_dice_by_hand(falls: str, expected: Fraction) -> None:
    assert percentile([(DIE, EVEN, face) for face in falls]) == expected


def test_sums_that_are_equal_count_as_equal_and_others_do_not() -> None:
    """Three thirds are as good as a whole and two nothings; what differs by a thousandth of a thousandth differs."""
    third, least = Fraction(1, 3), Fraction(1, 10**6)
    faces = {"none": Fraction(0), "third": third, "whole": Fraction(1)}
    rolls = [(faces, dict.fromkeys(faces, 1), fell) for fell in ("third", "third", "third")]
    worse, alike = (
        7,
        4,
    )  # 0, a third, two thirds: in 1, 3 and 3 ways; a whole: as three thirds, or once with two nothings
    assert percentile(rolls) == Fraction(2 * worse + alike, 2 * 27)
    close = {"a": Fraction(0), "b": least, "c": 2 * least}
    assert percentile([(close, dict.fromkeys(close, 1), "b")]) == Fraction(1, 2)
    assert percentile([(close, dict.fromkeys(close, 1), "a")]) == Fraction(1, 6)


def test_where_there_are_too_many_sums_they_are_told_apart_to_a_grain() -> None:
    """Of forty dice that no scale fits: each gives a little more than the one before, and all fall on their best."""
    dice = [{str(face): Fraction(face * (10**9 + place), 10**9) for face in range(6)} for place in range(1, 41)]
    assert percentile([(die, dict.fromkeys(die, 1), "5") for die in dice], 20) == 1 - Fraction(1, 2 * 6**40)


def test_weights_count() -> None:
    roll = ({"a": Fraction(0), "b": Fraction(1)}, {"a": 3, "b": 1}, "b")
    assert percentile([roll]) == Fraction(3, 4) + Fraction(1, 8)
    assert mean(roll) == Fraction(1, 4)
    assert mean(({"a": Fraction(2), "b": Fraction(6)}, {"a": 3, "b": 1}, "b")) == 3


def test_a_roll_is_worth_the_chances_after_it_less_those_before() -> None:
    """Of each face of the first die and of each of the second, by the chances that the battle has then."""

    def taken(*actions: str) -> Fraction:
        measures = ask(op="outcomes", scenario=FIGHT, actions=actions)["result"]["measures"]
        shown = next(one["values"] for one in measures if one["key"] == "hex")
        return sum((Fraction(one["p"]) * one["value"] for one in shown), Fraction(0))

    looked = 0
    for first in ask(op="view", scenario=FIGHT, actions=[])["result"]["node"]["faces"]:
        line = [first["id"]]
        node = ask(op="view", scenario=FIGHT, actions=line)["result"]["node"]
        line += [node["faces"][-1]["id"]] if node["kind"] == "chance" else []
        rolls = ask(op="luck", scenario=FIGHT, actions=line, objective="hex")["result"]["rolls"]
        chances = [taken(*line[:n]) for n in range(len(line) + 1)]
        assert [Fraction(one["value"]) for one in rolls] == [b - a for a, b in pairwise(chances)]
        looked += len(rolls)
    assert looked > len(EVEN)


@pytest.mark.slow
@pytest.mark.parametrize("key", rulesets.known())
def test_the_best_and_the_worst_face_of_an_example(key: str) -> None:
    for example in rulesets.get(key).examples():
        scenario = {"ruleset": key} | example["scenario"]
        before: list[str] = []
        node = ask(op="view", scenario=scenario, actions=before)["result"]["node"]
        if node and node["kind"] == "decision":  # once the attack is declared
            before = [node["options"][0]["id"]]
            node = ask(op="view", scenario=scenario, actions=before)["result"]["node"]
        if not node or node["kind"] != "chance":
            continue
        lucks = {}
        for face in node["faces"]:
            found = ask(op="luck", scenario=scenario, actions=[*before, face["id"]])["result"]
            (roll,) = found["rolls"]
            assert roll["step"] == len(before) and roll["face"] == face["id"] and roll["p"] == found["p"]
            lucks[face["id"]] = (Fraction(roll["value"]), Fraction(found["p"]))
        weights = {face["id"]: face["weight"] for face in node["faces"]}
        total = sum(weights.values())
        assert sum(value * weights[face] for face, (value, _) in lucks.items()) == 0, "gains even out"
        assert sum(p * weights[face] for face, (_, p) in lucks.items()) == Fraction(total, 2)
        assert sorted(lucks, key=lucks.__getitem__) == sorted(lucks, key=lambda face: lucks[face][0])
        return
    pytest.fail("no example begins with a roll")


def test_what_was_agreed_is_no_luck() -> None:
    key = rulesets.known()[0]
    scenario = {"ruleset": key} | rulesets.get(key).examples()[0]["scenario"]
    view = ask(op="view", scenario=scenario, actions=[])["result"]
    override = view["overrides"][0]["id"]
    found = ask(op="luck", scenario=scenario, actions=[override])["result"]
    assert found["rolls"] == [] and found["p"] is None


@pytest.mark.parametrize("recorded", ["d8=5 # a fine roll", " d8=5", "d8=5  # two blanks", "d8=5 "])
def test_a_roll_is_one_however_it_is_recorded(recorded: str) -> None:
    """With a note of the players, and with blanks around it: both are legal."""
    bare = ask(op="luck", scenario=FIGHT, actions=["d8=5"])["result"]
    assert bare["rolls"] and ask(op="luck", scenario=FIGHT, actions=[recorded])["result"] == bare


def test_a_policy_that_is_none_is_told() -> None:
    key = rulesets.known()[0]
    scenario = {"ruleset": key} | rulesets.get(key).examples()[0]["scenario"]
    answer = ask(op="luck", scenario=scenario, actions=["d6=3"], policies={"attacker": "reckless"})
    assert not answer["ok"] and "reckless" in answer["problems"][0]["message"]


def test_what_is_played_for_means_something_where_no_hex_is_taken() -> None:
    """In attrition nobody holds a hex at the end: losses are played for, and dice differ in them."""
    ruleset = rulesets.get("aworldatwar")
    example = next(one for one in ruleset.examples() if one["key"] == "attrition-bridgehead")
    request = {"scenario": {"ruleset": "aworldatwar", **example["scenario"]}}
    solved = ask(op="solve", actions=[], **request)["result"]
    assert solved["objective"] == "factors"
    assert [one["id"] for one in solved["actions"] if one["best"]] == ["roll"]
    assert [ask(op="luck", actions=["roll", f"d6={n}"], **request)["result"]["percent"] for n in (1, 6)] != [
        "50.0 %",
        "50.0 %",
    ]
    form = ask(op="schema", ruleset="aworldatwar")["result"]
    offered = {one["key"]: one.get("objectives") for one in form["procedures"]}
    assert offered["attack"] is None and offered["attrition"] == ["factors"] and offered["partisans"] == []


def test_a_gain_of_a_chance_is_a_percentage_with_its_sign() -> None:
    scenario = {"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    told = ask(op="luck", scenario=scenario, actions=["d6=6"])["result"]["rolls"][0]
    assert told["value_text"] == "+33.3 %"
    # of two hexes the number that is taken is played for, which is no chance
    told = ask(op="luck", scenario=several(TWO), actions=["attack:1", "d6=6"])["result"]["rolls"][0]
    assert (told["value"], told["value_text"]) == ("2/9", "+0.22")
