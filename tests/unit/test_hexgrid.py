"""Coordinates, hexsides, lines and the numbering of printed maps."""

import itertools
import math

import pytest
from hexumpire.board import hexgrid as hg

PATCH = [hex for n in range(5) for hex in hg.ring((0, 0), n)]


def test_directions_are_named_counter_clockwise_from_east() -> None:
    assert hg.DIRECTIONS == ("E", "NE", "NW", "W", "SW", "SE")
    assert hg.neighbours((0, 0)) == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@pytest.mark.parametrize(("text", "hex"), [("0,0", (0, 0)), ("1,-1", (1, -1)), (" -12 , 7 ", (-12, 7))])
def test_parse(text: str, hex: tuple[int, int]) -> None:
    assert hg.parse(text) == hex


@pytest.mark.parametrize("text", ["", "1", "1,", ",", "1,2,3", "a,b", "1.5,2", "--1,2", "+1,2", "1,²", "9999999,0"])
def test_parse_refuses_and_says_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex; write two whole numbers"):
        hg.parse(text)


def test_names_round_trip() -> None:
    assert hg.name((1, -1)) == "1,-1"
    assert all(hg.parse(hg.name(hex)) == hex for hex in PATCH)


def test_direction_and_opposite() -> None:
    for hex in PATCH:
        for d in hg.DIRECTIONS:
            there = hg.neighbour(hex, d)
            assert hg.direction(hex, there) == d
            assert hg.neighbour(there, hg.opposite(d)) == hex
            assert hg.distance(hex, there) == 1
    assert hg.direction((0, 0), (0, 0)) is None
    assert hg.direction((0, 0), (2, -1)) is None
    with pytest.raises(ValueError, match="'N' is not a direction; the directions are E, NE"):
        hg.neighbour((0, 0), "N")


def test_distance() -> None:
    assert hg.distance((0, 0), (3, -1)) == 3
    assert hg.distance((-2, 1), (2, 2)) == 5
    assert hg.distance((4, 4), (4, 4)) == 0


def test_rings() -> None:
    assert hg.ring((5, 5), 0) == [(5, 5)]
    assert hg.ring((2, 3), 1) == hg.neighbours((2, 3))
    assert hg.ring((0, 0), 2) == [
        (2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -1),
        (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 1),
    ]  # fmt: skip
    for n in range(1, 5):
        around = hg.ring((1, -3), n)
        assert len(around) == len(set(around)) == 6 * n
        assert all(hg.distance((1, -3), hex) == n for hex in around)
    with pytest.raises(ValueError, match="cannot have radius -1"):
        hg.ring((0, 0), -1)


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ((0, 0), (0, 0), [(0, 0)]),
        ((0, 0), (3, 0), [(0, 0), (1, 0), (2, 0), (3, 0)]),
        ((0, 0), (2, -4), [(0, 0), (1, -1), (1, -2), (2, -3), (2, -4)]),
        ((0, 0), (1, 1), [(0, 0), (0, 1), (1, 1)]),
        ((-1, -1), (3, 1), [(-1, -1), (0, -1), (0, 0), (1, 0), (2, 0), (2, 1), (3, 1)]),
    ],
)
def test_line_goldens(a: tuple[int, int], b: tuple[int, int], hexes: list[tuple[int, int]]) -> None:
    assert hg.line(a, b) == hexes


def test_lines_are_connected_as_short_as_can_be_and_the_same_both_ways() -> None:
    for b in PATCH:
        for a in ((0, 0), (2, -3)):
            hexes = hg.line(a, b)
            assert hexes[0] == a
            assert hexes[-1] == b
            assert len(hexes) == hg.distance(a, b) + 1
            assert all(hg.distance(x, y) == 1 for x, y in itertools.pairwise(hexes))
            assert hg.line(b, a) == hexes[::-1]


def test_every_hexside_has_one_canonical_name() -> None:
    assert hg.hexside((1, 0), "W") == "0,0:E"
    assert hg.hexside((0, 0), "SE") == "0,1:NW"
    assert hg.hexside((0, 0), "SW") == "-1,1:NE"
    for hex in PATCH:
        for d in hg.DIRECTIONS:
            there = hg.neighbour(hex, d)
            side = hg.hexside(hex, d)
            assert side == hg.hexside(there, hg.opposite(d)) == hg.hexside_between(hex, there)
            owner, facing = hg.parse_side(f"{hg.name(hex)}:{d}")
            assert facing in ("E", "NE", "NW")
            assert f"{hg.name(owner)}:{facing}" == side
            assert hg.parse_side(side) == (owner, facing)


def test_hexside_errors() -> None:
    with pytest.raises(ValueError, match="hexes 0,0 and 2,0 are not neighbours"):
        hg.hexside_between((0, 0), (2, 0))
    with pytest.raises(ValueError, match="is not a hexside"):
        hg.parse_side("0,0")
    with pytest.raises(ValueError, match="'x,0' is not a hex"):
        hg.parse_side("x,0:E")
    with pytest.raises(ValueError, match="'N' is not a direction"):
        hg.parse_side("0,0:N")


def test_centres_are_evenly_spaced_and_sides_face_their_direction() -> None:
    assert hg.center((0, 0), 10) == (0, 0)
    for d in range(6):
        there = hg.neighbour((2, -1), hg.DIRECTIONS[d])
        x, y = hg.center((2, -1), 10)
        tx, ty = hg.center(there, 10)
        assert math.isclose(math.hypot(tx - x, ty - y), 10 * math.sqrt(3))
        corners = hg.corners((2, -1), 10)
        ax, ay = corners[d]
        bx, by = corners[(d + 1) % 6]
        assert math.isclose((ax + bx) / 2, (x + tx) / 2, abs_tol=1e-9)
        assert math.isclose((ay + by) / 2, (y + ty) / 2, abs_tol=1e-9)
        assert math.isclose(math.hypot(ax - bx, ay - by), 10)


def test_offset_rows() -> None:
    assert hg.to_offset(hg.from_offset(19, 16)) == (19, 16)
    for hex in PATCH:
        assert hg.from_offset(*hg.to_offset(hex)) == hex
    # An odd row is shoved right: the hex with the same column one row down from an even row lies to its SE.
    assert hg.direction(hg.from_offset(18, 16), hg.from_offset(19, 16)) == "SE"
    assert hg.direction(hg.from_offset(19, 16), hg.from_offset(20, 16)) == "SW"
