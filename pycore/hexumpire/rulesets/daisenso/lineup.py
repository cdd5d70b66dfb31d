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


def aimed(board: Board, piece: Piece, at: Places) -> str:
    """The target that a phasing ground unit attacks: the one it names, else the first it is next to; or none."""
    targets = board.scenario.targets
    named = piece.unit.number("aim")
    if named:
        return targets[named - 1] if named <= len(targets) else ""
    near = [place for place in targets if apart(place, at[piece.index]) == RANGE["approach"]]
    return near[0] if near else ""


def attackers(board: Board, target: str, left: Counts, at: Places, fought: int) -> Counts:
    """Phasing ground units next to a target that attack it and have not attacked yet (4.2.1.split, 4.2.1.once-unit)."""
    return tuple(
        piece.index for piece in board.pieces
        if piece.side == "attacker" and piece.kind == "ground" and left[piece.index]
        and piece.unit.flag("attacks") and not fought >> piece.index & 1
        and apart(at[piece.index], target) == RANGE["approach"]
        and _aims(board, piece, target, at)
    )  # fmt: skip


def _aims(board: Board, piece: Piece, target: str, at: Places) -> bool:
    if len(board.scenario.targets) == 1 and not piece.unit.number("aim"):
        return True
    start = tuple(other.unit.at for other in board.pieces)
    return aimed(board, piece, start) == target


def defenders(board: Board, target: str, left: Counts, at: Places) -> Counts:
    """All ground units in a target (4.2.1.whole), those that retreated there included (4.2.1.arrived)."""
    return tuple(piece.index for piece in board.here(target, left, at, "defender", ("ground",)))


def lineup(board: Board, target: str, left: Counts, at: Places, fought: int = 0) -> Lineup:
    """The attack on a target as units stand now, before anybody supports it."""
    return Lineup(target, attackers(board, target, left, at, fought), defenders(board, target, left, at))
