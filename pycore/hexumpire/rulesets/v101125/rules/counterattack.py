"""Counterattacks: the fight that a CA forces at once, against whom, over which ground, and what ends the chain.

11.L.1.d; the defender of a fort or major city may turn a CA or DL into ME instead (11.F.3, T10.convert).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from hexumpire.rulesets.v101125.rules.markers import CHAINED
from hexumpire.rulesets.v101125.tables import WORKS, WORKS_LIKE

FORTS = frozenset({*WORKS, *WORKS_LIKE})
"""Works that are forts (11.F.3); by the wider reading entrenchments are fortifications too."""
ENTRENCHMENTS = frozenset({"entrenchment", "improved_entrenchment"})


def without_works(features: Collection[str]) -> tuple[str, ...]:
    """The features of a hex without its works, which serve its first owner only (11.R.3.b, 11.R.3.c)."""
    return tuple(mark for mark in features if mark not in FORTS | ENTRENCHMENTS)


def ends(result: str) -> bool:
    """Whether a result ends the chain: it forces nobody to attack at once or again."""
    return result not in CHAINED


class Terms(NamedTuple):
    """How a forced attack is fought: supply points due, whether terrain counts, whether rivers do."""

    supply: int
    terrain: bool
    rivers: bool


def terms(fought: bool) -> Terms:
    """The terms of a counterattack on units that ``fought`` in what led to it, or did not.

    Supply is not due (11.L.1.d.ii). Those who fought count as in clear terrain, and no river counts (11.L.1.d.iv);
    for others all terrain does (11.L.1.d.v).
    """
    return Terms(0, not fought, not fought)


class Conversion(NamedTuple):
    """Whether the defender may turn a CA or DL into ME, and whether dropped paratroops stay liable to it.

    Both sides suffer their disruption first all the same.
    """

    allowed: bool
    paratroops_liable: bool
    disruption_first: bool = True


def conversion(result: str, works: Collection[str], major_city: bool, airdrop: bool, wide: bool = False) -> Conversion:
    """Whether a CA or DL may become ME (11.F.3); ``wide``: the reading by which any fortification counts.

    In a fort not after an airdrop into the hex; in a major city then for all but the paratroops.
    """
    if ends(result):
        return Conversion(False, False)
    if major_city:
        return Conversion(True, airdrop)
    fort = not FORTS.isdisjoint(works) or (wide and not ENTRENCHMENTS.isdisjoint(works))
    return Conversion(fort and not airdrop, False)


class Struck(NamedTuple):
    """What a counterattack does to its hex: units struck, how many of them attack later, whether promises stand."""

    units: int
    usable: int
    promised: bool


def struck(stack: int, others: bool) -> Struck:
    """A counterattack strikes the whole hex (11.L.1.d.iv), and none of its units attacks later (11.L.1.d.vii).

    An attack that some of them had promised is made by the ``others`` who had promised it, too, or lapses.
    """
    return Struck(stack, 0, others)
