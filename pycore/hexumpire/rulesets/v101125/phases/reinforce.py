"""The answer to a deadlock: those in whose hex the enemy stands must attack, and others may join them (11.L.1.f.ii)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, number_of
from hexumpire.rulesets.v101125.rules import course_told, entries, joining
from hexumpire.rulesets.v101125.rules.entries import UNSEEN
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State

RULES = ("11.L.1.f.ii", "11.R.3.d.3")


class Reinforce(AttackPhase, Choice[State]):
    """Units around the hex join the attack, all that may or one after another, or those in it attack alone."""

    key = "reinforce"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Everybody, nobody, and one unit after another; once some are named, that they are all.

        Chances look at everybody and at nobody, and at those who are named.
        """
        named, together = state.dice, joining.together(self.setting, state)
        if named:
            label = say("Nobody joins but {units}", units=entries.units(self.flow, state, named))
            yield Candidate(Option("attack", label, RULES))
        else:
            yield Candidate(self._all(state, together))
            alone = Option("alone", "Those in the hex attack alone", RULES)
            yield Candidate(alone, *joining.why_not(self.setting, state, ()))
        seen: set[tuple[str, str, str]] = set()
        for i in joining.others(self.setting, state):
            unit = self.setting.counters[i].unit
            mark = (unit.id, state.left[i], state.at[i])
            if i in named or (i,) == together or mark in seen:
                continue
            seen.add(mark)
            label = say("{label} {unseen}", label=self._joining(state, i), unseen=UNSEEN)
            why = joining.stays_out(self.setting, state, i)
            if not why[0]:
                why = joining.why_not(self.setting, state, (*named, i))
            yield Candidate(Option(f"join:{i}", label, RULES, unit.id, aside=True), *why)

    def _all(self, state: State, together: tuple[int, ...]) -> Option:
        """All who may join, or the one unit that may."""
        first, *others = together
        if others:
            return Option("all", "All units around it that may join", RULES)
        return Option("all", self._joining(state, first), RULES, self.setting.counters[first].unit.id)

    def _joining(self, state: State, i: int) -> str:
        """That a unit joins, and from where: of a kind there are some in one hex and some in another."""
        return say("The {unit} in {hex} joins", unit=self.flow.payers.name(state, i), hex=mention(state.at[i]))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who."""
        prompt = "Who joins the attack on the enemy in the hex?"
        return Decision(OTHER[state.bout.side], self.key, prompt, options, RULES)

    def apply(self, state: State, action: str) -> State:
        """The attack begins, or one unit more joins it, after which it begins once nobody else may."""
        if action == "alone":
            return self.flow.answer(state, ())
        if action == "all":
            return self.flow.answer(state, joining.together(self.setting, state))
        if action == "attack":
            return self.flow.answer(state, state.dice)
        named = tuple(sorted({*state.dice, number_of(action)}))
        more = {*joining.ready(self.setting, state)} - {*named}
        if any(not joining.why_not(self.setting, state, (*named, i))[0] for i in more):
            return state._replace(dice=named)
        return self.flow.answer(state, named)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who attacks."""
        return () if after.phase == self.key else course_told.course(self.flow, before, after)
