"""HQ ranged support (4.2.1.2): which headquarters may join a combat from afar, and why another may not."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.numbering import apart, around, shown
from hexumpire.rulesets.daisenso.pieces import REACH, Piece, enemies, foe, kin
from hexumpire.rulesets.daisenso.rules.weather import foul
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, Counts, Lineup, Places, Reason, State, marked
from hexumpire.rulesets.daisenso.tables import RANGE
from hexumpire.rulesets.daisenso.wording import phrase

CONFINED = "a marker in the capital allows attacks only inside the country and its Dependents"


def reach(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> Reason:
    """Why no path of ranged support leads from an HQ to a target; empty when one does.

    The path may pass enemies and open sea (4.2.1.2.through); from a Beachhead it begins across its hexside.
    """
    start = at[piece.index]
    if apart(start, target) > RANGE["hq"]:
        form = "the target is {n} hexes away; support reaches {m}"
        return phrase(form, n=apart(start, target), m=RANGE["hq"]), ("4.2.1.2.range",)
    if setting.friendly_beachhead(start, left, at, piece.side):
        steps = [hex for hex in around(start) if "beachhead" in setting.marks(start, hex)]
        if not any(hex == target or apart(hex, target) == 1 for hex in steps):
            return "from a Beachhead it supports only across the Beachhead hexside", ("4.2.1.2.beachhead",)
    else:
        steps = list(around(start))
    open_steps = [hex for hex in steps if setting.text(hex, "barred") == "none"]
    if setting.text(target, "barred") == "none":
        for hex in open_steps:
            if hex == target or apart(hex, target) == 1:
                return FREE
    return "every path enters a neutral or policy-affected country", ("4.2.1.2.path",)


def refusal(setting: Setting, piece: Piece, fight: Lineup, left: Counts, at: Places, spent: int) -> Reason:
    """Why an HQ may not give ranged support to its side in this combat; empty when it may."""
    unit, mine = piece.unit, fight.side(piece.side)
    if not unit.flag("supplied"):
        return "an HQ must be supplied to support", ("4.2.1.2.supplied",)
    if any(setting.pieces[i].type_at(left[i]) == "hq" for i in mine):
        return "one HQ of a faction takes part in a combat, and there is one already", ("4.2.1.2.one",)
    if unit.flag("took_part") or unit.flag("attacked") or marked(spent, piece.index):
        return "it took part in a combat of this segment already", ("4.2.1.2.used", *routed(setting, piece, at))
    if not mine and piece.side == "attacker":
        return "an HQ cannot attack by ranged support alone", ("4.2.1.2.alone",)
    if not mine:
        return "there is no ground unit to support", ("4.2.1.2.marker",)
    if not any(kin(nation, setting.pieces[i].nation) for i in mine for nation in piece.nations):
        return "no unit of its nationality is in the combat", ("4.2.1.2.nation", "4.2.1.2.ccp", "4.2.1.2.kmt")
    if piece.nation not in REACH and any(enemies(piece.faction, setting.pieces[i].faction) for i in mine):
        return "it is of another faction than those who fight here", ("4.factions",)
    readings = setting.scenario.readings
    russians = piece.side == "attacker" and readings["snow"] == "all"
    if russians and piece.nation != "Russian" and foul(setting, fight.target, left, at) == "snow":
        return "only Russian units attack units in snow in the Blitz segment", ("4.1.2.weather", "4.1.2.snow")
    blitz = piece.side == "attacker" and setting.blitz
    if blitz and readings["hq_blitz"] == "needed" and not unit.flag("blitz"):
        return "it is not Blitz-enabled", ("4.1.2.enabled",)
    if piece.side == "attacker" and _mixes_minors(setting, piece, mine):
        return "units of two Minor Countries cannot attack the same hex", ("4.2.1.1.minor",)
    if piece.side == "attacker" and setting.confined(piece, fight.target):  # one of the attacking units (4.2.2, Step 3)
        return CONFINED, ("4.2.1.1.capital",)
    return reach(setting, piece, fight.target, left, at)


def routed(setting: Setting, piece: Piece, at: Places) -> Rules:
    """The rule by which an HQ may have taken part, other than by attack or support: a rout (4.2.5.rout.involved).

    Of one that is said to have taken part nobody says how; else units of its side have retreated into its hex.
    """
    came = [
        other for other in setting.pieces
        if other.side == piece.side and other.kind == "ground" and not other.reserve
        and at[other.index] == at[piece.index] != setting.home[other.index]
    ]  # fmt: skip
    return ("4.2.5.rout.involved",) if came or piece.unit.flag("took_part") else ()


def _mixes_minors(setting: Setting, piece: Piece, mine: Counts) -> bool:
    minors = {setting.pieces[i].nation for i in mine if setting.pieces[i].standing == "minor"}
    return piece.standing == "minor" and any(not kin(piece.nation, nation) for nation in minors)


def candidates(setting: Setting, side: str, fight: Lineup, left: Counts, at: Places) -> list[Piece]:
    """HQs of a side that stand outside the fight."""
    inside = fight.side(side)
    return [
        piece for piece in setting.pieces
        if piece.side == side and piece.kind == "ground" and left[piece.index]
        and piece.type_at(left[piece.index]) == "hq" and piece.index not in inside
        and not (side == "defender" and at[piece.index] == fight.target)
    ]  # fmt: skip


def willing(setting: Setting, side: str, fight: Lineup, left: Counts, at: Places, spent: int) -> list[Piece]:
    """HQs of a side that may support this combat (4.2.1.2.offer)."""
    if not fight.side(foe(side)):
        return []
    return [
        piece for piece in candidates(setting, side, fight, left, at)
        if refusal(setting, piece, fight, left, at, spent) == FREE
    ]  # fmt: skip


def label(piece: Piece, state: State) -> str:
    """Label of an HQ that could support."""
    factor, place = piece.factor(state.left[piece.index]), shown(state.at[piece.index])
    form = "The {unit} in {place} supports: {n} and its shift"
    return phrase(form, unit=piece.name, place=place, n=f"{factor:+d}")


def step(state: State) -> str:
    """The step of the sequence in which a side says who supports: the attacker first (4.2.2.s1, 4.2.2.s2)."""
    return "4.2.2.s1" if state.job == "attacker" else "4.2.2.s2"


def entry(setting: Setting, state: State, name: str) -> Line:
    """Log entry of who supports, or that nobody does."""
    if not name:
        return Line("No headquarters supports.", (step(state),), state.job)
    piece = setting.by_id[name]
    form = "The {unit} in {place} gives ranged support."
    text = say(form, unit=piece.name, place=shown(state.at[piece.index]))
    return Line(text, (step(state), "4.2.1.2.add"), piece.side)


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the reading on the attacker's HQs in the Blitz segment."""
    if setting.blitz and setting.has("hq", "attacker"):
        yield "hq_blitz"


def asks_of(unit: Unit, setting: Setting) -> Iterator[str]:
    """What the form could ask about a counter: whether an HQ took part in a combat, and for which nations it stands."""
    if unit.type != "hq":
        return
    yield from ("took_part", "also")
    if unit.text("also") not in ("none", "faction"):
        yield "also2"
    if unit.text("also2") != "none":
        yield "also3"
