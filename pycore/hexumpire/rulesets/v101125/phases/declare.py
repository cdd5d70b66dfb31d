"""Before the dice: to attack now or hold it, and planned steps (11.B.12, 11.B.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.v101125.phases.riposte import Riposte
from hexumpire.rulesets.v101125.rules import before, course_told, entries, planned, sides, supply
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import signed
from hexumpire.views.number_format import number


class Declare(AttackPhase):
    """The attacker resolves the attack, or holds it until the exploitation phase (11.B.12)."""

    key = "declare"

    def node(self, state: State) -> Decision:
        """Now or later."""
        options = (
            Option("now", "Resolve it now", ("11.B.12",)),
            Option("delay", "Hold it until the exploitation phase", ("11.B.12", "11.A.13")),
        )
        return Decision(state.bout.side, self.key, "Resolve the attack now?", options, ("11.B.12", "11.0b"))

    def apply(self, state: State, action: str) -> State:
        """It is resolved, or held."""
        return self.flow.plan(state) if action == "now" else self.flow.hold(state)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """That it is held, and who joins."""
        if action == "now":
            return [*entries.unplanned(self.flow, before), *course_told.course(self.flow, before, after)]
        held = Line("The attack is held until the exploitation phase.", ("11.B.12",), before.bout.side)
        if after.phase == Riposte.key:
            return [held]
        return [held, *entries.joining(self.flow, before, after), *course_told.course(self.flow, before, after)]


class Plan(AttackPhase):
    """The attacker buys planned steps (11.B.13, 11.K.0)."""

    key = "plan"

    def node(self, state: State) -> Decision:
        """How many."""
        most = self.flow.steps(state)
        fight = before.fight_of(self.setting, state)
        options = tuple(Option(f"steps={n}", self._label(fight, n), ("11.K.2",)) for n in range(most + 1))
        return Decision(state.bout.side, self.key, "How many planned steps are bought?", options, ("11.B.13", "11.K.0"))

    def _label(self, fight: Fight, n: int) -> str:
        if not n:
            return "No planned attack"
        price = number(supply.cost(self.setting, replace(fight, steps=n)).value or 0)
        text = "A step: main dice {dm}, {price} SP in all" if n == 1 else "{n} steps: main dice {dm}, {price} SP in all"
        return say(text, n=n, dm=signed(n), price=price)

    def apply(self, state: State, action: str) -> State:
        """They are bought."""
        return self.flow.planned(state, face_of(action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """How many."""
        return [entries.planned(face_of(action), before), *course_told.course(self.flow, before, after)]


class BuyBack(AttackPhase):
    """The defender buys steps back (11.B.13)."""

    key = "buy_back"

    def node(self, state: State) -> Decision:
        """How many."""
        most = self.flow.back(state)
        fight = before.fight_of(self.setting, state)
        options = tuple(Option(f"back={n}", self._label(fight, n), ("11.B.13",)) for n in range(most + 1))
        side = OTHER[state.bout.side]
        prompt = say("How many of the planned steps does the {side} buy back?", side=sides.NAMES[side])
        return Decision(side, self.key, prompt, options, ("11.B.13",))

    def _label(self, fight: Fight, n: int) -> str:
        if not n:
            return "None"
        price = number(planned.answer_price(self.setting, replace(fight, bought_back=n)))
        return say("{n} back: main dice {dm}, {price} SP", n=n, dm=signed(-n), price=price)

    def apply(self, state: State, action: str) -> State:
        """They are bought back."""
        return self.flow.bought_back(state, face_of(action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """How many."""
        return [entries.bought_back(face_of(action), before), *course_told.course(self.flow, before, after)]
