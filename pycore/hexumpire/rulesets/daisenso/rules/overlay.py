"""What the board shows of a position beyond the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.rulesets.daisenso.pieces import Piece, kind_of
from hexumpire.rulesets.daisenso.state import Counts, Places


def overlay(pieces: Sequence[Piece], now: Counts, at: Places) -> Mapping[str, Any]:
    """Counters lost, moved or out of it; ``steps``: steps left of all counters of a unit that has lost some.

    ``types``: what counters of a unit are that lie with another side up, by the hex they are in (4.1.1.flip).
    """
    lost: dict[str, int] = {}
    steps: dict[str, int] = {}
    hurt: set[str] = set()
    moved: dict[str, dict[str, int]] = {}
    waiting: dict[str, int] = {}
    away = {piece.same for piece in pieces if piece.same >= 0 and now[piece.index]}  # they lie in another one's place
    for piece in pieces:
        name, left = piece.unit.id, now[piece.index]
        if piece.index in away or (piece.same >= 0 and not left):
            continue
        if not left and piece.reserve:
            waiting[name] = waiting.get(name, 0) + 1
            continue
        if not left:
            lost[name] = lost.get(name, 0) + 1
        elif at[piece.index] != piece.unit.at:
            places = moved.setdefault(name, {})
            places[at[piece.index]] = places.get(at[piece.index], 0) + 1
        steps[name] = steps.get(name, 0) + left
        if left < piece.steps:
            hurt.add(name)
    shown_steps = {name: steps[name] for name in steps if name in hurt and steps[name]}
    lost |= {name: number for name, number in waiting.items() if name in steps}  # the rest of a unit of several
    out = [name for name in waiting if name not in steps]
    return {"lost": lost, "steps": shown_steps, "moved": moved, "out": out, **_flipped(pieces, now, at)}


def _flipped(pieces: Sequence[Piece], now: Counts, at: Places) -> Mapping[str, Any]:
    """Units that dropped, where none of their counters in that hex lies with its face up."""
    there: dict[tuple[str, str], set[str]] = {}
    for piece in pieces:
        if now[piece.index]:
            kind = piece.unit.type if piece.kind == kind_of(piece.unit) else piece.kind
            there.setdefault((piece.unit.id, at[piece.index]), set()).add(kind)
    types: dict[str, dict[str, str]] = {}
    for (name, place), kinds in there.items():
        if kinds == {"airdrop"}:
            types.setdefault(name, {})[place] = "airdrop"
    return {"types": types} if types else {}
