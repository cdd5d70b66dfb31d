"""The attacks of one battle as a game: who attacks, support, result, retreats, losses, advance and exploitation.

The first target is attacked first; which of the others follow, and in which order, the attacker says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.kit import losses
from hexumpire.kit.losses import Owed
from hexumpire.kit.turn import between
from hexumpire.model.battle import Assessment, Line, Option, Row
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.rulesets.daisenso.phases.advance import Advance
from hexumpire.rulesets.daisenso.phases.choice import FallBack
from hexumpire.rulesets.daisenso.phases.lose import Lose
from hexumpire.rulesets.daisenso.phases.name import Name
from hexumpire.rulesets.daisenso.phases.next import SERIAL, Next
from hexumpire.rulesets.daisenso.phases.numbers import Numbers
from hexumpire.rulesets.daisenso.phases.over import Over
from hexumpire.rulesets.daisenso.phases.retreat import Retreat
from hexumpire.rulesets.daisenso.phases.roll import Roll
from hexumpire.rulesets.daisenso.phases.support import Support
from hexumpire.rulesets.daisenso.phases.take import Take
from hexumpire.rulesets.daisenso.phases.trek import Trek
from hexumpire.rulesets.daisenso.rules import flow, overrides, set_up
from hexumpire.rulesets.daisenso.rules.assessment import assessment
from hexumpire.rulesets.daisenso.rules.attack_list import rows
from hexumpire.rulesets.daisenso.rules.ending import closing
from hexumpire.rulesets.daisenso.rules.losses import owed
from hexumpire.rulesets.daisenso.rules.overlay import overlay
from hexumpire.rulesets.daisenso.rules.relevance import relevant
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import NO_FIGHT, Reason, State

PHASES = (Next, Name, Take, Support, Roll, Numbers, FallBack, Retreat, Lose, Advance, Trek, Over)


class Attack(PhasedGame[State]):
    """The game of one battle (see :class:`hexumpire.model.battle.Game`); the phasing faction attacks (4.2.roles)."""

    def __init__(self, setting: Setting) -> None:
        super().__init__([phase(setting) for phase in PHASES])
        self.setting = setting
        self.scenario = setting.scenario
        self.problems: tuple[Problem, ...] = set_up.problems(setting, setting.full, setting.home)

    def start(self) -> State:
        """Before the first attack."""
        return flow.begin(self.setting, State("roll", 0, self.setting.full, self.setting.home, 0, NO_FIGHT), 0)

    def overrule(self, state: State, action: str) -> State:
        """The position after an override."""
        return overrides.apply(self.setting, state, action)

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on."""
        return overrides.overrides(self.setting, state)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Log entries for one step."""
        if action.startswith("!"):
            return overrides.narrate(self.setting, before, action, after)
        return super().narrate(before, action, after)

    def assess(self, state: State) -> Assessment | None:
        """Totals, shifts and column of the attack at hand; while its result is carried out, as they were.

        Between attacks, the odds of those that may come next.
        """
        if state.phase == "next":
            return between(rows(self.setting, state, state.endings, False), SERIAL)
        return assessment(self.setting, state)

    def rows(self, state: State) -> Sequence[Row]:
        """The list of attacks, where there are several."""
        begun = state.phase not in ("next", "over")
        return rows(self.setting, state, state.endings, begun) if len(self.scenario.targets) > 1 else ()

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, reduced or moved, for the board."""
        return overlay(self.setting.pieces, state.left, state.at)

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from a finished battle."""
        return closing(self.setting, state)

    def relevant(self) -> Mapping[str, Any]:
        """Conditions and fields that could matter to this battle."""
        return relevant(self.setting)

    # --- losses that are named together (see :class:`hexumpire.kit.losses.Losing`) ---------------------

    def owed(self, state: State) -> Owed | None:
        """Steps of attrition to lose here, when there are several."""
        return owed(self.setting, state)

    def losable(self, state: State) -> list[Option]:
        """Every step that can be among them."""
        return losses.reachable(self, state)

    def refuse(self, state: State, picks: Sequence[str]) -> Reason:
        """Why these steps cannot be lost together."""
        wanted = self.owed(state)
        return losses.cannot(self, state, picks, wanted.need if wanted else 0)
