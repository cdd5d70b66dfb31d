"""The movement factor of a unit, and who may not move at all (10.11, 10.12, 10.22, 10.32, 10.33, 10.92, 13.41).

Infantry, armor and mechanized infantry have what the rules say; specialised units and partisans what is printed.
"""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.aworldatwar.rules.mechanized import bogged, immobilized
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.units import arm_of, describe, exploited

ALWAYS_SUPPLIED = ("partisan", "chindit")
"""Types that are never without supply (11.51, 10.62)."""


class Factor(NamedTuple):
    """Movement factors of a unit: ``whole``, and ``on_foot`` where terrain negates the machines of armor (10.32)."""

    whole: int
    on_foot: int


def supplied(unit: Unit) -> bool:
    """Whether a unit is in supply, at least in part: by what is stated, by its kind, or as it exploited (10.33)."""
    return unit.type in ALWAYS_SUPPLIED or exploited(unit) or unit.text("supply", "full") != "none"


def stays(unit: Unit, scenario: Scenario) -> Why:
    """Why a unit may not move by land at all; empty when it may."""
    if arm_of(unit) not in ("ground", "flak"):
        return "only ground units move here", ("13.11",)
    if unit.text("via", "land") == "airdrop":
        return "it drops in the combat phase", ("10.52",)
    if unit.flag("moved"):
        return "it has moved already, and movement factors are not saved", ("13.42",)
    if not supplied(unit):
        return "it is unsupplied", ("13.41A",)
    if scenario.hex(unit.at).terrain == "sea":
        return "it is at sea: landings and what they overrun are no movement by land", ("13.43A", "13.58")
    return "", ()


def infantry_factor(scenario: Scenario) -> int:
    """What infantry has, and all that acts as infantry: three in Europe, two in the Pacific (10.11, 13.41F)."""
    return MOVEMENT["infantry_pacific" if scenario.condition("theatre") == "pacific" else "infantry_europe"]


def _line(unit: Unit, scenario: Scenario) -> tuple[int, str, Rules]:
    """The movement factor of a unit whatever it stands on, with the reason and its sections."""
    pacific = scenario.condition("theatre") == "pacific"
    where = "as infantry in the Pacific" if pacific else "as infantry in Europe"
    foot = infantry_factor(scenario)
    if unit.type == "infantry":
        return foot, where, ("10.11",)
    if unit.type in ("replacement", "flak"):
        return MOVEMENT[unit.type], "by its kind", ("10.22" if unit.type == "replacement" else "10.92",)
    if unit.type == "mechanized" and pacific:
        return foot, where, ("10.12", "13.41F")
    if unit.type in ("mechanized", "armor"):
        why = "said to be negated" if unit.text("mech") == "off" else immobilized(unit)
        if why:
            rules = ("13.41F", "10.32") if unit.type == "armor" else ("13.41F", "10.12")
            return foot, say("{x}: {reason}", x=where, reason=why), rules
        if unit.type == "mechanized":
            return MOVEMENT["mechanized"], "mechanized, in Europe", ("10.12",)
        return unit.number("movement"), "as printed", ("10.31",)
    return unit.number("movement"), "as printed", ("13.41",)


def factor(unit: Unit, scenario: Scenario) -> Factor:
    """The movement factors of a unit, where it has its machines and where terrain takes them from it."""
    whole = _line(unit, scenario)[0]
    return Factor(whole, infantry_factor(scenario) if unit.type == "armor" else whole)


def trace(unit: Unit, scenario: Scenario) -> Trace:
    """The movement factor of a unit where it stands, with its reason."""
    value, reason, rules = _line(unit, scenario)
    if bogged(unit, scenario.hex(unit.at).terrain, scenario):
        value, reason, rules = (
            infantry_factor(scenario),
            "it stands in rough terrain in the Pacific",
            ("10.32", "10.33"),
        )
    return Trace(say("movement factor of the {unit}", unit=describe(unit)), value, rules, note=reason)
