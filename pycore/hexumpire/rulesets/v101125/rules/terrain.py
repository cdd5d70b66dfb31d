"""Terrain: what it leaves of attackers, its die modifier, and its effect on armour, supply and zones (11.F).

The text does not print the terrain effects chart. What its examples tell stands in ``tables.toml``; what players type
in as a chart pack or state on the hex goes before it; what nobody tells counts as nothing, which the trace says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import SHARE, SIMILAR, TERRAIN, USED_IN, ZOC_BEYOND, ZOC_LEVELS, share
from hexumpire.rulesets.v101125.units import Piece
from hexumpire.rulesets.v101125.vocabulary import BESIDE, IN_HEX, LEFT, MARKS

UNTOLD = "the text does not print the terrain effects chart: state it on the hex or in a chart pack"
RULES: Rules = ("11.F.0",)
GROUPS = ("infantry", "motorized", "artillery", "air")
"""What the chart tells apart of that which attacks."""
CLOSED = ("sea",)
"""Terrain that no ground unit attacks into (11.A.2)."""


def group(piece: Piece) -> str:
    """How the chart calls a unit: ``artillery``, ``motorized`` or ``infantry``."""
    if piece.counter.type == "artillery":
        return "artillery"
    return "motorized" if piece.counter.flag("cm") and not piece.counter.flag("on_foot") else "infantry"


def in_hex(setting: Setting, fight: Fight) -> tuple[str, ...]:
    """Rows of the chart that the attacked hex has: its terrain, its city and its works; none in a counterattack."""
    if fight.clear:
        return ()
    return (setting.scenario.hex(fight.target).terrain, *(mark for mark in fight.works if mark in IN_HEX))


def across(setting: Setting, fight: Fight, piece: Piece) -> tuple[str, ...]:
    """Rows of the chart that the hexside has over which a unit attacks.

    A defender comes over none: he is in the hex whose terrain counts (11.R.3.d.2). Nor does who is dropped into the hex
    (11.R.0).
    """
    if fight.clear or piece.counter.side != fight.side or fight.origin(piece) == fight.target:
        return ()
    return tuple(mark for mark in setting.scenario.between(piece.at, fight.target) if mark in BESIDE)


def crossed_by_all(setting: Setting, fight: Fight, comers: Sequence[Piece]) -> tuple[str, ...]:
    """Rows of the hexsides that every one of some attackers comes across."""
    ways = [across(setting, fight, piece) for piece in comers]
    return tuple(row for row in (ways[0] if ways else ()) if all(row in way for way in ways))


@dataclass(frozen=True, slots=True)
class Effect:
    """A cell of the chart: ``known`` unless neither text nor players tell it."""

    value: Number
    source: str = ""
    known: bool = True


def strength_cell(setting: Setting, row: str, column: str, at: str = "") -> Effect:
    """What a row leaves of attackers of a group; ``at``: the hex, where its terrain is asked for."""
    stated = str(setting.scenario.hex(at).values[f"{column}_left"]) if at else "chart"
    if stated != "chart":
        return Effect(LEFT[stated], "stated on the hex")
    cell, source = _told(setting, "terrain_strength", row, column)
    if cell is None:
        return Effect(share(1), "", known=False)
    return Effect(LEFT[str(cell)] if source else share(cell), source)


def number_cell(setting: Setting, row: str, column: str) -> Effect:
    """A number of a row: ``dm``, ``aec``, ``sp`` (half points) or ``zoc`` (levels)."""
    cell, source = _told(setting, "terrain_numbers", row, column)
    return Effect(0, "", known=False) if cell is None else Effect(int(cell), source)


def _told(setting: Setting, table: str, row: str, column: str) -> tuple[Any, str]:
    """A cell of the players' chart pack, with that it is from there, else of the text; None where nobody tells it.

    A hexside of which nothing is told for itself is as the similar terrain (11.F.1d).
    """
    pack, rows = setting.scenario.pack, (row, *([SIMILAR[row]] if row in SIMILAR else []))
    typed = [pack.cell(table, one, column) for one in rows] if pack else []
    if any(cell is not None for cell in typed):
        return next(cell for cell in typed if cell is not None), "by the chart pack"
    return next((TERRAIN[one][column] for one in rows if column in TERRAIN.get(one, {})), None), ""


# --- strengths ----------------------------------------------------------------------------------------------


def uses_ability(setting: Setting, fight: Fight, piece: Piece, row: str = "") -> bool:
    """Whether a unit uses its special ability in this fight, or against one row of the chart (11.E.0).

    That one is used which terrain lends is stated of the attack that is set up: in others the map says so, where none
    is used as in the clear (11.L.1.d.iv).
    """
    counter = piece.counter
    if counter.index in fight.waived or counter.text("special_counts") == "no" or counter.text("special") == "none":
        return False
    rows = USED_IN.get(counter.text("special"), ())
    if row:
        return row in rows
    if counter.text("special_counts") == "yes" and not (rows and fight.turned):
        return True
    return any(mark in rows for mark in (*in_hex(setting, fight), *across(setting, fight, piece)))


def cuts(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Trace]:
    """The factors by which hex and hexside cut an attacker, each as a line; its ability spares a unit (11.M.3)."""
    column = group(piece)
    for row in (*in_hex(setting, fight), *across(setting, fight, piece)):
        cell = _cell(setting, fight, row, column)
        label = MARKS[row]
        if cell.value == 1:
            continue
        if uses_ability(setting, fight, piece, row):
            yield Trace(label, None, ("11.M.3",), skipped=True, note="its special ability spares it")
        else:
            yield Trace(label, plain(Fraction(cell.value)), RULES, note=cell.source)


def cuts_of_air(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """The factors by which the hex cuts ground support from the air (11.F.0)."""
    for row in in_hex(setting, fight):
        cell = _cell(setting, fight, row, "air")
        if cell.value != 1:
            yield Trace(MARKS[row], plain(Fraction(cell.value)), RULES, note=cell.source)


def untold(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """Rows of which nobody tells what they leave of those who attack here: they count as if they left all."""
    found: dict[str, None] = {}
    for piece in fight.attackers:
        for row in (*in_hex(setting, fight), *across(setting, fight, piece)):
            if not _cell(setting, fight, row, group(piece)).known:
                found[row] = None
    if any(one.type == "air" for one in (*fight.ours, *fight.theirs)):
        found |= {row: None for row in in_hex(setting, fight) if not _cell(setting, fight, row, "air").known}
    for row in found:
        yield Trace(MARKS[row], None, RULES, skipped=True, note=UNTOLD)


def _cell(setting: Setting, fight: Fight, row: str, column: str) -> Effect:
    """What a row leaves of a group in this fight, as stated on the hex where the row is its terrain."""
    place = setting.scenario.hex(fight.target).terrain
    return strength_cell(setting, row, column, fight.target if row == place else "")


def left(setting: Setting, fight: Fight, piece: Piece) -> Fraction:
    """What terrain leaves of an attacker."""
    value = Fraction(1)
    for line in cuts(setting, fight, piece):
        if line.value is not None:
            value *= line.value
    return value


def left_of_infantry(setting: Setting, fight: Fight) -> Fraction:
    """What hex and common hexsides leave of attacking infantry without special ability (T6.r3, T6.r4, 11.M.3)."""
    value = Fraction(1)
    for row in (*in_hex(setting, fight), *crossed_by_all(setting, fight, fight.attackers)):
        value *= _cell(setting, fight, row, "infantry").value
    return value


def left_of_motorized(setting: Setting, fight: Fight) -> Fraction:
    """What the hex leaves of motorized units, by which a defender's armour is cut, too (11.F.1b)."""
    value = Fraction(1)
    for row in in_hex(setting, fight):
        value *= _cell(setting, fight, row, "motorized").value
    return value


def cuts_motorized_only(setting: Setting, fight: Fight, piece: Piece) -> bool:
    """Whether hex or hexside cuts motorized units and leaves infantry whole, as no river does (11.F.1c)."""
    for row in (*in_hex(setting, fight), *across(setting, fight, piece)):
        motorized, infantry = (_cell(setting, fight, row, column).value for column in ("motorized", "infantry"))
        if motorized < infantry == 1:
            return True
    return False


def armour_in_mountains(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Trace]:
    """Units with the armour symbol are halved in mountains, on attack and defence (11.F.2)."""
    rows = (*in_hex(setting, fight), *across(setting, fight, piece))
    if piece.counter.flag("armour_symbol") and any(row in USED_IN["mountain"] for row in rows):
        yield Trace("armour in mountains", plain(SHARE["armour_in_mountains"]), ("11.F.2",))


# --- numbers ------------------------------------------------------------------------------------------------

BEYOND = {"dm": "dm", "aec": "aec_lost", "sp": "sp_more", "zoc": "zoc_levels"}
"""Fields of the hex that go beyond the chart."""
OF_HEXSIDES = ("dm", "aec", "sp")
"""Which of them a hexside has, too (11.F.0)."""


def lines(
    setting: Setting, fight: Fight, column: str, *rules: str, comers: Sequence[Piece] | None = None
) -> Iterator[Trace]:
    """A number of the chart, row by row, and what is stated on the hex; nothing in a counterattack (11.L.1.d.iv).

    That of a hexside counts where all ``comers`` attack across it, who are all attackers unless it is said whose.
    """
    if fight.clear:
        if setting.scenario.hex(fight.target).terrain != "clear" or fight.works:
            why = "a counterattack is fought as in clear terrain"
            yield Trace("terrain", None, ("11.L.1.d.iv",), skipped=True, note=why)
        return
    over = fight.attackers if comers is None else comers
    sides = crossed_by_all(setting, fight, over) if column in OF_HEXSIDES else ()
    for row in (*in_hex(setting, fight), *sides):
        cell = number_cell(setting, row, column)
        if not cell.known:
            yield Trace(MARKS[row], None, rules or RULES, skipped=True, note=UNTOLD)
        elif cell.value:
            kept = ("11.R.3.b",) if row in fight.works and setting.shared(fight.target) else ()
            yield Trace(MARKS[row], cell.value, (*(rules or RULES), *kept), note=cell.source)
    for row in not_his(setting, fight):
        if number_cell(setting, row, column).value:
            why = "who came into the hex has none of its works"
            yield Trace(MARKS[row], None, ("11.R.3.c",), skipped=True, note=why)
    stated = int(setting.scenario.hex(fight.target).values[BEYOND[column]])
    if stated:
        yield Trace("stated on the hex", stated, rules or RULES)


def not_his(setting: Setting, fight: Fight) -> tuple[str, ...]:
    """Works of the hex that are not those of its defenders, who came into it (11.R.3.c)."""
    spot = setting.scenario.hex(fight.target)
    if not fight.defenders or not fight.dual or spot.values["owner"] == fight.defenders[0].counter.side:
        return ()
    return tuple(mark for mark in spot.features if mark in IN_HEX and mark not in fight.works)


def has_effect(setting: Setting, row: str) -> bool:
    """Whether the chart, as far as it is told, gives a row any effect on a fight (11.F.0)."""
    left = (strength_cell(setting, row, column).value for column in GROUPS)
    return any(value != 1 for value in left) or any(number_cell(setting, row, column).value for column in BEYOND)


def total(setting: Setting, fight: Fight, column: str) -> int:
    """The sum of those lines."""
    return sum(int(line.value or 0) for line in lines(setting, fight, column))


def dm_of(setting: Setting, place: str, works: tuple[str, ...] | None) -> int:
    """The die modifier of the terrain of any hex (T1.m8, T1.m9); ``works``: its features now, where they changed."""
    return _of_hex(setting, place, works, "dm")


def zoc_of(setting: Setting, place: str, works: tuple[str, ...] | None = None) -> int:
    """Levels by which any hex changes zones of control into it; ``works``: its features now, where they changed."""
    return _of_hex(setting, place, works, "zoc")


def _of_hex(setting: Setting, place: str, works: tuple[str, ...] | None, column: str) -> int:
    """A number of the chart for the terrain and the features of any hex, with what is stated of the hex."""
    spot = setting.scenario.hex(place)
    rows = (spot.terrain, *(mark for mark in (spot.features if works is None else works) if mark in IN_HEX))
    return sum(int(number_cell(setting, row, column).value) for row in rows) + int(spot.values[BEYOND[column]])


def level(value: Fraction, steps: int, beyond: bool = False) -> Fraction:
    """The value of a zone of control some levels up or down; what is no zone stays none (11.B.4).

    ``beyond``: by the reading ``zone_beyond`` it may go above double.
    """
    levels = (*ZOC_LEVELS, ZOC_BEYOND) if beyond else ZOC_LEVELS
    place = levels.index(value)
    return levels[min(max(place + steps, 0), len(levels) - 1)] if place else value


STATED = (*BEYOND.values(), "infantry_left", "motorized_left", "artillery_left", "air_left", "airfields")
"""Fields of a hex that a fight in it hangs on."""


def stated(setting: Setting, place: str) -> tuple[str, tuple[Value, ...]]:
    """The terrain of a hex and what is stated of it: equal where fights in both are alike, but for features."""
    spot = setting.scenario.hex(place)
    return spot.terrain, tuple(spot.values[key] for key in STATED)


def asks_of_hex(setting: Setting, fight: Fight) -> Iterator[str]:
    """Fields of the attacked hex whose answer is not known: none in the clear."""
    place = setting.scenario.hex(fight.target).terrain
    if place == "clear":
        return
    groups = {group(piece) for piece in fight.attackers}
    groups |= {one.type for one in (*fight.ours, *fight.theirs)}
    for column in GROUPS:
        if column in groups and not strength_cell(setting, place, column).known:
            yield f"{column}_left"
    for column, field in BEYOND.items():
        if not number_cell(setting, place, column).known:
            yield field
