"""Overruns: who may take part, at what odds, and with what air on both sides (13.5, 10.12, 10.32).

An overrun is reckoned as the attack that it would be, with every DM (13.51): by the units that make it, from the hex
that they stand in, with the ground support and the defensive air support stated. No place protects: forts and the like
give their DMs, and nothing more (13.59).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.aworldatwar.rules.factions import settled
from hexumpire.rulesets.aworldatwar.rules.forts import FORTS
from hexumpire.rulesets.aworldatwar.rules.mechanized import bogged, immobilized, keeps_mechanized
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.weather import drowned
from hexumpire.rulesets.aworldatwar.setting import Setting
from hexumpire.rulesets.aworldatwar.tables import MOVEMENT
from hexumpire.rulesets.aworldatwar.vocabulary import ROUGH

RULES = ("13.52",)
SAFE = frozenset((*FORTS, "capital", "objective", "ic", "bridgehead", "railhead"))
"""Features of hexes that protect from much, but from no overrun (13.59)."""


def fit(unit: Unit, scenario: Scenario) -> Why:
    """Why a unit may take no part in an overrun from where it stands; empty when it may (13.51, 13.52)."""
    if unit.text("via") == "airdrop":
        return "airdrops do not help overruns in the movement phase", ("13.532",)
    if unit.type == "armor":
        if keeps_mechanized(unit, scenario):
            return "", ()
        return "its mechanized component is negated", ("13.52", "10.32")
    if unit.type != "mechanized":
        return "only armor and mechanized infantry overrun", ("13.51",)
    if scenario.condition("theatre") == "pacific" or immobilized(unit):
        return "its mechanized component is negated", ("13.52", "10.12")
    return "", ()


def enters(unit: Unit, place: str, scenario: Scenario) -> Why:
    """Why a unit that is fit may not overrun this hex, for its weather or terrain; empty when it may (13.57, 10.32).

    In a monsoon units in swamp or jungle neither attack nor are attacked (15.21), nor overrun.
    """
    if drowned(scenario, unit.at) or drowned(scenario, place):
        return "no attack from or into swamp or jungle in a monsoon", ("15.21", "13.51")
    weather = any(scenario.hex(one).values["weather"] == "area" for one in (unit.at, place))
    if weather and scenario.condition("weather_overruns"):
        return "the weather bars overruns there", ("13.57",)
    entered = scenario.readings["overrun_rough"] == "entered"
    if entered and bogged(unit, scenario.hex(place).terrain, scenario):
        return "its mechanized component is negated in that hex", ("10.32", "13.52")
    return "", ()


def together(units: Sequence[Unit], scenario: Scenario) -> Why:
    """Why these units of one hex, as many as their counts say, may not overrun together (13.52, 13.522); else empty."""
    if sum(unit.count for unit in units) > MOVEMENT["overrun_units"]:
        through = "breakthrough" in scenario.hex(units[0].at).features
        return "no more than two units overrun together", ("13.522", "13.52") if through else RULES
    if not any(unit.type == "armor" for unit in units):
        return "an armor unit must take part", RULES
    return "", ()


def cited(scenario: Scenario, place: str, again: bool) -> Rules:
    """By which sections a hex is overrun: whatever is in it (13.59), and after another overrun (13.55B)."""
    rules = (*RULES, "13.59") if SAFE & {*scenario.hex(place).features} else RULES
    return (*rules, "13.55", "13.55B") if again else rules


BOUND = "bound"
"""What is said of a unit whose overrun failed: the hex that it must attack (13.531)."""


class Overrun:
    """An overrun of one hex as an attack: its strengths, and whether they are 6:1."""

    def __init__(
        self, scenario: Scenario, units: Sequence[Unit], defenders: Sequence[Unit], place: str, phase: str = "regular"
    ) -> None:
        conditions = {**scenario.conditions, "phase": phase}
        values = [{**unit.values, "via": "land", "attacks": True} for unit in units]
        attackers = [replace(unit, values=given) for unit, given in zip(units, values, strict=True)]
        scene = replace(
            scenario, targets=(place,), path=(), attacks=(), units=(*attackers, *defenders), conditions=conditions
        )
        self.strengths = Strengths(Setting(settled(scene, scenario)))
        self.now: Round = self.strengths.round(self.strengths.setting.full, 1)

    @property
    def may(self) -> bool:
        """Whether the odds are 6:1 or better (13.52)."""
        return self.now.attack >= MOVEMENT["overrun_odds"] * self.now.defense

    @property
    def refusal(self) -> Why:
        """Why the odds are too low; empty when they are not."""
        if self.may:
            return "", ()
        need = MOVEMENT["overrun_odds"] * self.now.defense
        text = say("an overrun would be {n} : {m}, less than 6:1: it takes {k} factors", n=self.now.attack,
                   m=self.now.defense, k=need)  # fmt: skip
        return text, RULES

    def assessment(self, place: str) -> Assessment:
        """The odds with their arithmetic."""
        now = self.now
        both = self.strengths.trace(self.strengths.setting.full, 1).children[:-1]
        text = "6:1 or better: the hex is overrun" if self.may else "less than 6:1: no overrun"
        last = Trace(text, None, RULES, "list")
        trace = Trace(say("Overrun of {place}", place=mention(place)), None, ("13.51", "13.52"), "list", (*both, last))
        return Assessment(say("{n} : {m}", n=now.attack, m=now.defense), now.attack, now.defense, None, trace)


def asks(survey: Survey) -> Keys:
    """What the form could ask of overruns: whether rough terrain in the Pacific bars those into it (10.32)."""
    rough = any(data.terrain in ROUGH for data in survey.scenario.hexes.values())
    if rough and survey.pacific and any(unit.type == "armor" for unit in survey.attackers):
        yield "overrun_rough"


def flying(unit: Unit, factors: int, place: str) -> Unit:
    """So many air factors of a unit, over a hex."""
    return replace(unit, at=place, count=1, values={**unit.values, "factors": factors})


def allotted(units: Sequence[Unit], factors: int) -> list[tuple[Unit, int]]:
    """So many air factors, taken from units in their order."""
    found = []
    for unit in units:
        share = min(factors, unit.count * unit.number("factors"))
        if share:
            found.append((unit, share))
        factors -= share
    return found
