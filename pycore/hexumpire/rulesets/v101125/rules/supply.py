"""Supply points of an attack: stacks, terrain, overstack and planned steps, times weather and zone (11.B.4, 11.G)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace, plain
from hexumpire.rulesets.v101125.fight import COUNTERATTACK, HASTY, Fight, Outlay
from hexumpire.rulesets.v101125.rules import sides, terrain
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import REDUCES, SHARE, SUPPLY, ZOC, ZOC_LEVELS
from hexumpire.rulesets.v101125.units import Piece, res


def overstack_price(size: Number) -> Number:
    """Supply points for attackers from overstack, by the block of REs (11.G.1)."""
    return plain(ceil(size / SUPPLY["overstack_res"]) * SUPPLY["overstack"])


def overstack_turns(size: Number) -> int:
    """Turns in advance that an attack from overstack is planned (11.G.2)."""
    return ceil(size / SUPPLY["overstack_turn"])


@dataclass(frozen=True, slots=True)
class Terms:
    """What a price is made of, before weather and zone."""

    stacks: Number
    terrain: Number = 0
    overstack: Number = 0
    steps: int = 0
    chit: bool = False
    forced: bool = False
    """A counterattack: nothing but planned steps is paid for (11.L.1.d.ii)."""
    hasty: bool = False
    """A hasty attack, which costs as much as any other (11.C.6)."""
    supplied: bool = True
    """Without supply nothing but overstack and planned steps is paid for, which are had by paying alone (11.G.1)."""
    paid: bool = False
    """What was paid for before the attack was held is not paid for again (11.B.12, 11.L.1.Ex)."""


def step_price(terms: Terms, reading: str) -> Number:
    """A planned step costs half of the price without steps (11.K.2), with an offensive chit half of that (11.K.4)."""
    base = terms.stacks + terms.terrain + (terms.overstack if reading == "all" else 0)
    return plain(base * SUPPLY["planned"] * (SUPPLY["chit"] if terms.chit else 1))


ALL = "stacks, terrain and overstack"
"""All that an attack costs but for planned steps."""


def _of_attack(terms: Terms) -> Iterator[Trace]:
    """What an attack costs before planned steps; stacks and terrain cost an unsupplied one nothing (11.B.4)."""
    rules: Rules = ("11.B.4", "11.C.6") if terms.hasty else ("11.B.4",)
    if terms.paid:
        why = "they were paid for before the attack was held"
        yield Trace(ALL, None, ("11.B.12", "11.L.1.Ex"), skipped=True, note=why)
        return
    if terms.supplied:
        yield Trace("stacks", plain(terms.stacks * SUPPLY["stack"]), rules)
        if terms.terrain:
            yield Trace("terrain", plain(terms.terrain), ("11.B.4", "11.F.0"))
    else:
        yield Trace("stacks and terrain", None, rules, skipped=True, note="the attack is unsupplied")
    if terms.overstack:
        yield Trace("overstack", plain(terms.overstack), ("11.G.1",))


def price(
    terms: Terms, weather: Number, zone: Number, reading: str, reasons: tuple[Trace, ...] = (), side: str = "attacker"
) -> Trace:
    """The price for a side with each of its terms; ``reasons``: lines on how the zone of control comes about."""
    parts = []
    if terms.forced:
        why = "a counterattack costs nothing but planned steps"
        parts.append(Trace(ALL, None, ("11.L.1.d.ii",), skipped=True, note=why))
    else:
        parts += _of_attack(terms)
    if terms.steps:
        rules: Rules = ("11.K.2", *(("11.K.4",) if terms.chit else ()), *(("11.L.1.d.ii",) if terms.forced else ()))
        each = Trace("price of a step", step_price(terms, reading), rules)
        steps = (Trace("steps", terms.steps, ("11.K.0",)), each)
        value = plain(Fraction(terms.steps) * step_price(terms, reading))
        parts.append(Trace("planned attack", value, rules, "product", steps))
    base = plain(sum((Fraction(part.value or 0) for part in parts), Fraction(0)))
    factors = [Trace("before weather and zone", base, ("11.B.4",), "sum", tuple(parts))]
    if weather != 1:
        factors.append(Trace("weather", plain(weather), ("11.B.4",)))
    if zone != 1 or reasons:
        label = say("the {other}'s zone of control", other=sides.FOES[side])
        rules = tuple(dict.fromkeys(("11.B.4", *(rule for line in reasons for rule in line.rules))))
        factors.append(Trace(label, plain(zone), rules, "fact", reasons))
    value = plain(base * Fraction(weather) * Fraction(zone))
    return Trace("Supply points", value, ("11.B.4",), "product", tuple(factors))


# --- the defender's zone of control -------------------------------------------------------------------------


def reduced(base: Number, reasons: Sequence[str]) -> Fraction:
    """A zone of control brought down a level for each reason (11.B.4)."""
    return terrain.level(Fraction(base), -len(reasons))


def _lowered(piece: Piece) -> list[tuple[str, str, int]]:
    """What lowers a unit's own zone, with the rule and the levels: its supply and its marker (11.B.4, 11.L.1.Ex)."""
    supply = piece.counter.text("supply")
    found = [("11.B.4", supply, -REDUCES[supply])] if supply in REDUCES else []
    return [*found, ("11.L.1.Ex", "an MP marker", -REDUCES["marker"])] if piece.marker else found


def _worth(piece: Piece) -> int:
    """The level of a unit's own zone; that of one that has none is below all others."""
    place = ZOC_LEVELS.index(ZOC[piece.counter.text("zoc")])
    return place + sum(step for _, _, step in _lowered(piece)) if place else -len(ZOC_LEVELS)


def is_watched(setting: Setting, place: str, pieces: Iterable[Piece]) -> bool:
    """Whether a hex is in a zone of control of some units: terrain, supply and markers may leave none of it (11.0a)."""
    near = (piece for piece in pieces if setting.touches(piece.at, place))
    return any(_worth(piece) + terrain.zoc_of(setting, place) > 0 for piece in near)


def zone(setting: Setting, fight: Fight) -> Trace:
    """The value of the defender's zone of control; where some have left since, as it was when the price was paid."""
    found = _zone(setting, fight)
    if fight.outlay is None or fight.outlay.zone == found.value:
        return found
    label = "as it was when the supply points were spent"
    reasons = (Trace(label, None, ("11.B.4", "11.B.11"), "list"),)
    return Trace("zone of control", plain(fight.outlay.zone), ("11.B.4",), "fact", reasons)


def _zone(setting: Setting, fight: Fight) -> Trace:
    """The same as it is now: his best unit's, and what raises or lowers it."""
    first = max(fight.guards, key=_worth, default=None)
    best = ZOC[first.counter.text("zoc")] if first else ZOC_LEVELS[0]
    found = _lowered(first) if first else []
    steps = sum(step for _, _, step in found) + terrain.total(setting, fight, "zoc")
    raised = fight.dual and setting.scenario.readings["dual_price"] == "increased"
    on = raised and setting.scenario.readings["zone_beyond"] == "on"
    value = terrain.level(best, steps + raised, on)
    children = [Trace("its best unit", plain(best), ("11.B.4",))] if value != ZOC["full"] else []
    children += [Trace(label, None, (rule,), "list", note="a level down") for rule, label, _ in found]
    children += [line for line in terrain.lines(setting, fight, "zoc", "11.B.4") if line.value]
    if raised:
        children.append(Trace("inside a hex of dual ownership", None, ("11.R.3.b.zoc",), "list", note="a level up"))
    return Trace("zone of control", plain(value), ("11.B.4",), "fact", tuple(children))


# --- of a fight ---------------------------------------------------------------------------------------------


def terms(setting: Setting, fight: Fight) -> Terms:
    """What the price of a fight is made of."""
    stacks, more, over, _ = fight.outlay or outlay(setting, fight)
    forced, hasty = fight.kind == COUNTERATTACK, fight.kind == HASTY
    return Terms(stacks, more, over, fight.steps, fight.chit, forced, hasty, fight.supplied, fight.paid)


def outlay(setting: Setting, fight: Fight) -> Outlay:
    """What the price of a fight hangs on as it stands now."""
    more = terrain.total(setting, fight, "sp") * SHARE["half"]
    value = _zone(setting, fight).value or 0
    return Outlay(len(fight.stacks), plain(more), overstack_price(res(fight.overstacked)), Fraction(value))


def weather(scenario: Scenario) -> Fraction:
    """The factor of the weather (11.B.4)."""
    return Fraction(str(scenario.condition("weather_sp")))


def cost(setting: Setting, fight: Fight) -> Trace:
    """The supply points that a fight costs the attacker, a hasty one no less (11.C.6), every term shown (11.B.4)."""
    if not fight.supplied and not fight.steps and not fight.overstacked:
        why = "the attack is unsupplied"
        return Trace("Supply points", 0, ("11.B.4",), note=why)
    found = zone(setting, fight)
    reading = str(setting.scenario.readings["overstack_planned"])
    return price(
        terms(setting, fight), weather(setting.scenario), found.value or 0, reading, found.children, fight.side
    )
