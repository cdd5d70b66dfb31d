"""All that is worked out of a fight before the dice, and what the dice give then (11.B.14, 11.B.16)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from hexumpire.model.trace import Number, Trace
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import armour, crt, modifiers, strength, supply, zero
from hexumpire.rulesets.v101125.rules import odds as ladder
from hexumpire.rulesets.v101125.setting import Setting


class Result(NamedTuple):
    """What the dice gave: the column and its level, the modifier in force, and the cell of the table."""

    place: ladder.Place
    dm: int
    cell: crt.Reading


class Figures:
    """Strengths, odds, armour, modifier and price of one fight."""

    def __init__(self, setting: Setting, fight: Fight) -> None:
        self.setting = setting
        self.fight = fight
        self.readings = setting.scenario.readings
        self.shift = int(ladder.weather(int(setting.scenario.condition("weather_shift"))).value or 0)

    @cached_property
    def attack_trace(self) -> Trace:
        """The attack strength, explained."""
        return strength.attack(self.setting, self.fight)

    @cached_property
    def defence_trace(self) -> Trace:
        """The defence strength, explained."""
        return strength.defence(self.setting, self.fight)

    @property
    def attack(self) -> Number:
        """The attack strength."""
        return self.attack_trace.value or 0

    @property
    def defence(self) -> Number:
        """The defence strength."""
        return self.defence_trace.value or 0

    @cached_property
    def undefended(self) -> bool:
        """Whether nobody there can fight: the hex is empty, or its units have no strength (11.H.2)."""
        return zero.eliminated(self.fight) and not zero.optional(self.setting, self.fight)

    @cached_property
    def odds(self) -> ladder.Odds | None:
        """The odds before the die; None against nobody."""
        if self.undefended or not self.defence:
            return None
        return ladder.odds(self.attack, self.defence, self.readings)

    @cached_property
    def armour(self) -> armour.Effect:
        """The armour effect."""
        return armour.effect(self.setting, self.fight)

    @cached_property
    def modifiers(self) -> Trace:
        """What is added to the main dice, without armour and odds."""
        return modifiers.total(self.setting, self.fight)

    @cached_property
    def cost(self) -> Trace:
        """The supply points that the attack costs."""
        return supply.cost(self.setting, self.fight)

    def place(self, die: int = 0) -> ladder.Place:
        """The column for a ten-sided die; without one, that of the odds as they are. There must be odds."""
        assert self.odds is not None
        level = self.odds.after(die) if die else self.odds.level
        return ladder.shifted(level, self.shift, self.readings)

    def dm(self, die: int = 0, armour_die: int = 0) -> int:
        """The modifier of the main dice for the ten-sided dice of odds and armour (11.B.16)."""
        step = self.armour.step
        rolled = step.after(armour_die) if armour_die else step.base
        beyond = int(ladder.beyond(self.place(die)).value or 0) if self.odds else 0
        return int(self.modifiers.value or 0) + rolled + beyond

    def final(self, place: ladder.Place, dm: int) -> int:
        """The modifier that Table 6 goes by: that of the main dice (T6.a1).

        By the reading ``red_odds`` it is without that of odds beyond the main table (T10.n1, T10.n2).
        """
        return dm if self.readings["red_odds"] == "count" else dm - place.dm

    def result(self, two_dice: int, die: int, armour_die: int) -> Result:
        """The result of the main dice in the column that the ten-sided dice give."""
        place, dm = self.place(die), self.dm(die, armour_die)
        return Result(place, dm, crt.read(place.column, two_dice + dm, self.readings["crt"]))

    @cached_property
    def refused(self) -> bool:
        """Whether nobody may attack so of his own will (11.A.11)."""
        if self.fight.is_forced or self.odds is None:
            return False
        return not self.attack or ladder.refused(self.odds, self.shift, self.readings)
