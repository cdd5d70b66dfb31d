"""Losses that a side owes: its owner says whose step goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.scenario import Unit
from hexumpire.model.text import capital, say
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase
from hexumpire.rulesets.d8chart.rules import flow, losses, results, retreat
from hexumpire.rulesets.d8chart.rules.odds import Figures
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.units import describe, with_left


@cache
def _prompt(side: str, owed: int) -> str:
    template = "{side} loses {n} steps. Whose?" if owed > 1 else "{side} loses {n} step. Whose?"
    return say(template, side=capital(side), n=owed)


class Lose(AttackPhase, Choice[State]):
    """A side loses a step."""

    key = "lose"

    def __init__(self, setting: Setting, figures: Figures) -> None:
        super().__init__(setting, figures)
        self._options: dict[tuple[str, int, bool], Option] = {}

    def candidates(self, state: State) -> Iterator[Candidate]:
        """A step of each counter; none of the other side's, and none of a unit that is gone."""
        for i, unit in enumerate(self.setting.lands):
            why, rules = losses.why_not(state, unit, state.left[i])
            if why:
                yield Candidate(Option(f"lose:{unit.id}", describe(unit), (), unit.id, unit.at), why, rules)
                continue
            for size in dict.fromkeys(state.left[i]):
                yield Candidate(self._option(unit, size, results.starred(state.applied)))

    def _option(self, unit: Unit, size: int, starred: bool) -> Option:
        """A step of a counter that has so many left; kept, because walks ask for it again and again."""
        known = self._options.get((unit.id, size, starred))
        if known is None:
            alike = f"lose:{retreat.kind(self.setting, unit)}:{size}" if starred else "lose"
            known = Option(f"lose:{unit.id}:{size}", _label(unit, size), ("RES.who-loses",), unit.id, unit.at, alike)
            self._options[unit.id, size, starred] = known
        return known

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Whose step goes."""
        rules = (results.effect(state.applied).rule, "RES.who-loses")
        return Decision(state.owing, "lose", _prompt(state.owing, state.owed), options, rules)

    def apply(self, state: State, action: str) -> State:
        """That step is gone, and others for which there is one way only."""
        _, unit, size = action.split(":")
        return flow.lose(self.setting, state, self.setting.number[unit], int(size))

    def narrate(self, before: State, action: str, after: State) -> list[Line]:
        """Who was lost, and what comes of it."""
        return flow.entries(self.setting, before, after)

    def owed(self, state: State) -> Owed | None:
        """The steps that are named together, when there are several."""
        return Owed(state.owed, "steps") if state.owed > 1 else None


def _label(unit: Unit, size: int) -> str:
    """What the loss of a step is called, of a counter that has so many left."""
    one = with_left(unit, size)
    return say("A step of the {unit}: eliminated" if size == 1 else "A step of the {unit}", unit=one)
