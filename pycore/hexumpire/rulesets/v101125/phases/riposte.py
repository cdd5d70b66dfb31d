"""The defender's answer to an attack that is held: who makes it, and which hex it strikes (11.B.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, number_of
from hexumpire.rulesets.v101125.rules import course_told, entries, presence, riposte, survey
from hexumpire.rulesets.v101125.rules.entries import UNSEEN
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State

RULES = ("11.B.12", "11.C.0")


class Riposte(AttackPhase, Choice[State]):
    """The defender makes a hasty attack with those whom the held attack is declared on, or waits."""

    key = "riposte"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Nobody, everybody, one unit after another, and that those who were named attack.

        Chances leave the answer out until units are named that may attack together; then they are those of that attack.
        """
        named, open_now = state.dice, riposte.ready(self.setting, state)
        why = riposte.why_not(self.setting, state, named) if named else ("", ())
        enemies = riposte.grounds(self.setting, state.bout)[0].place
        none = say("No hasty attack")
        strong = bool(named) and not why[0]
        if strong:
            none = say("{label} {unseen}", label=none, unseen=UNSEEN)
        yield Candidate(Option("wait", none, RULES, aside=strong))
        if named:
            label = say("Attack with {units}", units=entries.units(self.flow, state, named))
            yield Candidate(Option("attack", label, RULES, hex=enemies), *why)
        elif len(open_now) > 1:
            label = say("Everybody attacks {unseen}", unseen=UNSEEN)
            everybody = Option("all", label, RULES, hex=enemies, aside=True)
            yield Candidate(everybody, *riposte.why_not(self.setting, state, open_now))
        seen: set[tuple[str, str]] = set()
        for i in presence.everyone(state):
            counter, mark = self.setting.counters[i], (self.setting.counters[i].unit.id, state.left[i])
            if counter.side == state.bout.side or i in named or mark in seen:
                continue
            seen.add(mark)
            label = say("The {unit} attacks {unseen}", unit=self.flow.payers.name(state, i), unseen=UNSEEN)
            option = Option(f"join:{i}", label, RULES, counter.unit.id, aside=True)
            out = riposte.stays_out(self.setting, state, i)
            if not out[0]:
                out = riposte.too_many(self.setting, state, (*named, i))
            yield Candidate(option, *out)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who."""
        prompt = "The attack is held: who makes a hasty attack on all of its attackers?"
        return Decision(OTHER[state.bout.side], self.key, prompt, options, RULES)

    def apply(self, state: State, action: str) -> State:
        """Nobody, one more, or they attack, which they do once nobody else is left to name."""
        if action == "wait":
            return self.flow.wait(state)
        everybody = riposte.ready(self.setting, state)
        if action.startswith("join:"):
            state = state._replace(dice=tuple(sorted({*state.dice, int(action.partition(":")[2])})))
            if state.dice != everybody:
                return state
        return self.flow.answered(state, state.dice or everybody)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """That nobody attacks and who joins the held attack, or the hasty attack."""
        if action == "wait":
            said = Line("Nobody answers the held attack.", ("11.B.12",), OTHER[before.bout.side])
            return [said, *entries.joining(self.flow, before, after), *course_told.course(self.flow, before, after)]
        if after.phase in (self.key, Whom.key):
            return ()
        return [entries.riposte(self.flow, after), *course_told.course(self.flow, before, after)]


class Whom(AttackPhase, Choice[State]):
    """By a reading the answer strikes one of several hexes that the attackers stand in (11.A.4)."""

    key = "whom"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Those hexes."""
        for n, ground in enumerate(riposte.grounds(self.setting, state.bout), 1):
            figures = riposte.figures(self.setting, state, state.dice, ground.place)
            label = say("{place}: {odds}", place=mention(ground.place), odds=survey.headline(figures))
            why = riposte.why_not_on(self.setting, state, state.dice, ground.place)
            yield Candidate(Option(f"on:{n}", label, RULES, hex=ground.place), *why)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which."""
        prompt, rules = "Which hex does the hasty attack strike?", ("11.B.12", "11.A.4")
        return Decision(OTHER[state.bout.side], self.key, prompt, options, rules)

    def apply(self, state: State, action: str) -> State:
        """The hasty attack begins."""
        return self.flow.riposte(state, riposte.grounds(self.setting, state.bout)[number_of(action) - 1].place)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who attacks whom."""
        return [entries.riposte(self.flow, after), *course_told.course(self.flow, before, after)]
