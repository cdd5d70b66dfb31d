"""Airdrops and landings of the Blitz segment (4.1.1, 4.1.3, 4.1.4): where they may go and why not elsewhere."""

from __future__ import annotations

from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.losses import pooled
from hexumpire.rulesets.daisenso.numbering import apart, around, shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, foe
from hexumpire.rulesets.daisenso.tables import RANGE, STEPS

Reason = tuple[str, Rules]
FREE: Reason = ("", ())
WESTERN = ("British", "US")
"""Who may land for the Western Airdrop marker (4.1.4.western)."""


# --- airdrops ---------------------------------------------------------------------------------------


def cannot_drop(board: Board, piece: Piece, at: Places) -> Reason:
    """Why a unit may not conduct an Airdrop at all; empty when it may (4.1.1.who)."""
    unit = piece.unit
    if unit.type != "airborne":
        return "only airborne units drop", ("4.1.1.who",)
    if not unit.flag("supplied") or not unit.flag("blitz"):
        return "it must be supplied and Blitz-enabled", ("4.1.1.who",)
    if board.sea(at[piece.index]) or board.flag(at[piece.index], "off_map"):
        return "it must be in a land hex", ("4.1.1.who",)
    if board.scenario.conditions["pre_war"]:
        return "no Airdrops while Pre-War is in effect", ("4.1.1.prewar",)
    if board.scenario.conditions["limited"]:
        return "policies, truces or failures forbid it", ("4.1.1.limits",)
    return FREE


def drop_zone(board: Board, piece: Piece, place: str, left: Counts, at: Places) -> Reason:
    """Why an Airdrop marker may not be placed in a hex; empty when it may.

    Weather, enemies, friends and the lack of a Blitz marker do not matter (4.1.1.weather, 4.1.1.enemy,
    4.1.1.friend, 4.1.1.anyplace).
    """
    start = at[piece.index]
    if apart(start, place) > RANGE["airdrop"]:
        reason = f"{shown(place)} is {apart(start, place)} hexes away; a drop goes {RANGE['airdrop']} at most"
        return reason, ("4.1.1.range",)
    if board.sea(place):
        return "an Airdrop cannot be placed on open sea", ("4.1.1.sea",)
    if board.flag(place, "off_map"):
        return "an Airdrop is placed in a hex, not in an off-map box", ("4.1.1.range",)
    if any(board.here(hex, left, at, foe(piece.side), ("air",)) for hex in (place, *around(place))):
        return "an enemy Air unit is there or next to it", ("4.1.1.air",)
    if board.text(place, "barred") != "none":
        return "the country is neutral or policy-affected", ("4.1.1.neutral",)
    if not _path(board, start, place):
        return "every path crosses a neutral or policy-affected country", ("4.1.1.neutral",)
    return FREE


def _path(board: Board, start: str, place: str) -> bool:
    """Whether a path of the range leads there that crosses no closed country."""
    open_now, seen = {start}, {start}
    for _ in range(RANGE["airdrop"]):
        if place in seen:
            return True
        open_now = {hex for here in open_now for hex in around(here) if board.text(hex, "barred") == "none"}
        seen |= open_now
    return place in seen


def circle(start: str) -> tuple[str, ...]:
    """Every hex up to one beyond the range of a drop, the nearest first."""
    found = [start]
    for _ in range(RANGE["airdrop"] + 1):
        found += [hex for here in tuple(found) for hex in around(here)]
        found = list(dict.fromkeys(found))
    return tuple(found)


def drop_zones(board: Board, piece: Piece, left: Counts, at: Places) -> list[str]:
    """Every hex a unit may drop into, its own included (4.1.1.origin)."""
    return [hex for hex in circle(at[piece.index]) if not drop_zone(board, piece, hex, left, at)[0]]


# --- landings of dropped units ----------------------------------------------------------------------


def drop_fails(board: Board, piece: Piece, left: Counts, at: Places) -> Reason:
    """Why an Airdrop marker cannot land and goes to the Delay Box; empty when it may (4.1.4.fail)."""
    if not piece.unit.flag("supplied") or board.flag(at[piece.index], "drop_cut"):
        return "the marker is unsupplied", ("4.1.4.fail",)
    if board.enemy_unit(at[piece.index], left, at, piece.side):
        return "an enemy unit is in the hex", ("4.1.4.fail",)
    return FREE


def droppable(board: Board, piece: Piece, left: Counts, spent: int, elite: bool = False) -> list[Piece]:
    """Units of the Force Pool that may be placed for an Airdrop marker; the ``elite`` ones may not (4.1.4.elite).

    Those eliminated earlier in the segment are among them; ``spent``: bits of pieces that took part in a combat.
    """
    nations = WESTERN if piece.nation == "Western" else (piece.nation,)
    return [
        other for other in board.pieces
        if pooled(board, other, left, spent) and other.side == piece.side
        and other.unit.type == "infantry" and other.unit.number("steps") == STEPS["one"]
        and other.nation in nations and other.unit.flag("elite") == elite
    ]  # fmt: skip


# --- Beachheads -------------------------------------------------------------------------------------


def shore(board: Board, place: str, left: Counts, at: Places, side: str) -> list[str]:
    """The land hexes that the Beachhead hexside of a marker in a hex leads to."""
    if not board.friendly_beachhead(place, left, at, side):
        return []
    return [
        hex for hex in around(place)
        if "beachhead" in board.marks(place, hex) and not board.sea(hex)
    ]  # fmt: skip


def cannot_land(board: Board, piece: Piece, place: str, left: Counts, at: Places, fought: int = 0) -> Reason:
    """Why a unit on a Beachhead may not land in a hex; empty when it may (4.1.3.who, 4.1.3.hq).

    Weather has no effect (4.1.3.weather). ``fought``: bits of pieces that attacked in this segment.
    """
    unit = piece.unit
    if not unit.flag("supplied"):
        return "it is unsupplied", ("4.1.3.who",)
    if not unit.flag("blitz"):
        return "it is not Blitz-enabled", ("4.1.3.who",)
    if unit.flag("attacked") or fought >> piece.index & 1:
        return "it attacked in this Blitz segment", ("4.1.3.who",)
    if board.scenario.conditions["limited"]:
        return "policies, truces or failures forbid it", ("4.1.3.limits",)
    if board.enemy_unit(place, left, at, piece.side):
        return "an enemy unit is there", ("4.1.3.enemy",)
    if board.text(place, "barred") == "neutral":
        return "the country is a Neutral Minor Country", ("4.1.3.neutral",)
    return FREE


def detachments(pieces: tuple[Piece, ...], left: Counts) -> list[Piece]:
    """Japanese Detachments of the Force Pool, where the scenario has them (4.1.3.1.place)."""
    return [
        piece for piece in pieces
        if piece.reserve and not left[piece.index] and piece.unit.type == "detachment" and piece.nation == "Japanese"
    ]  # fmt: skip


def cannot_snlf(board: Board, piece: Piece, place: str, left: Counts, at: Places) -> Reason:
    """Why an SNLF Beachhead-0 may not bring a Detachment ashore; empty when it may (4.1.3.1.who)."""
    if not piece.unit.flag("supplied"):
        return "the SNLF Beachhead-0 is unsupplied", ("4.1.3.1.who",)
    if board.enemy_unit(place, left, at, piece.side):
        return "an enemy unit is there", ("4.1.3.1.enemy",)
    return FREE
