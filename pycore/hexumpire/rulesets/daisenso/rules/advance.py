"""Advance after combat (4.2.7): whether the hex is open, who may go in, and why another may not."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.reasons import all_of
from hexumpire.model.battle import Refusal
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import apart, around
from hexumpire.rulesets.daisenso.pieces import Piece, named
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, Counts, Places, Reason, State, marked
from hexumpire.rulesets.daisenso.tables import RANGE


def hex_closed(setting: Setting, target: str, left: Counts, at: Places) -> Reason:
    """Why nobody may advance into a target; empty when units may."""
    if setting.enemy_unit(target, left, at, "attacker"):
        return setting.enemy_words(target, left, at, "attacker"), ("4.2.7.hex",)
    if setting.enemy_marker(target, left, at, "attacker", "beachhead"):
        return "an enemy Beachhead marker is there", ("4.2.7.hex",)
    return "", ()


def barred(setting: Setting, piece: Piece, place: str) -> bool:
    """Whether a hex is closed to a unit's movement, by diplomacy or otherwise (4.2.7.barred, 4.2.8.barred)."""
    if setting.flag(place, "closed") or setting.text(place, "barred") != "none":
        return True
    abroad = setting.text(place, "country") != "Japanese"
    return piece.unit.flag("kwantung") and abroad and not setting.scenario.conditions["kwantung_free"]


def stays(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> Reason:
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
    if barred(setting, piece, target):
        return "the hex is closed to its movement", ("4.2.7.barred", "3.1.4")
    return "", ()


def left_behind(setting: Setting, state: State, piece: Piece) -> Reason:
    """Why a counter does not advance now; empty when it may.

    What is left of an HQ that supported from next to the hex is among those that may.
    """
    i = piece.index
    if marked(state.entered, i):
        return "it has advanced", ("4.2.7.who",)
    if i in state.fight.side("attacker"):
        return stays(setting, piece, state.fight.target, state.left, state.at)
    if piece.side == "defender":
        return "the defender never advances", ("4.2.2.nodef",)
    return "only units that attacked advance", ("4.2.7.who", "4.2.4.involved")


def entering(setting: Setting, state: State) -> Counts:
    """Attackers that may still advance."""
    pieces, left = setting.pieces, state.left
    members = state.fight.side("attacker")
    return tuple([i for i in members if left[i] and left_behind(setting, state, pieces[i]) == FREE])


def refusals(setting: Setting, state: State) -> Iterator[Refusal]:
    """Counters that may not advance, and hexes that nobody advances into."""
    offered = {setting.pieces[i].unit.id for i in entering(setting, state)}
    for piece in setting.pieces:
        i = piece.index
        if state.left[i] and piece.kind == "ground" and piece.unit.id not in offered:
            yield Refusal(piece.unit.id, state.at[i], *left_behind(setting, state, piece))
    for place in around(state.fight.target):
        yield Refusal("", place, "an advance goes into the hex attacked; exploitation begins there",
                      ("4.2.7.who", "4.2.8.first"))  # fmt: skip


def nobody(setting: Setting, before: State, after: State) -> tuple[str, Rules]:
    """Why nobody may advance into a hex that is empty: every reason, and whose it is."""
    fight = before.fight
    reason, rules = hex_closed(setting, fight.target, after.left, after.at)
    if reason:
        return reason, rules
    found = []
    for i in fight.side("attacker"):
        if after.left[i]:
            piece = setting.pieces[i]
            why, rules = stays(setting, piece, fight.target, after.left, after.at)
            found.append((say("{a}: {b}", a=named([piece], after.left), b=why), rules))
    return all_of(found or [("the attackers are gone", ("4.2.7.who",))])


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: whether the Kwantung Army may leave Manchuria."""
    if any(unit.flag("kwantung") for unit in setting.scenario.units):
        yield "kwantung_free"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: whether a Japanese attacker belongs to the Kwantung Army."""
    if unit.side == "attacker" and unit.nation == "Japanese":
        yield "kwantung"
