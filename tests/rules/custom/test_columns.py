"""The columns of three kinds: where odds, a difference or a strength stands, at both ends, rounded in three ways."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.model.errors import SetupError

from tests.rules.custom.setting import attacker, battle, column, defender, faults, game, refused, rolled, steps

ODDS = ["1:2", "1:1", "2:1", "3:1"]
SPANS = ["≤-2", "-1 to 1", "2-4", "5+"]


def chart(columns: list[str], **more: Any) -> dict[str, Any]:
    return {"columns": columns, "rows": {"1-6": ["R"] * len(columns)}, **more}


def read(document: dict[str, Any], attack: int, defense: int) -> str | None:
    return column(battle(document, attacker(attack=attack), defender(defense=defense)))


@pytest.mark.parametrize(
    ("attack", "defense", "found"),
    [(8, 4, "2:1"), (7, 4, "1:1"), (11, 4, "2:1"), (12, 4, "3:1"), (99, 4, "3:1"), (2, 4, "1:2"), (1, 4, "1:2")],
)
def test_odds_are_in_the_defenders_favour_unless_said(attack: int, defense: int, found: str) -> None:
    assert read(game(chart=chart(ODDS)), attack, defense) == found


@pytest.mark.parametrize(("attack", "found"), [(5, "2:1"), (4, "1:1"), (8, "2:1"), (9, "3:1"), (13, "3:1"), (1, "1:2")])
def test_odds_in_the_attackers_favour(attack: int, found: str) -> None:
    assert read(game(chart=chart(ODDS, round="attacker")), attack, 4) == found


@pytest.mark.parametrize(
    ("attack", "found"), [(5, "1:1"), (6, "1:1"), (7, "2:1"), (10, "2:1"), (11, "3:1"), (3, "1:2")]
)
def test_odds_at_the_nearest_column_and_the_lower_of_two(attack: int, found: str) -> None:
    assert read(game(chart=chart(ODDS, round="nearest")), attack, 4) == found


def test_odds_may_be_any_ratio() -> None:
    document = game(chart=chart(["2:3", "1:1", "1.5:1", "7/3"]))
    assert [read(document, attack, 6) for attack in (4, 8, 9, 14)] == ["2:3", "1:1", "1.5:1", "7/3"]


def test_nothing_to_attack_is_the_best_column_and_nothing_to_attack_with_the_worst() -> None:
    document = game(chart=chart(ODDS))
    assert read(document, 1, 0) == "3:1"
    assert read(document, 0, 0) == "1:2"


@pytest.mark.parametrize(
    ("attack", "defense", "found"),
    [(2, 4, "≤-2"), (1, 9, "≤-2"), (3, 4, "-1 to 1"), (5, 4, "-1 to 1"), (6, 4, "2-4"), (9, 4, "5+"), (60, 4, "5+")],
)
def test_a_difference_is_attack_less_defence(attack: int, defense: int, found: str) -> None:
    assert read(game(chart=chart(SPANS, kind="difference")), attack, defense) == found


def test_a_difference_of_a_half_is_in_the_column_below() -> None:
    half = {"half": {"title": "Half", "when": {"attacker": "foot"}, "attack": "x1/2"}}
    document = game(chart=chart(SPANS, kind="difference"), modifiers=half)
    assert read(document, 11, 4) == "-1 to 1"  # 5½ − 4 = 1½
    assert read(document, 12, 4) == "2-4"


def test_a_fire_table_is_read_by_the_attack_alone() -> None:
    document = game(chart=chart(["1-3", "4-6", "7+"], kind="strength"))
    assert [read(document, attack, 50) for attack in (0, 3, 4, 6, 7)] == ["1-3", "1-3", "4-6", "4-6", "7+"]


def test_below_and_above_a_result_holds_without_dice() -> None:
    ends = chart(ODDS, below="AE", above="DE", limit="6:1")
    document = game(chart=ends)
    few = battle(document, attacker(attack=1), defender())
    assert list(few.legal_actions) == ["take"]
    assert steps(few.play("take")) == {"u0": 2}
    many = battle(document, attacker(attack=24), defender())
    assert steps(many.play("take")) == {"u1": 2}
    assert column(battle(document, attacker(attack=23), defender())) == "3:1"


@pytest.mark.parametrize("round", ["defender", "attacker", "nearest"])
def test_what_holds_below_the_first_column_does_not_hold_in_it(round: str) -> None:
    """At 1:2 it is read, whatever odds between two columns are; at 1:3, though 1:2 is the nearest, it is not."""
    document = game(chart=chart(ODDS, round=round, below="AE"))
    legal = [list(battle(document, attacker(attack=n), defender(defense=12)).legal_actions) for n in (4, 5, 6)]
    assert legal[:2] == [["take"]] * 2
    assert "take" not in legal[2]
    assert read(game(chart=chart(ODDS, round=round)), 4, 12) == "1:2", "where nothing is said the first column holds"


@pytest.mark.parametrize("round", ["defender", "attacker", "nearest"])
def test_what_holds_above_begins_at_its_limit_and_with_nothing_to_attack(round: str) -> None:
    """Between 3:1, the last column, and 6:1 the last column is read, whatever odds between two columns are."""
    document = game(chart=chart(ODDS, round=round, above="DE", limit="6:1"))
    legal = {
        odds: list(battle(document, attacker(attack=odds[0]), defender(defense=odds[1])).legal_actions)
        for odds in ((20, 4), (24, 4), (1, 0), (0, 0))
    }
    assert {odds for odds, actions in legal.items() if actions == ["take"]} == {(24, 4), (1, 0)}
    assert read(document, 20, 4) == "3:1"
    assert read(document, 0, 0) == "1:2", "no attack is no odds"


def test_below_forbidden_says_so() -> None:
    with pytest.raises(SetupError) as caught:
        battle(game(chart=chart(ODDS, below="forbidden", rule="5.3")), attacker(attack=1), defender())
    (problem,) = caught.value.problems
    assert (str(problem.message), problem.rule) == ("1 is too little to attack 4", "5.3")


@pytest.mark.parametrize("columns", [["0-2"], ["0-2", "3-5"]])
@pytest.mark.parametrize("side", ["below", "above"])
def test_what_is_forbidden_is_too_little_below_and_too_much_above(columns: list[str], side: str) -> None:
    document = game(chart=chart(columns, kind="difference", **{side: "forbidden"}))
    few, many = [(attacker(attack=attack), defender(defense=4)) for attack in (3, 10)]
    assert refused(document, *few) == (["3 is too little to attack 4"] if side == "below" else [])
    assert refused(document, *many) == (["the chart has no column for so much"] if side == "above" else [])


def test_above_a_range_is_what_lies_behind_the_last_column() -> None:
    document = game(chart=chart(["0-2", "3-5"], kind="difference", above="DE", below="AE"))
    assert read(document, 9, 4) == "3-5"
    assert steps(battle(document, attacker(attack=10), defender()).play("take")) == {"u1": 2}
    assert steps(battle(document, attacker(attack=3), defender()).play("take")) == {"u0": 2}


@pytest.mark.parametrize(
    ("heads", "kind", "limit", "told"),
    [
        (ODDS, "odds", "2:1", True),  # so that nobody would ever attack at 3:1
        (ODDS, "odds", "4:1", False),
        (["0-2", "3-5"], "difference", 5, True),
        (["0-2", "3-5"], "difference", 6, False),
        (["0-2", "3+"], "strength", 2, True),
        (["0-2", "3+"], "strength", "9+", False),
    ],
)
def test_what_holds_above_lies_above_the_last_column(heads: list[str], kind: str, limit: object, told: bool) -> None:
    found = faults(game(chart=chart(heads, kind=kind, above="DE", limit=limit)))
    message = f"the limit {limit!r} does not lie above the last column"
    assert found == ([("$.chart.limit", message, "write a greater one")] if told else [])


def test_nothing_in_quotes_is_no_result_beyond_the_ends() -> None:
    for key in ("below", "above"):
        path, message, _ = faults(game(chart=chart(["0-2"], kind="difference", **{key: ""})))[0]
        assert (path, message) == (f"$.chart.{key}", f"unknown {key} ''")


@pytest.mark.parametrize(
    "heads",
    [["1:2 or less", "1:1", "2:1 or more"], ["≤1:2", "1:1", "≥2:1"], ["<= 1-2", "1 to 1", "2:1 and up"]],
)
def test_the_outer_columns_may_say_that_they_hold_beyond_themselves(heads: list[str]) -> None:
    """As printed charts do; that they hold there is usual anyway."""
    document = game(chart=chart(heads))
    assert [read(document, attack, 4) for attack in (1, 2, 3, 4, 7, 8, 40)] == [heads[n] for n in (0, 0, 0, 1, 1, 2, 2)]


def test_halves_in_ratios_may_have_a_comma() -> None:
    document = game(chart=chart(["1:1,5", "1:1", "1,5:1"]))
    assert [read(document, attack, 6) for attack in (4, 5, 6, 8, 9)] == ["1:1,5", "1:1,5", "1:1", "1:1", "1,5:1"]


def test_a_column_that_is_no_ratio_says_nothing_of_the_next() -> None:
    for heads in (["one", "1:4", "1:3"], ["1:4", "one", "1:3"]):
        assert [message for _, message, _ in faults(game(chart=chart(heads)))] == ["'one' is not a ratio"]


def test_shifts_stay_on_the_chart_and_do_not_lead_beyond_it() -> None:
    shift = {"far": {"title": "Far", "shift": -9}}
    document = game("defender is eliminated", chart=chart(ODDS, below="AE"), modifiers=shift)
    found = battle(document, attacker(attack=12), defender())
    assert column(found) == "1:2"
    assert steps(rolled(found)) == {"u1": 2}


@pytest.mark.parametrize(
    ("columns", "kind", "path", "message"),
    [
        (["1:2", "one"], "odds", "$.chart.columns[1]", "'one' is not a ratio"),
        (["2:1", "1:1"], "odds", "$.chart.columns[1]", "'1:1' does not stand right of a lower ratio"),
        (["0-2", "4-5"], "difference", "$.chart.columns[1]", "'4-5' does not follow on the column before it"),
        (["0+", "3+"], "strength", "$.chart.columns[0]", "'0+' has no greatest number"),
        (["1-2", "≤5"], "strength", "$.chart.columns[1]", "'≤5' has no least number"),
    ],
)
def test_columns_that_cannot_be(columns: list[str], kind: str, path: str, message: str) -> None:
    assert (path, message) in [fault[:2] for fault in faults(game(chart=chart(columns, kind=kind)))]


@pytest.mark.parametrize("kind", ["difference", "strength"])
def test_numbers_fall_between_no_columns(kind: str) -> None:
    given = {**chart(["0-2", "3-5"], kind=kind), "round": "nearest"}
    (fault,) = faults(game(chart=given))
    assert fault[:2] == ("$.chart.round", "only odds fall between two columns")
    assert not faults(game(chart={**chart(ODDS), "round": "nearest"}))


@pytest.mark.parametrize(
    ("shift", "said"),
    [
        (0, ["An attack strength of 2 more reaches the column 3:1"]),
        (1, []),  # which is read already
        (-1, ["An attack strength of 2 more reaches the column 2:1"]),
    ],
)
def test_what_more_strength_reaches_is_a_column_that_is_not_reached_yet(shift: int, said: list[str]) -> None:
    mods = {"sides": {"when": {"hexes": [1, 6]}, "shift": shift}} if shift else {}
    found = battle(game(chart=chart(ODDS), modifiers=mods), attacker(attack=4), defender(defense=2)).assessment
    assert found is not None
    assert [one.text for one in found.margins] == said


@pytest.mark.parametrize(
    ("attack", "defense", "said"),
    [
        (1, 1, ["An attack strength of 1 more reaches the column 2:1"]),  # 3:2 lies between the two
        (2, 2, ["An attack strength of 1 more reaches the column 3:2"]),
        (6, 2, []),  # the next point is beyond the chart
    ],
)
def test_what_a_whole_point_more_reaches_is_told(attack: int, defense: int, said: list[str]) -> None:
    heads = ["1:1", "3:2", "2:1", "7:2"]
    given = {**chart(heads), "above": "DE", "limit": "7:2"}
    found = battle(game(chart=given), attacker(attack=attack), defender(defense=defense)).assessment
    assert found is not None
    assert [one.text for one in found.margins] == said
