"""Who may declare which attack after a movement phase, stack by stack (11.A.14, 11.B.1, 11.B.2, 11.C.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.text import capital, say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.v101125.fight import HASTY, REGULAR
from hexumpire.rulesets.v101125.rules import hasty, supply
from hexumpire.rulesets.v101125.rules.terrain import CLOSED
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.units import Piece, named


class Stack(NamedTuple):
    """The units of a side in a hex."""

    side: str
    place: str
    pieces: tuple[Piece, ...]

    @property
    def reacted(self) -> bool:
        """Whether any of them moved in the reaction phase."""
        return any(piece.counter.flag("reacted") for piece in self.pieces)


class Declaration(NamedTuple):
    """An attack that a stack might declare on a hex: its kind, and why it may not (empty when it may)."""

    stack: Stack
    target: str
    kind: str
    reason: str = ""
    rules: Rules = ()


def for_reserves(setting: Setting) -> bool:
    """Whether it is the end of the exploitation phase, at which only reserves move and attack anew (11.A.14)."""
    return setting.scenario.condition("movement") == "reserves"


def stacks(setting: Setting) -> list[Stack]:
    """All stacks on the board; reserves apart from the others where only they attack (11.A.14)."""
    found: dict[tuple[str, str, bool], list[Piece]] = {}
    for piece in setting.pieces:
        side, apart = piece.counter.side, for_reserves(setting) and piece.counter.flag("reserve")
        found.setdefault((side, piece.at, apart and side == "attacker"), []).append(piece)
    return [Stack(side, place, tuple(pieces)) for (side, place, _), pieces in found.items()]


def attacked(setting: Setting, place: str) -> str:
    """Whether an attack on a hex is declared: ``no``, ``declared`` or ``delayed``."""
    return str(setting.scenario.hex(place).values["declared"])


def declarations(setting: Setting) -> Iterator[Declaration]:
    """Every stack with the enemy hexes that it touches, those who moved first; and empty hexes around it."""
    moved = "defender" if setting.scenario.condition("movement") == "reaction" else "attacker"
    board = sorted(stacks(setting), key=lambda stack: stack.side != moved)
    for stack in board:
        for other in board:
            if other.side != stack.side and setting.touches(stack.place, other.place):
                found = _on(setting, stack, other, moved)
                why = ("", ()) if found.reason else _unfit(setting, stack, other.place, board)
                yield found._replace(reason=why[0], rules=why[1]) if why[0] else found
        yield from _on_empty(setting, stack, board, moved)


def _on(setting: Setting, stack: Stack, other: Stack, moved: str) -> Declaration:
    """An attack of a stack on an enemy one."""
    reaction = setting.scenario.condition("movement") == "reaction"
    mover = stack.side == moved
    kind = REGULAR if mover and not reaction else HASTY
    if reaction and not (stack if mover else other).reacted:
        why = "in the reaction phase only units that reacted attack or are attacked"
        return Declaration(stack, other.place, kind, why, ("11.B.2",))
    if for_reserves(setting) and mover and not all(piece.counter.flag("reserve") for piece in stack.pieces):
        why = "at the end of the exploitation phase only reserves declare a new attack"
        return Declaration(stack, other.place, kind, why, ("11.A.14",))
    state = attacked(setting, stack.place)
    if not hasty.may_declare(mover, True, kind == HASTY and state != "no", state == "delayed"):
        why = "an attack on it is declared and not delayed"
        return Declaration(stack, other.place, kind, why, ("11.C.0",))
    if _barred(setting, stack.place, other.place):
        return Declaration(stack, other.place, kind, "the hexside is prohibited", ("11.A.2",))
    return Declaration(stack, other.place, kind)


def _unfit(setting: Setting, stack: Stack, target: str, board: list[Stack]) -> Why:
    """Why a stack attacks no hex of its own will: remnants (11.A.7), and nobody with strength attacks with it (11.H.1).

    By the option units without strength may fight such (11.H.3).
    """
    if all(piece.shown.kind == "remnant" for piece in stack.pieces):
        return "a remnant does not attack of its own will", ("11.A.7",)
    able = (one for one in board if one.side == stack.side and setting.touches(one.place, target))
    if any(piece.attack and piece.shown.kind != "remnant" for one in able for piece in one.pieces):
        return "", ()
    struck = (piece for one in board if one.side != stack.side and one.place == target for piece in one.pieces)
    if setting.scenario.condition("zero_option") is True and not any(piece.defence for piece in struck):
        return "", ()
    return "units without attack strength do not attack by themselves", ("11.H.1",)


def _barred(setting: Setting, place: str, target: str) -> bool:
    """Whether hex or hexside is prohibited (11.A.2)."""
    if setting.scenario.hex(target).terrain in CLOSED:
        return True
    return place != target and "prohibited" in setting.scenario.between(place, target)


def _on_empty(setting: Setting, stack: Stack, board: list[Stack], moved: str) -> Iterator[Declaration]:
    """Hasty attacks on empty hexes outside enemy zones, by which a stack that is not attacked moves (11.C.N)."""
    if stack.side == moved or attacked(setting, stack.place) == "declared":
        return
    enemies = [other for other in board if other.side != stack.side]
    here = hexgrid.parse(stack.place)
    for place in map(hexgrid.name, hexgrid.neighbours(here)):
        if place not in setting.scenario.hexes or any(other.place == place for other in board):
            continue
        if _barred(setting, stack.place, place):
            continue
        watched = any(supply.is_watched(setting, place, other.pieces) for other in enemies)
        why: Why = ("an enemy zone of control is there", ("11.C.N",)) if watched else ("", ("11.C.N",))
        unfit = _unfit(setting, stack, place, board)
        yield Declaration(stack, place, HASTY, *(unfit if unfit[0] and not watched else why))


KINDS = {REGULAR: "an attack", HASTY: "a hasty attack"}


def line(found: Declaration) -> Trace:
    """A declaration in words."""
    units = capital(named(found.stack.pieces))
    text = say("{units}: {kind} on {place}", units=units, kind=KINDS[found.kind], place=mention(found.target))
    rules = found.rules or (("11.B.1",) if found.kind == REGULAR else ("11.B.2", "11.C.0"))
    return Trace(text, None, rules, "list", skipped=bool(found.reason), note=found.reason)


def order(setting: Setting) -> Trace:
    """Who sets the order of hasty attacks (11.C.7)."""
    opponent = hasty.is_ordered_by_opponent(HASTY, setting.scenario.readings["order"])
    text = "the opponent of those who attack sets the order of hasty attacks"
    if not opponent:
        text = "the phasing side sets the order of hasty attacks"
    return Trace(text, None, ("11.C.7", "11.A.8"), "list")
