"""Readings and conditions that can matter once the dice of a fight have fallen, for the form (11.L to 11.P)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from hexumpire.rulesets.v101125.fight import OVERRUN, Fight
from hexumpire.rulesets.v101125.rules import forts, presence, retreat, routes, special, terrain
from hexumpire.rulesets.v101125.rules.counterattack import FORTS, convertible
from hexumpire.rulesets.v101125.rules.dues import CITIES, is_sheltered
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.odds import COLUMNS
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import FIRM_COLUMN, SPECIAL, WORKS_LIKE
from hexumpire.rulesets.v101125.units import Counter

ALWAYS = ("l_cap", "attacker_only", "lower_strength", "minimal_tie", "equal_results", "rp_attacker", "rp_defender")
"""What can matter to any fight."""


def asks(setting: Setting, fight: Fight) -> Iterator[str]:
    """Keys of readings and conditions."""
    yield from ALWAYS
    marks = {*fight.works, *(mark for piece in fight.attackers for mark in terrain.across(setting, fight, piece))}
    figures = Figures(setting, fight)
    yield from _of_dice(setting, figures, bool(marks & {*FORTS, *CITIES, "fortified_side"}))
    yield from _of_column(figures)
    yield from _of_works(setting, fight)
    if fight.kind == OVERRUN:
        yield "failed_overrun"
        if not fight.supplied:
            yield "overrun_die"
    yield from _of_units(setting, fight, is_sheltered(setting, fight))
    yield from _of_retreats(setting, fight)


def _of_dice(setting: Setting, figures: Figures, harder: bool) -> Iterator[str]:
    """Those on the dice of disruption; ``harder``: works or a city add to that of the attacker.

    The modifier of the main dice is the final one: with armour, with odds beyond the table, and with the success rolls
    that are due (T6.a1, T6.r1).
    """
    own, finals = int(figures.modifiers.value or 0), _finals(figures)
    worse = sum(SPECIAL["roll"] for _, role in special.rolls(setting, figures.fight) if role == "defender")
    negative = min(finals) - worse < 0
    if negative:
        yield "red_negative"
    if any(step < 0 for step in (*figures.modifiers.counted(), *(final - own for final in finals), -worse)):
        yield "red_net"
    if harder or negative:
        yield "red_overflow"


def _finals(figures: Figures) -> Collection[int]:
    """The final modifiers that the ten-sided dice of odds and armour may lead to."""
    if figures.odds is None:
        return (figures.dm(),)
    dice = product((0, 1), (0, 1))  # each moves something at a 1 or not at all
    return {figures.final(figures.place(die), figures.dm(die, other)) for die, other in dice}


def _of_column(figures: Figures) -> Iterator[str]:
    """Those on odds beyond the table, and on retreats below 3:1, in each column that the dice may lead to."""
    if figures.odds is None:
        return
    places = figures.place(), figures.place(1)
    if any(place.dm for place in places):
        yield "red_odds"
    firm = [place.column >= COLUMNS.index(FIRM_COLUMN) for place in places]
    if not all(firm):
        yield "stand_against"
        if any(firm):
            yield "retreat_odds"


def _of_works(setting: Setting, fight: Fight) -> Iterator[str]:
    """Those on works: on the dice of disruption, under attack, and on a CA or DL in them that becomes an ME (11.F.3).

    By the wider reading entrenchments are fortifications too; in a major city it makes no difference.
    """
    works = set(fight.works)
    if works & set(WORKS_LIKE):
        yield "red_works"
    if works & set(forts.FORTRESSES):
        yield "fortress_reduced"
    dropped = any(piece.counter.text("via") == presence.AIRDROP for piece in fight.attackers)
    plain, wide = (convertible(works, dropped, wide) for wide in (False, True))
    if plain != wide:
        yield "convert_site"
    if wide if setting.scenario.readings["convert_site"] == "works" else plain:
        yield "red_converted"


def _of_units(setting: Setting, fight: Fight, sheltered: bool) -> Iterator[str]:
    """Those that hang on the counters of the fight."""
    alone = {side: any(piece.counter.flag("isolated") for piece in pieces)
             for side, pieces in (("attacker", fight.attackers), ("defender", fight.defenders))}  # fmt: skip
    if fight.dual:
        yield "dual_d"
    if fight.dual and any(piece.counter.text("zoc") == "double" for piece in fight.guards):
        yield "zone_beyond"
    if alone["attacker"]:
        yield "isolated_attacker"
    both = setting.scenario.readings["dual_d"] == "both"
    if (alone["defender"] and (sheltered or fight.dual)) or (alone["attacker"] and fight.dual and both):
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


def _of_retreats(setting: Setting, fight: Fight) -> Iterator[str]:
    """Those on losses of a retreat (11.Q.2.d): how fast units are, and how far double zones of control count.

    A zone is a level higher in the hex of its units, and a level lower of those who attack or are attacked.
    """
    if any(_is_between(piece.counter) for piece in (*fight.attackers, *fight.defenders)):
        yield "retreat_factor"
    others = (piece for piece in setting.pieces if piece.counter.index not in setting.busy)
    if any(piece.counter.text("zoc") == "double" for piece in others):
        yield "zone_beyond"


def _is_between(counter: Counter) -> bool:
    """Whether a face of a counter has a movement allowance that the list of factors leaves open."""
    nation, motorized = routes.nation_of(counter), counter.flag("cm")
    lower, between = (
        [retreat.factor(face.movement, nation, motorized, reading) for face in counter.faces]
        for reading in ("lower", "between")
    )
    return lower != between
