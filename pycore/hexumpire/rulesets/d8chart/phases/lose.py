"""Losses that a side owes: its owner says whose step goes."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.d8chart.phases.attack_phase import AttackPhase
from hexumpire.rulesets.d8chart.rules import flow, losses, results, retreat
from hexumpire.rulesets.d8chart.state import State
from hexumpire.rulesets.d8chart.units import describe


class Lose(AttackPhase, Choice[State]):
    """A side loses a step."""

    key = "lose"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """A step of each counter; none of the other side's, and none of a unit that is gone."""
        for i, unit in enumerate(self.setting.lands):
            why, rules = losses.why_not(state, unit, state.left[i])
            if why:
                yield Candidate(Option(f"lose:{unit.id}", describe(unit), (), unit.id, unit.at), why, rules)
                continue
            for size in dict.fromkeys(state.left[i]):
                yield Candidate(self._option(state, unit, size))

    def _option(self, state: State, unit: Unit, size: int) -> Option:
        """A step of a counter that has so many left."""
        label = f"A step of the {describe(unit)}"
        if size < unit.number("steps"):
            label = f"A step of the {describe(unit)} with {size} left"
        if size == 1:
            label += ": eliminated"
        alike = f"lose {retreat.kind(self.setting, unit)} {size}" if results.starred(state.applied) else "lose"
        return Option(f"lose:{unit.id}:{size}", label, ("RES.who-loses",), unit.id, unit.at, alike)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Whose step goes."""
        rules = (results.effect(state.applied).rule, "RES.who-loses")
        owed = f"{state.owed} step{'s' if state.owed > 1 else ''}"
        return Decision(state.owing, "lose", f"{state.owing.capitalize()} loses {owed}. Whose?", options, rules)

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
