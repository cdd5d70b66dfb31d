"""Morale and training of the defenders: negative DMs of 15.33 but those of isolation, winter and Chindits."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure
from hexumpire.rulesets.aworldatwar.rules.exposure import (
    INFANTRY_OR_REPLACEMENT,
    Exposure,
    notes,
    shielded,
    weaken,
)
from hexumpire.rulesets.aworldatwar.rules.factions import asked
from hexumpire.rulesets.aworldatwar.rules.home import UNSTATED
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import lowered
from hexumpire.rulesets.aworldatwar.tables import DM, LIMITS
from hexumpire.rulesets.aworldatwar.units import TRAITS, arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import RUSSIAN_FRONTIER, VICHY_LAND


def exploiting_armor(ledger: Ledger, one: Exposure, seen: Pressure) -> None:
    """Infantry hit by exploiting armor (15.33A)."""
    kind = one.kind
    reason = "" if seen.exploiting else "no exploiting armor of CTL 2 or more"
    also = {"infantry": ("10.13",), "replacement": ("10.24",)}.get(kind.unit.type, one.as_infantry)
    if seen.exploiting and kind.specialised:
        reason, also = "specialised units are immune", ("10.41F",)
    elif seen.exploiting and not (one.shaky or kind.unit.type == "partisan"):
        reason, also = "armor with its mechanized component is immune", ("10.32",)
    weaken(ledger, "15.33A", "hit by exploiting armor", reason or one.shelter, *also, note=one.tanks)


def by_nation(ledger: Ledger, scenario: Scenario, one: Exposure) -> None:
    """Italians, and units of minor countries abroad (15.33B)."""
    if one.kind.unit.nation == "Italian":
        _italians(ledger, scenario, one)
        return
    label, rule = "minor country abroad", "15.33B"
    if "minor" not in one.kind.traits:
        ledger.skip(label, "not a minor country", rule)
    elif reason := _exempt(scenario, one):
        ledger.skip(label, notes(reason, one.borrowed), rule)
    else:
        note = notes(one.unstated, one.tanks, one.borrowed)
        ledger.add(DM[rule], label, rule, *one.as_infantry, note=note)


def _italians(ledger: Ledger, scenario: Scenario, one: Exposure) -> None:
    unit, known, rule = one.kind.unit, scenario.conditions, "15.33B"
    abroad, lost = known["front"] != "mediterranean", bool(known["rome_allied"] or not known["axis_in_africa"])
    away, failing = abroad and one.shaky, lost and (one.shaky or unit.type == "armor")
    if away:
        ledger.add(DM[rule], "Italians outside the Mediterranean front", rule, *one.as_infantry,
                   note=notes(one.tanks, one.borrowed))  # fmt: skip
    if failing and away and scenario.readings["italian_both"] == "one":
        ledger.skip("Italy failing", "one level only, by the reading chosen", rule)
    elif failing:
        ledger.add(DM[rule], "Italy failing: Rome lost or no Axis in Africa", rule, note=one.borrowed)
    if not (away or failing):
        ledger.skip("Italian morale", _steady(abroad, lost), rule)


def _steady(abroad: bool, lost: bool) -> str:
    """Why an Italian unit stands firm: outside the Mediterranean front, and with Rome or Africa lost (15.33B)."""
    if lost:
        return "infantry, replacements and armor only"
    return INFANTRY_OR_REPLACEMENT if abroad else "on the Mediterranean front, Rome and Africa held"


def _exempt(scenario: Scenario, one: Exposure) -> str:
    """Why a unit of a minor country fights abroad as it does at home."""
    traits, known = one.kind.traits, scenario.conditions
    if not one.infantry:
        return "infantry only"
    if one.home:
        return "at home"
    if "commonwealth" in traits or "nordic" in traits:
        return "Commonwealth, Finns and Swedes are exempt"
    if "vichy" in traits and scenario.hex(one.kind.unit.at).values["country"] in VICHY_LAND:
        return "Vichy units in France, Corsica and Vichy colonies are exempt"
    if traits & {"vichy", "spanish"} and known["volunteers"] and known["front"] == "eastern":
        return "volunteers on the eastern front are exempt"
    return "the Pacific is exempt" if known["theatre"] == "pacific" else ""


def low_training(ledger: Ledger, one: Exposure) -> None:
    """Partisans, and infantry of a low CTL away from home (15.33C)."""
    unit = one.kind.unit
    if unit.type == "partisan":
        weaken(ledger, "15.33C", "partisans", "", "11.46")
        return
    why, cited = lowered(unit)
    level = notes(say("CTL {n}", n=one.kind.ctl), why)
    reason = "" if one.shaky else INFANTRY_OR_REPLACEMENT
    if not reason and one.kind.ctl > LIMITS["poor_ctl"]:
        reason = level
    reason = reason or one.shelter or ("at home" if one.home else "")
    weaken(ledger, "15.33C", "low CTL", reason, "15.82E", *(cited if one.shaky else ()), *one.as_infantry,
           note=notes(level, one.tanks, one.unstated))  # fmt: skip


def surprised(ledger: Ledger, scenario: Scenario, one: Exposure) -> None:
    """Western Allies on the turn of a Japanese surprise (15.33E)."""
    known = scenario.conditions
    reason = "" if known["japanese_surprise"] else "no Japanese surprise turn"
    if not reason and not (known["theatre"] == "pacific" and "wa" in one.kind.traits and one.shaky):
        reason = "Western Allied infantry and replacements in the Pacific only"
    weaken(ledger, "15.33E", "surprised by Japan", reason, *one.as_infantry, note=one.tanks)


def nationalists(ledger: Ledger, scenario: Scenario, one: Exposure) -> None:
    """Nationalist Chinese abroad, in the older edition at home too when resistance is low enough (15.33F)."""
    level = int(scenario.conditions["china_resistance"])
    everywhere = scenario.edition == "old" and level <= LIMITS["resistance_home"]
    reason = ""
    if one.kind.unit.nation != "Nationalist Chinese":
        reason = "not Nationalist Chinese"
    elif not everywhere and one.home:
        reason = "in China"
    elif not everywhere and level > LIMITS["resistance_abroad"]:
        reason = say("resistance level {n}", n=level)
    weaken(ledger, "15.33F", "Nationalist morale", reason, note="" if everywhere else one.unstated)


def first_turn_in_russia(ledger: Ledger, scenario: Scenario, one: Exposure, seen: Pressure) -> None:
    """Russian infantry at the frontier on the first turn of the attack on Russia (15.33G)."""
    weaken(ledger, "15.33G", "first turn of the attack on Russia", _not_surprised(scenario, one, seen),
           *one.as_infantry, note=one.tanks)  # fmt: skip


def _not_surprised(scenario: Scenario, one: Exposure, seen: Pressure) -> str:
    place = scenario.hex(one.kind.unit.at)
    if not scenario.conditions["russia_first_turn"]:
        return "not that turn"
    if one.kind.unit.nation != "Russian" or not one.infantry:
        return "Russian infantry only"
    if scenario.conditions["phase"] != "regular":
        return "not in exploitation"
    if not seen.axis_armor:
        return "no Axis armor attacks"
    if place.values["country"] == "unstated":
        return UNSTATED
    if place.values["country"] not in RUSSIAN_FRONTIER:
        return "only in Russia, eastern Poland and the Baltic States"
    return shielded(place.features, ("objective", "ic"))


def asks(survey: Survey) -> Keys:
    """What the form could ask: what strikes Italians, minors, Western Allies, Nationalist Chinese and Russians.

    Of minors beside a faction it is asked whether they are of it where a rule names it (15.33E, 15.33G).
    """
    known = survey.known
    if survey.types & {"armor", "airborne"} or known["phase"] != "regular":
        yield "phase"
    if any("minor" in TRAITS[nation] for nation in survey.theirs):
        yield "theatre"
    if "Japanese" in survey.ours:
        yield "theatre"
        if survey.pacific:
            yield "japanese_surprise"
            if known["japanese_surprise"]:
                yield from asked(survey.scenario, "defender")
    if "Italian" in survey.theirs:
        yield from ("front", "rome_allied", "axis_in_africa")
        failing = bool(known["rome_allied"] or not known["axis_in_africa"])
        italians = any(unit.nation == "Italian" and arm_of(unit) == "ground" for unit in survey.defenders)
        if italians and failing and known["front"] != "mediterranean":
            yield "italian_both"
    if survey.theirs & {"Vichy French", "Spanish"}:
        yield "front"
        if known["front"] == "eastern":
            yield "volunteers"
    if "Nationalist Chinese" in survey.theirs:
        yield "china_resistance"
    if survey.new and "Russian" in survey.theirs and "armor" in survey.types:
        yield "russia_first_turn"
        if known["russia_first_turn"]:
            yield from asked(survey.scenario)
