"""Landings from Beachheads (4.1.3), and what the removal of SNLF Beachheads strands (4.3.s3)."""

from __future__ import annotations

from hexumpire.rulesets.daisenso.numbering import around
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, Counts, Places, Reason, Stage, mark, marked


def shore(setting: Setting, place: str, left: Counts, at: Places, side: str) -> list[str]:
    """The land hexes that the Beachhead hexside of a marker in a hex leads to."""
    if not setting.friendly_beachhead(place, left, at, side):
        return []
    return [
        hex for hex in around(place)
        if "beachhead" in setting.marks(place, hex) and not setting.sea(hex)
    ]  # fmt: skip


def cannot_land(setting: Setting, piece: Piece, place: str, left: Counts, at: Places, fought: int) -> Reason:
    """Why a unit on a Beachhead may not land in a hex; empty when it may (4.1.3.who, 4.1.3.hq).

    Weather has no effect (4.1.3.weather). ``fought``: bits of pieces that attacked in this segment.
    """
    unit = piece.unit
    if not unit.flag("supplied"):
        return "it is unsupplied", ("4.1.3.who",)
    if not unit.flag("blitz"):
        return "it is not Blitz-enabled", ("4.1.3.who",)
    if unit.flag("attacked") or marked(fought, piece.index):
        return "it attacked in this Blitz segment", ("4.1.3.who",)
    if setting.scenario.conditions["limited"]:
        return "policies, truces or failures forbid it", ("4.1.3.limits",)
    if setting.enemy_unit(place, left, at, piece.side):
        return setting.enemy_words(place, left, at, piece.side), ("4.1.3.enemy",)
    if setting.text(place, "barred") == "neutral":
        return "the country is a Neutral Minor Country", ("4.1.3.neutral",)
    return FREE


def detachments(pieces: tuple[Piece, ...], left: Counts = ()) -> list[Piece]:
    """Japanese Detachments of the Force Pool, where the scenario has them; with ``left`` those that are still there.

    A scenario that has none leaves its Force Pool unsaid (4.1.3.1.place).
    """
    return [
        piece for piece in pieces
        if piece.reserve and piece.unit.type == "detachment" and piece.nation == "Japanese"
        and not (left and left[piece.index])
    ]  # fmt: skip


def cannot_snlf(setting: Setting, piece: Piece, place: str, left: Counts, at: Places) -> Reason:
    """Why an SNLF Beachhead-0 may not bring a Detachment ashore; empty when it may (4.1.3.1.who)."""
    if not piece.unit.flag("supplied"):
        return "the SNLF Beachhead-0 is unsupplied", ("4.1.3.1.who",)
    if setting.enemy_unit(place, left, at, piece.side):
        return setting.enemy_words(place, left, at, piece.side), ("4.1.3.1.enemy",)
    if detachments(setting.pieces) and not detachments(setting.pieces, left):
        return "no Japanese Detachment is left in the Force Pool", ("4.1.3.1.place",)
    return FREE


def no_landing(setting: Setting, piece: Piece, place: str, state: Stage) -> Reason:
    """Why a unit on a Beachhead, or the Detachment of an SNLF, may not go ashore in a hex; empty when it may."""
    if piece.kind == "ground":
        return cannot_land(setting, piece, place, state.left, state.at, state.fought)
    return cannot_snlf(setting, piece, place, state.left, state.at)


def ashore(setting: Setting, state: Stage, piece: Piece, place: str) -> Stage:
    """A unit, or the Detachment of an SNLF, on land (4.1.3.place, 4.1.3.1.place, 4.1.3.1.marker)."""
    left, at, unstated = list(state.left), list(state.at), state.ashore
    if piece.kind == "ground":
        at[piece.index] = place
    else:
        for other in setting.here(place, state.left, state.at, "defender", ("lone",)):
            left[other.index] = 0
        for other in detachments(setting.pieces, state.left)[:1]:
            left[other.index], at[other.index] = other.steps, place
        if not detachments(setting.pieces):
            unstated = tuple(sorted({*unstated, place}))
    return state._replace(left=tuple(left), at=tuple(at), done=mark(state.done, piece.index), ashore=unstated)


def stranded(setting: Setting, state: Stage) -> list[Piece]:
    """Phasing ground units that lose their Beachhead with the SNLF markers (4.3.s3)."""
    kept = {
        state.at[p.index] for p in setting.pieces
        if p.kind == "beachhead" and p.unit.type != "snlf" and p.side == "attacker" and state.left[p.index]
    }  # fmt: skip
    return [
        p for p in setting.pieces
        if p.kind == "ground" and p.side == "attacker" and state.left[p.index]
        and setting.sea(state.at[p.index]) and state.at[p.index] not in kept
    ]  # fmt: skip
