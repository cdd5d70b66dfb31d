"""Forts, the West Wall beside a river, and who attacks a fort from behind (15.32E, F, 15.321, 15.33D)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.aworldatwar.rules.approach import WATER, Pressure
from hexumpire.rulesets.aworldatwar.rules.factions import asked
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Kind
from hexumpire.rulesets.aworldatwar.tables import BORROWED, DM, DM_WALL

FORTS = ("fortress", "fortification", "maginot", "west_wall", "singapore")
ONE_WAY = ("maginot", "west_wall", "singapore")
"""Forts that face one way."""
ALL_AROUND = tuple(fort for fort in FORTS if fort not in ONE_WAY)
"""Forts all of whose hexsides are fortified."""
WALL_AND_RIVER = {"different": "West Wall and river on different hexsides",
                  "same": "West Wall and river on the same hexside"}  # fmt: skip
NO_FORT_HERE = "a fort line counts only where its hex is marked as Maginot or West Wall"


def fort_kind(scenario: Scenario, target: int) -> str:
    """The fort of a target hex, or an empty text."""
    features = scenario.hex(scenario.targets[target]).features
    return next((fort for fort in FORTS if fort in features), "")


def unfortified(scenario: Scenario, target: int, seen: Pressure) -> list[frozenset[str]]:
    """Ways in over hexsides that a fort facing one way does not cover: Singapore covers none by land (15.32E)."""
    fort = fort_kind(scenario, target)
    if fort not in ONE_WAY:
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
    return "different" if covered and len(wet) < ways and len(walled) < ways else ""


def axis_wall(scenario: Scenario, target: int, seen: Pressure, axis: frozenset[int]) -> bool:
    """Whether Axis defenders keep the benefit of a wall that is turned over the river beside it (15.321).

    ``axis``: the hexes in which Axis units still defend.
    """
    return target in axis and wall_and_river(scenario, target, seen) == "different"


def wall_by_river(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> bool:
    """Count a wall and a river beside it together, for Axis defenders (15.321); whether that was done."""
    both = wall_and_river(scenario, target, seen)
    if both and "axis" in kind.traits:
        ledger.add(DM_WALL[both], WALL_AND_RIVER[both], "15.321")
        ledger.skip("river or crossing arrow", "counted with the West Wall", "15.32C", "15.321")
        ledger.skip("fort", "counted with the river", "15.32F", "15.321")
        return True
    if both == "different":
        ledger.skip(WALL_AND_RIVER[both], "Axis units only", "15.321")
    return False


def multiplier(ledger: Ledger, scenario: Scenario, target: int, seen: Pressure) -> None:
    """The DM of the fort of an attacked hex."""
    level, cited, why_not = fort_level(scenario, target, seen)
    rules = tuple(cited.split("+"))
    if level:
        note = BORROWED if "15.33D" in rules and scenario.edition == "old" else ""
        ledger.add(level, fort_kind(scenario, target).replace("_", " "), *rules, note=note)
    else:
        ledger.skip("fort", why_not, *rules)


def fortified(survey: Survey) -> bool:
    """Whether anything in an attacked hex is fortified, a beach included."""
    return bool(survey.features & {*FORTS, "fortified_island", "beach"})


def asks(survey: Survey) -> Keys:
    """What the form could ask: the readings on forts that lost their bonus, face one way, or are Singapore.

    Of minors in the West Wall beside Axis units it is asked whether they are Axis units, too (15.321).
    """
    if "west_wall" in survey.features:
        yield from asked(survey.scenario, "defender")
    starved = any(survey.scenario.hex(target).values["fort_unsupplied"] for target in survey.scenario.targets)
    if survey.features & set(ONE_WAY) or (fortified(survey) and starved):
        yield "fort_bar"
    if "singapore" in survey.features and survey.dropping:
        yield "singapore_drop"


def asks_of_hex(target: str, survey: Survey) -> Keys:
    """What the form could ask about an attacked hex: how long its fort has lacked supply."""
    if set(survey.scenario.hex(target).features) & set(FORTS):
        yield "fort_unsupplied"
