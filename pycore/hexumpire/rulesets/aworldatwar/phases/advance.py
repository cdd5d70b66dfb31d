"""Advance after combat (15.9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.phases.attack_phase import AttackPhase
from hexumpire.rulesets.aworldatwar.rules.advance import PROMPT, RULES
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.units import describe


class Advancing(AttackPhase, Choice[State]):
    """The attacked hexes are cleared: one survivor after another may move in."""

    key = "advance"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every survivor, and to stay."""
        advance = self.flow.advance
        rooms = advance.rooms(state)
        for kind, reason, rules in advance.answers(state.round):
            if reason:
                if state.left[kind.index]:
                    yield Candidate(Option("", "", (), kind.unit.id, kind.unit.at), reason, rules)
            elif advance.agreed:
                yield from map(Candidate, advance.options(state, kind, rooms))
                crowded = advance.crowded(state, kind, rooms)
                if crowded[0]:
                    yield Candidate(Option("", "", (), kind.unit.id, kind.unit.at), *crowded)
        stay = "Advance nobody" if not state.moved else "Nobody else advances"
        yield Candidate(Option("stay", stay, ("15.91",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who advances."""
        return Decision("attacker", "advance", PROMPT, options, RULES)

    def apply(self, state: State, action: str) -> State:
        """One counter more has advanced, or nobody else does."""
        if action == "stay":
            return self.flow.close(state)
        unit, _, place = action.partition(":")[2].partition("@")
        target = self.setting.scenario.targets.index(place) if place else 0
        moved = (*state.moved, (self.setting.index[unit], target))
        return self.flow.stop_advancing(state._replace(moved=moved))

    def entries(self, before: State, action: str, after: State) -> list[Line]:
        """Who advanced."""
        if action == "stay":
            return [Line("Nobody advances." if not before.moved else "Nobody else advances.", ("15.91",), "attacker")]
        unit = action.partition(":")[2].partition("@")[0]
        text = say("The {unit} advances.", unit=describe(self.setting.scenario.by_id[unit]))
        return [Line(text, ("15.91",), "attacker")]

    def state_key(self, state: State) -> Hashable:
        """What was lost, which hexes were entered, and how many can still advance, whoever they are."""
        number, left, advance = state.round, state.left, self.flow.advance
        holding, places = advance.holds(left), advance.open_places(state)
        aside = self.setting.waiting(state.aside)
        lost = self.setting.lost(left)
        entered = frozenset(target for _, target in state.moved)
        return state.phase, number, lost, entered, places, holding, state.spearhead, aside
