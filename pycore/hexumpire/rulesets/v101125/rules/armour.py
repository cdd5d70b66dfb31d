"""Armour effects: capable REs of both sides, their ratio, and the modifier of the main die (11.J)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from hexumpire.model.packs import Pack
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Trace, plain
from hexumpire.rulesets.v101125.charting import row_ratio
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import terrain
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import (
    ARMOUR,
    ARMOUR_CAP,
    ARMOUR_OLDER,
    CAPABILITY,
    CONVERSION,
    INTRINSIC,
    INTRINSIC_YEARS,
    ODDS,
    SHARE,
)
from hexumpire.rulesets.v101125.units import Counter, Piece

Readings = Mapping[str, str]
ARMOURED = ("armour", "mechanized")
"""Types whose divisions convert a fixed number of REs (T4)."""
NOT_CONVERTED = ("antiaircraft", "antitank", "artillery")
"""Types that are not converted to armour, unless they are c/m artillery (T4)."""


# --- REs ----------------------------------------------------------------------------------------------------


def is_division(piece: Piece) -> bool:
    """Whether a unit is a division and no brigade, regiment or battalion, nor a cadre or remnant of any size."""
    return piece.shown.kind == "full" and piece.size > CONVERSION["division"]


def converts(piece: Piece, capable: Fraction) -> Fraction:
    """REs that a unit of some capability converts (T4)."""
    if not is_division(piece) or piece.counter.type not in ARMOURED:
        return piece.size * capable
    strong = "german" in piece.counter.traits and piece.attack >= CONVERSION["strong"]
    return CONVERSION["strong_res" if strong else "division_res"] * capable


def is_neutral(piece: Piece, kind: str, year: int, cut: bool) -> bool:
    """Whether a unit's REs may be converted; ``cut``: terrain here cuts motorized units and no infantry (11.F.1c)."""
    counter = piece.counter
    if counter.text(kind) == "none":
        late = is_division(piece) and is_late(counter, year)
        return kind == "atec" and late and supported(counter) in ("support", "self_supporting")
    if counter.text(kind) == "double":
        return False
    if kind == "atec":
        return True
    convertible = counter.type not in NOT_CONVERTED or (counter.type == "artillery" and counter.flag("cm"))
    return convertible and not spared(counter, cut)


def spared(counter: Counter, cut: bool) -> bool:
    """Whether terrain that ``cut`` motorized units leaves one all that it has, as it is on foot (11.F.1c)."""
    return counter.flag("on_foot") and cut


def is_late(counter: Counter, year: int) -> bool:
    """Whether it is a German or Allied unit of 1944 or later (T4)."""
    return "late" in counter.traits and year >= INTRINSIC_YEARS["third"]


def supported(counter: Counter) -> str:
    """What a division is by its support: at half strength for want of it, unsupported as any such (T4, 11.B.7)."""
    return "unsupported" if counter.flag("unsupported") else counter.text("intrinsic")


def intrinsic(support: str, year: int, late: bool) -> Fraction:
    """The antitank REs of a division by itself; ``late``: German or Allied (T4)."""
    row = INTRINSIC.get(support, INTRINSIC["unsupported"])
    if late and year >= INTRINSIC_YEARS["third"]:
        return row[2]
    return row[1 if year >= INTRINSIC_YEARS["second"] else 0]


@dataclass(frozen=True, slots=True)
class Share:
    """A unit in a total: what terrain leaves of its REs, and whether any cuts motorized units and leaves infantry."""

    piece: Piece
    left: Fraction = Fraction(1)
    cut: bool = False


def total(shares: Iterable[Share], kind: str, year: int, rule: str, label: str) -> Trace:
    """The capable REs of a side, with what they convert (11.J.1, 11.J.2); ``kind`` is ``aec`` or ``atec``."""
    lines = []
    capacity = pool = own = Fraction(0)
    for one in shares:
        piece = one.piece
        capable = CAPABILITY[piece.counter.text(kind)]
        if capable:
            lines.append(_capable(one, capable, rule))
            capacity += converts(piece, capable) * one.left
        if is_neutral(piece, kind, year, one.cut):
            pool += max(piece.size * (1 - capable), Fraction(0)) * one.left
        elif spared(piece.counter, one.cut):
            why = "motorized infantry that fights on foot, where terrain cuts motorized units, is not converted"
            lines.append(Trace("neutral REs", None, ("11.F.1c",), skipped=True, note=why))
        if kind == "atec":
            own += _intrinsic(piece, year)
    converted = min(capacity, pool)
    if converted:
        parts = (Trace("they may convert", plain(capacity), ("T4",)), Trace("neutral REs", plain(pool), ("T4",)))
        lines.append(Trace("converted", plain(converted), ("T4",), "min", parts))
    if own:
        lines.append(Trace("divisions by themselves", plain(own), ("T4",)))
    value = sum((Fraction(line.value or 0) for line in lines), Fraction(0))
    return Trace(label, plain(value), (rule,), "sum", tuple(lines))


def _capable(one: Share, capable: Fraction, rule: str) -> Trace:
    piece = one.piece
    size = Trace("REs", plain(piece.size), (rule,))
    factors = []
    if capable != 1:
        factors.append(Trace("its capability", plain(capable), ("T4",)))
    if one.left != 1:
        factors.append(Trace("what terrain leaves of motorized units", plain(one.left), ("11.F.1b",)))
    if not factors:
        return Trace(piece.name, size.value, (rule,))
    return Trace(piece.name, plain(piece.size * capable * one.left), (rule,), "product", (size, *factors))


def _intrinsic(piece: Piece, year: int) -> Fraction:
    if not is_division(piece):
        return Fraction(0)
    return intrinsic(supported(piece.counter), year, "late" in piece.counter.traits)


# --- ratio and modifier -------------------------------------------------------------------------------------


def looked_up(ratio: Fraction, reading: str, pack: Pack | None) -> Fraction | None:
    """The modifier of a ratio of 1:1 or more, from the last row not above it (T5); None when no row is known."""
    rows: Sequence[tuple[Fraction, Fraction]] = ARMOUR
    if reading == "older":
        cells = pack.tables.get("armour", {}) if pack else {}
        told = ((row_ratio(row), int(cell["tenths"]) * ODDS["step"]) for row, cell in cells.items())
        typed = {ratio: modifier for ratio, modifier in told if ratio is not None}
        rows = sorted({**dict(ARMOUR_OLDER), **typed}.items())
    found = [modifier for row, modifier in rows if row <= ratio]
    return found[-1] if found else None


def truncated(ratio: Fraction) -> Fraction:
    """A ratio kept to tenths."""
    return floor(ratio / ODDS["step"]) * ODDS["step"]


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio in force: ``side`` whose armour it favours (empty for neither), and its modifier before terrain."""

    side: str
    value: Fraction
    modifier: Fraction
    unknown: bool = False

    @property
    def name(self) -> str:
        """How it is written: ``2.1:1``, ``1:2.5``; ``none`` where there is none."""
        digits = say("{number}", number=plain(self.value))
        if self.value.denominator != 1:
            whole, part = divmod(self.value, 1)
            digits = say("{whole}.{tenths}", whole=whole, tenths=int(part * ODDS["faces"]))
        if self.side == "defender":
            return say("1:{ratio}", ratio=digits)
        return say("{ratio}:1", ratio=digits) if self.side else "none"


def ratio_of(aeca: Number, atec: Number, aecd: Number, readings: Readings, pack: Pack | None) -> Ratio:
    """Attacking armour against antitank REs, or, where it is weaker, against defending armour (11.J.3, 11.J.4)."""
    most = Fraction(aeca) * ARMOUR_CAP
    found = min(Fraction(aeca) / Fraction(atec), most) if atec else most
    looks = readings["armour_even"] == "look" and found == 1
    if found >= 1 and not looks:
        return _rated("attacker", found, readings, pack)
    limit = Fraction(aecd if readings["armour_cap"] == "defender" else aeca) * ARMOUR_CAP
    against = min(Fraction(aecd) / Fraction(aeca), limit) if aeca else limit
    return _rated("defender", against, readings, pack) if against > 1 else Ratio("", against, Fraction(0))


def _rated(side: str, ratio: Fraction, readings: Readings, pack: Pack | None) -> Ratio:
    kept = truncated(ratio)
    found = looked_up(kept, readings["armour_table"], pack)
    if found is None:
        return Ratio(side, kept, Fraction(0), unknown=True)
    rule = "11.J.3" if side == "attacker" else "11.J.4"
    read = Trace("the row of the table", found if side == "attacker" else -found, (rule, "T5"))
    return Ratio(side, kept, Fraction(read.value or 0))


def toward_zero(modifier: Fraction, lost: int) -> Fraction:
    """A modifier after terrain and weather, which never take it past 0 (11.J.5, 11.F.1a)."""
    return max(modifier - lost, Fraction(0)) if modifier > 0 else min(modifier + lost, Fraction(0))


@dataclass(frozen=True, slots=True)
class Step:
    """A modifier of tenths as the main die takes it: ``base``, and one further when a d10 is at most ``faces``."""

    base: int
    faces: int
    further: int

    def after(self, die: int) -> int:
        """The modifier after the ten-sided die (11.J.0)."""
        return self.base + (self.further if die <= self.faces else 0)


def stepped(modifier: Fraction) -> Step:
    """The whole part, and the die for the tenths (11.J.0)."""
    whole, part = divmod(abs(modifier), 1)
    sign = 1 if modifier > 0 else -1
    return Step(sign * int(whole), int(part * ODDS["faces"]), sign)


# --- of a fight ---------------------------------------------------------------------------------------------


def halves_planned(fight: Fight) -> bool:
    """Whether a planned attack in the exploitation phase halves the attacker's armour (11.K.3)."""
    return fight.steps > 0 and fight.phase == "exploitation"


def attacking(setting: Setting, fight: Fight) -> Trace:
    """The attacker's armour (11.J.1), cut as his motorized units are (11.F.1b)."""
    shares = []
    for piece in fight.attackers:
        if piece.counter.index not in fight.waived:
            cut = terrain.cuts_motorized_only(setting, fight, piece)
            shares.append(Share(piece, _left(setting, fight, piece), cut))
    found = total(shares, "aec", setting.year, "11.J.1", "attacking armour (AECA)")
    if not halves_planned(fight):
        return found
    half = Trace("planned attack in the exploitation phase", plain(SHARE["planned_exploitation"]), ("11.K.3",))
    value = plain(Fraction(found.value or 0) * SHARE["planned_exploitation"])
    return Trace(found.label, value, ("11.J.1", "11.K.3"), "product", (found, half))


def _left(setting: Setting, fight: Fight, piece: Piece) -> Fraction:
    """What hex and hexside leave of motorized units on a unit's way."""
    value = terrain.left_of_motorized(setting, fight)
    for row in terrain.across(setting, fight, piece):
        value *= terrain.strength_cell(setting, row, "motorized").value
    return value


def antitank(setting: Setting, fight: Fight) -> Trace:
    """The defender's antitank REs, which terrain does not cut (11.J.2, 11.F.1b)."""
    shares = [Share(piece) for piece in fight.guards if piece.counter.index not in fight.waived]
    return total(shares, "atec", setting.year, "11.J.2", "antitank REs (ATEC)")


def defending(setting: Setting, fight: Fight) -> Trace:
    """The defender's armour, cut by the hex where it cuts motorized units (11.J.4, 11.F.1b)."""
    scaled = setting.scenario.readings["aecd_terrain"] == "on"
    left = terrain.left_of_motorized(setting, fight) if scaled else Fraction(1)
    shares = [Share(piece, left) for piece in fight.guards if piece.counter.index not in fight.waived]
    return total(shares, "aec", setting.year, "11.J.4", "defending armour (AECD)")


@dataclass(frozen=True, slots=True)
class Effect:
    """The armour effect of a fight: the ratio, the modifier in tenths after terrain and weather, and its die.

    ``used``: the sides, and the capability of theirs (``aec`` or ``atec``), without which that were another one: units
    without effect are not used (T9), and antitank units that hold armour to 1:1 are.
    """

    ratio: Ratio
    modifier: Fraction
    step: Step
    trace: Trace
    used: frozenset[tuple[str, str]]


def effect(setting: Setting, fight: Fight) -> Effect:
    """The armour modifier of a fight (11.B.9)."""
    ours, guns, theirs = attacking(setting, fight), antitank(setting, fight), defending(setting, fight)
    readings, pack = setting.scenario.readings, setting.scenario.pack
    sums = Fraction(ours.value or 0), Fraction(guns.value or 0), Fraction(theirs.value or 0)
    found = ratio_of(*sums, readings, pack)
    taken = tuple(_taken(setting, fight, found.side))
    lost = Trace("taken from it", sum(int(line.value or 0) for line in taken), (), "sum", taken)
    toward = toward_zero(found.modifier, int(lost.value or 0))
    children = (ours, guns, theirs, *_words(found, toward, taken))
    modifier = Fraction(Trace("Armour", toward, ("11.B.9",)).value or 0)
    trace = Trace("Armour", None, ("11.B.9", "11.J.0"), "list", children)
    return Effect(found, modifier, stepped(modifier), trace, _used(setting, fight, sums, modifier))


def _used(
    setting: Setting, fight: Fight, sums: tuple[Fraction, Fraction, Fraction], modifier: Fraction
) -> frozenset[tuple[str, str]]:
    """The capabilities without which the modifier of a fight were another one (T9, 11.J.6).

    ``sums``: REs of attacking armour, antitank and defending armour. Antitank REs that divisions have by themselves are
    nobody's ability.
    """
    ours, guns, theirs = sums
    own = sum((_intrinsic(p, setting.year) for p in fight.guards if p.counter.index not in fight.waived), Fraction(0))
    without = {
        ("attacker", "aec"): (Fraction(0), guns, theirs),
        ("defender", "atec"): (ours, own, theirs),
        ("defender", "aec"): (ours, guns, Fraction(0)),
    }
    return frozenset(
        who for who, rest in without.items() if rest != sums and _modifier(setting, fight, rest) != modifier
    )


def _modifier(setting: Setting, fight: Fight, sums: tuple[Fraction, Fraction, Fraction]) -> Fraction:
    """The modifier with such REs of attacking armour, antitank and defending armour, after terrain and weather."""
    found = ratio_of(*sums, setting.scenario.readings, setting.scenario.pack)
    lost = sum(int(line.value or 0) for line in _taken(setting, fight, found.side))
    return toward_zero(found.modifier, lost)


def _taken(setting: Setting, fight: Fight, side: str) -> Iterator[Trace]:
    """What terrain and weather take of the modifier of a side (11.F.1a, 11.J.5).

    A hexside takes its part of the attacker's where all of his armour comes across it (11.F.1b, 11.F.1d), and of the
    defender's where all attackers do.
    """
    armoured = [p for p in fight.attackers if CAPABILITY[p.counter.text("aec")] and p.counter.index not in fight.waived]
    comers = armoured if side == "attacker" else fight.attackers
    yield from terrain.lines(setting, fight, "aec", "11.F.1a", comers=comers)
    if setting.scenario.condition("weather_aec"):
        yield Trace("weather", int(setting.scenario.condition("weather_aec")), ("11.J.5",))


def _words(found: Ratio, modifier: Fraction, taken: Iterable[Trace]) -> Iterator[Trace]:
    if not found.side:
        yield Trace("no armour effect", None, ("11.J.3", "11.J.4"), "list")
        return
    rule = "11.J.3" if found.side == "attacker" else "11.J.4"
    if found.unknown:
        why = "the older table is not in the text: type it in as a chart pack"
        yield Trace(found.name, None, (rule, "T5"), skipped=True, note=why)
        return
    text = "{ratio}: {modifier} on the main dice"
    words = say(text, ratio=found.name, modifier=tenths(found.modifier))
    yield Trace(words, None, (rule, "T5"), "list")
    if modifier != found.modifier:
        yield from taken
        text = "toward nothing, not past it: {modifier}"
        yield Trace(say(text, modifier=tenths(modifier)), None, ("11.J.5", "11.F.1a"), "list")


def tenths(modifier: Fraction) -> str:
    """A modifier as it is written: ``+1.8``, ``-0.7``, ``0``."""
    if not modifier:
        return "0"
    whole, part = divmod(abs(modifier), 1)
    sign = "+" if modifier > 0 else "-"
    if not part:
        return say("{sign}{whole}", sign=sign, whole=whole)
    return say("{sign}{whole}.{tenths}", sign=sign, whole=whole, tenths=int(part * ODDS["faces"]))


def asks(fight: Fight) -> Iterator[str]:
    """What the form could ask: the year, where divisions have antitank REs by themselves, and readings."""
    ours = any(CAPABILITY[piece.counter.text("aec")] for piece in fight.attackers)
    theirs = any(CAPABILITY[piece.counter.text("aec")] for piece in fight.defenders)
    if ours and any(is_division(piece) for piece in fight.defenders):
        yield "year"
    if ours or theirs:
        yield from ("weather_aec", "armour_table")
    if theirs:
        yield from ("aecd_terrain", "armour_cap", "armour_even")
