"""Seaborne invasions: who may land where, and commandos raiding a port (10.42, 10.81, 10.83, 15.44)."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import training, well_supplied
from hexumpire.rulesets.aworldatwar.tables import LIMITS
from hexumpire.rulesets.aworldatwar.units import describe
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED


def problems(unit: Unit, scenario: Scenario, path: str) -> Iterable[Problem]:
    """Why a unit may not land as it is set up."""
    name = describe(unit)
    for target in scenario.targets:
        if hexgrid.distance(hexgrid.parse(unit.at), hexgrid.parse(target)) > 1:
            message = say("{unit} lands too far away from {where}", unit=name, where=mention(target))
            yield Problem(message, path + ".at", "15.44", "put it on or next to every attacked hex")
    if unit.type in SPECIALISED and not well_supplied(unit):
        message = say("{unit}: specialised units land with full supply and oil only", unit=name)
        yield Problem(message, path + ".supply", "10.42", "supply it, or let it stand by")
    raid = unit.number("port_raid_range")
    if unit.type == "commando" and raid:
        theatre = str(scenario.condition("theatre"))
        reason, rules = may_raid_port(ctl=training(unit), theatre=theatre, distance=raid, defended=True)
        message = say("{unit}: {reason}", unit=name, reason=reason)
        yield Problem(message, path + ".port_raid_range", rules[0], "land on a beach, or raid an empty port")


def may_raid_port(*, ctl: int, theatre: str, distance: int, defended: bool) -> Why:
    """Whether commandos may use their special landing in a port (10.81, 10.83)."""
    reach = LIMITS[f"commando_range_{theatre}"]
    if ctl < LIMITS["commando_ctl"]:
        return say("commandos need CTL {n} for it", n=LIMITS["commando_ctl"]), ("10.83",)
    if distance > reach:
        return say("commandos reach {n} hexes, the port is {m} away", n=reach, m=distance), ("10.81",)
    return ("the port holds enemy ground units", ("10.81",)) if defended else ("", ())


def asks(survey: Survey) -> Keys:
    """What the form could ask: the theatre, which says how far commandos reach."""
    if any(unit.number("port_raid_range") for unit in survey.attackers):
        yield "theatre"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: how far off the port is that commandos raid."""
    if unit.side == "attacker" and unit.type == "commando" and unit.text("via", "land") == "sea":
        yield "port_raid_range"
