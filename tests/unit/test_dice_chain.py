"""Chains and dice of dice by mail: the vectors that docs/dice-by-mail.md publishes, and exact evenness."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hexumpire.files import dice_chain

pytestmark = pytest.mark.host
DOCUMENT = Path(__file__).parents[2] / "docs" / "dice-by-mail.md"
D6 = [(f"d6={face}", 1) for face in range(1, 7)]
TWO = [(f"2d6={face}", weight) for face, weight in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True)]


@pytest.fixture(scope="module")
def vectors() -> Any:
    (block,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    return json.loads(block)


# --- the vectors, by an implementation of their own that follows the document's words ------------------------


def h(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(("Hex Umpire dice by mail 1: " + label + "\n").encode() + b"".join(parts)).digest()


def value(seat: str, secret: str, n: int) -> bytes:
    x = bytes.fromhex(secret)
    for _ in range(2000 - n):
        x = h("chain " + seat, x)
    return x


def die(faces: list[tuple[str, int]], roll: bytes, k: int) -> str:
    names = [name for name, weight in faces for _ in range(weight)]
    t = 0
    while (v := int.from_bytes(h("die", roll, k.to_bytes(4, "big"), t.to_bytes(4, "big"))[:8], "big")) >= (
        2**64 // len(names) * len(names)
    ):
        t += 1
    return names[v % len(names)]


def test_the_vectors_follow_from_the_words_of_the_document(vectors: Any) -> None:
    secret = vectors["secret"]
    commitment = {seat: value(seat, secret[seat], 0) for seat in "AB"}
    assert {seat: found.hex() for seat, found in commitment.items()} == vectors["commitment"]
    battle = h("course", vectors["text"].encode())
    session = h("session", battle, commitment["A"], commitment["B"])
    assert (battle.hex(), session.hex()) == (vectors["battle"], vectors["session"])
    assert h("position", session, (1).to_bytes(4, "big"), battle).hex() == vectors["position"]
    assert h("seal", h("seal key", bytes.fromhex(secret["A"])), battle).hex() == vectors["seal"]
    assert [row["n"] for row in vectors["rolls"]] == [1, 2, 2000]
    for row in vectors["rolls"]:
        a, b = (value(seat, secret[seat], row["n"]) for seat in "AB")
        roll = h("roll", session, row["n"].to_bytes(4, "big"), a, b)
        assert (a.hex(), b.hex(), roll.hex()) == (row["A"], row["B"], row["roll"])
        for name, faces in (("d6", D6), ("2d6", TWO)):
            assert [die(faces, roll, k).partition("=")[2] for k in range(6)] == row[name]


def test_the_engine_gives_the_vectors(vectors: Any) -> None:
    session = bytes.fromhex(vectors["session"])
    for row in vectors["rolls"]:
        a, b = (dice_chain.value_of(seat, bytes.fromhex(vectors["secret"][seat]), row["n"]) for seat in "AB")
        assert (a.hex(), b.hex()) == (row["A"], row["B"])
        assert dice_chain.back("A", a, row["n"]).hex() == vectors["commitment"]["A"]
        assert dice_chain.back("B", a, row["n"]).hex() != vectors["commitment"]["A"], "a seat has a chain of its own"
        roll = dice_chain.rolled(session, row["n"], a, b)
        assert roll.hex() == row["roll"]
        for name, faces in (("d6", D6), ("2d6", TWO)):
            assert [dice_chain.face(faces, roll, k).partition("=")[2] for k in range(6)] == row[name]


# --- evenness, counted out on small hashes -------------------------------------------------------------------


def small(data: bytes) -> bytes:
    """A hash of one byte, which takes every value once as any one byte of what is hashed does."""
    found = 0
    for byte in data:
        found = (found * 5 + byte) % 256
    return bytes([(found * 77 + 131) % 256])


@pytest.mark.slow
def test_whatever_one_player_has_chosen_every_face_is_as_likely() -> None:
    """All 65,536 pairs of values: with one side's fixed, the other's 256 give each face equally often.

    256 is 42 times 6 and 4 more: those 4 numbers are passed over, and only of those a second one is drawn.
    """
    for fixed in range(256):
        for swapped in (False, True):
            count: Counter[str] = Counter()
            again = 0
            for other in range(256):
                a, b = bytes([fixed]), bytes([other])
                roll = dice_chain.rolled(b"s", 1, *((b, a) if swapped else (a, b)), by=small)
                first = dice_chain.labelled("die", roll, dice_chain.number(0), dice_chain.number(0), by=small)[0]
                if first >= 252:
                    again += 1
                else:
                    count[dice_chain.face(D6, roll, 0, by=small)] += 1
            assert (set(count.values()), len(count), again) == ({42}, 6, 4)


@pytest.mark.parametrize("faces", [D6, TWO, [("d10=1", 1), ("d10=2", 9)], [("a", 3), ("b", 1), ("c", 1)]])
def test_numbers_that_are_passed_over_favour_no_face(faces: list[tuple[str, int]]) -> None:
    """All pairs of a first and a second number: each face as often as its weight says, of all that are settled."""
    total = sum(weight for _, weight in faces)
    count: Counter[str] = Counter()
    open_ends = 0
    for numbers in product(range(256), repeat=2):
        drawn = iter(numbers)
        try:
            count[dice_chain.face(faces, b"", 0, by=lambda data, drawn=drawn: bytes([next(drawn)]))] += 1
        except StopIteration:
            open_ends += 1
    left = 256 % total
    assert open_ends == left * left
    each = (256 * 256 - open_ends) // total
    assert dict(count) == {name: weight * each for name, weight in faces}


def test_dice_of_a_roll_and_rolls_of_a_battle_are_drawn_anew() -> None:
    """Sixty dice in a row, and first dice of sixty rolls: none is the same row, and every face comes up."""
    rolls = [dice_chain.rolled(b"s" * 32, n, b"a" * 32, b"b" * 32) for n in range(60)]
    rows = [[dice_chain.face(D6, roll, k) for k in range(60)] for roll in rolls]
    assert len({tuple(row) for row in rows}) == 60
    assert set(rows[0]) == {row[0] for row in rows} == {name for name, _ in D6}
