"""Strengths of both sides, each figure with its rule (11.B.5, 11.B.6, 11.B.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from hexumpire.kit.places import mention
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.rulesets.v101125.fight import COUNTERATTACK, HASTY, Fight, Support
from hexumpire.rulesets.v101125.rules import terrain, zero
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import SHARE
from hexumpire.rulesets.v101125.units import Piece
from hexumpire.rulesets.v101125.vocabulary import LEFT

LEFT_OUT = "it is left out of this attack"
SUPPORT_NAMES = {"air": "ground support", "naval": "naval gunfire"}


def attack(setting: Setting, fight: Fight) -> Trace:
    """The attack strength with every line that makes it (11.B.5, 11.B.6)."""
    lines = [_attacker(setting, fight, piece) for piece in fight.attackers]
    lines += _support(setting, fight, fight.ours, ours=True)
    lines += terrain.untold(setting, fight)
    if fight.attackers == setting.opening.attackers:
        lines += [Trace(piece.name, None, ("11.A.5",), skipped=True, note=LEFT_OUT) for piece in setting.left_out]
        lines += _away(setting, "attacker")
    return Trace("Attack", zero.total(lines), ("11.B.6",), "sum", tuple(lines))


def defence(setting: Setting, fight: Fight) -> Trace:
    """The defence strength with every line that makes it (11.B.7)."""
    lines = [_defender(setting, fight, piece) for piece in fight.defenders]
    if fight.beside:
        lines = _by_hex(fight, lines)
    if zero.optional(setting, fight):
        lines += zero.sites(setting, fight)
    lines += _support(setting, fight, fight.theirs, ours=False)
    if fight.defenders == setting.opening.defenders:
        lines += _away(setting, "defender")
    return Trace("Defence", zero.total(lines), ("11.B.7",), "sum", tuple(lines))


def _away(setting: Setting, side: str) -> Iterator[Trace]:
    """Support of a side that serves in another attack of the turn, or in none."""
    for kind in setting.away(side):
        yield Trace(SUPPORT_NAMES[kind], None, ("11.B.3",), skipped=True, note=LEFT_OUT)


def _by_hex(fight: Fight, lines: Sequence[Trace]) -> list[Trace]:
    """The lines of defenders who stand in several hexes, one sum for each hex (11.R.3.d.2)."""
    found: dict[str, list[Trace]] = {}
    for line, piece in zip(lines, fight.defenders, strict=True):
        found.setdefault(dict(fight.stands)[piece.counter.index], []).append(line)
    return [
        Trace(say("in {place}", place=mention(place)), zero.total(some), ("11.R.3.d.2",), "sum", tuple(some))
        for place, some in sorted(found.items())
    ]


def _attacker(setting: Setting, fight: Fight, piece: Piece) -> Trace:
    base = Trace("printed", piece.attack, ("11.B.6", *_shared(fight, piece)))
    if zero.optional(setting, fight):
        base = zero.size_line(piece)
    factors = [*terrain.cuts(setting, fight, piece), *terrain.armour_in_mountains(setting, fight, piece)]
    factors += _state(piece, "11.B.5")
    weather = str(setting.scenario.condition("weather_left"))
    if LEFT[weather] != 1:
        factors.append(Trace("weather, as stated", plain(LEFT[weather]), ("11.B.5",)))
    if fight.kind == HASTY:
        factors.append(Trace("hasty attack", plain(SHARE["hasty"]), ("11.C.1",)))
    return _times(piece, base, factors, "11.B.5")


def _shared(fight: Fight, piece: Piece) -> Rules:
    """By which rule an attacker fights in a hex of dual ownership: from inside, or from beside it (11.R.3.d.1)."""
    if not fight.dual or fight.beside or piece.counter.text("via") != "land":
        return ()
    return ("11.R.3.d.1",) if piece.at == fight.target else ("11.R.3.d.3",)


def _defender(setting: Setting, fight: Fight, piece: Piece) -> Trace:
    outside = piece.counter.index in fight.guests
    if piece.counter.index in fight.idle or (outside and piece.counter.flag("held_out")):
        return Trace(piece.name, None, ("11.A.3",), skipped=True, note="it is held out of the defence")
    if outside:
        why = "it retreated here in the same combat phase: it adds nothing, and shares the results"
        return Trace(piece.name, None, ("11.Q.2.f", "11.L.1.g"), skipped=True, note=why)
    base = Trace("printed", piece.defence, ("11.B.7",))
    if zero.optional(setting, fight):
        base = zero.size_line(piece)
    factors = [*terrain.armour_in_mountains(setting, fight, piece), *_state(piece, "11.B.7")]
    if piece.counter.index in fight.failed:
        factors.append(Trace("it failed to retreat", plain(SHARE["failed_retreat"]), ("T1.FF",)))
    if piece.counter.index in fight.halved:
        factors.append(Trace("it retreated here", plain(SHARE["retreated_on"]), ("11.L.1.g",)))
    return _times(piece, base, factors, "11.B.7")


def _state(piece: Piece, rule: str) -> Iterator[Trace]:
    """What supply and support leave of a strength; rules of other chapters, so the players state it."""
    counter = piece.counter
    left = LEFT[counter.text("supply_cut")]
    if left != 1:
        yield Trace(say("supply ({state}), as stated", state=counter.text("supply")), plain(left), (rule,))
    elif counter.text("supply") != "regular":
        why = "all of its strength counts, as no less is stated"
        yield Trace(counter.text("supply"), None, (rule,), skipped=True, note=why)
    if counter.flag("unsupported"):
        yield Trace("unsupported", plain(SHARE["unsupported"]), (rule,))


def standing(piece: Piece) -> Fraction:
    """An attack strength as supply and support leave it (11.M.2d)."""
    return _product(piece.attack, _state(piece, "11.M.2d"))


def _product(number: Number, factors: Iterable[Trace]) -> Fraction:
    """A number times all that lines multiply by: one without a value says why nothing is cut."""
    value = Fraction(number)
    for line in factors:
        if line.value is not None:
            value *= line.value
    return value


def _times(piece: Piece, base: Trace, factors: Sequence[Trace], rule: str) -> Trace:
    """A unit's strength times its factors; the printed line alone when nothing is said of any."""
    if not factors:
        return Trace(piece.name, base.value, base.rules, base.op, base.children)
    value = _product(base.value or 0, factors)
    return Trace(piece.name, plain(value), (rule,), "product", (base, *factors))


def _support(setting: Setting, fight: Fight, flown: Sequence[Support], ours: bool) -> Iterator[Trace]:
    """Air and naval points of a side: the defender's air at half, all of a hasty attack at half (11.B.3, 11.C.2)."""
    light = fight.kind in (HASTY, COUNTERATTACK)
    both = setting.scenario.readings["hasty_support"] == "all"
    for one in flown:
        factors = list(terrain.cuts_of_air(setting, fight)) if one.type == "air" else []
        if one.type == "air" and not ours:
            factors.append(Trace("defensive support", plain(SHARE["defensive_air"]), ("11.B.3",)))
        if light and (ours or both):
            rules = ("11.C.2",) if fight.kind == HASTY else ("11.C.2", "11.L.1.d.i")
            factors.append(Trace("as in a hasty attack", plain(SHARE["hasty_support"]), rules))
        name = SUPPORT_NAMES[one.type]
        rule = "11.B.6" if ours else "11.B.7"
        if not factors:
            yield Trace(name, one.points, (rule,))
            continue
        points = Trace("points", one.points, (rule,))
        yield Trace(name, plain(_product(one.points, factors)), (rule,), "product", (points, *factors))
