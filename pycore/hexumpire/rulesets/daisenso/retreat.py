"""Retreats (4.2.5): where a force may go next, why not elsewhere, and what pins it."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.board import BROKEN, Board, Places
from hexumpire.rulesets.daisenso.lineup import Lineup
from hexumpire.rulesets.daisenso.numbering import apart, around, shown
from hexumpire.rulesets.daisenso.pieces import Counts
from hexumpire.rulesets.daisenso.tables import FIRST, SECOND

Reason = tuple[str, Rules]


class Ways(NamedTuple):
    """Where a force may retreat to: hexes of one priority (0: there are none), and why the others are barred."""

    hexes: tuple[str, ...]
    priority: int
    barred: tuple[tuple[str, str, Rules], ...]


def pinned(board: Board, force: Counts, left: Counts) -> Reason:
    """Why a force cannot retreat at all because of who is in it; empty when it can."""
    for i in force:
        piece = board.pieces[i]
        if left[i] and piece.type_at(left[i]) == "hq":
            return f"the {piece.name} took part, and an HQ does not retreat", ("4.2.5.2.hq",)
    for i in force:
        piece = board.pieces[i]
        if left[i] and piece.allowance(left[i]) == 0:
            return f"the {piece.name} took part and has movement allowance 0", ("4.2.5.2.ma0",)
    return "", ()


def restriction(board: Board, start: str, place: str, side: str, left: Counts, at: Places, own: str = "") -> Reason:
    """Why a force may not retreat from a hex into the next one, priorities aside; empty when it may.

    Weather, movement allowance and costs do not matter (4.2.5.weather, 4.2.5.nomove), nor does what enemy Air or
    Airdrop is in the hex it leaves (4.2.5.outair). ``own``: its faction, whose enemies on its side bar it too.
    """
    if board.flag(place, "off_map"):
        return "it is an off-map box", ("4.2.5.2.offmap",)
    if board.sea(place) and not board.friendly_beachhead(place, left, at, side, own):
        return "it is open sea without a friendly Beachhead", ("4.2.5.place",)
    if board.enemy_unit(place, left, at, side, own):
        return board.enemy_words(place, left, at, side, own), ("4.2.5.2.enemy",)
    if board.enemy_marker(place, left, at, side, "airdrop", own):
        return "an enemy Airdrop marker is there", ("4.2.5.2.enemy", "4.1.1.effect")
    if board.enemy_marker(place, left, at, side, "beachhead", own):
        return "an enemy Beachhead marker is there", ("4.2.5.2.enemy",)
    marks = board.marks(start, place)
    if "allsea" in marks:
        return "an all-sea hexside lies between", ("4.2.5.2.allsea", "4.2.5.2.strait")
    if "lake" in marks and board.scenario.readings["lake"] == "sea":
        return "a lake hexside lies between, which bars by the reading chosen", ("4.2.5.2.allsea",)
    if board.text(place, "barred") != "none":
        return "the country is neutral or policy-affected", ("4.2.5.2.neutral",)
    return "", ()


def ways(board: Board, battle: str, start: str, side: str, left: Counts, at: Places) -> Ways:
    """The hexes a force may retreat into next from ``start``.

    A force moves away from the battle with every hex, so that its present distance is the greatest so far
    (4.2.5.1.p1, 4.2.5.1.back). Restrictions come before priorities.
    """
    free: list[str] = []
    held: list[str] = []
    barred: list[tuple[str, str, Rules]] = []
    gone, own = apart(start, battle), board.faction(start, left, at, side)
    for place in around(start):
        reason, rules = restriction(board, start, place, side, left, at, own)
        if not reason and apart(place, battle) <= gone:
            reason = f"it is no farther from {shown(battle)} than the force has been"
            rules = ("4.2.5.1.back", "4.2.5.1.p1", "4.2.5.1.terrain")
        if reason:
            barred.append((place, reason, rules))
        elif not board.ezoc(place, left, at, side, own):
            free.append(place)
        elif board.refuge(place, left, at, side, own):
            held.append(place)
        else:
            reason = f"{board.zone_words(place, left, at, side, own)} and no friendly unit"
            barred.append((place, reason, ("4.2.5.1.p2", "4.2.5.1.zoc")))
    if free:
        for place in held:
            reason = f"{board.zone_words(place, left, at, side, own)}, and another hex has none"
            barred.append((place, reason, ("4.2.5.1.p1", "4.2.5.1.zoc")))
        return Ways(tuple(free), FIRST, tuple(barred))
    return Ways(tuple(held), SECOND if held else 0, tuple(barred))


def may_convert(board: Board, fight: Lineup, left: Counts, at: Places) -> Rules:
    """The rules that let a defender convert retreats into losses by choice; empty when none does."""
    found: list[str] = []
    sides = [board.marks(at[i], fight.target) for i in fight.attackers]
    if sides and all(marks & set(BROKEN) for marks in sides):
        found.append("4.2.5.3.vol-a")
    if board.city(fight.target) and "blitz" not in board.scenario.hex(fight.target).features:
        found.append("4.2.5.3.vol-b")
    return tuple(found)
