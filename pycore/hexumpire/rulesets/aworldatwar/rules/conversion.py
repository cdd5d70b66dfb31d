"""Results read otherwise: an exchange for d, early German attacks, and attacks on forts (15.53 to 15.551)."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure, pressure
from hexumpire.rulesets.aworldatwar.rules.forts import ONE_WAY, axis_wall, fort_kind, fortified, unfortified
from hexumpire.rulesets.aworldatwar.rules.strength import Round
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Setting, muster
from hexumpire.rulesets.aworldatwar.tables import conversion

CONVERTED = ("Ex-2", "d", "D")
"""Results that 15.55 touches."""


class Conversion:
    """What becomes of the results of one attack."""

    def __init__(self, setting: Setting) -> None:
        self.scenario = setting.scenario
        self.kinds = setting.kinds
        self.attacker_first = self.scenario.readings["conversion_order"] == "attacker"
        """Who speaks first about d: the attacker, who may take an exchange, or the defender, who may convert it."""
        self.arms = trained_arms(self.scenario)
        self._possible = may_ever_convert(self.scenario)

    def early_german(self, now: Round) -> bool:
        """Whether Ex reads Ex-1: an early German exploitation attack (15.54).

        The older edition asks for any German attacker, the newer one for German armor.
        """
        scenario = self.scenario
        if not scenario.conditions["early_german"] or scenario.conditions["phase"] != "exploitation":
            return False
        german = [k for k in self.kinds if k.side == "attacker" and k.arm == "ground" and now.active[k.index]
                  and k.unit.nation == "German"]  # fmt: skip
        return any(k.unit.type == "armor" or scenario.edition == "old" for k in german)

    def exchange(self, now: Round) -> str:
        """The exchange that the attacker may take instead of d (15.53)."""
        return "Ex-1" if self.early_german(now) else "Ex"

    def applies(self, now: Round) -> bool:
        """Whether 15.55 touches this round's attack."""
        scenario = self.scenario
        new = scenario.edition == "new"
        if scenario.conditions["atomic"] or (new and scenario.conditions["japanese_surprise"]):
            return False
        if new and scenario.readings["invasion_scope"] == "all" and any(seen.landing for seen in now.seen):
            return True
        return any(_softens(scenario, target, now.seen[target], now.axis) for target in now.held)

    def lowest_ctl(self, now: Round) -> int:
        """Lowest CTL among the attackers of a round (15.551)."""
        return min(k.ctl for k in self.kinds if k.side == "attacker" and k.arm in self.arms and now.active[k.index])

    def converted(self, now: Round, result: str) -> str:
        """What 15.55 makes of a printed result in this round; the result itself when it stays."""
        if result not in CONVERTED or not self._possible or not self.applies(now):
            return result
        return conversion(self.scenario.edition, self.lowest_ctl(now), result)

    # --- the log --------------------------------------------------------------------------------------

    def clause(self, now: Round) -> str:
        """The clause of 15.55 for the lowest CTL of a round."""
        return {1: "15.55A", 2: "15.55B"}.get(max(1, self.lowest_ctl(now)), "15.55C")

    def compulsory(self, now: Round, printed: str) -> tuple[str, list[Line]]:
        """What a die's result is read as when nobody is asked, with the log entries that say so."""
        if printed == "Ex" and self.early_german(now):
            return "Ex-1", [Line("An early German exploitation attack: Ex is read as Ex-1.", ("15.54",))]
        if self.scenario.edition == "old" or printed == "d":
            return printed, []
        other = self.converted(now, printed)
        if other == printed:
            return printed, []
        text = say(
            "Against this defence, {x} by attackers of CTL {n} becomes {y}.",
            x=printed, n=self.lowest_ctl(now), y=other,
        )  # fmt: skip
        return other, [Line(text, ("15.55", self.clause(now)))]


def trained_arms(scenario: Scenario) -> tuple[str, ...]:
    """Arms whose CTL counts in 15.551, by the reading chosen."""
    return ("ground",) if scenario.readings["lowest_ctl"] == "ground" else ("ground", "air")


def _softens(scenario: Scenario, target: int, seen: Pressure, axis: frozenset[int]) -> bool:
    """Whether a hex, as it is attacked, is one of those that soften results (15.55).

    The newer edition names forts, and invasions: a beach defence or a fortified island softens those by land or by
    drop no more. A beach defence stands against landings only (15.32G), whoever drops beside them.
    """
    features = scenario.hex(scenario.targets[target]).features
    if fort_kind(scenario, target) and not _from_behind(scenario, target, seen, axis):
        return True
    if scenario.edition == "new" and not seen.landing:
        return False
    if "fortified_island" in features:
        return True
    if "beach" not in features or not seen.landing:
        return False
    return not (seen.crossings and scenario.readings["mixed_approach"] == "open")


def may_ever_convert(scenario: Scenario) -> bool:
    """Whether anything in the set-up could bring 15.55 into play at all: a fort, a beach defence, a landing."""
    marks = {mark for target in scenario.targets for mark in scenario.hex(target).features}
    forts = any(fort_kind(scenario, target) for target in range(len(scenario.targets)))
    landing = any(unit.side == "attacker" and unit.text("via") == "sea" for unit in scenario.units)
    return forts or landing or bool(marks & {"beach", "fortified_island"})


def _from_behind(scenario: Scenario, target: int, seen: Pressure, axis: frozenset[int]) -> bool:
    """Whether a fort that faces one way (Singapore: the sea, 15.32E) is attacked over unfortified hexsides.

    Where others come at its front, by a reading; a wall that still counts beside a river is not turned (15.321).
    """
    fort = fort_kind(scenario, target)
    if fort not in ONE_WAY:
        return False
    if fort == "singapore" and not seen.landing and not seen.crossings:
        return scenario.readings["singapore_drop"] == "sea"
    bare = unfortified(scenario, target, seen)
    if scenario.readings["mixed_approach"] == "open":
        return bool(bare) and not axis_wall(scenario, target, seen, axis)
    return bool(bare) and not seen.landing and len(bare) == len(seen.crossings)


def _both_ways(scenario: Scenario, target: int) -> bool:
    """Whether a beach is attacked by sea and by land, or a fort that faces one way from its front and from behind."""
    if fort_kind(scenario, target) not in ONE_WAY and "beach" not in scenario.hex(scenario.targets[target]).features:
        return False
    attackers = [(kind, kind.size) for kind in muster(scenario) if kind.side == "attacker" and kind.arm == "ground"]
    seen = pressure(scenario, target, attackers)
    bare = len(unfortified(scenario, target, seen))
    if bare and (seen.landing or bare < len(seen.crossings)):
        return True
    softened_anyway = scenario.edition == "new" and scenario.readings["invasion_scope"] == "all"
    beach = "beach" in scenario.hex(scenario.targets[target]).features
    return beach and seen.landing and bool(seen.crossings) and not softened_anyway


def asks(survey: Survey) -> Keys:
    """What the form could ask: what spares an attack from 15.55 or brings it about, and the readings on it."""
    scenario, forts = survey.scenario, fortified(survey)
    if may_ever_convert(scenario):
        yield "atomic"
        if "Japanese" in survey.ours:
            yield "japanese_surprise"
    if "German" in survey.ours and survey.exploiting:
        yield "early_german"
    if survey.landing and survey.new:
        yield "invasion_scope"
    if forts or (survey.landing and survey.new):
        yield "conversion_order"
    if (forts or survey.landing) and survey.flying:
        yield "lowest_ctl"
    if any(_both_ways(scenario, target) for target in range(len(scenario.targets))):
        yield "mixed_approach"
