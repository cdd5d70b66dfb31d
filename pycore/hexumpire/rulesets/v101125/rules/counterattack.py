"""Counterattacks: what ends a chain of them, and works that do not serve everybody.

11.L.1.d; the defender of a fort or major city may turn a CA or DL into ME instead (11.F.3, T10.convert).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexumpire.rulesets.v101125.tables import WORKS, WORKS_LIKE

FORTS = frozenset({*WORKS, *WORKS_LIKE})
"""Works that are forts (11.F.3); by the wider reading entrenchments are fortifications too."""
ENTRENCHMENTS = frozenset({"entrenchment", "improved_entrenchment"})


def without_works(features: Collection[str]) -> tuple[str, ...]:
    """The features of a hex without its works, which serve its first owner only (11.R.3.b, 11.R.3.c)."""
    return tuple(mark for mark in features if mark not in FORTS | ENTRENCHMENTS)


def is_clear(struck: Iterable[int], chain: Collection[int]) -> bool:
    """Whether a counterattack is fought as in clear terrain and over no river: all whom it strikes fought before.

    ``chain``: those who fought in what led to it (11.L.1.d.iv); where others are struck, all terrain counts
    (11.L.1.d.v).
    """
    return all(i in chain for i in struck)


def convertible(works: Collection[str], airdrop: bool, wide: bool) -> bool:
    """Whether the defender may turn a CA or DL into ME (11.F.3); ``wide``: by the reading any fortification counts.

    In a fort not after an airdrop into the hex; in a major city then for all but the paratroops.
    """
    fort = not FORTS.isdisjoint(works) or (wide and not ENTRENCHMENTS.isdisjoint(works))
    return "major_city" in works or (fort and not airdrop)
