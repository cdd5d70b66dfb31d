"""The Blitz segment and the Marker segment, as games of their own: step after step, in order.

Between Airdrops and landings the attacks of the Blitz segment are fought, each a game within the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.model.battle import Assessment, Line, Option, Row
from hexumpire.model.errors import Problem
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Trace
from hexumpire.rulesets.daisenso.game import Attack
from hexumpire.rulesets.daisenso.phases.airdrop import Airdrop, Drop
from hexumpire.rulesets.daisenso.phases.combat import BlitzCombat, Fight
from hexumpire.rulesets.daisenso.phases.landing import AirdropLanding, BeachheadLanding
from hexumpire.rulesets.daisenso.phases.markers import CvStrikeReturn, RemoveMarkers, RemoveSnlf, TroopConvoy
from hexumpire.rulesets.daisenso.phases.steps import Finished, Step
from hexumpire.rulesets.daisenso.rules import segments
from hexumpire.rulesets.daisenso.rules.airdrop import markers
from hexumpire.rulesets.daisenso.rules.attack_list import rows
from hexumpire.rulesets.daisenso.rules.declaration import left_over
from hexumpire.rulesets.daisenso.rules.overlay import overlay
from hexumpire.rulesets.daisenso.rules.relevance import of_segment
from hexumpire.rulesets.daisenso.rules.segments import between, steps_of
from hexumpire.rulesets.daisenso.setting import SegmentSetting
from hexumpire.rulesets.daisenso.state import Stage, State

STEPS: tuple[type[Step], ...] = (
    Airdrop, BlitzCombat, BeachheadLanding, AirdropLanding, CvStrikeReturn, TroopConvoy, RemoveMarkers, RemoveSnlf,
)  # fmt: skip
NO_MARKER = "there is no Blitz marker on the map"
_STEPS = {step.key: step for step in STEPS}


class Segment(PhasedGame[Stage]):
    """The game of one segment (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.setting = SegmentSetting(scenario)
        self.scenario = scenario
        names = steps_of(scenario)
        self.steps = {
            name: _STEPS[name](self.setting, after) for name, after in zip(names, (*names[1:], "over"), strict=True)
        }
        self.problems: tuple[Problem, ...] = segments.problems(self.setting)
        self._attacks: dict[int, Attack] = {}
        more = (Drop(self.setting), Fight(self.setting, self.attacks), Finished(self.setting))
        super().__init__([*self.steps.values(), *more])

    def attacks(self, dropped: int) -> Attack:
        """The attacks of the segment as a game, after units (bits) have dropped."""
        found = self._attacks.get(dropped)
        if found is None:
            found = self._attacks[dropped] = Attack(self.setting.attack(dropped))
        return found

    def fight(self, state: Stage) -> tuple[Attack, State] | None:
        """The attack being fought; None between attacks."""
        return None if state.combat is None else (self.attacks(state.dropped), state.combat)

    def start(self) -> Stage:
        """The beginning of the first step in which there is something to do."""
        return self._skip(Stage(next(iter(self.steps)), self.setting.full, self.setting.home))

    def apply(self, state: Stage, action: str) -> Stage:
        """The position after a legal action, or after an override in the attack at hand."""
        return self._skip(self.phase(state).apply(state, action))

    def _skip(self, state: Stage) -> Stage:
        """Pass over steps in which nobody can do anything."""
        while state.phase in self.steps and self.steps[state.phase].idle(state):
            state = self.steps[state.phase].finished(state)
        return state

    def narrate(self, before: Stage, action: str, after: Stage) -> Sequence[Line]:
        """Log entries for one step; when the attacks are over, also which hexes could not be attacked."""
        lines = super().narrate(before, action, after)
        if BlitzCombat.key not in self.steps or self._beyond(before) or not self._beyond(after):
            return lines
        return [*lines, *left_over(self.setting.attack(after.dropped), between(after))]

    def _beyond(self, state: Stage) -> bool:
        """Whether the step of the attacks is over."""
        names = [*self.steps]
        return state.phase == "over" or state.phase in names[names.index(BlitzCombat.key) + 1 :]

    def overrides(self, state: Stage) -> Sequence[Option]:
        """What players may agree on in the attack at hand; a segment itself only follows its steps."""
        found = self.fight(state)
        return found[0].overrides(found[1]) if found else ()

    def assess(self, state: Stage) -> Assessment | None:
        """Odds of the attack at hand; between attacks where the segment is."""
        found = self.fight(state)
        return found[0].assess(found[1]) if found else self._list(state)

    def _list(self, state: Stage) -> Assessment:
        """The steps in order, how many units dropped, and how many landings were made or Airdrops given up."""
        dropped, done = state.dropped.bit_count(), state.done.bit_count() + len(markers(self.setting, state, gone=True))
        lines = [Trace("Units dropped", dropped, ("4.1.1.serial",)), Trace("Counters dealt with", done, ("4.1.order",))]
        here = Airdrop.key if state.phase == Drop.key else state.phase
        names = [*self.steps, "over"]
        for name, step in self.steps.items():
            note = "now" if name == here else "done" if names.index(name) < names.index(here) else ""
            lines.append(Trace(step.title, None, step.rules, "list", step.barred(state), note=note))
        for name in segments.BLITZ[:-1] if [*self.steps] == [CvStrikeReturn.key] else ():
            lines.append(Trace(_STEPS[name].title, None, ("4.1.nomarker",), "list", skipped=True, note=NO_MARKER))
        first, now = next(iter(self.steps.values())), self.steps.get(here)
        trace = Trace("Steps in order", None, first.rules, "list", tuple(lines))
        return Assessment(now.title if now else "nothing left to do", None, None, None, trace)

    def rows(self, state: Stage) -> Sequence[Row]:
        """The attacks of the Blitz segment, where it has any."""
        if BlitzCombat.key not in self.steps or not self.scenario.targets:
            return ()
        setting, begun = self.setting.attack(state.dropped), state.combat is not None
        return rows(setting, state.combat or between(state), state.endings, begun)

    def overlay(self, state: Stage) -> Mapping[str, Any]:
        """Counters gone, moved and flipped."""
        now = state.combat or state
        return overlay(self.setting.attack(state.dropped).pieces, now.left, now.at)

    def closing(self, state: Stage) -> Sequence[Line]:
        """What comes after the segment."""
        return segments.closing(self.setting, state)

    def relevant(self) -> Mapping[str, Any]:
        """Conditions and fields that could matter to the segment."""
        return of_segment(self.setting, [*self.steps] == [*segments.BLITZ])
