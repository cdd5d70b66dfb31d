"""Deadlocks: an attack that is fought again, when, by whom, and with what (11.L.1.f)."""

from __future__ import annotations

from typing import NamedTuple

PHASES = ("initial", "exploitation", "enemy_initial")
"""Combat phases in their order; the last one is the first of the other player's turn."""
STAGES = (*PHASES, "enemy_exploitation", "next_initial", "next_exploitation")
"""Combat phases of a turn of both players, then of the first one again, by the numbers of stages."""
NEXT_PHASE = {"attacker": STAGES.index("next_initial"), "defender": STAGES.index("enemy_initial")}
"""The number of the stage that is the next initial phase of a side, once the attacks of a turn are over."""


class Refight(NamedTuple):
    """How a deadlock goes on.

    ``phase`` of :data:`PHASES`; ``turned``: the other side attacks; ``reserves``, ``supply``: whether reserves may join
    and supply is paid again; ``air``: whether earlier air and naval support still counts; ``hasty``: whether it is a
    hasty attack; ``enter``: whether the attacker may advance into the hex beforehand.
    """

    phase: str
    turned: bool
    reserves: bool
    supply: bool
    air: bool
    hasty: bool
    enter: bool


def refight(phase: str, disrupted: bool, overrun: bool = False) -> Refight | None:
    """The fight that follows a deadlock of that phase; None when a side is all disrupted (11.L.1.f).

    An ``overrun`` is made in the movement phase before that combat phase, which is the next one to fight it again in.
    From the initial phase it goes to the exploitation phase (11.L.1.f.i); from there to the phase of the defender, who
    must attack those who advanced into his hex (11.L.1.f.ii). That is the initial phase of his turn, from which it goes
    to its exploitation phase in the same way. No forced fight is a hasty attack (11.C.8).
    """
    if disrupted:
        return None
    if overrun:
        return Refight(phase, False, phase == PHASES[1], True, False, False, False)
    if phase in (PHASES[0], PHASES[-1]):
        return Refight(PHASES[1], False, True, True, False, False, False)
    return Refight(PHASES[-1], True, True, True, False, False, True)


class Delayed(NamedTuple):
    """A delayed attack: its phase, whether reserves join, whether its support is kept, and what the enemy may do."""

    phase: str
    reserves: bool
    air: bool
    reply: bool


def delayed(hasty: bool) -> Delayed | None:
    """An attack held until the exploitation phase (11.A.13, 11.B.12); None for a hasty one, which is not (11.C.8).

    The defender may reply with a hasty attack on all of the attackers.
    """
    return None if hasty else Delayed(PHASES[1], True, True, True)
