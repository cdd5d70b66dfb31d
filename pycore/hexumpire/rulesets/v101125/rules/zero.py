"""Units without strength, empty hexes, and the optional combat between them (11.H)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.model.trace import Number, Trace, plain
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import ZERO
from hexumpire.rulesets.v101125.units import Piece
from hexumpire.rulesets.v101125.vocabulary import MARKS

SITES = {
    "small_city": "site", "dot_city": "dot_city", "partial_city": "large_city", "full_city": "large_city",
    "bridge": "site",
    "fortress": "fortress", "damaged_fortress": "fortress", "unimproved_fortress": "fortress",
    "damaged_unimproved_fortress": "fortress", "port_fortification": "site", "fortified_zone": "site",
    "fort": "site", "damaged_fort": "site", "improved_fort": "site", "fortified_area": "site",
    "improved_fortified_area": "site", "permanent_fortified_area": "site", "entrenchment": "site",
    "improved_entrenchment": "site",
}  # fmt: skip
"""What stands in a hex, and at which rate it counts (11.H.3)."""


def eliminated(fight: Fight) -> bool:
    """Whether the defenders are eliminated without a die: none of them has a defence strength (11.H.2)."""
    return not any(piece.defence for piece in fight.guards)


def allowed(setting: Setting, fight: Fight) -> bool:
    """Whether units without strength may attack: the players chose so, and neither side has any (11.H.3)."""
    if setting.scenario.condition("zero_option") is not True:
        return False
    return not any(piece.attack for piece in fight.attackers) and eliminated(fight)


def optional(setting: Setting, fight: Fight) -> bool:
    """Whether REs fight as strength: that is so between units alone, and not where nobody defends (11.H.2, 11.H.3)."""
    return bool(fight.guards) and allowed(setting, fight)


def size_line(piece: Piece) -> Trace:
    """A unit's REs as its strength; at half where it has no printed strength."""
    size = Trace("REs", plain(piece.size), ("11.H.3",))
    if not piece.counter.flag("no_printed"):
        return size
    half = Trace("no printed strength", plain(ZERO["unprinted"]), ("11.H.3",))
    return Trace("REs", by_size(piece), ("11.H.3",), "product", (size, half))


def by_size(piece: Piece) -> Number:
    """What a unit's REs are worth where these fight."""
    return plain(piece.size * ZERO["unprinted"] if piece.counter.flag("no_printed") else piece.size)


def sites(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """What cities, airfields, works and bridges of the attacked hex add to its defence."""
    for mark in fight.works:
        if mark in SITES:
            yield Trace(MARKS[mark], plain(ZERO[SITES[mark]]), ("11.H.3",))
    target = hexgrid.parse(fight.target)
    edges = (hexgrid.hexside_between(target, other) for other in hexgrid.neighbours(target))
    bridges = sum("bridge" in setting.scenario.sides.get(edge, ()) for edge in edges)
    if bridges:
        yield Trace(MARKS["bridge"], plain(bridges * ZERO[SITES["bridge"]]), ("11.H.3",))
    airfields = int(setting.scenario.hex(fight.target).values["airfields"]) // int(ZERO["airfield"])
    if airfields:
        yield Trace("airfields", plain(airfields * ZERO["site"]), ("11.H.3",))


def total(lines: Sequence[Trace]) -> Number:
    """The sum of lines."""
    return plain(sum((Fraction(line.value or 0) for line in lines), Fraction(0)))
