"""Airdrops (4.1.1, 4.1.4): who drops, into which hexes and why not into others, and what lands in their place."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.rulesets.daisenso.numbering import apart, around, shown
from hexumpire.rulesets.daisenso.pieces import Piece, enemies, foe
from hexumpire.rulesets.daisenso.rules.losses import pooled
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, NOBODY, Counts, Places, Reason, Stage, marked
from hexumpire.rulesets.daisenso.tables import RANGE, STEPS
from hexumpire.rulesets.daisenso.wording import phrase

WESTERN = ("British", "US")
"""Who may land for the Western Airdrop marker (4.1.4.western)."""


def cannot_drop(setting: Setting, piece: Piece, at: Places) -> Reason:
    """Why a unit may not conduct an Airdrop at all; empty when it may (4.1.1.who)."""
    unit = piece.unit
    if unit.type != "airborne":
        return "only airborne units drop", ("4.1.1.who",)
    if not unit.flag("supplied") or not unit.flag("blitz"):
        return "it must be supplied and Blitz-enabled", ("4.1.1.who",)
    if setting.sea(at[piece.index]) or setting.flag(at[piece.index], "off_map"):
        return "it must be in a land hex", ("4.1.1.who",)
    if setting.scenario.conditions["pre_war"]:
        return "no Airdrops while Pre-War is in effect", ("4.1.1.prewar",)
    if setting.scenario.conditions["limited"]:
        return "policies, truces or failures forbid it", ("4.1.1.limits",)
    return FREE


def drop_zone(setting: Setting, piece: Piece, place: str, left: Counts, at: Places) -> Reason:
    """Why an Airdrop marker may not be placed in a hex; empty when it may.

    Weather, enemies, friends and the lack of a Blitz marker do not matter (4.1.1.weather, 4.1.1.enemy,
    4.1.1.friend, 4.1.1.anyplace).
    """
    start = at[piece.index]
    if apart(start, place) > RANGE["airdrop"]:
        form = "{place} is {n} hexes away; a drop goes {m} at most"
        return phrase(form, place=shown(place), n=apart(start, place), m=RANGE["airdrop"]), ("4.1.1.range",)
    if setting.sea(place):
        return "an Airdrop cannot be placed on open sea", ("4.1.1.sea",)
    if setting.flag(place, "off_map"):
        return "an Airdrop is placed in a hex, not in an off-map box", ("4.1.1.range",)
    if any(setting.here(hex, left, at, foe(piece.side), ("air",)) for hex in (place, *around(place))):
        return "an enemy Air unit is there or next to it", ("4.1.1.air",)
    if setting.text(place, "barred") != "none":
        return "the country is neutral or policy-affected", ("4.1.1.neutral",)
    if not _path(setting, start, place):
        return "every path crosses a neutral or policy-affected country", ("4.1.1.neutral",)
    return FREE


def _path(setting: Setting, start: str, place: str) -> bool:
    """Whether a path of the range leads there that crosses no closed country."""
    open_now, seen = {start}, {start}
    for _ in range(RANGE["airdrop"]):
        if place in seen:
            return True
        open_now = {hex for here in open_now for hex in around(here) if setting.text(hex, "barred") == "none"}
        seen |= open_now
    return place in seen


def circle(start: str) -> tuple[str, ...]:
    """Every hex up to one beyond the range of a drop, the nearest first."""
    found = [start]
    for _ in range(RANGE["airdrop"] + 1):
        found += [hex for here in tuple(found) for hex in around(here)]
        found = list(dict.fromkeys(found))
    return tuple(found)


def drop_zones(setting: Setting, piece: Piece, left: Counts, at: Places) -> list[str]:
    """Every hex a unit may drop into, its own included (4.1.1.origin)."""
    return [hex for hex in circle(at[piece.index]) if drop_zone(setting, piece, hex, left, at) == FREE]


def drop_fails(setting: Setting, piece: Piece, left: Counts, at: Places) -> Reason:
    """Why an Airdrop marker cannot land and goes to the Delay Box; empty when it may (4.1.4.fail)."""
    if not piece.unit.flag("supplied") or setting.flag(at[piece.index], "drop_cut"):
        return "the marker is unsupplied", ("4.1.4.fail",)
    if setting.enemy_unit(at[piece.index], left, at, piece.side):
        return setting.enemy_words(at[piece.index], left, at, piece.side), ("4.1.4.fail",)
    return FREE


def droppable(setting: Setting, piece: Piece, left: Counts, spent: int, elite: bool = False) -> list[Piece]:
    """Units of the Force Pool that may be placed for an Airdrop marker; the ``elite`` ones may not (4.1.4.elite).

    Those eliminated earlier in the segment are among them; ``spent``: bits of pieces that took part in a combat.
    """
    return [
        other for other in setting.pieces
        if pooled(setting, other, left, spent) and other.unit.flag("elite") == elite and _fits(piece, other)
    ]  # fmt: skip


def pool_unsaid(setting: Setting, piece: Piece) -> bool:
    """Whether the scenario leaves unsaid who waits in the Force Pool to land for a marker (4.1.4.place).

    It does where it states nobody of the kind that lands; what the pool holds is then the players' to know.
    """
    return not any(other.reserve and other.same == NOBODY and _fits(piece, other) for other in setting.pieces)


def _fits(piece: Piece, other: Piece) -> bool:
    """Whether a counter is of the kind that lands for an Airdrop marker: one-step infantry of its nation."""
    nations = WESTERN if piece.nation == "Western" else (piece.nation,)
    return (
        other.side == piece.side
        and other.unit.type == "infantry"
        and other.unit.number("steps") == STEPS["one"]
        and other.nation in nations
        and not enemies(piece.faction, other.faction)
    )


def markers(setting: Setting, state: Stage, gone: bool = False) -> list[Piece]:
    """Airdrop markers on the map, or those ``gone`` to the Delay Box: counters of their own, and units that dropped."""
    return [
        piece for piece in setting.pieces
        if piece.side == "attacker" and (state.left[piece.index] == 0) is gone
        and (piece.kind == "airdrop" or marked(state.dropped, piece.index))
    ]  # fmt: skip


def boxed(state: Stage, marker: int) -> Stage:
    """An Airdrop marker in the Delay Box (4.1.4.may)."""
    return state._replace(left=(*state.left[:marker], 0, *state.left[marker + 1 :]))


def landed(setting: Setting, state: Stage, marker: int, name: str) -> Stage:
    """An Airdrop marker in the Delay Box and a unit of the Force Pool in its hex, stated or not (4.1.4.place)."""
    state, place = boxed(state, marker), state.at[marker]
    if not name:
        return state._replace(ashore=tuple(sorted({*state.ashore, place})))
    left, at, piece = list(state.left), list(state.at), setting.by_id[name]
    left[piece.index], at[piece.index] = piece.steps, place
    return state._replace(left=tuple(left), at=tuple(at))


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a hex: whether it is off the map, and whether an Airdrop is unsupplied there."""
    yield "off_map"
    if setting.scenario.procedure == "blitz" and (setting.has("airborne") or setting.has("airdrop")):
        yield "drop_cut"
