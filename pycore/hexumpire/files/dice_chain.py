"""Dice that two players draw together: two chains of hashes, and the faces that follow from what both reveal.

``docs/dice-by-mail.md`` tells the whole of it. Each player keeps a secret and hashes it :data:`LENGTH` times; the end
of that chain is his commitment. What he reveals for roll number n is the value n steps before the end, so that whoever
has the commitment can check it, and nobody can know it before. A roll is the hash of both values, and each die of it
is drawn from that without bias. Nothing here knows of battles; every value is bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

SEATS: Final = ("A", "B")
"""The two players: A begins, B joins."""
SIZE: Final = 32
"""Bytes of a secret, and of every hash."""
LENGTH: Final = 2000
"""Rolls that a chain is good for: as many as a record may have actions."""
DRAWN: Final = 8
"""Bytes of a hash that a die is drawn from."""

Hash = Callable[[bytes], bytes]


def sha256(data: bytes) -> bytes:
    """The hash that dice by mail are made with."""
    return hashlib.sha256(data).digest()


def labelled(label: str, *parts: bytes, by: Hash = sha256) -> bytes:
    """The hash of a label and of parts that each have a fixed length, so that no two uses can be taken for another."""
    return by(b"Hex Umpire dice by mail 1: " + label.encode() + b"\n" + b"".join(parts))


def number(value: int) -> bytes:
    """A whole number as the hashes take it in."""
    return value.to_bytes(4, "big")


def back(seat: str, value: bytes, steps: int, by: Hash = sha256) -> bytes:
    """The value of a seat's chain that is so many steps nearer to its end, the commitment."""
    for _ in range(steps):
        value = labelled(f"chain {seat}", value, by=by)
    return value


@lru_cache(16)
def value_of(seat: str, secret: bytes, roll: int) -> bytes:
    """What a seat reveals for a roll, counted from 1; of roll 0 it is the commitment."""
    return back(seat, secret, LENGTH - roll)


def rolled(session: bytes, roll: int, a: bytes, b: bytes, by: Hash = sha256) -> bytes:
    """The roll that follows from what both reveal for it, in the session of these two players and this battle."""
    return labelled("roll", session, number(roll), a, b, by=by)


def face(faces: Sequence[tuple[str, int]], roll: bytes, die: int, by: Hash = sha256) -> str:
    """The face of a die, counted from 0, of a roll: each in proportion to its weight, exactly.

    Whole numbers are drawn one after another; one that lies beyond the last multiple of the weights' sum is passed
    over, as every face would not be as likely with it.
    """
    total = sum(weight for _, weight in faces)
    tried = 0
    while True:
        drawn = labelled("die", roll, number(die), number(tried), by=by)[:DRAWN]
        value, numbers = int.from_bytes(drawn, "big"), 256 ** len(drawn)
        if value < numbers - numbers % total:
            break
        tried += 1
    left = value % total
    for name, weight in faces:
        if left < weight:
            return name
        left -= weight
    raise AssertionError("weights do not add up")
