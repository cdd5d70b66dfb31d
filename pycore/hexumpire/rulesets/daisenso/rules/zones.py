"""Zones of control (4.2.5.1.zoc): where they reach, and what cancels them."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.scenario import Unit
from hexumpire.rulesets.daisenso.numbering import around, shown
from hexumpire.rulesets.daisenso.pieces import Piece, enemies, foe
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Places
from hexumpire.rulesets.daisenso.tables import STEPS
from hexumpire.rulesets.daisenso.vocabulary import GROUND
from hexumpire.rulesets.daisenso.wording import phrase

WALLS = {"stops": frozenset(("mountain", "allsea", "lake")), "reaches": frozenset(("mountain",))}
"""Hexsides over which no zone of control reaches, by the reading of water (4.2.5.1.zoc)."""


def ezoc(setting: Setting, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
    """Whether an enemy zone of control reaches into a hex, for ``side``; a friendly Airdrop cancels it.

    What is stated of the hex holds whatever the units beside it are (4.2.5.1.zoc).
    """
    said = setting.text(place, "zoc")
    if said == "units":
        if controller(setting, place, left, at, side, own) is None:
            return False
    elif said not in (foe(side), "both"):
        return False
    return not setting.friends(place, left, at, side, ("airdrop",), own)


def controller(setting: Setting, place: str, left: Counts, at: Places, side: str, own: str = "") -> Piece | None:
    """A unit hostile to ``side`` whose zone of control reaches into a hex; None when there is none.

    It reaches the hexes around the unit, except over mountain hexsides (and water, by the reading chosen).
    """
    near, walls = around(place), WALLS[str(setting.scenario.readings["zone_water"])]
    for piece in setting.pieces:
        start = at[piece.index]
        if (
            (piece.side != side or (own and enemies(piece.faction, own))) and piece.kind == "ground"
            and start in near and controls(setting, piece, left[piece.index])
            and not setting.marks(start, place) & walls
        ):  # fmt: skip
            return piece
    return None


def controls(setting: Setting, piece: Piece, left: int) -> bool:
    """Whether a unit with so many steps left has a zone of control: by its mark, else by the reading chosen."""
    if not left:
        return False
    said = piece.unit.text("zone", "usual")
    if said != "usual":
        return said == "yes"
    who = setting.scenario.readings["zones"]
    return left >= STEPS["two"] if who == "multi" else who == "all"


def zone_words(setting: Setting, place: str, left: Counts, at: Places, side: str, own: str = "") -> str:
    """Whose zone of control keeps ``side`` out of a hex."""
    stated = setting.text(place, "zoc") != "units"
    piece = None if stated else controller(setting, place, left, at, side, own)
    if piece is None:
        return "an enemy zone of control is there"
    form = "the zone of control of the {unit} in {place} is there"
    return phrase(form, unit=piece.name_at(left[piece.index]), place=shown(at[piece.index]))


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the readings on which units have a zone of control, and on zones over water."""
    yield "zones"
    scenario = setting.scenario
    marked = any({"allsea", "lake"} & set(marks) for marks in scenario.sides.values())
    if marked or any(hex.terrain == "sea" for hex in scenario.hexes.values()):
        yield "zone_water"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: whether a ground unit has a zone of control."""
    if unit.type in GROUND:
        yield "zone"


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a hex: whose zones of control reach it, where units off the board have some."""
    yield "zoc"
