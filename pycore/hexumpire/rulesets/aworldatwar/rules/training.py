"""Combat training levels: what lowers them, and who withdraws after the first round (10.11, 15.81, 15.82, 16.15)."""

from __future__ import annotations

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.tables import LIMITS, ROUND
from hexumpire.rulesets.aworldatwar.units import arm_of, exploited

PARTLY, SHORT_OF_OIL = "it is partly supplied", "it is short of oil"
"""Why a training level is lower and a mechanized component negated (15.81, 10.32)."""


def short(unit: Unit) -> bool:
    """Whether a unit is partly supplied or short of oil; armor that exploited last turn is neither (15.81, 16.61)."""
    if exploited(unit):
        return False
    return unit.text("supply", "full") == "partial" or unit.flag("oil_short")


def rests(unit: Unit) -> bool:
    """Whether armor that exploited last turn has its supply or its oil from that, and from nowhere else (16.61)."""
    return exploited(unit) and (unit.text("supply") != "full" or unit.flag("oil_short"))


def training(unit: Unit) -> int:
    """Training level: one lower for partial supply or oil, once (10.11, 15.81); one lower off a beach (16.15)."""
    if unit.type == "partisan":
        return LIMITS["partisan_ctl"]
    level = unit.number("ctl")
    if short(unit):
        level -= LIMITS["supply_loss_of_ctl"]
    if unit.flag("off_beach"):
        level -= LIMITS["beach_loss_of_ctl"]
    return level


def lowered(unit: Unit) -> tuple[str, Rules]:
    """Why :func:`training` is lower than the level stated, in words with the sections; empty when it is not."""
    if unit.type == "partisan":
        return "", ()
    reasons, rules = [], []
    if short(unit):
        reasons.append(PARTLY if unit.text("supply", "full") == "partial" else SHORT_OF_OIL)
        rules.append("15.81")
    if unit.flag("off_beach"):
        reasons.append("it exploits off a beach")
        rules.append("16.15")
    loss = unit.number("ctl") - training(unit)
    return say("{n} lower than stated, as {x}", n=loss, x=listed(reasons)) if loss else "", tuple(rules)


def well_supplied(unit: Unit) -> bool:
    """Whether a unit has full supply and no oil effects, as drops and landings of specialised units need (10.42)."""
    return unit.text("supply") == "full" and not unit.flag("oil_short")


def withdraws(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit lands from destroyers that leave with it after the first round (15.82B).

    They are what the unit says, else the least trained of its own nation, else of all; those that carry another landing
    of the phase are not counted.
    """
    if arm_of(unit) != "ground" or unit.text("via") != "sea":
        return False
    if unit.text("carried") != "board":
        return unit.text("carried") == "low"
    ships = [
        other for other in scenario.units if other.type == "destroyer" and other.values.get("attacks", True) is True
    ]
    own = [other for other in ships if other.nation == unit.nation] or ships
    return any(other.number("ctl") <= ROUND["least_rounds"] for other in own)


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: its level, what lowers it, and who carries it."""
    yield "supply"
    if survey.trained(unit):
        yield "ctl"
        yield "oil_short"
    if unit.side == "attacker":
        fights_on = unit.number("ctl") > ROUND["least_rounds"] or not survey.new  # else it may yet advance (old 15.91)
        if unit.text("via", "land") == "sea" and fights_on:
            yield "carried"
        if survey.exploiting:
            yield "off_beach"
