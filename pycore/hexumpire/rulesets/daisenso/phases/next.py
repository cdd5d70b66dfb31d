"""Which hex is attacked next (4.2.1.serial)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.model.text import joined
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice
from hexumpire.rulesets.daisenso.rules import declaration, flow
from hexumpire.rulesets.daisenso.state import State

SERIAL: Rules = ("4.2.1.serial",)
OVER = "This attack is over."
MORE = joined((OVER, "Which hex is attacked next?"))
NO_MORE = joined((OVER, "No other hex can be attacked."))


class Next(AttackChoice):
    """Between two attacks: the attacker chooses the next hex, or that there are no more attacks."""

    key = "next"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every target."""
        yield from declaration.attacks(self.setting, state, SERIAL)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which hex is attacked next."""
        done = Option("done", "No more attacks", SERIAL)
        return Decision("attacker", "next", MORE if options else NO_MORE, (*options, done), SERIAL)

    def apply(self, state: State, action: str) -> State:
        """The beginning of the next attack, or the end."""
        if action == "done":
            return state._replace(phase="over")
        verb, _, target = action.partition(":")
        return flow.begin(self.setting, state, self.setting.scenario.targets.index(target), verb == "some")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """The choice; at the end, which hexes could not be attacked."""
        verb, _, target = action.partition(":")
        if action == "done":
            entry = Line("No more attacks.", SERIAL, "attacker")
            return [entry, *(declaration.left_over(self.setting, before) if after.phase == "over" else ())]
        named = declaration.named_entry(self.setting, after) if verb == "some" else []
        return [declaration.next_entry(target), *named]

    def beyond(self, state: State) -> Iterator[Refusal]:
        """Units that have no part in what may be attacked, and hexes that are no targets."""
        return declaration.no_part(self.setting, state)
