"""The dice: added up, read as tens and ones, with a lowest face of nought, and what is added to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.custom.setting import battle, chance, faults, game


def chart(dice: str, rows: list[str], **more: Any) -> dict[str, Any]:
    """Each row has a result of its own, R0, R1 …; they do nothing."""
    return {"columns": ["1:1"], "dice": dice, "rows": {name: [f"R{i}"] for i, name in enumerate(rows)}, **more}


def played(document: dict[str, Any], *faces: str) -> str:
    """The result that the dice give, as the log tells it."""
    found = battle(document).play_all(faces)
    return str(found.log[-1][1].text).partition(":")[0]


def made(dice: str, rows: list[str], modifiers: Any = None, **more: Any) -> dict[str, Any]:
    results = {f"R{i}": {"does": "no effect"} for i, _ in enumerate(rows)}
    return game(chart=chart(dice, rows, **more), results=results, modifiers=modifiers or {})


def bonus(n: int) -> dict[str, Any]:
    return {"bonus": {"title": "Bonus", "roll": n}}


def test_one_die() -> None:
    document = made("d10", ["1", "2-9", "10"])
    assert list(battle(document).legal_actions) == [f"d10={face}" for face in range(1, 11)]
    assert [played(document, f"d10={face}") for face in (1, 2, 9, 10)] == ["R0", "R1", "R1", "R2"]


def test_dice_of_nought_to_nine() -> None:
    document = made("d10", ["0", "1-8", "9"], lowest=0)
    assert list(battle(document).legal_actions) == [f"d10={face}" for face in range(10)]
    assert played(document, "d10=0") == "R0"


def test_several_dice_are_added_up() -> None:
    document = made("2d6", ["2-6", "7", "8-12"])
    assert played(document, "d6=3", "d6=4") == "R1"
    assert played(document, "d6=6", "d6=2") == "R2"


def test_three_dice_weigh_as_they_fall() -> None:
    rows = {"3": ["R"], "4": ["A1"], "5-18": ["-"]}
    found = battle(game("defender is eliminated", chart={"columns": ["1:1"], "dice": "3d6", "rows": rows}))
    assert chance(found, "hex", 1) == Fraction(1, 216)
    assert chance(found, "attacker_steps", 1) == Fraction(3, 216)


def test_tens_and_ones_are_read_not_added() -> None:
    document = made("d66", ["11-16", "21-65", "66"])
    assert played(document, "d6=1", "d6=6") == "R0"
    assert played(document, "d6=2", "d6=1") == "R1"
    assert played(document, "d6=6", "d6=6") == "R2"


def test_d66_in_capitals_and_in_its_long_form_is_the_same() -> None:
    rows = ["11-13", "14-66"]
    for document in (made("D66", rows), made("2d6", rows, read="tens")):
        assert played(document, "d6=1", "d6=3") == "R0"
        assert played(document, "d6=1", "d6=4") == "R1"


def test_a_modifier_of_tens_and_ones_moves_by_as_many_rolls() -> None:
    document = made("d66", ["11-16", "21-66"], bonus(1))
    assert played(document, "d6=1", "d6=6") == "R1"  # 16 is followed by 21
    assert played(made("d66", ["11-65", "66"], bonus(3)), "d6=6", "d6=5") == "R1"  # and none by 66


def test_hundred_from_two_dice_of_ten() -> None:
    document = made("2d10", ["00-49", "50-99"], read="tens", lowest=0)
    assert played(document, "d10=0", "d10=7") == "R0"
    assert played(document, "d10=5", "d10=0") == "R1"


def test_modified_rolls_beyond_the_rows_are_in_the_first_or_last() -> None:
    assert played(made("d6", ["1", "2-5", "6"], bonus(9)), "d6=1") == "R2"
    assert played(made("d6", ["1", "2-5", "6"], bonus(-9)), "d6=6") == "R0"
    assert played(made("d6", ["≤0", "1-5", "6+"], bonus(-1)), "d6=1") == "R0"


@pytest.mark.parametrize(
    ("chart", "path", "message"),
    [
        (chart("d1", ["1"]), "$.chart.dice", "'d1' are no dice"),
        (chart("4d100", ["4-400"]), "$.chart.dice", "'4d100' fall in too many ways"),
        (chart("d6", ["1", "2-5"]), "$.chart.rows", "a roll of 6 has no row"),
        (chart("2d6", ["3-12"]), "$.chart.rows", "a roll of 2 has no row"),
        (chart("2d6", ["2-6", "8-12"]), '$.chart.rows["8-12"]', "the row '8-12' does not follow on the row before it"),
        (chart("d6", ["1-3", "3-6"]), '$.chart.rows["3-6"]', "the row '3-6' does not follow on the row before it"),
        (chart("2d10", ["11-1010"], read="tens"), "$.chart.read", "dice that are read as tens and ones show 9 at most"),
    ],
)
def test_dice_and_rows_that_cannot_be(chart: dict[str, Any], path: str, message: str) -> None:
    assert (path, message) in [fault[:2] for fault in faults(game(chart=chart))]


def test_each_roll_of_tens_and_ones_is_in_one_row() -> None:
    """Behind 16 comes 21: rows may break off at either, and none of the 36 rolls is left out, or in two of them."""
    for rows in (["11-16", "21-66"], ["11-20", "21-66"], ["11-16", "17-66"], ["11-13", "14-66"]):
        assert faults(made("d66", rows)) == []
    gaps = (["11-13", "15-66"], 14), (["11-16", "22-66"], 21), (["11-16", "15-66"], 21), (["11-16", "16-66"], 21)
    for rows, first in gaps:
        message = f"the row '{rows[1]}' does not follow on the row before it"
        assert faults(made("d66", rows)) == [(f'$.chart.rows["{rows[1]}"]', message, f"begin with {first}")]
