"""Hexes as the map prints them: lettered rows, and numbers that grow to the east."""

from __future__ import annotations

import pytest
from hexumpire.board import hexgrid as hg
from hexumpire.kit.lettered import from_letters, to_letters


def test_lettered_rows() -> None:
    assert from_letters("K37") == (37, 10)
    assert from_letters("aa5") == (5, 26)
    assert to_letters((5, 51)) == "ZZ5"
    assert to_letters((0, 25)) == "Z0"
    for r in range(52):
        for q in (0, 1, 9, 10, 63):
            assert from_letters(to_letters((q, r))) == (q, r)


def test_neighbours_on_a_lettered_map() -> None:
    around = {to_letters(hex) for hex in hg.neighbours(from_letters("K37"))}
    assert around == {"K36", "K38", "J37", "J38", "L37", "L36"}
    across = {to_letters(hex) for hex in hg.neighbours(from_letters("Z10"))}
    assert across == {"Z9", "Z11", "Y10", "Y11", "AA10", "AA9"}


@pytest.mark.parametrize("text", ["", "K", "37", "AB3", "AAA3", "K-3", "K3.5", "É4", "3K"])
def test_lettered_errors(text: str) -> None:
    with pytest.raises(ValueError, match="is not a lettered hex; write a row A to Z or AA to ZZ"):
        from_letters(text)


@pytest.mark.parametrize("hex", [(3, -1), (3, 52), (-1, 4)])
def test_off_the_lettered_map(hex: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"hex {hg.name(hex)} has no lettered name"):
        to_letters(hex)
