"""Special units: REs of like abilities compared, and the modifier of the main die (11.E.0, T2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexumpire.model.text import say, uncapital
from hexumpire.model.trace import Number, Trace
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import terrain
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import ABILITIES, SPECIAL, SPECIAL_STEPS
from hexumpire.rulesets.v101125.units import Piece, res
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY


@dataclass(frozen=True, slots=True)
class Superiority:
    """What a ratio of special REs gives: a modifier, or a success roll by the side that has more."""

    dm: int
    roll: str = ""


def superiority(attacker: Number, defender: Number, reading: str) -> Superiority:
    """Triple, double or merely more REs of an ability (T2); the ratio is capped at twice the larger force (T2.n1)."""
    if attacker == defender:
        return Superiority(0)
    side, sign = ("attacker", 1) if attacker > defender else ("defender", -1)
    more, less = max(attacker, defender), min(attacker, defender)
    cap = Trace("twice the larger force", more * Fraction(SPECIAL["cap"]), ("T2.n1",))
    parts = (cap, Trace("ratio", Fraction(more) / Fraction(less), ("T2",))) if less else (cap,)
    ratio = min(line.value for line in parts if line.value is not None and not line.skipped)
    for times, dm in SPECIAL_STEPS:
        if ratio >= times:
            return Superiority(sign * dm)
    return Superiority(0, side if ratio > 1 or reading == "roll" else "")


def roll_modifier(side: str, result: str) -> int:
    """What a success roll is worth: S or S* a point for the side that rolled, F and F* nothing (T2)."""
    if result not in ("S", "S*"):
        return 0
    return SPECIAL["roll"] if side == "attacker" else -SPECIAL["roll"]


def total(setting: Setting, fight: Fight, past: Sequence[str]) -> int:
    """What past success rolls are worth together, each as ``ability:role:result``.

    One counts as long as its side still has merely more: where a unit has left or lost something since, the row of the
    table is another one (T2, 11.D.7).
    """
    due = {ability for ability, _ in rolls(setting, fight)}
    known = (roll.split(":") for roll in past)
    return sum(roll_modifier(role, result) for ability, role, result in known if ability in due)


def costs_a_point(result: str) -> bool:
    """Whether a unit that rolled loses a strength point, which makes the odds to be reckoned anew (T2, T2.n2)."""
    return result == "F*"


def users(setting: Setting, fight: Fight, ability: str, attacking: bool) -> tuple[Piece, ...]:
    """The units of a side that use an ability."""
    force = fight.attackers if attacking else fight.guards
    return tuple(
        piece
        for piece in force
        if piece.counter.text("special") == ability and terrain.uses_ability(setting, fight, piece)
    )


def found(setting: Setting, fight: Fight) -> Iterator[tuple[str, Number, Number, Superiority]]:
    """Every ability that is used, with the REs of both sides and what their ratio gives."""
    reading = setting.scenario.readings["special_cap"]
    for ability in ABILITIES:
        ours, theirs = (res(users(setting, fight, ability, side)) for side in (True, False))
        if ours or theirs:
            yield ability, ours, theirs, superiority(ours, theirs, reading)


def rolls(setting: Setting, fight: Fight) -> tuple[tuple[str, str], ...]:
    """Abilities for which a success roll is due, with the side that rolls."""
    return tuple((ability, gives.roll) for ability, _, _, gives in found(setting, fight) if gives.roll)


TITLES = next(field for field in VOCABULARY.unit_fields if field.key == "special").options


def lines(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """What special units add to the main die (11.B.10)."""
    for ability, ours, theirs, gives in found(setting, fight):
        words = {"ability": uncapital(TITLES[ability]), "ours": ours, "theirs": theirs}
        one, several = "{ability}: {ours} against {theirs} RE", "{ability}: {ours} against {theirs} REs"
        label = say(one if theirs == 1 else several, **words)
        if gives.roll:
            yield Trace(label, None, ("T2",), skipped=True, note="merely more: a success roll")
        elif gives.dm:
            yield Trace(label, gives.dm, ("11.B.10", "11.E.0", "T2"))
        else:
            yield Trace(label, None, ("T2", "T2.n1"), skipped=True, note="neither side has more that counts")
    if fight.rolled:
        yield Trace("success rolls", fight.rolled, ("T2",))


def asks(setting: Setting, fight: Fight) -> Iterator[str]:
    """The reading on half an RE against none."""
    for _, ours, theirs, gives in found(setting, fight):
        if not gives.dm and not min(ours, theirs):
            yield "special_cap"
