"""Why an attack may not be made; every reason at once, each with its rule and the way out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention, mention_side
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.d8chart.forces import WATER, describe, weather_at
from hexumpire.rulesets.d8chart.modifiers import landing_kind

if TYPE_CHECKING:
    from hexumpire.rulesets.d8chart.attack import Attack

LANDINGS = {"forest": "TER.forest.amph", "marsh": "TER.marsh.amph", "mountain": "TER.mountain.amph"}


def landing_bar(scenario: Scenario, place: str) -> tuple[str, str]:
    """Why nobody may land in a hex and the rule; an empty text (and the rule looked at) when it is open."""
    data = scenario.hex(place)
    rule = LANDINGS.get(data.terrain, "TER.clear")
    if data.terrain == "mountain" and "port" in data.features:
        if weather_at(scenario, place) == "winter" and scenario.condition("port_ice") is True:
            return "no landing in mountains while ice closes the port", "WX.winter.freeze"
        return "", rule
    if data.terrain == "mountain":
        return "no landing in mountains without a port", rule
    if data.terrain in LANDINGS:
        return f"no landing in {data.terrain}", rule
    return "", rule


def place_of(scenario: Scenario, unit: Unit) -> str:
    """The JSON path of a unit."""
    return f"$.units[{scenario.units.index(unit)}]"


def one_target(scenario: Scenario) -> Iterator[Problem]:
    """One hex is looked at, no more and no less."""
    if len(scenario.targets) != 1:
        which = "$.targets[1]" if scenario.targets else "$.targets"
        yield Problem(f"{len(scenario.targets)} target hexes; the chart resolves one", which, "CRT.odds",
                      "name one target hex")  # fmt: skip
    elif scenario.hex(scenario.targets[0]).terrain == "sea":
        yield Problem("the target hex is sea; the chart is for combat on land", "$.targets[0]", "CRT.table",
                      "name a land hex")  # fmt: skip


def frozen_land(scenario: Scenario) -> Iterator[Problem]:
    """Only water freezes."""
    for side, marks in scenario.sides.items():
        if "frozen" in marks and not WATER & set(marks):
            yield Problem(f"{mention_side(side)} is frozen, but there is no water", f'$.map.sides["{side}"]',
                          "WX.winter.freeze", "mark a river or strait there too, or take 'frozen' away")  # fmt: skip


def landings(scenario: Scenario, target: str, landing: list[Unit]) -> Iterator[Problem]:
    """Where and together with whom one lands."""
    if not landing:
        return
    why, rule = landing_bar(scenario, target)
    if why:
        yield Problem(why, place_of(scenario, landing[0]) + ".via", rule, "attack by land, or land elsewhere")
    kinds = {landing_kind(unit.nation): unit for unit in landing}
    if len(kinds) > 1:
        yield Problem("both kinds of landing in one attack; they exclude each other",
                      place_of(scenario, landing[-1]) + ".nation", "MOD.amph-axis",
                      "let only US and British, or only Axis or Soviet units land")  # fmt: skip


def problems(attack: Attack) -> tuple[Problem, ...]:
    """Everything that forbids an attack."""
    scenario, forces = attack.scenario, attack.forces
    found = list(one_target(scenario))
    if not forces.of("attacker"):
        found.append(
            Problem("no land unit attacks", "$.units", "RES.who-loses", "put an attacking land unit on the map")
        )
    for unit in forces.strays:
        found.append(Problem(f"the {describe(unit)} does not stand in the target hex", place_of(scenario, unit) + ".at",
                             "EXT.units", f"put it into {mention(forces.target)}, or leave it out"))  # fmt: skip
    for unit in (*forces.of("attacker"), *forces.of("attacker", "general")):
        found += _approach(attack, unit)
    landing = [unit for unit in forces.of("attacker") if unit.text("via") == "sea"]
    found += landings(scenario, forces.target, landing)
    found += frozen_land(scenario)
    if attack.odds.warning == "zero-defence":
        marks = (
            "a coastal fort counts against landings only" if "coastal_fort" in forces.hex.features else "it is empty"
        )
        found.append(Problem(f"nothing defends the hex: {marks}", "$.units", "CRT.odds",
                             "put a defender there, or simply move in"))  # fmt: skip
    elif attack.odds.warning and scenario.readings["worse_odds"] == "forbid":
        found.append(Problem("the odds are below 1-3", "$.units", "CRT.odds-min",
                             "bring more strength, or choose the reading that uses 1-3"))  # fmt: skip
    return tuple(found)


def _approach(attack: Attack, unit: Unit) -> Iterator[Problem]:
    scenario, target = attack.scenario, attack.forces.target
    if not target or unit.text("via") != "land":
        return
    apart = hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(target))
    where = place_of(scenario, unit) + ".at"
    if scenario.hex(unit.at).terrain == "sea":
        yield Problem(f"the {describe(unit)} is at sea, and attacks by land", where, "EXT.amph",
                      "let it land from the sea (via), or put it on land")  # fmt: skip
    if apart != 1:
        problem = "stands in the target hex" if not apart else f"stands {apart} hexes away"
        yield Problem(f"the {describe(unit)} {problem}", where, "EXT.units",
                      "put it next to the target, or let it land or drop")  # fmt: skip
    elif unit.type != "general" and unit.type != "mountain" and "impassable" in scenario.between(unit.at, target):
        yield Problem(f"the {describe(unit)} cannot cross impassable mountains", where, "TER.impass.block",
                      "only mountain troops cross; attack over another hexside")  # fmt: skip
