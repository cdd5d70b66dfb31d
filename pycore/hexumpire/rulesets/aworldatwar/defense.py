"""Defence multipliers: every positive and negative DM of 15.32 and 15.33, unit by unit.

What the DMs need to know of the attackers still in the fight is gathered once into :class:`Pressure`, so that
the same call serves the explanation and the walks, and equal pressure is worked out once.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Ledger, Trace
from hexumpire.rulesets.aworldatwar.forces import (
    TRAITS,
    WATER,
    Kind,
    arm_of,
    at_home,
    fights_as_infantry,
    home_unknown,
    lowered,
    negation,
)
from hexumpire.rulesets.aworldatwar.tables import DM, DM_DROP, DM_TERRAIN, DM_WALL, LIMITS
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH, RUSSIAN_FRONTIER, SAFE, VICHY_LAND

INFANTRY_OR_REPLACEMENT = "infantry and replacements only"
BORROWED = "by the list of the newer edition"
"""Said of the DMs whose list is lost in our text of the older edition."""
UNSTATED = "the country of the hex is not stated"
WALL_AND_RIVER = {"different": "West Wall and river on different hexsides",
                  "same": "West Wall and river on the same hexside"}  # fmt: skip
NO_FORT_HERE = "a fort line counts only where its hex is marked as Maginot or West Wall"


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


def pressure(
    scenario: Scenario, target: int, attackers: Iterable[tuple[Kind, int]], alone: Container[int] = ()
) -> Pressure:
    """Gather what the ground attackers ``(kind, how many)`` of this round mean for target number ``target``.

    Of several attacked hexes a drop counts in the one it falls on (10.55B). Among those that land only marines are
    counted against the bonus for an invasion, commandos never (10.71, 10.84). ``alone``: Chindits without company.
    """
    ways = set()
    landed = marines = 0
    drop = exploiting = axis_armor = chindit = winter_ready = False
    exploitation = scenario.conditions["phase"] == "exploitation"
    rough = scenario.hex(scenario.targets[target]).terrain in ROUGH - {"forest"}
    for kind, count in attackers:
        unit = kind.unit
        via = unit.text("via", "land")
        if via == "sea":
            landed += kind.value * count
            marines += kind.value * count if unit.type == "marine" else 0
        elif via == "airdrop" and unit.type != "chindit":
            drop = drop or kind.target == target
        else:
            ways.add(kind.crossing[target])
        if unit.type == "armor":
            axis_armor = axis_armor or "axis" in kind.traits
            exploiting = exploiting or (exploitation and kind.mechanized and kind.ctl >= LIMITS["exploiting_ctl"])
        if unit.type == "chindit" and (rough or scenario.edition == "old"):
            chindit = chindit or kind.index in alone
        winter_ready = winter_ready or unit.number("winter_preparation") >= int(scenario.conditions["winter_needs"])
    lead = bool(landed) and marines * LIMITS["marine_share"] >= landed
    return Pressure(frozenset(ways), bool(landed), lead, drop, exploiting, axis_armor, chindit, winter_ready)


def net_dm(scenario: Scenario, kind: Kind, target: int, seen: Pressure, explain: bool = False) -> Trace:
    """Sum of all DMs of one defender; its trace when ``explain``. The sum may be below 1 (see :func:`floored`)."""
    ledger = Ledger(explain)
    ledger.add(DM["15.32A"], "every defender", "15.32A")
    _positive(ledger, scenario, kind, target, seen)
    _negative(ledger, scenario, kind, target, seen)
    return ledger.close(f"DMs of the {kind.name}", "15.35")


def floored(scenario: Scenario, dm: int) -> int:
    """The DM that losses are reckoned with: the newer edition never lets it fall below 1 (15.31, 15.35)."""
    if scenario.edition == "new" or scenario.readings.get("low_dm", "strength") == "strength":
        return max(1, dm)
    return dm


def fort_kind(scenario: Scenario, target: int) -> str:
    """The fort of a target hex, or an empty text."""
    features = scenario.hex(scenario.targets[target]).features
    forts = ("fortress", "fortification", "maginot", "west_wall", "singapore")
    return next((fort for fort in forts if fort in features), "")


def unfortified(scenario: Scenario, target: int, seen: Pressure) -> list[frozenset[str]]:
    """Ways in over hexsides that a fort facing one way does not cover: Singapore covers none by land (15.32E)."""
    fort = fort_kind(scenario, target)
    if fort not in ("maginot", "west_wall", "singapore"):
        return []
    return [way for way in seen.crossings if fort == "singapore" or "fort" not in way]


def fort_level(scenario: Scenario, target: int, seen: Pressure) -> tuple[int, str, str]:
    """Levels a fort gives against this attack, its section, and why it gives none (15.32E, F, 15.33D)."""
    fort = fort_kind(scenario, target)
    rule = "15.32E" if fort in ("fortress", "maginot", "singapore") else "15.32F"
    if not fort:
        return 0, rule, NO_FORT_HERE if any("fort" in way for way in seen.crossings) else "no fort"
    if unfortified(scenario, target, seen):
        why = "not upgraded, so open to attack by land"
        return 0, rule, why if fort == "singapore" else "an attacker comes over an unfortified hexside"
    if fort == "singapore" and not seen.landing and scenario.readings["singapore_drop"] == "sea":
        return 0, rule, "fortified against landings only, by the reading chosen"
    lost = int(scenario.hex(scenario.targets[target]).values["fort_unsupplied"])
    level = max(0, DM[rule] - lost)
    return level, rule if not lost else rule + "+15.33D", "" if level else "without full supply too long"


def wall_and_river(scenario: Scenario, target: int, seen: Pressure) -> str:
    """Whether 15.321 holds for Axis units here: ``same`` when every way in is over the West Wall and the river at once.

    ``different``: every way in is over the one or the other, but neither covers all of them. Else an empty text.
    """
    if fort_kind(scenario, target) != "west_wall":
        return ""
    if int(scenario.hex(scenario.targets[target]).values["fort_unsupplied"]) >= DM["15.32F"]:
        return ""
    wet = [way for way in seen.crossings if way & WATER]
    walled = [way for way in seen.crossings if "fort" in way]
    ways = len(seen.crossings)
    if ways and len(wet) == len(walled) == ways:
        landing_cancels = seen.landing and scenario.readings["landing_river"] == "cancels"
        return "" if seen.drop or landing_cancels else "same"
    covered = all("fort" in way or way & WATER for way in seen.crossings)
    return "different" if covered and 0 < len(wet) < ways and len(walled) < ways else ""


def axis_wall(scenario: Scenario, target: int, seen: Pressure) -> bool:
    """Whether Axis defenders keep the benefit of a wall that is turned over the river beside it (15.321)."""
    return wall_and_river(scenario, target, seen) == "different" and any(
        unit.at == scenario.targets[target] and unit.side == "defender" and "axis" in TRAITS[unit.nation]
        and arm_of(unit) == "ground" for unit in scenario.units
    )  # fmt: skip


def _positive(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> None:
    place = scenario.hex(scenario.targets[target])
    if not seen.landing:
        ledger.skip("seaborne invasion", "nobody lands", "15.32B")
    elif seen.marines_lead:
        ledger.skip("seaborne invasion", "marines are at least half of the landing factors", "15.32B", "10.71")
    else:
        ledger.add(DM["15.32B"], "seaborne invasion", "15.32B")
    _river_and_fort(ledger, scenario, kind, target, seen)
    if place.terrain in DM_TERRAIN:
        ledger.add(DM_TERRAIN[place.terrain], place.terrain.replace("_", " "), "15.32D")
    else:
        ledger.skip("rough terrain", f"{place.terrain} gives nothing", "15.32D")
    if "beach" not in place.features:
        ledger.skip("beach defence", "none in the hex", "15.32G")
    elif not seen.landing:
        ledger.skip("beach defence", "nobody lands", "15.32G")
    elif seen.crossings:
        ledger.skip("beach defence", "the hex is also attacked by land", "15.32G")
    else:
        ledger.add(DM["15.32G"], "beach defence", "15.32G")
    if not seen.drop or seen.crossings or seen.landing:
        ledger.skip("airdrop alone", "not attacked by an airdrop alone", "15.32H", "10.55D")
    else:
        light = kind.unit.type in ("infantry", "mechanized", "replacement", "partisan")
        ledger.add(DM_DROP["infantry" if light else "other"], "airdrop alone", "15.32H", "10.55D",
                   note=BORROWED if scenario.edition == "old" else "")  # fmt: skip


def _river_and_fort(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> None:
    level, cited, why_not = fort_level(scenario, target, seen)
    rules = tuple(cited.split("+"))
    wet = [way for way in seen.crossings if way & WATER]
    dry = [way for way in seen.crossings if not way & WATER]
    landing_cancels = seen.landing and scenario.readings["landing_river"] == "cancels"
    both = wall_and_river(scenario, target, seen)
    if both and "axis" in kind.traits:
        ledger.add(DM_WALL[both], WALL_AND_RIVER[both], "15.321")
        ledger.skip("river or crossing arrow", "counted with the West Wall", "15.32C", "15.321")
        ledger.skip("fort", "counted with the river", "15.32F", "15.321")
        return
    if both == "different":
        ledger.skip(WALL_AND_RIVER[both], "Axis units only", "15.321")
    if not wet:
        ledger.skip("river or crossing arrow", "nobody attacks across one", "15.32C")
    elif dry:
        ledger.skip("river or crossing arrow", "an attacker comes from a hex that is not across it", "15.32C")
    elif seen.drop:
        ledger.skip("river or crossing arrow", "an airdrop on the defenders cancels it", "15.32C", "10.55E")
    elif landing_cancels:
        ledger.skip("river or crossing arrow", "a landing is not across it", "15.32C")
    else:
        ledger.add(DM["15.32C"], "attack across a river or crossing arrow", "15.32C")
    if level:
        note = BORROWED if "15.33D" in rules and scenario.edition == "old" else ""
        ledger.add(level, fort_kind(scenario, target).replace("_", " "), *rules, note=note)
    else:
        ledger.skip("fort", why_not, *rules)


def _negative(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> None:
    unit, place = kind.unit, scenario.hex(scenario.targets[target])
    known = scenario.conditions
    old = scenario.edition == "old"
    infantry = fights_as_infantry(unit, kind.mechanized)
    shaky = infantry or unit.type == "replacement"
    shelter = next((mark for mark in SAFE if mark in place.features), "")
    home = at_home(unit, scenario)
    armor = unit.type == "armor"
    tanks = f"its mechanized component is negated: {negation(unit, scenario)}" if infantry and armor else ""
    as_infantry = ("15.331", "10.32") if tanks else ()
    lists = BORROWED if old else ""

    def minus(rule: str, label: str, reason: str, *also: str, levels: int = 1, note: str = "") -> None:
        if reason:
            ledger.skip(label, reason, rule, *also)
        else:
            ledger.add(DM[rule] * levels, label, rule, *also, note=note)

    reason = "" if seen.exploiting else "no exploiting armor of CTL 2 or more"
    also = {"infantry": ("10.13",), "replacement": ("10.24",)}.get(unit.type, as_infantry)
    if seen.exploiting and kind.specialised:
        reason, also = "specialised units are immune", ("10.41F",)
    elif seen.exploiting and not (shaky or unit.type == "partisan"):
        reason, also = "armor with its mechanized component is immune", ("10.32",)
    minus("15.33A", "hit by exploiting armor", reason or (shelter and f"shielded by the {_word(shelter)}"), *also,
          note=tanks)  # fmt: skip
    _by_nation(ledger, scenario, kind, infantry, home, tanks)
    if unit.type == "partisan":
        minus("15.33C", "partisans", "", "11.46")
    else:
        reason = "" if shaky else INFANTRY_OR_REPLACEMENT
        why, cited = lowered(unit)
        level = _notes(f"CTL {kind.ctl}", why)
        if not reason and kind.ctl > LIMITS["poor_ctl"]:
            reason = level
        reason = reason or (shelter and f"shielded by the {_word(shelter)}") or ("at home" if home else "")
        minus("15.33C", "low CTL", reason, "15.82E", *(cited if shaky else ()), *as_infantry,
              note=_notes(level, tanks, UNSTATED if home_unknown(unit, scenario) else ""))  # fmt: skip
    turns = unit.number("isolated_turns")
    if turns == 1 and unit.text("arrived", "there") in ("movement", "air"):
        minus("15.33D", "isolation", _notes(f"came in by {unit.text('arrived')}", lists))
    elif turns and unit.text("supply") == "partial":
        minus("15.33D", "isolation", _notes("partly supplied", lists))
    else:
        minus("15.33D", "isolation", "" if turns else "not isolated", levels=turns, note=lists)
    reason = "" if known["japanese_surprise"] else "no Japanese surprise turn"
    if not reason and not (known["theatre"] == "pacific" and "wa" in kind.traits and shaky):
        reason = "Western Allied infantry and replacements in the Pacific only"
    minus("15.33E", "surprised by Japan", reason, *as_infantry, note=tanks)
    everywhere = old and int(known["china_resistance"]) <= LIMITS["resistance_home"]
    minus("15.33F", "Nationalist morale", _nationalist(scenario, kind, home, everywhere),
          note=UNSTATED if home_unknown(unit, scenario) and not everywhere else "")  # fmt: skip
    if not old:
        minus("15.33G", "first turn of the attack on Russia", _russian(scenario, kind, seen, infantry), *as_infantry,
              note=tanks)  # fmt: skip
        reason = "" if int(known["winter_effect"]) >= LIMITS["winter_effect"] else "winter effect below 7"
        if not reason and not shaky:
            reason = INFANTRY_OR_REPLACEMENT
        if not reason and not seen.winter_ready:
            reason = "no winter-ready attacker left"
        minus("15.33H", "deep winter", reason or (shelter and f"shielded by the {_word(shelter)}"), *as_infantry,
              note=tanks)  # fmt: skip
    section = "15.33H" if old else "15.33I"
    if seen.chindit:
        ledger.add(DM["15.33I"], "attacked by a lone Chindit", section, "10.64A")
    else:
        ledger.skip(
            "attacked by a lone Chindit", "none attacks here" if old else "none attacks here in rough terrain", section
        )


def _notes(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _by_nation(ledger: Ledger, scenario: Scenario, kind: Kind, infantry: bool, home: bool, tanks: str) -> None:
    unit, known, rule = kind.unit, scenario.conditions, "15.33B"
    lists = BORROWED if scenario.edition == "old" else ""
    as_infantry = ("15.331", "10.32") if tanks else ()
    if unit.nation == "Italian":
        away = known["front"] != "mediterranean" and (infantry or unit.type == "replacement")
        failing = bool(known["rome_allied"] or not known["axis_in_africa"])
        failing = failing and (infantry or unit.type in ("replacement", "armor"))
        if away:
            ledger.add(DM[rule], "Italians outside the Mediterranean front", rule, *as_infantry,
                       note=_notes(tanks, lists))  # fmt: skip
        if failing and away and scenario.readings["italian_both"] == "one":
            ledger.skip("Italy failing", "one level only, by the reading chosen", rule)
        elif failing:
            ledger.add(DM[rule], "Italy failing: Rome lost or no Axis in Africa", rule, note=lists)
        if not (away or failing):
            ledger.skip("Italian morale", "on the Mediterranean front, Rome and Africa held", rule)
        return
    if "minor" not in kind.traits:
        ledger.skip("minor country abroad", "not a minor country", rule)
        return
    country = scenario.hex(unit.at).values["country"]
    reason = ""
    if not infantry:
        reason = "infantry only"
    elif home:
        reason = "at home"
    elif "commonwealth" in kind.traits or "nordic" in kind.traits:
        reason = "Commonwealth, Finns and Swedes are exempt"
    elif "vichy" in kind.traits and country in VICHY_LAND:
        reason = "Vichy units in France, Corsica and Vichy colonies are exempt"
    elif kind.traits & {"vichy", "spanish"} and known["volunteers"] and known["front"] == "eastern":
        reason = "volunteers on the eastern front are exempt"
    elif known["theatre"] == "pacific":
        reason = "the Pacific is exempt"
    if reason:
        ledger.skip("minor country abroad", _notes(reason, lists), rule)
    else:
        unstated = UNSTATED if home_unknown(unit, scenario) else ""
        ledger.add(DM[rule], "minor country abroad", rule, *as_infantry, note=_notes(unstated, tanks, lists))


def _nationalist(scenario: Scenario, kind: Kind, home: bool, everywhere: bool) -> str:
    if kind.unit.nation != "Nationalist Chinese":
        return "not Nationalist Chinese"
    level = int(scenario.conditions["china_resistance"])
    if everywhere:
        return ""
    if home:
        return "in China"
    return "" if level <= LIMITS["resistance_abroad"] else f"resistance level {level}"


def _russian(scenario: Scenario, kind: Kind, seen: Pressure, infantry: bool) -> str:
    place = scenario.hex(kind.unit.at)
    if not scenario.conditions["russia_first_turn"]:
        return "not that turn"
    if kind.unit.nation != "Russian" or not infantry:
        return "Russian infantry only"
    if scenario.conditions["phase"] != "regular":
        return "not in exploitation"
    if not seen.axis_armor:
        return "no Axis armor attacks"
    if place.values["country"] == "unstated":
        return UNSTATED
    if place.values["country"] not in RUSSIAN_FRONTIER:
        return "only in Russia, eastern Poland and the Baltic States"
    shelter = next((mark for mark in ("objective", "ic") if mark in place.features), "")
    return f"shielded by the {_word(shelter)}" if shelter else ""


def _word(mark: str) -> str:
    return {"ic": "industrial centre", "objective": "objective hex"}.get(mark, mark)
