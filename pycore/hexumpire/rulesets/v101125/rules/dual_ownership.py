"""Dual ownership: two enemy forces in one hex, what each keeps there, and how one attacks out of it (11.R)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.errors import Problem
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.rules import presence, terrain
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import LEAVES, Setting
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.tables import ZOC_LEVELS
from hexumpire.rulesets.v101125.units import Counter


def raised(zone: Fraction) -> Fraction:
    """The value of a zone of control in the hex that the units occupy themselves: a level up (11.R.3.b.zoc).

    Double stays double, and what is no zone of control stays none.
    """
    return zone and ZOC_LEVELS[min(len(ZOC_LEVELS) - 1, ZOC_LEVELS.index(zone) + 1)]


def screened(zone: Fraction) -> Fraction:
    """The value of a zone of control whose units are screened: a level down (11.R.3.b.zoc)."""
    return ZOC_LEVELS[max(0, ZOC_LEVELS.index(zone) - 1)]


class Zones(NamedTuple):
    """Values of a unit's zone of control in the hex that it shares, and in those around."""

    inside: Fraction
    around: Fraction


def zones(zone: Fraction, under_screen: bool) -> Zones:
    """Zones of control out of a hex of dual ownership (11.R.3.b.zoc)."""
    inside = raised(zone)
    return Zones(screened(inside), screened(zone)) if under_screen else Zones(inside, zone)


class Control(NamedTuple):
    """What becomes of ports and airbases: who keeps them, whether the other may build, and what sole ownership adds."""

    stays_with: str
    may_build: bool
    added: bool


def control(installation: str) -> Control:
    """Who has a port or airbase of the hex (11.R.3.a): its first owner; the other may build one airfield of its own."""
    airfield = installation == "airfield"
    return Control("defender", airfield, airfield)


def pinning(defence: Fraction, *modifiers: int) -> Fraction:
    """The attack factors that pin the enemy in the hex while others attack out of it (11.R.3.d.4).

    The defenders' printed strength, and one for each point by which terrain, markers and forts of theirs change the
    main dice.
    """
    return defence + sum(abs(modifier) for modifier in modifiers)


def may_attack_out(pinned: Fraction, needed: Fraction, fought: bool) -> bool:
    """Whether units may attack out of the hex: the enemy in it is pinned, or was attacked at 1:4 (11.R.3.d.4)."""
    return fought or pinned >= needed


def attacked(counters: Iterable[Counter], phase: str) -> bool:
    """Whether a hex was attacked in a combat phase: an attack on some of those in it is one (11.R.3.d.4)."""
    return any(counter.text("attacked") == phase for counter in counters)


def common(reaches: Iterable[Collection[str]]) -> set[str]:
    """Hexes that several stacks can all attack: the only ones that they may counterattack together (11.R.3.d.2)."""
    first, *rest = (set(reach) for reach in reaches)
    return first.intersection(*rest)


GARRISONED = frozenset(
    {"port_fortification", "fortress", "damaged_fortress", "unimproved_fortress", "damaged_unimproved_fortress"}
)
"""Works out of which nobody attacks another hex."""


def unpinned(setting: Setting) -> Iterator[tuple[str, Fraction]]:
    """Hexes with enemies that are attacked out of though these are not pinned, and the factors that it takes.

    11.R.3.d.4; where both hexes are attacked as one, nobody has to be pinned but by the reading ``dual_pin``.
    """
    fight = setting.opening
    if fight.beside and setting.scenario.readings["dual_pin"] == "none":
        return
    stated = setting.scenario.condition("dual_attacked") is True
    for place in fight.stacks:
        enemies = [piece for piece in setting.pieces if piece.at == place and piece.counter.side == "defender"]
        if place == fight.target or not enemies:
            continue
        busy = {piece.counter.index for piece in fight.attackers}
        others = [p for p in setting.pieces if p.at == place and p.counter.side == "attacker"]
        stay = (p for p in others if p.counter.index not in busy and not p.counter.flag(LEAVES))
        pinned = Fraction(sum(piece.attack for piece in stay))
        needed = pinning(
            Fraction(sum(piece.defence for piece in enemies)), terrain.dm_of(setting, place, setting.works(place))
        )
        fought = stated or attacked((piece.counter for piece in enemies), fight.phase)
        if not may_attack_out(pinned, needed, fought):
            yield place, needed


def pin_said(needed: Fraction) -> str:
    """So many attack factors have to pin the enemies beside whom others attack (11.R.3.d.4)."""
    one = "{needed} attack factor has to pin the enemies in the hex that is attacked out of"
    several = "{needed} attack factors have to pin the enemies in the hex that is attacked out of"
    return say(one if needed == 1 else several, needed=needed)


def lacking(setting: Setting, state: State, numbers: tuple[int, ...], place: str) -> Fraction:
    """The factors that would have to pin the enemies in a hex that some attack out of; 0 where it is so (11.R.3.d.4).

    Those pin who stay out of the attack; nobody has to where no enemies are, or where these were attacked before.
    """
    inside = [setting.counters[i] for i in presence.standing(setting, state, state.bout.side, place)]
    if not inside or attacked(inside, state.bout.stage):
        return Fraction(0)
    defence = sum(one.faces[int(state.left[one.index])].defence for one in inside)
    works = presence.works_of(setting, state, state.bout.side, place)
    needed = pinning(Fraction(defence), terrain.dm_of(setting, place, works))
    stay = (i for i in presence.standing(setting, state, OTHER[state.bout.side], place) if i not in numbers)
    pinned = Fraction(sum(setting.counters[i].faces[int(state.left[i])].attack for i in stay))
    return Fraction(0) if may_attack_out(pinned, needed, False) else needed


def problems(setting: Setting) -> Iterator[Problem]:
    """Attacks out of a shared hex by those in a fortress (11.R.3.d.2), or with enemies there unpinned (11.R.3.d.4)."""
    fight = setting.opening
    for place in fight.stacks:
        spot = setting.scenario.hex(place)
        first = setting.shared(place) and spot.values["owner"] == "attacker"
        if place != fight.target and first and not GARRISONED.isdisjoint(spot.features):
            text = "those in a fortress or a port fortification attack the enemies in their own hex only"
            yield Problem(text, "$.targets", "11.R.3.d.2", "attack the enemies in the shared hex")
    for _, needed in unpinned(setting):
        text = pin_said(needed)
        fix = "leave so many out of the attack, attack those enemies at 1:4 first, or attack both hexes as one"
        if fight.beside:
            fix = "leave so many out of the attack, or attack those enemies at 1:4 first"
        yield Problem(text, "$.targets", "11.R.3.d.4", fix)
