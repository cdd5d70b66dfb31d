"""What the ruleset umpires. The modules of all but the attack, which is asked for first, come when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model import data
from hexumpire.model.battle import Game
from hexumpire.model.procedure import ATTACKS, COST, LIST, Procedure
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.game import Attack
from hexumpire.rulesets.aworldatwar.measures import OF_ATTACKS, OF_ATTRITION, OF_PHASE


def _turn(scenario: Scenario) -> Game[Any]:
    from hexumpire.rulesets.aworldatwar.turn import turn

    return turn(scenario)


def _phase(scenario: Scenario) -> Game[Any]:
    from hexumpire.rulesets.aworldatwar.ground_phase import ground_phase

    return ground_phase(scenario)


def _move(scenario: Scenario) -> Game[Any]:
    from hexumpire.rulesets.aworldatwar.movement import Movement

    return Movement(scenario)


def _exploitation(scenario: Scenario) -> Game[Any]:
    from hexumpire.rulesets.aworldatwar.exploit import Exploitation

    return Exploitation(scenario)


def _attrition(scenario: Scenario) -> Game[Any]:
    from hexumpire.rulesets.aworldatwar.attrition import attrition

    return attrition(scenario)


def _attrition_table(edition: str) -> Mapping[str, Any]:
    from hexumpire.rulesets.aworldatwar.rules import attrition_table

    return attrition_table.chart(edition)


def _partisans(scenario: Scenario) -> Game[Any]:
    data.need(data.MORE)
    from hexumpire.rulesets.aworldatwar.placing import Placing

    return Placing(scenario)


PROCEDURES = (
    Procedure("attack", "Ground attack", Attack,
              measures=("attacker_lost", "defender_lost", "hex", "breakthrough", "rounds")),
    Procedure("turn", "Several attacks", _turn, (ATTACKS,), measures=("hexes", "hex", *OF_ATTACKS)),
    Procedure("phase", "Ground phase", _phase, (), LIST, OF_PHASE),
    Procedure("move", "Movement", _move, (), COST, ("moved", "overrun", "attacker_lost", "defender_lost")),
    Procedure("exploitation", "Exploitation", _exploitation, (), LIST, ("hexes", "attacker_lost", "defender_lost")),
    Procedure("attrition", "Attrition", _attrition, (), measures=OF_ATTRITION, chart=_attrition_table),
    Procedure("partisans", "Partisans: placing", _partisans, (), COST, ("placed",)),
)  # fmt: skip
