"""Defence multipliers: every DM of 15.32 and 15.33 of one defender, summed in printed order (15.35).

What the DMs need to know of the attackers still in the fight is in :class:`~.approach.Pressure`, so that the same call
serves the explanation and the walks, and equal pressure is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Trace
from hexumpire.rulesets.aworldatwar.rules import chindits, forts, isolation, morale, terrain, weather
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure, pressure
from hexumpire.rulesets.aworldatwar.rules.exposure import exposure
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Kind, muster
from hexumpire.rulesets.aworldatwar.tables import DM


def net_dm(scenario: Scenario, kind: Kind, target: int, seen: Pressure, explain: bool = False) -> Trace:
    """Sum of all DMs of one defender; its trace when ``explain``. The sum may be below 1 (see :func:`floored`)."""
    ledger = Ledger(explain)
    ledger.add(DM["15.32A"], "every defender", "15.32A")
    _positive(ledger, scenario, kind, target, seen)
    _negative(ledger, scenario, kind, target, seen)
    return ledger.close(say("DMs of the {unit}", unit=kind.name), "15.35")


def _positive(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> None:
    """What helps a defender (15.32)."""
    place = scenario.hex(scenario.targets[target])
    terrain.landing(ledger, seen)
    if not forts.wall_by_river(ledger, scenario, kind, target, seen):
        terrain.river(ledger, scenario, seen)
        forts.multiplier(ledger, scenario, target, seen)
    terrain.rough(ledger, place.terrain)
    terrain.beach(ledger, "beach" in place.features, seen)
    terrain.drop_alone(ledger, scenario, kind, seen)


def _negative(ledger: Ledger, scenario: Scenario, kind: Kind, target: int, seen: Pressure) -> None:
    """What shakes a defender (15.33)."""
    one = exposure(scenario, kind, target)
    morale.exploiting_armor(ledger, one, seen)
    morale.by_nation(ledger, scenario, one)
    morale.low_training(ledger, one)
    isolation.multiplier(ledger, kind.unit, one.borrowed)
    morale.surprised(ledger, scenario, one)
    morale.nationalists(ledger, scenario, one)
    if scenario.edition == "new":
        morale.first_turn_in_russia(ledger, scenario, one, seen)
        weather.deep_winter(ledger, scenario, one, seen)
    chindits.multiplier(ledger, scenario, target, seen.chindit)


def floored(scenario: Scenario, dm: int) -> int:
    """The DM that losses are reckoned with: the newer edition never lets it fall below 1 (15.31, 15.35)."""
    if scenario.edition == "new" or scenario.readings.get("low_dm", "strength") == "strength":
        return at_least_once(dm)
    return dm


def at_least_once(dm: int) -> int:
    """What a net DM multiplies a strength by: never by less than 1 (15.31)."""
    return max(1, dm)


def asks(survey: Survey) -> Keys:
    """What the form could ask: the reading on losses against a DM below 1, where there is one or may be later."""
    if survey.new:
        return
    scenario = survey.scenario
    every = muster(scenario)
    kinds = [kind for kind in every if kind.arm == "ground"]
    alone = chindits.company(scenario, {kind.unit.id: kind.index for kind in every})
    dms = (
        net_dm(scenario, kind, kind.target, pressure(scenario, kind.target, some, alone)).value
        for some in _rounds(kinds)
        for kind in kinds
        if kind.side == "defender"
    )
    if any((dm or 0) < 1 for dm in dms):
        yield "low_dm"


def _rounds(kinds: Sequence[Kind]) -> Iterator[list[tuple[Kind, int]]]:
    """The attackers at first, and without those by sea but marines, as a later round may find them (15.322, 15.82B)."""
    attackers = [(kind, kind.size) for kind in kinds if kind.side == "attacker"]
    yield attackers
    rest = [(kind, n) for kind, n in attackers if kind.unit.text("via") != "sea" or kind.unit.type == "marine"]
    if rest:
        yield rest
