"""What is allowed although one might doubt it, as things stand: the rules on which an act rests beside its own."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import apart, around
from hexumpire.rulesets.daisenso.pieces import REACH, Piece
from hexumpire.rulesets.daisenso.rules.zones import ezoc
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places, State

SKIES = ("air", "airdrop")


def _holding(found: Iterable[tuple[str, bool]]) -> Rules:
    """The rules that hold."""
    return tuple(rule for rule, holds in found if holds)


def drop(setting: Setting, piece: Piece, place: str, left: Counts, at: Places) -> Rules:
    """What lets an Airdrop into a hex: its own, one without a Blitz marker, with enemies or friends, in any weather."""
    friends = [other for other in setting.here(place, left, at, piece.side) if other is not piece]
    return _holding((
        ("4.1.1.origin", place == at[piece.index]),
        ("4.1.1.anyplace", "blitz" not in setting.scenario.hex(place).features),
        ("4.1.1.enemy", bool(setting.foes(place, left, at, piece.side, ()))),
        ("4.1.1.friend", bool(friends)),
        ("4.1.1.weather", setting.weather(place) != "fine"),
    ))  # fmt: skip


def landing(setting: Setting, piece: Piece, place: str) -> Rules:
    """What lets a unit ashore: an HQ too, and in any weather."""
    return _holding((("4.1.3.hq", piece.unit.type == "hq"), ("4.1.3.weather", setting.weather(place) != "fine")))


def fight(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> Rules:
    """What lets a unit's factor count: all in the hex defend; an attacker needs no supply, and no empty sky."""
    here = at[piece.index]
    if piece.side == "defender":
        came = here != setting.home[piece.index] and not piece.reserve  # the Force Pool is no hex it retreated from
        return _holding((("4.2.1.whole", here == target), ("4.2.1.arrived", came)))
    sky = any(setting.foes(place, left, at, piece.side, SKIES) for place in (here, target))
    abroad = setting.text(target, "country") != "Japanese"
    return _holding((
        ("4.2.1.supply", not piece.unit.flag("supplied")),
        ("4.2.1.air", sky),
        ("4.2.1.1.kwantung", piece.unit.flag("kwantung") and abroad),
    ))  # fmt: skip


def support(setting: Setting, piece: Piece, now: Lineup, left: Counts, at: Places) -> Rules:
    """What lets an HQ support from afar: all Chinese of its kind, and a path over enemies or open sea."""
    start, nations = at[piece.index], {setting.pieces[i].nation for i in now.side(piece.side)}
    kind = {"communist": "4.2.1.2.ccp", "nationalist": "4.2.1.2.kmt"}.get(REACH.get(piece.nation, ""), "")
    between = [hex for hex in around(start) if apart(hex, now.target) == 1]
    blocked = [hex for hex in between if setting.sea(hex) or setting.enemy_unit(hex, left, at, piece.side)]
    return _holding((
        (kind, bool(kind) and piece.nation not in nations),
        ("4.2.1.2.through", apart(start, now.target) > 1 and between == blocked),
    ))  # fmt: skip


def retreat(setting: Setting, place: str) -> Rules:
    """What lets a force into the next hex: weather does not matter."""
    return _holding((("4.2.5.weather", setting.weather(place) != "fine"),))


def leaving(setting: Setting, start: str, state: State, members: Counts) -> Rules:
    """What lets a force out of the hex it is in: enemy Air or an Airdrop does not hold it, nor a spent allowance."""
    pieces, left = setting.pieces, state.left
    sky = setting.foes(start, left, state.at, pieces[members[0]].side, SKIES)
    spent = state.went >= min(pieces[i].allowance(left[i]) for i in members)
    return _holding((("4.2.5.outair", bool(sky)), ("4.2.5.nomove", spent)))


def advance(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> Rules:
    """What lets a unit advance: terrain costs nothing, nothing holds it where it is, and in any weather."""
    start = at[piece.index]
    held = ezoc(setting, start, left, at, piece.side) or setting.foes(start, left, at, piece.side, ("air",))
    return _holding((
        ("4.2.7.nomove", setting.scenario.hex(target).terrain != "clear"),
        ("4.2.7.ezoc", bool(held)),
        ("4.2.7.weather", setting.weather(target) != "fine"),
    ))  # fmt: skip


def exploit(setting: Setting, piece: Piece, place: str, left: Counts, at: Places) -> Rules:
    """What lets a unit go on: enemy Air where it is does not hold it, nor do storms and snow."""
    sky = setting.foes(at[piece.index], left, at, piece.side, ("air",))
    return _holding((("4.2.8.outair", bool(sky)), ("4.2.8.weather", setting.weather(place) in ("storms", "snow"))))
