"""The board of a turn: which parts a unit has, what an attack leaves of it, and what is shown of that."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.kit import turn_board
from hexumpire.kit.turn_board import Board, Standing
from hexumpire.model.scenario import PART, Scenario

WORDS = rulesets.get("aworldatwar").vocabulary
FACTORS = "factors"


def scenario(attacks: list[list[str]], **counts: int) -> Scenario:
    """Infantry ``a`` and ``b``, aircraft of six factors, and two hexes that are attacked by some of them."""
    units: list[dict[str, Any]] = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "factors": 3},
        {"id": "b", "side": "attacker", "type": "infantry", "nation": "German", "at": "0,1", "factors": 3},
        {"id": "air", "side": "attacker", "type": "air", "nation": "German", "at": "1,1", "factors": 6},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "British", "at": "0,0", "factors": 3},
        {"id": "e", "side": "defender", "type": "infantry", "nation": "British", "at": "2,0", "factors": 3},
    ]
    for one in units:
        one["count"] = counts.get(one["id"], 1)
    listed = [{"targets": [hex], "units": names} for hex, names in zip(("0,0", "2,0"), attacks, strict=False)]
    document = {"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": listed}
    return codec.read_scenario(document)


def parts(board: Board, name: str) -> list[tuple[str, int, dict[str, Any], int]]:
    """The parts of a unit: id, how many, what is changed, in which attack."""
    return [(one.id, one.many, dict(one.values), one.attack) for one in board.units if one.unit == name]


@pytest.mark.parametrize(
    ("attacks", "name", "found"),
    [
        ([["a"], ["b"]], "a", [("a", 1, {}, 0)]),
        ([["a"], ["b"]], "b", [("b", 1, {}, 1)]),
        ([["a"], ["b"]], "d", [("d", 1, {}, -1)]),
        ([["a", "air:6"], ["b"]], "air", [("air", 1, {}, 0)]),  # all of it: one part, as it was set up
        ([["a", "air:4"], ["b"]], "air", [("air", 1, {FACTORS: 4}, 0), (f"air{PART}1", 1, {FACTORS: 2}, -1)]),
        ([["a", "air:4"], ["b", "air:2"]], "air", [("air", 1, {FACTORS: 4}, 0), (f"air{PART}1", 1, {FACTORS: 2}, 1)]),
        ([["a"], ["b", "air:1"]], "air", [("air", 1, {FACTORS: 1}, 1), (f"air{PART}1", 1, {FACTORS: 5}, -1)]),
        (
            [["a", "air:1"], ["b", "air:2"]],
            "air",
            [("air", 1, {FACTORS: 1}, 0), (f"air{PART}1", 1, {FACTORS: 2}, 1), (f"air{PART}2", 1, {FACTORS: 3}, -1)],
        ),
    ],
)
def test_a_unit_is_divided_by_the_attacks_that_it_is_in(attacks: list[list[str]], name: str, found: list[Any]) -> None:
    assert parts(turn_board.divided(scenario(attacks), WORDS), name) == found


@pytest.mark.parametrize(
    ("attacks", "found"),
    [
        ([["a:3"], ["b"]], [("a", 3, {}, 0)]),
        ([["a:2"], ["b"]], [("a", 2, {}, 0), (f"a{PART}1", 1, {}, -1)]),
        ([["a:1"], ["b", "a:2"]], [("a", 1, {}, 0), (f"a{PART}1", 2, {}, 1)]),
    ],
)
def test_counters_are_divided_by_their_number(attacks: list[list[str]], found: list[Any]) -> None:
    assert parts(turn_board.divided(scenario(attacks, a=3), WORDS), "a") == found


def test_how_much_there_is_of_a_unit() -> None:
    units = scenario([["a"], ["b"]], a=3, air=2).by_id
    assert turn_board.size(units["a"], WORDS) == 3
    assert turn_board.size(units["air"], WORDS) == 12


class Left:
    """A game that leaves what it is told."""

    def __init__(self, left: dict[str, list[Standing]], ground: dict[str, tuple[str, ...]] | None = None) -> None:
        self.left, self.changed = left, ground or {}

    def remains(self, state: Any) -> dict[str, list[Standing]]:
        return self.left

    def ground(self, state: Any) -> dict[str, tuple[str, ...]]:
        return self.changed


BOARD = Board((Standing("a", "1,0", 3, (("steps", 2),), 0), Standing("b", "0,1", 1, (), 1)), (("0,0", ("fort",)),))


def test_who_had_no_part_in_an_attack_stands_as_before() -> None:
    assert turn_board.after(BOARD, Left({}), None) == BOARD


def test_who_is_eliminated_is_off_the_board() -> None:
    assert turn_board.after(BOARD, Left({"a": []}), None).units == BOARD.units[1:]


def test_what_an_attack_leaves_keeps_its_attack_and_what_was_changed_before() -> None:
    left = [Standing("a", "0,0", 1, (("fought", True),), 7), Standing("a", "1,0", 2, (("steps", 1),), 7)]
    found = turn_board.after(BOARD, Left({"a": left}), None)
    assert found.units[:2] == (
        Standing("a", "0,0", 1, (("steps", 2), ("fought", True)), 0),
        Standing(f"a{PART}1", "1,0", 2, (("steps", 1),), 0),
    )


def test_a_part_more_gets_a_name_that_nobody_has() -> None:
    board = Board((Standing("a", "1,0", 3), Standing(f"a{PART}1", "1,0", 1)))
    left = {"a": [Standing("a", "1,0", 1)] * 3, f"a{PART}1": [Standing("a", "1,0", 1)] * 2}
    names = [one.id for one in turn_board.after(board, Left(left), None).units]
    assert names == ["a", f"a{PART}2", f"a{PART}3", f"a{PART}1", f"a{PART}4"]


def test_the_ground_that_an_attack_changes_takes_the_place_of_what_was() -> None:
    game = Left({}, {"0,0": (), "2,0": ("fort", "town")})
    assert turn_board.after(BOARD, game, None).ground == (("0,0", ()), ("2,0", ("fort", "town")))


def test_units_that_are_equal_but_for_their_place_are_alike() -> None:
    found = turn_board.alike(scenario([["a"], ["b"]], a=2))
    assert found["a"] == found["b"]
    assert found["d"] == found["e"]
    assert len({found["a"], found["air"], found["d"]}) == 3


def test_boards_are_equal_whichever_of_equal_counters_stand_on_them() -> None:
    groups = {"a": 0, "b": 0, "c": 1}

    def key(*units: Standing, **more: Any) -> Any:
        return turn_board.counters(Board(units, **more), groups)

    one = key(Standing("a", "1,0", 2), Standing("b", "1,0", 1))
    assert one == key(Standing("b", "1,0", 2), Standing("a", "1,0", 1)) == key(Standing("a", "1,0", 3))
    for other in (
        key(Standing("a", "1,0", 2)),
        key(Standing("a", "1,0", 2), Standing("c", "1,0", 1)),
        key(Standing("a", "1,0", 2), Standing("b", "0,1", 1)),
        key(Standing("a", "1,0", 2), Standing("b", "1,0", 1, (("steps", 1),))),
        key(Standing("a", "1,0", 2), Standing("b", "1,0", 1, (), 0)),
        key(Standing("a", "1,0", 3), ground=(("0,0", ()),)),
        key(Standing("a", "1,0", 3), used=(1, 0)),
    ):
        assert other != one


def test_the_scene_of_a_board_has_its_counters_where_they_are_as_they_are() -> None:
    board = Board((Standing("a", "0,0", 2, (("factors", 1),)), Standing(f"air{PART}1", "1,1", 1)))
    found = turn_board.scene(scenario([["a"], ["b"]]), board)
    assert [(one.id, one.at, one.count, one.number(FACTORS)) for one in found] == [
        ("a", "0,0", 2, 1),
        (f"air{PART}1", "1,1", 1, 6),
    ]


@pytest.mark.parametrize(
    ("units", "shown"),
    [
        ([("a", "1,0", 3), ("air", "1,1", 1)], {}),
        ([("a", "1,0", 1), ("air", "1,1", 1)], {"lost": {"a": 2}}),
        ([("air", "1,1", 1)], {"lost": {"a": 3}}),
        ([("a", "1,0", 3), ("air", "1,1", 1, {FACTORS: 4})], {"left": {"air": 4}}),
        ([("a", "1,0", 3), ("air", "1,1", 1, {FACTORS: 4}), (f"air{PART}1", "1,1", 1, {FACTORS: 2})], {}),
        (
            [("a", "1,0", 3), ("air", "1,1", 1, {FACTORS: 4}), (f"air{PART}1", "1,1", 1, {FACTORS: 1})],
            {"left": {"air": 5}},
        ),
        ([("a", "1,0", 3)], {"left": {"air": 0}, "lost": {"air": 1}}),
        ([("a", "0,0", 2), (f"a{PART}1", "1,0", 1), ("air", "1,1", 1)], {"moved": {"a": {"0,0": 2}}}),
        (
            [("a", "0,0", 1), (f"a{PART}1", "0,0", 1), ("air", "0,0", 1)],
            {"lost": {"a": 1}, "moved": {"a": {"0,0": 2}, "air": {"0,0": 1}}},
        ),
        (
            [("a", "1,0", 2, {"steps": 1}), (f"a{PART}1", "1,0", 1, {"steps": 2}), ("air", "1,1", 1)],
            {"steps": {"a": 4}},
        ),
    ],
)
def test_what_is_gone_moved_or_reduced_is_shown(units: list[Any], shown: dict[str, Any]) -> None:
    whole = scenario([["a"], ["b"]], a=3)
    rest = [Standing(id, whole.by_id[id].at, 1) for id in ("b", "d", "e")]
    here = [Standing(id, at, many, tuple(dict(*more).items())) for id, at, many, *more in units]
    found = turn_board.overlay(whole, WORDS, Board((*here, *rest)))
    assert found == {"lost": {}, "left": {}, "steps": {}, "moved": {}, **shown}


def test_hexes_have_the_features_that_attacks_have_left_them() -> None:
    whole = scenario([["a"], ["b"]])
    assert turn_board.hexes(whole, Board(())) == whole.hexes
    changed = turn_board.hexes(whole, Board((), (("0,0", ("fortress",)),)))
    assert changed["0,0"].features == ("fortress",)
    assert {place: data for place, data in changed.items() if place != "0,0"} == {
        place: data for place, data in whole.hexes.items() if place != "0,0"
    }
