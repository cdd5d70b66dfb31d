"""An attack out of a hex of dual ownership: the defender of both hexes picks the terrain (11.R.3.d.2)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import bouts, terrain
from hexumpire.rulesets.v101125.state import OTHER, State
from hexumpire.rulesets.v101125.units import signed
from hexumpire.rulesets.v101125.vocabulary import MARKS

RULES = ("11.R.3.d.2",)


class Ground(AttackPhase):
    """One of both hexes; it is asked where it makes a difference."""

    key = bouts.GROUND

    def node(self, state: State) -> Decision:
        """Which."""
        options = [Option(f"on:{place}", self._label(state, place), RULES, hex=place)
                   for place in bouts.grounds(self.setting, state.bout)]  # fmt: skip
        prompt = "Both hexes defend together. Over the terrain of which?"
        return Decision(OTHER[state.bout.side], self.key, prompt, tuple(options), RULES)

    def _label(self, state: State, place: str) -> str:
        fight = bouts.fight(self.setting, bouts.grounded(state.bout, place), state.left, state.marks)
        ground = MARKS[self.setting.scenario.hex(place).terrain]
        dm = terrain.total(self.setting, fight, "dm")
        return say("{place}, {terrain}: main dice {dm}", place=mention(place), terrain=ground.lower(), dm=signed(dm))

    def apply(self, state: State, action: str) -> State:
        """It counts."""
        return self.flow.stand_on(state, action.partition(":")[2])

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which it is."""
        place = action.partition(":")[2]
        said = say("The defenders of both hexes fight over the terrain of {place}.", place=mention(place))
        return [Line(said, RULES, OTHER[before.bout.side])]
