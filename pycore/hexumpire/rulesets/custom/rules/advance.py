"""Advance after combat into the hex that was attacked, and beyond it where a result says so."""

from __future__ import annotations

from hexumpire.model.trace import Rules
from hexumpire.rulesets.custom.rules import ground
from hexumpire.rulesets.custom.rules.strength import cites
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.state import State


def is_open(setting: Setting, state: State) -> bool:
    """Whether the attacker may advance: the hex is empty, and the game or the result allows it."""
    may = setting.sheet.advances.may
    if may == "never" or (may == "result" and not state.may):
        return False
    return setting.target not in ground.standing(setting, state, "defender")


def stays_empty(setting: Setting, state: State) -> bool:
    """Whether the hex is cleared and stays empty as the game has no advance after combat."""
    return setting.sheet.advances.may == "never" and setting.target not in ground.standing(setting, state, "defender")


def why_not(setting: Setting, state: State, piece: int) -> tuple[str, Rules]:
    """Why a piece may not advance; empty when it may."""
    sheet, now = setting.sheet, state.pieces[piece]
    rule = cites(sheet.advances.rule)
    if setting.unit(piece).side != "attacker" or not setting.fights(setting.unit(piece)):
        return "it did not attack", rule
    if now.at == setting.target:
        return "it has advanced", rule
    if setting.apart(now.at, setting.target) != 1:
        return "it is not next to the hex", rule
    if now.mark:
        return "it is disrupted or pinned", rule
    if ground.crowded(setting, state, setting.target, (piece,)):
        return "too many units would stand there", cites(sheet.stacking_rule, sheet.advances.rule)
    return "", ()


def begin(setting: Setting, state: State) -> State:
    """The question who advances; the end where nobody may."""
    if is_open(setting, state):
        pieces = [i for i, piece in enumerate(state.pieces) if piece.at]
        if any(not why_not(setting, state, i)[0] for i in pieces):
            return state._replace(phase="advance")
    return beyond(setting, state)


def go(setting: Setting, state: State, piece: int) -> State:
    """The position after a piece has advanced into the hex."""
    now = state.pieces[piece]._replace(at=setting.target)
    pieces = (*state.pieces[:piece], now, *state.pieces[piece + 1 :])
    advanced = state.advanced
    if state.may > 1 and not ground.zone(setting, state, setting.target, "attacker"):
        advanced = (*advanced, (piece, state.may - 1))
    return begin(setting, state._replace(pieces=pieces, advanced=advanced))


def beyond(setting: Setting, state: State) -> State:
    """The question where those who advanced go on to; the end where nobody may."""
    rest = state.advanced
    while rest:
        piece, left = rest[0]
        if left and any(not why_not_on(setting, state, piece, place)[0] for place in _places(state, piece)):
            return state._replace(phase="beyond", advanced=rest)
        rest = rest[1:]
    return state._replace(phase="over", advanced=())


def _places(state: State, piece: int) -> list[str]:
    return ground.around(state.pieces[piece].at)


def why_not_on(setting: Setting, state: State, piece: int, place: str) -> tuple[str, Rules]:
    """Why a piece that has advanced may not go on to a hex; empty when it may."""
    rule = cites(setting.sheet.advances.rule)
    if place in ground.standing(setting, state, "defender"):
        return "enemy units stand there", rule
    if ground.closed(setting, state.pieces[piece].at, place):
        return "no unit may go over that ground", rule
    if ground.crowded(setting, state, place, (piece,)):
        return "too many units would stand there", cites(setting.sheet.stacking_rule, setting.sheet.advances.rule)
    return "", ()


def go_on(setting: Setting, state: State, place: str) -> State:
    """The position after the first of those who advanced has gone on to a hex; a zone of control stops it there."""
    piece, left = state.advanced[0]
    now = state.pieces[piece]._replace(at=place)
    pieces = (*state.pieces[:piece], now, *state.pieces[piece + 1 :])
    after = 0 if ground.zone(setting, state, place, "attacker") else left - 1
    return beyond(setting, state._replace(pieces=pieces, advanced=((piece, after), *state.advanced[1:])))


def stay(setting: Setting, state: State) -> State:
    """The position after the first of those who advanced stops."""
    return beyond(setting, state._replace(advanced=state.advanced[1:]))
