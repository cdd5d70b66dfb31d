"""The ground phase as one turn: movement, attacks, exploitation, attrition on one board (13.11, 14.12, 15.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexumpire.kit.declaring import Declaring
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.sequence import PlayerTurn, Segment
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition import attrition
from hexumpire.rulesets.aworldatwar.exploit import Exploitation
from hexumpire.rulesets.aworldatwar.rules.crossing import crossing
from hexumpire.rulesets.aworldatwar.turn import ATTACKS
from hexumpire.rulesets.aworldatwar.units import describe
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY


def reaches(scenario: Scenario, unit: Unit, targets: Sequence[str]) -> Why:
    """Why a unit cannot attack these hexes from where it stands (15.21); dropped and landed ones are judged later."""
    if unit.values.get("fought") is True:
        return say("{unit} made an offensive operation this turn", unit=describe(unit)), ("15.43",)
    if unit.type in ("air", "fleet", "destroyer") or unit.text("via", "land") != "land":
        return "", ()
    for target in targets:
        if crossing(unit, target, scenario) is None:
            text = say("{unit} in {here} is not adjacent to {where}", unit=describe(unit), here=mention(unit.at),
                       where=mention(target))  # fmt: skip
            return text, ("15.21",)
    return "", ()


FIGHTS = replace(ATTACKS, marks=(("fought", True),))


def attacks(scenario: Scenario) -> Declaring:
    """The attacks of the phase: declared on the board, then fought in the attacker's order."""
    return Declaring(scenario, FIGHTS, reaches, describe)


ADDED = ("hexes", "attacker_lost", "defender_lost")
"""Measures that add up over the parts of the phase."""
SEGMENTS = (
    Segment("turn", "Attacks", ("15.12",), attacks, conditions=(("phase", "regular"),)),
    Segment("exploitation", "Exploitation", ("15.14",), Exploitation, fresh=(("moved", False),),
            conditions=(("phase", "exploitation"),)),
    Segment("attrition", "Attrition", ("14.12",), attrition),
)  # fmt: skip


def ground_phase(scenario: Scenario) -> PlayerTurn:
    """The game of the ground phase."""
    found = Problem("the older edition at hand has one attack at a time only", "$.edition", "15.12",
                    "choose the newer edition")  # fmt: skip
    problems = () if scenario.edition == "new" else (found,)
    return PlayerTurn(scenario, SEGMENTS, VOCABULARY, ADDED, problems)
