"""Several hexes are attacked at once: their defender picks the one whose terrain counts (11.R.3.d.2, 11.B.12)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, number_of
from hexumpire.rulesets.v101125.rules import bouts, survey
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.vocabulary import MARKS

RULES = ("11.R.3.d.2",)


class Ground(AttackPhase):
    """One of the hexes; it is asked where it makes a difference."""

    key = bouts.GROUND

    def node(self, state: State) -> Decision:
        """Which."""
        options = [Option(f"on:{n}", self._label(state, place), RULES, hex=place)
                   for n, place in enumerate(bouts.choices(self.setting, state.bout), 1)]  # fmt: skip
        prompt = "The hexes defend together. Over the terrain of which?"
        return Decision(OTHER[state.bout.side], self.key, prompt, tuple(options), RULES)

    def _label(self, state: State, place: str) -> str:
        fight = bouts.fight(self.setting, state.bout.over(place), state.left, state.marks)
        ground = MARKS[self.setting.scenario.hex(place).terrain]
        odds = survey.headline(Figures(self.setting, fight))
        return say("{place}, {terrain}: {odds}", place=mention(place), terrain=ground.lower(), odds=odds)

    def apply(self, state: State, action: str) -> State:
        """It counts."""
        return self.flow.stand_on(state, self._place(state, action))

    def _place(self, state: State, action: str) -> str:
        """The hex of an option."""
        return bouts.choices(self.setting, state.bout)[number_of(action) - 1]

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which it is."""
        place = mention(self._place(before, action))
        said = say("Those who are attacked fight over the terrain of {place}.", place=place)
        return [Line(said, RULES, OTHER[before.bout.side])]
