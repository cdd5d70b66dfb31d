"""An attack of chapter 11 as a game: the list of its phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from hexumpire.kit import losses as together
from hexumpire.kit.losses import Owed, Why
from hexumpire.model.battle import Assessment, Line, Option
from hexumpire.model.errors import Problem
from hexumpire.model.phase import Phase, PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.v101125.phases import answer, before, declare, dice, evacuate, ground, march, reinforce, riposte
from hexumpire.rulesets.v101125.phases.over import Over
from hexumpire.rulesets.v101125.phases.pay import Pay
from hexumpire.rulesets.v101125.rules import dual_ownership, eligibility, overrides, overrun, relevance, survey, tally
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.losses import AWAY
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State

BEFORE = (
    ground.Ground, *before.BEFORE, declare.Declare, riposte.Riposte, riposte.Whom, declare.Plan, declare.BuyBack,
)  # fmt: skip
DICE = (dice.First, dice.Second, dice.Tenth, dice.Armour, dice.Red, dice.RedOfDefender, dice.Largest)
AFTER = (
    answer.Convert,
    answer.Cadres,
    answer.Stand,
    march.Retreat,
    evacuate.Capture,
    evacuate.Aboard,
    march.Strike,
    march.Advance,
    march.Force,
    reinforce.Reinforce,
    Over,
)


class Attack(PhasedGame[State]):
    """The game of one attack (see :class:`hexumpire.model.battle.Game`)."""

    lasts = False
    """Whether other attacks follow, in which its markers count."""

    def __init__(self, scenario: Scenario, apart: bool = False) -> None:
        self.scenario = scenario
        self.setting = Setting(scenario)
        self.flow = Flow(self.setting, apart, self.lasts)
        self.problems: tuple[Problem, ...] = (
            *eligibility.problems(self.setting),
            *dual_ownership.problems(self.setting),
        )
        self.pay = Pay(self.flow)
        phases: list[Phase[State]] = [kind(self.flow) for kind in (*BEFORE, *DICE, *AFTER)]
        super().__init__([*phases, self.pay])
        self.is_long = not apart

    def start(self) -> State:
        """The first position."""
        return self.flow.start()

    def reckoned(self) -> Self:
        """Itself; or the game that ends where a result forces a fight, which the chances tell as a result of its own.

        11.L.1.d, 11.L.1.f.
        """
        worked_out = self.flow.apart or self.scenario.condition("forced_fights") == "here"
        return self if worked_out else type(self)(self.scenario, True)

    # --- overrides ----------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What the players may agree on."""
        return overrides.overrides(self.flow, state)

    def overrule(self, state: State, action: str) -> State:
        """The position after an override."""
        return overrides.overrule(self.flow, state, action)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Log entries for one step, or for an override."""
        if action.startswith("!"):
            return overrides.told(self.flow, before, action, after)
        return super().narrate(before, action, after)

    # --- losses that are named together (see :class:`hexumpire.kit.losses.Losing`) ------------------------

    def owed(self, state: State) -> Owed | None:
        """What is owed here in several counters."""
        return self.pay.owed(state) if state.phase == Pay.key else None

    def gone(self, state: State) -> Mapping[str, int]:
        """Counters that have lost something, by unit."""
        return self.flow.changed(state)

    def lost_as(self, option: Option) -> str:
        """Who goes to the turn track is no part of those who are reduced or eliminated (11.M.2a)."""
        return "" if option.id.startswith(f"{AWAY}:") else option.unit

    def losable(self, state: State) -> Sequence[Option]:
        """Every answer that can be among them; those that give up no counter pay nothing."""
        return [option if option.unit else replace(option, pays=0) for option in together.reachable(self, state)]

    def refuse(self, state: State, picks: Sequence[str]) -> Why:
        """Why these cannot be given up together."""
        return together.cannot(self, state, picks, len(self.setting.counters))

    # --- what is shown ------------------------------------------------------------------------------------

    def assess(self, state: State) -> Assessment | None:
        """The odds of the fight at hand; while its result is carried out, those it was fought at."""
        if not state.bout.attackers:
            return None
        return survey.assessment(self.flow.shown(state).figures, allowed=not self.problems)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """What the board shows beyond the set-up."""
        return tally.overlay(self.setting, state)

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from the end: which strength comes back, when and where."""
        return tally.closing(self.setting, state)

    def relevant(self) -> Mapping[str, Any]:
        """What the form should ask."""
        return relevance.relevant(self.setting)


class Overrun(Attack):
    """The game of one overrun: an attack in the movement phase (T10.o, T10.n3 to T10.n5).

    Before it defenders may try to retreat like before any combat (11.D.8).
    """

    def __init__(self, scenario: Scenario, apart: bool = False) -> None:
        super().__init__(scenario, apart)
        self.problems = (*self.problems, *overrun.problems(self.setting))
