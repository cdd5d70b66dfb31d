"""Advance after combat (15.9) and whether a breakthrough arises (16.11)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.rulesets.aworldatwar.eligibility import YES, Answer, stacking_limit
from hexumpire.rulesets.aworldatwar.forces import Kind
from hexumpire.rulesets.aworldatwar.tables import LIMITS, STACKING
from hexumpire.scenario import Scenario

Moves = tuple[tuple[int, int], ...]
"""Counters that advanced, as (kind, target number)."""


def may_advance(*, edition: str, side: str = "attacker", unit_type: str = "infantry", supply: str = "full",
                dropped: bool = False, fought_last_round: bool = True, all_cleared: bool = True) -> Answer:  # fmt: skip
    """Whether a surviving unit may advance; the reason when it may not."""
    if side == "defender":
        return "defenders never advance", ("15.92D",)
    if not all_cleared:
        return "not every attacked hex is cleared", ("15.91",)
    if supply == "none":
        return "unsupplied units do not advance", ("15.92A",)
    if dropped and unit_type != "chindit":
        return "a dropped unit stays in its drop hex", ("15.92C", "10.56")
    if edition == "new" and not fought_last_round:
        return "it did not fight in the final round", ("15.91",)
    return YES


def kind_may_advance(scenario: Scenario, kind: Kind, final_round: int) -> Answer:
    """:func:`may_advance` for the survivors of a kind when all defenders are gone."""
    if kind.arm != "ground":
        return f"{kind.name}: only ground units advance", ("15.91",)
    return may_advance(
        edition=scenario.edition, side=kind.side, unit_type=kind.unit.type, supply=kind.unit.text("supply", "full"),
        dropped=kind.unit.text("via") == "airdrop", fought_last_round=final_round <= max(1, kind.rounds),
    )  # fmt: skip


def room(scenario: Scenario, kinds: Sequence[Kind], left: Sequence[int], moved: Moves, target: int) -> tuple[int, int]:
    """How many more (ordinary, specialised) units may enter a target hex (12.11, 12.12)."""
    ordinary = stacking_limit(scenario, scenario.targets[target])
    special = STACKING["specialised"]
    for index, where in moved:
        if where == target:
            if kinds[index].specialised and special:
                special -= 1
            else:
                ordinary -= 1
    for kind in kinds:
        if (
            kind.side == "attacker"
            and kind.arm == "ground"
            and kind.target == target
            and kind.unit.text("via") == "airdrop"
        ):
            special -= left[kind.index]
    return max(0, ordinary), max(0, special)


def breakthrough(
    scenario: Scenario, kinds: Sequence[Kind], left: Sequence[int], moved: Moves, final_round: int
) -> Answer:
    """Whether a breakthrough arises from a won attack (eligibility only); the reason when it does not."""
    if scenario.condition("phase") != "regular":
        return "only regular combat opens a breakthrough", ("16.13",)
    fit = [k for k in kinds if k.side == "attacker" and k.unit.type == "armor" and left[k.index]
           and final_round <= max(1, k.rounds)]  # fmt: skip
    if not fit:
        return "no armor unit survived the final round", ("16.11A",)
    if not any(k.mechanized and k.unit.text("supply") == "full" and k.ctl >= LIMITS["breakthrough_ctl"] for k in fit):
        return "no armor with its mechanized component, full supply and CTL 1 in the final round", ("16.11A",)
    if not moved:
        return "nobody advanced", ("16.11B",)
    return YES
