"""Ships: shore bombardment, and the destroyers that carry an invasion (15.51, 15.641, 15.642)."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Counts, Setting
from hexumpire.rulesets.aworldatwar.tables import LIMITS

HOME = Line("Ships at sea return to port after the last regular attack.", ("15.13",))


def afloat(setting: Setting, left: Counts) -> bool:
    """Whether any ships are left."""
    return any(left[kind.index] for kind in setting.kinds if kind.arm in ("fleet", "destroyer"))


def guns(setting: Setting, active: Counts) -> int:
    """Combat factors the bombarding ships still there could add; those that may not fire are not lost (15.641E)."""
    return sum((kind.unit.number("bombardment") or kind.value) * active[kind.index]
               for kind in setting.kinds if kind.arm == "fleet")  # fmt: skip


def guns_allowed(setting: Setting, active: Counts) -> int:
    """Most bombardment the landing ground factors may have beside them (15.641D; old 15.642)."""
    landed = 0
    for i in setting.ground["attacker"]:
        if setting.kinds[i].unit.text("via") == "sea":
            landed += setting.kinds[i].value * active[i]
    return landed * _ratio(setting.scenario)


def _ratio(scenario: Scenario) -> int:
    """Bombardment factors a landing ground factor: printed in the older edition, stated by players of the newer."""
    if scenario.edition == "old":
        return LIMITS["bombardment_ratio"]
    return int(scenario.conditions["bombardment_ratio"])


def bombardment(setting: Setting, active: Counts) -> int:
    """What the ships add to the attack (15.51)."""
    return min(guns(setting, active), guns_allowed(setting, active))


def surplus(setting: Setting, active: Counts) -> bool:
    """Whether there are more guns than may fire (15.641D)."""
    return guns(setting, active) > guns_allowed(setting, active)


def trace(setting: Setting, active: Counts) -> Trace:
    """The cited arithmetic of the bombardment."""
    old = setting.scenario.edition == "old"
    most = say("at most {n} for each landing ground factor", n=_ratio(setting.scenario))
    parts = (Trace("guns of the ships in action", guns(setting, active), ("15.51",)),
             Trace(most, guns_allowed(setting, active), ("15.642",) if old else ("15.641D",)))  # fmt: skip
    return Trace("shore bombardment", bombardment(setting, active), ("15.51",), "min", parts)


def destroyers(setting: Setting, active: Counts, landing: bool) -> int:
    """Destroyer factors that losses of a round fall on: those of an invasion, in the newer edition (15.642)."""
    if setting.scenario.edition == "old" or not landing:
        return 0
    return sum(active[kind.index] for kind in setting.kinds if kind.arm == "destroyer")


def asks(survey: Survey) -> Keys:
    """What the form could ask: how much bombardment is allowed, and what the destroyers' third is of."""
    if survey.new and "fleet" in survey.types:
        yield "bombardment_ratio"
    if survey.new and survey.landing and any(unit.type == "destroyer" for unit in survey.scenario.units):
        yield "destroyer_share"


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: what a bombarding ship adds."""
    if unit.type == "fleet":
        yield "bombardment"
