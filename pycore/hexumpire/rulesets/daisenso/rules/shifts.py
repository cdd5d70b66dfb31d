"""Column shifts of an attack (4.2.3), each applied and explained in one call."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.trace import Ledger, Rules
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules import terrain
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places
from hexumpire.rulesets.daisenso.tables import SHIFT
from hexumpire.rulesets.daisenso.wording import phrase

SEA_SIDES = ("allsea", "beachhead", "strait")
"""Hexsides that marines assault across (4.2.3.6.shift, 4.2.6.1.marine)."""


_AIR = {"attacker": "Air of the attacker", "defender": "Air of the defender"}
_HQ = {"attacker": "HQ of the attacker", "defender": "HQ of the defender"}


def add(setting: Setting, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
    """Add every shift of an attack, those to the right first."""
    _air(setting, net, fight, left, at, "attacker")
    _airdrops(setting, net, fight, left, at)
    _armor(setting, net, fight, left)
    _marines(setting, net, fight, left, at)
    _headquarters(setting, net, fight, left, "attacker")
    _air(setting, net, fight, left, at, "defender")
    _fortress(setting, net, fight, left)
    _headquarters(setting, net, fight, left, "defender")
    _mud(setting, net, fight)
    terrain.shift(setting, net, fight, left, at)


def _air(setting: Setting, net: Ledger, fight: Lineup, left: Counts, at: Places, side: str) -> None:
    rule = "4.2.3.1.att" if side == "attacker" else "4.2.3.1.def"
    fliers = [
        piece for piece in setting.pieces
        if piece.kind == "air" and piece.side == side and left[piece.index]
        and apart(at[piece.index], fight.target) <= 1
    ]  # fmt: skip
    if not fliers:
        net.skip(_AIR[side], "no Air unit in or next to the target", rule)
    for piece in fliers:
        reason, why = _grounded(setting, piece, fight, left, at)
        if reason:
            net.skip(piece.name, reason, rule, *why)
        else:
            net.add(SHIFT[rule], piece.name, rule, "4.2.3.1.reuse")


def _grounded(setting: Setting, piece: Piece, fight: Lineup, left: Counts, at: Places) -> tuple[str, Rules]:
    ours = [setting.pieces[i] for i in fight.side(piece.side)]
    nations = {one.nation for one in ours}
    for one in ours:
        if one.type_at(left[one.index]) == "hq":  # what is left of a multi-national HQ is of one nation
            nations |= set(one.nations)
    weather = setting.weather(fight.target)
    if piece.nation not in nations:
        return phrase("no {nation} unit takes part on its side", nation=piece.nation), ("4.2.3.1.multi",)
    if weather == "mud":
        return "the target lies in mud", ("4.2.3.1.mud",)
    if weather in ("storms", "snow") and at[piece.index] != fight.target:
        return phrase("in {x} only from inside the target hex", x=weather), ("4.2.3.1.snow",)
    if piece.side == "attacker" and setting.blitz and not piece.unit.flag("blitz"):
        return "it is not Blitz-enabled", ("4.1.2.enabled",)
    return "", ()


def _airdrops(setting: Setting, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
    rule, label = "4.2.3.2.drop", "Airdrop"
    drops = setting.here(fight.target, left, at, "attacker", ("airdrop",))
    if not drops:
        net.skip(label, "no Airdrop marker in the target", rule)
    elif not setting.blitz:
        net.skip(label, "only in the Blitz segment", rule, "4.1.2.shifts")
    else:
        for piece in drops:
            enabled = piece.unit.flag("blitz") and not setting.flag(fight.target, "drop_idle")
            if setting.scenario.readings["drop_shift"] == "idle" and not enabled:
                net.skip(piece.name, "outside a Blitz-enabled hex, by the reading chosen", rule, "4.1.2.enabled")
            else:
                net.add(SHIFT[rule], piece.name, rule)


def _armor(setting: Setting, net: Ledger, fight: Lineup, left: Counts) -> None:
    rule, label = "4.2.3.3.armor", "Armor"
    armor = [p for i in fight.attackers if (p := setting.pieces[i]).type_at(left[i]) == "armor"]
    if not armor:
        net.skip(label, "no armor attacks", rule)
    elif not setting.blitz:
        net.skip(label, "only in the Blitz segment", rule, "4.1.2.shifts")
    elif not any(p.unit.flag("supplied") and p.unit.flag("blitz") for p in armor):
        net.skip(label, "none is both supplied and Blitz-enabled", rule)
    else:
        net.add(SHIFT[rule], label, rule, note="one in all")


def _marines(setting: Setting, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
    rule, label = "4.2.3.6.shift", "Marines"
    marines = [setting.pieces[i] for i in fight.attackers if setting.pieces[i].type_at(left[i]) == "marine"]
    if not marines:
        net.skip(label, "no marines attack", rule)
        return
    landing = [p for p in marines if assaults(setting, p, fight.target, at)]
    if not landing:
        net.skip(label, "none attacks across a Beachhead, strait or all-sea hexside", rule)
    elif not any(p.unit.flag("supplied") and p.unit.flag("blitz") for p in landing):
        net.skip(label, "none of them is both supplied and Blitz-enabled", rule)
    elif not setting.blitz and setting.scenario.readings["marine_regular"] == "no":
        net.skip(label, "only in the Blitz segment, by the reading chosen", rule)
    else:
        net.add(SHIFT[rule], label, rule, note="one in all")


def assaults(setting: Setting, piece: Piece, target: str, at: Places) -> bool:
    """Whether a unit attacks across a Beachhead, strait or all-sea hexside."""
    return bool(setting.marks(at[piece.index], target) & set(SEA_SIDES))


def _fortress(setting: Setting, net: Ledger, fight: Lineup, left: Counts) -> None:
    rule = "4.2.3.4.fort"
    if any(setting.pieces[i].type_at(left[i]) == "fortress" for i in fight.defenders):
        net.add(SHIFT[rule], "Fortress", rule)
    else:
        net.skip("Fortress", "no fortress in the target", rule)


def _headquarters(setting: Setting, net: Ledger, fight: Lineup, left: Counts, side: str) -> None:
    rule = "4.2.3.5.att" if side == "attacker" else "4.2.3.5.def"
    found = [p for i in fight.side(side) if (p := setting.pieces[i]).type_at(left[i]) == "hq"]
    label = _HQ[side]
    if not found:
        net.skip(label, "none takes part", rule)
    elif not any(p.unit.flag("supplied") for p in found):
        net.skip(label, "none of them is supplied" if len(found) > 1 else "it is unsupplied", rule)
    else:
        net.add(SHIFT[rule], label, rule)


def _mud(setting: Setting, net: Ledger, fight: Lineup) -> None:
    rule, weather = "4.2.3.7.mud", setting.weather(fight.target)
    if weather == "mud":
        net.add(SHIFT[rule], "Weather", rule, note=weather)
    elif weather != "fine":
        net.skip("Weather", "storms and snow shift nothing", "4.2.3.7.none")


def drops(setting: Setting) -> bool:
    """Whether units may drop in this segment."""
    return setting.scenario.procedure == "blitz" and setting.has("airborne", "attacker")


def asks_of_hex(place: str, setting: Setting) -> Iterator[str]:
    """What the form could ask about a target: whether a drop there is not enabled, by the reading that it is idle."""
    if drops(setting) and place in setting.scenario.targets and setting.scenario.readings["drop_shift"] == "idle":
        yield "drop_idle"


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: the readings on marines in Regular combat, and on Airdrops that do not attack."""
    if setting.has("airdrop") or drops(setting):
        yield "drop_shift"
    if setting.has("marine") and not setting.blitz:
        yield "marine_regular"
