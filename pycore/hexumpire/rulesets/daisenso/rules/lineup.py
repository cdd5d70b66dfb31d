"""Who fights in one attack: the target, the units next to it, those in it, and the HQs that support from afar."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places, State
from hexumpire.rulesets.daisenso.tables import RANGE


def neighbours(setting: Setting, target: str, left: Counts, at: Places) -> list[Piece]:
    """Phasing ground units next to a target."""
    return [
        piece for piece in setting.pieces
        if piece.side == "attacker" and piece.kind == "ground" and left[piece.index]
        and apart(at[piece.index], target) == RANGE["approach"]
    ]  # fmt: skip


def aims(setting: Setting, piece: Piece, target: str) -> bool:
    """Whether a unit may be named against a target: one that names none is free for any it is next to (4.2.1.split)."""
    named = piece.unit.number("aim")
    return not named or setting.scenario.targets[named - 1 : named] == (target,)


def attackers(setting: Setting, target: str, left: Counts, at: Places) -> Counts:
    """Units next to a target that the set-up lets attack it (4.2.1.split); who of them may, the rules say."""
    return tuple(
        piece.index for piece in neighbours(setting, target, left, at)
        if piece.unit.flag("attacks") and aims(setting, piece, target)
    )  # fmt: skip


def defenders(setting: Setting, target: str, left: Counts, at: Places) -> Counts:
    """All ground units in a target (4.2.1.whole), those that retreated there included (4.2.1.arrived)."""
    return tuple(piece.index for piece in setting.here(target, left, at, "defender", ("ground",)))


def lineup(setting: Setting, target: str, left: Counts, at: Places) -> Lineup:
    """The attack on a target as units stand now, before anybody supports it."""
    return Lineup(target, attackers(setting, target, left, at), defenders(setting, target, left, at))


def force(setting: Setting, state: State, side: str) -> Counts:
    """Units of a side that are in the combat and alive, those caught up in a rout included."""
    members = (*state.fight.side(side), *(i for i in state.joined if setting.pieces[i].side == side))
    return tuple([i for i in dict.fromkeys(members) if state.left[i]])


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: which of several hexes it attacks."""
    if unit.side == "attacker" and len(setting.scenario.targets) > 1:
        yield "aim"
