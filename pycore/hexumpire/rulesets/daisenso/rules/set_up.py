"""What is wrong with a battle as it is set up: why the rules forbid it, all at once, and the way out."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.errors import Problem
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import apart, shown
from hexumpire.rulesets.daisenso.pieces import Piece
from hexumpire.rulesets.daisenso.rules import factions, terrain
from hexumpire.rulesets.daisenso.rules.airdrop import cannot_drop
from hexumpire.rulesets.daisenso.rules.declaration import kept_out, naming, no_units
from hexumpire.rulesets.daisenso.rules.eligibility import Bar, hex_bars, unit_bars
from hexumpire.rulesets.daisenso.rules.lineup import lineup
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, Counts, Places
from hexumpire.rulesets.daisenso.tables import RANGE


def problems(setting: Setting, left: Counts, at: Places) -> tuple[Problem, ...]:
    """Why the rules forbid this battle as set up, all at once, in reading order."""
    found = [*factions.problems(setting, left, at), *aimless(setting, left, at)]
    for number, target in enumerate(setting.scenario.targets):
        found += _no_attack(setting, number, target, left, at)
    found += at_sea(setting, left, at)
    found += gone_by_now(setting)
    return (*dict.fromkeys(found), *unsaid(setting, left, at), *crowded_skies(setting, at))


def aimless(setting: Setting, left: Counts, at: Places) -> Iterator[Problem]:
    """Units that were named against a target there is not, or one they are not next to."""
    for piece in setting.pieces:
        aim, targets = piece.unit.number("aim"), setting.scenario.targets
        if piece.side != "attacker" or piece.kind != "ground" or not piece.unit.flag("attacks") or not aim:
            continue
        if not left[piece.index] or piece.id != piece.unit.id:
            continue
        path = setting.path(piece)
        if aim > len(targets):
            message = say("the {unit} aims at target {n}, which there is not", unit=piece.name, n=aim)
            yield Problem(message, f"{path}.aim", "4.2.1.target", "name one of the targets")
        elif apart(at[piece.index], targets[aim - 1]) != RANGE["approach"]:
            inside = at[piece.index] == targets[aim - 1]
            form = "the {unit} stands in {place}" if inside else "the {unit} is not next to {place}"
            message = say(form, unit=piece.name, place=shown(targets[aim - 1]))
            yield Problem(message, f"{path}.at", "4.adjacent", "move it there, or aim it elsewhere")


def _no_attack(setting: Setting, number: int, target: str, left: Counts, at: Places) -> Iterator[Problem]:
    """Why a target cannot be attacked as things stand: the hex, every unit next to it, or all of them together."""
    path = f"$.targets[{number}]"
    for bar in hex_bars(setting, target, left, at):
        yield _shut(target, bar, path)
    fight = lineup(setting, target, left, at)
    out = kept_out(setting, target, left, at, 0)
    if all(i in out for i in fight.attackers):
        for i in fight.attackers:
            piece = setting.pieces[i]
            for bar in unit_bars(setting, piece, target, left, at):
                form = "the {unit} may not attack {place}: {x}"
                message = say(form, unit=piece.name, place=shown(target), x=bar.reason)
                yield Problem(message, setting.path(piece), bar.rules[0], bar.fix)
        if not fight.attackers:
            yield _shut(target, no_units(setting, {}, target, left, at), path)
    else:
        bar = naming(setting, fight, left, at, 0, 0).bar  # where the hex is closed, that is told once
        if bar.reason:
            yield _shut(target, bar, path)


def _shut(target: str, bar: Bar, path: str) -> Problem:
    message = say("{place} may not be attacked: {x}", place=shown(target), x=bar.reason)
    return Problem(message, path, bar.rules[0], bar.fix)


def unsaid(setting: Setting, left: Counts, at: Places) -> list[Problem]:
    """Shifts of terrain that the attacks need and nobody has stated (4.2.3.8.hex, 4.2.3.8.hexside)."""
    found: list[Problem] = []
    for target in setting.scenario.targets:
        for key in _unknown(setting, target, left, at):
            message, rule, fix = terrain.untold(key)
            problem = Problem(message, f"$.conditions.{key}", rule, fix)
            if problem not in found:
                found.append(problem)
    return found


def _unknown(setting: Setting, target: str, left: Counts, at: Places) -> Iterator[str]:
    """Rows of the terrain chart that an attack on a target needs, now or after another one, and nobody has told.

    A hex that nobody defends yet is attacked over the same ground once others have retreated into it (4.2.1.arrived).
    A hexside that counts for nothing now does once those with a lower one have gone to another fight (4.2.1.split).
    """
    fight = lineup(setting, target, left, at)
    found = naming(setting, fight, left, at, 0, 0)
    able = found.pool or _able(setting, target, left, at)
    if fight.defenders and found.pool:
        for force in found.forces or (found.pool,):
            yield from terrain.unknown(setting, fight._replace(attackers=force), left, at)
    elif not able or not _may_fill(setting, target, left, at):
        return
    free = {i for i in able if _may_leave(setting, setting.pieces[i], target, left, at)}
    for one in able:
        force = tuple(i for i in able if i == one or i not in free)
        yield from terrain.unknown(setting, fight._replace(attackers=force), left, at)


def _able(setting: Setting, target: str, left: Counts, at: Places) -> Counts:
    """Units that may be named against a target, one by one."""
    out = kept_out(setting, target, left, at, 0)
    return tuple(i for i in lineup(setting, target, left, at).attackers if i not in out)


def _may_leave(setting: Setting, piece: Piece, target: str, left: Counts, at: Places) -> bool:
    """Whether a unit next to a target may be gone when it is attacked: it drops, attacks another or supports that."""
    if setting.scenario.procedure == "blitz" and cannot_drop(setting, piece, at) == FREE:
        return True
    others = [other for other in setting.scenario.targets if other != target]
    if piece.type_at(left[piece.index]) == "hq" and any(apart(at[piece.index], hex) <= RANGE["hq"] for hex in others):
        return True
    return any(piece.index in _able(setting, other, left, at) for other in others)


def _may_fill(setting: Setting, target: str, left: Counts, at: Places) -> bool:
    """Whether another attack may drive units into a target that may be attacked: there are defenders in another one."""
    if setting.flag(target, "attacked_before") or setting.text(target, "barred") == "neutral":
        return False
    others = (other for other in setting.scenario.targets if other != target)
    return any(setting.here(other, left, at, "defender", ("ground",)) for other in others)


def at_sea(setting: Setting, left: Counts, at: Places) -> Iterator[Problem]:
    """A ground unit that defends stands on land, or at sea with a friendly Beachhead (4.2.5.place).

    One of a Force Pool stands nowhere, wherever it was put.
    """
    for piece in setting.pieces:
        place = at[piece.index]
        if piece.side != "defender" or piece.kind != "ground" or not setting.sea(place):
            continue
        if left[piece.index] and not setting.friendly_beachhead(place, left, at, "defender"):
            message = say("the {unit} stands in an all-sea hex without a Beachhead", unit=piece.name)
            path = f"{setting.path(piece)}.at"
            yield Problem(message, path, "4.2.5.place", "put it on land, or a Beachhead beneath it")


def gone_by_now(setting: Setting) -> Iterator[Problem]:
    """CV strikes and Airdrops of either side in Regular combat: the Blitz segment takes them off the map at its end.

    That step comes with or without a Blitz marker (4.1.nomarker), and of an Airdrop either a unit is left or nothing.
    """
    for piece in setting.pieces if not setting.blitz else ():
        if piece.id != piece.unit.id:
            continue
        message, rule = "", ""
        if piece.unit.type == "strike":
            message, rule = say("the {unit} is in its Used Box by the Regular segment", unit=piece.name), "4.1.5.cv"
        elif piece.kind == "airdrop":
            message, rule = say("the {unit} is in the Delay Box by the Regular segment", unit=piece.name), "4.1.4.may"
        if message:
            yield Problem(message, setting.path(piece), rule, "take it off, or take the Blitz segment")


def crowded_skies(setting: Setting, at: Places) -> Iterator[Problem]:
    """Air units of a side never share a hex nor stand next to each other (4.2.3.1.place)."""
    fliers = [piece for piece in setting.pieces if piece.kind == "air"]
    for n, piece in enumerate(fliers):
        for other in fliers[:n]:
            if other.side == piece.side and apart(at[piece.index], at[other.index]) <= 1:
                message = say("the {unit} stands with or next to the {unit2}", unit=piece.name, unit2=other.name)
                path = f"{setting.path(piece)}.at"
                yield Problem(message, path, "4.2.3.1.place", "move one of them away")
                break
