"""How many units a hex holds (chapter 12), and how many attack out of one or land together (15.47, 10.41E)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.control import holder
from hexumpire.rulesets.aworldatwar.rules.factions import asked, is_of
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import training
from hexumpire.rulesets.aworldatwar.tables import LIMITS, STACKING
from hexumpire.rulesets.aworldatwar.units import arm_of, describe
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED

ISLANDS = frozenset(("island", "fortified_island"))
"""Features of one-hex islands (12.11B); a fortified one is an island all the same (15.55)."""


def unlimited(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit attacks over the limit of two from a hex (15.47).

    Specialised units do, landing marines and commandos among them (10.41E, 10.72, 10.82); so do armor in a breakthrough
    hex (16.45) and Russian shock armies (12.16).
    """
    if unit.type in SPECIALISED:
        if unit.text("via") == "sea" and unit.type == "commando":
            return training(unit) >= LIMITS["commando_ctl"]
        return not (unit.text("via") == "sea" and unit.type in ("airborne", "chindit"))
    return _breaking_through(unit, scenario) or unit.flag("shock_army")


WENT = "went"
"""What is said of exploiting armor that has left its breakthrough hex: the usual limits hold for it (16.45, 16.51)."""


def _breaking_through(unit: Unit, scenario: Scenario) -> bool:
    """Whether it is armor that has stayed in a breakthrough hex, which neither 12.14 nor 16.45 limits."""
    if unit.type != "armor" or "breakthrough" not in scenario.hex(unit.at).features or unit.values.get(WENT):
        return False
    return scenario.condition("phase") == "exploitation"


def stacking_limit(scenario: Scenario, place: str, units: Iterable[Unit]) -> tuple[int, str]:
    """How many non-specialised ground units of those who hold these a hex takes, and the section that says so.

    Two, with other numbers for islands (12.11B), bridgeheads (12.13) and Western Allies in Pearl Harbor (12.19). A
    bridgehead gives room to the side that holds the hex, in an attacked hex the defender, and to nobody else.
    """
    features = scenario.hex(place).features
    held = list(units)
    if "pearl_harbor" in features and any(is_of(unit, "wa", scenario) for unit in held):
        return STACKING["pearl_harbor"], "12.19"
    if ISLANDS & {*features} and scenario.condition("theatre") == "pacific":
        return STACKING["ground" if "port" in features else "island_without_port"], "12.11B"
    if "bridgehead" in features:
        whose = "defender" if place in scenario.targets else holder(scenario, place)
        if not whose or any(unit.side == whose for unit in held):
            return STACKING["bridgehead"], "12.13"
    return STACKING["ground"], "12.11A"


def filled(scenario: Scenario, stack: Iterable[tuple[Unit, int]]) -> int:
    """How many places of ordinary units these take, each so many times (12.11, 12.12).

    By the reading chosen specialised units beyond their three places take some of them.
    """
    counts = {True: 0, False: 0}
    for unit, n in stack:
        counts[unit.type in SPECIALISED] += n
    extra = max(0, counts[True] - STACKING["specialised"])
    return counts[False] + (extra if scenario.readings["special_places"] == "ordinary" else 0)


ORDINARY, SPECIAL, FLAK = "ordinary", "special", "flak"
"""Kinds of units that have places of their own in a hex (12.11, 12.12, 10.96)."""


def kind_of(unit: Unit) -> str:
    """Whose places a unit takes: those of ordinary units, of specialised ones, or of flak."""
    if unit.type == "flak":
        return FLAK
    return SPECIAL if unit.type in SPECIALISED else ORDINARY


def excess(scenario: Scenario, place: str, units: Sequence[Unit]) -> list[frozenset[str]]:
    """The kinds of which too many of one side are in a hex: where a set names two, those of either are.

    Nobody else is in excess, as to take him away would leave as many of these (12.11, 12.12).
    """
    sums = {ORDINARY: 0, SPECIAL: 0, FLAK: 0}
    for unit in units:
        kind = kind_of(unit)
        sums[kind] += unit.count * (unit.number("factors") if kind == FLAK else 1)
    limit = stacking_limit(scenario, place, [unit for unit in units if unit.type != "flak"])[0]
    extra = sums[SPECIAL] - STACKING["specialised"]
    found = []
    if extra > 0 and scenario.readings["special_places"] == "ordinary":
        if sums[ORDINARY] + extra > limit:
            found.append(frozenset((ORDINARY, SPECIAL)))
    else:
        found += [frozenset((ORDINARY,))] * (sums[ORDINARY] > limit) + [frozenset((SPECIAL,))] * (extra > 0)
    return [*found, *([frozenset((FLAK,))] if sums[FLAK] > STACKING["flak"] else [])]


def has_room(scenario: Scenario, unit: Unit, stack: Sequence[tuple[Unit, int]], limit: int) -> bool:
    """Whether a hex with places for so many ordinary units has one for a ground unit beside these of its side (12.12).

    Specialised units have three places of their own.
    """
    if unit.type in SPECIALISED:
        if sum(n for other, n in stack if other.type in SPECIALISED) < STACKING["specialised"]:
            return True
        if scenario.readings["special_places"] != "ordinary":
            return False
    return filled(scenario, [*stack, (unit, 1)]) <= limit


def problems(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """Hexes that hold too many of a side, hexes too many attack from, and landings of too many.

    ``at`` gives the path of each unit in the document. A hex of none but those who failed to overrun others holds any
    number of them, as they stay where they are (12.15).
    """
    stacks: dict[tuple[str, str], list[Unit]] = {}
    for unit in scenario.units:
        if _stands(unit, scenario):
            stacks.setdefault((unit.side, unit.at), []).append(unit)
    for (side, place), units in stacks.items():
        others = [unit for unit in units if side == "defender" or not unit.flag("pledged")]
        free = any(kind_of(unit) == ORDINARY for unit in others)
        yield from overstacked(scenario, place, units if free else others, at)
    yield from out_of_one_hex(scenario, at)
    yield from _landing_together(scenario, at)


def _stands(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit takes room in its hex.

    No limit holds at sea (12.23), nor for the airborne who drop to attack a hex (12.12), be it that of another attack,
    nor for shock armies (12.16) and armor in a breakthrough hex (12.14).
    """
    if arm_of(unit) not in ("ground", "flak"):
        return False
    dropping = unit.type == "airborne" and unit.text("via") == "airdrop"
    if unit.side == "attacker" and (unit.text("via") == "sea" or unit.at in scenario.targets or dropping):
        return False
    return not ((unit.side == "attacker" and unit.flag("shock_army")) or _breaking_through(unit, scenario))


def overstacked(scenario: Scenario, place: str, units: Sequence[Unit], at: Mapping[str, str]) -> Iterable[Problem]:
    """What 12.11 to 12.13 and 10.96 say of the units of one side in a hex; ``at``: the path of each in the document."""
    flak = [unit for unit in units if unit.type == "flak"]
    ground = [unit for unit in units if unit.type != "flak"]
    limit, rule = stacking_limit(scenario, place, ground)
    special = STACKING["specialised"]
    light = [unit for unit in ground if unit.type in SPECIALISED]
    ordinary = [unit for unit in ground if unit.type not in SPECIALISED]
    extra = max(0, _counters(light) - special)
    where = mention(place)
    too_many = say(
        "{n} ground units in {place}, where {m} and {k} specialised may stack",
        n=_counters(ground), place=where, m=limit, k=special,
    )  # fmt: skip
    if _counters(ordinary) > limit:
        yield Problem(too_many, at[ordinary[-1].id], rule, "take some away")
    elif extra and (scenario.readings["special_places"] == "three" or _counters(ordinary) + extra > limit):
        message = too_many
        if scenario.readings["special_places"] != "ordinary":
            message = say(
                "{n} specialised units in {where}, where {m} may stack", n=_counters(light), where=where, m=special
            )
        yield Problem(message, at[light[-1].id], "12.12", "take some away")
    factors = sum(unit.number("factors") * unit.count for unit in flak)
    if factors > STACKING["flak"]:
        message = say(
            "{n} flak factors in {where}, where {m} may stack", n=factors, where=where, m=STACKING["flak"]
        )  # fmt: skip
        yield Problem(message, f"{at[flak[-1].id]}.factors", "10.96", "take some away")


def _attackers(scenario: Scenario, via: str) -> list[Unit]:
    """Ground units of the attacker that take part and come this way."""
    return [
        unit
        for unit in scenario.units
        if unit.side == "attacker" and arm_of(unit) == "ground" and unit.values.get("attacks", True) is True
        and unit.text("via", "land") == via
    ]  # fmt: skip


def out_of_one_hex(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """More units attacking out of one hex than 15.47 allows; ``at`` gives the path of each unit in the document."""
    places: dict[str, list[Unit]] = {}
    for unit in _attackers(scenario, "land"):
        places.setdefault(unit.at, []).append(unit)
    for place, units in places.items():
        limited = [unit for unit in units if not unlimited(unit, scenario)]
        if _counters(limited) > LIMITS["attack_from_hex"]:
            message = say("more than two ground units attack from {place}", place=mention(place))
            fix = "let the others stand by, or attack from another hex"
            yield Problem(message, at[limited[-1].id], "15.47", fix)


def _landing_together(scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """More units landing together than 10.41E allows. Commandos count where their CTL is too low (10.83)."""
    limited = [unit for unit in _attackers(scenario, "sea") if not unlimited(unit, scenario)]
    green = [unit for unit in limited if unit.type == "commando"]
    if _counters(limited) <= STACKING["embarked"]:
        return
    if _counters(limited) - _counters(green) <= STACKING["embarked"]:
        message = say(
            "more than two ground units land: commandos below CTL {n} count among them", n=LIMITS["commando_ctl"]
        )
        yield Problem(message, at[green[-1].id], "10.83", "leave the others at sea")
    else:
        yield Problem("more than two ground units land beside marines and commandos", at[limited[-1].id], "10.41E",
                      "leave the others at sea")  # fmt: skip


def is_shock_army(unit: Unit) -> bool:
    """Whether a unit is a shock army: Russian infantry of three factors so marked, in its own player turn (12.16)."""
    if unit.side != "attacker" or not unit.flag("shock_army"):
        return False
    return unit.nation == "Russian" and unit.number("factors") == LIMITS["shock_factors"]


def shock_armies(attackers: Sequence[Unit], scenario: Scenario, at: Mapping[str, str]) -> Iterable[Problem]:
    """Shock armies are 3-3 Russian infantry, three of them to an attack, in regular combat (12.16)."""
    marked = [unit for unit in attackers if unit.flag("shock_army")]
    for unit in marked:
        if not is_shock_army(unit) or unit.text("via") != "land" or scenario.condition("phase") != "regular":
            message = say(
                "{unit}: a shock army is 3-factor Russian infantry that attacks by land in regular combat",
                unit=describe(unit),
            )
            yield Problem(message, f"{at[unit.id]}.shock_army", "12.16", "untick it")
    if _counters(marked) > LIMITS["shock_armies"]:
        message = say(
            "{n} shock armies, where {m} may join an attack", n=_counters(marked), m=LIMITS["shock_armies"]
        )  # fmt: skip
        yield Problem(message, f"{at[marked[-1].id]}.count", "12.16", "take some away")


def _counters(units: Iterable[Unit]) -> int:
    return sum(unit.count for unit in units)


def asks(survey: Survey) -> Keys:
    """What the form could ask: the theatre, for islands, and the reading on specialised units beyond their places.

    In Pearl Harbor it is whether minors are Western Allied too (12.19).
    """
    if ISLANDS & survey.features:
        yield "theatre"
    if "pearl_harbor" in survey.features:
        yield from asked(survey.scenario, "defender")
    stacks = (survey.attackers, survey.defenders)
    if any(_counters(unit for unit in stack if unit.type in SPECIALISED) > STACKING["specialised"] for stack in stacks):
        yield "special_places"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: whether it is a shock army."""
    if unit.side == "attacker" and unit.nation == "Russian":
        yield "shock_army"
