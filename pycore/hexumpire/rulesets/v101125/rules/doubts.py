"""Readings and conditions that can matter once the dice of a fight have fallen, for the form (11.L to 11.P)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.rulesets.v101125.fight import OVERRUN, Fight
from hexumpire.rulesets.v101125.rules import forts, terrain
from hexumpire.rulesets.v101125.rules.counterattack import FORTS
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.odds import COLUMNS
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import FIRM_COLUMN, RETREAT, WORKS_LIKE

ALWAYS = ("l_cap", "attacker_only", "lower_strength", "minimal_tie", "equal_results", "rp_attacker", "rp_defender")
"""What can matter to any fight."""


def asks(setting: Setting, fight: Fight, modifier: int) -> Iterator[str]:
    """Keys of readings and conditions; ``modifier`` is that of the main dice."""
    yield from ALWAYS
    marks = {*fight.works, *(mark for piece in fight.attackers for mark in terrain.across(setting, fight, piece))}
    works = marks & {*FORTS, *WORKS_LIKE}
    if modifier < 0:
        yield from ("red_negative", "red_net")
    if works or marks & {"full_city", "partial_city", "fortified_side"} or modifier < 0:
        yield "red_overflow"
    if works & set(WORKS_LIKE):
        yield "red_works"
    if works:
        yield from ("convert_site", "red_converted")
    figures = Figures(setting, fight)
    odds = figures.odds
    if odds is not None and (figures.place().dm or figures.place(1).dm):
        yield "red_odds"
    if odds is not None and odds.level < COLUMNS.index(FIRM_COLUMN):
        yield "stand_against"
    if odds is not None and odds.faces and odds.level < COLUMNS.index(FIRM_COLUMN) <= odds.next:
        yield "retreat_odds"
    if fight.kind == OVERRUN:
        yield from ("failed_overrun", "overrun_die")
    if works & set(forts.FORTRESSES):
        yield "fortress_reduced"
    yield from _of_units(setting, fight, bool(works or marks & {"full_city", "partial_city", "dot_city"}))


def _of_units(setting: Setting, fight: Fight, sheltered: bool) -> Iterator[str]:
    """Those that hang on the counters of the fight."""
    alone = {side: any(piece.counter.flag("isolated") for piece in pieces)
             for side, pieces in (("attacker", fight.attackers), ("defender", fight.defenders))}  # fmt: skip
    if fight.dual:
        yield "dual_d"
    if fight.dual and any(piece.counter.text("zoc") == "double" for piece in fight.guards):
        yield "zone_beyond"
    if any(piece.movement > RETREAT["even_from"] for piece in (*fight.attackers, *fight.defenders)):
        yield "retreat_factor"
    if alone["attacker"]:
        yield "isolated_attacker"
    if alone["defender"] and (sheltered or fight.dual):
        yield "isolated_d"
    if not fight.clear and terrain.left_of_infantry(setting, fight) != 1:
        yield from ("re_multipliers", "uncut_double")
    if any(piece.counter.flag("held_out") for piece in fight.defenders):
        yield "held_out"
    everybody = (*fight.attackers, *fight.defenders)
    if any(piece.counter.flag("remnant") for piece in everybody):
        yield "remnant_zero"
    if any(piece.counter.flag("home") for piece in everybody):
        yield "required_rp"
