"""A ground attack of chapter 15 as a game: the list of its phases.

Positions are :class:`State` values; what happens in a phase stands in :mod:`.phases`, how the attack goes on in
:mod:`.flow`, and the rules by subject in :mod:`.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.kit.losses import Owed, Why
from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.phases.advance import Advancing
from hexumpire.rulesets.aworldatwar.phases.again import Again
from hexumpire.rulesets.aworldatwar.phases.choose import Choose
from hexumpire.rulesets.aworldatwar.phases.convert import Convert
from hexumpire.rulesets.aworldatwar.phases.over import Over
from hexumpire.rulesets.aworldatwar.phases.pay import Pay
from hexumpire.rulesets.aworldatwar.phases.pick import Pick
from hexumpire.rulesets.aworldatwar.phases.roll import Roll
from hexumpire.rulesets.aworldatwar.phases.trim import Rest, Trim
from hexumpire.rulesets.aworldatwar.rules import (
    advance,
    flak,
    naval,
    overrides,
    partisans,
    pearl_harbor,
    relevance,
    rounds,
)
from hexumpire.rulesets.aworldatwar.rules.air import BETWEEN
from hexumpire.rulesets.aworldatwar.rules.eligibility import problems
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.rules.odds import assessment
from hexumpire.rulesets.aworldatwar.rules.overlay import overlay
from hexumpire.rulesets.aworldatwar.setting import Setting
from hexumpire.rulesets.aworldatwar.state import State


class Attack(PhasedGame[State]):
    """The game of one ground attack (see :class:`hexumpire.model.battle.Game`)."""

    by_itself = True
    """Whether it was set up by itself, so that all air in its hexes is meant to fly over them."""
    end = Over
    """Its last phase."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.setting = Setting(scenario)
        self.flow = Flow(self.setting)
        self.strengths = self.flow.strengths
        kinds = (Pick, Roll, Choose, Convert, Pay, Trim, Rest, Again, Advancing, self.end)
        super().__init__([kind(self.flow) for kind in kinds])
        self._paying = {phase.key: phase for phase in self.phases.values() if isinstance(phase, Pay)}
        self.problems: tuple[Problem, ...] = problems(
            self.setting, self.strengths, self.flow.counting(), self.by_itself
        )

    def start(self) -> State:
        """Before the first die, or before those who count at Pearl Harbor are named."""
        return self.flow.start()

    def assess(self, state: State) -> Assessment | None:
        """Odds of the round at hand, also of an attack the rules forbid, as long as somebody fights.

        While its result is carried out they are those the round was fought at; before it is said who is left out at
        Pearl Harbor, those without whom it is best to leave out (15.41).
        """
        if state.phase == Pick.key:
            return assessment(self.strengths, self.flow.counting(), state.round)
        left = state.fought or state.left
        if not self.setting.alive(left, "attacker") or not self.setting.alive(left, "defender"):
            return None
        if state.phase == "again" or state.then in BETWEEN:
            return assessment(self.strengths, rounds.fighting_on(self.strengths, state), state.round + 1)
        return assessment(self.strengths, left, state.round, state.aside)

    # --- overrides ------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on (see :mod:`.overrides`)."""
        return overrides.overrides(self.setting, state)

    def overrule(self, state: State, action: str) -> State:
        """The position after an override."""
        return overrides.apply(self.flow, state, action)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        if action.startswith("!"):
            agreed = overrides.entry(self.setting, before, action)
            owes = overrides.owes(self.flow, before, action)
            return [agreed, *owes, *self.flow.consequences(before, action, after)]
        return super().narrate(before, action, after)

    # --- losses named together (see hexumpire.kit.losses) ----------------------------------------------

    def owed(self, state: State) -> Owed | None:
        """What is paid here by counters that are named together."""
        phase = self._paying.get(state.phase)
        return phase.owed(state) if phase else None

    def reckon(self, state: State, picks: Sequence[str]) -> tuple[int, int, bool]:
        """What these pay, what has to be paid when they are gone (15.551), and whether that is a whole payment."""
        return self._paying[state.phase].reckon(state, picks)

    def gone(self, state: State) -> Mapping[str, int]:
        """Counters and factors that are gone, by unit."""
        return {kind.unit.id: kind.size - state.left[kind.index] for kind in self.setting.kinds}

    def losable(self, state: State) -> Sequence[Option]:
        """Every counter that can be part of the payment."""
        return self._paying[state.phase].losable(state)

    def refuse(self, state: State, picks: Sequence[str]) -> Why:
        """Why these counters can be no part of one payment; empty when they can."""
        return self._paying[state.phase].refuse(state, picks)

    # --- what is shown --------------------------------------------------------------------------------

    def closing(self, state: State) -> Sequence[Line]:
        """What follows by the rules from a finished attack."""
        lines = [pearl_harbor.LEFT_BEHIND] if self.flow.pearl.fallen(state) else []
        lines += flak.entries(self.flow, state)
        if not self.setting.alive(state.left, "defender"):
            lines.append(self.flow.advance.opening(state))
        if self.flow.advance.holds(state.left):
            lines.append(advance.STAYS)
        if naval.afloat(self.setting, state.left):
            lines.append(naval.HOME)
        if self.scenario.condition("phase") == "exploitation":
            lines.append(advance.CHAIN)
        if partisans.alone(kind.unit for kind in self.setting.kinds if kind.side == "defender"):
            lines += partisans.ALONE
        return lines

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, out of it or moved, for the board."""
        return overlay(self.flow, state)

    def relevant(self) -> Mapping[str, Any]:
        """Conditions and fields that could matter to this attack."""
        return relevance.relevant(self.scenario)
