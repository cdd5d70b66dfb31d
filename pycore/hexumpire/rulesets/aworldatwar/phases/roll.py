"""The die of a round, or the end of a hopeless attack (15.51, 15.52, 15.6, 15.75)."""

from __future__ import annotations

from functools import cache

from hexumpire.model.battle import Chance, Decision, Line, Node, Option
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules import owed
from hexumpire.rulesets.aworldatwar.rules.odds import DICE, added, cell_of, headline, rolled
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.tables import LEGEND


class Roll(AttackPhase):
    """A round is to be fought."""

    key = "roll"

    def node(self, state: State) -> Node:
        """The die; below the chart's first column there is none (15.52)."""
        if self.flow.now(state).column < 0:
            go = Option("carry-out", "Carry out the attack: it is eliminated without loss to the defender", ("15.52",))
            return Decision("attacker", "hopeless", "The odds are worse than 1:4.", (go,), ("15.52",))
        return Chance(_prompt(state.round), DICE, ("15.51", "15.6", "15.75"))

    def apply(self, state: State, action: str) -> State:
        """The result of a face."""
        now = self.flow.now(state)
        if action == "carry-out":
            return self.flow.wipe_out(state._replace(fought=state.left), now)
        return self.flow.resolve(state, rolled(now, int(action[3:]), state.round))

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """Odds, die and result, and what the result was read as."""
        if action == "carry-out":
            return [Line("The attack at worse than 1:4 fails without a die.", ("15.52",), "attacker")]
        now = self.flow.now(before)
        printed = rolled(now, int(action[3:]), before.round)
        more = added(before.round)
        rules: Rules = ("15.51", "15.6", "15.75") if more else ("15.51", "15.6")
        die = say("die {n} + {m}", n=action[3:], m=more) if more else say("die {n}", n=action[3:])
        text = say("Round {n}, {odds}, {die}: {x}.", n=before.round, odds=headline(now), die=die, x=printed)
        lines = [Line(text, rules, "attacker", cell=cell_of(now, int(action[3:]), before.round))]
        result, read = self.flow.conversion.compulsory(now, printed)
        lines += read
        if after.phase not in ("choose", "convert"):
            lines.append(Line(say("{x}: {y}.", x=result, y=LEGEND[result]), ("15.61",)))
            early = printed == "Ex" and self.flow.conversion.early_german(now)
            lines += owed.told(self.flow.strengths, now, result, result if early else printed)
        return lines


@cache
def _prompt(number: int) -> str:
    """What is asked in a round."""
    if added(number):
        return say("Round {n}: the attacker rolls one die, +{m} for earlier rounds.", n=number, m=added(number))
    return say("Round {n}: the attacker rolls one die.", n=number)
