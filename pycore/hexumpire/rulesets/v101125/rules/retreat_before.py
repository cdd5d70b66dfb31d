"""Modifiers of the success roll of a unit that tries to retreat before combat (11.D.4, T1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.model.trace import Trace
from hexumpire.rulesets.v101125.fight import OVERRUN, Fight
from hexumpire.rulesets.v101125.rules import terrain
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import RETREAT_BEFORE
from hexumpire.rulesets.v101125.units import Piece

FORTS = ("fort", "damaged_fort", "improved_fort")
WOODS = ("woods", "forest", "wooded_rough")


class Row(NamedTuple):
    """A row of the table that applies: how often, and its rule."""

    key: str
    label: str
    rule: str
    times: int = 1


def _speed(fight: Fight, piece: Piece) -> Iterator[Row]:
    """Slower than an attacker of its zone class or a higher one, as fast as one of its own, faster than all of them.

    Each counts by itself: the modifiers are cumulative.
    """
    own = piece.counter.unit.number("zone_class")
    rivals = [one for one in fight.attackers if one.counter.unit.number("zone_class") >= own]
    if not rivals:
        return
    fastest = max(one.movement for one in rivals)
    if piece.movement < fastest:
        yield Row("slower", "slower than an attacker", "T1.m1")
    if any(one.movement == piece.movement and one.counter.unit.number("zone_class") == own for one in rivals):
        yield Row("equal", "as fast as an attacker", "T1.m2")
    ahead = (piece.movement - fastest) // RETREAT_BEFORE["fast"]
    if ahead > 0:
        yield Row("faster", "each 2 MP that it is faster", "T1.m11", ahead)


def _state(setting: Setting, fight: Fight, piece: Piece) -> Iterator[Row]:
    """How it stands.

    Who invades has been surprised by nobody; what could be examined is a hex that the attack is set up on. In the
    movement phase of the exploitation, only who is overrun tries to retreat.
    """
    known = setting.scenario.conditions
    if known["surprise"] and piece.counter.side == "defender":
        yield Row("surprise", "after an invasion by surprise", "T1.m3")
    if piece.marker:
        yield Row("marker", "an MP marker", "T1.m4")
    if any(mark in FORTS for mark in fight.works):
        yield Row("fort", "in a fort", "T1.m5")
    if known["examined"] and piece.at in setting.targets:
        yield Row("examined", "the hex could be examined fully", "T1.m6")
    interdiction = int(setting.scenario.hex(piece.at).values["interdiction"])
    if interdiction:
        yield Row("interdiction", "each level of interdiction", "T1.m7", interdiction)
    if fight.kind == OVERRUN and fight.phase == "exploitation":
        yield Row("exploitation", "overrun in the exploitation", "T1.m10")


def _ability(setting: Setting, piece: Piece, to: str) -> Iterator[Row]:
    counter = piece.counter
    nordic = "nordic" in counter.traits
    if counter.flag("ski") and setting.scenario.condition("snow") is True:
        yield Row("ski", "ski unit in snow", "T1.m12")
        if nordic:
            yield Row("nordic_ski", "Nordic ski unit in snow", "T1.m13")
    if counter.type == "cavalry":
        yield Row("cavalry", "cavalry", "T1.m14")
    if counter.flag("recon"):
        yield Row("recon", "reconnaissance unit", "T1.m15")
    if nordic and setting.scenario.hex(to).terrain in WOODS:
        yield Row("nordic_woods", "Nordic unit into woods or forest", "T1.m16")
    if counter.type == "commando":
        yield Row("commando", "commandos", "T1.m17")


def modifier(
    setting: Setting, fight: Fight, piece: Piece, to: str, helped: bool = False, works: tuple[str, ...] | None = None
) -> Trace:
    """All that a unit adds to its success roll when it goes ``to`` a hex.

    ``helped``: a unit of the hex went with great success before it (T1.SS); ``works``: the features now of the hex that
    it goes to, where they changed.
    """
    rows = [*_speed(fight, piece), *_state(setting, fight, piece), *_ability(setting, piece, to)]
    lines = [Trace(row.label, RETREAT_BEFORE[row.key] * row.times, (row.rule,)) for row in rows]
    entered = max(0, -terrain.dm_of(setting, to, works))
    if entered:
        lines.append(Trace("terrain of the hex entered", -entered, ("T1.m8",)))
    behind = max(0, -terrain.dm_of(setting, piece.at, fight.works))
    if behind:
        lines.append(Trace("terrain of the hex left", behind, ("T1.m9",)))
    if helped:
        lines.append(Trace("another got away with great success", RETREAT_BEFORE["great_success"], ("T1.SS",)))
    value = sum(int(line.value or 0) for line in lines)
    return Trace("Retreat before combat", value, ("11.D.4",), "sum", tuple(lines))
