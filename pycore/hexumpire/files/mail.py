"""The part of a record that holds its dice by mail, as a document: commitments, reveals and seals of both players.

What the values mean, and whether they are right, :mod:`hexumpire.files.mailing` says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hexumpire.files import documents, reader
from hexumpire.files.dice_chain import LENGTH, SEATS, SIZE
from hexumpire.model.errors import Problem, RecordError
from hexumpire.model.text import say

FORMAT: Final = 1
"""Format of the part."""
MAX_ACTIONS: Final = 2000

_HEX = re.compile(f"[0-9a-f]{{{2 * SIZE}}}")


@dataclass(frozen=True)
class Seat:
    """What a player has published: his commitment, and what he revealed last.

    ``revealed`` counts the rolls that he has revealed; ``reveal`` is his value for the last of them and ``position``
    the hash of the battle for which he gave it. ``seal`` is his mark on the first ``actions`` of the battle.
    """

    commitment: bytes
    revealed: int = 0
    reveal: bytes = b""
    position: bytes = b""
    seal: bytes = b""
    actions: int = 0


@dataclass(frozen=True)
class Mail:
    """Dice by mail of a battle: from its action number ``start`` on; its course until then has the hash ``battle``."""

    start: int
    battle: bytes
    seats: Mapping[str, Seat]

    def made(self) -> int:
        """Rolls that both have revealed."""
        return min(self.seats[seat].revealed if seat in self.seats else 0 for seat in SEATS)


@dataclass(frozen=True)
class Secret:
    """What a player keeps: his secret, how many rolls he has revealed, and for which position the last of them."""

    secret: bytes
    revealed: int = 0
    position: bytes = b""


class _Reading:
    """Reads the values of a document and collects what is wrong with them."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []

    def complain(self, path: str, message: str, fix: str = "") -> None:
        self.problems.append(Problem(message, path, fix=fix))

    def table(self, value: object, path: str, known: tuple[str, ...]) -> Mapping[str, object]:
        if not isinstance(value, Mapping):
            self.complain(path, say("dice by mail must be an object, found {any}", any=documents.shown(value)))
            return {}
        for key in value:
            if key not in known:
                message = say("unknown key {any} of dice by mail", any=documents.shown(key))
                self.complain(documents.below(path, key), message, documents.guess(key, known))
        return value

    def hash(self, table: Mapping[str, object], key: str, path: str, needed: bool = True) -> bytes:
        value = table.get(key)
        if value is None and not needed:
            return b""
        if not isinstance(value, str) or not _HEX.fullmatch(value):
            why = say("must be {n} of 0-9 and a-f", n=2 * SIZE)
            self.complain(f"{path}.{key}", reader.wrong(key, why, value))
            return b""
        return bytes.fromhex(value)

    def whole(self, table: Mapping[str, object], key: str, path: str, high: int) -> int:
        value = table.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= high:
            self.complain(f"{path}.{key}", reader.wrong(key, say("must be from 0 to {n}", n=high), value))
            return 0
        return value


def _read_seat(reading: _Reading, value: object, path: str) -> Seat:
    keys = ("commitment", "revealed", "reveal", "position", "seal", "actions")
    table = reading.table(value, path, keys)
    revealed = reading.whole(table, "revealed", path, LENGTH)
    actions = reading.whole(table, "actions", path, MAX_ACTIONS)
    return Seat(
        reading.hash(table, "commitment", path),
        revealed,
        reading.hash(table, "reveal", path, revealed > 0),
        reading.hash(table, "position", path, revealed > 0),
        reading.hash(table, "seal", path, revealed > 0 or actions > 0),
        actions,
    )


def read_mail(value: object) -> Mail:
    """The dice by mail of a document.

    Raises:
        RecordError: everything that is wrong with its form; whether its values are right is not asked.
    """
    path = "$.mail"
    reading = _Reading(path)
    table = reading.table(value, path, ("format", "start", "battle", *SEATS))
    if table and table.get("format") != FORMAT:
        found = documents.shown(table.get("format"))
        reading.complain(f"{path}.format", say("the dice by mail are of format {any}", any=found), "update Hex Umpire")
        raise RecordError(reading.problems)
    start = reading.whole(table, "start", path, MAX_ACTIONS)
    battle = reading.hash(table, "battle", path)
    named = [seat for seat in SEATS if seat in table or seat == SEATS[0]]
    seats = {seat: _read_seat(reading, table.get(seat), f"{path}.{seat}") for seat in named}
    if reading.problems:
        raise RecordError(reading.problems[: reader.MAX_PROBLEMS])
    return Mail(start, battle, seats)


def write_mail(mail: Mail) -> dict[str, Any]:
    """The document of dice by mail: what has no value yet is left out."""
    document: dict[str, Any] = {"format": FORMAT, "start": mail.start, "battle": mail.battle.hex()}
    for key, seat in mail.seats.items():
        entry: dict[str, Any] = {"commitment": seat.commitment.hex()}
        if seat.revealed:
            entry |= {"revealed": seat.revealed, "reveal": seat.reveal.hex(), "position": seat.position.hex()}
        if seat.seal:
            entry |= {"seal": seat.seal.hex(), "actions": seat.actions}
        document[key] = entry
    return document


def read_secret(value: object, path: str = "$.secret") -> Secret:
    """What a player keeps, of its document ``{"secret", "revealed", "position"}``.

    Raises:
        RecordError: everything that is wrong with it.
    """
    reading = _Reading(path)
    table = reading.table(value, path, ("secret", "revealed", "position"))
    revealed = reading.whole(table, "revealed", path, LENGTH)
    found = Secret(reading.hash(table, "secret", path), revealed, reading.hash(table, "position", path, revealed > 0))
    if reading.problems:
        raise RecordError(reading.problems)
    return found


def write_secret(secret: Secret) -> dict[str, Any]:
    """The document of what a player keeps."""
    document: dict[str, Any] = {"secret": secret.secret.hex()}
    if secret.revealed:
        document |= {"revealed": secret.revealed, "position": secret.position.hex()}
    return document
