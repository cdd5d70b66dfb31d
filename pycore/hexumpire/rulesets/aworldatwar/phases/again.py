"""Another round, or the end of the attack (15.71 to 15.75)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules import naval, rounds
from hexumpire.rulesets.aworldatwar.rules.air import BETWEEN
from hexumpire.rulesets.aworldatwar.rules.odds import headline
from hexumpire.rulesets.aworldatwar.state import State


class Again(AttackPhase, Choice[State]):
    """Both sides have ground units left, and another round may be fought."""

    key = "again"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Fight on, or break off."""
        cited, number = rounds.section(state.round + 1), state.round + 1
        text = say("Fight round {n} at {odds}", n=number, odds=headline(rounds.ahead(self.flow.strengths, state)))
        yield Candidate(Option("on", text, (*cited, "15.74", "15.75")))
        yield Candidate(Option("off", "Break off the attack", cited))
        for unit in self.setting.scenario.units:
            if unit.side == "attacker" and unit.values.get("attacks", True) is not True:
                yield Candidate(Option("", "", (), unit.id, unit.at), "nobody joins between rounds", ("15.73",))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which of them."""
        cited = rounds.section(state.round + 1)
        return Decision("attacker", "again", "Both sides have ground units left. Fight on?", options, cited)

    def apply(self, state: State, action: str) -> State:
        """The next round, or the end."""
        return self.flow.hold(state) if action == "off" else self.flow.next_round(state, BETWEEN[0])

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """What the attacker said."""
        number = before.round + 1
        on = say("The attack goes on into round {n}.", n=number)
        lines = [Line(on if action == "on" else "The attack is broken off.", rounds.section(number), "attacker")]
        if action == "on" and naval.surplus(self.setting, self.flow.now(after).active):
            lines.append(Line("Ships that may not fire any more are not lost.", ("15.641D", "15.641E"), "attacker"))
        return lines
