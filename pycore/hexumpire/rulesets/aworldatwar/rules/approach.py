"""How each attacked hex is attacked: by land over which hexsides, by sea, by air, by whom (10.55B, 10.71, 10.84)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.rules.chindits import counts
from hexumpire.rulesets.aworldatwar.setting import Kind
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.vocabulary import MARINES

WATER = frozenset({"river", "arrow"})
"""Hexside features that an attack by land crosses water at."""


@dataclass(frozen=True, slots=True)
class Pressure:
    """How one target hex is attacked at the moment."""

    crossings: frozenset[frozenset[str]]
    """Hexside features of the land attackers, one entry for each different way in."""
    landing: bool
    marines_lead: bool
    drop: bool
    exploiting: bool
    axis_armor: bool
    chindit: bool
    winter_ready: bool
    commandos: bool
    """Whether commandos land with whom marines would lead, if they counted like them (10.84)."""
    falling: bool
    """Whether anybody drops, on this hex or on another one of those attacked (10.55B)."""


def pressure(
    scenario: Scenario, target: int, attackers: Iterable[tuple[Kind, int]], alone: Container[int] = ()
) -> Pressure:
    """Gather what the ground attackers ``(kind, how many)`` of this round mean for target number ``target``.

    Of several attacked hexes a drop counts in the one it falls on (10.55B). Among those that land only marines are
    counted against the bonus for an invasion, commandos never (10.71, 10.84); by the newer edition these are the
    marines of two nations. ``alone``: Chindits without company.
    """
    ways = set()
    landed = marines = commandos = 0
    drop = falling = exploiting = axis_armor = chindit = winter_ready = False
    exploitation = scenario.conditions["phase"] == "exploitation"
    shaken = counts(scenario, scenario.targets[target])
    for kind, count in attackers:
        unit = kind.unit
        via = unit.text("via", "land")
        if via == "sea":
            landed += kind.value * count
            trained = unit.type == "marine" and (scenario.edition == "old" or unit.nation in MARINES)
            marines += kind.value * count if trained else 0
            commandos += kind.value * count if unit.type == "commando" else 0
        elif via == "airdrop" and unit.type != "chindit":
            drop, falling = drop or kind.target == target, True
        else:
            ways.add(kind.crossing[target])
        if unit.type == "armor":
            axis_armor = axis_armor or "axis" in kind.traits
            exploiting = exploiting or (exploitation and kind.mechanized and kind.ctl >= LIMITS["exploiting_ctl"])
        if unit.type == "chindit" and shaken:
            chindit = chindit or kind.index in alone
        winter_ready = winter_ready or unit.number("winter_preparation") >= int(scenario.conditions["winter_needs"])
    lead = bool(landed) and marines * LIMITS["marine_share"] >= landed
    more = bool(commandos) and not lead and (marines + commandos) * LIMITS["marine_share"] >= landed
    return Pressure(frozenset(ways), bool(landed), lead, drop, exploiting, axis_armor, chindit, winter_ready, more,
                    falling)  # fmt: skip
