"""Breakthrough hexes: what a won attack leaves for exploitation, and where armor lands on an empty beach (16.1).

The map says the rest by features of hexes: ``breakthrough``, ``invaded`` (by the attack that broke through), ``held``
(a Russian IC or objective that three ground factors defended) and ``attacked_from``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexumpire.kit.losses import Why
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.rulesets.aworldatwar.rules.mechanized import keeps_mechanized
from hexumpire.rulesets.aworldatwar.rules.training import training
from hexumpire.rulesets.aworldatwar.rules.zones import around
from hexumpire.rulesets.aworldatwar.setting import Setting
from hexumpire.rulesets.aworldatwar.tables import EXPLOITATION, LIMITS
from hexumpire.rulesets.aworldatwar.units import arm_of
from hexumpire.rulesets.aworldatwar.vocabulary import RUSSIAN_LAND

ATTACKED_FROM = "attacked_from"
"""Feature of a hex that a breakthrough hex was attacked from."""
HELD = "held"
"""Feature of a Russian IC or objective that three ground factors defended (16.31E)."""
PRIZES = frozenset(("ic", "objective"))
TOO_FEW: Why = ("only an invasion by more than one armor unit breaks through in an undefended hex", ("16.14",))


def attack_on(place: str) -> str:
    """The feature of a hex that says which breakthrough hex was attacked from it; what players mark does not say it."""
    return f"{ATTACKED_FROM}@{place}"


def came_in(unit: Unit, place: str) -> bool:
    """Whether a unit in a hex can have advanced into it after the attack that broke through there (16.11B).

    Airborne units that dropped have not, nor have partisans and replacements, which attack nobody (11.44, 10.23).
    """
    dropped = unit.type == "airborne" and unit.text("via") == "airdrop"
    return unit.at == place and not dropped and unit.type not in ("partisan", "replacement")


def invaded_by(unit: Unit, place: str, scenario: Scenario) -> bool:
    """Whether armor that came by sea can be of the invasion of a hex: in it, or in reserve at sea beside it (16.14).

    What has fought is of the invasion of the hex it is in, and at sea of that of another hex.
    """
    if unit.side != "attacker" or unit.type != "armor" or unit.text("via") != "sea":
        return False
    waits = unit.at in around(place) and scenario.hex(unit.at).terrain == "sea" and not unit.flag("fought")
    return unit.at == place or waits


def broken_through(scenario: Scenario) -> tuple[str, ...]:
    """The breakthrough hexes on the board: those marked, and undefended ones that armor has landed in (16.14).

    A reserve belongs to the invasion of a hex that it waits in, or at sea beside; what has its base in a hex does not
    defend it. Their order is that of their names, in whatever order the map lists them.
    """
    theirs = {unit.at for unit in scenario.units if unit.side == "defender" and arm_of(unit) == "ground"}
    found = [
        place
        for place, data in scenario.hexes.items()
        if "breakthrough" in data.features
        or ("invaded" in data.features and place not in theirs and landed_in(place, scenario))
    ]
    return tuple(sorted(found))


def landed_in(place: str, scenario: Scenario) -> bool:
    """Whether the invasion of an undefended hex breaks through: two armor units, a fit one of them ashore (16.14).

    The others may exploit.
    """
    tanks = [unit for unit in scenario.units if invaded_by(unit, place, scenario)]
    ashore = [unit for unit in tanks if unit.flag("fought") and keeps_mechanized(unit, scenario)]
    fit = any(training(unit) >= LIMITS["breakthrough_ctl"] for unit in ashore)
    return fit and sum(unit.count for unit in tanks) >= EXPLOITATION["invading_armor"]


def left_behind(setting: Setting, places: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The features of hexes after an attack that broke through in ``places`` (16.11, 16.12, 16.15, 16.21).

    Each of those hexes is marked, and those that ground units attacked it from.
    """
    scenario = setting.scenario
    attackers = [setting.kinds[i].unit for i in setting.ground["attacker"]]
    marks: dict[str, set[str]] = {}
    for place in places:
        marks[place] = {"breakthrough"}
        if any(unit.text("via") == "sea" for unit in attackers):
            marks[place].add("invaded")
    won = [*marks]
    for unit in attackers if won else ():
        marks.setdefault(unit.at, set()).update((ATTACKED_FROM, *(attack_on(place) for place in won)))
    return {at: tuple(dict.fromkeys((*scenario.hex(at).features, *sorted(new)))) for at, new in marks.items()}


def held(setting: Setting) -> list[str]:
    """The ICs and objectives of Russia attacked in regular combat that three ground factors defended (16.31E)."""
    if setting.scenario.condition("phase") != "regular":
        return []
    factors = dict.fromkeys(setting.scenario.targets, 0)
    for i in setting.ground["defender"]:
        factors[setting.kinds[i].unit.at] += setting.kinds[i].value * setting.kinds[i].size
    least = EXPLOITATION["russian_garrison"]
    return [place for place, n in factors.items() if n >= least and russian_prize(setting.scenario, place)]


def russian_prize(scenario: Scenario, place: str) -> bool:
    """Whether a hex is an IC or an objective in Russia (16.31E)."""
    data = scenario.hex(place)
    return bool(PRIZES & set(data.features)) and data.values.get("country") in RUSSIAN_LAND
