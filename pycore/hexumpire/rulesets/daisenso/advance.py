"""Advance after combat (4.2.7) and exploitation (4.2.8): who may go, how far, and where a unit must stop."""

from __future__ import annotations

from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.board import STOPS, Board, Places
from hexumpire.rulesets.daisenso.lineup import Lineup
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.pieces import Counts, Piece
from hexumpire.rulesets.daisenso.tables import RANGE

Reason = tuple[str, Rules]


def hex_closed(board: Board, target: str, left: Counts, at: Places) -> Reason:
    """Why nobody may advance into a target; empty when units may."""
    if board.enemy_unit(target, left, at, "attacker"):
        return board.enemy_words(target, left, at, "attacker"), ("4.2.7.hex",)
    if board.enemy_marker(target, left, at, "attacker", "beachhead"):
        return "an enemy Beachhead marker is there", ("4.2.7.hex",)
    return "", ()


def barred(board: Board, piece: Piece, place: str) -> bool:
    """Whether a hex is closed to a unit's movement (4.2.7.barred)."""
    if board.flag(place, "closed"):
        return True
    abroad = board.text(place, "country") != "Japanese"
    return piece.unit.flag("kwantung") and abroad and not board.scenario.conditions["kwantung_free"]


def stays(board: Board, piece: Piece, target: str, left: Counts, at: Places) -> Reason:
    """Why an attacking unit may not advance; empty when it may (4.2.7.who).

    Movement costs, zones of control, enemy Air where it stands and weather do not matter (4.2.7.nomove, 4.2.7.ezoc,
    4.2.7.weather).
    """
    i = piece.index
    if not piece.unit.flag("supplied"):
        return "it is unsupplied", ("4.2.7.who",)
    if piece.type_at(left[i]) == "hq":
        return "an HQ does not advance", ("4.2.7.hq",)
    if piece.allowance(left[i]) == 0:
        return "its movement allowance is 0", ("4.2.7.ma0", "4.2.8.ma0")
    if apart(at[i], target) != RANGE["approach"]:
        return "it is not next to the hex", ("4.2.7.adjacent",)
    if barred(board, piece, target):
        return "the hex is closed to its movement", ("4.2.7.barred", "3.1.4")
    return "", ()


def had_armor(board: Board, fight: Lineup, began: Counts) -> bool:
    """Whether armor was in the attacking force, even if it is gone (4.2.8.who)."""
    return any(board.pieces[i].type_at(began[i]) == "armor" for i in fight.attackers)


def reach(piece: Piece, left: Counts, distance: int, armor: bool) -> int:
    """How many hexes a unit may go in exploitation: the distance, no more than its allowance (4.2.8.ma, 4.2.8.ma0)."""
    return min(distance, piece.allowance(left[piece.index])) if armor else 0


def no_entry(board: Board, piece: Piece, place: str, left: Counts, at: Places) -> Reason:
    """Why an exploiting unit may not be placed in the next hex; empty when it may.

    Storms, snow and enemy Air in the hex it leaves do not matter (4.2.8.weather, 4.2.8.outair).
    """
    if board.weather(place) == "mud":
        return "the hex lies in mud", ("4.2.8.mud",)
    if board.flag(place, "off_map"):
        return "it is an off-map box", ("4.2.8.offmap",)
    if board.sea(place):
        return "exploitation goes into land hexes only", ("4.2.8.land",)
    if board.enemy_unit(place, left, at, "attacker"):
        return board.enemy_words(place, left, at, "attacker"), ("4.2.8.enemy",)
    if barred(board, piece, place) or board.text(place, "barred") != "none":
        return "the hex is closed to its movement", ("4.2.8.barred", "3.1.4")
    if piece.unit.flag("capital") and piece.standing != "major" and board.text(place, "country") != piece.nation:
        return "with that marker in its capital it stays in its country and Dependents", ("4.2.8.capital",)
    return "", ()


def stop(board: Board, piece: Piece, start: str, place: str, left: Counts, at: Places, first: bool) -> Reason:
    """Why a unit that was placed in a hex goes no farther; empty when it may."""
    if first and board.scenario.readings["first_stop"] == "free":
        return "", ()
    marks = board.marks(start, place)
    if marks & set(STOPS):
        return f"it crossed a hexside of {', '.join(sorted(marks & set(STOPS)))}", ("4.2.8.stop-hexside",)
    if board.ezoc(place, left, at, "attacker"):
        friends = board.here(place, left, at, "attacker", ("ground", "air"))
        if not [other for other in friends if other.index != piece.index]:
            reason = f"{board.zone_words(place, left, at, 'attacker')} and no other friendly unit"
            return reason, ("4.2.8.stop-ezoc", "4.2.5.1.zoc")
    return "", ()
