"""Deadlocks: an attack that is fought again, and when (11.L.1.f)."""

from __future__ import annotations

PHASES = ("initial", "exploitation", "enemy_initial")
"""Combat phases in their order; the last one is the first of the other player's turn."""
STAGES = (*PHASES, "enemy_exploitation", "next_initial", "next_exploitation")
"""Combat phases of a turn of both players, then of the first one again, by the numbers of stages."""
NEXT_PHASE = {"attacker": STAGES.index("next_initial"), "defender": STAGES.index("enemy_initial")}
"""The number of the stage that is the next initial phase of a side, once the attacks of a turn are over."""


def phase_after(phase: str, in_movement: bool) -> str | None:
    """The phase of :data:`PHASES` in which the attack of a deadlock is made again, by the phase that it was made in.

    An overrun is made ``in_movement``, before the combat phase of its turn, in which it is fought again. From the
    initial phase of either side it goes to its exploitation phase (11.L.1.f.i). From there to none: in his next phase
    the defender must attack those who advanced into his hex (11.L.1.f.ii).
    """
    if in_movement:
        return phase
    return PHASES[1] if phase in (PHASES[0], PHASES[-1]) else None
