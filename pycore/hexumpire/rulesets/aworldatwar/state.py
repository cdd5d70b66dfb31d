"""A position of a ground attack: only what changes, counted per kind in the order of ``Setting.kinds``."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.rulesets.aworldatwar.rules.payment import Payment, Progress
from hexumpire.rulesets.aworldatwar.setting import Counts

Moves = tuple[tuple[int, int], ...]
"""Counters that advanced, as (kind, target number)."""


class State(NamedTuple):
    """A position.

    ``phase``: key of the phase that it belongs to (see :mod:`.phases`);
    ``left``: counters (factors of air and destroyers) still there; ``aside``: those left out of the fight for the
    rest of it, at Pearl Harbor (15.41) or as air over the limit (15.71);
    ``result`` and ``printed``: the result in force and what the chart said; ``fought``: who
    fought the round whose result is carried out; ``payment`` and ``progress``: what is
    being paid and how far it is; ``then``: what is under way with it (a step of :mod:`.rules.air` before another round,
    ``exchange`` when the defender's part of an Ex follows), or nothing;
    ``spearhead``: whether armor fit for a breakthrough fought the final round (16.11A);
    ``moved`` and ``stranded``: who advanced, and who died with the end of the attack: units dropped beside living
    enemies (10.56), shock armies (12.16).
    """

    phase: str
    round: int
    left: Counts
    aside: Counts = ()
    result: str = ""
    printed: str = ""
    fought: Counts = ()
    payment: Payment | None = None
    progress: Progress = ()
    then: str = ""
    spearhead: bool = False
    moved: Moves = ()
    stranded: Counts = ()
    ending: str = ""
