"""Who fights in one attack: the target, the units next to it, those in it, and the HQs that support from afar."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.pieces import Counts, Piece
from hexumpire.rulesets.daisenso.tables import RANGE

NOBODY = -1


class Lineup(NamedTuple):
    """One attack: pieces by index. ``ours`` and ``theirs`` are HQs that give ranged support, or ``NOBODY``."""

    target: str
    attackers: Counts
    defenders: Counts
    ours: int = NOBODY
    theirs: int = NOBODY

    def side(self, side: str) -> Counts:
        """Everybody of a side who takes part, a supporting HQ last."""
        if side == "attacker":
            return self.attackers if self.ours == NOBODY else (*self.attackers, self.ours)
        return self.defenders if self.theirs == NOBODY else (*self.defenders, self.theirs)


def neighbours(board: Board, target: str, left: Counts, at: Places) -> list[Piece]:
    """Phasing ground units next to a target."""
    return [
        piece for piece in board.pieces
        if piece.side == "attacker" and piece.kind == "ground" and left[piece.index]
        and apart(at[piece.index], target) == RANGE["approach"]
    ]  # fmt: skip


def aims(board: Board, piece: Piece, target: str) -> bool:
    """Whether a unit may be named against a target: one that names none is free for any it is next to (4.2.1.split)."""
    named = piece.unit.number("aim")
    return not named or board.scenario.targets[named - 1 : named] == (target,)


def attackers(board: Board, target: str, left: Counts, at: Places, fought: int) -> Counts:
    """Units next to a target that could be named against it and have not attacked yet (4.2.1.once-unit)."""
    return tuple(
        piece.index for piece in neighbours(board, target, left, at)
        if piece.unit.flag("attacks") and not fought >> piece.index & 1 and aims(board, piece, target)
    )  # fmt: skip


def defenders(board: Board, target: str, left: Counts, at: Places) -> Counts:
    """All ground units in a target (4.2.1.whole), those that retreated there included (4.2.1.arrived)."""
    return tuple(piece.index for piece in board.here(target, left, at, "defender", ("ground",)))


def lineup(board: Board, target: str, left: Counts, at: Places, fought: int = 0) -> Lineup:
    """The attack on a target as units stand now, before anybody supports it."""
    return Lineup(target, attackers(board, target, left, at, fought), defenders(board, target, left, at))
