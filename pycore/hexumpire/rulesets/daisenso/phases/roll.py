"""The result (4.2.2.s5.roll): rolled where the chart is typed in, else read off the player aid."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import UMPIRE, Chance, Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.charting import RETREATS, Result
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase
from hexumpire.rulesets.daisenso.rules import flow, results
from hexumpire.rulesets.daisenso.rules.odds import headline, odds
from hexumpire.rulesets.daisenso.state import State


class Roll(AttackPhase):
    """The die, or the retreat result that the players read off their aid."""

    key = "roll"

    def node(self, state: State) -> Chance | Decision:
        """The faces of the die; without a chart the question to the players."""
        chart = self.setting.chart
        if chart is None or state.job == "read":
            return self._read(state)
        faces = tuple((f"d{len(chart.faces)}={face}", 1) for face in chart.faces)
        return Chance("The attacker rolls one die.", faces, ("4.2.2.s5.roll",))

    def _read(self, state: State) -> Decision:
        options = tuple(
            Option(f"read:{name or 'none'}", results.RESULT_LABELS[name], ("4.2.4.order", results.RESULT_RULES[name]))
            for name in (*RETREATS, "")
        )
        found = odds(self.setting, state.fight, state.left, state.at)
        prompt = say(
            "{odds}: which retreat result does your player aid give? "
            "(Rolls and chances need the chart typed in as a pack.)",
            odds=headline(found, self.setting.chart),
        )
        return Decision(UMPIRE, "result", prompt, options, ("4.2.2.s5.roll", "4.2.4.order"))

    def apply(self, state: State, action: str) -> State:
        """The result in force; where it is read, its losses are asked first."""
        verb, _, what = action.partition(":")
        if verb == "read":
            return state._replace(phase="numbers", read=Result("" if what == "none" else what, 0, 0))
        return flow.settle(self.setting, state, results.rolled(self.setting, state, action.partition("=")[2]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was rolled or read, and what it led to."""
        verb, _, what = action.partition(":")
        if verb == "read":
            text = say("The player aid gives {x}.", x="no retreat result" if what == "none" else what)
            return [Line(text, ("4.2.2.s5.roll",))]
        entry = results.die_entry(self.setting, before, action.partition("=")[2])
        told = results.entries(self.setting, before, after)
        return [entry, *told, *flow.consequences(self.setting, before, after)]
