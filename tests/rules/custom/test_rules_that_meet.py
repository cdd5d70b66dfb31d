"""Where two things that a document declares meet: tests and sides, displacement, further rounds, tens and ones."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hexumpire.api import handle
from hexumpire.files.codec import write_scenario

from tests.rules.custom.setting import attacker, battle, column, defender, faults, game, places, rolled, strengths
from tests.rules.custom.test_modifiers import TOWN, made
from tests.rules.custom.test_rounds import WIDE

TIRED = {"when": {"field": "tired"}, "attack": "+1", "defense": "+1"}
ARMS = ["foot", "guns"]


def test_each_counter_is_asked_for_its_type_and_the_enemy_for_his() -> None:
    """Guns double against horse: not against foot, and not all that attack horse."""
    mods = {"it": {"when": {"attacker": "guns", "defender": "horse", "who": "each"}, "attack": "x2"}}
    assert strengths(battle(made(mods), attacker("guns"), defender()))[0] == 5
    assert strengths(battle(made(mods), attacker("guns"), attacker(), defender("horse")))[0] == 5 * 2 + 4
    mods["it"] = {"when": {"attacker": "guns", "defender": "horse", "who": "each"}, "defense": "x2"}
    assert strengths(battle(made(mods), attacker(), defender("horse")))[1] == 2
    assert strengths(battle(made(mods), attacker("guns"), defender("horse"), defender()))[1] == 2 * 2 + 4


def test_each_counter_of_a_side_without_a_type_to_ask_for_is_a_fault() -> None:
    mods = {"it": {"when": {"attacker": "guns", "who": "each"}, "defense": "x2"}}
    assert [fault[1] for fault in faults(made(mods))] == ['who = "each" asks no defender anything']


def test_what_changes_attack_and_defence_displaces_on_the_side_where_it_holds() -> None:
    """A town doubles the defence unless the defenders are tired; tired attackers are no matter of the town's."""
    mods = {"town": {"when": {"feature": "town"}, "defense": "x2", "not_with": ["tired"]}, "tired": TIRED}
    town: Any = {"hexes": TOWN}
    assert strengths(battle(made(mods), attacker(), defender(), **town)) == (4, 8)
    assert strengths(battle(made(mods), attacker(), defender(tired=True), **town)) == (4, 5)
    assert strengths(battle(made(mods), attacker(tired=True), defender(), **town)) == (5, 8)


def test_of_two_counters_only_the_one_is_displaced_for_which_the_other_modifier_holds() -> None:
    mods = {"foot": {"when": {"defender": "foot", "who": "each"}, "defense": "x2", "not_with": ["tired"]},
            "tired": TIRED}  # fmt: skip
    both = defender(), defender(tired=True)
    assert strengths(battle(made(mods), attacker(tired=True), *both)) == (5, 4 * 2 + 4 + 1)


def test_a_shift_is_displaced_by_what_holds_for_either_side() -> None:
    mods = {"it": {"shift": 1, "not_with": ["tired"]}, "tired": TIRED}
    assert column(battle(made(mods))) == "1"
    assert column(battle(made(mods), attacker(), defender(tired=True))) == "-1"  # 4 - 5, and no shift
    assert column(battle(made(mods), attacker(tired=True), defender())) == "1"  # 5 - 4, and no shift


def test_what_counts_no_times_displaces_nothing() -> None:
    """Cover halves the attack and moves the column unless leaders are there; there may be none of them."""
    mods = {
        "cover": {"attack": "x1/2", "not_with": ["leaders"]},
        "veil": {"shift": -1, "not_with": ["leaders"]},
        "leaders": {"times": "leaders", "roll": 1},
    }
    for number, found in ((0, (2, "-3")), (1, (4, "0")), (2, (4, "0"))):
        fought = battle(
            made(mods, conditions={"leaders": {"title": "Leaders", "range": [0, 2]}}), conditions={"leaders": number}
        )
        assert (strengths(fought)[0], column(fought)) == found


def test_what_counts_below_nought_is_taken_back_from_strengths_as_from_column_and_die() -> None:
    """Morale of -1: what it doubles is halved, what it adds is taken away; in the order of the document."""
    morale = {"morale": {"title": "Morale", "range": [-2, 2]}}
    for change, found in (("+1", (5, 3, 2)), ("x2", (8, 2, 1)), ("x2 +1", (9, Fraction(3, 2), Fraction(1, 4)))):
        mods = {"it": {"attack": change, "shift": 1, "times": "morale"}}
        for number, strength in zip((1, -1, -2), found, strict=True):
            fought = battle(made(mods, conditions=morale), conditions={"morale": number})
            assert strengths(fought)[0] == strength, (change, number)
            assert fought.assessment is not None and fought.assessment.trace.mismatches() == []
    falls = battle(made({"it": {"attack": "-3", "times": "morale"}}, conditions=morale), conditions={"morale": -2})
    assert strengths(falls)[0] == 10
    none = battle(made({"it": {"attack": "x0", "times": "morale"}}, conditions=morale), conditions={"morale": -1})
    assert strengths(none)[0] == 4, "what is nothing times as much cannot be taken back"


def test_what_is_displaced_itself_displaces_all_the_same() -> None:
    """Woods do not count with a town, nor a town with a fort: with all three the fort alone counts."""
    mods = {
        "wood": {"defense": "+1", "not_with": ["town"]},
        "town": {"when": {"feature": "town"}, "defense": "+2", "not_with": ["fort"]},
        "fort": {"when": {"terrain": "clear"}, "defense": "+4"},
    }
    town: Any = {"hexes": TOWN}
    assert strengths(battle(made(mods), **town))[1] == 4 + 4
    assert strengths(battle(made(mods)))[1] == 4 + 1 + 4


def test_all_who_advance_have_room_in_the_hex_before_one_goes_on() -> None:
    gone = game(["defender is eliminated", "attacker may advance 2"], stacking={"limit": 1})
    found = rolled(battle(gone, attacker(), attacker(at="0,-1"), defender())).play("go:0")
    assert found.node.topic == "beyond"
    ended = found.play("on:1,0")
    assert ended.outcome is not None and places(ended) == ["1,0", "0,-1", ""]


def test_combined_arms_of_the_defender_are_one_truth_for_the_defence_and_the_column() -> None:
    mods = {"arms": {"when": {"together": ARMS}, "defense": "+2", "shift": -1}}
    assert column(battle(made(mods), attacker(), defender(), defender("guns"))) == "≤-4"
    ours = battle(made(mods), attacker(), attacker("guns"), defender("guns"))
    assert (strengths(ours), column(ours)) == ((9, 1), "4+")
    even = battle(made(mods), attacker(), attacker("guns"), attacker("horse"), defender(), defender("guns"))
    assert (strengths(even), column(even)) == ((12, 7), "3"), "one column left of 4+"


def test_combined_arms_of_the_defender_displace_what_doubles_his_defence() -> None:
    mods = {"town": {"when": {"feature": "town"}, "defense": "x2", "not_with": ["arms"]},
            "arms": {"when": {"together": ARMS}, "attack": "+2", "defense": "+2"}}  # fmt: skip
    town: Any = {"hexes": TOWN}
    assert strengths(battle(made(mods), attacker(), defender(), defender("guns"), **town)) == (4, 7)
    assert strengths(battle(made(mods), attacker(), attacker("guns"), defender(), **town)) == (11, 8)


def test_a_round_that_the_chart_forbids_is_neither_offered_nor_begun() -> None:
    """2 against 4 is below 1:1: the round is not asked for, the log says why, and none begins."""
    chart = {**WIDE, "columns": ["1:1", "2:1", "3:1"], "below": "forbidden"}
    for again in ("another round", "the attacker may fight another round"):
        done = rolled(battle(game(["attacker loses 1 step", again], strength={"steps": "share"}, chart=chart)))
        assert done.outcome is not None and done.state.round == 1
        said = [str(line.text) for _, line in done.log]
        assert "No further round: the chart has no odds for it." in said
        assert not any(line.startswith("Round 2") or "fights on" in line for line in said)


def test_what_could_hold_in_a_later_round_is_asked_at_the_start() -> None:
    """Rain that counts for disrupted defenders, for one hex, or where all are foot: true after a loss."""
    units = attacker(), attacker("horse", at="-1,1"), defender()
    for test in ({"marked": "disrupted"}, {"hexes": [1, 1]}, {"attacker": "foot", "who": "all"}):
        mods = {"it": {"when": {**test, "condition": "rain"}, "defense" if "marked" in test else "attack": "x1/2"}}
        again = battle(made(mods, ["defender is disrupted", "another round"]), *units)
        once = battle(made(mods, ["defender is disrupted"]), *units)
        assert again.game.relevant()["conditions"] == ["rain"], test
        assert once.game.relevant()["conditions"] == [], test
        for rounds, asked in (([1, 1], []), ([1, 2], ["rain"])):  # what ends with the first round comes too late
            mods["it"]["when"]["rounds"] = rounds
            found = battle(made(mods, ["defender is disrupted", "another round"]), *units)
            assert found.game.relevant()["conditions"] == asked, test


def test_what_a_result_changes_of_the_next_round_is_told() -> None:
    ways = [["another round with +1 to the die and -2 columns"], ["another round with -1 column"]]
    found = rolled(battle(game({"choose": "attacker", "of": ways})))
    labels = [str(option.label) for option in found.node.options]
    assert labels == ["Another round with +1 to the die and −2 columns", "Another round with −1 column"]


def test_changes_of_the_next_round_add_up() -> None:
    does = ["another round with +1 to the die", "another round with -1 column"]
    found = rolled(battle(game(does, chart=WIDE)))
    assert (found.state.roll, found.state.shift) == (1, -1)


def test_dice_read_as_tens_and_ones_say_the_roll_that_is_read() -> None:
    """26 with one more is 31: there is no 27 on two dice."""
    chart = {"columns": ["1:1"], "dice": "d66", "rows": {"11-26": ["N"], "31-66": ["R"]}}
    results = {"N": "no effect", "R": "defender is eliminated"}
    found = battle(game(chart=chart, results=results, modifiers={"m": {"roll": 1}})).play_all(["d6=2", "d6=6"])
    said = [str(line.text) for _, line in found.log]
    assert "The dice say 26, with +1 read as 31: column 1:1." in said


def test_each_mark_of_a_counter_is_told() -> None:
    found = rolled(battle(game(["defender is disrupted", "defender is pinned"])))
    said = [str(line.text) for _, line in found.log]
    assert [line.split(" is ")[1] for line in said if line.startswith("Blue Foot")] == ["disrupted.", "pinned."]


def test_the_odds_of_a_round_stand_until_its_result_is_done() -> None:
    """8 against 4 is 2:1, also while the attacker pays his two steps, and when the next round is asked for."""
    does = ["attacker loses 2 steps", "the attacker may fight another round"]
    paying = rolled(battle(game(does, strength={"steps": "share"}, chart=WIDE), attacker(count=2), defender()))
    assert (strengths(paying), column(paying)) == ((8, 4), "2:1")
    asked = paying
    while "on" not in asked.legal_actions:
        asked = asked.play(next(iter(asked.legal_actions)))
        assert (strengths(asked), column(asked)) == ((8, 4), "2:1")
    assert strengths(asked.play("on")) == (4, 4)


@pytest.mark.parametrize("op", ["plan", "compare", "ownodds"])
def test_who_stands_by_is_no_force_at_hand_and_stays_on_the_board(op: str) -> None:
    """A foot that stands by bars the one way of a retreat: with one foot sent the defender is eliminated.

    It is neither sent nor left out, nor asked what more or less of it would do.
    """
    chart = {"columns": ["1:1", "2:1", "3:1"], "dice": "d6", "rows": {"1-6": ["R", "R", "R"]}}
    document = game(
        "defender retreats 1",
        chart=chart,
        zones={"types": "all"},
        retreats={"terrain": ["bog"]},
        terrains={"clear": {"title": "Clear"}, "bog": {"title": "Bog"}},
    )
    bog: Any = {"hexes": {place: {"terrain": "bog"} for place in ("1,-1", "0,1", "0,-1", "-1,1")}}
    fought = battle(document, attacker(count=2), attacker(at="2,0", stands_by=True), defender(), **bog)
    asked = {"op": op, "scenario": write_scenario(fought.game.scenario)} | ({"aim": "factors"} if op == "plan" else {})
    found = json.loads(handle(json.dumps(asked)))["result"]
    if op == "plan":
        assert (found["value"], found["force"], found["yours"]["force"], found["plans"]) == ("4", 1, 2, 3)
        assert [one["units"] for key in ("sent", "kept") for one in found[key]] == [["u0"], ["u0"]]
        assert [one["id"] for one in found["scenario"]["units"]] == ["u0", "u1", "u2"]
    else:
        rows = found["force"]["rows"] if op == "compare" else [way for row in found["rows"] for way in row["ways"]]
        assert "u1" not in {row["unit"] for row in rows} and "u0" in {row["unit"] for row in rows}
