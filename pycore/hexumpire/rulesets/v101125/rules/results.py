"""What a result of the main table means, and what it makes each side owe (11.L.1, Table 10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from hexumpire.model.errors import RulesetError
from hexumpire.model.text import capital, joined, say
from hexumpire.model.trace import Number, Rules, Trace
from hexumpire.rulesets.v101125.rules import sides
from hexumpire.rulesets.v101125.rules.replacements import halves
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.tables import CRT, FIRM_COLUMN, LOSSES, SHARE

ATTACKER, DEFENDER = "attacker", "defender"
CASUALTIES, DISRUPTION = "casualties", "disruption"
CHAINED = ("CA", "DL")
"""Results that force another fight."""
BRACKETS = {"(": ")", "[": "]"}
EFFECTS = re.compile(r"(1|½)?([:DELX])(1|½)?")
SHARES: Mapping[str, Fraction] = {"1": Fraction(1), "½": SHARE["half"]}
"""Full value and half value (11.L.1.a, 11.L.1.b)."""
TITLES = {":": "exchange by REs", "X": "exchange", "L": "large exchange", "D": "disruption", "E": "elimination",
          "ME": "minimal effect", "OR": "overrun"}  # fmt: skip
RULES = {":": "11.L.1.c", "X": "11.L.1.X", "L": "11.L.1.i", "D": "11.L.1.e", "E": "11.L.1.h", "ME": "11.L.1.j",
         "OR": "11.L.1.k"}  # fmt: skip


# --- what is printed ------------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """What a side suffers: a kind (``:``, ``X``, ``L``, ``D``, ``E``) and how much of its full value."""

    kind: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """A result: what stands left of a sign is the attacker's, what stands right of it the defender's (11.L.1.0).

    ``special`` is ``CA``, ``DL``, ``DR``, ``ME``, ``OR`` or nothing; ``cadres`` the number of an OR; ``bracket`` is
    ``(`` or ``[`` where the result is printed in brackets, which gives both sides a marker.
    """

    token: str
    attacker: tuple[Effect, ...] = ()
    defender: tuple[Effect, ...] = ()
    special: str = ""
    cadres: int = 0
    bracket: str = ""

    def effects(self, side: str) -> tuple[Effect, ...]:
        """What a side suffers."""
        return self.attacker if side == ATTACKER else self.defender

    @property
    def equal(self) -> bool:
        """Whether both sides suffer the same, an ME among them (T10.def)."""
        return bool(self.attacker) and self.attacker == self.defender


@cache
def parse(token: str) -> Result:
    """The result that a cell of the main table prints (11.L.1.0).

    Raises:
        RulesetError: no result is printed so.
    """
    bracket = token[:1] if BRACKETS.get(token[:1]) == token[-1:] else ""
    bare = token[1:-1] if bracket else token
    if bare in (*CHAINED, "DR"):
        return Result(token, special=bare, bracket=bracket)
    if bare == "ME":
        quarter = (Effect(":", LOSSES["minimal"]),)
        return Result(token, quarter, quarter, "ME", bracket=bracket)
    overrun = re.fullmatch(r"OR\((\d)\)", bare)
    if overrun:
        return Result(token, (), (Effect("E", SHARES["1"]),), "OR", int(overrun[1]), bracket)
    found = EFFECTS.findall(bare)
    if not found or "".join(map("".join, found)) != bare or not all(left or right for left, _, right in found):
        raise RulesetError(f"{token!r} is no result of the main table")
    attacker = tuple(Effect(kind, SHARES[left]) for left, kind, _ in found if left)
    defender = tuple(Effect(kind, SHARES[right]) for _, kind, right in found if right)
    return Result(token, attacker, defender, bracket=bracket)


# --- what is owed ---------------------------------------------------------------------------------------------------


class Force(NamedTuple):
    """A side as its losses see it: printed strengths of the ground units that fight (11.M.0a, 11.M.5).

    ``strength`` is theirs together, ``largest`` the greatest one, ``res`` their REs; ``uncut``: there are such as
    the terrain does not cut.
    """

    strength: Number
    largest: Number
    res: Number
    isolated: bool = False
    uncut: bool = False


class Clash(NamedTuple):
    """What a result falls on.

    ``cut``: 2 or 4 where terrain halves or quarters attacking infantry (11.M.3); ``works``: the defender is in a fort,
    entrenchment or city that has an effect (T10.n10); ``dual``: it is fought inside a dual ownership hex; ``ratio`` is
    how the strengths fought with compare, for the reading ``lower_strength``: whether the attacker's is the lower.
    """

    attacker: Force
    defender: Force
    cut: int = 1
    works: bool = False
    dual: bool = False
    outfought: bool | None = None

    def force(self, side: str) -> Force:
        """A side."""
        return self.attacker if side == ATTACKER else self.defender

    @property
    def lower(self) -> str:
        """The side of the lower strength; the defender when both are equal (11.L.1.X)."""
        below = self.attacker.strength < self.defender.strength if self.outfought is None else self.outfought
        return ATTACKER if below else DEFENDER

    @property
    def smaller(self) -> Number:
        """REs of the smaller side (11.L.1.c)."""
        return min(self.attacker.res, self.defender.res)


@dataclass(frozen=True, slots=True)
class Charge:
    """Points that a side owes: casualties or disruption; ``scaled``: by REs in terrain that cuts (11.M.3)."""

    side: str
    kind: str
    points: Fraction
    trace: Trace
    scaled: bool = False


def exchange(clash: Clash, side: str, share: Fraction, rule: str = "11.L.1.c") -> Charge:
    """An exchange by REs (11.L.1.c): of the attackers whom terrain cuts it takes a multiple (11.M.3)."""
    said = _valued(share) if rule == "11.L.1.c" else (rule, *_valued(share))
    lines = [Trace("REs of the smaller side", clash.smaller, ("11.L.1.c",)), Trace("Share of it", share, said)]
    scaled = side == ATTACKER and clash.cut > 1
    if scaled:
        lines.append(Trace("Terrain that cuts attackers", clash.cut, ("11.M.3", "T10.n8")))
    return _charge(side, CASUALTIES, lines, scaled)


def charges(result: Result, clash: Clash, face: int, readings: Mapping[str, str]) -> tuple[Charge, ...]:
    """What a result makes both sides owe, in the order of Table 7; ``face`` is the die of a large exchange."""
    found: list[Charge] = []
    for side in (ATTACKER, DEFENDER):
        for effect in result.effects(side):
            found += _suffer(effect, side, clash, face, readings, RULES.get(result.special, RULES[effect.kind]))
    found = [_capped(charge, clash) for charge in found]
    return tuple(sorted((one for one in found if one.points), key=lambda one: one.kind != CASUALTIES))


def needs_die(result: Result) -> bool:
    """Whether another die says whose largest unit counts (11.L.1.i)."""
    return any(effect.kind == "L" for effect in (*result.attacker, *result.defender))


def _suffer(effect: Effect, side: str, clash: Clash, face: int, readings: Mapping[str, str], rule: str) -> list[Charge]:
    """What one effect makes a side owe."""
    if effect.kind == ":":
        return [exchange(clash, side, effect.share, rule)]
    if effect.kind == "L":
        return _large(effect, side, clash, face, readings)
    if effect.kind == "D":
        return [_disrupted(effect, side, clash, readings)]
    whole = clash.defender if effect.kind == "E" else clash.force(clash.lower)
    label = "Printed strength of the defender" if effect.kind == "E" else "Lower printed strength"
    return [_charge(side, CASUALTIES, [Trace(label, whole.strength, (rule,)), _share(effect)])]


def _disrupted(effect: Effect, side: str, clash: Clash, readings: Mapping[str, str]) -> Charge:
    """D: disruption; an elimination of those isolated, half as casualties in a work or a dual hex (11.L.1.e)."""
    rule = RULES["D"]
    lower = Trace("Lower printed strength", clash.force(clash.lower).strength, (rule,))
    spared = clash.dual and (side == DEFENDER or readings["dual_d"] == "both")
    spared = spared or (clash.works and side == DEFENDER)
    isolated = clash.force(side).isolated and not (spared and readings["isolated_d"] == "halved")
    if isolated:
        if side == DEFENDER or readings["isolated_attacker"] == "defender":
            lower = Trace("Isolated: printed strength of the defender", clash.defender.strength, (rule,))
        return _charge(side, CASUALTIES, [lower, _share(effect)])
    if spared:
        cited = "11.R.3.d" if clash.dual else "T10.n10"
        half = Trace("Half of it as casualties", LOSSES["converted"], (rule, cited))
        return _charge(side, CASUALTIES, [lower, _share(effect), half])
    return _charge(side, DISRUPTION, [lower, _share(effect)])


def _large(effect: Effect, side: str, clash: Clash, face: int, readings: Mapping[str, str]) -> list[Charge]:
    """L: the strength of the largest unit, by a die that of the attacker or of the defender (11.L.1.i).

    It is no more than the weaker side has; by the example of 11.M no more than half of what the defender has, who
    disrupts the rest.
    """
    rule = RULES["L"]
    whose = clash.attacker if face <= LOSSES["last_own_face"] else clash.defender
    weaker = min(clash.attacker.strength, clash.defender.strength)
    lines = (Trace("Largest unit", whose.largest, (rule,)), Trace("Total of the weaker side", weaker, (rule,)))
    full = Trace("No more than the weaker side has", min(whose.largest, weaker), (rule,), "min", lines)
    whole = _charge(side, CASUALTIES, [full, _share(effect)])
    if readings["l_cap"] == "weaker_total":
        return [whole]
    half = halves(clash.defender.strength * LOSSES["converted"])
    limit = Trace("Half of the defender's strength", half, (rule, "11.M.0d"))
    lost = min(whole.points, half)
    found = Trace("Large exchange", lost, (rule,), "min", (whole.trace, limit))
    kept = Charge(side, CASUALTIES, Fraction(found.value or 0), found)
    rest = whole.points - kept.points
    if side == ATTACKER or not rest:
        return [kept]
    beyond = Trace("What is beyond that is disrupted", rest, (rule, "11.M.0d"))
    return [kept, Charge(side, DISRUPTION, rest, beyond)]


def _share(effect: Effect) -> Trace:
    """The line of full or half value."""
    return Trace("Share of it", effect.share, _valued(effect.share))


def _valued(share: Fraction) -> Rules:
    """The rules that say what a sign left or right is worth (11.L.1.0, 11.L.1.a, 11.L.1.b)."""
    return {Fraction(1): ("11.L.1.0", "11.L.1.a"), SHARES["½"]: ("11.L.1.0", "11.L.1.b")}.get(share, ("11.L.1.0",))


def _charge(side: str, kind: str, lines: list[Trace], scaled: bool = False) -> Charge:
    """Points as the product of some lines."""
    found = in_halves(lines)
    return Charge(side, kind, Fraction(found.value or 0), found, scaled)


def in_halves(lines: list[Trace]) -> Trace:
    """The product of some lines, rounded down to the nearest half where it has a smaller part (11.M.0c)."""
    product: Number = Fraction(1)
    for line in lines:
        product *= line.value or 0
    exact, points = Trace("Points", product, (), "product", tuple(lines)), halves(product)
    if points == exact.value:
        return exact
    return Trace("Rounded down to the nearest half", points, ("11.M.0c",), "fact", (exact,))


def most(clash: Clash) -> Number:
    """What the attacker's casualties of a result, equal dice included, are never more than (11.A.12)."""
    return LOSSES["attacker_most"] * clash.defender.strength


def _capped(charge: Charge, clash: Clash) -> Charge:
    """No attacker loses more than twice what the defender's units print; disruption is not counted (11.A.12).

    Who is not cut by the terrain that scales a charge truly loses a share of it only (11.M.3).
    """
    if charge.side == DEFENDER or charge.kind == DISRUPTION:
        return charge
    cap = Fraction(most(clash) * (clash.cut if charge.scaled and clash.attacker.uncut else 1))
    if charge.points <= cap:
        return charge
    limit = Trace("At most twice the defender's printed strength", cap, ("11.A.12",))
    trace = Trace(charge.trace.label, cap, charge.trace.rules, "min", (charge.trace, limit))
    return Charge(charge.side, charge.kind, Fraction(trace.value or 0), trace, charge.scaled)


# --- who retreats ---------------------------------------------------------------------------------------------------


def retreats(result: Result, lost: tuple[Number, Number], weaker: bool, readings: Mapping[str, str]) -> str:
    """The rule by which a result makes the defender retreat; empty when none does.

    ``lost`` are casualties of the attacker and of the defender; ``weaker``: he is then the weaker side. A D makes
    survivors retreat (11.L.1.e), an E those who lose more than the attacker (11.L.1.h), an X those who are then the
    weaker side (11.L.1.X), where it is the defender who suffers it; an L nobody.
    """
    if result.special == "DR":
        return "11.L.1.g"
    struck = {effect.kind for effect in result.defender}
    if readings["attacker_only"] == "retreat":
        struck |= {effect.kind for effect in result.attacker if effect.kind in "DX"}
    if "D" in struck:
        return RULES["D"]
    if "E" in struck and lost[1] > lost[0]:
        return RULES["E"]
    return RULES["X"] if "X" in struck and weaker else ""


def may_stand(column: str) -> bool:
    """Whether the defender may take an exchange in place of a retreat: on the columns below 3:1 (11.L.1.g)."""
    names = CRT.ladder.names
    return names.index(column) < names.index(FIRM_COLUMN)


def standing(clash: Clash) -> Charge:
    """What it costs the defender to stay (11.L.1.g)."""
    return exchange(clash, DEFENDER, LOSSES["converted_retreat"], "11.L.1.g")


# --- in words -------------------------------------------------------------------------------------------------------


def describe(result: Result, side: str = ATTACKER) -> str:
    """A result in words, of an attack by a side."""
    plain = {"CA": "The {side}s counterattack at once.", "DL": "Deadlock: fought again in the next combat phase.",
             "DR": "The {side} retreats."}  # fmt: skip
    if result.special in plain:
        return say(plain[result.special], side=sides.FOES[side])
    said = [say("{what}.", what=capital(TITLES[result.special]))] if result.special in TITLES else []
    for role, name in ((ATTACKER, side), (DEFENDER, OTHER[side])):
        for kind, share in result.effects(role):
            value = {"1": "full value", "½": "half value"}.get(_sign(share), "a quarter")
            said.append(say("{side}: {what}, {value}.", side=name.capitalize(), what=TITLES[kind], value=value))
    if result.cadres:
        said.append(say("Cadres and remnants lost with them: {number}.", number=result.cadres))
    return joined(said)


def _sign(share: Fraction) -> str:
    """How a share is printed."""
    return next((sign for sign, worth in SHARES.items() if worth == share), "")
