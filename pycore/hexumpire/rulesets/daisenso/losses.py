"""Step losses (4.2.6): who may lose the next step, what becomes of the counter, and where it goes."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.model.scenario import Unit
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.lineup import NOBODY, Lineup
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, kin
from hexumpire.rulesets.daisenso.shifts import Shifts
from hexumpire.rulesets.daisenso.tables import STEPS


class Fate(NamedTuple):
    """What the loss of a step does to a counter: ``how`` in a word, where the counter goes ("" when it stays)."""

    how: str
    where: str
    rules: Rules


def fate(unit: Unit, steps: int, left: int) -> Fate:
    """What becomes of a counter of so many steps that has ``left`` of them when it loses one.

    A three-step unit flips, then swaps; one multi-step unit never becomes another (4.2.6.2.noswap).
    """
    where, rules = _where(unit)
    flips = unit.flag("one_behind") and steps == STEPS["two"]
    if left <= STEPS["one"]:
        if steps > STEPS["one"] and not flips:  # one that came from the pool: of its stripe nobody has said anything
            where, rules = "unstated", ("4.2.6.2.where",)
        return Fate("remove", where, ("4.2.6.2.one", *rules))
    if left >= STEPS["three"]:
        return Fate("flip-to-two", "", ("4.2.6.2.three",))
    if unit.text("partner", "none") != "none":
        return Fate("holding", where, ("4.2.6.2.holding",))
    if flips:
        return Fate("flip-to-one", "", ("4.2.6.2.two-flip",))
    return Fate("swap-one-from-pool", where, ("4.2.6.2.two-swap", "4.2.6.2.elite", *rules))


def _where(unit: Unit) -> tuple[str, Rules]:
    if unit.flag("ig"):
        return "out of the game", ("4.2.6.2.ig",)
    if unit.flag("stripe"):
        return "delay", ("4.2.6.2.where",)
    return "pool", ("4.2.6.2.where",)


def selves(board: Board, piece: Piece) -> Counts:
    """A counter, and the same counter as it lies in the place of others (see :func:`.pieces.muster`), by index."""
    first = piece.index if piece.same == NOBODY else piece.same
    return (first, *(other.index for other in board.pieces if other.same == first))


def stand_in(board: Board, other: Piece, piece: Piece) -> Piece:
    """A counter of the Force Pool as it lies in a unit's place: what was said there holds for it too (4.2.7.who)."""
    found = [board.pieces[i] for i in selves(board, other) if board.pieces[i].here == piece.here]
    return found[0] if found else other


def pooled(board: Board, piece: Piece, left: Counts, spent: int) -> bool:
    """Whether a counter is in its Force Pool: from the start, or since it was eliminated (4.2.6.2.where).

    ``spent``: bits of pieces that took part in a combat; a reserve among them came and is gone again.
    """
    if piece.same != NOBODY or any(left[i] for i in selves(board, piece)):
        return False
    return (piece.reserve and not spent >> piece.index & 1) or _where(piece.unit)[0] == "pool"


def first_loss(shifts: Shifts, fight: Lineup, force: Counts, left: Counts, at: Places) -> tuple[Counts, Rules]:
    """Units of which one must lose the attacker's first step (4.2.6.1.marine, 4.2.6.1.armor); empty when it is free."""
    pieces = shifts.board.pieces
    marines = tuple(
        i for i in fight.attackers
        if i in force and left[i] and pieces[i].type_at(left[i]) == "marine"
        and shifts.assaults(pieces[i], fight.target, left, at)
    )  # fmt: skip
    armor = tuple(i for i in fight.attackers if i in force and left[i] and pieces[i].type_at(left[i]) == "armor")
    rules: list[str] = []
    if marines:
        rules.append("4.2.6.1.marine")
    if armor:
        rules.append("4.2.6.1.armor")
    if marines and armor:
        rules.append("4.2.6.1.both")
    return tuple(sorted({*marines, *armor})), tuple(rules)


def replacements(board: Board, piece: Piece, left: Counts, spent: int) -> tuple[list[Piece], list[Piece]]:
    """One-step units of the pool that could take a unit's place, and Elite ones that may not (4.2.6.2.elite).

    Units eliminated earlier in the battle are among them. An Elite unit may come only where it was needed to build
    the unit, which its own mark says.
    """
    if fate(piece.unit, piece.steps, left[piece.index]).how != "swap-one-from-pool":
        return [], []
    nations = piece.nations if piece.type_at(left[piece.index]) == "hq" else (piece.nation,)
    fitting = [
        other for other in _waiting(board, piece, left, spent) if any(kin(nation, other.nation) for nation in nations)
    ]
    barred = [other for other in fitting if other.unit.flag("elite") and not piece.unit.flag("elite")]
    return [other for other in fitting if other not in barred], barred


def boxed(board: Board, piece: Piece, left: Counts, spent: int) -> list[Piece]:
    """Counters of a unit's Holding Box that could take its place, where the scenario has them (4.2.6.2.holding).

    What was eliminated is in the Force Pool itself, in nobody's Holding Box.
    """
    nation = partner(piece, left[piece.index])
    return [
        other for other in _waiting(board, piece, left, spent)
        if other.nation == nation and other.reserve and not spent >> other.index & 1
    ]  # fmt: skip


def _waiting(board: Board, piece: Piece, left: Counts, spent: int) -> list[Piece]:
    """One-step ground units of a piece's side in the Force Pool that are of the type into which it breaks down.

    Which units combine into which another chapter says; here the counter itself does ("after its first loss it is").
    """
    kind = piece.type_at(left[piece.index] - 1)
    return [
        other for other in board.pieces
        if other.kind == "ground" and other.side == piece.side and other.steps == STEPS["one"]
        and other.unit.type == kind and pooled(board, other, left, spent)
    ]  # fmt: skip


def partner(piece: Piece, left: int) -> str:
    """The nation in a unit's Holding Box that could stay in its place, or nothing (4.2.6.2.holding)."""
    found = fate(piece.unit, piece.steps, left)
    return piece.unit.text("partner") if found.how == "holding" else ""
